"""Journals of earlier versions become this version's, with a copy kept; photographs and their ring."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from device.store import FILE_NAME, Journal
from device.store.crash_copy import HELD_BYTES
from device.store.house_rules import JournalHouseBook
from device.store.identity import Identity
from device.store.people import JournalPeople
from device.store.phones import PairedPhones
from device.store.photographs import Photographs
from device.store.places import Places
from device.store.schema import MIGRATIONS
from device.store.settings import HouseSettings
from engine.events import Logged, TurnBegan
from engine.house import house_rules
from journals_for_tests import SETUP, play_on, table_of
from places import GOLDEN

EARLIER = sorted(GOLDEN.glob("journal-*.sqlite"))
JPEG = b"\xff\xd8\xff"
SECRETS = "SELECT * FROM secret WHERE name <> 'box'"
PICTURES = "SELECT name, raw, ringed FROM photograph"


def test_there_is_a_real_file_of_every_earlier_version() -> None:
    versions = [sqlite3_version(path) for path in EARLIER]
    assert versions == list(range(1, len(MIGRATIONS)))


def sqlite3_version(path: Path) -> int:
    return int.from_bytes(path.read_bytes()[60:64], "big")


@pytest.fixture(params=EARLIER, ids=lambda path: path.stem)
def earlier(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A data folder as an earlier version left it; its photographs lay inside the first one's journal."""
    shutil.copy(request.param, tmp_path / FILE_NAME)
    if sqlite3_version(request.param) > 1:
        kept = Photographs(tmp_path / "photographs")
        for name, raw, ringed in rows(EARLIER[0], PICTURES):
            assert kept.keep(str(name), bytes(raw), bytes(ringed)) is None  # type: ignore[arg-type]
    return tmp_path


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    file = sqlite3.connect(path)
    try:
        return list(file.execute(query))
    finally:
        file.close()


def test_an_earlier_journal_keeps_every_event_game_phone_and_setting(earlier: Path) -> None:
    path = earlier / FILE_NAME
    events = "SELECT seq, game, time, request, type, json FROM event"
    kept = (events, "SELECT * FROM game", "SELECT token FROM phone", SECRETS)
    before = [rows(path, query) for query in kept]
    assert len(before[0]) == 293
    with Journal(earlier) as journal:
        assert journal.trouble() == journal.notice() == ()
        assert HouseSettings(journal).get()["names"] == ["Lakshmi", "Jan"]
        assert [game.winners for game in journal.games()] == [(), ("Ravi",)]
        table = table_of(journal)
        assert table.model.game == 2
        play_on(table, 2)
        PairedPhones(journal)
    after = [rows(path, query) for query in kept]
    assert after[0][: len(before[0])] == before[0]
    assert after[1:] == before[1:]
    assert sqlite3_version(path) == len(MIGRATIONS)


def test_an_earlier_journal_gets_a_name_and_its_first_life(earlier: Path) -> None:
    with Journal(earlier) as journal:
        names = Identity(journal).names()
        first = names.name(1)
        assert first == f"{names.box}/{names.life}/1"
        assert Places(journal).get("mqtt") is None
        Places(journal).put("mqtt", 7)
    with Journal(earlier) as journal:
        assert Identity(journal).names().name(1) == first
        assert Places(journal).get("mqtt") == 7


def test_the_fifth_version_s_people_stay(tmp_path: Path) -> None:
    shutil.copy(EARLIER[-1], tmp_path / FILE_NAME)
    with Journal(tmp_path) as journal:
        assert [one.name for one in JournalPeople(journal).everyone()] == ["Lakshmi", "Jan", "Asha", "Ravi"]


def test_an_earlier_journal_takes_house_rules(earlier: Path) -> None:
    with Journal(earlier) as journal:
        assert JournalHouseBook(journal).everything() == []
        assert [game.setup.house for game in journal.games()] == [None, None]
        JournalHouseBook(journal).keep(house_rules("pachisi", "six", {"gate": True}, name="Ours"))
    with Journal(earlier) as journal:
        assert [str(kept.newest) for kept in JournalHouseBook(journal).everything()] == ["Ours, version 1"]


def test_an_earlier_journal_is_kept_beside_the_new_one(earlier: Path) -> None:
    before = rows(earlier / FILE_NAME, "SELECT * FROM event")
    version = sqlite3_version(earlier / FILE_NAME)
    Journal(earlier).close()
    [copy] = earlier.glob("*.schema-*")
    assert copy.name == f"{FILE_NAME}.schema-{version}"
    assert sqlite3_version(copy) == version
    assert rows(copy, "SELECT * FROM event") == before
    Journal(earlier).close()
    assert list(earlier.glob("*.schema-*")) == [copy]  # only a migration makes one


def test_photographs_of_an_earlier_journal_are_files(earlier: Path) -> None:
    pictures = rows(EARLIER[0], PICTURES)
    with Journal(earlier) as journal:
        for name, raw, ringed in pictures:
            assert journal.photograph(str(name), ringed=False) == raw
            assert journal.photograph(str(name)) == ringed
        assert journal.read("SELECT name, game FROM photograph ORDER BY number") == [
            ("throw-1", 1),
            ("throw-2", 1),
            ("throw-3", 2),
            ("throw-4", 2),
            ("throw-5", 2),
        ]
        assert journal.keep_photograph(JPEG, JPEG) == "throw-6"


def test_a_migration_that_fails_leaves_the_earlier_journal_and_is_tried_again(
    earlier: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows(earlier / FILE_NAME, "SELECT * FROM event")
    version = sqlite3_version(earlier / FILE_NAME)

    def fails(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("device.store.schema.MIGRATIONS", (*MIGRATIONS, fails))
        with pytest.raises(KeyboardInterrupt):
            Journal(earlier)
    assert sqlite3_version(earlier / FILE_NAME) == version
    assert rows(earlier / FILE_NAME, "SELECT count(*) FROM photograph") == [(5,)]
    with Journal(earlier) as journal:
        assert len(journal.events(since=0)) == len(before)
        assert (journal.photograph("throw-1") or b"").startswith(JPEG)


def test_a_new_journal_says_whose_it_is(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    assert (tmp_path / FILE_NAME).read_bytes()[68:72] == b"Chkn"
    assert list(tmp_path.glob("*.schema-*")) == []


def photographs(journal: Journal) -> list[str]:
    return [str(row[0]) for row in journal.read("SELECT name FROM photograph ORDER BY number")]


def test_the_oldest_photographs_go_but_none_of_the_game_in_progress(tmp_path: Path) -> None:
    picture = bytes(200_000)
    with Journal(tmp_path, photographs_mb=1) as journal:
        table = table_of(journal)
        for _ in range(2):
            play_on(table, 1, photo=lambda: journal.keep_photograph(picture, picture))
        table.start(SETUP)
        for _ in range(4):
            journal.keep_photograph(picture, picture)
        # They are more than the cap, and all there.
        assert photographs(journal) == ["throw-3", "throw-4", "throw-5", "throw-6"]
        assert journal.photograph("throw-1") is None
        assert journal.photograph("throw-6") == picture
        assert len(list((tmp_path / "photographs").iterdir())) == 8
        before = journal.events(since=0)
        table.start(SETUP)
        journal.keep_photograph(picture, picture)
        assert photographs(journal) == ["throw-6", "throw-7"]
        assert journal.events(since=0)[: len(before)] == before  # the record itself is never deleted
    with Journal(tmp_path, photographs_mb=1) as journal:
        assert journal.keep_photograph(picture, picture) == "throw-8"


def test_the_ring_counts_a_game_that_goes_on_again_as_in_progress(tmp_path: Path) -> None:
    picture = bytes(200_000)
    with Journal(tmp_path, photographs_mb=1) as journal:
        table = table_of(journal)
        journal.keep_photograph(picture, picture)
        table.start(SETUP)
        journal.keep_photograph(picture, picture)
        journal.record([Logged(table.model.seq + 1, 1, TurnBegan(0))])  # the first game goes on
        journal.keep_photograph(picture, picture)
        assert photographs(journal) == ["throw-1", "throw-3"]


def test_a_photograph_that_no_row_counts_is_counted_at_the_next_start(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.keep_photograph(JPEG, JPEG)
        # As after a power cut between the picture and its row.
        journal.photographs.save("throw-9", JPEG, JPEG)
    with Journal(tmp_path) as journal:
        assert photographs(journal) == ["throw-1", "throw-9"]
        assert journal.keep_photograph(JPEG, JPEG) == "throw-10"


def test_a_picture_cut_to_nothing_is_no_picture(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        name = journal.keep_photograph(JPEG, JPEG)
        (tmp_path / "photographs" / f"{name}.jpg").write_bytes(b"")
        assert journal.photograph(name, ringed=False) is None


@pytest.mark.parametrize("name", ["../charkoni", "throw-1-ringed", "throw-", "", "throw-1/../../a"])
def test_a_name_leads_nowhere_else(tmp_path: Path, name: str) -> None:
    with Journal(tmp_path) as journal:
        journal.keep_photograph(JPEG, JPEG)
        assert journal.photograph(name) is None


def test_photographs_held_in_memory_do_not_fill_it(tmp_path: Path) -> None:
    (tmp_path / "photographs").write_text("no folder can be made here")
    held = Photographs(tmp_path / "photographs")
    picture = bytes(HELD_BYTES // 8)
    for number in range(8):
        assert held.keep(f"throw-{number}", picture, picture) is not None
    assert held.held == 4
    assert held.read("throw-7", ringed=False) == picture
    assert held.read("throw-0", ringed=False) is None
