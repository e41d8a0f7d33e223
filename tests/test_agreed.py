"""Rules of holding to one play area while every look finds slightly another."""

import random

import pytest

from vision.agreed import AGREE, Agreed, Area, agreed
from vision.plane import Quad

WIDE = 640
TRAY: Quad = ((60.0, 50.0), (580.0, 50.0), (600.0, 440.0), (40.0, 440.0))
STANDS_IN = Area(((38.4, 28.8), (601.6, 28.8), (601.6, 451.2), (38.4, 451.2)), False)


def look(chance: random.Random, right: float = 0.0, wander: float = 5.3) -> Area:
    """What one look finds: each corner up to so many pixels beside its place in both ways, two looks 15 apart."""
    a, b, c, d = ((x + right + chance.uniform(-wander, wander), y + chance.uniform(-wander, wander)) for x, y in TRAY)
    return Area((a, b, c, d), True)


def after(looks: list[Area], known: Agreed | None = None) -> list[Area]:
    """What is held to after each look."""
    held, now = [], known or Agreed()
    for one in looks:
        now = agreed(now, one, WIDE)
        assert now.held is not None
        held.append(now.held)
    return held


@pytest.mark.parametrize("seed", range(10))
def test_looks_that_wander_by_15_pixels_move_nothing(seed: int) -> None:
    """For half a minute of them; the corners stay where the first look found them."""
    chance = random.Random(seed)
    looks = [look(chance) for _ in range(75)]
    assert set(after(looks)) == {looks[0]}


@pytest.mark.parametrize("seed", range(10))
def test_a_tray_that_was_moved_is_followed_once_looks_agree(seed: int) -> None:
    """Once, to the middle of what they found: 30 pixels to the right, within what looks wander."""
    chance = random.Random(seed)
    looks = [*(look(chance) for _ in range(10)), *(look(chance, 30.0) for _ in range(30))]
    held = after(looks)
    assert set(held[: 10 + AGREE // 2]) == {held[0]}
    assert len(set(held[10 + AGREE :])) == 1
    assert all(abs(x - (tray + 30)) < 5.3 for (x, _), (tray, _) in zip(held[-1].corners, TRAY, strict=True))


def test_what_is_found_for_a_moment_only_moves_nothing() -> None:
    """A hand or a shadow makes one look find another tray, or none; for two seconds it may."""
    chance = random.Random(1)
    steady, hand = [look(chance) for _ in range(3)], [look(chance, 120.0) for _ in range(AGREE - 1)]
    assert set(after([*steady, *hand, *steady, *([STANDS_IN] * (AGREE - 1)), *steady])) == {steady[0]}


def test_a_tray_that_comes_or_goes_is_told_once_looks_agree() -> None:
    """From corners that only stand there to found ones, and back."""
    chance = random.Random(1)
    looks = [*([STANDS_IN] * 3), *(look(chance) for _ in range(AGREE)), *([STANDS_IN] * AGREE)]
    assert [area.found for area in after(looks)] == [
        *([False] * (2 + AGREE)), *([True] * AGREE), False
    ]  # fmt: skip


def test_looks_that_agree_on_nothing_move_nothing() -> None:
    """Where edges are found anywhere, the corners are for a person to move."""
    chance = random.Random(1)
    first = look(chance)
    assert set(after([first, *(look(chance, 60.0, wander=90.0) for _ in range(40))])) == {first}
