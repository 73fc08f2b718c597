"""What a throw or a play brought about: for the voice, the lamps and the list of events."""

from __future__ import annotations

from engine.backgammon.legal import sources
from engine.backgammon.numbers import Numbers
from engine.backgammon.state import State, flipped, own_points
from engine.backgammon.steps import BAR, OFF
from engine.facts import Fact, FactKind
from engine.move import Beaver, CubeMove, Drop, Take
from engine.throw import Dice


def of_throw(before: State, throw: Dice, after: State, *, numbers: Numbers) -> tuple[Fact, ...]:
    """Tell who begins, that the throws tie, or that nothing can be played with this throw."""
    if before.opening:
        if after.opening and after.ties == before.ties:
            return ()
        pips = throw.pips if len(throw.pips) == 2 else (before.first, *throw.pips)
        if after.opening:
            return (Fact(FactKind.TIED, after.turn, values=pips, rule=numbers.begins),)
        return (Fact(FactKind.BEGINS, after.turn, values=pips, rule=numbers.begins),)
    if after.number != before.number:
        dice = tuple(sorted(throw.pips, reverse=True))
        return (Fact(FactKind.PASSED, before.turn, values=dice, rule=_why_passed(before, numbers)),)
    if not _can_play(after):
        return (Fact(FactKind.LOST, before.turn, values=after.dice, rule=numbers.lost),)
    return ()


def of_play(
    before: State, steps: tuple[tuple[int, int], ...], played: State, *, numbers: Numbers, pieces: int
) -> tuple[Fact, ...]:
    """Tell who was hit, what was borne off, and which dice cannot be played any more.

    Args:
        before: The state before the play.
        steps: (start, end) of every step, in their order.
        played: The state after the steps, before the turn passes.
        numbers: How the preset numbers its rules.
        pieces: Checkers of one player.
    """
    found: list[Fact] = []
    if any(end == OFF or (end < BAR and before.board[end] < 0) for _, end in steps):
        hit, off = _taken(before, steps, pieces)
        if hit:
            found.append(Fact(FactKind.CAPTURED, before.turn, pieces=hit, rule=numbers.hit))
        if off:
            found.append(Fact(FactKind.HOME, before.turn, pieces=off, rule=numbers.borne_off))
    if played.left and not _can_play(played) and any(count > 0 for count in played.board[1:]):
        found.append(Fact(FactKind.LOST, before.turn, values=played.left, rule=numbers.lost))
    return tuple(found)


def of_cube(before: State, move: CubeMove) -> tuple[Fact, ...]:
    """Say to what a player doubles, and what the cube shows once a double is taken."""
    value = before.cube.value
    if isinstance(move, Drop):
        return ()
    kind = FactKind.TAKEN if isinstance(move, Take) else FactKind.DOUBLED
    return (Fact(kind, before.turn, values=(4 * value if isinstance(move, Beaver) else 2 * value,)),)


def of_end(before: State, *, numbers: Numbers) -> tuple[Fact, ...]:
    """Tell that a player handed the turn over without having played anything."""
    if len(before.left) == (4 if before.dice[:1] == before.dice[1:] else 2):
        return (Fact(FactKind.PASSED, before.turn, values=before.dice, rule=numbers.passed),)
    return ()


def _taken(
    before: State, steps: tuple[tuple[int, int], ...], pieces: int
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """List which checkers steps hit and which they bear off, as (player, checker)."""
    mine = list(own_points(before.board, pieces=pieces))
    theirs = list(own_points(flipped(before.board), pieces=pieces))
    hit: list[tuple[int, int]] = []
    off: list[tuple[int, int]] = []
    for start, end in steps:
        if start not in mine:
            continue
        number = mine.index(start)
        mine[number] = end
        if end == OFF and start != OFF:
            off.append((before.turn, number))
        for other in [n for n, point in enumerate(theirs) if 1 <= end <= 24 and point == 25 - end]:
            theirs[other] = BAR
            hit.append((1 - before.turn, other))
    return tuple(hit), tuple(off)


def _can_play(state: State) -> bool:
    return any(sources(state.board, die) for die in state.left)


def _why_passed(before: State, numbers: Numbers) -> str:
    """Tell why a turn passes in `polish`: all points to come in on are held, those of the dice, or none."""
    board = before.board
    if not board[BAR]:
        return numbers.passed
    return "BP21" if all(board[BAR - die] < -1 for die in range(1, 7)) else "BP22"
