"""Sixty states of the page on one sheet for each game: `make contact-sheets`.

A state is a moment of a game as one kind of screen shows it: phone, small phone, tablet, laptop, television;
light, dark, or as somebody sees it who is blind to a colour; a language; long names; type of double size.
Nothing here is a test: somebody looks, at each, and asks what a player would do next.
"""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from ports_for_tests import ADMIN_TOKEN, House
from states import (
    NAMES,
    PRESETS,
    Scene,
    asked,
    choosing,
    illegal,
    in_trouble,
    kept,
    nobody,
    over,
    resigned,
    taken_back,
)
from web.auth.access import COOKIE

Picture = np.ndarray[Any, Any]
CHROMIUM = "/usr/bin/chromium"
SIZES = {
    "phone": (390, 844),
    "small": (375, 667),
    "lying": (844, 390),
    "tablet": (820, 1180),
    "laptop": (1280, 800),
    "tv": (1280, 720),
}
LONG = ("Lakshmi Venkataraghavan Subramaniam", "Wilhelmina van der Oudermeulen", "Aino-Kaisa", "ಅನುಪಮಾ")
CELL = 440
"""Pixels that a state is high on the sheet."""
COLUMNS = 5


def touch(page: Page) -> None:
    """Touch the first piece that can move."""
    page.locator("#men .can").first.click(force=True)


def open_menu(page: Page) -> None:
    """Open the menu."""
    page.locator("#menu > summary").click()


@dataclass(frozen=True)
class Shot:
    """A state, and how somebody looks at it."""

    name: str
    scene: Callable[[Scene], object]
    screen: str = "phone"
    theme: str = "light"
    language: str = "en"
    blind_to: str = "none"
    """A deficiency of colour vision, as Chromium draws it."""
    double: bool = False
    """Type of double size."""
    long: bool = False
    """Long names."""
    path: str = "/"
    act: Callable[[Page], None] | None = None


SHOTS = (
    Shot("new box", nobody),
    Shot("begun", Scene.begin),
    Shot("to move", lambda scene: scene.to_move(12)),
    Shot("touched", choosing, act=touch),
    Shot("small phone", lambda scene: scene.to_move(12), screen="small"),
    Shot("double type", lambda scene: scene.to_move(12), double=True),
    Shot("long names", lambda scene: scene.to_move(12), long=True),
    Shot("phone lying", lambda scene: scene.to_move(12), screen="lying"),
    Shot("dark", lambda scene: scene.to_move(30), theme="dark"),
    Shot("deuteranopia", lambda scene: scene.to_move(30), blind_to="deuteranopia"),
    Shot("what was it?", asked),
    Shot("illegal", illegal, screen="small"),
    Shot("kept throws", kept, theme="dark"),
    Shot("taken back", taken_back),
    Shot("trouble", in_trouble, screen="small", theme="dark"),
    Shot("resigned", resigned, language="nl"),
    Shot("over", over),
    Shot("over, dark", over, theme="dark", screen="laptop"),
    Shot("laptop", lambda scene: scene.to_move(30), screen="laptop"),
    Shot("tablet", lambda scene: scene.to_move(40), screen="tablet", language="fi"),
    Shot("television", lambda scene: scene.to_move(40), screen="tv", path="/tv"),
    Shot("television, won", over, screen="tv", path="/tv", theme="dark", long=True),
    Shot("hindi", lambda scene: scene.to_move(20), language="hi"),
    Shot("kannada", lambda scene: scene.to_move(20), language="kn", theme="dark"),
    Shot("polish, asked", asked, language="pl", screen="small"),
    Shot("replay", lambda scene: scene.play(40), path="/games/1?step=30"),
    Shot("replay, laptop", lambda scene: scene.play(120), path="/games/1?step=90", screen="laptop"),
    Shot("spoken", lambda scene: scene.to_move(20), path="/blind", screen="small"),
    Shot("spoken, lying", lambda scene: scene.to_move(20), path="/blind", screen="lying"),
    Shot("status", lambda scene: scene.to_move(3), path="/status"),
    Shot("menu", lambda scene: scene.to_move(20), act=open_menu, screen="small"),
    Shot("who plays what", lambda scene: scene.play(3), path="/new?game={game}"),
)


def taken(browser: Browser, shot: Shot, game: str) -> Picture:
    """Bring a house into the state, and take its picture."""
    with tempfile.TemporaryDirectory(prefix="charkoni-") as folder:
        house = House(Path(folder))
        try:
            shot.scene(Scene(house, game, LONG if shot.long else NAMES))
            with house.served() as port:
                return shown(browser, shot, f"http://127.0.0.1:{port}", shot.path.format(game=game))
        finally:
            house.close()


def shown(browser: Browser, shot: Shot, origin: str, path: str) -> Picture:
    """Open the page as somebody sees it, and take what is on the screen."""
    width, height = SIZES[shot.screen]
    scheme: Any = shot.theme
    context = browser.new_context(
        viewport={"width": width, "height": height},
        locale=shot.language,
        color_scheme=scheme,
        reduced_motion="reduce",
        has_touch=shot.screen in ("phone", "small", "lying"),
    )
    context.set_default_timeout(20_000)
    context.add_cookies([{"name": COOKIE, "value": ADMIN_TOKEN, "url": origin}])
    page = context.new_page()
    if shot.blind_to != "none":
        session = context.new_cdp_session(page)
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": shot.blind_to})
    page.goto(origin + path, wait_until="load")
    if shot.double:
        page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.evaluate("document.fonts.ready.then(() => null)")
    page.wait_for_timeout(400)
    if shot.act:
        shot.act(page)
        page.wait_for_timeout(200)
    picture = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    context.close()
    assert picture is not None
    return picture


def sheet(pictures: list[tuple[str, Picture]]) -> Picture:
    """Lay pictures with their names in rows."""
    cells = []
    for name, picture in pictures:
        width = round(picture.shape[1] * CELL / picture.shape[0])
        small = cv2.resize(picture, (width, CELL), interpolation=cv2.INTER_AREA)
        cell = cv2.copyMakeBorder(small, 26, 8, 6, 6, cv2.BORDER_CONSTANT, value=(90, 90, 90))
        cv2.putText(cell, name, (8, 18), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (255, 255, 255), 1, cv2.LINE_AA)
        cells.append(cell)
    rows = [np.hstack(cells[start : start + COLUMNS]) for start in range(0, len(cells), COLUMNS)]
    widest = max(row.shape[1] for row in rows)
    even = [
        cv2.copyMakeBorder(row, 0, 0, 0, widest - row.shape[1], cv2.BORDER_CONSTANT, value=(90, 90, 90))
        for row in rows
    ]
    return np.vstack(even)


def main() -> int:
    """Take the states; 1 if one could not be taken."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("build/contact"), help="folder of the sheets")
    parser.add_argument("--games", nargs="+", choices=list(PRESETS), default=list(PRESETS))
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="only these states")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    failed, began = 0, time.monotonic()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for game in given.games:
            pictures = []
            for shot in SHOTS:
                if given.only and shot.name not in given.only:
                    continue
                try:
                    picture = taken(browser, shot, game)
                except Exception as error:
                    print(f"{game}, {shot.name}: {error}", file=sys.stderr)
                    failed += 1
                    continue
                pictures.append((shot.name, picture))
                cv2.imwrite(str(given.out / f"{game}.{shot.name.replace(' ', '-').strip('?')}.png"), picture)
            if pictures:
                cv2.imwrite(str(given.out / f"sheet.{game}.png"), sheet(pictures))
        browser.close()
    print(f"{failed} failed, {time.monotonic() - began:.0f} s: {given.out}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
