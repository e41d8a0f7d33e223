"""What stands about for good: a screen, a cable, the shadow of a shelf. Knows how places looked before, no dice.

Nobody clears a bar table for a camera. What is no surface and no rim, but was there at the first look and still looks
as it did, is scenery; only what came later covers the tray. So is what came later and has not changed at all for
STANDS_S, as no hand can: a glass put down, everything after the camera was nudged. Where the surface has been seen
since, it was no scenery after all.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

STANDS_S = 30.0  # longer than any hand rests without a tremor; shorter than people leave a table for dead
TREMBLES = 4  # places of the reduced picture that may look otherwise, for a thing not to have stirred


def distance(a: Floats, b: Floats) -> Floats:
    """Difference in colour, as CIELAB counts it. Lightness counts for less: light is uneven, paint is not."""
    d = a - b
    return np.asarray(np.sqrt(0.5 * d[..., 0] ** 2 + d[..., 1] ** 2 + d[..., 2] ** 2), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Scenery:
    """How the places that are neither surface nor rim looked.

    lab: colours (CIELAB), height × width × 3.  light: how light (0 to 100) the surface was.  stays: where they count.
    last, since_s: the colours when something that does not count last stirred, and when that was.
    """

    lab: Floats
    light: float
    stays: Mask
    last: Floats
    since_s: float

    @staticmethod
    def first(lab: Floats, light: float, strange: Mask, at_s: float) -> "Scenery":
        """What was there from the beginning."""
        return Scenery(lab, light, strange, lab, at_s)

    def look(self, lab: Floats, light: float, same: float, strange: Mask, at_s: float) -> tuple[Mask, "Scenery"]:
        """What of the strange places of a later picture this does not explain, and what counts from now on.

        light: how light its surface is, by a lamp that may be stronger or weaker now.  same: how much is no difference.
        A picture of another size is a first look, of which nothing is explained.
        """
        if lab.shape != self.lab.shape:
            return strange, Scenery.first(lab, light, strange, at_s)
        lit = self.lab * np.array((light / max(self.light, 1.0), 1, 1), np.float32)
        as_then = (distance(lab, lit) < same).astype(np.uint8)
        # A sharp edge that trembles by less than one of these places is still the same edge.
        explained = self.stays & (cv2.dilate(as_then, np.ones((3, 3), np.uint8)) > 0)
        left = strange & ~explained
        stays = self.stays & (strange | explained)
        if np.count_nonzero(left & (distance(lab, self.last) >= same)) > TREMBLES:
            return left, replace(self, stays=stays, last=lab, since_s=at_s)
        if at_s - self.since_s < STANDS_S:
            return left, replace(self, stays=stays)
        return left, Scenery(np.where(left[..., None], lab, lit), light, stays | left, lab, at_s)
