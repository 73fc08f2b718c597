"""How the eye is set up: the tray, the light, what it reads. Corners are parts of the picture's size."""

from __future__ import annotations

from web.api.routes import Routes
from web.box.eye_setup import LightView, SeenView, held_words, light_view, seen_view
from web.game.box_view import EyeView, eye_view
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
