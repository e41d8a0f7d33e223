"""The table in facts that programs may rely on: cards, turn, what is seen. Pure; has words only for what is refused."""

from gettext import NullTranslations
from typing import Any

from table.card import Box, Card, Entry
from table.game import Choice, choices
from table.glance import Glance, Snapshot
from table.state import Side, State
from web.moment import asked, refused
from web.names import ON
from web.sight import noticed


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


def side_facts(side: Side, grandes: int, photos: dict[tuple[Box, int], int]) -> dict[str, Any]:
    """A side with its card. photos: the number of each box's photograph, by box and which of two grandes."""
    boxes = card(side.card, grandes)
    for (box, which), number in photos.items():
        entry = boxes[box.value][which] if box is Box.GRANDE else boxes[box.value]
        if entry:
            entry["photo"] = f"/photo/{number}.jpg"
    return {"name": side.name, "total": side.card.total, "boxes": boxes}


def photos_of(snapshot: Snapshot, side: int) -> dict[tuple[Box, int], int]:
    """The photographs of this side's boxes: the number of each."""
    match = snapshot.state.match
    return {(box, which): n for (of, at, box, which), n in snapshot.photos.items() if (of, at) == (match, side)}


def turn_facts(state: State, glance: Glance) -> dict[str, Any]:
    """The turn as it stands, and what may be written."""
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


def glance_facts(snapshot: Snapshot, t: NullTranslations) -> dict[str, Any]:
    """What is seen and not yet happened, and what each button would do."""
    glance = snapshot.glance
    refusal, question = glance.refusal, glance.question
    return {
        "camera": glance.camera,
        "camera_words": glance.camera_words,
        "simulated": glance.simulated,
        "picture": snapshot.picture,
        "settled": glance.settled,
        "seen": [
            {"value": d.value, "x": round(d.x), "y": round(d.y), "size": round(d.size), "sure": round(d.sure, 2)}
            for d in glance.seen
        ],
        "cup": glance.cup,
        "calibrated": glance.calibrated or None,
        "notices": [*glance.notices, *(noticed(told, t) for told in glance.history)],
        "turned": [{"die": index, "from": was, "to": now} for index, was, now in glance.turned],
        "doubts": [doubt.kind.value for doubt in glance.doubts],
        "refusal": {"code": refusal.code.value, "words": refused(refusal, t)} if refusal else None,
        "question": {"code": question.ask.value, "words": asked(question, t)} if question else None,
        "buttons": {"confirm": glance.confirm.value, "next": glance.next.value, "back": glance.back.value},
    }
