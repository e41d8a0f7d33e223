"""What was refused lately, and how long a refusal stands where eyes are. Pure; is told the time."""

from dataclasses import dataclass

from table.refusal import Refusal
from table.state import Phase, State

KEPT = 4  # enough to settle what was just argued about; every phone gets them with every change
FADES_S = 12.0  # long enough to be read twice across a table


@dataclass(frozen=True, slots=True)
class Refused:
    """One line of the log. who: whose turn it was, empty between matches.  round: which round of theirs, else 0."""

    why: Refusal
    who: str = ""
    round: int = 0


@dataclass(frozen=True, slots=True)
class Refusals:
    """The newest refusals, the last one first, and the one that fades: what, and from when (s, monotonic)."""

    log: tuple[Refused, ...] = ()
    fading: tuple[Refusal, float] | None = None

    def plus(self, why: Refusal, state: State, now_s: float | None) -> "Refusals":
        """One more, said once however often it is repeated in a turn. now_s: None for one that does not fade, for
        what lies on the tray is still as it was refused.
        """
        playing = state.phase is Phase.PLAYING
        line = Refused(why, state.side.name, state.round) if playing else Refused(why)
        log = (line, *(other for other in self.log if other != line))[:KEPT]
        return Refusals(log, None if now_s is None else (why, now_s + FADES_S))

    def faded(self, why: Refusal, now_s: float) -> bool:
        """Whether this refusal has stood long enough."""
        return self.fading is not None and self.fading[0] == why and now_s >= self.fading[1]
