"""From the last movement in the tray to the change of the clock on open pages, in one figure.

A match is played with the built-in film: the dice are lifted, the eye sees the tray bare, the journal writes
that the turn is over, and Chromium, which has the play page and the television open, shows the other
player's clock running. Needs Playwright and Chromium, the tools of those who change the page.
"""

from __future__ import annotations

import argparse
import math
import tempfile
import time
from collections.abc import Iterator, Sequence
from typing import Any

from tests.bench.box.page import CHROMIUM, PHONE
from tests.bench.box.process import BenchError, Helper, free_port
from tests.bench.figures import Figure, percentile, told

PAGES = {"the play page": ("/", PHONE), "the television": ("/tv", {"width": 1280, "height": 720})}

GOAL_MS = 700.0

_LATE_S = 5.0
"""What has not come by then is no change of this lift."""

_WATCHED = """
window.ran = [];
addEventListener("DOMContentLoaded", () => {
  const look = () => {
    const seat = document.querySelector("[data-clock].runs")?.dataset.clock;
    if (seat === undefined || seat === window.ran.at(-1)?.[0]) return;
    window.ran.push([seat, (performance.timeOrigin + performance.now()) / 1000]);
  };
  new MutationObserver(look).observe(document.body, {
    subtree: true, childList: true, attributes: true, attributeFilter: ["class"],
  });
});
"""
"""Keeps whose clock began to run, and when by the wall clock."""


def turn_end(asked: argparse.Namespace) -> Iterator[Figure]:
    """Let so many turns end by lifting the dice, and measure up to each page.

    Raises:
        BenchError: If there is no browser to do it with.
    """
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        raise BenchError("Playwright is not installed: it comes with the tools for tests") from error
    port = str(free_port())
    with (
        tempfile.TemporaryDirectory(prefix="charkoni-bench-") as folder,
        Helper("lifted_dice", folder, port) as box,
        sync_playwright() as driver,
    ):
        box.first("key")
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        pages = {name: _opened(browser, port, *where) for name, where in PAGES.items()}
        began = time.time()
        for _ in range(asked.turns):
            box.first("closed")
        time.sleep(_LATE_S)
        ran = {name: page.evaluate("window.ran") for name, page in pages.items()}
        browser.close()
        lines = box.end()
    lifts, closed = (
        [at for word, at in lines if word == what and at > began] for what in ("lifted", "closed")
    )
    yield from figures(lifts, closed, ran)


def figures(
    lifts: Sequence[float], closed: Sequence[float], ran: dict[str, list[tuple[str, float]]]
) -> Iterator[Figure]:
    """Put the times together; all in seconds by the wall clock.

    Args:
        lifts: When the dice were gone from the tray.
        closed: When turns were ended by that.
        ran: Of each page, whose clock began to run, and when.
    """
    ends = [
        (lift, at)
        for lift, until in zip(lifts, [*lifts[1:], math.inf], strict=True)
        for at in [next((one for one in closed if lift < one < until), None)]
        if at is not None
    ]
    seen = [1000 * (at - lift) for lift, at in ends]
    yield Figure(
        "dice lifted to the end of the turn, 95 %",
        percentile(seen, 95),
        "ms",
        len(seen),
        None,
        told(seen, "ms"),
    )
    for name, changes in ran.items():
        late = []
        for lift, at in ends:
            shown = next((one for _, one in changes if at - 0.05 < one < lift + _LATE_S), None)
            if shown is not None:
                late.append(1000 * (shown - lift))
        missed = len(ends) - len(late)
        note = told(late, "ms") + (f"; {missed} not seen" if missed else "")
        yield Figure(
            f"dice lifted to {name}’s clock, 95 %", percentile(late, 95), "ms", len(late), GOAL_MS, note
        )


def _opened(browser: Any, port: str, path: str, size: dict[str, int]) -> Any:
    page = browser.new_context(viewport=size).new_page()
    page.add_init_script(_WATCHED)
    page.goto(f"http://127.0.0.1:{port}{path}")
    page.wait_for_selector("[data-clock]")
    return page
