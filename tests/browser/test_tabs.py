"""Many pages of one browser share a stream, hidden ones have none; pages that sleep, leave and come back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import cv2
import numpy as np
import pytest

from browser_for_tests import HOST, Open, Phones, address, knows, stop_clock
from engine.table.commands import ReportMove, TakeMoveBack, TakeThrow
from engine.throw import Cowries
from ports_for_tests import KEY, House
from waiting_for_tests import wait_until
from web.game.stream import Live

pytestmark = pytest.mark.browser

TABS = ("/", "/tv", "/", "/overlay", "/blind", "/", "/", "/tv", "/", "/")
"""More than a browser keeps lines open to one box."""
SHOWS = {"/": ".whose", "/tv": '[data-part="turn"]', "/overlay": "#overlay", "/blind": "#heard"}
NO_CHANNEL = "delete window.BroadcastChannel; delete window.SharedWorker;"
SEEN = """state => {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
STUCK = "setTimeout(() => { for (const ends = Date.now() + 6000; Date.now() < ends; ); })"
"""A script that runs for seconds: nothing is heard of its page, as of one that was killed."""
FETCH = """async () => {
  const began = performance.now();
  await fetch("/api/v1/status", { cache: "no-store", signal: AbortSignal.timeout(20000) });
  return performance.now() - began;
}"""


class Tabs:
    """Pages of one browser, and which of them asked for the stream last."""

    def __init__(self, context: Any, origin: str, live: Live) -> None:
        self.context = context
        self.origin = origin
        self.live = live
        self.leader: Any = None
        self.asked = 0
        self.errors: list[str] = []

    def open(self, path: str = "/") -> Any:
        page = self.context.new_page()
        page.on("request", lambda request: self._hear(page, request.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(f"{self.origin}{path}?key={KEY}" if path == "/" else self.origin + path)
        return page

    def _hear(self, page: Any, url: str) -> None:
        if "/events?" in url:
            self.leader = page
            self.asked += 1

    def until(self, page: Any, come: Callable[[], bool]) -> None:
        """Wait for something that a page does; the browser is heard meanwhile."""
        wait_until(lambda: page.wait_for_timeout(20) or come(), within_s=30)


@pytest.fixture
def without() -> str:
    return ""


@pytest.fixture
def tabs(phones: Phones, house: House, port: int, without: str) -> Iterator[Tabs]:
    house.start()
    context = phones.new()
    if without:
        context.add_init_script(without)
    tabs = Tabs(context, f"http://{HOST}:{port}", house.app.extensions["live"])
    yield tabs
    context.close()
    assert tabs.errors == []


def shows(page: Any, name: str) -> None:
    """Wait until a page shows, or would say, whose turn it is."""
    path = page.url.rpartition("/")[2].partition("?")[0]
    page.locator(SHOWS["/" + path], has_text=name).first.wait_for()


def move(house: House, page: Any) -> str:
    """Throw, and move on a page; gives who throws next."""
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    knows(page, house.journal.last_seq())
    seat = house.table.model.turn
    page.locator("#more").evaluate("one => { one.open = true; }")
    page.locator(".moves button").first.click()
    name = ("Ravi", "Asha")[seat]
    shows(page, name)
    return name


def news(house: House, *pages: Any) -> None:
    """Let something happen at the table, and wait until pages know of it."""
    house.table.do(ReportMove((0, 0), "r4c4"))
    question = house.table.model.question
    assert question is not None
    house.table.do(TakeMoveBack(question.seq))
    for page in pages:
        knows(page, house.journal.last_seq())


@pytest.mark.parametrize(
    "without",
    # Ten pages of their own take as long as ten tests; what one page does without a channel is seen above.
    ["", pytest.param(NO_CHANNEL, marks=pytest.mark.slow)],
    ids=["with a channel", "without"],
)
def test_ten_tabs_follow_the_game_and_each_is_answered(house: House, tabs: Tabs) -> None:
    pages = [tabs.open(path) for path in TABS]
    assert tabs.live.streams <= 3
    for page in pages:
        assert page.evaluate(FETCH) < 20_000
    for page in (pages[0], pages[-1]):
        name = move(house, page)
        for other in pages:
            shows(other, name)
    assert tabs.live.streams <= 3


def test_whichever_tab_goes_another_takes_over(house: House, tabs: Tabs) -> None:
    pages = [tabs.open() for _ in range(5)]
    tabs.until(pages[0], lambda: tabs.live.streams == 1)
    for how in ("frozen", "hidden", "left", "closed"):
        asked, leader = tabs.asked, tabs.leader
        pages.remove(leader)
        if how == "closed":
            leader.close()
        elif how == "hidden":
            leader.evaluate(SEEN, "hidden")
        elif how == "frozen":
            leader.evaluate("document.dispatchEvent(new Event('freeze'))")
        else:
            leader.goto(tabs.origin + "/away")
        tabs.until(pages[0], lambda before=asked: tabs.asked > before)
        assert tabs.leader in pages, how
        if not house.table.model.last_throw:
            house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
        news(house, *pages)


def test_a_page_whose_stream_made_room_asks_now_and_then(house: House, tabs: Tabs) -> None:
    page = tabs.open()
    tabs.until(page, lambda: (tabs.live.streams, tabs.asked) == (1, 1))
    asked = tabs.asked
    mine = house.phones.all()[-1].id
    places = [tabs.live.enter("player", mine) for _ in range(tabs.live.room.phone)]
    assert all(places)
    tabs.until(page, lambda: tabs.live.streams == len(places))
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    knows(page, house.journal.last_seq())
    house.table.do(ReportMove((0, 0), "r3c4"))
    shows(page, "Ravi")
    assert tabs.asked == asked, "a stream of its own would end another"
    for place in places:
        assert place is not None
        tabs.live.leave(place)


def test_beside_all_pictures_of_the_camera_that_there_are_tabs_are_answered(house: House, tabs: Tabs) -> None:
    house.eye.latest = house.eye.latest_of_tray = bytes(
        cv2.imencode(".jpg", np.zeros((48, 64, 3), np.uint8))[1]
    )
    cameras = house.app.extensions["camera streams"]
    pages = [tabs.open() for _ in range(2)]
    for number in range(cameras.most):
        picture = (
            f"document.body.append(Object.assign(new Image(), {{ src: '/stream.mjpg?number={number}' }}))"
        )
        pages[1].evaluate(picture)
    tabs.until(pages[0], lambda: cameras.open == cameras.most)
    assert pages[0].evaluate(FETCH) < 20_000
    name = move(house, pages[0])
    shows(pages[1], name)


def test_a_tab_that_was_stuck_and_the_one_that_took_over_come_down_to_one_stream(
    house: House, tabs: Tabs
) -> None:
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    pages = [tabs.open() for _ in range(2)]
    tabs.until(pages[0], lambda: tabs.live.streams == 1)
    first = tabs.leader
    other = next(page for page in pages if page is not first)
    first.evaluate(STUCK)
    tabs.until(other, lambda: tabs.leader is other)
    news(house, *pages)
    tabs.until(other, lambda: tabs.live.streams == 1)
    news(house, *pages)


def test_a_hidden_page_keeps_no_stream_and_catches_up_when_it_is_shown(house: House, tabs: Tabs) -> None:
    page = tabs.open()
    tabs.until(page, lambda: tabs.live.streams == 1)
    page.evaluate(SEEN, "hidden")
    tabs.until(page, lambda: tabs.live.streams == 0)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    house.table.do(ReportMove((0, 0), "r3c4"))
    assert "Asha" in page.locator(".whose").inner_text()
    assert asked == []
    page.evaluate(SEEN, "visible")
    shows(page, "Ravi")
    tabs.until(page, lambda: tabs.live.streams == 1)


@pytest.mark.parametrize(
    ("path", "shown"), [("/", ".whose strong"), ("/blind", "#heard"), ("/tv", ".turns strong")]
)
def test_a_phone_that_wakes_with_a_dead_request_shows_the_present_at_once(
    house: House, open_phone: Open, path: str, shown: str
) -> None:
    house.start()
    page = open_phone(path=path, own_clock=True)
    page.locator(shown, has_text="Asha").wait_for()
    stop_clock(page)  # it sleeps, and what it does after waking it does without waiting for any clock
    held: list[Any] = []
    is_asleep = True

    def dead(route: Any) -> None:
        if is_asleep:
            held.append(route)  # and is never answered
        else:
            route.continue_()

    page.route("**/tv" if path == "/tv" else "**/api/v1/state", dead)
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    house.table.do(ReportMove((0, 0), "r3c4"))
    wait_until(lambda: page.clock.run_for(25) or held, within_s=30)
    is_asleep = False
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.locator(shown, has_text="Ravi").wait_for()


@pytest.mark.parametrize(("path", "news"), [("/", "/api/v1/state"), ("/tv", "/tv")])
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


def test_a_page_that_the_browser_brings_back_is_made_fresh(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(admin=True)
    for path in ("/", "/blind", "/tv", "/overlay", "/new", "/sound", "/eye"):
        page.goto(address(page, path))
        page.evaluate("document.getElementById('menu')?.setAttribute('open', '')")
        page.evaluate(
            "window.isOld = true;"
            "window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))"
        )
        assert page.locator("#menu[open]").count() == 0
        with page.expect_navigation():
            page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
        page.wait_for_load_state()
        assert page.evaluate("window.isOld") is None
