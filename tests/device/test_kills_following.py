"""Sixty times kill -9 while turns are followed on the board: a turn is there whole, or not at all."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from itertools import groupby
from pathlib import Path

import pytest

from device.store import Journal
from engine.events import GameEnded, Logged, Moved, TurnBegan, Undone
from engine.move import EndTurn
from engine.table.state import replayed
from places import ROOT

KILLS = 60

FOLLOWS = """
import os, random, sys
from pathlib import Path
from device.store import Journal
from engine.events import Setup
from engine.game import Waits
from engine.move import EndTurn
from engine.table import Table
from engine.throw import Dice

folder = Path(sys.argv[1])
for line in sys.stdin:
    child = os.fork()
    if not child:
        chance = random.Random(int(line))
        with Journal(folder) as journal:
            table = Table(record=journal.record, seq=journal.last_seq(), game=journal.last_game())
            if journal.last_game():
                table.resume(journal.game_events(journal.last_game()))
            print(os.getpid(), flush=True)
            while True:
                if not table.has_game or table.model.waits is Waits.OVER:
                    table.start(Setup("backgammon", "standard", ("Asha", "Ravi"), begins=0))
                if table.model.waits is Waits.THROW:
                    table.throw(Dice((chance.randint(1, 6), chance.randint(1, 6))), photo="1.jpg")
                if table.model.waits is Waits.OVER:
                    continue
                begun = table.model.seq
                undo = 0
                taps = table.model.rules.taps(table.model.state)
                if taps and chance.random() < 0.3:
                    before = table.model.actions
                    plays = table.model.line.moves
                    table.follow([chance.choice(taps).move], photo="2.jpg")
                    undo = table.model.actions[len(before)].seq
                else:
                    plays = table.model.line.moves
                done = [chance.choice(plays)] if plays else []
                try:
                    table.follow([*done, EndTurn()], photo="3.jpg", undo=undo, request=f"turn {begun}")
                except ValueError:  # the last checker is off: nothing is left to end
                    table.follow(done, photo="3.jpg", undo=undo, request=f"turn {begun}")
        os._exit(0)
    os.waitpid(child, 0)
    print("ended", flush=True)
"""
"""Tables that follow turns as fast as they can; some of them first play a part that hands then take back."""


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
    chance = random.Random(17)
    tables = subprocess.Popen(
        [sys.executable, "-c", FOLLOWS, str(tmp_path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    assert tables.stdin is not None
    assert tables.stdout is not None
    for number in range(KILLS):
        tables.stdin.write(f"{number}\n")
        table = int(tables.stdout.readline())
        time.sleep(chance.random() * 0.3)
        os.kill(table, signal.SIGKILL)
        assert tables.stdout.readline() == "ended\n"
    tables.stdin.close()
    tables.wait(30)
    tables.stdout.close()
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
        print(f"\n{KILLS} x kill -9: {turns} followed turns, {undone} of them taken back before; all whole")
    assert turns > KILLS
    assert undone > 0
