"""A picture as a small JPEG, for phones and for evidence. Knows nothing of what it shows."""

import cv2
import numpy as np

from vision.frame import Picture

JPEG_BYTES = 40_000


def small_jpeg(picture: Picture, wide: int = 640, limit: int = JPEG_BYTES) -> bytes:
    """The picture at most 640 wide and 40 KB large, or as is asked."""
    height, width = picture.shape[:2]
    if width > wide:
        size = (wide, height * wide // width)
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    for quality in (75, 60, 45, 30, 15, 4):
        _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if packed.size <= limit:
            break
    return packed.tobytes()
