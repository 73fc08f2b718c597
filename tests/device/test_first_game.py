"""The game on the table of a box that starts: none, the last one, or the one that was asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.cameras.film import FILM, FilmCamera
from device.config import Config, read_config
from device.errors import ConfigError
from device.first_game import Asked, BoxTable, lay_game, parse_options
from device.store import Journal
from device.store.people import JournalPeople
from device.store.settings import HouseSettings
from engine.errors import SetupError
from engine.events import Setup
from engine.table import Table


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path) as opened:
        yield opened


def lay(
    journal: Journal, config: Config | None = None, *, film: FilmCamera | None = None, **asked: Any
) -> Table:
    table = BoxTable(journal)
    table.throws = film and film.throws
    lay_game(table, journal, HouseSettings(journal), config or Config(), Asked(**asked))
    return table


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
    assert [one.name for one in JournalPeople(journal).everyone()] == ["Mina", "Dev", "Piet"]


def test_names_that_nobody_typed_are_nobody(journal: Journal) -> None:
    lay(journal, game="pachisi")
    assert JournalPeople(journal).everyone() == []


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
    table.set_position(position | {"pawns": [[24] * 4, [0] * 4], "kadi": [True, False]})
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
    HouseSettings(journal).set({"names": ["Lakshmi", "Jan", "Piet"]})
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
