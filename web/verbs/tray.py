"""Verbs of the eye on the tray: where it lies, the light, what it reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from flask import request
from flask.typing import ResponseReturnValue

from engine.record import write
from web.box.corners import corners_of, typed_corners
from web.box.eye_setup import (
    SPOT_SCHEMA,
    Corners,
    about_tray,
    address,
    held_words,
    light_view,
    not_found,
    seen_view,
)
from web.errors import MalformedError, RefusedError
from web.language.locale import _
from web.ports import Shape, TrayLine
from web.request_body import Body, Outcome
from web.verbs.verb import OR_NONE, TEXT, TRUTH, Answer, Json, Parts, Verb, done, shape, shown, there

TRAY = shape(
    {
        "corners": {"type": "array", "items": SPOT_SCHEMA},
        "shape": TEXT,
        "trust": {"type": "number"},
        "about": TEXT,
    }
)


def tray_json(line: TrayLine) -> Json:
    """Write where a tray lies."""
    corners = [list(corner) for corner in line.corners]
    return {"corners": corners, "shape": line.shape, "trust": line.trust, "about": about_tray(line)}


class _OfTray(Verb):
    needs: ClassVar = "sight"
    page: ClassVar = "/eye"
    shows_refusal: ClassVar = True

    def leads(self, answer: Json) -> str:
        return address(self.page)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceTray(_OfTray):
    """Set where things are thrown."""

    corners: Corners
    shape: Shape = "four-cornered"

    @classmethod
    def read_form(cls, form: Body, on: Parts) -> PlaceTray:
        oval = request.form.get("shape") == "oval"
        corners = tuple(corners_of(typed_corners(form)))
        return cls(corners=corners, shape="oval" if oval else "four-cornered")

    def do(self, on: Parts) -> Json:
        there(on.sight).set_tray(self.corners, self.shape)
        return done(_("The eye looks at this tray from now on."))


class FindTray(_OfTray):
    """Find the rim of the empty tray."""

    answer: ClassVar = Answer(
        shape({"done": TEXT, "taken": TRUTH, "tray": TRAY}), description="It is taken if it is sure."
    )

    def do(self, on: Parts) -> Json:
        found, is_taken = there(on.sight).find_tray()
        if found is None:
            raise RefusedError(not_found(on.eye.state().state), status=422)
        part = round(100 * found.trust)
        told = _("Found: {part} % of the rim was seen. The eye looks at this tray from now on.", part=part)
        return done(told if is_taken else "", taken=is_taken, tray=tray_json(found))

    def went_on(self, on: Parts, answer: Json) -> ResponseReturnValue:
        if answer["taken"]:
            return Verb.went_on(self, on, answer)
        return shown(type(self), {}, Outcome("FindTray", answer=answer), 200)


class UseWholePicture(_OfTray):
    """Take the whole picture as the tray."""

    def do(self, on: Parts) -> Json:
        there(on.sight).forget_tray()
        return done(_("The whole picture is the tray now."))


class RestoreTray(_OfTray):
    """Bring the tray before back; once more undoes that."""

    def do(self, on: Parts) -> Json:
        there(on.sight).take_back()
        return done(_("The tray before is back."))


class ConfirmTray(_OfTray):
    """Say that the tray lies right as it is drawn."""

    def do(self, on: Parts) -> Json:
        there(on.sight).lies_right()
        return done(_("The tray stays where it is drawn."))


class MeasureLight(_OfTray):
    """Measure the light, which takes two seconds."""

    answer: ClassVar = Answer(OR_NONE, description="How it was.")
    page: ClassVar = "/eye#light"

    def do(self, on: Parts) -> Json:
        told: Json = write(light_view(there(on.sight).measure_light()))
        return told


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldCamera(_OfTray):
    """Hold the camera still, or let it look after itself."""

    page: ClassVar = "/eye#hold"
    is_quiet: ClassVar = True

    still: bool

    @classmethod
    def read_form(cls, form: Body, on: Parts) -> HoldCamera:
        still = form.text("still")
        if still not in ("yes", "no"):
            raise MalformedError(_("choose whether the camera is locked"))
        return cls(still=still == "yes")

    def do(self, on: Parts) -> Json:
        there(on.sight).hold(self.still)
        return done(held_words(there(on.sight).held()))


class ReadTray(_OfTray):
    """Read what lies in the tray now, as a check that no game hears of."""

    answer: ClassVar = Answer(OR_NONE, description="What was read.")
    page: ClassVar = "/eye#seen"

    def do(self, on: Parts) -> Json:
        told: Json = write(seen_view(there(on.sight).read()))
        return told


class ForgetLearnt(_OfTray):
    """Forget all that the eye has learnt."""

    page: ClassVar = "/eye#learnt"

    def do(self, on: Parts) -> Json:
        there(on.sight).forget_learnt()
        return done(_("What the eye had learnt is forgotten."))
