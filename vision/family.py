"""Which faces belong together: dice of one size, and odd ones beside them. Knows poses and quality, no picture."""

from statistics import median

import numpy as np

from vision.pips import Face
from vision.tuning import Tuning
from vision.weigh import Weighed


def families(standing: list[Weighed], tuning: Tuning) -> list[Weighed]:
    """All dice: those of one size that together explain most, then odd ones that leave no doubt of their own."""
    dice = _family(standing, tuning)
    sure = [w.face for w in dice if _convincing(w, tuning)]
    if not sure:
        return []
    depth, unit = median(f.depth for f in sure), median(f.unit for f in sure)

    def good(w: Weighed, six: float, two: float, least: float, most: float) -> bool:
        return w.quality > (six if w.face.value > 2 else two) and least * depth < w.face.depth < most * depth

    def member(w: Weighed) -> bool:
        least = tuning.palest if w.face.value > 4 else tuning.pale_member  # a five or six has lost none of its pips
        return good(w, tuning.member, tuning.member_two, least, tuning.deep_member)

    dice = [w for w in dice if member(w)]
    for w in sorted(standing, key=_by_pips):
        size = w.face.unit / unit
        odd = good(w, tuning.loner, tuning.loner_two, tuning.pale_loner, 1 / tuning.pale_loner)
        odd = odd and tuning.small_loner < size < 1 / tuning.small_loner
        odd = odd and not (w.face.value in (2, 3) and tuning.row_least < size < tuning.row_most)
        if odd and apart(w.face, dice, tuning):
            dice.append(w)
    return dice


def apart(f: Face, dice: list[Weighed], tuning: Tuning) -> bool:
    """Whether a die here would not lie within one of the others."""
    return all(np.hypot(f.x - w.face.x, f.y - w.face.y) > tuning.apart * 2 * (f.unit + w.face.unit) for w in dice)


def _convincing(w: Weighed, tuning: Tuning) -> bool:
    """Whether a face proves by itself that dice are there; the few pips of a two need to be the blacker for it."""
    if w.face.value >= 3:
        return w.quality > tuning.convincing
    black = w.quality > tuning.convincing and w.face.depth > tuning.black_two
    return black or w.quality > tuning.convincing_two


def _family(standing: list[Weighed], tuning: Tuning) -> list[Weighed]:
    """The dice of one size that together explain most: from the seed whose relatives are strongest."""

    def strength(w: Weighed) -> float:
        return (w.face.value - tuning.less_a_pip) * w.face.contrast * w.quality

    order = sorted(standing, key=lambda w: (-strength(w), w.face.x, w.face.y, w.face.value))[: tuning.most_faces]
    best: list[Weighed] = []
    most = 0.0
    for seed in order[: tuning.most_seeds]:
        dice: list[Weighed] = []
        for w in sorted(order, key=_by_pips):
            if _related(seed.face, w.face, tuning) and apart(w.face, dice, tuning):
                dice.append(w)
        total = sum(strength(w) ** 2 for w in dice)  # squares: many weak ones are a pattern, not dice
        if total > most * (1 + 1e-9):
            best, most = dice, total
    return best


def _by_pips(w: Weighed) -> tuple[float, ...]:
    """More pips explain more; then the better fit; then the place, so that the order is the same for ever."""
    return (-w.face.value, w.face.misfit, w.face.x, w.face.y)


def _related(f: Face, g: Face, tuning: Tuning) -> bool:
    """Whether two faces could be of dice of one size."""

    def ratio(a: float, b: float) -> float:
        return max(a, b) / min(a, b)

    larger = tuning.larger_ace if 1 in (f.value, g.value) else tuning.larger_pips
    return (
        ratio(f.unit, g.unit) < tuning.same_size
        and ratio(f.r, g.r) < larger
        and ratio(f.contrast, g.contrast) < tuning.other_contrast
        and ratio(f.depth, g.depth) < tuning.other_depth
    )
