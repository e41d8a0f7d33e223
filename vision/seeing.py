"""Whether a picture shows enough to be judged: light and focus. Knows no marks and no dice."""

import cv2
import numpy as np

from vision.frame import Picture
from vision.reading import DoubtKind
from vision.sight import halved, shade
from vision.tuning import Tuning

FINE, COARSE = 1.0, 4.0  # pixels of half the picture, the blurs between which an edge is weighed
LIT = 0.01  # share of the picture that is lit in any that shows something
FEW = 500  # one place in so many is an edge


def unlit(picture: Picture, tuning: Tuning) -> DoubtKind | None:
    """Whether hardly anything is light enough to be seen, or hardly anything dark enough."""
    some = np.ascontiguousarray(picture[::4, ::4])
    if np.count_nonzero(shade(some) >= tuning.darkest) < LIT * some.shape[0] * some.shape[1]:
        return DoubtKind.TOO_DARK
    a, b, c = cv2.split(some)
    second = cv2.max(cv2.min(a, b), cv2.min(cv2.max(a, b), c))
    burnt = np.count_nonzero(second >= 254) / second.size  # in two colours: a white die there shows in the third
    return DoubtKind.TOO_BRIGHT if burnt > tuning.burnt else None


def softness(picture: Picture, tuning: Tuning) -> float:
    """How far the sharpest edges are blurred: σ in pixels, 0 where no edge is clear enough to tell.

    A step blurred by s has its steepest slope in proportion to 1/s, so two more blurs tell what it had before.
    """
    grey = np.asarray(cv2.cvtColor(halved(picture), cv2.COLOR_BGR2GRAY), np.uint8)
    fine, coarse = _slopes(grey, FINE), _slopes(grey, COARSE)
    steepest = cv2.dilate(fine, np.ones((5, 5), np.uint8))
    least = np.partition(coarse.ravel(), -max(20, coarse.size // FEW))[-max(20, coarse.size // FEW)]
    edges = coarse >= max(float(least), 1e-6)
    if not edges.any() or float(np.median(coarse[edges])) < tuning.edge_slope:
        return 0.0
    ratio = float(np.percentile(steepest[edges] / coarse[edges], 80)) ** 2  # a glare has soft edges in any picture
    return 2 * float(np.sqrt(max(COARSE**2 - ratio * FINE**2, 0.0) / max(ratio - 1, 1e-2)))


def _slopes(grey: Picture, blur: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    smooth = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), blur)
    across, down = (cv2.Sobel(smooth, cv2.CV_32F, *axis) / 8 for axis in ((1, 0), (0, 1)))
    return np.asarray(cv2.magnitude(across, down), np.float32)
