"""Games that were played: replay by slider, keys and by itself, its list of turns, backup and restore."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boxes_for_tests import running_box, unused_port
from browser_for_tests import PATIENCE_MS, Open, next_page, stop_clock, width
from device.store.games import insert
from engine.events import Logged, Setup
from engine.game import Waits
from engine.table import Table
from engine.table.commands import PlayMove, TakeThrow
from engine.table.state import Model
from engine.throw import Cowries
from journals_for_tests import play_on
from ports_for_tests import ADMIN_TOKEN, House
from slow_network import slow_network
from web.auth.access import COOKIE
from web.history.backup import PIECE
from web.history.replay import LINES

pytestmark = pytest.mark.browser

Standing = dict[str, str]
STANDING = """
Object.fromEntries([...document.querySelectorAll("#men [data-piece]")].map(
  (one) => [one.dataset.piece, one.dataset.square]))
"""
SHOWS = f"wanted => JSON.stringify(Object.entries({STANDING}).sort()) === JSON.stringify(wanted)"


def played(house: House, throws: int = 12) -> Model:
    """Play a part of game 1 and begin game 2; gives game 1 as it stood at last."""
    house.start()
    play_on(house.table, throws, seed=3)
    model = house.table.model
    house.start("pachisi")
    return model


def squares(model: Model, step: int) -> Standing:
    return {f"{one.player},{one.piece}": one.square for one in model.rules.placed(model.states[step])}


def shows(page: Any, standing: Standing) -> None:
    """Wait until every piece stands where it should, and no other piece is drawn."""
    page.wait_for_function(SHOWS, arg=[list(pair) for pair in sorted(standing.items())])


def test_every_step_of_the_replay_shows_its_board_by_keys_slider_and_buttons(
    house: House, open_phone: Open
) -> None:
    model = played(house, 8)
    steps = len(model.actions)
    page = open_phone(plays=False, path="/games/1")
    page.evaluate("window.here = true")
    shows(page, squares(model, steps))
    page.focus(".replay input[type=range]")
    page.keyboard.press("Home")
    for step in range(steps + 1):
        shows(page, squares(model, step))
        assert page.inner_text("#step-number") == str(step)
        page.keyboard.press("ArrowRight")
    assert page.inner_text("#step-number") == str(steps), "there is nothing after the last step"
    slider = page.locator(".replay input[type=range]")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    y = box["y"] + box["height"] / 2
    seen = []
    page.mouse.move(box["x"] + box["width"] - 8, y)
    page.mouse.down()
    for part in (0.75, 0.5, 0.25):
        page.mouse.move(box["x"] + part * box["width"], y, steps=3)
        seen.append(int(slider.input_value()))
        shows(page, squares(model, seen[-1]))
    page.mouse.up()
    assert steps > seen[0] > seen[1] > seen[2] > 0
    for by, step in ((1, seen[2] + 1), (-1, seen[2])):
        page.click(f".replay button[data-by='{by}']")
        shows(page, squares(model, step))
    assert page.evaluate("window.here"), "the page was never loaded again"


def test_a_slider_drawn_quickly_asks_only_for_where_it_comes_to_and_keeps_its_step(
    house: House, open_phone: Open
) -> None:
    model = played(house)
    page = open_phone(plays=False, path="/games/1")
    asked: list[str] = []

    def slowly(route: Any) -> None:
        asked.append(route.request.url)
        page.wait_for_timeout(60)
        route.continue_()

    page.route("**/steps/*", slowly)
    slider = page.locator(".replay input[type=range]")
    steps = len(model.actions)
    drawn = [*range(steps, 0, -1), *range(1, steps), *range(steps, 5, -1)]
    slider.evaluate(
        "(one, all) => all.forEach((step) => { one.value = step; one.dispatchEvent(new Event('input')); })",
        drawn,
    )
    shows(page, squares(model, 6))
    assert len(asked) <= 3
    page.wait_for_url("**/games/1?step=6")
    page.reload()
    shows(page, squares(model, 6))
    assert slider.input_value() == "6"
    page.focus(".replay input[type=range]")
    page.context.set_offline(True)
    page.keyboard.press("End")
    page.locator(".replay .away:not([hidden])").wait_for()
    shows(page, squares(model, 6))
    assert page.inner_text("#step-number") == "6", "the number belongs to the board that is seen"
    page.context.set_offline(False)
    page.keyboard.press("End")
    shows(page, squares(model, steps))
    page.locator(".replay .away").wait_for(state="hidden")


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
            table.do(TakeThrow(Cowries(2 + number % 2, 6), source="typed"))
        else:
            table.do(PlayMove((model.line.moves or model.line.optional)[-1], sure=True))
    house.journal.write(lambda writer: insert(writer, events))


def test_a_game_of_600_steps_is_a_short_page_and_the_list_scrolls_in_its_box(
    house: House, open_phone: Open
) -> None:
    long_game(house, 600)
    page = open_phone(plays=False, path="/games/1?step=300")
    page.wait_for_function("() => document.querySelector('.turns li.now')")
    assert page.evaluate("document.documentElement.scrollHeight") < 3 * 844
    assert width(page) <= 390
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


@pytest.fixture
def home(tmp_path: Path) -> Callable[[], Any]:
    """Start a whole box in the same folder and on the same port as often as is wanted."""
    port = unused_port()
    return lambda: running_box(tmp_path, port=port)


def send(page: Any) -> None:
    with next_page(page):
        page.click("text=Send it to the box")


def test_a_backup_is_carried_away_and_brought_back(
    chromium: Any, home: Callable[[], Any], tmp_path: Path
) -> None:
    context = chromium.new_context()
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    with home() as box:
        box.table.start(Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), {}, 0))
        play_on(box.table, 6, seed=1)
        before = box.table.model.state
        number = box.table.model.game
        box.table.start(Setup("backgammon", "standard", ("Mina", "Dev"), {}, 0))
        here = f"http://127.0.0.1:{box.server.port}"
        page.goto(box.phones.address())
        page.goto(f"{here}/backup")
        with page.expect_download() as coming:
            page.click("text=Download a backup")
        assert coming.value.suggested_filename.endswith(".backup")
        coming.value.save_as(tmp_path / "my.backup")
        page.goto(f"{here}/games/{number}/delete")
        with next_page(page):
            page.click("text=Delete for good")
        page.locator("#said", has_text="was deleted").wait_for()

        page.goto(f"{here}/backup")
        picture = {"name": "x.jpg", "mimeType": "image/jpeg", "buffer": b"x"}
        page.set_input_files("input[name=backup]", files=[picture])
        page.click("text=Send it to the box")
        page.locator("#upload-trouble", has_text="no backup that this box can read").wait_for()

        page.goto(f"{here}/backup")
        page.set_input_files("input[name=backup]", tmp_path / "my.backup")
        send(page)
        page.locator("text=A backup lies ready: 3 games").wait_for()
        with next_page(page):
            page.click("text=Do not restore it")
        page.locator("text=nothing will be restored").wait_for()
        page.set_input_files("input[name=backup]", tmp_path / "my.backup")
        send(page)
        page.locator("text=A backup lies ready: 3 games").wait_for()
        assert number not in [one.number for one in box.journal.games()]
    with home() as box:
        page.goto(f"{here}/games/{number}")
        page.locator(".replay").wait_for()
        with next_page(page):
            page.click("text=Play on")
        page.locator("#play").wait_for()
        assert box.table.model.state == before
    context.close()


def test_sending_a_backup_shows_how_far_it_is_and_goes_on_after_a_break(
    house: House, chromium: Any, port: int, tmp_path: Path
) -> None:
    played(house)
    chance = Random(2)
    for _ in range(3):
        picture = b"\xff\xd8" + chance.randbytes(PIECE // 4)
        house.journal.keep_photograph(picture, picture)
    size = house.app.extensions["archive"].back_up().bytes
    assert PIECE < size < 2 * PIECE
    context = chromium.new_context()
    context.set_default_timeout(PATIENCE_MS)
    with slow_network(port, bytes_a_s=2_000_000) as network:
        here = f"http://127.0.0.1:{network.port}"
        context.add_cookies([{"name": COOKIE, "value": ADMIN_TOKEN, "url": here}])
        page = context.new_page()
        page.goto(f"{here}/backup")
        with page.expect_download() as coming:
            page.click("text=Download a backup")
        coming.value.save_as(tmp_path / "my.backup")
        page.set_input_files("input[name=backup]", tmp_path / "my.backup")
        before = network.carried
        network.breaks_at = before + size * 3 // 5
        page.click("text=Send it to the box")
        page.locator("#upload-news", has_text="goes on by itself").wait_for()
        counted = page.inner_text("#upload-count")
        assert counted.endswith(f" of {-(-size // 1_000_000)} MB have been sent.")
        assert page.locator("#upload-bar").evaluate("bar => bar.value") > 0.4
        time.sleep(0.5)
        network.mend()
        page.locator("text=A backup lies ready: 2 games, 3 photographs.").wait_for()
        # What had come before the break was not sent again.
        assert network.carried - before < size + PIECE
    context.close()
