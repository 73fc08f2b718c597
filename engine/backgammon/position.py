"""Positions as JSON: the contract's `board` and `dice`, and what a game in progress needs beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine import record
from engine.backgammon.cube import CENTRED, read_cube
from engine.backgammon.legal import Board, dice_left
from engine.backgammon.state import State
from engine.backgammon.steps import BAR, OFF
from engine.errors import PositionError
from engine.fields import read_keys, read_setup
from engine.messages import Message

_KEYS = ("board", "dice", "turn", "number", "left", "opening", "first", "ties", "cube")


def write(state: State) -> dict[str, Any]:
    """Write a state as JSON.

    `board` is seen from the side of `turn`; `dice` is the throw being played and `left` what is not yet
    played of it; `opening`, `first` and `ties` belong to the throws for the beginning;
    `cube` stands there once somebody has touched it.
    """
    written: dict[str, Any] = record.write(state)
    if state.cube == CENTRED:
        del written["cube"]
    return written


def read(given: Mapping[str, Any], *, setup: Mapping[str, Any], pieces: int) -> State:
    """Read a state; only `board` must be given.

    Args:
        given: As `write` gives it, or the contract's keys alone.
        setup: ``game``, ``preset`` and ``options`` as they are played.
        pieces: Checkers of one player.

    Raises:
        PositionError: If it cannot be on a board, with what would be possible.
    """
    if "board" not in given:
        raise PositionError("a position needs a 'board': 26 numbers from the mover's side")
    fields = read_keys(given, (*_KEYS, *setup))
    read_setup(given, setup)
    board = read_board(given["board"], pieces=pieces)
    if not (board[0] or any(count < 0 for count in board)) and not any(count > 0 for count in board):
        raise PositionError(
            Message("nobody has a checker on the board: the first to bear all off has won already")
        )
    opening = fields.get("opening", False).flag()
    if opening and setup["preset"] == "finnish":
        raise PositionError("opening is true, but in 'finnish' there are no throws for the beginning (BF3)")
    turn = fields.get("turn", 0).whole(1)
    first = fields.get("first", 0).whole(6)
    dice = _dice(given.get("dice", []))
    if ((first or opening) and dice) or bool(first) != (opening and turn == 1):
        raise PositionError(
            "in the throws for the beginning no dice are played, and 'first' is seat 0's throw while "
            f"seat 1's is awaited; here opening is {opening}, turn {turn}, first {first}, dice {list(dice)}"
        )
    if "cube" in given and setup["options"]["cube"] is not True:
        raise PositionError("this game is played without the doubling cube: leave 'cube' out")
    return State(
        board,
        turn=turn,
        number=fields.get("number", 0 if opening else 1).whole(1_000_000),
        opening=opening,
        first=first,
        ties=fields.get("ties", 0).whole(1_000_000),
        dice=dice,
        left=_left(given.get("left"), dice),
        cube=(
            read_cube(fields.get("cube"), turn=turn, before_throw=not dice and not opening)
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


def board_of(steps: Sequence[Sequence[int]], *, turn: int) -> Board:
    """Return the board on which the checkers stand on some points, from the side of a seat.

    Args:
        steps: By seat, the own point of every checker: 25 the bar, 0 off.
        turn: From whose side.

    Raises:
        PositionError: If checkers of both players would share a point.
    """
    board = [0] * 26
    for point in steps[turn]:
        board[point] += point != OFF
    for point in steps[1 - turn]:
        place = 25 - point if point < BAR else OFF
        if board[place] > 0 and 0 < place < BAR and point != OFF:
            raise PositionError(
                f"checkers of both players stand on point {place}: a point holds one player's"
            )
        if point != OFF:
            board[place] += 1 if point == BAR else -1
    return tuple(board)


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
