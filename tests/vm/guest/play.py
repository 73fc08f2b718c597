"""Runs in the machine: plays games at a real Table recorded by the real Journal; tells what it heard.

Everything is imported, and a game is played in memory, before it says READY: there the machine is
kept, and each cut begins from there. A line ``go SEED SYNCHRONOUS`` from the host mounts the disk and begins
the play. Whatever a reader of the journal is told goes over the serial line, as phones and lamps hear it.

With ``files`` as first word it says instead which files it needed, for the machine's own root.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

from engine.table.commands import PlayMove, TakeThrow, Undo

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from device.store import Journal
from engine.events import Setup, event_to_json
from engine.game import Waits
from engine.table import Table

SETUP = Setup("chowka-bhara", "5x5", ("Asha", "Ravi"))
BUSYBOX = "/bin/busybox"


class Careless(sqlite3.Connection):
    """A connection that does not let SQLite wait for the disk: this is what the test must find out."""

    level = "OFF"

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        return super().execute(sql.replace("synchronous = FULL", f"synchronous = {self.level}"), *values)


def act(table: Table, journal: Journal, chance: Random) -> None:
    """Do what somebody at the table would do next."""
    model = table.model if table.has_game else None
    if model is None or model.waits is Waits.OVER:
        table.start(SETUP)
    elif model.actions and chance.random() < 0.05:
        table.do(Undo())
    elif model.waits is Waits.THROW:
        photo = ""
        if chance.random() < 0.1:
            picture = chance.randbytes(20_000)
            photo = journal.keep_photograph(picture, picture)
            print("PHOTO", photo, hashlib.sha256(picture).hexdigest())
        throw = chance.choice(model.rules.wants(model.state).throws())
        table.do(TakeThrow(throw, source="camera", photo=photo))
    else:
        table.do(PlayMove(chance.choice(model.rules.moves(model.state))))


def play(folder: Path, chance: Random, *, acts: int | None = None) -> None:
    """Play for ever, or so many acts."""
    with Journal(folder) as journal:
        table = Table(record=journal.record, seq=journal.last_seq(), game=journal.last_game())
        last = journal.unfinished()
        if last is not None:
            table.resume(journal.game_events(last.number))
        seq = journal.last_seq()
        print("FOUND", seq)
        while acts is None or acts > 0:
            acts = None if acts is None else acts - 1
            act(table, journal, chance)
            for logged in journal.events(since=seq):
                seq = logged.seq
                print("EVENT", seq, json.dumps(event_to_json(logged.event), ensure_ascii=True))


def files() -> list[str]:
    """List every file that this process uses."""
    ctypes.CDLL(None)
    used = {module.__file__ for module in list(sys.modules.values()) if getattr(module, "__file__", None)}
    used |= {line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines() if "/" in line}
    return sorted(path for path in used if path and path.startswith("/") and Path(path).is_file())


def main() -> None:
    play(Path("/tmp/warm" if sys.argv[1] != "files" else sys.argv[2]), Random(1), acts=40)
    if sys.argv[1] == "files":
        print("FILES", json.dumps(files()))
        return
    print("READY")
    line = ""
    while not line.startswith("go "):
        line = sys.stdin.readline()
    _, seed, level = line.split()
    if level != "FULL":
        Careless.level = level
        sqlite3.connect = functools.partial(sqlite3.connect, factory=Careless)  # type: ignore[assignment]
    # Only now: what the kernel read of the disk before would be older than the disk.
    subprocess.run([BUSYBOX, "modprobe", "virtio_blk"], check=True)
    subprocess.run([BUSYBOX, "mount", "-t", "ext4", "/dev/vda", "/mnt"], check=True)
    print("MOUNTED")
    play(Path("/mnt/data"), Random(int(seed)))


if __name__ == "__main__":
    main()
