"""Letting phones in and sending them away, with a whole box: its keys, its code, its list of phones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from boxes_for_tests import running_box
from browser_for_tests import address, knows, next_page
from device.box import Box
from engine.events import Setup
from engine.throw import Cowries

pytestmark = pytest.mark.browser

Open = Callable[..., Any]


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with running_box(tmp_path) as box:
        box.table.start(Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), {}, 0))
        yield box


@pytest.fixture
def port(box: Box) -> int:
    return box.server.port


@pytest.fixture
def first(box: Box, open_phone: Open) -> Any:
    """The first phone that is let in: it may change the box."""
    page = scanned(open_phone, box.phones.address())
    assert [one.role for one in box.phones.everyone()] == ["admin"]
    return page


def scanned(open_phone: Open, address: str, **settings: Any) -> Any:
    """Open on a new phone what its camera read from the code."""
    return open_phone(plays=False, path="/" + address.split("/", 3)[3], **settings)


def code_on(page: Any) -> str:
    """Read the code on a page as another phone's camera does."""
    drawn = page.locator(".qr").screenshot()
    picture = cv2.imdecode(np.frombuffer(drawn, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(picture)
    return str(text)


def go(page: Any, path: str) -> None:
    page.goto(address(page, path))


def watches(page: Any) -> None:
    page.locator(".watch", has_text="This phone watches").wait_for()
    assert page.locator("form[data-api], #did, #arrange, .can").count() == 0


def test_a_phone_that_scans_the_code_plays_and_stands_in_the_list(
    box: Box, first: Any, open_phone: Open
) -> None:
    first.click("#menu summary")
    with next_page(first):
        first.click("text=Add a phone")
    code = code_on(first)
    assert code == first.inner_text(".address") == box.phones.address()
    second = scanned(open_phone, code, user_agent="Mozilla/5.0 (Linux; Android 15) Chrome/140")
    second.locator("#throw-sheet summary").click()
    second.click('#throw-sheet button[value="3/4"]')
    second.locator(".words", has_text="3 mouths up of 4 = 3").wait_for()
    assert "key=" not in second.url
    assert str(box.table.model.actions[-1].action) == "3/4"

    go(first, "/phones")
    assert first.locator("article section:not(.programs)").count() == 2
    android = first.locator("article section").nth(1)
    assert "Android" in android.locator("h2").inner_text()
    assert "plays" in android.inner_text()
    android.locator("input[name=name]").fill("Ravi’s telephone")
    with next_page(first):
        android.locator("text=Rename").click()
    first.locator("h2", has_text="Ravi’s telephone").wait_for()


def test_an_unpaired_phone_only_watches_at_once_and_its_old_code_lets_nobody_in(
    box: Box, first: Any, open_phone: Open
) -> None:
    code = box.phones.address()
    second = scanned(open_phone, code)
    box.table.throw(Cowries(3, 4), source="typed")
    second.locator(".moves button").first.wait_for(state="attached")
    go(first, "/phones")
    with next_page(first):
        first.locator("article section").nth(1).locator("text=Unpair").click()
    with next_page(first):
        first.click("text=Unpair it")
    first.locator("#said", has_text="only watches now").wait_for()
    watches(second)
    third = scanned(open_phone, code)
    third.locator("text=This key does not fit").wait_for()
    go(first, "/phone")
    again = scanned(open_phone, code_on(first))
    again.locator(".moves button").first.wait_for(state="attached")


def test_what_a_phone_may_do_is_changed_while_it_is_open(box: Box, first: Any, open_phone: Open) -> None:
    second = scanned(open_phone, box.phones.address())
    second.locator("#arrange-open").wait_for(state="attached")
    go(first, "/phones")

    def choose(role: str) -> None:
        section = first.locator("article section").nth(1)
        section.locator("select[name=role]").select_option(label=role)
        with next_page(first):
            section.locator("text=Choose").click()
        first.locator("#said p").wait_for()

    choose("watches")
    watches(second)
    choose("plays")
    second.locator("#throw-sheet summary").wait_for()
    knows(second)
    second.click("#throw-sheet summary")
    second.click('#throw-sheet button[value="2/4"]')
    go(first, "/")
    first.locator(".words", has_text="2 mouths up of 4 = 2").wait_for()


def test_the_last_phone_that_may_change_the_box_cannot_be_sent_away(box: Box, first: Any) -> None:
    go(first, "/phones")
    with next_page(first):
        first.click("text=Unpair")
    first.locator("text=This is the only phone that may change the box").wait_for()
    assert [one.role for one in box.phones.everyone()] == ["admin"]


def test_a_phone_leaves_by_itself(box: Box, first: Any, open_phone: Open) -> None:
    second = scanned(open_phone, box.phones.address())
    go(second, "/out")
    with next_page(second):
        second.click("text=Leave with this phone")
    watches(second)
    assert [one.role for one in box.phones.everyone()] == ["admin"]
    go(second, "/phones")
    second.locator("text=This phone may only watch").wait_for()
