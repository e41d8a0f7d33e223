"""What the umpire remembers between messages, and what it rules. Knows no rule of the game.

Theory. Faces alone do not tell a throw from a flip, or *de mano* from *de huevo*: in 150 of 252 throws two flips leave
the same five faces. So the umpire remembers where dice lie and what lay there while the cup was away:

- `fallen` is the throw that counts, each die where it lies now with the face it fell on. Between turns it is what was
  left lying, so that old dice are not taken for a throw.
- `alone` is what was last seen lying with fewer than five dice: the kept dice while the rest are in the cup, or nothing
  when all five are. None means nothing of that kind was seen, so a change has to be asked about.
- `stale` says that the camera was blind since, or that a throw was entered by hand: what happened meanwhile nobody saw,
  so a change has to be asked about.
- `odd` says that five dice lie otherwise than they count, and that a question or refusal about it was not settled:
  nothing is written by a press until they lie right, or somebody says what they are.
- `lost` is what lay after a throw of which a die was missing or cocked, until that is seen to be taken up: five that
  lie there before are asked about, for a hand may have laid the bad one right. `void_asked` says that it was asked
  whether that throw is void.
- `voided` is what was known when a throw was said to be void: it comes back when that is taken back.
- `unanswered` says that a question went away by itself as dice were taken up or laid: the press meant for it, come too
  late, must not write a box unasked.
- `retake` is how many dice the throw that was taken back counted as: still lying there, they are read again as such,
  but asked about if they show what counts now, or nobody saw them lie there all the while.
- `press` is what the last press of a button did, and how many boxes were written before it: a hold goes on from there.
- `now` and `done` are indices into `fallen` of dice that lie turned, and of those whose turning was confirmed.
"""

from dataclasses import dataclass

from table.events import Wish
from table.glance import Act
from table.question import Question
from table.refusal import Refusal
from vision.reading import Die, Doubt


@dataclass(frozen=True, slots=True)
class Memory:
    """What the umpire remembers between messages; see the theory above."""

    lying: tuple[Die, ...] | None = None
    fallen: tuple[Die, ...] = ()
    alone: tuple[Die, ...] | None = None
    stale: bool = False
    odd: bool = False
    lost: tuple[Die, ...] = ()
    void_asked: bool = False
    unanswered: bool = False
    voided: "Memory | None" = None
    retake: int | None = None
    now: tuple[int, ...] = ()
    done: tuple[int, ...] = ()
    press: tuple[Act, int] = (Act.NOTHING, 0)
    question: Question | None = None
    refusal: Refusal | None = None
    cursor: int = 0
    seen: tuple[Die, ...] = ()
    settled: bool = False
    doubts: tuple[Doubt, ...] = ()
    camera: str = "starting"
    camera_words: str = ""

    @property
    def pending(self) -> tuple[int, ...]:
        """Dice that lie turned and are not confirmed."""
        return tuple(i for i in self.now if i not in self.done)

    @property
    def put_back(self) -> bool:
        """Whether a die whose turning was confirmed lies as it fell again."""
        return any(i not in self.now for i in self.done)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What follows from one message: all of the wishes together, or a refusal."""

    memory: Memory
    wishes: tuple[Wish, ...] = ()
    refusal: Refusal | None = None
