"""What a picture of the board means, where more than one piece differs: moves, or else a set position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.errors import PositionError
from engine.following.search import appearance_of
from engine.following.wrong import Displaced, Objection, displaced, looks, objection
from engine.game import Json, Line, Rules
from engine.reachable import Appearance, Reachable, Way

_MOST_APART = 10
"""So many pieces differ at most where one was displaced: it, and all that may be sent back with it."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A piece that stands elsewhere than it did, as far as it can be told."""

    seat: int
    start: str
    """Id of the square that it left; empty where it came from nowhere."""
    end: str
    """Where it stands; empty where it is gone."""


@dataclass(frozen=True, slots=True)
class Explained:
    """What leads from one look of the board to another."""

    way: Way[Any] | None
    """The moves; the legal part of them where something is wrong; None where no moves explain it."""
    objection: Objection | None
    """What is wrong with what was done after them; None where nothing is, or where no moves explain it."""
    differences: tuple[Difference, ...]
    """Which pieces stand elsewhere, whether moves explain it or not."""
    position: Json | None
    """The position that the board shows, to be set by hand; None where it shows none that can be."""

    @property
    def is_legal(self) -> bool:
        """True if legal moves lead there."""
        return self.way is not None and self.objection is None


def explained(
    line: Line[Any, Any], before: Appearance, after: Appearance, *, reached: Reachable[Any] | None = None
) -> Explained:
    """Explain the difference of two looks of the board.

    Args:
        line: The game so far.
        before: The look that was believed last; the differences are told from there.
        after: What is seen now.
        reached: What can be reached from the game as it stands; None asks `Rules.reachable`.
    """
    rules, state = line.rules, line.state
    reached = reached or rules.reachable(state)
    differences, position = differences_of(before, after), position_of(rules, state, after)
    legal = {one.appearance: one.way for one in reached.appearances}
    if way := legal.get(after):
        return Explained(way, None, differences, position)
    ways = sorted((one.way for one in reached.appearances), key=lambda way: len(way.moves))
    for way in ways:
        one = _displaced_to(rules, way.state, after, legal=legal)
        if one is not None:
            try:
                wrong = objection(line, way, one)
            except ValueError:  # legal, and not looked at where the search was cut
                continue
            return Explained(way, wrong, differences, position)
    return Explained(None, None, differences, position)


def _displaced_to(
    rules: Rules[Any], state: Any, after: Appearance, *, legal: Iterable[Appearance]
) -> Displaced | None:
    seen, wanted = Counter(appearance_of(rules, state)), Counter(after)
    if (seen - wanted).total() + (wanted - seen).total() > _MOST_APART:
        return None
    return next((one for one in displaced(rules, state, legal=set(legal)) if one.appearance == after), None)


def differences_of(before: Appearance, after: Appearance) -> tuple[Difference, ...]:
    """List the pieces that stand elsewhere; of equal ones nobody can tell which went where."""
    gone, come = Counter(before) - Counter(after), Counter(after) - Counter(before)
    found: list[Difference] = []
    for seat in sorted({seat for _, seat, _ in [*gone, *come]}):
        left = [square for square, owner, _ in gone.elements() if owner == seat]
        new = [square for square, owner, _ in come.elements() if owner == seat]
        pairs = max(len(left), len(new))
        left += [""] * (pairs - len(left))
        new += [""] * (pairs - len(new))
        found += [Difference(seat, start, end) for start, end in zip(left, new, strict=True)]
    return tuple(found)


def position_of(rules: Rules[Any], state: Any, appearance: Appearance) -> dict[str, Any] | None:
    """Return the position that a board shows, in the form that `Rules.from_position` takes.

    What no board can show is kept: whose turn it is, what is left to play, gattis that stand, kadi. Pieces
    that are not on the board are off, in the charkoni, or wherever else the game puts them beside the board.

    Args:
        rules: What is played.
        state: What is kept.
        appearance: What is seen; for a board that was set up for a new game, of the position at its start.

    Returns:
        The position; None where there is a piece too many, one too few or one where it cannot be, or where
        the game knows no such position.
    """
    steps: list[list[int]] = []
    for seat in range(rules.players):
        own = _steps_of(rules, state, seat, appearance)
        if own is None:
            return None
        steps.append(own)
    try:
        position = rules.with_steps(state, steps)
        rules.from_position(position)
    except PositionError:
        return None
    return position


def _steps_of(rules: Rules[Any], state: Any, seat: int, appearance: Appearance) -> list[int] | None:
    """Find the steps of a seat's pieces; those that still stand where they stood are left there."""
    of_step = looks(rules, seat)
    before = {placed.piece: placed.step for placed in rules.placed(state) if placed.player == seat}
    seen = Counter((square, lies) for square, owner, lies in appearance if owner == seat)
    held = {square for square, owner, _ in appearance if owner != seat}
    if seen.total() > len(before):
        return None
    after: dict[int, int] = {}
    for piece, step in before.items():
        if seen[of_step[step]] > 0:
            seen[of_step[step]] -= 1
            after[piece] = step
    rest = list(seen.elements())
    for piece, step in before.items():
        if piece in after:
            continue
        square, was_homeward = of_step[step]
        if rest:
            look = rest.pop(0)
            fitting = [at for at, other in of_step.items() if other == look]
            end = None if not fitting else fitting[-1] if was_homeward else fitting[0]
        else:
            end = _beside(rules, seat, step, is_hit=square in held)
        if end is None:
            return None
        after[piece] = end
    return [after[piece] for piece in sorted(after)]


def _beside(rules: Rules[Any], seat: int, step: int, *, is_hit: bool) -> int | None:
    """Tell at which step a piece is that nobody sees, from where it stood; None where all are seen.

    Bar and trays, and the charkoni, may be anywhere beside the board.
    """
    steps = rules.steps(seat)
    first, home = next(iter(steps)), rules.home_step
    kinds = {at: rules.layout.square(steps[at]).kind for at in (first, step, home)}
    if kinds[step] in ("bar", "off") or (kinds[step] == kinds[first] == "centre"):
        return step
    if kinds[first] in ("centre", "off") or (kinds[first] == "bar" and is_hit):
        return first
    order = list(steps)
    return home if kinds[home] == "off" and step in order[-(len(order) // 4 + 1) :] else None
