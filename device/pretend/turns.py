"""What pretend hands do: a legal turn, piece by piece, or something that the rules forbid."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.following.search import appearance_of
from engine.following.wrong import Displaced, Kind, Objection, displaced, objection
from engine.game import Line, Rules
from engine.move import Decline, PieceMove, Play
from engine.reachable import Appearance, Reached, Way
from engine.throw import Throw

_TRIED = 60
"""So many of all that can be done wrong are looked at."""
_CROWD = 2
"""What is done wrong is done where no more stand: of many one more or less is hard to tell."""
_SENSIBLE = 6
"""The best of so many turns is played."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """A piece that a hand takes from one place to another."""

    seat: int
    start: str
    """Empty for a piece that was not on the board."""
    end: str
    """Empty for a piece that is taken away."""
    lay: tuple[bool, bool] = (False, False)
    """Whether it lay before and lies then."""


def transfers(before: Appearance, after: Appearance, rules: Rules[Any], *, first: int = 0) -> list[Transfer]:
    """List what hands move to make one look of a board another.

    Args:
        before: As it looks.
        after: As it is to look.
        rules: What is played; who is near on its way is moved there.
        first: The seat whose pieces are moved first.
    """
    gone, come = Counter(before) - Counter(after), Counter(after) - Counter(before)
    found = []
    for seat in sorted({look[1] for look in (*gone, *come)}, key=lambda seat: (seat != first, seat)):
        order = {square: number for number, square in enumerate(rules.steps(seat).values())}
        starts, ends = (
            sorted(
                ((square, lies) for square, owner, lies in looks.elements() if owner == seat),
                key=lambda one: order.get(one[0], -1),
            )
            for looks in (gone, come)
        )
        for number in range(max(len(starts), len(ends))):
            start, lay = starts[number] if number < len(starts) else ("", False)
            end, lies = ends[number] if number < len(ends) else ("", lay)
            found.append(Transfer(seat, start, end, (lay if start else lies, lies)))
    return found


def moved(appearance: Appearance, one: Transfer, *, picked: bool = False) -> Appearance:
    """Return how the board looks after a transfer, or while its piece is in the hand."""
    looks = list(appearance)
    if one.start:
        looks.remove((one.start, one.seat, one.lay[0]))
    if one.end and not picked:
        looks.append((one.end, one.seat, one.lay[1]))
    return tuple(sorted(looks))


def legal_turn(rules: Rules[Any], state: Any, rng: Random) -> list[Appearance]:
    """Choose a whole turn: how the board looks after each of its parts; empty where nothing can be moved."""
    reachable = rules.reachable(state)
    here = appearance_of(rules, state)
    whole = [
        one
        for one in reachable.appearances
        if one.appearance != here and one.is_whole and _is_played_by_hands(one.way)
    ]
    if not whole:
        return []
    some = rng.sample(whole, min(_SENSIBLE, len(whole)))
    best = max(some, key=lambda one: _sent_back(here, one, mover=rules.turn(state)))
    return _looks(rules, state, best.way)


def wrong_turn(line: Line[Any, Any], rng: Random, *, clear: bool = False) -> Objection | None:
    """Choose something that the rules forbid, each kind as likely as another; None where nothing is.

    Args:
        line: The game.
        rng: Chooses.
        clear: Leave out what is hard to see, where something else is left.
    """
    rules, state = line.rules, line.state
    legal = {one.appearance for one in rules.reachable(state).appearances}
    seen: dict[Appearance, Displaced] = {}
    for one in displaced(rules, state, legal=legal):  # trays are not looked at
        seen.setdefault(tuple(look for look in one.appearance if not look[0].startswith("off")), one)
    known = {tuple(look for look in one if not look[0].startswith("off")) for one in legal}
    wrong = [one for look, one in seen.items() if look not in known]
    if clear:
        here = appearance_of(rules, state)
        wrong = [one for one in wrong if _is_clear(here, one)] or wrong
    kinds: dict[Kind, list[Objection]] = {}
    for one in rng.sample(wrong, min(_TRIED, len(wrong))):
        try:
            told = objection(line, Way((), state, None), one)
        except ValueError:
            continue
        kinds.setdefault(told.kind, []).append(told)
    return rng.choice(kinds[rng.choice(sorted(kinds))]) if kinds else None


def _is_clear(here: Appearance, one: Displaced) -> bool:
    """True if few pieces stand where one is taken and put, and none may lie beside either place."""
    counts = Counter(square for square, _seat, _lies in (*here, *one.appearance))
    places = [place for place in (one.start, one.end) if place]
    return all(
        counts[place] <= 2 * _CROWD and not place.startswith(("bar", "off", "charkoni")) for place in places
    )


def _is_played_by_hands(way: Way[Any]) -> bool:
    """True if hands alone tell it: nothing is declined, declared or thrown on the way."""
    said = any(isinstance(one, Decline) for one in way.ends or ())
    hands = all(
        isinstance(one, Play) or (isinstance(one, PieceMove) and one.kind in ("move", "enter"))
        for one in way.moves
    )
    return hands and not said and not any(isinstance(one, Throw) for one in way.moves)


def _sent_back(here: Appearance, one: Reached[Any], *, mover: int) -> int:
    """Count the pieces of others that a turn sends back."""
    gone = Counter(here) - Counter(one.appearance)
    return sum(count for (_square, seat, _lies), count in gone.items() if seat != mover)


def _looks(rules: Rules[Any], state: Any, way: Way[Any]) -> list[Appearance]:
    """List how the board looks after each part of a turn."""
    looks = []
    for move in way.moves:
        if isinstance(move, Throw):
            continue
        if isinstance(move, Play):
            looks += [
                appearance_of(rules, rules.apply(state, Play(move.steps[:count])).state)
                for count in range(1, len(move.steps))
            ]
        state = rules.apply(state, move).state
        looks.append(appearance_of(rules, state))
    return looks
