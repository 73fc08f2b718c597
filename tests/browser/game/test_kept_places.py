"""What stays as it was while news comes: focus, scrolled lists, typed words, the seat in a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import knows, more
from engine.throw import Dice
from ports_for_tests import House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]


def test_the_seat_in_the_list_is_the_one_from_which_the_board_is_seen(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone()
    more(page)
    page.select_option("#seat", "1")
    page.wait_for_function("() => document.querySelector('svg.board').dataset.quarters === '2'")
    more(page)
    page.click("#turn-board")
    page.wait_for_function("() => document.querySelector('svg.board').dataset.quarters === '3'")
    page.wait_for_function("() => document.getElementById('seat').selectedOptions[0].textContent === '–'")


def test_focus_stays_on_the_same_of_several_like_buttons(house: House, open_phone: Open) -> None:
    house.start("backgammon")
    for throw in (Dice((3, 1)), Dice((2, 1)), Dice((4, 1))):
        house.table.throw(throw, source="camera")
    page = open_phone()
    first, second = (waiting.seq for waiting in house.table.model.waiting)
    page.click(f"#kept-{second} > summary")
    page.locator(f"#kept-{second} .quiet", has_text="That was no throw").focus()
    page.evaluate("window.held = document.activeElement")
    house.table.throw(Dice((5, 1)), source="camera")
    knows(page, house.journal.last_seq())
    assert page.evaluate("document.activeElement === window.held")
    house.table.drop(first)
    knows(page, house.journal.last_seq())
    assert page.evaluate("document.activeElement === window.held || !window.held.checkVisibility()")


def test_where_somebody_has_scrolled_to_stays(house: House, open_phone: Open) -> None:
    house.start("backgammon")
    house.table.throw(Dice((3, 1)), source="typed")
    page = open_phone()
    page.set_viewport_size({"width": 375, "height": 460})
    page.click("#throw-sheet summary")
    panel = page.locator("#throw-sheet .panel:not(.fresh)")
    panel.wait_for()
    panel.evaluate("one => { one.scrollTop = 90; }")
    before = panel.evaluate("one => one.scrollTop")
    assert before > 40
    for _ in range(10):
        house.table.report_move((0, 0), "p1")
        knows(page, house.journal.last_seq())
        question = house.table.model.question
        assert question is not None
        house.table.moved_back(question.seq)
        knows(page, house.journal.last_seq())
        house.eye.show("away")
        page.locator('#eye[data-state="away"]').wait_for()
        house.eye.show("empty")
        page.locator('#eye[data-state="empty"]').wait_for()
    assert panel.evaluate("one => one.scrollTop") == before
    page.keyboard.press("Escape")
    page.locator("#places summary").scroll_into_view_if_needed()
    top = page.locator("#places summary").bounding_box()["y"]
    kept = [house.table.throw(Dice((2, pip)), source="camera") for pip in (1, 2, 3)]
    assert len(kept) == 3
    knows(page, house.journal.last_seq())
    page.locator(".kept").nth(2).wait_for(state="attached")
    assert abs(page.locator("#places summary").bounding_box()["y"] - top) <= 2


MORPHED = """
async ([before, after]) => {
  const { morph } = await import("/static/js/morph.js");
  const part = document.createElement("section");
  document.getElementById("play").append(part);
  part.innerHTML = before;
  const field = part.querySelector("input[name=note]");
  field.focus();
  field.value = "half a wor";
  field.setSelectionRange(4, 6);
  morph(part, after);
  const html = part.innerHTML;
  const kept = document.activeElement === field && [field.value, field.selectionStart, field.selectionEnd];
  part.remove();
  return [html, kept];
}
"""


def test_a_field_that_is_typed_in_keeps_what_was_typed_and_the_mark(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone()
    before = '<p>one</p><form data-api="x"><input name="note" value=""><button>Go</button></form>'
    after = (
        '<div id="new">two</div><p class="a">three</p>'
        '<form data-api="x" class="b"><label>so</label><input name="note" value=""><button>Go</button></form>'
    )
    html, kept = page.evaluate(MORPHED, [before, after])
    assert html == after
    assert kept == ["half a wor", 4, 6]
