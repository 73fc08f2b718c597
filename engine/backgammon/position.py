"""Positions as JSON: the contract's `board` and `dice`, and what a game in progress needs beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.backgammon.cube import CENTRED, read_cube
from engine.backgammon.legal import dice_left
from engine.backgammon.state import State
from engine.errors import PositionError
from engine.messages import Message

_KEYS = ("board", "dice", "turn", "number", "left", "opening", "first", "ties", "cube")


def write(state: State) -> dict[str, Any]:
    """Write a state as JSON.

    `board` is seen from the side of `turn`; `dice` is the throw being played and `left` what is not yet
    played of it; `opening`, `first` and `ties` belong to the throws for the beginning;
    `cube` stands there once somebody has touched it.
    """
    written: dict[str, Any] = {
        "board": list(state.board),
        "dice": list(state.dice),
        "left": list(state.left),
        "turn": state.turn,
        "number": state.number,
        "opening": state.opening,
        "first": state.first,
        "ties": state.ties,
    }
    if state.cube != CENTRED:
        written["cube"] = state.cube.to_json()
    return written


def read(given: Mapping[str, Any], *, preset: str, pieces: int, cube: bool = True) -> State:
    """Read a state; only `board` must be given.

    Args:
        given: As `write` gives it, or the contract's keys alone.
        preset: What `preset` may say, if it stands there.
        pieces: Checkers of one player.
        cube: The doubling cube is played.

    Raises:
        PositionError: If it cannot be on a board, with what would be possible.
    """
    unknown = sorted(set(given) - {"game", "preset", "options", *_KEYS})
    if unknown:
        raise PositionError(f"a position has no {unknown[0]!r}: there are {', '.join(_KEYS)}")
    if given.get("game", "backgammon") != "backgammon" or given.get("preset", preset) != preset:
        raise PositionError(f"this position is of another game: backgammon, preset {preset!r}, is played")
    if "board" not in given:
        raise PositionError("a position needs a 'board': 26 numbers from the mover's side")
    board = read_board(given["board"], pieces=pieces)
    if not (board[0] or any(count < 0 for count in board)) and not any(count > 0 for count in board):
        raise PositionError(
            Message("nobody has a checker on the board: the first to bear all off has won already")
        )
    opening = given.get("opening", False)
    if not isinstance(opening, bool) or (opening and preset == "finnish"):
        raise PositionError(f"opening is {opening!r}: it may be true or false, in 'finnish' only false (BF3)")
    turn = _whole(given, "turn", 0, most=1)
    first = _whole(given, "first", 0, most=6)
    dice = _dice(given.get("dice", []))
    if ((first or opening) and dice) or bool(first) != (opening and turn == 1):
        raise PositionError(
            "in the throws for the beginning no dice are played, and 'first' is seat 0's throw while "
            f"seat 1's is awaited; here opening is {opening}, turn {turn}, first {first}, dice {list(dice)}"
        )
    if "cube" in given and not cube:
        raise PositionError("this game is played without the doubling cube: leave 'cube' out")
    return State(
        board,
        turn=turn,
        number=_whole(given, "number", 0 if opening else 1, most=1_000_000),
        opening=opening,
        first=first,
        ties=_whole(given, "ties", 0, most=1_000_000),
        dice=dice,
        left=_left(given.get("left"), dice),
        cube=(
            read_cube(given["cube"], turn=turn, before_throw=not dice and not opening)
            if "cube" in given
            else CENTRED
        ),
    )


def read_board(given: object, *, pieces: int) -> tuple[int, ...]:
    """Check a board.

    Raises:
        PositionError: If it is none, or cannot be with so many checkers a side.
    """
    if not isinstance(given, list | tuple) or len(given) != 26:
        raise PositionError(f"board is {given!r}: give 26 whole numbers from the mover's side")
    board = tuple(given)
    if set(map(type, board)) != {int}:
        wrong = next(value for value in board if type(value) is not int)
        raise PositionError(f"board holds {wrong!r}: give 26 whole numbers from the mover's side")
    if board[0] < 0 or board[25] < 0:
        raise PositionError(
            f"board[0] is {board[0]} and board[25] {board[25]}: they count checkers on the bar, from 0 on"
        )
    mine = sum([value for value in board if value > 0]) - board[0]
    theirs = mine - sum(board) + 2 * board[0]
    if mine > pieces or theirs > pieces:
        raise PositionError(
            Message(
                "the mover has {mine} checkers and the opponent {theirs}: each has {pieces} or, when some "
                "are off, fewer",
                {"mine": mine, "theirs": theirs, "pieces": pieces},
            )
        )
    return board


def read_dice(given: object) -> tuple[int, int]:
    """Check a throw of two dice; the larger comes first.

    Raises:
        PositionError: If it is none.
    """
    if (
        not isinstance(given, list | tuple)
        or len(given) != 2
        or not all(type(pip) is int and 1 <= pip <= 6 for pip in given)
    ):
        raise PositionError(f"dice is {given!r}: give two numbers from 1 to 6")
    one, other = given
    return (one, other) if one >= other else (other, one)


def _dice(given: object) -> tuple[int, ...]:
    return () if given in ([], ()) else read_dice(given)


def _left(given: object, dice: tuple[int, ...]) -> tuple[int, ...]:
    whole = dice_left(dice) if dice else ()
    if given is None:
        return whole
    if isinstance(given, list | tuple):
        rest = list(whole)
        left = []
        for die in given:
            if type(die) is not int or die not in rest:
                break
            rest.remove(die)
            left.append(die)
        else:
            return tuple(sorted(left, reverse=True))
    raise PositionError(f"left is {given!r}: of the dice {list(dice)} only {list(whole)} can be left")


def _whole(given: Mapping[str, Any], key: str, default: int, *, most: int) -> int:
    value = given.get(key, default)
    if type(value) is not int or not 0 <= value <= most:
        raise PositionError(f"{key} is {value!r}: give a whole number from 0 to {most}")
    return value
