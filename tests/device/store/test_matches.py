"""Matches in the journal: after a restart, in the list of games, in a backup, on a full disk."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from device.__main__ import main
from device.config import read_config
from device.first_game import Asked, lay_game
from device.store import FILE_NAME, Journal
from device.store.archive import archive_of
from device.store.games import logged, row_of, row_of_game, sealed, setup_json
from engine.ending import Accept
from engine.errors import NotNowError
from engine.events import GameStarted, Logged
from engine.match import Conduct, TimeControl
from engine.table import Table, games_before
from engine.table.commands import BeginNextGame, ChangeConduct, PlayMove, Redo, TakeThrow, Undo
from engine.throw import Dice
from engines.random_matches import act, check_match, deeds, lose, match_setup
from journals_for_tests import change_file, fill, last_table, make_room, through_a_backup
from web.house.clocks import MatchClocks
from web.house.settings import HouseSettings


def two_games(journal: Journal) -> Table:
    """Play one game of a match and throw in the next."""
    table = last_table(journal)
    table.start(match_setup(3))
    lose(table, 0, 2)
    table.do(TakeThrow(Dice((4, 1))))
    return table


def test_a_box_that_is_started_again_knows_the_match_and_the_way_back(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        table = two_games(journal)
        was = deeds(table.model)
    with Journal(tmp_path) as journal:
        table = Table(record=journal.record, seq=journal.last_seq(), game=journal.last_game())
        said = lay_game(table, journal, HouseSettings(journal), read_config(""), Asked())
        assert said.startswith("Game 2 goes on")
        assert deeds(table.model) == was
        check_match(table.model)
        for _ in range(2):
            table.do(Undo())
        assert table.model.game == 1
        assert table.model.match == match_setup(3).match.match  # type: ignore[union-attr]
        was = deeds(table.model)
    with Journal(tmp_path) as journal:
        unfinished = journal.unfinished()
        assert unfinished is not None
        assert unfinished.number == 1
        table = last_table(journal)
        assert (table.model.game, deeds(table.model)) == (1, was)
        table.do(PlayMove(Accept()))
        table.do(TakeThrow(Dice((5, 1))))
        assert table.model.game == 3
        check_match(table.model)


@pytest.mark.parametrize("was_over", [False, True])
def test_the_list_tells_a_game_that_was_begun_in_vain_from_one_that_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], was_over: bool
) -> None:
    with Journal(tmp_path) as journal:
        table = two_games(journal)
        if was_over:
            lose(table, 1)
        while table.model.game >= 2:
            table.do(Undo())
        lines = {line.number: line for line in journal.games()}
        assert [(n, lines[n].ended, lines[n].winners, lines[n].outcome) for n in (1, 2)] == [
            (1, False, (), None),
            (2, True, (), None),
        ]
        for command in (["games"], ["show", "1"], ["show", "2"], ["show", "2", "--record"], ["export"]):
            assert main([*command, "--data", str(tmp_path)]) == 0, command
        assert "This game is not played" in capsys.readouterr().out
        table.do(Redo())
        [first] = [line for line in journal.games() if line.number == 1]
        assert (first.ended, first.winners) == (True, ("Ravi",))


def test_a_restart_and_a_backup_keep_the_match_its_way_back_and_what_was_settled(tmp_path: Path) -> None:
    with Journal(tmp_path / "data") as journal:
        table = two_games(journal)
        table.do(Undo())
        table.do(Undo())
        table.do(Redo())
        table.do(TakeThrow(Dice((6, 5))))
        table.do(ChangeConduct(Conduct(tournament=True, spectators_lag_s=300), by="Dev"))
        was, setup, number = deeds(table.model), table.model.setup, table.model.game
        listed = [(line.number, line.setup, line.ended, line.winners) for line in journal.games()]
        kept = journal.events(since=0)
        through_a_backup(journal, tmp_path / "other")
    for folder in ("data", "other"):
        with Journal(tmp_path / folder) as journal:
            assert journal.events(since=0) == kept
            assert [(line.number, line.setup, line.ended, line.winners) for line in journal.games()] == listed
            table = last_table(journal)
            assert deeds(table.model) == was
            assert table.model.is_tournament
            check_match(table.model)
            setups = {line.number: line.setup for line in journal.games()}
            assert setups[number] == setup
            row = row_of_game(journal.game_events(number))
            assert row is not None
            assert row[2] == setup_json(setup), "as a list that is made anew has it"
            assert setups[1].match is not None
            assert setups[1].match.conduct == Conduct(), "the game before was played without"


def test_a_journal_in_which_a_match_cannot_be_is_set_aside_as_damaged(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        two_games(journal)
    score = "UPDATE event SET json = json_set(json, '$.setup.match.score', json('[3, 2]')) "
    change_file(tmp_path / FILE_NAME, score + "WHERE game = 2 AND type = 'game-started'")
    with Journal(tmp_path) as journal:
        assert journal.notice()
        table = Table(record=journal.record, seq=journal.last_seq(), game=journal.last_game())
        table.resume(journal.game_events(1))
        assert table.model.game_follows


def test_a_game_that_an_undo_reaches_back_to_is_not_deleted(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        table = two_games(journal)
        archive = archive_of(journal)
        with pytest.raises(NotNowError, match="belongs to the match on the table"):
            archive.delete(1, 2)
        table.start(match_setup(3))
        archive.delete(1, 3)
        table.resume(journal.game_events(2), earlier=games_before(journal.game_events, 2), announce=True)
        assert (table.model.game, table.model.before) == (2, None)


def test_a_game_begun_in_vain_is_not_deleted_while_its_match_goes_on_as_its_time_counts(
    tmp_path: Path,
) -> None:
    shown = [0.0]

    def left(journal: Journal, table: Table) -> tuple[float, float]:
        reading = MatchClocks(journal, lambda: journal.stamps.now_s).read(table.model)
        assert reading is not None
        return reading.reserves_s

    with Journal(tmp_path, running=lambda: shown[0]) as journal:
        table = last_table(journal)
        table.start(match_setup(3, times=TimeControl(12.0, 360.0)))
        lose(table, 0)
        table.do(TakeThrow(Dice((4, 1))))
        shown[0] += 112.0
        table.do(Undo())
        table.do(Undo())
        table.do(PlayMove(Accept()))
        table.do(BeginNextGame())
        was = left(journal, table)
        assert was == (260.0, 360.0)
        archive = archive_of(journal)
        for game in (1, 2):
            with pytest.raises(NotNowError, match="belongs to the match on the table"):
                archive.delete(game, 3)
    with Journal(tmp_path, running=lambda: shown[0]) as journal:
        table = last_table(journal)
        assert left(journal, table) == was
        table.start(match_setup(3))
        archive_of(journal).delete(2, 4)
        assert [line.number for line in journal.games()] == [4, 3, 1]


def test_on_a_full_disk_a_match_goes_on_over_the_end_of_games_and_back(disk: Path) -> None:
    with Journal(disk, retry_s=0.05) as journal:
        table = two_games(journal)
        big = fill(disk)
        chance = Random(1)
        while not journal.trouble():
            act(table, chance)
        while table.model.actions or table.model.game > 1:
            table.do(Undo())
        lose(table, 1)
        table.do(TakeThrow(Dice((4, 2))))
        was = deeds(table.model)
        kept = journal.events(since=0, limit=100_000)
        make_room(journal, big)
        assert journal.events(since=0, limit=100_000) == kept
    with Journal(disk) as journal:
        assert deeds(last_table(journal).model) == was


def test_events_of_versions_that_knew_no_clock_are_read_and_a_time_that_cannot_be_is_damage(
    tmp_path: Path,
) -> None:
    with Journal(tmp_path) as journal:
        journal.record([Logged(1, 1, GameStarted(match_setup(3)))])
    row = row_of(Logged(1, 1, GameStarted(match_setup(3))))
    assert "clock_s" not in str(row[5])
    assert logged(row).clock_s is None
    for wrong in ("-1", "true", '"9"', "NaN", "1e400"):
        text = str(row[5])[:-1] + f', "clock_s": {wrong}}}'
        with pytest.raises(ValueError, match="give a number"):
            logged(sealed((*row[:5], text)))
