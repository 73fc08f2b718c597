"""One evening in each engine: Chromium as phones have it, WebKit, which is Safari's, and Firefox.

All else is tried in Chromium alone, as Playwright starts it: there the pages that are left are not kept.
The pictures of the evening are in `build/engines`.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from boxes_for_tests import unused_port
from browser_for_tests import HOST
from browsers import chromium, firefox, webkit
from browsers.phone import PATIENCE_S, Phone
from places import ROOT
from waiting_for_tests import wait_until

pytestmark = pytest.mark.slow  # an evening is half a minute, and a browser of 100 MB is wanted for it

PICTURES = ROOT / "build" / "engines"
ENGINES = {
    "chromium": (chromium.Chromium, chromium.lacking, HOST),
    "webkit": (webkit.WebKit, webkit.lacking, "127.0.0.1"),
    "firefox": (firefox.Firefox, firefox.lacking, HOST),
}
STATE = "return (await fetch('/api/v1/state')).json()"
BEGIN = ".new > button.main"
SEES = """
return [...document.querySelectorAll(arguments[0])].some((one) => one.textContent.includes(arguments[1]))
  && !document.body.matches(".busy");
"""
LATER = "return document.querySelector('#said').textContent.includes('This is sent as soon as it is back')"
STEP = "return document.querySelector('#step-number').textContent === arguments[0]"
HEIGHTS = "return [...document.querySelectorAll(arguments[0])].map((one) => one.offsetHeight)"
CROSS = """
const crossed = document.querySelector('svg.board use[href="#cross"]');
const { x, y, width, height } = crossed.getBoundingClientRect();
return [x, y, width, height];
"""
ALIKE = (137, 188, 219)
"""Blue, green and red of it in Chromium."""
KEEP_SOUNDS = """
window.sounds = [];
const Plain = AudioContext;
window.AudioContext = class extends Plain { constructor() { super(); sounds.push(this); } };
"""


class Box:
    """A box of its own process, which can be killed and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.port = unused_port()
        self._folder = folder
        (folder / "tray").mkdir()
        cv2.imwrite(str(folder / "tray" / "a.png"), np.full((48, 64, 3), 90, np.uint8))
        (folder / "charkoni.toml").write_text(
            f'[camera]\nsource = "folder:{folder / "tray"}"\n[page]\nhost = "127.0.0.1"\nnames = ["{HOST}"]\n'
            f"port = {self.port}\n[voice]\non = false\n"
        )
        self.key = ""
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "device", "play", "--config", str(self._folder / "charkoni.toml")]
        self._process = subprocess.Popen(
            [*command, "--data", str(self._folder / "data")],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._process.stdout is not None
        said = []
        for line in self._process.stdout:
            said.append(line)
            if line.startswith("Ctrl-C"):
                break
        # Read on, so that it is never stopped by a full pipe.
        threading.Thread(target=self._process.stdout.read, daemon=True).start()
        [self.key] = re.findall(r"\?key=(\S+)", "".join(said))[:1]

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def throw(self, throw: str) -> None:
        """Type a throw on another phone."""
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as line:
            line.request("GET", f"/?key={self.key}")
            cookie = str(line.getresponse().getheader("Set-Cookie")).partition(";")[0]
        headers = {"Cookie": cookie, "Content-Type": "application/json"}
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as line:
            line.request("GET", "/api/v1/state", None, headers)
            headers["X-CSRF-Token"] = json.loads(line.getresponse().read())["csrf"]
            line.request("POST", "/api/v1/throws", json.dumps({"throw": throw}), headers)
            assert line.getresponse().status == 201


@dataclass
class Evening:
    """A phone at a table, and what its people do with it."""

    phone: Phone
    box: Box
    origin: str

    def sees(self, selector: str, text: str = "") -> None:
        """Wait until the page shows something, and nothing is on its way to the box."""
        self.phone.until(SEES, selector, text)

    def take(self, name: str) -> None:
        self.phone.take(PICTURES / self.phone.engine, name)

    def throw(self, throw: str) -> None:
        """Type a throw with the finger."""
        self.phone.touch("#throw-sheet > summary")
        self.phone.touch(f'#throw-sheet .panel:not(.fresh) button[value="{throw}"]')

    def way(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return from where to where a piece of who moves can go."""
        self.sees(".can")
        tap = self.phone.run(STATE)["taps"][0]
        start = self.phone.place(f'.can[data-square="{tap["start"]}"]')
        return start, self.phone.place(f'.hit[data-square="{tap["end"]}"]')

    def choose(self, text: str) -> None:
        """Go to another page by the menu."""
        self.phone.touch("#menu > summary")
        self.phone.touch("#menu[open] a", text)

    def begin(self, *names: str) -> None:
        for number, name in enumerate(names, 1):
            self.phone.fill(f".names > label:nth-of-type({number}) input", name)
        self.phone.touch(BEGIN)

    def come_in(self) -> None:
        self.phone.open(f"{self.origin}/?key={self.box.key}")
        self.sees("h1", "Welcome to the table")
        self.phone.touch("a", "Chowka Bhara")
        self.sees("legend", "Who plays?")
        self.take("new game")
        self.begin("Asha", "Ravi")
        self.phone.touch("a", "Later: to the game now")  # there is a camera, and it has found no tray
        self.sees(".whose", "Asha")

    def play_by_a_touch(self) -> None:
        self.throw("3/4")
        self.sees(".words", "3 mouths up of 4 = 3")
        start, _ = self.way()
        self.take("chowka bhara")
        self.phone.finger(start)  # it can go to one square only
        self.sees(".whose", "Ravi")

    def play_by_dragging(self) -> None:
        self.throw("2/4")
        self.sees(".words", "2 mouths up of 4 = 2")
        start, end = self.way()
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        self.phone.finger(start, middle, end)
        self.sees(".whose", "Asha")
        assert self.phone.run("return scrollY") == 0

    def take_back(self) -> None:
        self.phone.touch(".takes-back button:not(.again)")
        self.sees(".whose", "Ravi")
        self.sees(".words", "2 mouths up of 4 = 2")
        self.phone.touch(".takes-back .again")
        self.sees(".whose", "Asha")

    def come_back_from_the_menu(self) -> None:
        self.phone.touch("#menu > summary")
        self.sees("#menu[open]")
        self.take("menu")
        heights = self.phone.run(HEIGHTS, "#menu a")
        assert max(heights) < 52, "no link is higher than its two lines"
        self.phone.touch("#menu a", "Rules in force")
        self.phone.until("return location.pathname.startsWith('/rules')")
        self.phone.back()
        self.sees(".whose", "Asha")
        assert not self.phone.run("return document.querySelector('#menu').open"), "it lies over the board"

    def catch_up_when_shown(self) -> None:
        self.phone.hide()
        self.box.throw("1/4")
        self.phone.show()
        self.sees(".words", "1 mouth up of 4 = 1")
        start, _ = self.way()
        self.phone.finger(start)
        self.sees(".whose", "Ravi")

    def lose_the_box(self) -> None:
        self.box.kill()
        self.sees("#away:not([hidden])")
        self.throw("3/4")
        self.phone.until(LATER)
        self.take("away")
        self.box.start()
        self.sees("#away[hidden]")
        self.sees(".words", "3 mouths up of 4 = 3")
        told = self.phone.run(
            "return [...document.querySelectorAll('.told')].map((one) => one.textContent).join()"
        )
        assert told.count("Ravi throws 3 mouths") == 1

    def begin_again_after_back(self) -> None:
        self.choose("New game")
        self.sees("legend", "Who plays?")
        self.phone.touch(".games a", "Pachisi")
        self.sees('.games a[aria-current="true"]', "Pachisi")
        self.begin("Mina", "Dev")
        self.sees(".whose", "Mina")
        self.phone.back()
        self.sees("legend", "Who plays?")
        self.begin("Lotte", "Jan")
        self.sees(".whose", "Lotte")
        names = self.phone.run(STATE)["setup"]["names"]
        assert names == ["Lotte", "Jan"]
        self.take("pachisi")

    def see_the_crosses(self) -> None:
        """A crossed square looks alike, though each engine matches selectors within `<use>` its own way."""
        x, y, width, height = self.phone.run(CROSS)
        picture = cv2.imdecode(np.frombuffer(self.phone.picture(), np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None
        crossed = picture[round(y) : round(y + height), round(x) : round(x + width)]
        assert np.abs(crossed.mean((0, 1)) - ALIKE).max() < 6

    def play_backgammon(self) -> None:
        self.choose("New game")
        self.sees("legend", "Who plays?")
        self.phone.touch(".games a", "Backgammon")
        self.sees('.games a[aria-current="true"]', "Backgammon")
        self.take("new game of backgammon")
        self.begin("Asha", "Ravi")
        self.sees("svg.board .checker")
        self.take("backgammon")

    def look_back(self) -> None:
        self.choose("Games played")
        self.phone.touch('a[href^="/games/1"]')
        self.sees("#step-number")
        last = int(self.phone.run("return document.querySelector('#replay').dataset.steps"))
        assert last == 7
        self.phone.touch('.go button[data-to="0"]')
        self.phone.until(STEP, "0")
        self.phone.touch('.go button[data-by="1"]')
        self.phone.until(STEP, "1")
        self.phone.touch(".turns a")
        self.phone.touch(f'.go button[data-to="{last}"]')
        self.phone.until(STEP, str(last))
        self.take("replay")

    def hear_it_again_after_a_call(self) -> None:
        self.choose("The game")
        self.sees("svg.board .checker")
        self.phone.run(KEEP_SOUNDS)
        self.phone.touch("#more > summary")
        self.phone.touch("#more .panel:not(.fresh) #sounds > summary")
        self.phone.touch("#sound")
        self.phone.until("return sounds[0]?.state === 'running'")
        self.phone.run("await sounds[0].suspend()")
        self.phone.touch(".whose")
        self.phone.until("return sounds[0].state === 'running'")


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    name = str(request.param)
    if lacks := ENGINES[name][1]():
        pytest.skip(f"not installed: {lacks}; `bash tests/apt.sh all` installs it")
    return name


@pytest.fixture
def box(engine: str, tmp_path: Path) -> Iterator[Box]:
    box = Box(tmp_path)
    yield box
    box.kill()


@pytest.fixture
def evening(engine: str, box: Box, tmp_path: Path) -> Iterator[Evening]:
    kind, _, host = ENGINES[engine]
    with contextlib.closing(kind(tmp_path)) as phone:
        evening = Evening(phone, box, f"http://{host}:{box.port}")
        yield evening
        evening.take("last")


def test_an_evening(evening: Evening) -> None:
    evening.come_in()
    evening.play_by_a_touch()
    evening.play_by_dragging()
    evening.take_back()
    evening.come_back_from_the_menu()
    evening.catch_up_when_shown()
    evening.lose_the_box()
    evening.begin_again_after_back()
    evening.see_the_crosses()
    evening.play_backgammon()
    evening.look_back()
    evening.hear_it_again_after_a_call()
    assert evening.phone.errors() == []
    evening.phone.run("setTimeout(() => { throw new Error('this one'); })")
    wait_until(lambda: "this one" in str(evening.phone.errors()), within_s=PATIENCE_S)
