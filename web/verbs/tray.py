"""Verbs of the eye on the tray: where it lies, the light, what it reads."""

from __future__ import annotations

from flask.typing import ResponseReturnValue

from web.box.eye_setup import (
    LightView,
    SeenView,
    about_tray,
    address,
    held_words,
    light_view,
    not_found,
    seen_view,
)
from web.box.placement import Corners, PlacementForm, Spot
from web.errors import MalformedError, RefusedError
from web.language.locale import _
from web.ports import Shape, TrayLine
from web.request_body import Body, Outcome
from web.verbs.verb import TEXT, TRUTH, Answer, Json, Parts, Verb, done, shape, shown, there

TRAY = shape(
    {
        "corners": {"type": "array", "items": Spot},
        "shape": TEXT,
        "trust": {"type": "number"},
        "about": TEXT,
    }
)


def tray_json(line: TrayLine) -> Json:
    """Write where a tray lies."""
    corners = [list(corner) for corner in line.corners]
    return {"corners": corners, "shape": line.shape, "trust": line.trust, "about": about_tray(line)}


class _OfTray(Verb, needs="sight", page="/eye", reply="beside"):
    def leads(self, answer: Json) -> str:
        return address(self.page)


class PlaceTray(_OfTray):
    """Set where things are thrown."""

    corners: Corners
    shape: Shape = "four-cornered"

    @classmethod
    def read_form(cls, form: Body, on: Parts) -> PlaceTray:
        placed = PlacementForm.read(form, of_board=False)
        return cls(corners=placed.corners, shape=placed.shape)

    def do(self, on: Parts) -> str:
        there(on.sight).set_tray(self.corners, self.shape)
        return _("The eye looks at this tray from now on.")


class FindTray(
    _OfTray,
    answer=Answer(
        shape({"done": TEXT, "taken": TRUTH, "tray": TRAY}), description="It is taken if it is sure."
    ),
):
    """Find the rim of the empty tray."""

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

    def do(self, on: Parts) -> str:
        there(on.sight).forget_tray()
        return _("The whole picture is the tray now.")


class RestoreTray(_OfTray):
    """Bring the tray before back; once more undoes that."""

    def do(self, on: Parts) -> str:
        there(on.sight).take_back()
        return _("The tray before is back.")


class ConfirmTray(_OfTray):
    """Say that the tray lies right as it is drawn."""

    def do(self, on: Parts) -> str:
        there(on.sight).lies_right()
        return _("The tray stays where it is drawn.")


class MeasureLight(_OfTray, answer=Answer(LightView, description="How it was."), page="/eye#light"):
    """Measure the light, which takes two seconds."""

    def do(self, on: Parts) -> LightView | None:
        return light_view(there(on.sight).measure_light())


class HoldCamera(_OfTray, page="/eye#hold", reply="quiet"):
    """Hold the camera still, or let it look after itself."""

    still: bool

    @classmethod
    def read_form(cls, form: Body, on: Parts) -> HoldCamera:
        still = form.text("still")
        if still not in ("yes", "no"):
            raise MalformedError(_("choose whether the camera is locked"))
        return cls(still=still == "yes")

    def do(self, on: Parts) -> str:
        there(on.sight).hold(self.still)
        return held_words(there(on.sight).held())


class ReadTray(_OfTray, answer=Answer(SeenView, description="What was read."), page="/eye#seen"):
    """Read what lies in the tray now, as a check that no game hears of."""

    def do(self, on: Parts) -> SeenView | None:
        return seen_view(there(on.sight).read())


class ForgetLearnt(_OfTray, page="/eye#learnt"):
    """Forget all that the eye has learnt."""

    def do(self, on: Parts) -> str:
        there(on.sight).forget_learnt()
        return _("What the eye had learnt is forgotten.")
