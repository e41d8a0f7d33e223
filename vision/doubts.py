"""Why a reading may be wrong: pips and bodies left over, dice that lean. Knows no thresholds of what a die is."""

from collections.abc import Iterable, Iterator
from statistics import median
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.again import overlooked
from vision.bodies import Likeness, alike, likeness
from vision.find import Found, held
from vision.glint import may_have_more
from vision.leaning import leaning
from vision.loose import standing_out
from vision.pips_alone import pips_alone
from vision.reading import DoubtKind
from vision.sight import Floats
from vision.strays import faint, strays
from vision.tuning import Tuning

LEANING, STRAY, ALIKE, UNREAD, OUTSTANDING = range(5)  # the order in which they are told, but for the last two: as one


class Reason(NamedTuple):
    """A doubt with its place, in pixels of the plane. stays: no other look at the picture takes it away."""

    kind: DoubtKind
    x: float
    y: float
    stays: bool = False


class Reasons:
    """Every reason not to trust what was found, each with its place, looked for only as it is asked for."""

    def __init__(self, found: Found, tuning: Tuning) -> None:
        """Look for nothing yet."""
        self._left = _kinds(found, tuning)
        self._told: list[tuple[int, list[Reason]]] = []

    def more(self, net: bool = True) -> Iterator[list[Reason]]:
        """Those that were not told before, kind by kind, the dearest last. net: also those for which it is asked."""
        for kind in self._left:
            self._told.append(kind)
            yield kind[1]
            if kind[0] == OUTSTANDING and not net:
                return

    @property
    def told(self) -> list[Reason]:
        """All that were told, in a fixed order."""
        ordered = [reason for rank in range(UNREAD) for told, some in self._told if told == rank for reason in some]
        return ordered + sorted({reason for told, some in self._told if told >= UNREAD for reason in some})

    def all(self) -> list[Reason]:
        """All there are, in a fixed order."""
        for _ in self.more():
            pass
        return self.told


def _kinds(found: Found, tuning: Tuning) -> Iterator[tuple[int, list[Reason]]]:
    """Kind by kind where they stand among all, and they themselves."""
    yield UNREAD, _unclear([*_unread(found, tuning), *((w.face.x, w.face.y) for w in found.pale + found.bare)])
    if all(w.face.value < 3 for w in found.dice):  # two specks make a two: such a reading must explain all there is
        loose = [(w.face.x, w.face.y) for w in found.dice if w.face.value == 2 and w.snug < tuning.snug_alone]
        yield UNREAD, _unclear([*_salient(found, tuning), *loose])
    if not found.dice:
        yield UNREAD, _unclear(_blank_bodies(found, tuning))
        yield UNREAD, _unclear(pips_alone(found.sight, found.marks, tuning))
        return
    yield UNREAD, [Reason(DoubtKind.UNCLEAR, w.face.x, w.face.y, stays=True) for w in may_have_more(found, tuning)]
    yield STRAY, [Reason(DoubtKind.NO_FACE, x, y) for x, y in strays(found, tuning)]
    seen = likeness(found.sight, [w.face for w in found.dice], tuning)
    yield UNREAD, _unclear(place for sign in found.marks for place in _empty_bodies(found, seen, sign, tuning))
    yield ALIKE, [Reason(*one) for one in alike(seen, tuning)]
    yield LEANING, [Reason(DoubtKind.COCKED, w.face.x, w.face.y, side) for w, side in leaning(found, seen, tuning)]
    out_of, fainter = standing_out(found.sight, [w.face for w in found.dice], tuning)
    yield OUTSTANDING, _unclear(out_of)
    picture, side = found.sight.colours[0], 4 * found.typical[0]
    known = overlooked(picture, fainter, side, tuning)
    yield UNREAD, _unclear(known)
    yield UNREAD, _unclear(overlooked(picture, faint(found, tuning), side, tuning, known))


def _unclear(places: Iterable[tuple[float, float]]) -> list[Reason]:
    return [Reason(DoubtKind.UNCLEAR, x, y) for x, y in places]


def _unread(found: Found, tuning: Tuning) -> list[tuple[float, float]]:
    """Bodies with something like a pip on them that were not read."""
    out = set()
    for sign, s in found.marks.items():
        body, pip = held(found.marks, sign, tuning)
        if len(body):
            away = np.asarray((found.away[-sign] > tuning.own_body).all(axis=0))
            unread = body[_sized(found, s.r[body], tuning) & away[pip]]
            out |= set(zip(s.x[unread].tolist(), s.y[unread].tolist(), strict=True))
    return sorted(out)


def _sized(found: Found, r: Floats, tuning: Tuning) -> NDArray[np.bool_]:
    """Whether round marks of these radii have the size of a body, as far as the dice found or a known size tell."""
    known = [found.sight.side / 4] if found.sight.side else []
    units = [w.face.unit for w in found.dice] or known
    if not units:
        return np.asarray(r > 0)
    return np.asarray((r > tuning.round_least * max(units)) & (r < tuning.round_most * min(units)))


def _empty_bodies(found: Found, seen: Likeness, sign: int, tuning: Tuning) -> list[tuple[float, float]]:
    """Round marks like the bodies of the dice that were read, without a die: its pips may be lost in a glare.

    A dark one without their colour is a shadow.
    """
    s = found.marks[sign]
    whole = (s.ragged < tuning.round_ragged) & (s.clean > tuning.clean_rim) & (s.aspect < tuning.round_long)
    if not whole.any():
        return []
    sized, d = whole & _sized(found, s.r, tuning), found.away[sign]
    away = (d > tuning.own_body).all(axis=0)
    pips = median(w.face.contrast for w in found.dice)
    bright = sized & away & (s.contrast > pips) & (s.clean > tuning.cleanest_rim) & (s.aspect < tuning.bright_long)
    bodies = sized & (d < tuning.round_middle).any(axis=0)
    alone = bright  # as strong as pips: a glare on a whole face
    if bodies.any():
        usual, contrast = (median(column[bodies].tolist()) for column in (s.r, s.contrast))
        like = whole & away & (np.abs(np.log(s.r / np.float32(usual))) < tuning.round_alike)
        if sign < 0:
            level = s.outside + s.contrast
            like &= level > tuning.round_lit * median(level[bodies].tolist())
        alone = bright | (like & (s.contrast > tuning.round_pale * contrast))
    places = zip(s.x[alone].tolist(), s.y[alone].tolist(), strict=True)
    return [(x, y) for x, y in places if sign < 0 or seen.shown(x, y) > tuning.round_shown]


def _blank_bodies(found: Found, tuning: Tuning) -> list[tuple[float, float]]:
    """Where nothing was read: a few things of one size and strength, round or square, as dice without pips would be."""
    out: list[tuple[float, float]] = []
    for s in found.marks.values():
        whole = (s.clean > tuning.clean_rim) & (s.ragged < tuning.round_ragged) & (s.aspect < tuning.blank_long)
        whole &= (s.r > tuning.blank_px) & (s.contrast > tuning.blank_contrast) & (s.depth > tuning.blank_deep)
        s = s.take(whole & _sized(found, s.r, tuning))
        alike = s.like(tuning.blank_size, tuning.blank_strength)
        alike &= np.hypot(s.x[:, None] - s.x, s.y[:, None] - s.y) > tuning.blank_apart * s.r
        many = alike.sum(axis=1)
        if many.size and 0 < many.max() < tuning.blank_most:
            out += zip(s.x[many > 0].tolist(), s.y[many > 0].tolist(), strict=True)
    return out


def _salient(found: Found, tuning: Tuning) -> list[tuple[float, float]]:
    """Where little was read: round things that stand out, but not so many that they are the table's weave."""
    out: list[tuple[float, float]] = []
    dark = [float(found.marks[1].outside[i]) for w in found.dice if w.face.sign > 0 for i in w.face.pips]
    body = median(dark) if dark else None
    for sign, s in found.marks.items():
        strong = (s.contrast > tuning.salient) & (s.r > tuning.salient_px) & (s.depth > tuning.salient_deep)
        strong &= (s.clean > tuning.clean_rim) & (s.ragged < tuning.round_ragged) & (s.aspect < tuning.salient_long)
        strong &= (found.away[sign] > tuning.salient_away).all(axis=0)
        if found.sight.side:
            unit = found.sight.side / 4
            pip = (s.r > tuning.known_pip_least * unit) & (s.r < tuning.known_pip_most * unit)
            strong &= pip | ((s.r > tuning.round_least * unit) & (s.r < tuning.round_most * unit))
        if sign < 0 and body:
            strong &= s.outside + s.contrast > tuning.round_lit * body
        out += zip(s.x[strong].tolist(), s.y[strong].tolist(), strict=True)
    return out if len(out) <= tuning.most_salient else []
