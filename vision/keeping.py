"""Where a calibration is kept: its file and its picture in the data folder. Knows files and power cuts; no camera."""

import os
from pathlib import Path

from vision.calibration import Calibration, NotACalibration, from_json, to_json

NAME = "calibration.json"


def load(file: Path) -> Calibration:
    """The calibration in a file. Raises NotACalibration, in words, when there is none or it is damaged."""
    try:
        text = file.read_bytes()
    except OSError as error:
        raise NotACalibration(f"the calibration {file} cannot be read: {error.strerror or error}") from None
    try:
        return from_json(text)
    except NotACalibration as error:
        raise NotACalibration(f"the calibration {file} cannot be used: {error}") from None


def kept(folder: Path) -> Calibration | None:
    """The calibration of this data folder, None where none was made. Raises NotACalibration for a damaged one."""
    file = folder / NAME
    return load(file) if file.exists() or file.is_symlink() else None


def keep(folder: Path, calibration: Calibration, picture: bytes) -> None:
    """Keep a calibration and its picture: after a power cut at any moment there is the old one or this, whole.

    calibration.picture names the picture's file, which must be a new one. Raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / calibration.picture, picture)
    _write(folder / NAME, to_json(calibration).encode())
    for old in folder.glob("calibration-*.jpg"):
        if old.name != calibration.picture:
            old.unlink(missing_ok=True)


def forget(folder: Path) -> None:
    """Remove the calibration of this folder, if there is one. Raises OSError."""
    (folder / NAME).unlink(missing_ok=True)
    for old in folder.glob("calibration-*.jpg"):
        old.unlink(missing_ok=True)


def picture(folder: Path, calibration: Calibration) -> bytes | None:
    """The picture of the five dice it was made with, if it is still there."""
    try:
        return (folder / calibration.picture).read_bytes() if calibration.picture else None
    except OSError:
        return None


def _write(file: Path, what: bytes) -> None:
    """Write beside the file and put it in its place at once."""
    beside = file.with_name(f"{file.name}.new")
    with beside.open("wb") as out:
        out.write(what)
        out.flush()
        os.fsync(out.fileno())
    beside.replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
