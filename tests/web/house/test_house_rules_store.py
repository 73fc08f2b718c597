"""House rules in the journal: the newest state is kept, and games keep those that they began with."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from device.__main__ import main
from device.store import Journal
from device.store.database import Store
from device.store.export import export_lines
from engine.errors import RecordError, SetupError
from engine.events import GameStarted, Setup
from engine.house import HouseRules, house_rules
from journals_for_tests import table_of
from web.errors import NoRoomError, SameNameError
from web.house.house_rules import MOST, HouseRulesStore

NAME = "Grandmother's rules"


def rules(name: str = NAME, **options: bool | str) -> HouseRules:
    return house_rules("pachisi", "six", options, name=name)


@pytest.fixture
def book(storage: Store) -> HouseRulesStore:
    return HouseRulesStore(storage)


def test_the_newest_state_is_kept(journal: Journal) -> None:
    book = HouseRulesStore(journal)
    first = book.save(rules(gate=True))
    second = book.save(rules(gate=True, split=True), number=first.number)
    assert book.save(rules(gate=True, split=True)) == second
    journal.close()
    with Journal(journal.path.parent) as opened:
        [kept] = HouseRulesStore(opened).all()
    assert kept == second
    assert kept.rules.options == {"gate": True, "split": True}
    with pytest.raises(RecordError):
        book.save(rules())


def test_of_all_versions_that_v0_1_0_kept_the_newest_is_read_and_the_others_go_with_a_change(
    storage: Store, book: HouseRulesStore
) -> None:
    older, newest = rules(gate=True), replace(rules(split=True), version=2)
    versions = [
        {"version": n, "preset": "six", "values": dict(one.values), "kept": 1.5e9 + n}
        for n, one in enumerate((older, newest), 1)
    ]
    row = ("pachisi", NAME, json.dumps(versions))
    storage.write(
        lambda writer: (
            writer.execute("INSERT INTO house_rules (game, name, versions) VALUES (?, ?, ?)", row) and None
        )
    )
    [kept] = book.all()
    assert kept.rules == newest
    book.save(rules(gate=True, split=True))
    [(stored,)] = storage.read("SELECT versions FROM house_rules")
    assert [one["values"]["gate"] for one in json.loads(str(stored))] == [True]


def test_a_name_is_found_again_however_it_is_written(book: HouseRulesStore) -> None:
    book.save(rules("Strasse"))
    kept = book.save(rules("STRAßE", gate=True))
    assert (str(kept.rules), kept.rules.options) == ("Strasse", {"gate": True})
    assert book.find("pachisi", "strasse") == kept
    assert book.find("backgammon", "Strasse") is None
    other = house_rules("chowka-bhara", "5x5", {}, name="Strasse")
    assert book.save(other).number != kept.number


def test_house_rules_are_renamed(book: HouseRulesStore) -> None:
    mine = book.save(rules())
    book.save(rules(gate=True))
    book.save(rules("Other"))
    book.rename(mine.number, "  Grandfather's   rules ")
    assert book.all()[0].rules.name == "Grandfather's rules"
    book.rename(mine.number, "GRANDFATHER'S rules")
    for number, name, error in (
        (mine.number, "other", SameNameError),
        (mine.number, "x" * 41, SetupError),
        (77, "Nobody's", KeyError),
    ):
        with pytest.raises(error):
            book.rename(number, name)
    assert [str(kept.rules) for kept in book.all()] == [
        "GRANDFATHER'S rules",
        "Other",
    ]


def test_deleted_house_rules_stay_with_the_games_that_used_them(
    journal: Journal, capsys: pytest.CaptureFixture[str]
) -> None:
    table, book = table_of(journal), HouseRulesStore(journal)
    kept = book.save(rules(gate=True))
    house = kept.rules
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
    assert f"({NAME})" in capsys.readouterr().out
    assert main(["show", "2", "--record", "--data", str(folder)]) == 0
    assert f"\nhouse 1 {NAME}\n" in capsys.readouterr().out


def test_there_is_an_end_to_how_many_are_kept(book: HouseRulesStore) -> None:
    for number in range(MOST):
        book.save(rules(f"House {number}"))
    with pytest.raises(NoRoomError):
        book.save(rules("One more"))
    book.save(rules("House 3", gate=True))
    assert len(book.all()) == MOST


@pytest.mark.parametrize("versions", ["{", "[]"])
def test_a_row_that_cannot_be_read_hides_no_other(
    storage: Store, book: HouseRulesStore, versions: str
) -> None:
    book.save(rules("First"))
    book.save(rules("Second"))
    change = f"UPDATE house_rules SET versions = '{versions}' WHERE number = 1"
    storage.write(lambda writer: writer.execute(change) and None)
    assert [kept.rules.name for kept in book.all()] == ["Second"]


def test_rules_of_a_later_version_of_charkoni_are_listed_though_nobody_can_play_them(
    book: HouseRulesStore,
) -> None:
    later = replace(rules(), values={"jump": True})
    book.save(later)
    [kept] = book.all()
    assert kept.rules == later
    with pytest.raises(SetupError, match="no option 'jump'"):
        _ = kept.rules.options
