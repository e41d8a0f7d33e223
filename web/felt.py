"""What is drawn on the felt: dice as they lie, the cup, empty places. Knows what was seen; not what may be done."""

from gettext import NullTranslations
from typing import Any

from table.dice import opposite
from table.glance import Glance
from table.state import State

SURE = 0.6  # below this a die is drawn as not sure; the reader's own doubts come in words besides


def slots(state: State, glance: Glance, t: NullTranslations) -> list[dict[str, Any]]:
    """What to draw on the felt, left to right: the dice, the cup if dice are in it, and empty places up to five."""
    found = _dice(state, glance, t)
    if glance.cup:
        cup = t.ngettext("{count} die in the cup", "{count} dice in the cup", glance.cup).format(count=glance.cup)
        found.append({"kind": "cup", "face": 0, "note": str(glance.cup), "say": cup})
    return found + [{"kind": "empty", "face": 0, "note": "", "say": ""}] * (5 - len(found))


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
