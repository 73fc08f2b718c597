"""The eye on the board: how it is set up, and what it sees there in a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from engine.record import About, Within
from web.api.eye import CORNER_SCHEMA, Corners, Spot, corners_of
from web.api.routes import (
    DID,
    TEXT,
    TRUTH,
    WHOLE,
    Answer,
    Json,
    Parts,
    Routes,
    Sure,
    done,
    must_be_sure,
    shape,
)
from web.board_port import (
    LENSES,
    MOST_TAPS,
    WIDEST_BAR,
    BoardSeen,
    BoardSight,
    Laid,
    TurnEnds,
)
from web.box.board_setup import board_marked, board_refined
from web.errors import MalformedError, RefusedError
from web.eye_port import Corner
from web.language.locale import _
from web.language.messages import said, upper_first
from web.request_body import At, Mark, Whole, one_of

ROUTES = Routes()

MOST_PLAYERS = 4


_LAID: Mapping[str, Any] = {
    "corners": Corners,
    "quarters": Annotated[
        int,
        Within(0, 3),
        About("Quarters by which it is turned clockwise; left out, the first player sits at the lower edge."),
    ],
    "bar": Annotated[float, Within(0, WIDEST_BAR), About("Width of the bar in columns; left out, 1.")],
    "lens": Annotated[str, one_of("", *LENSES), About("Which camera looks; empty for its own word.")],
}
_BESIDE = ("quarters", "bar", "lens")
_OR_NONE: Json = {"type": ["object", "null"]}
_LAID_SHAPE = shape(
    {
        "corners": {"type": "array", "items": CORNER_SCHEMA},
        "quarters": WHOLE,
        "bar": {"type": "number"},
        "lens": TEXT,
    }
)
_FOUND = Answer(shape({"done": TEXT, "laid": _LAID_SHAPE}), description="It is not kept yet.")
_LAID_OR_NONE: Json = {"anyOf": [_LAID_SHAPE, {"type": "null"}]}


@ROUTES.get(
    "/eye/board",
    Answer(
        shape(
            {
                "board": {
                    "anyOf": [
                        shape(
                            {
                                "laid": _LAID_OR_NONE,
                                "moved": _LAID_OR_NONE,
                                "before": _LAID_OR_NONE,
                                "game": TEXT,
                                "preset": TEXT,
                                "trouble": TEXT,
                                "is_learnt": TRUTH,
                                "can_learn": TRUTH,
                                "has_empty": TRUTH,
                            }
                        ),
                        {"type": "null"},
                    ]
                },
                "standing": _OR_NONE,
            }
        ),
        description="null without a game.",
    ),
    needs="board",
)
def board(on: Parts) -> Json:
    """Read how the eye on the board is set up; its picture is at /api/v1/eye/board/picture.jpg."""
    line, standing = _board(on).line(), _board(on).standing()
    told: Json | None = None
    if line is not None:
        told = {
            "laid": _laid(line.laid),
            "moved": _laid(line.moved),
            "before": _laid(line.before),
            "game": line.game,
            "preset": line.preset,
            "trouble": upper_first(said(line.trouble)),
            "is_learnt": line.is_learnt,
            "can_learn": line.can_learn,
            "has_empty": line.has_empty,
        }
    return {
        "board": told,
        "standing": None
        if standing is None
        else {
            "pieces": list(standing.pieces),
            "unsure": standing.unsure,
            "hidden": standing.hidden,
            "is_certain": standing.is_certain,
            "doubts": [upper_first(said(doubt)) for doubt in standing.doubts],
        },
    }


@ROUTES.post("/eye/board/corners", DID, needs="board", takes=_LAID, optional=_BESIDE)
def corners(on: Parts, **laid: Any) -> Json:
    """Set where the board lies."""
    _board(on).keep(_laid_as(**laid))
    return done(_("The eye looks at this board from now on."))


@ROUTES.post("/eye/board/refine", _FOUND, needs="board", takes=_LAID, optional=_BESIDE)
def refine(on: Parts, **laid: Any) -> Json:
    """Draw corners to edges near them."""
    found, told = board_refined(*_board(on).refined(_laid_as(**laid)))
    return done(told, laid=_laid(found))


@ROUTES.post("/eye/board/marked", _FOUND, needs="board", takes=_LAID, optional=_BESIDE)
def marked(on: Parts, **laid: Any) -> Json:
    """Find the board between four printed markers; bar and lens stay as they are sent."""
    found, told = board_marked(_board(on).marked(), _laid_as(**laid))
    return done(told, laid=_laid(found))


_Part = Annotated[float, Within(0, 1)]
_TAPS = Annotated[
    tuple[Annotated[tuple[tuple[_Part, _Part], ...], Within(0, MOST_TAPS)], ...],
    Within(0, MOST_PLAYERS),
    About("Places of pieces, a list for each player; an empty one keeps what is known."),
]


@ROUTES.post("/eye/board/colours", DID, needs="board", takes={"taps": _TAPS})
def colours(on: Parts, taps: list[list[Corner]]) -> Json:
    """Learn the pieces from touches on them."""
    line = _board(on).line()
    players = 0 if line is None else len(line.names)
    if not any(taps) or len(taps) > players:
        raise RefusedError(_("Touch a piece of each player first, on the picture."), status=422)
    _board(on).learn([*taps, *([] for _seat in range(players - len(taps)))])
    return done(_("The eye knows these pieces now."))


@ROUTES.post("/eye/board/game", DID, needs="board")
def learn_from_game(on: Parts) -> Json:
    """Learn the pieces from where they stand in the game."""
    _board(on).learn_from_game()
    return done(_("The eye knows these pieces now."))


@ROUTES.post("/eye/board/empty", DID, needs="board")
def empty(on: Parts) -> Json:
    """Take a picture of the empty board."""
    _board(on).take_empty()
    return done(_("The picture of the empty board is kept."))


@ROUTES.post("/eye/board/moved", DID, needs="board")
def moved(on: Parts) -> Json:
    """Take a bumped board's new place."""
    _board(on).take_moved()
    return done(_("The eye looks at the board where it lies now."))


@ROUTES.post("/eye/board/back", DID, needs="board")
def back(on: Parts) -> Json:
    """Bring the corners before back; once more undoes that."""
    _board(on).take_back()
    return done(_("The corners before are back."))


@ROUTES.post("/eye/board/forget", DID, needs="board", takes={"sure": Sure}, optional=("sure",))
def forget(on: Parts, *, sure: bool = False) -> Json:
    """Forget how this board was set up."""
    must_be_sure(sure)
    _board(on).forget()
    return done(_("What the eye knew of this board is forgotten."))


_SEEN = shape(
    {
        "number": {**WHOLE, "description": "Of the picture at rest; 0 before the first."},
        "follows": TRUTH,
        "objects": TRUTH,
        "turn_ends": TEXT,
        "trouble": TEXT,
        "differs": {"type": "array", "items": TEXT},
        "unsure": {"type": "array", "items": shape({"square": TEXT, "answers": {"type": "array"}})},
        "hidden": WHOLE,
        "can_take": TRUTH,
    }
)


@ROUTES.get(
    "/board/seen",
    Answer(shape({"seen": {"anyOf": [_SEEN, {"type": "null"}]}}), description="null without a game."),
    needs="board_seen",
)
def seen(on: Parts) -> Json:
    """Read what the eye sees of the board, beside the game; its picture is at /api/v1/board/seen.jpg."""
    on.shown.must_not_be_late()
    line = _seen(on).line()
    if line is None:
        return {"seen": None}
    return {
        "seen": {
            "number": line.number,
            "follows": line.follows,
            "objects": line.objects,
            "turn_ends": line.turn_ends,
            "trouble": upper_first(said(line.trouble)),
            "differs": list(line.differs),
            "unsure": [
                {"square": one.square, "answers": [list(answer) for answer in one.answers]}
                for one in line.unsure
            ],
            "hidden": line.hidden,
            "can_take": line.can_take,
        }
    }


@ROUTES.post(
    "/board/right",
    DID,
    needs="board_seen",
    takes={
        "number": Annotated[Whole, About("Of the picture that was looked at.")],
        "at": At,
        "answers": Annotated[
            Mapping[str, Annotated[int, Within(0, 99)]],
            About("By square: which of its answers is true, counted from 0; left out, the first."),
        ],
        "request": Mark,
    },
    optional=("answers", "request"),
)
def right(
    on: Parts, number: int, at: int, answers: Mapping[str, int] | None = None, request: str = ""
) -> Json:
    """Set the position as the board shows it."""
    line = _seen(on).line()
    if line is not None and answers and line.number != number:
        raise MalformedError(_("the board was looked at again meanwhile: answer once more"))
    squares = () if line is None else tuple(one.square for one in line.unsure)
    asked = {square: answer for square, answer in (answers or {}).items() if square in squares}
    _seen(on).take(asked, at=at, request=request)
    return done(_("The game stands as the board does."))


@ROUTES.post(
    "/board/switches",
    DID,
    needs="board_seen",
    takes={
        "follows": bool,
        "objects": bool,
        "turn_ends": Annotated[TurnEnds, About("Left out, as it is.")],
    },
    optional=("turn_ends",),
)
def switches(on: Parts, *, follows: bool, objects: bool, turn_ends: TurnEnds | None = None) -> Json:
    """Say what the eye may do in this game."""
    _seen(on).switch(follows=follows, objects=objects, turn_ends=turn_ends)
    return done(_("That is kept for this game."))


def _laid_as(corners: Sequence[Spot], quarters: int = 0, bar: float = 1.0, lens: str = "") -> Laid:
    return Laid(corners_of(corners), quarters, float(bar), lens)


def _laid(laid: Laid | None) -> Json | None:
    if laid is None:
        return None
    return {
        "corners": [list(corner) for corner in laid.corners],
        "quarters": laid.quarters,
        "bar": laid.bar,
        "lens": laid.lens,
    }


def _board(on: Parts) -> BoardSight:
    assert on.board is not None
    return on.board


def _seen(on: Parts) -> BoardSeen:
    assert on.board_seen is not None
    return on.board_seen
