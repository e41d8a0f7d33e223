"""The present moment: what is seen but has not happened, and what each button would do. Never history."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from table.album import Place
from table.notice import Notice
from table.question import Question
from table.refusal import Refusal
from table.refused import Refused
from table.state import State
from vision.reading import Die, Doubt


class Button(StrEnum):
    """The three buttons of the table."""

    CONFIRM = "confirm"
    NEXT = "next"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Held:
    """A button of the table was held down for a while and let go; its press was told before."""

    button: Button


Push = Button | Held
"""What a finger does to a button."""


def push_named(word: str) -> Push:
    """The push that a recording calls so; ValueError for another word.

    >>> push_named("hold back")
    Held(button=<Button.BACK: 'back'>)
    """
    return Held(Button(word.removeprefix("hold "))) if word.startswith("hold ") else Button(word)


def push_word(push: Push) -> str:
    """What a recording calls it.

    >>> push_word(push_named("hold confirm")), push_word(Button.NEXT)
    ('hold confirm', 'next')
    """
    return f"hold {push.button}" if isinstance(push, Held) else push.value


class Act(StrEnum):
    """What a button would do now."""

    NOTHING = "nothing"
    YES = "yes"
    NO = "no"
    DISMISS = "dismiss"
    FLIP = "flip"
    UNFLIP = "unflip"
    WRITE = "write"
    CROSS = "cross"
    SOBRE = "sobre"
    PASS = "pass"
    DORMIDA = "dormida"
    NEXT_CHOICE = "next_choice"
    TAKE_BACK = "take_back"
    NEXT_MATCH = "next_match"
    WELCOME = "welcome"


@dataclass(frozen=True, slots=True)
class Glance:
    """What a person looking at the table now should know beyond the card.

    camera: `ok`, `starting`, or the code of why it is blind, with camera_words the remedy.
    notices: sentences for the owner, as about a broken configuration; history: the same about the history.
    calibrated: when the calibration by which dice are read was made, ISO 8601, empty for none.  misfit: why the one
    there is does not serve, `damaged`, `camera` or `size`.
    seen: the dice as last read; settled: whether they have lain still.  doubts: why they can't be stood by.
    kept: places in `seen` of dice that stay out of the cup (indices).  cup: how many dice are thought to be in it.
    turned: flips seen and not yet confirmed, as (index in seen, face before, face now).
    cursor: index into what may be written.  confirm, next, back: what each button would do.
    """

    camera: str = "starting"
    camera_words: str = ""
    notices: tuple[str, ...] = ()
    history: tuple[Notice, ...] = ()
    calibrated: str = ""
    misfit: str = ""
    simulated: bool = False
    seen: tuple[Die, ...] = ()
    settled: bool = False
    doubts: tuple[Doubt, ...] = ()
    kept: tuple[int, ...] = ()
    cup: int = 0
    turned: tuple[tuple[int, int, int], ...] = ()
    cursor: int = 0
    question: Question | None = None
    refusal: Refusal | None = None
    plea: str = ""
    confirm: Act = Act.NOTHING
    next: Act = Act.NOTHING
    back: Act = Act.NOTHING


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One consistent view of the table.

    version: counts every visible change.  meaning: the version since which every button and tap has meant the same;
    a tap made for an older version than that is stale.  picture: number of the newest camera picture, 0 for none.
    photos: of which events there is a photograph, by the box each of them wrote.  refused: the short log of refusals,
    the newest first.
    """

    version: int
    meaning: int
    state: State
    glance: Glance
    picture: int = 0
    photos: Mapping[Place, int] = field(default_factory=dict)
    refused: tuple[Refused, ...] = ()
