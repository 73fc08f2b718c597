"""Setting up the eye in real Chromium: a corner dragged by mouse, touch and keys; saved, found, undone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from axe_for_tests import Axe
from browser_for_tests import next_page
from corner_handles import NAMES, corner, place
from engine.messages import Message
from ports_for_tests import House
from sight_for_tests import RIM
from vision import Tray
from waiting_for_tests import wait_until

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
until = partial(wait_until, within_s=20)


@pytest.fixture
def phone(house: House, open_phone: Open) -> Any:
    house.start()
    return open_phone(admin=True, path="/eye", has_touch=True)


def drag(page: Any, name: str, x: float, y: float) -> None:
    page.get_by_role("slider", name=name).scroll_into_view_if_needed()
    page.mouse.move(*corner(page, name))
    page.mouse.down()
    page.mouse.move(*place(page, x, y), steps=5)
    page.mouse.up()


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


def test_what_the_eye_does_stands_at_the_left_like_all_the_rest(phone: Any) -> None:
    for width in (390, 1280):
        phone.set_viewport_size({"width": width, "height": 800})
        line, heading = phone.locator("#eye i").bounding_box(), phone.locator("#tray h2").bounding_box()
        assert line["x"] == pytest.approx(heading["x"], abs=2)


def test_a_corner_dragged_with_the_mouse_is_saved_and_there_after_a_reload(house: House, phone: Any) -> None:
    assert not phone.locator("#save").is_visible()
    phone.mouse.move(*corner(phone, "Upper left"))
    phone.mouse.down()
    phone.mouse.move(*place(phone, 0.12, 0.3), steps=5)
    assert phone.locator(".lens").is_visible()
    phone.mouse.up()
    assert not phone.locator(".lens").is_visible()
    assert phone.locator("#unsaved").inner_text() == "These corners are not saved yet."
    assert near(corners(house), RIM)  # not before it is saved
    assert "The eye looks at this tray from now on." in save(phone)
    wanted = [(0.12, 0.3), *RIM[1:]]
    assert near(corners(house), wanted)
    phone.reload()
    for name, (x, y) in zip(NAMES, wanted, strict=True):
        there, meant = corner(phone, name), place(phone, x, y)
        assert max(abs(a - b) for a, b in zip(there, meant, strict=True)) < 4, name
    assert not phone.locator("#save").is_visible()


def test_the_magnifier_shows_what_lies_under_the_finger(phone: Any) -> None:
    phone.mouse.move(*corner(phone, "Lower right"))
    phone.mouse.down()
    phone.mouse.move(*place(phone, 0.6, 0.6), steps=3)  # on the green cloth
    middle = "n => [...document.querySelector('.lens').getContext('2d').getImageData(n, n, 1, 1).data]"
    blue_green_red = phone.evaluate(middle, 60)
    assert max(abs(a - b) for a, b in zip(blue_green_red, (40, 90, 60, 255), strict=True)) < 12
    phone.mouse.move(*place(phone, 0.95, 0.95), steps=3)  # on the table
    assert min(phone.evaluate(middle, 60)) > 140
    assert phone.locator(".lens").bounding_box()["x"] < place(phone, 0.5, 0)[0]
    phone.mouse.up()


def test_a_corner_is_dragged_with_a_finger(house: House, phone: Any) -> None:
    (x, y), (to_x, to_y) = corner(phone, "Lower left"), place(phone, 0.1, 0.95)
    finger = phone.context.new_cdp_session(phone)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x + 8, "y": y - 8}]})
    for part in (0.3, 0.7, 1.0):
        point = {"x": x + 8 + part * (to_x - x), "y": y - 8 + part * (to_y - y)}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    assert phone.locator(".lens").is_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert phone.evaluate("scrollY") == 0  # the page stayed where it was
    save(phone)
    assert near(corners(house), [*RIM[:3], (0.1, 0.95)])


def test_a_corner_is_moved_with_the_arrow_keys_and_says_where_it_is(house: House, phone: Any) -> None:
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


def test_a_corner_is_touched_and_then_its_place(house: House, phone: Any) -> None:
    phone.mouse.click(*place(phone, 0.5, 0.5))  # no corner has been touched yet
    assert not phone.locator("#save").is_visible()
    phone.touchscreen.tap(*corner(phone, "Lower right"))
    phone.touchscreen.tap(*place(phone, 0.9, 0.92))
    save(phone)
    assert near(corners(house), [*RIM[:2], (0.9, 0.92), RIM[3]])


def test_a_drag_is_broken_off_with_escape_and_all_is_left_by_a_button(house: House, phone: Any) -> None:
    before = corner(phone, "Upper left")
    phone.mouse.move(*before)
    phone.mouse.down()
    phone.mouse.move(*place(phone, 0.5, 0.5), steps=3)
    phone.keyboard.press("Escape")
    phone.mouse.up()
    assert corner(phone, "Upper left") == pytest.approx(before, abs=1)
    assert not phone.locator("#save").is_visible()
    drag(phone, "Upper left", 0.1, 0.1)
    with next_page(phone):
        phone.get_by_role("link", name="Leave it as it was").click()
    assert corner(phone, "Upper left") == pytest.approx(before, abs=2)
    assert near(corners(house), RIM)


def test_corners_that_cross_are_drawn_so_and_refused_with_what_helps(house: House, phone: Any) -> None:
    drag(phone, "Upper left", 0.9, 0.5)
    assert "wrong" in phone.locator("#stage").get_attribute("class")
    said = save(phone)
    assert said.startswith("Two sides cross")
    assert near(corners(house), RIM)
    assert phone.locator("#save").is_visible()  # what was dragged is still there
    there, meant = corner(phone, "Upper left"), place(phone, 0.9, 0.5)
    assert max(abs(a - b) for a, b in zip(there, meant, strict=True)) < 4


def test_the_tray_is_found_by_a_tap_and_undone_by_another(house: House, phone: Any) -> None:
    house.sight.found = Tray.from_corners([(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)], shape="oval")
    with next_page(phone):
        phone.get_by_role("button", name="Find the tray").click()
    assert "Found: 100 %" in phone.locator("#said").inner_text()
    assert house.sight.now == house.sight.found
    assert phone.get_by_label("round or oval").is_checked()
    with next_page(phone):
        phone.get_by_role("button", name="Undo").click()
    assert near(corners(house), RIM)
    assert phone.get_by_label("four corners").is_checked()


def test_an_oval_is_drawn_as_the_eye_takes_it(house: House, phone: Any) -> None:
    phone.get_by_label("round or oval").check()
    points = phone.locator("polygon.light").get_attribute("points").split()
    drawn = [tuple(float(part) for part in point.split(",")) for point in points]
    assert len(drawn) == 64
    outline = Tray.from_corners(RIM, shape="oval").outline(1, 1)
    assert max(min(abs(x - a) + abs(y - b) for a, b in outline) for x, y in drawn) < 0.005
    save(phone)
    assert house.sight.now is not None
    assert house.sight.now.shape == "oval"


def test_the_picture_is_fresh_every_second_while_the_page_is_open(house: House, phone: Any) -> None:
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
        for width in range(300, 620, 8):
            phone.set_viewport_size({"width": width, "height": 844})
            assert phone.evaluate(broken) is False, (width, is_served)


def test_without_a_picture_the_page_says_so_and_comes_back(house: House, phone: Any) -> None:
    house.sight.no_picture = "the camera gives no pictures now: look whether it is plugged in, then try again"
    house.eye.show("away", "the Pi’s camera stopped giving pictures: check its ribbon cable")
    phone.get_by_text("The Pi’s camera stopped giving pictures: check its ribbon cable").wait_for()
    with next_page(phone):
        phone.get_by_role("button", name="Measure the light").click()
    assert "The camera gives no pictures now" in phone.locator("#eye-page [role=alert]").inner_text()
    house.sight.no_picture = ""
    house.eye.show("empty")
    until(lambda: phone.locator("#stage > img").evaluate("one => one.naturalWidth") == 640)
    phone.locator("#eye-message").wait_for(state="hidden")


def test_without_a_script_numbers_and_the_automatic_button_do_all(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(admin=True, path="/eye", java_script_enabled=False)
    page.locator(".numbers summary").click()
    page.get_by_label("Upper left, from the left").fill("12.5")
    with next_page(page):
        page.get_by_role("button", name="Save the corners").click()
    assert near(corners(house), [(0.125, 0.2), *RIM[1:]])
    with next_page(page):
        page.get_by_role("button", name="Find the tray").click()
    assert near(corners(house), RIM)
    with next_page(page):
        page.get_by_role("button", name="Undo").click()
    assert near(corners(house), [(0.125, 0.2), *RIM[1:]])
    assert page.get_by_role("slider").count() == 0


def test_the_page_breaks_no_rule_with_all_it_can_show(house: House, phone: Any, broken: Axe) -> None:
    house.sight.faults = {"dark": Message("the tray is dark: put a lamp near it")}
    house.sight.measure_light()
    house.sight.read()
    house.sight.forget_tray()
    phone.goto(phone.url + "?first=1")
    phone.locator(".numbers summary").click()
    assert broken(phone) == []
    drag(phone, "Upper left", 0.3, 0.3)
    assert phone.locator("#save").is_visible()
    assert broken(phone) == []
