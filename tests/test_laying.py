"""Laying faces over marks: the same as asking each mark about each, only sooner."""

import numpy as np
import pytest

from vision.laying import lay
from vision.near import within_reach
from vision.pips import LAYOUTS
from vision.spots import Spots
from vision.tuning import Tuning


def marks(places: np.ndarray, r: float = 3.0) -> Spots:
    """Round dark marks, all alike, at these places."""
    n = len(places)
    x, y = places.T.astype(np.float32)
    same = [np.full(n, level, np.float32) for level in (r, 1.0, 0.0, 80.0, 160.0, 0.0, 1.0)]
    return Spots(np.ones(n, np.intp), x, y, *same)


@pytest.mark.parametrize("value", range(2, 7))
def test_a_face_is_laid_over_its_own_pips(value: int) -> None:
    """With all of them and where they are, though no die is drilled exactly."""
    c, s = np.cos(0.4), np.sin(0.4)
    places = np.array(LAYOUTS[value], float) @ np.array([[c, s], [-s, c]]) * 12 + (100, 80)
    laid = lay(marks(places + np.random.default_rng(value).uniform(-0.7, 0.7, places.shape)), Tuning())
    (face,) = laid.take((laid.value == value) & (np.hypot(laid.x - 100, laid.y - 80) < 0.7)).faces()
    assert sorted(face.pips) == list(range(value))
    assert face.unit == pytest.approx(12, rel=0.1)


def test_all_that_are_near_are_found_and_little_else() -> None:
    """As by asking each about each."""
    chance = np.random.default_rng(3)
    places, at, reach = chance.uniform(0, 100, 200), chance.uniform(0, 100, 50), chance.uniform(0, 9, 50)
    k, m = within_reach(places, at, reach)
    asked = {(a, b) for a in range(50) for b in range(200) if abs(places[b] - at[a]) <= reach[a]}
    assert asked <= set(zip(k.tolist(), m.tolist(), strict=True))
    assert len(k) <= len(asked) + 10
