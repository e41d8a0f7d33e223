"""Dice on a table as light shows them: follows rays from the lens, one by one. Knows bodies and lamps, no recipe.

Offline only: needs numba. A die is a cube of side 1 with rounded edges; the table is the plane z = 0.
"""

import math

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# columns of a body: a die, or a plain box that covers something
AT, TURN, PIPPED, HALF, BEVEL, BODY, PIP, ACE = 0, 3, 12, 13, 16, 17, 20, 23
ACE_R, PIP_R, PITCH, BOWL, MIRROR, ROUGH, CLEAR, FLIP, TOP, NARROW, TIGHT = 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36
COLUMNS = 37
# columns of a lamp: middle, radius, light at the origin
LAMP_R, LIGHT, LAMP_COLUMNS = 3, 4, 7

_VALUES = np.array([[3, 4], [2, 5], [1, 6]])  # of the faces towards + and − of each axis
_COUNT = np.array([0, 1, 2, 3, 4, 5, 6])
_PIPS = np.zeros((7, 6, 2))
for _n, _at in {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
}.items():
    _PIPS[_n, : len(_at)] = _at


@njit(fastmath=True, cache=True)
def _reach(b, ox, oy, oz, dx, dy, dz, most):
    """How far along a ray this body is met; `most` where it is not, or further."""
    px, py, pz = ox - b[0], oy - b[1], oz - b[2]
    along = -(px * dx + py * dy + pz * dz)
    far = b[13] * b[13] + b[14] * b[14] + b[15] * b[15]
    off = px * px + py * py + pz * pz - along * along
    if off > far or along < -math.sqrt(far):
        return most
    lx, ly, lz = (
        b[3] * px + b[6] * py + b[9] * pz,
        b[4] * px + b[7] * py + b[10] * pz,
        b[5] * px + b[8] * py + b[11] * pz,
    )
    ex, ey, ez = (
        b[3] * dx + b[6] * dy + b[9] * dz,
        b[4] * dx + b[7] * dy + b[10] * dz,
        b[5] * dx + b[8] * dy + b[11] * dz,
    )
    near, end = 0.0, most
    for p, e, h in ((lx, ex, b[13]), (ly, ey, b[14]), (lz, ez, b[15])):
        if abs(e) < 1e-9:
            if abs(p) > h:
                return most
            continue
        a, c = (-h - p) / e, (h - p) / e
        near, end = max(near, min(a, c)), min(end, max(a, c))
    if near >= end:
        return most
    t, r = near, b[16]
    for _ in range(40):
        qx, qy, qz = abs(lx + t * ex) - b[13] + r, abs(ly + t * ey) - b[14] + r, abs(lz + t * ez) - b[15] + r
        ax, ay, az = max(qx, 0.0), max(qy, 0.0), max(qz, 0.0)
        d = math.sqrt(ax * ax + ay * ay + az * az) + min(max(qx, max(qy, qz)), 0.0) - r
        if d < 4e-4:
            return t
        t += d
        if t > end:
            return most
    return most


@njit(fastmath=True, cache=True)
def _side(b, x, y, z):
    """Where on a body a place is: its local place, and the face (twice the axis, and one for −)."""
    px, py, pz = x - b[0], y - b[1], z - b[2]
    lx, ly, lz = (
        b[3] * px + b[6] * py + b[9] * pz,
        b[4] * px + b[7] * py + b[10] * pz,
        b[5] * px + b[8] * py + b[11] * pz,
    )
    ux, uy, uz = abs(lx) / b[13], abs(ly) / b[14], abs(lz) / b[15]
    if ux >= uy and ux >= uz:
        return lx, ly, lz, (0 if lx > 0 else 1)
    if uy >= uz:
        return lx, ly, lz, (2 if ly > 0 else 3)
    return lx, ly, lz, (4 if lz > 0 else 5)


@njit(fastmath=True, cache=True)
def _skin(b, x, y, z, out):
    """The body's surface here, into out: normal in the world, colour, 1 on a pip."""
    lx, ly, lz, face = _side(b, x, y, z)
    r = b[16]
    nx = math.copysign(max(abs(lx) - b[13] + r, 0.0), lx)
    ny = math.copysign(max(abs(ly) - b[14] + r, 0.0), ly)
    nz = math.copysign(max(abs(lz) - b[15] + r, 0.0), lz)
    n = math.sqrt(nx * nx + ny * ny + nz * nz) + 1e-12
    nx, ny, nz = nx / n, ny / n, nz / n
    for k in range(3):
        out[3 + k] = b[17 + k]
    out[6] = 0.0
    if b[12] > 0:
        axis = face // 2
        u, v = (ly, lz) if axis == 0 else (lx, lz) if axis == 1 else (lx, ly)
        value = _VALUES[axis, face % 2]
        if (int(b[33]) >> value) & 1:
            u, v = (v, u) if value == 6 else (-u, v)
        size = b[26] if value == 1 else b[27]
        for k in range(_COUNT[value]):
            narrow = b[35] if value == 6 else 1.0
            pitch = b[28] * b[36] if value == 2 else b[28]
            du, dv = u - _PIPS[value, k, 0] * pitch * narrow, v - _PIPS[value, k, 1] * pitch
            d = math.sqrt(du * du + dv * dv)
            if d < size:
                out[6] = 1.0
                for c in range(3):
                    out[3 + c] = b[23 + c] if value == 1 else b[20 + c]
                lean = b[29] * d / size  # a bowl: its wall faces its middle
                if (int(b[33]) >> value) & 1:
                    du, dv = (dv, du) if value == 6 else (-du, dv)
                du, dv = -du / (d + 1e-9) * lean, -dv / (d + 1e-9) * lean
                if axis == 0:
                    ny, nz = ny + du, nz + dv
                elif axis == 1:
                    nx, nz = nx + du, nz + dv
                else:
                    nx, ny = nx + du, ny + dv
                n = math.sqrt(nx * nx + ny * ny + nz * nz)
                nx, ny, nz = nx / n, ny / n, nz / n
                break
    out[0] = b[3] * nx + b[4] * ny + b[5] * nz
    out[1] = b[6] * nx + b[7] * ny + b[8] * nz
    out[2] = b[9] * nx + b[10] * ny + b[11] * nz


@njit(fastmath=True, cache=True)
def _first(bodies, ox, oy, oz, dx, dy, dz, most):
    """The body a ray meets first (−1: none) and where."""
    which = -1
    for k in range(len(bodies)):
        t = _reach(bodies[k], ox, oy, oz, dx, dy, dz, most)
        if t < most:
            most, which = t, k
    return which, most


@njit(fastmath=True, cache=True)
def _shadowed(bodies, ox, oy, oz, dx, dy, dz, most):
    """Whether any body is met before that."""
    for body in bodies:  # noqa: SIM110 - numba knows no any
        if _reach(body, ox, oy, oz, dx, dy, dz, most) < most:
            return True
    return False


@njit(fastmath=True, cache=True)
def _ground(cloth, span, x, y, out):
    """The table's colour here, into out[3:6]; its normal into out[:3]."""
    n = cloth.shape[0]
    i = min(max(int((y / span + 0.5) * n), 0), n - 1)
    j = min(max(int((x / span + 0.5) * n), 0), n - 1)
    for k in range(3):
        out[3 + k] = cloth[i, j, k]
        out[k] = 1.0 if k == 2 else 0.0
    out[6] = 0.0


@njit(fastmath=True, cache=True)
def _lit(bodies, lamps, sky, x, y, z, s, vx, vy, vz, mirror, rough, clear, ambient, out):
    """What light leaves here towards the eye, into out: diffuse, and the lamps' images. s: the surface."""
    nx, ny, nz = s[0], s[1], s[2]
    out[0] = out[1] = out[2] = 0.0
    ox, oy, oz = x + 2e-3 * nx, y + 2e-3 * ny, z + 2e-3 * nz
    back = 2 * (vx * nx + vy * ny + vz * nz)
    rx, ry, rz = vx - back * nx, vy - back * ny, vz - back * nz
    facing = 1 - min(abs(back) / 2, 1.0)
    shine = mirror + (1 - mirror) * facing**5
    for k in range(len(lamps)):
        b = lamps[k]
        a, r = np.random.random() * 2 * math.pi, math.sqrt(np.random.random()) * b[3]
        far = math.sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2])
        # a disc that faces the origin
        hx, hy, hz = b[0] / far, b[1] / far, b[2] / far
        px, py, pz = (1.0, 0.0, 0.0) if abs(hx) < 0.7 else (0.0, 1.0, 0.0)
        ux, uy, uz = hy * pz - hz * py, hz * px - hx * pz, hx * py - hy * px
        n = math.sqrt(ux * ux + uy * uy + uz * uz)
        ux, uy, uz = ux / n, uy / n, uz / n
        wx, wy, wz = hy * uz - hz * uy, hz * ux - hx * uz, hx * uy - hy * ux
        ca, sa = r * math.cos(a), r * math.sin(a)
        lx, ly, lz = b[0] + ca * ux + sa * wx - x, b[1] + ca * uy + sa * wy - y, b[2] + ca * uz + sa * wz - z
        d = math.sqrt(lx * lx + ly * ly + lz * lz)
        lx, ly, lz = lx / d, ly / d, lz / d
        cos = nx * lx + ny * ly + nz * lz
        fall = far * far / (d * d)
        if clear > 0:
            for c in range(3):
                out[c] += clear * 0.5 * s[3 + c] * b[4 + c] * fall / math.pi
        cx, cy, cz = b[0] - x, b[1] - y, b[2] - z
        m = math.sqrt(cx * cx + cy * cy + cz * cz)
        off = math.acos(min(max((rx * cx + ry * cy + rz * cz) / m, -1.0), 1.0))
        wide = b[3] / m
        past = max(off - 0.8 * wide, 0.0)
        gleam = math.exp(-past * past / (2 * rough * rough)) / (math.pi * (wide * wide + 2 * rough * rough))
        if cos <= 0 and gleam < 0.01:
            continue
        if _shadowed(bodies, ox, oy, oz, lx, ly, lz, d):
            continue
        for c in range(3):
            out[c] += b[4 + c] * fall * (max(cos, 0.0) * (1 - clear * 0.6) * s[3 + c] / math.pi + shine * gleam)
    if ambient == 0:
        for c in range(3):
            out[c] += s[3 + c] * sky[c] * 0.7
        return shine
    # one ray of the sky's light, in the directions from which most of it counts
    a, r2 = np.random.random() * 2 * math.pi, np.random.random()
    px, py, pz = (1.0, 0.0, 0.0) if abs(nx) < 0.7 else (0.0, 1.0, 0.0)
    ux, uy, uz = ny * pz - nz * py, nz * px - nx * pz, nx * py - ny * px
    n = math.sqrt(ux * ux + uy * uy + uz * uz)
    ux, uy, uz = ux / n, uy / n, uz / n
    wx, wy, wz = ny * uz - nz * uy, nz * ux - nx * uz, nx * uy - ny * ux
    q, up = math.sqrt(r2), math.sqrt(1 - r2)
    dx = q * math.cos(a) * ux + q * math.sin(a) * wx + up * nx
    dy = q * math.cos(a) * uy + q * math.sin(a) * wy + up * ny
    dz = q * math.cos(a) * uz + q * math.sin(a) * wz + up * nz
    which, _ = _first(bodies, ox, oy, oz, dx, dy, dz, 30.0)
    for c in range(3):
        if which >= 0:
            light = 0.25 * sky[c] * bodies[which, 17 + c]
        elif dz > 0:
            light = sky[c] * (0.6 + 0.6 * dz)
        else:
            light = 0.5 * sky[c] * sky[3 + c]
        out[c] += s[3 + c] * light
    return shine


@njit(fastmath=True, cache=True)
def paint(bodies, lamps, sky, cloth, span, table, eye, axes, focal, middle, picture, rays, seed):
    """Paint into picture (height × width × 3, linear light) with rays × rays rays a pixel.

    sky: its light and the table's usual colour (6). table: its mirror and roughness. axes: right, down and forward of
    the camera (3 × 3). middle: pixel of the axis. Returns, a body, on how many rays its top would show and does show.
    """
    np.random.seed(seed)
    counts = np.zeros((len(bodies), 2))
    s, s2, light, other = np.zeros(7), np.zeros(7), np.zeros(3), np.zeros(3)
    h, w = picture.shape[:2]
    for i in range(h):
        for j in range(w):
            for k in range(rays * rays):
                v = i + (k // rays + np.random.random()) / rays - middle[1]
                u = j + (k % rays + np.random.random()) / rays - middle[0]
                dx = axes[0, 0] * u + axes[1, 0] * v + axes[2, 0] * focal
                dy = axes[0, 1] * u + axes[1, 1] * v + axes[2, 1] * focal
                dz = axes[0, 2] * u + axes[1, 2] * v + axes[2, 2] * focal
                n = math.sqrt(dx * dx + dy * dy + dz * dz)
                dx, dy, dz = dx / n, dy / n, dz / n
                most = -eye[2] / dz if dz < -1e-6 else 1e6
                which, t = -1, most
                for b in range(len(bodies)):
                    d = _reach(bodies[b], eye[0], eye[1], eye[2], dx, dy, dz, most)
                    if d < most:
                        face = _side(bodies[b], eye[0] + d * dx, eye[1] + d * dy, eye[2] + d * dz)[3]
                        if face == int(bodies[b, 34]):
                            counts[b, 0] += 1
                        if d < t:
                            t, which = d, b
                x, y, z = eye[0] + t * dx, eye[1] + t * dy, eye[2] + t * dz
                if which >= 0:
                    b = bodies[which]
                    if _side(b, x, y, z)[3] == int(b[34]):
                        counts[which, 1] += 1
                    _skin(b, x, y, z, s)
                    mirror, rough, clear = b[30], b[31], b[32] * (1 - s[6])
                else:
                    _ground(cloth, span, x, y, s)
                    mirror, rough, clear = table[0], table[1], 0.0
                shine = _lit(bodies, lamps, sky, x, y, z, s, dx, dy, dz, mirror, rough, clear, 1, light)
                if which >= 0 or mirror > 0.03:  # what else is mirrored in it
                    back = 2 * (dx * s[0] + dy * s[1] + dz * s[2])
                    rx = dx - back * s[0] + rough * np.random.standard_normal() * 0.7
                    ry = dy - back * s[1] + rough * np.random.standard_normal() * 0.7
                    rz = dz - back * s[2] + rough * np.random.standard_normal() * 0.7
                    n = math.sqrt(rx * rx + ry * ry + rz * rz)
                    rx, ry, rz = rx / n, ry / n, rz / n
                    ox, oy, oz = x + 2e-3 * s[0], y + 2e-3 * s[1], z + 2e-3 * s[2]
                    floor = -oz / rz if rz < -1e-3 else 1e6
                    hit, far = _first(bodies, ox, oy, oz, rx, ry, rz, floor)
                    px, py, pz = ox + far * rx, oy + far * ry, oz + far * rz
                    if hit >= 0:
                        _skin(bodies[hit], px, py, pz, s2)
                        _lit(bodies, lamps, sky, px, py, pz, s2, rx, ry, rz, 0.0, 0.3, 0.0, 0, other)
                    elif floor < 1e5:
                        _ground(cloth, span, px, py, s2)
                        _lit(bodies, lamps, sky, px, py, pz, s2, rx, ry, rz, 0.0, 0.3, 0.0, 0, other)
                    else:
                        for c in range(3):
                            other[c] = sky[c] * (0.6 + 0.6 * rz)
                    for c in range(3):
                        light[c] = light[c] * 1.0 + shine * other[c]
                for c in range(3):
                    picture[i, j, c] += min(light[c], 20.0) / (rays * rays)
    return counts
