"""Positions as JSON: the keys of the contract's line, and what it does not carry.

Further keys: ``number`` (turns begun), ``throws`` (still due), ``challenge`` (the move in its text form) and
``ones``, ``finished`` (seats in the order of their places), ``row`` (throws that may come to a row of three,
C20; left out where there is none), ``thrower`` (whose turn it is, where the partner's pawns use the values,
C21; else left out), and ``as_played``: true where players accepted something that the rules cannot bring
about, so that only what no board could show is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.chowka_bhara.board import Board
from engine.chowka_bhara.graces import LONG
from engine.chowka_bhara.options import Options
from engine.chowka_bhara.state import Pair, State
from engine.errors import NotationError, PositionError
from engine.fields import Field, read_keys, read_setup
from engine.messages import Both, Message, Place, Seat
from engine.move import PieceMove, parse_move
from engine.record import write

LINE = ("turn", "pawns", "pairs", "new_pairs", "kadi", "bank", "thrown_two", "moved", "barred")
"""Keys of the contract's line that describe the position."""

FURTHER = ("number", "throws", "challenge", "ones", "finished", "row", "thrower", "as_played")
"""Keys of `to_position` beyond those."""

_MOST = 10**9


class Positions:
    """Reads and writes the positions of one board and its options."""

    def __init__(self, board: Board, options: Options, *, setup: Mapping[str, Any]) -> None:
        self.board = board
        self.setup = setup
        worth = options.table.values.values()
        self.values = tuple(sorted({one.value for one in worth}))
        self.graces = tuple(sorted({one.value for one in worth if one.again}))
        """Values that throw again."""
        self.share_crossed = options.share_crossed
        self.share_own = options.share_own
        self.three_graces = options.three_graces

    def write(self, state: State) -> dict[str, Any]:
        """Write everything."""
        written: dict[str, Any] = write(state)
        del written["ending"]
        for key, nothing in (("row", []), ("thrower", None)):
            if written[key] == nothing:
                del written[key]
        try:
            self.check_possible(state)
        except PositionError:
            written["as_played"] = True
        return written

    def read(self, position: Mapping[str, Any]) -> State:
        """Read a position; only ``pawns`` must be there. Nothing happens by itself yet.

        Raises:
            PositionError: If it cannot be on a board, with what would be possible.
        """
        read = read_keys(position, (*LINE, *FURTHER, *self.setup), needed=("pawns",))
        read_setup(position, self.setup)
        state = self.read_line(read)
        state = replace(
            state,
            number=read.get("number", 1).whole(_MOST, least=1),
            throws=read.get("throws", 0 if state.bank or state.thrown_two else 1).whole(_MOST),
            ones=read.get("ones", 0).whole(1),
            challenge=self._challenge(read.get("challenge")),
            row=self._row(read.get("row", [])),
            thrower=self._thrower(read.get("thrower"), state),
        )
        self._check_challenge(state)
        state = replace(state, finished=self._finished(read, state))
        if not read.get("as_played", False).flag():
            self.check_possible(state)
        return state

    def read_line(self, read: Field) -> State:
        """Read the contract's keys, each where it is there; what rules forbid is left to `check_possible`.

        Raises:
            PositionError: If a value is none of its kind.
        """
        players = self.board.players
        pawns = read.get("pawns").by_seat(players, self._steps)
        turn = read.get("turn", 0).whole(players - 1)
        bank = tuple([self._value(item) for item in read.get("bank", []).items()])
        pairs = read.get("pairs", [[]] * players).by_seat(players, self._pairs)
        standing = tuple([self._standing(seat, pairs[seat], pawns[seat]) for seat in range(players)])
        new_pairs = tuple(sorted(self._pairs(read.get("new_pairs", []))))
        for pair in new_pairs:
            if pair not in pairs[turn]:
                raise PositionError(
                    f"new_pairs has {list(pair)!r}, which is no gatti of player {turn}: "
                    f"there are {[list(p) for p in pairs[turn]]!r}"
                )
        kadi = [max(steps) >= self.board.inner for steps in pawns]
        return State(
            pawns=pawns,
            turn=turn,
            pairs=standing,
            kadi=read.get("kadi", kadi).flags(players),
            throws=0,
            bank=bank,
            thrown_two=read.get("thrown_two", 2 in bank).flag(),
            moved=tuple(sorted(set(read.get("moved", []).wholes(self.board.pawns - 1)))),
            new_pairs=tuple(pair for pair in new_pairs if pair in standing[turn]),
            barred=tuple(sorted({self._barred(item) for item in read.get("barred", []).items()})),
        )

    def check_possible(self, state: State) -> None:
        """Refuse what the rules cannot bring about.

        Raises:
            PositionError: With what would be possible.
        """
        inner = self.board.inner
        for seat, steps in enumerate(state.pawns):
            if not state.kadi[seat] and max(steps) >= inner:
                raise PositionError(
                    Message(
                        "{player} has no kadi, and without one no pawn of {player} can stand there: {square} "
                        "({rule})",
                        {"player": Seat(seat), "square": self._place_of(seat, max(steps)), "rule": "C4"},
                    )
                )
        crowds: dict[int, Counter[int]] = {}
        for seat, (steps, path) in enumerate(zip(state.pawns, self.board.paths, strict=True)):
            for step in steps:
                crowds.setdefault(path[step], Counter())[seat] += 1
        for square, crowd in crowds.items():
            self._check_crowd(state, square, crowd)

    def _place_of(self, seat: int, step: int) -> Place:
        return Place(self.board.name(self.board.paths[seat][step]))

    def _check_crowd(self, state: State, square: int, crowd: Mapping[int, int]) -> None:
        """Refuse pawns on one square that cannot be there together."""
        board, place = self.board, Place(self.board.name(square))
        if square == board.centre or square > board.last:
            return
        if board.steps[0][square] >= board.inner and square not in board.corners:
            loose = [seat for seat in crowd if not self._has_gatti(state, seat, square)]
            if other := self._opponents(loose):
                raise PositionError(
                    Message(
                        "{player} and {other} share {square}, and neither has a gatti there: pawns of one "
                        "player are possible, and beside them only gattis of others ({rule}, C11)",
                        {"player": Seat(other[0]), "other": Seat(other[1]), "square": place, "rule": "C6"},
                    )
                )
            return
        is_crossed = square in board.homes or square in board.corners
        guests = {seat: count for seat, count in crowd.items() if board.paths[seat][0] != square}
        for seat, count in guests.items():
            if count > 1 and not self.share_own and square not in board.corners:
                raise PositionError(
                    Message(
                        "{player} has {count} pawns on {square}: one is possible in the outer ring ({rule})",
                        {"player": Seat(seat), "count": count, "square": place, "rule": "C8"},
                    )
                )
        if is_crossed and self.share_crossed:
            return
        is_open = self.share_own or square in board.corners
        if self._opponents(list(guests)) or (len(guests) > 1 and not is_open):
            raise PositionError(
                Message(
                    "{players} share {square}: pawns of one player are possible there ({rule}, C7)",
                    {"players": Both(tuple(map(Seat, guests))), "square": place, "rule": "C6"},
                )
            )

    def _opponents(self, seats: Sequence[int]) -> tuple[int, int] | None:
        """Find two seats that do not play together."""
        others = [seat for seat in seats if seat not in self.board.sides[seats[0]]]
        return (seats[0], others[0]) if others else None

    def _has_gatti(self, state: State, seat: int, square: int) -> bool:
        path = self.board.paths[seat]
        return any(path[state.pawns[seat][pair[0]]] == square for pair in state.pairs[seat])

    def _standing(self, seat: int, pairs: tuple[Pair, ...], steps: tuple[int, ...]) -> tuple[Pair, ...]:
        """Check a player's gattis against where the pawns stand; one in the centre is none any more."""
        inner, last = self.board.inner, self.board.last
        used: set[int] = set()
        for one, other in pairs:
            if steps[one] != steps[other] or steps[one] < inner:
                raise PositionError(
                    f"pawns {one} and {other} of player {seat} are no gatti on steps {steps[one]} and "
                    f"{steps[other]}: two pawns on one step from {inner} to {last - 1} are possible (C9)"
                )
            if used & {one, other}:
                raise PositionError(
                    f"pawn {one if one in used else other} of player {seat} is in two gattis: "
                    "a pawn can be in one (C9)"
                )
            used |= {one, other}
        return tuple(sorted(pair for pair in pairs if steps[pair[0]] < last))

    def _finished(self, read: Field, state: State) -> tuple[int, ...]:
        home = [seat for seat, steps in enumerate(state.pawns) if min(steps) == self.board.last]
        order = read.get("finished", home).seats(self.board.players)
        if sorted(order) != home:
            raise PositionError(
                f"finished is {list(order)!r}, but the seats with all pawns in the centre are {home!r}"
            )
        return order

    def _challenge(self, field: Field) -> PieceMove | None:
        text = field.value
        if text is None:
            return None
        try:
            move = parse_move(text) if isinstance(text, str) else None
        except NotationError as error:
            raise field.wrong(str(error)) from error
        if (
            not isinstance(move, PieceMove)
            or move.kind != "challenge"
            or max(move.pieces) >= self.board.pawns
        ):
            raise field.wrong("give null or a challenge such as 'challenge a 16/18 =2'")
        return move

    def _check_challenge(self, state: State) -> None:
        challenge = state.challenge
        if challenge is None:
            if state.ones:
                raise PositionError("ones is 1, but there is no challenge: 0 is possible")
            return
        steps = state.pawns[state.turn]
        if any(steps[pawn] != challenge.start for pawn in challenge.pieces):
            raise PositionError(
                f"challenge is {str(challenge)!r}, but the pawns of player {state.turn} are on steps "
                f"{', '.join(map(str, steps))}"
            )

    def _steps(self, row: Field) -> tuple[int, ...]:
        board = self.board
        give = f"give {board.pawns} steps"
        if self.setup["options"]["pawns"] == 6:
            give += ", since the option 'pawns' is 6 (C22)"
        else:
            give += "; six pawns need the option 'pawns' on the 7 x 7 board (C22)"
        each = f"give a whole number from {board.first} to {board.last}"
        if board.first == 0:
            each += "; a pawn waits at -1 only with the option 'entry' (C19)"
        return row.wholes(board.last, least=board.first, count=board.pawns, give=give, each=each)

    def _value(self, item: Field) -> int:
        return item.one_of(self.values, give=f"{', '.join(map(str, self.values))} are possible")

    def _barred(self, item: Field) -> tuple[int, int]:
        pawn, value = item.items(count=2, give="give [pawn, value]")
        return pawn.whole(self.board.pawns - 1), self._value(value)

    def _row(self, row: Field) -> tuple[int, ...]:
        graces = ", ".join(map(str, self.graces))
        give = f"give up to {LONG} values that throw again: {graces}"
        values = tuple([item.one_of(self.graces, give=give) for item in row.items(give=give)])
        if values and self.three_graces == "off":
            raise row.wrong("throws come to a row only with the option 'three_graces' (C20): leave it out")
        equal = self.three_graces == "lost" or len(set(values)) < 2
        if len(values) > LONG - (self.three_graces == "lost") or not equal:
            raise row.wrong(give)
        return values

    def _thrower(self, field: Field, state: State) -> int | None:
        """Read who throws for a partner (C21): nobody but a player who is home does."""
        if field.value is None:
            return None
        board = self.board
        if not board.partners:
            raise field.wrong(
                "a player throws for another only with the option 'partners' (C21): leave it out"
            )
        seat = field.whole(board.players - 1)
        if board.sides[seat][1] != state.turn or min(state.pawns[seat]) < board.last:
            raise field.wrong(
                f"player {state.turn} uses the values, so null is possible, or the partner "
                f"{board.sides[state.turn][1]} with all pawns in the centre"
            )
        return seat

    def _pairs(self, row: Field) -> tuple[Pair, ...]:
        """Read gattis: pairs of pawn numbers."""
        pairs: list[Pair] = []
        for item in row.items(give="give a list of pairs of pawn numbers"):
            one, other = sorted(item.wholes(self.board.pawns - 1, count=2, give="give two pawn numbers"))
            if one == other:
                raise item.wrong("a gatti is two different pawns")
            pairs.append((one, other))
        return tuple(pairs)
