"""Positions as JSON: the keys of the contract's line, and what it does not carry.

Further keys: ``number`` (turns begun), ``throws`` (still due), ``challenge`` (the move in its text form) and
``ones``, ``finished`` (seats in the order of their places), and ``as_played``: true where players accepted
something that the rules cannot bring about, so that only what no board could show is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.chowka_bhara.board import PAWNS, Board
from engine.chowka_bhara.state import Pair, State
from engine.errors import NotationError, PositionError
from engine.messages import Both, Message, Place, Seat
from engine.move import PieceMove, parse_move
from engine.values import ThrowTable

SETUP = ("game", "preset", "options", "players")
"""Keys of the contract's line that say what is played: if they are there, they must be this game's."""

LINE = ("turn", "pawns", "pairs", "new_pairs", "kadi", "bank", "thrown_two", "moved", "barred")
"""Keys of the contract's line that describe the position."""

FURTHER = ("number", "throws", "challenge", "ones", "finished", "as_played")
"""Keys of `to_position` beyond those."""


class Positions:
    """Reads and writes the positions of one board and its options."""

    def __init__(
        self, board: Board, table: ThrowTable, *, share_crossed: bool, setup: Mapping[str, Any]
    ) -> None:
        self.board = board
        self.setup = setup
        self.values = tuple(sorted({worth.value for worth in table.values.values()}))
        self.share_crossed = share_crossed

    def write(self, state: State) -> dict[str, Any]:
        """Write everything."""
        written: dict[str, Any] = {
            "turn": state.turn,
            "pawns": [list(steps) for steps in state.pawns],
            "pairs": [[list(pair) for pair in pairs] for pairs in state.pairs],
            "new_pairs": [list(pair) for pair in state.new_pairs],
            "kadi": list(state.kadi),
            "bank": list(state.bank),
            "thrown_two": state.thrown_two,
            "moved": list(state.moved),
            "barred": [list(entry) for entry in state.barred],
            "number": state.number,
            "throws": state.throws,
            "challenge": str(state.challenge) if state.challenge else None,
            "ones": state.ones,
            "finished": list(state.finished),
        }
        if self.impossible(state):
            written["as_played"] = True
        return written

    def read(self, position: Mapping[str, Any]) -> State:
        """Read a position; only ``pawns`` must be there. Nothing happens by itself yet.

        Raises:
            PositionError: If it cannot be on a board, with what would be possible.
        """
        unknown = sorted(set(position) - {*SETUP, *LINE, *FURTHER})
        if unknown:
            raise PositionError(f"unknown key {unknown[0]!r}: there are {', '.join((*LINE, *FURTHER))}")
        for key in SETUP:
            given, own = position.get(key, self.setup[key]), self.setup[key]
            if given != own and not (isinstance(given, dict) and given.items() <= own.items()):
                raise PositionError(f"{key} is {given!r}, but this game is played with {own!r}")
        if "pawns" not in position:
            raise PositionError("the position has no 'pawns': give four steps for every player")
        state = self.read_line(position)
        whole = _Reader(position)
        state = replace(
            state,
            number=whole.number("number", 1, minimum=1),
            throws=whole.number("throws", 0 if state.bank or state.thrown_two else 1),
            ones=whole.number("ones", 0, maximum=1),
            challenge=self._challenge(position.get("challenge")),
        )
        self._check_challenge(state)
        state = replace(state, finished=self._finished(position, state))
        if position.get("as_played") is not True:
            message = self.impossible(state)
            if message:
                raise PositionError(message)
        return state

    def read_line(self, position: Mapping[str, Any]) -> State:
        """Read the contract's keys, each where it is there; what rules forbid is left to `impossible`.

        Raises:
            PositionError: If a value is none of its kind.
        """
        read = _Reader(position)
        players = self.board.players
        pawns = read.rows("pawns", players, self._steps)
        turn = read.number("turn", 0, maximum=players - 1)
        inner = self.board.inner
        default_kadi = [any(step >= inner for step in steps) for steps in pawns]
        bank = tuple(read.items("bank", self._value))
        pairs = read.rows("pairs", players, lambda what, item: self._pairs(what, item), default=())
        gone = [self._standing(seat, pairs[seat], pawns[seat]) for seat in range(players)]
        new_pairs = tuple(sorted(read.items("new_pairs", self._pair)))
        for pair in new_pairs:
            if pair not in pairs[turn]:
                raise PositionError(
                    f"new_pairs has {list(pair)!r}, which is no gatti of player {turn}: "
                    f"there are {[list(p) for p in pairs[turn]]!r}"
                )
        barred = sorted(set(read.items("barred", self._barred)))
        return State(
            pawns=tuple(pawns),
            turn=turn,
            pairs=tuple(gone),
            kadi=tuple(read.flags("kadi", players, default_kadi)),
            throws=0,
            bank=bank,
            thrown_two=read.flag("thrown_two", 2 in bank),
            moved=tuple(sorted(set(read.items("moved", self._pawn)))),
            new_pairs=tuple(pair for pair in new_pairs if pair in gone[turn]),
            barred=tuple(barred),
        )

    def impossible(self, state: State) -> Message | None:
        """Say what the rules cannot bring about; None when nothing."""
        inner = self.board.inner
        for seat, steps in enumerate(state.pawns):
            if not state.kadi[seat] and max(steps) >= inner:
                fields = {"player": Seat(seat), "step": max(steps), "last": inner - 1, "rule": "C4"}
                return Message(
                    "{player} has a pawn on step {step} without a kadi: without one the steps 0 to {last} "
                    "are possible ({rule})",
                    fields,
                )
        crowds: dict[int, dict[int, int]] = {}
        for seat, (steps, path) in enumerate(zip(state.pawns, self.board.paths, strict=True)):
            for step in steps:
                crowd = crowds.setdefault(path[step], {})
                crowd[seat] = crowd.get(seat, 0) + 1
        for square, crowd in crowds.items():
            message = self._crowded(state, square, crowd)
            if message:
                return message
        return None

    def _crowded(self, state: State, square: int, crowd: Mapping[int, int]) -> Message | None:
        """Say why the pawns on one square cannot be there together."""
        place = Place(self.board.name(square))
        if square == self.board.centre:
            return None
        if self.board.steps[0][square] >= self.board.inner:
            loose = [seat for seat in crowd if not self._has_gatti(state, seat, square)]
            if len(loose) > 1:
                return Message(
                    "{player} and {other} share {square}, and neither has a gatti there: pawns of one player "
                    "are possible, and beside them only gattis of others ({rule}, C11)",
                    {"player": Seat(loose[0]), "other": Seat(loose[1]), "square": place, "rule": "C6"},
                )
            return None
        guests = {seat: count for seat, count in crowd.items() if self.board.paths[seat][0] != square}
        for seat, count in guests.items():
            if count > 1:
                return Message(
                    "{player} has {count} pawns on {square}: one is possible in the outer ring ({rule})",
                    {"player": Seat(seat), "count": count, "square": place, "rule": "C8"},
                )
        shared = square in self.board.homes and self.share_crossed
        if len(guests) > 1 and not shared:
            return Message(
                "{players} share {square}: pawns of one player are possible there ({rule}, C7)",
                {"players": Both(tuple(map(Seat, guests))), "square": place, "rule": "C6"},
            )
        return None

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

    def _finished(self, position: Mapping[str, Any], state: State) -> tuple[int, ...]:
        home = [seat for seat, steps in enumerate(state.pawns) if min(steps) == self.board.last]
        order = _Reader(position).items(
            "finished", lambda what, item: _whole(what, item, self.board.players - 1)
        )
        if sorted(order) != home and "finished" in position:
            raise PositionError(
                f"finished is {order!r}, but the seats with all pawns in the centre are {home!r}"
            )
        return tuple(order or home)

    def _challenge(self, text: object) -> PieceMove | None:
        if text is None:
            return None
        try:
            move = parse_move(text) if isinstance(text, str) else None
        except NotationError as error:
            raise PositionError(f"challenge is {text!r}: {error}") from error
        if not isinstance(move, PieceMove) or move.kind != "challenge" or max(move.pieces) >= PAWNS:
            raise PositionError(
                f"challenge is {text!r}: give null or a challenge such as 'challenge a 16/18 =2'"
            )
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

    def _steps(self, what: str, item: object) -> tuple[int, ...]:
        if not isinstance(item, list) or len(item) != PAWNS:
            raise PositionError(f"{what} is {item!r}: give {PAWNS} steps")
        return tuple(_whole(what, step, self.board.last) for step in item)

    def _value(self, what: str, item: object) -> int:
        if isinstance(item, bool) or not isinstance(item, int) or item not in self.values:
            raise PositionError(
                f"{what} has {item!r}, which no throw gives: {', '.join(map(str, self.values))} are possible"
            )
        return item

    def _pawn(self, what: str, item: object) -> int:
        return _whole(what, item, PAWNS - 1)

    def _pair(self, what: str, item: object) -> Pair:
        if not isinstance(item, list) or len(item) != 2:
            raise PositionError(f"{what} has {item!r}: give two pawn numbers")
        one, other = sorted(_whole(what, pawn, PAWNS - 1) for pawn in item)
        if one == other:
            raise PositionError(f"{what} has {item!r}: a gatti is two different pawns")
        return one, other

    def _pairs(self, what: str, item: object) -> tuple[Pair, ...]:
        if not isinstance(item, list):
            raise PositionError(f"{what} is {item!r}: give a list of pairs of pawn numbers")
        return tuple(self._pair(what, pair) for pair in item)

    def _barred(self, what: str, item: object) -> tuple[int, int]:
        if not isinstance(item, list) or len(item) != 2:
            raise PositionError(f"{what} has {item!r}: give [pawn, value]")
        return _whole(what, item[0], PAWNS - 1), self._value(what, item[1])


class _Reader:
    """Takes typed values out of a JSON object; what is not there has a default."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data

    def number(self, key: str, default: int, *, minimum: int = 0, maximum: int = 10**9) -> int:
        return _whole(key, self._data.get(key, default), maximum, minimum)

    def flag(self, key: str, default: bool) -> bool:
        value = self._data.get(key, default)
        if not isinstance(value, bool):
            raise PositionError(f"{key} is {value!r}: give true or false")
        return value

    def flags(self, key: str, count: int, default: list[bool]) -> list[bool]:
        value = self._data.get(key, default)
        if not isinstance(value, list) or len(value) != count or not all(isinstance(v, bool) for v in value):
            raise PositionError(f"{key} is {value!r}: give true or false for each of {count} players")
        return value

    def items(self, key: str, read: Callable[[str, object], Any]) -> list[Any]:
        value = self._data.get(key, [])
        if not isinstance(value, list):
            raise PositionError(f"{key} is {value!r}: give a list")
        return [read(key, item) for item in value]

    def rows(
        self, key: str, count: int, read: Callable[[str, object], Any], default: object = None
    ) -> list[Any]:
        if key not in self._data:
            return [default] * count
        value = self._data[key]
        if not isinstance(value, list) or len(value) != count:
            raise PositionError(f"{key} is {value!r}: give a list with one entry for each of {count} players")
        return [read(f"{key}[{seat}]", item) for seat, item in enumerate(value)]


def _whole(what: str, value: object, maximum: int, minimum: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not minimum <= value <= maximum:
        raise PositionError(f"{what} has {value!r}: give a whole number from {minimum} to {maximum}")
    return value
