"""Camera and board in real Chromium: corners dragged and taken back, pieces touched, a bump told."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import numpy as np
import pytest

from boards.over_board import BUMPED, EYE, at, board, corners_of
from boards.painted_board import start
from browser_for_tests import Open, by_finger, next_page
from corner_handles import NAMES, corner, drag, place
from engine.events import PositionSet
from engine.table.commands import TakeThrow
from engine.throw import Dice
from ports_for_tests import House
from waiting_for_tests import wait_until
from web.ports import Placement

pytestmark = pytest.mark.browser

until = partial(wait_until, within_s=20)
LAID = Placement(tuple(corners_of(EYE)))


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


def laid(house: House) -> Placement | None:
    line = house.board.line()
    assert line is not None
    return line.laid


def near(house: House, corners: Any, by: float = 0.006) -> bool:
    now = laid(house)
    return now is not None and bool(np.abs(np.array(now.corners) - corners).max() < by)


def save(page: Any) -> None:
    with next_page(page):
        page.get_by_role("button", name="Save the corners").click()


def lies_at(page: Any, name: str) -> str:
    return str(page.get_by_role("slider", name=name).get_attribute("aria-valuetext"))


def test_four_corners_are_dragged_onto_the_board_and_saved(house: House, phone: Any) -> None:
    for name, (x, y) in zip(NAMES, LAID.corners, strict=True):
        drag(phone, name, x, y)
    phone.get_by_text("38 pixels wide").wait_for()  # told live, before it is saved
    assert laid(house) is None
    save(phone)
    assert near(house, LAID.corners)
    assert not phone.get_by_role("button", name="Save the corners").is_visible()
    drag(phone, "Upper left", 0.95, 0.5)
    phone.locator(".pieces").get_by_text("Two sides cross").wait_for()
    save(phone)
    assert phone.locator("#board-page [role=alert]").inner_text()
    assert near(house, LAID.corners)


def test_a_corner_is_dragged_with_a_finger_and_the_page_stays(kept: House, phone: Any) -> None:
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    (x, y), (to_x, to_y) = corner(phone, "Upper left"), place(phone, 0.1, 0.12)
    handle = phone.get_by_role("slider", name="Upper left").bounding_box()
    assert min(handle["width"], handle["height"]) >= 44
    with by_finger(phone, (x + 8, y - 8)) as move:
        until(lambda: any("bare=1" in url for url in asked) or phone.wait_for_timeout(50))
        move(to_x + 8, to_y - 8)
        assert phone.locator(".lens").is_visible()
    assert phone.evaluate("scrollY") == 0
    drafts = re.compile(r"picture.jpg\?.*x0=([\d.]+)")
    until(lambda: any(map(drafts.search, asked)) or phone.wait_for_timeout(50))
    assert phone.locator("#unsaved").inner_text()
    assert near(kept, LAID.corners)
    value = float(lies_at(phone, "Upper left").split()[0])
    phone.get_by_role("slider", name="Upper left").press("ArrowRight")
    assert float(lies_at(phone, "Upper left").split()[0]) == pytest.approx(value + 0.5, abs=0.06)
    save(phone)
    assert near(kept, [(0.105, 0.12), *LAID.corners[1:]], by=0.012)


def test_pieces_are_touched_for_one_player_after_the_other(kept: House, phone: Any) -> None:
    phone.get_by_role("button", name="Asha").click()
    told = phone.locator("#touching [role=status]")
    told.get_by_text("Asha").wait_for()
    assert phone.get_by_role("slider").count() == 0  # corners are out of the way
    phone.wait_for_timeout(700)  # the page glides to the picture
    for spot in ((12.5, 0.5), (0.5, 0.5)):
        phone.touchscreen.tap(*place(phone, *at(EYE, *spot)))
    told.get_by_text("Ravi").wait_for()
    assert phone.locator(".tap.p0").count() == 2
    phone.touchscreen.tap(*place(phone, *at(EYE, 12.5, 10.5)))
    phone.get_by_role("button", name="Done").click()
    with next_page(phone):
        phone.get_by_role("button", name="Learn these pieces").click()
    counted = phone.locator(".counted dd")
    counted.first.wait_for()
    assert counted.all_inner_texts() == ["15 pieces", "15 pieces"]
    kept.over_board.frame = board(points={24: 2, 13: 5, 1: -2})
    phone.get_by_text("7 pieces").wait_for()  # told live
    phone.get_by_text("2 pieces").wait_for()


def test_a_bumped_board_is_told_and_taken_by_a_touch_while_the_page_is_open(kept: House, phone: Any) -> None:
    kept.over_board.frame = board(BUMPED)
    for _ in range(2):
        kept.board.watch.look()
    phone.get_by_text("The board is not where it was.").wait_for()
    with next_page(phone):
        phone.get_by_role("button", name="Look where it lies now").click()
    assert near(kept, corners_of(BUMPED))
    phone.get_by_text("The board is not where it was.").wait_for(state="detached")
    # Nothing is looked at when nobody has the page open.
    looked = kept.over_board.looked
    kept.over_board.later()
    until(lambda: kept.over_board.looked > looked or phone.wait_for_timeout(50))
    phone.goto("about:blank")
    looked = kept.over_board.looked
    for _ in range(4):
        kept.over_board.later()
        phone.wait_for_timeout(500)
    assert kept.over_board.looked <= looked + 1  # what was asked for already


def test_what_another_phone_sets_is_shown_but_never_over_what_is_being_dragged(
    kept: House, phone: Any
) -> None:
    slider = phone.get_by_role("slider", name="Upper left")
    kept.board.keep(Placement(((0.2, 0.2), *LAID.corners[1:])))
    until(
        lambda: "20 % from the left" in slider.get_attribute("aria-valuetext") or phone.wait_for_timeout(50)
    )
    slider.focus()
    phone.keyboard.press("ArrowRight")
    kept.board.keep(LAID)
    kept.board.learn_from_game()
    phone.get_by_text("The eye knows the pieces of every player.").wait_for()
    assert slider.get_attribute("aria-valuetext").startswith("20.5 % from the left")


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


# The way back to the corners before.


def back(page: Any) -> Any:
    return page.get_by_role("button", name="Back to the corners before")


def test_what_was_changed_goes_back_one_by_one_to_what_is_saved(kept: House, phone: Any) -> None:
    names = ("Upper left", "Lower right")
    first = [lies_at(phone, name) for name in names]
    assert not back(phone).is_visible()
    drag(phone, names[0], 0.3, 0.3)
    back(phone).wait_for()
    between = lies_at(phone, names[0])
    drag(phone, names[1], 0.7, 0.7)
    assert lies_at(phone, names[1]) != first[1]
    back(phone).click()  # at once: nobody waits for a stand to rest
    assert [lies_at(phone, name) for name in names] == [between, first[1]]
    back(phone).click()
    assert [lies_at(phone, name) for name in names] == first
    assert not phone.get_by_role("button", name="Save the corners").is_visible()
    assert not back(phone).is_visible()
    assert near(kept, LAID.corners)
    # A turn by a quarter and another camera go back as well.
    phone.get_by_text("How the board lies").click()
    sits = phone.get_by_label("Where Asha sits, on the picture")
    sits.select_option("at the left edge")
    phone.wait_for_timeout(500)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.get_by_label("Camera that looks at the board").select_option("Camera Module 2")
    until(lambda: any("lens=module-2" in url for url in asked) or phone.wait_for_timeout(50))  # drawn at once
    back(phone).click()
    assert phone.get_by_label("Camera that looks at the board").input_value() == ""
    assert sits.input_value() == "1"
    back(phone).click()
    assert sits.input_value() == "0"
    assert not back(phone).is_visible()
    # The corners before the box found others come back after its new page.
    drag(phone, "Upper left", LAID.corners[0][0] + 0.03, LAID.corners[0][1] + 0.03)
    dragged = lies_at(phone, "Upper left")
    with next_page(phone):
        phone.get_by_role("button", name="Find the corners exactly").click()
    back(phone).wait_for()
    assert lies_at(phone, "Upper left") != dragged
    back(phone).click()
    assert lies_at(phone, "Upper left") == dragged
    phone.reload()  # what was not saved is gone, the saved ones are there
    assert phone.locator("#unsaved").inner_text() == ""
    assert not back(phone).is_visible()


def test_saved_corners_come_back_by_one_touch_over_a_reload_and_on_another_phone(
    kept: House, phone: Any
) -> None:
    drag(phone, "Upper left", 0.1, 0.4)
    save(phone)
    assert not near(kept, LAID.corners)
    phone.reload()
    for comes_back in (True, False):
        with next_page(phone):
            back(phone).click()
        assert near(kept, LAID.corners) is comes_back
    kept.board.keep(LAID)  # on another phone
    kept.board.keep(Placement(((0.02, 0.3), *LAID.corners[1:])))
    phone.reload()
    with next_page(phone):
        back(phone).click()
    assert near(kept, LAID.corners)


# What the eye sees on it.


def test_what_the_eye_sees_next_comes_by_itself_and_the_board_can_be_right(
    house: House, open_phone: Open
) -> None:
    house.table.do(TakeThrow(Dice((3, 1))))
    house.see_board()
    page = open_phone(path="/board/seen")
    page.get_by_text("Board and game agree.").wait_for()
    house.see_board({**start(), 8: 2, 5: 2, 6: 4}, at=2.0)
    page.get_by_text("3 places differ.").wait_for()
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        table, screen = (page.locator(f".both {kind}").bounding_box() for kind in ("img", "svg"))
        assert (abs(table["y"] - screen["y"]) < 60) is (width > 640), "beside one another where there is room"
    with next_page(page):
        page.get_by_role("button", name="The board is right").click()
    page.locator("#said p").wait_for()
    assert isinstance(house.table.model.actions[-1].action, PositionSet)
