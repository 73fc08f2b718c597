"""House rules in the journal: every version is kept, and stays with the games that used it."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from device.__main__ import main
from device.store import Journal
from device.store.database import Store
from device.store.export import export_lines
from engine.errors import RecordError, SetupError
from engine.events import GameStarted, Setup
from engine.house import LAST_VERSION, HouseRules, house_rules
from journals_for_tests import table_of
from web.errors import NoRoomError, SameNameError
from web.house.house_rules import MOST, HouseRulesStore

NAME = "Grandmother's rules"


def rules(name: str = NAME, *, version: int = 1, **options: bool | str) -> HouseRules:
    return house_rules("pachisi", "six", options, name=name, version=version)


@pytest.fixture
def book(storage: Store) -> HouseRulesStore:
    return HouseRulesStore(storage, clock=count(10.0, 10.0).__next__)


def test_every_version_is_kept(journal: Journal) -> None:
    book = HouseRulesStore(journal, clock=count(10.0, 10.0).__next__)
    first = book.save(rules(gate=True))
    second = book.save(rules(gate=True, split=True), number=first.number)
    assert [(str(version), when) for version, when in second.versions] == [
        (f"{NAME}, version 1", 10.0),
        (f"{NAME}, version 2", 20.0),
    ]
    journal.close()
    with Journal(journal.path.parent) as opened:
        [kept] = HouseRulesStore(opened).all()
    assert kept == second
    assert kept.newest.options == {"gate": True, "split": True}
    old = kept.version(1)
    assert old is not None
    assert old.options == {"gate": True}
    assert kept.version(3) is None
    with pytest.raises(RecordError):
        book.save(rules())


def test_the_same_rules_again_are_no_new_version(book: HouseRulesStore) -> None:
    first = book.save(rules(gate=True))
    assert book.save(rules(gate=True)) == first
    assert book.save(rules(gate=True, version=7), number=first.number) == first
    # What was the first version comes back as the third.
    book.save(rules())
    assert book.save(rules(gate=True)).newest.version == 3


def test_a_version_that_came_from_elsewhere_keeps_its_number_where_it_can(book: HouseRulesStore) -> None:
    assert book.save(rules(gate=True, version=4)).newest.version == 4
    assert book.save(rules(version=6)).newest.version == 6
    assert book.save(rules(split=True, version=2)).newest.version == 7


def test_a_name_is_found_again_however_it_is_written(book: HouseRulesStore) -> None:
    book.save(rules("Strasse"))
    kept = book.save(rules("STRAßE", gate=True))
    assert str(kept.newest) == "Strasse, version 2"
    assert book.find("pachisi", "strasse") == kept
    assert book.find("backgammon", "Strasse") is None
    other = house_rules("chowka-bhara", "5x5", {}, name="Strasse")
    assert book.save(other).number != kept.number


def test_house_rules_are_renamed_with_all_their_versions(book: HouseRulesStore) -> None:
    mine = book.save(rules())
    book.save(rules(gate=True))
    book.save(rules("Other"))
    book.rename(mine.number, "  Grandfather's   rules ")
    assert [str(version) for version, _ in book.all()[0].versions] == [
        "Grandfather's rules, version 1",
        "Grandfather's rules, version 2",
    ]
    book.rename(mine.number, "GRANDFATHER'S rules")
    for number, name, error in (
        (mine.number, "other", SameNameError),
        (mine.number, "x" * 41, SetupError),
        (77, "Nobody's", KeyError),
    ):
        with pytest.raises(error):
            book.rename(number, name)
    assert [str(kept.newest) for kept in book.all()] == [
        "GRANDFATHER'S rules, version 2",
        "Other, version 1",
    ]


def test_deleted_house_rules_stay_with_the_games_that_used_them(
    journal: Journal, capsys: pytest.CaptureFixture[str]
) -> None:
    table, book = table_of(journal), HouseRulesStore(journal)
    kept = book.save(rules(gate=True))
    house = kept.newest
    table.start(Setup("pachisi", "six", ("Asha", "Ravi"), house.options, 0, house))
    book.save(rules(split=True), number=kept.number)
    book.delete(kept.number)
    with pytest.raises(KeyError):
        book.delete(kept.number)
    # A page that was left open means no other house rules.
    assert book.save(rules("New")).number > kept.number
    journal.close()
    folder = journal.path.parent
    with Journal(folder) as again:
        assert again.games()[0].setup.house == house
        [started] = [one.event for one in again.game_events(2) if isinstance(one.event, GameStarted)]
        assert started.setup.house == house
        assert table_of(again).model.setup.house == house
        line = next(export_lines(again, game=2))
        assert f'"name": "{NAME}", "version": 1' in line
        assert '"gate": true' in line
    assert main(["games", "--data", str(folder)]) == 0
    assert f"({NAME}, version 1)" in capsys.readouterr().out
    assert main(["show", "2", "--record", "--data", str(folder)]) == 0
    assert f"\nhouse 1 {NAME}\n" in capsys.readouterr().out


def test_there_is_an_end_to_how_many_are_kept(book: HouseRulesStore) -> None:
    for number in range(MOST):
        book.save(rules(f"House {number}"))
    with pytest.raises(NoRoomError):
        book.save(rules("One more"))
    book.save(rules("House 3", gate=True, version=LAST_VERSION))
    with pytest.raises(NoRoomError):
        book.save(rules("House 3"))
    assert len(book.all()) == MOST


@pytest.mark.parametrize("versions", ["{", "[]"])
def test_a_row_that_cannot_be_read_hides_no_other(
    storage: Store, book: HouseRulesStore, versions: str
) -> None:
    book.save(rules("First"))
    book.save(rules("Second"))
    change = f"UPDATE house_rules SET versions = '{versions}' WHERE number = 1"
    storage.write(lambda writer: writer.execute(change) and None)
    assert [kept.newest.name for kept in book.all()] == ["Second"]


def test_rules_of_a_later_version_of_charkoni_are_listed_though_nobody_can_play_them(
    book: HouseRulesStore,
) -> None:
    later = replace(rules(), values={"jump": True})
    book.save(later)
    [kept] = book.all()
    assert kept.newest == later
    with pytest.raises(SetupError, match="no option 'jump'"):
        _ = kept.newest.options
