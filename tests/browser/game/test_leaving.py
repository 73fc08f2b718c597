"""A page that leaves leaves once: a second way out would cut the first off, and load everything twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import knows
from ports_for_tests import House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]


@pytest.mark.parametrize(
    ("path", "news"), [("/", "/api/v1/state"), ("/blind", "/api/v1/state"), ("/tv", "/tv")]
)
def test_news_that_come_while_the_next_page_loads_do_not_ask_for_it_again(
    house: House, open_phone: Open, path: str, news: str
) -> None:
    house.start()
    page = open_phone(path=path)
    held: list[Any] = []

    def hold(route: Any) -> None:
        if route.request.is_navigation_request():
            held.append(route)
        else:
            route.continue_()

    page.route("**/*", hold)
    for _game in range(2):
        with page.expect_response(lambda answer: answer.url.endswith(news)) as answer:
            house.start()
        answer.value.finished()
        page.wait_for_timeout(300)
    assert len(held) == 1
    with page.expect_navigation():
        held[0].continue_()
    if path == "/":
        knows(page)


@pytest.mark.parametrize(
    "path", ["/", "/blind", "/tv", "/overlay", "/new", "/conduct", "/sound", "/eye", "/board/seen"]
)
def test_a_page_that_the_browser_brings_back_is_made_fresh(house: House, open_phone: Open, path: str) -> None:
    house.start()
    page = open_phone(path=path, admin=True)
    page.evaluate("document.getElementById('menu')?.setAttribute('open', '')")
    page.evaluate(
        "window.isOld = true; window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))"
    )
    assert page.locator("#menu[open]").count() == 0
    with page.expect_navigation():
        page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    page.wait_for_load_state()
    assert page.evaluate("window.isOld") is None
