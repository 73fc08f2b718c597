"""Trains the networks that tell what stands on a point or a square, and writes them as ONNX.

    python -m networks.boards --kind column --minutes 40
    python -m networks.boards --kind square --minutes 20

It takes what `compose/boards.py` made, also what is made while it runs. `vision.board.planes` says what the
network is given. It tells for each owner the logarithm of how likely so many pieces are (16 numbers for each
of two owners, or 7 for each of four), for squares that some of an owner's lie, and last that the place is
hidden.
"""

from __future__ import annotations

import argparse
import copy
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from networks.faces import MODELS, block, cast
from torch import nn
from torch.nn import functional

sys.path.append(str(Path(__file__).resolve().parents[3]))
from vision.board.planes import EACH, SHARED, planes

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


class Net(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        a, b, c, d, e, f = shape.wide
        self.body = nn.Sequential(
            block(SHARED + EACH * shape.owners, a, 2),
            block(a, b),
            block(b, c, 2),
            block(c, d),
            block(d, e, 2),
            block(e, f),
        )
        high, wide = (side // 8 for side in shape.size)
        self.head = nn.Sequential(
            nn.Conv2d(f, 16, 1),
            nn.ReLU(inplace=True),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(16 * high * wide, 64),
            nn.ReLU(inplace=True),
            nn.Linear(64, shape.told),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.body(x))


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
        known = known & (chance.random(n) < empty / 0.88)
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


def chances(told: torch.Tensor, shape: Shape) -> torch.Tensor:
    """Return the logits of so many pieces by owner, (n, owners, counts)."""
    return told[:, : shape.owners * shape.counts].reshape(len(told), shape.owners, shape.counts)


def missed(told: torch.Tensor, some: Batch, shape: Shape, heat: float = 1.0) -> torch.Tensor:
    """Return the negative logarithm of the chance of the true numbers, (n,)."""
    logits = chances(told, shape) / heat
    here = torch.arange(shape.owners)[None] < some.owners[:, None]
    each = functional.cross_entropy(
        logits.reshape(-1, shape.counts), some.count.reshape(-1), reduction="none"
    ).reshape(len(told), -1)
    apart = (each * here).sum(1)
    if shape.owners != 2:
        return apart
    # On a point one owner alone has pieces: of all numbers of both those remain.
    a, b = logits[:, 0], logits[:, 1]
    all_ = torch.cat([a[:, :1] + b[:, :1], a[:, 1:] + b[:, :1], a[:, :1] + b[:, 1:]], 1)
    right = torch.where(
        some.count[:, 0] > 0,
        some.count[:, 0],
        torch.where(some.count[:, 1] > 0, some.count[:, 1] + shape.counts - 1, 0),
    )
    return torch.where(some.bar, apart, functional.cross_entropy(all_, right, reduction="none"))


def loss_of(told: torch.Tensor, some: Batch, shape: Shape) -> torch.Tensor:
    seen = some.hidden < 0.5
    loss = (missed(told, some, shape) * seen).sum() / seen.sum()
    sure = some.hidden >= 0
    hid = functional.binary_cross_entropy_with_logits(told[:, -1], some.hidden.clamp(0, 1), reduction="none")
    loss = loss + (hid * sure).mean()
    if shape.lying:
        first = shape.owners * shape.counts
        mine = (some.count > 0) & seen[:, None]
        lies = (some.lying > 0).float()
        part = functional.binary_cross_entropy_with_logits(
            told[:, first : first + shape.owners], lies, reduction="none"
        )
        loss = loss + 0.5 * (part * mine).sum() / mine.sum().clamp(1)
    return loss


@torch.no_grad()
def outputs(net: nn.Module, data: Data, shape: Shape, *, empty: float) -> tuple[torch.Tensor, Batch]:
    net.eval()
    told, parts = [], []
    for first in range(0, len(data), 250):
        some = batch(data, np.arange(first, min(first + 250, len(data))), shape, None, empty=empty)
        with cast():
            told.append(net(some.x).float())
        some.x = torch.zeros(0)
        parts.append(some)
    whole = Batch(*(torch.cat([getattr(p, key) for p in parts]) for key in Batch.__dataclass_fields__))
    return torch.cat(told), whole


def best_of(told: torch.Tensor, some: Batch, shape: Shape, heat: float) -> tuple[torch.Tensor, torch.Tensor]:
    """Return whether the likeliest numbers are right, and their chance."""
    logits = chances(told, shape) / heat
    here = torch.arange(shape.owners)[None] < some.owners[:, None]
    chance, most = torch.softmax(logits, 2).max(2)
    right = ((most == some.count) | ~here).all(1)
    sure = torch.where(here, chance, torch.ones_like(chance)).prod(1)
    if shape.owners == 2:
        a, b = logits[:, 0], logits[:, 1]
        all_ = torch.softmax(torch.cat([a[:, :1] + b[:, :1], a[:, 1:] + b[:, :1], a[:, :1] + b[:, 1:]], 1), 1)
        top, place = all_.max(1)
        n = shape.counts
        told_a = torch.where(place < n, place, 0)
        told_b = torch.where(place >= n, place - n + 1, 0)
        fits = (told_a == some.count[:, 0]) & (told_b == some.count[:, 1])
        right, sure = torch.where(some.bar, right, fits), torch.where(some.bar, sure, top)
    return right, sure


def report(net: nn.Module, data: Data, shape: Shape, title: str, heat: float = 1.0) -> None:
    for word, empty in (("empty unknown", 0.0), ("empty known", 2.0)):
        told, some = outputs(net, data, shape, empty=empty)
        right, sure = best_of(told, some, shape, heat)
        seen = some.hidden == 0
        hid = torch.sigmoid(told[:, -1]) > 0.5
        lies = (~right & (sure * (1 - torch.sigmoid(told[:, -1])) >= 0.99) & seen).sum()
        must = some.hidden == 1
        print(
            f"{title} {word}: right {right[seen].float().mean():.4f} of {int(seen.sum())},",
            f"lies {int(lies)}, told .99 {int((sure[seen] >= 0.99).sum())},",
            f"hidden told {int(hid[must].sum())}/{int(must.sum())}, wrongly {int(hid[seen].sum())},",
            f"loss {missed(told, some, shape, heat)[seen].mean():.4f}",
            flush=True,
        )
    net.train()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", choices=tuple(SHAPES), required=True)
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rate", type=float, default=4e-3)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--models", type=Path, default=MODELS, help="folder to write the model into")
    parser.add_argument("--from", dest="start", type=Path, help="a .pt to go on from")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(asked.seed)
    rng = np.random.default_rng(asked.seed)
    shape = SHAPES[asked.kind]
    data = Data(asked.kind, held=False)
    net = Net(shape).to(memory_format=torch.channels_last)
    if asked.start:
        net.load_state_dict(torch.load(asked.start))
    slow = copy.deepcopy(net)
    best = torch.optim.AdamW(net.parameters(), asked.rate, weight_decay=1e-3)
    print("patches", len(data), "parameters", sum(p.numel() for p in net.parameters()), flush=True)
    begin = shown = time.time()
    step, mean = 0, 0.0
    while (part := (time.time() - begin) / 60 / asked.minutes) < 1:
        rate = asked.rate * min(1, (step + 1) / 200) * (0.5 + 0.5 * np.cos(np.pi * part))
        for group in best.param_groups:
            group["lr"] = rate
        some = batch(data, picked(data, shape, asked.batch, rng), shape, rng)
        with cast():
            told = net(some.x)
        loss = loss_of(told.float(), some, shape)
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        best.step()
        step += 1
        mean = 0.99 * mean + 0.01 * loss.item() if step > 1 else loss.item()
        with torch.no_grad():
            share = min(0.998, step / (step + 20))
            for kept, now in zip(slow.state_dict().values(), net.state_dict().values(), strict=True):
                if kept.dtype.is_floating_point:
                    kept.lerp_(now, 1 - share)
                else:
                    kept.copy_(now)
        if time.time() - shown > 120:
            shown = time.time()
            data.more()
            print(f"{part:.2f} {step} steps, {len(data)} patches, loss {mean:.4f}", flush=True)
            held = Data(asked.kind, held=True, most=1)
            if held.names:
                report(slow, held, shape, "  held")
            save(slow, shape, asked.kind, asked.models)
    save(slow, shape, asked.kind, asked.models)
    held = Data(asked.kind, held=True)
    if held.names:
        report(slow, held, shape, "end")


def save(net: nn.Module, shape: Shape, kind: str, models: Path) -> None:
    models.mkdir(exist_ok=True, parents=True)
    torch.save(net.state_dict(), OUT.parent / f"board-{kind}.pt")
    was = net.training
    net.eval()
    torch.onnx.export(
        net,
        (torch.zeros(1, SHARED + EACH * shape.owners, *shape.size),),
        str(models / f"{kind}s.onnx"),
        opset_version=13,
        dynamo=False,
        input_names=["planes"],
        output_names=["told"],
        dynamic_axes={"planes": {0: "n"}, "told": {0: "n"}},
    )
    net.train(was)


if __name__ == "__main__":
    main()
