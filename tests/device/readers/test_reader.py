"""The class that follows the journal: in order, from its place, through errors; how often it writes."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import create_autospec

import pytest

from device.readers.reader import KEPT_EVERY_S, JournalReader
from device.store import Journal
from device.store.games import logged
from device.store.places import Places
from engine.errors import RecordError
from engine.events import IMPORT, Logged
from engine.table import Table
from journals_for_tests import SETUP, play_on, table_of, until


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path) as journal:
        yield journal


@pytest.fixture
def table(journal: Journal) -> Table:
    return table_of(journal)


class Heard:
    """What a reader was told."""

    def __init__(self) -> None:
        self.actions: list[list[int]] = []

    def tell(self, action: Sequence[Logged]) -> None:
        self.actions.append([one.seq for one in action])

    @property
    def numbers(self) -> list[int]:
        return [seq for action in self.actions for seq in action]


def test_a_reader_without_a_place_begins_with_what_happens_next(journal: Journal, table: Table) -> None:
    play_on(table, 5)
    before, heard = journal.last_seq(), Heard()
    with started(JournalReader(journal, heard.tell, name="test")) as reader:
        play_on(table, 20)
        until(lambda: reader.place == journal.last_seq())
    assert heard.numbers == list(range(before + 1, journal.last_seq() + 1))
    assert [action for action in heard.actions if len(action) > 1], "an action is told as one"


def started(reader: JournalReader) -> JournalReader:
    reader.start()
    return reader


def test_a_reader_goes_on_where_it_was_and_tells_nothing_twice(journal: Journal, table: Table) -> None:
    heard, places = Heard(), Places(journal)
    places.put("test", 0)
    for seed in range(3):
        with started(JournalReader(journal, heard.tell, name="test", places=places)) as reader:
            play_on(table, 10, seed=seed)
            until(lambda: reader.place == journal.last_seq())
        play_on(table, 10, seed=seed)  # while nobody follows
    with started(JournalReader(journal, heard.tell, name="test", places=places)) as reader:
        until(lambda: reader.place == journal.last_seq())
    assert heard.numbers == list(range(1, journal.last_seq() + 1))


def test_a_place_is_written_once_a_minute_and_at_the_end(journal: Journal, table: Table) -> None:
    written: list[int] = []
    clock = [0.0]
    places = create_autospec(Places, instance=True)
    places.get.return_value = 0
    places.put.side_effect = lambda _reader, place: written.append(place)
    reader = JournalReader(journal, Heard().tell, name="test", places=places, clock=lambda: clock[0])
    with started(reader):
        for seed in range(5):
            play_on(table, 3, seed=seed)
            until(lambda: reader.place == journal.last_seq())
        assert written == []
        clock[0] += KEPT_EVERY_S
        first = journal.last_seq()
        until(lambda: written == [first])
        play_on(table, 3)
        until(lambda: reader.place == journal.last_seq())
        assert written == [first]
    assert written == [first, journal.last_seq()]
    reader.close()
    assert len(written) == 2


def test_a_place_that_cannot_be_written_stops_nobody(journal: Journal, table: Table) -> None:
    places = create_autospec(Places, instance=True)
    places.get.return_value = None
    places.put.side_effect = RecordError("the disk is full")
    with started(JournalReader(journal, Heard().tell, name="test", places=places)) as reader:
        play_on(table, 3)
        until(lambda: reader.place == journal.last_seq())
    assert places.put.called


@pytest.mark.parametrize("error", [KeyError("no such thing"), RuntimeError("a mistake of the box")])
def test_the_same_error_is_told_once_and_the_next_action_is_told(
    journal: Journal, table: Table, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    failures: list[int] = []
    heard = Heard()
    begins = journal.last_seq()

    def tell(action: Sequence[Logged]) -> None:
        if len(failures) < 4:
            raise error
        heard.tell(action)

    with (
        caplog.at_level(logging.ERROR),
        started(JournalReader(journal, tell, name="test", failed=lambda: failures.append(1))) as reader,
    ):
        play_on(table, 20)
        until(lambda: reader.place == journal.last_seq())
    assert len(failures) == 4
    assert [one for one in caplog.records if "could not be told" in one.message] == caplog.records[:1]
    assert len(caplog.records) == 1
    assert begins < heard.numbers[0] <= heard.numbers[-1] == journal.last_seq()


def test_an_action_that_is_not_taken_is_told_again_before_the_next(journal: Journal, table: Table) -> None:
    asked: list[int] = []

    def tell(action: Sequence[Logged]) -> float:
        asked.append(action[0].seq)
        return 0.01 if asked.count(action[0].seq) < 3 else 0.0

    with started(JournalReader(journal, tell, name="test")) as reader:
        table.start(SETUP)
        play_on(table, 2)
        until(lambda: reader.place == journal.last_seq())
    first = list(dict.fromkeys(asked))
    assert asked == [seq for seq in first for _ in range(3)]


def test_a_journal_that_cannot_be_read_for_a_while_costs_nothing(journal: Journal, table: Table) -> None:
    class Failing:
        left = 3

        def played(self, *, since: int, limit: int = 500) -> list[Logged]:
            self.left -= 1
            if self.left >= 0:
                raise OSError("disk I/O error")
            return journal.played(since=since, limit=limit)

        def __getattr__(self, name: str) -> Any:
            return getattr(journal, name)

    heard, begins = Heard(), journal.last_seq()
    with started(JournalReader(Failing(), heard.tell, name="test")) as reader:
        play_on(table, 5)
        until(lambda: reader.place == journal.last_seq())
    assert heard.numbers == list(range(begins + 1, journal.last_seq() + 1))


def test_an_action_is_not_cut_where_one_look_ends(
    journal: Journal, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_on(table, 60)
    Places(journal).put("test", 0)
    whole = Heard()
    with started(JournalReader(journal, whole.tell, name="test", places=Places(journal))) as reader:
        until(lambda: reader.place == journal.last_seq())
    monkeypatch.setattr("device.readers.reader.AT_ONCE", 7)
    Places(journal).put("other", 0)
    pieces = Heard()
    with started(JournalReader(journal, pieces.tell, name="other", places=Places(journal))) as reader:
        until(lambda: reader.place == journal.last_seq())
    assert pieces.actions == whole.actions


def test_no_reader_goes_through_or_tells_the_events_of_an_import(
    journal: Journal, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, read = Heard(), []
    table.add(SETUP, [], request=f"{IMPORT}a")
    Places(journal).put("test", journal.last_seq() - 2)
    monkeypatch.setattr("device.store.journal.logged", lambda row: read.append(row[0]) or logged(row))
    with started(JournalReader(journal, heard.tell, name="test", places=Places(journal))) as reader:
        until(lambda: reader.place == journal.last_seq())
        play_on(table, 1)
        until(lambda: reader.place == journal.last_seq())
    assert set(read) == set(heard.numbers)
    told = len(heard.actions)
    with started(JournalReader(journal, heard.tell, name="other")) as reader:
        table.add(SETUP, [], request=f"{IMPORT}b")
        until(lambda: reader.place == journal.last_seq())
    assert len(heard.actions) == told


def test_a_reader_that_waits_long_closes_at_once(journal: Journal, table: Table) -> None:
    asked = threading.Event()

    def tell(action: Sequence[Logged]) -> float:
        asked.set()
        return 3600.0

    reader = started(JournalReader(journal, tell, name="test"))
    play_on(table, 1)
    assert asked.wait(10)
    reader.close()  # an hour before it would ask again
    assert reader.place < journal.last_seq()
