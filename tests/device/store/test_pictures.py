"""Photographs of throws: their ring, their names, and a disk that takes none."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.store import Journal
from device.store.crash_copy import HELD_BYTES
from device.store.memory_mode import MemoryFallback
from device.store.photographs import Photographs
from engine.events import Logged, TurnBegan
from journals_for_tests import SETUP, fill, make_room, play_on, remount, table_of, until
from sentences_for_tests import told

RETRY_S = 0.05
RAW, RINGED = b"p" * 50_000, b"r" * 40_000
LARGE = bytes(HELD_BYTES // 8)
"""Of both pictures of a throw; four of those fill the room in memory."""
FIFTH = bytes(200_000)
"""Of both pictures of a throw; three of those are more than a megabyte."""


def names_in(journal: Journal) -> list[str]:
    return [str(row[0]) for row in journal.read("SELECT name FROM photograph ORDER BY number")]


def held_in(runtime: Path) -> list[str]:
    return sorted(path.name for path in runtime.glob("held-photographs-*/*"))


def test_the_oldest_photographs_go_but_none_of_the_game_in_progress(tmp_path: Path) -> None:
    with Journal(tmp_path, photographs_mb=1) as journal:
        table = table_of(journal)
        for _ in range(2):
            play_on(table, 1, photo=lambda: journal.keep_photograph(FIFTH, FIFTH))
        table.start(SETUP)
        for _ in range(4):
            journal.keep_photograph(FIFTH, FIFTH)
        # They are more than the cap, and all there.
        assert names_in(journal) == ["throw-3", "throw-4", "throw-5", "throw-6"]
        assert journal.photograph("throw-1") is None
        assert journal.photograph("throw-6") == FIFTH
        assert len(list((tmp_path / "photographs").iterdir())) == 8
        before = journal.events(since=0)
        table.start(SETUP)
        journal.keep_photograph(FIFTH, FIFTH)
        assert names_in(journal) == ["throw-6", "throw-7"]
        assert journal.events(since=0)[: len(before)] == before  # the record itself is never deleted
    with Journal(tmp_path, photographs_mb=1) as journal:
        assert journal.keep_photograph(FIFTH, FIFTH) == "throw-8"


def test_the_ring_counts_a_game_that_goes_on_again_as_in_progress(tmp_path: Path) -> None:
    with Journal(tmp_path, photographs_mb=1) as journal:
        table = table_of(journal)
        journal.keep_photograph(FIFTH, FIFTH)
        table.start(SETUP)
        journal.keep_photograph(FIFTH, FIFTH)
        journal.record([Logged(table.model.seq + 1, 1, TurnBegan(0))])  # the first game goes on
        journal.keep_photograph(FIFTH, FIFTH)
        assert names_in(journal) == ["throw-1", "throw-3"]


def test_a_photograph_is_kept_plain_and_ringed_and_its_name_leads_nowhere_else(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        name = journal.keep_photograph(RAW, RINGED)
        assert (journal.photograph(name, ringed=False), journal.photograph(name)) == (RAW, RINGED)
        for other in ("no-such", "../charkoni", "throw-1-ringed", "throw-", "", "throw-1/../../a"):
            assert journal.photograph(other) is None, other
        (tmp_path / "photographs" / f"{name}.jpg").write_bytes(b"")
        assert journal.photograph(name, ringed=False) is None
        # As after a power cut between the picture and its row: it is counted at the next start.
        journal.photographs.save("throw-9", RAW, RINGED)
    with Journal(tmp_path) as journal:
        assert names_in(journal) == ["throw-1", "throw-9"]
        assert journal.keep_photograph(RAW, RINGED) == "throw-10"


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
        assert told(journal.trouble()).endswith("are lost: 4.")
        remount(disk, "rw,size=64m")
        until(lambda: "in memory have been written" in told(journal.notice()))
        assert told(journal.notice()).endswith("are lost: 4.")
        assert journal.trouble() == ()
    with Journal(disk) as again:
        assert [again.has_photograph(name) for name in names] == [False] * 4 + [True] * 4


def test_a_disk_that_comes_back_between_journal_and_photographs_is_told_of_both(
    disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal(disk) as journal:
        play_on(table_of(journal), 5)
    remount(disk, "ro")
    come_home = MemoryFallback._leave

    def too_early(keeper: MemoryFallback, **more: bool) -> bool:
        came = come_home(keeper, **more)
        if keeper._photographs.lost == 4:
            remount(disk, "rw,size=64m")
        return came

    monkeypatch.setattr(MemoryFallback, "_leave", too_early)
    with Journal(disk, retry_s=RETRY_S) as journal:
        names = [journal.keep_photograph(LARGE, LARGE) for _ in range(8)]
        until(lambda: "in memory have been written" in told(journal.notice()))
        assert told(journal.notice()).endswith("are lost: 4.")
        assert journal.has_photograph(names[-1])


@pytest.mark.parametrize("is_deleted", [False, True])
def test_a_photograph_that_waits_for_the_disk_is_shown_and_once_deleted_does_not_come_back(
    tmp_path: Path, disk: Path, is_deleted: bool
) -> None:
    with Journal(disk, retry_s=RETRY_S, runtime=tmp_path / "absent") as journal:
        play_on(table_of(journal), 3)
        big = fill(disk)
        name = journal.keep_photograph(RAW, RINGED)
        assert journal.photograph(name) == RINGED
        if is_deleted:
            journal.photographs.remove(name)
        make_room(journal, big)
        assert journal.photograph(name) == (None if is_deleted else RINGED)
    assert bool(list((disk / "photographs").glob("*.jpg"))) != is_deleted


def test_a_photograph_of_which_half_finds_room_on_the_disk_stays_held(disk: Path) -> None:
    with Journal(disk, retry_s=RETRY_S) as journal:
        play_on(table_of(journal), 3)
        big = fill(disk)
        name = journal.keep_photograph(RAW, RINGED)
        big.write_bytes(b"x" * (big.stat().st_size - 65_536))  # room for one of its two files
        with pytest.raises(OSError, match="No space left"):
            journal.photographs.write_held()
        assert journal.photograph(name, ringed=False) == RAW
        make_room(journal, big)
        assert journal.photograph(name, ringed=False) == RAW
        assert journal.photograph(name) == RINGED
