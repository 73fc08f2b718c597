"""Camera and board in real Chromium: corners dragged by mouse and finger, pieces touched, a bump told."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from axe_for_tests import Axe
from boards.over_board import BUMPED, EYE, at, board, corners_of
from browser_for_tests import next_page
from corner_handles import NAMES, corner, place
from ports_for_tests import House
from waiting_for_tests import wait_until
from web.board_port import Laid

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
until = partial(wait_until, within_s=20)
LAID = Laid(tuple(corners_of(EYE)))


@pytest.fixture
def house(house: House) -> House:
    house.start("backgammon", "standard")
    return house


@pytest.fixture
def kept(house: House) -> House:
    house.board.keep(LAID)
    return house


@pytest.fixture
def phone(house: House, open_phone: Open) -> Any:
    return open_phone(admin=True, path="/eye/board", has_touch=True)


def laid(house: House) -> Laid | None:
    line = house.board.line()
    assert line is not None
    return line.laid


def near(house: House, corners: Any, by: float = 0.006) -> bool:
    now = laid(house)
    return now is not None and bool(np.abs(np.array(now.corners) - corners).max() < by)


def test_four_corners_are_dragged_onto_the_board_and_saved(house: House, phone: Any) -> None:
    for name, (x, y) in zip(NAMES, LAID.corners, strict=True):
        phone.get_by_role("slider", name=name).scroll_into_view_if_needed()
        phone.mouse.move(*corner(phone, name))
        phone.mouse.down()
        phone.mouse.move(*place(phone, x, y), steps=5)
        assert phone.locator(".lens").is_visible()
        phone.mouse.up()
    phone.get_by_text("pieces are 38 pixels wide: large enough").wait_for()  # told live, before it is saved
    assert laid(house) is None
    with next_page(phone):
        phone.get_by_role("button", name="Save the corners").click()
    assert "The eye looks at this board from now on." in phone.locator("#said").inner_text()
    assert near(house, LAID.corners)
    assert not phone.get_by_role("button", name="Save the corners").is_visible()


def test_a_corner_is_dragged_with_a_finger_and_the_page_stays(kept: House, phone: Any) -> None:
    (x, y), (to_x, to_y) = corner(phone, "Upper left"), place(phone, 0.1, 0.12)
    handle = phone.get_by_role("slider", name="Upper left").bounding_box()
    assert min(handle["width"], handle["height"]) >= 44
    finger = phone.context.new_cdp_session(phone)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x + 8, "y": y - 8}]})
    for part in (0.3, 0.7, 1.0):
        point = {"x": x + 8 + part * (to_x - x), "y": y - 8 + part * (to_y - y)}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    assert phone.locator(".lens").is_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert phone.evaluate("scrollY") == 0
    assert phone.locator("#unsaved").inner_text() == "These corners are not saved yet."
    assert near(kept, LAID.corners)
    with next_page(phone):
        phone.get_by_role("button", name="Save the corners").click()
    assert near(kept, [(0.1, 0.12), *LAID.corners[1:]], by=0.012)


def test_while_a_finger_holds_a_corner_the_picture_is_bare_and_then_shows_the_draft(
    kept: House, phone: Any
) -> None:
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.mouse.move(*corner(phone, "Upper left"))
    phone.mouse.down()
    until(lambda: any("bare=1" in url for url in asked) or phone.wait_for_timeout(50))
    phone.mouse.move(*place(phone, 0.3, 0.3), steps=3)
    phone.mouse.up()
    drafts = re.compile(r"picture.jpg\?.*x0=([\d.]+)")
    until(lambda: any(map(drafts.search, asked)) or phone.wait_for_timeout(50))
    [draft] = {found[1] for found in map(drafts.search, asked) if found}
    assert float(draft) == pytest.approx(30, abs=0.5)
    value = phone.get_by_role("slider", name="Upper left").get_attribute("aria-valuetext")
    phone.keyboard.press("ArrowRight")
    moved = phone.get_by_role("slider", name="Upper left").get_attribute("aria-valuetext")
    assert float(moved.split()[0]) == pytest.approx(float(value.split()[0]) + 0.5, abs=0.06)


def test_corners_that_cross_are_told_live_and_refused(kept: House, phone: Any) -> None:
    phone.mouse.move(*corner(phone, "Upper left"))
    phone.mouse.down()
    phone.mouse.move(*place(phone, 0.95, 0.5), steps=4)
    phone.mouse.up()
    phone.locator(".pieces").get_by_text("Two sides cross").wait_for()
    with next_page(phone):
        phone.get_by_role("button", name="Save the corners").click()
    assert phone.locator("#board-page [role=alert]").inner_text().startswith("Two sides cross")
    assert near(kept, LAID.corners)


def test_pieces_are_touched_for_one_player_after_the_other(kept: House, phone: Any) -> None:
    phone.get_by_role("button", name="Asha").click()
    told = phone.locator("#touching [role=status]")
    assert told.inner_text() == "Touch one or two pieces of Asha on the picture."
    assert phone.get_by_role("slider").count() == 0  # corners are out of the way
    phone.wait_for_timeout(700)  # the page glides to the picture
    for spot in ((12.5, 0.5), (0.5, 0.5)):
        phone.touchscreen.tap(*place(phone, *at(EYE, *spot)))
    told.get_by_text("Touch one or two pieces of Ravi on the picture.").wait_for()
    assert phone.locator(".tap.p0").count() == 2
    phone.touchscreen.tap(*place(phone, *at(EYE, 12.5, 10.5)))
    phone.get_by_role("button", name="Done").click()
    with next_page(phone):
        phone.get_by_role("button", name="Learn these pieces").click()
    assert "The eye knows these pieces now." in phone.locator("#said").inner_text()
    counted = phone.locator(".counted dd")
    counted.first.wait_for()
    assert counted.all_inner_texts() == ["15 pieces", "15 pieces"]


def test_what_stands_on_the_board_is_told_live(kept: House, phone: Any) -> None:
    kept.board.learn_from_game()
    phone.reload()
    phone.get_by_text("15 pieces").first.wait_for()
    kept.over_board.frame = board(points={24: 2, 13: 5, 1: -2})
    phone.get_by_text("7 pieces").wait_for()
    phone.get_by_text("2 pieces").wait_for()


def test_a_bumped_board_is_told_and_taken_by_a_touch(kept: House, phone: Any) -> None:
    kept.over_board.frame = board(BUMPED)
    for _ in range(2):
        kept.board.watch.look()
    phone.get_by_text("The board is not where it was.").wait_for()
    with next_page(phone):
        phone.get_by_role("button", name="Look where it lies now").click()
    assert near(kept, corners_of(BUMPED))
    phone.get_by_text("The board is not where it was.").wait_for(state="detached")


def test_what_another_phone_sets_is_shown_but_never_over_what_is_being_dragged(
    kept: House, phone: Any
) -> None:
    slider = phone.get_by_role("slider", name="Upper left")
    kept.board.keep(Laid(((0.2, 0.2), *LAID.corners[1:])))
    until(
        lambda: "20 % from the left" in slider.get_attribute("aria-valuetext") or phone.wait_for_timeout(50)
    )
    slider.focus()
    phone.keyboard.press("ArrowRight")
    kept.board.keep(LAID)
    kept.board.learn_from_game()
    phone.get_by_text("The eye knows the pieces of every player.").wait_for()
    assert slider.get_attribute("aria-valuetext").startswith("20.5 % from the left")


def test_nothing_is_looked_at_when_nobody_has_the_page_open(kept: House, phone: Any) -> None:
    looked = kept.over_board.looked
    kept.over_board.later()
    until(lambda: kept.over_board.looked > looked or phone.wait_for_timeout(50))
    phone.goto("about:blank")
    looked = kept.over_board.looked
    for _ in range(4):
        kept.over_board.later()
        phone.wait_for_timeout(500)
    assert kept.over_board.looked <= looked + 1  # what was asked for already


def test_without_a_script_numbers_do_all(house: House, open_phone: Open) -> None:
    page = open_phone(admin=True, path="/eye/board", java_script_enabled=False)
    page.get_by_text("The corners in numbers").click()
    for name, (x, y) in zip(NAMES, LAID.corners, strict=True):
        page.get_by_label(f"{name}, from the left").fill(f"{100 * x:.1f}")
        page.get_by_label(f"{name}, from the top").fill(f"{100 * y:.1f}")
    with next_page(page):
        page.get_by_role("button", name="Save the corners").click()
    assert near(house, LAID.corners)
    with next_page(page):
        page.get_by_role("button", name="Learn them from the game").click()
    assert page.locator(".counted dd").all_inner_texts() == ["15 pieces", "15 pieces"]
    assert page.get_by_role("slider").count() == 0


@pytest.mark.parametrize("size", [(390, 844), (375, 667), (1280, 800)])
def test_the_page_fits_and_breaks_no_rule_with_all_it_can_show(
    kept: House, phone: Any, broken: Axe, size: tuple[int, int]
) -> None:
    kept.board.learn_from_game()
    kept.over_board.frame = board(BUMPED)
    for _ in range(2):
        kept.board.watch.look()
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    phone.reload()
    for summary in phone.locator(".numbers summary").all():
        summary.click()
    assert phone.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert broken(phone) == []
    phone.get_by_role("button", name="Ravi").click()
    assert broken(phone) == []
