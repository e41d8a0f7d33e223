"""From a frame to a reading: the one door to the eye's judgement. Knows no camera and no game."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from statistics import median

import cv2
import numpy as np

from vision.again import again
from vision.closer import closer, kept, lasting, may_add
from vision.doubts import Reason, Reasons
from vision.find import Found, find_dice, held
from vision.frame import Frame, Picture
from vision.merge import instead, together
from vision.pale import held_back
from vision.reading import Die, Doubt, DoubtKind, Reading
from vision.seeing import softness, unlit
from vision.sight import Sight, halved, middle, shade, sight, tints
from vision.tuning import Tuning
from vision.worth import smaller, worth

DEFAULT = Tuning()
Counts = Callable[[float, float], bool]
"""Whether what lies at a place of the frame counts."""


def read(frame: Frame, tuning: Tuning = DEFAULT, side_px: float | None = None, counts: Counts | None = None) -> Reading:
    """Say which dice lie in the frame, which face each shows, and every reason not to trust it.

    side_px: how wide the dice are in the frame, if that is known: then they are looked for in the size that shows them
    soonest, and what has another size is doubted; so a wrong one makes readings unsure and never wrong. The same frame
    gives the same reading, to the bit. Dice and doubts are in pixels of the frame, dice sorted by place.

    counts: whether dice and doubts at a place will count; of others they are told, but nothing is spared for them.
    """
    if min(frame.picture.shape[:2]) < 8:
        return Reading()
    if _narrow(frame.picture, tuning):
        return Reading((), (Doubt(DoubtKind.TOO_SMALL),))
    if side_px is not None:
        return _of_size(again(frame.picture, _known(frame.picture, side_px, tuning, counts), tuning), side_px, tuning)
    picture, scale = fit(frame.picture, tuning)
    if kind := unlit(picture, tuning):
        return Reading((), (Doubt(kind),))
    seen = _glance(picture, scale, tuning) or _looked(picture, scale, tuning, counts)
    return _clear(again(frame.picture, seen, tuning), picture, tuning)


def _narrow(picture: Picture, tuning: Tuning) -> bool:
    """Whether it is a strip in which no die could be told, at the size the reader is made for."""
    h, w = picture.shape[:2]
    return bool(min(h, w) < tuning.smallest_die * max(1.0, max(h, w) / tuning.longest_px))


def _clear(seen: Reading, picture: Picture, tuning: Tuning) -> Reading:
    """The reading, and whether the picture shows too little of what is not understood: dice too small, or blurred."""
    doubts = list(seen.doubts)
    if seen.dice and median(die.size for die in seen.dice) < tuning.smallest_die:
        doubts.append(Doubt(DoubtKind.TOO_SMALL))
    if doubts and softness(picture, tuning) > tuning.blurred:
        doubts.append(Doubt(DoubtKind.BLURRED))
    return replace(seen, doubts=tuple(doubts))


def fit_to(picture: Picture, side_px: float, tuning: Tuning) -> list[tuple[Picture, float]]:
    """The picture at the smallest size in which such dice can be read and at twice that, where it has so many pixels.

    With each, pixels of the original for one of its. Smaller dice than can be read are doubled.
    """
    if side_px < tuning.least_side:
        h, w = picture.shape[:2]
        return [(np.asarray(cv2.resize(picture, (w * 2, h * 2), interpolation=cv2.INTER_CUBIC), np.uint8), 0.5)]
    sizes = [(picture, 1.0)]
    while side_px / (2 * sizes[0][1]) >= tuning.least_side and min(sizes[0][0].shape[:2]) >= 32:
        sizes = [(halved(sizes[0][0]), 2 * sizes[0][1]), sizes[0]]
    return sizes


def _known(picture: Picture, side_px: float, tuning: Tuning, counts: Counts | None) -> Reading:
    """Look for dice of a known size where that is cheapest; what leaves a doubt there is looked at twice as closely.

    Where nothing is seen the size may be wrong: so it is looked for at every size before a tray is called empty.
    """
    sizes = fit_to(picture, side_px, tuning)
    small, scale = sizes[0]
    if kind := unlit(small, tuning):
        return Reading((), (Doubt(kind),))
    whole = sight(shade(small), small, side_px / scale)
    if len(sizes) > 1:
        if seen := _if_sure(*see(whole, tuning), scale, tuning):
            return seen
        larger, larger_scale = sizes[1]
        seen = _look(sight(shade(larger), larger, side_px / larger_scale), larger_scale, tuning)
    else:
        seen = _look(whole, scale, tuning)
    seen = _in_colours(seen, whole, scale, tuning, counts)
    fine, fine_scale = fit(picture, tuning)
    if not seen.dice and fine_scale < sizes[-1][1]:
        seen = together(seen, _look(sight(shade(fine), fine), fine_scale, tuning), tuning)
    return seen


def _look(looked: Sight, scale: float, tuning: Tuning) -> Reading:
    """What one plane alone shows."""
    found, stretch = see(looked, tuning)
    return _reading(found, stretch, scale, tuning, Reasons(found, tuning).all())


def _if_sure(found: Found, stretch: tuple[float, float], scale: float, tuning: Tuning) -> Reading | None:
    """What was found, where that is more than ones and twos, which may be specks, and leaves no doubt.

    Where it does not, it is looked elsewhere, and of many doubts the first will do; so the net is not asked for more
    before those without it have gone.
    """
    few = all(w.face.value < 3 for w in found.dice) and not may_add(found, tuning)
    why = Reasons(found, tuning)
    if few or _doubted(found, why.more(net=False), tuning):
        return None
    if not why.told and _doubted(found, why.more(), tuning):
        return None
    seen = _reading(found, stretch, scale, tuning, why.told, every=True)
    if len(seen.dice) > len(found.dice):  # what the net doubted without them stands beside them too
        seen = _reading(found, stretch, scale, tuning, why.all(), every=True)
    return seen if seen.sure and seen.beyond_specks else None


def _doubted(found: Found, kinds: Iterable[list[Reason]], tuning: Tuning) -> bool:
    """Whether some doubt is sure to stay. Looks for no more of them than that takes."""
    places: list[tuple[float, float]] = []
    for some in kinds:
        places += [(x, y) for _, x, y, _ in some]
        if lasting(found, places, tuning):
            return True
    return False


def _of_size(reading: Reading, side_px: float, tuning: Tuning) -> Reading:
    """The dice that have the known size; those that have not are doubts."""
    fit = [die for die in reading.dice if 1 / tuning.known_size < die.size / side_px < tuning.known_size]
    odd = tuple(Doubt(DoubtKind.UNCLEAR, die.x, die.y) for die in reading.dice if die not in fit)
    return Reading(tuple(fit), (*reading.doubts, *odd))


def _looked(picture: Picture, scale: float, tuning: Tuning, counts: Counts | None) -> Reading:
    """Look at brightness and, while that leaves doubts, at colours alone: what one misses another may show."""
    whole = sight(shade(picture), picture)
    return _in_colours(_look(whole, scale, tuning), whole, scale, tuning, counts)


def _in_colours(seen: Reading, whole: Sight, scale: float, tuning: Tuning, counts: Counts | None) -> Reading:
    """What was seen in brightness, and what the colours of a picture show in addition while that leaves doubts.

    Those in which a doubt would stay all the same are not looked at.
    """
    if _past_help(seen, counts, tuning):
        return seen
    seen = _held_back(seen, whole, scale, tuning)
    bold = replace(tuning, least_peak=tuning.sure_peak, faintest=tuning.faintest_colour)
    if seen.sure and not seen.dice and max(whole.shape) >= tuning.glance_px and len(whole.colours) > 1:
        whole, scale = whole.half(), 2 * scale
    whole, scale = smaller(seen, whole, scale, tuning)
    helps: Iterator[bool] | None = None
    for plane in tints(whole.colours[0]):
        if seen.sure and seen.beyond_specks:
            return seen  # a one or a two alone may be specks, or what a glare has left of a five
        if _past_help(seen, counts, tuning):
            return seen
        helps = helps or worth(_counting(seen, counts), whole, scale, tuning)
        if not next(helps):
            continue
        if len(seen.dice) >= tuning.closer_beside:  # the closer look was taken, in all colours
            tuning = replace(tuning, closer_places=0)
        seen = _with(seen, *see(whole.through(plane), own := bold if seen.sure else tuning), scale, own)
    return seen


def _held_back(seen: Reading, whole: Sight, scale: float, tuning: Tuning) -> Reading:
    """What was seen or, while that leaves doubts, what shows where the table is held back, if it explains all of it."""
    places = [(d.x, d.y) for d in seen.doubts if d.x is not None and d.y is not None]
    at = [((x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5) for x, y in places]
    for plane in held_back(whole, at, tuning):
        seen = instead(seen, _look(whole.through(plane), scale, tuning), tuning)
    return seen


def _past_help(seen: Reading, counts: Counts | None, tuning: Tuning) -> bool:
    """Whether it stays unsure whatever else shows: by a doubt that stays, or by so many that they are a pattern."""
    doubts = _counting(seen, counts).doubts
    return len(doubts) >= tuning.pattern or any(doubt.stays for doubt in doubts)


def _counting(seen: Reading, counts: Counts | None) -> Reading:
    """What of a reading counts; a doubt without a place does."""
    if not counts:
        return seen
    dice = tuple(die for die in seen.dice if counts(die.x, die.y))
    return Reading(dice, tuple(d for d in seen.doubts if d.x is None or d.y is None or counts(d.x, d.y)))


def _with(seen: Reading, found: Found, stretch: tuple[float, float], scale: float, tuning: Tuning) -> Reading:
    """A reading together with what was found in another plane, whose doubts are looked for where they could matter."""
    why = Reasons(found, tuning)
    if not may_add(found, tuning):
        bare = Reading(_dice(found, stretch, scale))
        if together(seen, bare, tuning) == seen:
            return seen
        if _doubted(found, why.more(), tuning) and together(seen, bare, tuning, unsure=True) == seen:
            return seen
    return together(seen, _reading(found, stretch, scale, tuning, why.all()), tuning)


def _glance(picture: Picture, scale: float, tuning: Tuning) -> Reading | None:
    """What half the size shows, when that explains everything and finer marks could be no pips of such dice."""
    if max(picture.shape[:2]) < tuning.glance_px:
        return None
    half = halved(picture)
    found, stretch = see(sight(shade(half), half), tuning)
    if not any(w.face.value > 2 for w in found.dice) or found.typical[1] < tuning.glance_pip:
        return None
    return _if_sure(found, stretch, 2 * scale, tuning)


def fit(picture: Picture, tuning: Tuning) -> tuple[Picture, float]:
    """The picture at a size the reader is made for, and how many pixels of the original one of its pixels is."""
    h, w = picture.shape[:2]
    f = 1
    while max(h, w) / f > tuning.longest_px:
        f *= 2
    if f > 1:
        smaller = cv2.resize(picture[: h // f * f, : w // f * f], (w // f, h // f), interpolation=cv2.INTER_AREA)
        return np.asarray(smaller, np.uint8), float(f)
    if 16 <= max(h, w) < tuning.shortest_px:
        return np.asarray(cv2.resize(picture, (w * 2, h * 2), interpolation=cv2.INTER_CUBIC), np.uint8), 0.5
    return picture, 1.0


def see(seen: Sight, tuning: Tuning) -> tuple[Found, tuple[float, float]]:
    """Find dice in a sight; squeeze it first when all pips say that it is stretched along one side.

    Returns what was found and how many of its pixels one pixel of the sight is, across and down.
    """
    found = find_dice(seen, tuning)
    taller = _taller(found, tuning)
    if abs(np.log(taller)) < np.log(tuning.unstretch):
        return found, (1.0, 1.0)
    across, down = (taller, 1.0) if taller > 1 else (1.0, 1 / taller)
    return find_dice(seen.squeezed(across, down), tuning), (across, down)


def _taller(found: Found, tuning: Tuning) -> float:
    """How much taller than wide the picture shows pips, 1 when it doesn't: some cameras leave out every second line."""
    long, turn = [], []
    for sign, s in found.marks.items():
        own = [i for w in found.dice if w.face.sign == sign for i in w.face.pips]
        pips = np.unique(np.concatenate([own, held(found.marks, -sign, tuning)[1]]).astype(np.intp))
        long.append(np.log(s.aspect[pips].astype(float)))
        turn.append(2 * s.tilt[pips].astype(float))
    drawn, way = np.concatenate(long), np.concatenate(turn)
    if len(drawn) < 3:
        return 1.0
    up, aslant = middle(-drawn * np.cos(way)), middle(drawn * np.sin(way))
    return float(np.exp(up)) if abs(up) > 2 * abs(aslant) else 1.0


def _reading(
    found: Found, stretch: tuple[float, float], scale: float, tuning: Tuning, doubts: list[Reason], every: bool = False
) -> Reading:
    """Put what was found into words, in pixels of the frame. every: that it is of use only without a doubt."""
    few = 0 < len(doubts) < tuning.pattern
    more = closer(found, [(x, y) for _, x, y, _ in doubts], tuning, every) if few else found
    if len(more.dice) > len(found.dice):
        added = more.dice[len(found.dice) :]
        found, doubts = more, kept(doubts, added, Reasons(more, tuning).all(), tuning)
    told = (Doubt(kind, *_place(x, y, stretch, scale), stays) for kind, x, y, stays in doubts)
    return Reading(_dice(found, stretch, scale), tuple(told))


def _dice(found: Found, stretch: tuple[float, float], scale: float) -> tuple[Die, ...]:
    """What was found as dice, in pixels of the frame, sorted by place."""
    across, down = stretch
    size = 4 * scale / (across * down) ** 0.5
    dice = [
        Die(w.face.value, *_place(w.face.x, w.face.y, stretch, scale), size * w.face.unit, round(w.quality, 3))
        for w in found.dice
    ]
    return tuple(sorted(dice, key=lambda die: (die.y, die.x, die.value)))


def _place(x: float, y: float, stretch: tuple[float, float], scale: float) -> tuple[float, float]:
    across, down = stretch
    return (x + 0.5) * scale / across - 0.5, (y + 0.5) * scale / down - 0.5
