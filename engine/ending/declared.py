"""What players declare about the end of their game, when they may, and what follows from it.

A resignation ends the game where one side is left; where the winner has to accept what it counts, as in
backgammon, it waits for the answer, and the game with it. Where several sides are left, the others play on
without the one that resigned. Nothing here is a family's: what is asked of one stands in `Endable`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from engine.board import Placed
from engine.ending.moves import Accept, Agree, EndingMove, Refuse, Resign
from engine.errors import NotNowError
from engine.facts import Ending, Fact, FactKind, Outcome, Stakes
from engine.messages import Seat

S = TypeVar("S")


class Endable(Protocol[S]):
    """What a game says of itself that its end depends on; part of `engine.game.Rules`."""

    @property
    def players(self) -> int:
        """Number of seats in use."""

    @property
    def home_step(self) -> int:
        """The step of a piece that is home."""

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """List the seats that win together; one seat each where nobody has a partner."""

    def placed(self, state: S) -> tuple[Placed, ...]:
        """Tell where every piece stands."""

    def stakes(self, state: S) -> Stakes | None:
        """Tell what the doubling cube shows and whose it is."""

    def outcome(self, state: S) -> Outcome | None:
        """Tell who won by the rules; None while the game goes on."""

    def resignations(self, state: S, seat: int) -> tuple[int, ...]:
        """List what the win can count if a seat resigns, before the cube, where the winner has to accept it.

        Empty where a win is a win, and a resignation needs no answer.
        """

    def without(self, state: S, seats: tuple[int, ...]) -> S:
        """Return the position without seats that have resigned: their pieces are back at their start.

        If it is the turn of one of them, the next player has it. At least two sides are left.
        """

    def can_ever_move(self, state: S, seat: int) -> bool:
        """True if some throw can ever move a piece of a seat, even though others move none.

        Asked only of seats that play on after another has resigned.
        """


@dataclass(frozen=True, slots=True)
class Declared:
    """What players have declared about the end of their game, beside what stands on the board."""

    offered: Resign | None = None
    """A resignation that waits for its answer."""
    left: tuple[int, ...] = ()
    """Seats that have resigned, in that order; others may play on."""
    outcome: Outcome | None = None
    """How the game ended by resignation or agreement; None where it did not."""


NOTHING_DECLARED = Declared()


def answerer(rules: Endable[S], offered: Resign) -> int:
    """Name the seat that accepts or refuses a resignation."""
    return next(side[0] for side in rules.sides if offered.player not in side)


def resigners(rules: Endable[S], state: S, declared: Declared) -> tuple[int, ...]:
    """List the seats that can resign: those still in the race."""
    return tuple(sorted(seat for side in _racing(rules, state, declared.left) for seat in side))


def levels(rules: Endable[S], state: S, seat: int) -> tuple[int, ...]:
    """List what a win over a seat can count here, before the cube."""
    return rules.resignations(state, seat) or (1,)


def not_now(rules: Endable[S], state: S, declared: Declared, move: EndingMove) -> NotNowError | None:
    """Tell why such a move cannot be made in a game that goes on; None when it can."""
    match move:
        case Accept() | Refuse():
            return None if declared.offered else NotNowError("no resignation waits for an answer")
        case Resign() if declared.offered:
            return answer_first(declared.offered)
        case Resign(player, points):
            able = resigners(rules, state, declared)
            if player not in able:
                return NotNowError(
                    "{player} is not in the game any more and cannot resign", player=Seat(player)
                )
            return _wrong_points(points, levels(rules, state, player))
        case Agree(winners, points):
            if winners and winners not in rules.sides:
                return NotNowError(
                    "{winners} cannot win together: name one player, or partners, or nobody",
                    winners=", ".join(str(seat + 1) for seat in winners),
                )
            loser = next((seat for side in rules.sides if side != winners for seat in side), 0)
            return _wrong_points(points, levels(rules, state, loser) if winners else (1,))


def answer_first(offered: Resign) -> NotNowError:
    """Make the error that refuses what cannot be done while a resignation waits."""
    return NotNowError(
        "{player} has offered to resign: accept or refuse that first", player=Seat(offered.player)
    )


def declare(
    rules: Endable[S], state: S, declared: Declared, move: EndingMove, facts: Iterable[Fact]
) -> tuple[S, Declared, tuple[Fact, ...]]:
    """Carry such a move out.

    Args:
        rules: The game.
        state: Its position.
        declared: What was declared before.
        move: What a player declares.
        facts: Those of the game so far, for the places taken already.

    Returns:
        The position, what is declared now, and the facts.
    """
    offered = declared.offered
    match move:
        case Resign(player, points):
            fact = Fact(FactKind.RESIGNED, player)
            if len(rules.sides) == 2 and rules.resignations(state, player):
                fact = Fact(FactKind.RESIGNATION_OFFERED, player, values=(points,))
                return state, replace(declared, offered=move), (fact,)
            side = next(side for side in rules.sides if player in side)
            left = replace(declared, offered=None, left=(*declared.left, *side))
            return *settled(rules, state, left, facts), (fact,)
        case Accept() if offered is not None:
            winners = next(side for side in rules.sides if offered.player not in side)
            ended = _won(rules, state, winners, Ending.RESIGNED, offered.points)
            return state, replace(declared, offered=None, outcome=ended), ()
        case Refuse() if offered is not None:
            fact = Fact(FactKind.RESIGNATION_REFUSED, answerer(rules, offered))
            return state, replace(declared, offered=None), (fact,)
        case Agree(winners, points):
            agreed = _won(rules, state, winners, Ending.AGREED, points)
            return state, replace(declared, offered=None, outcome=agreed), ()
    return state, declared, ()


def settled(rules: Endable[S], state: S, declared: Declared, facts: Iterable[Fact]) -> tuple[S, Declared]:
    """Let happen what follows from players having left: their turns pass, and the last side has won.

    Args:
        rules: The game.
        state: Its position.
        declared: What was declared.
        facts: Those of the game so far, for the places taken already.
    """
    if not declared.left or declared.outcome or rules.outcome(state) is not None:
        return state, declared
    racing = _racing(rules, state, declared.left)
    home = _home(rules, state)
    placed = dict.fromkeys(fact.player for fact in facts if fact.kind is FactKind.FINISHED)
    first = [seat for seat in placed if seat in home and seat not in declared.left]
    if len(racing) > 1:
        state = rules.without(state, declared.left)
        seats = tuple(sorted(seat for side in racing for seat in side))
        if any(rules.can_ever_move(state, seat) for seat in seats):
            return state, declared
        places = (*((seat,) for seat in first), seats, *((seat,) for seat in reversed(declared.left)))
        return state, replace(declared, outcome=Outcome(tuple(first[:1]), Ending.STUCK, places=places))
    won = next((side for side in rules.sides if first and first[0] in side), (racing or rules.sides)[0])
    ended = _won(rules, state, won, Ending.RESIGNED, 1)
    if first:
        last = [seat for side in racing for seat in side]
        ended = replace(ended, places=tuple((seat,) for seat in (*first, *last, *reversed(declared.left))))
    return state, replace(declared, outcome=ended)


def _racing(rules: Endable[S], state: S, left: tuple[int, ...]) -> list[tuple[int, ...]]:
    """List the sides that have neither resigned nor brought everything home."""
    home = _home(rules, state)
    return [side for side in rules.sides if not {*side} & {*left} and not {*side} <= home]


def _home(rules: Endable[S], state: S) -> set[int]:
    on_way = {piece.player for piece in rules.placed(state) if piece.step != rules.home_step}
    return {*range(rules.players)} - on_way


def _won(rules: Endable[S], state: S, winners: tuple[int, ...], ending: Ending, points: int) -> Outcome:
    stakes = rules.stakes(state)
    cube = stakes.value if stakes else 1
    return Outcome(winners, ending, points=points * cube if winners else 0, cube=cube if winners else 1)


def _wrong_points(points: int, possible: tuple[int, ...]) -> NotNowError | None:
    if points in possible:
        return None
    return NotNowError(
        "a win counts {possible} here, not {points}",
        points=points,
        possible=", ".join(map(str, possible)),
    )
