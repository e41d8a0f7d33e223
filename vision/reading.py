"""What one frame shows, and the three moments a referee cares about. Plain values: no OpenCV, no game."""

from dataclasses import dataclass, field
from enum import StrEnum


class DoubtKind(StrEnum):
    """Why a reading cannot be stood by. The value is the code that others translate."""

    COVERED = "covered"
    RESTLESS = "restless"
    COCKED = "cocked"
    NO_FACE = "no_face"
    UNCLEAR = "unclear"
    CUT_OFF = "cut_off"
    TOO_SMALL = "too_small"
    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    BLURRED = "blurred"
    OFF_TRAY = "off_tray"
    OTHER_SIZE = "other_size"


WORDS: dict[DoubtKind, str] = {
    DoubtKind.COVERED: "a hand, a cup or something else that is no die is in view",
    DoubtKind.RESTLESS: "something keeps moving in the picture",
    DoubtKind.COCKED: "a die seems to be tilted",
    DoubtKind.NO_FACE: "these pips fit no face of a die",
    DoubtKind.UNCLEAR: "something here looks like a die but could not be read",
    DoubtKind.CUT_OFF: "a die is cut off by the edge of the picture",
    DoubtKind.TOO_SMALL: "the dice are too small in the picture to be told",
    DoubtKind.TOO_DARK: "the picture is too dark",
    DoubtKind.TOO_BRIGHT: "the picture is too bright: most of it is burnt out",
    DoubtKind.BLURRED: "the picture is too blurred",
    DoubtKind.OFF_TRAY: "a die lies off the tray",
    DoubtKind.OTHER_SIZE: "this die has another size than those the table was calibrated with",
}


@dataclass(frozen=True, slots=True)
class Doubt:
    """One reason to be unsure; x, y in pixels of the picture when the reason has a place.

    stays: the same colours tell it in every look at the picture, so that no other look takes it away.
    """

    kind: DoubtKind
    x: float | None = None
    y: float | None = None
    stays: bool = field(default=False, compare=False, repr=False)

    @property
    def words(self) -> str:
        """The doubt as an English sentence, with its place.

        >>> Doubt(DoubtKind.COCKED, 412.4, 80.0).words
        'a die seems to be tilted (near 412, 80)'
        """
        if self.x is None or self.y is None:
            return WORDS[self.kind]
        return f"{WORDS[self.kind]} (near {self.x:.0f}, {self.y:.0f})"


@dataclass(frozen=True, slots=True)
class Die:
    """One die lying in view.

    value: the face that points up, 1 to 6.  x, y: its centre and size: its side, in pixels of the picture.
    sure: 0 to 1, how well the layout of the face explains what was seen.
    """

    value: int
    x: float
    y: float
    size: float
    sure: float = 1.0

    def __post_init__(self) -> None:
        if self.value not in range(1, 7):
            raise ValueError(f"a die shows 1 to 6, not {self.value}")


@dataclass(frozen=True, slots=True)
class Reading:
    """What one frame shows. Nothing on an empty table is a reading too; doubts make it unsure."""

    dice: tuple[Die, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether the reader stands by every value and by the number of dice."""
        return not self.doubts

    @property
    def beyond_specks(self) -> bool:
        """Whether it shows more than ones and twos, which any specks can imitate."""
        return any(die.value > 2 for die in self.dice)


@dataclass(frozen=True, slots=True)
class Settled:
    """The same dice have lain still, with nothing else in view. at_s: the frame's clock."""

    at_s: float
    dice: tuple[Die, ...]


@dataclass(frozen=True, slots=True)
class Stirred:
    """Something moves, or what lies still cannot be read: then doubts say why and dice holds what is thought."""

    at_s: float
    doubts: tuple[Doubt, ...] = ()
    dice: tuple[Die, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Blind:
    """No picture can be had, or none that may be read; then the eye goes on looking (`LOOKING`).

    why: a code (`absent`, `hung`, `frozen`, `moved`, …); words: a sentence with the remedy.
    """

    at_s: float
    why: str
    words: str


LOOKING = frozenset({"moved", "light", "lost", "calibrating"})
"""Why an eye that works tells nothing of the dice: the world does not fit its calibration, or that is being made."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A JPEG of what is about to be told as Settled: the evidence for what people will say of it."""

    jpeg: bytes


@dataclass(frozen=True, slots=True)
class Fitted:
    """By which calibration the eye reads from now on. made: when that was made, empty for none.

    why: why one that is there does not serve: `damaged`, `camera` or `size`, empty otherwise.  words: why, in words.
    """

    made: str = ""
    why: str = ""
    words: str = ""


Moment = Settled | Stirred | Blind
