"""Before a piece goes where no throw takes it home, the page and the spoken page ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import knows
from engine.throw import Cowries
from ports_for_tests import House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]

LAST_SQUARE = "r11c9"
HERE = "r15c9"


@pytest.fixture
def four(house: House) -> House:
    """A game of Pachisi in which Asha's 4 may bring piece a to the last square."""
    house.start("pachisi")
    house.table.set_position({"turn": 0, "pieces": [[79, 9, 84, 84], [9, 0, 0, 0]]})
    house.table.throw(Cowries(4, 6))
    return house


def step(house: House) -> int:
    return int(house.table.model.state.pieces[0][0])


def touch(page: Any, square: str) -> None:
    """Touch a square, so long after the touch before that it is none of a trembling finger."""
    page.evaluate("window.now = performance.now()")
    page.wait_for_function("() => performance.now() - window.now > 500")
    page.locator(f'.hit[data-square="{square}"]').dispatch_event("click")


def stands(page: Any, square: str) -> None:
    page.locator(f'[data-piece="0,0"][data-square="{square}"]').wait_for()


@pytest.mark.parametrize("size", [(390, 844), (375, 667), (1280, 800)])
def test_a_touched_move_is_asked_about_and_left_or_played(
    four: House, open_phone: Open, size: tuple[int, int]
) -> None:
    page = open_phone()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for answer in ("Choose another move", "Play it all the same"):
        touch(page, HERE)
        page.locator(".ask", has_text="From there no throw takes the piece home").wait_for()
        assert step(four) == 79
        assert page.locator(".ask button:visible").all_inner_texts() == [
            "Choose another move",
            "Play it all the same",
        ]
        wide = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert wide, "the question makes the page no wider than the phone"
        page.locator(".ask button", has_text=answer).click()
        page.locator(".ask").wait_for(state="detached")
    stands(page, LAST_SQUARE)
    assert step(four) == 83


def test_a_move_from_the_list_is_asked_about_without_script(four: House, open_phone: Open) -> None:
    page = open_phone(java_script_enabled=False)
    for answer, came in (("Choose another move", 79), ("Play it all the same", 83)):
        page.click("#more > summary")
        with page.expect_navigation():
            page.locator('button[name="move"][value="a 79/83 =4"]').click()
        assert step(four) == 79
        with page.expect_navigation():
            page.locator(".ask button", has_text=answer).click()
        assert page.locator(".ask").count() == 0
        assert step(four) == came


def test_the_spoken_page_tells_the_warning_and_what_can_be_answered(four: House, open_phone: Open) -> None:
    page = open_phone(path="/blind")
    knows(page)
    page.click("#start")
    for times, came in ((1, 79), (2, 83)):
        heard = page.locator("#heard")
        page.click("#what")
        page.locator("#heard", has_text="1 of 3: a moves 4").wait_for()
        page.click("#confirm")
        page.locator("#heard", has_text="From there no throw takes the piece home").wait_for()
        assert step(four) == 79
        for _ in range(times):
            page.click("#what")
        told = ["1 of 2: Choose another move", "2 of 2: Play it all the same"][times - 1]
        page.locator("#heard", has_text=told).wait_for()
        page.click("#confirm")
        heard.filter(has_text=["The move is not made", "Asha moves a by 4"][times - 1]).wait_for()
        assert step(four) == came
