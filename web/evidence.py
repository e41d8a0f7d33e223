"""How a box of the card came about, and the turn as far as it has come, for the page. Pure; knows no phone."""

from gettext import NullTranslations
from typing import Any

from table.card import Box
from table.events import (
    Event,
    Flipped,
    Thrown,
    Written,
)
from table.state import State
from web.names import BOXES, aloud
from web.plays import told
from web.traces import NONE, Traces, doing
from web.turns import Step, turn_now, turn_of, where


def evidence(
    state: State, side: int, box: Box, which: int, t: NullTranslations, traces: Traces = NONE
) -> dict[str, Any] | None:
    """How an entry came about, for the page; None while the box is open."""
    plays = turn_of(state, side, box, which)
    if not plays:
        return None
    entry = state.sides[side].card[box][which]
    title = f"{state.sides[side].name} · {aloud(box, entry, t)}"
    return _shown(state, side, title, plays, t, traces) | {"corrected": entry.corrected}


def present(state: State, t: NullTranslations, traces: Traces = NONE) -> dict[str, Any]:
    """The turn as far as it has come, for the page."""
    side = state.turn if state.sides else 0
    title = state.sides[side].name if state.sides else ""
    return _shown(state, side, title, turn_now(state), t, traces) | {"corrected": False}


def _shown(
    state: State, side: int, title: str, plays: list[Step], t: NullTranslations, traces: Traces
) -> dict[str, Any]:
    turn = where(state, plays[0].number) if plays else None
    before = traces.before.get(turn, ()) if turn else ()
    _, names = t.gettext, tuple(other.name for other in state.sides)
    written = [step.event.box for step in plays if isinstance(step.event, Written)]
    left = state.sides[side].card.open_boxes(state.house.grandes) if state.sides else ()
    boxes = dict.fromkeys([*written, *left])
    return {
        "title": title,
        "boxes": [{"box": box.value, "name": BOXES[box]} for box in boxes],
        "dormida": state.house.dormida,
        "plays": [
            {
                "number": step.number,
                "words": told(step.event, names, t),
                "by": doing(traces.by.get(step.number), t),
                "photo": f"/photo/{traces.photos[step.number]}.jpg" if step.number in traces.photos else None,
                **_facts(step.event),
            }
            for step in plays
        ],
        "before": [_("Before it was corrected: {words}").format(words=told(event, names, t)) for event in before],
    }


def _facts(event: Event) -> dict[str, Any]:
    """What a correction of this play starts from; nothing for plays that cannot be corrected."""
    match event:
        case Thrown(dice, rerolled):
            return {"kind": "thrown", "dice": list(dice), "rerolled": rerolled}
        case Flipped(faces):
            return {"kind": "flipped", "faces": list(faces)}
        case Written(box, points, sign, sobre):
            return {"kind": "written", "box": box.value, "points": points, "sign": sign.value, "sobre": sobre}
        case _:
            return {"kind": "other"}
