"""Camera and board in real Chromium: corners go back one by one, and the camera that looks is chosen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from boards.board_forms import LAID, laid
from browser_for_tests import next_page
from corner_handles import corner
from ports_for_tests import House
from waiting_for_tests import wait_until
from web.board_port import Laid

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
until = partial(wait_until, within_s=20)
WORSE = Laid(((0.02, 0.3), *LAID.corners[1:]))
BACK = "Back to the corners before"


@pytest.fixture
def phone(house: House, open_phone: Open) -> Any:
    house.start("backgammon", "standard")
    house.board.keep(LAID)
    return open_phone(admin=True, path="/eye/board", has_touch=True)


def lies(house: House, wanted: Laid) -> bool:
    now = laid(house)
    return now is not None and bool(np.abs(np.array(now.corners) - wanted.corners).max() < 0.002)


def at(page: Any, name: str) -> str:
    return str(page.get_by_role("slider", name=name).get_attribute("aria-valuetext"))


def drag(page: Any, name: str, by: tuple[float, float]) -> None:
    page.get_by_role("slider", name=name).scroll_into_view_if_needed()
    x, y = corner(page, name)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by[0], y + by[1], steps=4)
    page.mouse.up()


def test_dragged_corners_go_back_one_by_one_to_what_is_saved(house: House, phone: Any) -> None:
    names = ("Upper left", "Lower right")
    first = [at(phone, name) for name in names]
    back = phone.get_by_role("button", name=BACK)
    assert not back.is_visible()
    drag(phone, names[0], (20, 15))
    back.wait_for()
    between = at(phone, names[0])
    drag(phone, names[1], (-15, -20))
    assert at(phone, names[1]) != first[1]
    back.click()  # at once: nobody waits for a stand to rest
    assert [at(phone, name) for name in names] == [between, first[1]]
    assert phone.locator("#unsaved").inner_text() == "These corners are not saved yet."
    back.click()
    assert [at(phone, name) for name in names] == first
    assert phone.locator("#unsaved").inner_text() == ""
    assert not phone.get_by_role("button", name="Save the corners").is_visible()
    assert not back.is_visible()
    assert lies(house, LAID)


def test_a_turn_by_a_quarter_and_another_camera_go_back_as_well(house: House, phone: Any) -> None:
    phone.get_by_text("How the board lies").click()
    phone.get_by_label("Where Asha sits, on the picture").select_option("at the left edge")
    phone.wait_for_timeout(500)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.get_by_label("Camera that looks at the board").select_option("Camera Module 2")
    until(lambda: any("lens=module-2" in url for url in asked) or phone.wait_for_timeout(50))  # drawn at once
    back = phone.get_by_role("button", name=BACK)
    back.click()
    assert phone.get_by_label("Camera that looks at the board").input_value() == ""
    assert phone.get_by_label("Where Asha sits, on the picture").input_value() == "1"
    back.click()
    assert phone.get_by_label("Where Asha sits, on the picture").input_value() == "0"
    assert not back.is_visible()


def test_corners_before_the_box_found_others_come_back_after_its_new_page(house: House, phone: Any) -> None:
    drag(phone, "Upper left", (10, 8))
    dragged = at(phone, "Upper left")
    with next_page(phone):
        phone.get_by_role("button", name="Find the corners exactly").click()
    back = phone.get_by_role("button", name=BACK)
    back.wait_for()
    assert at(phone, "Upper left") != dragged
    back.click()
    assert at(phone, "Upper left") == dragged
    phone.reload()  # what was not saved is gone, the saved ones are there
    assert phone.locator("#unsaved").inner_text() == ""
    assert not back.is_visible()


def test_saved_corners_come_back_by_one_touch_over_a_reload(house: House, phone: Any) -> None:
    drag(phone, "Upper left", (-30, 40))
    with next_page(phone):
        phone.get_by_role("button", name="Save the corners").click()
    assert not lies(house, LAID)
    phone.reload()
    back = phone.get_by_role("button", name=BACK)
    with next_page(phone):
        back.click()
    assert "The corners before are back." in phone.locator("#said").inner_text()
    assert lies(house, LAID)
    with next_page(phone):
        back.click()
    assert not lies(house, LAID)


def test_another_phone_that_saves_corners_brings_the_way_back_to_this_one(house: House, phone: Any) -> None:
    house.board.keep(WORSE)
    back = phone.get_by_role("button", name=BACK)
    back.wait_for()
    with next_page(phone):
        back.click()
    assert lies(house, LAID)


@pytest.mark.parametrize("size", [(390, 844), (375, 667), (1280, 800)])
def test_all_of_it_fits(house: House, phone: Any, size: tuple[int, int]) -> None:
    house.over_board.lens = "module-3-wide"
    house.board.keep(WORSE)
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    phone.reload()
    phone.get_by_text("How the board lies").click()
    phone.get_by_label("Camera that looks at the board").select_option("Camera Module 2")
    phone.get_by_role("button", name=BACK).wait_for()
    assert phone.evaluate("document.documentElement.scrollWidth") <= size[0]
    for control in phone.locator("#board :is(button, select):visible").all():
        assert control.bounding_box()["height"] >= 44
