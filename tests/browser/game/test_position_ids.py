"""XGID and GNU ID on a phone: copied over plain HTTP, pasted where pieces are put right, told in a replay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from browser_for_tests import address, more, next_page
from engine.move import parse_move
from engine.throw import Dice
from places import ROOT
from ports_for_tests import House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
AFTER = "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:0:10"
LISTEN = """
window.copied = "";
document.addEventListener("copy", () => { window.copied = String(getSelection()); });
"""
"""Keeps what is copied by selecting: a page over plain HTTP has no clipboard."""


def begin(house: House) -> None:
    house.start("backgammon", "standard", begins=None, cube=True)
    house.table.throw(Dice((3, 1)))


def test_an_id_is_copied_over_plain_http_and_after_news(house: House, open_phone: Open) -> None:
    begin(house)
    page = open_phone()
    more(page)
    assert page.evaluate("navigator.clipboard") is None
    page.evaluate(LISTEN)
    page.click("#ids summary")
    page.click('[data-copy="xgid"]')
    page.locator("#xgid-copied", has_text="Copied.").wait_for()
    assert page.evaluate("window.copied") == START
    # The part of the page is another one after a move, and stays unfolded.
    house.table.play(parse_move("8/5 6/5"))
    page.locator("#xgid", has_text=AFTER).wait_for()
    page.click('[data-copy="xgid"]')
    page.wait_for_function("text => window.copied === text", arg=AFTER)
    page.click('[data-copy="gnu-id"]')
    page.wait_for_function("() => window.copied.includes(':MAEAAAAAAAAE')")


def test_where_the_browser_copies_nothing_the_text_is_selected(house: House, open_phone: Open) -> None:
    begin(house)
    page = open_phone()
    more(page)
    assert page.evaluate("navigator.clipboard") is None
    page.evaluate(LISTEN)
    page.evaluate("document.execCommand = () => false")
    page.click("#ids summary")
    page.click('[data-copy="gnu-id"]')
    page.locator("#gnu-id-copied", has_text="It is selected: now copy it.").wait_for()
    assert page.evaluate("String(getSelection())") == "4HPwATDgc/ABMA:cIkFAAAAAAAE"


def test_a_position_is_put_right_by_pasting_its_id(house: House, open_phone: Open) -> None:
    begin(house)
    house.table.play(parse_move("8/5 6/5"))
    page = open_phone()
    more(page)
    page.click("#arrange-open")
    page.locator(".board.arranging").wait_for()
    page.click("#arrange summary")
    page.fill('#arrange input[name="id"]', "XGID=oops")
    page.click('#arrange button[name="done"]')
    page.locator("#arrange .why", has_text="is no XGID: write 26 letters").wait_for()
    page.fill('#arrange input[name="id"]', "4HPwATDgc/ABMA:cIkFAAAAAAAE")
    page.click('#arrange button[name="done"]')
    page.locator("#arrange").wait_for(state="hidden")
    page.locator("#xgid", has_text=START).wait_for(state="attached")


def test_a_replay_tells_the_ids_of_each_step(house: House, open_phone: Open) -> None:
    begin(house)
    house.table.play(parse_move("8/5 6/5"))
    page = open_phone()
    with next_page(page):
        page.goto(address(page, "/games/1"))
    page.click("#ids summary")
    assert page.inner_text("#xgid") == AFTER
    page.click('[data-by="-1"]')
    page.locator("#xgid", has_text=START).wait_for()
    page.click('[data-by="-1"]')
    page.locator(".id-why", has_text="The players still throw for the beginning").wait_for()
    assert not page.is_visible("#xgid")
    page.click('[data-by="1"]')
    page.locator("#xgid", has_text=START).wait_for()


def test_a_file_is_looked_at_and_kept_on_a_phone(house: House, open_phone: Open) -> None:
    begin(house)
    page = open_phone(admin=True, path="/games/import")
    match: Path = ROOT / "tests" / "golden" / "gnubg-match.mat"
    page.set_input_files('input[name="games"]', str(match))
    with next_page(page):
        page.click("text=Look at it")
    page.locator("h2", has_text="Game 6 of the file").wait_for()
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]
    with next_page(page):
        page.click("text=Keep the chosen games")
    page.locator("text=6 games were imported.").wait_for()
    assert len(house.journal.games()) == 7
    assert house.table.model.game == 1
