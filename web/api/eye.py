"""How the eye is set up: the tray, the light, what it reads. Corners are parts of the picture's size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from engine.record import About, Within, write
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
from web.box.eye_setup import about_tray, held_words, light_view, not_found, seen_view
from web.errors import RefusedError
from web.eye_port import Corner, Shape, Sight, TrayLine
from web.game.box_view import eye_view
from web.language.locale import _

ROUTES = Routes()

CORNER_SCHEMA: Json = {
    "type": "array",
    "items": {"type": "number", "minimum": -1, "maximum": 2},
    "minItems": 2,
    "maxItems": 2,
}


Spot = tuple[Annotated[float, Within(-1, 2)], Annotated[float, Within(-1, 2)]]
"""A place of a picture in parts of its width and height; a little beside it is one, too."""
Corners = Annotated[tuple[Spot, ...], Within(4, 4), About("Four, clockwise from the upper left.")]


def corners_of(given: Sequence[Spot]) -> tuple[Corner, ...]:
    """Return corners as the box keeps them, in floats."""
    return tuple((float(x), float(y)) for x, y in given)


_TRAY = shape(
    {"corners": {"type": "array", "items": CORNER_SCHEMA}, "shape": TEXT, "trust": {"type": "number"}}
    | {"about": TEXT}
)
_OR_NONE: Json = {"type": ["object", "null"]}
_EYE = shape(
    {
        "eye": {"type": "object"},
        "size": {"type": ["array", "null"], "items": WHOLE},
        "tray": _TRAY,
        "before": {"anyOf": [_TRAY, {"type": "null"}]},
        "is_new": TRUTH,
        "may_lie_elsewhere": TRUTH,
        "light": _OR_NONE,
        "held": {"type": ["array", "null"], "items": TEXT},
        "held_words": TEXT,
        "seen": _OR_NONE,
        "learnt": WHOLE,
    }
)


@ROUTES.get("/eye", Answer(_EYE, description="As the page of the tray shows it."), needs="sight")
def eye(on: Parts) -> Json:
    """Read how the eye is set up; its picture is at /api/v1/eye/picture.jpg."""
    sight = _sight(on)
    before, held = sight.tray_before(), sight.held()
    return {
        "eye": write(eye_view(on.eye.state())),
        "size": sight.size(),
        "tray": _tray(sight.tray()),
        "before": _tray(before) if before else None,
        "is_new": sight.is_new(),
        "may_lie_elsewhere": sight.may_lie_elsewhere(),
        "light": write(light_view(sight.light())),
        "held": None if held is None else sorted(held),
        "held_words": held_words(held),
        "seen": write(seen_view(sight.last_read())),
        "learnt": sight.learnt(),
    }


@ROUTES.post("/eye/tray", DID, needs="sight", takes={"corners": Corners, "shape": Shape}, optional=("shape",))
def tray(on: Parts, corners: tuple[Spot, ...], shape: Shape = "four-cornered") -> Json:
    """Set where things are thrown."""
    _sight(on).set_tray(corners, shape)
    return done(_("The eye looks at this tray from now on."))


@ROUTES.post(
    "/eye/find",
    Answer(shape({"done": TEXT, "taken": TRUTH, "tray": _TRAY}), description="It is taken if it is sure."),
    needs="sight",
)
def find(on: Parts) -> Json:
    """Find the rim of the empty tray."""
    found, is_taken = _sight(on).find_tray()
    if found is None:
        raise RefusedError(not_found(on.eye.state().state), status=422)
    part = round(100 * found.trust)
    told = _("Found: {part} % of the rim was seen. The eye looks at this tray from now on.", part=part)
    return done(told if is_taken else "", taken=is_taken, tray=_tray(found))


@ROUTES.post("/eye/whole", DID, needs="sight")
def whole(on: Parts) -> Json:
    """Take the whole picture as the tray."""
    _sight(on).forget_tray()
    return done(_("The whole picture is the tray now."))


@ROUTES.post("/eye/back", DID, needs="sight")
def back(on: Parts) -> Json:
    """Bring the tray before back; once more undoes that."""
    _sight(on).take_back()
    return done(_("The tray before is back."))


@ROUTES.post("/eye/lies", DID, needs="sight")
def lies(on: Parts) -> Json:
    """Say that the tray lies right as it is drawn."""
    _sight(on).lies_right()
    return done(_("The tray stays where it is drawn."))


@ROUTES.post("/eye/light", Answer(_OR_NONE, description="How it was."), needs="sight")
def light(on: Parts) -> Json:
    """Measure the light, which takes two seconds."""
    told: Json = write(light_view(_sight(on).measure_light()))
    return told


@ROUTES.post("/eye/hold", DID, needs="sight", takes={"still": bool})
def hold(on: Parts, *, still: bool) -> Json:
    """Hold the camera still, or let it look after itself."""
    _sight(on).hold(still)
    return done(held_words(_sight(on).held()))


@ROUTES.post("/eye/read", Answer(_OR_NONE, description="What was read."), needs="sight")
def read(on: Parts) -> Json:
    """Read what lies in the tray now, as a check that no game hears of."""
    told: Json = write(seen_view(_sight(on).read()))
    return told


@ROUTES.post("/eye/forget", DID, needs="sight", takes={"sure": Sure}, optional=("sure",))
def forget(on: Parts, *, sure: bool = False) -> Json:
    """Forget all that the eye has learnt."""
    must_be_sure(sure)
    _sight(on).forget_learnt()
    return done(_("What the eye had learnt is forgotten."))


def _tray(line: TrayLine) -> Json:
    return {
        "corners": [list(corner) for corner in line.corners],
        "shape": line.shape,
        "trust": line.trust,
        "about": about_tray(line),
    }


def _sight(on: Parts) -> Sight:
    assert on.sight is not None
    return on.sight
