"""Trains the network that finds dice and shells in a small picture, and writes it as ONNX.

    python -m networks.finder --minutes 30

For each cell of 4 x 4 pixels it gives: something has its middle here, the logarithm of its size over 16
pixels, where in the cell (2), and whether it is a die rather than a shell.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from compose.dice import UNSURE
from compose.scenes import OUT
from networks.faces import MODELS, block, cast
from networks.resume import resume
from torch import nn
from torch.nn import functional

CELL = 4
TRAIN_W, TRAIN_H = 256, 192


class Up(nn.Module):
    """Twice as many cells a side, each new one as the one it lies in."""

    def __init__(self, inside: int, outside: int) -> None:
        super().__init__()
        self.mix = nn.Conv2d(inside, outside, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functional.interpolate(functional.relu(self.mix(x)), scale_factor=2.0, mode="nearest")


class Net(nn.Module):
    """Down to a thirty-second of the picture and up again to a quarter; about 100 million multiplications
    for 256 x 192. Channels in sixteens, and nearest cells on the way up, are what OpenCV computes fastest."""

    def __init__(self) -> None:
        super().__init__()
        self.a = nn.Sequential(block(3, 16, 2), block(16, 32, 2))
        self.b = nn.Sequential(block(32, 64, 2), block(64, 64))
        self.c = nn.Sequential(block(64, 64, 2), block(64, 64))
        self.d = nn.Sequential(block(64, 64, 2), block(64, 64))
        self.up_d = Up(64, 64)
        self.mix_c = nn.Sequential(nn.Conv2d(128, 64, 1), block(64, 64))
        self.up_c = Up(64, 32)
        self.mix_b = nn.Sequential(nn.Conv2d(96, 64, 1), block(64, 64))
        self.up_b = Up(64, 16)
        self.mix_a = nn.Sequential(nn.Conv2d(48, 16, 1), block(16, 32))
        self.head = nn.Conv2d(32, 5, 1)
        self.head.bias.data[0] = -4.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        a = self.a(x)
        b = self.b(a)
        c = self.c(b)
        c = self.mix_c(torch.cat([c, self.up_d(self.d(c))], 1))
        b = self.mix_b(torch.cat([b, self.up_c(c)], 1))
        return self.head(self.mix_a(torch.cat([a, self.up_b(b)], 1)))


class Told(nn.Module):
    """The network with probabilities at its end, as the box uses it."""

    def __init__(self, net: Net) -> None:
        super().__init__()
        self.net = net

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.net(x)
        return torch.cat([torch.sigmoid(y[:, :1]), y[:, 1:4], torch.sigmoid(y[:, 4:])], 1)


def normal(x: torch.Tensor) -> torch.Tensor:
    mean = x.mean((1, 2, 3), keepdim=True)
    return (x - mean) / (x.std((1, 2, 3), keepdim=True) + 8.0)


def example(picture: np.ndarray, places: np.ndarray, rng: np.random.Generator, train: bool):
    """Zoom, turn and colour one picture; give it with its targets."""
    picture = cv2.copyMakeBorder(picture, 8, 8, 0, 0, cv2.BORDER_REPLICATE)  # 256: a multiple of 32
    h, w = picture.shape[:2]
    places = places + np.array([0, 8, 0, 0], np.float32)
    if train:
        zoom = float(np.exp(rng.uniform(np.log(0.6), np.log(1.6))))
        if len(places):
            zoom = float(np.clip(zoom, 8 / places[:, 2].min(), max(100 / places[:, 2].max(), 0.3)))
        turn = rng.choice([0, 0, 0, 0, 0, 90, 180, 270]) if rng.random() < 0.8 else rng.uniform(-20, 20)
        move = cv2.getRotationMatrix2D((w / 2, h / 2), float(turn), zoom)
        move[:, 2] += (TRAIN_W / 2 - w / 2, TRAIN_H / 2 - h / 2)
        w, h = TRAIN_W, TRAIN_H
        if len(places):
            aim = places[rng.integers(len(places)), :2]
            now = move @ np.array([*aim, 1.0])
            goal = np.array([rng.uniform(0.15, 0.85) * w, rng.uniform(0.15, 0.85) * h])
            part = rng.uniform(0, 1)
            move[:, 2] += (goal - now) * part
        if rng.random() < 0.5:
            move = np.vstack([[-move[0, 0], -move[0, 1], w - move[0, 2]], move[1]])
        whole = np.full(picture.shape[:2], 255, np.uint8)
        border = cv2.BORDER_REFLECT if zoom * 1.0 >= 1 else cv2.BORDER_REPLICATE
        picture = cv2.warpAffine(
            picture, move, (w, h), flags=cv2.INTER_LINEAR if zoom > 0.8 else cv2.INTER_AREA, borderMode=border
        )
        if border == cv2.BORDER_REFLECT:  # no mirrored dice that the truth does not know
            inside = cv2.warpAffine(whole, move, (w, h))
            picture[inside < 128] = picture[inside >= 128].mean(0) if (inside >= 128).any() else 0
        if len(places):
            places[:, :2] = places[:, :2] @ move[:, :2].T + move[:, 2]
            places[:, 2] *= zoom
        if rng.random() < 0.6:
            gain = np.exp(rng.normal(0, 0.12, 3) + rng.normal(0, 0.15)).astype(np.float32)
            picture = (picture.astype(np.float32) * gain).clip(0, 255)
        if rng.random() < 0.2:
            picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.4, 1.1))
        if rng.random() < 0.3:
            grain = np.empty(picture.shape, np.float32)
            cv2.randn(grain, 0, rng.uniform(1, 9))
            picture = picture + grain
        picture = np.clip(picture, 0, 255)
    gh, gw = h // CELL, w // CELL
    heat = np.zeros((gh, gw), np.float32)
    spots = []
    y, x = np.mgrid[0:gh, 0:gw].astype(np.float32)
    for px, py, size, label in places:
        gx, gy = px / CELL, py / CELL
        cx, cy = int(gx), int(gy)
        if not (0 <= cx < gw and 0 <= cy < gh):
            continue
        sigma = max(0.7, size / CELL * 0.12)
        far = int(4 * sigma) + 1  # beyond it lies nothing worth the time
        near = np.s_[max(0, cy - far) : cy + far + 1, max(0, cx - far) : cx + far + 1]
        square = (x[near] + 0.5 - gx) ** 2 + (y[near] + 0.5 - gy) ** 2
        np.maximum(heat[near], np.exp(-square / (2 * sigma**2)), out=heat[near])
        heat[cy, cx] = 1
        around = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)] if size > 14 else [(0, 0)]
        spots += [  # neighbours of the middle learn too
            (cy + dy, cx + dx, np.log(size / 16), gx - cx - dx - 0.5, gy - cy - dy - 0.5, label)
            for dy, dx in around
            if 0 <= cx + dx < gw and 0 <= cy + dy < gh
        ]
    return picture.astype(np.float32), heat, spots


def losses(told, heat, spots):
    """The loss of a batch, and how badly the middles are told in each of its pictures."""
    p = torch.sigmoid(told[:, 0]).clamp(1e-4, 1 - 1e-4)
    positive = heat > 0.999
    loss = -torch.where(positive, (1 - p) ** 2 * torch.log(p), (1 - heat) ** 4 * p**2 * torch.log(1 - p)).sum(
        (1, 2)
    )
    middles = positive.sum((1, 2)).clamp(min=1)
    each = (loss / middles).detach().numpy()
    loss = loss.sum() / max(1, int(positive.sum()))
    if len(spots):
        n, cy, cx = (spots[:, i].long() for i in range(3))
        at = told[n, :, cy, cx]
        size = functional.smooth_l1_loss(at[:, 1], spots[:, 3], beta=0.1)
        off = functional.smooth_l1_loss(at[:, 2:4], spots[:, 4:6], beta=0.3)
        known = spots[:, 6] < UNSURE
        die = functional.binary_cross_entropy_with_logits(
            at[known, 4], (spots[known, 6] < 6).float(), reduction="sum"
        ) / max(1, int(known.sum()))
        loss = loss + 2 * size + 0.5 * off + 0.3 * die
    return loss, each


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--from", dest="start", type=Path, help="a .onnx or .pt to go on from")
    parser.add_argument("--models", type=Path, default=MODELS, help="folder to write the model into")
    asked = parser.parse_args()
    torch.set_num_threads(asked.threads)
    torch.manual_seed(asked.seed)
    rng = np.random.default_rng(asked.seed)
    pictures, places = data()
    net = Net().to(memory_format=torch.channels_last)
    if asked.start:
        some = [example(pictures[i], places[i], rng, True)[0] for i in rng.integers(len(pictures), size=64)]
        resume(net, asked.start, normal(torch.from_numpy(np.stack(some)).permute(0, 3, 1, 2)))
    print("pictures", len(pictures), "parameters", sum(p.numel() for p in net.parameters()))
    best = torch.optim.AdamW(net.parameters(), asked.rate, weight_decay=1e-3)
    begin = shown = time.time()
    step, batch, mean = 0, 16, 0.0
    hard = np.full(len(pictures), 1.0)  # every other picture is taken as often as it is told badly
    while (part := (time.time() - begin) / 60 / asked.minutes) < 1:
        if step % 500 == 499:  # more may have been composed meanwhile
            pictures, places = data()
            hard = hard if len(hard) == len(pictures) else np.full(len(pictures), 1.0)
        rate = asked.rate * min(1, (step + 1) / 200) * (0.5 + 0.5 * np.cos(np.pi * part))
        for group in best.param_groups:
            group["lr"] = rate
        xs, heats, spots = [], [], []
        easy = rng.integers(len(pictures), size=batch // 2)
        picked = [*easy, *rng.choice(len(pictures), batch // 2, p=hard / hard.sum())]
        for n, i in enumerate(picked):
            x, heat, some = example(pictures[i], places[i], rng, True)
            xs.append(x)
            heats.append(heat)
            spots += [(n, *spot) for spot in some]
        x = torch.from_numpy(np.stack(xs)).permute(0, 3, 1, 2)
        with cast():
            told = net(normal(x)).float()
        loss, each = losses(
            told,
            torch.from_numpy(np.stack(heats)),
            torch.tensor(spots, dtype=torch.float32).reshape(-1, 7),
        )
        hard[picked] = 0.5 * hard[picked] + 0.5 * each.clip(0.1, 4.0)
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        best.step()
        mean = loss.item() if not step else 0.98 * mean + 0.02 * loss.item()
        step += 1
        if time.time() - shown > 60:
            shown = time.time()
            print(step, f"{mean:.3f}", flush=True)
            save(net, asked.models)
    save(net, asked.models)
    print("end", step, f"{mean:.3f}")


def data() -> tuple[list[np.ndarray], list[np.ndarray]]:
    pictures: list[np.ndarray] = []
    places: list[np.ndarray] = []
    for file in sorted(OUT.glob("*.npz")):
        stored = np.load(file)
        some = stored["places"].reshape(-1, 5)
        for i, picture in enumerate(stored["pictures"]):
            pictures.append(picture)
            places.append(some[some[:, 0] == i, 1:])
    return pictures, places


def save(net: Net, models: Path) -> None:
    models.mkdir(exist_ok=True)
    torch.save(net.state_dict(), OUT.parent / "finder.pt")
    net.eval()
    torch.onnx.export(
        Told(net).eval(),
        (torch.zeros(1, 3, 192, 256),),
        str(models / "finder.onnx"),
        opset_version=13,
        dynamo=False,
        input_names=["picture"],
        output_names=["told"],
        dynamic_axes={"picture": {2: "h", 3: "w"}, "told": {2: "h", 3: "w"}},
    )
    net.train()


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main()
