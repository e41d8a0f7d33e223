"""Calibrating from the terminal: from a camera step by step, or two photographs. Joins camera, folder and words."""

import fcntl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from table.fault import TableFault
from vision.calibrating import EVERY_S, STILL, Calibrating
from vision.calibration import Calibration, NotACalibration
from vision.camera import Camera, CameraFault, Holding, camera_from, identity, opened
from vision.commands import Clear, Toss
from vision.files import NotAPicture, load
from vision.frame import Frame
from vision.guide import Corners, Progress, Step, Take
from vision.keeping import NAME, forget, keep, kept
from vision.painted import Painted
from vision.plane import Point

PATIENCE_S = 12.0  # seconds of pictures until what is still wrong is told
HOLD_S = 8.0  # for exposure and focus to come to rest
ASKED = {
    Step.EMPTY: "Take everything off the tray, hands too, and press Enter.",
    Step.DICE: "Lay five dice on the tray, apart from each other, and press Enter.",
}

Say = Callable[[str], None]
Ask = Callable[[str], bool]
"""Asks a person to do something and waits for it; False when nobody is there."""


def from_camera(spec: str, folder: Path, corners: tuple[Point, ...], say: Say, ask: Ask) -> Calibration:
    """Calibrate the camera that is meant and keep it in the folder. Raises TableFault."""
    with _alone(folder):
        try:
            camera = camera_from(spec)
            with opened(camera):
                hold = camera.hold if isinstance(camera, Holding) else None
                making = Calibrating(identity(spec), (lambda: hold(HOLD_S)) if hold else dict)
                done = _guided(camera, making, corners, say, ask)
        except (CameraFault, ValueError) as fault:
            raise TableFault(str(fault)) from fault
        return _kept(folder, done)


def from_photographs(
    spec: str, folder: Path, empty: Path, dice: Path, corners: tuple[Point, ...], say: Say
) -> Calibration:
    """Calibrate from a photograph of the empty tray and one with five dice on it. Raises TableFault."""
    with _alone(folder):
        try:
            bare, laid = load(empty), load(dice)
            name = identity(spec)
        except (NotAPicture, ValueError) as fault:
            raise TableFault(f"{fault}.") from fault
        sizes = [" × ".join(map(str, frame.picture.shape[1::-1])) for frame in (bare, laid)]
        if sizes[0] != sizes[1]:
            raise TableFault(
                f"{empty} has {sizes[0]} pixels and {dice} has {sizes[1]}: take both with the same camera and settings."
            )
        making = Calibrating(name)
        for frame, step in ((bare, Step.EMPTY), (laid, Step.DICE)):
            pictures = _repeated(frame, making)
            told = next(pictures)
            if corners and step is Step.EMPTY:
                told = _set(making, corners, pictures)
            _tell(told, say)
            making.obey(Take(step))
            for _ in range(STILL + 2):
                if not told.passed or told.step is not step:
                    break
                told = next(pictures)
            if told.step is step:
                break
        return _kept(folder, told)


def shown(folder: Path) -> Calibration:
    """The calibration the folder holds. Raises TableFault, in words, when it holds none that can be used."""
    try:
        found = kept(folder)
    except NotACalibration as error:
        raise TableFault(f"{error}. Calibrate again.") from error
    if found is None:
        raise TableFault(f"Not calibrated: there is no {NAME} in {folder}.")
    return found


def dropped(folder: Path) -> bool:
    """Remove the folder's calibration; whether there was one. Raises TableFault."""
    with suppress(PermissionError):  # told below
        if not (folder / NAME).exists():
            return False
    with _alone(folder):
        try:
            forget(folder)
        except OSError as error:
            raise TableFault(f"The calibration in {folder} cannot be removed: {error.strerror or error}.") from error
    return True


def summary(calibration: Calibration) -> dict[str, Any]:
    """What there is to know of it, as `calibrate --json` prints it."""
    c = calibration
    return {
        "made": c.made, "camera": c.camera, "size": list(c.size), "side_px": round(c.side_px, 1),
        "tilt": round(c.tilt), "corners": [[round(x, 1), round(y, 1)] for x, y in c.corners],
    }  # fmt: skip


def in_words(calibration: Calibration) -> str:
    """The same for a person."""
    c = calibration
    when, (width, height) = c.made[:16].replace("T", " "), c.size
    return (
        f"Calibrated {when}: camera {c.camera}, pictures of {width} × {height} pixels, "
        f"dice {c.side_px:.0f} pixels wide, tilted by {c.tilt:.0f}°."
    )


def corners_from(text: str) -> tuple[Point, ...]:
    """Corners as a person writes them; a ValueError says how.

    >>> corners_from("20,20 620,20 620,460 20,460")[2]
    (620.0, 460.0)
    """
    try:
        x, y = zip(*(map(float, pair.split(",")) for pair in text.split()), strict=True)
    except ValueError:
        raise ValueError(
            f"corners are four places in pixels, as in '20,20 620,20 620,460 20,460', not {text!r}"
        ) from None
    return tuple(zip(x, y, strict=True))


def _guided(camera: Camera, making: Calibrating, corners: tuple[Point, ...], say: Say, ask: Ask) -> Progress:
    """Ask for each step, and again while something is gravely wrong."""
    pictures = _judged(camera, making)
    for step in (Step.EMPTY, Step.DICE):
        told = _ready(camera, step, pictures, corners, making, say, ask)
        while not told.passed:
            _tell(told, say)
            told = _ready(camera, step, pictures, corners, making, say, ask)
        _tell(told, say)
        making.obey(Take(step))
        told = _until(pictures, lambda p, step=step: p.step is not step)  # type: ignore[misc]
        if told.step is step:
            raise TableFault("Something came into view, or the camera did not come to rest: calibrate again.")
    return told


def _ready(
    camera: Camera,
    step: Step,
    pictures: Iterator[Progress],
    corners: tuple[Point, ...],
    making: Calibrating,
    say: Say,
    ask: Ask,
) -> Progress:
    """Have the tray shown as this step wants it, and look until it passes or patience ends."""
    if isinstance(camera, Painted):
        say("The painted tray is cleared." if step is Step.EMPTY else "Five painted dice are thrown.")
        camera.act(Clear() if step is Step.EMPTY else Toss())
        while camera.now_s < camera.ends_s:
            next(pictures)
    elif not ask(ASKED[step]):
        raise TableFault("Nobody is here to show the tray: run this in a terminal, or give --empty and --dice.")
    if corners and step is Step.EMPTY:
        _set(making, corners, pictures)
    return _until(pictures, lambda progress: progress.passed)


def _set(making: Calibrating, corners: tuple[Point, ...], pictures: Iterator[Progress]) -> Progress:
    next(pictures)  # the size of the pictures must be known
    making.obey(Corners(corners))
    return next(pictures)


def _judged(camera: Camera, making: Calibrating) -> Iterator[Progress]:
    while True:
        if (progress := making.see(camera.frame(5.0))) is not None:
            yield progress


def _repeated(frame: Frame, making: Calibrating) -> Iterator[Progress]:
    """The same photograph, as if a camera went on taking it."""
    began = time.monotonic()
    for number in range(10_000):
        seen = Frame(frame.picture, number, began + EVERY_S * 1.01 * number)
        if (progress := making.see(seen)) is not None and number >= STILL:
            yield progress


def _until(pictures: Iterator[Progress], enough: Callable[[Progress], bool]) -> Progress:
    ends = time.monotonic() + PATIENCE_S
    while not enough(told := next(pictures)) and time.monotonic() < ends:
        pass
    return told


def _tell(told: Progress, say: Say) -> None:
    for finding in told.findings:
        place = "" if finding.x is None or finding.y is None else f" (near {finding.x:.0f}, {finding.y:.0f})"
        say(f"  {'!' if finding.grave else '·'} {finding.words[0].upper()}{finding.words[1:]}{place}")
    if told.passed:
        dice = " ".join(map(str, sorted(die.value for die in told.dice)))
        say("Empty tray: passed." if told.step is Step.EMPTY else f"Five dice: passed, read as {dice}.")


def _kept(folder: Path, done: Progress) -> Calibration:
    if done.made is None:
        wrong = "; ".join(dict.fromkeys(finding.words for finding in done.findings if finding.grave))
        raise TableFault(f"Not calibrated: {wrong or 'the pictures did not pass'}.")
    try:
        keep(folder, done.made, done.picture)
    except OSError as error:
        raise TableFault(f"The calibration cannot be kept in {folder}: {error.strerror or error}.") from error
    return done.made


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep the folder from tables meanwhile, for one that runs would not hear of it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "cacho.lock").open("w")
    except OSError as error:
        raise TableFault(f"The data folder {folder} cannot be written: {error.strerror or error}.") from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise TableFault(
                f"A table is running with the data in {folder}. Calibrate on its page, at /calibrate, or end it first."
            ) from error
        yield
