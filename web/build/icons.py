"""Draws the icons for home screens from ``static/img/icon.svg``: `make icons`.

Home screens want PNG. The drawing is a rounded square, a cross and two strokes, so a few polygons are enough,
and the same drawing gives the same pixels on every machine. A test draws them again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree

import cv2
import numpy as np
from numpy.typing import NDArray

IMAGES = Path(__file__).parents[1] / "static" / "img"

FINER = 8
"""Drawn so many times larger, and then made smaller: smooth edges."""

MASKED = 0.8
"""A phone may cut a circle of so much of a maskable icon's width. Source: W3C, Web Application Manifest."""

Pixels = NDArray[np.uint8]

_STEP = re.compile(r"([MmhvlHVLz])([^A-Za-z]*)")


def icons() -> Mapping[str, Pixels]:
    """Draw every icon: file name → picture, shape (side, side, 4), uint8, BGRA."""
    return {
        "icon-192.png": drawn(192),
        "icon-512.png": drawn(512),
        "icon-maskable.png": drawn(512, whole=True, scale=MASKED),
        "icon-180.png": drawn(180, whole=True, scale=0.9),
    }


def drawn(side: int, *, whole: bool = False, scale: float = 1.0) -> Pixels:
    """Draw the icon.

    Args:
        side: Width and height in pixels.
        whole: Fill the corners: phones cut their own.
        scale: How large the drawing on the square is.

    Returns:
        The picture, shape (side, side, 4), uint8, BGRA.
    """
    root = ElementTree.parse(IMAGES / "icon.svg").getroot()
    units = float(root.attrib["viewBox"].split()[2])
    large = side * FINER
    picture = np.zeros((large, large, 4), np.uint8)
    for shape in root:
        kind = shape.tag.rpartition("}")[2]
        if kind == "rect":
            colour = _colour(shape.attrib["fill"])
            if whole:
                picture[:] = colour
            else:
                _fill(picture, _rounded(units, float(shape.attrib["rx"])) * large / units, colour)
            continue
        lines = [(line - units / 2) * scale + units / 2 for line in _lines(shape.attrib["d"])]
        for line in lines:
            if "stroke" in shape.attrib:
                width = float(shape.attrib["stroke-width"]) * scale
                stroke = _thick(line, width) * large / units
                _fill(picture, stroke, _colour(shape.attrib["stroke"]))
            else:
                _fill(picture, line * large / units, _colour(shape.attrib["fill"]))
    # Colour counts as much as it covers, so that no dark rim comes at the corners.
    covers = picture[..., 3:].astype(np.float32) / 255
    small = cv2.resize(
        np.concatenate([picture[..., :3] * covers, covers], 2), (side, side), None, 0, 0, cv2.INTER_AREA
    )
    alpha = small[..., 3:]
    colours = np.divide(small[..., :3], alpha, out=np.zeros_like(small[..., :3]), where=alpha > 0)
    whole_numbers: Pixels = np.rint(np.concatenate([colours, alpha * 255], 2)).astype(np.uint8)
    return whole_numbers


def _fill(picture: Pixels, outline: NDArray[np.float64], colour: tuple[int, ...]) -> None:
    bits = 4
    cv2.fillPoly(picture, [np.rint(outline * 2**bits).astype(np.int32)], colour, cv2.LINE_8, bits)


def _rounded(side: float, radius: float) -> NDArray[np.float64]:
    """Return the outline of a square with rounded corners."""
    turns = np.linspace(0, np.pi / 2, 64)
    arc = np.stack([np.cos(turns), np.sin(turns)], 1) * radius
    corners = [
        (side - radius, side - radius),
        (radius, side - radius),
        (radius, radius),
        (side - radius, radius),
    ]
    turned = [arc, arc[:, ::-1] * (-1, 1), -arc, arc[:, ::-1] * (1, -1)]
    return np.concatenate([np.add(part, corner) for part, corner in zip(turned, corners, strict=True)])


def _thick(line: NDArray[np.float64], width: float) -> NDArray[np.float64]:
    """Return the outline of a stroke from one point to another, with round ends."""
    along = line[1] - line[0]
    turn = np.arctan2(along[1], along[0])
    half = np.linspace(-np.pi / 2, np.pi / 2, 48) + turn
    cap = np.stack([np.cos(half), np.sin(half)], 1) * width / 2
    return np.concatenate([line[1] + cap, line[0] - cap])


def _lines(path: str) -> Iterator[NDArray[np.float64]]:
    """Read a path of straight lines: one array of points for each part that is drawn without lifting."""
    at, points = np.zeros(2), list[NDArray[np.float64]]()
    for letter, written in _STEP.findall(path):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", written)]
        if letter in "Mm":
            if points:
                yield np.array(points)
            at = at * (letter == "m") + numbers[:2]
            points = [at]
            numbers = numbers[2:]
        steps: list[tuple[float | None, float | None]]
        if letter in "hH":
            steps = [(number, None) for number in numbers]
        elif letter in "vV":
            steps = [(None, number) for number in numbers]
        else:
            steps = list(zip(numbers[::2], numbers[1::2], strict=True))
        for step in steps:
            base = at if letter.islower() else np.zeros(2)
            at = np.array(
                [old if new is None else start + new for old, start, new in zip(at, base, step, strict=True)]
            )
            points.append(at)
    if points:
        yield np.array(points)


def _colour(written: str) -> tuple[int, ...]:
    red, green, blue = (int(written[place : place + 2], 16) for place in (1, 3, 5))
    return blue, green, red, 255


def main() -> None:
    """Write every icon."""
    for name, picture in icons().items():
        cv2.imwrite(str(IMAGES / name), picture, [cv2.IMWRITE_PNG_COMPRESSION, 9])
        print(f"{name}: {(IMAGES / name).stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
