"""The looks of backgammon."""

from __future__ import annotations

from tests.bench.board.tracing.backgammon import Style as Points
from tests.bench.board.tracing.look import ASH, BONE, CHALK, COAL, MAPLE, TEAK, WALNUT, Look
from tests.bench.board.tracing.pieces import Kit, Make

_OXBLOOD, _BOTTLE, _SAND = (0.36, 0.09, 0.1), (0.05, 0.25, 0.17), (0.78, 0.66, 0.48)


def _two(form: str, a: Make, b: Make, thick: float = 0.24) -> Kit:
    return Kit(form, {"a": a, "b": b}, thick)


BACKGAMMON = (
    Look(
        "club felt, oxblood and bone",
        "backgammon",
        Points(_BOTTLE, _OXBLOOD, _SAND, WALNUT),
        _two("stepped", Make(_OXBLOOD, second=BONE), Make(BONE)),
        "lamp over the table",
    ),
    Look(
        "dark on dark: coal and oxblood",
        "backgammon",
        Points((0.12, 0.13, 0.16), (0.2, 0.06, 0.07), (0.22, 0.23, 0.26), COAL, "leather", "leather"),
        _two("dished", Make(COAL), Make((0.25, 0.05, 0.07))),
        "spots",
    ),
    Look(
        "dark on dark: navy and forest",
        "backgammon",
        Points((0.1, 0.11, 0.2), (0.07, 0.2, 0.15), (0.16, 0.17, 0.33), WALNUT, "felt", gloss=0.0),
        _two("plain", Make((0.09, 0.1, 0.27)), Make((0.06, 0.23, 0.16), "matt")),
        "evening lamp",
    ),
    Look(
        "white on white",
        "backgammon",
        Points(
            (0.9, 0.89, 0.86),
            (0.76, 0.75, 0.74),
            (0.96, 0.95, 0.93),
            (0.85, 0.84, 0.82),
            "card",
            "card",
            gloss=0.5,
        ),
        _two("grooved", Make(CHALK), Make((0.3, 0.32, 0.36))),
        "window at a side",
    ),
    Look(
        "two near whites",
        "backgammon",
        Points((0.33, 0.42, 0.4), (0.2, 0.27, 0.27), (0.62, 0.68, 0.63), ASH, "leather"),
        _two("stepped", Make(CHALK, "ivory"), Make(BONE, "ivory")),
        "two windows",
    ),
    Look(
        "two near greys",
        "backgammon",
        Points((0.62, 0.5, 0.36), (0.36, 0.16, 0.1), (0.86, 0.78, 0.62), TEAK, "card", gloss=0.3),
        _two("plain", Make((0.5, 0.51, 0.53), "matt"), Make((0.36, 0.37, 0.4), "matt")),
        "panel",
    ),
    Look(
        "wood on wood",
        "backgammon",
        Points(TEAK, WALNUT, MAPLE, WALNUT, "timber", point="inlay", bar_columns=0.7),
        _two("plain", Make(MAPLE, "wood"), Make(WALNUT, "wood")),
        "lamp and window",
    ),
    Look(
        "burl and walnut, no bar",
        "backgammon",
        Points(
            (0.5, 0.34, 0.2),
            (0.28, 0.16, 0.09),
            (0.72, 0.55, 0.34),
            (0.4, 0.24, 0.13),
            "burl",
            point="inlay",
            bar_columns=0.0,
            gloss=0.6,
        ),
        _two("lens", Make(TEAK, "burl"), Make(COAL, "wood")),
        "window at a side",
    ),
    Look(
        "marbled, green and rose",
        "backgammon",
        Points((0.16, 0.17, 0.19), (0.4, 0.41, 0.43), (0.72, 0.72, 0.72), COAL, "felt"),
        _two(
            "dished",
            Make((0.13, 0.4, 0.3), "marble", (0.6, 0.78, 0.68)),
            Make((0.72, 0.4, 0.42), "marble", (0.92, 0.8, 0.78)),
        ),
        "tubes",
    ),
    Look(
        "marbled, tortoise and pearl",
        "backgammon",
        Points(_SAND, (0.45, 0.24, 0.14), (0.9, 0.86, 0.78), TEAK, "cork", point="blunt"),
        _two(
            "grooved",
            Make((0.4, 0.2, 0.08), "marble", (0.75, 0.5, 0.2)),
            Make((0.86, 0.84, 0.8), "marble", (0.95, 0.94, 0.93)),
        ),
        "clamped lamp",
    ),
    Look(
        "brass and steel",
        "backgammon",
        Points((0.22, 0.1, 0.1), (0.1, 0.1, 0.11), (0.55, 0.45, 0.33), COAL, "leather", "leather"),
        _two("stepped", Make((0.86, 0.66, 0.32), "brass"), Make((0.66, 0.67, 0.69), "steel")),
        "spots",
    ),
    Look(
        "two faces: dots and stars",
        "backgammon",
        Points((0.2, 0.34, 0.55), (0.93, 0.75, 0.3), (0.85, 0.86, 0.88), ASH, "card"),
        _two(
            "plain",
            Make((0.87, 0.25, 0.2), second=CHALK, marks=("star", "dots")),
            Make((0.16, 0.17, 0.2), second=(0.9, 0.8, 0.3), marks=("dots", "star")),
        ),
        "overcast garden",
    ),
    Look(
        "two faces: two colours each",
        "backgammon",
        Points((0.5, 0.52, 0.46), (0.26, 0.28, 0.24), (0.78, 0.77, 0.66), WALNUT, "felt"),
        _two(
            "plain",
            Make((0.86, 0.55, 0.13), other=(0.62, 0.3, 0.1)),
            Make((0.2, 0.42, 0.62), other=(0.42, 0.66, 0.78)),
        ),
        "lamp over the table",
    ),
    Look(
        "printed field, rosettes",
        "backgammon",
        Points(
            (0.6, 0.2, 0.16),
            (0.16, 0.26, 0.3),
            (0.9, 0.78, 0.5),
            (0.3, 0.14, 0.08),
            "card",
            printed=True,
            gloss=0.6,
            point="pointed arch",
        ),
        _two("grooved", Make(COAL, second=BONE, marks=("crown", "crown")), Make(BONE)),
        "sun patch",
    ),
    Look(
        "tournament leather, rust and black",
        "backgammon",
        Points(
            (0.62, 0.63, 0.62),
            (0.13, 0.13, 0.14),
            (0.75, 0.32, 0.14),
            COAL,
            "leather",
            "leather",
            rim=2.4,
            bar_columns=1.2,
        ),
        _two("dished", Make((0.8, 0.3, 0.1)), Make(COAL), 0.26),
        "panel",
    ),
    Look(
        "travel set, cork and magnets",
        "backgammon",
        Points(
            (0.66, 0.5, 0.33),
            (0.42, 0.26, 0.15),
            (0.84, 0.75, 0.6),
            COAL,
            "cork",
            "leather",
            bar_columns=0.6,
            bar_height=0.0,
            rim=0.6,
            long=4.7,
        ),
        _two("plain", Make((0.55, 0.08, 0.1)), Make(CHALK), 0.16),
        "window at a side",
    ),
    Look(
        "candlelight, amber glass",
        "backgammon",
        Points((0.2, 0.12, 0.08), (0.4, 0.14, 0.1), (0.62, 0.5, 0.36), WALNUT, "felt"),
        _two("lens", Make((0.85, 0.5, 0.12), "glass"), Make((0.13, 0.28, 0.5), "glass")),
        "candles",
    ),
    Look(
        "garden table, lemon and violet",
        "backgammon",
        Points(
            (0.85, 0.84, 0.78),
            (0.35, 0.6, 0.58),
            (0.93, 0.55, 0.42),
            CHALK,
            "card",
            "card",
            bar_height=0.0,
            bar_columns=0.8,
        ),
        _two("stepped", Make((0.93, 0.83, 0.25)), Make((0.4, 0.25, 0.55))),
        "sun patch",
    ),
    Look(
        "narrow points, big checkers",
        "backgammon",
        Points((0.25, 0.24, 0.33), (0.55, 0.16, 0.25), (0.7, 0.67, 0.72), ASH, "felt", long=4.3),
        _two("grooved", Make((0.86, 0.84, 0.9)), Make((0.5, 0.1, 0.2)), 0.28),
        "two windows",
    ),
    Look(
        "olive and lime, folding case",
        "backgammon",
        Points(
            (0.45, 0.4, 0.26),
            (0.27, 0.25, 0.14),
            (0.7, 0.66, 0.45),
            TEAK,
            "timber",
            bar_columns=0.5,
            bar_height=1.3,
            rim=2.2,
            point="outlined",
        ),
        _two("plain", Make((0.66, 0.72, 0.3), "wood"), Make((0.25, 0.22, 0.1), "wood")),
        "lamp and window",
    ),
)
"""Boards of backgammon."""
