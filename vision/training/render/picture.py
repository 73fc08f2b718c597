"""What a camera does to a picture: a little blur, darker corners, noise, JPEG."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image, ImageFilter
from shapes.shape import Floats

BLUR_PX = 0.55
"""Radius of the lens blur."""
VIGNETTE = 0.10
"""How much darker the corners are than the middle."""
NOISE = 2.6
"""Spread of the sensor noise in a mid grey, in steps of 255."""
QUALITY = 85
"""JPEG quality."""


def load(path: Path) -> Floats:
    """Read a rendered picture: shape (height, width, 3), 0 to 255, R, G, B."""
    with Image.open(path) as picture:
        return np.asarray(picture.convert("RGB"), dtype=np.float64)


def patch(background: Floats, piece: Floats, left: int, top: int, *, feather: int = 8) -> Floats:
    """Lay a rendered piece over the background, with soft edges except at the picture's own edge."""
    height, width = piece.shape[:2]
    full_height, full_width = background.shape[:2]

    def ramp(length: int, start: int, full: int) -> Floats:
        place = np.arange(length)
        low = np.ones(length) if start == 0 else np.clip(place / feather, 0, 1)
        high = np.ones(length) if start + length == full else np.clip(place[::-1] / feather, 0, 1)
        return np.asarray(np.minimum(low, high))

    share = np.minimum.outer(ramp(height, top, full_height), ramp(width, left, full_width))[:, :, None]
    whole = background.copy()
    under = whole[top : top + height, left : left + width]
    whole[top : top + height, left : left + width] = under * (1 - share) + piece * share
    return whole


def shoot(clean: Floats, target: Path, *, seed: int) -> None:
    """Write a clean rendering as the camera would have seen it.

    Args:
        clean: Shape (height, width, 3), 0 to 255, R, G, B. Not modified.
        target: The JPEG to write; its folder is made.
        seed: Decides the noise.
    """
    random = np.random.default_rng([seed, 7])
    soft = Image.fromarray(np.clip(clean, 0, 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(BLUR_PX))
    light = np.asarray(soft, dtype=np.float64)
    height, width = light.shape[:2]
    y, x = np.mgrid[0:height, 0:width]
    away = ((x - width / 2) ** 2 + (y - height / 2) ** 2) / ((width / 2) ** 2 + (height / 2) ** 2)
    light = light * (1 - VIGNETTE * away)[:, :, None]
    grain = random.normal(size=(height, width, 1)) * 0.7 + random.normal(size=light.shape) * 0.45
    # Neighbouring pixels share noise, because colours are mixed from a mosaic of filters.
    grain = (grain + np.roll(grain, 1, axis=1) + np.roll(grain, 1, axis=0)) / 1.6
    light = light + grain * NOISE * np.sqrt(np.clip(light, 8, 255) / 128)
    target.parent.mkdir(parents=True, exist_ok=True)
    picture = Image.fromarray(np.clip(np.rint(light), 0, 255).astype(np.uint8))
    picture.save(target, quality=QUALITY, subsampling="4:2:0", optimize=True)
