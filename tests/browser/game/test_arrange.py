"""A whole position is put right on a phone: by dragging, and by keys alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import more
from engine.events import PositionSet
from engine.throw import Cowries
from ports_for_tests import House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]


def middle(page: Any, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def begin(page: Any) -> None:
    more(page)
    page.click("#arrange-open")
    page.locator(".board.arranging").wait_for()


def drag(page: Any, piece: str, square: str) -> None:
    page.mouse.move(*middle(page, f'[data-piece="{piece}"]'))
    page.mouse.down()
    page.mouse.move(*middle(page, f'.hit[data-square="{square}"]'), steps=4)
    page.mouse.up()
    page.locator(f'.moved[data-piece="{piece}"]').wait_for()


def standing(house: House) -> dict[tuple[int, int], str]:
    model = house.table.model
    return {(one.player, one.piece): one.square for one in model.rules.placed(model.state)}


def test_pieces_are_dragged_to_where_they_stand(house: House, open_phone: Open) -> None:
    house.start()
    page, other = open_phone(), open_phone()
    begin(page)
    drag(page, "0,0", "r4c4")
    drag(page, "1,3", "r2c0")
    page.select_option('#arrange select[name="turn"]', "1")
    page.click('#arrange button[name="done"]')
    page.locator("#arrange").wait_for(state="hidden")
    other.locator('[data-piece="0,0"][data-square="r4c4"]').wait_for()
    other.locator(".whose", has_text="Ravi").wait_for()
    stands = standing(house)
    assert (stands[0, 0], stands[1, 3], stands[0, 1]) == ("r4c4", "r2c0", "r4c2")
    assert any(isinstance(one.event, PositionSet) for one in house.journal.game_events(1))


def test_what_cannot_stand_so_is_said_and_may_be_accepted(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone()
    begin(page)
    drag(page, "0,0", "r4c4")
    drag(page, "1,3", "r4c4")
    page.click('#arrange button[name="done"]')
    page.locator("#arrange .why", has_text="Asha and Ravi share square 2 after Asha’s home").wait_for()
    assert set(standing(house).values()) == {"r4c2", "r0c2"}
    page.click('#arrange button[name="anyway"]')
    page.locator("#arrange").wait_for(state="hidden")
    assert (standing(house)[0, 0], standing(house)[1, 3]) == ("r4c4", "r4c4")


def test_a_position_is_put_right_by_keys_alone(house: House, open_phone: Open) -> None:
    house.start("pachisi")
    house.table.throw(Cowries(5, 6), source="typed")
    page = open_phone()
    more(page)
    page.focus("#arrange-open")
    page.keyboard.press("Enter")
    page.locator('#arrange select[name="piece"]:focus').wait_for()
    assert "Asha, a, charkoni" in page.inner_text('#arrange select[name="piece"]')
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


def test_nothing_changes_when_it_is_left_as_it_was(house: House, open_phone: Open) -> None:
    house.start("backgammon")
    before = standing(house)
    page = open_phone()
    begin(page)
    drag(page, "0,0", "p20")
    page.click('#arrange button[name="cancel"]')
    page.locator(".moved").wait_for(state="detached")
    assert standing(house) == before
    assert page.locator('[data-piece="0,0"]').get_attribute("transform") is None


def test_undo_says_beforehand_all_that_goes(house: House, open_phone: Open) -> None:
    house.start()
    for piece in range(2):
        house.table.throw(Cowries(3, 4), source="typed")
        house.table.report_move((piece % 2, 0), "r3c4" if piece == 0 else "r1c0")
    page = open_phone()
    lines = page.locator(".told details")
    assert lines.count() == 4
    lines.first.locator("summary").click()
    lines.first.locator("button", has_text="Undo this alone").wait_for()
    lines.last.locator("summary").click()
    button = lines.last.locator("button", has_text="Undo these 4")
    deeds = lines.last.locator("li").all_inner_texts()
    assert [deed.split(" ")[0].rstrip(":").removesuffix("’s") for deed in deeds] == [
        "Asha",
        "Asha",
        "Ravi",
        "Ravi",
    ]
    button.click()
    page.locator(".words").wait_for(state="detached")
    assert house.table.model.actions == ()
