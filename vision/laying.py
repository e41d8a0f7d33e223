"""Where the six layouts fit the marks, by geometry alone: all pairs at once. Knows no picture, no bodies."""

import numpy as np

from vision.laid import NONE, Laid, Mask, Rows, laid, padded, squares
from vision.near import nearest, within_reach
from vision.sight import Floats
from vision.spots import Spots
from vision.tuning import Tuning

FURTHEST = 9.0  # pip radii from the middle of a face to its corner pips: the thinnest_pip on dice drilled far out


def lay(spots: Spots, tuning: Tuning) -> Laid:
    """Lay the twos to sixes over the marks wherever they fit, many over the same marks; choosing is another's work.

    Every face is the same turned by half: its pips are pairs about one centre, and perhaps the centre. So all pairs are
    taken, and those that share a centre are put together.
    """
    i, j = _pairs(spots, tuning)
    half = np.hypot(spots.x[j] - spots.x[i], spots.y[j] - spots.y[i]) / 2
    r = (spots.r[i] + spots.r[j]) / 2
    far = (half / r > 2.1) & (half / r < FURTHEST)
    i, j, half, r = i[far], j[far], half[far], r[far]
    a, b, c, d = corners = _quads(spots, i, j, tuning)
    four_x, four_y, four_unit = squares(spots, np.stack(corners, axis=1))
    p, q = (np.concatenate(rows) for rows in ((i, a, b, c, d, a), (j, b, c, d, a, b)))
    x, y = ((column[p] + column[q]) / 2 for column in (spots.x, spots.y))  # halfway between two; for the last:
    x[len(x) - len(a) :], y[len(y) - len(a) :] = four_x, four_y
    reach = np.concatenate([np.float32(0.7) * r, *[(0.4 * four_unit).astype(np.float32)] * 5])
    middle, ab, bc, cd, da, centre = np.split(
        _nearest(spots, x, y, reach, p, q, tuning), np.cumsum([len(i), *[len(a)] * 4])
    )
    threes = padded(i, np.where(middle < 0, j, middle), np.where(middle < 0, NONE, j))
    value, pips = _filled(corners, ab, bc, cd, da, centre)
    return laid(spots, np.concatenate([np.where(middle < 0, 2, 3), value]), np.concatenate([threes, pips]))


def alike(spots: Spots, i: Rows, j: Rows, tuning: Tuning) -> Mask:
    """Whether marks could be pips of one face: of like size and contrast, with a like body around them."""

    def ratio(column: Floats, least: float = 1e-6) -> Floats:
        return np.asarray(np.maximum(column[i], column[j]) / np.maximum(np.minimum(column[i], column[j]), least))

    return np.asarray(
        (spots.sign[i] == spots.sign[j]) & (ratio(spots.r) < tuning.pip_size)
        & (ratio(spots.contrast) < tuning.pip_contrast) & (ratio(spots.outside, 8.0) < tuning.body_level)
    )  # fmt: skip


def lone(laid: Laid, spots: Spots) -> Mask:
    """Whether no other mark like its pips lies within each face."""
    ax, ay, bx, by = laid.top
    k, m = within_reach(spots.x, laid.x, 1.6 * (np.abs(ax) + np.abs(bx)))
    area = (ax * by - ay * bx).astype(np.float32)[k]
    ax, ay, bx, by = (c.astype(np.float32)[k] for c in (ax, ay, bx, by))
    dx, dy = spots.x[m] - laid.x.astype(np.float32)[k], spots.y[m] - laid.y.astype(np.float32)[k]
    u, v = (dx * by - dy * bx) / area, (dy * ax - dx * ay) / area
    near = np.where(laid.value[k] == 1, np.hypot(u, v) < 1.6, (np.abs(u) < 1.4) & (np.abs(v) < 1.4))
    least, most, strong = (c.astype(np.float32)[k] for c in (0.5 * laid.r, 1.6 * laid.r, 0.4 * laid.contrast))
    near &= (spots.r[m] > least) & (spots.r[m] < most) & (spots.contrast[m] > strong)
    near &= (laid.pips[k] != m[:, None]).all(axis=1) & (laid.sign[k] == spots.sign[m])
    return np.asarray(np.bincount(k[near], minlength=len(laid)) == 0)


def _pairs(spots: Spots, tuning: Tuning) -> tuple[Rows, Rows]:
    i, j = np.triu_indices(len(spots), 1)
    d = np.hypot(spots.x[i] - spots.x[j], spots.y[i] - spots.y[j]) / (spots.r[i] + spots.r[j])
    near = (d > 1.1) & (d < FURTHEST)
    i, j = i[near], j[near]
    like = alike(spots, i, j, tuning)
    return i[like], j[like]


def _quads(spots: Spots, i: Rows, j: Rows, tuning: Tuning) -> tuple[Rows, Rows, Rows, Rows]:
    """Four corners in order round the face: pairs of these pairs that cross at their middles."""
    mx, my = (spots.x[i] + spots.x[j]) / 2, (spots.y[i] + spots.y[j]) / 2
    hx, hy = (spots.x[j] - spots.x[i]) / 2, (spots.y[j] - spots.y[i]) / 2
    half = np.hypot(hx, hy)
    p, q = within_reach(mx, mx, 0.22 * half)
    p, q = p[p < q], q[p < q]
    shorter, longer = np.minimum(half[p], half[q]), np.maximum(half[p], half[q])
    across = np.abs(hx[p] * hy[q] - hy[p] * hx[q]) / (half[p] * half[q])
    one = (np.hypot(mx[p] - mx[q], my[p] - my[q]) < 0.22 * shorter) & (longer < 1.6 * shorter) & (across > 0.6)
    one &= alike(spots, i[p], i[q], tuning)
    p, q = p[one], q[one]
    in_order = np.lexsort((q, p))
    p, q = p[in_order], q[in_order]
    return i[p], i[q], j[p], j[q]


def _filled(corners: tuple[Rows, ...], ab: Rows, bc: Rows, cd: Rows, da: Rows, centre: Rows) -> tuple[Rows, Rows]:
    """The fours, fives and sixes on these corners, by the marks between them and in the middle: values and pips."""
    a, b, c, d = corners
    five, (n, e, s, w) = centre >= 0, (side >= 0 for side in (ab, bc, cd, da))
    along, across = ~five & e & w & ~n & ~s, ~five & n & s & ~e & ~w
    value = np.select([five, along | across, ~(n | e | s | w)], [5, 6, 4], 0)
    pips = padded(a, b, c, d, centre)
    pips[along, 4], pips[along, 5] = da[along], bc[along]
    pips[across] = np.stack([b, c, d, a, ab, cd], axis=1)[across]
    return value[value > 0], pips[value > 0]


def _nearest(spots: Spots, x: Floats, y: Floats, reach: Floats, but: Rows, nor: Rows, tuning: Tuning) -> Rows:
    """The mark nearest to each place, other than these two and like the first; or NONE."""
    k, m = within_reach(spots.x, x, reach)
    d = np.hypot(spots.x[m] - x[k], spots.y[m] - y[k])
    fit = (d < reach[k]) & (m != but[k]) & (m != nor[k])
    k, m, d = k[fit], m[fit], d[fit]
    like = alike(spots, but[k], m, tuning)
    return nearest(k[like], m[like], d[like], len(x))
