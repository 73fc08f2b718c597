"""One checker and one die: what a step may do, and which rule forbids it.

The rules of a single step are the same in every preset; only their numbers differ. `flaw` says them once,
in the order in which the rule page names them. `engine.backgammon.legal` repeats them for speed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum

from engine.backgammon.legal import Board
from engine.move import Step

BAR = 25
"""The mover's own bar, as a place to start from."""
OFF = 0
"""Borne off, as a place to end; as a start it is a place where no checker can be moved."""


class Flaw(IntEnum):
    """What is wrong with a play, in the order in which it is named."""

    NO_DIE = 1
    """No die left shows that many points (BF4, BP7)."""
    TOO_MANY = 2
    """More steps than the dice give (BF4, BF9 | BP7, BP14)."""
    NO_CHECKER = 3
    """No checker of the mover stands there (BF4, BP7)."""
    BAR_FIRST = 4
    """A checker waits on the bar (BF7, BP17)."""
    BLOCKED = 5
    """Two or more opposing checkers hold the point (BF5, BP10)."""
    NOT_ALL_HOME = 6
    """A checker is still outside the home board (BF13, BP23)."""
    FURTHER_BACK = 7
    """The die is too large for this checker while another stands further back (BF14, BP26)."""
    UNPLAYED = 8
    """A die is left that could be played (BF12, BF15 | BP11)."""
    FEWER_DICE = 9
    """More dice can be played than this play uses or leaves room for (BS2)."""
    SMALLER_DIE = 10
    """Only one of the dice can be played, and the larger one can (BS2)."""


def flaw(board: Sequence[int], start: int, die: int) -> Flaw | None:
    """Tell what is wrong with moving the checker on `start` by one die; None if nothing is."""
    if not 1 <= start <= BAR or board[start] <= 0:
        return Flaw.NO_CHECKER
    if board[BAR] and start != BAR:
        return Flaw.BAR_FIRST
    end = start - die
    if end > 0:
        return Flaw.BLOCKED if board[end] < -1 else None
    if any(board[point] > 0 for point in range(7, BAR + 1)):
        return Flaw.NOT_ALL_HOME
    if end < 0 and any(board[point] > 0 for point in range(start + 1, 7)):
        return Flaw.FURTHER_BACK
    return None


def carried(board: Sequence[int], start: int, end: int, *, pieces: int = 15) -> Board:
    """Carry a step out as hands do it, legal or not, and give the board after it.

    A point holds checkers of one player only: whoever stands on `end` is hit, however many they are. Where
    the mover has no checker on `start`, the opponent's checker there is moved. `start` 0 brings a checker
    back that is off, or else the opponent's from the bar. Where there is no checker, nothing moves.

    Args:
        board: From the mover's side; not modified.
        start: 1 to 24 a point, 25 the mover's bar, 0 as said.
        end: 1 to 24 a point, 0 off, 25 the bar.
        pieces: Checkers of one player, on the board or off.
    """
    after = list(board)
    if not (0 <= start <= BAR and 0 <= end <= BAR):
        return tuple(after)
    mine = 1
    if start == OFF:
        if sum(count for count in board[1:] if count > 0) == pieces:
            if not board[0]:
                return tuple(after)
            after[0] -= 1
            mine = -1
    elif after[start] > 0:
        after[start] -= 1
    elif after[start] < 0:
        after[start] += 1
        mine = -1
    else:
        return tuple(after)
    if end == BAR:
        after[BAR if mine > 0 else 0] += 1
    elif end != OFF:
        if after[end] * mine < 0:
            after[0 if mine > 0 else BAR] += abs(after[end])
            after[end] = 0
        after[end] += mine
    return tuple(after)


def singles(steps: Sequence[Step], left: Sequence[int]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Take steps apart into (start, die), one for each die used, in every way the dice left allow.

    A step of several dice (``13/7``) is a checker that goes on; a checker is borne off by a die that is large
    enough. Each result is in the order of the starts, furthest back first: if any order of these is legal,
    that one is.
    """
    for taken in _apart(tuple(steps), tuple(left)):
        yield tuple(sorted(taken, key=lambda single: -single[0]))


def _apart(steps: tuple[Step, ...], left: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    if not steps:
        yield ()
        return
    first, *others = steps
    for taken, rest in _carriers(first.start, first.end, left):
        for more in _apart(tuple(others), rest):
            yield taken + more


def _carriers(
    start: int, end: int, left: tuple[int, ...]
) -> Iterator[tuple[tuple[tuple[int, int], ...], tuple[int, ...]]]:
    """Yield the ways of the dice left to bring a checker from start to end, and the dice that remain.

    One die comes before several, and the smallest one that bears the checker off before a larger one.
    """
    for die in sorted(set(left)):
        if start - die == end or (start < die and end == OFF):
            yield ((start, die),), without(left, (die,))
    for die in sorted(set(left)):
        if start - die > end:
            for more, remain in _carriers(start - die, end, without(left, (die,))):
                yield ((start, die), *more), remain


def without(left: Sequence[int], used: Sequence[int]) -> tuple[int, ...]:
    """Return the dice left after some of them have been used."""
    rest = list(left)
    for die in used:
        rest.remove(die)
    return tuple(rest)
