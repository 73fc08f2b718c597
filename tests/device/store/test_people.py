"""The people who play here, in the journal: remembered, renamed, merged, deleted; backups and damage."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from boxes_on_paper import paper_box
from device.store import FILE_NAME, Journal
from device.store.backups.backup import back_up, restore
from device.store.people import MOST, MOST_NAMES, JournalPeople
from engine.errors import RecordError, SetupError
from engine.events import Setup
from engine.table import Table
from journals_for_tests import SETUP, fill, play_on, small_disk, table_of, until
from places import GOLDEN
from sentences_for_tests import told
from web.ports import NoRoomError, SameNameError


def names(folder: Path) -> list[str]:
    with Journal(folder) as journal:
        return [person.name for person in JournalPeople(journal).everyone()]


def test_a_new_name_is_remembered_and_a_known_one_is_the_same_person(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        people = JournalPeople(journal)
        people.remember(["Asha", "Ravi"], game=1)
        people.remember(["Mina", "ASHA"], game=2)
        assert [(one.name, one.last) for one in people.everyone()] == [("Asha", 2), ("Mina", 2), ("Ravi", 1)]
    assert names(tmp_path) == ["Asha", "Mina", "Ravi"]


def test_an_earlier_name_still_means_the_person(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        people = JournalPeople(journal)
        people.remember(["Asha", "Ravi"], game=1)
        asha = people.everyone()[0]
        people.change(asha.number, name="  Asha   K. ", sign=2)
        people.remember(["asha"], game=2)
        assert people.everyone()[0] == replace(asha, name="Asha K.", sign=2, names=("Asha",), last=2)
        # To take the old name again leaves it no earlier name.
        people.change(asha.number, name="ASHA", sign=None)
        assert people.everyone()[0] == replace(asha, name="ASHA", names=("Asha K.",), last=2)


def test_nobody_gets_a_name_that_means_somebody_else(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        people = JournalPeople(journal)
        people.remember(["Asha", "Ravi"], game=1)
        asha, ravi = people.everyone()
        people.change(asha.number, name="Lotte", sign=None)
        for taken in ("lotte", "ASHA"):
            with pytest.raises(SameNameError):
                people.change(ravi.number, name=taken, sign=None)
        with pytest.raises(SetupError, match="too long"):
            people.change(ravi.number, name="x" * 41, sign=None)
        with pytest.raises(KeyError):
            people.change(77, name="Nobody", sign=None)


def test_two_become_one_with_all_their_names(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        people = JournalPeople(journal)
        people.remember(["Asha", "Asja"], game=1)
        asha, asja = people.everyone()
        people.change(asja.number, name="Asja K.", sign=3)
        people.merge(asja.number, asha.number)
        assert people.everyone() == [replace(asha, sign=3, names=("Asja", "Asja K."))]
        people.remember(["asja"], game=2)
        assert len(people.everyone()) == 1
        for one, into in ((asja.number, asha.number), (asha.number, asha.number)):
            with pytest.raises(KeyError):
                people.merge(one, into)


def test_who_is_deleted_is_not_remembered_again_from_old_games(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        table = table_of(journal)
        play_on(table, 3)
        people = JournalPeople(journal)
        first = people.everyone()
        assert [one.name for one in first] == ["Asha", "Ravi"]
        for person in first:
            people.delete(person.number)
        with pytest.raises(KeyError):
            people.delete(first[0].number)
        assert journal.games()[0].setup.names == ("Asha", "Ravi")
    with Journal(tmp_path) as journal:
        people = JournalPeople(journal)
        assert people.everyone() == []
        people.remember(["Asha"], game=2)
        assert people.everyone()[0].number > first[1].number


def test_there_is_an_end_to_how_many_are_remembered(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        people = JournalPeople(journal)
        people.remember([f"Guest {number}" for number in range(MOST + 3)], game=1)
        assert len(people.everyone()) == MOST
        number = people.everyone()[0].number
        for change in range(MOST_NAMES):
            people.change(number, name=f"Other {change}", sign=None)
        with pytest.raises(NoRoomError):
            people.change(number, name="One more", sign=None)
        assert len(people.everyone()[0].names) == MOST_NAMES


@pytest.mark.parametrize("version", [1, 2, 3, 4])
def test_who_played_before_people_were_remembered_is_known(tmp_path: Path, version: int) -> None:
    shutil.copy(GOLDEN / f"journal-{version}.sqlite", tmp_path / FILE_NAME)
    with Journal(tmp_path) as journal:
        who = [(one.name, one.last) for one in JournalPeople(journal).everyone()]
        assert who == [("Lakshmi", 2), ("Jan", 2), ("Asha", 1), ("Ravi", 1)]


@pytest.mark.parametrize("version", [1, 2, 3, 4])
def test_a_backup_of_before_people_were_remembered_knows_who_played(tmp_path: Path, version: int) -> None:
    restore(tmp_path, GOLDEN / f"journal-{version}.sqlite")
    assert names(tmp_path) == ["Lakshmi", "Jan", "Asha", "Ravi"]


def test_a_game_that_nobody_played_or_that_came_with_a_file_makes_nobody_known(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        table = Table(record=journal.record)
        table.start(SETUP)
        table.add(
            Setup("chowka-bhara", "5x5", ("Far", "Away"), {}, 0, imported="a.txt"), [], request="import x"
        )
        assert JournalPeople(journal).everyone() == []


def test_everyone_on_a_shared_seat_is_known(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        table = Table(record=journal.record)
        shared = (("Asha", "Mina"), ("Ravi",))
        table.start(Setup("chowka-bhara", "5x5", ("Asha & Mina", "Ravi"), {}, 0, members=shared))
        play_on(table, 2)
        assert [one.name for one in JournalPeople(journal).everyone()] == ["Asha", "Mina", "Ravi"]


def test_a_backup_holds_the_people(tmp_path: Path) -> None:
    with Journal(tmp_path / "one") as journal:
        table_of(journal)
        people = JournalPeople(journal)
        people.remember(["Asha", "Ravi"], game=1)
        people.change(people.everyone()[0].number, name="Asha K.", sign=1)
        people.delete(people.everyone()[1].number)
        before = people.everyone()
        back_up(journal.store, journal.photographs, tmp_path / "backup")
    restore(tmp_path / "two", tmp_path / "backup")
    with Journal(tmp_path / "two") as journal:
        people = JournalPeople(journal)
        assert people.everyone() == before
        people.remember(["Ravi"], game=2)
        assert people.everyone()[0].number == 3  # the number of who was deleted is not given again


def test_who_was_changed_and_deleted_on_a_full_disk_is_so_when_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", kilobytes=1024) as disk:
        with Journal(disk, retry_s=0.05) as journal:
            table_of(journal)
            people = JournalPeople(journal)
            people.remember(["Gone", "Asha"], game=1)
            big = fill(disk)
            people.remember(["Ravi"], game=2)
            people.delete(next(one.number for one in people.everyone() if one.name == "Gone"))
            assert journal.trouble()
            big.unlink()
            until(lambda: not journal.trouble())
        assert names(disk) == ["Ravi", "Asha"]


def test_people_are_read_out_of_a_damaged_journal(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        table_of(journal)
        people = JournalPeople(journal)
        people.remember(["Asha", "Ravi"], game=1)
        people.change(people.everyone()[1].number, name="Ravindra", sign=0)
        before = people.everyone()
    path = tmp_path / FILE_NAME
    file = sqlite3.connect(path)
    page = int(file.execute("PRAGMA page_size").fetchone()[0])
    file.close()
    data = path.read_bytes()
    # The first page leads to all tables; without it SQLite reads nothing.
    path.write_bytes(data[:200] + b"\xff" * (page - 200) + data[page:])
    with Journal(tmp_path) as journal:
        assert "damaged" in told(journal.notice())
        assert JournalPeople(journal).everyone() == before


@pytest.mark.parametrize(
    "bad",
    [
        "facts = '{'",
        "facts = '[]'",
        "facts = replace(facts, 'null', '4')",
        "facts = replace(facts, 'null', 'true')",
        "facts = replace(facts, '\"names\": []', '\"names\": [7]')",
        "facts = replace(facts, '\"last\": 1', '\"last\": -1')",
        "facts = replace(facts, 'sign', 'sigh')",
        "name = ' Asha'",
        "name = ''",
        "name = x'ff'",
        "name = CAST(x'61ff' AS TEXT)",
    ],
)
def test_one_bad_row_hides_nobody_else_and_stops_no_page(tmp_path: Path, bad: str) -> None:
    with Journal(tmp_path) as journal:
        JournalPeople(journal).remember(["Asha", "Ravi"], game=1)
        journal.write(lambda writer: writer.execute(f"UPDATE person SET {bad} WHERE number = 1"))
    with paper_box(tmp_path) as box:
        assert box.broken_pages() == []
        assert "Players that could not be read, and are not in the list: 1." in box.said
        assert [one.name for one in JournalPeople(box.journal).everyone()] == ["Ravi"]


def test_a_closed_journal_remembers_nobody(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    people = JournalPeople(journal)
    journal.close()
    with pytest.raises(RecordError):
        people.remember(["Asha"], game=1)
