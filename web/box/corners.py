"""Four corners in a form: in percent of the picture, as people type them or as the script fills them in."""

from __future__ import annotations

from collections.abc import Sequence

from web.errors import MalformedError
from web.language.locale import _
from web.marks import mark
from web.ports import Corner
from web.request_body import Body

CORNERS = (mark("Upper left"), mark("Upper right"), mark("Lower right"), mark("Lower left"))
"""The corners in the order in which a tray or a board has them."""

PLACE = mark("{x} % from the left, {y} % from the top")
"""Where a corner lies; the page's script fills it in."""

Typed = tuple[str, str]
"""A corner as it was typed: from the left and from the top, in percent."""


def typed_corners(body: Body) -> list[Typed]:
    """Read the corners of a form as they were typed.

    Raises:
        MalformedError: If one is missing or too long.
    """
    return [
        (body.text(f"x{place}", longest=20), body.text(f"y{place}", longest=20))
        for place in range(len(CORNERS))
    ]


def corners_of(typed: Sequence[Typed]) -> list[Corner]:
    """Make parts of the picture of percent.

    Raises:
        MalformedError: If one is no number.
    """
    try:
        return [(float(x.replace(",", ".")) / 100, float(y.replace(",", ".")) / 100) for x, y in typed]
    except ValueError as error:
        raise MalformedError(_("give each corner two numbers from 0 to 100")) from error


def percent(corners: Sequence[Corner], *, digits: int = 1) -> list[Typed]:
    """Write corners as percent of the picture, as the form has them."""
    return [(f"{100 * x:.{digits}f}", f"{100 * y:.{digits}f}") for x, y in corners]
