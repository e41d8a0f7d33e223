"""What the table asks when it is not sure: a closed set, each answered yes (confirm) or no (next)."""

from dataclasses import dataclass
from enum import StrEnum

from table.events import Wish


class Ask(StrEnum):
    """Every question the table can put."""

    ALL_FIVE = "all_five"
    ONLY_SOME = "only_some"
    WAS_THROW = "was_throw"
    KEPT_STRUCK = "kept_struck"
    AS_COUNTED = "as_counted"
    STILL_COUNTS = "still_counts"
    VOID_COCKED = "void_cocked"
    VOID_LOST = "void_lost"


QUESTIONS: dict[Ask, str] = {
    Ask.ALL_FIVE: "Were all five dice thrown? Confirm: yes. Next: no throw, they were only moved.",
    Ask.ONLY_SOME: "Were all five dice thrown? Confirm: yes. Next: no, only the {count} that moved.",
    Ask.WAS_THROW: "Do these dice lie as they were thrown just now? Confirm: yes. Next: no.",
    Ask.KEPT_STRUCK: "A kept die was struck. Were only {count} dice in the cup? Confirm: yes. Next: no, all five.",
    Ask.VOID_COCKED: "A die leans. Is the throw void? Confirm: yes, the same dice again. Next: no.",
    Ask.VOID_LOST: (
        "The table sees {count} dice where five should lie. Is the throw void? "
        "Confirm: yes, the same dice again. Next: no."
    ),
    Ask.AS_COUNTED: "The dice cannot be read now. Does {dice} count as it was read before? Confirm: yes. Next: no.",
    Ask.STILL_COUNTS: "A question was left without an answer. Does {dice} count? Confirm: yes. Next: no.",
}


@dataclass(frozen=True, slots=True)
class Question:
    """A question and what each answer would wish; None wishes nothing.

    facts: what the sentence names, by its placeholders.
    """

    ask: Ask
    yes: Wish | None
    no: Wish | None
    facts: tuple[tuple[str, str | int], ...] = ()

    @property
    def words(self) -> str:
        """The English sentence."""
        return QUESTIONS[self.ask].format(**dict(self.facts))
