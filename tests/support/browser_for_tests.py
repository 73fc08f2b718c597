"""What browser tests share: Chromium, phones that are used again, waiting for pages, a voice of paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ports_for_tests import House

Open = Callable[..., Any]
"""What the fixture `open_phone` gives."""

CHROMIUM = Path("/usr/bin/chromium")
SHELL = Path("/usr/bin/chromium-headless-shell")
"""The same without a browser's own windows, which take two fifths of the time that a page costs."""
HEADLESS = SHELL if SHELL.exists() else CHROMIUM
"""What tests use that need no more of a browser than its pages."""
HOST = "192.168.1.20"
NOT_WANTED = (
    # With this, a page that is closed while it loads anew stays open, and its end is waited for without end.
    "RenderDocument",
    # This list is in place of Playwright's; these are of that one.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
)
FLAGS = (
    "--no-sandbox",
    "--font-render-hinting=none",  # letters are as wide as on phones, which have no hints
    f"--host-resolver-rules=MAP {HOST} 127.0.0.1",
    f"--disable-features={','.join(NOT_WANTED)}",
)
"""What every browser of a test is started with."""
PHONE = {"width": 390, "height": 844}
PATIENCE_MS = 30_000
"""How long a page is waited for: as long as it takes on a machine that has much else to do."""

SPOKEN = """
window.spoken = [];
window.SpeechSynthesisUtterance = function (text) { this.text = text; };
Object.defineProperty(window, "speechSynthesis", {
  value: { cancel() {}, speak(words) { window.spoken.push(words.text); } },
});
"""
"""Keeps what the page would say in `window.spoken`."""

KNOWS = """
{
  const json = Response.prototype.json;
  const later = setTimeout;
  Response.prototype.json = async function () {
    const told = await json.call(this);
    // The page goes on with what it was told, and has shown it, before a timer's turn comes.
    if (Number.isInteger(told?.seq)) later(() => { window.knows = Math.max(window.knows ?? 0, told.seq); });
    return told;
  };
}
"""
"""Keeps in `window.knows` the newest event whose state the page has read and shown."""


class Phones:
    """Phones that test after test uses again: one that is warm opens its page in a third of the time.

    A phone is handed out as if it were new: nothing is paired, nothing kept, and the network is there.
    """

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._idle: dict[Any, list[Any]] = {}
        self._settings: dict[Any, Any] = {}

    def new(self, **settings: Any) -> Any:
        """Give a phone that only one test uses; `settings` are those of Playwright's contexts."""
        context = self._browser.new_context(viewport=PHONE, **settings)
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(KNOWS)
        return context

    def take(self, **settings: Any) -> Any:
        """Give a phone that goes back afterwards."""
        kind = frozenset(settings.items())
        if idle := self._idle.get(kind):
            return idle.pop()
        context = self.new(**settings)
        context.new_page()  # stays open, and with it what draws pages
        self._settings[context] = kind
        return context

    def give_back(self, context: Any, origin: str) -> None:
        """Take a phone back, and from it everything that the page of a box has left there."""
        empty(context, origin)
        self._idle.setdefault(self._settings[context], []).append(context)


def empty(context: Any, *origins: str) -> None:
    """Close all pages but the first, and take away everything that others have left in a browser."""
    keeper, *pages = context.pages
    for page in pages:
        page.close()
    context.set_offline(False)
    context.clear_cookies()
    context.clear_permissions()
    line = context.new_cdp_session(keeper)
    for origin in origins:
        line.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    line.detach()


def address(page: Any, path: str) -> str:
    """Give the address of another page of the same box."""
    return "/".join(page.url.split("/")[:3]) + path


@contextmanager
def next_page(page: Any) -> Iterator[None]:
    """Do what leads to another page, and wait until that one is loaded and its scripts have run.

    A touch alone does not wait: what is asked right after it may still be answered by the page before.
    """
    with page.expect_navigation():
        yield


def meant(page: Any) -> None:
    """Wait until a touch is no more taken for one of a finger that trembles."""
    begun = page.evaluate("performance.now()")
    page.wait_for_function("begun => performance.now() - begun > 600", arg=begun)


def more(page: Any) -> None:
    """Open what is seldom needed of the play page: legal moves, what hands did, the pieces put right.

    By no touch, after which a page lets nothing be touched for a moment that came up under the finger.
    """
    page.locator("#more").evaluate("one => { one.open = true; }")


def stop_clock(page: Any) -> None:
    """Let the clock of a phone that has one of its own stand still, until it is let run on or for a time."""
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 5"))


def knows(page: Any, seq: int = 0) -> None:
    """Wait until a page shows the state of the game, and in it at least the events up to `seq`."""
    page.wait_for_function("seq => window.knows >= seq", arg=seq)


def middle(page: Any, where: Any) -> tuple[float, float]:
    """The middle of what a selector or a locator finds, on the screen."""
    place = page.locator(where).first if isinstance(where, str) else where
    box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def hit(square: str) -> str:
    """The selector of a square of the board, as it is touched."""
    return f'.hit[data-square="{square}"]'


def man(piece: str) -> str:
    """The selector of a piece on the board."""
    return f'#men [data-piece="{piece}"]'


def touch(page: Any, *squares: str) -> None:
    """Touch the middle of squares, one after the other."""
    for square in squares:
        page.mouse.click(*middle(page, hit(square)))


def deeds(house: House) -> list[str]:
    """What was done in the game on the table."""
    return [str(action.action) for action in house.table.model.actions]


def width(page: Any) -> int:
    """How wide a page is, seen or not."""
    return int(page.evaluate("document.documentElement.scrollWidth"))


def unfold(page: Any, selector: str) -> None:
    """Open what is folded away, by no touch."""
    page.locator(selector).evaluate_all("all => all.forEach((one) => { one.open = true; })")


@contextmanager
def by_finger(page: Any, start: tuple[float, float]) -> Iterator[Callable[[float, float], None]]:
    """Hold a finger on the screen as a real one comes in; gives what drags it to a place."""
    line = page.context.new_cdp_session(page)

    def tell(kind: str, *points: tuple[float, float]) -> None:
        told = {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        line.send("Input.dispatchTouchEvent", told)

    def move(x: float, y: float) -> None:
        for part in (0.2, 0.6, 1.0):
            tell("touchMove", (start[0] + (x - start[0]) * part, start[1] + (y - start[1]) * part))

    tell("touchStart", start)
    yield move
    tell("touchEnd")


@contextmanager
def by_mouse(page: Any, start: tuple[float, float]) -> Iterator[Callable[[float, float], None]]:
    """Hold the button of a mouse down; gives what drags it to a place."""
    page.mouse.move(*start)
    page.mouse.down()
    yield lambda x, y: page.mouse.move(x, y, steps=4)
    page.mouse.up()
