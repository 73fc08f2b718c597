"""Backgammon positions in one readable line, and a slow generator to check the fast one by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.backgammon import INFO, BackgammonRules, State, make
from engine.backgammon.legal import Board, dice_left
from engine.backgammon.steps import carried, flaw
from engine.move import Move, parse_play


def board(mine: str, theirs: str = "") -> Board:
    """``board("bar:1 13:2", "20:2")``: every point as the mover counts it; both bars are ``bar``."""
    found = [0] * 26
    for side, text in ((1, mine), (-1, theirs)):
        for part in text.split():
            place, count = part.split(":")
            if place == "bar":
                found[25 if side == 1 else 0] = int(count)
            else:
                found[int(place)] = side * int(count)
    return tuple(found)


def rules(preset: str = "standard", **options: bool | str) -> BackgammonRules:
    return make(INFO.preset(preset), INFO.checked(options), 2)


def at(mine: str, theirs: str, dice: tuple[int, int], *, turn: int = 0) -> State:
    """Give a position in the middle of a turn, before anything of the throw is played."""
    shown = tuple(sorted(dice, reverse=True))
    return State(board(mine, theirs), turn=turn, number=5, dice=shown, left=dice_left(shown))


def forbids(of: BackgammonRules, state: State, move: Move | str) -> str:
    """Name the rule that forbids a play, or ``legal``."""
    reason = of.why_not(state, parse_play(move) if isinstance(move, str) else move)
    return "legal" if reason is None else reason.rule


def texts(moves: Sequence[object]) -> set[str]:
    return set(map(str, moves))


def slow_plays(position: Board, dice: tuple[int, int], *, most: bool) -> set[Board]:
    """Find all plays by trying every order of every step, straight from the rules of one step."""
    sequences = list(_sequences(position, dice_left(dice)))
    if most:
        longest = max(len(used) for used, _ in sequences)
        sequences = [(used, after) for used, after in sequences if len(used) == longest]
        if longest == 1 and dice[0] != dice[1]:
            larger = [(used, after) for used, after in sequences if used[0] == max(dice)]
            sequences = larger or sequences
    return {after for used, after in sequences if used}


def _sequences(position: Board, left: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Board]]:
    """Give (dice used, position) wherever no die that is left can be played."""
    stuck = True
    for die in set(left):
        rest = list(left)
        rest.remove(die)
        for start in range(1, 26):
            if flaw(position, start, die) is None:
                stuck = False
                after = carried(position, start, max(start - die, 0))
                for used, end in _sequences(after, tuple(rest)):
                    yield (die, *used), end
    if stuck:
        yield (), position
