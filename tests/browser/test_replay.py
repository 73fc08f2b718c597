"""The replay of a game: keys, playing by itself, the list of turns beside it, marks, how long its page is."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import stop_clock
from device.store.games import insert
from engine.events import Logged, Setup
from engine.game import Waits
from engine.table import Table
from engine.throw import Cowries
from journals_for_tests import play_on
from ports_for_tests import House
from web.history.replay import LINES

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
IN_SIGHT = """
() => {
  const line = document.querySelector(".turns li.now")?.getBoundingClientRect();
  const box = document.querySelector(".scrolls").getBoundingClientRect();
  return line && line.top >= box.top - 1 && line.top < box.bottom;
}
"""


def at(page: Any, step: int) -> None:
    """Wait until the board and the list show a step."""
    page.locator("#step-number", has_text=f"{step}").wait_for()
    page.wait_for_function(
        "step => document.querySelector('#step-number').textContent === step", arg=str(step)
    )
    if step:
        page.wait_for_function(
            "step => { const one = document.querySelector('.turns [aria-current]')?.dataset;"
            "return one && Number(one.first) <= step && step <= Number(one.step); }",
            arg=step,
        )


def test_arrow_keys_lead_through_steps_and_turns_and_the_list_follows(house: House, open_phone: Open) -> None:
    house.start()
    play_on(house.table, 12, seed=3)
    model = house.table.model
    steps = len(model.actions)
    page = open_phone(plays=False, path="/games/1?step=0")
    page.wait_for_function("() => document.querySelector('.turns li.now')")
    men = page.inner_html("#men")
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.wait_for_function("was => document.querySelector('#men').innerHTML !== was", arg=men)
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    page.keyboard.press("End")
    at(page, steps)
    page.wait_for_function(IN_SIGHT)
    ups = []
    while page.inner_text("#step-number") != "0":
        was = page.inner_text("#step-number")
        page.keyboard.press("ArrowUp")
        page.wait_for_function("was => document.querySelector('#step-number').textContent !== was", arg=was)
        ups.append(int(page.inner_text("#step-number")))
    turns = page.locator(".turns li").count()
    assert len(ups) == turns
    page.keyboard.press("ArrowDown")
    at(page, ups[-2])
    page.wait_for_url(f"**/games/1?step={ups[-2]}")
    page.locator(".turns li").nth(2).locator("a").first.click()
    at(page, int(page.locator(".turns li").nth(2).locator("a").first.get_attribute("data-step")))


def test_it_plays_by_itself_and_stops_at_the_end(house: House, open_phone: Open) -> None:
    house.start()
    play_on(house.table, 4, seed=3)
    steps = len(house.table.model.actions)
    page = open_phone(plays=False, path="/games/1?step=0", own_clock=True)
    page.wait_for_function("() => document.querySelector('.turns li.now')")
    stop_clock(page)
    page.keyboard.press(" ")
    pressed = page.locator(".autoplay[aria-pressed=true]")
    pressed.wait_for()
    for step in range(1, steps + 1):
        assert pressed.count() == 1
        reached = page.locator("#step-number", has_text=re.compile(f"^{step}$"))
        while not reached.count():  # the next step waits until the one before is shown
            page.clock.run_for(200)
        at(page, step)
    page.locator(".autoplay[aria-pressed=false]").wait_for()
    page.clock.run_for(5000)
    at(page, steps)


def long_game(house: House, actions: int) -> None:
    """Put a game into the journal that was played in memory."""
    events: list[Logged] = []
    table = Table(record=events.extend)
    table.start(Setup("pachisi", "six", ("Asha", "Ravi", "Mina", "Dev"), {}, 0))
    number = 0
    while len(table.model.actions) < actions:
        model = table.model
        if model.waits is Waits.THROW:
            number += 1
            table.throw(Cowries(2 + number % 2, 6), source="typed")
        else:
            table.play((model.line.moves or model.line.optional)[-1], sure=True)
    house.journal.write(lambda writer: insert(writer, events))


def test_a_game_of_600_steps_is_a_short_page_and_the_list_scrolls_in_its_box(
    house: House, open_phone: Open
) -> None:
    long_game(house, 600)
    page = open_phone(plays=False, path="/games/1?step=300")
    page.wait_for_function("() => document.querySelector('.turns li.now')")
    assert page.evaluate("document.documentElement.scrollHeight") < 3 * 844
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(IN_SIGHT)
    assert page.evaluate("scrollY") == 0, "the box scrolls, not the page"
    page.keyboard.press("End")
    at(page, 600)
    page.wait_for_function(IN_SIGHT)
    page.keyboard.press("Home")
    at(page, 0)
    page.wait_for_function("() => document.querySelector('.turns').firstElementChild.dataset.row === '0'")
    page.evaluate("document.querySelector('.scrolls').scrollTop = 1e6")
    page.wait_for_function(f"() => document.querySelectorAll('.turns li').length > {LINES}")
    rows = page.eval_on_selector_all(".turns li", "all => all.map((one) => Number(one.dataset.row))")
    assert rows == list(range(len(rows)))
