"""Hundreds of times kill -9 while a game is played over HTTP: nothing is lost."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from boxes_for_tests import unused_port
from device.store import FILE_NAME, Journal
from engine.table.state import replayed
from places import ROOT
from web.house.credentials import Phones

KILLS = 200

BOXES = """
import logging, os, sys
from pathlib import Path
from device.box import Box
from device.config import read_config
from device.first_game import Asked
logging.disable()
for line in sys.stdin:
    child = os.fork()
    if not child:
        config = read_config(f'[camera]\\nsource = "folder:{sys.argv[2]}"\\n[page]\\nhost = "127.0.0.1"\\n'
                             f'port = {int(line)}\\n[voice]\\non = false\\n')
        with Box(config, folder=Path(sys.argv[1]), asked=Asked("chowka-bhara")) as box:
            box.start()
            print(os.getpid(), flush=True)
            box.stop.wait()
        os._exit(0)
    os.waitpid(child, 0)
    print("ended", flush=True)
"""
"""Boxes as `charkoni play` builds them, one after the other, each until it is killed. Python and OpenCV are
loaded once, before the fork: two hundred times would take most of an hour."""


@contextlib.contextmanager
def boxes(data: Path, tray: Path) -> Iterator[Callable[[int, Callable[[], object]], None]]:
    """Yield a function that runs a box at a port until something was done, and kills it then."""
    command = [sys.executable, "-c", BOXES, str(data), str(tray)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        asked, said = process.stdin, process.stdout

        def run(port: int, meanwhile: Callable[[], object]) -> None:
            asked.write(f"{port}\n")
            number = int(said.readline())
            meanwhile()
            os.kill(number, signal.SIGKILL)
            assert said.readline() == "ended\n"

        yield run


@dataclass
class Phone:
    """A paired phone that plays as fast as it can and notes what was acknowledged."""

    port: int
    cookie: str
    seq: int = 0
    """The newest event that the box has acknowledged."""
    acts: int = 0

    def play(self, chance: Random) -> None:
        """Play until the box is no more."""
        gone = contextlib.suppress(OSError, http.client.HTTPException, ValueError)
        with gone, contextlib.ExitStack() as stack:
            connection = stack.enter_context(
                contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20))
            )
            state = self._ask(connection, "GET", "/api/v1/state", None, "")
            csrf = str(state["csrf"])
            while True:
                name, body = deed(state, chance)
                state = self._ask(connection, "POST", f"/api/v1/{name}", body, csrf)
                # The answer is read to its last byte: from here on it is acknowledged.
                self.seq = max(self.seq, int(state["seq"]))
                self.acts += 1

    def _ask(
        self, connection: http.client.HTTPConnection, method: str, path: str, body: object, csrf: str
    ) -> dict[str, Any]:
        headers = {"Cookie": self.cookie, "X-CSRF-Token": csrf, "Content-Type": "application/json"}
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        response = connection.getresponse()
        answer = dict(json.loads(response.read()))
        assert response.status in (200, 201), answer
        return answer


def deed(state: dict[str, Any], chance: Random) -> tuple[str, dict[str, Any]]:
    """Choose what a player does next: mostly the next throw or move, at times an undo or a correction."""
    waits = state["turn"]["waits"]
    if waits == "over":
        return "games", {"game": "chowka-bhara", "preset": "5x5", "names": ["Asha", "Ravi"]}
    if state["undo"] and chance.random() < 0.05:
        return "undo", {}
    if waits == "throw":
        return "throws", {"throw": f"{chance.randrange(5)}/4"}
    return "moves", {"move": chance.choice(state["moves"])["move"]}


@pytest.mark.slow  # starts the box two hundred times
def test_two_hundred_kills_cost_no_acknowledged_event(tmp_path: Path) -> None:
    data, tray = tmp_path / "data", tmp_path / "tray"
    tray.mkdir()
    cv2.imwrite(str(tray / "a.png"), np.full((48, 64, 3), 90, np.uint8))
    with Journal(data) as journal:
        phones = Phones(journal)
        cookie = f"phone={phones.pair(phones.key)}"
    chance = Random(2026)
    last = acts = 0

    def play() -> None:
        player.start()
        while phone.acts == 0 and player.is_alive():
            time.sleep(0.002)
        time.sleep(chance.random() * 0.4)

    with boxes(data, tray) as run:
        for _ in range(KILLS):
            port = unused_port()
            phone = Phone(port, cookie)
            player = threading.Thread(target=phone.play, args=(chance,))
            run(port, play)
            player.join(30)
            acts += phone.acts
            with Journal(data, writing=False) as journal:
                kept = journal.last_seq()
                assert kept >= max(last, phone.seq), "an event was acknowledged and is lost"
                assert journal.read("PRAGMA integrity_check") == [("ok",)]
                numbers = [row[0] for row in journal.read("SELECT seq FROM event ORDER BY seq")]
                assert numbers == list(range(1, kept + 1))
                replayed(journal.game_events(journal.last_game()))
            last = kept
    assert acts >= KILLS
    assert not list(data.glob(FILE_NAME + ".damaged*"))
