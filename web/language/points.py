"""How points are numbered for people: for each player from the own side, or alike for both (BF2).

It is asked for the reader, as the language is. Moves, records and positions stay as the engine writes them:
only what people read follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import Literal

from engine.move import EndTurn, Move, Play, Step, parse_play
from engine.notation.plays import whole_play
from engine.reasons import Parameter, Reason
from web.games import page_of

Points = Literal["own", "alike"]
"""From the own side of who moves; or alike for both."""

Pips = Literal["hidden", "shown"]
"""Players count for themselves; or the pages count for them, but in no tournament."""


def _own() -> bool:
    return False


_ASKED: ContextVar[Callable[[], bool]] = ContextVar("points_alike", default=_own)


def ask(wanted: Callable[[], bool] = _own) -> None:
    """Tell for the request that begins how the house wants points numbered; nothing more when it is over."""
    _ASKED.set(wanted)


@contextmanager
def numbered(alike: bool) -> Iterator[None]:
    """Number points so in all that is said within; for what is said outside a request."""
    token = _ASKED.set(lambda: alike)
    try:
        yield
    finally:
        _ASKED.reset(token)


def can_be_alike(game: str, preset: str) -> bool:
    """True if the rules of a preset number the points for both players alike."""
    return preset in page_of(game).alike


def alike(game: str, preset: str) -> bool:
    """True if the points are numbered alike for both players of this game."""
    return can_be_alike(game, preset) and _ASKED.get()()


def point(number: int, player: int, *, game: str, preset: str) -> int:
    """Return the number that people read for a player's own point."""
    return page_of(game).common_number(player, number) if alike(game, preset) else number


def move(made: Move, mover: int, *, game: str, preset: str) -> Move:
    """Write the steps of a play by the numbers that people read; any other move stays as it is."""
    if not isinstance(made, Play) or not alike(game, preset):
        return made
    number = page_of(game).common_number
    return Play(
        tuple(Step(number(mover, step.start), number(mover, step.end), step.hit) for step in made.steps)
    )


def turn(moves: Sequence[object], count: int) -> list[Play]:
    """List the plays of a turn that was played in several parts, its end aside; empty for anything else.

    Args:
        moves: What one player did.
        count: How many actions there are in all.
    """
    plays = [one for one in moves if isinstance(one, Play)]
    ends = bool(moves) and isinstance(moves[-1], EndTurn)
    is_one = plays and len(moves) == count > 1 and len(plays) + ends == count
    return plays if is_one else []


def whole(plays: Sequence[Play], player: int, *, game: str, preset: str) -> str:
    """Write the plays of a turn as one, with the points as they are numbered for the reader."""
    numbered: list[Move] = [move(play, player, game=game, preset=preset) for play in plays]
    return whole_play(step for play in numbered if isinstance(play, Play) for step in play.steps)


def reason(given: Reason, *, game: str, preset: str) -> Reason:
    """Name the points of a refusal by the numbers that people read."""
    mover = given.params.get("player")
    if not isinstance(mover, int) or not alike(game, preset):
        return given
    params: dict[str, Parameter] = dict(given.params)
    for key, value in given.params.items():
        if key in ("start", "end") and isinstance(value, int):
            params[key] = page_of(game).common_number(mover, value)
        elif key == "example" and isinstance(value, str):
            params[key] = str(move(parse_play(value), mover, game=game, preset=preset))
    return replace(given, params=params)
