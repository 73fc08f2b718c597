"""Backgammon positions as XGID and as GNU Backgammon's Position ID and Match ID, both ways.

Seat 0 is XG's bottom player and GNU Backgammon's player 1, seat 1 the top player and GNU's player 0; so a
position looks the same in both programs. The forms are public:

* XGID: ten fields with colons between. The first has 26 letters: the top player's bar, points 1 to 24 from
  the bottom player's side, the bottom player's bar; ``A`` to ``O`` are 1 to 15 checkers of the bottom
  player, ``a`` to ``o`` of the top player. Then the cube as a power of two, its owner (1 bottom, −1 top, 0
  centred), whose turn it is (1 or −1), the dice (``00`` before the throw, ``D`` when a double is offered),
  the scores of the bottom and the top player, the Crawford game in matches or 1 Jacoby + 2 beavers for
  money, the length of the match (0 for money), and the largest cube as a power of two.
* Position ID: 80 bits in base64. For the player who is not on roll, then for the one who is: for each own
  point 1 to 24 and the bar as many ones as checkers and a zero. The first bit is the lowest of a byte.
* Match ID: 72 bits in base64, fields from the lowest bit on; see `_FIELDS`.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass

from engine.backgammon.board import CHECKERS
from engine.backgammon.legal import Board
from engine.backgammon.position import read_board
from engine.backgammon.state import State, flipped
from engine.ending import Resign
from engine.errors import NotationError, PositionError
from engine.messages import Message

_POSITION, _MATCH = "4HPwATDgc/ABMA", "cIkFAAAAAAAE"
"""Examples: the first position with a 3-1 to be played."""

_LARGEST_CUBE = 10
"""As a power of two; what XG writes by default."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A position with what stands around it: dice, cube and score."""

    board: Board
    """From the side of `turn`, as `engine.backgammon.State` has it."""
    turn: int = 0
    """The seat that throws, plays or has offered a double."""
    dice: tuple[int, ...] = ()
    """The throw to be played; empty before it."""
    cube: int = 1
    """1, 2, 4 … 1024."""
    owner: int | None = None
    """The seat that owns the cube; None while it is in the middle."""
    offered: bool = False
    """`turn` has offered a double, and the other seat takes or passes."""
    resigned: Resign | None = None
    """A resignation that waits for its answer; an XGID cannot say that."""
    scores: tuple[int, int] = (0, 0)
    """Points by seat."""
    length: int = 0
    """Points that win the match; 0 for money."""
    crawford: bool = False
    """This is the Crawford game."""
    jacoby: bool = False
    beavers: bool = False

    @classmethod
    def of(cls, state: State) -> Standing:
        """Take the position of a game, its score left out.

        Raises:
            NotationError: If the turn is half played or not yet anybody's: these forms cannot say that.
        """
        if state.opening:
            raise NotationError(
                Message("the players still throw for the beginning: wait until it is somebody’s turn")
            )
        if state.dice and len(state.left) != (4 if state.dice[0] == state.dice[1] else 2):
            raise NotationError(Message("the turn is half played: end it or take it back first"))
        cube = state.cube
        if cube.offered == "beaver" or cube.dropped:
            raise NotationError(
                Message("XGID and GNU ID cannot say that a beaver is offered or a double passed")
            )
        if cube.offered:
            shown, turn = flipped(state.board), 1 - state.turn
            return cls(shown, turn=turn, cube=cube.value, owner=cube.owner, offered=True)
        return cls(state.board, turn=state.turn, dice=state.dice, cube=cube.value, owner=cube.owner)


def xgid(standing: Standing) -> str:
    """Write an XGID.

    >>> from engine.backgammon.state import start_board
    >>> xgid(Standing(start_board("standard"), dice=(3, 1)))
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10'
    """
    board = standing.board if standing.turn == 0 else flipped(standing.board)
    # The bar of the top player stands first; on points a negative number is the top player's.
    letters = "".join(map(_letter, (-board[0], *board[1:])))
    money = standing.jacoby + 2 * standing.beavers
    flag = int(standing.crawford) if standing.length else money
    dice = "D" if standing.offered else "".join(map(str, standing.dice)) or "00"
    fields = (
        letters,
        standing.cube.bit_length() - 1,
        _side(standing.owner),
        _side(standing.turn),
        dice,
        *standing.scores,
        flag,
        standing.length,
        _LARGEST_CUBE,
    )
    return "XGID=" + ":".join(map(str, fields))


def parse_xgid(text: str) -> Standing:
    """Read an XGID, with or without ``XGID=`` before it.

    Raises:
        NotationError: If it is none, or says what `Standing` cannot (a beaver or raccoon being offered).
        PositionError: If a player has more than 15 checkers.
    """
    fields = text.strip().removeprefix("XGID=").split(":")
    if len(fields) != 10 or len(fields[0]) != 26:
        raise NotationError(
            Message(
                "{text} is no XGID: write 26 letters and nine fields, such as {example}",
                {"text": _shown(text), "example": "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"},
            )
        )
    board = [_count(letter) for letter in fields[0]]
    if board[0] > 0 or board[25] < 0:
        raise _misplaced(fields[0], "a…o, -, A…O")
    board[0] = -board[0]
    cube, owner, turn = _number(fields[1], 0, 10), _seat(fields[2]), _seat(fields[3])
    if turn is None:
        raise _misplaced(fields[3], "1, -1")
    length, flag = _number(fields[8], 0, 999), _number(fields[7], 0, 3)
    _number(fields[9], 0, 20)
    if length and flag > 1:
        raise _misplaced(fields[7], "0, 1")
    shown = tuple(board) if turn == 0 else flipped(board)
    return Standing(
        read_board(shown, pieces=CHECKERS),
        turn=turn,
        dice=_dice(fields[4]),
        cube=1 << cube,
        owner=owner,
        offered=fields[4] == "D",
        scores=(_number(fields[5], 0, 999), _number(fields[6], 0, 999)),
        length=length,
        crawford=bool(length and flag),
        jacoby=not length and bool(flag & 1),
        beavers=not length and bool(flag & 2),
    )


def position_id(board: Sequence[int]) -> str:
    """Write GNU Backgammon's Position ID of a board seen from the player on roll.

    Raises:
        PositionError: If a player has more than 15 checkers.

    >>> from engine.backgammon.state import start_board
    >>> position_id(start_board("standard"))
    '4HPwATDgc/ABMA'
    """
    mine = read_board(board, pieces=CHECKERS)
    bits, place = 0, 0
    for side in (flipped(mine), mine):
        for point in range(1, 26):
            count = max(side[point], 0)
            bits |= ((1 << count) - 1) << place
            place += count + 1
    return _to_base64(bits, 10)


def parse_position_id(text: str) -> Board:
    """Read a Position ID: the board from the player on roll.

    Raises:
        NotationError: If it is none.
        PositionError: If both players stand on one point or a player has more than 15 checkers.
    """
    bits = _from_base64(text, 10, "Position ID", _POSITION)
    counts = [0] * 50
    place = 0
    for _ in range(80):
        if place < 50:
            if bits & 1:
                counts[place] += 1
            else:
                place += 1
        elif bits & 1:
            place = 99
        bits >>= 1
    if place != 50:
        raise _no_id(text, "Position ID", _POSITION)
    theirs, mine = counts[:25], counts[25:]
    for point in range(1, 25):
        if mine[point - 1] and theirs[24 - point]:
            raise PositionError(
                Message(
                    "both players stand on point {point}: a point holds the checkers of one player only",
                    {"point": point},
                )
            )
    points = [mine[point - 1] - theirs[24 - point] for point in range(1, 25)]
    return read_board((theirs[24], *points, mine[24]), pieces=CHECKERS)


_FIELDS = {
    "cube": (0, 4),
    "owner": (4, 2),
    "on_roll": (6, 1),
    "crawford": (7, 1),
    "state": (8, 3),
    "decides": (11, 1),
    "offered": (12, 1),
    "resigned": (13, 2),
    "die": (15, 3),
    "other_die": (18, 3),
    "length": (21, 15),
    "score_0": (36, 15),
    "score_1": (51, 15),
    "no_jacoby": (66, 1),
}
"""Field of a Match ID → (lowest bit, bits). The cube is a power of two, its owner 3 when centred; state 1 is
a game in progress; a resignation is 1 for a single game, 2 a gammon, 3 a backgammon, and the other player
decides; players have GNU's numbers. Source: GNU Backgammon manual, "A technical description of the Match ID";
the last field is what version 1.07 writes."""


def match_id(standing: Standing) -> str:
    """Write GNU Backgammon's Match ID. Beavers are not in it.

    >>> from engine.backgammon.state import start_board
    >>> match_id(Standing(start_board("standard"), dice=(3, 1)))
    'cIkFAAAAAAAE'
    """
    on_roll, resigned = 1 - standing.turn, standing.resigned
    decides = 1 - on_roll if standing.offered else on_roll
    die, other_die = standing.dice or (0, 0)
    values = {
        "cube": standing.cube.bit_length() - 1,
        "owner": 3 if standing.owner is None else 1 - standing.owner,
        "on_roll": on_roll,
        "crawford": int(standing.crawford),
        "state": 1,
        "decides": decides if resigned is None else resigned.player,
        "offered": int(standing.offered),
        "resigned": 0 if resigned is None else resigned.points,
        "die": die,
        "other_die": other_die,
        "length": standing.length,
        "score_0": standing.scores[1],
        "score_1": standing.scores[0],
        "no_jacoby": int(not standing.jacoby),
    }
    return _to_base64(sum(value << _FIELDS[name][0] for name, value in values.items()), 9)


def parse_match_id(text: str, board: Board) -> Standing:
    """Read a Match ID and put it around a board, which a Position ID gives.

    Raises:
        NotationError: If it is none, or the game is not in progress.
    """
    bits = _from_base64(text, 9, "Match ID", _MATCH)
    values = {name: bits >> low & (1 << size) - 1 for name, (low, size) in _FIELDS.items()}
    dice = (values["die"], values["other_die"])
    if values["state"] != 1:
        raise NotationError(
            Message("{text} is the Match ID of a game that is not in progress", {"text": _shown(text)})
        )
    if max(dice) > 6 or (0 in dice and dice != (0, 0)) or values["owner"] == 2 or values["cube"] > 10:
        raise _no_id(text, "Match ID", _MATCH)
    return Standing(
        board,
        turn=1 - values["on_roll"],
        dice=() if dice == (0, 0) else (max(dice), min(dice)),
        cube=1 << values["cube"],
        owner=None if values["owner"] == 3 else 1 - values["owner"],
        offered=bool(values["offered"]),
        resigned=Resign(values["decides"], values["resigned"]) if values["resigned"] else None,
        scores=(values["score_1"], values["score_0"]),
        length=values["length"],
        crawford=bool(values["crawford"]),
        jacoby=not values["no_jacoby"] and not values["length"],
    )


def parse_gnu_ids(text: str) -> Standing:
    """Read a Position ID and a Match ID with a colon between, as GNU Backgammon shows them.

    A Position ID alone gives a position before a throw of seat 0.

    Raises:
        NotationError: If one of them is none.
        PositionError: If the position cannot be on a board.
    """
    position, colon, match = text.strip().partition(":")
    board = parse_position_id(position)
    return parse_match_id(match, board) if colon else Standing(board)


def _to_base64(bits: int, size: int) -> str:
    return base64.b64encode(bits.to_bytes(size, "little")).decode("ascii").rstrip("=")


def _from_base64(text: str, size: int, name: str, example: str) -> int:
    """Read so many bytes in base64, with or without padding."""
    bare, padding = text.rstrip("="), "=" * (-size % 3)
    try:
        data = base64.b64decode(bare + padding, validate=True)
    except (binascii.Error, ValueError):
        data = b""
    is_written_so = _to_base64(int.from_bytes(data, "little"), len(data)) == bare
    if len(data) != size or not is_written_so or text not in (bare, bare + padding):
        raise _no_id(text, name, example)
    return int.from_bytes(data, "little")


def _shown(text: str) -> str:
    """Quote what was written, cut where it is long."""
    return repr(text[:80])


def _misplaced(field: str, wanted: str) -> NotationError:
    """Make the error of a part of an XGID; what is wanted is written in no language."""
    told = {"field": _shown(field), "wanted": wanted}
    return NotationError(Message("{field} cannot stand there in an XGID: write {wanted}", told))


def _no_id(text: str, name: str, example: str) -> NotationError:
    told = {"text": _shown(text), "name": name, "count": len(example), "example": example}
    return NotationError(Message("{text} is no {name}: write {count} letters such as {example}", told))


def _letter(count: int) -> str:
    if count == 0:
        return "-"
    return chr(ord("A") + count - 1) if count > 0 else chr(ord("a") - count - 1)


def _count(letter: str) -> int:
    if letter == "-":
        return 0
    if "A" <= letter <= "O":
        return ord(letter) - ord("A") + 1
    if "a" <= letter <= "o":
        return ord("a") - ord(letter) - 1
    raise _misplaced(letter, "-, A…O, a…o")


def _side(seat: int | None) -> int:
    return 0 if seat is None else 1 - 2 * seat


def _seat(field: str) -> int | None:
    if field not in ("1", "0", "-1"):
        raise _misplaced(field, "1, 0, -1")
    return {"1": 0, "0": None, "-1": 1}[field]


def _number(field: str, least: int, most: int) -> int:
    if not (field.isascii() and field.isdigit() and len(field) < 5 and least <= int(field) <= most):
        raise _misplaced(field, f"{least}…{most}")
    return int(field)


def _dice(field: str) -> tuple[int, ...]:
    if field in ("00", "D"):
        return ()
    if len(field) == 2 and all(pip in "123456" for pip in field):
        return tuple(sorted(map(int, field), reverse=True))
    raise _misplaced(field, "11…66, 00, D")
