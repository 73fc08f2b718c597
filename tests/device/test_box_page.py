"""A whole box and a browser: what a page says is done by the eye, on the pins, and at the table."""

from __future__ import annotations

import http.client
import json
import re
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from boxes_for_tests import running_box, unused_port
from device.box import Box
from device.pins.buttons import BOUNCE_S
from device.pins.factory import FACTORY_VARIABLE
from device.store import Journal
from engine.events import Threw, Undone
from engine.table.commands import ReportMove, TakeThrow
from engine.throw import Cowries
from frames_for_tests import opened
from waiting_for_tests import wait_until
from web.auth.access import COOKIE
from web.house.settings import HouseSettings

until = partial(wait_until, within_s=60)
FIRST, SECOND, SOUND, UNDO, LET_IN = 17, 27, 18, 6, 26
FILM_TRAY = [6, 8, 94, 8, 95, 93, 5, 93]


class Browser:
    """An admin's browser."""

    def __init__(self, box: Box, cookie: str = "") -> None:
        self.port = box.server.port
        self.cookie = cookie or f"{COOKIE}={box.phones.pair(box.phones.key)}"

    def ask(self, method: str, path: str, **form: str) -> tuple[int, Any, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request(method, path, urlencode(form), headers)
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response.status, response.headers, body

    def page(self, path: str) -> str:
        status, _headers, body = self.ask("GET", path)
        assert status == 200
        return body.decode()

    def send(self, path: str, **form: str) -> None:
        csrf = str(json.loads(self.page("/api/v1/state"))["csrf"])
        assert self.ask("POST", path, csrf=csrf, **form)[0] == 303

    def corners(self) -> list[float]:
        return [float(value) for value in re.findall(r'name="[xy]\d" value="([\d.]+)"', self.page("/eye"))]


def test_the_tray_of_the_film_is_found_from_a_phone_and_there_after_a_restart(tmp_path: Path) -> None:
    whole = [0, 0, 100, 0, 100, 100, 0, 100]
    with running_box(tmp_path, camera="film") as box:
        until(lambda: box.loop.frames.last is not None)
        browser = Browser(box)
        assert browser.corners() == whole
        before = box.journal.last_seq()
        browser.send("/eye/find")
        found = browser.corners()
        assert np.allclose(found, FILM_TRAY, atol=3.5)
        status, headers, jpeg = browser.ask("GET", "/eye/picture.jpg")
        assert (status, headers["Content-Type"]) == (200, "image/jpeg")
        assert opened(jpeg).shape == (480, 640, 3)
        # The game goes on through the new tray: the film throws, and the throw is read.
        until(lambda: box.journal.last_seq() > before)
    with running_box(tmp_path, camera="film") as box:
        until(lambda: box.loop.frames.last is not None)
        browser = Browser(box, browser.cookie)
        assert browser.corners() == found
        browser.send("/eye/back")
        assert browser.corners() == whole
        browser.send("/eye/back")
        assert browser.corners() == found
    with Journal(tmp_path / "data") as journal:
        kept = HouseSettings(journal).get()
        assert np.allclose(np.array(kept.tray).ravel() * 100, found, atol=0.06)


@pytest.fixture
def start(
    tmp_path: Path, pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., AbstractContextManager[Box]]:
    monkeypatch.setenv(FACTORY_VARIABLE, "mock")  # the box takes the fake pins for real ones
    more = f"[pins]\nundo = {UNDO}\nlet_in = {LET_IN}"
    return partial(running_box, tmp_path, port=unused_port(), more=more)


def notes(pins: MockFactory) -> int:
    return [state.state for state in pins.pin(SOUND).states].count(0.5)


def plays(box: Box, move: str) -> None:
    """A throw and a move, which give the turn away; until the box has told it."""
    box.table.do(TakeThrow(Cowries(3, 4)))
    box.table.do(ReportMove((box.table.model.turn, 0), move))
    until(lambda: box.announcer.place == box.journal.last_seq() and not box._outputs.buzzer.sound)


def test_the_box_makes_the_noise_that_the_page_says_at_once_and_after_a_restart(
    start: Callable[..., AbstractContextManager[Box]], pins: MockFactory
) -> None:
    with start() as box:
        browser = Browser(box)
        browser.send("/sound", hears="silent", hears_buzzer="silent", hears_phones="alerts")
        plays(box, "r3c4")
        assert notes(pins) == 0
        browser.send("/sound", hears="silent", hears_buzzer="everything", hears_phones="alerts")
        plays(box, "r1c0")
        until(lambda: notes(pins) > 0)
        browser.send("/sound", hears="alerts", hears_buzzer="silent", hears_phones="silent")
    pins.reset()
    with start() as box:
        assert json.loads(browser.page("/api/v1/state"))["hears"] == "silent"
        chosen = re.findall(r'<select name="(\w+)">|value="(\w+)" selected', browser.page("/sound"))
        assert [key or level for key, level in chosen] == [
            "hears", "alerts", "hears_buzzer", "silent", "hears_phones", "silent",
        ]  # fmt: skip
        plays(box, "r4c1")
        assert notes(pins) == 0


def test_lamps_are_tried_from_the_page_on_the_pins_and_the_game_stays(
    start: Callable[..., AbstractContextManager[Box]], pins: MockFactory
) -> None:
    with start() as box:
        until(lambda: pins.pin(FIRST).state == 1)
        browser = Browser(box)
        seq = box.journal.last_seq()
        pins.pin(SECOND).clear_states()
        browser.send("/sound/test", what="lamp-2")
        until(lambda: [state.state for state in pins.pin(SECOND).states] == [0, 1, 0, 1, 0])
        browser.send("/sound/test", what="buzzer")
        until(lambda: notes(pins) == 4)
        until(lambda: pins.pin(FIRST).state == 1)
        assert box.journal.last_seq() == seq
        status, headers, drawn = browser.ask("GET", "/wiring.svg")
        assert (status, headers["Content-Type"].partition(";")[0]) == (200, "image/svg+xml")
        assert f"take back · {UNDO}" in drawn.decode()


def test_the_buttons_of_a_box_act_at_its_table_and_open_its_door(
    start: Callable[..., AbstractContextManager[Box]], pins: MockFactory
) -> None:
    with start() as box:
        assert box.lamps_note == ""
        box.table.do(TakeThrow(Cowries(3, 4)))
        pins.pin(UNDO).drive_low()
        until(lambda: isinstance(box.journal.events(since=0)[-1].event, Undone))
        pins.pin(UNDO).drive_high()
        assert Threw in {type(one.event) for one in box.journal.events(since=0)}
        assert box.phones.let_in() is None

        def is_open() -> bool:
            """Press the button, once more where a loaded machine made it a long press."""
            pins.pin(LET_IN).drive_low()
            time.sleep(4 * BOUNCE_S)  # as long as a finger is on it
            pins.pin(LET_IN).drive_high()
            time.sleep(4 * BOUNCE_S)
            return box.phones.pairing_open_s() > 0

        until(is_open)
        tokens = [box.phones.let_in() for _ in range(2)]
        assert [box.phones.role(str(token)) for token in tokens] == ["admin", "player"]


def test_who_started_a_box_in_a_terminal_is_told_how_to_start_it_again(tmp_path: Path) -> None:
    with running_box(tmp_path) as box:
        browser = Browser(box)
        csrf = str(json.loads(browser.page("/api/v1/state"))["csrf"])
        status, _headers, page = browser.ask("POST", "/status/stop", csrf=csrf, sure="on")
        assert status == 200
        assert "charkoni play" in page.decode()
