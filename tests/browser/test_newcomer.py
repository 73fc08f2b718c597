"""What a newcomer sees in real Chromium: one next step, questions, and messages that cover nothing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest

from browser_for_tests import address, next_page
from journals_for_tests import play_on
from ports_for_tests import House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
SIZES = [{"width": 390, "height": 844}, {"width": 1280, "height": 800}]
LONG = "Maximiliana Aleksandra Wiśniewska-Łęcka-Nowak"

COVERED = """() => [...document.querySelectorAll("main :is(h1, h2, p, button, a)")].filter((one) => {
    const box = one.getBoundingClientRect();
    const shown = box.width && box.bottom > 1 && box.top < innerHeight - 1 && one.textContent.trim();
    if (!shown || one.closest("#said")) return false;
    const x = box.x + box.width / 2, y = Math.min(Math.max(box.y + box.height / 2, 1), innerHeight - 1);
    const message = document.querySelector("#said").getBoundingClientRect();
    return message.height && x > message.x && x < message.right && y > message.y && y < message.bottom;
}).map((one) => one.textContent.trim().slice(0, 60))"""
"""Lists what lies under the message."""


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


def covers_nothing(page: Any) -> None:
    """The message is above the heading and on nothing, small and large, on a phone and on a desktop."""
    for size in SIZES:
        page.set_viewport_size(size)
        for type_size in ("100%", "200%"):
            page.evaluate("size => { document.documentElement.style.fontSize = size; }", type_size)
            assert page.evaluate(COVERED) == [], (size, type_size)
            assert page.locator("#said").bounding_box()["y"] < page.locator("h1").bounding_box()["y"]


def test_a_message_covers_nothing(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(admin=True, path="/eye")
    with next_page(page):
        page.get_by_role("button", name="Find the tray").click()
    page.locator("#said p", has_text="Found: 100 %").wait_for()
    covers_nothing(page)
    page.goto(address(page, "/sound"))
    with next_page(page):
        page.get_by_role("button", name="Keep it so").click()
    page.locator("#said p", has_text="from now on").wait_for()
    covers_nothing(page)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_trial_is_told_in_its_row_where_the_finger_is(house: House, open_phone: Open, script: bool) -> None:
    house.start()
    page = open_phone(admin=True, path="/sound", java_script_enabled=script)
    for name in ("voice", "red"):
        with nullcontext() if script else next_page(page):
            page.locator(f"#try-{name} button").click()
        page.locator(f"#try-{name} .tried", has_text="Tried just now.").wait_for()
        assert page.locator(".tried:not(:empty)").count() == 1
        box = page.locator(f"#try-{name} .tried").bounding_box()
        assert 0 <= box["y"] < 844 - box["height"]
    assert house.lamps.tried == ["voice", "red"]


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_phone_is_unpaired_after_a_question_and_not_by_one_tap(
    house: House, open_phone: Open, script: bool
) -> None:
    house.start()
    house.phones.rename("player", "Ravi’s telephone")
    page = open_phone(admin=True, path="/phones", java_script_enabled=script)
    with next_page(page):
        page.get_by_role("link", name="Unpair: Ravi’s telephone").click()
    page.get_by_role("heading", name="Unpair: Ravi’s telephone").wait_for()
    with next_page(page):
        page.get_by_role("link", name="Leave it paired").click()
    assert page.url == address(page, "/phones")
    assert house.player().state()["role"] == "player"
    with next_page(page):
        page.get_by_role("link", name="Unpair: Ravi’s telephone").click()
    with next_page(page):
        page.get_by_role("button", name="Unpair it").click()
    page.locator("#said", has_text="Ravi’s telephone only watches now").wait_for()
    assert house.player().state()["role"] == "watcher"
    with next_page(page):
        page.get_by_role("link", name="Unpair: Asha").click()
    page.get_by_text("This is the only phone that may change the box").wait_for()
    assert page.get_by_role("button", name="Unpair").count() == 0


def test_rules_are_kept_and_the_page_is_loaded_again_with_all_that_was_typed(
    house: House, open_phone: Open
) -> None:
    page = open_phone(path="/new")
    page.get_by_role("textbox").nth(0).fill("Lotte")
    page.click("#rules > summary")
    page.get_by_label("A name, such as").fill("Ours")
    with next_page(page):
        page.get_by_role("button", name="Keep them without beginning").click()
    page.locator("#said", has_text="Kept: Ours, version 1.").wait_for()
    for _ in range(2):
        assert page.get_by_role("textbox").nth(0).input_value() == "Lotte"
        assert page.locator('input[name="preset"]:checked').get_attribute("value") == "house-1-1"
        page.reload()
    assert "/new?" in page.url
    page.goto(address(page, "/new/keep"))
    assert page.url == address(page, "/new")
    assert len(house.book.everything()[0].versions) == 1


def test_a_long_name_is_never_cut_while_it_is_typed(house: House, open_phone: Open) -> None:
    page = open_phone(path="/new")
    page.get_by_role("textbox").nth(0).fill("Asha")
    field = page.get_by_role("textbox").nth(1)
    field.fill("")
    page.keyboard.type(LONG)
    with next_page(page):
        page.get_by_role("button", name="Begin", exact=True).click()
    page.get_by_role("alert").filter(has_text="at most 40 letters fit").wait_for()
    assert field.input_value() == LONG
    assert not house.table.has_game
    field.fill("Maximiliana")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.locator("svg.board").wait_for()
    assert house.table.model.setup.names == ("Asha", "Maximiliana")


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desktop"])
def test_throws_of_all_games_fit_the_screen(house: House, open_phone: Open, size: dict[str, int]) -> None:
    house.start()
    play_on(house.table, 40, seed=3)
    page = open_phone(path="/games")
    page.set_viewport_size(size)
    with next_page(page):
        page.get_by_role("link", name="Throws of all games").click()
    page.locator("svg.tally").wait_for()
    page.locator(".fairness summary").click()
    rows = page.locator(".fairness tbody tr").all_inner_texts()
    assert sum(int(row.split("\t")[1]) for row in rows) == 40
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


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
    assert 0 <= shown["y"] < SIZES[0]["height"]
    assert page.get_by_role("textbox").nth(0).input_value() == "Lotte"
    page.context.set_offline(False)
    page.get_by_role("button", name="Begin", exact=True).click()
    page.locator("svg.board").wait_for()
    assert (house.table.model.setup.names[0], house.table.model.setup.preset) == ("Lotte", "seven")
    assert house.table.model.game == 2


def test_a_button_of_the_eye_says_that_the_box_is_away_and_can_be_touched_again(
    house: House, open_phone: Open
) -> None:
    house.start()
    page = open_phone(admin=True, path="/eye")
    page.context.set_offline(True)
    page.get_by_role("button", name="Measure the light").click()
    page.locator("body:not(.busy) #unsent", has_text="The box was away").wait_for()
    page.context.set_offline(False)
    page.get_by_role("button", name="Measure the light").click()
    page.get_by_text("The light is good").wait_for()


def test_the_admin_is_asked_before_another_phone_may_change_the_box(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(admin=True, path="/phones")
    section = page.locator("section", has_text="a phone without a name")

    def choose() -> None:
        section.locator("select").select_option("admin")
        with next_page(page):
            section.get_by_role("button", name="Choose").click()
        page.get_by_role("heading", name="plays and changes the box?").wait_for()

    choose()
    with next_page(page):
        page.get_by_role("link", name="Leave it as it was").click()
    assert house.player().state()["role"] == "player"
    choose()
    with next_page(page):
        page.get_by_role("button", name="Choose").click()
    page.locator("#said p", has_text="now: plays and changes the box").wait_for()
    assert house.player().state()["role"] == "admin"
