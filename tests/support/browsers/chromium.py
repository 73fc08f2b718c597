"""Chromium, which keeps the pages that are left, as a phone's does; Playwright takes that from it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from browser_for_tests import CHROMIUM, HOST, PHONE
from browsers.phone import PATIENCE_S, BrowserError, Phone


def lacking() -> str:
    """Name what is not installed; empty where all is there."""
    return "" if CHROMIUM.exists() else "chromium"


class Chromium(Phone):
    """One page of a new profile."""

    engine = "chromium"

    def __init__(self, folder: Path) -> None:
        from playwright.sync_api import sync_playwright

        self._playwright = sync_playwright().start()
        self._context = self._playwright.chromium.launch_persistent_context(
            folder / "profile",
            executable_path=CHROMIUM,
            args=["--no-sandbox", f"--host-resolver-rules=MAP {HOST} 127.0.0.1"],
            ignore_default_args=["--disable-back-forward-cache"],
            viewport=PHONE,
            has_touch=True,
        )
        self._page = self._context.pages[0]
        self._page.set_default_timeout(PATIENCE_S * 1000)
        self._errors: list[str] = []
        self._page.on("pageerror", lambda error: self._errors.append(str(error)))
        self._page.on("console", self._hear)
        self._line = self._context.new_cdp_session(self._page)

    def _hear(self, message: Any) -> None:
        if message.type == "error" and "Content Security Policy" in message.text:
            self._errors.append(message.text)

    def open(self, address: str) -> None:
        self._page.goto(address)

    def run(self, body: str, *arguments: Any) -> Any:
        from playwright.sync_api import Error

        try:
            return self._page.evaluate(
                f"(told) => (async function () {{ {body} }}).apply(null, told)", arguments
            )
        except Error as error:
            raise BrowserError(str(error)) from None

    def finger(self, *way: tuple[float, float]) -> None:
        def tell(kind: str, *places: tuple[float, float]) -> None:
            touched = [{"x": x, "y": y} for x, y in places]
            self._line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

        first, *further = way
        tell("touchStart", first)
        for place in further:
            tell("touchMove", place)
        tell("touchEnd")

    def type(self, text: str) -> None:
        self._page.keyboard.type(text)

    def back(self) -> None:
        self._page.go_back(wait_until="commit")

    def hide(self) -> None:
        self._seen("hidden")

    def show(self) -> None:
        self._seen("visible")

    def _seen(self, state: str) -> None:
        # Without a screen it takes every page for seen, so it is told.
        self.run(
            """
            Object.defineProperty(document, "visibilityState", { value: arguments[0], configurable: true });
            document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
            """,
            state,
        )

    def picture(self) -> bytes:
        return self._page.screenshot()

    def errors(self) -> list[str]:
        self.run("")  # Playwright hears of them only while it waits for something
        return self._errors

    def close(self) -> None:
        self._context.close()
        self._playwright.stop()
