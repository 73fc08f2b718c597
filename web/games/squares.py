"""What people call the squares of a board: by whose they are, not by rows and columns.

Right and left are those of who sits at the arm or home. A seat that nobody uses is named by the neighbour.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from engine.errors import SetupError
from engine.messages import Message, Seat
from engine.registry import make_rules
from web.drawing.places import SIDES
from web.games.game_page import SquareNames, page_of
from web.marks import phrase


@lru_cache(maxsize=64)
def names_of(game: str, preset: str, players: int, *, alike: bool = False) -> SquareNames:
    """Name the squares of a game's board; none of a game that this box does not know.

    Args:
        game: As the engine calls it.
        preset: By which rules; empty for the first.
        players: How many play.
        alike: Places are numbered alike for all players (`web.language.points`).
    """
    try:
        rules = make_rules(game, preset or None, players=players)
    except SetupError:
        return {}
    return page_of(game).square_names(rules, alike)


def name_of(square: str, *, game: str, preset: str, players: int, alike: bool = False) -> Message:
    """Name one square; by row and column where the game has no name for it, as of another version's game.

    The arguments are those of `names_of`.
    """
    if known := names_of(game, preset, players, alike=alike).get(square):
        return known
    found = re.fullmatch(r"r(\d+)c(\d+)", square)
    if found is None:
        return Message(square)
    return phrase("row {row}, column {column}", row=int(found[1]) + 1, column=int(found[2]) + 1)


def seats_by_side(players: int) -> Mapping[int, int]:
    """Return which seat is at which side, in quarter turns anti-clockwise from the south."""
    return {side: seat for seat, side in enumerate(SIDES[players])}


def empty_side(side: int) -> Message:
    """Name a side where nobody sits by its neighbour, the player in the south."""
    if side == 1:
        return phrase("the empty side on {player}’s right", player=Seat(0))
    return phrase("the empty side on {player}’s left", player=Seat(0))
