"""Memory mode on real disks: full, read-only, broken, gone. Nothing acknowledged disappears."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.errors import JournalError
from device.store import FILE_NAME, Journal
from device.store.phones import PairedPhones
from device.store.settings import HouseSettings
from engine.errors import RecordError
from engine.events import Logged
from journals_for_tests import SETUP, fill, play_on, remount, small_disk, table_of, until
from sentences_for_tests import told

RETRY_S = 0.05


def open_journal(folder: Path) -> Journal:
    return Journal(folder, retry_s=RETRY_S)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "disk", kilobytes=2048) as folder:
        yield folder


def all_events(journal: Journal) -> list[Logged]:
    return journal.events(since=0, limit=100_000)


def test_a_game_goes_on_while_the_disk_is_full_and_is_written_when_it_has_room(disk: Path) -> None:
    with open_journal(disk) as journal:
        table = table_of(journal)
        play_on(table, 20)
        big = fill(disk)
        play_on(table, 600)
        assert "is full" in told(journal.trouble())
        assert "Make room" in told(journal.trouble())
        assert "lost if the power went" in told(journal.trouble())
        assert str(disk) not in told(journal.trouble())  # every phone reads it; the log has the path
        assert journal.held() > 0
        played = all_events(journal)
        assert [one.seq for one in played] == list(range(1, table.model.seq + 1))
        big.unlink()
        until(lambda: not journal.trouble())
        assert "has been written" in told(journal.notice())
        assert all_events(journal) == played
        assert journal.held() == 0
        play_on(table, 5)
        played = all_events(journal)
    with Journal(disk) as again:
        assert all_events(again) == played
        assert again.notice() == ()


def test_phones_settings_and_games_of_memory_mode_are_written_too(disk: Path) -> None:
    with open_journal(disk) as journal:
        phones = PairedPhones(journal)
        table = table_of(journal)
        big = fill(disk)
        while not journal.trouble():
            play_on(table, 20)
        token = phones.pair(phones.key)
        HouseSettings(journal).set({"hears": "silent"})
        table.start(SETUP)
        games = journal.games()
        assert token is not None
        big.unlink()
        until(lambda: not journal.trouble())
    with Journal(disk) as again:
        assert PairedPhones(again).role(token) == "admin"
        assert HouseSettings(again).get()["hears"] == "silent"
        assert again.games() == games


def test_a_photograph_that_finds_no_room_is_shown_from_memory_and_written_later(disk: Path) -> None:
    with open_journal(disk) as journal:
        table = table_of(journal)
        play_on(table, 5)
        big = fill(disk)
        name = journal.keep_photograph(b"p" * 50_000, b"r" * 40_000)
        assert journal.photograph(name, ringed=False) == b"p" * 50_000
        assert "Make room" in told(journal.trouble())
        big.unlink()
        until(lambda: not journal.trouble())
    with Journal(disk) as again:
        assert again.photograph(name) == b"r" * 40_000


def test_a_box_that_stops_on_a_full_disk_tries_once_more(disk: Path) -> None:
    with Journal(disk, retry_s=3600.0) as journal:
        table = table_of(journal)
        big = fill(disk)
        while not journal.trouble():
            play_on(table, 20)
        big.unlink()
    with Journal(disk) as again:
        assert again.last_seq() == table.model.seq


def test_a_box_starts_from_a_read_only_disk_and_says_so(disk: Path) -> None:
    with open_journal(disk) as journal:
        play_on(table_of(journal), 30)
        before = all_events(journal)
    remount(disk, "ro")
    with open_journal(disk) as journal:
        assert "read-only" in told(journal.trouble())
        assert "Mount it writable" in told(journal.trouble())
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


def test_a_journal_that_was_not_closed_is_read_whole_from_a_read_only_disk(
    tmp_path: Path, disk: Path
) -> None:
    with Journal(tmp_path / "data") as journal:
        play_on(table_of(journal), 30)
        for ending in ("", "-wal"):  # as after a power cut; the third side file is made anew
            shutil.copy(tmp_path / "data" / (FILE_NAME + ending), disk)
        before = all_events(journal)
    remount(disk, "ro")
    with open_journal(disk) as journal:
        assert all_events(journal) == before
        assert journal.unfinished() is not None
        remount(disk, "rw")
        until(lambda: not journal.trouble())
        play_on(table_of(journal), 5)
    assert not list(disk.glob("*.damaged*"))


def test_games_can_be_listed_from_a_read_only_disk(disk: Path) -> None:
    with Journal(disk) as journal:
        play_on(table_of(journal), 3)
    remount(disk, "ro")
    with Journal(disk, writing=False) as reader:
        assert len(reader.games()) == 1


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


def test_a_deleted_journal_is_written_anew_when_the_box_stops(tmp_path: Path) -> None:
    with open_journal(tmp_path) as journal:
        table = table_of(journal)
        play_on(table, 10)
        for file in tmp_path.glob(FILE_NAME + "*"):
            file.unlink()
        play_on(table, 10)
        played = all_events(journal)
    with Journal(tmp_path) as again:
        assert all_events(again) == played


def test_another_journal_in_the_place_of_this_one_is_left_alone(tmp_path: Path) -> None:
    with open_journal(tmp_path / "data") as journal:
        table = table_of(journal)
        play_on(table, 10)
        (tmp_path / "data").rename(tmp_path / "elsewhere")
        with Journal(tmp_path / "data") as other:
            assert "Put it back" in told(journal.trouble())
            play_on(table_of(other), 1)
            play_on(table, 30)
            journal.close()
            after = play_on(table_of(other), 10)
    with Journal(tmp_path / "data") as other:
        assert other.last_seq() == after
        assert other.read("PRAGMA integrity_check") == [("ok",)]


def test_what_the_journal_cannot_hold_is_refused_in_memory_as_well(disk: Path) -> None:
    with open_journal(disk) as journal:
        table = table_of(journal)
        big = fill(disk)
        while not journal.trouble():
            play_on(table, 20)
        with pytest.raises(RecordError, match="nothing was changed"):
            journal.write(
                lambda writer: writer.execute("INSERT INTO setting VALUES ('a', ?)", ("\ud800",)) and None
            )
        big.unlink()
        until(lambda: not journal.trouble())


def test_a_closed_journal_takes_nothing(tmp_path: Path) -> None:
    journal = open_journal(tmp_path)
    journal.close()
    with pytest.raises(RecordError, match="closed"):
        journal.record([])


@pytest.mark.parametrize("throws", [0, 20])
@pytest.mark.parametrize("is_held", [True, False])
def test_a_box_whose_folder_was_deleted_does_not_say_that_the_game_is_kept(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, throws: int, is_held: bool
) -> None:
    (tmp_path / "runtime").mkdir()
    journal = Journal(tmp_path / "data", runtime=tmp_path / "runtime" if is_held else None)
    table = table_of(journal)
    play_on(table, 20)
    before = journal.last_seq()
    shutil.rmtree(tmp_path / "data")
    if throws:
        play_on(table, throws)
    later = journal.last_seq() - before
    journal.close()
    fate = "are held in memory" if is_held else "could not be written and are lost"
    assert journal.unkept.startswith("The file that holds the games was moved or deleted")
    assert (f"{later} events {fate}" in journal.unkept) == (throws > 0)
    assert [one.getMessage() for one in caplog.records if one.levelname == "ERROR"] == [journal.unkept]


def test_a_file_that_was_deleted_alone_is_written_again_when_the_box_stops(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "data")
    play_on(table_of(journal), 20)
    events = all_events(journal)
    (tmp_path / "data" / FILE_NAME).unlink()
    journal.close()
    assert journal.unkept == ""
    with Journal(tmp_path / "data") as again:
        assert all_events(again) == events
