"""What a still is to be read as: owners and counts of every place, what hides them, corners and taps."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from tests.bench.board.tracing.scene import Board, Thing
from tests.bench.board.tracing.view import View
from tests.bench.eye.looks.grain import Grid

_FINE = 4
"""Bits of a pixel that outlines are drawn with."""
_BEHIND = 0.6
"""A piece of which that much lies behind things is counted as hidden."""


def told(
    board: Board, pieces: Sequence[Thing], extra: Sequence[Thing], view: View, rng: np.random.Generator
) -> dict[str, object]:
    """Return the truth as JSON has it; the fields are told in `README.md` beside this module."""
    covered = _mask(extra, view)
    hidden = _hidden(pieces, extra, view)
    places = []
    for place in board.places:
        there = [
            (piece, part) for piece, part in zip(pieces, hidden, strict=True) if piece.place == place.name
        ]
        owners = sorted({piece.owner for piece, _ in there})
        ground = np.array([(*corner, 0.0) for corner in place.outline], np.float32)
        shape = _filled([ground], view)
        for piece, _ in there:
            shape |= _outline(piece, view)
        places.append(
            {
                "name": place.name,
                "pieces": {o: sum(p.owner == o for p, _ in there) for o in owners},
                "lying": {o: n for o in owners if (n := sum(p.owner == o and p.lying for p, _ in there))},
                "covered": round(float((shape & covered).sum() / max(1, shape.sum())), 3),
                "hidden": sum(part > _BEHIND for _, part in there),
                "outline": np.round(view.seen(ground), 1).tolist(),
            }
        )
    x, y = board.half
    field = np.array([(-x, y, 0), (x, y, 0), (x, -y, 0), (-x, -y, 0)], np.float32)
    told: dict[str, object] = {
        "layout": board.layout,
        "size": list(view.size),
        "corners": np.round(view.seen(field), 1).tolist(),
        "bar_columns": board.bar_columns,
        "field": [round(2 * x / board.unit, 3), round(2 * y / board.unit, 3)],
        "taps": _taps(pieces, hidden, view, rng),
        "lens": [round(v, 4) for v in view.lens],
        "focal": round(view.focal, 1),
        "slant_deg": round(view.slant_deg, 1),
        "piece": _measures(board, pieces),
        "places": places,
    }
    if board.layout == "backgammon":
        told |= _rows(places)
    return told


def _rows(places: Sequence[dict[str, object]]) -> dict[str, object]:
    """Return the twelve numbers of each row and the bar, as `charkoni board` tells them."""
    found = {str(place["name"]): place["pieces"] for place in places}

    def counts(name: str) -> tuple[int, int]:
        there = found.get(name, {})
        assert isinstance(there, dict)
        return int(there.get("a", 0)), int(there.get("b", 0))

    rows = {key: [a - b for a, b in (counts(f"{key[0]}{n}") for n in range(12))] for key in ("top", "bottom")}
    a, b = counts("bar")
    return {**rows, "bar": {"a": a, "b": b}}


def _measures(board: Board, pieces: Sequence[Thing]) -> dict[str, float]:
    """Return width and height of a piece in units of the board."""
    if not pieces:
        return {}
    points = next((p for p in pieces if not p.lying), pieces[0]).mesh.points
    wide, tall = float(np.ptp(points[:, 0])), float(np.ptp(points[:, 2]))
    return {"width": round(wide / board.unit, 3), "height": round(tall / board.unit, 3)}


def _parts(thing: Thing) -> list[Grid]:
    return [thing.world(part) for part in thing.hull] if thing.hull else [thing.world(thing.mesh.points)]


def _filled(parts: Sequence[Grid], view: View) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    mask = np.zeros(view.size[::-1], np.uint8)
    for part in parts:
        deep = (part - view.at) @ view.ahead
        if deep.min() < 2:
            continue
        spots = np.rint(np.clip(view.seen(part), -4000, 8000) * 2**_FINE).astype(np.int32)
        cv2.fillConvexPoly(mask, cv2.convexHull(spots), 1, cv2.LINE_8, _FINE)
    return mask > 0


def _outline(thing: Thing, view: View) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    return _filled(_parts(thing), view)


def _mask(things: Sequence[Thing], view: View) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    whole = np.zeros(view.size[::-1], bool)
    for thing in things:
        whole |= _outline(thing, view)
    return whole


def _hidden(pieces: Sequence[Thing], extra: Sequence[Thing], view: View) -> list[float]:
    """Return for each piece how much of what else would be seen of it lies behind things, 0 to 1."""
    buffer = np.full(view.size[::-1], -1, np.int32)
    order = sorted(range(len(pieces)), key=lambda n: -view.away(pieces[n].world(pieces[n].mesh.points)))
    for number in order:
        buffer[_outline(pieces[number], view)] = number
    own = np.bincount(buffer[buffer >= 0], minlength=len(pieces))
    behind = np.zeros(len(pieces))
    for thing in extra:
        for part in _parts(thing):
            away = view.away(part)
            shape = _filled([part], view) & (buffer >= 0)
            for number in np.unique(buffer[shape]):
                if view.away(pieces[number].world(pieces[number].mesh.points)) > away:
                    here = shape & (buffer == number)
                    behind[number] += here.sum()
                    buffer[here] = -1
    return [float(min(1.0, part / whole)) if whole else 0.0 for part, whole in zip(behind, own, strict=True)]


def _taps(
    pieces: Sequence[Thing], hidden: Sequence[float], view: View, rng: np.random.Generator
) -> dict[str, list[list[float]]]:
    """Return two pixels for each owner as a person taps them: on two pieces, one of either face."""
    taken: dict[str, list[list[float]]] = {}
    for owner in sorted({piece.owner for piece in pieces}):
        mine = [
            p
            for p, part in zip(pieces, hidden, strict=True)
            if p.owner == owner and part < 0.1 and p.place != "off"
        ]
        chosen: list[Thing] = []
        for face in (0, 1, 0, 1):
            rest = [p for p in mine if p.face == face and not any(p is c for c in chosen)]
            if rest and len(chosen) < 2:
                chosen.append(rest[int(rng.integers(len(rest)))])
        spots = []
        for piece in chosen:
            points = piece.world(piece.mesh.points)
            top = points[points[:, 2] > points[:, 2].max() - 0.15 * np.ptp(points[:, 2])].mean(
                0, keepdims=True
            )
            shift = rng.uniform(-0.12, 0.12, 2) * np.ptp(points[:, 0])
            top[0, :2] += shift.astype(np.float32)
            spots.append(np.round(view.seen(np.asarray(top, np.float32))[0], 1).tolist())
        if spots:
            taken[owner] = spots
    return taken
