"""Which faces belong together: dice of one size, and odd ones beside them. Knows poses and quality, no picture."""

from collections.abc import Sequence
from statistics import median

import numpy as np

from vision.pips import Face
from vision.tuning import Tuning
from vision.weigh import Weighed

MORE = 1 + 1e-9  # times: sums of equal worth stay equal in whatever order a machine adds them


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
        sized = w.face.value > 2 or unit / tuning.same_size < w.face.unit < unit * tuning.same_size
        return sized and good(w, tuning.member, tuning.member_two, least, tuning.deep_member)

    dice = [w for w in dice if member(w)]
    for w in sorted(standing, key=_by_pips):
        size = w.face.unit / unit
        odd = good(w, tuning.loner, tuning.loner_two, tuning.pale_loner, 1 / tuning.pale_loner)
        odd = odd and tuning.small_loner < size < 1 / tuning.small_loner
        odd = odd and not (w.face.value in (2, 3) and tuning.row_least < size < tuning.row_most)
        if odd and apart(w.face, dice, tuning):
            dice.append(w)
    return dice


def apart(f: Face, dice: Sequence[Weighed], tuning: Tuning) -> bool:
    """Whether a die here would not lie within one of the others."""
    for w in dice:
        away, reach = (f.x - w.face.x) ** 2 + (f.y - w.face.y) ** 2, tuning.apart * 2 * (f.unit + w.face.unit)
        if away <= reach * reach:
            return False
    return True


def _convincing(w: Weighed, tuning: Tuning) -> bool:
    """Whether a face proves by itself that dice are there; the few pips of a two need to be the blacker for it."""
    if w.face.value >= 3:
        return w.quality > tuning.convincing
    black = w.quality > tuning.convincing and w.face.depth > tuning.black_two
    return black or w.quality > tuning.convincing_two


def _family(standing: list[Weighed], tuning: Tuning) -> list[Weighed]:
    """The dice of one size that together explain most: from the seed whose relatives are strongest."""
    strength = {w: (w.face.value - tuning.less_a_pip) * w.face.contrast * w.quality for w in standing}
    order = sorted(standing, key=lambda w: (-strength[w], w.face.x, w.face.y, w.face.value))[: tuning.most_faces]
    others = sorted(order, key=_by_pips)
    best: list[Weighed] = []
    most = 0.0
    for relatives in dict.fromkeys(_related(order[: tuning.most_seeds], others, tuning)):
        family = [w for w, relative in zip(others, relatives, strict=True) if relative]
        dice = _unmixed(_beside(family, [], tuning), family, strength, tuning)
        total = sum(strength[w] ** 2 for w in dice)  # squares: many weak ones are a pattern, not dice
        if total > most * MORE:
            best, most = dice, total
    return best


def _beside(family: list[Weighed], dice: list[Weighed], tuning: Tuning) -> list[Weighed]:
    """Those of a family that lie beside these dice and beside each other; the first of those that do not."""
    out: list[Weighed] = []
    for w in family:
        if apart(w.face, dice, tuning) and apart(w.face, out, tuning):
            out.append(w)
    return out


def _unmixed(
    dice: list[Weighed], family: list[Weighed], strength: dict[Weighed, float], tuning: Tuning
) -> list[Weighed]:
    """Two dice in place of one where that explains more: pips of two that touch make a third between them."""
    if len(family) < len(dice) + 2:
        return dice
    for w in dice:
        beside = [one for one in dice if one is not w]
        two = _beside([one for one in family if one is not w], beside, tuning)
        if len(two) > 1 and sum(strength[one] ** 2 for one in two) > strength[w] ** 2 * MORE:
            dice = sorted([*beside, *two], key=_by_pips)
    return dice


def _by_pips(w: Weighed) -> tuple[float, ...]:
    """More pips explain more; then the better fit, and of twos, which all fit, the better body; then the place, so that
    the order is the same for ever."""
    return (-w.face.value, w.face.misfit, -w.quality, w.face.x, w.face.y)


def _related(seeds: list[Weighed], others: list[Weighed], tuning: Tuning) -> list[tuple[bool, ...]]:
    """Whether each of the others could be a die of one size with each of the seeds."""
    if not seeds:
        return []
    a, b = (
        np.array([(f.unit, f.contrast, f.depth, f.r, f.value == 1) for f in (w.face for w in some)])
        for some in (seeds, others)
    )
    larger, smaller = np.maximum(a[:, None, :4], b[:, :4]), np.minimum(a[:, None, :4], b[:, :4])
    ratio = larger / smaller
    one = (a[:, None, 4] + b[:, 4]) > 0
    like = ratio[:, :, 3] < np.where(one, tuning.larger_ace, tuning.larger_pips)
    like &= (ratio[:, :, :3] < (tuning.same_size, tuning.other_contrast, tuning.other_depth)).all(axis=2)
    return [tuple(row) for row in like.tolist()]
