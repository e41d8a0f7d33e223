"""`watch`: eye and umpire over a recording, by its own clock. Joins them as the running table does."""

import csv
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import Any

from table.dice import opposite
from table.events import Event, Flipped, StartMatch, TakenBack, Thrown, Won, Written
from table.fault import TableFault
from table.game import decide
from table.glance import Button, Held, Push, push_named
from table.house import House
from table.houses import house_from
from table.memory import Memory as Umpire
from table.notation import line
from table.refusal import Refusal
from table.state import State, fold
from table.step import step
from vision.calibration import Calibration, NotACalibration
from vision.camera import CameraFault, Spec, camera_from, opened, spec_from
from vision.files import pictures_in
from vision.frame import Frame
from vision.keeping import load
from vision.lookout import Lookout
from vision.reading import Blind, Moment, Settled, Stirred
from vision.recording import FRAMES

SIDES = tuple("ABCDEF")  # a side for each of the first six turns, so that every box is open in all of them
NOTHING = (
    "There is nothing to tell: in these pictures nothing lies still for half a second. Those without frames.csv "
    "count as ten a second; single photographs are read by: cacho read"
)
NAMED = 10  # recordings of a folder with many


def watched(source: str, house: str, calibration: Path | None = None) -> Iterator[dict[str, Any]]:
    """What a recording shows, as `watch --json` prints it, in the order of its times.

    source: a folder of pictures, perhaps with frames.csv and presses.csv, or a film, or the folder that the only such
    one lies in; `folder:` or `video:` may stand before it, as for a camera. Raises TableFault.

    calibration: a file with the calibration of the camera that took them; then dice are in tray units.
    """
    yield from told(_happenings(source, calibration), house_from(house))


def told(happenings: Iterable[tuple[int, Moment | Push]], house: House) -> Iterator[dict[str, Any]]:
    """What moments and presses with their times come to, at a table that plays by this house."""
    started = decide(State(), StartMatch(SIDES, house))
    if isinstance(started, Refusal):
        raise TableFault(started.words)
    state = fold(started)
    memory, asked = Umpire(), None
    for t_ms, what in happenings:
        if not isinstance(what, Button | Held):
            yield _moment(t_ms, what)
        taken = step(memory, state, what)
        memory, state = taken.memory, taken.state
        yield from ({"t_ms": t_ms, "kind": "event", **as_told(event), "words": line(event)} for event in taken.events)
        if taken.refusal:
            yield {"t_ms": t_ms, "kind": "refusal", "code": taken.refusal.code.value, "words": taken.refusal.words}
        if memory.question and memory.question != asked:
            yield {"t_ms": t_ms, "kind": "question", "code": memory.question.ask.value, "words": memory.question.words}
        asked = memory.question


def in_words(told: dict[str, Any]) -> str:
    """One line for a person."""
    if told["kind"] == "moment":
        dice = " ".join(str(die["value"]) for die in told["dice"]) or "no dice"
        text = f"{told['moment']}: {dice}" + "".join(f"\n            {doubt}" for doubt in told["doubts"])
    else:
        text = f"{told['kind']}: {told['words']}"
    return f"{told['t_ms'] / 1000:8.2f} s  {text}"


def _happenings(source: str, calibration: Path | None) -> Iterator[tuple[int, Moment | Push]]:
    """Moments and presses by time; at the same time the moment comes first."""
    try:
        spec = _meant(source)
    except OSError as error:
        raise TableFault(f"There is no recording at {source} ({error.strerror}).") from error
    presses = _presses(Path(spec.target) / "presses.csv")
    made = _calibration(calibration)
    lookout: Lookout | None = None
    try:
        with opened(camera_from(f"{spec.kind}:{spec.target}")) as camera:
            while True:
                frame = camera.frame(1.0)
                lookout = lookout or Lookout(_fitting(made, frame))
                while presses and presses[0][0] < 1000 * frame.taken_s:
                    yield presses.pop(0)
                yield from ((round(1000 * moment.at_s), moment) for moment in lookout.see(frame))
    except CameraFault as fault:
        if fault.code != "ended":
            raise TableFault(fault.words) from fault
    yield from presses


def _meant(source: str) -> Spec:
    """The folder or film that is meant, whatever stands before it; in a folder of recordings the only one."""
    spec = None
    if not Path(source).exists():
        with suppress(ValueError):
            spec = spec_from(source)
    if spec is None or spec.kind not in ("folder", "video"):
        spec = Spec("folder" if Path(source).is_dir() else "video", source)
    folder = Path(spec.target)
    if spec.kind == "video" or not folder.is_dir() or (folder / FRAMES).exists() or pictures_in(folder):
        return spec
    inside = sorted((one for one in folder.iterdir() if (one / FRAMES).exists()), reverse=True)
    if len(inside) > 1:
        names = ", ".join(one.name for one in inside[:NAMED]) + (", …" if len(inside) > NAMED else "")
        raise TableFault(
            f"There are {len(inside)} recordings in {folder}, the newest first: {names}. "
            f"Watch one of them: cacho watch {quote(str(inside[0]))}"
        )
    return Spec("folder", str(inside[0])) if inside else spec


def _calibration(file: Path | None) -> Calibration | None:
    try:
        return load(file) if file else None
    except NotACalibration as error:
        raise TableFault(f"{error}.") from error


def _fitting(made: Calibration | None, frame: Frame) -> Calibration | None:
    """The calibration, if it is for pictures of this size. Raises TableFault."""
    height, width = frame.picture.shape[:2]
    if made and not made.fits(width, height):
        theirs = "{} × {}".format(*made.size)
        raise TableFault(f"The calibration is for pictures of {theirs} pixels, and these have {width} × {height}.")
    return made


def _presses(file: Path) -> list[tuple[int, Push]]:
    if not file.is_file():
        return []
    try:
        with file.open(newline="", encoding="utf-8-sig") as lines:
            pushes = [(int(row["t_ms"]), push_named(row["button"])) for row in csv.DictReader(lines)]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        buttons = ", ".join(Button)
        raise TableFault(
            f"{file} must have columns t_ms,button: whole milliseconds and one of {buttons}, perhaps after hold."
        ) from error
    return sorted(pushes, key=lambda push: push[0])


def _moment(t_ms: int, moment: Moment) -> dict[str, Any]:
    """why and codes are for programs; the doubts say the same in words."""
    name = {Settled: "settled", Stirred: "stirred", Blind: "blind"}[type(moment)]
    told = {"t_ms": t_ms, "kind": "moment", "moment": name}
    if isinstance(moment, Blind):
        return {**told, "dice": [], "doubts": [moment.words], "why": moment.why}
    doubts = moment.doubts if isinstance(moment, Stirred) else ()
    places = [{"value": die.value, "x": round(die.x, 1), "y": round(die.y, 1)} for die in moment.dice]
    codes = {"codes": [doubt.kind.value for doubt in doubts]} if doubts else {}
    return {**told, "dice": places, "doubts": [doubt.words for doubt in doubts], **codes}


def as_told(event: Event) -> dict[str, Any]:
    """The event as `watch --json` names it."""
    match event:
        case Thrown(dice, rerolled):
            return {"event": "thrown", "dice": sorted(dice), "rerolled": rerolled}
        case Flipped(faces):
            return {"event": "flipped", "from": list(faces), "to": [opposite(face) for face in faces]}
        case Written(box, points, sign):
            return {"event": "written", "box": box.value, "points": points, "sign": sign.value}
        case Won(how):
            return {"event": "won", "how": how}
        case TakenBack(box):
            return {"event": "taken_back", **({"box": True} if box else {})}
        case _:
            return {"event": line(event)}
