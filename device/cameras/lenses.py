"""Which lens looks at the board: by the name that people choose, or by the camera's own name."""

from __future__ import annotations

from collections.abc import Mapping

from vision.board import ANY, LENSES, Lens

_SENSORS: Mapping[str, str] = {"ov5647": "module-1", "imx219": "module-2", "imx708": "module-3"}
"""Sensors of the Pi's cameras as libcamera names them. Others, such as that of the High Quality Camera, sit
behind lenses that people choose."""

UNKNOWN = "any"
"""What is chosen where the camera is none of those, whatever it says of itself."""


def lens_of(name: str) -> Lens:
    """Return a lens by its name in `vision.board.LENSES`; for other names one of which nothing is known."""
    return LENSES.get(name, ANY)


def lens_of_sensor(model: str) -> str:
    """Return the name of the lens before a sensor, by its name in libcamera; empty where that tells nothing.

    >>> lens_of_sensor("imx708_wide_noir"), lens_of_sensor("imx708_noir"), lens_of_sensor("imx477")
    ('module-3-wide', 'module-3', '')
    """
    sensor, *more = model.lower().split("_")
    name = _SENSORS.get(sensor, "")
    if "wide" in more:
        name = f"{name}-wide"
    return name if name in LENSES else ""
