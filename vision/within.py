"""What of a reading is the throw's: the dice inside the play area, and the doubts there. Pure; knows no pictures."""

from math import ceil, floor

from vision.calibration import Calibration
from vision.reading import Blind, Die, Doubt, DoubtKind, Moment, Reading, Settled, Stirred

OVER = 0.5  # die sides beyond the edge at which a die is still on the tray: its top is seen further out than its foot
MARGIN = 1.25  # die sides beyond the edge: a die that just counts is whole in the evidence, however it is turned
THROW = 5  # dice of a throw: with so many on the tray, what lies beside it is somebody's spare die
OTHER = 1.3  # times larger or smaller than the calibrated dice: dice of another set; nearer the lens is a tenth


def within(reading: Reading, calibration: Calibration) -> Reading:
    """The dice on the tray and the doubts about it; a die off the tray is doubted while one on it may be missing."""
    dice = tuple(die for die in reading.dice if on(calibration, die.x, die.y))
    off = [die for die in reading.dice if not on(calibration, die.x, die.y)]
    doubts = tuple(d for d in reading.doubts if d.x is None or d.y is None or on(calibration, d.x, d.y))
    lost = tuple(Doubt(DoubtKind.OFF_TRAY, die.x, die.y) for die in off) if len(dice) < THROW else ()
    return Reading(dice, (*doubts, *lost))


def on(calibration: Calibration, x: float, y: float) -> bool:
    """Whether what lies at this place of the picture is on the tray."""
    return calibration.plane.off(x, y) <= OVER * calibration.side_px


def part(calibration: Calibration) -> tuple[slice, slice]:
    """The rows and columns of the picture in which what counts can be seen: the play area and a little beside it."""
    margin = MARGIN * calibration.side_px
    spans = [
        slice(max(0, floor(min(at) - margin)), min(size, ceil(max(at) + margin)))
        for at, size in zip(zip(*calibration.corners, strict=True), calibration.size, strict=True)
    ]
    return spans[1], spans[0]


def other_size(reading: Reading, calibration: Calibration) -> tuple[Doubt, ...]:
    """A doubt for each die of a reading of any size that is of another set than the calibrated one."""
    ratio = {die: calibration.plane.scale(die.x, die.y) * die.size / calibration.side_px for die in reading.dice}
    return tuple(
        Doubt(DoubtKind.OTHER_SIZE, die.x, die.y) for die, times in ratio.items() if not 1 / OTHER < times < OTHER
    )


def on_tray(moment: Moment, calibration: Calibration) -> Moment:
    """The moment with its dice in tray units. Doubts stay in pixels, as they are shown in the picture."""
    match moment:
        case Settled(at_s, dice):
            return Settled(at_s, tuple(_placed(die, calibration) for die in dice))
        case Stirred(at_s, doubts, dice):
            return Stirred(at_s, doubts, tuple(_placed(die, calibration) for die in dice))
        case Blind():
            return moment


def _placed(die: Die, calibration: Calibration) -> Die:
    x, y = calibration.plane.place(die.x, die.y)
    return Die(die.value, x, y, die.size * calibration.plane.scale(die.x, die.y), die.sure)
