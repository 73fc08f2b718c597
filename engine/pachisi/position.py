"""Positions as JSON: the keys of the contract's line, and what the line does not carry.

===============  =====================================================================================
``pieces``       steps by player; ``turn`` is the player whose pieces use the bank
``entered``      has the player ever had a piece on the board (P9)
``gate_open``    has the player thrown a 2, 3 or 4 (P3)
``captured``     capturing moves that count (P19)
``bank``         throws not yet used, as ``{"value", "squares"}``, in the order in which they were thrown
``thrower``      whose turn it is, when the partner's pieces use the throws (P26)
``throws``       throws that the player has still to make
``turn_number``  counts turns from 1
``row``          the values that may still cancel (P23)
``revenges``     captures that may still be avenged (P20): ``{"player", "piece", "square", "victims"}``
``contest``      seats that have still to throw for the beginning (P2), ``scores`` what the others threw
``as_played``    true for what only accepted illegal moves lead to: any places from 0 to 84 are then taken
===============  =====================================================================================
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.errors import PositionError
from engine.game import Json
from engine.messages import Message, Place, Seat
from engine.pachisi.board import CASTLES, CHARKONI, HOME, MIDDLE, MIDDLE_COLUMNS, name
from engine.pachisi.legal import PIECES, Judge
from engine.pachisi.state import Revenge, State

LINE_KEYS = ("turn", "pieces", "entered", "gate_open", "captured", "bank")
"""The contract's keys."""

_MORE_KEYS = ("thrower", "throws", "turn_number", "row", "revenges", "contest", "scores", "as_played")
_KEYS = frozenset((*LINE_KEYS, *_MORE_KEYS))


def write_position(judge: Judge, state: State) -> dict[str, Any]:
    """Write the whole state as JSON."""
    position: dict[str, Any] = {
        "turn": judge.user(state),
        "pieces": [list(steps) for steps in state.pieces],
        "entered": list(state.entered),
        "gate_open": list(state.gate_open),
        "captured": list(state.captured),
        "bank": [{"value": value, "squares": squares} for value, squares in state.bank],
        "thrower": state.turn,
        "throws": state.throws,
        "turn_number": state.turn_number,
        "row": list(state.row),
        "revenges": [
            {
                "player": revenge.player,
                "piece": revenge.piece,
                "square": revenge.square,
                "victims": list(revenge.victims),
            }
            for revenge in state.revenges
        ],
        "contest": list(state.contest),
        "scores": [list(score) for score in state.scores],
    }
    try:
        check_possible(judge, state)
    except PositionError:
        position["as_played"] = True
    return position


def read_position(judge: Judge, position: Json) -> State:
    """Read a position; only ``pieces`` and ``turn`` must be there.

    Raises:
        PositionError: If it cannot be on a board, with what would be possible.
    """
    if not _KEYS.issuperset(position):
        unknown = sorted(set(position) - _KEYS)[0]
        raise PositionError(f"unknown key {unknown!r} in a position: there are {', '.join(sorted(_KEYS))}")
    for key in ("turn", "pieces"):
        if key not in position:
            raise PositionError(f"the position has no {key!r}")
    players = judge.players
    pieces = _pieces(position["pieces"], players)
    turn = _whole(position, "turn", 0, most=players - 1)
    bank = _bank(judge, position.get("bank", []))
    state = State(
        pieces=pieces,
        turn=_whole(position, "thrower", turn, most=players - 1),
        entered=_flags(position, "entered", lambda: [any(steps) for steps in pieces], players),
        gate_open=_flags(position, "gate_open", lambda: [True] * players, players),
        captured=_counts(position, pieces, barred=judge.options.capture_first),
        bank=bank,
        throws=_whole(position, "throws", 0 if bank else 1, most=999),
        turn_number=_whole(position, "turn_number", 1, most=10**9),
        row=_row(judge, position.get("row", [])),
        revenges=_revenges(position.get("revenges", []), players),
        contest=_seats("contest", position.get("contest", []), players),
        scores=_scores(judge, position.get("scores", []), players),
    )
    as_played = position.get("as_played", False)
    if not isinstance(as_played, bool):
        raise PositionError(f"as_played is {as_played!r}: it may be true or false")
    if not as_played:
        check_possible(judge, state)
    if state.contest and (state.contest[0] != state.turn or bank):
        raise PositionError(
            f"player {state.contest[0]} throws next for the beginning, so turn is {state.contest[0]} "
            "and the bank is empty"
        )
    user = judge.user(state)
    if turn not in (user, state.turn):
        raise PositionError(
            f"turn is {turn}, but the throws of player {state.turn} are used by the pieces of player {user}"
        )
    if not bank and not state.throws and not judge.is_over(state):
        raise PositionError("there is nothing to throw and nothing to play: throws may be 1")
    return state


def check_possible(judge: Judge, state: State) -> None:
    """Refuse what no legal game leads to.

    Raises:
        PositionError: With what would be possible.
    """
    options = judge.options
    holders: dict[int, int] = {}
    for player, steps in enumerate(state.pieces):
        squares = judge.paths[player]
        for step in steps:
            if not 0 < step < HOME:
                continue
            square = squares[step]
            holder = holders.setdefault(square, player)
            if holder == player and steps.count(step) == 1:
                continue
            if holder not in judge.side(player):
                raise PositionError(
                    Message(
                        "{player} and {other} both stand on {square}: opponents never share a square",
                        {"player": Seat(holder), "other": Seat(player), "square": Place(name(square))},
                    )
                )
            if options.stack_castles and square not in CASTLES and square not in MIDDLE_COLUMNS:
                raise PositionError(
                    Message(
                        "two pieces stand on {square}, but option 'stack' lets pieces share only castles "
                        "and the middle column",
                        {"square": Place(name(square))},
                    )
                )
        if any(steps) and not state.entered[player]:
            raise PositionError(
                f"player {player} has pieces beyond the charkoni, so entered must be true for player {player}"
            )
        barred = options.capture_first and not options.revenge and not state.captured[player]
        if barred and max(steps) >= MIDDLE:
            fields = {"player": Seat(player), "step": max(steps), "last": MIDDLE - 1, "rule": "P19"}
            raise PositionError(
                Message(
                    "{player} has a piece on step {step} without a capture ({rule}): steps up to {last} are "
                    "possible, or captured at least 1",
                    fields,
                )
            )


def _is_whole(value: object, most: int) -> bool:
    return type(value) is int and 0 <= value <= most


def _whole(position: Json, key: str, default: int, *, most: int) -> int:
    value: object = position.get(key, default)
    if type(value) is not int or not 0 <= value <= most:
        raise PositionError(f"{key} is {value!r}: it may be 0 to {most}")
    return value


def _pieces(value: object, players: int) -> tuple[tuple[int, ...], ...]:
    if not isinstance(value, list) or len(value) != players:
        raise PositionError(f"pieces is {value!r}: give one list of steps for each of {players} players")
    for player, steps in enumerate(value):
        if not isinstance(steps, list) or len(steps) != PIECES:
            raise PositionError(f"player {player} has pieces {steps!r}: give exactly {PIECES} steps")
        for step in steps:
            if type(step) is not int or not 0 <= step <= HOME:
                raise PositionError(f"a piece of player {player} is on step {step!r}: steps are 0 to {HOME}")
    return tuple(map(tuple, value))


def _flags(position: Json, key: str, default: Callable[[], list[bool]], players: int) -> tuple[bool, ...]:
    value: object = position[key] if key in position else default()
    if not isinstance(value, list) or len(value) != players or {type(one) for one in value} != {bool}:
        raise PositionError(f"{key} is {value!r}: give true or false for each of {players} players")
    return tuple(value)


def _counts(position: Json, pieces: tuple[tuple[int, ...], ...], *, barred: bool) -> tuple[int, ...]:
    """Read the captures that count; who has a piece that only a capture lets through has one by default."""
    if "captured" not in position:
        return tuple(int(barred and max(steps) >= MIDDLE) for steps in pieces)
    value: object = position["captured"]
    if not isinstance(value, list) or len(value) != len(pieces) or not all(map(_is_count, value)):
        raise PositionError(
            f"captured is {value!r}: give a number from 0 on for each of {len(pieces)} players"
        )
    return tuple(value)


def _is_count(value: object) -> bool:
    return _is_whole(value, 10**9)


def _bank(judge: Judge, value: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list):
        raise PositionError(f'bank is {value!r}: give a list of {{"value": …, "squares": …}}')
    return tuple([_entry(judge, entry) for entry in value])


def _entry(judge: Judge, entry: object) -> tuple[int, int]:
    """Read one throw of the bank and refuse what no throw can give."""
    if not isinstance(entry, dict) or not {"value"} <= set(entry) <= {"value", "squares"}:
        raise PositionError(f'a throw in the bank is {entry!r}: write {{"value": 10, "squares": 10}}')
    value = entry["value"]
    options = judge.options
    if type(value) is not int or value not in judge.values:
        shown = ", ".join(map(str, sorted(judge.values)))
        raise PositionError(f"no throw of table {options.table.name!r} counts {value!r}: there are {shown}")
    squares = entry.get("squares", value)
    least = 1 if options.split else value
    most = value + (options.pyada and value in judge.high)
    if type(squares) is not int or not least <= squares <= most:
        allowed = " or ".join(map(str, sorted({least, most}))) if most - least < 2 else f"{least} to {most}"
        raise PositionError(f"a {value} in the bank moves {squares!r} squares: it may be {allowed}")
    return value, squares


def _row(judge: Judge, value: object) -> tuple[int, ...]:
    rows = judge.high, {7}, {14}
    if (
        not isinstance(value, list)
        or len(value) > 2
        or not all(type(one) is int for one in value)
        or not any(set(value) <= row for row in rows)
    ):
        raise PositionError(f"row is {value!r}: give up to two values that cancel with a third")
    return tuple(value)


def _seats(key: str, value: object, players: int) -> tuple[int, ...]:
    if (
        not isinstance(value, list)
        or not all(_is_whole(one, players - 1) for one in value)
        or len(set(value)) != len(value)
    ):
        raise PositionError(f"{key} is {value!r}: give different players from 0 to {players - 1}")
    return tuple(value)


def _scores(judge: Judge, value: object, players: int) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, list) or not all(
        isinstance(one, list) and len(one) == 2 and _is_whole(one[0], players - 1) and one[1] in judge.values
        for one in value
    ):
        raise PositionError(f"scores is {value!r}: give [player, value] for each who has thrown")
    return tuple((one[0], one[1]) for one in value)


def _revenges(value: object, players: int) -> tuple[Revenge, ...]:
    if not isinstance(value, list):
        raise PositionError(f"revenges is {value!r}: give a list")
    found: list[Revenge] = []
    for one in value:
        if not isinstance(one, dict) or set(one) != {"player", "piece", "square", "victims"}:
            raise PositionError(f"a revenge is {one!r}: its keys are player, piece, square and victims")
        player = _whole(one, "player", 0, most=players - 1)
        piece = _whole(one, "piece", 0, most=PIECES - 1)
        square = one["square"]
        if not isinstance(square, str) or square == CHARKONI:
            raise PositionError(f"the square of a revenge is {square!r}: give the id of a square")
        found.append(Revenge(player, piece, square, _seats("victims", one["victims"], players)))
    return tuple(found)
