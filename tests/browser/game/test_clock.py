"""The clock of a match on pages in Chromium runs with that of the box, whatever phone and network do."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from browser_for_tests import HOST, Open
from engine.match import TimeControl
from engine.table.commands import CallFlag, EndPause, GiveTime, Pause, TakeThrow, Undo
from engine.throw import Dice
from engines.random_matches import match_setup
from ports_for_tests import KEY, House
from slow_network import slow_network
from states import LONG, Scene, large_scores

pytestmark = pytest.mark.browser

WITHIN_S = 0.2
"""So near to the box's clock every page is."""

FLIPS = """
window.flips = [];
addEventListener("DOMContentLoaded", () => {
  new MutationObserver(() => {
    const text = document.querySelector('[data-clock="0"] .left')?.textContent;
    if (text && text !== window.flips.at(-1)?.[0]) window.flips.push([text, Date.now() / 1000]);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
});
"""
"""Keeps what the first player's clock has shown, and since when."""

BUSY = """
{
  const ask = window.fetch;
  window.asking = 0;
  window.fetch = async (...what) => {
    window.asking += 1;
    try { return await ask(...what); } finally { window.asking -= 1; }
  };
  const set = window.setInterval;
  window.setInterval = (does, wait_ms) => {
    if (wait_ms === 25_000) window.since = performance.now();
    return set(does, wait_ms);
  };
}
"""
"""Counts in `window.asking` what the page waits for, and keeps since when it asks for news now and then."""

SLOW = pytest.mark.slow  # many seconds go by; the others look at the same once

LEFT = "document.querySelector('[data-clock=\"0\"] .left').textContent"


def begin(house: House, *, delay_s: float = 0.0, reserve_s: float = 900.0) -> None:
    """Let the first player's time run."""
    house.table.start(match_setup(5, times=TimeControl(delay_s, reserve_s)))
    house.table.do(TakeThrow(Dice((3, 1))))


def seconds(text: str) -> int:
    """Read what a clock shows.

    >>> seconds("14:05")
    845
    """
    return sum(60**place * int(part) for place, part in enumerate(reversed(text.split(":"))))


def errors(house: House, page: Any) -> list[float]:
    """Tell by how many seconds each second was shown too late, or below 0 too early.

    One of them may be late on a machine that has much else to do; the middle one tells how near the clock is.
    """
    ahead_s = house.journal.stamps.now_s - time.time()
    found = house.clocks.latest(house.table.model)
    assert found is not None
    clock = found[1].clock
    flips = page.evaluate("window.flips")[2:]  # the first ones are what was shown at once
    return [seconds(text) - clock.remaining(at + ahead_s)[0] for text, at in flips]


@pytest.mark.parametrize("path", ["/", pytest.param("/tv", marks=SLOW)])
def test_a_page_counts_on_with_the_box(house: House, open_phone: Open, path: str) -> None:
    begin(house)
    page = open_phone(path=path)
    page.add_init_script(FLIPS)
    page.reload()
    page.wait_for_function("() => window.flips.length > 3")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_function("() => window.flips.length > 6")
    assert asked == [], "the page asks for nothing while the clock runs"
    found = errors(house, page)
    assert len(found) > 3
    assert median(map(abs, found)) < WITHIN_S


@SLOW
def test_a_slow_network_does_not_make_the_clock_wrong(house: House, port: int, open_phone: Open) -> None:
    begin(house)
    page = open_phone()
    with slow_network(port, bytes_a_s=4000.0) as network:
        page.add_init_script(FLIPS)
        page.goto(f"http://{HOST}:{network.port}/?key={KEY}", timeout=60_000)
        page.wait_for_function("() => window.flips.length > 6")
        assert median(map(abs, errors(house, page))) < WITHIN_S
        page.goto("about:blank")


class Hours:
    """A house whose clock a test sets, and a phone beside it whose clock it sets, too."""

    def __init__(self, folder: Path) -> None:
        self.box_s = 100.0
        self.house = House(folder, running=lambda: self.box_s)
        begin(self.house, reserve_s=4000.0)

    def open(self, phones: Any, port: int, path: str) -> Any:
        context = phones.new()
        page = context.new_page()
        page.clock.install()
        page.add_init_script(BUSY)
        page.goto(f"http://{HOST}:{port}{path}")
        self.idle(page)
        page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
        self.box_s += 1.0
        page.evaluate("document.dispatchEvent(new Event('resume'))")
        self.idle(page)
        return page

    @staticmethod
    def idle(page: Any) -> None:
        """Wait until the page has all that it asked for, and has shown it."""
        page.wait_for_function("() => !window.asking", polling=5)
        time.sleep(0.01)
        page.wait_for_function("() => !window.asking", polling=5)

    def run(self, page: Any, wait_s: float, *, drift: float = 0.0) -> None:
        """Let the time go on; the phone's clock is slower by `drift`."""
        self.box_s += wait_s
        page.clock.run_for(round(wait_s * 1000 * (1 - drift)))

    def until_it_asks(self, page: Any, *, drift: float) -> None:
        """Let the time go on to where the page asks next whether there is news, and until it knows."""
        waits_ms = page.evaluate("25_000 - ((performance.now() - window.since) % 25_000)")
        self.run(page, max(0.0, waits_ms / 1000 - 0.05), drift=drift)
        self.slowly(page, 4)

    def slowly(self, page: Any, steps: int) -> None:
        """Let the time go on so that what the page asks is answered before more time has gone."""
        for _ in range(steps):
            self.run(page, 0.025)
            self.idle(page)

    def error(self, page: Any) -> float:
        """Tell by how much the page is wrong, to a 40th of a second, by waiting for the next second."""
        shown = page.evaluate(LEFT)
        for _ in range(60):
            self.run(page, 0.025)
            if page.evaluate(LEFT) != shown:
                break
        reading = self.house.clocks.read(self.house.table.model)
        assert reading is not None
        return seconds(page.evaluate(LEFT)) - reading.reserves_s[0]


@pytest.fixture
def hours(tmp_path: Path) -> Iterator[Hours]:
    made = Hours(tmp_path / "box")
    yield made
    made.house.close()


@pytest.mark.parametrize(
    ("path", "minutes"),
    [("/", 5), pytest.param("/", 60, marks=SLOW), pytest.param("/tv", 60, marks=SLOW)],
)
def test_after_an_hour_a_phone_with_a_wrong_crystal_is_within_a_fifth_of_a_second(
    hours: Hours, phones: Any, path: str, minutes: int
) -> None:
    with hours.house.served() as port:
        page = hours.open(phones, port, path)
        wrong = []
        for check in range(minutes * 60 // 25):
            hours.until_it_asks(page, drift=1e-4)
            if check % 6 == 5:
                wrong.append(hours.error(page))
        page.context.close()
    assert len(wrong) >= minutes // 3
    assert max(map(abs, wrong)) < WITHIN_S


def test_a_phone_that_slept_and_one_whose_wall_clock_jumps_show_the_right_time(
    hours: Hours, phones: Any
) -> None:
    with hours.house.served() as port:
        page = hours.open(phones, port, "/")
        assert abs(hours.error(page)) < WITHIN_S
        hours.box_s += 600.0  # the phone’s own clock stood meanwhile
        page.evaluate("document.dispatchEvent(new Event('resume'))")
        hours.idle(page)
        assert abs(hours.error(page)) < WITHIN_S
        page.clock.set_system_time(page.evaluate("Date.now() / 1000 + 86400"))
        hours.slowly(page, 48)
        assert abs(hours.error(page)) < WITHIN_S
        page.context.close()


def test_the_clock_changes_sides_stands_in_a_pause_and_tells_the_flag(house: House, open_phone: Open) -> None:
    begin(house, delay_s=1.0, reserve_s=1.6)
    page, screen = open_phone(), open_phone(path="/tv", plays=False)
    for one in (page, screen):
        one.locator('[data-clock="0"].runs.low').wait_for()
        one.locator('[data-clock="0"] .up').get_by_text("time is up").wait_for()
        assert one.evaluate(LEFT) == "0:00"
        assert one.locator('[data-clock="1"] .up').is_hidden()
    house.table.do(CallFlag(0, seen=house.journal.last_seq()))
    page.get_by_text("Asha’s time is up").first.wait_for()
    house.table.do(GiveTime(0, 90, "a glass fell over"))
    for one in (page, screen):
        one.wait_for_function(f"() => {LEFT} !== '0:00'")
        assert one.locator('[data-clock="0"] .up').is_hidden()
    house.table.do(Pause())
    for one in (page, screen):
        one.get_by_text("A pause: the clock stands.").first.wait_for()
        assert one.locator(".runs").count() == 0
        shown = one.evaluate(LEFT)
        one.wait_for_timeout(1200)
        assert one.evaluate(LEFT) == shown
    house.table.do(Undo())
    assert house.table.model.paused
    house.table.do(EndPause())
    page.get_by_text("The clock runs from the throw that decides who begins.").wait_for()


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=SLOW)])
def test_nothing_below_the_clock_moves_as_it_runs_stands_and_goes_on(
    house: House, open_phone: Open, width: int
) -> None:
    begin(house, delay_s=600.0, reserve_s=3000.0)
    page = open_phone()
    page.set_viewport_size({"width": width, "height": 844})

    def below() -> Any:
        return page.locator(".seats").bounding_box()["y"]

    page.locator('[data-clock="0"] .delay').wait_for()
    first = below()
    house.table.do(Pause())
    page.get_by_text("A pause: the clock stands.").first.wait_for()
    assert page.locator('[data-clock="0"] .delay').is_hidden()
    assert below() == first
    house.table.do(Undo())
    house.table.do(EndPause())
    page.get_by_text("The clock runs from the throw that decides who begins.").wait_for()
    assert below() == first
    house.eye.show("off")
    page.locator("#throw-sheet > summary.main").wait_for()
    house.table.do(Pause())
    page.locator("#throw-sheet > summary:not(.main)").wait_for()
    assert page.locator(".actions .main:visible").all_inner_texts() == ["Go on"]


def test_while_the_box_is_away_the_clock_does_not_run_on(house: House, open_phone: Open) -> None:
    begin(house)
    page = open_phone()
    page.locator(".runs").wait_for()
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    page.locator("#away:not([hidden])").wait_for()
    shown = page.evaluate(LEFT)
    page.wait_for_timeout(1500)
    assert page.evaluate(LEFT) == shown
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.wait_for_function(f"() => {LEFT} !== '{shown}'")


def test_the_spoken_page_says_the_clock_when_asked_and_never_by_itself(
    house: House, open_phone: Open
) -> None:
    begin(house, delay_s=12.0)
    page = open_phone(path="/blind")
    before = page.locator("#heard").text_content()
    page.wait_for_timeout(1500)
    assert page.locator("#heard").text_content() == before
    assert page.locator("[role=timer]").count() == 0
    page.click("#clock")
    page.wait_for_function("() => document.getElementById('heard').textContent.includes('15 minutes')")
    assert "Asha’s time runs." in str(page.locator("#heard").text_content())


def test_the_clock_is_seen_at_once_and_whole_beside_long_names(house: House, open_phone: Open) -> None:
    large_scores(Scene(house, "backgammon", LONG))
    page = open_phone(locale="fi")
    page.locator(".runs").wait_for()
    for width, height in ((390, 844), (375, 667), (360, 640), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        for side in page.locator(".clock .side").all():
            assert side.evaluate("one => one.scrollWidth <= one.clientWidth")
        box = page.locator(".clock").bounding_box()
        thumb = page.locator(".thumb").bounding_box()
        assert box["y"] + box["height"] <= (thumb["y"] if width < 1000 else height)
