"""The table as one page shows it: finished words and numbers in one language. Pure; knows no request and no HTML."""

from gettext import NullTranslations
from typing import Any

from table.card import Box, Card, Entry
from table.events import LeaveSobre
from table.game import Choice, choices
from table.glance import Act, Glance, Snapshot
from table.house import Cocked
from table.notice import Told
from table.refused import Refused
from table.state import Phase, Side, State
from table.worth import de_mano
from web.felt import flippable, slots
from web.moment import ACTS, asked, doubted, health, label, moment, noticed, refused, said
from web.names import BOXES, HANDS, ON, gloss
from web.setup import house_words
from web.standing import marks
from web.tongue import tongue


def show(snapshot: Snapshot, language: str, *, tray: bool) -> dict[str, Any]:
    """Everything a page shows. `page` holds what is only for people; the rest is what programs may rely on."""
    t = tongue(language)
    state, glance = snapshot.state, snapshot.glance
    return {
        "version": snapshot.version,
        "match": {"id": str(state.match), "house": state.house.name, "phase": state.phase.value},
        "sides": [_side(side, state.house.grandes, _photos(snapshot, index)) for index, side in enumerate(state.sides)],
        "turn": _turn(state, glance),
        "glance": _glance(snapshot, t),
        "page": _page(snapshot, t, language, tray=tray),
    }


def card(written: Card, grandes: int) -> dict[str, Any]:
    """Every box of a card: null while open; grande is a list, one place for each that a card has."""
    boxes: dict[str, Any] = {}
    for box in Box:
        entries = [_entry(entry) for entry in written[box]]
        if box is Box.GRANDE:
            boxes[box.value] = entries + [None] * (grandes - len(entries))
        else:
            boxes[box.value] = entries[0] if entries else None
    return boxes


def _entry(entry: Entry) -> dict[str, Any]:
    what = {"points": entry.points, "sign": entry.sign.value, "photo": None}
    return what | ({"corrected": True} if entry.corrected else {})


def _side(side: Side, grandes: int, photos: dict[tuple[Box, int], int]) -> dict[str, Any]:
    boxes = card(side.card, grandes)
    for (box, which), number in photos.items():
        entry = boxes[box.value][which] if box is Box.GRANDE else boxes[box.value]
        if entry:
            entry["photo"] = f"/photo/{number}.jpg"
    return {"name": side.name, "total": side.card.total, "boxes": boxes}


def _photos(snapshot: Snapshot, side: int) -> dict[tuple[Box, int], int]:
    """The photographs of this side's boxes: the number of each."""
    match = snapshot.state.match
    return {(box, which): n for (of, at, box, which), n in snapshot.photos.items() if (of, at) == (match, side)}


def _two(number: float) -> float:
    return round(number, 2)


def _turn(state: State, glance: Glance) -> dict[str, Any]:
    result = state.result
    return {
        "side": state.turn if state.phase in ON else None,
        "throw": result.throw if result else 0,
        "dice": list(result.dice) if result else [],
        "kept": [glance.seen[i].value for i in glance.kept],
        "rerolled": result.rerolled if result else 0,
        "flips": list(result.flips) if result else [],
        "choices": [_choice(choice) for choice in choices(state).boxes],
        "cursor": glance.cursor,
    }


def _choice(choice: Choice) -> dict[str, Any]:
    what = {"box": choice.box.value, "points": choice.entry.points, "sign": choice.entry.sign.value}
    return what | ({"sobre": True} if choice.sobre else {})


def _glance(snapshot: Snapshot, t: NullTranslations) -> dict[str, Any]:
    glance = snapshot.glance
    refusal, question = glance.refusal, glance.question
    return {
        "camera": glance.camera,
        "camera_words": glance.camera_words,
        "simulated": glance.simulated,
        "picture": snapshot.picture,
        "settled": glance.settled,
        "seen": [
            {"value": die.value, "x": round(die.x), "y": round(die.y), "size": round(die.size), "sure": _two(die.sure)}
            for die in glance.seen
        ],
        "cup": glance.cup,
        "notices": [*glance.notices, *(noticed(told, t) for told in glance.history)],
        "turned": [{"die": index, "from": was, "to": now} for index, was, now in glance.turned],
        "doubts": [doubt.kind.value for doubt in glance.doubts],
        "refusal": {"code": refusal.code.value, "words": refused(refusal, t)} if refusal else None,
        "question": {"code": question.ask.value, "words": asked(question, t)} if question else None,
        "buttons": {"confirm": glance.confirm.value, "next": glance.next.value, "back": glance.back.value},
    }


def _page(snapshot: Snapshot, t: NullTranslations, language: str, *, tray: bool) -> dict[str, Any]:
    _ = t.gettext
    state, glance = snapshot.state, snapshot.glance
    doing = {"confirm": _("Confirm"), "next": _("Next"), "back": _("Back")}
    acts = {"confirm": glance.confirm, "next": glance.next, "back": glance.back}
    still = glance.camera == "ok" and (glance.settled or bool(glance.doubts))
    return {
        "language": language,
        "demo": tray,
        "on": state.phase in ON,
        "cast": state.lot is not None,
        "tray": still,
        "toss": still and (state.phase is not Phase.PLAYING or bool(choices(state).throws)),
        "health": health(state, glance, t),
        "unread": any(not told.stands for told in glance.history),
        "unwritten": any(told.code is Told.NOT_WRITTEN for told in glance.history),
        **_strip(state, glance, t, language),
        "slots": slots(state, glance, t),
        "lying": "won" if state.won and state.phase is Phase.OVER else "now" if state.result or state.lot else "old",
        "wins": len(state.wins),
        "moment": moment(snapshot, t),
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
