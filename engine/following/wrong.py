"""What hands do beside the rules: all that one piece displaced can be, and why the rules do not have it.

An `Objection` names the piece, the squares and the rule. Where one move explains what is seen, it is that
move with the rule's own reason; what is no move (a piece lost, one too many, a second piece for a value that
is used up) has a reason of its own.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.board import Placed
from engine.following.kinds import Kind, kind_of
from engine.following.search import appearance_of
from engine.game import Line, Rules, Waits
from engine.move import EndTurn, Move, PieceMove, Play, piece_number
from engine.reachable import Appearance, Way
from engine.reasons import Parameter, Reason
from engine.throw import Throw

Look = tuple[str, bool]
"""A square and whether a piece lies there."""

__all__ = ["Displaced", "Kind", "Objection", "displaced", "looks", "objection"]

_OF_OWNER = frozenset(("bar", "off"))
"""Squares of these kinds take the pieces of their owner alone."""


@dataclass(frozen=True, slots=True)
class Displaced:
    """One piece moved by hands to where it need not be allowed."""

    piece: tuple[int, int]
    """(seat, number); a number that no piece has where a piece has come from nowhere."""
    start: str
    """Id of the square that it left; empty where it came from nowhere."""
    end: str
    """Id of the square where it stands; empty where it is gone from the board."""
    appearance: Appearance
    taken: tuple[tuple[int, int], ...] = ()
    """Pieces of others that stood on that square and were sent back with it."""
    mate: tuple[int, int] | None = None
    """The other piece of its gatti, moved together with it."""


def displaced(
    rules: Rules[Any], state: Any, *, legal: Collection[Appearance] | None = None
) -> list[Displaced]:
    """List what one piece displaced makes of a position, each look once.

    Every piece to every square of the board, alone and with all others there sent back; both pawns of a gatti
    together; a piece gone; a piece too many. What is likelier comes first: the mover's pieces, a checker in
    its home board borne off rather than lost, all others rather lost than borne off.

    Args:
        rules: What is played.
        state: From where; after the legal part of a turn, that.
        legal: What a legal way reaches too, and is left out; None asks `Rules.reachable` of this position.
            Who looks for what is wrong with a whole turn gives what can be reached from its beginning.
    """
    if legal is None:
        legal = {one.appearance for one in rules.reachable(state).appearances}
    found: dict[Appearance, Displaced] = {}
    for one in _Hands(rules, state).all():
        if one.appearance not in found and one.appearance not in legal:
            found[one.appearance] = one
    return list(found.values())


def _step_of(rules: Rules[Any], seat: int, square: str, *, lying: bool, after: int | None) -> int | None:
    """Find the step at which a piece of a seat has a look; None where its path has no such place.

    Args:
        rules: What is played.
        seat: Whose piece it is.
        square: Where it stands.
        lying: It lies there.
        after: The step that it came from, where several steps look alike: the next one beyond is meant.
    """
    order = list(rules.steps(seat))
    steps = [step for step, look in looks(rules, seat).items() if look == (square, lying)]
    if after in order:
        beyond = [step for step in steps if order.index(step) > order.index(after)]
        steps = beyond or steps[::-1]
    return steps[0] if steps else None


def looks(rules: Rules[Any], seat: int) -> Mapping[int, Look]:
    """Return how a piece of a seat is seen on each step; where its path comes back, it lies (Pachisi)."""
    found: dict[int, Look] = {}
    met: set[str] = set()
    for step, square in rules.steps(seat).items():
        found[step] = square, square in met and step != rules.home_step
        met.add(square)
    return found


class _Hands:
    """One position, and what hands can do to it."""

    def __init__(self, rules: Rules[Any], state: Any) -> None:
        self._rules = rules
        self._seats = range(rules.players)
        self._turn = rules.turn(state)
        self._seen = appearance_of(rules, state)
        self._starts = [next(iter(rules.steps(seat).values())) for seat in self._seats]
        self._off = [rules.steps(seat)[rules.home_step] for seat in self._seats]
        self._ends = [list(self._looks_of(seat)) for seat in self._seats]
        self._kinds = {square.id: square.kind for square in rules.layout.squares}
        self._at: dict[str, list[Placed]] = {}
        for placed in sorted(rules.placed(state), key=lambda one: one.paired):
            self._at.setdefault(placed.square, []).append(placed)
        firsts: dict[tuple[int, str, bool], Placed] = {}
        for crowd in self._at.values():
            for placed in sorted(crowd, key=lambda one: (one.paired, one.step)):
                firsts.setdefault((placed.player, placed.square, placed.lying), placed)
        self._pieces = sorted(firsts.values(), key=lambda one: (one.player != self._turn, one.player))

    def all(self) -> Iterator[Displaced]:
        """Yield everything, what is likelier first."""
        for placed in self._pieces:
            for square, lying in self._ends[placed.player]:
                if (square, lying) != (placed.square, placed.lying) and not self._is_loss(placed, square):
                    yield from self._moved(placed, square, lying, None)
        for placed in self._pieces:
            pair = [one for one in self._at[placed.square] if one.paired and one.player == placed.player]
            if len(pair) > 1:
                for square, lying in self._ends[placed.player]:
                    if square != placed.square:
                        yield from self._moved(pair[0], square, lying, pair[1])
        for placed in self._pieces:
            if self._kinds[placed.square] != "off" and (
                placed.square != self._off[placed.player] or self._kinds[placed.square] == "centre"
            ):
                yield self._one(placed, placed.square, "", [placed], [])
        for placed in self._pieces:
            for square, lying in self._ends[placed.player]:
                if (square, lying) != (placed.square, placed.lying) and self._is_loss(placed, square):
                    yield from self._moved(placed, square, lying, None)
        for seat in self._seats:
            nobody = Placed(seat, self._rules.pieces, "", -1)
            for square, lying in self._ends[seat]:
                yield self._one(nobody, "", square, [], [(square, seat, lying)])

    def _looks_of(self, seat: int) -> Iterator[Look]:
        """Yield how a piece of a seat can be seen on the board, its own path first."""
        own = dict.fromkeys(looks(self._rules, seat).values())
        yield from own
        for square in self._rules.layout.squares:
            elsewhere = square.kind in _OF_OWNER and square.owner != seat
            if not elsewhere and (square.id, False) not in own:
                yield square.id, False

    def _is_loss(self, placed: Placed, square: str) -> bool:
        """True where a piece out of play is more likely to be lost: it was not near its own end."""
        kind = self._kinds[square]
        if kind == "bar":
            return True
        if square == self._starts[placed.player] and kind == "off":
            return True
        is_out = kind == "off" or (kind == "centre" and square == self._starts[placed.player])
        return is_out and not self._is_in_last_quarter(placed)

    def _is_in_last_quarter(self, placed: Placed) -> bool:
        order = list(self._rules.steps(placed.player))
        return placed.step in order[-(len(order) // 4 + 1) :]

    def _moved(self, placed: Placed, square: str, lying: bool, mate: Placed | None) -> Iterator[Displaced]:
        """Yield a piece on a square beside those there, and instead of them."""
        gone = [placed] if mate is None else [placed, mate]
        come = [(square, placed.player, lying)] * len(gone)
        yield self._one(placed, placed.square, square, gone, come, mate=mate)
        if self._kinds[square] in ("bar", "off", "centre"):
            return
        taken = [one for one in self._at.get(square, ()) if one.player != placed.player]
        back = [(self._starts[one.player], one.player, False) for one in taken]
        if taken:
            yield self._one(placed, placed.square, square, [*gone, *taken], [*come, *back], taken, mate)

    def _one(
        self,
        placed: Placed,
        start: str,
        end: str,
        gone: list[Placed],
        come: list[tuple[str, int, bool]],
        taken: list[Placed] | None = None,
        mate: Placed | None = None,
    ) -> Displaced:
        seen = list(self._seen)
        for one in gone:
            del seen[bisect_left(seen, (one.square, one.player, one.lying))]
        for look in come:
            insort(seen, look)
        return Displaced(
            (placed.player, placed.piece),
            start,
            end,
            tuple(seen),
            tuple((one.player, one.piece) for one in taken or ()),
            None if mate is None else (mate.player, mate.piece),
        )


@dataclass(frozen=True, slots=True)
class Objection:
    """What is said about what hands did, with what it is about."""

    kind: Kind
    player: int
    """Whose turn it was, or has just been; who moved is rarely seen."""
    done: tuple[Throw | Move, ...]
    """The legal part, which is played first; a throw stands for a kept one, as in `FollowBoard`."""
    move: Move | None
    """What hands did then, where one move explains all that is seen; it can be accepted as played."""
    reason: Reason
    places: tuple[str, str]
    """The squares that the piece left and came to; empty where there is none."""
    appearance: Appearance
    """The board as it is seen."""


def objection(line: Line[Any, Any], way: Way[Any], one: Displaced | None) -> Objection:
    """Tell what is wrong with what hands did.

    Args:
        line: The game so far.
        way: The legal part that comes first, from there on; of several that explain the same look, the one
            with the fewest moves tells it best.
        one: What was displaced after it; None where nothing was, and the turn has ended too early.

    Raises:
        ValueError: If it is legal: there is nothing to object to. It happens where `legal` was cut.
    """
    now = line
    for done in way.moves:
        now = now.then(done, now.worked_out(done))
    case = _Case(now, tuple(way.moves))
    return case.ended() if one is None else case.displaced(one)


class _Case:
    """A position after the legal part of a turn, and what was done then."""

    def __init__(self, now: Line[Any, Any], done: tuple[Throw | Move, ...]) -> None:
        self._now = now
        self._rules, self._state = now.rules, now.state
        self._done = done
        last = _deed(now.actions[-1]) if now.actions else None
        self._is_used_up = isinstance(last, PieceMove | Play) and now.waits in (Waits.THROW, Waits.OVER)
        self._mover = now.rules.turn(now.reached[-2].state if self._is_used_up else now.state)

    def ended(self) -> Objection:
        """Object to a turn that ended while something was to be played."""
        reason = self._rules.why_not(self._state, EndTurn())
        if reason is None or self._now.waits is not Waits.MOVE:
            raise ValueError("the turn may end here: there is nothing to object to")
        kind = Kind.VALUE_LEFT if self._used() else Kind.NOTHING_MOVED
        seen = appearance_of(self._rules, self._state)
        return Objection(kind, self._mover, self._done, EndTurn(), reason, ("", ""), seen)

    def displaced(self, one: Displaced) -> Objection:
        """Object to a piece that was displaced."""
        seat, kind = one.piece[0], Kind.OTHER
        move: Move | None = None
        if not one.end:
            kind, reason = Kind.LOST, self._own("board-lost", player=seat, square=one.start)
        elif not one.start:
            kind, reason = Kind.BACK, self._own("board-too-many", player=seat, square=one.end)
        elif self._is_used_up and any({seat, self._mover} <= set(side) for side in self._rules.sides):
            kind, reason = Kind.TWO_FOR_ONE, self._own("board-used-up", player=self._mover)
        else:
            kind, reason, move = self._misplaced(one)
        places = one.start, one.end
        mover = self._mover if kind is Kind.TWO_FOR_ONE else self._rules.turn(self._state)
        return Objection(kind, mover, self._done, move, reason, places, one.appearance)

    def _misplaced(self, one: Displaced) -> tuple[Kind, Reason, Move | None]:
        """Tell why a piece on the board may not go where it went, and by which move it did."""
        rules, state, seat = self._rules, self._state, one.piece[0]
        turn = rules.turn(state)
        [piece] = [placed for placed in rules.placed(state) if (placed.player, placed.piece) == one.piece]
        own = sum((one.end, seat, True) == look for look in one.appearance)
        lies = own > sum((one.end, seat, True) == look for look in appearance_of(rules, state))
        step = _step_of(rules, seat, one.end, lying=lies, after=piece.step)
        move, reason = self._move_of(one, step)
        kind = kind_of(reason.key)
        no_turn = rules.waits(state) is Waits.THROW and not any({seat, turn} <= set(s) for s in rules.sides)
        if kind is Kind.OTHER_PIECE or no_turn:
            if kind is not Kind.OTHER_PIECE:
                reason = self._own("board-other-piece", player=turn, player_owner=seat)
            kind = Kind.BACK if self._is_out_of_play(piece) else Kind.OTHER_PIECE
            return kind, reason, move
        if step is None:
            return Kind.OFF_PATH, self._own("board-off-path", player=seat, square=one.end), None
        order = list(rules.steps(seat))
        distance = order.index(step) - order.index(piece.step)
        if piece.step == rules.home_step:
            kind = Kind.BACK
        elif kind is Kind.TOO_FAR and distance < 0:
            kind, reason = Kind.BACKWARDS, self._own("board-backwards", player=seat)
        elif kind is Kind.TOO_FAR and distance in self._used():
            kind = Kind.TWO_FOR_ONE
        elif kind is Kind.MADE_POINT and one.taken and self._kind_at(one.end) in ("castle", "home"):
            kind = Kind.FALSE_KILL
        return kind, reason, move

    def _move_of(self, one: Displaced, step: int | None) -> tuple[Move | None, Reason]:
        """Find the move that looks so and the rule against it; None for the move where none looks so."""
        rules, state = self._rules, self._state
        nearest: Reason | None = None
        for move in self._candidates(one, step):
            reason = rules.why_not(state, move)
            is_seen = appearance_of(rules, rules.apply(state, move).state) == one.appearance
            if reason is None and is_seen:
                raise ValueError(f"{move} is legal: there is nothing to object to")
            if reason is not None and is_seen:
                return move, reason
            nearest = nearest or reason
        if nearest is None:
            return None, self._own("board-safe" if one.taken else "board-not-taken", square=one.end)
        return None, nearest

    def _candidates(self, one: Displaced, step: int | None) -> list[Move]:
        """List the moves that hands may have meant, the nearest first."""
        rules, state = self._rules, self._state
        move = rules.move_between(state, one.piece, one.end)
        if not isinstance(move, PieceMove):
            return [move]
        if one.mate is None and len(move.pieces) > 1:
            number = piece_number(
                *one.piece, mover=rules.turn(state), players=rules.players, each=rules.pieces
            )
            distance = abs(move.end - move.start)
            value = min((worth for worth, _ in rules.bank(state)), key=lambda n: abs(n - distance), default=0)
            move = replace(move, pieces=(number,), value=value, squares=value)
        if step is not None and move.end != step:
            move = replace(move, end=step)
        if one.taken:
            return [replace(move, captures=tuple(sorted(one.taken))), move]
        if move.kind == "challenge":
            return [replace(move, kind="move"), replace(move, kind="move", captures=())]
        return [move, replace(move, captures=())]

    def _own(self, key: str, **params: Parameter) -> Reason:
        return Reason(self._rules.rule_of(key), key, params)

    def _kind_at(self, square: str) -> str:
        return self._rules.layout.square(square).kind

    def _is_out_of_play(self, piece: Placed) -> bool:
        """True for a piece that waits to be brought in, or is home."""
        return self._kind_at(piece.square) in ("bar", "off", "centre")

    def _used(self) -> set[int]:
        """List what the turn has used up so far, in squares."""
        found: set[int] = set()
        reached, rules = self._now.reached, self._rules
        begun = self._now.turn_begun
        for place in range(len(self._now.actions) - 1, -1, -1):
            before = reached[place].state
            if (rules.turn(before), rules.turn_number(before)) != begun:
                break
            done = _deed(self._now.actions[place])
            if isinstance(done, PieceMove):
                found |= {done.squares, done.end - done.start}
            elif isinstance(done, Play):
                found |= {step.start - step.end for step in done.steps}
        return found


def _deed(action: Any) -> object:
    """Return what was done, from what a table or a `Game` keeps of it."""
    return getattr(action, "action", action)
