"""What is not well with the table, in words: why it sees nothing or is not sure, what became of its history. Pure."""

from gettext import NullTranslations

from table.glance import Glance
from table.notice import REASONS, Notice, Why
from table.notice import SENTENCES as NOTICES

CAMERAS: dict[str, str] = {
    "absent": "No camera is found: check its cable.",
    "busy": "Another program holds the camera.",
    "hung": "The camera gives no picture: check its cable.",
    "unplugged": "The camera was unplugged.",
    "frozen": "The camera's picture stands still.",
    "crashed": "The camera starts again.",
    "ended": "The recording has ended.",
    "off": "The camera is off.",
    "moved": "The camera or the tray has moved: put it back, or calibrate again.",
    "light": "The light has changed much: put it right, or calibrate again.",
    "lost": "The tray is not seen where it was: clear the view, or calibrate again.",
    "calibrating": "The table is being calibrated.",
}
"""Why the camera sees nothing, by its code, with what to do; keys of the catalogues."""

MISFITS: dict[str, str] = {
    "damaged": "The calibration is damaged and not used: calibrate again.",
    "camera": "The calibration is of another camera and not used: calibrate again.",
    "size": "The calibration is for pictures of another size and not used: calibrate again.",
}
"""Why a calibration does not serve, by its code; keys of the catalogues."""

DOUBTS: dict[str, str] = {
    "covered": "there is a hand or a cup in view",
    "restless": "something keeps moving",
    "cocked": "a die stands tilted",
    "no_face": "a die shows no clear face",
    "unclear": "something may be a die",
    "cut_off": "a die lies at the edge of the picture",
    "too_small": "the dice look too small",
    "too_dark": "it is too dark",
    "too_bright": "it is too bright",
    "blurred": "the picture is blurred",
    "off_tray": "a die lies off the tray",
    "other_size": "the dice are of another size than calibrated",
}
"""Why dice can't be stood by, in players' words, by the doubt's kind; keys of the catalogues."""


def doubted(glance: Glance, t: NullTranslations) -> str:
    """Why the dice can't be stood by, each reason once."""
    reasons = dict.fromkeys(t.gettext(DOUBTS.get(doubt.kind.value, doubt.words)) for doubt in glance.doubts)
    return t.gettext("Not sure yet: {reasons}.").format(reasons="; ".join(reasons))


def health(glance: Glance, kind: str, t: NullTranslations) -> str:
    """What is not well with the table, for the owner; nothing when all is, or the sentence (of this kind) says it."""
    ill = kind != "camera" and glance.camera not in ("ok", "starting")
    why = [t.gettext(CAMERAS.get(glance.camera, CAMERAS["off"]))] if ill else []
    why += [t.gettext(MISFITS[glance.misfit])] if glance.misfit in MISFITS else []
    return " ".join([*why, *glance.notices, *(noticed(told, t) for told in glance.history)])


def calibrated(glance: Glance, t: NullTranslations) -> str:
    """Whether dice are read by a calibration, and since when there is that one."""
    if not glance.calibrated:
        return t.gettext("Not calibrated.")
    return t.gettext("Calibrated {when}.").format(when=glance.calibrated[:16].replace("T", " "))


def noticed(told: Notice, t: NullTranslations) -> str:
    """What the owner must be told about the history, in the phone's language."""
    facts = {key: t.gettext(REASONS[Why(fact)]) if key == "why" else fact for key, fact in told.facts}
    return t.gettext(NOTICES[told.code]).format(**facts)


def blind(glance: Glance, t: NullTranslations) -> str:
    """Why no dice are seen, and what to do meanwhile."""
    if glance.camera == "starting":
        return t.gettext("The camera is waking up. A moment.")
    why = t.gettext(CAMERAS.get(glance.camera, CAMERAS["off"]))
    return why + " " + t.gettext("Enter the dice by hand meanwhile.")
