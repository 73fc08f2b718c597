"""A whole position is put right on a phone: by dragging, by keys alone, by an ID; and IDs are copied."""

from __future__ import annotations

from typing import Any

import pytest

from browser_for_tests import Open, by_mouse, deeds, hit, man, middle, more
from engine.events import PositionSet
from engine.move import parse_move
from engine.table.commands import PlayMove, ReportMove, TakeThrow, Undo
from engine.throw import Cowries, Dice
from ports_for_tests import House

pytestmark = pytest.mark.browser

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
AFTER = "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:0:10"
START_OF_GNU = "4HPwATDgc/ABMA:cIkFAAAAAAAE"
LISTEN = """
window.copied = "";
document.addEventListener("copy", () => { window.copied = String(getSelection()); });
"""
"""Keeps what is copied by selecting: a page over plain HTTP has no clipboard."""


def begin(page: Any) -> None:
    more(page)
    page.click("#arrange-open")
    page.locator(".board.arranging").wait_for()


def drag(page: Any, piece: str, square: str) -> None:
    with by_mouse(page, middle(page, man(piece))) as move:
        move(*middle(page, hit(square)))
    page.locator(f'.moved[data-piece="{piece}"]').wait_for()


def done(page: Any, button: str = "done") -> None:
    page.click(f'#arrange button[name="{button}"]')
    page.locator("#arrange").wait_for(state="hidden")


def standing(house: House) -> dict[tuple[int, int], str]:
    model = house.table.model
    return {(one.player, one.piece): one.square for one in model.rules.placed(model.state)}


def test_pieces_are_dragged_to_where_they_stand_or_cannot_or_are_left_as_they_were(
    house: House, open_phone: Open
) -> None:
    house.start()
    before = standing(house)
    page, other = open_phone(), open_phone()
    begin(page)
    drag(page, "0,0", "r4c4")
    page.click('#arrange button[name="cancel"]')
    page.locator(".moved").wait_for(state="detached")
    assert standing(house) == before
    assert page.locator('[data-piece="0,0"]').get_attribute("transform") is None
    begin(page)
    drag(page, "0,0", "r4c4")
    drag(page, "1,3", "r2c0")
    page.select_option('#arrange select[name="turn"]', "1")
    done(page)
    other.locator('[data-piece="0,0"][data-square="r4c4"]').wait_for()
    other.locator(".whose.p1").wait_for()
    stands = standing(house)
    assert (stands[0, 0], stands[1, 3], stands[0, 1]) == ("r4c4", "r2c0", "r4c2")
    assert any(isinstance(one.event, PositionSet) for one in house.journal.game_events(1))
    # What cannot stand so is said with its rule, and may be accepted.
    begin(page)
    drag(page, "1,2", "r4c4")
    page.click('#arrange button[name="done"]')
    page.locator("#arrange .why a.rule").wait_for()
    assert standing(house) == stands
    done(page, "anyway")
    assert (standing(house)[0, 0], standing(house)[1, 2]) == ("r4c4", "r4c4")


def test_a_position_is_put_right_by_keys_alone(house: House, open_phone: Open) -> None:
    house.start("pachisi")
    house.table.do(TakeThrow(Cowries(5, 6), source="typed"))
    page = open_phone()
    more(page)
    page.focus("#arrange-open")
    page.keyboard.press("Enter")
    page.locator('#arrange select[name="piece"]:focus').wait_for()
    page.select_option('#arrange select[name="place"]', label="Asha’s home column, square 8 from the end")
    page.focus('#arrange button[name="put"]')
    page.keyboard.press("Enter")
    page.locator("dialog.which button:focus").wait_for()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator('.moved[data-piece="0,0"]').wait_for()
    page.focus('#arrange button[name="done"]')
    page.keyboard.press("Enter")
    page.locator('[data-piece="0,0"].lying').wait_for()
    assert standing(house)[0, 0] == "r11c9"


def test_undo_says_beforehand_all_that_goes(house: House, open_phone: Open) -> None:
    house.start()
    for seat, square in enumerate(("r3c4", "r1c0")):
        house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
        house.table.do(ReportMove((seat, 0), square))
    page = open_phone()
    lines = page.locator(".told details")
    assert lines.count() == 4
    lines.first.locator("summary").click()
    lines.first.locator("button", has_text="Undo this alone").wait_for()
    lines.last.locator("summary").click()
    button = lines.last.locator("button", has_text="Undo these 4")
    gone = lines.last.locator(".fix ul li")
    assert gone.count() == 4
    looks = "one => [getComputedStyle(one).borderLeftStyle, getComputedStyle(one).fontWeight]"
    assert gone.first.evaluate(looks) == ["none", "400"], "a plain list"
    button.click()
    page.locator(".words").wait_for(state="detached")
    assert deeds(house) == []


def opening(house: House, *played: str) -> None:
    house.start("backgammon", "standard", begins=None, cube=True)
    house.table.do(TakeThrow(Dice((3, 1))))
    for move in played:
        house.table.do(PlayMove(parse_move(move)))


def test_an_id_is_copied_over_plain_http_and_after_news_or_selected_and_pasted(
    house: House, open_phone: Open
) -> None:
    opening(house)
    page = open_phone()
    more(page)
    assert page.evaluate("navigator.clipboard") is None
    page.evaluate(LISTEN)
    page.click("#ids summary")
    page.click('[data-copy="xgid"]')
    page.locator("#xgid-copied:not(:empty)").wait_for()
    assert page.evaluate("window.copied") == START
    # The part of the page is another one after a move, and stays unfolded.
    house.table.do(PlayMove(parse_move("8/5 6/5")))
    page.locator("#xgid", has_text=AFTER).wait_for()
    page.click('[data-copy="xgid"]')
    page.wait_for_function("text => window.copied === text", arg=AFTER)
    page.click('[data-copy="gnu-id"]')
    page.wait_for_function("() => window.copied.includes(':MAEAAAAAAAAE')")
    house.table.do(Undo())
    page.locator("#gnu-id", has_text=START_OF_GNU).wait_for()
    page.evaluate("document.execCommand = () => false")
    page.click('[data-copy="gnu-id"]')
    page.locator("#gnu-id-copied", has_text="It is selected").wait_for()
    assert page.evaluate("String(getSelection())") == START_OF_GNU
    # A position is put right by pasting its ID.
    house.table.do(PlayMove(parse_move("8/5 6/5")))
    page.locator("#xgid", has_text=AFTER).wait_for()
    begin(page)
    page.click("#arrange summary")
    page.fill('#arrange input[name="id"]', "XGID=oops")
    page.click('#arrange button[name="done"]')
    page.locator("#arrange .why:not(:empty)").wait_for()
    page.fill('#arrange input[name="id"]', START_OF_GNU)
    done(page)
    page.locator("#xgid", has_text=START).wait_for(state="attached")


def test_a_replay_tells_the_ids_of_each_step(house: House, open_phone: Open) -> None:
    opening(house, "8/5 6/5")
    page = open_phone(path="/games/1")
    page.click("#ids summary")
    assert page.inner_text("#xgid") == AFTER
    page.click('[data-by="-1"]')
    page.locator("#xgid", has_text=START).wait_for()
    page.click('[data-by="-1"]')
    page.locator(".id-why:not(:empty)").wait_for()
    assert not page.is_visible("#xgid")
    page.click('[data-by="1"]')
    page.locator("#xgid", has_text=START).wait_for()
