"""Chowka Bhara: random games and positions, and a second opinion on every list of moves."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chowka_bhara import INFO, ChowkaBhara, State, ask_legal, make
from engine.chowka_bhara.legal import entry
from engine.game import Game, Waits
from engine.move import Move, PieceMove, move_from_json, parse_move
from engine.throw import Cowries

SETUPS = [
    (preset, players, share, swap)
    for preset in ("5x5", "7x7")
    for players in (2, 3, 4)
    for share in (False, True)
    for swap in (False, True)
    if not (swap and preset == "7x7")
]


def made(setup: tuple[str, int, bool, bool]) -> ChowkaBhara:
    preset, players, share, swap = setup
    return make(INFO.preset(preset), {"share_crossed": share, "swap_four_eight": swap}, players)


RULES = {setup: made(setup) for setup in SETUPS}


def throw(game: Game[State], chance: random.Random) -> None:
    shells = game.rules.wants(game.state).count
    game.throw(Cowries(sum(chance.random() < 0.5 for _ in range(shells)), shells))


def choices(game: Game[State]) -> list[Move]:
    return [*game.legal_moves(), *game.rules.optional(game.state)]


def go_on(game: Game[State], chance: random.Random) -> None:
    """Throw, or play something that is allowed."""
    if game.waits is Waits.THROW:
        throw(game, chance)
        return
    allowed = choices(game)
    assert allowed, "a game that waits for a move must allow something"
    # Pairs and challenges are rare: prefer them, so that they are seen.
    rare = [move for move in allowed if isinstance(move, PieceMove) and move.kind != "move"]
    game.push(chance.choice(rare if rare and chance.random() < 0.5 else allowed))


def crowded(rules: ChowkaBhara, chance: random.Random) -> State:
    """Make a possible position with many pawns in the inner rings, gattis among them."""
    board = rules.board
    favourites = [chance.randrange(board.inner, board.last) for _ in range(4)]
    pawns: list[list[int]] = []
    pairs: list[list[list[int]]] = []
    outer: set[int] = set()
    loose: dict[int, int] = {}
    for player, path in enumerate(board.paths):
        steps: list[int] = []
        for _ in range(4):
            step = chance.choice([0, board.last, chance.randrange(1, board.inner)])
            if chance.random() < 0.7:
                step = board.steps[player][board.paths[0][chance.choice(favourites)]]
            if 0 < step < board.inner:
                step = 0 if path[step] in outer else step
                outer.add(path[step])
            steps.append(step)
        of_player: list[list[int]] = []
        for one, other in combinations(range(4), 2):
            free = not any({one, other} & set(pair) for pair in of_player)
            together = steps[one] == steps[other] and board.inner <= steps[one] < board.last
            if free and together and chance.random() < 0.6:
                of_player.append([one, other])
        with_gatti = {steps[pair[0]] for pair in of_player}
        for pawn, step in enumerate(steps):
            # Beside pawns of another without a gatti nobody can stand without one.
            if board.inner <= step < board.last and step not in with_gatti:
                steps[pawn] = step if loose.setdefault(path[step], player) == player else 0
        pawns.append(steps)
        pairs.append(of_player)
    turn = chance.randrange(rules.players)
    values = rules.choices.values
    bank = [chance.choice(values) for _ in range(chance.randrange(4))]
    position: dict[str, Any] = {
        "turn": turn,
        "pawns": pawns,
        "pairs": pairs,
        "new_pairs": [pair for pair in pairs[turn] if chance.random() < 0.3],
        "kadi": [chance.random() < 0.9 or max(steps) >= board.inner for steps in pawns],
        "bank": bank,
        "thrown_two": 2 in bank or chance.random() < 0.5,
        "moved": [pawn for pawn in range(4) if chance.random() < 0.25],
        "barred": [[pawn, chance.choice(values)] for pawn in range(4) if chance.random() < 0.15],
    }
    state = rules.positions.read_line(position)
    assert rules.positions.impossible(state) is None
    return state


# A second opinion: the page read once more, as plainly as possible and without a line of the engine's own
# judgement. It works on a dictionary of squares and tries everything that could be written down.


def opinion(rules: ChowkaBhara, state: State) -> list[dict[str, Any]]:
    """List the legal moves as the contract does."""
    me = state.turn
    steps = state.pawns[me]
    inner, last = rules.board.inner, rules.board.last
    entries: dict[str, dict[str, Any]] = {}
    seen = set()
    for value in sorted(set(state.bank)):
        for size in (1, 2):
            for group in combinations(range(4), size):
                captures = allowed(rules, state, group, value)
                if captures is None:
                    continue
                start = steps[group[0]]
                key = (value, size, start, bool(set(group) & set(state.moved)), group in state.new_pairs)
                if key in seen:
                    continue
                seen.add(key)
                end = start + (value if size == 1 else value // 2)
                found = {
                    "kind": "challenge" if mupollus(rules, state, end) and size == 1 else "move",
                    "pieces": list(group),
                    "value": value,
                    "from": start,
                    "to": end,
                    "captures": [list(capture) for capture in sorted(captures)],
                }
                entries[json.dumps(found, sort_keys=True)] = found
    ways = set()
    for one, other in combinations(range(4), 2):
        taken = {pawn for pair in state.pairs[me] for pawn in pair}
        if not state.thrown_two or steps[one] != steps[other] or not inner <= steps[one] < last:
            continue
        if {one, other} & taken:
            continue
        kinds = [
            (pawn in state.moved, sorted(value for who, value in state.barred if who == pawn))
            for pawn in (one, other)
        ]
        way = (steps[one], json.dumps(sorted(kinds)))
        if way not in ways:
            ways.add(way)
            found = {"kind": "pair", "pieces": [one, other], "from": steps[one]}
            entries[json.dumps(found, sort_keys=True)] = found
    return [entries[text] for text in sorted(entries)]


def standing(rules: ChowkaBhara, state: State, step: int) -> Iterator[tuple[int, int, bool, int]]:
    """Give (player, pawn, paired, pawns of that player there) on a step of the mover's path."""
    square = rules.board.paths[state.turn][step]
    for player, steps in enumerate(state.pawns):
        there = [pawn for pawn in range(4) if rules.board.paths[player][steps[pawn]] == square]
        for pawn in there:
            yield player, pawn, any(pawn in pair for pair in state.pairs[player]), len(there)


def mupollus(rules: ChowkaBhara, state: State, step: int) -> bool:
    if not rules.board.inner <= step < rules.board.last:
        return False
    return any(player != state.turn and count >= 3 for player, _, _, count in standing(rules, state, step))


def allowed(
    rules: ChowkaBhara, state: State, group: tuple[int, ...], value: int
) -> set[tuple[int, int]] | None:
    """Give what a group of pawns captures with a value; None when they may not use it."""
    me = state.turn
    inner, last = rules.board.inner, rules.board.last
    start = state.pawns[me][group[0]]
    gattis = state.pairs[me]
    if len(group) == 2 and (group not in gattis or value % 2):
        return None
    if len(group) == 1 and any(group[0] in pair for pair in gattis):
        return None
    end = start + (value if len(group) == 1 else value // 2)
    if end > last or (start < inner <= end and not state.kadi[me]):
        return None
    if any((pawn, value) in state.barred for pawn in group):
        return None
    settled = not set(group) & set(state.moved) and group not in state.new_pairs
    for step in range(start, end):
        if step == start and settled:
            continue
        if step < inner:
            continue
        if any(player != me and paired for player, _, paired, _ in standing(rules, state, step)):
            return None
    others = [found for found in standing(rules, state, end) if found[0] != me]
    mine = [found for found in standing(rules, state, end) if found[0] == me]
    left = [found for found in standing(rules, state, start) if found[0] != me]
    if end < inner:
        is_crossed = end % (inner // 4) == 0
        if mine or (is_crossed and others and not rules.positions.share_crossed):
            return None
        return set() if is_crossed else {(player, pawn) for player, pawn, _, _ in others}
    if len(group) == 2:
        if mupollus(rules, state, end):
            return None
        return {(player, pawn) for player, pawn, _, _ in left} if settled else set()
    if end == last:
        return set()
    if mupollus(rules, state, end) and start < inner:
        return None
    with_gatti = {player for player, _, paired, _ in others if paired}
    return {(player, pawn) for player, pawn, _, count in others if count >= 3 or player not in with_gatti}


def test_a_second_opinion_lists_the_same_moves_in_crowded_positions() -> None:
    chance = random.Random(17)
    kinds: Counter[str] = Counter()
    for rules in RULES.values():
        for _ in range(60):
            state = crowded(rules, chance)
            listed = [entry(move) for move in rules.choices.moves(state) if isinstance(move, PieceMove)]
            assert listed == opinion(rules, state), rules.to_position(state)
            kinds.update(str(found["kind"]) for found in listed)
    assert set(kinds) == {"move", "pair", "challenge"}


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_random_games_come_to_an_end_and_never_reach_an_impossible_position(
    setup: tuple[str, int, bool, bool],
) -> None:
    chance = random.Random(str(setup))
    game = Game(RULES[setup])
    while game.waits is not Waits.OVER:
        go_on(game, chance)
        assert len(game.state.pawns) == game.rules.players
        assert {len(steps) for steps in game.state.pawns} == {4}
        assert "as_played" not in game.rules.to_position(game.state)
        assert len(game.actions) < 20_000
    outcome = game.outcome
    assert outcome is not None
    assert sorted(seat for place in outcome.places for seat in place) == list(range(game.rules.players))
    assert game.legal_moves() == []


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SETUPS), st.randoms(use_true_random=False), st.booleans())
def test_taking_everything_back_restores_the_start(
    setup: tuple[str, int, bool, bool], chance: random.Random, is_crowded: bool
) -> None:
    rules = RULES[setup]
    start = rules.from_position(rules.to_position(crowded(rules, chance))) if is_crowded else rules.start()
    game = Game(rules, state=start)
    states = [start]
    for _ in range(40):
        if game.waits is Waits.OVER:
            break
        go_on(game, chance)
        states.append(game.state)
    while game.actions:
        assert game.state == states.pop()
        game.pop()
    assert game.state == start


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(SETUPS), st.randoms(use_true_random=False))
def test_positions_and_moves_come_back_from_their_text_forms(
    setup: tuple[str, int, bool, bool], chance: random.Random
) -> None:
    rules = RULES[setup]
    game = Game(rules, state=rules.from_position(rules.to_position(crowded(rules, chance))))
    for _ in range(8):
        text = json.dumps(rules.to_position(game.state))
        assert rules.from_position(json.loads(text)) == game.state
        for move in choices(game):
            assert parse_move(str(move)) == move
            assert move_from_json(json.loads(json.dumps(move.to_json()))) == move
        if game.waits is Waits.OVER:
            break
        go_on(game, chance)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(SETUPS), st.randoms(use_true_random=False))
def test_the_listed_moves_are_distinct_and_legal_and_near_misses_are_neither(
    setup: tuple[str, int, bool, bool], chance: random.Random
) -> None:
    rules = RULES[setup]
    state = rules.from_position(rules.to_position(crowded(rules, chance)))
    moves = rules.moves(state)
    assert len(set(map(str, moves))) == len(moves)
    for move in [*moves, *rules.optional(state), *(tap.move for tap in rules.taps(state))]:
        assert rules.why_not(state, move) is None
    for move in moves:
        assert isinstance(move, PieceMove)
        if move.kind == "pair":
            continue
        misses = [
            PieceMove(move.kind, move.pieces, move.value, move.value, move.start, move.end + 1),
            PieceMove(move.kind, move.pieces, move.value, move.value, move.start, move.start),
            PieceMove(move.kind, move.pieces, 7, 7, move.start, move.start + 7),
            PieceMove(
                "move" if move.kind == "challenge" else "challenge",
                move.pieces,
                move.value,
                move.value,
                move.start,
                move.end,
            ),
            PieceMove(move.kind, (move.pieces[0] + 4,), move.value, move.value, move.start, move.end),
        ]
        for miss in misses:
            assert rules.why_not(state, miss) is not None, str(miss)


@settings(max_examples=50, deadline=None)
@given(st.sampled_from(SETUPS), st.randoms(use_true_random=False), st.data())
def test_whatever_hands_do_is_a_move_that_is_legal_or_refused_and_can_be_accepted(
    setup: tuple[str, int, bool, bool], chance: random.Random, data: st.DataObject
) -> None:
    rules = RULES[setup]
    game = Game(rules, state=rules.from_position(rules.to_position(crowded(rules, chance))))
    for _ in range(6):
        piece = data.draw(st.tuples(st.integers(0, rules.players - 1), st.integers(0, 3)))
        square = data.draw(st.sampled_from(rules.board.names))
        move = rules.move_between(game.state, piece, square)
        reason = rules.why_not(game.state, move)
        if reason is None:
            assert piece[0] == game.turn
            game.push(move)
        else:
            assert str(reason).startswith("C")
            game.force(move)
        rules.facts(game.state, Cowries(1, rules.table.shells), game.state)
        assert rules.from_position(rules.to_position(game.state)) == game.state
        if game.waits is Waits.THROW:
            throw(game, chance)
        elif game.waits is Waits.MOVE:
            assert choices(game)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SETUPS), st.randoms(use_true_random=False))
def test_a_legal_touch_is_what_two_touches_give(
    setup: tuple[str, int, bool, bool], chance: random.Random
) -> None:
    rules = RULES[setup]
    state = rules.from_position(rules.to_position(crowded(rules, chance)))
    taps = rules.taps(state)
    legal = {(tap.piece, tap.end) for tap in taps}
    for tap in taps:
        move = rules.move_between(state, tap.piece, tap.end)
        assert rules.why_not(state, move) is None
    if rules.waits(state) is Waits.MOVE:
        for square in rules.board.names:
            for pawn in range(4):
                move = rules.move_between(state, (state.turn, pawn), square)
                is_legal = rules.why_not(state, move) is None
                assert is_legal == (((state.turn, pawn), square) in legal)


def test_a_line_is_answered_as_the_rules_list_it() -> None:
    chance = random.Random(5)
    for preset, players, share, swap in SETUPS:
        rules = RULES[preset, players, share, swap]
        state = crowded(rules, chance)
        written = rules.to_position(state)
        for key in ("number", "throws", "challenge", "ones", "finished"):
            del written[key]
        options = {"share_crossed": share, "swap_four_eight": swap}
        line = {"game": "chowka-bhara", "preset": preset, "options": options, "players": players, **written}
        assert ask_legal(line)["moves"] == opinion(rules, state)
