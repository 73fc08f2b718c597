"""The page in an older Safari: Chromium without what that lacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from browser_for_tests import HOST, Phones, knows, next_page
from engine.throw import Cowries
from ports_for_tests import ADMIN_TOKEN, KEY, House
from web.auth.access import COOKIE

pytestmark = pytest.mark.browser

SAFARI_15 = """
    delete HTMLFormElement.prototype.requestSubmit;
    const Plain = FormData;
    window.FormData = function (form) { return new Plain(form); };
"""


@pytest.fixture
def page(phones: Phones, house: House, port: int) -> Iterator[Any]:
    house.start()
    context = phones.new()
    context.add_init_script(SAFARI_15)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"http://{HOST}:{port}/?key={KEY}")
    knows(page)
    yield page
    context.close()
    assert errors == []


def at(page: Any, path: str) -> None:
    page.goto("/".join(page.url.split("/")[:3]) + path)


def test_a_throw_is_typed(house: House, page: Any) -> None:
    page.click("#throw-sheet summary")
    page.locator("#throw-sheet .panel:not(.fresh)").wait_for()
    page.click('#throw-sheet button[value="3/4"]')
    page.locator(".words", has_text="3 mouths up of 4 = 3").wait_for()
    assert [action.action for action in house.table.model.actions] == [Cowries(3, 4)]


def test_plain_forms_are_sent_with_their_buttons_to_where_these_lead(house: House, page: Any) -> None:
    at(page, "/new?game=pachisi")
    page.click("#rules > summary")
    page.fill("#rules-form input[name=house]", "Grandmother's")
    with next_page(page):
        page.get_by_role("button", name="Keep them without beginning").click()
    assert len(house.book.everything()) == 1
    at(page, "/new?game=pachisi")
    for seat, name in enumerate(("Mina", "Dev")):
        page.locator("input[name=name]").nth(seat).fill(name)
    with next_page(page):
        page.get_by_role("button", name="Begin", exact=True).last.click()
    assert house.table.model.setup.names == ("Mina", "Dev")


def test_a_lamp_is_tried(house: House, page: Any) -> None:
    page.context.add_cookies([{"name": COOKIE, "value": ADMIN_TOKEN, "url": page.url}])
    at(page, "/sound")
    page.locator('.trials button[value="lamp-1"]').click()
    page.locator(".tried:not(:empty)").first.wait_for()
    assert house.lamps.tried == ["lamp-1"]
