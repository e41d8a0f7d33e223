"""What the plays of a match do not tell by themselves: who did them, what was seen, what was corrected. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations

from table.album import By, Doer, counting
from table.events import Corrected, Event
from table.state import State, evolve
from web.turns import where


@dataclass(frozen=True, slots=True)
class Traces:
    """What the plays alone do not tell. by: whose doing a play was, by its number in the match.  photos: the journal's
    number of those with a photograph.

    before: what corrected plays said, by side and the how manieth of its turns they were in.
    """

    by: Mapping[int, Doer]
    photos: Mapping[int, int]
    before: Mapping[tuple[int, int], tuple[Event, ...]]


NONE = Traces({}, {}, {})
BY: dict[By, str] = {
    By.EYE: "seen by the camera",
    By.BUTTON: "by a press at the table",
    By.PHONE: "by a tap on a phone",
}
"""Whose doing a play was; keys of the catalogues."""


def doing(doer: Doer | None, t: NullTranslations) -> str:
    """Whose doing it was, in words; nothing when that was not kept."""
    if doer is None:
        return ""
    return t.gettext("by phone {number}").format(number=doer.phone) if doer.phone else t.gettext(BY[doer.by])


def traces(
    match: Sequence[Event], first: int, whose: Callable[[int], Doer | None], pictured: Callable[[int], bool]
) -> Traces:
    """The traces of a match, of which all that happened is given, with what was taken back and corrected.

    first: the journal's number of its first event.  whose, pictured: what was kept of an event, by that number.
    """
    numbers = dict(enumerate(counting(match, first), 1))
    by = {n: found for n, number in numbers.items() if (found := whose(number))}
    photos = {n: number for n, number in numbers.items() if pictured(number)}
    now, before = State(), dict[tuple[int, int], list[Event]]()
    for event in match:
        if isinstance(event, Corrected) and (turn := where(now, event.at)):
            before.setdefault(turn, []).append(now.events[event.at - 1])
        now = evolve(now, event)
    return Traces(by, photos, {turn: tuple(events) for turn, events in before.items()})
