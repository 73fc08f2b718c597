"""The page of Ludo: its words, its way of being drawn, its printed board."""

from __future__ import annotations

from collections.abc import Sequence

from engine.board import Layout
from engine.table.state import Model
from web.drawing.boards import Drawing
from web.drawing.svg import LOTUS, box, cell, hit, lotus
from web.games import GamePage, Words
from web.games.game_page import Position


def _ground(layout: Layout, names: tuple[str, ...], quarters: int) -> tuple[str, str]:
    """Draw the squares alone, without a frame."""
    parts = [f"<defs>{LOTUS}</defs>", f'<rect class="inlay" {box(-12, -12, 524, 524, radius=7)}/>']
    parts += [cell(square, gap=4, radius=50) for square in layout.squares]
    parts += [lotus(250, 250, 92), *map(hit, layout.squares)]
    return "".join(parts), "-20 -20 540 540"


def _arrange(model: Model, steps: Sequence[list[int]], turn: int, same: Position | None) -> Position:
    old = model.rules.to_position(model.state)
    return {
        "pieces": steps,
        "turn": turn,
        "number": old["number"] + (same is None),
        "die": (same or {}).get("die", 0),
    }


PAGE = GamePage(
    name="ludo",
    title="Ludo",
    drawing=Drawing("ludo", ground=_ground),
    presets={"plain": "Plain"},
    about="One die, two pieces each. Once round the rim, then inwards.",
    words=Words(
        can_move="{player}, token {piece}: can move",
        captures="{move}, bumps {taken}",
        said={"captured": "{player} bumps {pieces}"},
        counted={
            "pieces": ("{owner}’s token", "{count} of {owner}’s tokens"),
            "home": ("{player} brings a token home", "{player} brings {count} tokens home"),
        },
    ),
    arrange=_arrange,
    prints={"": {"table": 40.0, "sheet": 30.0}},
)
