"""The table as one page shows it: finished words and numbers in one language. Pure; knows no request and no HTML."""

from gettext import NullTranslations
from typing import Any

from table.events import LeaveSobre
from table.game import choices
from table.glance import Act, Glance, Snapshot
from table.house import Cocked
from table.notice import Told
from table.refused import Refused
from table.state import Phase, State
from table.worth import de_mano
from web.acts import ACTS, label
from web.facts import glance_facts, photos_of, side_facts, turn_facts
from web.felt import flippable, slots
from web.moment import moment, refused, said
from web.names import BOXES, HANDS, ON, gloss
from web.setup import house_words
from web.sight import calibrated, doubted, health
from web.standing import marks
from web.tongue import tongue


def show(snapshot: Snapshot, language: str, *, tray: bool) -> dict[str, Any]:
    """Everything a page shows. `page` holds what is only for people; the rest is what programs may rely on."""
    t = tongue(language)
    state, glance = snapshot.state, snapshot.glance
    return {
        "version": snapshot.version,
        "match": {"id": str(state.match), "house": state.house.name, "phase": state.phase.value},
        "sides": [
            side_facts(side, state.house.grandes, photos_of(snapshot, index)) for index, side in enumerate(state.sides)
        ],
        "turn": turn_facts(state, glance),
        "glance": glance_facts(snapshot, t),
        "page": _page(snapshot, t, language, tray=tray),
    }


def _page(snapshot: Snapshot, t: NullTranslations, language: str, *, tray: bool) -> dict[str, Any]:
    _ = t.gettext
    state, glance = snapshot.state, snapshot.glance
    doing = {"confirm": _("Confirm"), "next": _("Next"), "back": _("Back")}
    acts = {"confirm": glance.confirm, "next": glance.next, "back": glance.back}
    now = moment(state, glance, t)
    still = glance.camera == "ok" and (glance.settled or bool(glance.doubts))
    return {
        "language": language,
        "demo": tray,
        "on": state.phase in ON,
        "cast": state.lot is not None,
        "tray": still,
        "toss": still and (state.phase is not Phase.PLAYING or bool(choices(state).throws)),
        "health": health(glance, now["kind"], t),
        "calibrated": calibrated(glance, t),
        "unread": any(not told.stands for told in glance.history),
        "unwritten": any(told.code is Told.NOT_WRITTEN for told in glance.history),
        **_strip(state, glance, t, language),
        "slots": slots(state, glance, t),
        "lying": "won" if state.won and state.phase is Phase.OVER else "now" if state.result or state.lot else "old",
        "wins": len(state.wins),
        "moment": now,
        "doubt": doubted(glance, t) if glance.doubts else "",
        "chips": _chips(state, glance, t, language),
        "also": _also(state, glance, t),
        "buttons": {name: label(acts[name], own, state, glance, t) for name, own in doing.items()},
        "marks": marks(state, t),
        "flips": flippable(state),
        "standing": state.house.cocked is Cocked.RETHROW_DIE,
        "leaving": _leaving(state),
        "house": house_words(state.house, t) if state.sides else "",
        "say": said(state, t),
        "refused": [_refused(line, state, t) for line in snapshot.refused],
    }


def _refused(line: Refused, state: State, t: NullTranslations) -> dict[str, str]:
    """One line of the log of refusals: whose turn it was in which round, and why."""
    when = t.gettext("Round {n} of {all}").format(n=line.round, all=state.rounds) if line.round else ""
    return {"when": f"{line.who} · {when}" if when else "", "words": refused(line.why, t)}


def _chips(state: State, glance: Glance, t: NullTranslations, language: str) -> list[dict[str, Any]]:
    """What may be written, in words; lit is the one that the confirm button would write now."""
    writes = glance.confirm in (Act.WRITE, Act.CROSS)
    return [
        {
            "name": BOXES[what.box],
            "gloss": t.gettext("sobre, on hold") if what.sobre else gloss(what.box, t, language),
            "lit": writes and index == glance.cursor,
        }
        for index, what in enumerate(choices(state).boxes)
    ]


def _also(state: State, glance: Glance, t: NullTranslations) -> list[dict[str, Any]]:
    """What else ends the attempt of a pair; the buttons step through it after the boxes."""
    now = choices(state)
    found = []
    for index, wish in enumerate(now.endings[len(now.boxes) :], start=len(now.boxes)):
        act = Act.SOBRE if isinstance(wish, LeaveSobre) else Act.PASS
        lit = glance.confirm is act and glance.cursor == index
        found.append({"do": act.value, "words": t.gettext(ACTS[act]), "lit": lit})
    return found


def _strip(state: State, glance: Glance, t: NullTranslations, language: str) -> dict[str, Any]:
    """Whose turn, which throw, de mano or de huevo as it stands, which round, and which attempt of a pair."""
    _ = t.gettext
    if state.phase is not Phase.PLAYING:
        who, what = (state.side.name, _("One die each")) if state.lot else ("", "")
        return {"who": who, "throw": what, "hand": "", "hand_gloss": "", "round": ""}
    result, sign, throw = state.result, "", 1
    if result and glance.cup:  # the next throw is in the cup: say what that one will be
        mano = glance.cup == 5 and state.house.mano_on_all_five
        sign, throw = ("mano" if mano else "huevo"), result.throw + 1
    elif result:
        turned = bool(glance.turned) and not state.house.mano_after_flip
        sign, throw = ("mano" if de_mano(state.house, result) and not turned else "huevo"), result.throw
    words = _("Round {n} of {all}").format(n=state.round, all=state.rounds)
    if state.house.pairs:
        words += " · " + (_("1st attempt") if state.attempt == 1 else _("2nd attempt"))
    return {
        "who": state.side.name,
        "throw": (_("First throw"), _("Second throw"), _("Third throw"))[min(throw, 3) - 1],
        "hand": sign,
        "hand_gloss": t.gettext(HANDS[sign]) if sign and language != "es" else "",
        "round": words,
    }


def _leaving(state: State) -> list[dict[str, Any]]:
    """The sides that may still concede: none while one plays alone or a lot decides."""
    left = [{"index": index, "name": side.name} for index, side in enumerate(state.sides) if not side.out]
    return left if state.phase is Phase.PLAYING and len(state.sides) > 1 else []
