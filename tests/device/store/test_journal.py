"""The journal on a real disk: nothing acknowledged is lost, nothing half done stays."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from device.errors import JournalError
from device.store import Journal
from device.store.archive import archive_of
from device.store.database import Store
from device.store.games import line_of
from engine.errors import RecordError
from engine.events import Corrected, Event, GameEnded, GameStarted, Logged, Setup, Threw, TurnBegan, Undone
from engine.facts import Ending, Outcome
from engine.record import schema
from engine.table.state import replayed
from engine.throw import Cowries
from web.house.settings import KINDS, HouseSettings, Settings

SETUP = Setup("chowka-bhara", "5x5", ("Asha", "Ravi"))


def logged(seq: int, event: Event, *, game: int = 1, request: str = "") -> Logged:
    return Logged(seq, game, event, request)


def start(journal: Journal) -> None:
    journal.record([logged(1, GameStarted(SETUP)), logged(2, TurnBegan(0))])


@pytest.fixture
def started(journal: Journal) -> Journal:
    start(journal)
    return journal


def test_an_event_comes_back_as_it_was_with_the_time_of_the_box(started: Journal) -> None:
    event = Threw(0, Cowries(3, 4), photo="throw-1", value=3)
    started.record([logged(3, event, request="tap-7"), logged(4, TurnBegan(1))])
    threw, _ = started.events(since=2)
    assert threw == Logged(3, 1, event, "tap-7", threw.time, threw.clock_s)
    assert threw.time == pytest.approx(1000.0)
    assert (started.last_seq(), started.last_game()) == (4, 1)
    assert [line.seq for line in started.events(since=1, limit=2)] == [2, 3]


def test_a_closed_and_opened_journal_still_has_everything_at_the_time_of_the_wall_clock(
    tmp_path: Path,
) -> None:
    before = time.time()
    with Journal(tmp_path) as first:
        start(first)
    with pytest.raises(RecordError, match="closed"):
        first.record([])
    with Journal(tmp_path) as second:
        events = second.events(since=0)
        assert [line.event for line in events] == [GameStarted(SETUP), TurnBegan(0)]
        assert before <= events[0].time <= time.time()
        assert second.last_seq() == 2


@pytest.mark.parametrize("code", [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM])
@pytest.mark.parametrize("times", [1, 2])
def test_what_cannot_be_read_for_a_moment_is_read_once_more(
    started: Journal, monkeypatch: pytest.MonkeyPatch, code: int, times: int
) -> None:
    error = sqlite3.OperationalError("not now")
    error.sqlite_errorcode = code
    faults, read = iter([error] * times), Store.read

    def fails(store: Store, query: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        for fault in faults:
            raise fault
        return read(store, query, values)

    monkeypatch.setattr(Store, "read", fails)
    if times > 1:
        with pytest.raises(sqlite3.OperationalError):
            started.last_game()
    assert started.last_game() == 1
    assert started.trouble() == ()


def test_an_action_of_an_older_game_that_cannot_be_read_is_not_written_and_can_come_again(
    started: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    started.record([logged(3, GameStarted(SETUP), game=2)])
    faults, read = [sqlite3.OperationalError("not now")], Journal.read

    def fails_once(of: Journal, query: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        if faults:
            raise faults.pop()
        return read(of, query, values)

    monkeypatch.setattr(Journal, "read", fails_once)
    with pytest.raises(RecordError, match="nothing was changed"):
        started.record([logged(4, TurnBegan(1))])
    assert [line.seq for line in started.events(since=0)] == [1, 2, 3]
    started.record([logged(4, TurnBegan(1))])
    assert started.last_seq() == 4
    assert started.trouble() == ()


def test_one_action_is_written_whole_or_not_at_all(started: Journal) -> None:
    with pytest.raises(RecordError, match="nothing was changed"):
        started.record([logged(3, TurnBegan(1)), logged(2, TurnBegan(0))])  # 2 is taken
    assert [line.seq for line in started.events(since=0)] == [1, 2]
    assert started.trouble()
    assert started.held() == 0
    started.record([logged(3, TurnBegan(1))])
    assert started.trouble() == ()


def test_a_reader_is_woken_by_the_next_event_and_let_go_by_a_stopping_box(started: Journal) -> None:
    assert started.wait(since=1, timeout_s=5)
    assert not started.wait(since=2, timeout_s=0.01)
    woken: list[bool] = []

    def follow(since: int) -> None:
        woken.append(started.wait(since=since, timeout_s=60))

    for wake in (lambda: started.record([logged(3, TurnBegan(1))]), started.let_go):
        reader = threading.Thread(target=follow, args=(started.last_seq(),))
        reader.start()
        wake()
        reader.join(20)
    assert woken == [True, False]


def test_the_newest_game_is_listed_first(started: Journal) -> None:
    other = Setup("pachisi", "six", ("Mina", "Dev"))
    started.record([logged(3, GameStarted(other), game=2), logged(4, TurnBegan(0), game=2)])
    assert [(line.number, line.setup, line.events) for line in started.games()] == [
        (2, other, 2),
        (1, SETUP, 2),
    ]
    assert started.games()[0].started == pytest.approx(1000.0)
    assert [line.seq for line in started.game_events(1)] == [1, 2]


def test_only_games_that_have_changed_are_read_again_for_the_list(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    monkeypatch.setattr(
        "device.store.journal.line_of", lambda row, events: read.append(row[0]) or line_of(row, events)
    )
    for number in (1, 2, 3):
        journal.record([logged(number, GameStarted(SETUP), game=number)])
    assert [line.number for line in journal.games()] == [3, 2, 1]
    assert sorted(read) == [1, 2, 3]
    journal.games()
    journal.record([logged(4, TurnBegan(0), game=2)])
    assert [line.events for line in journal.games()] == [1, 2, 1]
    assert read[3:] == [2]
    journal.record([logged(5, GameEnded(Outcome((1,), Ending.ALL_HOME)), game=2)])
    assert [line.winners for line in journal.games()] == [(), ("Ravi",), ()]
    archive_of(journal).delete(1, 2)
    assert [line.number for line in journal.games()] == [3, 2]
    assert read[3:] == [2, 2]


@pytest.mark.parametrize("number", [-1, 0, 2, 9, 2**63, 10**40])
def test_a_game_that_was_not_played_is_not_found(started: Journal, number: int) -> None:
    with pytest.raises(KeyError, match="no game"):
        started.game_events(number)


def test_a_won_game_names_its_winner_and_goes_on_when_its_end_is_taken_back(started: Journal) -> None:
    assert started.unfinished() == started.games()[0]
    started.record([logged(3, Threw(0, Cowries(1, 4)))])
    started.record([logged(4, GameEnded(Outcome((1,), Ending.ALL_HOME)))])
    assert (started.games()[0].winners, started.games()[0].ended) == (("Ravi",), True)
    assert started.unfinished() is None
    started.record([logged(5, Undone(3))])
    assert (started.games()[0].winners, started.games()[0].ended) == ((), False)
    assert started.unfinished() is not None


def test_a_game_played_again_has_the_corrected_throw(started: Journal) -> None:
    started.record([logged(3, Threw(0, Cowries(1, 4)))])
    started.record([logged(4, Corrected(3, Cowries(2, 4)))])
    model = replayed(started.game_events(1))
    assert model.last_throw is not None
    assert model.last_throw.action == Cowries(2, 4)


def test_a_second_box_with_the_same_journal_is_refused(journal: Journal) -> None:
    folder = journal.path.parent
    with pytest.raises(JournalError, match=f"process {os.getpid()}"):
        Journal(folder)
    journal.close()
    Journal(folder).close()


def test_games_can_be_listed_while_the_box_plays_and_after_it_has_stopped(started: Journal) -> None:
    for _ in range(2):
        with Journal(started.path.parent, writing=False) as reader:
            assert len(reader.games()) == 1
            with pytest.raises(RecordError):
                reader.record([logged(3, TurnBegan(0))])
        started.close()


def test_reading_makes_no_journal_and_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no journal"):
        Journal(tmp_path, writing=False)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(JournalError, match="--data"):
        Journal(tmp_path / "file" / "data")


def test_nobody_else_may_read_the_journal(started: Journal) -> None:
    for file in started.path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


def test_many_threads_read_while_one_writes(started: Journal) -> None:
    wrong: list[object] = []

    def follow() -> None:
        since = 0
        while since < 60:
            started.wait(since=since, timeout_s=1)
            for line in started.events(since=since):
                if line.seq != since + 1:
                    wrong.append((since, line.seq))
                since = line.seq

    readers = [threading.Thread(target=follow) for _ in range(8)]
    for reader in readers:
        reader.start()
    for seq in range(3, 61):
        started.record([logged(seq, TurnBegan(seq % 2))])
    for reader in readers:
        reader.join(20)
    assert wrong == []
    assert not any(reader.is_alive() for reader in readers)


def test_settings_are_remembered_all_or_none(journal: Journal) -> None:
    settings = HouseSettings(journal)
    assert settings.get() == Settings()
    settings.set(names=["Lakshmi", "Jan"], hears="alerts")
    triangle, crossed = [[0, 0], [1, 0], [1, 1]], [[0, 0], [1, 0], [1, 1], [0, 2]]
    for wrong, said in (
        (
            {"names": ["A", "B"], "hears": "whispers"},
            "'hears' is 'whispers': give everything or alerts or silent",
        ),
        ({"colour": "red"}, "'colour': there are tray"),
        *(({"tray": corners}, "'tray.*' is .*: give") for corners in (triangle, crossed, "all", 7)),
    ):
        with pytest.raises(ValueError, match=said):
            settings.set(**wrong)
    assert HouseSettings(journal).get().names == ("Lakshmi", "Jan")
    assert settings.get().hears == "alerts"


def test_a_setting_of_another_version_has_its_default_and_stays_in_the_journal(journal: Journal) -> None:
    settings = HouseSettings(journal)
    settings.set(names=("Lakshmi", "Jan"))
    later = [("volume", "70"), ("hears", '"whispers"')]
    journal.write(lambda writer: writer.executemany("INSERT INTO setting VALUES (?, ?)", later) and None)
    assert settings.get() == Settings(names=("Lakshmi", "Jan"))
    assert journal.read_errors.counts() == {"setting": 2}
    settings.set(pips="shown")
    assert settings.get() == Settings(names=("Lakshmi", "Jan"), pips="shown")
    assert set(later) < set(journal.read("SELECT key, value FROM setting"))
    settings.set(hears="everything")
    assert ("hears", '"everything"') in journal.read("SELECT key, value FROM setting")


def test_every_setting_says_what_it_is() -> None:
    assert [key for key, kind in KINDS.items() if "description" not in schema(kind)] == []


@pytest.mark.parametrize("text", ["\ud800", 10**40])
def test_what_cannot_be_written_down_leaves_the_journal_usable(started: Journal, text: object) -> None:
    with pytest.raises(RecordError, match="nothing was changed"):
        started.write(lambda writer: writer.execute("INSERT INTO setting VALUES ('a', ?)", (text,)) and None)
    assert started.trouble() == ()  # the disk is not to blame
    started.record([logged(3, TurnBegan(1))])
    assert started.last_seq() == 3


def test_an_interrupt_in_mid_action_leaves_the_journal_usable(started: Journal) -> None:
    def interrupted(writer: sqlite3.Connection) -> None:
        writer.execute("INSERT INTO setting VALUES ('a', '1')")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        started.write(interrupted)
    started.record([logged(3, TurnBegan(1))])
    assert started.read("SELECT * FROM setting") == []
