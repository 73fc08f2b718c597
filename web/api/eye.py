"""The eye: how tray and board are set up, and what is seen. Corners are parts of the picture's size."""

from __future__ import annotations

from web.api.routes import Routes
from web.box.eye_setup import LightView, SeenView, held_words, light_view, seen_view
from web.game.box_view import EyeView, eye_view
from web.language.messages import said, upper_first
from web.ports import Placement, UnsurePlace
from web.verbs.tray import TRAY, tray_json
from web.verbs.verb import TEXT, TRUTH, WHOLE, Answer, Json, Parts, shape, there, written

ROUTES = Routes()

_EYE = shape(
    {
        "eye": written(EyeView),
        "size": {"type": ["array", "null"], "items": WHOLE},
        "tray": TRAY,
        "before": {"anyOf": [TRAY, {"type": "null"}]},
        "is_new": TRUTH,
        "may_lie_elsewhere": TRUTH,
        "light": written(LightView | None),
        "held": {"type": ["array", "null"], "items": TEXT},
        "held_words": TEXT,
        "seen": written(SeenView | None),
        "learnt": WHOLE,
    }
)


@ROUTES.get("/eye", Answer(_EYE, description="As the page of the tray shows it."), needs="sight")
def eye(on: Parts) -> Json:
    """Read how the eye is set up; its picture is at /api/v1/eye/picture.jpg."""
    sight = there(on.sight)
    before, held = sight.tray_before(), sight.held()
    return {
        "eye": eye_view(on.eye.state()),
        "size": sight.size(),
        "tray": tray_json(sight.tray()),
        "before": tray_json(before) if before else None,
        "is_new": sight.is_new(),
        "may_lie_elsewhere": sight.may_lie_elsewhere(),
        "light": light_view(sight.light()),
        "held": None if held is None else sorted(held),
        "held_words": held_words(held),
        "seen": seen_view(sight.last_read()),
        "learnt": sight.learnt(),
    }


_LAID = written(Placement | None)


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
