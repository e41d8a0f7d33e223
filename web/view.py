"""The table as one page shows it: finished words and numbers in one language. Pure; knows no request and no HTML."""

from gettext import NullTranslations
from typing import Any

from table.card import Box, Card, Entry
from table.dice import opposite
from table.game import choices
from table.glance import Act, Glance, Snapshot
from table.state import Phase, Side, State
from web.moment import asked, doubted, health, label, moment, refused, said
from web.names import BOXES, HANDS, WINS, gloss
from web.tongue import tongue

SURE = 0.6  # below this a die is drawn as not sure; the reader's own doubts come in words besides


def show(snapshot: Snapshot, language: str, *, tray: bool) -> dict[str, Any]:
    """Everything a page shows. `page` holds what is only for people; the rest is what programs may rely on."""
    t = tongue(language)
    state, glance = snapshot.state, snapshot.glance
    return {
        "version": snapshot.version,
        "match": {"id": str(state.match), "house": state.house.name, "phase": state.phase.value},
        "sides": [_side(side, state.house.grandes) for side in state.sides],
        "turn": _turn(state, glance),
        "glance": _glance(snapshot, t),
        "page": _page(state, glance, t, language, tray=tray),
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
    return {"points": entry.points, "sign": entry.sign.value, "photo": None}


def _side(side: Side, grandes: int) -> dict[str, Any]:
    return {"name": side.name, "total": side.card.total, "boxes": card(side.card, grandes)}


def _two(number: float) -> float:
    return round(number, 2)


def _turn(state: State, glance: Glance) -> dict[str, Any]:
    result, playing = state.result, state.phase is Phase.PLAYING
    return {
        "side": state.turn if playing else None,
        "throw": result.throw if result else 0,
        "dice": list(result.dice) if result else [],
        "kept": [glance.seen[i].value for i in glance.kept],
        "rerolled": result.rerolled if result else 0,
        "flips": list(result.flips) if result else [],
        "choices": [
            {"box": choice.box.value, "points": choice.entry.points, "sign": choice.entry.sign.value}
            for choice in choices(state).boxes
        ],
        "cursor": glance.cursor,
    }


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
        "notices": list(glance.notices),
        "turned": [{"die": index, "from": was, "to": now} for index, was, now in glance.turned],
        "doubts": [doubt.kind.value for doubt in glance.doubts],
        "refusal": {"code": refusal.code.value, "words": refused(refusal, t)} if refusal else None,
        "question": {"code": question.ask.value, "words": asked(question, t)} if question else None,
        "buttons": {"confirm": glance.confirm.value, "next": glance.next.value, "back": glance.back.value},
    }


def _page(state: State, glance: Glance, t: NullTranslations, language: str, *, tray: bool) -> dict[str, Any]:
    _ = t.gettext
    doing = {"confirm": _("Confirm"), "next": _("Next"), "back": _("Back")}
    acts = {"confirm": glance.confirm, "next": glance.next, "back": glance.back}
    snapshot = Snapshot(0, 0, state, glance)
    return {
        "language": language,
        "demo": tray,
        "tray": glance.camera == "ok" and (glance.settled or bool(glance.doubts)),
        "health": health(state, glance, t),
        **_strip(state, glance, t, language),
        "slots": _slots(state, glance, t),
        "lying": "won" if state.won == "dormida" else "old" if state.result is None else "now",
        "moment": moment(snapshot, t),
        "doubt": doubted(glance, t) if glance.doubts else "",
        "chips": _chips(state, glance, t, language),
        "buttons": {name: label(acts[name], own, state, glance, t) for name, own in doing.items()},
        "marks": _marks(state, t),
        "flips": _flippable(state),
        "say": said(state, t),
    }


def _chips(state: State, glance: Glance, t: NullTranslations, language: str) -> list[dict[str, Any]]:
    """What may be written, in words; lit is the one that the confirm button would write now."""
    writes = glance.confirm in (Act.WRITE, Act.CROSS)
    return [
        {
            "name": BOXES[what.box],
            "gloss": gloss(what.box, t, language),
            "lit": writes and index == glance.cursor,
        }
        for index, what in enumerate(choices(state).boxes)
    ]


def _strip(state: State, glance: Glance, t: NullTranslations, language: str) -> dict[str, Any]:
    """Whose turn, which throw, de mano or de huevo as it stands, which round."""
    _ = t.gettext
    if state.phase is not Phase.PLAYING:
        return {"who": "", "throw": "", "hand": "", "hand_gloss": "", "round": ""}
    result, sign, throw = state.result, "", 1
    if result and glance.cup:  # the next throw is in the cup: say what that one will be
        sign, throw = ("mano" if glance.cup == 5 else "huevo"), result.throw + 1
    elif result:
        untouched = result.rerolled == 5 and not result.flips and not glance.turned
        sign, throw = ("mano" if untouched else "huevo"), result.throw
    return {
        "who": state.side.name,
        "throw": (_("First throw"), _("Second throw"), _("Third throw"))[min(throw, 3) - 1],
        "hand": sign,
        "hand_gloss": t.gettext(HANDS[sign]) if sign and language != "es" else "",
        "round": _("Round {n} of {all}").format(n=state.round, all=state.rounds),
    }


def _slots(state: State, glance: Glance, t: NullTranslations) -> list[dict[str, Any]]:
    """What to draw on the felt, left to right: the dice, the cup if dice are in it, and empty places up to five."""
    found = _dice(state, glance, t)
    if glance.cup:
        cup = t.ngettext("{count} die in the cup", "{count} dice in the cup", glance.cup).format(count=glance.cup)
        found.append({"kind": "cup", "face": 0, "note": str(glance.cup), "say": cup})
    return found + [{"kind": "empty", "face": 0, "note": "", "say": t.gettext("empty")}] * (5 - len(found))


def _dice(state: State, glance: Glance, t: NullTranslations) -> list[dict[str, Any]]:
    """The dice in the order they lie: as the camera sees them, else as they were entered."""
    if glance.camera != "ok":
        faces = state.result.dice if state.result else ()
        return [{"kind": "die", "face": face, "note": "", "say": str(face)} for face in faces]
    was = dict(_flipped(state, glance)) | {index: before for index, before, _now in glance.turned}
    dice = []
    for index, die in enumerate(glance.seen):
        kept, sure = index in glance.kept, die.sure >= SURE and not glance.doubts
        note = f"{was[index]} → {die.value}" if index in was else t.gettext("stays") if kept else "" if sure else "?"
        kind = "die" + " turned" * (index in was) + " kept" * kept + " unsure" * (not sure)
        dice.append({"kind": kind, "face": die.value, "note": note, "say": f"{die.value} {note}".strip()})
    return dice


def _flipped(state: State, glance: Glance) -> dict[int, int]:
    """Which seen dice were turned and confirmed, as index to former face; only those that can be no other die."""
    flips = state.result.flips if state.result else ()
    found: dict[int, int] = {}
    for face in set(flips):
        like = [i for i, die in enumerate(glance.seen) if die.value == opposite(face)]
        if len(like) == flips.count(face):
            found |= dict.fromkeys(like, face)
    return found


def _flippable(state: State) -> list[int]:
    """The faces of dice that may still be turned, for entering a volteo by hand."""
    if state.result is None or not choices(state).flips:
        return []
    left = list(state.result.thrown)
    for face in state.result.flips:
        left.remove(face)
    return sorted(set(left))


def _marks(state: State, t: NullTranslations) -> list[dict[str, Any]]:
    """Beside each side's name: whether it is its turn, whether it leads or has won, and in which words."""
    best = max((side.card.total for side in state.sides), default=0)
    marks = []
    for index, side in enumerate(state.sides):
        won = index in state.winners
        leads = state.phase is Phase.PLAYING and len(state.sides) > 1 and 0 < best == side.card.total
        words = t.gettext("leads") if leads else (WINS[state.won] if state.won else t.gettext("wins")) if won else ""
        turn = state.phase is Phase.PLAYING and index == state.turn
        marks.append({"turn": turn, "best": leads or won, "words": words})
    return marks
