"""House rules in the journal: every version is kept, on disk, through restarts, backups and broken disks."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from device.__main__ import main
from device.store import FILE_NAME, Journal
from device.store.backups.backup import back_up, restore
from device.store.export import export_lines
from device.store.house_rules import MOST, JournalHouseBook
from engine.errors import RecordError, SetupError
from engine.events import GameStarted, Setup
from engine.house import LAST_VERSION, HouseRules, house_rules
from journals_for_tests import fill, small_disk, table_of, until
from sentences_for_tests import told
from web.ports import NoRoomError, SameNameError

NAME = "Grandmother's rules"


def rules(name: str = NAME, *, version: int = 1, **options: bool | str) -> HouseRules:
    return house_rules("pachisi", "six", options, name=name, version=version)


def names(folder: Path) -> list[str]:
    with Journal(folder, writing=False) as journal:
        return [str(kept.newest) for kept in JournalHouseBook(journal).everything()]


def test_every_version_is_on_the_disk_after_a_restart(tmp_path: Path) -> None:
    times = iter((10.0, 20.0))
    with Journal(tmp_path) as journal:
        book = JournalHouseBook(journal, clock=lambda: next(times))
        first = book.keep(rules(gate=True))
        second = book.keep(rules(gate=True, split=True), number=first.number)
        assert [str(version) for version, _ in second.versions] == [
            f"{NAME}, version 1",
            f"{NAME}, version 2",
        ]
    with Journal(tmp_path) as journal:
        [kept] = JournalHouseBook(journal).everything()
        assert kept == second
        assert kept.newest.options == {"gate": True, "split": True}
        old = kept.version(1)
        assert old is not None
        assert old.options == {"gate": True}
        assert kept.version(3) is None
        assert [when for _, when in kept.versions] == [10.0, 20.0]


def test_the_same_rules_again_are_no_new_version(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        book = JournalHouseBook(journal)
        first = book.keep(rules(gate=True))
        assert book.keep(rules(gate=True)) == first
        assert book.keep(rules(gate=True, version=7), number=first.number) == first
        # What was the first version comes back as the third.
        book.keep(rules())
        assert book.keep(rules(gate=True)).newest.version == 3


def test_a_name_is_found_again_however_it_is_written(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        book = JournalHouseBook(journal)
        book.keep(rules("Strasse"))
        kept = book.keep(rules("STRAßE", gate=True))
        assert str(kept.newest) == "Strasse, version 2"
        assert book.named("pachisi", "strasse") == kept
        assert book.named("backgammon", "Strasse") is None
        other = house_rules("chowka-bhara", "5x5", {}, name="Strasse")
        assert book.keep(other).number != kept.number


def test_a_version_that_came_from_elsewhere_keeps_its_number_where_it_can(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        book = JournalHouseBook(journal)
        assert book.keep(rules(gate=True, version=4)).newest.version == 4
        assert book.keep(rules(version=6)).newest.version == 6
        assert book.keep(rules(split=True, version=2)).newest.version == 7


def test_house_rules_are_renamed_with_all_their_versions(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        book = JournalHouseBook(journal)
        mine = book.keep(rules())
        book.keep(rules(gate=True))
        book.keep(rules("Other"))
        book.rename(mine.number, "  Grandfather's   rules ")
        assert [str(v) for v, _ in book.everything()[0].versions] == [
            "Grandfather's rules, version 1",
            "Grandfather's rules, version 2",
        ]
        book.rename(mine.number, "GRANDFATHER'S rules")
        with pytest.raises(SameNameError):
            book.rename(mine.number, "other")
        with pytest.raises(SetupError, match="too long"):
            book.rename(mine.number, "x" * 41)
        with pytest.raises(KeyError):
            book.rename(77, "Nobody's")
    assert names(tmp_path) == ["GRANDFATHER'S rules, version 2", "Other, version 1"]


def test_deleted_house_rules_stay_with_the_games_that_used_them(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        table = table_of(journal)
        book = JournalHouseBook(journal)
        kept = book.keep(rules(gate=True))
        house = kept.newest
        table.start(Setup("pachisi", "six", ("Asha", "Ravi"), house.options, 0, house))
        book.keep(rules(split=True), number=kept.number)
        book.delete(kept.number)
        with pytest.raises(KeyError):
            book.delete(kept.number)
        # A page that was left open means no other house rules.
        assert book.keep(rules("New")).number > kept.number
    with Journal(tmp_path) as journal:
        assert journal.games()[0].setup.house == house
        [started] = [one.event for one in journal.game_events(2) if isinstance(one.event, GameStarted)]
        assert started.setup.house == house
        assert started.setup.house.values["gate"] is True
        table = table_of(journal)
        assert table.model.setup.house == house
        line = next(export_lines(journal, game=2))
        assert f'"name": "{NAME}", "version": 1' in line
        assert '"gate": true' in line


def test_there_is_an_end_to_how_many_are_kept(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        book = JournalHouseBook(journal)
        for number in range(MOST):
            book.keep(rules(f"House {number}"))
        with pytest.raises(NoRoomError):
            book.keep(rules("One more"))
        book.keep(rules("House 3", gate=True, version=LAST_VERSION))
        with pytest.raises(NoRoomError):
            book.keep(rules("House 3"))
        assert len(book.everything()) == MOST


def test_a_backup_holds_the_house_rules(tmp_path: Path) -> None:
    with Journal(tmp_path / "one") as journal:
        table_of(journal)
        JournalHouseBook(journal).keep(rules(gate=True))
        back_up(journal.store, journal.photographs, tmp_path / "backup")
    restore(tmp_path / "two", tmp_path / "backup")
    assert names(tmp_path / "two") == [f"{NAME}, version 1"]


def test_what_was_kept_and_deleted_on_a_full_disk_is_so_when_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", kilobytes=1024) as disk:
        with Journal(disk, retry_s=0.05) as journal:
            table_of(journal)
            book = JournalHouseBook(journal)
            gone = book.keep(rules("Gone"))
            big = fill(disk)
            book.keep(rules(gate=True))
            book.delete(gone.number)
            assert journal.trouble()
            big.unlink()
            until(lambda: not journal.trouble())
            assert [str(kept.newest) for kept in book.everything()] == [f"{NAME}, version 1"]
        assert names(disk) == [f"{NAME}, version 1"]


def test_house_rules_are_read_out_of_a_damaged_journal(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        table_of(journal)
        book = JournalHouseBook(journal)
        book.keep(rules("Other"))
        book.keep(rules(gate=True))
        book.keep(rules(gate=True, split=True))
        before = book.everything()
    path = tmp_path / FILE_NAME
    file = sqlite3.connect(path)
    page = int(file.execute("PRAGMA page_size").fetchone()[0])
    file.close()
    data = path.read_bytes()
    # The first page leads to all tables; without it SQLite reads nothing.
    path.write_bytes(data[:200] + b"\xff" * (page - 200) + data[page:])
    with Journal(tmp_path) as journal:
        assert "damaged" in told(journal.notice())
        assert JournalHouseBook(journal).everything() == before


def test_a_row_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        book = JournalHouseBook(journal)
        book.keep(rules("First"))
        book.keep(rules("Second"))
        journal.write(lambda writer: writer.execute("UPDATE house_rules SET versions = '{' WHERE number = 1"))
        assert [kept.newest.name for kept in book.everything()] == ["Second"]
        journal.write(
            lambda writer: writer.execute("UPDATE house_rules SET versions = '[]' WHERE number = 1")
        )
        assert [kept.newest.name for kept in book.everything()] == ["Second"]


def test_rules_of_a_later_version_of_charkoni_are_listed_though_nobody_can_play_them(tmp_path: Path) -> None:
    later = replace(rules(), values={"jump": True})
    with Journal(tmp_path) as journal:
        book = JournalHouseBook(journal)
        book.keep(later)
        [kept] = book.everything()
        assert kept.newest == later
        with pytest.raises(SetupError, match="no option 'jump'"):
            _ = kept.newest.options


def test_a_closed_journal_keeps_nothing(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.close()
    with pytest.raises(RecordError):
        JournalHouseBook(journal).keep(rules())


def test_the_command_line_names_the_house_rules_of_a_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal(tmp_path) as journal:
        kept = JournalHouseBook(journal).keep(rules(gate=True)).newest
        table_of(journal).start(Setup("pachisi", "six", ("Asha", "Ravi"), kept.options, 0, kept))
        JournalHouseBook(journal).delete(1)
    assert main(["games", "--data", str(tmp_path)]) == 0
    assert f"pachisi six ({NAME}, version 1)  Asha, Ravi" in capsys.readouterr().out
    assert main(["show", "2", "--record", "--data", str(tmp_path)]) == 0
    assert f"\nhouse 1 {NAME}\n" in capsys.readouterr().out
