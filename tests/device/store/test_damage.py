"""Damaged journals: set aside, read as far as they can be, never deleted."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from device.errors import JournalError
from device.store import FILE_NAME, Journal
from device.store.games import put_event
from device.store.memory_mode import salvaged
from device.store.places import Places
from device.store.schema import MIGRATIONS
from engine.events import Logged, Threw
from engine.house import house_rules
from engine.throw import Cowries
from journals_for_tests import (
    SETUP,
    all_events,
    change_file,
    fill,
    play_on,
    played_at_once,
    small_disk,
    table_of,
    until,
)
from places import GOLDEN
from sentences_for_tests import told
from web.house.credentials import Passwords, Phones, Tokens
from web.house.house_rules import HouseRulesStore
from web.house.identity import Identity
from web.house.people import People
from web.house.settings import HouseSettings

PAGE = 4096


def played_journal(folder: Path, *, throws: int = 300) -> list[Logged]:
    """Play some games and fill every table of the house; close the journal."""
    with Journal(folder) as journal:
        phones, people = Phones(journal), People(journal)
        phones.pair(phones.key, name="Android")
        HouseSettings(journal).set(hears="silent")
        played_at_once(journal, throws)
        people.remember(SETUP.names, game=1)
        people.change(people.all()[1].number, name="Ravindra", sign=0)
        for options in ({"gate": True}, {"gate": True, "split": True}):
            HouseRulesStore(journal).save(house_rules("pachisi", "six", options, name="Ours"))
        Tokens(journal).add("a lamp", "player", ends=0)
        for name in ("mqtt", "webhooks"):
            Passwords(journal).put(name, f"of {name}")
        Identity(journal)
        Places(journal).put("mqtt", 3)
        return all_events(journal)


def house_of(journal: Journal) -> list[object]:
    """Return all that the tables beside the games hold."""
    return [
        *(Phones(journal).all(), People(journal).all()),
        *(HouseRulesStore(journal).all(), Tokens(journal).all()),
        *(HouseSettings(journal).get(), Places(journal).get("mqtt")),
        *(Identity(journal).names().box, Identity(journal).names().lives[0]),
        journal.read("SELECT name, value FROM secret ORDER BY name"),
    ]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "data"
    played_journal(folder)
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    """A data folder of its own with some games and all of a house."""
    return Path(shutil.copytree(whole, tmp_path / "data"))


def overwrite(path: Path, *, page: int, with_: bytes = bytes(PAGE)) -> None:
    with path.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(with_)


def cut(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2 + 777)


def change_a_letter(path: Path) -> None:
    data = path.read_bytes()
    at = data.index(b'{"type": "threw"')
    path.write_bytes(data[:at] + b"\xff\xfe!" + data[at + 3 :])


def pages_of(path: Path, table: str) -> list[int]:
    """List the pages of a table; the first is its root."""
    with closing(sqlite3.connect(path)) as file:
        root = file.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()[0]
    data = path.read_bytes()

    def below(number: int) -> list[int]:
        page = data[(number - 1) * PAGE : number * PAGE]
        if page[0] != 5:
            return [number]
        cells = int.from_bytes(page[3:5], "big")
        children = [int.from_bytes(page[8:12], "big")]
        for index in range(cells):
            at = int.from_bytes(page[12 + 2 * index : 14 + 2 * index], "big")
            children.append(int.from_bytes(page[at : at + 4], "big"))
        return [number] + [leaf for child in sorted(children) for leaf in below(child)]

    return below(int(root))


def test_a_whole_file_is_read_whole_page_by_page_with_what_is_only_in_the_write_ahead_file(
    folder: Path, tmp_path: Path
) -> None:
    def spill(writer: sqlite3.Connection) -> None:
        long = Threw(0, Cowries(1, 4), photo="x" * 20_000)
        put_event(writer, Logged(journal.last_seq() + 1, journal.last_game(), long, time=1.5))

    tables = ("event", "game", "phone", "setting", "secret", "house_rules", "person", "life", "reader")
    with Journal(folder) as journal:
        play_on(table_of(journal), 40)
        journal.write(spill)  # a row that needs pages of its own
        shutil.copytree(folder, tmp_path / "copy")
        assert (tmp_path / "copy" / (FILE_NAME + "-wal")).stat().st_size > 0
        memory, found = salvaged(tmp_path / "copy" / FILE_NAME)
        with closing(memory):
            assert found.events == found.known == len(all_events(journal))
            assert found.broken_games == ()
            for table in tables:
                columns = "seq, game, time, request, type, json" if table == "event" else "*"
                rows = memory.read(f"SELECT {columns} FROM {table}")
                assert rows
                assert rows == journal.read(f"SELECT {columns} FROM {table}"), table


@dataclass(frozen=True)
class Damage:
    """What is done to a file, and what it costs."""

    craft: Callable[[Path], None]
    said: str
    """What the notice says, with the number of events before."""
    least: int = 0
    """Events lost at least."""
    most: int = 0
    spares_the_house: bool = True


def first_page(with_: bytes) -> Damage:
    return Damage(lambda path: overwrite(path, page=1, with_=with_), "all {known} events")


def event_page(place: float) -> Callable[[Path], None]:
    def craft(path: Path) -> None:
        pages = pages_of(path, "event")
        overwrite(path, page=pages[int(place * len(pages))])

    return craft


DAMAGES = {
    "a page of events": Damage(event_page(0.5), "{left} of {known} events could be read", 1, 59),
    "the root of the events": Damage(event_page(0.0), "all {known} events"),
    "a first page of zeros": first_page(bytes(PAGE)),
    "a first page of noise": first_page(Random(7).randbytes(PAGE)),
    "a first page of letters": first_page(b"x" * PAGE),
    "half of the file": Damage(cut, "its end is missing", 1, 10_000, spares_the_house=False),
    "a letter inside a row": Damage(change_a_letter, "{left} of {known} events could be read", 1, 1),
}


@pytest.mark.parametrize("retry_s", [0.0, 0.05])
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damage_costs_no_more_than_what_it_hit(folder: Path, damage: Damage, retry_s: float) -> None:
    path = folder / FILE_NAME
    with Journal(folder, writing=False) as journal:
        before, house = all_events(journal), house_of(journal)
    damage.craft(path)
    damaged = path.read_bytes()
    with Journal(folder, retry_s=retry_s) as journal:
        until(journal.notice)
        assert journal.trouble() == ()
        after = all_events(journal)
        assert damage.least <= len(before) - len(after) <= damage.most
        assert len(after) > len(before) // 5
        assert [one for one in before if one in after] == after
        assert damage.said.format(left=len(after), known=len(before)) in told(journal.notice())
        assert FILE_NAME + ".damaged" in told(journal.notice())
        assert str(folder) not in told(journal.notice())
        assert (house_of(journal) == house) or not damage.spares_the_house
        assert len(journal.games()) == max(one.game for one in after)
        # The record goes on behind the last number that was known.
        table = table_of(journal)
        play_on(table, 3)
        if damage.spares_the_house:
            assert table.model.seq > before[-1].seq
    assert (folder / (FILE_NAME + ".damaged")).read_bytes() == damaged
    with Journal(folder) as again:
        assert again.read("PRAGMA integrity_check") == [("ok",)]
        assert all_events(again)[: len(after)] == after


def test_a_file_cut_while_a_game_is_played_costs_nothing_of_this_game(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        played_at_once(journal, 300)
    with Journal(tmp_path, retry_s=0.05) as journal:
        table = table_of(journal)
        before = all_events(journal)
        with journal.store.writer() as writer:
            writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cut(tmp_path / FILE_NAME)
        play_on(table, 10)
        journal.games()
        after = all_events(journal)  # whoever reads all sees what is missing
        until(lambda: "could be read" in told(journal.notice()))
        assert all(one in after for one in before if one.game == before[-1].game)
        assert len(after) < table.model.seq
        now = all_events(journal)
    with Journal(tmp_path) as again:
        assert all_events(again) == now
        assert again.last_seq() == table.model.seq
        assert again.read("PRAGMA integrity_check") == [("ok",)]


def test_a_file_that_is_no_journal_is_set_aside_and_an_empty_one_is_new(tmp_path: Path) -> None:
    letter = b"this is a letter to my aunt" * 1000
    (tmp_path / FILE_NAME).write_bytes(letter)
    with pytest.raises(JournalError, match=FILE_NAME):
        Journal(tmp_path, writing=False)
    with Journal(tmp_path) as journal:
        assert "nothing in it could be read" in told(journal.notice())
        play_on(table_of(journal), 3)
    assert (tmp_path / (FILE_NAME + ".damaged")).read_bytes() == letter
    (tmp_path / FILE_NAME).write_bytes(letter[:5000])
    Journal(tmp_path).close()
    assert (tmp_path / (FILE_NAME + ".damaged-2")).read_bytes() == letter[:5000]
    (tmp_path / FILE_NAME).write_bytes(b"")
    with Journal(tmp_path) as journal:
        play_on(table_of(journal), 3)
        assert journal.notice() == ()


def test_photographs_inside_a_damaged_journal_of_the_first_version_are_taken_out(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    shutil.copy(GOLDEN / "journal-1.sqlite", path)
    overwrite(path, page=pages_of(path, "event")[1])
    with Journal(tmp_path) as journal:
        assert "of 293 events could be read" in told(journal.notice())
        for number in range(1, 6):
            assert (journal.photograph(f"throw-{number}") or b"").startswith(b"\xff\xd8\xff")
        assert journal.keep_photograph(b"new", b"new") == "throw-6"
        assert journal.read("SELECT count(*) FROM photograph") == [(6,)]


def test_a_damaged_file_on_a_full_disk_is_replaced_when_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", kilobytes=1024) as disk:
        before = played_journal(disk)
        path = disk / FILE_NAME
        event_page(0.0)(path)
        damaged = path.read_bytes()
        big = fill(disk)
        with Journal(disk, retry_s=0.05) as journal:
            assert "Make room" in told(journal.trouble())
            assert all_events(journal) == before
            table = table_of(journal)
            play_on(table, 10)
            assert path.read_bytes() == damaged  # nothing is touched before there is room
            big.unlink()
            until(lambda: not journal.trouble())
            assert "could be read" in told(journal.notice())
            now = all_events(journal)
        with Journal(disk) as again:
            assert all_events(again) == now
        assert (disk / (FILE_NAME + ".damaged")).read_bytes() == damaged


def damage_by_chance(data: bytes, chance: Random) -> bytes:
    """Cut, overwrite or change a journal somewhere."""
    match chance.randrange(3):
        case 0:
            return data[: chance.randrange(len(data))]
        case 1:
            at = chance.randrange(len(data))
            return data[:at] + chance.randbytes(chance.randrange(1, 9000)) + data[at + 9000 :]
    changed = bytearray(data)
    for _ in range(chance.randrange(1, 40)):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


@pytest.mark.parametrize("seed", range(40))
def test_a_box_starts_and_plays_whatever_happened_to_its_file(tmp_path: Path, seed: int) -> None:
    with Journal(tmp_path) as journal:
        Phones(journal)
        played_at_once(journal, 30)
    path = tmp_path / FILE_NAME
    path.write_bytes(damage_by_chance(path.read_bytes(), Random(seed)))
    with Journal(tmp_path, retry_s=0.05) as journal:
        journal.games()
        table = table_of(journal)
        play_on(table, 5)
        journal.games()
        journal.game_events(table.model.game)
        last = table.model.seq
    with Journal(tmp_path) as again:
        assert again.last_seq() == last
        assert again.game_events(table.model.game)[-1].seq == last


def test_a_newer_journal_is_not_taken_for_a_damaged_one(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    change_file(
        tmp_path / FILE_NAME,
        f"PRAGMA user_version = {len(MIGRATIONS) + 1}",
        "ALTER TABLE event ADD COLUMN something_new TEXT",
        "CREATE TABLE something_new (number INTEGER PRIMARY KEY)",
    )
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(JournalError, match="newer version"):
        Journal(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == before
    assert not list(tmp_path.glob("*.damaged*"))


def test_a_long_file_is_looked_through_while_the_game_goes_on(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.store.memory_mode.CHECKED_AT_ONCE", 0)
    event_page(0.5)(folder / FILE_NAME)
    with Journal(folder, writing=False) as journal:
        before = journal.last_seq()
    with Journal(folder) as journal:
        table = table_of(journal)
        play_on(table, 3)
        until(lambda: "could be read" in told(journal.notice()))
        assert table.model.seq > before
        assert journal.last_seq() == journal.events(since=before)[-1].seq
