"""How fast the reader is on this machine, against OpenCV's blob detector. Knows a clock; proves nothing of dice."""

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from vision.files import load, pictures_in
from vision.frame import Frame, Picture
from vision.painting import Painter
from vision.pinhole import View, lying
from vision.reader import read
from vision.scene import Scene
from vision.steps import GROUNDS

ROUNDS = 5  # of each picture
SIDE_PX = 104.0  # of painted dice in a picture 1280 wide
PLACES = ((-160, -90), (0, -100), (150, -80), (-120, 80), (50, 60), (170, 100), (-30, -10))  # tray units
SIZES = ((640, 480), (1280, 960), (2560, 1920), (4000, 3000))
CLUTTERED = "flowers"  # the ground that costs most: nearly every flower is nearly a five
READS_A_FILE = """
import sys
from pathlib import Path
import cv2
cv2.setNumThreads(1)
from vision.files import load
from vision.reader import read
read(load(sys.argv[1]))
held = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM")]
print(held[0].split()[1])  # not what getrusage says: that remembers the process it was forked from
"""


def bench_read(photos: Path | None = None) -> Iterator[str]:
    """Measure on one thread, in processor time; a line for a person as each is done.

    photos: a folder with pictures that are measured too, each in its own size.
    """
    cv2.setNumThreads(1)
    for file in pictures_in(photos) if photos else ():
        load(file)  # one that is no picture is told before minutes are spent on the others
    painted = [(ground, _dice(5, 1, ground)) for ground in GROUNDS]
    yield _head("five dice, 1280×960, on")
    yield from _table(painted, SIDE_PX)
    if photos:
        yield _head(f"{photos}")
        yield from _table([(file.name, load(file).picture) for file in pictures_in(photos)], None)
    for width, height in SIZES:
        picture = _resized(painted[0][1], width, height)
        yield f"five dice, {width * height / 1e6:.1f} Mpixel: {_ms(partial(read, Frame(picture))):.1f} ms"
    crowd = _resized(_dice(5, 1, CLUTTERED), *SIZES[-1])
    yield f"five dice on {CLUTTERED}, 12 Mpixel: {_ms(partial(read, Frame(crowd))):.1f} ms"
    for count in range(8):
        yield f"{count} dice, 1280×960: {_ms(partial(read, Frame(_dice(count, 9)))):.1f} ms"
    empty = Frame(_resized(_dice(0, 9), *SIZES[0]))
    known = _ms(partial(read, empty, side_px=SIDE_PX / 2))
    yield f"an empty tray, 640×480: {_ms(partial(read, empty)):.1f} ms, size known {known:.1f} ms"
    for width, height in SIZES[1::2]:
        held = memory(_resized(painted[0][1], width, height))
        yield f"most memory of a process that reads {width * height / 1e6:.1f} Mpixel from a file: {held:.0f} MB"


def bench_again(photos: Path, times: int) -> Iterator[str]:
    """Read each picture of a folder so many times, others in between, and name those that did not read the same."""
    cv2.setNumThreads(1)
    files = pictures_in(photos)
    first = {file: repr(read(load(file))) for file in files}
    other = {file for _ in range(times - 1) for file in files if repr(read(load(file))) != first[file]}
    yield from (f"{file.name} was not always read the same" for file in sorted(other))
    yield f"{len(files)} pictures, {times} readings of each: {len(files) - len(other)} the same to the last bit"


def _head(what: str) -> str:
    return f"{what:<28}{'blobs':>9}{'read':>9}{'':>8}{'size known':>14}"


def _table(pictures: Sequence[tuple[str, Picture]], side_px: float | None) -> Iterator[str]:
    """A line for each picture and one for the middle of all. Without a side the size read is taken as known."""
    blobs = cv2.SimpleBlobDetector.create()
    rows = []
    for name, picture in pictures:
        frame = Frame(picture)
        sides = [die.size for die in read(frame).dice]
        side = side_px or (median(sides) if sides else None)
        theirs = _ms(partial(blobs.detect, cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)))
        ours = _ms(partial(read, frame))
        known = _ms(partial(read, frame, side_px=side)) if side else ours
        rows.append((theirs, ours, ours / theirs, known, known / theirs))
        yield _row(name, *rows[-1])
    if rows:
        yield _row("the middle of all", *(median(column) for column in zip(*rows, strict=True)))


def _row(name: str, theirs: float, ours: float, times: float, known: float, known_times: float) -> str:
    return f"  {name[:26]:<26}{theirs:>6.1f} ms{ours:>6.1f} ms{times:>7.2f}×{known:>8.1f} ms{known_times:>7.2f}×"


def _ms(act: Callable[[], object]) -> float:
    took = []
    for _ in range(ROUNDS):
        began = time.thread_time()
        act()
        took.append(1e3 * (time.thread_time() - began))
    return median(took)


def memory(picture: Picture) -> float:
    """Megabytes a process of its own holds at most that reads this picture from a file and paints nothing."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "picture.jpg"
        cv2.imwrite(str(file), picture)
        done = subprocess.run(
            [sys.executable, "-c", READS_A_FILE, str(file)], capture_output=True, text=True, check=True, timeout=120
        )
    return int(done.stdout) / 1024


def _resized(picture: Picture, width: int, height: int) -> Picture:
    return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)


def _dice(count: int, seed: int, ground: str = "leather") -> Picture:
    """A painted tray 1280 wide with so many dice; the first shows a five."""
    chance = random.Random(seed)
    dice = [lying(5 if k == 0 else chance.randint(1, 6), *PLACES[k], chance.uniform(0, 6.28)) for k in range(count)]
    return Painter(seed, View(1280, 960), GROUNDS[ground]).paint(Scene(tuple(dice)), seed)
