"""Dice as values: faces, opposite faces, five of them. Knows nothing of boxes or points."""

from collections.abc import Iterable
from itertools import combinations_with_replacement

FACES = (1, 2, 3, 4, 5, 6)

Dice = tuple[int, ...]
"""Five faces, in the order they lie on the tray; rules never look at the order."""


def opposite(face: int) -> int:
    """The face underneath: opposite faces of a die add to 7.

    >>> opposite(3)
    4
    """
    return 7 - face


def five(faces: Iterable[int]) -> Dice:
    """Five faces from 1 to 6, or a ValueError whose text can be shown to a person.

    >>> five([1, 3, 3, 5, 6])
    (1, 3, 3, 5, 6)
    >>> five([1, 2, 3, 4, 7])
    Traceback (most recent call last):
    ValueError: A die shows 1 to 6, not 7.
    >>> five([1, 2, 3, 4])
    Traceback (most recent call last):
    ValueError: A throw has five dice, not 4.
    """
    dice = tuple(faces)
    for face in dice:
        if isinstance(face, bool) or not isinstance(face, int) or face not in FACES:
            raise ValueError(f"A die shows 1 to 6, not {face!r}.")
    if len(dice) != 5:
        raise ValueError(f"A throw has five dice, not {len(dice)}.")
    return dice


def turned(dice: Dice, faces: Iterable[int]) -> Dice:
    """The dice after one die showing each of these faces is turned over; no die is turned twice.

    Raises ValueError when there are not that many dice with such a face.

    >>> turned((1, 3, 3, 5, 6), [3])
    (1, 4, 3, 5, 6)
    >>> turned((1, 6, 2, 2, 2), [1, 6])
    (6, 1, 2, 2, 2)
    """
    after = list(dice)
    untouched = list(range(len(after)))
    for face in faces:
        index = next((i for i in untouched if after[i] == face), None)
        if index is None:
            raise ValueError(f"There is no die showing {face} left to turn among {' '.join(map(str, dice))}.")
        after[index] = opposite(face)
        untouched.remove(index)
    return tuple(after)


THROWS: tuple[Dice, ...] = tuple(combinations_with_replacement(FACES, 5))
"""All 252 distinct throws, sorted."""
