"""Kill -9 while a match is played and taken back: what was acknowledged stands afterwards, score and cube."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from device.store import Journal
from engine.table import Table, games_before
from engines.random_matches import check_match, matches_by_chance, shown
from journals_for_tests import small_disk
from places import ROOT

ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests" / "support")))}

PLAYS = """
import sys
from pathlib import Path
from device.store import Journal
from engine.table import Table
from engines.random_matches import matches_by_chance

journal = Journal(Path(sys.argv[1]))
for told in matches_by_chance(Table(record=journal.record), int(sys.argv[2])):
    print(told, flush=True)
"""


FULL = """
import os, signal, sys
from pathlib import Path
from random import Random
from device.store import Journal
from engine.ending import Accept, Refuse, Resign
from engine.table import Table
from engine.throw import Dice
from engines.random_matches import act, match_setup, shown
from journals_for_tests import fill

disk, runtime = map(Path, sys.argv[1:3])
journal = Journal(disk, retry_s=60.0, runtime=runtime)
table = Table(record=journal.record)
table.start(match_setup(25))
table.throw(Dice((3, 1)))
table.play(Resign(1, 2))
table.play(Accept())
table.throw(Dice((4, 1)))

def back():
    while table.model.game == 2:
        table.undo()

if sys.argv[3] == "before":
    back()
fill(disk)
while not journal.trouble():
    table.undo()
    table.redo()
back()
table.play(Refuse())
print(shown(table.model), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
"""The disk fills up before or after an undo over the end of the first game of a match."""


@pytest.mark.parametrize("undone", ["before", "after"])
def test_an_undo_over_an_end_is_there_after_a_kill_on_a_full_disk(tmp_path: Path, undone: str) -> None:
    with small_disk(tmp_path / "disk", kilobytes=2048) as disk:
        done = subprocess.run(
            [sys.executable, "-c", FULL, disk, tmp_path, undone],
            capture_output=True,
            text=True,
            env=ENVIRONMENT,
        )
        assert done.returncode == -signal.SIGKILL, done.stderr
        (disk / "something-big").unlink()
        with Journal(disk, runtime=tmp_path) as journal:
            table = Table(record=journal.record, seq=journal.last_seq(), game=journal.last_game())
            last = journal.unfinished()
            assert last is not None
            table.resume(journal.game_events(last.number))
            assert (table.model.game, shown(table.model)) == (1, done.stdout.strip())


def killed_after(folder: Path, seed: int, actions: int) -> list[str]:
    """Let matches be played until so many actions are acknowledged, and kill the box; list what it told."""
    with subprocess.Popen(
        [sys.executable, "-c", PLAYS, folder, str(seed)],
        stdout=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    ) as child:
        assert child.stdout is not None
        told = list(islice(child.stdout, actions))
        child.send_signal(signal.SIGKILL)
        told += child.stdout.readlines()
    return [line.strip() for line in told if line.endswith("\n")]


def kill(folder: Path, seed: int) -> int:
    """Kill a box at a random moment and look what its next start finds; give the number of actions."""
    told = killed_after(folder, seed, Random(seed).randint(5, 120))
    memory = Table(record=lambda _: None)
    expected = list(islice(matches_by_chance(memory, seed), len(told) + 1))
    assert told == expected[:-1]
    with Journal(folder) as journal:
        table = Table(record=journal.record, seq=journal.last_seq(), game=journal.last_game())
        game = journal.events(since=journal.last_seq() - 1)[0].game
        table.resume(journal.game_events(game), earlier=games_before(journal.game_events, game))
        assert shown(table.model) in expected[-2:], "the action that was being written is whole or absent"
        check_match(table.model)
        while table.model.actions or table.model.before:
            table.undo()
        check_match(table.model)
    return len(told)


def test_a_match_stands_after_a_kill(tmp_path: Path) -> None:
    assert all(kill(tmp_path / str(seed), seed) for seed in range(3))


@pytest.mark.slow  # fifty boxes are started, one after the other
def test_a_match_stands_after_fifty_kills(tmp_path: Path) -> None:
    actions = [kill(tmp_path / str(seed), seed) for seed in range(100, 150)]
    assert len(set(actions)) > 25, "at many different moments"
