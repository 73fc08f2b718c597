"""The people who play here, in the journal: remembered, renamed, merged, deleted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from device.store import Journal
from engine.errors import RecordError, SetupError
from engine.events import Setup
from engine.table import Table
from journals_for_tests import SETUP, people_of, play_on, table_of, through_a_backup
from sentences_for_tests import told
from web.errors import NoRoomError, SameNameError
from web.house.people import MOST, MOST_NAMES, People


@pytest.fixture
def people(journal: Journal) -> People:
    return People(journal)


def test_a_new_name_is_remembered_and_a_known_one_is_the_same_person(
    journal: Journal, people: People
) -> None:
    people.remember(["Asha", "Ravi"], game=1)
    people.remember(["Mina", "ASHA"], game=2)
    known = [("Asha", 2), ("Mina", 2), ("Ravi", 1)]
    assert [(one.name, one.last) for one in people.all()] == known
    journal.close()
    with pytest.raises(RecordError):
        people.remember(["Dev"], game=3)
    with Journal(journal.path.parent) as again:
        assert [(one.name, one.last) for one in People(again).all()] == known


def test_an_earlier_name_still_means_the_person(people: People) -> None:
    people.remember(["Asha", "Ravi"], game=1)
    asha = people.all()[0]
    people.change(asha.number, name="  Asha   K. ", sign=2)
    people.remember(["asha"], game=2)
    assert people.all()[0] == replace(asha, name="Asha K.", sign=2, names=("Asha",), last=2)
    # To take the old name again leaves it no earlier name.
    people.change(asha.number, name="ASHA", sign=None)
    assert people.all()[0] == replace(asha, name="ASHA", names=("Asha K.",), last=2)


def test_nobody_gets_a_name_that_means_somebody_else(people: People) -> None:
    people.remember(["Asha", "Ravi"], game=1)
    asha, ravi = people.all()
    people.change(asha.number, name="Lotte", sign=None)
    for number, name, error in (
        (ravi.number, "lotte", SameNameError),
        (ravi.number, "ASHA", SameNameError),
        (ravi.number, "x" * 41, SetupError),
        (77, "Nobody", KeyError),
    ):
        with pytest.raises(error):
            people.change(number, name=name, sign=None)


def test_two_become_one_with_all_their_names(people: People) -> None:
    people.remember(["Asha", "Asja"], game=1)
    asha, asja = people.all()
    people.change(asja.number, name="Asja K.", sign=3)
    people.merge(asja.number, asha.number)
    assert people.all() == [replace(asha, sign=3, names=("Asja", "Asja K."))]
    people.remember(["asja"], game=2)
    assert len(people.all()) == 1
    for one, into in ((asja.number, asha.number), (asha.number, asha.number)):
        with pytest.raises(KeyError):
            people.merge(one, into)


def test_who_is_deleted_is_not_remembered_again_and_leaves_the_number_to_nobody(
    tmp_path: Path, journal: Journal
) -> None:
    play_on(table_of(journal), 3)
    people = people_of(journal)
    first = people.all()
    assert [one.name for one in first] == ["Asha", "Ravi"]
    for person in first:
        people.delete(person.number)
    with pytest.raises(KeyError):
        people.delete(first[0].number)
    assert journal.games()[0].setup.names == ("Asha", "Ravi")
    through_a_backup(journal, tmp_path / "restored")
    journal.close()
    for folder in (journal.path.parent, tmp_path / "restored"):
        with Journal(folder) as again:
            people = people_of(again)
            assert people.all() == []
            people.remember(["Asha"], game=2)
            assert people.all()[0].number > first[1].number


def test_there_is_an_end_to_how_many_are_remembered(people: People) -> None:
    people.remember([f"Guest {number}" for number in range(MOST + 3)], game=1)
    assert len(people.all()) == MOST
    number = people.all()[0].number
    for change in range(MOST_NAMES):
        people.change(number, name=f"Other {change}", sign=None)
    with pytest.raises(NoRoomError):
        people.change(number, name="One more", sign=None)
    assert len(people.all()[0].names) == MOST_NAMES


def test_a_game_that_nobody_played_or_that_came_with_a_file_makes_nobody_known(journal: Journal) -> None:
    table = Table(record=journal.record)
    table.start(SETUP)
    far = Setup("chowka-bhara", "5x5", ("Far", "Away"), {}, 0, imported="a.txt")
    table.add(far, [], request="import x")
    assert people_of(journal).all() == []


def test_everyone_on_a_shared_seat_is_known(journal: Journal) -> None:
    table = Table(record=journal.record)
    shared = (("Asha", "Mina"), ("Ravi",))
    table.start(Setup("chowka-bhara", "5x5", ("Asha & Mina", "Ravi"), {}, 0, members=shared))
    play_on(table, 2)
    assert [one.name for one in people_of(journal).all()] == ["Asha", "Mina", "Ravi"]


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
def test_one_bad_row_hides_nobody_else_and_is_said(journal: Journal, people: People, bad: str) -> None:
    people.remember(["Asha", "Ravi"], game=1)
    journal.write(lambda writer: writer.execute(f"UPDATE person SET {bad} WHERE number = 1") and None)
    journal.close()
    with Journal(journal.path.parent) as again:
        assert [one.name for one in People(again).all()] == ["Ravi"]
        assert "Players that could not be read" in told(again.notice())
