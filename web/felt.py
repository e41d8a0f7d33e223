"""What lies on the felt, as the page draws it: dice, cup, a lot's dice, and which may be turned. Pure; knows words."""

from gettext import NullTranslations
from typing import Any

from table.dice import opposite
from table.game import choices
from table.glance import Glance
from table.state import State


def slots(state: State, glance: Glance, t: NullTranslations) -> list[dict[str, Any]]:
    """What to draw, left to right: the dice, the cup if dice are in it, and empty places up to five."""
    if state.lot:
        return _lot(state, t)
    found = _dice(state, glance, t)
    if glance.cup:
        cup = t.ngettext("{count} die in the cup", "{count} dice in the cup", glance.cup).format(count=glance.cup)
        found.append({"kind": "cup", "face": 0, "note": str(glance.cup), "say": cup})
    return found + [{"kind": "empty", "face": 0, "note": "", "say": t.gettext("empty")}] * (5 - len(found))


def flippable(state: State) -> list[list[int]]:
    """The dice that may be turned next, for entering a volteo by hand: one at a time where the house allows it."""
    turnings = choices(state).turnings
    fewest = min(map(len, turnings), default=0)
    return [list(faces) for faces in turnings if len(faces) == fewest]


def _lot(state: State, t: NullTranslations) -> list[dict[str, Any]]:
    """One place for each side that casts, with its die once it fell."""
    assert state.lot is not None
    found = []
    for index, side in enumerate(state.lot.sides):
        name = state.sides[side].name
        face = state.lot.faces[index] if index < len(state.lot.faces) else 0
        say = f"{name}: {face or t.gettext('empty')}"
        found.append({"kind": "die" if face else "empty", "face": face, "note": name, "say": say})
    return found


def _dice(state: State, glance: Glance, t: NullTranslations) -> list[dict[str, Any]]:
    """The dice in the order they lie: as the camera sees them, else as they were entered."""
    if glance.camera != "ok":
        faces = state.result.dice if state.result else ()
        return [{"kind": "die", "face": face, "note": "", "say": str(face)} for face in faces]
    was = dict(_flipped(state, glance)) | {index: before for index, before, _now in glance.turned}
    dice = []
    for index, die in enumerate(glance.seen):
        kept, sure = index in glance.kept, not glance.doubts
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
