"""The eye's plan of a board, made from the engine's layout: every square, its rim and its pieces."""

from __future__ import annotations

from collections.abc import Mapping

from device.errors import ConfigError
from engine.board import Layout, Side, Square
from vision.board import Place, Plan

BAR_COLUMNS = 1.0
"""How wide the bar of a board of backgammon usually is, in columns; 0 where the board folds without one."""

WIDEST_BAR = 3.0
"""A wider bar than this is none."""

_CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))

_BEGINS: Mapping[Side, int] = {"top": 0, "right": 1, "bottom": 2, "left": 3}
"""With which corner, clockwise from the upper left, an outline begins whose first side is this one."""

_TALL: Mapping[str, float] = {"backgammon": 0.25, "chowka-bhara": 0.5, "pachisi": 1.0}
"""How tall a piece is, in widths of a square, by the first words of the layout's name: a checker of 42 x 10
mm; a pawn of 25 mm on a square of 50; a piece of Pachisi of 25 mm on a square of 25. Sets differ: `tall` says
another."""

_LOOSE: Mapping[str, float] = {"backgammon": 0.08, "chowka-bhara": 0.03, "pachisi": 0.03}
"""How far the proportion of a real board may be another (`vision.board.Plan`). Boards of backgammon have more
or less room between the points; cloths are pulled a little."""


def plan_of(
    layout: Layout, *, bar_columns: float = BAR_COLUMNS, trays: bool = True, tall: float | None = None
) -> Plan:
    """Make the plan of a board, with the south player at the bottom.

    The field lies between the rims, the bar included; trays lie beside it, outside of 0 to 1. A bar of no
    width is as wide as a checker all the same, over the middle, since hit checkers are laid there.

    Args:
        layout: The engine's board.
        bar_columns: How wide the bar is, in columns. Boards without a bar have no use for it.
        trays: Whether the board has trays for what is borne off, and the camera is to look at them.
        tall: How tall its pieces are, in widths of a square; that of usual sets by default.

    Raises:
        ConfigError: If the bar's width is none.
    """
    if not 0 <= bar_columns <= WIDEST_BAR:
        raise ConfigError(f"a bar is 0 to {WIDEST_BAR:g} columns wide, not {bar_columns!r}")
    family = next((name for name in _TALL if layout.name.startswith(name)), "")
    inside = [square for square in layout.squares if square.kind != "off"]
    left, top = min(one.x for one in inside), min(one.y for one in inside)
    right, bottom = max(one.x + one.width for one in inside), max(one.y + one.height for one in inside)
    bars = [square for square in inside if square.kind == "bar"]
    wide = bars[0].width if bars else 0.0
    more = bar_columns - wide if bars else 0.0
    width, height = right - left + more, bottom - top

    def across(x: float) -> float:
        """Return where an x of the layout lies with the bar as wide as it is, from the field's left."""
        behind = min(max(x - bars[0].x, 0.0), wide) / wide if bars else 0.0
        return x - left + behind * more

    def place(square: Square) -> Place:
        x1, x2 = across(square.x), across(square.x + square.width)
        if square.kind == "bar" and x2 - x1 < 1:
            x1, x2 = (x1 + x2 - 1) / 2, (x1 + x2 + 1) / 2
        y1, y2 = square.y - top, square.y + square.height - top
        corners = [((x1, x2)[int(x)] / width, (y1, y2)[int(y)] / height) for x, y in _CORNERS]
        begins = 0 if square.rim is None else _BEGINS[square.rim]
        lying = square.rim in ("left", "right")
        return Place(
            square.id,
            tuple(corners[begins:] + corners[:begins]),
            has_rim=square.rim is not None,
            tall=_TALL.get(family, 0.5) if tall is None else tall,
            length=x2 - x1 if lying else y2 - y1,
            width=y2 - y1 if lying else x2 - x1,
        )

    squares = layout.squares if trays else inside
    return Plan(layout.name, width, height, tuple(map(place, squares)), _LOOSE.get(family, 0.03))
