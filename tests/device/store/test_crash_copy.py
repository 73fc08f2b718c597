"""What memory mode holds outlives the program: the next start takes it back from the runtime folder."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.config import runtime_folder
from device.store import Journal
from device.store.crash_copy import FILE_NAME
from device.store.games import row_of
from journals_for_tests import SETUP, fill, play_on, small_disk, table_of, until
from places import SUPPORT
from sentences_for_tests import told

KILLED = """
import os, signal, sys
from pathlib import Path
from journals_for_tests import fill, play_on, table_of
from device.store import Journal

disk, runtime, told = map(Path, sys.argv[1:])
journal = Journal(disk, retry_s=3600.0, runtime=runtime)
table = table_of(journal)
play_on(table, 20)
if not (disk / "something-big").exists():
    fill(disk)
while not journal.trouble():
    play_on(table, 20)
play_on(table, 50)
from device.store.games import row_of
told.write_text(repr([row_of(one) for one in journal.events(since=0, limit=100_000)]))
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "disk", kilobytes=2048) as folder:
        yield folder


def killed(disk: Path) -> str:
    """Let a box play on a full disk until it is killed; give all that it acknowledged."""
    told = disk.parent / "told"
    command = [sys.executable, "-c", KILLED, disk, disk.parent, told]
    done = subprocess.run(command, cwd=SUPPORT, capture_output=True, text=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    return told.read_text()


def all_rows(journal: Journal) -> str:
    return repr([row_of(one) for one in journal.events(since=0, limit=100_000)])


def test_what_was_held_when_the_program_was_killed_is_written_at_its_next_start(disk: Path) -> None:
    acknowledged = killed(disk)
    (disk / "something-big").unlink()
    with Journal(disk, runtime=disk.parent) as journal:
        assert journal.trouble() == ()
        assert all_rows(journal) == acknowledged
        assert not (disk.parent / FILE_NAME).exists()
        play_on(table_of(journal), 10)
        played = all_rows(journal)
    with Journal(disk) as again:
        assert all_rows(again) == played


def test_a_program_that_is_killed_again_and_again_on_a_full_disk_forgets_nothing(disk: Path) -> None:
    first = killed(disk)
    second = killed(disk)
    assert second.startswith(first[:-1])
    with Journal(disk, retry_s=0.05, runtime=disk.parent) as journal:
        assert "is full" in told(journal.trouble())
        assert all_rows(journal) == second
        (disk / "something-big").unlink()
        until(lambda: not journal.trouble())
        play_on(table_of(journal), 1)
        assert not (disk.parent / FILE_NAME).exists()
        played = all_rows(journal)
    with Journal(disk) as again:
        assert all_rows(again) == played


def test_a_journal_that_is_gone_takes_back_the_game_in_progress(disk: Path) -> None:
    acknowledged = killed(disk)
    for file in disk.iterdir():
        if file.is_file():
            file.unlink()
    with Journal(disk, runtime=disk.parent) as journal:
        assert journal.unfinished() is not None
        assert acknowledged.endswith(all_rows(journal)[1:])


def test_another_journal_takes_nothing_of_it(tmp_path: Path, disk: Path) -> None:
    killed(disk)
    with Journal(tmp_path / "other", runtime=tmp_path) as journal:
        assert journal.last_seq() == 0
        play_on(table_of(journal), 5)


def test_a_journal_that_went_on_elsewhere_takes_nothing_of_it(disk: Path) -> None:
    killed(disk)
    (disk / "something-big").unlink()
    with Journal(disk) as journal:  # without the runtime folder, as by hand
        table = table_of(journal)
        table.start(SETUP)
        play_on(table, 40)
        played = all_rows(journal)
    with Journal(disk, runtime=disk.parent) as journal:
        assert all_rows(journal) == played


def test_a_copy_that_breaks_off_gives_what_is_whole(disk: Path) -> None:
    acknowledged = killed(disk)
    (disk / "something-big").unlink()
    copy = disk.parent / FILE_NAME
    copy.write_bytes(copy.read_bytes()[:-20])
    with Journal(disk, runtime=disk.parent) as journal:
        assert acknowledged.startswith(all_rows(journal)[:-1])
        assert journal.last_seq() > 0


def test_a_runtime_folder_that_takes_no_copy_keeps_nobody_from_playing(tmp_path: Path, disk: Path) -> None:
    with Journal(disk, retry_s=3600.0, runtime=tmp_path / "absent") as journal:
        table = table_of(journal)
        big = fill(disk)
        while not journal.trouble():
            play_on(table, 20)
        last = play_on(table, 20)
        big.unlink()
    with Journal(disk) as again:
        assert again.last_seq() == last


def test_the_folder_is_the_one_that_systemd_gives() -> None:
    assert runtime_folder(environment={"RUNTIME_DIRECTORY": "/run/charkoni"}) == Path("/run/charkoni")
    assert runtime_folder(environment={}) is None
