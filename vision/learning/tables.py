"""The recipe: which tables, dice, lamps and leans are painted to learn from. Knows no net; needs numba.

A picture is a small window of what a camera would see, with a few dice of one set. Nothing is taken from a photograph.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.learning import tracer
from vision.learning.cloth import cloth

Floats = NDArray[np.float64]
TURNS = {  # brings a face up
    1: np.eye(3),
    6: np.diag([1.0, -1.0, -1.0]),
    2: np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]]),
    5: np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]]),
    3: np.array([[0.0, 0, -1], [0, 1, 0], [1, 0, 0]]),
    4: np.array([[0.0, 0, 1], [0, 1, 0], [-1, 0, 0]]),
}
LEANS = (5, 13), (9, 20), (16, 32), (28, 50)  # degrees, each as often: the small ones are the hard ones
FACES = {(0, 1): 3, (0, -1): 4, (1, 1): 2, (1, -1): 5, (2, 1): 1, (2, -1): 6}


@dataclass(frozen=True, slots=True, eq=False)
class Top:
    """What is true of one painted die.

    x, y: middle of the face that looks most at the lens, px. size: four units, px. value: that face. off: the sine and
    direction by which it looks past the lens, right and down. lean: degrees off the table. seen: share of the top that
    shows. stacked: on another die, or under one.
    """

    x: float
    y: float
    size: float
    value: int
    off: tuple[float, float]
    lean: float
    seen: float
    stacked: bool


def painted(seed: int) -> tuple[NDArray[np.uint8], list[Top]]:
    """One picture and the truth of its dice; the same for the same seed."""
    chance = np.random.default_rng(seed)
    side = math.exp(chance.uniform(math.log(16), math.log(34)))
    view = min(chance.uniform(4.2, 6.5), 160 / side)
    px = round(view * side)
    eye, axes, focal = _camera(chance, side)
    bodies, leans, stacked = _dice(chance, view)
    sky, lamps = _light(chance, bodies, eye)
    albedo, table = cloth(chance)
    span = 3.2 * view
    grey = albedo.reshape(-1, 3).mean(axis=0)
    # the window is about the table's origin, wherever that is in the camera's view
    at = axes @ (np.array([0, 0, 0.5]) - eye)
    middle = px / 2 - focal * at[:2] / at[2]
    picture = np.zeros((px, px, 3))
    tops = _tops(bodies, eye)
    for body, (axis, sign, _) in zip(bodies, tops, strict=True):
        body[tracer.TOP] = 2 * axis + (sign < 0)
    counts = tracer.paint(
        bodies, lamps, np.concatenate([sky, grey]), albedo, span, np.array(table), eye, axes, focal, middle, picture, 2,
        seed % 2**31,
    )  # fmt: skip
    truth = []
    for k, (body, (axis, sign, off)) in enumerate(zip(bodies, tops, strict=True)):
        if not body[tracer.PIPPED]:
            continue
        turn = body[3:12].reshape(3, 3)
        p = axes @ (body[:3] + 0.5 * sign * turn[:, axis] - eye)
        x, y = middle + focal * p[:2] / p[2] - 0.5
        size = 4 * body[tracer.PITCH] * focal / p[2]
        along = axes @ off
        value = FACES[axis, sign]
        seen = counts[k, 1] / max(counts[k, 0], 1)
        truth.append(Top(x, y, size, value, (along[0], along[1]), leans[k], seen, k in stacked))
    return _developed(chance, picture, side), truth


def _camera(chance: np.random.Generator, side: float) -> tuple[Floats, Floats, float]:
    """Where the eye is, its axes (right, down, forward), and its focal length in pixels."""
    slant = min(abs(chance.normal(0, math.radians(11))), math.radians(40)) if chance.random() < 0.85 else 0.0
    way = chance.uniform(0, 2 * math.pi)
    far = math.exp(chance.uniform(math.log(7), math.log(60)))
    eye = far * np.array([math.sin(slant) * math.cos(way), math.sin(slant) * math.sin(way), math.cos(slant)])
    hangs = chance.random() < 0.65  # straight above the tray, the window off its axis; or it looks at the window
    look = np.array([*chance.normal(0, 0.03, 2), -1.0]) if hangs else -eye / far
    look /= np.linalg.norm(look)
    roll = chance.uniform(0, 2 * math.pi)
    right = np.cross(look, [math.cos(roll), math.sin(roll), 0.0])
    right /= np.linalg.norm(right)
    axes = np.stack([right, np.cross(look, right), look])
    depth = float(look @ -eye)
    return eye, axes, side * depth


def _dice(chance: np.random.Generator, view: float) -> tuple[Floats, list[float], set[int]]:
    """The bodies, how much each leans, degrees, and which lie on or under another."""
    looks = _look(chance)
    other = _look(chance) if chance.random() < 0.08 else looks
    bodies: list[Floats] = []
    leans: list[float] = []
    stacked: set[int] = set()
    half = view / 2 - 0.55
    many = int(chance.integers(2, 7))
    leaner = 0 if chance.random() < 0.5 else -1
    beside = chance.random() < 0.3
    for k in range(many):
        for _ in range(90):
            yaw = chance.uniform(0, 2 * math.pi)
            x, y = chance.uniform(-half, half, 2)
            if beside and bodies and k != leaner:  # edge to edge with the one before
                last = bodies[-1]
                turn = last[3:12].reshape(3, 3)
                flat = max(range(3), key=lambda i: float(-abs(turn[2, i])))
                way, along = turn[:2, flat], np.array([-turn[1, flat], turn[0, flat]])
                gap, slide = chance.uniform(1.0, 1.06), chance.uniform(-0.7, 0.7)
                x, y = last[:2] + chance.choice([-1, 1]) * gap * way + slide * along
                yaw = math.atan2(way[1], way[0])
                if leans[-1]:
                    continue
            apart = [math.hypot(x - b[0], y - b[1]) for b in bodies]
            if all(d > (0.99 if beside and i == len(bodies) - 1 else 1.45) for i, d in enumerate(apart)):
                break
        else:
            continue
        body = (other if chance.random() < 0.3 else looks).copy()
        c, s = math.cos(yaw), math.sin(yaw)
        turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ TURNS[int(chance.integers(1, 7))]
        lean = 0.0
        if k == leaner:
            lean = float(chance.uniform(*LEANS[int(chance.integers(len(LEANS)))]))
            turn = _rotation(chance.uniform(0, 2 * math.pi), math.radians(lean)) @ turn
        corners = np.array([(u, v, w) for u in (-1, 1) for v in (-1, 1) for w in (-1, 1)]) * (0.5 - body[tracer.BEVEL])
        z = body[tracer.BEVEL] - float((corners @ turn.T)[:, 2].min())
        body[:3], body[3:12] = (x, y, z), turn.ravel()
        bodies.append(body)
        leans.append(lean)
    if len(bodies) > 1 and chance.random() < 0.07:
        up, under = len(bodies) - 1, 0
        bodies[up][:2] = bodies[under][:2] + chance.uniform(-0.45, 0.45, 2)
        bodies[up][2] += 1.0
        stacked = {up, under}
    if chance.random() < 0.12:  # a sleeve, a phone, the rim of a cup over a part of one
        cover = np.zeros(tracer.COLUMNS)
        turned = chance.uniform(0, 2 * math.pi)
        c, s = math.cos(turned), math.sin(turned)
        cover[13:16] = 1.2, 1.0, 0.15
        cover[tracer.BEVEL] = 0.12
        reach = 1.2 + chance.uniform(-0.15, 0.5)
        cover[:3] = bodies[0][0] + reach * c, bodies[0][1] + reach * s, chance.uniform(1.2, 2.0)
        cover[3:12] = (c, -s, 0, s, c, 0, 0, 0, 1)
        cover[17:20], cover[tracer.ROUGH] = chance.uniform(0.02, 0.5, 3), 0.4
        bodies.append(cover)
        leans.append(0.0)
    if chance.random() < 0.25:
        bodies.append(_wall(chance, bodies))
        leans.append(0.0)
    return np.array(bodies), leans, stacked


def _wall(chance: np.random.Generator, bodies: list[Floats]) -> Floats:
    """The wall of a tray, which dice may touch and throw their shadows on."""
    wall = np.zeros(tracer.COLUMNS)
    turned = chance.uniform(0, 2 * math.pi)
    c, s = math.cos(turned), math.sin(turned)
    way = np.array([c, s, 0.0])
    reach = max(float(b[:3] @ way + 0.5 * abs(way @ b[3:12].reshape(3, 3)).sum()) for b in bodies if b[tracer.PIPPED])
    wall[13:16] = chance.uniform(0.1, 0.6), 9.0, chance.uniform(0.3, 1.5)
    wall[tracer.BEVEL] = 0.08
    wall[:2] = (reach + wall[13] + (0.0 if chance.random() < 0.3 else chance.uniform(0, 0.8))) * way[:2]
    wall[2] = wall[15]
    wall[3:12] = (c, -s, 0, s, c, 0, 0, 0, 1)
    wall[17:20] = _colour(chance.uniform(0, 180), chance.uniform(0, 0.8), chance.uniform(0.1, 0.9))
    wall[tracer.ROUGH] = 0.3
    wall[tracer.MIRROR] = chance.choice([0.0, 0.04])
    return wall


def _rotation(way: float, angle: float) -> Floats:
    """About a level axis."""
    x, y, c, s = math.cos(way), math.sin(way), math.cos(angle), math.sin(angle)
    return np.array([
        [c + x * x * (1 - c), x * y * (1 - c), y * s],
        [x * y * (1 - c), c + y * y * (1 - c), -x * s],
        [-y * s, x * s, c],
    ])  # fmt: skip


def _colour(hue: float, strength: float, bright: float) -> Floats:
    hsv = np.array([[[hue % 180, strength * 255, bright * 255]]], np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0] / 255.0) ** 2.2


def _look(chance: np.random.Generator) -> Floats:
    """A set's body, pips and edges."""
    b = np.zeros(tracer.COLUMNS)
    b[tracer.PIPPED] = 1.0
    b[13:16] = 0.5
    b[tracer.BEVEL] = chance.uniform(0.04, 0.2)
    kind = chance.choice(["pale", "pale", "pale", "bold", "bold", "dark", "wood", "faint", "faint"])
    dark = _colour(chance.uniform(0, 180), chance.choice([0.1, 0.9]), chance.uniform(0.04, 0.25))
    if chance.random() < 0.2:
        dark = _colour(chance.choice([0, 2, 110, 120, 60]), 0.95, chance.uniform(0.4, 0.75))
    light = _colour(chance.uniform(10, 35), chance.uniform(0, 0.35), chance.uniform(0.8, 1.0))
    if kind == "pale":
        body = _colour(chance.uniform(8, 40), chance.uniform(0, 0.45), chance.uniform(0.7, 1.0))
        pip = dark
    elif kind == "bold":
        body = _colour(chance.uniform(0, 180), chance.uniform(0.7, 1.0), chance.uniform(0.4, 0.95))
        pip = light if body.mean() < 0.3 or chance.random() < 0.6 else dark * 0.3
    elif kind == "faint":  # light pips on a body nearly as light
        body = _colour(chance.uniform(0, 180), chance.uniform(0.05, 0.55), chance.uniform(0.55, 0.92))
        pip = light
    elif kind == "dark":
        body, pip = np.full(3, chance.uniform(0.006, 0.03)) * chance.uniform(0.7, 1.3, 3), light
    else:
        body, pip = _colour(chance.uniform(8, 20), 0.65, chance.uniform(0.45, 0.85)), dark * 0.3
    b[17:20], b[20:23], b[23:26] = body, pip, pip
    b[tracer.PITCH] = chance.uniform(0.235, 0.295)
    b[tracer.PIP_R] = chance.uniform(0.068, 0.118)
    b[tracer.ACE_R] = b[tracer.PIP_R]
    if chance.random() < 0.3:
        b[tracer.ACE_R] *= chance.uniform(1.0, 1.9)
        if kind == "pale" and chance.random() < 0.6:
            b[23:26] = _colour(chance.choice([0, 2, 178]), 0.95, chance.uniform(0.5, 0.8))
    b[tracer.BOWL] = 0.0 if chance.random() < 0.3 else chance.uniform(0.3, 1.0)
    b[tracer.MIRROR] = chance.uniform(0.03, 0.07)
    b[tracer.ROUGH] = math.exp(chance.uniform(math.log(0.02), math.log(0.25)))
    b[tracer.CLEAR] = chance.uniform(0.4, 1.0) if kind == "bold" and chance.random() < 0.4 else 0.0
    b[tracer.NARROW] = 1.0 if chance.random() < 0.4 else chance.uniform(0.62, 1.0)  # the two rows of a six
    b[tracer.TIGHT] = 1.0 if chance.random() < 0.7 else chance.uniform(0.55, 1.0)  # the pips of a two
    b[tracer.FLIP] = float(chance.integers(0, 128))
    return b


def _light(chance: np.random.Generator, bodies: Floats, eye: Floats) -> tuple[Floats, Floats]:
    """The sky's light and the lamps, one of them often where a die mirrors it into the lens."""
    warm = chance.uniform(0, 1)
    sky = chance.uniform(0.05, 0.5) * np.array([1 - 0.35 * warm * chance.random(), 1 - 0.15 * warm, 1.0])
    lamps = []
    if chance.random() < 0.5:
        body = bodies[int(chance.integers(len(bodies)))]
        top = body[:3] + np.array([0, 0, 0.5])
        to_eye = (eye - top) / np.linalg.norm(eye - top)
        turn = body[3:12].reshape(3, 3)
        n = max((s * turn[:, a] for a in range(3) for s in (1, -1)), key=lambda v: float(v @ to_eye))
        way = 2 * (n @ to_eye) * n - to_eye
        far = chance.uniform(0.6, 1.8) * float(np.linalg.norm(eye))
        wide = math.exp(chance.uniform(math.log(0.04), math.log(0.4)))
        at = top + far * (way + chance.normal(0, 0.6 * wide + 0.03, 3))
        if at[2] > 0.3 * far:
            lamps.append((*at, wide * far, *_lamp(chance)))
    for _ in range(int(chance.choice([0, 1, 1, 2, 3])) if lamps else int(chance.choice([1, 1, 2, 3]))):
        a, far = chance.uniform(0, 2 * math.pi), chance.uniform(8, 60)
        steep = math.radians(chance.uniform(25, 88))
        at = far * np.array([math.cos(steep) * math.cos(a), math.cos(steep) * math.sin(a), math.sin(steep)])
        lamps.append((*at, far * chance.uniform(0.02, 0.5), *_lamp(chance)))
    return sky, np.array(lamps)


def _lamp(chance: np.random.Generator) -> Floats:
    warm = chance.uniform(0, 1)
    if chance.random() < 0.1:
        return np.asarray(chance.uniform(0.5, 3, 3))
    return np.asarray(chance.uniform(0.8, 3.0) * np.array([1 - 0.6 * warm * chance.random(), 1 - 0.3 * warm, 1.0]))


def _tops(bodies: Floats, eye: Floats) -> list[tuple[int, int, Floats]]:
    """For each body the face that looks most at the lens: axis, sign, and how its normal points past the lens."""
    out = []
    for body in bodies:
        turn = body[3:12].reshape(3, 3)
        way = eye - body[:3]
        axis, sign = max(((a, s) for a in range(3) for s in (1, -1)), key=lambda f: float(f[1] * turn[:, f[0]] @ way))
        n = sign * turn[:, axis]
        ray = eye - (body[:3] + 0.5 * n)
        ray /= np.linalg.norm(ray)
        out.append((axis, sign, n - (n @ ray) * ray))
    return out


def _developed(chance: np.random.Generator, light: Floats, side: float) -> NDArray[np.uint8]:
    """As lens and sensor give it: exposed, out of focus a little, grainy."""
    grey = light / (light.mean(axis=(0, 1)) ** (chance.uniform(0, 0.9)) + 1e-6)  # a white balance, more or less right
    level = np.percentile(grey, 75) if chance.random() < 0.5 else grey.mean() * 1.8
    out = grey / (level + 1e-6) * math.exp(chance.uniform(math.log(0.12), math.log(0.75)))
    if chance.random() < 0.35:  # highlights are drawn in
        out = out * (1 + out / 3.0) / (1 + out)
    out = np.clip(out, 0, 1) ** (1 / chance.uniform(1.9, 2.5))
    if chance.random() < 0.85:
        out = cv2.GaussianBlur(out, (0, 0), max(0.3, abs(chance.normal(0, 0.028)) * side))
    grain = abs(chance.normal(0, 0.02))
    out = out + chance.standard_normal(out.shape) * grain
    return np.asarray(np.clip(out * 255, 0, 255), np.uint8)
