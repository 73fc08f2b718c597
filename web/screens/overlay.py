"""The score over the picture of a stream: a page that is transparent but for it, for OBS and its like.

Its address says where it stands, how large, what of it is shown and on which ground. As on a television, who
only watches sees a match later, and a paired browser sees it as it is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from web.errors import MalformedError
from web.game.page import Page
from web.language.locale import _

PLACES = ("bottom", "top", "bottom-left", "bottom-right", "top-left", "top-right")
"""Where it stands: a bar along an edge, or a block in a corner; the first is the usual one."""

SIZES = ("100", "75", "125", "150", "200")
"""In percent of what is well read of a picture of 1080 lines."""

PARTS = ("match", "players", "score", "clock", "turn", "throw")
"""What it shows: how far a match goes, who plays, how all stand, their time, whose turn it is, the throw."""

GROUNDS = ("dark", "light")
"""What its letters stand on."""


@dataclass(frozen=True, slots=True)
class Look:
    """How the overlay looks."""

    at: str = PLACES[0]
    size: str = SIZES[0]
    ground: str = GROUNDS[0]
    hidden: frozenset[str] = frozenset()
    """Of `PARTS`."""

    @property
    def is_bar(self) -> bool:
        """True if it lies along an edge."""
        return "-" not in self.at

    def shows(self, part: str) -> bool:
        """True if it has this one of `PARTS`."""
        return part not in self.hidden


def look_of(asked: MultiDict[str, str]) -> Look:
    """Read how the overlay shall look.

    Args:
        asked: The part of the address with ``at``, ``size``, ``ground``, and what to ``hide``, by commas.

    Raises:
        MalformedError: If it says something that there is not.
    """
    hidden = frozenset(filter(None, asked.get("hide", "").split(",")))
    if wrong := sorted(hidden - set(PARTS)):
        raise _unknown("hide", wrong[0], PARTS)
    chosen: Mapping[str, tuple[str, ...]] = {"at": PLACES, "size": SIZES, "ground": GROUNDS}
    found = {name: asked.get(name, values[0]) for name, values in chosen.items()}
    for name, value in found.items():
        if value not in chosen[name]:
            raise _unknown(name, value, chosen[name])
    return Look(**found, hidden=hidden)


def blueprint(page: Page) -> Blueprint:
    """Build ``/overlay``."""
    bp = Blueprint("overlay", __name__)

    @bp.get("/overlay")
    def show() -> ResponseReturnValue:
        look, shown = look_of(request.args), page.shown()
        state = {"box": page.start, "clock": page.clock_of(shown.model) if shown else None}
        return render_template(
            "game/overlay.html",
            look=look,
            view=shown.view if shown else None,
            clock=shown.clock if shown and look.shows("clock") else None,
            state=state,
        )

    return bp


def _unknown(name: str, value: str, values: tuple[str, ...]) -> MalformedError:
    return MalformedError(
        _(
            "the overlay does not know {name}={value}: it knows {values}",
            name=name,
            value=value[:40],
            values=", ".join(values),
        )
    )
