"""A picture for other programs: a JPEG that is small enough for any broker and any phone."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pictures import frame_of

MOST_BYTES = 100_000


def small_jpeg(picture: bytes) -> bytes | None:
    """Return a JPEG of at most 100 kB; None for what is no picture.

    One that is small enough is returned as it is.
    """
    if len(picture) <= MOST_BYTES:
        return picture
    image = frame_of(picture)
    while image is not None:
        for quality in (80, 60, 40):
            _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
            if packed.size <= MOST_BYTES:
                return packed.tobytes()
        small = cv2.resize(image, None, fx=0.7, fy=0.7, interpolation=cv2.INTER_AREA)
        image = np.asarray(small, np.uint8)
    return None
