"""How few touches a turn takes, and that pieces are played by dragging and by keys as well."""

from __future__ import annotations

from typing import Any

import pytest

from browser_for_tests import (
    Open,
    by_finger,
    by_mouse,
    deeds,
    hit,
    knows,
    man,
    meant,
    middle,
    more,
    next_page,
    stop_clock,
    touch,
)
from engine.table.commands import SetPosition, TakeMoveBack, TakeThrow
from engine.throw import Cowries, Dice
from ports_for_tests import House

pytestmark = pytest.mark.browser


def begun(house: House, *pips: int) -> None:
    house.start("backgammon", "standard")
    house.table.do(TakeThrow(Dice(pips), source="typed"))


def checkers(house: House, open_phone: Open, *pips: int, **settings: Any) -> Any:
    begun(house, *pips)
    page = open_phone(**settings)
    page.locator(".can").first.wait_for()
    return page


def played(page: Any, house: House, *moves: str) -> None:
    """Wait until these moves are played and the page shows it."""
    page.locator(f".told > li >> text=/plays {moves[-1].replace('/', '.')}/").first.wait_for()
    page.locator("body:not(.busy)").wait_for()
    assert deeds(house)[1:] == list(moves)


TOUCHES = (
    ((3, 1), ("p8", "p6"), ("8/5", "6/5")),  # the larger die goes first
    ((1, 1), ("p8", "p6", "p8", "p6"), ("8/7", "6/5", "8/7", "6/5")),
    ((5, 1), ("p24",), ("24/23",)),  # the 5 leads to a point that is held
    ((6, 4), ("p24", "p14"), ("24/18", "18/14")),  # the piece that went goes on
)


def test_each_checker_takes_one_touch(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone()
    for pips, touches, moves in TOUCHES:
        with next_page(page):
            begun(house, *pips)
        for square in touches:
            page.locator(f'#men [data-square="{square}"].can, {hit(square)}.target').first.wait_for()
            touch(page, square)
        played(page, house, *moves)
    board = [0] * 26  # a checker that cannot move moves no other one beside it
    board[8], board[7], board[6], board[3], board[1] = 2, 2, 11, -2, -2
    with next_page(page):
        house.start("backgammon", "standard")
        house.table.do(SetPosition({"board": board, "turn": 0}))
        house.table.do(TakeThrow(Dice((5, 5)), source="typed"))
    page.locator('[data-square="p7"].can').wait_for()
    touch(page, "p8", "p7")
    page.locator(".told > li", has_text="plays 7/2").first.wait_for()
    knows(page, house.journal.last_seq())
    assert deeds(house)[2:] == ["7/2"]


def test_the_next_throw_or_one_more_touch_ends_the_turn_and_dice_change_places(
    house: House, open_phone: Open
) -> None:
    page = checkers(house, open_phone, 3, 1)
    assert page.locator('.chip[aria-pressed="true"]').get_attribute("data-value") == "3"
    page.locator(".chip").first.click()
    page.locator('.chip[data-value="1"][aria-pressed="true"]').wait_for()
    touch(page, "p8")
    played(page, house, "8/7")
    touch(page, "p6")
    played(page, house, "8/7", "6/3")
    house.table.do(TakeThrow(Dice((6, 3)), source="camera"))
    page.locator(".whose.p1").wait_for()
    page.click('.chip[data-value="3"]')
    touch(page, "p17")
    page.locator('.chip[data-value="3"]').wait_for(state="detached")
    assert deeds(house)[-1] == "8/5"
    touch(page, "p1")
    page.locator('.chip[data-value="6"]').wait_for(state="detached")
    page.locator(".actions form:not(.takes-back) button", has_text="End the turn").click()
    page.locator(".whose.p0").wait_for()


def test_a_piece_that_glides_by_is_not_touched_for_the_one_that_stands_there(
    house: House, open_phone: Open
) -> None:
    page = checkers(house, open_phone, 1, 1)
    page.evaluate(
        """() => {
          const { animate } = Element.prototype;
          Element.prototype.animate = function (frames) { return animate.call(this, frames, 60_000); };
        }"""
    )
    touch(page, "p8")
    played(page, house, "8/7")
    meant(page)
    page.mouse.click(*middle(page, '#men [data-square="p7"]'))
    played(page, house, "8/7", "8/7")


def test_a_finger_that_trembles_plays_one_piece(house: House, open_phone: Open) -> None:
    page = checkers(house, open_phone, 3, 1, own_clock=True)
    stop_clock(page)
    for after_ms in (0, 60, 120, 140):
        page.clock.run_for(after_ms)
        touch(page, "p8")
        if after_ms:
            page.locator("body:not(.busy)").wait_for()
    assert deeds(house) == ["3-1", "8/5"]
    page.clock.run_for(500)
    touch(page, "p8")
    page.locator(".told > li", has_text="plays 8/7").wait_for()
    assert deeds(house) == ["3-1", "8/5", "8/7"]


def test_a_checker_is_dragged_further_than_one_die_and_glides_back_from_where_it_cannot_go(
    house: House, open_phone: Open
) -> None:
    page = checkers(house, open_phone, 6, 4, has_touch=True)
    how = "all => [...new Set(all.map((one) => getComputedStyle(one).touchAction))]"
    assert page.locator('[data-square="p24"][data-piece]').evaluate_all(how) == ["none"]
    assert page.locator('[data-square="p1"][data-piece], .hit').evaluate_all(how) == ["auto"], "it scrolls"
    top = '[data-square="p24"].can'
    with by_finger(page, middle(page, top)) as move:
        move(*middle(page, hit("p17")))
        page.locator(".held").wait_for()
    page.locator(".held").wait_for(state="detached")
    assert page.locator("[data-piece][transform], .hit.target").count() == 0
    assert deeds(house) == ["6-4"]
    page.wait_for_function("() => !document.getElementById('men').getAnimations({ subtree: true }).length")
    with by_finger(page, middle(page, top)) as move:
        move(*middle(page, hit("p20")))
        page.locator(".held").wait_for()
        targets = page.locator(".hit.target").evaluate_all("all => all.map((one) => one.dataset.square)")
        assert sorted(targets) == ["p14", "p18", "p20"]
        move(*middle(page, hit("p14")))
    page.locator(".chip").first.wait_for(state="detached")
    _thrown, went = deeds(house)
    assert (went[:3], went[-3:]) == ("24/", "/14")
    assert page.locator(".held, .hit.target").count() == 0


def test_what_hands_did_is_told_by_dragging_and_by_keys(house: House, open_phone: Open) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    page = open_phone(has_touch=True)
    more(page)
    page.click("#did")
    with by_finger(page, middle(page, man("1,0"))) as move:
        move(*middle(page, hit("r0c1")))
    page.locator(".illegal").wait_for()
    assert page.locator("[data-piece][transform]").count() == 0, "the piece is where it was"
    house.table.do(TakeMoveBack(house.table.model.question.seq))  # type: ignore[union-attr]
    page.locator(".illegal").wait_for(state="detached")
    more(page)
    page.focus("#did")
    page.keyboard.press("Enter")
    page.focus(man("1,0"))
    page.keyboard.press("Enter")
    page.focus(hit("r0c1"))
    assert page.locator(hit("r0c1")).get_attribute("aria-label")
    page.keyboard.press("Enter")
    page.locator(".illegal").wait_for()
    page.locator(".busy").wait_for(state="detached")
    assert page.evaluate("document.activeElement.closest('.board') !== null")
    assert page.locator(".hit[tabindex]").count() == 0


def test_a_piece_that_may_go_to_two_squares_is_chosen_dragged_and_let_go(
    house: House, open_phone: Open
) -> None:
    house.start()
    for mouths in (4, 3):  # after 4 Asha throws again
        house.table.do(TakeThrow(Cowries(mouths, 4), source="typed"))
    page = open_phone()
    page.locator(".can").first.wait_for()
    touch(page, "r4c2")
    page.locator(f"{hit('r3c4')}.target").wait_for()
    tones = page.locator("#marks .dot").evaluate_all(
        "all => all.map(getComputedStyle).map(({ fill, stroke }) => [fill, stroke])"
    )
    one_stands_out_on_every_ground = ["rgb(42, 22, 8)", "rgb(255, 255, 255)"]
    assert tones == 2 * [one_stands_out_on_every_ground]
    touch(page, "r1c1")
    page.locator(".hit.target").first.wait_for(state="detached")
    page.locator('.board [tabindex="0"]').focus()
    piece = page.evaluate("document.activeElement.dataset.piece")
    page.keyboard.press("Enter")
    page.locator(".hit.target:focus").wait_for()
    page.keyboard.press("Escape")
    page.locator(".hit.target").first.wait_for(state="detached")
    assert page.evaluate("document.activeElement.dataset.piece") == piece
    assert deeds(house) == ["4/4", "3/4"]
    with by_mouse(page, middle(page, man("0,2"))) as move:
        move(*middle(page, hit("r3c4")))
    page.locator('[data-piece="0,2"][data-square="r3c4"]').wait_for()
    assert deeds(house) == ["4/4", "3/4", "c 0/3 =3"]


def test_arrows_enter_and_letters_play_a_turn(house: House, open_phone: Open) -> None:
    page = checkers(house, open_phone, 3, 1)
    stops = page.locator('.board [tabindex="0"]')
    assert stops.count() == 1, "Tab comes to the board once"
    stops.focus()
    at = "document.activeElement.dataset.square"
    assert page.evaluate(at) == "p24"
    seen = set()
    for key in ("ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
        seen.add(page.evaluate(at))
    assert len(seen) > 2
    assert stops.count() == 1
    page.evaluate("document.querySelector('[data-square=\"p8\"].can').focus()")
    page.keyboard.press("Enter")
    played(page, house, "8/5")
    assert page.evaluate("document.activeElement.matches('.board [data-piece].can')")
    page.keyboard.press("Control+u")  # belongs to the browser
    more(page)
    page.locator("#seat").focus()
    page.keyboard.press("u")  # is typed
    page.locator("body:not(.busy)").wait_for()
    assert deeds(house) == ["3-1", "8/5"]
    page.keyboard.press("Escape")
    page.locator('.board [tabindex="0"]').focus()
    page.keyboard.press("u")
    page.locator(".takes-back .again").wait_for()
    page.locator("body:not(.busy)").wait_for()
    assert deeds(house) == ["3-1"]
    page.keyboard.press("r")
    played(page, house, "8/5")
