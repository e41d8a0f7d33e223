"""Which faces the bare places of a die rule out: all that would have a pip there. Knows places, no pictures.

A glare hides pips, so that what is seen may be what is left of a face with more. But where the body itself is seen
there is no pip, and one such place is enough to rule out every face that has one there, whatever is hidden elsewhere.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.sight import Floats

Bare = Callable[[Floats], NDArray[np.bool_]]
"""Whether the body is seen at places (u, v; units from the middle of the face, n × 2)."""

NARROW = (0.7, 0.85, 1.0)  # of the layout: some makers set the pips of a two and a three closer together
ACROSS = np.array(
    [
        [(-far * np.cos(turn), -far * np.sin(turn)), (far * np.cos(turn), far * np.sin(turn))]
        for far in np.sqrt(2) * np.array(NARROW)
        for turn in np.radians(np.arange(0, 180, 5))
    ]
)  # of an ace no turn is known, so two pips across from each other may lie any way
MIDDLE = np.zeros((1, 1, 2))
CORNERS = np.array([[(1.0, -1.0), (-1.0, 1.0)]])  # those that a two and a three leave empty
SIDES = np.array([[(-1.0, 0.0), (1.0, 0.0)], [(0.0, -1.0), (0.0, 1.0)]])  # inner pips of a six, either way
ELSEWHERE: dict[int, list[tuple[frozenset[int], Floats]]] = {
    1: [(frozenset({2, 3, 4, 5, 6}), ACROSS)],
    2: [(frozenset({1, 3, 5}), MIDDLE), (frozenset({4, 5, 6}), CORNERS)],
    3: [(frozenset({4, 5, 6}), CORNERS)],
    4: [(frozenset({1, 3, 5}), MIDDLE), (frozenset({6}), SIDES)],
}
"""For each face, other faces, and the ways in which pips of theirs may lie where it has none: ways × pips × 2. Five and
six are no part of any other."""


def others(value: int) -> frozenset[int]:
    """The faces that must be ruled out for it to be this one."""
    return frozenset().union(*(faces for faces, _ in ELSEWHERE.get(value, [])))


def left(value: int, bare: Bare) -> frozenset[int]:
    """Those of them that it may be all the same: in some way of theirs no pip is seen to be missing."""
    out: set[int] = set()
    for faces, ways in ELSEWHERE.get(value, []):
        missing = bare(ways.reshape(-1, 2)).reshape(ways.shape[:2]).any(axis=1)
        if not missing.all():
            out |= faces
    return frozenset(out)
