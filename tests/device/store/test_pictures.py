"""Photographs of throws on a disk that takes none: held, shown, bounded, written later, even after a kill."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.store import Journal
from device.store.crash_copy import HELD_BYTES
from device.store.disk_or_memory import Keeper
from device.store.photographs import Photographs
from journals_for_tests import fill, play_on, remount, small_disk, table_of, until
from places import SUPPORT
from sentences_for_tests import told

RETRY_S = 0.05
RAW, RINGED = b"p" * 50_000, b"r" * 40_000
LARGE = bytes(HELD_BYTES // 8)
"""Of both pictures of a throw; four of those fill the room in memory."""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "disk", kilobytes=2048) as folder:
        yield folder


@pytest.fixture
def runtime(tmp_path: Path) -> Path:
    """What systemd gives: a folder that outlives the program."""
    folder = tmp_path / "runtime"
    folder.mkdir()
    return folder


def held_in(runtime: Path) -> list[str]:
    return sorted(path.name for path in runtime.glob("held-photographs-*/*"))


KILLED = """
import os, signal, sys
from pathlib import Path
from journals_for_tests import fill, play_on, table_of
from device.store import Journal

disk, runtime, told = map(Path, sys.argv[1:])
journal = Journal(disk, retry_s=3600.0, runtime=runtime)
table = table_of(journal)
play_on(table, 3, photo=lambda: journal.keep_photograph(b"before" * 9, b"ringed" * 9))
fill(disk)
number = 0
def photo():
    global number
    number += 1
    return journal.keep_photograph(b"p" * 9_999 + bytes([number]), b"r" * 5_000 + bytes([number]))
play_on(table, 9, photo=photo)
while not str(next(iter(journal.trouble()), "")).startswith("The disk that holds the games is full"):
    play_on(table, 20)
import json
names = [one.event.photo for one in journal.events(since=0, limit=9999) if getattr(one.event, "photo", "")]
told.write_text(json.dumps(names))
os.kill(os.getpid(), signal.SIGKILL)
"""


def killed(disk: Path, runtime: Path) -> list[str]:
    """Let a box throw nine times on a full disk until it is killed; give the names of all photographs."""
    told = disk.parent / "told"
    command = [sys.executable, "-c", KILLED, disk, runtime, told]
    done = subprocess.run(command, cwd=SUPPORT, capture_output=True, text=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    return list(json.loads(told.read_text()))


def test_photographs_of_a_full_disk_outlive_a_killed_program(disk: Path, runtime: Path) -> None:
    names = killed(disk, runtime)
    assert len(names) == 12
    assert len(held_in(runtime)) == 9
    (disk / "something-big").unlink()
    with Journal(disk, runtime=runtime) as journal:
        assert journal.trouble() == ()
        for number, name in enumerate(names[3:], start=1):
            assert journal.photograph(name, ringed=False) == b"p" * 9_999 + bytes([number])
            assert journal.photograph(name) == b"r" * 5_000 + bytes([number])
            assert (disk / "photographs" / f"{name}.jpg").exists()
        games = journal.read("SELECT DISTINCT game FROM photograph")
        assert len(games) == 1
        assert games[0][0] != 0
    assert held_in(runtime) == []


def test_photographs_are_held_again_by_a_program_that_starts_on_a_full_disk(
    disk: Path, runtime: Path
) -> None:
    names = killed(disk, runtime)
    with Journal(disk, retry_s=RETRY_S, runtime=runtime) as journal:
        assert journal.photograph(names[-1], ringed=False) == b"p" * 9_999 + bytes([9])
        assert held_in(runtime)  # some found the room that the program before had left
        (disk / "something-big").unlink()
        until(lambda: not journal.trouble())
    assert held_in(runtime) == []
    with Journal(disk) as again:
        assert all(again.has_photograph(name) for name in names)


def test_a_photograph_that_a_kill_took_leaves_its_name_to_nobody_else(disk: Path, runtime: Path) -> None:
    names = killed(disk, runtime)
    for path in runtime.glob("held-photographs-*/*"):
        path.unlink()  # as where systemd gives no folder for them
    (disk / "something-big").unlink()
    with Journal(disk, runtime=runtime) as journal:
        assert not journal.has_photograph(names[-1])
        assert journal.keep_photograph(b"another throw", b"ringed") not in names


def test_a_photograph_of_a_throw_that_nobody_remembers_is_not_taken_back(disk: Path, runtime: Path) -> None:
    names = killed(disk, runtime)
    (disk / "something-big").unlink()
    (runtime / "held-events.jsonl").unlink()
    with Journal(disk, runtime=runtime) as journal:
        assert not journal.has_photograph(names[-1])
        assert held_in(runtime) == []


def test_a_photograph_that_was_being_held_when_the_power_of_the_program_ended_is_no_photograph(
    tmp_path: Path, runtime: Path
) -> None:
    (tmp_path / "photographs").write_text("no folder can be made here")
    held = Photographs(tmp_path / "photographs", runtime=runtime)
    held.keep("throw-1", RAW, RINGED)
    (folder,) = runtime.iterdir()
    (folder / "throw-2").write_bytes((folder / "throw-1").read_bytes()[:1000])
    (folder / "throw-3.new").write_bytes(b"begun")
    again = Photographs(tmp_path / "photographs", runtime=runtime)
    assert again.left(lambda: {"throw-1": 1, "throw-2": 1, "throw-3": 1}) == [("throw-1", 90_000)]
    assert held_in(runtime) == ["throw-1"]
    other = Photographs(tmp_path / "elsewhere", runtime=runtime)
    assert other.left(lambda: {"throw-1": 1}) == []


@pytest.mark.parametrize("has_runtime", [True, False])
def test_photographs_that_are_held_do_not_fill_the_memory_and_what_is_lost_is_said(
    disk: Path, runtime: Path, has_runtime: bool
) -> None:
    with Journal(disk) as journal:
        play_on(table_of(journal), 5)
    remount(disk, "ro")
    with Journal(disk, retry_s=RETRY_S, runtime=runtime if has_runtime else None) as journal:
        names = [journal.keep_photograph(LARGE, LARGE) for _ in range(8)]
        assert journal.photographs.held == 4
        assert len(held_in(runtime)) == (4 if has_runtime else 0)
        assert [journal.has_photograph(name) for name in names] == [False] * 4 + [True] * 4
        assert "read-only" in told(journal.trouble())
        assert told(journal.trouble()).endswith("found no room in memory either, and are lost: 4.")
        remount(disk, "rw,size=64m")
        until(lambda: "in memory have been written" in told(journal.notice()))
        assert told(journal.notice()).endswith("found no room in memory either, and are lost: 4.")
        assert journal.trouble() == ()
    with Journal(disk) as again:
        assert [again.has_photograph(name) for name in names] == [False] * 4 + [True] * 4


def test_a_disk_that_comes_back_between_journal_and_photographs_is_told_of_both(
    disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal(disk) as journal:
        play_on(table_of(journal), 5)
    remount(disk, "ro")
    come_home = Keeper._come_home

    def too_early(keeper: Keeper, **more: bool) -> bool:
        came = come_home(keeper, **more)
        if keeper._photographs.lost == 4:
            remount(disk, "rw,size=64m")
        return came

    monkeypatch.setattr(Keeper, "_come_home", too_early)
    with Journal(disk, retry_s=RETRY_S) as journal:
        names = [journal.keep_photograph(LARGE, LARGE) for _ in range(8)]
        until(lambda: "in memory have been written" in told(journal.notice()))
        assert told(journal.notice()).endswith("found no room in memory either, and are lost: 4.")
        assert journal.has_photograph(names[-1])


def test_a_folder_in_memory_that_takes_nothing_leaves_photographs_in_the_program(
    tmp_path: Path, disk: Path
) -> None:
    with Journal(disk, retry_s=RETRY_S, runtime=tmp_path / "absent") as journal:
        play_on(table_of(journal), 5)
        big = fill(disk)
        name = journal.keep_photograph(RAW, RINGED)
        assert journal.photograph(name) == RINGED
        big.unlink()
        until(lambda: not journal.trouble())
        assert journal.photograph(name) == RINGED


def test_photographs_are_not_laid_into_a_folder_that_took_the_place_of_this_one(tmp_path: Path) -> None:
    with Journal(tmp_path / "data", retry_s=RETRY_S) as journal:
        play_on(table_of(journal), 3)
        (tmp_path / "data").rename(tmp_path / "elsewhere")
        with Journal(tmp_path / "data") as other:
            theirs = other.keep_photograph(b"theirs", b"ringed")
            assert "Put it back" in told(journal.trouble())
            ours = journal.keep_photograph(RAW, RINGED)
            assert ours == theirs
            assert journal.photograph(ours) == RINGED
            journal.close()
            assert other.photograph(theirs) == b"ringed"


def test_a_photograph_deleted_while_it_waits_for_the_disk_does_not_come_back(disk: Path) -> None:
    with Journal(disk, retry_s=RETRY_S) as journal:
        play_on(table_of(journal), 3)
        big = fill(disk)
        name = journal.keep_photograph(RAW, RINGED)
        journal.photographs.remove(name)
        big.unlink()
        until(lambda: not journal.trouble())
        assert not journal.has_photograph(name)
    assert not list((disk / "photographs").glob("*.jpg"))


def test_a_photograph_of_which_half_finds_room_on_the_disk_stays_held(disk: Path) -> None:
    with Journal(disk, retry_s=RETRY_S) as journal:
        play_on(table_of(journal), 3)
        big = fill(disk)
        name = journal.keep_photograph(RAW, RINGED)
        big.write_bytes(b"x" * (big.stat().st_size - 65_536))  # room for one of its two files
        with pytest.raises(OSError, match="No space left"):
            journal.photographs.write_held()
        assert journal.photograph(name, ringed=False) == RAW
        big.unlink()
        until(lambda: not journal.trouble())
        assert journal.photograph(name, ringed=False) == RAW
        assert journal.photograph(name) == RINGED
