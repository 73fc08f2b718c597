"""Memory mode on real disks: full, read-only, broken, gone. Nothing acknowledged disappears."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from device.config import runtime_folder
from device.errors import JournalError
from device.store import FILE_NAME, Journal
from engine.errors import RecordError
from engine.house import house_rules
from journals_for_tests import (
    SETUP,
    all_events,
    fill,
    make_room,
    play_on,
    play_until_held,
    remount,
    table_of,
    until,
)
from sentences_for_tests import told
from web.house.credentials import Phones
from web.house.house_rules import HouseRulesStore
from web.house.people import People
from web.house.settings import HouseSettings

RETRY_S = 0.05


def open_journal(folder: Path) -> Journal:
    return Journal(folder, retry_s=RETRY_S)


def test_a_game_goes_on_while_the_disk_is_full_and_is_written_when_it_has_room(disk: Path) -> None:
    with open_journal(disk) as journal:
        table = table_of(journal)
        play_on(table, 20)
        big = fill(disk)
        play_on(table, 600)
        trouble = told(journal.trouble())
        assert "is full" in trouble
        assert "lost if the power went" in trouble
        assert str(disk) not in trouble  # every phone reads it; the log has the path
        assert journal.held() > 0
        played = all_events(journal)
        assert [one.seq for one in played] == list(range(1, table.model.seq + 1))
        with pytest.raises(RecordError, match="nothing was changed"):  # it can be held nowhere
            journal.write(
                lambda writer: writer.execute("INSERT INTO setting VALUES ('a', ?)", ("\ud800",)) and None
            )
        make_room(journal, big)
        assert "has been written" in told(journal.notice())
        assert all_events(journal) == played
        assert journal.held() == 0
        play_on(table, 5)
        played = all_events(journal)
    with Journal(disk) as again:
        assert all_events(again) == played
        assert again.notice() == ()


def test_all_of_the_house_that_changes_on_a_full_disk_is_so_when_there_is_room(disk: Path) -> None:
    with open_journal(disk) as journal:
        phones, people, book = Phones(journal), People(journal), HouseRulesStore(journal)
        people.remember(["Gone", "Asha"], game=1)
        gone = book.save(house_rules("pachisi", "six", {}, name="Gone"))
        table = table_of(journal)
        big = fill(disk)
        play_until_held(journal, table)
        token = phones.pair(phones.key)
        assert token is not None
        HouseSettings(journal).set(hears="silent")
        people.remember(["Ravi"], game=2)
        people.delete(next(one.number for one in people.all() if one.name == "Gone"))
        book.save(house_rules("pachisi", "six", {"gate": True}, name="Ours"))
        book.delete(gone.number)
        table.start(SETUP)
        photo = journal.keep_photograph(b"p" * 50_000, b"r" * 40_000)
        assert journal.photograph(photo, ringed=False) == b"p" * 50_000
        games = journal.games()
        make_room(journal, big)
    with Journal(disk) as again:
        assert Phones(again).role(token) == "admin"
        assert HouseSettings(again).get().hears == "silent"
        assert [one.name for one in People(again).all()] == ["Ravi", "Asha"]
        assert [str(kept.rules) for kept in HouseRulesStore(again).all()] == ["Ours"]
        assert again.games() == games
        assert again.photograph(photo) == b"r" * 40_000


@pytest.mark.parametrize("has_folder", [True, False])
def test_a_box_that_stops_on_a_full_disk_tries_once_more(
    disk: Path, tmp_path: Path, has_folder: bool
) -> None:
    """A runtime folder that takes no copy keeps nobody from playing."""
    with Journal(disk, retry_s=3600.0, runtime=None if has_folder else tmp_path / "absent") as journal:
        table = table_of(journal)
        big = fill(disk)
        play_until_held(journal, table)
        play_on(table, 20)
        big.unlink()
    with Journal(disk) as again:
        assert again.last_seq() == table.model.seq


@pytest.mark.parametrize("was_closed", [True, False])
def test_a_box_starts_from_a_read_only_disk_and_says_so(tmp_path: Path, disk: Path, was_closed: bool) -> None:
    with Journal(disk if was_closed else tmp_path / "data") as journal:
        play_on(table_of(journal), 30)
        before = all_events(journal)
        if not was_closed:
            for ending in ("", "-wal"):  # as after a power cut; the third side file is made anew
                shutil.copy(tmp_path / "data" / (FILE_NAME + ending), disk)
    remount(disk, "ro")
    if was_closed:
        with Journal(disk, writing=False) as reader:
            assert len(reader.games()) == 1
    with open_journal(disk) as journal:
        assert "read-only" in told(journal.trouble())
        assert all_events(journal) == before
        table = table_of(journal)
        play_on(table, 10, seed=1)
        played = all_events(journal)
        with pytest.raises(JournalError, match="another box"):
            Journal(disk)
        remount(disk, "rw")
        until(lambda: not journal.trouble())
        assert all_events(journal) == played
    with Journal(disk) as again:
        assert all_events(again) == played
    assert not list(disk.glob("*.damaged*"))


def test_a_card_that_fails_while_a_game_is_played_costs_nothing_acknowledged(tmp_path: Path) -> None:
    image, folder = tmp_path / "card.img", tmp_path / "card"
    folder.mkdir()
    with image.open("wb") as file:
        file.truncate(8_000_000)
    if shutil.which("mkfs.ext4") is None:
        pytest.skip("mkfs.ext4 is not installed: apt install e2fsprogs")
    subprocess.run(["mkfs.ext4", "-q", image], check=True)
    mount = ["mount", "-o", "loop,errors=remount-ro", image, folder]
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"a card cannot be mounted here: {done.stderr.strip()}")
    try:
        with open_journal(folder) as journal:
            table = table_of(journal)
            acknowledged = play_on(table, 20)
            # What the kernel does when a card gives errors: from now on every write fails.
            subprocess.run(["mount", "-o", "remount,abort", folder], check=True)
            play_on(table, 40)
            assert "read-only" in told(journal.trouble())
            assert [one.seq for one in all_events(journal)] == list(range(1, table.model.seq + 1))
            assert journal.held() == table.model.seq - acknowledged
    finally:
        subprocess.run(["umount", folder], check=True)
    subprocess.run(mount, check=True)
    try:
        with Journal(folder) as again:
            assert again.trouble() == ()
            assert again.last_seq() == acknowledged
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_data_folder_that_vanished_is_noticed_and_written_when_it_is_back(tmp_path: Path) -> None:
    with open_journal(tmp_path / "data") as journal:
        table = table_of(journal)
        play_on(table, 10)
        (tmp_path / "data").rename(tmp_path / "elsewhere")
        assert "Put it back" in told(journal.trouble())
        assert str(tmp_path) not in told(journal.trouble())
        play_on(table, 10)
        played = all_events(journal)
        assert [one.seq for one in played] == list(range(1, table.model.seq + 1))
        (tmp_path / "elsewhere").rename(tmp_path / "data")
        until(lambda: not journal.trouble())
        assert all_events(journal) == played
    with Journal(tmp_path / "data") as again:
        assert all_events(again) == played


@pytest.mark.parametrize("pattern", [FILE_NAME + "*", FILE_NAME])
def test_a_deleted_journal_is_written_anew_when_the_box_stops(tmp_path: Path, pattern: str) -> None:
    with open_journal(tmp_path) as journal:
        table = table_of(journal)
        play_on(table, 10)
        for file in tmp_path.glob(pattern):
            file.unlink()
        if pattern.endswith("*"):
            play_on(table, 10)
        played = all_events(journal)
    assert journal.unkept == ""
    with Journal(tmp_path) as again:
        assert all_events(again) == played


def test_another_journal_in_the_place_of_this_one_is_left_alone(tmp_path: Path) -> None:
    with open_journal(tmp_path / "data") as journal:
        table = table_of(journal)
        play_on(table, 10)
        (tmp_path / "data").rename(tmp_path / "elsewhere")
        with Journal(tmp_path / "data") as other:
            theirs = other.keep_photograph(b"theirs", b"theirs, ringed")
            assert "Put it back" in told(journal.trouble())
            play_on(table_of(other), 1)
            play_on(table, 30)
            assert journal.keep_photograph(b"ours", b"ours, ringed") == theirs
            assert journal.photograph(theirs) == b"ours, ringed"
            journal.close()
            assert other.photograph(theirs) == b"theirs, ringed"
            after = play_on(table_of(other), 10)
    with Journal(tmp_path / "data") as other:
        assert other.last_seq() == after
        assert other.read("PRAGMA integrity_check") == [("ok",)]


@pytest.mark.parametrize("throws", [0, 20])
@pytest.mark.parametrize("is_held", [True, False])
def test_a_box_whose_folder_was_deleted_does_not_say_that_the_game_is_kept(
    tmp_path: Path, runtime: Path, caplog: pytest.LogCaptureFixture, throws: int, is_held: bool
) -> None:
    journal = Journal(tmp_path / "data", runtime=runtime if is_held else None)
    table = table_of(journal)
    play_on(table, 20)
    before = journal.last_seq()
    shutil.rmtree(tmp_path / "data")
    if throws:
        play_on(table, throws)
    later = journal.last_seq() - before
    journal.close()
    fate = "are held in memory" if is_held else "could not be written and are lost"
    assert (f"{later} events {fate}" in journal.unkept) == (throws > 0)
    assert (
        [one.getMessage() for one in caplog.records if one.levelname == "ERROR"] == [journal.unkept] != [""]
    )


def test_the_folder_that_outlives_the_program_is_the_one_that_systemd_gives() -> None:
    assert runtime_folder(environment={"RUNTIME_DIRECTORY": "/run/charkoni"}) == Path("/run/charkoni")
    assert runtime_folder(environment={}) is None
