"""The power is cut while a game is played: the file system is whole, the journal intact, and nothing is lost.

A virtual machine plays at the real Table, whose recorder is the real Journal, on ext4. Whatever the journal's
readers hear goes over its serial line. The host kills it at a random moment, looks at the disk, and starts
it again with the same disk, where the same game goes on.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from device.store import FILE_NAME
from machines.virtual_machine import HERE, PATIENCE_S, Machine, built, needed

CUTS = 20
DISK_BYTES = 96 << 20
TOOLS = {**os.environ, "PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin"}


@dataclass
class Heard:
    """All that was told over the serial line, in all of the machine's lives."""

    events: dict[int, str] = field(default_factory=dict)
    photographs: dict[str, str] = field(default_factory=dict)
    """Name of a photograph → hash of its bytes."""

    def take(self, line: str) -> None:
        match line.split(" ", 2):
            case ["EVENT", seq, told]:
                self.events[int(seq)] = told
            case ["PHOTO", name, mark]:
                self.photographs[name] = mark


@dataclass(frozen=True)
class Found:
    """What a cut left."""

    fsck: int
    """Exit status of e2fsck once the file system's own log is played back; 0 is clean."""
    integrity: str
    lost_events: int
    lost_photographs: int


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A machine that has loaded everything and waits for its disk."""
    built()
    work = tmp_path_factory.mktemp("vm")
    kept = work / "memory"
    disk = new_disk(work / "none")
    script = HERE / "guest" / "play.py"
    run = [os.path.realpath(sys.executable), "-u", str(script), "cut"]
    with Machine(run, work=work, files=needed(script, str(work / "here")), disk=disk) as machine:
        said: list[str] = []
        for line in machine.lines():
            said.append(line)
            if line == "READY":
                machine.keep(kept)
                break
        assert said[-1:] == ["READY"], said[-20:]
    yield kept
    shutil.rmtree(work)


def new_disk(path: Path) -> Path:
    with path.open("wb") as file:
        file.truncate(DISK_BYTES)
    subprocess.run(["mkfs.ext4", "-q", "-F", path], check=True, env=TOOLS)
    return path


def play_and_cut(memory: Path, disk: Path, heard: Heard, chance: Random, level: str) -> None:
    """Let the machine live until a random moment of its play; every fourth time, of its start."""
    anywhere = chance.randrange(4) == 0
    script = HERE / "guest" / "play.py"
    run = [os.path.realpath(sys.executable), "-u", str(script), "cut"]
    with Machine(run, work=memory.parent, disk=disk, memory=memory) as machine:
        machine.say(f"go {chance.randrange(1 << 30)} {level}")
        said: list[str] = []
        for line in machine.lines():
            said.append(line)
            heard.take(line)
            if line == "MOUNTED" if anywhere else line.startswith("EVENT "):
                break
        else:
            pytest.fail(f"the machine fell silent: {said[-20:]}")
        time.sleep(chance.uniform(0.0, 4.0))
        machine.kill()
        for line in machine.lines(within_s=PATIENCE_S):
            heard.take(line)


def look(disk: Path, heard: Heard, work: Path) -> Found:
    """Look at a copy of the disk, as the next start would find it."""
    copy, folder = work / "copy", work / "found"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copyfile(disk, copy)
    # What the kernel does when it mounts: it plays the log back. Then nothing may be left to mend.
    subprocess.run(["e2fsck", "-p", "-E", "journal_only", copy], capture_output=True, env=TOOLS)
    fsck = subprocess.run(["e2fsck", "-f", "-n", copy], capture_output=True, env=TOOLS)
    subprocess.run(["debugfs", "-R", f"rdump /data {folder}", copy], capture_output=True, env=TOOLS)
    base = folder / "data" / FILE_NAME
    if not heard.events and not base.exists():
        return Found(fsck.returncode, "ok", 0, 0)
    rows: dict[int, str] = {}
    try:
        with sqlite3.connect(base) as opened:
            (integrity,) = opened.execute("PRAGMA integrity_check").fetchone()
            rows = dict(opened.execute("SELECT seq, json FROM event"))
        opened.close()
    except sqlite3.Error as error:
        integrity = str(error)
    lost = [
        seq
        for seq, told in heard.events.items()
        if seq not in rows or json.loads(rows[seq]) != json.loads(told)
    ]
    photographs = base.parent / "photographs"
    found = {
        hashlib.sha256(path.read_bytes()).hexdigest(): path
        for path in photographs.rglob("*")
        if path.is_file()
    }
    gone = [name for name, mark in heard.photographs.items() if mark not in found]
    return Found(fsck.returncode, integrity, len(lost), len(gone))


@pytest.mark.slow  # builds a virtual machine and starts it twenty times
def test_twenty_power_cuts_cost_no_acknowledged_event(
    memory: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    disk, heard, chance, found = new_disk(tmp_path / "disk"), Heard(), Random(20), []
    for cut in range(1, CUTS + 1):
        before = len(heard.events)
        play_and_cut(memory, disk, heard, chance, "FULL")
        found.append(look(disk, heard, tmp_path))
        with capsys.disabled():
            print(f"cut {cut}: {len(heard.events) - before} new events, {found[-1]}")
    with capsys.disabled():
        whole = sum(one.integrity == "ok" for one in found)
        lost = sum(one.lost_events for one in found)
        print(f"{len(found)} cuts: {len(heard.events)} events acknowledged, {lost} lost")
        print(f"{len(heard.photographs)} photographs, database intact {whole} of {len(found)}")
    assert found == [Found(0, "ok", 0, 0)] * CUTS
    assert len(heard.events) > CUTS


@pytest.mark.slow  # as above; it shows that the test above can fail
def test_a_journal_that_does_not_wait_for_the_disk_loses_events(
    memory: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    heard, chance, lost = 0, Random(5), 0
    for _ in range(3):
        disk, told = new_disk(tmp_path / "disk"), Heard()
        while not told.events:
            play_and_cut(memory, disk, told, chance, "OFF")
        lost += look(disk, told, tmp_path).lost_events
        heard += len(told.events)
    with capsys.disabled():
        print(f"with synchronous=OFF: {heard} events acknowledged, {lost} lost")
    assert lost > 0
