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
from random import Random
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from engine.ending import Resign
from engine.errors import EngineError
from engine.game import Waits
from engine.messages import Message
from engine.move import EndTurn
from engine.throw import Cowries, Dice, Throw, ThrowKind
from places import ROOT
from ports_for_tests import ADMIN_TOKEN, House
from web.auth.access import COOKIE
from web.ports import EyeState

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
NAMES = ("Asha", "Ravi", "Mina", "Dev")
LONG = ("Lakshmi Venkataraghavan Subramaniam", "Wilhelmina van der Oudermeulen", "Aino-Kaisa", "ಅನುಪಮಾ")
CELL = 440
"""Pixels that a state is high on the sheet."""
COLUMNS = 5


@dataclass
class Scene:
    """A game that is brought into a state."""

    house: House
    game: str
    preset: str
    seats: int
    names: tuple[str, ...]
    chance: Random

    def begin(self) -> Scene:
        """Begin the game; nothing is thrown."""
        self.house.start(self.game, self.preset, self.names[: self.seats])
        return self

    def play(self, throws: int) -> Scene:
        """Play by chance, until so many throws are made and somebody has to throw again."""
        table = self.house.table
        if not table.has_game:
            self.begin()
        while (waits := table.model.waits) is not Waits.OVER and (throws > 0 or waits is not Waits.THROW):
            if waits is Waits.THROW:
                table.throw(self.any_throw(), source="camera", photo=self.photograph())
                throws -= 1
            else:
                moves = table.model.rules.moves(table.model.state)
                table.play(self.chance.choice(moves or [EndTurn()]), sure=True)
        return self

    def to_move(self, throws: int) -> Scene:
        """Play on until somebody has thrown and has more than one way to move."""
        self.play(throws)
        table = self.house.table
        for _ in range(60):
            model = table.model
            if model.waits is Waits.MOVE and len(model.rules.moves(model.state)) > 1:
                break
            if model.waits is Waits.THROW:
                table.throw(self.any_throw(), source="camera", photo=self.photograph())
            elif model.waits is not Waits.OVER:
                table.play((model.rules.moves(model.state) or [EndTurn()])[0], sure=True)
        return self

    def any_throw(self) -> Throw:
        """Throw fair shells or dice of the kind that is due."""
        return thrown(self.house.table.model.rules.wants(self.house.table.model.state), self.chance)

    def photograph(self) -> str:
        """Keep a picture of shells or dice as that of a throw."""
        kind = "die" if self.game == "backgammon" else "shells"
        picture = PICTURES[kind].read_bytes()
        return self.house.journal.keep_photograph(picture, picture)


def thrown(kind: ThrowKind, chance: Random) -> Throw:
    """Throw by chance."""
    if kind.kind == "cowries":
        return Cowries(sum(chance.random() < 0.5 for _ in range(kind.count)), kind.count)
    return Dice(tuple(chance.randint(1, 6) for _ in range(kind.count)))


def asked(scene: Scene) -> None:
    """Let the eye ask what was thrown."""
    scene.play(9)
    throw = scene.any_throw()
    other = scene.any_throw()
    doubts = (Message("one die touches the rim: push it to the middle"),)
    likely = list(dict.fromkeys((throw, other)))
    scene.house.table.ask(faces=(), alternatives=likely, photo=scene.photograph(), doubts=doubts)


def illegal(scene: Scene) -> None:
    """Report a move that the rules do not allow."""
    scene.to_move(10)
    table, model = scene.house.table, scene.house.table.model
    squares = [square.id for square in model.rules.layout.squares]
    for square in squares:
        for piece in range(model.rules.pieces):
            try:
                table.report_move((model.turn, piece), square)
            except EngineError:
                continue
            if table.model.question:
                return
            table.undo()


def kept(scene: Scene) -> None:
    """Throw before the move is entered."""
    scene.to_move(10)
    for _ in range(2):
        scene.house.table.throw(scene.any_throw(), source="camera", photo=scene.photograph())


def taken_back(scene: Scene) -> None:
    """Take the last move back."""
    scene.play(12)
    scene.house.table.undo()


def over(scene: Scene) -> None:
    """Play to the end."""
    scene.play(4000)


def resigned(scene: Scene) -> None:
    """Resign, which ends the game or waits for an answer."""
    scene.play(14)
    scene.house.table.play(Resign(scene.house.table.model.turn))


def in_trouble(scene: Scene) -> None:
    """Show that the camera has something to say."""
    scene.to_move(8)
    words = Message("the tray is dark: turn a lamp on beside the board")
    scene.house.eye.now = EyeState("uncertain", Message("a camera of paper"), words)


def choosing(scene: Scene) -> None:
    """Take a move back: while it can be brought back, a touch chooses a piece and plays nothing."""
    scene.to_move(12)
    table = scene.house.table
    table.play(table.model.rules.moves(table.model.state)[0], sure=True)
    table.undo()


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
    seats: int = 0


SHOTS = (
    Shot("new box", lambda scene: None),
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
FAMILIES = {"chowka-bhara": ("5x5", 4), "pachisi": ("six", 4), "backgammon": ("standard", 2)}
PICTURES = {
    "die": ROOT / "device" / "film" / "ivory-dice-4-4" / "008.jpg",
    "shells": ROOT / "device" / "film" / "four-shells-1" / "015.jpg",
}


def taken(browser: Browser, shot: Shot, game: str) -> Picture:
    """Bring a house into the state, and take its picture."""
    preset, seats = FAMILIES[game]
    with tempfile.TemporaryDirectory(prefix="charkoni-") as folder:
        house = House(Path(folder))
        try:
            names = LONG if shot.long else NAMES
            shot.scene(Scene(house, game, preset, shot.seats or seats, names, Random(5)))
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
    parser.add_argument("--games", nargs="+", choices=list(FAMILIES), default=list(FAMILIES))
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
