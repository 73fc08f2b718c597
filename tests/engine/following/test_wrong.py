"""What hands do beside the rules: the right piece, the right rule, and never anything legal."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.following.explained import differences_of, explained, position_of
from engine.following.kinds import Kind
from engine.following.search import appearance_of
from engine.following.wrong import Displaced, Objection, displaced, looks, objection
from engine.game import Game
from engine.move import PieceMove
from engine.registry import make_rules
from engine.rulebook import RULES
from engine.throw import Cowries
from engines.random_positions import GAMES, positions

SEEDS = st.integers(0, 10_000)
WITHOUT_PARTS = [game for game in GAMES if "split" not in game[2]]
"""Where a throw may be divided, the search is cut, and what lies beyond it is not known to be legal."""


def one_game(seed: int, game: tuple[Any, ...]) -> Game[Any]:
    return positions(*game, seed=seed, count=1)[0]


def ways_of(game: Game[Any]) -> Any:
    return game.rules.reachable(game.state).appearances


@pytest.mark.parametrize("game", WITHOUT_PARTS)
@settings(max_examples=12, deadline=None)
@given(seed=SEEDS)
def test_nothing_legal_is_offered_as_wrong_and_everything_once(game: Any, seed: int) -> None:
    played = one_game(seed, game)
    reached = played.rules.reachable(played.state)
    legal = {one.appearance for one in reached.appearances}
    found = displaced(played.rules, played.state)
    assert not legal & {one.appearance for one in found}
    assert len({one.appearance for one in found}) == len(found)
    squares = {square.id for square in played.rules.layout.squares}
    before = appearance_of(played.rules, played.state)
    for one in found:
        assert {one.start, one.end} <= squares | {""}
        apart = (Counter(before) - Counter(one.appearance)).total()
        assert apart <= 1 + len(one.taken) + (one.mate is not None)
        assert len(one.appearance) == len(before) - (not one.end) + (not one.start)


@pytest.mark.parametrize("game", WITHOUT_PARTS)
@settings(max_examples=10, deadline=None)
@given(seed=SEEDS)
def test_every_objection_names_a_rule_and_its_move_is_what_is_seen(game: Any, seed: int) -> None:
    played, chance = one_game(seed, game), random.Random(seed)
    rules, reached = played.rules, ways_of(played)
    legal = {one.appearance for one in reached}
    for way in (reached[0].way, chance.choice(reached).way):
        found = displaced(rules, way.state, legal=legal)
        for one in chance.sample(found, min(40, len(found))):
            said = objection(played.line, way, one)
            assert said.reason.rule in RULES or said.reason.key in (
                "board-lost",
                "board-too-many",
                "board-off-path",
            )
            assert said.reason.text(names=("Asha", "Ravi", "Mina", "Dev"))
            assert (said.done, said.appearance) == (way.moves, one.appearance)
            assert said.places == (one.start, one.end)
            if said.move is not None:
                assert rules.why_not(way.state, said.move) is not None
                assert appearance_of(rules, rules.apply(way.state, said.move).state) == one.appearance


@pytest.mark.parametrize("game", WITHOUT_PARTS)
@settings(max_examples=10, deadline=None)
@given(seed=SEEDS)
def test_every_legal_end_and_part_of_a_turn_is_explained_as_legal(game: Any, seed: int) -> None:
    played, chance = one_game(seed, game), random.Random(seed)
    before = appearance_of(played.rules, played.state)
    reached = played.rules.reachable(played.state)
    for one in chance.sample(reached.appearances, min(8, len(reached.appearances))):
        found = explained(played.line, before, one.appearance, reached=reached)
        assert found.is_legal
        assert found.way == one.way
        assert Counter(after.end for after in found.differences) == Counter(
            square for square, _, _ in (Counter(one.appearance) - Counter(before)).elements()
        )


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=12, deadline=None)
@given(seed=SEEDS)
def test_a_board_that_stands_as_the_game_has_it_is_the_position_itself(game: Any, seed: int) -> None:
    played = one_game(seed, game)
    rules, state = played.rules, played.state
    position = position_of(rules, state, appearance_of(rules, state))
    assert position == rules.to_position(state)


@pytest.mark.parametrize("game", WITHOUT_PARTS)
@settings(max_examples=10, deadline=None)
@given(seed=SEEDS)
def test_what_a_board_shows_becomes_a_position_that_looks_so(game: Any, seed: int) -> None:
    played, chance = one_game(seed, game), random.Random(seed)
    rules, state = played.rules, played.state
    for one in chance.sample(displaced(rules, state), 40):
        position = position_of(rules, state, one.appearance)
        if position is not None and one.end:
            assert appearance_of(rules, rules.from_position(position)) == one.appearance
        if not one.start:
            assert position is None


@pytest.mark.parametrize(("name", "preset", "options", "players"), GAMES)
def test_a_look_tells_where_pieces_lie_as_the_game_does(
    name: str, preset: str, options: dict[str, object], players: int
) -> None:
    for game in positions(name, preset, options, players, seed=8):
        for placed in game.rules.placed(game.state):
            assert looks(game.rules, placed.player)[placed.step] == (placed.square, placed.lying)


def backgammon(points: dict[int, int], dice: list[int], preset: str = "standard") -> Game[Any]:
    """Lay checkers on points of the mover, the opponent's with a minus: 25 the bar, 0 the opponent's."""
    board = [points.get(place, 0) for place in range(26)]
    rules = make_rules("backgammon", preset)
    return Game(rules, state=rules.from_position({"board": board, "turn": 0, "dice": dice}))


def chowka(pawns: list[list[int]], bank: list[int], **more: object) -> Game[Any]:
    rules = make_rules("chowka-bhara", "5x5", players=2)
    return Game(rules, state=rules.from_position({"pawns": pawns, "turn": 0, "bank": bank, **more}))


def pachisi(pieces: list[list[int]], bank: list[int]) -> Game[Any]:
    rules = make_rules("pachisi", "seven", players=2)
    given = {"pieces": pieces, "turn": 0, "bank": [{"value": value} for value in bank]}
    return Game(rules, state=rules.from_position(given))


BOARD = {24: 1, 13: 3, 8: 3, 6: 5, 4: -2, 12: -5, 19: -4, 1: -3}
LATE = {6: 3, 5: 2, 3: 2, 20: -4, 22: -4}
RACE = [[3, 60, 20, 0], [0, 10, 7, 0]]


@pytest.mark.parametrize(
    ("game", "seat", "steps", "takes", "kind", "rule"),
    [
        (backgammon(BOARD, [3, 1]), 0, (13, 7), False, Kind.TOO_FAR, "BF4"),
        (backgammon(BOARD, [3, 1]), 0, (6, 9), False, Kind.BACKWARDS, "BF4"),
        (backgammon(BOARD, [4, 2]), 0, (8, 4), False, Kind.MADE_POINT, "BF5"),
        (backgammon({**BOARD, 25: 1}, [3, 2]), 0, (8, 5), False, Kind.PAST_BAR, "BF7"),
        (backgammon({**LATE, 9: 1}, [6, 4]), 0, (6, 0), False, Kind.EARLY_OFF, "BF13"),
        (backgammon(LATE, [4, 2]), 0, (3, 0), False, Kind.EARLY_OFF, "BF14"),
        (backgammon(BOARD, [3, 1]), 1, (13, 9), False, Kind.OTHER_PIECE, "BS7"),
        (backgammon(LATE, [4, 2]), 0, (0, 4), False, Kind.BACK, "BF4"),
        (backgammon({**BOARD, 0: 1}, [3, 1]), 1, (25, 23), False, Kind.BACK, "BS7"),
        (backgammon({13: 1, 5: 1, 7: -2, 20: -2}, [6, 1]), 0, (5, 4), False, Kind.VALUE_LEFT, "BS2"),
        (chowka([[3, 0, 0, 0], [0] * 4], [2]), 0, (3, 7), False, Kind.TOO_FAR, "C2"),
        (chowka([[3, 0, 0, 0], [0] * 4], [2]), 0, (3, 1), False, Kind.BACKWARDS, "C3"),
        (chowka([[3, 1, 0, 0], [0] * 4], [2]), 0, (1, 3), False, Kind.MADE_POINT, "C8"),
        (chowka([[6, 0, 0, 0], [0] * 4], [2]), 0, (6, 8), False, Kind.MADE_POINT, "C7"),
        (chowka([[14, 0, 0, 0], [0] * 4], [2]), 0, (14, 16), False, Kind.INNER_TOO_EARLY, "C4"),
        (chowka([[3, 0, 0, 0], [5, 0, 0, 0]], [2]), 1, (5, 7), False, Kind.OTHER_PIECE, "C2"),
        (chowka([[3, 0, 0, 24], [0] * 4], [2], kadi=[True, False]), 0, (24, 20), False, Kind.BACK, "C3"),
        (chowka([[3, 0, 0, 0], [13, 0, 0, 0]], [2]), 0, (3, 5), False, Kind.NOT_TAKEN, "C6"),
        (pachisi(RACE, [3]), 0, (3, 7), False, Kind.TOO_FAR, "P12"),
        (pachisi(RACE, [3]), 0, (20, 17), False, Kind.BACKWARDS, "P1"),
        (pachisi(RACE, [3]), 0, (0, 1), False, Kind.ENTERING, "P4"),
        (pachisi(RACE, [3]), 1, (7, 10), False, Kind.OTHER_PIECE, "P2"),
        (pachisi([[3, 84, 0, 0], [7, 0, 0, 0]], [3]), 1, (0, 8), False, Kind.BACK, "P2"),
    ],
)
def test_each_kind_is_named_by_piece_and_rule(
    game: Game[Any], seat: int, steps: tuple[int, int], takes: bool, kind: Kind, rule: str
) -> None:
    said = objects(game, seat, steps, takes=takes)
    assert (said.kind, said.reason.rule) == (kind, rule)
    squares = game.rules.steps(seat)
    assert said.places == (squares[steps[0]], squares[steps[1]])


def objects(game: Game[Any], seat: int, steps: tuple[int, int], *, takes: bool, after: int = 0) -> Objection:
    rules, way = game.rules, ways_of(game)[after].way
    squares = rules.steps(seat)
    return objection(
        game.line, way, find(rules, way.state, seat, squares[steps[0]], squares[steps[1]], takes)
    )


def find(rules: Any, state: Any, seat: int, start: str, end: str, takes: bool) -> Displaced:
    fitting = [
        one
        for one in displaced(rules, state)
        if (one.piece[0], one.start, one.end, bool(one.taken)) == (seat, start, end, takes)
    ]
    return fitting[0]


def test_a_kill_on_a_castle_is_a_false_kill() -> None:
    rules = make_rules("pachisi", "seven", players=2)
    path, other = rules.steps(0), rules.steps(1)
    step, held = next(
        (own, theirs)
        for own in (12, 21, 25, 29, 38, 42)
        for theirs in (12, 21, 25, 29, 38, 42, 46, 55, 59, 63, 72)
        if path[own] == other[theirs]
    )
    game = pachisi([[step - 3, 0, 0, 0], [held, 0, 0, 0]], [3])
    said = objects(game, 0, (step - 3, step), takes=True)
    assert (said.kind, said.reason.rule) == (Kind.FALSE_KILL, "P15")
    assert isinstance(said.move, PieceMove)
    assert said.move.captures == ((1, 0),)
    beside = objects(game, 0, (step - 3, step), takes=False)
    assert (beside.kind, beside.reason.rule) == (Kind.MADE_POINT, "P15")


def test_a_second_pawn_for_a_value_that_is_used_up() -> None:
    rules = make_rules("chowka-bhara", "5x5", players=2)
    game: Game[Any] = Game(rules, state=rules.start())
    game.throw(Cowries(3, 4))
    reached = ways_of(game)
    moved = next(number for number, one in enumerate(reached) if one.way.moves)
    said = objects(game, 0, (0, 3), takes=False, after=moved)
    assert (said.kind, said.reason.rule, said.player) == (Kind.TWO_FOR_ONE, "C2", 0)
    assert [str(one) for one in said.done] == ["a 0/3 =3"]


def test_two_checkers_for_one_die_while_the_other_is_left() -> None:
    game = backgammon({24: 1, 13: 3, 8: 3, 6: 5, 1: -3, 19: -5}, [6, 3])
    reached = ways_of(game)
    part = next(n for n, one in enumerate(reached) if [str(move) for move in one.way.moves] == ["13/10"])
    said = objects(game, 0, (8, 5), takes=False, after=part)
    assert said.kind is Kind.TWO_FOR_ONE


def test_a_piece_lost_and_a_piece_too_many_are_no_move() -> None:
    game = pachisi(RACE, [3])
    way = ways_of(game)[0].way
    found = displaced(game.rules, game.state)
    square = game.rules.steps(1)[10]
    lost = next(one for one in found if (one.start, one.end) == (square, ""))
    said = objection(game.line, way, lost)
    assert (said.kind, said.move, said.reason.params) == (Kind.LOST, None, {"player": 1, "square": square})
    many = next(one for one in found if (one.piece[0], one.start, one.end) == (1, "", square))
    assert objection(game.line, way, many).kind is Kind.BACK


def test_a_piece_that_lies_but_is_not_on_its_way_home_is_seen() -> None:
    game = pachisi(RACE, [3])
    square = game.rules.steps(0)[3]
    found = [one for one in displaced(game.rules, game.state) if (one.start, one.end) == (square, square)]
    assert len(found) == 1
    assert (square, 0, True) in found[0].appearance
    assert objection(game.line, ways_of(game)[0].way, found[0]).kind is Kind.TOO_FAR


def test_a_gatti_that_is_moved_too_far_is_one_displacement() -> None:
    game = chowka(
        [[17, 17, 3, 0], [0] * 4],
        [2],
        pairs=[[[0, 1]], []],
        kadi=[True, False],
        thrown_two=False,
    )
    squares = game.rules.steps(0)
    both = [one for one in displaced(game.rules, game.state) if one.mate and one.end == squares[19]]
    said = objection(game.line, ways_of(game)[0].way, both[0])
    assert (said.kind, said.reason.rule, said.reason.key) == (Kind.TOO_FAR, "C10", "gatti-distance")


def test_the_difference_of_several_pieces_is_a_part_and_what_is_wrong() -> None:
    game = backgammon(BOARD, [3, 1])
    part = next(one.way for one in ways_of(game) if [str(move) for move in one.way.moves] == ["24/23"])
    wrong = find(game.rules, part.state, 0, "p13", "p7", False)
    found = explained(game.line, appearance_of(game.rules, game.state), wrong.appearance)
    assert found.objection is not None
    assert not found.is_legal
    assert found.objection.places in {("p13", "p7"), ("p24", "p23")}


def test_what_no_moves_explain_is_a_set_position_with_its_differences() -> None:
    game = chowka([[3, 5, 0, 0], [0] * 4], [2])
    rules = game.rules
    other = rules.from_position({"pawns": [[9, 11, 2, 0], [7, 0, 0, 0]], "turn": 0, "bank": [2]})
    before, after = appearance_of(rules, game.state), appearance_of(rules, other)
    found = explained(game.line, before, after)
    assert (found.way, found.objection) == (None, None)
    assert found.position is not None
    assert appearance_of(rules, rules.from_position(found.position)) == after
    assert found.differences == differences_of(before, after)
    assert len(found.differences) == 4


def test_an_empty_board_is_no_position_of_chowka_bhara() -> None:
    game = chowka([[3, 5, 0, 0], [0] * 4], [2])
    assert position_of(game.rules, game.state, ()) is None
