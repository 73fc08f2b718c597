"""House rules in real Chromium: kept, played by, changed, and scanned from another phone's screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from browser_for_tests import address, next_page
from engine.house import house_rules
from engine.notation import write_house
from ports_for_tests import House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
NAME = "Grandmother's rules"
LONG = "ಅಜ್ಜಿಯಮನೆಯನಿಯಮಗಳುಬಹಳಉದ್ದವಾದಹೆಸರಿನೊಂದಿಗೆ"[:40]


def width(page: Any) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


def scanned(png: bytes) -> str:
    """Read a code as a phone does, which looks again from another distance when it has read nothing."""
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE)
    for scale in (1.0, 0.75, 1.5):
        text, _corners, _straight = cv2.QRCodeDetector().detectAndDecode(
            cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        )
        if text:
            return str(text)
    return ""


def keep(house: House, name: str = NAME, **options: bool | str) -> None:
    house.book.keep(house_rules("pachisi", "seven", options, name=name))


def test_rules_are_chosen_kept_under_a_name_and_played_by(house: House, open_phone: Open) -> None:
    page = open_phone(path="/new")
    page.goto(address(page, "/new?game=pachisi"))
    page.click("#rules > summary")
    page.check('input[value="seven"]')
    page.click("#options > summary")
    page.click("#options-start > summary")
    page.select_option('select[name="option-gate"]', "true")
    page.fill('input[name="house"]', NAME)
    with next_page(page):
        page.click(".keep button")
    page.locator("#said", has_text=f"Kept: {NAME}, version 1.").wait_for()
    assert page.locator("#rules > summary b").inner_text() == f"{NAME}, version 1"
    page.click("#rules > summary")
    assert page.locator('input[value="house-1-1"]').is_checked()
    kept = page.locator(".kept-rules").inner_text().split("\n")
    assert kept == [f"{NAME}, version 1", "Seven cowries, 1 rule differs"]
    page.fill('input[name="name"] >> nth=0', "Mina")
    page.fill('input[name="name"] >> nth=1', "Dev")
    with next_page(page):
        page.click("button.main")
    page.locator(".whose").wait_for()
    page.goto(address(page, "/rules"))
    page.locator(f'text="{NAME}, version 1"').first.wait_for()
    assert page.locator(".options .own").inner_text().replace("\n", " ").endswith("yes as usual: no")
    setup = house.table.model.setup
    assert (setup.options, str(setup.house)) == ({"gate": True}, f"{NAME}, version 1")


def test_enter_in_the_field_of_the_name_begins_and_keeps(house: House, open_phone: Open) -> None:
    page = open_phone(path="/new")
    page.fill('input[name="name"] >> nth=0', "Mina")
    page.fill('input[name="name"] >> nth=1', "Dev")
    page.click("#rules > summary")
    page.fill('input[name="house"]', "Ours")
    with next_page(page):
        page.press('input[name="house"]', "Enter")
    page.locator(".whose").wait_for()
    assert str(house.table.model.setup.house) == "Ours, version 1"


@pytest.mark.parametrize("name", [NAME, LONG], ids=["short", "long"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_code_is_scanned_from_the_screen_and_opened_on_another_phone(
    house: House, open_phone: Open, name: str, scheme: str
) -> None:
    keep(house, name, gate=True, table="seven-35")
    page = open_phone(path="/house/1", color_scheme=scheme, device_scale_factor=2)
    link = scanned(page.locator(".qr").screenshot())
    assert link == page.locator(".address").inner_text()
    box, path = link[: len("http://192.168.1.20:8000")], link[len("http://192.168.1.20:8000") :]
    assert (box, "key" in path.partition("rules=")[0]) == ("http://192.168.1.20:8000", False)
    watcher = open_phone(plays=False, path=path)
    watcher.locator("h1", has_text=f"{name}, version 1").wait_for()
    differs = watcher.locator(".differences li", has_text="Nobody enters or moves before").inner_text()
    assert "yes" in differs
    assert "as usual: no" in differs
    assert watcher.locator("form").count() == 0
    assert width(watcher) <= 390
    player = open_phone()
    player.goto(address(player, path))
    with next_page(player):
        player.click("a.button.main")
    assert player.locator('input[name="preset"]:checked').get_attribute("value").startswith("shared-1.")
    player.fill('input[name="name"] >> nth=0', "Mina")
    player.fill('input[name="name"] >> nth=1', "Dev")
    with next_page(player):
        player.click("button.main")
    player.locator(".whose").wait_for()
    assert str(house.table.model.setup.house) == f"{name}, version 1"
    assert house.table.model.setup.options == {"gate": True, "table": "seven-35"}


def test_a_change_makes_version_2_while_the_page_of_a_game_says_version_1(
    house: House, open_phone: Open
) -> None:
    keep(house, gate=True)
    page = open_phone(path="/new")
    page.goto(address(page, "/new?game=pachisi&preset=house-1-1"))
    page.fill('input[name="name"] >> nth=0', "Mina")
    page.fill('input[name="name"] >> nth=1', "Dev")
    with next_page(page):
        page.click("button.main")
    page.locator(".whose").wait_for()
    page.goto(address(page, "/house/1/change"))
    assert page.locator('select[name="option-gate"]').input_value() == "true"
    page.click("#options-throws > summary")
    page.select_option('select[name="option-split"]', "true")
    with next_page(page):
        page.click("button.main")
    page.locator("h1", has_text=f"{NAME}, version 2").wait_for()
    page.locator("summary", has_text="Version 1, kept").click()
    page.goto(address(page, "/games/1"))
    page.locator("p", has_text=f"{NAME}, version 1").wait_for()
    page.click(".by-house summary")
    assert page.locator(".by-house .own").count() == 1
    assert "version 2" not in page.locator("main").inner_text()


def test_an_admin_deletes_after_a_question_and_the_game_still_says_so(house: House, open_phone: Open) -> None:
    keep(house, gate=True)
    kept = house.book.everything()[0].newest
    house.start("pachisi", "seven", gate=True)
    house.table.start(
        house.table.model.setup.__class__("pachisi", "seven", ("A", "B"), kept.options, 0, kept)
    )
    page = open_phone(admin=True, path="/house/1")
    with next_page(page):
        page.click("text=Delete these house rules")
    with next_page(page):
        page.click("text=Keep it")
    page.locator("h1", has_text=NAME).wait_for()
    with next_page(page):
        page.click("text=Delete these house rules")
    with next_page(page):
        page.click("text=Delete for good")
    page.locator("#said", has_text="was deleted").wait_for()
    page.goto(address(page, "/games/2"))
    page.locator("p", has_text=f"{NAME}, version 1").wait_for()


def test_a_link_is_pasted_whole_and_a_broken_one_is_told(house: House, open_phone: Open) -> None:
    word = write_house(house_rules("pachisi", "seven", {"gate": True}, name=NAME))
    page = open_phone(path="/house")
    page.fill('input[name="rules"]', f"http://10.0.0.7:8000/house/shared?rules={word}")
    with next_page(page):
        page.press('input[name="rules"]', "Enter")
    page.locator("h1", has_text=NAME).wait_for()
    page.goto(address(page, "/house"))
    page.fill('input[name="rules"]', word[:-2])
    with next_page(page):
        page.press('input[name="rules"]', "Enter")
    page.locator(".trouble:not([hidden])", has_text="These are no house rules").wait_for()


@pytest.mark.parametrize(
    "path", ["/house", "/house/1", "/house/1/change", "/house/1/delete", "/new?game=pachisi"]
)
def test_a_name_without_spaces_breaks_no_page(house: House, open_phone: Open, path: str) -> None:
    keep(house, "W" * 40, gate=True)
    page = open_phone(admin=True, path=path)
    page.locator("main").wait_for()
    assert width(page) <= 390
