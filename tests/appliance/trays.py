"""Painted trays as pictures that libcamera's virtual camera shows, one after the other and again."""

from pathlib import Path

import cv2

from vision.camera import opened
from vision.painted import Painted, Place


def lay(folder: Path, *trays: tuple[int, ...]) -> None:
    """Fill a folder with a picture of each tray. The same faces again are the same dice, with other noise."""
    folder.mkdir()
    number = 0
    for faces in dict.fromkeys(trays):
        with opened(Painted(seed=sum(faces), size=(1280, 960), speed=100, livery="red", dice=Place(faces))) as camera:
            for _ in range(trays.count(faces)):
                picture = camera.frame(1.0).picture
                cv2.imwrite(str(folder / f"{number}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
                number += 1
