"""A box with a match whose turns end by lifted dice: ``python -m tests.bench.box.lifted_dice FOLDER PORT``.

The film throws and lifts; whatever the throw, the first legal play is made at once. It prints lines of JSON:

- ``["key", its key]`` when the match has begun
- ``["lifted", seconds]`` by the wall clock, when the eye was given the first frame without the dice
- ``["closed", seconds]`` when the journal had written that the turn is over
"""

from __future__ import annotations

import json
import sys
import threading
import time
from pathlib import Path

from device.box import Box
from device.cameras.film import FilmCamera
from device.first_game import Asked
from device.match_asked import AskedMatch
from engine.events import TurnClosed
from engine.game import Waits
from engine.table import Table
from engine.table.commands import BeginNextGame, CloseTurn, CorrectThrow, TakeThrow
from engine.throw import Dice
from tests.bench.box.frames import play_on
from tests.bench.box.process import quiet_config

MATCH = Asked(match=AskedMatch(25, crawford=True, clock="usual", conduct={"turn_ends": "dice"}))
"""What lies on the table."""


def tell(what: str, value: object) -> None:
    """Print a line."""
    print(json.dumps([what, value]), flush=True)


def main(arguments: list[str]) -> int:
    """Run the box until its standard input ends."""
    folder, port = Path(arguments[0]), int(arguments[1])
    phase = ""

    def beat() -> None:
        nonlocal phase
        camera = box.camera
        before, phase = phase, camera.phase if isinstance(camera, FilmCamera) else ""
        if phase == "cleared" != before:
            tell("lifted", time.time())

    done = threading.Event()
    with Box(quiet_config(port), folder=folder, asked=MATCH, beat=beat) as box:
        box.start()
        box.loop.ready.wait()
        begin(box.table)
        tell("key", box.phones.key)
        players = [threading.Thread(target=play, args=(box.table, done))]
        players.append(threading.Thread(target=follow, args=(box, done)))
        for one in players:
            one.start()
        for _ in sys.stdin:
            pass
        done.set()
        for one in players:
            one.join()
    return 0


def begin(table: Table) -> None:
    """Decide who begins: the film has no throw of one die."""
    model = table.model
    if model.waits is Waits.THROW and model.rules.wants(model.state).count == 1:
        table.do(TakeThrow(Dice((3, 1)), source="drawn"))


def play(table: Table, done: threading.Event) -> None:
    """Play what is thrown, and answer what the eye asks."""
    while not done.wait(0.01):
        model = table.model
        asked = model.waiting[0].asked if model.waiting else None
        if model.game_follows:
            table.do(BeginNextGame())
        elif asked is not None:
            table.do(CorrectThrow(model.waiting[0].seq, asked.alternatives[0]))
        elif model.waits is Waits.MOVE:
            play_on(table)
        elif model.waits is Waits.END and model.last_throw and model.last_throw.source == "drawn":
            table.do(CloseTurn())
        begin(table)


def follow(box: Box, done: threading.Event) -> None:
    """Tell of each turn that was ended by lifting the dice."""
    seq = 0
    while not done.is_set():
        box.journal.wait(since=seq, timeout_s=0.5)
        for one in box.journal.events(since=seq):
            seq = one.seq
            if isinstance(one.event, TurnClosed) and one.event.source == "camera":
                tell("closed", one.time)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
