"""From a scene to a picture, as lens and sensor would give it. Knows nothing of commands or time."""

import random

import cv2
import numpy as np

from vision.frame import Picture
from vision.ivory import paint_die, shade_under
from vision.motion import Scene
from vision.pinhole import Pose, View
from vision.surface import SURFACES, Material, bare_tray, lamp
from vision.visitors import cup, hand, lay_over

NOISE = 2.2  # grey levels: a small sensor under bar light
LENS = 0.65  # pixels of a 640×480 picture: a lens that is nearly in focus
SHIFTS = 64  # the noise is one sheet, moved by up to this many pixels each way for each picture


class Painter:
    """Paints scenes. Tray and lying dice are kept from picture to picture, since painting runs live."""

    def __init__(self, seed: int, view: View, surface: Material | str = "leather", livery: str = "ivory") -> None:
        chance = np.random.default_rng(seed)
        self._view, self._livery, self._seed = view, livery, seed
        self._tray = bare_tray(view, SURFACES[surface] if isinstance(surface, str) else surface, chance)
        self._lamp = lamp(view)
        sheet = chance.standard_normal((view.height + SHIFTS, view.width + SHIFTS, 3)) * NOISE
        self._noise = np.round(sheet).astype(np.int16)
        self._still: tuple[Pose, ...] = ()
        self._still_picture = self._tray

    def paint(self, scene: Scene, number: int) -> Picture:
        """Paint the scene: height × width × 3. number: which picture this is, since noise differs in each."""
        if scene.dice != self._still:
            self._still, self._still_picture = scene.dice, self._dice(scene.dice)
        picture = self._still_picture.copy()
        for visitor, sprite in ((scene.hand, hand), (scene.cup, cup)):
            if visitor is not None:
                lay_over(picture, sprite(), visitor, self._view)
        blurred = cv2.GaussianBlur(picture, (0, 0), LENS * self._view.scale)
        shift = random.Random(f"{self._seed}/{number}")
        x, y = shift.randrange(SHIFTS), shift.randrange(SHIFTS)
        noise = self._noise[y : y + self._view.height, x : x + self._view.width]
        return np.asarray(cv2.add(blurred, noise, dtype=cv2.CV_8U), np.uint8)

    def _dice(self, dice: tuple[Pose, ...]) -> Picture:
        picture = self._tray.copy()
        for die in dice:
            shade_under(picture, die, self._view)
        # The further from the middle the earlier: a die's top leans outwards, over what lies further out.
        for die in sorted(dice, key=lambda d: (d.z, -(d.x**2 + d.y**2))):
            x, y = self._view.seen((die.x, die.y, die.z))
            at = (min(max(int(y), 0), self._view.height - 1), min(max(int(x), 0), self._view.width - 1))
            paint_die(picture, die, self._view, self._livery, float(self._lamp[at]))
        return picture
