"""A phone in the hand of a test, whichever engine draws its pages: Chromium, WebKit or Firefox."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

PATIENCE_S = 60.0
"""How long a page is waited for, on a machine that has much else to do."""

PLACE = """
const [selector, text] = arguments;
const middle = (one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
};
const isThere = (one) => one.contains(document.elementFromPoint(...middle(one)));
for (const one of document.querySelectorAll(selector)) {
  if (!one.textContent.includes(text) || !one.getClientRects().length) continue;
  if (!isThere(one)) one.scrollIntoView({ block: "center", behavior: "instant" });
  if (!isThere(one)) continue;
  const before = middle(one);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  // What still moves is not touched yet.
  return one.isConnected && String(middle(one)) === String(before) ? before : null;
}
return null;
"""


DRAWN = """
await new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(done));
  setTimeout(done, 1000); // a page that is hidden draws nothing
});
"""


class BrowserError(Exception):
    """A browser refused, or its page went while it was asked something."""


class Phone(ABC):
    """What a hand does with a phone, and what an eye sees on it."""

    engine: str

    @abstractmethod
    def open(self, address: str) -> None:
        """Go to an address, and wait until its page is loaded."""

    @abstractmethod
    def run(self, body: str, *arguments: Any) -> Any:
        """Run the body of an asynchronous function in the page; returns what that returns.

        Raises:
            BrowserError: If the script fails, or the page goes meanwhile.
        """

    @abstractmethod
    def finger(self, *way: tuple[float, float]) -> None:
        """Put a finger on the first place, draw it along the way, and lift it at the last."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Type into what is in focus."""

    @abstractmethod
    def back(self) -> None:
        """Touch the browser's own way back."""

    @abstractmethod
    def hide(self) -> None:
        """Put another thing before the page."""

    @abstractmethod
    def show(self) -> None:
        """Bring the page to the front again."""

    @abstractmethod
    def picture(self) -> bytes:
        """Return what the screen shows, as a PNG."""

    @abstractmethod
    def errors(self) -> list[str]:
        """List what scripts and the page's own policy complained of."""

    @abstractmethod
    def close(self) -> None:
        """End the browser."""

    def until(self, body: str, *arguments: Any) -> Any:
        """Wait until a script returns something true; returns that."""
        ends = time.monotonic() + PATIENCE_S
        failed = ""
        while time.monotonic() < ends:
            try:
                if found := self.run(body, *arguments):
                    return found
            except BrowserError as error:  # the page goes, and the next comes
                failed = str(error)
            time.sleep(0.05)
        raise AssertionError(f"{self.engine}: it did not come true: {body} {arguments} {failed}")

    def place(self, selector: str, text: str = "") -> tuple[float, float]:
        """Wait for something that a finger can reach; returns its middle."""
        x, y = self.until(PLACE, selector, text)
        return x, y

    def touch(self, selector: str, text: str = "") -> None:
        """Touch the first thing of a kind that can be reached and has a text."""
        self.finger(self.place(selector, text))

    def fill(self, selector: str, text: str) -> None:
        """Type into a field in place of what stands there."""
        self.touch(selector)
        self.until("return document.activeElement.matches(arguments[0])", selector)
        self.run("document.activeElement.select()")
        self.type(text)
        self.until("return document.querySelector(arguments[0]).value === arguments[1]", selector, text)

    def take(self, folder: Path, name: str) -> None:
        """Keep a picture of the screen, to be looked at."""
        self.run(DRAWN)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.png").write_bytes(self.picture())


def finger_actions(way: tuple[tuple[float, float], ...]) -> list[dict[str, Any]]:
    """Write a finger's way as WebDriver has it."""
    first, *further = (
        {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 80 if number else 0}
        for number, (x, y) in enumerate(way)
    )
    lifts = [{"type": "pause", "duration": 40}, {"type": "pointerUp", "button": 0}]
    steps = [first, {"type": "pointerDown", "button": 0}, *further, *lifts]
    return [{"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": steps}]


def key_actions(text: str) -> list[dict[str, Any]]:
    """Write what is typed as WebDriver has it."""
    keys = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
    return [{"type": "key", "id": "keys", "actions": keys}]
