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

from typing import Any

from engine.errors import PositionError
from engine.fields import Field, read_keys
from engine.game import Json
from engine.messages import Message, Place, Seat
from engine.pachisi.board import CASTLES, CHARKONI, HOME, MIDDLE, MIDDLE_COLUMNS, name
from engine.pachisi.legal import PIECES, Judge
from engine.pachisi.options import EQUAL
from engine.pachisi.state import Revenge, State
from engine.record import write

LINE = ("turn", "pieces", "entered", "gate_open", "captured", "bank")
"""Keys of the contract's line that describe the position."""

FURTHER = ("thrower", "throws", "turn_number", "row", "revenges", "contest", "scores", "as_played")
"""Keys of `write_position` beyond those."""

_MOST = 10**9


def write_position(judge: Judge, state: State) -> dict[str, Any]:
    """Write the whole state as JSON."""
    position: dict[str, Any] = {
        **write(state),
        "turn": judge.user(state),
        "thrower": state.turn,
        "bank": [{"value": value, "squares": squares} for value, squares in state.bank],
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
    return read_state(judge, read_keys(position, (*LINE, *FURTHER), needed=("turn", "pieces")))


def read_state(judge: Judge, read: Field) -> State:
    """Read the fields of a position; all but ``pieces`` and ``turn`` have a default.

    Raises:
        PositionError: If it cannot be on a board, with what would be possible.
    """
    players = judge.players
    pieces = read.get("pieces").by_seat(players, _steps)
    turn = read.get("turn").whole(players - 1)
    bank = _bank(judge, read.get("bank", []))
    # Who has a piece that only a capture lets through has one by default.
    barred = judge.options.capture_first
    captured = [int(barred and max(steps) >= MIDDLE) for steps in pieces]
    count = "give a number from 0 on"
    state = State(
        pieces=pieces,
        turn=read.get("thrower", turn).whole(players - 1),
        entered=read.get("entered", [any(steps) for steps in pieces]).flags(players),
        gate_open=read.get("gate_open", [True] * players).flags(players),
        captured=read.get("captured", captured).wholes(
            _MOST, count=players, give=f"{count} for each of {players} players", each=count
        ),
        bank=bank,
        throws=read.get("throws", 0 if bank else 1).whole(999),
        turn_number=read.get("turn_number", 1).whole(_MOST),
        row=_row(judge, read.get("row", []), bank),
        revenges=tuple([_revenge(item, players) for item in read.get("revenges", []).items()]),
        contest=read.get("contest", []).seats(players),
        scores=tuple([_score(judge, item) for item in read.get("scores", []).items()]),
    )
    if not read.get("as_played", False).flag():
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
                        "pieces of one side share only castles and the middle column, not this square: "
                        "{square} ({rule})",
                        {"square": Place(name(square)), "rule": "P14"},
                    )
                )
        if any(steps) and not state.entered[player]:
            raise PositionError(
                f"player {player} has pieces beyond the charkoni, so entered must be true for player {player}"
            )
        barred = options.capture_first and not options.revenge and not state.captured[player]
        if barred and max(steps) >= MIDDLE:
            raise PositionError(
                Message(
                    "{player} has captured nothing yet, and without that no piece of {player} can be home "
                    "or on its way in the middle column ({rule})",
                    {"player": Seat(player), "rule": "P19"},
                )
            )


def _steps(row: Field) -> tuple[int, ...]:
    return row.wholes(HOME, count=PIECES, give=f"give exactly {PIECES} steps", each=f"steps are 0 to {HOME}")


def _bank(judge: Judge, bank: Field) -> tuple[tuple[int, int], ...]:
    """Read the throws not yet used, and refuse what no throw can give."""
    options = judge.options
    found: list[tuple[int, int]] = []
    for item in bank.items(give='give a list of {"value": …, "squares": …}'):
        entry = item.keys("value", optional=("squares",), give='write {"value": 10, "squares": 10}')
        value = entry.get("value").one_of(judge.values)
        least = 1 if options.split else value
        most = value + (options.pyada and value in judge.high)
        allowed = " or ".join(map(str, sorted({least, most}))) if most - least < 2 else f"{least} to {most}"
        squares = entry.get("squares", value).whole(most, least=least, give=f"it may be {allowed}")
        found.append((value, squares))
    return tuple(found)


def _row(judge: Judge, row: Field, bank: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """Read the throws that may still cancel: those of the bank that were thrown last (P23)."""
    give = "give up to two values that cancel with a third"
    values = row.wholes(_MOST, give=give, each=give)
    mixed = len(set(values)) > 1
    if (
        len(values) > 2
        or not any(set(values) <= alike for alike in (judge.high, {7}, {14}))
        or (mixed and judge.options.cancel == EQUAL)
    ):
        raise row.wrong(give)
    if values and not judge.options.cancel:
        raise row.wrong("throws cancel only with the option 'cancel' (P23): leave it out")
    last = tuple(value for value, _squares in bank[len(bank) - len(values) :])
    if len(values) > len(bank) or values != last:
        raise row.wrong(f"a row is what was thrown last, and the bank ends in {list(last)!r}")
    return values


def _score(judge: Judge, item: Field) -> tuple[int, int]:
    give = "give [player, value] for each who has thrown"
    player, value = item.items(count=2, give=give)
    return player.whole(judge.players - 1, give=give), value.one_of(judge.values, give=give)


def _revenge(item: Field, players: int) -> Revenge:
    keys = item.keys(
        *("player", "piece", "square", "victims"), give="its keys are player, piece, square and victims"
    )
    square = keys.get("square")
    if not isinstance(square.value, str) or square.value == CHARKONI:
        raise square.wrong("give the id of a square")
    player, piece = keys.get("player").whole(players - 1), keys.get("piece").whole(PIECES - 1)
    return Revenge(player, piece, square.value, keys.get("victims").seats(players))
