"""How few touches a turn takes, and that pieces are played by dragging and by keys as well."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from browser_for_tests import more, stop_clock
from engine.throw import Cowries, Dice
from ports_for_tests import House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
Places = Callable[..., Any]


class Hand:
    """A hand that counts its touches."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.taps = 0

    def touch(self, *squares: str) -> None:
        for square in squares:
            self.taps += 1
            self.page.mouse.click(*middle(self.page, square))

    def press(self, text: str) -> None:
        self.taps += 1
        self.page.locator("form[data-api] button", has_text=text).first.click()


def middle(page: Any, square: str) -> tuple[float, float]:
    box = page.locator(f'.hit[data-square="{square}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def top_of(page: Any, square: str) -> tuple[float, float]:
    """Give the middle of the piece that lies on top of a pile."""
    box = page.locator(f'[data-square="{square}"].can').first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def checkers(house: House, open_phone: Open, *pips: int, preset: str = "standard", **settings: Any) -> Any:
    house.start("backgammon", preset)
    house.table.throw(Dice(pips), source="typed")
    page = open_phone(**settings)
    page.locator(".can").first.wait_for()
    return page


def deeds(house: House) -> list[str]:
    return [str(action.action) for action in house.table.model.actions]


def played(page: Any, house: House, *moves: str) -> None:
    """Wait until these moves are played and the page shows it."""
    page.locator(f".told > li >> text=/plays {moves[-1].replace('/', '.')}/").first.wait_for()
    page.locator("body:not(.busy)").wait_for()
    assert deeds(house)[1:] == list(moves)


@contextmanager
def by_mouse(page: Any, start: tuple[float, float]) -> Iterator[Callable[[float, float], None]]:
    page.mouse.move(*start)
    page.mouse.down()
    yield lambda x, y: page.mouse.move(x, y, steps=4)
    page.mouse.up()


@contextmanager
def by_finger(page: Any, start: tuple[float, float]) -> Iterator[Callable[[float, float], None]]:
    line = page.context.new_cdp_session(page)

    def tell(kind: str, *points: tuple[float, float]) -> None:
        line.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        )

    def move(x: float, y: float) -> None:
        for part in (0.2, 0.6, 1.0):
            tell("touchMove", (start[0] + (x - start[0]) * part, start[1] + (y - start[1]) * part))

    tell("touchStart", start)
    yield move
    tell("touchEnd")


BY_HAND = pytest.mark.parametrize("drag", [by_finger, by_mouse], ids=["finger", "mouse"])


def test_a_turn_of_two_dice_takes_two_touches_and_the_next_throw_ends_it(
    house: House, open_phone: Open
) -> None:
    page = checkers(house, open_phone, 3, 1)
    hand = Hand(page)
    hand.touch("p8", "p6")
    played(page, house, "8/5", "6/5")
    assert hand.taps == 2
    house.table.throw(Dice((6, 4)), source="camera")
    page.locator(".whose", has_text="Ravi").wait_for()


def test_a_double_takes_four_touches_and_one_more_ends_the_turn_before_the_next_throw(
    house: House, open_phone: Open
) -> None:
    page = checkers(house, open_phone, 1, 1)
    hand = Hand(page)
    hand.touch("p8", "p6", "p8", "p6")
    played(page, house, "8/7", "6/5", "8/7", "6/5")
    assert hand.taps == 4
    hand.press("End the turn")
    page.locator(".whose", has_text="Ravi").wait_for()
    assert hand.taps == 5


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
    hand = Hand(page)
    hand.touch("p8")
    played(page, house, "8/7")
    begun = page.evaluate("performance.now()")
    page.wait_for_function("begun => performance.now() - begun > 500", arg=begun)  # no trembling finger
    passing = page.locator('#men [data-square="p7"]').bounding_box()
    page.mouse.click(passing["x"] + passing["width"] / 2, passing["y"] + passing["height"] / 2)
    played(page, house, "8/7", "8/7")


def test_the_larger_die_goes_first_until_the_dice_change_places(house: House, open_phone: Open) -> None:
    page = checkers(house, open_phone, 3, 1)
    first = page.locator('.chip[aria-pressed="true"]')
    assert first.get_attribute("data-value") == "3"
    page.locator(".chip").first.click()
    page.locator('.chip[data-value="1"][aria-pressed="true"]').wait_for()
    Hand(page).touch("p8")
    played(page, house, "8/7")


def test_a_touch_is_seen_at_once_however_late_the_box_answers(house: House, open_phone: Open) -> None:
    page = checkers(house, open_phone, 3, 1)
    held: list[Any] = []
    page.route("**/api/v1/moves", lambda route: held.append(route))
    Hand(page).touch("p8")
    assert page.locator(".chosen").get_attribute("data-square") == "p8"
    while not held:
        page.evaluate("1")  # lets what the browser tells come in
    held[0].continue_()
    played(page, house, "8/5")


def test_where_the_larger_die_cannot_be_played_the_other_one_is(house: House, open_phone: Open) -> None:
    page = checkers(house, open_phone, 5, 1)
    Hand(page).touch("p24")  # the 5 leads to a point that is held
    played(page, house, "24/23")


def test_the_piece_that_went_goes_on_to_a_place_further_away(house: House, open_phone: Open) -> None:
    page = checkers(house, open_phone, 6, 4)
    hand = Hand(page)
    hand.touch("p24")
    page.locator('.hit.target[data-square="p14"]').wait_for()
    hand.touch("p14")
    played(page, house, "24/18", "18/14")


def test_a_finger_that_trembles_plays_one_piece(house: House, open_phone: Open) -> None:
    page = checkers(house, open_phone, 3, 1, own_clock=True)
    stop_clock(page)
    hand = Hand(page)
    for after_ms in (0, 60, 120, 140):
        page.clock.run_for(after_ms)
        hand.touch("p8")
        if after_ms:
            page.locator("body:not(.busy)").wait_for()
    assert deeds(house) == ["3-1", "8/5"]
    page.clock.run_for(500)
    hand.touch("p8")
    page.locator(".told > li", has_text="plays 8/7").wait_for()
    assert deeds(house) == ["3-1", "8/5", "8/7"]


@BY_HAND
def test_a_checker_is_dragged_further_than_one_die(house: House, open_phone: Open, drag: Places) -> None:
    page = checkers(house, open_phone, 6, 4, has_touch=True)
    with drag(page, top_of(page, "p24")) as move:
        move(*middle(page, "p20"))
        page.locator(".held").wait_for()
        targets = page.locator(".hit.target").evaluate_all("all => all.map((one) => one.dataset.square)")
        assert sorted(targets) == ["p14", "p18", "p20"]
        move(*middle(page, "p14"))
    page.locator(".chip").first.wait_for(state="detached")
    _thrown, went = deeds(house)
    assert (went[:3], went[-3:]) == ("24/", "/14")
    assert page.locator(".held, .hit.target").count() == 0


@BY_HAND
def test_a_piece_that_is_dropped_where_it_cannot_go_glides_back(
    house: House, open_phone: Open, drag: Places
) -> None:
    page = checkers(house, open_phone, 6, 4, has_touch=True)
    start = top_of(page, "p24")
    with drag(page, start) as move:
        move(*middle(page, "p17"))
        page.locator(".held").wait_for()
    page.locator(".held").wait_for(state="detached")
    assert page.locator("[data-piece][transform]").count() == 0
    assert page.locator(".hit.target").count() == 0
    assert deeds(house) == ["6-4"]
    page.locator('[data-square="p24"].can').first.wait_for()


@BY_HAND
def test_what_hands_did_is_told_by_dragging(house: House, open_phone: Open, drag: Places) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    page = open_phone(has_touch=True)
    more(page)
    page.click("#did")
    box = page.locator('[data-piece="1,0"]').bounding_box()
    with drag(page, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)) as move:
        move(*middle(page, "r0c1"))
    page.locator(".illegal").wait_for()
    assert page.locator("[data-piece][transform]").count() == 0, "the piece is where it was"


def test_a_piece_of_cowries_is_dragged_and_a_touch_plays_nothing_where_it_may_go_to_two_squares(
    house: House, open_phone: Open
) -> None:
    house.start()
    for mouths in (4, 3):  # after 4 Asha throws again
        house.table.throw(Cowries(mouths, 4), source="typed")
    page = open_phone()
    page.locator(".can").first.wait_for()
    Hand(page).touch("r4c2")
    page.locator('.hit.target[data-square="r3c4"]').wait_for()
    assert deeds(house) == ["4/4", "3/4"]
    box = page.locator('[data-piece="0,2"]').bounding_box()
    with by_mouse(page, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)) as move:
        move(*middle(page, "r3c4"))
    page.locator('[data-piece="0,2"][data-square="r3c4"]').wait_for()
    assert deeds(house) == ["4/4", "3/4", "c 0/3 =3"]


def test_only_what_can_be_dragged_keeps_the_page_from_scrolling(house: House, open_phone: Open) -> None:
    page = checkers(house, open_phone, 6, 4)
    how = "all => [...new Set(all.map((one) => getComputedStyle(one).touchAction))]"
    assert page.locator('[data-square="p24"][data-piece]').evaluate_all(how) == ["none"]
    assert page.locator('[data-square="p1"][data-piece], .hit').evaluate_all(how) == ["auto"]


def test_arrows_enter_and_letters_play_a_turn(house: House, open_phone: Open) -> None:
    page = checkers(house, open_phone, 3, 1)
    stops = page.locator('.board [tabindex="0"]')
    assert stops.count() == 1, "Tab comes to the board once"
    stops.focus()
    at = "document.activeElement.dataset.square"
    assert page.evaluate(at) == "p24"
    page.keyboard.press("ArrowDown")
    assert page.evaluate(at) != "p24"
    seen = set()
    for key in ("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
        seen.add(page.evaluate(at))
    assert len(seen) > 2
    assert stops.count() == 1
    page.evaluate("document.querySelector('[data-square=\"p8\"].can').focus()")
    page.keyboard.press("Enter")
    played(page, house, "8/5")
    assert page.evaluate("document.activeElement.matches('.board [data-piece].can')")
    page.keyboard.press("u")
    page.locator(".told > li", has_text="Taken back").first.wait_for()
    page.locator("body:not(.busy)").wait_for()
    assert deeds(house) == ["3-1"]
    page.keyboard.press("r")
    page.locator(".told > li", has_text="Brought back").first.wait_for()
    assert deeds(house) == ["3-1", "8/5"]


def test_arrows_lead_to_the_squares_of_a_chosen_piece_and_escape_lets_go(
    house: House, open_phone: Open
) -> None:
    house.start()
    for mouths in (4, 3):  # after 4 Asha throws again
        house.table.throw(Cowries(mouths, 4), source="typed")
    page = open_phone()
    page.locator(".can").first.wait_for()
    page.locator('.board [tabindex="0"]').focus()
    piece = page.evaluate("document.activeElement.dataset.piece")
    page.keyboard.press("Enter")
    page.locator(".hit.target:focus").wait_for()
    page.keyboard.press("Escape")
    page.locator(".hit.target").first.wait_for(state="detached")
    assert page.evaluate("document.activeElement.dataset.piece") == piece


def test_letters_that_are_typed_take_nothing_back(house: House, open_phone: Open) -> None:
    page = checkers(house, open_phone, 3, 1, preset="finnish")
    page.locator("#seat").focus()
    for key in "ur":
        page.keyboard.press(key)
    page.locator('.board [tabindex="0"]').focus()
    page.keyboard.press("Control+u")
    page.keyboard.press("ArrowDown")
    page.locator("body:not(.busy)").wait_for()
    assert deeds(house) == ["3-1"]


def test_a_checker_that_cannot_move_moves_no_other_one_beside_it(house: House, open_phone: Open) -> None:
    board = [0] * 26
    board[8], board[7], board[6], board[3], board[1] = 2, 2, 11, -2, -2
    house.start("backgammon", "standard")
    house.table.set_position({"board": board, "turn": 0})
    house.table.throw(Dice((5, 5)), source="typed")
    page = open_phone()
    page.locator('[data-square="p7"].can').wait_for()
    Hand(page).touch("p8", "p7")
    page.locator(".told > li", has_text="plays 7/2").first.wait_for()
    page.locator("body:not(.busy)").wait_for()
    assert deeds(house)[2:] == ["7/2"]
