"""The letters come when they come: nothing waits for them, and nothing moves."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import more
from engine.throw import Cowries
from ports_for_tests import House

pytestmark = pytest.mark.browser

MOVED = """
window.moved = [];
window.watch = () => new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) {
    window.moved.push([value, ...sources.map(({ node }) => node?.textContent.trim().slice(0, 40))]);
  }
}).observe({ type: "layout-shift" });
"""


def stands_in() -> bool:
    """True if this machine has a font that stands in for ours."""
    told = subprocess.run(["fc-list", ":", "fullname"], capture_output=True, text=True, check=False).stdout
    return any(name in told for name in ("DejaVu Serif", "Liberation Serif", "Noto Serif"))


@pytest.mark.skipif(not stands_in(), reason="this machine has none of the fonts that stand in")
def test_the_letters_come_late_and_nothing_moves(house: House, open_phone: Callable[..., Any]) -> None:
    house.start("pachisi", "six", ("Asha", "Ravi", "Mina", "Dev"))
    house.table.throw(Cowries(2, 6), source="typed")
    page = open_phone(path="/out")
    page.add_init_script(MOVED)
    held: list[Any] = []
    page.route("**/*.woff2", lambda route: held.append(route))
    with page.expect_response("**/api/v1/state"):
        page.goto(page.url.rsplit("/", 1)[0], wait_until="domcontentloaded")
    page.locator("#men .can").first.wait_for()
    page.evaluate("watch()")
    for font in held:
        font.continue_()
    page.evaluate("document.fonts.ready.then(() => null)")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("document.fonts.check('17px \"Noto Serif\"', 'Asha')")
    assert page.evaluate("moved") == []


def test_without_the_letters_the_page_is_played_all_the_same(
    house: House, open_phone: Callable[..., Any]
) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    page = open_phone(path="/out")
    page.route("**/*.woff2", lambda route: route.abort())
    page.goto(page.url.rsplit("/", 1)[0])
    more(page)
    page.locator(".moves button").first.click()
    page.locator('.hit.to[data-square="r3c4"]').wait_for()
