"""Handles of corners on a picture, where a page lets people drag them."""

from __future__ import annotations

from typing import Any

from browser_for_tests import by_mouse

NAMES = ("Upper left", "Upper right", "Lower right", "Lower left")


def corner(page: Any, name: str) -> tuple[float, float]:
    """Return where the middle of a corner's handle is on the screen."""
    box = page.get_by_role("slider", name=name).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def place(page: Any, x: float, y: float) -> tuple[float, float]:
    """Say where a part of the picture is on the screen."""
    box = page.locator("#stage > img").bounding_box()
    return box["x"] + x * box["width"], box["y"] + y * box["height"]


def drag(page: Any, name: str, x: float, y: float) -> None:
    """Drag a corner with the mouse to a place in the picture, in parts of its width and height."""
    page.get_by_role("slider", name=name).scroll_into_view_if_needed()
    with by_mouse(page, corner(page, name)) as move:
        move(*place(page, x, y))
