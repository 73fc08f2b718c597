"""Two phones on a table, in real Chromium, at an insecure origin as phones have it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any

import pytest
from werkzeug.exceptions import NotFound
from werkzeug.serving import BaseWSGIServer, make_server

from browser_for_tests import CHROMIUM, FLAGS, HEADLESS, HOST, Phones, knows
from ports_for_tests import ADMIN_TOKEN, TOKEN, House
from web.auth.access import COOKIE


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    if not CHROMIUM.exists():
        pytest.skip(f"{CHROMIUM} is not installed")
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=HEADLESS, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server() -> Iterator[BaseWSGIServer]:
    """One server for the houses of all tests: at the same address phones have its files already."""
    server = make_server("127.0.0.1", 0, NotFound(), threaded=True)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def port(house: House, server: BaseWSGIServer) -> Iterator[int]:
    server.app = house.app
    yield server.server_port
    house.app.extensions["live"].close()
    server.app = NotFound()


@pytest.fixture(scope="session")
def phones(chromium: Any) -> Phones:
    return Phones(chromium)


@pytest.fixture
def open_phone(phones: Phones, port: int) -> Iterator[Callable[..., Any]]:
    """Open the page on a phone of its own; one that shows a game has read its state.

    With `own_clock` a test may let the phone's clock run on; further settings are those of Playwright.
    An error of a script in any of them, or something that the page's own policy refuses, fails the test.
    """
    again, once = [], []
    errors: list[str] = []
    origin = f"http://{HOST}:{port}"

    def hear(message: Any) -> None:
        if message.type == "error" and "Content Security Policy" in message.text:
            errors.append(message.text)

    def open_one(
        *, plays: bool = True, admin: bool = False, path: str = "/", own_clock: bool = False, **settings: Any
    ) -> Any:
        context = phones.new(**settings) if own_clock else phones.take(**settings)
        (once if own_clock else again).append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", hear)
        if plays or admin:
            token = ADMIN_TOKEN if admin else TOKEN
            context.add_cookies([{"name": COOKIE, "value": token, "url": origin}])
        if own_clock:
            page.clock.install()
        page.goto(origin + path)
        if settings.get("java_script_enabled", True) and page.locator("div#play, #blind").count():
            knows(page)
        return page

    yield open_one
    for context in once:
        context.close()
    for context in again:
        phones.give_back(context, origin)
    assert errors == []


@pytest.fixture(scope="session")
def axe_script() -> str:
    found = pytest.importorskip("axe_playwright_python.base", reason="axe-core is not installed")
    return str(found.AXE_SCRIPT)
