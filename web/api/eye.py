"""The eye: how tray and board are set up, and what is seen. Corners are parts of the picture's size."""

from __future__ import annotations

from web.api.routes import Routes
from web.box.eye_setup import LightView, SeenView, held_words, light_view, seen_view
from web.game.box_view import EyeView, eye_view
from web.language.messages import said, upper_first
from web.ports import BoardLine, Placement, SeenLine, UnsurePlace
from web.verbs.tray import TRAY, tray_json
from web.verbs.verb import TEXT, TRUTH, WHOLE, Answer, Json, Parts, shape, there

ROUTES = Routes()

_EYE = shape(
    {
        "eye": EyeView,
        "size": {"type": ["array", "null"], "items": WHOLE},
        "tray": TRAY,
        "before": {"anyOf": [TRAY, {"type": "null"}]},
        "is_new": TRUTH,
        "may_lie_elsewhere": TRUTH,
        "light": LightView | None,
        "held": {"type": ["array", "null"], "items": TEXT},
        "held_words": TEXT,
        "seen": SeenView | None,
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


_LAID = Placement | None
_BOARD = shape(
    {
        **dict.fromkeys(("laid", "moved", "before"), _LAID),
        **dict.fromkeys(("game", "preset", "trouble"), TEXT),
        **dict.fromkeys(("is_learnt", "can_learn", "has_empty"), TRUTH),
    }
)


@ROUTES.get(
    "/eye/board",
    Answer(
        shape({"board": {"anyOf": [_BOARD, {"type": "null"}]}, "standing": {"type": ["object", "null"]}}),
        description="null without a game.",
    ),
    needs="board",
)
def board(on: Parts) -> Json:
    """Read how the eye on the board is set up; its picture is at /api/v1/eye/board/picture.jpg."""
    line, standing = there(on.board).line(), there(on.board).standing()
    seen = None
    if standing is not None:
        doubts = [upper_first(said(doubt)) for doubt in standing.doubts]
        seen = _parts_of(standing, "pieces", "unsure", "hidden", "is_certain") | {"doubts": doubts}
    return {"board": None if line is None else _told(line, _BOARD), "standing": seen}


_SEEN = shape(
    {
        "number": {**WHOLE, "description": "Of the picture at rest; 0 before the first."},
        "follows": TRUTH,
        "objects": TRUTH,
        "turn_ends": TEXT,
        "trouble": TEXT,
        "differs": {"type": "array", "items": TEXT},
        "unsure": {"type": "array", "items": UnsurePlace},
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
    return {"seen": _told(line, _SEEN)}


def _parts_of(value: object, *names: str) -> Json:
    return {name: getattr(value, name) for name in names}


def _told(line: BoardLine | SeenLine, described: Json) -> Json:
    """Write what is described of a line, and what troubles it as a sentence."""
    return _parts_of(line, *described["properties"]) | {"trouble": upper_first(said(line.trouble))}
