"""Ending a game before its time on real phones: several touches to resign, one to answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import more
from engine.facts import Ending, Outcome
from engine.throw import Cowries
from ports_for_tests import House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]


def test_a_resignation_takes_a_tick_and_the_other_phone_answers_without_reload(
    house: House, open_phone: Open
) -> None:
    house.start("backgammon", "standard")
    mine, other = open_phone(), open_phone()
    more(mine)
    mine.click('.tools a[href="/end"]')
    resign = mine.locator("section.card", has_text="A player resigns")
    resign.locator("button").click()
    assert mine.url.endswith("/end"), "without the tick nothing is sent"
    assert house.table.model.line.declared.offered is None
    resign.locator("select[name=points]").select_option("2")
    resign.locator("input[name=sure]").check()
    resign.locator("button").click()
    mine.wait_for_url("**/")
    other.locator(".ask h2", has_text="Asha offers to resign: a gammon").wait_for()
    assert other.locator("#did").count() == 0
    other.click('button[value="accept"]')
    for phone in (mine, other):
        phone.locator(".whose.over", has_text="Ravi won by resignation, a gammon").wait_for()
    assert house.table.model.outcome == Outcome((1,), Ending.RESIGNED, points=2)


@pytest.mark.parametrize("size", [{"width": 375, "height": 667}, {"width": 1280, "height": 800}])
def test_the_pages_of_it_fit_every_screen(house: House, open_phone: Open, size: dict[str, int]) -> None:
    house.start("chowka-bhara", names=("Bartholomäus the Long", "Ravi", "Meena"))
    for turn in range(60):
        house.table.throw(Cowries(1 + turn % 2, 4))
        while house.table.model.line.moves:
            house.table.play(house.table.model.line.moves[0])
    phone = open_phone()
    phone.set_viewport_size(size)
    for path in ("/end", "/earlier"):
        phone.goto(phone.url.removesuffix("/end").rstrip("/") + path)
        assert phone.evaluate("document.documentElement.scrollWidth") <= size["width"], path
    throw = phone.locator("ol.told details", has=phone.locator("select")).first
    throw.locator("summary").click()
    throw.locator("select").wait_for()
    assert phone.evaluate("document.documentElement.scrollWidth") <= size["width"], "unfolded"


def test_the_spoken_page_tells_an_offer_and_answers_it(house: House, open_phone: Open) -> None:
    house.start("backgammon", "standard")
    phone = open_phone(path="/blind")
    phone.locator("#heard", has_text="throws 2 dice").wait_for()
    house.player().do("endings", how="resign", player=1, sure=True)
    phone.locator("#heard", has_text="Ravi offers to resign: a single game").wait_for()
    phone.locator("#heard", has_text="Asha accepts or refuses the resignation").wait_for()
    phone.click("#what")
    phone.locator("#heard", has_text="1 of 2: Accept the resignation").wait_for()
    phone.click("#what")
    phone.locator("#heard", has_text="2 of 2: Refuse it and play on").wait_for()
    phone.click("#before")
    phone.locator("#heard", has_text="1 of 2: Accept the resignation").wait_for()
    phone.click("#confirm")
    phone.locator("#heard", has_text="Asha has won by resignation").wait_for()
    assert house.table.model.outcome == Outcome((0,), Ending.RESIGNED)
