"""Hundreds of times kill -9 while a game is played over HTTP or followed on the board: nothing is lost."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from boxes_for_tests import unused_port
from device.store import FILE_NAME, Journal
from engine.events import GameEnded, Logged, Moved, TurnBegan, Undone
from engine.move import EndTurn
from engine.table.state import replayed
from places import ROOT
from web.house.credentials import Phones

KILLS, FOLLOWED_KILLS = 200, 60

FORKS = """
import os, sys
{loads}
for line in sys.stdin:
    child = os.fork()
    if not child:
{runs}
        os._exit(0)
    os.waitpid(child, 0)
    print("ended", flush=True)
"""
"""Processes that work until they are killed, one after the other. Python and OpenCV are loaded once, before
the fork: two hundred times would take most of an hour."""


@contextlib.contextmanager
def forks(loads: str, runs: str, *arguments: str) -> Iterator[Callable[[str, Callable[[], object]], None]]:
    """Yield a function that runs a process on a line until something was done, and kills it then."""
    program = FORKS.format(loads=loads, runs=textwrap.indent(textwrap.dedent(runs), " " * 8))
    command = [sys.executable, "-c", program, *arguments]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        asked, said = process.stdin, process.stdout

        def run(line: str, meanwhile: Callable[[], object]) -> None:
            asked.write(f"{line}\n")
            number = int(said.readline())
            meanwhile()
            os.kill(number, signal.SIGKILL)
            assert said.readline() == "ended\n"

        yield run


LOADS_BOX = """
import logging
from pathlib import Path
from device.box import Box
from device.config import read_config
from device.first_game import Asked
logging.disable()
"""

BOX = """
config = read_config(f'[camera]\\nsource = "folder:{sys.argv[2]}"\\n[page]\\nhost = "127.0.0.1"\\n'
                     f'port = {int(line)}\\n[voice]\\non = false\\n')
with Box(config, folder=Path(sys.argv[1]), asked=Asked("chowka-bhara")) as box:
    box.start()
    print(os.getpid(), flush=True)
    box.stop.wait()
"""
"""A box as `charkoni play` builds it."""


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
        phones = Phones(journal)
        cookie = f"phone={phones.pair(phones.key)}"
    chance = Random(2026)
    lost = broken = unplayable = acts = in_doubt = 0
    last = 0

    def play() -> None:
        player.start()
        while phone.acts == 0 and player.is_alive():
            time.sleep(0.002)
        time.sleep(chance.random() * 0.4)

    with forks(LOADS_BOX, BOX, str(data), str(tray)) as run:
        for _ in range(KILLS):
            port = unused_port()
            phone = Phone(port, cookie)
            player = threading.Thread(target=phone.play, args=(chance,))
            run(str(port), play)
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
    with capsys.disabled():
        print(
            f"\n{KILLS} x kill -9: {acts} actions acknowledged, "
            f"{last} events; acknowledged events lost {lost}, database intact {KILLS - broken} of {KILLS}, "
            f"game goes on {KILLS - unplayable} of {KILLS} (killed between disk and answer: {in_doubt})"
        )
    assert (lost, broken, unplayable) == (0, 0, 0)
    assert acts >= KILLS
    assert not list(data.glob(FILE_NAME + ".damaged*"))


# Turns that are followed on the board


LOADS_TABLE = """
import random
from pathlib import Path
from device.store import Journal
from engine.events import Setup
from engine.game import Waits
from engine.move import EndTurn
from engine.table import Table
from engine.table.commands import FollowBoard, TakeThrow
from engine.throw import Dice
"""

TABLE = """
chance = random.Random(int(line))
with Journal(Path(sys.argv[1])) as journal:
    table = Table(record=journal.record, seq=journal.last_seq(), game=journal.last_game())
    if journal.last_game():
        table.resume(journal.game_events(journal.last_game()))
    print(os.getpid(), flush=True)
    while True:
        if not table.has_game or table.model.waits is Waits.OVER:
            table.start(Setup("backgammon", "standard", ("Asha", "Ravi"), begins=0))
        if table.model.waits is Waits.THROW:
            table.do(TakeThrow(Dice((chance.randint(1, 6), chance.randint(1, 6))), photo="1.jpg"))
        if table.model.waits is Waits.OVER:
            continue
        begun = table.model.seq
        undo = 0
        taps = table.model.rules.taps(table.model.state)
        if taps and chance.random() < 0.3:
            before = table.model.actions
            plays = table.model.line.moves
            table.do(FollowBoard((chance.choice(taps).move,), "2.jpg"))
            undo = table.model.actions[len(before)].seq
        else:
            plays = table.model.line.moves
        done = [chance.choice(plays)] if plays else []
        try:
            table.do(FollowBoard((*done, EndTurn()), "3.jpg", undo), request=f"turn {begun}")
        except ValueError:  # the last checker is off: nothing is left to end
            table.do(FollowBoard(tuple(done), "3.jpg", undo), request=f"turn {begun}")
"""
"""A table that follows turns as fast as it can; some of them first play a part that hands then take back."""


def is_whole(action: list[Logged]) -> bool:
    """True if what was written together is a turn with its end."""
    events = [one.event for one in action]
    ends = [event for event in events if isinstance(event, Moved) and isinstance(event.move, EndTurn)]
    if isinstance(events[0], Undone):
        events = events[1:]
    moved = sum(isinstance(event, Moved) for event in events)
    has_ended = isinstance(events[-1], GameEnded | TurnBegan)
    return has_ended and 1 <= moved <= 2 and (len(ends) == 1 or isinstance(events[-1], GameEnded))


@pytest.mark.slow  # starts and kills a table sixty times
def test_a_followed_turn_that_was_killed_is_whole_or_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = Random(17)
    with forks(LOADS_TABLE, TABLE, str(tmp_path)) as run:
        for number in range(FOLLOWED_KILLS):
            run(str(number), lambda: time.sleep(chance.random() * 0.3))
    turns = undone = 0
    with Journal(tmp_path, writing=False) as journal:
        assert journal.read("PRAGMA integrity_check") == [("ok",)]
        for game in range(1, journal.last_game() + 1):
            events = list(journal.game_events(game))
            replayed(events)
            for request, action in groupby(events, key=lambda one: one.request):
                if request:
                    written = list(action)
                    assert is_whole(written), (game, request)
                    turns += 1
                    undone += isinstance(written[0].event, Undone)
    with capsys.disabled():
        print(f"\n{FOLLOWED_KILLS} x kill -9: {turns} followed turns, {undone} of them taken back before")
    assert turns > FOLLOWED_KILLS
    assert undone > 0
