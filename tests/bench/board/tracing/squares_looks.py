"""The looks of crosses and of boards of squares."""

from __future__ import annotations

from tests.bench.board.tracing.cloth import Style as Squares
from tests.bench.board.tracing.look import BONE, CHALK, MAPLE, TEAK, WALNUT, Look
from tests.bench.board.tracing.pieces import Kit, Make

_REDS = {
    "a": Make((0.75, 0.13, 0.12)),
    "b": Make((0.92, 0.72, 0.15)),
    "c": Make((0.12, 0.42, 0.24)),
    "d": Make((0.1, 0.1, 0.12)),
}
_PASTEL = {
    "a": Make((0.88, 0.5, 0.42), "matt"),
    "b": Make((0.55, 0.68, 0.82), "matt"),
    "c": Make((0.9, 0.83, 0.55), "matt"),
    "d": Make((0.56, 0.72, 0.5), "matt"),
}
_WOODS = {
    "a": Make(MAPLE, "wood"),
    "b": Make(WALNUT, "wood"),
    "c": Make((0.6, 0.24, 0.15), "wood"),
    "d": Make((0.3, 0.34, 0.2), "wood"),
}
_LAC = {
    "a": Make((0.66, 0.06, 0.1)),
    "b": Make((0.95, 0.6, 0.08)),
    "c": Make((0.03, 0.3, 0.42)),
    "d": Make((0.9, 0.88, 0.82)),
}
_METAL = {
    "a": Make((0.86, 0.66, 0.32), "brass"),
    "b": Make((0.68, 0.69, 0.7), "steel"),
    "c": Make((0.62, 0.33, 0.22), "brass"),
    "d": Make((0.15, 0.15, 0.17), "steel"),
}
_SHELLS = {
    "a": Make((0.93, 0.89, 0.8), "shell"),
    "b": Make((0.58, 0.36, 0.24), "matt", form="pebble"),
    "c": Make((0.2, 0.45, 0.6), "glass", form="button"),
    "d": Make((0.13, 0.12, 0.12), "matt", form="pebble"),
}

SQUARES = (
    Look(
        "sewn cross, red and yellow",
        "cross",
        Squares((0.75, 0.16, 0.14), (0.95, 0.85, 0.5), (0.14, 0.3, 0.22), (0.96, 0.92, 0.8), bands=True),
        Kit("beehive", _REDS, 1.1),
        "window at a side",
    ),
    Look(
        "sewn cross, indigo",
        "cross",
        Squares((0.14, 0.17, 0.36), (0.9, 0.88, 0.82), (0.5, 0.12, 0.16), (0.93, 0.7, 0.2), bands=True),
        Kit("beehive", _LAC, 1.3),
        "lamp over the table",
    ),
    Look(
        "cotton cross, natural",
        "cross",
        Squares((0.85, 0.8, 0.68), (0.3, 0.22, 0.17), (0.72, 0.55, 0.4), (0.6, 0.15, 0.12)),
        Kit("halma", _WOODS, 1.6),
        "two windows",
    ),
    Look(
        "chalk cross on stone",
        "cross",
        Squares(
            (0.38, 0.38, 0.38), (0.92, 0.92, 0.9), (0.42, 0.42, 0.42), (0.92, 0.92, 0.9), "stone", chalk=True
        ),
        Kit("cone", _PASTEL, 1.3),
        "overcast garden",
    ),
    Look(
        "painted cross, lacquer",
        "cross",
        Squares(
            (0.1, 0.22, 0.26),
            (0.85, 0.7, 0.35),
            (0.55, 0.14, 0.1),
            (0.92, 0.86, 0.7),
            "timber",
            bands=True,
            framed=True,
        ),
        Kit("pillar", _METAL, 1.4),
        "spots",
    ),
    Look(
        "printed cross, pastel",
        "cross",
        Squares(
            (0.94, 0.92, 0.87), (0.4, 0.42, 0.46), (0.8, 0.85, 0.88), (0.83, 0.4, 0.3), "card", bands=True
        ),
        Kit("dome", _PASTEL, 0.75),
        "panel",
    ),
    Look(
        "felt cross, evening",
        "cross",
        Squares(
            (0.2, 0.3, 0.17), (0.86, 0.82, 0.66), (0.46, 0.2, 0.16), (0.93, 0.85, 0.6), "felt", bands=True
        ),
        Kit("beehive", _WOODS, 1.0),
        "evening lamp",
    ),
    Look(
        "five by five, chalk, shells and stones",
        "5x5",
        Squares(
            (0.45, 0.36, 0.3), (0.94, 0.92, 0.88), (0.5, 0.4, 0.33), (0.94, 0.92, 0.88), "stone", chalk=True
        ),
        Kit("cowrie", _SHELLS, 0.6),
        "sun patch",
    ),
    Look(
        "five by five, painted wood",
        "5x5",
        Squares(
            (0.83, 0.62, 0.33),
            (0.16, 0.1, 0.08),
            (0.66, 0.2, 0.13),
            (0.16, 0.1, 0.08),
            "timber",
            bands=True,
            framed=True,
        ),
        Kit("halma", _REDS, 1.7),
        "lamp and window",
    ),
    Look(
        "five by five, printed card",
        "5x5",
        Squares(
            (0.93, 0.88, 0.74), (0.2, 0.3, 0.42), (0.55, 0.7, 0.72), (0.75, 0.22, 0.2), "card", bands=True
        ),
        Kit("button", _LAC, 0.32),
        "tubes",
    ),
    Look(
        "five by five, cloth",
        "5x5",
        Squares((0.42, 0.1, 0.24), (0.92, 0.78, 0.4), (0.2, 0.08, 0.2), (0.95, 0.9, 0.85), bands=True),
        Kit("cone", _METAL, 1.2),
        "clamped lamp",
    ),
    Look(
        "five by five, near whites",
        "5x5",
        Squares((0.9, 0.88, 0.83), (0.62, 0.6, 0.57), (0.8, 0.78, 0.74), (0.5, 0.46, 0.42), "card"),
        Kit(
            "dome",
            {
                "a": Make(CHALK, "ivory"),
                "b": Make(BONE, "ivory"),
                "c": Make((0.8, 0.78, 0.78)),
                "d": Make((0.7, 0.62, 0.48)),
            },
            0.8,
        ),
        "window at a side",
    ),
    Look(
        "seven by seven, cloth",
        "7x7",
        Squares((0.22, 0.33, 0.45), (0.93, 0.9, 0.84), (0.75, 0.45, 0.2), (0.95, 0.93, 0.88), bands=True),
        Kit("pillar", _LAC, 1.3),
        "lamp over the table",
    ),
    Look(
        "seven by seven, wood on wood",
        "7x7",
        Squares(TEAK, (0.2, 0.12, 0.07), MAPLE, (0.2, 0.12, 0.07), "timber", bands=True, framed=True),
        Kit("halma", _WOODS, 1.5),
        "two windows",
    ),
    Look(
        "seven by seven, chalk",
        "7x7",
        Squares(
            (0.2, 0.22, 0.22), (0.88, 0.9, 0.88), (0.24, 0.26, 0.26), (0.9, 0.75, 0.72), "stone", chalk=True
        ),
        Kit(
            "pebble",
            {
                "a": Make((0.8, 0.78, 0.74), "matt"),
                "b": Make((0.36, 0.2, 0.14), "matt"),
                "c": Make((0.4, 0.47, 0.42), "matt"),
                "d": Make((0.1, 0.1, 0.1), "matt"),
            },
            0.55,
        ),
        "overcast garden",
    ),
    Look(
        "seven by seven, card",
        "7x7",
        Squares((0.96, 0.93, 0.7), (0.35, 0.2, 0.3), (0.83, 0.55, 0.5), (0.35, 0.2, 0.3), "card", bands=True),
        Kit("button", _REDS, 0.3),
        "candles",
    ),
)
"""Boards of squares."""
