"""Fingers that tremble, mash and press twice: nothing happens that nobody meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import stop_clock
from engine.throw import Cowries
from ports_for_tests import House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]


def mash(page: Any, selector: str) -> None:
    """Press a button four times within a third of a second, as a child does: twice after the answer."""
    stop_clock(page)
    for after_ms in (0, 60, 120, 140):
        page.clock.run_for(after_ms)
        page.evaluate("selector => document.querySelector(selector)?.click()", selector)
        if after_ms:
            page.locator("body:not(.busy)").wait_for()


def acts(house: House) -> list[str]:
    return [str(action.action) for action in house.table.model.actions]


def test_an_undo_that_is_mashed_takes_one_thing_back(house: House, open_phone: Open) -> None:
    house.start()
    for mouths in (4, 4, 3):
        house.table.throw(Cowries(mouths, 4), source="typed")
    page = open_phone(own_clock=True)
    mash(page, "form[data-api=undo] button")
    page.locator(".told > li", has_text="Taken back").first.wait_for()
    assert acts(house) == ["4/4", "4/4"]
    page.clock.run_for(500)  # half a second after the last of the four touches a new one is meant
    page.click(".actions form[data-api=undo] button")
    page.locator(".told > li", has_text="Taken back").nth(1).wait_for()
    assert acts(house) == ["4/4"], "whoever means it takes back one after the other"


def test_a_throw_that_is_mashed_counts_once(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(own_clock=True)
    page.click("#throw-sheet summary")
    mash(page, '#throw-sheet button[value="4/4"]')
    page.locator(".words", has_text="chowka").wait_for()
    assert acts(house) == ["4/4"]


def test_a_sheet_of_throws_is_seen_whole_and_a_trembling_finger_that_opens_it_throws_nothing(
    house: House, open_phone: Open
) -> None:
    house.eye.show("away", "De camera is weg.")
    for game in ("backgammon", "chowka-bhara"):
        house.start(game)
        page = open_phone(locale="nl-NL", own_clock=True)
        stop_clock(page)
        button = page.locator("#throw-sheet > summary").bounding_box()
        page.mouse.dblclick(button["x"] + button["width"] / 2, button["y"] + button["height"] / 2, delay=20)
        panel = page.locator("#throw-sheet .panel")
        page.locator("#throw-sheet .panel.fresh").wait_for()
        box = panel.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= page.viewport_size["height"]
        assert panel.evaluate("one => one.scrollHeight <= one.clientHeight")
        page.clock.run_for(600)
        assert panel.is_visible()
        assert acts(house) == []
        page.mouse.click(195, 10)
        panel.wait_for(state="hidden")


def test_a_second_touch_that_comes_before_the_page_knows_of_the_first_throws_nothing(
    house: House, open_phone: Open
) -> None:
    house.eye.show("away", "The camera is gone.")
    house.start("backgammon")
    page = open_phone()
    page.locator("#throw-sheet > summary").wait_for()
    under = page.evaluate(
        """() => {
          const sheet = document.getElementById("throw-sheet");
          sheet.querySelector("summary").click();
          const box = sheet.querySelector(".panel button").getBoundingClientRect();
          const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          return [sheet.open, Boolean(hit.closest("button"))];
        }"""
    )
    assert under == [True, False]


@pytest.mark.parametrize("piece", ["0,0", "0,2"])
def test_a_piece_that_waits_beside_the_cross_is_touched_wherever_it_waits(
    house: House, open_phone: Open, piece: str
) -> None:
    house.start("pachisi")
    house.table.throw(Cowries(3, 6), source="typed")
    page = open_phone()
    page.locator('[data-piece="0,0"].can').wait_for()
    assert page.locator(".man.can").count() == 1
    for _ in range(2):
        page.locator(f'[data-piece="{piece}"]').click()
    page.locator('[data-piece="0,0"]:not([data-square="charkoni"])').wait_for()
    assert acts(house) == ["3/6", "a 0/3 =3"]


def test_what_an_undo_takes_along_is_a_plain_list(house: House, open_phone: Open) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    house.table.report_move((0, 0), "r3c4")
    page = open_phone()
    page.locator(".told summary", has_text="Asha throws").click()
    deed = page.locator(".fix ul li").first
    deed.wait_for()
    border, weight = deed.evaluate(
        "one => [getComputedStyle(one).borderLeftStyle, getComputedStyle(one).fontWeight]"
    )
    assert (border, weight) == ("none", "400")
