"""Where the tray's play area lies in a picture: the four corners of the surface dice are thrown on. Knows no dice.

Water poured in at the picture's middle and along its edges meets where colours change most (Meyer's watershed). Where
that is nearly a quadrilateral with a plain edge all round, it is a tray; inside it the rim's inner edge is looked for
the same way. Anything else is not claimed: a person has to show the corners.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.agreed import Area
from vision.frame import Picture
from vision.plane import quad_from

SEARCH_PX = 320  # of the longer side, at which the outline is looked for
CORES = (0.38, 0.25)  # of the picture's sides from its middle: what lies inside a tray that fills it, and inside others
LARGE = 0.2  # of the picture that a play area fills, at least
FULL = 0.9  # of the quadrilateral that the surface fills, at least, and the other way round: a round tray fills 0.79
PLAIN = (2.5, 1.2)  # steps of an edge: times what is usual on the surface, and of colour (CIELAB) for each pixel
RIMS = 3  # edges one inside the other that are looked for: the rim's outer and inner one, and a fold beside it
NARROW = 6.0  # pixels of the searched picture: a narrower rim is no matter, and its one edge has two shoulders
RIM = (0.12, 3.0, 3.0)  # a rim's width: of the outer sides at most; times its least, and pixels more, all round
INSET = 0.06  # of the picture's sides: where the corners are put when the tray was not found
ROUND = 0.12  # of a side's length, at each end, that rounded corners take away
ASIDE = 0.08  # of a side's length: how far it may bulge

Floats = NDArray[np.float32]
Mask = NDArray[np.uint8]
Corners = NDArray[np.float64]


def find_area(picture: Picture) -> Area:
    """Find the play area of a tray, empty or with dice on it. Takes some 10 ms."""
    height, width = picture.shape[:2]
    shrink = SEARCH_PX / max(width, height)
    size = (max(16, round(width * shrink)), max(16, round(height * shrink)))
    steps = _steps(np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8))
    found = [one for one in (_inmost(steps, core) for core in CORES) if one is not None]
    corners = max(found, key=lambda one: one[0])[1] if found else None
    if corners is not None:
        across, down = width / size[0], height / size[1]
        points = tuple((float((x + 0.5) * across), float((y + 0.5) * down)) for x, y in corners)
        try:
            return Area(quad_from(points, width, height), True)
        except ValueError:
            pass
    x, y = INSET * width, INSET * height
    return Area(((x, y), (width - x, y), (width - x, height - y), (x, height - y)), False)


def _steps(small: Picture) -> Floats:
    """How much the colour changes from each pixel to the next."""
    lab = np.asarray(cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2LAB), np.float32)
    even = cv2.GaussianBlur(lab, (0, 0), 1.2)
    parts = (cv2.Sobel(even[..., c], cv2.CV_32F, *way) ** 2 for c in range(3) for way in ((1, 0), (0, 1)))
    return np.asarray(np.sqrt(sum(parts)) / 8, np.float32)


def _inmost(steps: Floats, core: float) -> tuple[float, Corners] | None:
    """The inmost of the quadrilaterals with a plain edge all round, and how plain the outmost is; None without any.

    core: how far from the middle everything is taken for surface, of the picture's sides.
    """
    h, w = steps.shape
    least = max(PLAIN[0] * float(np.median(steps[h // 4 : -h // 4, w // 4 : -w // 4])), PLAIN[1])
    outside = np.ones((h, w), np.bool_)
    outside[3:-3, 3:-3] = False
    found: list[Corners] = []
    plain = 0.0
    for _ in range(RIMS):
        piece = _basin(steps, outside, core)
        corners = _outline(piece)
        if corners is None or (plainness := _plainness(steps, corners)) < least:
            break
        if found and not _rim_between(found[-1], corners):
            break
        found.append(corners)
        plain = plain or plainness
        outside = cv2.erode(piece, np.ones((9, 9), np.uint8)) == 0
    if not found or cv2.contourArea(found[-1].astype(np.float32)) < LARGE * h * w:
        return None
    return plain, found[-1]


def _rim_between(outer: Corners, inner: Corners) -> bool:
    """Whether a strip of about one width lies between two outlines; a seam in the surface cuts off one side only."""
    widths, lengths = [], []
    for k in range(4):
        a, b = outer[k], outer[(k + 1) % 4]
        along = (b - a) / max(float(np.hypot(*(b - a))), 1.0)
        middle = (inner[k] + inner[(k + 1) % 4]) / 2 - a
        widths.append(abs(float(along[0] * middle[1] - along[1] * middle[0])))
        lengths.append(float(np.hypot(*(b - a))))
    most, times, more = RIM
    return min(widths) > NARROW and max(widths) < min(most * max(lengths), times * min(widths) + more)


def _basin(steps: Floats, outside: NDArray[np.bool_], core: float) -> Mask:
    """Where water poured in at the middle stands when it meets that from outside."""
    h, w = steps.shape
    marks = outside.astype(np.int32)
    cv2.ellipse(marks, (w // 2, h // 2), (int(w * core), int(h * core)), 0, 0, 360, 2, -1)
    heights = np.clip(steps * 12, 0, 255).astype(np.uint8)
    cv2.watershed(cv2.merge([heights, heights, heights]), marks)
    return np.asarray(marks == 2, np.uint8)


def _outline(piece: Mask) -> Corners | None:
    """The corners of a piece that is nearly a quadrilateral; None for any other."""
    contours, _ = cv2.findContours(piece, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not contours:
        return None
    contour = max(contours, key=cv2.contourArea)
    rough = _four(np.asarray(cv2.convexHull(contour), np.int32))
    corners = None if rough is None else _crossings(contour[:, 0].astype(np.float64), rough)
    if corners is None:
        return None
    filled = np.zeros_like(piece)
    cv2.fillConvexPoly(filled, np.round(corners).astype(np.int32), 1)
    both = float((filled & piece).sum())
    return corners if both > FULL * filled.sum() and both > FULL * piece.sum() else None


def _four(hull: NDArray[np.int32]) -> Corners | None:
    """The hull, simplified until it has four corners."""
    around = cv2.arcLength(hull, True)
    for share in (0.02, 0.03, 0.045, 0.06, 0.08, 0.1):
        near = cv2.approxPolyDP(hull, share * around, True)
        if len(near) <= 4:
            return np.asarray(near[:, 0], np.float64) if len(near) == 4 else None
    return None


def _crossings(outline: Corners, rough: Corners) -> Corners | None:
    """Corners where lines through the sides cross, so that rounded corners do not cut the area short."""
    lines = []
    for k in range(4):
        a, b = rough[k], rough[(k + 1) % 4]
        length = max(float(np.hypot(*(b - a))), 1.0)
        along = (b - a) / length
        way, aside = (outline - a) @ along, (outline - a) @ np.array((-along[1], along[0]))
        ours = (way > ROUND * length) & (way < (1 - ROUND) * length) & (np.abs(aside) < ASIDE * length)
        if ours.sum() < 8:
            return None
        vx, vy, x, y = cv2.fitLine(outline[ours].astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append((np.array((x, y), np.float64), np.array((vx, vy), np.float64)))
    corners = []
    for k in range(4):
        (p, d), (q, e) = lines[k - 1], lines[k]
        det = d[0] * e[1] - d[1] * e[0]
        if abs(det) < 0.1:
            return None
        corners.append(p + ((q[0] - p[0]) * e[1] - (q[1] - p[1]) * e[0]) / det * d)
    return np.array(corners)


def _plainness(steps: Floats, corners: Corners) -> float:
    """The largest step near each place of a side, the median along it, for the side where that is least."""
    near = cv2.dilate(steps, np.ones((3, 3), np.uint8))
    h, w = steps.shape
    share = np.linspace(ROUND, 1 - ROUND, 60)[:, None]
    found = []
    for k in range(4):
        places = np.round(corners[k] + (corners[(k + 1) % 4] - corners[k]) * share).astype(int)
        found.append(float(np.median(near[np.clip(places[:, 1], 0, h - 1), np.clip(places[:, 0], 0, w - 1)])))
    return min(found)
