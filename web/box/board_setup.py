"""Where an admin sets up the eye on the board: its corners, the colours of the pieces, what is seen there.

The game in progress says which board lies there. The picture is for phones that may change the box, as on the
page of the tray. Without a script the page has numbers to type, the buttons and the picture as it was when
the page came; the script lets corners be dragged, pieces be touched, and looks again every second.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from engine.record import read
from web.box.placement import SIDES, PlacementForm, corners_of, live_picture, version_of
from web.errors import MalformedError, sentence
from web.language.bidi import isolated
from web.language.locale import _, _n, translated
from web.language.messages import said, upper_first
from web.marks import mark, phrase
from web.ports import (
    MOST_TAPS,
    WIDEST_BAR,
    BoardCamera,
    BoardLine,
    Corner,
    MarkedLine,
    NoBoardError,
    NoPictureError,
    PiecesLine,
    Placement,
    StandingLine,
)
from web.request_body import Body, form_body, outcome

CAMERAS: Mapping[str, str] = {
    "module-1": mark("Camera Module 1"),
    "module-2": mark("Camera Module 2"),
    "module-3": mark("Camera Module 3"),
    "module-3-wide": mark("Camera Module 3 Wide"),
    "any": mark("another one"),
}
"""How cameras are called, by their names in `LENSES`."""

TAPS = 2
"""Taps on the pieces of each player for which the page has room."""

_SURE = 0.6
"""Corners are called found if an edge was seen along so much of the sides."""


@dataclass(frozen=True, slots=True)
class Part:
    """What the page shows live in one place."""

    text: str
    good: bool = True
    doubts: tuple[str, ...] = ()
    rows: tuple[tuple[str, str], ...] = ()
    """Players and how many of their pieces are seen."""


def blueprint(board: BoardCamera) -> Blueprint:
    """Build ``/eye/board``."""
    bp = Blueprint("board", __name__)

    @bp.get("/eye/board")
    def show() -> ResponseReturnValue:
        line, marked = board.line(), board.marked()
        form = _sent_form() or PlacementForm.of_board(line.laid if line is not None else None, is_kept=True)
        return render_template(
            "box/board.html",
            error=outcome().refusal,
            line=line,
            form=form,
            size=board.size() or (4, 3),
            sides=[translated(side) for side in SIDES],
            cameras=_cameras(line),
            taps=range(TAPS),
            parts=_parts(board, line, None),
            marked=marked,
            trouble=upper_first(said(line.trouble)) if line is not None else "",
            widest=WIDEST_BAR,
            version=_version(line, marked),
        )

    @bp.get("/eye/board/picture.jpg")
    @bp.get("/api/v1/eye/board/picture.jpg", endpoint="picture_for_program")
    def picture() -> ResponseReturnValue:
        return live_picture(board.picture(_draft(), bare=request.args.get("bare") == "1"))

    @bp.get("/eye/board/state")
    def state() -> ResponseReturnValue:
        line = board.line()
        parts = {
            name: render_template(f"box/board/{name}.html", part=part)
            for name, part in _parts(board, line, _draft()).items()
        }
        return jsonify(parts=parts, version=_version(line, board.marked()))

    return bp


def _sent_form() -> PlacementForm | None:
    """Return the form that was refused as it was typed, or with corners that were found; None for neither."""
    sent = outcome().of("PlaceBoard", "RefineBoard", "FindMarkers")
    if laid := sent.answer.get("laid"):
        return PlacementForm.of_board(read(Placement, laid), is_kept=False)
    try:
        return PlacementForm.read(form_body()) if sent.error else None
    except MalformedError:
        return None


def _draft() -> Placement | None:
    """Read how the board would lie from the address; None without corners, or with such as are none yet."""
    if "x0" not in request.args:
        return None
    return PlacementForm.read(Body(request.args.to_dict(), form=True)).laid()


def typed_taps(body: Body, players: int) -> tuple[tuple[Corner, ...], ...]:
    """Read the touches on pieces, by player; empty ones are left out.

    Raises:
        MalformedError: If one is no pair of numbers.
    """
    found: list[tuple[Corner, ...]] = []
    for seat in range(players):
        typed = [
            (body.text(f"tx{seat}-{n}", longest=20), body.text(f"ty{seat}-{n}", longest=20))
            for n in range(TAPS)
            if body.has(f"tx{seat}-{n}") or body.has(f"ty{seat}-{n}")
        ]
        taps = corners_of(typed[:MOST_TAPS])
        if not all(0 <= x <= 1 and 0 <= y <= 1 for x, y in taps):
            raise MalformedError(_("give each touch two numbers from 0 to 100"))
        found.append(taps)
    return tuple(found)


def board_refined(laid: Placement, part: float) -> tuple[Placement, str]:
    """Tell how much of the sides was seen."""
    percents = round(100 * part)
    if part < _SURE:
        return laid, _(
            "Only {part} % of the sides was seen as an edge: look at the corners, and drag them where they "
            "are wrong.",
            part=percents,
        )
    return laid, _("{part} % of the sides was seen. If the lines lie right, save the corners.", part=percents)


def board_marked(marked: MarkedLine | None, laid: Placement) -> tuple[Placement, str]:
    """Return the board that four markers enclose.

    Raises:
        NoBoardError: If there are none.
    """
    if marked is None or marked.laid is None:
        raise NoBoardError(phrase("the four markers are not all seen now: look that nothing lies over them"))
    found = replace(marked.laid, bar=laid.bar, lens=laid.lens)
    return found, _("These are the corners between the markers. If the lines lie right, save them.")


def _parts(board: BoardCamera, line: BoardLine | None, draft: Placement | None) -> Mapping[str, Part | None]:
    """Write what the page shows live."""
    return {
        "pieces": _pieces(board, line, draft),
        "seen": None if line is None else _seen(board.standing(), line),
    }


def _pieces(board: BoardCamera, line: BoardLine | None, draft: Placement | None) -> Part | None:
    """Tell how large the pieces are seen, or would be."""
    if line is None:
        return None
    pieces: PiecesLine | None = line.pieces
    if draft is not None:
        try:
            pieces = board.pieces(draft)
        except (NoBoardError, NoPictureError) as error:
            return Part(sentence(error), good=False)
    if pieces is None:
        return None
    if pieces.advice is not None:
        return Part(f"{upper_first(said(pieces.advice))}.", good=False)
    pixels = math.floor(pieces.pixels)
    return Part(_("Where they are smallest, pieces are {pixels} pixels wide: large enough.", pixels=pixels))


def _seen(standing: StandingLine | None, line: BoardLine) -> Part | None:
    """Write what is seen to stand on the board."""
    if standing is None:
        return None
    rows = tuple(
        (isolated(name), _n("{count} piece", "{count} pieces", count))
        for name, count in zip(line.names, standing.pieces, strict=False)
    )
    doubts = [upper_first(said(doubt)) for doubt in standing.doubts]
    if standing.unsure:
        doubts.append(
            _n(
                "{count} place has a question mark: there the eye is not sure.",
                "{count} places have a question mark: there the eye is not sure.",
                standing.unsure,
            )
        )
    if standing.hidden:
        doubts.append(
            _n(
                "{count} place has a cross: something lies over it, or it is out of the picture.",
                "{count} places have a cross: something lies over them, or they are out of the picture.",
                standing.hidden,
            )
        )
    text = _("The eye is not sure of all of it.")
    if standing.is_certain and not doubts:
        text = _("The eye is sure of every place.")
    elif not doubts:
        text = _("Nothing looks doubtful, but the eye is not certain either: compare the numbers.")
    return Part(text, good=standing.is_certain and not doubts, doubts=tuple(doubts), rows=rows)


def _cameras(line: BoardLine | None) -> list[tuple[str, str]]:
    """Name the cameras that may be chosen, first what the camera says of itself."""
    tells = translated(CAMERAS[line.camera]) if line is not None and line.camera in CAMERAS else ""
    own = _("{camera}, as it says itself", camera=tells) if tells else _("not known")
    return [
        ("", own),
        *((name, translated(text)) for name, text in CAMERAS.items() if tells or name != "any"),
    ]


def _version(line: BoardLine | None, marked: MarkedLine | None) -> str:
    return version_of(
        None if line is None else replace(line, pieces=None),
        None if marked is None else (marked.laid is not None, marked.doubts),
    )
