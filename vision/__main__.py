"""`python -m vision explain PHOTO`: a picture for each stage of a reading. Knows how to draw and judges nothing."""

import argparse
import json
import sys
from pathlib import Path

import cv2
import numpy as np

from vision.doubts import Reasons
from vision.files import NotAPicture, load
from vision.find import Found
from vision.frame import Frame, Picture
from vision.glimpse import glimpse
from vision.reader import DEFAULT, fit, read, see
from vision.reading import Reading
from vision.sheets import GREEN, YELLOW, drawn, write
from vision.sight import shade, sight

RED, BLUE = (40, 40, 255), (255, 160, 40)


def main() -> int:
    """Write the stages of one reading beside the photograph, or where --out says; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m vision", description=__doc__)
    commands = parser.add_subparsers(required=True)
    explain = commands.add_parser("explain", help="write a picture for each stage of a reading")
    explain.add_argument("photo", type=Path)
    explain.add_argument("--out", type=Path, help="folder for the pictures (default: beside the photograph)")
    glanced = commands.add_parser("glimpse", help="take one picture and tell how bright and sharp it is, as JSON")
    glanced.add_argument("camera", help="as for cacho run --camera; - for a JPEG on standard input")
    asked = parser.parse_args()
    if hasattr(asked, "camera"):
        sys.stdout.write(f"{json.dumps(glimpse(asked.camera))}\n")
        return 0
    try:
        frame = load(asked.photo)
    except NotAPicture as fault:
        sys.stderr.write(f"{fault}\n")
        return 1
    folder = asked.out or asked.photo.parent
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in stages(frame).items():
        path = folder / f"{asked.photo.stem}-{name}.png"
        cv2.imwrite(str(path), picture)
        sys.stdout.write(f"{path}\n")
    sys.stdout.write(f"{sentence(read(frame))}\n")
    return 0


def stages(frame: Frame) -> dict[str, Picture]:
    """Pictures by name, in the order things happen: the plane looked at, marks, faces, what is left over, verdict.

    The first three and the leftovers show the first look, in the size and stretch the reader worked in.
    """
    small, _ = fit(frame.picture, DEFAULT)
    found, _ = see(sight(shade(small), small), DEFAULT)
    level = np.clip(found.sight.levels[0], 0, 255).astype(np.uint8)
    ground = np.repeat(level[:, :, None], 3, axis=2)
    return {
        "1-plane": ground,
        "2-marks": _marks(ground, found),
        "3-faces": _faces(ground, found),
        "4-leftover": _leftover(ground, found),
        "5-verdict": drawn(frame.picture, read(frame)),
    }


def sentence(reading: Reading) -> str:
    """The verdict as a person would say it."""
    values = ", ".join(str(v) for v in sorted(d.value for d in reading.dice)) or "no dice"
    return f"read: {values}" if reading.sure else f"unsure: {values}; " + "; ".join(d.words for d in reading.doubts)


def _marks(ground: Picture, found: Found) -> Picture:
    picture = ground.copy()
    for sign, colour in ((1, RED), (-1, BLUE)):
        s = found.marks[sign]
        for x, y, r, aspect, tilt in zip(s.x, s.y, s.r, s.aspect, s.tilt, strict=True):
            axes = (float(2 * r * aspect**0.5), float(2 * r / aspect**0.5))
            cv2.ellipse(picture, ((float(x), float(y)), axes, float(np.degrees(tilt))), colour, 1)
    return picture


def _faces(ground: Picture, found: Found) -> Picture:
    picture = ground.copy()
    for w in found.dice:
        f, (ax, ay, bx, by) = w.face, w.face.top
        corners = [(f.x + u * ax + v * bx, f.y + u * ay + v * by) for u, v in ((-2, -2), (2, -2), (2, 2), (-2, 2))]
        cv2.polylines(picture, [np.round(corners).astype(np.int32)], True, GREEN, 1, cv2.LINE_AA)
        write(picture, f"{f.value} {w.quality:.2f}", f.x + f.unit, f.y, f.unit / 25, GREEN)
        s = found.marks[f.sign]
        for i in f.pips:
            cv2.circle(picture, (round(float(s.x[i])), round(float(s.y[i]))), max(1, round(float(s.r[i]))), GREEN, 1)
    return picture


def _leftover(ground: Picture, found: Found) -> Picture:
    picture = ground.copy()
    for kind, x, y, _ in Reasons(found, DEFAULT).all():
        cv2.drawMarker(picture, (round(x), round(y)), YELLOW, cv2.MARKER_TILTED_CROSS, 14, 2)
        write(picture, kind.value, x + 8, y, 0.4, YELLOW)
    return picture


if __name__ == "__main__":
    sys.exit(main())
