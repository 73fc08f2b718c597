"""A game is begun: a newcomer is led on, and house rules are chosen, mended and shared."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from browser_for_tests import HOST, Open, Phones, address, knows, next_page, unfold, width
from engine.house import house_rules
from ports_for_tests import KEY, House

pytestmark = pytest.mark.browser

NAME = "Grandmother's rules"
LONG = "ಅಜ್ಜಿಯಮನೆಯನಿಯಮಗಳುಬಹಳಉದ್ದವಾದಹೆಸರಿನೊಂದಿಗೆ"[:40]


def begin(page: Any, *names: str) -> None:
    """Write names, and begin."""
    for seat, name in enumerate(names):
        page.locator("input[name=name]").nth(seat).fill(name)
    page.locator("form.new > button.main").click()
    page.locator(".whose").wait_for()


def test_a_newcomer_goes_from_the_rules_over_the_eye_to_the_game(house: House, open_phone: Open) -> None:
    house.sight.now, house.sight.new = None, True
    page = open_phone(admin=True, path="/new")
    page.get_by_role("textbox").nth(0).fill("Lotte")
    page.get_by_role("textbox").nth(1).fill("Jan")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_url("**/eye?first=1")
    card = page.locator(".card.first")
    assert card.get_by_role("button").all_inner_texts() == ["Find the tray"]
    assert card.get_by_role("link").all_inner_texts() == ["Later: to the game now"]
    found, house.sight.found = house.sight.found, None
    card.get_by_role("button").click()
    page.get_by_text("No rim was found").wait_for()
    house.sight.found = found
    card.get_by_role("button", name="Find the tray").click()
    page.wait_for_url("**/eye?first=1")
    card.get_by_text("The eye knows where you throw.").wait_for()
    page.get_by_role("button", name="Measure the light").click()
    page.wait_for_url("**/eye?first=1#light")
    page.get_by_text("The light is good").wait_for()
    card.get_by_role("link", name="To the game").click()
    page.locator("svg.board").wait_for()


def test_the_card_hears_that_another_phone_has_set_the_tray(house: House, open_phone: Open) -> None:
    house.start()
    house.sight.now, house.sight.new = None, True
    page = open_phone(admin=True, path="/eye?first=1")
    page.locator(".card.first", has_text="One thing before you play").wait_for()
    house.sight.find_tray()
    page.locator(".card.first", has_text="The eye knows where you throw.").wait_for()
    assert page.locator("article.leading").count() == 0


def test_rules_are_chosen_marked_kept_under_a_name_and_played_by(house: House, open_phone: Open) -> None:
    page = open_phone(path="/new?game=pachisi")
    for shown in (".games.row", ".names", "#rules > summary", "button.main"):
        box = page.locator(shown).bounding_box()
        assert 0 <= box["y"] <= 844 - box["height"], "all stands in one view"
    page.locator("input[name=name]").first.fill("Lotte")
    page.click("#rules > summary")
    page.check('input[value="seven"]')
    page.click("#options > summary")
    page.click("#options-start > summary")
    page.click("#options-throws > summary")
    option, badge = page.locator("#option-cancel"), page.locator("#options-throws .changed")
    select, back, line = (
        option.locator("select"),
        option.locator("button.back"),
        page.locator("#rules > summary b"),
    )
    usual = line.inner_text()
    # The drawing's shells with their backs up are there, changed or not.
    assert option.locator(".cowrie.back").first.bounding_box()["height"] > 5
    assert not back.is_visible()
    assert not badge.is_visible()
    select.select_option("true")
    assert badge.is_visible()
    assert line.inner_text() != usual
    back.click()
    assert line.inner_text() == usual
    assert select.input_value() == ""
    assert not back.is_visible()
    assert not badge.is_visible()
    page.select_option('select[name="option-gate"]', "true")
    page.fill('input[name="house"]', NAME)
    with next_page(page):
        page.click(".keep button")
    for _ in range(2):  # it can be loaded again with all that was typed
        assert NAME in line.inner_text()
        assert page.locator('input[value^="shared-"]').is_checked()
        assert page.locator("input[name=name]").first.input_value() == "Lotte"
        page.reload()
    page.fill('input[name="name"] >> nth=0', "Mina")
    page.fill('input[name="name"] >> nth=1', "Dev")
    with next_page(page):
        page.click("button.main.wide")
    page.locator(".whose").wait_for()
    setup = house.table.model.setup
    assert (setup.options, str(setup.house)) == ({"gate": True}, NAME)


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


def test_the_code_of_house_rules_is_scanned_from_the_screen_and_opened_on_another_phone(
    house: House, open_phone: Open
) -> None:
    house.book.save(house_rules("pachisi", "seven", {"gate": True, "table": "seven-35"}, name=LONG))
    page = open_phone(path="/house/1", color_scheme="dark", device_scale_factor=2)
    link = scanned(page.locator(".qr").screenshot())
    assert link == page.locator(".address").inner_text()
    box, path = link[: len("http://192.168.1.20:8000")], link[len("http://192.168.1.20:8000") :]
    assert (box, "key" in path.partition("rules=")[0]) == ("http://192.168.1.20:8000", False)
    player = open_phone()
    player.goto(address(player, path))
    assert width(player) <= 390
    with next_page(player):
        player.click("a.button.main")
    begin(player, "Mina", "Dev")
    assert str(house.table.model.setup.house) == LONG
    assert house.table.model.setup.options == {"gate": True, "table": "seven-35"}


def test_one_tap_mends_rules_that_contradict_one_another(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(path="/new?game=pachisi")
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


def test_a_long_name_is_never_cut_while_it_is_typed_and_enter_in_that_of_the_rules_begins_and_keeps(
    house: House, open_phone: Open
) -> None:
    page = open_phone(path="/new")
    page.get_by_role("textbox").nth(0).fill("Asha")
    field = page.get_by_role("textbox").nth(1)
    field.fill("")
    page.keyboard.type("Maximiliana Aleksandra Wiśniewska-Łęcka-Nowak")
    with next_page(page):
        page.get_by_role("button", name="Begin", exact=True).click()
    page.get_by_role("alert").first.wait_for()
    assert field.input_value() == "Maximiliana Aleksandra Wiśniewska-Łęcka-Nowak"
    assert not house.table.has_game
    field.fill("Maximiliana")
    unfold(page, "#rules")
    page.fill('input[name="house"]', "Ours")
    with next_page(page):
        page.press('input[name="house"]', "Enter")
    page.locator("svg.board").wait_for()
    assert house.table.model.setup.names == ("Asha", "Maximiliana")
    assert str(house.table.model.setup.house) == "Ours"


def test_a_game_that_is_begun_while_the_box_is_away_keeps_what_was_typed(
    house: House, open_phone: Open
) -> None:
    house.start()
    page = open_phone(admin=True, path="/new?game=pachisi")
    page.get_by_role("textbox").nth(0).fill("Lotte")
    page.click("#rules > summary")
    page.get_by_text("Seven cowries", exact=True).click()
    page.context.set_offline(True)
    for _ in range(2):
        page.get_by_role("button", name="Begin", exact=True).click()
        page.locator("body:not(.busy) #unsent", has_text="The box was away").wait_for()
    shown = page.locator("#unsent").bounding_box()
    assert 0 <= shown["y"] < 844
    assert page.get_by_role("textbox").nth(0).input_value() == "Lotte"
    page.context.set_offline(False)
    page.get_by_role("button", name="Begin", exact=True).click()
    page.locator("svg.board").wait_for()
    assert (house.table.model.setup.names[0], house.table.model.setup.preset) == ("Lotte", "seven")
    assert house.table.model.game == 2
    page.goto(address(page, "/eye"))
    page.context.set_offline(True)
    page.get_by_role("button", name="Measure the light").click()
    page.locator("body:not(.busy) #unsent:not(:empty)").wait_for()
    page.context.set_offline(False)
    page.get_by_role("button", name="Measure the light").click()
    page.get_by_text("The light is good").wait_for()


COVERED = """() => [...document.querySelectorAll("main :is(h1, h2, p, button, a)")].filter((one) => {
    const box = one.getBoundingClientRect();
    const shown = box.width && box.bottom > 1 && box.top < innerHeight - 1 && one.textContent.trim();
    if (!shown || one.closest("#said")) return false;
    const x = box.x + box.width / 2, y = Math.min(Math.max(box.y + box.height / 2, 1), innerHeight - 1);
    const message = document.querySelector("#said").getBoundingClientRect();
    return message.height && x > message.x && x < message.right && y > message.y && y < message.bottom;
}).map((one) => one.textContent.trim().slice(0, 60))"""
"""Lists what lies under the message."""


def test_a_message_covers_nothing(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(admin=True, path="/eye")
    with next_page(page):
        page.get_by_role("button", name="Find the tray").click()
    page.locator("#said p").wait_for()
    for wide, high in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": wide, "height": high})
        for type_size in ("100%", "200%"):
            page.evaluate("size => { document.documentElement.style.fontSize = size; }", type_size)
            assert page.evaluate(COVERED) == [], (wide, type_size)
            assert page.locator("#said").bounding_box()["y"] < page.locator("h1").bounding_box()["y"]


def test_the_boxs_clock_is_held_against_the_phones(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone()
    page.goto(address(page, "/status"))
    page.get_by_text("This phone thinks so, too.").wait_for()
    page.add_init_script("const now = Date.now; Date.now = () => now() - 30 * 60000;")
    page.reload()
    page.get_by_text("This phone’s clock is 30 minutes away from it: one of the two is wrong.").wait_for()
    page.add_init_script("Date.now = () => 0;")  # a phone that lost its clock
    page.reload()
    page.get_by_text("days away from it: one of the two is wrong.").wait_for()


SAFARI_15 = """
    delete HTMLFormElement.prototype.requestSubmit;
    const Plain = FormData;
    window.FormData = function (form) { return new Plain(form); };
"""
"""What an older Safari lacks."""


def test_an_older_safari_types_throws_and_sends_forms_with_their_buttons(
    house: House, phones: Phones, port: int
) -> None:
    house.start()
    context = phones.new()
    context.add_init_script(SAFARI_15)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"http://{HOST}:{port}/?key={KEY}")
    knows(page)
    page.click("#throw-sheet summary")
    page.locator("#throw-sheet .panel:not(.fresh)").wait_for()
    page.click('#throw-sheet button[value="3/4"]')
    page.locator(".words").first.wait_for()
    page.goto(address(page, "/new?game=pachisi"))
    page.click("#rules > summary")
    page.fill("#rules-form input[name=house]", NAME)
    with next_page(page):
        page.click(".keep button")
    assert len(house.book.all()) == 1
    page.goto(address(page, "/new?game=pachisi"))
    begin(page, "Mina", "Dev")
    assert house.table.model.setup.names == ("Mina", "Dev")
    context.close()
    assert errors == []
