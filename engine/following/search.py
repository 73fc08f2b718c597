"""The search for all that the values to be played can reach: whole turns and parts of one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from engine.game import Rules, Waits
from engine.move import Decline, EndTurn, Move
from engine.reachable import Appearance, Reachable, Reached, Way
from engine.throw import Throw

S = TypeVar("S")

MOST = 4000
"""So many moves are tried: where many values wait, or one may be divided, they grow without a bound."""

MOST_WAYS = 8
"""So many ways to one appearance are kept."""

_MOST_ENDING = 32
"""Values that a turn can give up at its end; no bank holds more."""


def appearance_of(rules: Rules[S], state: S) -> Appearance:
    """Return a position as it is seen.

    >>> from engine.registry import make_rules
    >>> rules = make_rules("chowka-bhara")
    >>> appearance_of(rules, rules.start())[0]
    ('r0c2', 1, False)
    """
    return tuple(sorted((one.square, one.player, one.lying) for one in rules.placed(state)))


def searched(rules: Rules[S], state: S, *, alike: Callable[[S], Hashable], most: int = MOST) -> Reachable[S]:
    """Find what the moves of a turn can reach one after the other, the fewest moves first.

    Args:
        rules: What is played.
        state: From where.
        alike: What a position depends on for all that follows, whichever of equal pieces stands where.
        most: How many moves are tried.
    """
    begun = rules.turn(state), rules.turn_number(state)
    queue: deque[tuple[S, tuple[Move, ...]]] = deque([(state, ())])
    known = {alike(state)}
    ways: list[Way[S]] = []
    is_cut = False
    while queue:
        here, moves = queue.popleft()
        goes_on = (rules.turn(here), rules.turn_number(here)) == begun
        ways.append(Way(moves, here, ends_of(rules, here, begun)))
        if not goes_on or rules.waits(here) is not Waits.MOVE:
            continue
        if most <= 0:
            is_cut = True
            continue
        offered = rules.moves(here)
        most -= len(offered)
        for move in offered:
            after = rules.apply(here, move).state
            key = alike(after)
            if key not in known:
                known.add(key)
                queue.append((after, (*moves, move)))
    return gathered(((appearance_of(rules, way.state), way) for way in ways), is_cut=is_cut)


def ends_of(rules: Rules[S], state: S, begun: tuple[int, int]) -> tuple[Move, ...] | None:
    """Return what must be said so that a turn ends; None where something must be played.

    Args:
        rules: What is played.
        state: A position.
        begun: Whose turn it is that may end, and its number.
    """
    said: list[Move] = []
    for _ in range(_MOST_ENDING):
        if (rules.turn(state), rules.turn_number(state)) != begun:
            return tuple(said)
        if rules.waits(state) in (Waits.THROW, Waits.OVER):
            return tuple(said)
        offered = [move for move in rules.optional(state) if isinstance(move, Decline | EndTurn)]
        if not offered:
            return None
        said.append(offered[0])
        state = rules.apply(state, offered[0]).state
    return None


def gathered(found: Iterable[tuple[Appearance, Way[S]]], *, is_cut: bool = False) -> Reachable[S]:
    """Put ways together by what is seen of them; the first is where they begin."""
    together: dict[Appearance, list[Way[S]]] = {}
    for appearance, way in found:
        together.setdefault(appearance, []).append(way)
    return Reachable(
        tuple(
            Reached(appearance, tuple(sorted(ways, key=_likeliest)[:MOST_WAYS]))
            for appearance, ways in together.items()
        ),
        is_cut,
    )


def _likeliest(way: Way[S]) -> tuple[bool, int, int]:
    return way.ends is None, len(way.ends or ()), len(way.moves)


def reachable_by(
    rules: Rules[S],
    state: S,
    throws: Sequence[Throw],
    *,
    settled: Callable[[S], S] = lambda state: state,
    most: int = MOST,
) -> Reachable[S]:
    """Find what can be reached with throws that lie in the tray already, as when opponents are fast.

    Args:
        rules: What is played.
        state: From where.
        throws: What was thrown since, in order; each is thrown where a turn may end.
        settled: Carries on what players have declared, as `engine.game.Line.settled` does.
        most: How many positions are looked at, in all.

    Raises:
        ThrowError: If the rules want another kind of throw.
    """
    found = rules.reachable(state)
    left = most - len(found.appearances)
    for throw in throws:
        more: list[tuple[Appearance, Way[S]]] = [
            (one.appearance, way) for one in found.appearances for way in one.ways
        ]
        is_cut = found.is_cut
        for one in found.appearances:
            way = one.way
            if way.ends is None or (way.moves and isinstance(way.moves[-1], Throw)):
                continue
            after = way.state
            for said in way.ends:
                after = rules.apply(after, said).state
            if rules.waits(after) is not Waits.THROW:
                continue
            if left <= 0:
                is_cut = True
                break
            thrown = settled(rules.apply_throw(after, throw).state)
            onward = rules.reachable(thrown)
            left -= len(onward.appearances)
            is_cut = is_cut or onward.is_cut
            before = (*way.moves, *way.ends, throw)
            more += [
                (one.appearance, replace(onto, moves=(*before, *onto.moves)))
                for one in onward.appearances
                for onto in one.ways
            ]
        found = gathered(more, is_cut=is_cut)
    return found
