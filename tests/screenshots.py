"""Pictures of the page as people see it: `make screenshots`, and the picture of the README.

The box plays its film with a game in progress for each family; every page that matters is taken in all
languages, light and dark, on a phone, and some on a laptop and a television. For each page a sheet shows all
languages side by side. Nothing here is a test: somebody looks.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from boxes_for_tests import running_box
from device.box import Box
from device.store import Journal
from engine.events import Setup
from engine.game import Waits
from engine.move import EndTurn
from engine.table import Table
from engine.table.commands import PlayMove, TakeThrow
from states import thrown
from waiting_for_tests import wait_until
from web.language.catalogue import LANGUAGES

Picture = np.ndarray[Any, Any]
CHROMIUM = "/usr/bin/chromium"
PHONE, LAPTOP, TELEVISION = (390, 844), (1280, 800), (1920, 1080)
TALLEST = 2400
"""Pixels of a phone's page on a sheet; what is below is cut off there, not in its own picture."""
FRAME, GREY = (30, 24, 20, 255), (128, 128, 128)
FILM_S = 60.0
"""So long the film may take for a throw."""

FOUR = ("Asha", "Ravi", "Mina", "Dev")
GAMES = (
    (Setup("chowka-bhara", "5x5", FOUR, {}, 0), 120),
    (Setup("backgammon", "finnish", FOUR[:2], {}, 0), 20),
    (Setup("chowka-bhara", "5x5", FOUR, {}, 0), 24),
    (Setup("pachisi", "six", FOUR, {}, 0), 40),
)
"""What is played one after the other, and how many throws of it; the first is only looked at afterwards."""

SHOWN = "chowka-bhara"
"""The game of the README's picture, which `tests/golden/page.webp` is a copy of."""
QUALITY = (cv2.IMWRITE_WEBP_QUALITY, 88)

PAGES = {
    "new": "/new",
    "new-backgammon": "/new?game=backgammon",
    "games": "/games",
    "players": "/people",
    "player": "/people/1",
    "replay": "/games/1?step=40",
    "throws": "/games/throws",
    "delete": "/games/1/delete",
    "end": "/end",
    "earlier": "/earlier",
    "backup": "/backup",
    "import": "/games/import",
    "add-a-phone": "/phone",
    "phones": "/phones",
    "rules": "/rules",
    "rules-backgammon": "/rules/backgammon",
    "guide": "/guide",
    "blind": "/blind",
    "lamps": "/lamps",
    "status": "/status",
    "camera-and-tray": "/eye",
    "camera-and-tray-first": "/eye?first=1",
    "camera-and-board": "/eye/board",
    "house-rules": "/house",
    "install": "/install",
    "sound": "/sound",
    "language": "/language",
    "out": "/out",
}
"""Taken once, with the last game on the table."""


@dataclass(frozen=True)
class Look:
    """How somebody looks at the page."""

    language: str
    theme: str


class Camera:
    """Takes the pictures, until the time is over."""

    def __init__(
        self, browser: Browser, folder: Path, looks: list[Look], *, only: set[str], limit_s: float
    ) -> None:
        self.folder = folder
        self.only = only
        self.taken: list[Path] = []
        self.left_out = 0
        self._ends = time.monotonic() + limit_s
        self._eyes = {look: self._context(browser, look) for look in looks}

    def _context(self, browser: Browser, look: Look) -> BrowserContext:
        scheme: Any = look.theme
        context = browser.new_context(locale=look.language, color_scheme=scheme, reduced_motion="reduce")
        context.set_default_timeout(20_000)
        return context

    def let_in(self, box: Box) -> None:
        """Pair a phone for every look, as one that may change the box."""
        for look, context in self._eyes.items():
            if context.cookies():  # of the box that ran before, with the same folder
                continue
            token = box.phones.pair(box.phones.admin_key, name=f"{LANGUAGES[look.language]}, {look.theme}")
            context.add_cookies([{"name": "phone", "value": str(token), "url": here(box)}])

    def take(self, box: Box, name: str, path: str, *sizes: tuple[int, int]) -> None:
        """Take a page in every language and theme; a phone's picture shows the page down to its end."""
        if self.only and name not in self.only:
            return
        for look, context in self._eyes.items():
            page = context.new_page()
            for size in sizes:
                if time.monotonic() > self._ends:
                    self.left_out += 1
                    continue
                page.set_viewport_size({"width": size[0], "height": size[1]})
                self._shoot(page, here(box) + path, self._file(name, look, size), whole=size == PHONE)
            page.close()

    def _file(self, name: str, look: Look, size: tuple[int, int]) -> Path:
        return self.folder / f"{name}.{size[0]}.{look.theme}.{look.language}.png"

    def _shoot(self, page: Page, address: str, file: Path, *, whole: bool) -> None:
        page.goto(address, wait_until="load")
        page.evaluate("document.fonts.ready.then(() => null)")
        page.wait_for_timeout(250)
        page.screenshot(path=file, full_page=whole)
        self.taken.append(file)


def here(box: Box) -> str:
    """Give the address of a box's page on this machine."""
    return f"http://127.0.0.1:{box.server.port}"


def play(folder: Path, setup: Setup, throws: int) -> None:
    """Play by chance before the box runs, until somebody has to throw."""
    chance = Random(7)
    with Journal(folder) as journal:
        table = Table(record=journal.record, seq=journal.last_seq(), game=journal.last_game())
        table.start(setup)
        while (waits := table.model.waits) is not Waits.OVER and (throws > 0 or waits is not Waits.THROW):
            rules, state = table.model.rules, table.model.state
            if waits is Waits.THROW:
                table.do(TakeThrow(thrown(rules.wants(state), chance), source="typed"))
                throws -= 1
            else:
                table.do(PlayMove(chance.choice(rules.moves(state) or (EndTurn(),)), sure=True))


def film_throws(box: Box) -> None:
    """Wait until the eye has read a throw of the film after which somebody has to move."""

    def read() -> bool:
        model = box.table.model
        return model.waits is Waits.MOVE and bool(model.actions[-1].photo)

    wait_until(read, within_s=FILM_S)


def take_all(browser: Browser, camera: Camera, folder: Path) -> None:
    """Run a box for every game, and take what is to be seen."""
    for number, (setup, throws) in enumerate(GAMES):
        play(folder / "data", setup, throws)
        if number == 0:
            continue
        with running_box(folder, camera="film") as box:
            film_throws(box)
            camera.let_in(box)
            camera.take(box, setup.game, "/", PHONE, LAPTOP)
            camera.take(box, f"tv-{setup.game}", "/tv", TELEVISION)
            if setup.game == SHOWN:
                cv2.imwrite(str(camera.folder / "readme.webp"), together(browser, box), QUALITY)
            if number == len(GAMES) - 1:
                for name, path in PAGES.items():
                    camera.take(box, name, path, PHONE)
                camera.take(box, "replay", PAGES["replay"], LAPTOP)
                camera.take(box, "new", PAGES["new"], LAPTOP)


def together(browser: Browser, box: Box) -> Picture:
    """Show a television, and before it a phone, each within a dark frame, on nothing."""
    shown = []
    for path, size, scale in (("/tv", TELEVISION, 1.0), ("/", PHONE, 2.0)):
        viewport: Any = dict(zip(("width", "height"), size, strict=True))
        context = browser.new_context(viewport=viewport, device_scale_factor=scale, locale="en")
        token = box.phones.pair(box.phones.key)
        context.add_cookies([{"name": "phone", "value": str(token), "url": here(box)}])
        page = context.new_page()
        page.goto(here(box) + path, wait_until="load")
        page.wait_for_timeout(500)
        drawn = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        assert drawn is not None
        shown.append(drawn)
        context.close()
    television, phone = framed(shown[0], width=1180, frame=10), framed(shown[1], width=330, frame=12)
    high, wide = phone.shape[0] + 20, television.shape[1] + phone.shape[1] + 12
    picture = np.zeros((high, wide, 4))
    for part, x in ((television, 0), (phone, wide - phone.shape[1])):
        y = high - part.shape[0] if x else 0
        under = picture[y : y + part.shape[0], x : x + part.shape[1]]
        covers = part[..., 3:] / 255
        under[:] = part * covers + under * (1 - covers)
    return picture.astype(np.uint8)


def framed(drawn: Picture, *, width: int, frame: int) -> Picture:
    """Make a picture so many pixels wide, and lay it into a dark frame with round corners."""
    height = round(drawn.shape[0] * width / drawn.shape[1])
    small = cv2.resize(drawn, (width, height), interpolation=cv2.INTER_AREA)
    out = np.zeros((height + 2 * frame, width + 2 * frame, 4), np.uint8)
    for x in (2 * frame, width - 1):  # round corners: two bars and four discs
        for y in (2 * frame, height - 1):
            cv2.circle(out, (x, y), 2 * frame, FRAME, -1, cv2.LINE_AA)
    cv2.rectangle(out, (2 * frame, 0), (width - 1, out.shape[0]), FRAME, -1)
    cv2.rectangle(out, (0, 2 * frame), (out.shape[1], height - 1), FRAME, -1)
    out[frame:-frame, frame:-frame, :3] = small
    out[frame:-frame, frame:-frame, 3] = 255
    return out


def sheets(taken: list[Path]) -> Iterator[tuple[str, Picture]]:
    """Lay the languages of each page side by side."""
    for name in dict.fromkeys(file.name.rsplit(".", 2)[0] for file in taken):
        read = [cv2.imread(str(file)) for file in taken if file.name.rsplit(".", 2)[0] == name]
        pictures = [picture[:TALLEST] for picture in read if picture is not None]
        tallest = max(len(picture) for picture in pictures)
        even = [
            cv2.copyMakeBorder(one, 0, tallest - len(one), 0, 8, cv2.BORDER_CONSTANT, value=GREY)
            for one in pictures
        ]
        yield name, np.hstack(even)


def main() -> int:
    """Take the pictures; 1 if the time was over before all were taken."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("build/screenshots"), help="folder of the pictures")
    parser.add_argument("--languages", nargs="+", choices=list(LANGUAGES), default=list(LANGUAGES))
    parser.add_argument("--themes", nargs="+", choices=["light", "dark"], default=["light", "dark"])
    parser.add_argument("--pages", nargs="+", default=[], metavar="NAME", help="only these; all by default")
    parser.add_argument("--limit", type=float, default=900.0, metavar="SECONDS", help="stop after so long")
    asked = parser.parse_args()
    if not Path(CHROMIUM).exists():
        print(f"{CHROMIUM} is not installed: sudo apt install chromium", file=sys.stderr)
        return 1
    looks = [Look(code, theme) for code in asked.languages for theme in asked.themes]
    asked.out.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    with sync_playwright() as driver, tempfile.TemporaryDirectory(prefix="charkoni-") as folder:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        camera = Camera(browser, asked.out, looks, only=set(asked.pages), limit_s=asked.limit)
        take_all(browser, camera, Path(folder))
        browser.close()
    for name, sheet in sheets(camera.taken):
        cv2.imwrite(str(asked.out / f"sheet.{name}.png"), sheet)
    print(
        f"{len(camera.taken)} pictures in {time.monotonic() - began:.0f} s, and sheets of them: {asked.out}"
    )
    if camera.left_out:
        print(f"The time was over: {camera.left_out} were not taken. --limit SECONDS gives more.")
    return 1 if camera.left_out else 0


if __name__ == "__main__":
    sys.exit(main())
