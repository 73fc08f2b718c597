"""A game that comes in from a file: kept in the journal, and nothing that is going on is disturbed."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from threading import Thread
from unittest.mock import create_autospec

import pytest

from device.outputs.announcer import Announcer
from device.outputs.buzzer import Buzzer
from device.outputs.lights import Lights
from device.store import Journal
from device.store.archive import archive_of
from device.store.export import export_lines
from engine.errors import NotNowError
from engine.events import Logged
from engine.notation import read_games, write_record
from engine.table import Table
from engine.table.commands import Undo
from engine.table.state import replayed
from journals_for_tests import play_on, table_of, until
from places import ROOT
from ports_for_tests import PaperEye, PaperLamps
from web.game.stream import Live, Place
from web.house.settings import HouseSettings
from web.match.shown import Shown

GAMES = [
    game for game in read_games((ROOT / "tests" / "golden" / "gnubg-match.mat").read_bytes()) if game.record
]


def add(table: Table, number: int = 0) -> int:
    game = GAMES[number]
    assert game.record is not None
    return table.add(game.record.setup, game.record.actions, request=game.mark)


def test_the_game_in_progress_stays_what_it_was(journal: Journal) -> None:
    table = table_of(journal)
    play_on(table, 5)
    before = table.model
    number = add(table)
    assert table.model is before
    assert (number, journal.last_game()) == (2, 2)
    going_on = journal.unfinished()
    assert going_on is not None
    assert going_on.number == 1
    assert journal.keep_photograph(b"raw", b"ringed")
    assert journal.read("SELECT game FROM photograph") == [(1,)]
    # A page that had heard of the last event before the import is not outdated.
    play_on(table, 3, seed=1)
    assert journal.game_events(1)[-1].seq == journal.last_seq()
    assert [one.seq for one in journal.events(since=0)] == list(range(1, journal.last_seq() + 1))[:500]


def test_after_a_restart_the_box_goes_on_with_its_own_game_or_one_that_was_laid_on_the_table(
    tmp_path: Path,
) -> None:
    with Journal(tmp_path) as journal:
        table = Table(record=journal.record)
        number = add(table, 1)  # a game that is not finished
        assert journal.unfinished() is None  # nobody has played here yet
        table = table_of(journal)
        play_on(table, 5)
        add(table, 2)
        before = table.model.states
    with Journal(tmp_path) as journal:
        again = table_of(journal)
        assert (again.model.game, again.model.states) == (2, before)
        play_on(again, 3)
        assert replayed(journal.game_events(2)).states == again.model.states
        again.resume(journal.game_events(number), announce=True)
        again.do(Undo())
        going_on = journal.unfinished()
        assert going_on is not None
        assert going_on.number == number
        states = again.model.states
    with Journal(tmp_path) as journal:
        assert replayed(journal.game_events(number)).states == states


def test_the_record_of_a_game_that_came_in_is_that_of_its_file(journal: Journal) -> None:
    table = table_of(journal)
    for place, game in enumerate(GAMES):
        events = journal.game_events(add(table, place))
        (again,) = read_games(write_record(replayed(events), events=events).encode())
        assert game.record is not None
        assert again.record == game.record
        assert again.outcome == game.outcome


def test_the_list_says_how_it_ended_and_the_export_has_every_action_by_itself(journal: Journal) -> None:
    number = add(table_of(journal))
    line = next(line for line in journal.games() if line.number == number)
    assert (line.ended, line.winners) == (True, ("root",))
    assert len(list(export_lines(journal, game=number))) == line.events
    events = journal.game_events(number)
    actions = [list(group) for _time, group in groupby(events, key=lambda one: one.time)]
    assert len(actions) == len(replayed(events).actions) + 1


def test_a_game_that_came_in_last_is_known_again_until_it_is_deleted_and_the_one_on_the_table_cannot_be(
    journal: Journal,
) -> None:
    table, archive, mark = table_of(journal), archive_of(journal), GAMES[0].mark
    assert journal.imported(mark) == 0
    number = add(table)
    assert journal.imported(mark) == number
    assert journal.imported(GAMES[1].mark) == 0
    with pytest.raises(NotNowError):
        archive.delete(1, 1)
    archive.delete(number, 1)
    assert [line.number for line in journal.games()] == [1]
    play_on(table, 2)
    assert archive.imported(mark) == 0


def test_nothing_is_written_of_a_game_that_cannot_be_written(journal: Journal) -> None:
    table = table_of(journal)
    before = journal.last_seq()

    def refuse(events: object) -> None:
        raise NotNowError("no")

    broken = Table(record=refuse, seq=before, game=1)
    with pytest.raises(NotNowError):
        add(broken)
    play_on(table, 2)
    assert journal.game_events(1)[-1].seq == journal.last_seq()


def test_nobody_is_told_of_it_as_of_news(journal: Journal) -> None:
    table = table_of(journal)
    play_on(table, 2)
    buzzer = create_autospec(Buzzer, instance=True)
    # After a start it is again the game that is played whose turn is shown.
    for imported in (range(len(GAMES)), range(0)):
        lights = create_autospec(Lights, instance=True)
        with Announcer(library=journal, lights=lights, buzzer=buzzer) as announcer:
            until(lambda lights=lights: lights.your_turn.called)  # type: ignore[misc]
            for place in imported:
                add(table, place)
            until(lambda announcer=announcer: announcer.place == journal.last_seq())  # type: ignore[misc]
        assert [call.args[0] for call in lights.your_turn.call_args_list] == [table.model.turn]
        assert not lights.win.called
        assert not buzzer.play.called


def test_an_event_stream_tells_phones_nothing_of_it(journal: Journal) -> None:
    table = table_of(journal)
    since = journal.last_seq()
    add(table)
    play_on(table, 1)
    shown = Shown(table, journal, now_s=lambda: journal.stamps.now_s, watches=lambda: False)
    live = Live(journal, PaperEye(), PaperLamps(), HouseSettings(journal), shown=shown)
    told: list[str] = []
    for message in live.messages(Place("player", "a phone"), since):
        told.append(message)
        if f"id: {journal.last_seq()}" in message:
            break
    numbered = [message for message in told if message.startswith("id: ")]
    assert numbered
    assert all('"game": 1' in message for message in numbered)


def test_two_imports_and_players_at_the_same_time_keep_one_order(journal: Journal) -> None:
    table = table_of(journal)
    threads = [Thread(target=add, args=(table, place)) for place in (0, 2, 3)]
    for thread in threads:
        thread.start()
    play_on(table, 20)
    for thread in threads:
        thread.join()
    events: list[Logged] = []
    while more := journal.events(since=events[-1].seq if events else 0):
        events += more
    assert [one.seq for one in events] == list(range(1, len(events) + 1))
    for line in journal.games():
        replayed(journal.game_events(line.number))
