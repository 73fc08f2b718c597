"""Journals of earlier versions become this version's, with a copy kept."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from device.store import FILE_NAME, Journal
from device.store.backups.backup import restore
from device.store.photographs import Photographs
from device.store.places import Places
from device.store.schema import MIGRATIONS
from engine.house import house_rules
from journals_for_tests import people_of, play_on, table_of
from places import GOLDEN
from web.house.credentials import Phones
from web.house.house_rules import HouseRulesStore
from web.house.identity import Identity
from web.house.settings import HouseSettings

EARLIER = sorted(GOLDEN.glob("journal-*.sqlite"))
SECRETS = "SELECT * FROM secret WHERE name <> 'box'"
PICTURES = "SELECT name, raw, ringed FROM photograph"
EVENTS = "SELECT seq, game, time, request, type, json FROM event"
NEW = b"\xff\xd8\xff"


def version_of(path: Path) -> int:
    return int.from_bytes(path.read_bytes()[60:64], "big")


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as file:
        return list(file.execute(query))


@pytest.fixture(params=EARLIER, ids=lambda path: path.stem)
def earlier(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A data folder as an earlier version left it; its photographs lay inside the first one's journal."""
    shutil.copy(request.param, tmp_path / FILE_NAME)
    if version_of(request.param) > 1:
        kept = Photographs(tmp_path / "photographs")
        for name, raw, ringed in rows(EARLIER[0], PICTURES):
            assert kept.keep(str(name), bytes(raw), bytes(ringed)) is None  # type: ignore[arg-type]
    return tmp_path


def test_there_is_a_real_file_of_every_earlier_version() -> None:
    assert [version_of(path) for path in EARLIER] == list(range(1, len(MIGRATIONS)))


def test_an_earlier_journal_keeps_all_that_it_holds_and_takes_all_that_is_new(earlier: Path) -> None:
    path, version = earlier / FILE_NAME, version_of(earlier / FILE_NAME)
    kept = (EVENTS, "SELECT * FROM game", "SELECT token FROM phone", SECRETS)
    before = [rows(path, query) for query in kept]
    assert len(before[0]) == 293
    with Journal(earlier) as journal:
        assert journal.trouble() == journal.notice() == ()
        assert HouseSettings(journal).get().names == ("Lakshmi", "Jan")
        assert [(game.winners, game.setup.house) for game in journal.games()] == [
            ((), None),
            (("Ravi",), None),
        ]
        who = [(one.name, one.last) for one in people_of(journal).all()]
        assert who == [("Lakshmi", 2), ("Jan", 2), ("Asha", 1), ("Ravi", 1)]
        for name, raw, ringed in rows(EARLIER[0], PICTURES):
            assert journal.photograph(str(name), ringed=False) == raw
            assert journal.photograph(str(name)) == ringed
        photographs = journal.read("SELECT name, game FROM photograph ORDER BY number")
        assert photographs == [(f"throw-{n}", 1 if n < 3 else 2) for n in range(1, 6)]
        table = table_of(journal)
        assert table.model.game == 2
        play_on(table, 2)
        Phones(journal)
        names = Identity(journal).names()
        first = names.name(1)
        assert first == f"{names.box}/{names.life}/1"
        assert Places(journal).get("mqtt") is None
        Places(journal).put("mqtt", 7)
        assert HouseRulesStore(journal).all() == []
        HouseRulesStore(journal).save(house_rules("pachisi", "six", {"gate": True}, name="Ours"))
        assert journal.keep_photograph(NEW, NEW) == "throw-6"
    after = [rows(path, query) for query in kept]
    assert after[0][: len(before[0])] == before[0]
    assert after[1:] == before[1:]
    assert version_of(path) == len(MIGRATIONS)
    with Journal(earlier) as journal:
        assert Identity(journal).names().name(1) == first
        assert Places(journal).get("mqtt") == 7
        assert [str(one.rules) for one in HouseRulesStore(journal).all()] == ["Ours"]
    [copy] = earlier.glob("*.schema-*")  # only a migration makes one
    assert copy.name == f"{FILE_NAME}.schema-{version}"
    assert version_of(copy) == version
    assert rows(copy, EVENTS) == before[0]


@pytest.mark.parametrize("file", EARLIER, ids=lambda path: path.stem)
def test_a_bare_copy_of_an_earlier_version_is_restored(tmp_path: Path, file: Path) -> None:
    found, _ = restore(tmp_path, file)
    assert (found.games, found.events, found.photographs) == (2, 293, 5)
    with Journal(tmp_path) as journal:
        assert [one.name for one in people_of(journal).all()] == ["Lakshmi", "Jan", "Asha", "Ravi"]
        has_pictures = version_of(file) == 1  # later ones lie in files of their own
        assert (journal.photograph("throw-5") or b"").startswith(b"\xff\xd8\xff\xe0\x00") == has_pictures


def test_a_migration_that_fails_leaves_the_earlier_journal_and_is_tried_again(
    earlier: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows(earlier / FILE_NAME, EVENTS)
    version = version_of(earlier / FILE_NAME)

    def fails(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("device.store.schema.MIGRATIONS", (*MIGRATIONS, fails))
        with pytest.raises(KeyboardInterrupt):
            Journal(earlier)
    assert version_of(earlier / FILE_NAME) == version
    assert rows(earlier / FILE_NAME, "SELECT count(*) FROM photograph") == [(5,)]
    with Journal(earlier) as journal:
        assert len(journal.events(since=0)) == len(before)
        assert (journal.photograph("throw-1") or b"").startswith(NEW)


def test_a_new_journal_says_whose_it_is(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    assert (tmp_path / FILE_NAME).read_bytes()[68:72] == b"Chkn"
    assert list(tmp_path.glob("*.schema-*")) == []
