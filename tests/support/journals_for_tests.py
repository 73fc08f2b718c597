"""Small journals with games in them, for tests of the journal."""

from __future__ import annotations

import os
import signal
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from device.store import Journal
from device.store.backups.backup import Backup, back_up, restore
from device.store.games import insert
from engine.events import Logged, Setup
from engine.game import Waits
from engine.move import EndTurn
from engine.table import Table, games_before
from engine.table.commands import PlayMove, TakeThrow
from engine.throw import Cowries
from places import ROOT, SUPPORT
from waiting_for_tests import wait_until
from web.house.people import People

SETUP = Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), {}, 0)

until = partial(wait_until, within_s=30)


def jpeg_of(remark: bytes) -> bytes:
    """Return a JPEG of one pixel with a remark in it, by which it is known from others."""
    pixel = cv2.imencode(".jpg", np.zeros((1, 1), np.uint8))[1].tobytes()
    parts = [remark[at : at + 60_000] for at in range(0, len(remark), 60_000)]
    told = b"".join(b"\xff\xfe" + struct.pack(">H", len(part) + 2) + part for part in parts)
    return pixel[:2] + told + pixel[2:]


def all_events(journal: Journal) -> list[Logged]:
    return journal.events(since=0, limit=1_000_000)


def people_of(journal: Journal) -> People:
    """Open the people of a journal as a box does."""
    people = People(journal)
    people.remember_earlier_games(journal.games)
    return people


def through_a_backup(journal: Journal, folder: Path) -> Backup:
    """Back a journal up and restore it into a folder, without a file that stays."""
    file = folder.with_suffix(".backup")
    back_up(journal.store, journal.photographs, file)
    made, _kept = restore(folder, file)
    file.unlink()
    return made


def change_file(file: Path, *statements: str) -> None:
    """Change a journal or a backup behind the box's back."""
    with closing(sqlite3.connect(file, isolation_level=None)) as opened:
        for statement in statements:
            opened.execute(statement)


def table_of(journal: Journal) -> Table:
    """Lay the last game of a journal on a table, or a new one."""
    table = Table(record=journal.record, seq=journal.last_seq(), game=journal.last_game())
    last = journal.unfinished()
    if last is None:
        table.start(SETUP)
    else:
        table.resume(journal.game_events(last.number))
    return table


def last_table(journal: Journal) -> Table:
    """Lay the game played last on a table, with the games of its match before it, as the box does."""
    table = Table(record=journal.record, seq=journal.last_seq(), game=journal.last_game())
    newest = journal.events(since=0, limit=1_000_000)[-1:]
    for one in newest:
        table.resume(journal.game_events(one.game), earlier=games_before(journal.game_events, one.game))
    return table


def play_on(table: Table, throws: int, *, seed: int = 0, photo: Callable[[], str] = str) -> int:
    """Type throws and play moves by chance; begin a new game when one is over. Gives the newest event."""
    chance = Random(seed)
    while throws:
        model = table.model
        if model.waits is Waits.OVER:
            table.start(SETUP)
        elif model.waits is Waits.THROW:
            table.do(TakeThrow(Cowries(chance.randrange(5), 4), photo=photo()))
            throws -= 1
        else:
            table.do(PlayMove(chance.choice(model.rules.moves(model.state))))
    return table.model.seq


def play_until_held(journal: Journal, table: Table) -> None:
    """Play on a full disk until events are held in memory."""
    while not journal.held():
        play_on(table, 20)


def play_by_chance(table: Table, throws: int, *, seed: int = 1) -> None:
    """Throw and play by chance in any game, until nobody has thrown after so many throws, or it is over."""
    chance = Random(seed)
    while (waits := table.model.waits) is not Waits.OVER and (throws or waits is not Waits.THROW):
        rules, state = table.model.rules, table.model.state
        if waits is Waits.THROW:
            table.do(TakeThrow(chance.choice(rules.wants(state).throws()), source="typed"))
            throws -= 1
        else:
            table.do(PlayMove(chance.choice(rules.moves(state) or (EndTurn(),)), sure=True))


@cache
def _played(throws: int) -> tuple[Logged, ...]:
    events: list[Logged] = []
    table = Table(
        record=lambda action: events.extend(replace(one, time=float(action[0].seq)) for one in action)
    )
    table.start(SETUP)
    play_on(table, throws)
    return tuple(events)


def played_at_once(journal: Journal, throws: int) -> None:
    """Put games into a journal, played in memory and written in one transaction."""
    journal.write(lambda writer: insert(writer, _played(throws)))


@contextmanager
def small_disk(folder: Path, *, kilobytes: int) -> Iterator[Path]:
    """Mount a small file system in memory; the test is skipped where that is not allowed."""
    folder.mkdir()
    options = f"size={kilobytes}k,mode=0700"
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def remount(folder: Path, how: str) -> None:
    """Make a mounted disk read-only (``ro``) or writable (``rw``)."""
    subprocess.run(["mount", "-o", f"remount,{how}", folder], check=True)


def fill(folder: Path) -> Path:
    """Fill a disk to its last byte."""
    path = folder / "something-big"
    with path.open("wb", buffering=0) as file:
        for size in (65536, 4096, 1):
            while True:
                try:
                    file.write(b"x" * size)
                except OSError:
                    break
    assert os.statvfs(folder).f_bavail == 0
    return path


def make_room(journal: Journal, big: Path) -> None:
    """Delete what fills the disk, and wait until everything is written."""
    big.unlink()
    until(lambda: not journal.trouble())


def killed(code: str, *arguments: object, after: int | None = None) -> list[str]:
    """Run a program until it has printed so many lines, or kills itself (-9); returns its whole lines."""
    path = os.pathsep.join((str(ROOT), str(SUPPORT)))
    with subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": path},
    ) as child:
        assert child.stdout is not None
        lines = list(islice(child.stdout, after))
        if after is not None:
            child.kill()
        lines += child.stdout.readlines()
    assert child.returncode == -signal.SIGKILL
    return [line.strip() for line in lines if line.endswith("\n")]
