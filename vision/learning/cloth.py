"""What the table is covered with in pictures to learn from: grain, weave, print and marks like pips. Knows no dice."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
N = 512
KINDS = ("felt", "leather", "wood", "check", "plain", "print", "dots", "bar", "stripes")


def cloth(chance: np.random.Generator) -> tuple[Floats, tuple[float, float]]:
    """Its colour (N × N × 3, blue, green, red, 0 to 1, linear), and its mirror and roughness."""
    kind = str(chance.choice(KINDS))
    colour = _paint(chance)
    other = _paint(chance)
    share: Floats = np.zeros((N, N))
    if kind == "felt":
        share = 0.5 + 0.5 * _grain(chance, chance.uniform(0.6, 2.0)) * chance.uniform(0.1, 0.5)
        other = colour * chance.uniform(0.4, 1.8)
    elif kind == "leather":
        seeds = np.full((N, N), 255, np.uint8)
        count = int(chance.uniform(1000, 12000))
        seeds[chance.integers(0, N, count), chance.integers(0, N, count)] = 0
        far = cv2.distanceTransform(seeds, cv2.DIST_L2, 5)
        share = np.clip(far / (2.2 * math.sqrt(N * N / count) / 2), 0, 1) + 0.2 * _grain(chance, 20)
        other = colour * chance.uniform(0.4, 1.5)
    elif kind in ("wood", "stripes"):
        share = 0.5 + 0.4 * _grain(chance, chance.uniform(0.8, 4), chance.uniform(25, 80))
        other = colour * chance.uniform(0.35, 0.9)
        if kind == "stripes":
            share = np.asarray(share > chance.uniform(0.3, 0.7), float)
    elif kind == "check":
        y, x = np.mgrid[0:N, 0:N]
        w = chance.uniform(8, 60)
        squares, lines = (x // w + y // w) % 2, (x % w < w / 5) | (y % w < w / 5)
        share = np.asarray(squares if chance.random() < 0.5 else lines, float)
    elif kind == "dots":
        share = _dots(chance)
    elif kind == "print":
        share = _print(chance)
    elif kind == "bar":
        share = 0.5 + 0.3 * _grain(chance, 40)
        other = colour * chance.uniform(0.6, 1.2)
    if chance.random() < 0.25 and kind not in ("dots", "print"):
        marks = _dots(chance) if chance.random() < 0.5 else _print(chance)
        share = np.where(marks > 0, 1 - np.asarray(share, float), share)
    turn = cv2.getRotationMatrix2D((N / 2, N / 2), chance.uniform(0, 360), 1.0)
    laid = cv2.warpAffine(np.asarray(share, np.float32), turn, (N, N), borderMode=cv2.BORDER_REFLECT)
    out = np.clip(np.float32(colour) + np.float32(other - colour) * laid[..., None], 0.003, 0.95)
    shiny = kind in ("bar", "wood", "leather", "plain") and chance.random() < 0.5
    return np.asarray(out, np.float64), (chance.uniform(0.03, 0.06) if shiny else 0.005, chance.uniform(0.05, 0.4))


def _paint(chance: np.random.Generator) -> Floats:
    hue, strength = chance.uniform(0, 180), chance.uniform(0, 1) ** 0.7
    bright = chance.uniform(0.12, 0.95)
    hsv = np.array([[[hue, strength * 255, bright * 255]]], np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0] / 255.0) ** 2.2


def _grain(chance: np.random.Generator, across: float, along: float | None = None) -> Floats:
    noise = np.asarray(chance.standard_normal((N, N), np.float32))
    wide = along or across
    fewer = tuple(max(1, min(N, round(N * 3 / v))) for v in (wide, across))  # what is coarse needs few pixels
    small = cv2.resize(noise, fewer, interpolation=cv2.INTER_AREA)
    smooth = cv2.GaussianBlur(small, (0, 0), sigmaX=wide * fewer[0] / N, sigmaY=across * fewer[1] / N)
    out = cv2.resize(smooth, (N, N), interpolation=cv2.INTER_CUBIC)
    return np.asarray(out / out.std())


def _dots(chance: np.random.Generator) -> Floats:
    """Round marks of about a pip's size, alone and in rows."""
    out = np.zeros((N, N))
    r, step = chance.uniform(2.0, 6), chance.uniform(9, 40)
    if chance.random() < 0.5:
        for y in np.arange(step / 2, N, step):
            for x in np.arange(step / 2, N, step):
                cv2.circle(out, (round(x), round(y)), round(r), 1.0, -1, cv2.LINE_AA)
    else:
        for _ in range(int(chance.uniform(20, 300))):
            x, y = chance.uniform(0, N, 2)
            cv2.circle(out, (round(x), round(y)), max(1, round(r * chance.uniform(0.5, 2))), 1.0, -1, cv2.LINE_AA)
    return out


def _print(chance: np.random.Generator) -> Floats:
    """Letters, lines and rings."""
    out = np.zeros((N, N), np.uint8)
    for _ in range(int(chance.uniform(8, 60))):
        x, y = (round(v) for v in chance.uniform(0, N, 2))
        kind = chance.integers(4)
        if kind == 0:
            word = "".join(chr(int(c)) for c in chance.integers(48, 91, 6))
            cv2.putText(out, word, (x, y), int(chance.integers(0, 7)), chance.uniform(0.4, 1.6), 255, 2, cv2.LINE_AA)
        elif kind == 1:
            cv2.line(out, (x, y), tuple(int(v) for v in chance.uniform(0, N, 2)), 255, int(chance.integers(1, 5)))
        elif kind == 2:
            cv2.circle(out, (x, y), int(chance.uniform(5, 40)), 255, int(chance.integers(1, 4)), cv2.LINE_AA)
        else:
            w, h = chance.uniform(6, 50, 2)
            cv2.rectangle(out, (x, y), (round(x + w), round(y + h)), 255, -1 if chance.random() < 0.6 else 2)
    return np.asarray(out / 255.0)
