"""The first evening in real Chromium: a new box asks who plays what; the next begins with two taps."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from boxes_for_tests import running_box, unused_port
from browser_for_tests import Open, next_page
from device.box import Box
from engine.ending import Agree
from engine.table.commands import PlayMove

pytestmark = pytest.mark.browser


@pytest.fixture
def port() -> int:
    return unused_port()


@pytest.fixture
def home(tmp_path: Path, port: int) -> Callable[[], AbstractContextManager[Box]]:
    """Start a box as often as is wanted, at first in an empty folder; nobody asks it for a game."""
    return lambda: running_box(tmp_path, camera="film", port=port, begins=False)


def test_a_new_box_asks_who_plays_what_and_the_next_evening_begins_with_two_taps(
    home: Callable[[], AbstractContextManager[Box]], open_phone: Open
) -> None:
    with home() as box:
        page = open_phone(plays=False, path=f"/?key={box.phones.key}")
        page.get_by_role("heading", name="Welcome to the table").wait_for()
        television = open_phone(plays=False, path="/tv")
        television.get_by_text("No game lies on the table.").wait_for()
        assert not box.table.has_game
        with next_page(page):
            page.get_by_role("link", name="Pachisi").click()
        fields = page.locator("input[name=name]")
        assert [fields.nth(seat).input_value() for seat in range(4)] == [""] * 4
        fields.nth(0).fill("Asha")
        fields.nth(1).fill("Ravi & Mina")
        page.get_by_role("button", name="Begin", exact=True).click()
        # With the film there is no tray to find: the game comes at once, on every screen.
        page.locator("svg.board").wait_for()
        television.locator("svg.board").wait_for()
        assert box.table.model.setup.members == (("Asha",), ("Ravi", "Mina"))
        page.set_viewport_size({"width": 375, "height": 667})
        page.get_by_label("Menu").first.click()
        menu = page.locator("#menu nav")
        assert menu.get_by_role("heading").count() == 4
        shown = menu.bounding_box()
        assert 0 <= shown["x"] <= 375 - shown["width"]
        assert shown["y"] + shown["height"] <= 667
        assert all(link.bounding_box()["height"] >= 44 for link in menu.get_by_role("link").all())
        last = menu.get_by_role("link").last
        last.focus()
        assert last.bounding_box()["y"] + 44 <= 667
        box.table.do(PlayMove(Agree((0,))))
    with home() as box:
        # The page that is open comes back by itself.
        page.get_by_text("Asha, Ravi and Mina").wait_for()
        page.get_by_role("link", name="Chowka Bhara").click()
        page.get_by_role("button", name="Begin", exact=True).click()
        page.locator("svg.board").wait_for()
        assert box.table.model.setup.names == ("Asha", "Ravi", "Mina")
