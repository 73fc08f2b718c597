"""Where an admin sets up the eye: the tray's corners on the camera's picture, the light, what it sees now.

The picture is for phones that may change the box: it is a live camera in somebody's room, while a
photograph of a throw is taken only when somebody throws. Without a script the page has numbers to type and
the buttons; the script lets the corners be dragged in the same form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from flask import Blueprint, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from engine.record import write
from web.box.placement import PlacementForm, live_picture, version_of
from web.errors import MalformedError, MissingError
from web.game.box_view import eye_view
from web.language.catalogue import mark
from web.language.labels import mouths_words
from web.language.locale import _, clock, listed, translated
from web.language.messages import said, upper_first
from web.ports import (
    Eye,
    LightLine,
    ReadLine,
    TrayCamera,
    TrayLine,
)
from web.request_body import form_body, outcome

_LIGHT: Sequence[tuple[tuple[str, ...], str, str]] = (
    (("dark", "noise"), mark("Brightness"), mark("bright enough")),
    (("glare",), mark("Glare"), mark("nothing dazzles")),
    (("shadow",), mark("Shadows"), mark("even all over the tray")),
    (("flicker",), mark("Flicker"), mark("steady")),
)
"""Faults of the light, what they are about, and what is said where there is none."""

_HELD: Mapping[str, str] = {
    "exposure": mark("exposure"),
    "white balance": mark("white balance"),
    "focus": mark("focus"),
}


@dataclass(frozen=True, slots=True)
class LightRow:
    """One thing that can be wrong with the light."""

    title: str
    text: str
    good: bool


@dataclass(frozen=True, slots=True)
class LightView:
    """How the light is."""

    rows: tuple[LightRow, ...]
    when: str
    """When it was measured."""
    good: bool


@dataclass(frozen=True, slots=True)
class SeenView:
    """What was read last."""

    number: int
    """Of its picture."""
    text: str
    certain: bool
    doubts: tuple[str, ...]
    is_check: bool
    """It was read as a check, and no game has heard of it."""


def blueprint(sight: TrayCamera, eye: Eye) -> Blueprint:
    """Build ``/eye``."""
    bp = Blueprint("eye", __name__)

    @bp.get("/eye")
    def show() -> ResponseReturnValue:
        tray, before, sent = sight.tray(), sight.tray_before(), outcome()
        error, form = sent.refusal, PlacementForm.of_tray(tray)
        if sent.verb == "PlaceTray" and sent.error:
            with suppress(MalformedError):
                form = PlacementForm.read(form_body(), of_board=False)
        elif sent.verb == "FindTray" and sent.answer:
            found = sent.answer["tray"]
            line = TrayLine(found["corners"], found["shape"], outline=tray.outline)
            form = PlacementForm.of_tray(line, is_kept=False)
            error = _(
                "Only {part} % of a rim was seen, so nothing has changed yet. If the lines lie on the rim, "
                "save them; otherwise drag the corners there, or empty the tray and try again.",
                part=round(100 * found["trust"]),
            )
        return render_template(
            "box/eye.html",
            error=error,
            first=_is_first(),
            way=_way(),
            is_new=sight.is_new(),
            elsewhere=sight.may_lie_elsewhere(),
            eye=eye_view(eye.state()),
            size=sight.size() or (4, 3),
            form=form,
            about=about_tray(tray),
            before=about_tray(before) if before else "",
            light=light_view(sight.light()),
            held=held_words(sight.held()),
            is_held=bool(sight.held()),
            can_hold=sight.held() is not None,
            seen=seen_view(sight.last_read()),
            learnt=sight.learnt(),
            version=_version(sight),
        )

    @bp.get("/eye/picture.jpg")
    @bp.get("/api/v1/eye/picture.jpg", endpoint="picture_for_program")
    def picture() -> ResponseReturnValue:
        return live_picture(sight.picture())

    @bp.get("/eye/state")
    def state() -> ResponseReturnValue:
        return jsonify(eye=write(eye_view(eye.state())), version=_version(sight))

    @bp.get("/eye/seen-<int:number>.jpg")
    @bp.get("/api/v1/eye/seen-<int:number>.jpg", endpoint="seen_for_program")
    def seen(number: int) -> ResponseReturnValue:
        jpeg = sight.read_picture(number)
        if jpeg is None:
            raise MissingError(_("there is nothing at this address"))
        return jpeg, 200, {"Content-Type": "image/jpeg"}

    return bp


def _is_first() -> bool:
    """True if a newcomer is on the way to the first game; every address of the page carries it."""
    return request.args.get("first") == "1"


def _way() -> str:
    """Return what an address of the page carries on that way."""
    return "?first=1" if _is_first() else ""


def address(page: str) -> str:
    """Return the address of the page, which may name one of its parts, on that way."""
    path, sign, part = page.partition("#")
    return f"{path}{_way()}{sign}{part}"


def about_tray(tray: TrayLine) -> str:
    """Tell what the tray is."""
    if not tray.corners:
        return _("The whole picture is the tray.")
    part = round(100 * tray.area)
    if tray.shape == "oval":
        return _("The tray is round or oval and covers {part} % of the picture.", part=part)
    return _("The tray has four corners and covers {part} % of the picture.", part=part)


def not_found(state: str) -> str:
    """Tell that no rim was found, and what would help."""
    if state in ("hand", "moving", "settled", "read", "uncertain"):
        return _(
            "No rim was found, so nothing has changed. Something lies in the tray: take it out and try "
            "again, or drag the corners."
        )
    return _(
        "No rim was found, so nothing has changed. Bring the whole rim into the picture, on a table that "
        "looks different, and try again; or drag the corners."
    )


def light_view(light: LightLine | None) -> LightView | None:
    """Write what was measured, one line for each thing that can be wrong."""
    if light is None:
        return None
    rows = []
    for faults, title, good in _LIGHT:
        wrong = next((light.faults[fault] for fault in faults if fault in light.faults), None)
        text = upper_first(said(wrong)) if wrong else translated(good)
        if faults == ("flicker",) and not light.saw_flicker:
            text = _("not seen: the camera gave too few pictures")
        rows.append(LightRow(translated(title), text, not wrong))
    return LightView(tuple(rows), clock(light.when), not light.faults)


def held_words(held: frozenset[str] | None) -> str:
    """Tell whether the camera is held still."""
    if held is None:
        return _("This camera has nothing that could be locked: its pictures stay as they come.")
    if not held:
        return _("The camera looks after exposure, white balance and focus by itself now.")
    what = listed([translated(text) for name, text in _HELD.items() if name in held])
    return _("Locked now: {what}.", what=what)


def seen_view(read: ReadLine | None) -> SeenView | None:
    """Write what was read last."""
    if read is None:
        return None
    faces = read.faces
    if not faces:
        text = _("Nothing is seen in the tray.")
    elif any(face.isdigit() for face in faces):
        shown = sorted((face for face in faces if face.isdigit()), reverse=True)
        text = _("Dice: {dice}", dice=listed(shown))
    else:
        text = _("Shells: {shells}", shells=mouths_words(faces.count("mouth"), len(faces)))
    doubts = tuple(upper_first(said(doubt)) for doubt in read.doubts)
    return SeenView(read.number, text, read.certain, doubts, read.is_check)


def _version(sight: TrayCamera) -> str:
    read = sight.last_read()
    tray = sight.tray(), sight.tray_before(), sight.may_lie_elsewhere()
    return version_of(*tray, sight.light(), sorted(sight.held() or ()), read and read.number, sight.learnt())
