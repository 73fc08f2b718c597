"""Every play for a position and the dice left: the fast path that all of backgammon stands on.

A *board* is the contract's: 26 integers from the mover's side, the mover going 24 → 1. ``[0]`` counts the
opponent's checkers on the bar, ``[1]`` to ``[24]`` the points (+ mover, − opponent), ``[25]`` the mover's
checkers on the bar. Checkers that are off are what is missing.

How it is quick, in plain Python:

* A position is one whole number, its *key*: 26 bytes, most significant first, each the board's entry plus
  128. Keys sort as boards do, moving a checker is one addition, and equal positions are equal keys.
* A *way* to reach a position is a tuple of small *codes*, one for each checker step (die, start, hit). Steps
  and texts are made from it only when someone asks.
* Two different dice: without a checker on the bar and with two or more outside the home board nobody bears
  off in this turn, and own checkers never bar one's own way. So every source of the one die goes with every
  source of the other, and a checker that takes both dice is added.
* A doublet: steps of one size can always be put in the order of their starts, furthest back first. Looking
  only at such orders finds every position exactly once.

What a single step may do is said once more, with reasons, in `engine.backgammon.steps`; a test holds the two
together.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from struct import Struct

from engine.move import Play, Step

Board = tuple[int, ...]
"""26 integers from the mover's side, as the contract has them."""

Way = tuple[int, ...]
"""Codes of single checker steps; `play_of` reads them."""

_BYTES = Struct("26b")
_BIAS = int.from_bytes(bytes([128] * 26), "big")
_SIGNED = bytes((value + 128) % 256 for value in range(256))
"""Takes the 128 off every byte of a key."""
_AT = [1 << 8 * (25 - place) for place in range(26)]
"""What one checker of the mover adds to a key, by place."""
_TAKEN = [at + _AT[0] for at in _AT]
"""What a hit adds to a key: the blot leaves its point and stands on the opponent's bar."""
_HIT = 256
"""Added to a code whose step hits; a code is otherwise die × 32 + start."""
_POINTS = tuple(range(24, 0, -1))
_SHIFT = [[(_AT[start - die] if start > die else 0) - _AT[start] for start in range(26)] for die in range(7)]
"""What a step of a die from a start adds to a key, a hit apart."""


def plays(board: Sequence[int], dice: Sequence[int]) -> list[Board]:
    """List the positions that the mover can reach with a throw of two dice under `standard` (BS2).

    Args:
        board: 26 integers from the mover's side, as the contract has them; not checked.
        dice: Two numbers from 1 to 6 in any order; equal ones are played four times.

    Returns:
        Every distinct position at the end of a legal play, same orientation, sorted; empty when nothing can
        be played.

    >>> start = [0,-2,0,0,0,0,5,0,3,0,0,0,-5,5,0,0,0,-3,0,-5,0,0,0,0,2,0]
    >>> len(plays(start, [3, 1]))
    16
    """
    found = ways(board, dice_left(dice))
    keys = b"".join([key.to_bytes(26, "big") for key in sorted(found)])
    return list(_BYTES.iter_unpack(keys.translate(_SIGNED)))


def dice_left(dice: Sequence[int]) -> tuple[int, ...]:
    """Tell what two dice give to play, the larger first; equal ones give four (BF9, BP14)."""
    first, second = dice
    if first == second:
        return (first,) * 4
    return (first, second) if first > second else (second, first)


def ways(board: Sequence[int], left: Sequence[int], *, most: bool = True) -> dict[int, Way]:
    """Find every position that the rest of a turn can end in, and one way to each.

    Args:
        board: From the mover's side; not checked.
        left: Dice left to play: one, two different ones (the larger first), or up to four equal ones.
        most: As many dice as possible must be played, and the larger if only one of two can (BS2); otherwise
            any order may be chosen, as long as no die that is left can still be played (BF12, BP11).

    Returns:
        Key of the position → a way; empty when nothing can be played.
    """
    if not left:
        return {}
    key = int.from_bytes(_BYTES.pack(*board), "big") ^ _BIAS
    if left[0] == left[-1]:
        return _equal(board, key, left[0], len(left))
    large, small = left
    if board[25]:
        return _entering(board, key, large, small, most=most)
    own = [point for point in _POINTS if board[point] > 0]
    if own and own[0] > 6 and (board[own[0]] > 1 or (len(own) > 1 and own[1] > 6)):
        found = _both(board, key, own, large, small, most=most)
        if found is not None:
            return found
    return _ordered(board, key, large, small, most=most)


def board_of(key: int) -> Board:
    """Turn a key back into the board."""
    return _BYTES.unpack((key ^ _BIAS).to_bytes(26, "big"))


def sources(board: Sequence[int], die: int) -> list[int]:
    """List where a checker stands that one die can move now, furthest back first."""
    if board[25]:
        return [25] if board[25 - die] >= -1 else []
    found = [start for start in range(24, die, -1) if board[start] > 0 and board[start - die] >= -1]
    if max(board[7:25]) <= 0:
        if board[die] > 0:
            found.append(die)
        elif max(board[die:7]) <= 0:
            found += [start for start in range(die - 1, 0, -1) if board[start] > 0][:1]
    return found


def longest(board: Sequence[int], left: Sequence[int]) -> int:
    """Tell how many of the dice left can be played at most."""
    best = 0
    for die in dict.fromkeys(left):
        rest = list(left)
        rest.remove(die)
        for start in sources(board, die):
            after = list(board)
            _carry(after, start, die)
            best = max(best, 1 + longest(after, rest))
            if best == len(left) or left[0] == left[-1]:  # any order of equal dice plays as many
                return best
    return best


@lru_cache(maxsize=16384)
def play_of(way: Way) -> Play:
    """Read a way as a play, its steps in the order of their starts, furthest back first."""
    return Play(tuple(_STEPS[code] for code in _in_order(way)))


def text_of(way: Way) -> str:
    """Write a way as text, as `play_of` would: ``8/5 6/5``, ``6/off(2)``."""
    if len(way) == 2:
        one, other = _in_order(way)
        first, second = TEXTS[one], TEXTS[other]
        return f"{first}(2)" if first == second else f"{first} {second}"
    parts: list[str] = []
    last, count = 0, 1
    for code in way:
        if code == last:
            count += 1
            parts[-1] = f"{TEXTS[code]}({count})"
        else:
            parts.append(TEXTS[code])
            last, count = code, 1
    return " ".join(parts)


def _in_order(way: Way) -> Way:
    """Order the steps of two different dice; of two that end on one point, the one that comes first hits."""
    if len(way) != 2 or way[0] & 31 >= way[1] & 31:
        return way
    second, first = way
    if second >= _HIT and _STEPS[second].end == _STEPS[first].end:
        return first + _HIT, second - _HIT
    return first, second


def _step(code: int) -> Step:
    die, start = (code & 255) >> 5, code & 31
    return Step(start, max(start - die, 0), hit=code >= _HIT)


_STEPS = {
    code: _step(code)
    for hit in (0, _HIT)
    for die in range(1, 7)
    for start in range(1, 26)
    for code in [hit + die * 32 + start]
}
TEXTS = {code: str(step) for code, step in _STEPS.items()}
"""Code → the step as text."""
PLACES = {
    code: (step.start, step.end, 0) if step.hit else (step.start, step.end) for code, step in _STEPS.items()
}
"""Code → entries of the board that the step changes: 0, the opponent's bar, by a hit. (A step that bears off
names it too, and it stays as it is.)"""


def _added(board: Sequence[int], start: int, die: int) -> tuple[int, int]:
    """Tell what a legal step adds to the key, and its code."""
    if start > die and board[start - die] == -1:
        return _SHIFT[die][start] + _TAKEN[start - die], die * 32 + start + _HIT
    return _SHIFT[die][start], die * 32 + start


def _carry(board: list[int], start: int, die: int) -> tuple[int, int]:
    """Carry a legal step out on a board; return what it adds to the key, and its code."""
    added, code = _added(board, start, die)
    board[start] -= 1
    if start > die:
        if code >= _HIT:
            board[start - die] = 0
            board[0] += 1
        board[start - die] += 1
    return added, code


def _entering(board: Sequence[int], key: int, large: int, small: int, *, most: bool) -> dict[int, Way]:
    """Find the plays of two different dice that begin with a checker on the bar."""
    found: dict[int, Way] = {}
    stuck: dict[int, dict[int, Way]] = {large: {}, small: {}}
    for die, other in ((large, small), (small, large)):
        if board[25 - die] < -1:
            continue
        after = list(board)
        added, code = _carry(after, 25, die)
        reached = key + added
        if after[25]:
            steps = _steps_of(after, [25], other)
        else:
            steps = _steps_of(after, [point for point in _POINTS if after[point] > 0], other)
        if not steps:
            stuck[die][reached] = (code,)
        for shift, next_code in steps:
            found[reached + shift] = (code, next_code)
    return _ended(found, stuck[large], stuck[small], most=most)


def _ended(
    found: dict[int, Way], large: dict[int, Way], small: dict[int, Way], *, most: bool
) -> dict[int, Way]:
    """Choose between plays of both dice and those that end after the larger or the smaller one."""
    if not most:
        return small | large | found
    return found or large or small


def _both(
    board: Sequence[int], key: int, own: list[int], large: int, small: int, *, most: bool
) -> dict[int, Way] | None:
    """Find the plays of two different dice where nobody enters or bears off; None if it needs more care."""
    first = _steps_of(board, own, large)
    second = _steps_of(board, own, small)
    if not most and (len(first) < 2 or len(second) < 2):
        return None  # one step might leave the other die without any
    found: dict[int, Way] = {}
    shifts = _SHIFT[small]
    by_start = {code & 31: added for added, code in second}
    for added, code in first:
        reached = key + added
        for shift, other_code in second:
            found[reached + shift] = (code, other_code)
        start = code & 31
        if board[start] == 1 and start in by_start:
            del found[reached + by_start[start]]  # one checker cannot leave twice
        if code >= _HIT and board[start - large + small] > 0:
            # Both land on the same blot: only the first of them hits it.
            again = start - large + small
            del found[reached + by_start[again]]
            found[reached + shifts[again]] = (code, small * 32 + again)
    for steps, die, other in ((first, large, small), (second, small, large)):
        for added, code in steps:
            middle = (code & 31) - die
            end = middle - other
            if end > 0 and board[middle] <= 0 and board[end] >= -1:
                shift, last = _added(board, middle, other)
                found[key + added + shift] = (code, last)
    if not found:
        return {key + added: (code,) for added, code in first or second}
    return found


def _steps_of(board: Sequence[int], own: list[int], die: int) -> list[tuple[int, int]]:
    """List (what it adds to the key, code) of the steps of one die that stay on the board."""
    shift, codes = _SHIFT[die], die * 32
    return [
        (shift[start], codes + start)
        if held >= 0
        else (shift[start] + _TAKEN[start - die], codes + start + _HIT)
        for start in own
        if start > die and (held := board[start - die]) >= -1
    ]


def _ordered(board: Sequence[int], key: int, large: int, small: int, *, most: bool) -> dict[int, Way]:
    """Find the plays of two different dice by trying both orders."""
    found: dict[int, Way] = {}
    stuck: dict[int, dict[int, Way]] = {large: {}, small: {}}
    for die, other in ((large, small), (small, large)):
        for start in sources(board, die):
            after = list(board)
            added, code = _carry(after, start, die)
            reached = key + added
            next_starts = sources(after, other)
            if not next_starts:
                stuck[die][reached] = (code,)
            for next_start in next_starts:
                shift, next_code = _added(after, next_start, other)
                found[reached + shift] = (code, next_code)
    return _ended(found, stuck[large], stuck[small], most=most)


def _equal(board: Sequence[int], key: int, die: int, count: int) -> dict[int, Way]:
    """Find the plays of equal dice: as many steps as can be, furthest back first."""
    after = list(board)
    entered: Way = ()
    while after[25] and len(entered) < count:
        if after[25 - die] < -1:
            break
        added, code = _carry(after, 25, die)
        key += added
        entered += (code,)
    if after[25] or len(entered) == count:
        return {key: entered} if entered else {}
    outside = sum([point for point in after[7:25] if point > 0])
    for number in range(count - len(entered), 0, -1):
        # The last checker outside comes home by one step at least, so fewer steps bear nobody off.
        descend = _within if outside >= number else _descend
        found = descend(after, key, entered, die, number)
        if found:
            return found
    return {key: entered} if entered else {}


def _within(board: list[int], key: int, entered: Way, die: int, number: int) -> dict[int, Way]:
    """Find every way to make exactly so many steps of a die on the points, where nobody can bear off."""
    found: dict[int, Way] = {}
    shift, codes = _SHIFT[die], die * 32

    def walk(steps: list[tuple[int, int, int]], key: int, way: Way, number: int) -> None:
        """Make one of the steps (start, added, code) and then others of them from there on."""
        for place, (start, added, code) in enumerate(steps):
            end = start - die
            stood = board[end]
            reached = key + added
            rest = steps[place + 1 :]
            if stood <= 0 and end > die and board[end - die] >= -1:
                # The checker may go on. Nobody has stood there, so this step is new.
                at = 0
                while at < len(rest) and rest[at][0] > end:
                    at += 1
                rest.insert(at, (end, *_added(board, end, die)))
            if board[start] > 1:
                rest.insert(0, (start, shift[start], codes + start))  # a blot is hit only once
            if number == 2:
                for _, shifted, last in rest:
                    found[reached + shifted] = (*way, code, last)
                continue
            board[start] -= 1
            board[end] = 1 if stood == -1 else stood + 1
            walk(rest, reached, (*way, code), number - 1)
            board[end] = stood
            board[start] += 1

    own = [point for point in _POINTS if board[point] > 0]
    first = _steps_of(board, own, die)
    if number == 1:
        return {key + added: (*entered, code) for added, code in first}
    walk([(code & 31, added, code) for added, code in first], key, entered, number)
    return found


def _descend(board: list[int], key: int, entered: Way, die: int, number: int) -> dict[int, Way]:
    """Find every way to make exactly so many steps of a die where some may bear off."""
    found: dict[int, Way] = {}

    def walk(top: int, key: int, way: Way, number: int) -> None:
        for start in sources(board, die):
            if start > top:
                continue
            added, code = _added(board, start, die)
            if number == 1:
                found[key + added] = (*way, code)
                continue
            after = board[:]
            _carry(board, start, die)
            walk(start, key + added, (*way, code), number - 1)
            board[:] = after

    walk(24, key, entered, number)
    return found
