"""What each button says it would do. Pure; knows words and the box the cursor stands on, no button."""

from gettext import NullTranslations

from table.game import choices
from table.glance import Act, Glance
from table.state import State
from web.names import BOXES

ACTS: dict[Act, str] = {
    Act.YES: "Yes",
    Act.NO: "No",
    Act.DISMISS: "Leave it",
    Act.FLIP: "Confirm the volteo",
    Act.UNFLIP: "Take back the volteo",
    Act.WRITE: "Write {box} {points}",
    Act.CROSS: "Cross out {box}",
    Act.SOBRE: "Leave it sobre",
    Act.PASS: "Pass",
    Act.DORMIDA: "Dormida!",
    Act.NEXT_CHOICE: "Another box",
    Act.TAKE_BACK: "Undo",
    Act.NEXT_MATCH: "Next match",
    Act.WELCOME: "Let it be host",
}
"""What a button says it would do; keys of the catalogues. A button that does nothing says its own name."""


def label(act: Act, own: str, state: State, glance: Glance, t: NullTranslations) -> str:
    """What a button says; `own` is its name for when it does nothing."""
    if act is Act.NOTHING:
        return own
    offered = choices(state).boxes  # first among the endings, so the cursor counts the same
    if act in (Act.WRITE, Act.CROSS) and glance.cursor < len(offered):
        choice = offered[glance.cursor]
        return t.gettext(ACTS[act]).format(box=BOXES[choice.box], points=choice.entry.points)
    return t.gettext(ACTS[act]).format(box="", points="").strip()
