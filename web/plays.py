"""One play in words, as a person at the table would say it. Pure; knows no match and no phone."""

from gettext import NullTranslations
from typing import assert_never

from table.card import Entry
from table.dice import opposite
from table.events import (
    Conceded,
    Corrected,
    Event,
    Flipped,
    GivenUp,
    LeftSobre,
    LotCast,
    Passed,
    Started,
    TakenBack,
    Thrown,
    Voided,
    Won,
    Written,
)
from web.names import IRREGULAR, WINS, aloud


def told(event: Event, names: tuple[str, ...], t: NullTranslations) -> str:
    """One play as a person would say it."""
    _ = t.gettext
    match event:
        case Started(house, sides, first):
            who = _("one die each tells who starts") if first is None else _("{name} starts").format(name=sides[first])
            return _("House {house}; {who}").format(house=house.name, who=who)
        case LotCast(face):
            return _("One die: {face}").format(face=face)
        case Thrown(dice, rerolled):
            if rerolled == 5:
                return _("All five dice: {dice}").format(dice=_faces(dice))
            words = t.ngettext("One die again: {dice}", "{count} dice again: {dice}", rerolled)
            return words.format(count=rerolled, dice=_faces(dice))
        case Voided(why, _rerolled):
            return _("The throw did not count: {why}").format(why=_(IRREGULAR[why]))
        case Flipped(faces):
            return _("Turned {turns}").format(turns=", ".join(f"{face} → {opposite(face)}" for face in faces))
        case Written(box, points, sign, sobre, corrected):
            more = [", sobre"] * sobre + [f" ({_('corrected')})"] * corrected
            return aloud(box, Entry(points, sign), t) + "".join(more)
        case LeftSobre():
            return _("Left sobre")
        case Passed():
            return _("Passed")
        case Won(how):
            return f"{WINS[how]}!"
        case Conceded(side):
            return _("{name} left the match").format(name=names[side])
        case GivenUp():
            return _("The match was given up. Nobody wins.")
        case TakenBack():
            return _("Undo")
        case Corrected(at):
            return _("Number {at} was corrected").format(at=at)
        case _:
            assert_never(event)


def _faces(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))
