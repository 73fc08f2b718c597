"""Backgammon by the Finnish and the Polish page, and rules that are mended by a tap, in real Chromium."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

import pytest

from browser_for_tests import more
from engine.throw import Dice
from ports_for_tests import House

FILL = "one => getComputedStyle(one).fill.match(/\\d+/g).slice(0, 3).map(Number)"


def fills(page: Any, where: str) -> list[list[int]]:
    """Read in which colours the checkers of both players are drawn."""
    return [page.locator(f"{where}.p{seat} circle").first.evaluate(FILL) for seat in (0, 1)]


@pytest.mark.parametrize(
    ("scheme", "paths"), [("light", ("/", "/tv", "/rules", "/games/1")), ("dark", ("/",))]
)
def test_the_first_player_s_checkers_are_red_and_the_second_s_white_by_the_polish_rules(
    house: House, open_phone: Callable[..., Any], scheme: str, paths: tuple[str, ...]
) -> None:
    house.start("backgammon", "polish", ("Asha", "Ravi"))
    house.table.throw(Dice((5, 2)))
    for path in paths:
        page = open_phone(path=path, color_scheme=scheme)
        red, white = fills(page, "svg.board .checker")
        assert red[0] > 150 > 100 > max(red[1:]), (path, red)
        assert min(white) > 180, (path, white)
    tokens = fills(open_phone(color_scheme=scheme), ".seats .token.checker")
    assert tokens == [red, white]


def test_the_new_game_page_shows_the_colours_of_the_rules_that_are_chosen(
    house: House, open_phone: Callable[..., Any]
) -> None:
    house.start("backgammon", "standard", ("Asha", "Ravi"))
    page = open_phone()
    page.goto(urljoin(page.url, "/new?game=backgammon"))
    dark = fills(page, ".names .checker")[0]
    page.click("#rules > summary")
    page.check('input[name="preset"][value="polish"]')
    red = fills(page, ".names .checker")[0]
    assert max(dark) < 80
    assert red[0] > 150 > 100 > max(red[1:])


def numbers(page: Any) -> list[str]:
    """Read the numbers that are seen on the board, from upper left to lower right."""
    seen = page.locator(".board .number").evaluate_all(
        "all => all.filter((one) => getComputedStyle(one).display !== 'none')"
        ".map((one) => [+one.getAttribute('y') > 300, +one.getAttribute('x'), one.textContent])"
    )
    return [text for _below, _x, text in sorted(seen)]


def test_the_board_is_numbered_as_the_house_chooses_on_every_phone(
    house: House, open_phone: Callable[..., Any]
) -> None:
    house.start("backgammon", "finnish", ("Asha", "Ravi"))
    house.table.throw(Dice((2, 1)))
    page, other, tv = open_phone(), open_phone(), open_phone(path="/tv")
    own = [*map(str, range(24, 12, -1)), *map(str, range(1, 13))]
    assert numbers(page) == own
    more(page)
    page.select_option("#points select", "alike")
    page.click("#points button")
    page.locator(".board[data-alike]").wait_for()
    alike = [*map(str, range(1, 13)), *map(str, range(24, 12, -1))]
    assert numbers(page) == alike
    house.table.play(next(iter(house.table.model.rules.moves(house.table.model.state))))
    for one in (other, tv):
        one.locator(".board[data-alike]").wait_for()
        assert numbers(one) == alike, "whoever is to move"


@pytest.mark.parametrize("script", [True, False])
def test_one_tap_mends_rules_that_contradict_one_another(
    house: House, open_phone: Callable[..., Any], script: bool
) -> None:
    house.start()
    page = open_phone(own_clock=not script, java_script_enabled=script)
    page.goto(urljoin(page.url, "/new?game=pachisi"))
    page.click("#rules > summary")
    page.click("#options > summary")
    page.click("#options-throws > summary")
    page.select_option('select[name="option-cancel"]', "true")
    page.click("form.new > button.main")
    page.locator(".trouble .mend").wait_for()
    assert page.locator(".mend button:not(.unseen)").count() == 2
    boxes = [one.bounding_box() for one in page.locator(".mend button:not(.unseen)").all()]
    assert all(box["height"] >= 40 and box["x"] >= 0 for box in boxes)
    page.locator('.mend button[value="all_first=true"]').click()
    page.locator(".trouble.over[role=status]").wait_for()
    assert page.locator('select[name="option-all_first"]').input_value() == "true"
    page.click("form.new > button.main")
    page.wait_for_url("**/")
    assert house.table.model.setup.options["all_first"] is True
