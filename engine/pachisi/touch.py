"""What hands did on the board, put into a move."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import NotationError
from engine.move import Kind, PieceMove, piece_number
from engine.pachisi.board import CHARKONI, HOME, SIZE
from engine.pachisi.legal import PIECES, Judge
from engine.pachisi.state import State


def move_between(
    judge: Judge, names: Sequence[Sequence[str]], state: State, touched: tuple[int, int], end: str
) -> PieceMove:
    """Find the legal move from a piece to a square, or else the nearest well-formed one.

    Where several throws fit, a throw used whole comes first, then the order in which they were thrown.

    Args:
        judge: The options in force.
        names: For every seat, the id of the square of every step.
        state: The position.
        touched: (player, piece).
        end: Id of the square.

    Raises:
        NotationError: If the piece or the square does not exist.
    """
    player, piece = touched
    if not (0 <= player < judge.players and 0 <= piece < PIECES):
        raise NotationError(
            f"there is no piece {touched!r}: players are 0 to {judge.players - 1}, pieces 0 to {PIECES - 1}"
        )
    user = judge.user(state)
    start = state.pieces[player][piece]
    steps = _steps_to(names[player], start, end)
    view = judge.view(state, player)
    fitting: list[PieceMove] = []
    if player == user and not judge.winners(state):
        for value, squares in dict.fromkeys(state.bank):
            for step in steps:
                kind: Kind = "enter" if (start, step) == (0, 1) else "move"
                if judge.forbids(view, kind, value=value, squares=squares, start=start, end=step) is None:
                    fitting.append(PieceMove(kind, (piece,), value, squares, start, step, view.taken(step)))
    if fitting:
        return min(fitting, key=lambda move: move.kind == "move" and move.squares != move.end - move.start)
    step = next((step for step in steps if step > start), steps[-1])
    value, squares = _nearest(judge, state, start, step)
    leaves = start == 0 and (step == 1 or (value in judge.entering and not view.first))
    kind = "enter" if leaves else "move"
    named = piece_number(player, piece, mover=user, players=judge.players)
    return PieceMove(kind, (named,), value, squares, start, step, view.taken(step))


def _steps_to(names: Sequence[str], start: int, end: str) -> list[int]:
    """List the steps at which a path meets a square; off the path, the nearest one."""
    if names[start] == end and start not in (0, HOME):
        return [start]
    steps = [step for step, square in enumerate(names) if square == end]
    if steps:
        return steps
    row, column = _place(end)

    def distance(step: int) -> tuple[int, bool, int]:
        there, across = _place(names[step])
        return abs(there - row) + abs(across - column), step <= start, step

    return [min(range(1, HOME), key=distance)]


def _place(square: str) -> tuple[int, int]:
    """Read the id of a square as (row, column).

    Raises:
        NotationError: If the board has none of that name.
    """
    row, letter, column = square[1:].partition("c")
    if square[:1] == "r" and letter and row.isdecimal() and column.isdecimal():
        place = int(row), int(column)
        arms = range(8, 11)
        if max(place) < SIZE and (place[0] in arms) != (place[1] in arms):
            return place
    raise NotationError(f"there is no square {square!r}: squares are {CHARKONI} and r0c8 to r18c10")


def _nearest(judge: Judge, state: State, start: int, end: int) -> tuple[int, int]:
    """Choose the throw in the bank that hands most likely meant."""
    if not state.bank:
        return 0, 0
    return min(
        state.bank,
        key=lambda entry: (
            start == 0 and end == 1 and entry[0] not in judge.entering,
            abs(entry[1] - end + start),
        ),
    )
