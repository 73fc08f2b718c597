"""How a tray or a board lies, in a form: corners in percent as people type them or the script sets them."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from flask.typing import ResponseReturnValue

from engine.record import About, Within
from web.errors import MalformedError, MissingError
from web.language.locale import _, translated
from web.marks import mark
from web.ports import LENSES, WIDEST_BAR, Corner, Placement, Shape, TrayLine
from web.request_body import Body

_CORNERS = (mark("Upper left"), mark("Upper right"), mark("Lower right"), mark("Lower left"))
"""The corners in the order in which a tray or a board has them."""

_PLACE = mark("{x} % from the left, {y} % from the top")
"""Where a corner lies; the page's script fills it in."""

SIDES = (
    mark("at the lower edge"),
    mark("at the left edge"),
    mark("at the upper edge"),
    mark("at the right edge"),
)
"""Where the first player sits, as the picture shows it, by quarter turns."""

_WHOLE: tuple[Corner, ...] = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
"""Where the corners begin while the whole picture is the tray."""

_FIRST: tuple[Corner, ...] = ((0.15, 0.15), (0.85, 0.15), (0.85, 0.85), (0.15, 0.85))
"""Where those of a board begin while nobody has set them."""

Spot = tuple[Annotated[float, Within(-1, 2)], Annotated[float, Within(-1, 2)]]
"""A place of a picture in parts of its width and height; a little beside it is one, too."""
Corners = Annotated[tuple[Spot, ...], Within(4, 4), About("Four, clockwise from the upper left.")]

Typed = tuple[str, str]
"""A corner as it was typed: from the left and from the top, in percent."""


@dataclass(frozen=True, slots=True)
class PlacementForm:
    """How tray or board lies in the form: as it is kept, or as somebody typed it."""

    typed: Sequence[Typed]
    is_kept: bool = False
    outline: Sequence[Corner] = ()
    """What is drawn without a script."""
    shape: Shape = "four-cornered"
    quarters: int = 0
    bar: str = "1"
    lens: str = ""

    @classmethod
    def of_tray(cls, tray: TrayLine, *, is_kept: bool = True) -> PlacementForm:
        """Write in the form how a tray lies."""
        typed = _percent(tray.corners or _WHOLE, digits=1)
        return cls(typed, is_kept, tray.outline or _WHOLE, tray.shape)

    @classmethod
    def of_board(cls, laid: Placement | None, *, is_kept: bool) -> PlacementForm:
        """Write in the form how a board lies, or as it begins."""
        is_kept = is_kept and laid is not None
        laid = laid or Placement(_FIRST)
        typed = _percent(laid.corners, digits=2)
        return cls(typed, is_kept, laid.corners, "four-cornered", laid.quarters, f"{laid.bar:g}", laid.lens)

    @classmethod
    def read(cls, body: Body, *, of_board: bool = True) -> PlacementForm:
        """Read the form as it was typed.

        Raises:
            MalformedError: If a part is missing or too long, or the side or the camera is none.
        """
        shape = body.text("shape", longest=20) if body.has("shape") else ""
        quarters = body.whole("quarters") if of_board else 0
        if quarters >= len(SIDES):
            raise MalformedError(_("choose where the first player sits"))
        bar = body.text("bar", longest=20) if body.has("bar") else "1"
        lens = body.text("lens", longest=20) if body.has("lens") else ""
        if lens not in ("", *LENSES):
            raise MalformedError(_("choose which camera looks at the board, from the list"))
        typed = [
            (body.text(f"x{place}", longest=20), body.text(f"y{place}", longest=20))
            for place in range(len(_CORNERS))
        ]
        known: Shape = "oval" if shape == "oval" else "four-cornered"
        return cls(typed, outline=_drawn(typed), shape=known, quarters=quarters, bar=bar, lens=lens)

    @property
    def corners(self) -> tuple[Corner, ...]:
        """The corners as parts of the picture; raises MalformedError if one is no number."""
        return corners_of(self.typed)

    def laid(self) -> Placement:
        """Return how the board lies.

        Raises:
            MalformedError: If a number is none.
        """
        try:
            bar = float(self.bar.replace(",", "."))
        except ValueError:
            bar = math.nan
        if not 0 <= bar <= WIDEST_BAR:
            raise MalformedError(_("the bar is 0 to {most} columns wide", most=f"{WIDEST_BAR:g}"))
        return Placement(self.corners, self.quarters, bar, self.lens)

    @property
    def names(self) -> list[str]:
        """Names of the corners, in the reader's language."""
        return [translated(name) for name in _CORNERS]

    @property
    def place(self) -> str:
        """Where a corner lies, for the script to fill in."""
        return translated(_PLACE)


def corners_of(typed: Sequence[Typed]) -> tuple[Corner, ...]:
    """Make parts of the picture of percent.

    Raises:
        MalformedError: If one is no number.
    """
    try:
        return tuple((float(x.replace(",", ".")) / 100, float(y.replace(",", ".")) / 100) for x, y in typed)
    except ValueError as error:
        raise MalformedError(_("give each corner two numbers from 0 to 100")) from error


def _drawn(typed: Sequence[Typed]) -> Sequence[Corner]:
    try:
        return corners_of(typed)
    except MalformedError:
        return ()


def _percent(corners: Sequence[Corner], *, digits: int) -> list[Typed]:
    return [(f"{100 * x:.{digits}f}", f"{100 * y:.{digits}f}") for x, y in corners]


def live_picture(jpeg: bytes | None) -> ResponseReturnValue:
    """Answer with what a camera sees now; raises MissingError before its first picture."""
    if jpeg is None:
        raise MissingError(_("the eye has not seen anything yet"))
    return jpeg, 200, {"Content-Type": "image/jpeg"}


def version_of(*shown: object) -> str:
    """Name what a page shows and is not live, so that it notices what another phone has changed."""
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]
