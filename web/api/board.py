"""The eye on the board: how it is set up, and what it sees there in a game."""

from __future__ import annotations

from web.api.routes import Routes
from web.language.messages import said, upper_first
from web.ports import Laid, UnsurePlace
from web.verbs.verb import TEXT, TRUTH, WHOLE, Answer, Json, Parts, shape, there, written

ROUTES = Routes()

_LAID = written(Laid | None)


@ROUTES.get(
    "/eye/board",
    Answer(
        shape(
            {
                "board": {
                    "anyOf": [
                        shape(
                            {
                                "laid": _LAID,
                                "moved": _LAID,
                                "before": _LAID,
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
                "standing": {"type": ["object", "null"]},
            }
        ),
        description="null without a game.",
    ),
    needs="board",
)
def board(on: Parts) -> Json:
    """Read how the eye on the board is set up; its picture is at /api/v1/eye/board/picture.jpg."""
    line, standing = there(on.board).line(), there(on.board).standing()
    told: Json | None = None
    if line is not None:
        told = {
            "laid": line.laid,
            "moved": line.moved,
            "before": line.before,
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
            "pieces": standing.pieces,
            "unsure": standing.unsure,
            "hidden": standing.hidden,
            "is_certain": standing.is_certain,
            "doubts": [upper_first(said(doubt)) for doubt in standing.doubts],
        },
    }


_SEEN = shape(
    {
        "number": {**WHOLE, "description": "Of the picture at rest; 0 before the first."},
        "follows": TRUTH,
        "objects": TRUTH,
        "turn_ends": TEXT,
        "trouble": TEXT,
        "differs": {"type": "array", "items": TEXT},
        "unsure": {"type": "array", "items": written(UnsurePlace)},
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
    line = there(on.board_seen).line()
    if line is None:
        return {"seen": None}
    return {
        "seen": {
            "number": line.number,
            "follows": line.follows,
            "objects": line.objects,
            "turn_ends": line.turn_ends,
            "trouble": upper_first(said(line.trouble)),
            "differs": line.differs,
            "unsure": line.unsure,
            "hidden": line.hidden,
            "can_take": line.can_take,
        }
    }
