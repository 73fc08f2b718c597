"""The game or match on the table of a box that starts: none, the last one, or the one that was asked for."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.__main__ import main
from device.cameras.film import FILM, FilmCamera
from device.cli import play
from device.config import Config, read_config
from device.errors import ConfigError
from device.first_game import Asked, BoxTable, lay_game, parse_options
from device.match_asked import AskedMatch, parse_length
from device.store import Journal
from engine.ending import Agree
from engine.errors import SetupError
from engine.events import Setup
from engine.match import Conduct, Match, TimeControl
from engine.table import Table
from engine.table.commands import BeginNextGame, PlayMove, SetPosition, TakeThrow, Undo
from engine.throw import Dice
from engines.random_matches import lose, match_setup
from web.house.people import People
from web.house.settings import HouseSettings


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path) as opened:
        yield opened


def laid(journal: Journal, config: Config | None = None, **asked: Any) -> tuple[Table, str]:
    """Lay what a box that starts has on its table; return what it says, too."""
    table = BoxTable(journal)
    return table, lay_game(table, journal, HouseSettings(journal), config or Config(), Asked(**asked))


def lay(journal: Journal, config: Config | None = None, **asked: Any) -> Table:
    return laid(journal, config, **asked)[0]


def film(path: Path = FILM) -> FilmCamera:
    return FilmCamera(path, wanted=lambda: None, ready=lambda: True, pause=lambda _: True)


@pytest.mark.parametrize("config", ["", '[game]\ngame = "backgammon"\nplayers = ["Ann", "Bo"]'])
def test_on_a_new_box_lies_no_game_that_nobody_began(journal: Journal, config: str) -> None:
    assert not lay(journal, read_config(config)).has_game
    assert journal.last_seq() == 0


def test_a_game_that_is_asked_for_on_the_command_line_begins(journal: Journal) -> None:
    assert lay(journal, game="chowka-bhara").model.setup == Setup("chowka-bhara", "5x5", ("Asha", "Ravi"))


def test_who_was_named_on_the_command_line_is_remembered_and_may_share_a_seat(journal: Journal) -> None:
    setup = lay(journal, players=("Mina & Dev", "Piet")).model.setup
    assert (setup.names, setup.members) == (("Mina & Dev", "Piet"), (("Mina", "Dev"), ("Piet",)))
    assert [one.name for one in People(journal).all()] == ["Mina", "Dev", "Piet"]


def test_names_that_nobody_typed_are_nobody(journal: Journal) -> None:
    lay(journal, game="pachisi")
    assert People(journal).all() == []


def test_what_was_played_last_goes_on(journal: Journal) -> None:
    lay(journal, game="backgammon")
    assert lay(journal).model.setup.game == "backgammon"
    assert len(journal.games()) == 1


def test_asking_twice_for_the_same_goes_on_with_it(journal: Journal) -> None:
    for _ in range(2):
        table = lay(journal, game="pachisi", players=("Mina", "Dev"), options={"gate": "true"})
    assert table.model.game == 1
    assert table.model.setup.options == {"gate": True}


@pytest.mark.parametrize(
    "other",
    [
        {"game": "backgammon"},
        {"players": ("Dev", "Mina")},
        {"game": "pachisi", "preset": "seven"},
        {"options": {"gate": "false"}},
    ],
)
def test_asking_for_another_setup_begins_a_new_game(journal: Journal, other: dict[str, Any]) -> None:
    lay(journal, game="pachisi", players=("Mina", "Dev"), options={"gate": "true"})
    assert lay(journal, **({"game": "pachisi"} | other)).model.game == 2


def test_after_a_finished_game_none_begins_by_itself(journal: Journal) -> None:
    table = lay(journal, game="chowka-bhara")
    position = table.model.rules.to_position(table.model.state)
    del position["finished"]
    table.do(SetPosition(position | {"pawns": [[24] * 4, [0] * 4], "kadi": [True, False]}))
    assert not lay(journal).has_game
    assert lay(journal, game="chowka-bhara").model.game == 2


@pytest.mark.parametrize(
    ("setup", "begins"),
    [
        (Setup("pachisi", "six", ("A", "B")), 0),
        (Setup("pachisi", "six", ("A", "B"), begins=1), 1),
        (Setup("pachisi", "seven", ("A", "B")), None),
        (Setup("backgammon", "standard", ("A", "B")), None),
        (Setup("chowka-bhara", "5x5", ("A", "B")), None),
    ],
)
def test_with_a_film_of_one_throw_nobody_throws_for_a_beginning_that_would_tie_for_ever(
    journal: Journal, tmp_path: Path, setup: Setup, begins: int | None
) -> None:
    head, *scenes = FILM.read_text("utf-8").split("\n[[scene]]\n")
    six = next(scene for scene in scenes if "shells = 6" in scene)
    others = [scene for scene in scenes if "shells = 6" not in scene]
    (tmp_path / "film.toml").write_text("\n[[scene]]\n".join([head, six, *others]), "utf-8")
    table = BoxTable(journal)
    table.throws = film(tmp_path).throws
    table.start(setup)
    assert table.model.setup.begins == begins
    table.throws = None
    table.start(setup)
    assert table.model.setup == setup


def test_with_the_built_in_film_everyone_throws_for_the_beginning(journal: Journal) -> None:
    table = BoxTable(journal)
    table.throws = film().throws
    table.start(Setup("pachisi", "six", ("A", "B")))
    assert table.model.setup.begins is None


def test_the_names_of_the_house_are_taken(journal: Journal) -> None:
    HouseSettings(journal).set(names=["Lakshmi", "Jan", "Piet"])
    assert lay(journal, game="chowka-bhara").model.setup.names == ("Lakshmi", "Jan")


def test_the_config_says_what_a_new_game_is(journal: Journal) -> None:
    config = read_config('[game]\ngame = "backgammon"\npreset = "finnish"\nplayers = ["Ann", "Bo"]')
    assert lay(journal, config, game="backgammon").model.setup == Setup(
        "backgammon", "finnish", ("Ann", "Bo")
    )
    assert lay(journal, config, game="chowka-bhara").model.setup.preset == "5x5"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"game": "ludo"}, "there are chowka-bhara, pachisi, backgammon"),
        ({"preset": "11x11"}, "there are 5x5"),
        ({"players": ("Only",)}, "is for 2 or 3 or 4 players"),
        ({"options": {"gravity": "true"}}, "no option 'gravity'"),
        ({"options": {"share_crossed": "maybe"}}, "cannot be 'maybe'"),
    ],
)
def test_a_game_that_cannot_be_says_what_can(journal: Journal, asked: dict[str, Any], said: str) -> None:
    with pytest.raises(SetupError, match=said):
        lay(journal, **asked)


@pytest.mark.parametrize("text", ["gate", "=true", "gate="])
def test_an_option_is_a_pair(text: str) -> None:
    with pytest.raises(ConfigError, match="KEY=VALUE"):
        parse_options([text])


# A match


def test_a_match_is_of_backgammon_and_says_what_it_is(journal: Journal) -> None:
    table, story = laid(journal, match=AskedMatch(7))
    setup = table.model.setup
    assert (setup.game, setup.preset) == ("backgammon", "standard")
    assert setup.match is not None
    assert (setup.match.match, setup.match.times, setup.match.conduct) == (Match(7), None, Conduct())
    assert story == "Game 1 begins: Backgammon (standard), a match to 7, Asha and Ravi."


def test_all_that_belongs_to_a_match_is_asked_for(journal: Journal) -> None:
    conduct = {"event": "2026", "turn_ends": "dice", "tournament": "true", "spectators_lag_s": "300"}
    table = lay(journal, preset="polish", match=AskedMatch(5, False, "doubles", conduct))
    place = table.model.setup.match
    assert place is not None
    assert (place.match, place.times) == (Match(5, crawford=False), TimeControl(18.0, 750.0))
    assert place.conduct == Conduct("2026", turn_ends="dice", tournament=True, spectators_lag_s=300)


def test_money_is_played_with_the_options_of_money(journal: Journal) -> None:
    asked = AskedMatch(0, clock="8+12:30")
    table, story = laid(journal, match=asked, options={"jacoby": "true"})
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
        ({"match": AskedMatch(3), "options": {"jacoby": "true"}}, "jacoby"),
    ],
)
def test_a_match_that_cannot_be_says_why(journal: Journal, asked: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        lay(journal, **asked)
    assert journal.last_seq() == 0


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


def _asked(*command: str) -> AskedMatch | None:
    """Read a command line up to what it asks to play."""
    parser = argparse.ArgumentParser()
    play.add(parser.add_subparsers())
    return play._match(parser.parse_args(["play", *command]))


def test_the_command_line_is_read() -> None:
    conduct = {"event": "Cup", "round": "Final"}
    given = [part for key, value in conduct.items() for part in ("--conduct", f"{key}={value}")]
    assert _asked("--match", "7", "--clock", "usual", *given) == AskedMatch(7, True, "usual", conduct)
    assert _asked("--match", "money", "--no-crawford") == AskedMatch(0, crawford=False)
    assert _asked() is None


# Restarts between games


def test_a_match_between_two_games_lies_on_the_table_again_after_a_restart(journal: Journal) -> None:
    table = lay(journal, match=AskedMatch(3))
    lose(table, 0)
    again, story = laid(journal)
    assert again.model.match is not None
    assert (again.model.match.score, again.model.game_follows) == ((0, 1), True)
    assert story == "Game 1 goes on: Backgammon (standard), a match to 3, Asha and Ravi."
    again.do(BeginNextGame())
    assert laid(journal)[1].endswith("a match to 3, game 2 at 0–1, Asha and Ravi.")
    table = lay(journal, match=AskedMatch(3))
    assert table.model.game == 2
    table.do(Undo())
    assert table.model.game == 1
    assert lay(journal).model.game == 1, "the second game is not played"


def test_a_match_that_is_over_and_another_length_begin_anew(journal: Journal) -> None:
    table = lay(journal, match=AskedMatch(1))
    lose(table, 0)
    assert journal.unfinished() is None
    assert not lay(journal).has_game
    table = lay(journal, match=AskedMatch(3))
    assert table.model.game == 2
    assert lay(journal, match=AskedMatch(5)).model.game == 3
    assert lay(journal, match=AskedMatch(0)).model.game == 4


def test_a_game_that_all_agreed_to_leave_does_not_end_the_match(journal: Journal) -> None:
    table = BoxTable(journal)
    table.start(match_setup(1))
    table.do(TakeThrow(Dice((3, 1))))
    table.do(PlayMove(Agree()))
    assert journal.unfinished() is not None
    table.do(BeginNextGame())
    lose(table, 0)
    assert journal.unfinished() is None
