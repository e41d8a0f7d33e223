"""How fast the reader is on this machine, against OpenCV's blob detector. Knows a clock; proves nothing of dice."""

import random
import resource
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median

import cv2
import numpy as np

from vision.frame import Frame, Picture
from vision.painting import Painter
from vision.pinhole import View, lying
from vision.reader import read
from vision.scene import Scene

ROUNDS = 15
SIDE_PX = 104.0  # of painted dice in a picture 1280 wide
PLACES = ((-160, -90), (0, -100), (150, -80), (-120, 80), (50, 60), (170, 100), (-30, -10))  # tray units


def bench_read() -> Iterator[str]:
    """Measure on one thread, in processor time; a line for a person as each is done."""
    cv2.setNumThreads(1)
    pictures = [_dice(5, seed) for seed in range(4)]
    blobs = cv2.SimpleBlobDetector.create()
    ours, known, theirs = [], [], []
    for k in range(ROUNDS):
        picture = pictures[k % len(pictures)]
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        theirs.append(_took(partial(blobs.detect, grey)))
        ours.append(_took(partial(read, Frame(picture))))
        known.append(_took(partial(read, Frame(picture), side_px=SIDE_PX)))
    yield f"five dice, 1280×960, one thread, median of {ROUNDS}: SimpleBlobDetector {median(theirs):.1f} ms"
    yield f"  read: {median(ours):.1f} ms, {median(ours) / median(theirs):.2f} times"
    yield f"  read, size known: {median(known):.1f} ms, {median(known) / median(theirs):.2f} times"
    for width, height in ((640, 480), (1280, 960), (2560, 1920), (4000, 3000)):
        resized = np.asarray(cv2.resize(pictures[0], (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)
        took = median(_took(partial(read, Frame(resized))) for _ in range(5))
        yield f"five dice, {width * height / 1e6:.1f} Mpixel: {took:.1f} ms"
    for count in range(8):
        picture = _dice(count, 9)
        took = median(_took(partial(read, Frame(picture))) for _ in range(5))
        yield f"{count} dice, 1280×960: {took:.1f} ms"
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    yield f"most memory held, with the pictures and what paints them: {held:.0f} MB"


def _took(act: Callable[[], object]) -> float:
    began = time.thread_time()
    act()
    return 1e3 * (time.thread_time() - began)


def _dice(count: int, seed: int) -> Picture:
    """A painted tray 1280 wide with so many dice; the first shows a five."""
    chance = random.Random(seed)
    dice = [lying(5 if k == 0 else chance.randint(1, 6), *PLACES[k], chance.uniform(0, 6.28)) for k in range(count)]
    return Painter(seed, View(1280, 960)).paint(Scene(tuple(dice)), seed)
