"""The page “The board” in real Chromium: it goes on by itself, fits phones, and its ends do what they say."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from axe_for_tests import Axe
from boards.painted_board import start
from browser_for_tests import next_page
from engine.events import PositionSet
from engine.throw import Dice
from ports_for_tests import House
from waiting_for_tests import wait_until

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
until = partial(wait_until, within_s=20)
OTHER = {**start(), 8: 2, 5: 2, 6: 4}


@pytest.fixture
def house(house: House) -> House:
    house.start("backgammon", "standard")
    house.table.throw(Dice((3, 1)))
    house.see_board()
    return house


def test_what_the_eye_sees_next_comes_by_itself_and_the_board_can_be_right(
    house: House, open_phone: Open, broken: Axe
) -> None:
    page = open_phone(path="/board/seen")
    page.get_by_text("Board and game agree.").wait_for()
    house.see_board(OTHER, at=2.0)
    page.get_by_text("3 places differ.").wait_for()
    assert broken(page) == []
    with next_page(page):
        page.get_by_role("button", name="The board is right").click()
    page.get_by_text("The game stands as the board does.").wait_for()
    assert isinstance(house.table.model.actions[-1].action, PositionSet)


@pytest.mark.parametrize("size", [(390, 844), (375, 667), (1280, 800)])
def test_both_boards_fit_every_screen(house: House, open_phone: Open, size: tuple[int, int]) -> None:
    house.see_board(OTHER, at=2.0)
    page = open_phone(path="/board/seen", own_clock=True)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.get_by_text("3 places differ.").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    table, screen = (page.locator(f".both {kind}").bounding_box() for kind in ("img", "svg"))
    assert (abs(table["y"] - screen["y"]) < 60) is (size[0] > 640)
