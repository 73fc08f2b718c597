"""Moves as hands make them: a checker, then a square."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.backgammon.board import SQUARES, placed, point_of, square_of
from engine.backgammon.legal import Board, sources
from engine.backgammon.refusals import verdict
from engine.backgammon.state import State
from engine.backgammon.steps import BAR, OFF, carried, without
from engine.errors import NotationError
from engine.game import Tap
from engine.move import Move, Play, Step


def taps(state: State, *, pieces: int, most: bool, together: bool = True) -> list[Tap]:
    """List the single steps that begin a legal play, and one checker's steps with several dice.

    Args:
        state: A position that waits for a move.
        pieces: Checkers of one player.
        most: As many dice as possible must be played (BS2).
        together: A checker that goes on from the bar brings in the others that must come in before.
    """
    first = {
        place.step: place for place in reversed(placed(state, pieces=pieces)) if place.player == state.turn
    }
    found: dict[tuple[int, int], Play] = {}
    for start in (start for start in first if start != OFF):
        runs = _runs(state, start, state.left)
        for steps in [*runs, *(_from_bar(state) if together and start == BAR else [])]:
            end = steps[-1].end
            if (start, end) in found:
                continue
            if verdict(state.board, state.left, steps, most=most, whole=False).flaw is None:
                found[start, end] = Play(steps)
    return [
        Tap((state.turn, first[start].piece), first[start].square, square_of(state.turn, end), play)
        for (start, end), play in sorted(found.items(), reverse=True)
    ]


def move_between(
    state: State, piece: tuple[int, int], end: str, *, pieces: int, legal: Sequence[Tap]
) -> Move:
    """Put a checker and a square touched into a play of its steps, legal or not.

    Args:
        state: The position.
        piece: (player, checker).
        end: Id of the square.
        pieces: Checkers of one player.
        legal: What `taps` lists now.

    Raises:
        NotationError: If the piece or the square does not exist.
    """
    where = {(place.player, place.piece): place for place in placed(state, pieces=pieces)}
    if piece not in where:
        raise NotationError(f"there is no checker {piece!r}: players are 0 and 1, checkers 0 to {pieces - 1}")
    if end not in SQUARES:
        raise NotationError(f"there is no square {end!r}: there are p1 to p24, bar0, bar1, off0, off1")
    touched = where[piece]
    if end in ("off0", "off1"):  # hands lay a checker into either tray
        end = f"off{touched.player}"
    for tap in legal:
        if tap.piece[0] == piece[0] and (tap.start, tap.end) == (touched.square, end):
            return tap.move
    start = touched.step
    if touched.player != state.turn:
        start = 25 - start if 1 <= start <= 24 else OFF
    landing = point_of(state.turn, end)
    hit = 1 <= landing <= 24 and state.board[landing] == -1 and start > 0 and touched.player == state.turn
    return Play((Step(start, landing, hit),))


def _from_bar(state: State) -> list[tuple[Step, ...]]:
    """List the ways of a checker from the bar before which others come in: by a doublet, all to one point."""
    waiting = state.board[BAR] - 1
    if waiting < 1 or len(set(state.left)) != 1 or len(state.left) <= waiting + 1:
        return []
    die, *rest = state.left
    board: Board = state.board
    steps: tuple[Step, ...] = ()
    for _ in range(waiting):
        step = Step(BAR, BAR - die, hit=board[BAR - die] == -1)
        board, steps = carried(board, step.start, step.end), (*steps, step)
    after = replace(state, board=board)
    return [(*steps, *run) for run in _runs(after, BAR, tuple(rest[waiting - 1 :])) if len(run) > 1]


def _runs(state: State, start: int, left: tuple[int, ...]) -> list[tuple[Step, ...]]:
    """List the ways of one checker over the dice left; fewer dice and fewer hits come first."""
    runs: list[tuple[Step, ...]] = []
    for die in dict.fromkeys(left):
        if start not in sources(state.board, die):
            continue
        end = max(start - die, OFF)
        step = Step(start, end, hit=end != OFF and state.board[end] == -1)
        runs.append((step,))
        if end != OFF:
            after = replace(state, board=carried(state.board, start, end))
            runs += [(step, *more) for more in _runs(after, end, without(left, (die,)))]
    return sorted(runs, key=lambda run: (len(run), sum(step.hit for step in run)))
