"""What calibrating is asked to do, what it finds, and the words for that. Plain values; no pictures, no OpenCV."""

from dataclasses import dataclass
from enum import StrEnum

from vision.calibration import Calibration
from vision.plane import Point, Quad
from vision.reading import Die


class Step(StrEnum):
    """Where a calibration is: the tray is shown empty, then with five dice; then it is to be saved."""

    EMPTY = "empty"
    DICE = "dice"
    DONE = "done"


class Flaw(StrEnum):
    """What may be wrong with what is shown. The value is the code that others translate."""

    MOVES = "moves"
    SHOW_CORNERS = "show_corners"
    NOT_EMPTY = "not_empty"
    DIE_LIKE = "die_like"
    UNSTEADY = "unsteady"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    GLARE = "glare"
    BLURRED = "blurred"
    TILTED = "tilted"
    CAMERA_MOVED = "camera_moved"
    LIGHT_CHANGED = "light_changed"
    NOT_FIVE = "not_five"
    UNREAD = "unread"
    TOO_SMALL = "too_small"
    UNLIKE = "unlike"
    ALIKE = "alike"
    PLAIN = "plain"


SENTENCES: dict[Flaw, str] = {
    Flaw.MOVES: "something moves: hold still",
    Flaw.SHOW_CORNERS: "the tray was not found: put the four corners on it",
    Flaw.NOT_EMPTY: "something lies here: the tray must be empty",
    Flaw.DIE_LIKE: "this looks like a die: take it away, unless it belongs to the tray",
    Flaw.UNSTEADY: "exposure and colours do not come to rest: light the tray evenly and try again",
    Flaw.TOO_DARK: "too dark: more light",
    Flaw.TOO_BRIGHT: "too bright: less light, or a darker surface",
    Flaw.GLARE: "glare here: move the lamp or soften its light",
    Flaw.BLURRED: "out of focus: turn the lens, or change its height",
    Flaw.TILTED: "tilted by {number}°: hang the camera straight above the tray",
    Flaw.CAMERA_MOVED: "the camera or the tray has moved: begin again",
    Flaw.LIGHT_CHANGED: "the light has changed: begin again",
    Flaw.NOT_FIVE: "{number} dice are seen: lay five, apart from each other",
    Flaw.UNREAD: "a die here cannot be read: turn or move it",
    Flaw.TOO_SMALL: "the dice are only {number} pixels wide: bring the camera nearer",
    Flaw.UNLIKE: "the dice are not of one size",
    Flaw.PLAIN: "a moved camera will not be noticed: let the tray's rim be in the picture",
    Flaw.ALIKE: "dice and tray have nearly the same colour",
}
"""English sentences, which are keys of the catalogues too."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong. grave: so much that nothing is taken.  number: for its words.  x, y: where, pixels."""

    flaw: Flaw
    grave: bool = True
    number: int = 0
    x: float | None = None
    y: float | None = None

    @property
    def words(self) -> str:
        """As an English sentence.

        >>> Finding(Flaw.TILTED, number=14).words
        'tilted by 14°: hang the camera straight above the tray'
        """
        return SENTENCES[self.flaw].format(number=self.number)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a calibration is, and what the newest picture is worth for it.

    size: of the picture.  corners: of the play area.  found: whether they were seen, or set by a person.
    dice: those seen on the tray, in pixels.  made: the finished calibration, with the picture that goes with it.
    """

    step: Step
    size: tuple[int, int]
    corners: Quad
    found: bool
    findings: tuple[Finding, ...]
    dice: tuple[Die, ...] = ()
    made: Calibration | None = None
    picture: bytes = b""

    @property
    def passed(self) -> bool:
        """Whether nothing grave is wrong."""
        return not any(finding.grave for finding in self.findings)


@dataclass(frozen=True, slots=True)
class Begin:
    """Stop reading dice and calibrate; once more from the beginning, if that is what is being done."""


@dataclass(frozen=True, slots=True)
class Corners:
    """A person says where the play area's corners are, in pixels; they stay there."""

    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Take:
    """Take what this step shows and go on to the next. Does nothing in another step, or while something is grave."""

    step: Step


@dataclass(frozen=True, slots=True)
class Cancel:
    """Leave off and read dice again, as before."""


@dataclass(frozen=True, slots=True)
class Adopt:
    """Read dice by this calibration from now on; None: by none."""

    calibration: Calibration | None


Order = Begin | Corners | Take | Cancel | Adopt
ORDERS = (Begin, Corners, Take, Cancel, Adopt)
