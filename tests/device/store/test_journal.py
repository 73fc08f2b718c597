"""The journal on a real disk: nothing acknowledged is lost, nothing half done stays."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from device.errors import JournalError
from device.store import FILE_NAME, Journal
from device.store.archive import JournalArchive
from device.store.database import Store
from device.store.games import line_of
from device.store.phones import PairedPhones
from device.store.schema import MIGRATIONS
from device.store.settings import KNOWN, HouseSettings
from engine.errors import RecordError
from engine.events import Corrected, Event, GameEnded, GameStarted, Logged, Setup, Threw, TurnBegan, Undone
from engine.facts import Ending, Outcome
from engine.table.state import replayed
from engine.throw import Cowries
from places import ROOT
from sentences_for_tests import told

SETUP = Setup("chowka-bhara", "5x5", ("Asha", "Ravi"))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path, clock=lambda: 1000.0) as opened:
        yield opened


def logged(seq: int, event: Event, *, game: int = 1, request: str = "") -> Logged:
    return Logged(seq, game, event, request)


def start(journal: Journal) -> None:
    journal.record([logged(1, GameStarted(SETUP)), logged(2, TurnBegan(0))])


def test_an_event_comes_back_as_it_was_with_the_time_of_the_box(journal: Journal) -> None:
    start(journal)
    journal.record([logged(3, Threw(0, Cowries(3, 4), photo="throw-1", value=3), request="tap-7")])
    [threw] = journal.events(since=2)
    event = Threw(0, Cowries(3, 4), photo="throw-1", value=3)
    assert threw == Logged(3, 1, event, "tap-7", threw.time, threw.clock_s)
    assert threw.time == pytest.approx(1000.0)
    assert journal.last_seq() == 3
    assert journal.last_game() == 1


def test_a_closed_and_opened_journal_still_has_everything(tmp_path: Path) -> None:
    with Journal(tmp_path) as first:
        start(first)
    with Journal(tmp_path) as second:
        assert [line.event for line in second.events(since=0)] == [GameStarted(SETUP), TurnBegan(0)]
        assert second.last_seq() == 2


@pytest.mark.parametrize("code", [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM])
@pytest.mark.parametrize("times", [1, 2])
def test_what_cannot_be_read_for_a_moment_is_read_once_more(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, code: int, times: int
) -> None:
    start(journal)
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
            journal.last_game()
    assert journal.last_game() == 1
    assert journal.trouble() == ()


def test_an_action_of_an_older_game_that_cannot_be_read_is_not_written_and_can_come_again(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(journal)
    journal.record([logged(3, GameStarted(SETUP), game=2)])
    faults, read = [sqlite3.OperationalError("not now")], Journal.read

    def fails_once(of: Journal, query: str, values: Sequence[object] = ()) -> list[tuple[object, ...]]:
        if faults:
            raise faults.pop()
        return read(of, query, values)

    monkeypatch.setattr(Journal, "read", fails_once)
    with pytest.raises(RecordError, match="nothing was changed"):
        journal.record([logged(4, TurnBegan(1))])
    assert journal.last_seq() == 3
    assert [line.seq for line in journal.events(since=0)] == [1, 2, 3]
    journal.record([logged(4, TurnBegan(1))])
    assert journal.last_seq() == 4
    assert journal.trouble() == ()


def test_events_come_in_order_and_not_more_than_asked_for(journal: Journal) -> None:
    start(journal)
    journal.record([logged(3, TurnBegan(1)), logged(4, TurnBegan(0))])
    assert [line.seq for line in journal.events(since=1, limit=2)] == [2, 3]


def test_one_action_is_written_whole_or_not_at_all(journal: Journal) -> None:
    start(journal)
    with pytest.raises(RecordError, match="nothing was changed"):
        journal.record([logged(3, TurnBegan(1)), logged(2, TurnBegan(0))])  # 2 is taken
    assert journal.last_seq() == 2
    assert [line.seq for line in journal.events(since=0)] == [1, 2]
    assert "check the disk" in told(journal.trouble())
    assert journal.held() == 0
    journal.record([logged(3, TurnBegan(1))])
    assert journal.trouble() == ()


def test_a_reader_is_woken_by_the_next_event(journal: Journal) -> None:
    start(journal)
    told: list[bool] = []
    reader = threading.Thread(target=lambda: told.append(journal.wait(since=2, timeout_s=20)))
    reader.start()
    journal.record([logged(3, TurnBegan(1))])
    reader.join(5)
    assert told == [True]


def test_a_reader_hears_that_nothing_came(journal: Journal) -> None:
    start(journal)
    assert journal.wait(since=1, timeout_s=5)
    assert not journal.wait(since=2, timeout_s=0.01)


def test_a_stopping_box_lets_its_readers_go(journal: Journal) -> None:
    start(journal)
    reader = threading.Thread(target=journal.wait, kwargs={"since": 2, "timeout_s": 60})
    reader.start()
    journal.let_go()
    reader.join(5)
    assert not reader.is_alive()


def test_the_newest_game_is_listed_first(journal: Journal) -> None:
    start(journal)
    other = Setup("pachisi", "six", ("Mina", "Dev"))
    journal.record([logged(3, GameStarted(other), game=2), logged(4, TurnBegan(0), game=2)])
    assert [(line.number, line.setup, line.events) for line in journal.games()] == [
        (2, other, 2),
        (1, SETUP, 2),
    ]
    assert journal.games()[0].started == pytest.approx(1000.0)
    assert [line.seq for line in journal.game_events(1)] == [1, 2]


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
    JournalArchive(journal).delete(1, on_table=2)
    assert [line.number for line in journal.games()] == [3, 2]
    assert read[3:] == [2, 2]


def test_a_game_that_does_not_exist_is_an_error(journal: Journal) -> None:
    with pytest.raises(KeyError, match="no game 9"):
        journal.game_events(9)


def test_a_won_game_names_its_winner_and_is_not_gone_on_with(journal: Journal) -> None:
    start(journal)
    assert journal.unfinished() == journal.games()[0]
    journal.record([logged(3, GameEnded(Outcome((1,), Ending.ALL_HOME)))])
    assert journal.games()[0].winners == ("Ravi",)
    assert journal.games()[0].ended
    assert journal.unfinished() is None


def test_a_game_whose_end_was_taken_back_goes_on(journal: Journal) -> None:
    start(journal)
    journal.record([logged(3, Threw(0, Cowries(1, 4)))])
    journal.record([logged(4, GameEnded(Outcome((0,), Ending.ALL_HOME)))])
    journal.record([logged(5, Undone(3))])
    assert not journal.games()[0].ended
    assert journal.games()[0].winners == ()
    assert journal.unfinished() is not None


def test_a_game_played_again_has_the_corrected_throw(journal: Journal) -> None:
    start(journal)
    journal.record([logged(3, Threw(0, Cowries(1, 4)))])
    journal.record([logged(4, Corrected(3, Cowries(2, 4)))])
    model = replayed(journal.game_events(1))
    assert model.last_throw is not None
    assert model.last_throw.action == Cowries(2, 4)


def test_a_photograph_is_kept_plain_and_ringed(journal: Journal) -> None:
    name = journal.keep_photograph(b"plain", b"ringed")
    assert journal.photograph(name) == b"ringed"
    assert journal.photograph(name, ringed=False) == b"plain"
    assert journal.photograph("no-such") is None
    assert journal.keep_photograph(b"a", b"b") != name


def test_a_second_box_with_the_same_journal_is_refused(tmp_path: Path) -> None:
    with Journal(tmp_path), pytest.raises(JournalError, match=f"process {os.getpid()}"):
        Journal(tmp_path)
    Journal(tmp_path).close()


def test_the_lock_ends_with_the_process_however_it_ended(tmp_path: Path) -> None:
    code = (
        "import os, pathlib, sys\n"
        "from device.store import Journal\n"
        "Journal(pathlib.Path(sys.argv[1]))\n"
        "os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, check=False, timeout=60)
    assert (tmp_path / FILE_NAME).exists()
    Journal(tmp_path).close()


def test_games_can_be_listed_while_the_box_plays(journal: Journal, tmp_path: Path) -> None:
    start(journal)
    with Journal(tmp_path, writing=False) as reader:
        assert len(reader.games()) == 1
        with pytest.raises(RecordError):
            reader.record([logged(3, TurnBegan(0))])


def test_games_can_be_listed_after_the_box_has_stopped(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        start(journal)
    with Journal(tmp_path, writing=False) as reader:
        assert len(reader.games()) == 1


def test_reading_makes_no_journal(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no journal"):
        Journal(tmp_path, writing=False)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(JournalError, match="--data"):
        Journal(tmp_path / "file" / "data")


def test_a_journal_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    file = sqlite3.connect(tmp_path / FILE_NAME)
    file.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    file.execute("ALTER TABLE event ADD COLUMN something_new TEXT")
    file.commit()
    file.close()
    with pytest.raises(JournalError, match="newer version"):
        Journal(tmp_path)


def test_nobody_else_may_read_the_journal(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        start(journal)
        for file in tmp_path.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


def test_what_was_recorded_before_kill_9_is_there_afterwards(tmp_path: Path) -> None:
    code = (
        "import pathlib, sys\n"
        "from device.store import Journal\n"
        "from engine.events import Logged, TurnBegan\n"
        "journal = Journal(pathlib.Path(sys.argv[1]))\n"
        "for seq in range(1, 100000):\n"
        "    journal.record([Logged(seq, 1, TurnBegan(0))])\n"
        "    print(seq, flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if int(line) == 40:
                break
        process.kill()
        acknowledged = [40, *map(int, process.stdout.read().split())][-1]
    with Journal(tmp_path) as journal:
        assert journal.last_seq() >= acknowledged


def test_many_threads_read_while_one_writes(journal: Journal) -> None:
    start(journal)
    wrong: list[object] = []

    def follow() -> None:
        since = 0
        while since < 60:
            journal.wait(since=since, timeout_s=1)
            for line in journal.events(since=since):
                if line.seq != since + 1:
                    wrong.append((since, line.seq))
                since = line.seq

    readers = [threading.Thread(target=follow) for _ in range(8)]
    for reader in readers:
        reader.start()
    for seq in range(3, 61):
        journal.record([logged(seq, TurnBegan(seq % 2))])
    for reader in readers:
        reader.join(20)
    assert wrong == []
    assert not any(reader.is_alive() for reader in readers)


def test_the_key_lets_a_phone_in_and_the_phone_stays_in_after_a_restart(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        phones = PairedPhones(journal, address="http://192.168.1.20:8000")
        assert phones.pair("guess") is None
        token = phones.pair(phones.key)
        assert token is not None
        assert phones.role(token) == "admin"
        assert phones.address() == f"http://192.168.1.20:8000/?key={phones.key}"
    with Journal(tmp_path) as journal:
        again = PairedPhones(journal)
        assert again.role(token) == "admin"
        assert again.key == phones.key
        assert again.secret == phones.secret


def test_an_unknown_phone_watches(journal: Journal) -> None:
    phones = PairedPhones(journal)
    assert phones.role("") == "watcher"
    assert phones.role("made-up") == "watcher"


def test_the_journal_holds_no_token_that_could_be_used(journal: Journal) -> None:
    phones = PairedPhones(journal)
    token = phones.pair(phones.key)
    assert token is not None
    assert token not in str(journal.read("SELECT * FROM phone"))


def test_settings_are_remembered_all_or_none(journal: Journal) -> None:
    settings = HouseSettings(journal)
    assert settings.get() == {key: known.default for key, known in KNOWN.items()}
    settings.set({"names": ["Lakshmi", "Jan"], "hears": "alerts"})
    with pytest.raises(ValueError, match="everything or alerts or silent"):
        settings.set({"names": ["A", "B"], "hears": "whispers"})
    with pytest.raises(ValueError, match="there are names"):
        settings.set({"colour": "red"})
    assert HouseSettings(journal).get()["names"] == ["Lakshmi", "Jan"]
    assert settings.get()["hears"] == "alerts"


@pytest.mark.parametrize("corners", [[[0, 0], [1, 0], [1, 1]], [[0, 0], [1, 0], [1, 1], [0, 2]], "all", 7])
def test_corners_that_are_no_tray_are_refused(journal: Journal, corners: object) -> None:
    with pytest.raises(ValueError, match="four corners"):
        HouseSettings(journal).set({"tray": corners})


def test_the_time_of_an_event_is_the_wall_clock(tmp_path: Path) -> None:
    before = time.time()
    with Journal(tmp_path) as journal:
        start(journal)
        assert before <= journal.events(since=0)[0].time <= time.time()


@pytest.mark.parametrize("text", ["\ud800", 10**40])
def test_what_cannot_be_written_down_leaves_the_journal_usable(journal: Journal, text: object) -> None:
    start(journal)
    with pytest.raises(RecordError, match="nothing was changed"):
        journal.write(lambda writer: writer.execute("INSERT INTO setting VALUES ('a', ?)", (text,)) and None)
    assert journal.trouble() == ()  # the disk is not to blame
    journal.record([logged(3, TurnBegan(1))])
    assert journal.last_seq() == 3


def test_an_interrupt_in_mid_action_leaves_the_journal_usable(journal: Journal) -> None:
    start(journal)

    def interrupted(writer: sqlite3.Connection) -> None:
        writer.execute("INSERT INTO setting VALUES ('a', '1')")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        journal.write(interrupted)
    journal.record([logged(3, TurnBegan(1))])
    assert journal.read("SELECT * FROM setting") == []


@pytest.mark.parametrize("number", [-1, 0, 2, 2**63, 10**40])
def test_a_game_that_was_not_played_is_not_found(journal: Journal, number: int) -> None:
    start(journal)
    with pytest.raises(KeyError):
        journal.game_events(number)
