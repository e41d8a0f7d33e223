"""What the camera on the ribbon gives through the real picamera2 and libcamera: one JSON line, told to its test.

Run in the Debian root, with memory.c preloaded. argv: the file that stops pictures while it is there.
"""

import faulthandler
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import virtual  # noqa: F401

from vision.camera import CameraFault, camera_from, opened
from vision.picamera import PiCamera
from vision.reader import read

STOP = Path(sys.argv[1])
FRAMES = 14  # the virtual camera shows each picture four times


def fault(what: Callable[[], object]) -> list[str]:
    """How it fails: code and words."""
    try:
        what()
    except CameraFault as told:
        return [told.code, told.words]
    return ["none", ""]


def seen() -> dict[str, object]:
    """Dice, colours and memory of one camera, opened and let go of."""
    camera = camera_from("pi")
    assert isinstance(camera, PiCamera)
    with opened(camera):
        frames = [camera.frame(3.0) for _ in range(FRAMES)]
        made = camera._camera.camera_configuration()
        held = camera.hold(3.0)
    different = {frame.picture.tobytes(): frame for frame in frames}  # each is shown four times, and reading takes long
    readings = [read(frame) for frame in different.values()]
    return {
        "dice": [sorted(die.value for die in reading.dice) for reading in readings if reading.sure],
        "colour": [round(float(level)) for level in frames[-1].picture.mean(axis=(0, 1))],
        "format": made["main"]["format"],
        "memory": made["buffer_count"]
        * sum(made[name]["framesize"] for name in ("main", "lores", "raw") if made[name]),
        "numbers": [frame.number for frame in frames],
        "held": held,
    }


def gone() -> list[list[str]]:
    """What is said when pictures stop because the camera goes away, and by the next eye while it is away."""
    camera = camera_from("pi")
    with opened(camera):
        camera.frame(3.0)
        STOP.touch()
        away = STOP.with_name("frames").rename(STOP.with_name("away"))
        said = [fault(lambda: [camera.frame(0.5) for _ in range(9)])]
        STOP.unlink()
    said.append(anew())
    away.rename(STOP.with_name("frames"))
    return [*said, anew()]


def anew() -> list[str]:
    """How opening and reading fails in a process of its own, as after every fault: libcamera keeps its list in one."""
    words = [sys.executable, __file__, str(STOP), "anew"]
    told: list[str] = json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)
    return told


def main() -> None:
    """Open, read, let go, open again; a camera that goes away and comes back; two at once; pictures that stop."""
    faulthandler.dump_traceback_later(60, exit=True)
    told: dict[str, object] = {"first": seen(), "again": [seen()["dice"] for _ in range(3)]}
    told["gone"] = gone()
    camera, other = camera_from("pi"), camera_from("pi")
    with opened(camera):
        camera.frame(3.0)
        told["busy"] = fault(other.open)
        camera.frame(3.0)
        STOP.touch()
        told["hung"] = fault(lambda: [camera.frame(0.5) for _ in range(9)])
        STOP.unlink()
        camera.frame(9.0)
    told["after"] = seen()["dice"]
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    if sys.argv[2:]:
        sys.stdout.write(json.dumps(fault(seen)))
    else:
        main()
