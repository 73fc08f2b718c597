"""The reader with a network: what stands on each point or square, calibrated, of any set that was tapped.

Each place is cut out straight at the height of its pieces and shown to a small network together with how near
its colours are to those of each owner (`vision.board.planes`). All places of a kind are told in one run.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.board.empty import lit_alike, untouched
from vision.board.errors import BoardError
from vision.board.learnt import FACES, Learnt
from vision.board.occupancy import (
    ALIKE,
    BESIDE,
    HIDDEN,
    SURE,
    Occupancy,
    PlaceSeen,
    Standing,
    covered,
    outside,
    unknown_pieces,
)
from vision.board.placing.cut import Cutter
from vision.board.placing.plan import Place, Plan
from vision.board.placing.pose import Pose
from vision.board.planes import planes
from vision.board.spoilt import spoilt
from vision.board.taps import DEVIATIONS, Tapped, at_tap, told_apart
from vision.networks import MODELS, answers, network
from vision.reading import Frame

_Array = npt.NDArray[np.float64]
_Chances = dict[Standing, float]


@dataclass(frozen=True, slots=True)
class _Kind:
    """What differs between columns, where pieces lie in a row, and squares."""

    model: str
    owners: int
    """How many the network knows."""
    counts: int
    """How many numbers of pieces it tells, none among them."""
    size: tuple[int, int]
    """Width and height of what it is shown."""
    heat: float
    """By which its logits are divided, so that what is told with 0.9 is right nine times of ten: fitted on
    composed boards that no training takes (`vision/models/boards.md`)."""


COLUMN = _Kind("columns.onnx", 2, 16, (32, 128), 1.15)
SQUARE = _Kind("squares.onnx", 4, 7, (48, 48), 1.0)

_COLUMN_WIDE, _SQUARE_WIDE = 1.25, 1.5
"""How much of the board is shown across, in pieces, as in training."""
_SIDE = 26
"""Pixels that a piece is wide in what the network is shown of a column, about."""
_RADIUS = 0.45
"""Of a piece, in widths of a place. The network sees it; by this is only told which pieces overlap."""
_FOOT = 0.35
"""How wide a tapped piece on squares is taken to be, in squares: what is looked at around the tap lies on the
smallest ones, too. Those of training are 0.24 to 0.8 wide."""
_BESIDE = 1.0
"""A tap so far outside of the field, in pieces, lies on none of its pieces."""
_LIKELY = 24
"""So many answers are kept of a place."""
_PRINTED = 0.02
"""How likely pieces are where the place looks as it does without any, against what the network says: it tells
fewer prints right by itself. Pieces may look as the ground does, so it is not nothing."""
_LEFT = 0.4
"""How far pieces are believed that the empty picture seems to show, where a place looks as it does there:
they are printed, or were left on the board. Neither is certain then."""

_LOST = 0.6
"""Where two owners look alike no place with pieces is told with more."""
_APART = 1.6
"""Colours of two owners that differ by less, in deviations, are told apart by nobody."""
_DARK, _FLAT = 22.0, 3.0
"""Mean brightness and deviation, 0 to 255, under which a picture of a board shows nothing."""

_Bare = tuple[Sequence[Frame], Sequence[Frame], Sequence[_Array], Sequence[_Array]]
"""Rows and squares without pieces, and what the network says of each of them by itself."""


class BoardReader:
    """Looks what stands where, with a network. Thread-safe: it reads one board at a time."""

    def __init__(self, models: Path = MODELS) -> None:
        """Load the networks.

        Args:
            models: Folder of `columns.onnx` and `squares.onnx`.
        """
        self._nets = {kind.model: network(models / kind.model) for kind in (COLUMN, SQUARE)}
        self._reading = threading.Lock()
        self._last_bare: tuple[object, _Bare] = None, ((), (), (), ())
        # OpenCV makes its tables of colours when they are first wanted, in 0.1 s: not with the first picture.
        at_tap(np.zeros((16, 16, 3), np.uint8), 8, 8, piece_px=24)

    def learn(
        self,
        frame: Frame,
        pose: Pose,
        taps: Sequence[Sequence[tuple[float, float]]],
        before: Learnt | None = None,
    ) -> Learnt:
        """Learn the pieces' colours and sizes from taps on them, one list for each owner.

        Args:
            frame: Shape (height, width, 3), uint8, BGR. Not modified.
            pose: Where the board lies in it.
            taps: By owner: pixels on its pieces. An owner without any keeps what `before` knows.
            before: What was learnt earlier of the same board and camera; None for nothing.

        Raises:
            BoardError: If nothing is known of an owner, a tap lies beside the board, or the networks know no
                such board with so many owners.
        """
        _must_know(pose.plan, len(taps))
        tall = max(place.tall for place in pose.plan.places)
        wide, looks = pose.piece_px(0.5, 0.5, tall), []
        foot = wide * (1.0 if any(map(_is_row, pose.plan.places)) else _FOOT)
        for owner, tapped in enumerate(taps):
            if tapped:
                lies = pose.plan.in_pieces(pose.lies(np.array(tapped, np.float64), tall))
                field = (pose.plan.width, pose.plan.height)
                if not ((lies > -_BESIDE) & (lies < np.add(field, _BESIDE))).all():
                    raise BoardError(BESIDE)
                looks.append([at_tap(frame, x, y, piece_px=foot, place_px=wide) for x, y in tapped[:FACES]])
            elif before is not None and owner < len(before.colours):
                looks.append([Tapped(colour, colour) for colour in before.colours[owner]])
            else:
                raise BoardError(unknown_pieces(owner))
        if before is None:
            return Learnt(told_apart(looks), _RADIUS)
        return replace(before, colours=told_apart(looks))

    def read(self, frame: Frame, pose: Pose, learnt: Learnt) -> Occupancy:
        """Tell what stands on each place of the pose's plan.

        Args:
            frame: Shape (height, width, 3), uint8, BGR. Not modified.
            pose: Where the board lies in it.
            learnt: The set.

        Raises:
            BoardError: If the networks know no such board with so many owners.
        """
        plan = pose.plan
        owners = len(learnt.colours)
        _must_know(plan, owners)
        with self._reading:
            return self._read(frame, pose, learnt, owners)

    def _read(self, frame: Frame, pose: Pose, learnt: Learnt, owners: int) -> Occupancy:
        plan, there = pose.plan, pose.in_view()
        cutter = Cutter(frame, pose, side_px=_SIDE)
        inside = [place for place in plan.places if place.name in there]
        rows, squares = [one for one in inside if _is_row(one)], [one for one in inside if not _is_row(one)]
        cells = [(place, cell) for place in squares for cell in _cells(place)]
        parts = [one for _, one in cells]
        columns, pieces = _cut_out(cutter, COLUMN, rows), _cut_out(cutter, SQUARE, parts)
        if _is_blank(columns) and _is_blank(pieces):
            return Occupancy(tuple(PlaceSeen(place.name, (), 1.0) for place in plan.places), (HIDDEN,))
        told: dict[str, tuple[_Chances, float]] = {}
        lying: dict[str, tuple[float, ...]] = {}
        bare = self._bare_places(learnt, pose, rows, parts)
        for number, (place, (logits, is_bare)) in enumerate(
            zip(rows, self._run(COLUMN, columns, bare[0], learnt), strict=True)
        ):
            chances = _of_column(place, logits)
            if is_bare:
                chances = _where_bare(chances, _of_column(place, bare[2][number]))
            told[place.name] = chances, _odds(logits[-1])
        for number, ((place, _), (logits, is_bare)) in enumerate(
            zip(cells, self._run(SQUARE, pieces, bare[1], learnt), strict=True)
        ):
            chances = _of_square(logits, SQUARE, owners)
            if is_bare:
                chances = _where_bare(chances, _of_square(bare[3][number], SQUARE, owners))
            hidden = _odds(logits[-1])
            if place.name in told:
                before, hid = told[place.name]
                chances, hidden = _together(before, chances), max(hid, hidden)
            told[place.name] = chances, hidden
            first = SQUARE.owners * SQUARE.counts
            if place.width < 2:
                lying[place.name] = tuple(map(_odds, logits[first : first + owners]))
        is_alike, wrong = owners > 1 and _unlike(learnt) < _APART, spoilt(frame, pose)
        out = len(plan.places) - len(inside)
        seen = tuple(
            replace(
                _seen(place, told.get(place.name), learnt, is_unsure=is_alike or bool(wrong)),
                lying=lying.get(place.name, ()),
            )
            for place in plan.places
        )
        doubts = [outside(out)] if out else []
        if (under := sum(place.is_hidden for place in seen) - out) > 0:
            doubts.append(covered(under))
        doubts += [*[ALIKE] * is_alike, *wrong]
        return Occupancy(seen, tuple(doubts))

    def _bare_places(
        self, learnt: Learnt, pose: Pose, rows: Sequence[Place], parts: Sequence[Place]
    ) -> _Bare:
        """Return rows and squares without pieces; nothing where nobody has shown the empty board."""
        empty = learnt.empty
        if empty is None:
            return (), (), (), ()
        key, bare = self._last_bare
        # Board and pose are compared as objects: a board that lies still is cut out once.
        if key != (empty, pose, learnt.colours):
            cutter = Cutter(empty.frame, empty.pose, side_px=_SIDE)
            columns, squares = _cut_out(cutter, COLUMN, rows, pose), _cut_out(cutter, SQUARE, parts, pose)
            alone = [
                [logits for logits, _ in self._run(kind, some, (), learnt)]
                for kind, some in ((COLUMN, columns), (SQUARE, squares))
            ]
            bare = columns, squares, alone[0], alone[1]
            self._last_bare = (empty, pose, learnt.colours), bare
        return bare

    def _run(
        self, kind: _Kind, patches: Sequence[Frame], empties: Sequence[Frame], learnt: Learnt
    ) -> list[tuple[_Array, bool]]:
        """Return the network's logits for some places, and whether each looks as it does without pieces."""
        if not patches:
            return []
        stack = np.stack(patches)
        colours = _colours(learnt, kind.owners)
        count = len(stack)
        bare = lit_alike(np.stack(empties), stack) if empties else None
        behind = np.zeros_like(stack) if bare is None else bare
        each = np.broadcast_to(colours, (count, *colours.shape))

        def shown(some: slice) -> npt.NDArray[np.float32]:
            few = stack[some]
            known = np.full(len(few), bare is not None)
            owners = np.full(len(few), len(learnt.colours), np.int64)
            return planes(few, behind[some], known, each[some], owners)

        told = answers(self._nets[kind.model], count, shown).astype(np.float64)
        is_bare = np.zeros(count, bool) if bare is None else untouched(bare, stack)
        return list(zip(told, is_bare.tolist(), strict=True))


def knows(plan: Plan, owners: int) -> bool:
    """True if the networks were trained for so many owners on such a board."""
    return owners == COLUMN.owners or (owners <= SQUARE.owners and not any(map(_is_row, plan.places)))


def _must_know(plan: Plan, owners: int) -> None:
    if not knows(plan, owners):
        raise BoardError(f"no network knows pieces of {owners} owners on a board like {plan.name!r}")


def _unlike(learnt: Learnt) -> float:
    """Return how far the two nearest colours of different owners lie apart, in deviations."""
    pairs = [
        float(np.linalg.norm((np.array(one) - np.array(other)) / DEVIATIONS))
        for n, owner in enumerate(learnt.colours)
        for later in learnt.colours[n + 1 :]
        for one in owner
        for other in later
    ]
    return min(pairs)


def _cut_out(cutter: Cutter, kind: _Kind, places: Sequence[Place], behind: Pose | None = None) -> list[Frame]:
    """Return places as a network is shown them, or what a camera sees behind their pieces."""
    across = _COLUMN_WIDE if kind is COLUMN else _SQUARE_WIDE
    return [
        cutter.stretched(
            place,
            size=kind.size,
            across=across,
            along=place.length if kind is COLUMN else _SQUARE_WIDE,
            behind=behind,
        )
        for place in places
    ]


def _colours(learnt: Learnt, most: int) -> npt.NDArray[np.float32]:
    """Return the colours of all owners, shape (most, samples, 3), B, G, R; what is missing is repeated."""
    wide = max(map(len, learnt.colours))
    filled = [[own[n % len(own)] for n in range(wide)] for own in learnt.colours]
    lab = np.asarray(filled + [filled[0]] * (most - len(filled)), np.float32)
    rounded = lab.round().clip(0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(rounded, cv2.COLOR_LAB2BGR), np.float32)


def _is_row(place: Place) -> bool:
    """True if pieces lie there one behind the other."""
    return place.has_rim or place.length > 2 * place.width


def _cells(place: Place) -> list[Place]:
    """Return the squares of one piece each that a place consists of: one, but for a field in the middle."""
    across, along = max(1, round(place.width)), max(1, round(place.length))
    if across == along == 1:
        return [place]
    (left, top), (right, bottom) = place.points.min(axis=0), place.points.max(axis=0)
    x, y = (right - left) / across, (bottom - top) / along
    found = []
    for n in range(across * along):
        a, b = left + x * (n % across), top + y * (n // across)
        outline = ((a, b), (a + x, b), (a + x, b + y), (a, b + y))
        found.append(
            replace(
                place,
                outline=tuple((float(u), float(v)) for u, v in outline),
                width=place.width / across,
                length=place.length / along,
            )
        )
    return found


def _is_blank(patches: Sequence[Frame]) -> bool:
    """True if nothing can be seen on any of them: too dark, or all alike."""
    if not patches:
        return True
    stack = np.stack([patch[::2, ::2] for patch in patches])
    return float(stack.mean()) < _DARK or float(stack.std()) < _FLAT


def _soft(logits: _Array, heat: float) -> _Array:
    weights = np.exp((logits - logits.max(axis=-1, keepdims=True)) / heat)
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True), np.float64)


def _odds(logit: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(logit, -30, 30))))


def _of_row(logits: _Array, kind: _Kind) -> _Chances:
    """Return how likely so many pieces of one owner are, where two never stand together."""
    a, b = logits[: kind.counts], logits[kind.counts : 2 * kind.counts]
    chances = _soft(np.concatenate([a + b[0], b[1:] + a[0]]), kind.heat)
    standings = [(n, 0) for n in range(kind.counts)] + [(0, n) for n in range(1, kind.counts)]
    return dict(zip(standings, chances.tolist(), strict=True))


def _of_bar(logits: _Array, kind: _Kind) -> _Chances:
    """Return how likely so many pieces of both owners are."""
    a, b = _soft(logits[: 2 * kind.counts].reshape(2, -1), kind.heat)
    both = np.outer(a, b)
    return {(n, m): float(both[n, m]) for n in range(kind.counts) for m in range(kind.counts)}


def _of_square(logits: _Array, kind: _Kind, owners: int) -> _Chances:
    """Return how likely so many pieces of each owner are; the least likely are left out."""
    each = _soft(logits[: kind.owners * kind.counts].reshape(kind.owners, -1), kind.heat)
    found: _Chances = {(): 1.0}
    for chances in each[:owners]:
        found = _most(
            {(*standing, n): p * float(q) for standing, p in found.items() for n, q in enumerate(chances)}
        )
    return found


def _of_column(place: Place, logits: _Array) -> _Chances:
    """Return how likely so many pieces of both owners are on a point or on a bar."""
    return _of_row(logits, COLUMN) if place.has_rim else _of_bar(logits, COLUMN)


def _where_bare(chances: _Chances, alone: _Chances) -> _Chances:
    """Return how likely pieces are on a place that looks as it does without any: less.

    Args:
        chances: What is told of it.
        alone: What is told of the picture without pieces: they are printed there, or were left there.
    """
    less = _most({standing: p * (_PRINTED if any(standing) else 1.0) for standing, p in chances.items()})
    doubt = min(_LEFT, sum(p for standing, p in alone.items() if any(standing)))
    both = {*less, *alone}
    return _most({one: (1 - doubt) * less.get(one, 0.0) + doubt * alone.get(one, 0.0) for one in both})


def _together(one: Mapping[Standing, float], other: Mapping[Standing, float]) -> _Chances:
    """Return how likely sums of pieces on two parts of a place are."""
    found: _Chances = {}
    for here, p in one.items():
        for there, q in other.items():
            both = tuple(a + b for a, b in zip(here, there, strict=True))
            found[both] = found.get(both, 0.0) + p * q
    return _most(found)


def _most(chances: Mapping[Standing, float]) -> _Chances:
    """Return the likeliest of some answers, which add up to 1."""
    kept = sorted(chances.items(), key=lambda item: -item[1])[:_LIKELY]
    total = sum(p for _, p in kept)
    return {standing: p / total for standing, p in kept}


def _seen(place: Place, told: tuple[_Chances, float] | None, learnt: Learnt, *, is_unsure: bool) -> PlaceSeen:
    """Return what is told of a place; hidden if it lies outside of the picture."""
    if told is None:
        return PlaceSeen(place.name, (), 1.0)
    chances, hidden = told
    likely = list(_most(chances).items())
    if is_unsure:
        likely = [(standing, _LOST * p + (1 - _LOST) / len(likely)) for standing, p in likely]
    count, sure = sum(likely[0][0]), likely[0][1] * (1 - hidden)
    overlap = place.has_rim and count > place.length / (2 * learnt.radius)
    return PlaceSeen(
        place.name,
        tuple((standing, p * (1 - hidden)) for standing, p in likely),
        hidden,
        or_more=overlap and sure < SURE,
    )
