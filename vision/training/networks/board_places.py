"""The composed columns and squares of boards as training takes them: drawn, changed a little, as planes."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch

sys.path.append(str(Path(__file__).resolve().parents[3]))
from vision.board.planes import planes

OUT = Path(__file__).resolve().parents[1] / "out" / "boards"
PATCHES = {"column": 25, "square": 16}
"""Of one board; the last of a board of columns is its bar."""


@dataclass(frozen=True)
class Shape:
    """What differs between columns and squares."""

    owners: int
    counts: int
    """None is one of them."""
    size: tuple[int, int]
    """Height and width."""
    wide: tuple[int, ...]
    """Channels of the layers."""
    lying: bool

    @property
    def told(self) -> int:
        return self.owners * (self.counts + self.lying) + 1


SHAPES = {
    "column": Shape(2, 16, (128, 32), (16, 16, 32, 32, 48, 64), False),
    "square": Shape(4, 7, (48, 48), (16, 16, 32, 32, 48, 48), True),
}


class Data:
    """All patches of a kind that there are by now."""

    def __init__(self, kind: str, *, held: bool, most: int = 10**9) -> None:
        self.kind, self.held, self.most = kind, held, most
        self.names: list[str] = []
        self.parts: dict[str, list[np.ndarray]] = {}
        self.all: dict[str, np.ndarray] = {}
        self.more()

    def more(self) -> None:
        """Load what has come since."""
        first = "held-" if self.held else ""
        new = [p for p in sorted(OUT.glob(f"{first}{self.kind}-*.npz")) if p.name not in self.names]
        new = new[: max(0, self.most - len(self.names))]
        if not new:
            return
        for path in new:
            self.names.append(path.name)
            with np.load(path) as read:
                for key in read.files:
                    self.parts.setdefault(key, []).append(read[key])
                if "printed" not in read.files:  # composed before there were prints
                    self.parts.setdefault("printed", []).append(np.zeros(len(read["count"]), np.uint8))
        for key, some in self.parts.items():
            self.all[key] = some[0] if len(some) == 1 else np.concatenate(some)
            self.parts[key] = [self.all[key]]

    def __len__(self) -> int:
        return len(self.all["count"])


@dataclass
class Batch:
    x: torch.Tensor
    count: torch.Tensor
    lying: torch.Tensor
    owners: torch.Tensor
    bar: torch.Tensor
    hidden: torch.Tensor
    """1 hidden, 0 not, -1 either."""


def batch(
    data: Data, index: np.ndarray, shape: Shape, rng: np.random.Generator | None, *, empty: float = 0.45
) -> Batch:
    """Take patches: with chance changes if `rng` is given, else as they are.

    Args:
        data: The patches.
        index: Which of them.
        shape: What they are.
        rng: Of the changes.
        empty: Which share is given its empty place; more than 1 leaves it as it is.
    """
    one = {
        key: data.all[key][index]
        for key in ("patch", "empty", "known", "colours", "owners", "count", "lying")
    }
    n, owners = len(index), shape.owners
    patch, before, known = one["patch"], one["empty"], one["known"] > 0
    colours = one["colours"][:, :owners].astype(np.float32)
    count, lying = one["count"][:, :owners].astype(np.int64), one["lying"][:, :owners].astype(np.int64)
    there = one["owners"].astype(np.int64)
    bar = is_bar(index) if owners == 2 else np.ones(n, bool)
    if empty <= 1:
        chance = rng or np.random.default_rng(1)
        known = known & ((chance.random(n) < empty / 0.88) | (data.all["printed"][index] > 0))
    if rng is not None:
        for k in range(n):
            some = int(there[k])
            order = np.r_[rng.permutation(some), some:owners]
            colours[k], count[k], lying[k] = colours[k, order], count[k, order], lying[k, order]
        flip = rng.random(n) < 0.5
        patch, before = patch.copy(), before.copy()
        patch[flip], before[flip] = patch[flip, :, ::-1], before[flip, :, ::-1]
        if shape.owners == 4:
            turn = rng.random(n) < 0.5
            patch[turn], before[turn] = patch[turn, ::-1], before[turn, ::-1]
        if shape.owners == 2:
            for k in np.flatnonzero(~bar & (rng.random(n) < 0.25)):
                _at_bar(data, index[k], patch[k], before[k], rng)
            for k in np.flatnonzero(bar):
                _beside(data, index[k], patch[k], before[k], rng)
                if rng.random() < 0.5:  # pieces lie anywhere on a bar
                    patch[k], before[k] = patch[k, ::-1].copy(), before[k, ::-1].copy()
        for k in np.flatnonzero(rng.random(n) < 0.5):  # cut a little beside where it should be
            high, wide = shape.size
            zoom = np.exp(rng.normal(0, 0.03, 2))
            move = np.diag(zoom) @ np.array([[1, 0, -wide / 2], [0, 1, -high / 2]])
            move[:, 2] += np.array([wide / 2, high / 2]) + rng.normal(0, 1.0, 2)
            for some in (patch, before):
                some[k] = cv2.warpAffine(some[k], move, (wide, high), borderMode=cv2.BORDER_REPLICATE)
        for k in np.flatnonzero(rng.random(n) < 0.3):  # other colours, for board and pieces alike
            order = rng.permutation(3)
            patch[k], before[k], colours[k] = (
                patch[k][..., order],
                before[k][..., order],
                colours[k][..., order],
            )
        colours = np.clip(colours + rng.normal(0, 3, colours.shape), 0, 255).astype(np.float32)
    covered, hid = data.all["covered"][index], data.all["hidden"][index] > 0
    hidden = np.where(hid | (covered > 0.55), 1.0, np.where(covered > 0.2, -1.0, 0.0))
    x = planes(patch, before, known, colours, there)
    return Batch(
        torch.from_numpy(x).contiguous(memory_format=torch.channels_last),
        torch.from_numpy(np.minimum(count, shape.counts - 1)),
        torch.from_numpy(lying),
        torch.from_numpy(there),
        torch.from_numpy(bar),
        torch.from_numpy(hidden.astype(np.float32)),
    )


def picked(data: Data, shape: Shape, count: int, rng: np.random.Generator) -> np.ndarray:
    """Draw patches; of columns a tenth more are bars, which differ more and are few."""
    index = rng.integers(len(data), size=count)
    if shape.owners == 2:
        index[: count // 10] += PATCHES["column"] - 1 - index[: count // 10] % PATCHES["column"]
    return index


def is_bar(index: np.ndarray) -> np.ndarray:
    return index % PATCHES["column"] == PATCHES["column"] - 1


def _at_bar(data: Data, point: int, patch: np.ndarray, before: np.ndarray, rng: np.random.Generator) -> None:
    """Put a point beside the bar: the bar is seen at one of its edges, and not the next point."""
    wide, bar = int(rng.integers(2, 6)), point - point % PATCHES["column"] + PATCHES["column"] - 1
    here, there = slice(0, wide), slice(29 - wide, 29)
    if rng.random() < 0.5:
        here, there = slice(32 - wide, 32), slice(3, 3 + wide)
    patch[:, here], before[:, here] = data.all["patch"][bar][:, there], data.all["empty"][bar][:, there]


def _beside(data: Data, bar: int, patch: np.ndarray, before: np.ndarray, rng: np.random.Generator) -> None:
    """Make a bar narrower: what stands on the points beside it is seen at its edges."""
    if rng.random() < 0.4:
        return
    first = bar - bar % PATCHES["column"]
    for side in (0, 1):
        wide, other = int(rng.integers(0, 9)), first + int(rng.integers(PATCHES["column"] - 1))
        here = slice(0, wide) if side == 0 else slice(32 - wide, 32)
        there = slice(29 - wide, 29) if side == 0 else slice(3, 3 + wide)
        turn = slice(None, None, 1 if rng.random() < 0.5 else -1)
        patch[:, here] = data.all["patch"][other][turn, there]
        before[:, here] = data.all["empty"][other][turn, there]
