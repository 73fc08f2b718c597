"""A match begun from the command line, and a match that goes on after a restart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.__main__ import main
from device.config import Config
from device.errors import ConfigError
from device.first_game import Asked, BoxTable, lay_game
from device.match_asked import AskedMatch, parse_length
from device.store import Journal
from device.store.settings import HouseSettings
from engine.ending import Accept, Agree, Resign
from engine.errors import SetupError
from engine.match import Conduct, Match, TimeControl
from engine.table import Table
from engine.throw import Dice
from engines.random_matches import match_setup


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path) as opened:
        yield opened


def lay(journal: Journal, **asked: Any) -> tuple[Table, str]:
    """Lay what a box that starts has on its table; return what it says, too."""
    table = BoxTable(journal)
    return table, lay_game(table, journal, HouseSettings(journal), Config(), Asked(**asked))


def lost(table: Table, seat: int, points: int = 1) -> None:
    if table.model.outcome or not table.model.actions:
        table.throw(Dice((3, 1) if seat else (1, 3)))
    table.play(Resign(seat, points))
    table.play(Accept())


def test_a_match_is_of_backgammon_and_says_what_it_is(journal: Journal) -> None:
    table, story = lay(journal, match=AskedMatch(7))
    setup = table.model.setup
    assert (setup.game, setup.preset) == ("backgammon", "standard")
    assert setup.match is not None
    assert (setup.match.match, setup.match.times, setup.match.conduct) == (Match(7), None, Conduct())
    assert story == "Game 1 begins: Backgammon (standard), a match to 7, Asha and Ravi."


def test_all_that_belongs_to_a_match_is_asked_for(journal: Journal) -> None:
    conduct = {"event": "2026", "turn_ends": "dice", "tournament": "true", "spectators_lag_s": "300"}
    table, _ = lay(journal, preset="polish", match=AskedMatch(5, False, "doubles", conduct))
    place = table.model.setup.match
    assert place is not None
    assert (place.match, place.times) == (Match(5, crawford=False), TimeControl(18.0, 750.0))
    assert place.conduct == Conduct("2026", turn_ends="dice", tournament=True, spectators_lag_s=300)


def test_money_is_played_with_the_options_of_money(journal: Journal) -> None:
    asked = AskedMatch(0, clock="8+12:30")
    table, story = lay(journal, match=asked, options={"jacoby": "true"})
    place = table.model.setup.match
    assert place is not None
    assert (place.match, place.times) == (Match(0, jacoby=True), TimeControl(8.0, 750.0))
    assert story == "Game 1 begins: Backgammon (standard), for money, Asha and Ravi."


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"game": "pachisi", "match": AskedMatch(3)}, "--match is for backgammon"),
        ({"match": AskedMatch(3, clock="fast")}, "write usual, doubles, none, or seconds and minutes"),
        ({"match": AskedMatch(0, clock="usual")}, "for money write seconds and minutes such as 12"),
        ({"match": AskedMatch(3, clock="12+14:99")}, "--clock is '12"),
        ({"match": AskedMatch(3, conduct={"turn_ends": "clap"})}, "turn_ends"),
        ({"match": AskedMatch(3, conduct={"tournament": "maybe"})}, "--conduct tournament=maybe"),
        ({"match": AskedMatch(3, conduct={"referee": "Mina"})}, "unknown key 'referee'"),
    ],
)
def test_what_cannot_be_is_said(journal: Journal, asked: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        lay(journal, **asked)
    assert journal.last_seq() == 0


def test_jacoby_is_no_option_of_a_match(journal: Journal) -> None:
    with pytest.raises(SetupError, match="jacoby"):
        lay(journal, match=AskedMatch(3), options={"jacoby": "true"})


@pytest.mark.parametrize("written", ["0", "26", "-1", "seven", "", "٧", "9" * 5000])
def test_a_length_that_cannot_be_is_said(written: str) -> None:
    with pytest.raises(ConfigError, match="give 1 to 25 points, or money"):
        parse_length(written)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--clock", "usual"], "--clock is of a match: add --match 7, or --match money"),
        (["--no-crawford"], "--no-crawford is of a match"),
        (["--conduct", "event=Cup"], "--conduct is of a match"),
        (["--match", "26"], "--match is '26': give 1 to 25 points, or money"),
        (["--match", "3", "--conduct", "event"], "conduct 'event' is no pair: write KEY=VALUE"),
    ],
)
def test_a_wrong_command_line_is_answered_with_one_line(
    tmp_path: Path, given: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--data", str(tmp_path), *given]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert len(told.splitlines()) == 1
    assert not any(tmp_path.iterdir())


def _asked(command: list[str]) -> AskedMatch | None:
    """Read a command line up to what it asks to play."""
    import argparse

    from device.cli import play

    parser = argparse.ArgumentParser()
    play.add(parser.add_subparsers())
    return play._match(parser.parse_args(command))


def test_the_command_line_is_read() -> None:
    command = [
        "play",
        "--match",
        "7",
        "--clock",
        "usual",
        "--conduct",
        "event=Cup",
        "--conduct",
        "round=Final",
    ]
    assert _asked(command) == AskedMatch(7, True, "usual", {"event": "Cup", "round": "Final"})
    assert _asked(["play", "--match", "money", "--no-crawford"]) == AskedMatch(0, crawford=False)
    assert _asked(["play"]) is None


# Restarts between games


def test_a_match_between_two_games_lies_on_the_table_again_after_a_restart(journal: Journal) -> None:
    table, _ = lay(journal, match=AskedMatch(3))
    lost(table, 0)
    again, story = lay(journal)
    assert again.model.match is not None
    assert (again.model.match.score, again.model.game_follows) == ((0, 1), True)
    assert story == "Game 1 goes on: Backgammon (standard), a match to 3, Asha and Ravi."
    again.next_game()
    assert lay(journal)[1].endswith("a match to 3, game 2 at 0–1, Asha and Ravi.")
    table, _ = lay(journal, match=AskedMatch(3))
    assert table.model.game == 2
    table.undo()
    assert table.model.game == 1
    assert lay(journal)[0].model.game == 1, "the second game is not played"


def test_a_match_that_is_over_and_another_length_begin_anew(journal: Journal) -> None:
    table, _ = lay(journal, match=AskedMatch(1))
    lost(table, 0)
    assert journal.unfinished() is None
    assert not lay(journal)[0].has_game
    table, _ = lay(journal, match=AskedMatch(3))
    assert table.model.game == 2
    assert lay(journal, match=AskedMatch(5))[0].model.game == 3
    assert lay(journal, match=AskedMatch(0))[0].model.game == 4


def test_a_game_that_all_agreed_to_leave_does_not_end_the_match(journal: Journal) -> None:
    table = BoxTable(journal)
    table.start(match_setup(1))
    table.throw(Dice((3, 1)))
    table.play(Agree())
    assert journal.unfinished() is not None
    table.next_game()
    lost(table, 0)
    assert journal.unfinished() is None
