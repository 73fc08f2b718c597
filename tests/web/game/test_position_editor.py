"""A whole position set by hand, in every game: what is taken, what is refused and in which words."""

from __future__ import annotations

import pytest

from engine.events import Happened, PositionSet, Setup
from engine.facts import FactKind
from engine.options import OptionValue
from engine.registry import make_rules
from engine.table.commands import TakeThrow, Undo
from engine.throw import Cowries, Dice
from ports_for_tests import House
from web.game.position_editor import ways


@pytest.mark.parametrize(
    ("game", "preset", "players"),
    [
        ("chowka-bhara", "5x5", 4),
        ("chowka-bhara", "7x7", 3),
        ("pachisi", "six", 4),
        ("backgammon", "finnish", 2),
    ],
)
def test_every_piece_stands_where_its_ways_say(game: str, preset: str, players: int) -> None:
    rules = make_rules(game, preset, players=players)
    paths = ways(rules)
    assert len(paths) == players
    for placed in rules.placed(rules.start(begins=0)):
        assert placed.step in paths[placed.player][placed.square]
    twice = {square for squares in paths for square, steps in squares.items() if len(steps) > 1}
    assert bool(twice) == (game == "pachisi")
    assert all(len(steps) <= 2 for squares in paths for steps in squares.values())


def test_a_position_set_by_hand_is_in_the_record_and_can_be_taken_back(house: House) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    status, told = house.player().do("positions", places=[[0, 1, 5], [1, 0, 20]], turn=0)
    assert status == 201, told
    model = house.table.model
    stands = {(one.player, one.piece): one.step for one in model.rules.placed(model.state)}
    assert (stands[0, 1], stands[1, 0], stands[0, 0]) == (5, 20, 0)
    assert model.rules.bank(model.state) == ((3, 3),), "the throw is still to be played"
    assert any(isinstance(one.event, PositionSet) for one in house.journal.game_events(1))
    house.table.do(Undo())
    model = house.table.model
    assert {one.step for one in model.rules.placed(model.state)} == {0}


def test_another_players_turn_begins_with_a_throw(house: House) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    status, told = house.player().do("positions", places=[], turn=1)
    assert status == 201, told
    assert (house.table.model.turn, house.table.model.waits) == (1, "throw")


def test_opponents_on_one_square_are_refused_by_name_unless_it_stands_so(house: House) -> None:
    house.start("pachisi", names=("Asha", "Ravi", "Mina", "Dev"))
    places = [[0, 0, 15], [1, 0, 66]]
    path = ways(house.table.model.rules)
    shared = {square: steps for square, steps in path[0].items() if square in path[1]}
    square = next(name for name, steps in shared.items() if steps[0] > 10 and path[1][name][0] > 10)
    places = [[0, 0, shared[square][0]], [1, 0, path[1][square][0]]]
    status, told = house.player().do("positions", places=places, turn=0)
    assert status == 422
    assert told["error"].startswith("Asha and Ravi both stand on Asha’s right column, square ")
    assert {one.step for one in house.table.model.rules.placed(house.table.model.state)} == {0}
    assert house.player().do("positions", places=places, turn=0, as_played=True)[0] == 201


def test_places_that_the_house_rules_do_not_have_are_refused_with_those_that_they_have(house: House) -> None:
    house.start("chowka-bhara", "5x5")
    status, told = house.player().do("positions", places=[[0, 0, -1]])
    assert (status, told["error"]) == (
        400,
        "[0, 0, -1]: a piece of player 0 never stands there; its steps are 0 to 24.",
    )
    status, told = house.player().do("positions", places=[[0, 5, 3]])
    assert (status, told["error"]) == (
        400,
        "[0, 5, 3] is no piece of this game: there are players 0 to 1 with pieces 0 to 3.",
    )
    house.start("chowka-bhara", "7x7-dayam")
    assert house.player().do("positions", places=[[0, 0, -1], [0, 5, 3]])[0] == 201


@pytest.mark.parametrize(
    ("game", "preset", "options", "row"),
    [
        ("pachisi", "seven", {"cancel": "equal"}, (25, 25)),
        ("chowka-bhara", "5x5", {"three_graces": "lost"}, (8, 8)),
    ],
)
def test_throws_that_are_two_of_a_row_are_so_after_a_piece_was_put_elsewhere(
    house: House, game: str, preset: str, options: dict[str, OptionValue], row: tuple[int, int]
) -> None:
    house.table.start(Setup(game, preset, ("Asha", "Ravi"), options, 0))
    shells = house.table.model.rules.wants(house.table.model.state).count
    for _ in row:
        house.table.do(TakeThrow(Cowries(0 if row[0] == 8 else 5, shells), source="typed"))
    assert house.player().do("positions", places=[[1, 0, 5]])[0] == 201
    assert house.table.model.state.row == row
    house.table.do(TakeThrow(Cowries(0 if row[0] == 8 else 5, shells), source="typed"))
    told = [one.event.fact for one in house.journal.game_events(1) if isinstance(one.event, Happened)]
    assert [fact.values for fact in told if fact.kind is FactKind.CANCELLED] == [(*row, row[0])]


def test_checkers_of_both_on_one_point_are_refused(house: House) -> None:
    house.start("backgammon")
    house.table.do(TakeThrow(Dice((6, 3)), source="typed"))
    status, told = house.player().do("positions", places=[[0, 0, 1]], turn=0)
    assert (status, told["error"]) == (
        422,
        "Checkers of Asha and of Ravi stand on one point, the 1 of Asha.",
    )
    status, told = house.player().do("positions", places=[[0, 0, 0], [1, 0, 25]], turn=0)
    assert status == 201, told
    board = house.table.model.rules.to_position(house.table.model.state)["board"]
    assert (board[24], board[0]) == (1, 1)
    assert house.table.model.rules.bank(house.table.model.state) == ((6, 6), (3, 3))


def test_places_that_cannot_be_read_are_refused(still: House) -> None:
    foreign = [[[0, 0]], [[0, 0, "5"]], [[7, 0, 1]], [[0, 9, 1]], [[0, 0, 99]], [[0, 0, True]]]
    before = still.journal.last_seq()
    for places in ("all", *foreign, [[0, 0, 1]] * 99):
        assert still.player().do("positions", places=places, turn=0)[0] == 400, places
    assert still.journal.last_seq() == before
