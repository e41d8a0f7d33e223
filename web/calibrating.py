"""The addresses of calibrating: the guided view, how far it is, and what a host has done. Knows words; no camera."""

from gettext import NullTranslations
from typing import Any

from flask import Flask, Response, abort

from web.page import Page, drawn, language, told, written
from web.tapping import wanted
from web.tongue import tongue

FINDINGS: dict[str, str] = {
    "moves": "something moves: hold still",
    "show_corners": "the tray was not found: put the four corners on it",
    "not_empty": "something lies here: the tray must be empty",
    "die_like": "this looks like a die: take it away, unless it belongs to the tray",
    "unsteady": "exposure and colours do not come to rest: light the tray evenly and try again",
    "too_dark": "too dark: more light",
    "too_bright": "too bright: less light, or a darker surface",
    "glare": "glare here: move the lamp or soften its light",
    "blurred": "out of focus: turn the lens, or change its height",
    "tilted": "tilted by {number}°: hang the camera straight above the tray",
    "camera_moved": "the camera or the tray has moved: begin again",
    "light_changed": "the light has changed: begin again",
    "not_five": "{number} dice are seen: lay five, apart from each other",
    "unread": "a die here cannot be read: turn or move it",
    "too_small": "the dice are only {number} pixels wide: bring the camera nearer",
    "unlike": "the dice are not of one size",
    "plain": "a moved camera will not be noticed: let the tray's rim be in the picture",
    "alike": "dice and tray have nearly the same colour",
}
"""What is wrong with a picture, by its code, with what to do; keys of the catalogues."""

STEPS: dict[str, str] = {
    "waking": "The camera is waking up. A moment.",
    "empty": "Take everything off the tray and put the corners on it.",
    "dice": "Lay five dice on the tray, apart from each other.",
    "done": "All five are read. Save it, and the table uses it at once.",
}
"""What to do in each step; keys of the catalogues."""

LEAST, MOST = -1.0, 20_001.0  # pixels of any picture


def add(app: Flask, page: Page) -> None:
    """The addresses of calibrating."""

    @app.get("/calibrate")
    def calibrate() -> str:
        return drawn(
            page,
            "calibrate.html",
            host=page.hosted(),
            demo=page.tray is not None,
            camera=page.calibrator is not None,
            now=_now(page, tongue(language())),
        )

    @app.get("/api/calibration")
    def calibration() -> Response:
        return written(_now(page, tongue(language())))

    @app.get("/calibration.jpg")
    def picture() -> Response:
        jpeg = page.calibrator.picture() if page.calibrator else None
        if jpeg is None:
            abort(404, "There is no picture of a calibration.")
        return Response(jpeg, mimetype="image/jpeg")

    @app.post("/api/calibration")
    def change() -> Response:
        step = wanted(page, step_asked)
        code = page.calibrator.do(step) if page.calibrator else "no_camera"
        return _cannot(code) if code else written(_now(page, tongue(language())), 202)


def step_asked(body: object) -> dict[str, Any]:
    """What a request's body asks for; a ValueError whose text says what is wrong with it.

    >>> step_asked({"do": "take", "step": "empty"})
    {'do': 'take', 'step': 'empty'}
    """
    if not isinstance(body, dict):
        raise ValueError("The body must be a JSON object.")
    match body.get("do"):
        case "begin" | "save" | "cancel" | "forget" as do:
            return {"do": do}
        case "take" if body.get("step") in ("empty", "dice"):
            return {"do": "take", "step": body["step"]}
        case "take":
            raise ValueError("step must be empty or dice.")
        case "corners":
            return {"do": "corners", "corners": _corners(body.get("corners"))}
        case _:
            raise ValueError("do must be one of begin, corners, take, save, cancel, forget.")


def _corners(value: object) -> list[list[float]]:
    points = value if isinstance(value, list) else []
    found = [
        [float(n) for n in point if type(n) in (int, float) and LEAST <= n <= MOST]
        for point in points
        if isinstance(point, list)
    ]
    if len(points) != 4 or [len(point) for point in found] != [2] * 4:
        raise ValueError("corners must be four places [x, y] in pixels of the picture.")
    return found


def _cannot(code: str) -> Response:
    """Why it cannot be done; each sentence is a key of the catalogues."""
    match code:
        case "no_camera":
            return told(409, code, "There is no camera to calibrate just now.")
        case "not_begun":
            return told(409, code, "Calibrating has not begun, or has ended. Begin again.")
        case "corners":
            return told(409, code, "The corners must enclose the tray inside the picture.")
        case "disk":
            return told(503, code, "The calibration could not be saved: is the disk full?")
        case _:
            return told(409, code, "Not yet: something is still wrong, as said below.")


def _now(page: Page, t: NullTranslations) -> dict[str, Any]:
    """The calibration and the one being made, in words."""
    snapshot = page.table.latest()
    state = page.calibrator.told(touch=page.hosted()) if page.calibrator else {"kept": None, "going": None}
    if going := state["going"]:
        going["words"] = t.gettext(STEPS[going["step"]])
        for finding in going.get("findings", ()):
            finding["words"] = t.gettext(FINDINGS[finding["code"]]).format(number=finding["number"])
    return state | {"used": bool(snapshot.glance.calibrated), "picture": snapshot.picture}
