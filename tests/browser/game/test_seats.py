"""The board as each phone sees it: its own player's home at the bottom, and turned by hand as well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import more, next_page
from engine.throw import Cowries
from ports_for_tests import House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
FOUR = ("Asha", "Ravi", "Mina", "Dev")


def middle(page: Any, selector: str) -> tuple[float, float]:
    place = page.locator(selector).first
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def board_turned(page: Any, quarters: int) -> None:
    page.locator(f'.board[data-quarters="{quarters}"]').wait_for()


@pytest.mark.parametrize("game", ["chowka-bhara", "pachisi", "backgammon"])
def test_a_player_sees_the_own_home_at_the_bottom(house: House, open_phone: Open, game: str) -> None:
    names = FOUR[:2] if game == "backgammon" else FOUR
    house.start(game, names=names)
    page = open_phone()
    for seat in range(len(names)):
        more(page)
        page.select_option("#seat", str(seat))
        board_turned(page, seat * 2 if game == "backgammon" else seat)
        where = f'.hit[data-square="off{seat}"]' if game == "backgammon" else f'[data-piece="{seat},0"]'
        _, y = middle(page, where)  # before the board: this may scroll
        board = page.locator(".board").bounding_box()
        assert y > board["y"] + board["height"] / 2, f"seat {seat}"


def test_another_phone_keeps_its_own_side(house: House, open_phone: Open) -> None:
    house.start(names=FOUR)
    asha, mina = open_phone(), open_phone(plays=False)
    more(mina)
    mina.select_option("#seat", "2")
    board_turned(mina, 2)
    house.table.throw(Cowries(3, 4), source="typed")
    house.table.report_move((0, 0), "r3c4")
    mina.locator('[data-piece="0,0"][data-square="r3c4"]').wait_for()
    asha.locator('[data-piece="0,0"][data-square="r3c4"]').wait_for()
    x, y = middle(mina, '[data-piece="0,0"]')
    board = mina.locator(".board").bounding_box()
    assert x < board["x"] + board["width"] / 2, "the lower right of Asha's board is the upper left of Mina's"
    assert y < board["y"] + board["height"] / 2
    board_turned(asha, 0)
    mina.reload()
    board_turned(mina, 2)
    assert mina.locator("#seat").input_value() == "2"


def test_the_board_is_turned_by_hand_and_is_played_on_so(house: House, open_phone: Open) -> None:
    house.start(names=FOUR)
    house.table.throw(Cowries(3, 4), source="typed")
    page = open_phone()
    more(page)
    page.click("#turn-board")
    board_turned(page, 1)
    page.locator(".can").first.wait_for()
    page.mouse.click(*middle(page, '.hit[data-square="r4c2"]'))
    page.locator(".whose", has_text="Ravi").wait_for()
    page.locator('[data-piece="0,0"][data-square="r3c4"]').wait_for()
    assert [str(action.action) for action in house.table.model.actions] == ["3/4", "a 0/3 =3"]


def test_without_script_the_board_turns_as_well(house: House, open_phone: Open) -> None:
    house.start("backgammon")
    page = open_phone(java_script_enabled=False)
    page.click("#more > summary")
    with next_page(page):
        page.click("#turn-board")
    board_turned(page, 2)
    assert page.locator("#seat").input_value() == "1"


def test_who_comes_in_mid_game_is_seen_on_every_phone_and_on_the_board(
    house: House, open_phone: Open
) -> None:
    house.start("pachisi", names=FOUR)
    asha, ravi = open_phone(), open_phone(plays=False)
    with next_page(asha):
        asha.goto(asha.url.split("?")[0].rstrip("/") + "/seats")
    card = asha.locator(".card.p1")
    card.locator('[name="join"]').fill("Lina")
    with next_page(asha):
        card.locator(".comes button").click()
    for phone in (asha, ravi):
        phone.locator(".seats .name", has_text="Ravi & Lina").wait_for()
        phone.locator(".board text", has_text="Ravi & Lina").first.wait_for()
    ravi.locator(".told", has_text="Ravi and Lina share a seat now").wait_for()
