"""How far readers have come, kept in the journal, and which games they are to forget."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.store import Journal
from device.store.archive import archive_of
from device.store.backups.backup import back_up, restore
from device.store.places import Places
from engine.events import IMPORT
from journals_for_tests import SETUP, play_on, table_of
from web.house.identity import Identity


def test_a_place_outlives_the_box(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        places = Places(journal)
        play_on(table_of(journal), 10)
        assert places.get("mqtt") is None
        places.put("mqtt", 0)
        assert places.get("mqtt") == 0
        places.put("mqtt", 9)
        places.put("webhook-1", 4)
    with Journal(tmp_path) as journal:
        places = Places(journal)
        assert (places.get("mqtt"), places.get("webhook-1")) == (9, 4)
        places.drop("webhook-1")
        assert (places.get("mqtt"), places.get("webhook-1")) == (9, None)


def test_after_a_restored_backup_a_reader_that_keeps_its_place_is_told_what_it_cannot_know(
    tmp_path: Path,
) -> None:
    with Journal(tmp_path / "data") as journal:
        play_on(table_of(journal), 10)
        kept = journal.last_seq()
        Places(journal).put("mqtt", 3)
        back_up(journal.store, journal.photographs, tmp_path / "backup")
        play_on(table_of(journal), 10)
        name = Identity(journal).names().name(journal.last_seq())
    restore(tmp_path / "data", tmp_path / "backup")
    with Journal(tmp_path / "data") as journal:
        assert Places(journal).get("mqtt") is None  # it was told all that the backup holds
        play_on(table_of(journal), 30, seed=1)
        assert Identity(journal).names().place_of(name) == kept


@pytest.mark.parametrize("place", [-1, 2**50, 99_999])
def test_a_place_beyond_the_end_of_a_damaged_journal_is_its_end_and_a_garbled_one_is_none(
    journal: Journal, place: int
) -> None:
    play_on(table_of(journal), 3)
    row = ("a", place, "zzzzzzzz")
    journal.write(lambda writer: writer.execute("INSERT INTO reader VALUES (?, ?, ?)", row) and None)
    assert Places(journal).get("a") == (journal.last_seq() if place == 99_999 else None)


def test_a_deleted_game_is_remembered_by_the_names_of_its_events(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        places, archive = Places(journal), archive_of(journal)
        table = table_of(journal)
        play_on(table, 3)
        last = journal.last_seq()
        table.start(SETUP)
        names = Identity(journal).names()
        assert places.forgotten(since=0) == []
        archive.delete(1, 2)
        [one] = places.forgotten(since=0)
        assert (one.game, one.first, one.last) == (1, names.name(1), names.name(last))
        assert places.forgotten(since=one.number) == []
        assert Identity(journal).names() == names  # nothing of it can come again
        assert places.before(last + 1) == 0


def test_what_is_told_before_an_event_leaves_out_imports_and_deleted_games(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        places, table = Places(journal), table_of(journal)
        play_on(table, 3)
        mine = journal.last_seq()
        table.add(SETUP, [], request=f"{IMPORT}a")
        play_on(table, 1)
        assert journal.last_seq() > mine + 1
        after = next(one.seq for one in journal.events(since=mine) if not one.is_imported)
        assert places.before(after) == mine
        assert places.before(1) == 0
