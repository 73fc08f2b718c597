"""The board as each phone sees it, and what stays as it was on it while news comes."""

from __future__ import annotations

from typing import Any

import pytest

from browser_for_tests import Open, address, deeds, hit, knows, middle, more, next_page, touch
from engine.table.commands import DropThrow, PlayMove, ReportMove, TakeMoveBack, TakeThrow
from engine.throw import Cowries, Dice
from ports_for_tests import House

pytestmark = pytest.mark.browser

FOUR = ("Asha", "Ravi", "Mina", "Dev")


def board_turned(page: Any, quarters: int) -> None:
    page.locator(f'.board[data-quarters="{quarters}"]').wait_for()


def test_a_player_sees_the_own_home_at_the_bottom(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone()
    for game, names, quarters in (("pachisi", FOUR, 1), ("backgammon", FOUR[:2], 2)):
        with next_page(page):
            house.start(game, names=names)
        knows(page)
        for seat in range(len(names)):
            more(page)
            page.select_option("#seat", str(seat))
            board_turned(page, seat * quarters)
            home = page.locator(hit(f"off{seat}") if quarters == 2 else f'[data-piece="{seat},0"]').first
            home.scroll_into_view_if_needed()
            _, y = middle(page, home)
            board = page.locator(".board").bounding_box()
            assert y > board["y"] + board["height"] / 2, f"{game}, seat {seat}"


def test_each_phone_keeps_its_own_side_and_plays_on_so(house: House, open_phone: Open) -> None:
    house.start(names=FOUR)
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    asha, mina = open_phone(), open_phone()
    more(mina)
    mina.select_option("#seat", "2")
    board_turned(mina, 2)
    more(asha)
    asha.click("#turn-board")
    board_turned(asha, 1)
    asha.locator(".can").first.wait_for()
    touch(asha, "r4c2")
    for page in (asha, mina):
        page.locator('[data-piece="0,0"][data-square="r3c4"]').wait_for()
    assert deeds(house) == ["3/4", "a 0/3 =3"]
    x, y = middle(mina, '[data-piece="0,0"]')
    board = mina.locator(".board").bounding_box()
    assert x < board["x"] + board["width"] / 2, "the lower right of Asha's board is the upper left of Mina's"
    assert y < board["y"] + board["height"] / 2
    mina.reload()
    board_turned(mina, 2)
    assert mina.locator("#seat").input_value() == "2"
    more(mina)
    mina.click("#turn-board")
    board_turned(mina, 3)
    mina.wait_for_function("() => document.getElementById('seat').selectedOptions[0].textContent === 'Dev'")


def test_who_comes_in_mid_game_is_seen_on_every_phone_and_on_the_board(
    house: House, open_phone: Open
) -> None:
    house.start("pachisi", names=FOUR)
    asha, ravi = open_phone(), open_phone(plays=False)
    asha.goto(address(asha, "/seats"))
    card = asha.locator(".card.p1")
    card.locator('[name="join"]').fill("Lina")
    with next_page(asha):
        card.locator(".comes button").click()
    for phone in (asha, ravi):
        phone.locator(".seats .name", has_text="Ravi & Lina").wait_for()
        phone.locator(".board text", has_text="Ravi & Lina").first.wait_for()


FILL = "one => getComputedStyle(one).fill.match(/\\d+/g).slice(0, 3).map(Number)"


def fills(page: Any, where: str) -> list[list[int]]:
    """Read in which colours the checkers of both players are drawn."""
    return [page.locator(f"{where}.p{seat} circle").first.evaluate(FILL) for seat in (0, 1)]


def test_the_first_player_s_checkers_are_red_and_the_second_s_white_by_the_polish_rules(
    house: House, open_phone: Open
) -> None:
    house.start("backgammon", "polish")
    house.table.do(TakeThrow(Dice((5, 2))))
    page = open_phone()
    for path in ("/", "/tv", "/rules", "/games/1"):
        page.goto(address(page, path))
        red, white = fills(page, "svg.board .checker")
        assert red[0] > 150 > 100 > max(red[1:]), (path, red)
        assert min(white) > 180, (path, white)
        if path == "/":
            assert fills(page, ".seats .token.checker") == [red, white]
    page.goto(address(page, "/new?game=backgammon"))
    page.click("#rules > summary")
    page.check('input[name="preset"][value="standard"]')
    assert max(fills(page, ".names .checker")[0]) < 80
    page.check('input[name="preset"][value="polish"]')
    assert fills(page, ".names .checker")[0] == red


def numbers(page: Any) -> list[str]:
    """Read the numbers that are seen on the board, from upper left to lower right."""
    seen = page.locator(".board .number").evaluate_all(
        "all => all.filter((one) => getComputedStyle(one).display !== 'none')"
        ".map((one) => [+one.getAttribute('y') > 300, +one.getAttribute('x'), one.textContent])"
    )
    return [text for _below, _x, text in sorted(seen)]


def test_the_board_is_numbered_as_the_house_chooses_on_every_phone(house: House, open_phone: Open) -> None:
    house.start("backgammon", "finnish")
    house.table.do(TakeThrow(Dice((2, 1))))
    page, tv = open_phone(), open_phone(path="/tv")
    assert numbers(page) == [*map(str, range(24, 12, -1)), *map(str, range(1, 13))]
    more(page)
    page.select_option("#points select", "alike")
    page.click("#points button")
    page.locator(".board[data-alike]").wait_for()
    alike = [*map(str, range(1, 13)), *map(str, range(24, 12, -1))]
    assert numbers(page) == alike
    house.table.do(PlayMove(next(iter(house.table.model.rules.moves(house.table.model.state)))))
    tv.locator(".board[data-alike]").wait_for()
    assert numbers(tv) == alike, "whoever is to move"


# What stays as it was while news comes.


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


def test_focus_stays_on_the_same_of_several_like_buttons_and_typed_text_with_its_mark(
    house: House, open_phone: Open
) -> None:
    house.start("backgammon")
    for throw in (Dice((3, 1)), Dice((2, 1)), Dice((4, 1))):
        house.table.do(TakeThrow(throw, source="camera"))
    page = open_phone()
    first, second = (waiting.seq for waiting in house.table.model.waiting)
    page.click(f"#kept-{second} > summary")
    page.locator(f"#kept-{second} .quiet", has_text="That was no throw").focus()
    page.evaluate("window.held = document.activeElement")
    house.table.do(TakeThrow(Dice((5, 1)), source="camera"))
    knows(page, house.journal.last_seq())
    assert page.evaluate("document.activeElement === window.held")
    house.table.do(DropThrow(first))
    knows(page, house.journal.last_seq())
    assert page.evaluate("document.activeElement === window.held || !window.held.checkVisibility()")
    before = '<p>one</p><form data-api="x"><input name="note" value=""><button>Go</button></form>'
    after = (
        '<div id="new">two</div><p class="a">three</p>'
        '<form data-api="x" class="b"><label>so</label><input name="note" value=""><button>Go</button></form>'
    )
    html, kept = page.evaluate(MORPHED, [before, after])
    assert html == after
    assert kept == ["half a wor", 4, 6]


def test_where_somebody_has_scrolled_to_stays(house: House, open_phone: Open) -> None:
    house.start("backgammon")
    house.table.do(TakeThrow(Dice((3, 1)), source="typed"))
    page = open_phone()
    page.set_viewport_size({"width": 375, "height": 460})
    page.click("#throw-sheet summary")
    panel = page.locator("#throw-sheet .panel:not(.fresh)")
    panel.wait_for()
    panel.evaluate("one => { one.scrollTop = 90; }")
    before = panel.evaluate("one => one.scrollTop")
    assert before > 40
    for state in 3 * ("away", "empty"):
        house.table.do(ReportMove((0, 0), "p1"))
        knows(page, house.journal.last_seq())
        house.table.do(TakeMoveBack(house.table.model.question.seq))  # type: ignore[union-attr]
        knows(page, house.journal.last_seq())
        house.eye.show(state)
        page.locator(f'#eye[data-state="{state}"]').wait_for()
    assert panel.evaluate("one => one.scrollTop") == before
    page.keyboard.press("Escape")
    page.locator("#places summary").evaluate("one => one.scrollIntoView({ block: 'center' })")
    top = page.locator("#places summary").bounding_box()["y"]
    for pip in (1, 2, 3):
        house.table.do(TakeThrow(Dice((2, pip)), source="camera"))
    knows(page, house.journal.last_seq())
    page.locator(".kept").nth(2).wait_for(state="attached")
    assert abs(page.locator("#places summary").bounding_box()["y"] - top) <= 2
