"""Letting phones in and sending them away, with a whole box: its keys, its code, its list of phones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from boxes_for_tests import running_box
from browser_for_tests import Open, address, knows, next_page
from device.box import Box
from engine.events import Setup

pytestmark = pytest.mark.browser


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with running_box(tmp_path) as box:
        box.table.start(Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), {}, 0))
        yield box


@pytest.fixture
def port(box: Box) -> int:
    return box.server.port


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


def test_a_phone_scans_the_code_plays_is_changed_while_it_is_open_and_sent_away(
    box: Box, open_phone: Open
) -> None:
    first = scanned(open_phone, box.phones.address())
    assert [one.role for one in box.phones.all()] == ["admin"]
    go(first, "/phone")
    code = code_on(first)
    assert code == first.inner_text(".address") == box.phones.address()
    second = scanned(open_phone, code, user_agent="Mozilla/5.0 (Linux; Android 15) Chrome/140")
    second.locator("#throw-sheet summary").click()
    second.click('#throw-sheet button[value="3/4"]')
    second.locator(".words").first.wait_for()
    assert "key=" not in second.url
    assert str(box.table.model.actions[-1].action) == "3/4"

    go(first, "/phones")
    android = first.locator("article section", has_text="Android")
    android.locator("input[name=name]").fill("Ravi’s telephone")
    with next_page(first):
        android.locator("text=Rename").click()
    theirs = first.locator("article section", has_text="Ravi’s telephone")
    for role in ("watches", "plays"):
        theirs.locator("select[name=role]").select_option(label=role)
        with next_page(first):
            theirs.locator("text=Choose").click()
        if role == "watches":
            watches(second)
    second.locator("#arrange-open").wait_for(state="attached")
    knows(second)
    with next_page(first):
        theirs.locator("text=Unpair").click()
    with next_page(first):
        first.click("text=Unpair it")
    watches(second)
    third = scanned(open_phone, code)
    third.locator("text=This key does not fit").wait_for()
    go(first, "/phone")
    again = scanned(open_phone, code_on(first))
    again.locator(".moves button").first.wait_for(state="attached")
