"""Trains the network that tells faces from patches, and writes it as ONNX.

python train_faces.py --minutes 20
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from compose_scenes import OUT, PATCH_MARGIN
from torch import nn
from torch.nn import functional

SIDE, MARGIN = 48, 1.6
PATCHES = OUT.parent / "patches"
MODELS = Path(__file__).parent.parent / "models"


def block(inside: int, outside: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU(inplace=True)
    )


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 16),
            block(16, 24, 2),
            block(24, 40, 2),
            block(40, 48),
            block(48, 64, 2),
            block(64, 80),
            nn.AvgPool2d(6),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(80, 9),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.body(x)


class Told(nn.Module):
    """The network with probabilities at its end, as the box uses it."""

    def __init__(self, net: Net, heat: float) -> None:
        super().__init__()
        self.net, self.heat = net, heat

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.softmax(self.net(x) / self.heat, 1)


def normal(x: torch.Tensor) -> torch.Tensor:
    """Each patch to mean 0 and deviation 1 over all its values, as `vision.faces` does."""
    mean = x.mean((1, 2, 3), keepdim=True)
    return (x - mean) / (x.std((1, 2, 3), keepdim=True) + 4.0)


def spoil(x: torch.Tensor, train: bool, small: float = 0.4) -> torch.Tensor:
    """Turn, shift and zoom patches of 72 pixels to 48; then light and blur."""
    n = len(x)
    if train:
        quarter = torch.randint(0, 4, (n,)) * (np.pi / 2)
        angle = torch.where(torch.rand(n) < 0.25, quarter, torch.zeros(n)) + torch.randn(n) * 0.15
        zoom = torch.exp(torch.randn(n) * 0.1)
        shift = torch.randn(n, 2) * 0.055
        mirror = torch.where(torch.rand(n) < 0.5, -1.0, 1.0)
    else:
        angle, zoom, shift, mirror = torch.zeros(n), torch.ones(n), torch.randn(n, 2) * 0.03, torch.ones(n)
    k = MARGIN / PATCH_MARGIN * zoom
    c, s = torch.cos(angle) * k, torch.sin(angle) * k
    theta = torch.stack(
        [torch.stack([c * mirror, -s, shift[:, 0]], 1), torch.stack([s * mirror, c, shift[:, 1]], 1)], 1
    )
    side = SIDE
    if train and torch.rand(1).item() < small:
        side = int(np.random.uniform(18, 48))
    grid = functional.affine_grid(theta, [n, 3, side, side], align_corners=False)
    x = functional.grid_sample(x, grid, padding_mode="border", align_corners=False)
    if side != SIDE:
        x = functional.interpolate(x, size=(SIDE, SIDE), mode="bilinear", align_corners=False)
    if train:
        gain = torch.exp(torch.randn(n, 3, 1, 1) * 0.12)
        x = (x * gain).clamp(0, 255)
        gamma = torch.exp(torch.randn(n, 1, 1, 1) * 0.2)
        x = 255 * (x / 255) ** gamma
        if torch.rand(1).item() < 0.5:
            x = x + torch.randn_like(x) * np.random.uniform(0, 8)
    return x


def data() -> tuple[torch.Tensor, torch.Tensor]:
    """Patches and classes: all that were composed alone; of the scenes, all but the first few seeds' dice,
    which were drawn with the pips of each face equally far apart."""
    patches, labels = [], []
    for file in [*sorted(PATCHES.glob("*.npz")), *sorted(OUT.glob("*.npz"))]:
        stored = np.load(file)
        some, classes = stored["patches"], stored["labels"]
        taken = classes >= (6 if file.parent == OUT and int(file.stem) < 20 else 0)
        patches.append(some[taken])
        labels.append(classes[taken])
    return torch.from_numpy(np.concatenate(patches)).permute(0, 3, 1, 2), torch.from_numpy(
        np.concatenate(labels)
    )


def shares(y: torch.Tensor) -> torch.Tensor:
    """How often each patch is taken: dice alike, shells twice, neither four times a face of a die."""
    wanted = torch.tensor([1.0, 1, 1, 1, 1, 1, 2, 2, 4])
    return (wanted / torch.bincount(y, minlength=9))[y]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--models", type=Path, default=MODELS, help="folder to write the model into")
    parser.add_argument("--from", dest="start", type=Path)
    asked = parser.parse_args()
    torch.set_num_threads(asked.threads)
    torch.manual_seed(asked.seed)
    np.random.seed(asked.seed)
    x, y = data()
    kept = torch.ones(len(x), dtype=torch.bool)
    kept[::25] = False
    test_x, test_y = x[~kept].float(), y[~kept]
    index = torch.nonzero(kept)[:, 0]
    often = shares(y[index])
    net = Net().to(memory_format=torch.channels_last)
    if asked.start:
        net.load_state_dict(torch.load(asked.start))
    print(
        "patches", len(x), torch.bincount(y).tolist(), "parameters", sum(p.numel() for p in net.parameters())
    )
    best = torch.optim.AdamW(net.parameters(), asked.rate, weight_decay=1e-3)
    begin, step, batch = time.time(), 0, 96
    shown = begin
    while (part := (time.time() - begin) / 60 / asked.minutes) < 1:
        rate = asked.rate * min(1, (step + 1) / 200) * (0.5 + 0.5 * np.cos(np.pi * part))
        for group in best.param_groups:
            group["lr"] = rate
        picked = index[torch.multinomial(often, batch)]
        loss = functional.cross_entropy(
            net(normal(spoil(x[picked].float(), True))), y[picked], label_smoothing=0.02
        )
        best.zero_grad()
        loss.backward()
        best.step()
        step += 1
        if time.time() - shown > 60:
            shown = time.time()
            report(net, test_x, test_y, f"{step} {loss.item():.3f}")
            save(net, 1.0, asked.models)
    report(net, test_x, test_y, "end")
    net.eval()
    with torch.no_grad():
        torch.manual_seed(1)
        logits = net(normal(spoil(test_x, False)))
    heats = np.linspace(0.5, 2, 31)
    loss = [functional.cross_entropy(logits / h, test_y).item() for h in heats]
    heat = float(heats[int(np.argmin(loss))])
    print("heat", heat, min(loss))
    save(net, heat, asked.models)


def save(net: nn.Module, heat: float, models: Path) -> None:
    models.mkdir(exist_ok=True)
    torch.save(net.state_dict(), OUT.parent / "faces.pt")
    net.eval()
    torch.onnx.export(
        Told(net, heat).eval(),
        (torch.zeros(1, 3, SIDE, SIDE),),
        str(models / "faces.onnx"),
        opset_version=13,
        dynamo=False,
        input_names=["picture"],
        output_names=["told"],
        dynamic_axes={"picture": {0: "n"}, "told": {0: "n"}},
    )
    net.train()


def report(net: nn.Module, x: torch.Tensor, y: torch.Tensor, title: str) -> None:
    net.eval()
    with torch.no_grad():
        torch.manual_seed(1)
        right = (net(normal(spoil(x, False))).argmax(1) == y).float()
    net.train()
    print(
        title,
        " ".join(f"{right[y == k].mean():.3f}" for k in range(9)),
        f"all {right.mean():.4f}",
        flush=True,
    )


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main()
