"""Two hundred times kill -9 while a game is played over HTTP: what was acknowledged is there afterwards."""

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
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from boxes_for_tests import unused_port
from device.store import FILE_NAME, Journal
from device.store.phones import PairedPhones
from engine.table.state import replayed
from places import ROOT

KILLS = 200

BOXES = """
import logging, os, sys
from pathlib import Path
from device.box import Box
from device.config import read_config
from device.first_game import Asked

logging.disable()
folder, tray = Path(sys.argv[1]), sys.argv[2]
for line in sys.stdin:
    child = os.fork()
    if not child:
        config = read_config(f'[camera]\\nsource = "folder:{tray}"\\n[page]\\nhost = "127.0.0.1"\\n'
                             f'port = {int(line)}\\n[voice]\\non = false\\n')
        with Box(config, folder=folder, asked=Asked("chowka-bhara")) as box:
            box.start()
            print(os.getpid(), flush=True)
            box.stop.wait()
        os._exit(0)
    os.waitpid(child, 0)
    print("ended", flush=True)
"""
"""Boxes as `charkoni play` builds them, one after the other, each a process of its own. Python and OpenCV are
loaded once, before the fork: two hundred times would take most of an hour."""


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
def test_two_hundred_kills_cost_no_acknowledged_event(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, tray = tmp_path / "data", tmp_path / "tray"
    tray.mkdir()
    cv2.imwrite(str(tray / "a.png"), np.full((48, 64, 3), 90, np.uint8))
    with Journal(data) as journal:
        phones = PairedPhones(journal)
        cookie = f"phone={phones.pair(phones.key)}"
    chance = Random(2026)
    lost = broken = unplayable = acts = in_doubt = 0
    last = 0
    begin = time.monotonic()
    boxes = subprocess.Popen(
        [sys.executable, "-c", BOXES, str(data), str(tray)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    assert boxes.stdin is not None
    assert boxes.stdout is not None
    for _ in range(KILLS):
        port = unused_port()
        boxes.stdin.write(f"{port}\n")
        box = int(boxes.stdout.readline())
        phone = Phone(port, cookie)
        player = threading.Thread(target=phone.play, args=(chance,))
        player.start()
        while phone.acts == 0 and player.is_alive():
            time.sleep(0.002)
        time.sleep(chance.random() * 0.4)
        os.kill(box, signal.SIGKILL)
        assert boxes.stdout.readline() == "ended\n"
        player.join(30)
        acts += phone.acts
        last = max(last, phone.seq)
        with Journal(data, writing=False) as journal:
            kept = journal.last_seq()
            whole = journal.read("PRAGMA integrity_check") == [("ok",)]
            numbers = [row[0] for row in journal.read("SELECT seq FROM event ORDER BY seq")]
            broken += not whole or numbers != list(range(1, kept + 1))
            lost += max(0, last - kept)
            in_doubt += kept > last
            try:
                replayed(journal.game_events(journal.last_game()))
            except Exception:
                unplayable += 1
        last = kept
    boxes.stdin.close()
    boxes.wait(30)
    boxes.stdout.close()
    with capsys.disabled():
        print(
            f"\n{KILLS} x kill -9 in {time.monotonic() - begin:.0f} s: {acts} actions acknowledged, "
            f"{last} events; acknowledged events lost {lost}, database intact {KILLS - broken} of {KILLS}, "
            f"game goes on {KILLS - unplayable} of {KILLS} (killed between disk and answer: {in_doubt})"
        )
    assert (lost, broken, unplayable) == (0, 0, 0)
    assert acts >= KILLS
    assert not list(data.glob(FILE_NAME + ".damaged*"))
