"""What is told by a colour is told by a shape as well: Chromium shows no colours here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from engine.throw import Cowries, Dice
from ports_for_tests import House

pytestmark = pytest.mark.browser


def greys(page: Any, box: Any) -> np.ndarray[Any, Any]:
    """Take a picture of a part of the page, in shades of grey."""
    shot = np.frombuffer(page.screenshot(clip=box), np.uint8)
    return cv2.imdecode(shot, cv2.IMREAD_GRAYSCALE).astype(int)


@pytest.mark.parametrize(("game", "throw"), [("chowka-bhara", Cowries(3, 4)), ("backgammon", Dice((6, 1)))])
def test_a_chosen_piece_is_told_from_the_others_without_colours(
    house: House, open_phone: Callable[..., Any], game: str, throw: Cowries | Dice
) -> None:
    house.start(game)
    house.table.throw(throw, source="typed")
    page = open_phone(reduced_motion="reduce")
    page.context.new_cdp_session(page).send(
        "Emulation.setEmulatedVisionDeficiency", {"type": "achromatopsia"}
    )
    piece = page.locator(".can .halo").first
    piece.wait_for()
    box = piece.bounding_box()
    before = greys(page, box)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator(".chosen").wait_for()
    changed = np.abs(greys(page, box) - before) > 100
    assert changed.mean() > 0.08


def test_each_lamp_stands_beside_the_piece_of_its_player(
    house: House, open_phone: Callable[..., Any]
) -> None:
    house.start(names=("Asha", "Ravi"))
    page = open_phone()
    shapes = page.locator(".lamps-row .token").evaluate_all("all => all.map((one) => one.innerHTML)")
    seats = page.locator(".seats .token").evaluate_all("all => all.map((one) => one.innerHTML)")
    assert shapes == seats
    assert page.locator(".lamps-row .alarm + b").inner_text() == "!"
