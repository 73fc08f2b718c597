"""Chance's Chowka Bhara: any house rules that go together, and positions full of encounters."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

from engine.chowka_bhara import INFO, ChowkaBhara, State, make
from engine.chowka_bhara.options import VARIANTS
from engine.fields import Field
from engine.options import OptionValue


def some_options(chance: random.Random, preset: str, players: int) -> dict[str, OptionValue]:
    """Choose options that go with a preset and so many players, each left alone with a chance of a third."""
    board = VARIANTS[preset]
    offered: dict[str, tuple[OptionValue, ...]] = {
        option.key: option.choices for option in INFO.options_of(preset)
    }
    offered["entry"] = ("off", *board.entries)
    if players != 4:
        offered["partners"] = (False,)
    if board.swapped is None:
        offered.pop("swap_four_eight", None)
    return {key: chance.choice(choices) for key, choices in offered.items() if chance.random() < 0.67}


def some_rules(chance: random.Random) -> ChowkaBhara:
    """Choose a preset, a number of players and options."""
    preset, players = chance.choice(INFO.presets), chance.choice((2, 3, 4, 4))
    return make(preset, some_options(chance, preset.name, players), players)


def crowded(rules: ChowkaBhara, chance: random.Random) -> State:
    """Make a possible position with many pawns on few squares, gattis among them.

    Pawns that the options do not let stand where they are put are at their start instead.
    """
    board, options = rules.board, rules.options
    favourites = [chance.randrange(1, board.last) for _ in range(5)]
    favourites += [board.steps[0][corner] for corner in sorted(board.corners)[:2]]
    favourites += [chance.randrange(board.inner, board.last) for _ in range(3)]
    pawns: list[list[int]] = []
    pairs: list[list[list[int]]] = []
    held: dict[int, set[int]] = {}
    for player, path in enumerate(board.paths):
        steps: list[int] = []
        for _ in range(board.pawns):
            step = chance.choice([board.first, 0, board.last, chance.randrange(1, board.inner)])
            if chance.random() < 0.75:
                step = board.steps[player][board.paths[0][chance.choice(favourites)]]
            square = path[step]
            if 0 < step < board.last and not _may_stand(rules, player, step, square, steps, held):
                step = board.first
            elif 0 < step < board.last and (step < board.inner or square in board.corners):
                held.setdefault(square, set()).add(player)
            steps.append(step)
        of_player: list[list[int]] = []
        for one, other in combinations(range(board.pawns), 2):
            free = not any({one, other} & set(pair) for pair in of_player)
            together = steps[one] == steps[other] and board.inner <= steps[one] < board.last
            if free and together and chance.random() < 0.6:
                of_player.append([one, other])
        with_gatti = {steps[pair[0]] for pair in of_player}
        for pawn, step in enumerate(steps):
            # Beside pawns of an opponent without a gatti nobody can stand without one.
            square = path[step]
            is_loose = board.inner <= step < board.last and square not in board.corners
            if is_loose and step not in with_gatti:
                loose = held.setdefault(square, {player})
                if all(seat in board.sides[player] for seat in loose):
                    loose.add(player)
                else:
                    steps[pawn] = board.first
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
        "moved": [pawn for pawn in range(options.pawns) if chance.random() < 0.25],
        "barred": [[pawn, chance.choice(values)] for pawn in range(options.pawns) if chance.random() < 0.15],
    }
    state = rules.positions.read_line(Field("", position))
    rules.positions.check_possible(state)
    return state


def _may_stand(
    rules: ChowkaBhara, player: int, step: int, square: int, own: list[int], held: dict[int, set[int]]
) -> bool:
    """Tell whether a pawn may be put on a square of the outer ring, or on a crossed corner."""
    board, options = rules.board, rules.options
    is_corner = square in board.corners
    if step >= board.inner and not is_corner:
        return True
    is_crossed = is_corner or square in board.homes
    others = held.get(square, set()) - {player}
    opponents = any(seat not in board.sides[player] for seat in others)
    if opponents and not (is_crossed and options.share_crossed):
        return False
    if is_corner:
        return True
    if step in own and not options.share_own:
        return False
    partners_open = options.share_own or (is_crossed and options.share_crossed)
    return not others or opponents or partners_open


def line_of(rules: ChowkaBhara, state: State) -> dict[str, Any]:
    """Write a position as a line of the contract."""
    written = rules.to_position(state)
    further = ("number", "throws", "challenge", "ones", "finished", "row", "thrower", "as_played")
    kept = {key: value for key, value in written.items() if key not in further}
    offered = {option.key for option in INFO.options_of(rules.options.preset)}
    options = {key: value for key, value in rules.options.chosen.items() if key in offered}
    setup = {"preset": rules.options.preset, "options": options, "players": rules.players}
    return {"game": "chowka-bhara", **setup, **kept}
