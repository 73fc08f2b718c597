"""House rules in the wizard: a change is marked at once, and goes back on the spot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import address
from ports_for_tests import House

pytestmark = pytest.mark.browser


def test_a_change_is_marked_at_once_and_goes_back_on_the_spot(
    house: House, open_phone: Callable[..., Any]
) -> None:
    house.start()
    page = open_phone()
    page.goto(address(page, "/new?game=pachisi"))
    page.click("#rules > summary")
    page.click("#options > summary")
    page.click("#options-throws > summary")
    option, badge = page.locator("#option-cancel"), page.locator("#options-throws .changed")
    select, back = option.locator("select"), option.locator("button.back")
    # The drawing's shells with their backs up are there, changed or not.
    assert option.locator(".cowrie.back").first.bounding_box()["height"] > 5
    assert not back.is_visible()
    assert not badge.is_visible()
    line = page.locator("#rules > summary b")
    assert line.inner_text() == "Six cowries, as usual"
    select.select_option("true")
    assert badge.is_visible()
    assert line.inner_text() == "Six cowries, with rules of your own"
    back.click()
    assert line.inner_text() == "Six cowries, as usual"
    assert select.input_value() == ""
    assert not back.is_visible()
    assert not badge.is_visible()
    assert page.url.endswith("/new?game=pachisi")  # nothing was sent


@pytest.mark.parametrize("game", ["chowka-bhara", "pachisi", "backgammon"])
def test_game_people_and_begin_stand_in_one_view(
    house: House, open_phone: Callable[..., Any], game: str
) -> None:
    house.people.remember(("Asha", "Ravi", "Mina", "Dev"), game=1)
    house.start()
    page = open_phone()
    page.goto(address(page, f"/new?game={game}"))
    for shown in (".games.row", ".names", "#rules > summary", "button.main"):
        box = page.locator(shown).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 844, shown
    assert not page.get_by_label("A name, such as").is_visible()
    page.click("#rules > summary")
    assert (
        page.get_by_label("A name, such as").bounding_box()["y"]
        < page.locator("button.main").bounding_box()["y"]
    )
