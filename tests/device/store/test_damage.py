"""Damaged journals: set aside, read as far as they can be, never deleted."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from random import Random

import pytest

from device.errors import JournalError
from device.store import FILE_NAME, Journal
from device.store.games import put_event
from device.store.memory import rescued
from device.store.phones import PairedPhones
from device.store.settings import HouseSettings
from engine.events import Logged, Threw
from engine.throw import Cowries
from journals_for_tests import fill, play_on, played_at_once, small_disk, table_of, until
from places import GOLDEN
from sentences_for_tests import told

PAGE = 4096


def all_events(journal: Journal) -> list[Logged]:
    return journal.events(since=0, limit=1_000_000)


def played_journal(folder: Path, *, throws: int = 300) -> list[Logged]:
    """Play some games, let a phone in, change a setting; close the journal."""
    with Journal(folder) as journal:
        PairedPhones(journal)
        HouseSettings(journal).set({"hears": "silent"})
        played_at_once(journal, throws)
        return all_events(journal)


def overwrite(path: Path, *, page: int, with_: bytes = bytes(PAGE)) -> None:
    with path.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(with_)


def cut(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2 + 777)


def pages_of(path: Path, table: str) -> list[int]:
    """List the pages of a table; the first is its root."""
    with sqlite3.connect(path) as file:
        root = file.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()[0]
    file.close()
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


def test_a_whole_file_is_read_whole_page_by_page(tmp_path: Path) -> None:
    before = played_journal(tmp_path)
    memory, found = rescued(tmp_path / FILE_NAME)
    assert found.events == found.known == len(before)
    assert found.broken_games == ()
    rows = memory.read("SELECT seq, game, time, request, type, json FROM event ORDER BY seq")
    games = memory.read("SELECT * FROM game")
    memory.close()
    with Journal(tmp_path, writing=False) as journal:
        assert rows == journal.read("SELECT seq, game, time, request, type, json FROM event ORDER BY seq")
        assert games == journal.read("SELECT * FROM game")


def test_what_is_only_in_the_write_ahead_file_is_read_too(tmp_path: Path) -> None:
    with Journal(tmp_path / "data") as journal:
        play_on(table_of(journal), 40)
        shutil.copytree(tmp_path / "data", tmp_path / "copy")
        before = all_events(journal)
    assert (tmp_path / "copy" / (FILE_NAME + "-wal")).stat().st_size > 0
    memory, found = rescued(tmp_path / "copy" / FILE_NAME)
    memory.close()
    assert found.events == len(before)


def test_a_long_name_that_spills_into_other_pages_is_read(tmp_path: Path) -> None:
    def write(writer: sqlite3.Connection) -> None:
        put_event(writer, Logged(1_000_000, 1, Threw(0, Cowries(1, 4), photo="x" * 20_000), time=1.5))

    with Journal(tmp_path) as journal:
        play_on(table_of(journal), 5)
        journal.write(write)
        before = all_events(journal)
    memory, _ = rescued(tmp_path / FILE_NAME)
    found = memory.read("SELECT json FROM event WHERE seq = 1000000")
    memory.close()
    assert len(str(found[0][0])) > 20_000
    assert len(before[-1].event.photo) == 20_000  # type: ignore[union-attr]


@pytest.mark.parametrize("retry_s", [0.0, 0.05])
def test_one_overwritten_page_costs_its_events_and_no_others(tmp_path: Path, retry_s: float) -> None:
    before = played_journal(tmp_path)
    path = tmp_path / FILE_NAME
    leaves = pages_of(path, "event")[1:]
    overwrite(path, page=leaves[len(leaves) // 2])
    damaged = path.read_bytes()
    with Journal(tmp_path, retry_s=retry_s) as journal:
        until(journal.notice)
        assert journal.trouble() == ()
        notice = told(journal.notice())
        after = all_events(journal)
        lost = len(before) - len(after)
        assert 0 < lost < 60
        assert all(one in before for one in after)
        assert f"{len(after)} of {len(before)} events could be read" in notice
        assert "charkoni restore FILE" in notice
        assert FILE_NAME + ".damaged" in notice
        assert "not whole" in notice
        assert str(tmp_path) not in notice
        assert HouseSettings(journal).get()["hears"] == "silent"
        assert len(journal.games()) == max(one.game for one in before)
        # The record goes on behind the last number that was known.
        table = table_of(journal)
        play_on(table, 3)
        assert table.model.seq > before[-1].seq
    assert (tmp_path / (FILE_NAME + ".damaged")).read_bytes() == damaged
    with Journal(tmp_path) as again:
        assert again.read("PRAGMA integrity_check") == [("ok",)]
        assert all_events(again)[: len(after)] == after


def test_a_root_that_was_overwritten_costs_nothing(tmp_path: Path) -> None:
    before = played_journal(tmp_path)
    path = tmp_path / FILE_NAME
    overwrite(path, page=pages_of(path, "event")[0])
    with Journal(tmp_path) as journal:
        assert all_events(journal) == before
        assert f"all {len(before)} events" in told(journal.notice())


@pytest.mark.parametrize("rubbish", [bytes(PAGE), Random(7).randbytes(PAGE), b"x" * PAGE])
def test_a_first_page_that_was_overwritten_costs_no_event(tmp_path: Path, rubbish: bytes) -> None:
    before = played_journal(tmp_path)
    overwrite(tmp_path / FILE_NAME, page=1, with_=rubbish)
    with Journal(tmp_path) as journal:
        assert all_events(journal) == before
        assert HouseSettings(journal).get()["hears"] == "silent"
        assert journal.unfinished() is not None


def test_a_file_cut_in_the_middle_keeps_what_is_left_of_it(tmp_path: Path) -> None:
    before = played_journal(tmp_path, throws=300)
    cut(tmp_path / FILE_NAME)
    with Journal(tmp_path) as journal:
        until(journal.notice)
        after = all_events(journal)
        assert len(before) // 5 < len(after) < len(before)  # small tables lie in front of the events
        assert all(one in before for one in after)
        assert "its end is missing" in told(journal.notice())
        play_on(table_of(journal), 3)
    assert (tmp_path / (FILE_NAME + ".damaged")).exists()


def test_a_file_cut_while_a_game_is_played_costs_nothing_of_this_game(tmp_path: Path) -> None:
    with Journal(tmp_path, retry_s=0.05) as journal:
        played_at_once(journal, 300)
        journal.close()
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


def test_a_file_that_is_no_journal_is_set_aside_and_not_deleted(tmp_path: Path) -> None:
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


def test_an_empty_file_is_a_new_journal(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).touch()
    with Journal(tmp_path) as journal:
        play_on(table_of(journal), 3)
        assert journal.notice() == ()


def test_a_letter_changed_inside_a_row_is_noticed(tmp_path: Path) -> None:
    before = played_journal(tmp_path, throws=30)
    path = tmp_path / FILE_NAME
    data = path.read_bytes()
    at = data.index(b'{"type": "threw"')
    path.write_bytes(data[:at] + b"\xff\xfe!" + data[at + 3 :])
    with Journal(tmp_path) as journal:
        after = all_events(journal)
        assert len(after) == len(before) - 1
        assert "could be read" in told(journal.notice())


def test_a_damaged_file_on_a_full_disk_is_replaced_when_there_is_room(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", kilobytes=1024) as disk:
        before = played_journal(disk)
        path = disk / FILE_NAME
        overwrite(path, page=pages_of(path, "event")[0])
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
    played_journal(tmp_path, throws=30)
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
    played_journal(tmp_path, throws=3)
    file = sqlite3.connect(tmp_path / FILE_NAME)
    file.execute("PRAGMA user_version = 99")
    file.execute("CREATE TABLE something_new (number INTEGER PRIMARY KEY)")
    file.commit()
    file.close()
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(JournalError, match="newer version"):
        Journal(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == before
    assert not list(tmp_path.glob("*.damaged*"))


def test_a_long_file_is_looked_through_while_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.store.disk_or_memory.CHECKED_AT_ONCE", 0)
    before = played_journal(tmp_path)
    path = tmp_path / FILE_NAME
    overwrite(path, page=pages_of(path, "event")[1])
    with Journal(tmp_path) as journal:
        table = table_of(journal)
        play_on(table, 3)
        until(lambda: "could be read" in told(journal.notice()))
        assert table.model.seq > before[-1].seq
        assert journal.last_seq() == journal.events(since=before[-1].seq)[-1].seq
