"""Trains the networks that tell what stands on a point or a square, and writes them as ONNX.

    python -m networks.boards --kind column --minutes 40
    python -m networks.boards --kind square --minutes 20
    python -m networks.boards --kind column --minutes 0 --from out/board-column.pt --models out  # measures it

It takes what `compose/boards.py` made, also what is made while it runs. `vision.board.planes` says what the
network is given. It tells for each owner the logarithm of how likely so many pieces are (16 numbers for each
of two owners, or 7 for each of four), for squares that some of an owner's lie, and last that the place is
hidden.
"""

from __future__ import annotations

import argparse
import copy
import itertools
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from networks.board_places import OUT, SHAPES, Batch, Data, Shape, batch, picked
from networks.faces import MODELS, block, cast
from torch import nn
from torch.nn import functional

from vision.board.planes import EACH, SHARED


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


LYING = 1.5
"""Weight of telling what lies: few pieces do."""


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
        loss = loss + LYING * (part * mine).sum() / mine.sum().clamp(1)
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


BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.001)
LIES = 0.001
"""Of all places at most so many may be wrong although told with 0.99 or more."""


def measure(net: nn.Module, held: Data, shape: Shape) -> None:
    """Fit the heat for `vision.board.reader` and print how far what is told then can be believed.

    It is the heat at which what is told is likeliest, or the next at which no more than `LIES` are lies.
    """
    told, some = outputs(net, held, shape, empty=0.0)
    seen, not_hidden = some.hidden == 0, 1 - torch.sigmoid(told[:, -1])

    def lies(heat: float) -> int:
        right, sure = best_of(told, some, shape, heat)
        return int((~right & (sure * not_hidden >= 0.99) & seen).sum())

    heats = np.linspace(0.7, 2.5, 37)
    loss = [missed(told, some, shape, float(heat))[seen].mean().item() for heat in heats]
    first = int(np.argmin(loss))
    best = next((h for h in heats[first:] if lies(float(h)) <= LIES * int(seen.sum())), heats[-1])
    print(f"likeliest heat {heats[first]:.2f}, loss {loss[first]:.4f}; taken {best:.2f}, lies {lies(best)}")
    for heat in (1.0, float(best)):
        report(net, held, shape, f"heat {heat:.2f}", heat)
    right, sure = best_of(told, some, shape, float(best))
    sure = sure * not_hidden
    for low, high in itertools.pairwise(BINS):
        inside = seen & (sure >= low) & (sure < high)
        n, fine = int(inside.sum()), int((inside & right).sum())
        if n:
            print(
                f"{100 * low:5.1f} to {100 * min(1, high):5.1f} %: told {100 * sure[inside].mean():.1f},",
                end=" ",
            )
            print(f"right {fine}/{n} = {100 * fine / n:.1f}")
    total = some.count.sum(1)
    for count in range(12):
        inside = seen & (total == count)
        if n := int(inside.sum()):
            print(f"{count} pieces: right {int((inside & right).sum())}/{n}")


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
    while asked.minutes and (part := (time.time() - begin) / 60 / asked.minutes) < 1:
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
        measure(slow, held, shape)


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
