"""Setting up the eye in real Chromium: a corner dragged by mouse, touch and keys; saved, found, undone."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from browser_for_tests import Open, by_finger, by_mouse, next_page
from corner_handles import NAMES, corner, drag, place
from ports_for_tests import House
from sight_for_tests import RIM
from vision import Tray
from waiting_for_tests import wait_until

pytestmark = pytest.mark.browser

until = partial(wait_until, within_s=20)


@pytest.fixture
def phone(house: House, open_phone: Open) -> Any:
    house.start()
    return open_phone(admin=True, path="/eye", has_touch=True)


def save(page: Any) -> str:
    with next_page(page):
        page.get_by_role("button", name="Save the corners").click()
    return str(page.locator("#said p, #eye-page [role=alert]").first.inner_text())


def corners(house: House) -> list[tuple[float, float]]:
    assert house.sight.now is not None
    return [(round(x, 2), round(y, 2)) for x, y in house.sight.now.corners]


def near(found: list[tuple[float, float]], wanted: list[tuple[float, float]]) -> bool:
    return all(
        abs(a - b) <= 0.011
        for one, other in zip(found, wanted, strict=True)
        for a, b in zip(one, other, strict=True)
    )


def test_a_corner_dragged_with_the_mouse_is_saved_and_there_after_a_reload(house: House, phone: Any) -> None:
    for width in (390, 1280):  # what the eye does stands at the left like all the rest
        phone.set_viewport_size({"width": width, "height": 800})
        line, heading = phone.locator("#eye i").bounding_box(), phone.locator("#tray h2").bounding_box()
        assert line["x"] == pytest.approx(heading["x"], abs=2)
    phone.set_viewport_size({"width": 390, "height": 844})
    assert not phone.locator("#save").is_visible()
    phone.mouse.click(*place(phone, 0.5, 0.5))  # no corner has been touched yet
    assert not phone.locator("#save").is_visible()
    middle = "n => [...document.querySelector('.lens').getContext('2d').getImageData(n, n, 1, 1).data]"
    with by_mouse(phone, corner(phone, "Lower right")) as move:
        move(*place(phone, 0.6, 0.6))  # on the green cloth
        blue_green_red = phone.evaluate(middle, 60)
        assert max(abs(a - b) for a, b in zip(blue_green_red, (40, 90, 60, 255), strict=True)) < 12
        move(*place(phone, 0.95, 0.95))  # on the table
        assert min(phone.evaluate(middle, 60)) > 140
        assert phone.locator(".lens").bounding_box()["x"] < place(phone, 0.5, 0)[0]
        move(*place(phone, 0.75, 0.8))
    assert not phone.locator(".lens").is_visible()
    drag(phone, "Upper left", 0.12, 0.3)
    assert phone.locator("#unsaved").inner_text()
    assert near(corners(house), RIM)  # not before it is saved
    save(phone)
    wanted = [(0.12, 0.3), *RIM[1:]]
    assert near(corners(house), wanted)
    phone.reload()
    for name, (x, y) in zip(NAMES, wanted, strict=True):
        there, meant = corner(phone, name), place(phone, x, y)
        assert max(abs(a - b) for a, b in zip(there, meant, strict=True)) < 4, name
    assert not phone.locator("#save").is_visible()


def test_a_corner_is_dragged_with_a_finger_and_another_is_touched_and_then_its_place(
    house: House, phone: Any
) -> None:
    (x, y), (to_x, to_y) = corner(phone, "Lower left"), place(phone, 0.1, 0.95)
    with by_finger(phone, (x + 8, y - 8)) as move:
        move(to_x + 8, to_y - 8)
        assert phone.locator(".lens").is_visible()
    assert phone.evaluate("scrollY") == 0  # the page stayed where it was
    phone.touchscreen.tap(*corner(phone, "Lower right"))
    phone.touchscreen.tap(*place(phone, 0.9, 0.92))
    save(phone)
    assert near(corners(house), [*RIM[:2], (0.9, 0.92), (0.1, 0.95)])


def test_a_drag_is_broken_off_with_escape_all_is_left_by_a_button_and_arrow_keys_move_corners(
    house: House, phone: Any
) -> None:
    before = corner(phone, "Upper left")
    with by_mouse(phone, before) as move:
        move(*place(phone, 0.5, 0.5))
        phone.keyboard.press("Escape")
    assert corner(phone, "Upper left") == pytest.approx(before, abs=1)
    assert not phone.locator("#save").is_visible()
    drag(phone, "Upper left", 0.9, 0.5)
    assert "wrong" in phone.locator("#stage").get_attribute("class"), "two sides cross"
    save(phone)
    assert near(corners(house), RIM)
    assert phone.locator("#save").is_visible()  # what was dragged is still there
    there, meant = corner(phone, "Upper left"), place(phone, 0.9, 0.5)
    assert max(abs(a - b) for a, b in zip(there, meant, strict=True)) < 4
    with next_page(phone):
        phone.get_by_role("link", name="Leave it as it was").click()
    assert corner(phone, "Upper left") == pytest.approx(before, abs=2)
    slider = phone.get_by_role("slider", name="Upper right")
    assert slider.get_attribute("aria-valuetext") == "75 % from the left, 20 % from the top"
    slider.focus()
    for key in ("Shift+ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp", "Shift+ArrowUp"):
        phone.keyboard.press(key)
    assert slider.get_attribute("aria-valuetext") == "81 % from the left, 14.5 % from the top"
    assert phone.locator(".lens").is_visible()
    phone.keyboard.press("Tab")
    assert not phone.locator(".lens").is_visible()
    for _ in range(30):
        slider.press("Shift+ArrowUp")
    assert slider.get_attribute("aria-valuetext") == "81 % from the left, 0 % from the top"
    save(phone)
    assert near(corners(house), [RIM[0], (0.81, 0.0), *RIM[2:]])


def test_an_oval_is_drawn_as_the_eye_takes_it_and_a_found_tray_is_undone_by_a_tap(
    house: House, phone: Any
) -> None:
    phone.get_by_label("round or oval").check()
    points = phone.locator("polygon.light").get_attribute("points").split()
    drawn = [tuple(float(part) for part in point.split(",")) for point in points]
    assert len(drawn) == 64
    outline = Tray.from_corners(RIM, shape="oval").outline(1, 1)
    assert max(min(abs(x - a) + abs(y - b) for a, b in outline) for x, y in drawn) < 0.005
    save(phone)
    assert house.sight.now is not None
    assert house.sight.now.shape == "oval"
    house.sight.found = Tray.from_corners([(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)])
    with next_page(phone):
        phone.get_by_role("button", name="Find the tray").click()
    assert house.sight.now == house.sight.found
    assert phone.get_by_label("four corners").is_checked()
    with next_page(phone):
        phone.get_by_role("button", name="Undo").click()
    assert near(corners(house), RIM)
    assert phone.get_by_label("round or oval").is_checked()


def test_the_picture_is_fresh_while_the_page_is_open_and_comes_back_with_the_camera(
    house: House, phone: Any
) -> None:
    house.sight.no_picture = "the camera gives no pictures now: look whether it is plugged in, then try again"
    house.eye.show("away", "the Pi’s camera stopped giving pictures: check its ribbon cable")
    phone.locator("#eye-message:not([hidden])", has_text="ribbon cable").wait_for()
    with next_page(phone):
        phone.get_by_role("button", name="Measure the light").click()
    assert phone.locator("#eye-page [role=alert]").inner_text()
    house.sight.no_picture = ""
    house.eye.show("empty")
    until(lambda: phone.locator("#stage > img").evaluate("one => one.naturalWidth") == 640)
    phone.locator("#eye-message").wait_for(state="hidden")
    looked = house.sight.looked
    until(lambda: house.sight.looked >= looked + 2)
    phone.goto("about:blank")
    looked = house.sight.looked
    phone.wait_for_timeout(2500)
    assert house.sight.looked <= looked + 1


def test_what_another_phone_sets_is_shown_but_never_over_what_is_being_dragged(
    house: House, phone: Any
) -> None:
    house.sight._take(Tray.from_corners([(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)]))
    phone.get_by_text("covers 64 % of the picture").wait_for()
    slider = phone.get_by_role("slider", name="Upper left")
    assert slider.get_attribute("aria-valuetext") == "10 % from the left, 10 % from the top"
    slider.focus()
    phone.keyboard.press("ArrowRight")
    house.sight._take(Tray.from_corners(RIM))
    phone.get_by_text("covers 30 % of the picture").wait_for()
    assert slider.get_attribute("aria-valuetext") == "10.5 % from the left, 10 % from the top"
    assert phone.locator("#save").is_visible()


def test_no_line_ends_within_the_name_of_an_option(house: House, phone: Any) -> None:
    broken = """() => {
        const text = document.getElementById("eye-message"), range = document.createRange();
        const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
        while (nodes.nextNode()) {
            const at = nodes.currentNode.data.indexOf("--camera");
            if (at < 0) continue;
            range.setStart(nodes.currentNode, at);
            range.setEnd(nodes.currentNode, at + "--camera".length);
            return new Set([...range.getClientRects()].map((one) => one.top)).size > 1;
        }
    }"""
    house.eye.show("away", "there is no camera /dev/video7: plug one in, or choose another with --camera")
    for is_served in (False, True):
        if is_served:
            phone.reload()
        phone.get_by_text("--camera").wait_for()
        for width in range(300, 620, 20):
            phone.set_viewport_size({"width": width, "height": 844})
            assert phone.evaluate(broken) is False, (width, is_served)


def test_without_a_script_numbers_do_all(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(admin=True, path="/eye", java_script_enabled=False)
    page.locator(".numbers summary").click()
    page.get_by_label("Upper left, from the left").fill("12.5")
    with next_page(page):
        page.get_by_role("button", name="Save the corners").click()
    assert near(corners(house), [(0.125, 0.2), *RIM[1:]])
    assert page.get_by_role("slider").count() == 0
