"""What hands do to a whole board in the middle of a game: two pieces at once, the board itself."""

from __future__ import annotations

from random import Random

from boards.film_board import FilmBoard
from device.follow.candidates import ways_told
from device.follow.evidence import is_loose
from engine.following.search import appearance_of
from engine.following.wrong import displaced
from engine.reachable import Appearance, Way


def firm(look: Appearance) -> Appearance:
    """Return what stands on places beside which nothing may lie."""
    return tuple(piece for piece in look if not is_loose(piece[0]))


def explained(board: FilmBoard) -> set[Appearance]:
    """Return all that a legal part of a turn, with at most one piece displaced after it, makes of a board."""
    model, rules = board.table.model, board.rules
    reachable = rules.reachable(model.state)
    legal = {one.appearance for one in reachable.appearances}
    ways = [way for one in reachable.appearances for way in ways_told(rules, one)[:1]]
    found = {firm(one) for one in legal}
    for way in (Way((), model.state, None), *ways):
        found |= {firm(one.appearance) for one in displaced(rules, way.state, legal=legal)}
    return found


def two_displaced(board: FilmBoard, rng: Random) -> Appearance:
    """Return the board with two pieces moved so that neither rules nor one mistake explain it."""
    model = board.table.model
    known, here = explained(board), appearance_of(board.rules, model.state)
    squares = [place.name for place in board.plan.places if not is_loose(place.name)]
    while True:
        look = list(here)
        firms = [piece for piece in look if not is_loose(piece[0])]
        for piece in rng.sample(firms, 2):
            look.remove(piece)
            look.append((rng.choice(squares), piece[1], piece[2]))
        shown = tuple(sorted(look))
        if firm(shown) not in known:
            return shown
