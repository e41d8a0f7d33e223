"""Rules of believing a calibration, in made-up looks: what lasts is told once, what passes never."""

from collections.abc import Iterable

import pytest

from vision.trust import LASTS_S, LOOKS, Fit, Trust, weigh

STEP_S = 0.3


def told(looks: Iterable[Fit]) -> tuple[list[Fit], Trust, list[bool]]:
    """What is told of looks, a step apart; what is remembered in the end; and what was believed after each."""
    trust, said, believed = Trust(), [], []
    for k, look in enumerate(looks):
        trust, news = weigh(trust, k * STEP_S, look)
        said += [news] if news else []
        believed.append(trust.believes)
    return said, trust, believed


def row(fit: Fit, lasts_s: float) -> list[Fit]:
    """Looks that say the same for so long."""
    return [fit] * (round(lasts_s / STEP_S) + 1)


@pytest.mark.parametrize("fit", [Fit.MOVED, Fit.LIGHT, Fit.LOST])
def test_what_lasts_is_told_once_and_its_end_too(fit: Fit) -> None:
    """Then all is as before."""
    said, trust, believed = told([*row(Fit.SAME, 2), *row(fit, LASTS_S[fit] + 3), *row(Fit.SAME, 2)])
    assert said == [fit, Fit.SAME]
    assert trust.calm
    assert believed[-1]


@pytest.mark.parametrize("fit", [Fit.MOVED, Fit.LIGHT, Fit.LOST])
def test_what_passes_is_never_told(fit: Fit) -> None:
    """A hand, a lamp that flickers: shorter than it must last, however often."""
    passing = [fit] * (LOOKS - 1) + [Fit.SAME]
    said, trust, _ = told(passing * 20)
    assert said == []
    assert trust.calm


@pytest.mark.parametrize("fit", [Fit.MOVED, Fit.LIGHT])
def test_nothing_is_believed_from_the_first_look_at_a_tray_elsewhere(fit: Fit) -> None:
    """A reading of a tray that moved could be taken for a throw before it is told."""
    _, _, believed = told([Fit.SAME, fit, Fit.SAME])
    assert believed == [True, False, True]


def test_a_hand_that_hides_the_tray_stops_no_reading_by_itself() -> None:
    """What it hides is doubted anyway; only when it stays for long the tray is missed."""
    said, _, believed = told(row(Fit.LOST, LASTS_S[Fit.LOST] / 2))
    assert said == []
    assert all(believed)
    said, _, believed = told(row(Fit.LOST, LASTS_S[Fit.LOST] + 1))
    assert said == [Fit.LOST]
    assert not believed[-1]


def test_another_misfit_takes_the_place_of_the_first() -> None:
    """The camera is bumped, and then the lamp goes out."""
    said, _, believed = told([*row(Fit.MOVED, 3), *row(Fit.LIGHT, 3)])
    assert said == [Fit.MOVED, Fit.LIGHT]
    assert not any(believed)
