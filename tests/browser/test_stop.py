"""The box is stopped from a page: every open page says how it is started again, until it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from boxes_for_tests import running_box, unused_port
from browser_for_tests import HOST, SPOKEN, Phones, knows, next_page

pytestmark = pytest.mark.browser

TOLD = "The box has been stopped. The game is kept. To start it again, type “charkoni play” on its computer."


@pytest.fixture
def opened(phones: Phones) -> Any:
    contexts = []

    def one(address: str) -> Any:
        context = phones.new()
        contexts.append(context)
        page = context.new_page()
        page.add_init_script(SPOKEN)
        page.goto(address)
        return page

    yield one
    for context in contexts:
        context.close()


def test_every_open_page_says_how_the_box_is_started_again(
    tmp_path: Path, opened: Callable[..., Any]
) -> None:
    port = unused_port()
    origin = f"http://{HOST}:{port}"
    with running_box(tmp_path, port=port) as box:
        admin = opened(f"{origin}/?key={box.phones.address().partition('key=')[2]}")
        knows(admin)
        play, television, spoken, overlay = map(
            opened, (f"{origin}/{one}" for one in ("", "tv", "blind", "overlay"))
        )
        knows(play)
        spoken.locator("#start").click()
        sound = admin.context.new_page()
        sound.goto(f"{origin}/sound")
        for page in (play, television, spoken, overlay, sound):
            page.wait_for_load_state("networkidle")
        admin.goto(f"{origin}/status")
        with next_page(admin):
            admin.get_by_role("link", name="Stop the box").click()
        assert not box.stop.is_set()
        with next_page(admin):
            admin.get_by_role("button", name="Stop the box").click()
        admin.get_by_text(TOLD.removeprefix("The box has been stopped. ")).wait_for()
        assert box.stop.wait(20)
        assert box._farewell is not None
        box._take_leave(box._farewell)
        for page in (play, television, sound):
            page.locator("#away:not([hidden])", has_text=TOLD).wait_for()
        for width, height in ((390, 844), (1280, 800)):
            play.set_viewport_size({"width": width, "height": height})
            play.locator("html.is-away #away", has_text=TOLD).wait_for()
            line, bar = play.locator("#away").bounding_box(), play.locator(".thumb").bounding_box()
            assert line["y"] + line["height"] <= bar["y"], "the bar hides none of it"
        spoken.wait_for_function("told => spoken.includes(told)", arg=TOLD)
        assert TOLD in television.locator("#away").inner_text()
        assert "The box is away." not in spoken.evaluate("spoken")
        assert "stopped" not in overlay.locator("body").inner_text()
    with running_box(tmp_path, port=port):
        for page in (play, television, sound):
            page.locator("#away", has_text="stopped").wait_for(state="detached")
            assert not page.locator("#away").is_visible()
