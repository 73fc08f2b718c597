"""What a player can do with a throw, and its text form. Reading a text back gives the same value.

The cowrie games move pieces (`PieceMove`); a backgammon turn is one `Play` made of checker steps, and any
legal beginning of it is a `Play` too. `Decline` and `EndTurn` are the ways of not moving;
`Double`, `Take`, `Drop` and `Beaver` are about the doubling cube, and those of `engine.ending.moves` about
ending a game before its time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from engine.ending.moves import Accept, Agree, EndingMove, Refuse, Resign, parse_ending
from engine.errors import NotationError
from engine.messages import Message
from engine.record import NEEDED, Form, Json, Key, Tagged, Within, has_form

Kind = Literal["move", "enter", "pair", "challenge"]

PIECE_NAMES = "abcdefghijklmnopqrstuvwx"
"""Letters of a player's pieces, in texts and on the page; those of another player go on from there."""

PIECES_EACH = 4
"""Pieces of one player in the cowrie games, where no option says another number."""

_Piece = Annotated[int, Within(0, len(PIECE_NAMES) - 1)]
_Number = Annotated[int, Within(0, 999)]
_Step = Annotated[int, Within(-1, 999)]
_Pieces = Annotated[tuple[_Piece, ...], Within(1, 99, "a list of piece numbers")]


@dataclass(frozen=True, slots=True)
class PieceMove:
    """One throw value used by one piece (or one pair) of a cowrie game.

    >>> str(PieceMove("move", (2,), value=25, squares=25, start=12, end=37, captures=((1, 2),)))
    'c 12/37 =25 x2c'
    """

    kind: Kind
    pieces: _Pieces
    """Piece numbers; the mover's own come first, `piece_owner` tells whose the others are."""
    value: Annotated[_Number, NEEDED] = 0
    """The throw value in the bank that it uses; 0 for a pair, which uses none."""
    squares: _Number = 0
    """What that entry of the bank still counts: more than `value` by a pyada, less after a part was used."""
    start: Annotated[_Step, Key("from"), NEEDED] = 0
    """Step along the mover's path before; -1 where it waits beside the board."""
    end: Annotated[_Step, Key("to"), NEEDED] = 0
    """Step after; for a pair the same as `start`."""
    captures: tuple[tuple[_Number, _Piece], ...] = ()
    """(player, piece) of what it sends home, sorted; for a challenge what it would if won."""

    @classmethod
    def from_fields(cls, fields: Json) -> PieceMove:
        """Read the form that ``charkoni legal`` prints."""
        return cls(
            **{"squares": fields["value"], **fields, "captures": tuple(sorted(fields.get("captures", ())))}
        )

    def __str__(self) -> str:
        names = "".join(PIECE_NAMES[piece] for piece in self.pieces)
        if self.kind == "pair":
            return f"pair {names} {self.start}"
        text = "" if self.kind == "move" else f"{self.kind} "
        text += f"{names} {self.start}/{self.end} ={self.value}"
        if self.squares != self.value:
            text += f":{self.squares}"
        if self.captures:
            text += " x" + ",".join(f"{player + 1}{PIECE_NAMES[piece]}" for player, piece in self.captures)
        return text


def piece_owner(number: int, *, mover: int, players: int, each: int = PIECES_EACH) -> tuple[int, int]:
    """Tell whose piece a number in a `PieceMove` means, as hands may take another player's: (player, piece).

    Such a piece has its own number plus those of one player, `each`, for every seat after the mover.

    >>> piece_owner(6, mover=1, players=2)
    (0, 2)
    >>> piece_owner(8, mover=1, players=2, each=6)
    (0, 2)
    """
    seats, piece = divmod(number, each)
    return (mover + seats) % players, piece


def piece_number(player: int, piece: int, *, mover: int, players: int, each: int = PIECES_EACH) -> int:
    """Return the number by which a `PieceMove` names a player's piece; the other way round of `piece_owner`.

    >>> piece_number(0, 2, mover=1, players=2)
    6
    """
    return (player - mover) % players * each + piece


@dataclass(frozen=True, slots=True)
class Step:
    """One checker moved by one die, in the mover's own points: 25 is the bar, 0 is off."""

    start: int
    end: int
    hit: bool = False

    def __str__(self) -> str:
        start = "bar" if self.start == 25 else str(self.start)
        end = "off" if self.end == 0 else str(self.end)
        return f"{start}/{end}{'*' if self.hit else ''}"


_STEPS = Form(
    lambda steps: str(Play(steps)),
    lambda text: parse_play(text).steps,
    want="the steps of checkers, such as '8/5 6/5'",
    schema={"type": "string", "maxLength": 200},
)


@dataclass(frozen=True, slots=True)
class Play:
    """A backgammon turn, or a beginning of one: checker steps in the order in which they were made.

    >>> str(Play((Step(8, 5), Step(6, 5), Step(13, 12), Step(13, 12))))
    '8/5 6/5 13/12(2)'
    """

    steps: Annotated[tuple[Step, ...], Key("text"), _STEPS]

    def __str__(self) -> str:
        parts: list[str] = []
        count = 0
        for number, step in enumerate(self.steps):
            count += 1
            if number + 1 < len(self.steps) and self.steps[number + 1] == step:
                continue
            parts.append(str(step) + (f"({count})" if count > 1 else ""))
            count = 0
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Decline:
    """A throw value given up, where the rules let a player (P11; C2 for a challenge)."""

    value: _Number
    squares: _Number = 0
    """Which entry of the bank, when several have the same value."""

    @classmethod
    def from_fields(cls, fields: Json) -> Decline:
        """Read one, of the whole throw if it does not say how much of it is left."""
        return cls(**{"squares": fields["value"], **fields})

    def __str__(self) -> str:
        return f"decline {self.value}" + (f":{self.squares}" if self.squares not in (0, self.value) else "")


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The player says that the turn is over (BS7), or gives it up where nothing can be played (BF11)."""

    def __str__(self) -> str:
        return "end"


@dataclass(frozen=True, slots=True)
class Double:
    """The player on roll offers to double the stakes (BS4)."""

    def __str__(self) -> str:
        return "double"


@dataclass(frozen=True, slots=True)
class Take:
    """A double is taken: the taker owns the cube (BS4)."""

    def __str__(self) -> str:
        return "take"


@dataclass(frozen=True, slots=True)
class Drop:
    """A double is passed, and the game is lost (BS4)."""

    def __str__(self) -> str:
        return "drop"


@dataclass(frozen=True, slots=True)
class Beaver:
    """A double is doubled again at once; who does so keeps the cube (BS5)."""

    def __str__(self) -> str:
        return "beaver"


CubeMove = Double | Take | Drop | Beaver
"""What is done with the doubling cube instead of throwing."""

Move = PieceMove | Play | Decline | EndTurn | Double | Take | Drop | Beaver | EndingMove
"""Everything that a player can do besides throwing."""

_PLAIN: Mapping[str, Move] = {str(move): move for move in (EndTurn(), Double(), Take(), Drop(), Beaver())}
"""Moves that are one word, by their text."""

_STEP = re.compile(r"(bar|\d{1,3})/(off|\d{1,3})(\*?)(?:\(([1-9])\))?")
_PIECE = re.compile(
    r"(?:(enter|challenge) )?([a-x]+) (-1|\d+)/(-1|\d+) =(\d+)(?::(\d+))?"
    r"(?: x((?:\d+[a-x])(?:,\d+[a-x])*))?"
)


def parse_play(text: str) -> Play:
    """Read checker steps such as ``bar/22* 13/11(2)``.

    Raises:
        NotationError: If it is none.
    """
    steps: list[Step] = []
    if not text.strip():
        raise NotationError("an empty text is no move: write from/to, such as 8/5 6/5")
    for part in text.split():
        match = _STEP.fullmatch(part)
        if match is None:
            raise NotationError(
                f"{part!r} is no move: write a checker's from/to (8/5, bar/22*, 6/off(2)), "
                "a piece's ('a 0/3 =3'), 'end' or 'decline 4'"
            )
        start = 25 if match[1] == "bar" else int(match[1])
        end = 0 if match[2] == "off" else int(match[2])
        steps += [Step(start, end, match[3] == "*")] * int(match[4] or 1)
    return Play(tuple(steps))


def parse_move(text: str) -> Move:
    """Read back the text form of any move.

    Raises:
        NotationError: If the text is no move.

    >>> parse_move("enter a 0/1 =25")
    PieceMove(kind='enter', pieces=(0,), value=25, squares=25, start=0, end=1, captures=())
    """
    if text in _PLAIN:
        return _PLAIN[text]
    if ending := parse_ending(text):
        return ending
    if match := re.fullmatch(r"decline (\d+)(?::(\d+))?", text):
        return Decline(int(match[1]), int(match[2] or match[1]))
    if match := re.fullmatch(r"pair ([a-x]+) (-1|\d+)", text):
        step = int(match[2])
        return PieceMove("pair", tuple(map(PIECE_NAMES.index, match[1])), start=step, end=step)
    if match := _PIECE.fullmatch(text):
        kind: Kind = "enter" if match[1] == "enter" else "challenge" if match[1] else "move"
        captures = tuple(
            (int(c[:-1]) - 1, PIECE_NAMES.index(c[-1])) for c in (match[7] or "").split(",") if c
        )
        value = int(match[5])
        return PieceMove(
            kind,
            tuple(map(PIECE_NAMES.index, match[2])),
            value=value,
            squares=int(match[6] or value),
            start=int(match[3]),
            end=int(match[4]),
            captures=captures,
        )
    return parse_play(text)


@dataclass(frozen=True, slots=True)
class _Pair:
    """A pair as JSON has it: it uses no throw and stays where it is."""

    pieces: _Pieces
    start: Annotated[_Step, Key("from")]

    @classmethod
    def from_fields(cls, fields: Json) -> PieceMove:
        return PieceMove("pair", **fields, end=fields["start"])


_FORMS = Tagged(
    "kind",
    {
        "move": PieceMove,
        "enter": PieceMove,
        "pair": _Pair,
        "challenge": PieceMove,
        "play": Play,
        "decline": Decline,
        "end": EndTurn,
        "double": Double,
        "take": Take,
        "drop": Drop,
        "beaver": Beaver,
        "resign": Resign,
        "accept": Accept,
        "refuse": Refuse,
        "agree": Agree,
    },
)


def move_to_json(move: Move) -> Json:
    """Write a move as ``charkoni legal`` prints it."""
    if isinstance(move, PieceMove) and move.kind == "pair":
        return _FORMS.write(_Pair(move.pieces, move.start))
    return _FORMS.write(move)


def move_from_json(data: object) -> Move:
    """Read a move as the page or ``charkoni why`` writes it.

    Raises:
        FieldError: If a key is missing, unknown or of another type.
    """
    move: Move = _FORMS.read(data)
    return move


_AS_TEXT = Form(
    str,
    parse_move,
    want=Message("a move, such as 'a 0/3 =3' or '8/5 6/5'"),
    schema={"type": "string", "maxLength": 200},
)
for _kind in get_args(Move):
    has_form(_kind, _AS_TEXT)
