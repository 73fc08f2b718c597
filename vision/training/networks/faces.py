"""Trains the network that tells faces from patches, and writes it as ONNX.

    python -m networks.faces --minutes 20

For a patch around a place that the finder gave it tells the class, and how to look better: where in the patch
the middle of the thing is (2) and the logarithm of how much too large the patch is (1).
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from compose.dice import NONE
from compose.patches import OUT as PATCHES
from compose.patches import PATCH_MARGIN
from networks.resume import resume
from torch import nn
from torch.nn import functional

CLASSES = 10
SIDE, MARGIN = 48, 1.8
MODELS = Path(__file__).resolve().parents[2] / "models"
CPU = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""


def block(inside: int, outside: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU(inplace=True)
    )


def cast() -> torch.autocast:
    """Compute a network in bfloat16 where the processor multiplies in it: two or three times as fast."""
    return torch.autocast("cpu", torch.bfloat16, enabled="amx_bf16" in CPU or "avx512_bf16" in CPU)


class Net(nn.Module):
    """About 15 million multiplications."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 24, 2),
            block(24, 32),
            block(32, 48, 2),
            block(48, 64),
            block(64, 80, 2),
            block(80, 96),
        )
        self.look = nn.Sequential(nn.AvgPool2d(6), nn.Flatten(), nn.Dropout(0.1), nn.Linear(96, CLASSES))
        self.better = nn.Sequential(nn.Conv2d(96, 8, 1), nn.ReLU(), nn.Flatten(), nn.Linear(8 * 36, 3))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        seen = self.body(x)
        return self.look(seen), self.better(seen)


class Told(nn.Module):
    """The network with probabilities, and how to look better, as the box uses it."""

    def __init__(self, net: Net, heat: float) -> None:
        super().__init__()
        self.net, self.heat = net, heat

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        look, better = self.net(x)
        return torch.cat([torch.softmax(look / self.heat, 1), better], 1)


def normal(x: torch.Tensor) -> torch.Tensor:
    """Each patch to mean 0 and deviation 1 over all its values, as `vision.faces` does."""
    mean = x.mean((1, 2, 3), keepdim=True)
    return (x - mean) / (x.std((1, 2, 3), keepdim=True) + 4.0)


def spoil(x: torch.Tensor, train: bool, small: float = 0.4) -> tuple[torch.Tensor, torch.Tensor]:
    """Turn, shift and zoom patches of 72 pixels to 48; then light and blur. Also give what would undo it."""
    n = len(x)
    if train:
        angle = torch.randint(0, 4, (n,)) * (np.pi / 2) + torch.randn(n) * 0.15
        zoom = torch.exp((torch.randn(n) * 0.17).clamp(-0.4, 0.35))
        far = torch.rand(n, 1) < 0.3  # the finder is far off where dice are seen from a side it seldom saw
        shift = torch.randn(n, 2) * torch.where(far, 0.14, 0.07)
        mirror = torch.where(torch.rand(n) < 0.5, -1.0, 1.0)
    else:
        angle, mirror = torch.zeros(n), torch.ones(n)
        zoom, shift = torch.exp(torch.randn(n) * 0.08), torch.randn(n, 2) * 0.035
    k = MARGIN / PATCH_MARGIN * zoom
    c, s = torch.cos(angle) * k, torch.sin(angle) * k
    theta = torch.stack(
        [torch.stack([c * mirror, -s, shift[:, 0]], 1), torch.stack([s * mirror, c, shift[:, 1]], 1)], 1
    )
    middle = -torch.linalg.solve(theta[:, :, :2], shift)
    better = torch.cat([middle, torch.log(zoom)[:, None]], 1)
    side = SIDE
    if train and torch.rand(1).item() < small:
        side = int(np.random.uniform(16, 48))
    grid = functional.affine_grid(theta, [n, 3, side, side], align_corners=False)
    x = functional.grid_sample(x, grid, padding_mode="border", align_corners=False)
    if side != SIDE:
        x = functional.interpolate(x, size=(SIDE, SIDE), mode="bilinear", align_corners=False)
    if train:
        x = repainted(x)
        gain = torch.exp(torch.randn(n, 3, 1, 1) * 0.12)
        x = (x * gain).clamp(0, 255)
        gamma = torch.exp(torch.randn(n, 1, 1, 1) * 0.2)
        x = 255 * (x / 255) ** gamma
        if torch.rand(1).item() < 0.5:
            x = x + torch.randn_like(x) * np.random.uniform(0, 8)
    return x, better


def repainted(x: torch.Tensor, share: float = 0.25) -> torch.Tensor:
    """Give a share of the patches other colours: paler or more vivid, their channels changed about."""
    n = len(x)
    some = torch.rand(n, 1, 1, 1) < share
    grey = x.mean(1, keepdim=True)
    vivid = grey + (x - grey) * torch.empty(n, 1, 1, 1).uniform_(0.2, 2.4)
    order = torch.rand(n, 3).argsort(1)[:, :, None, None].expand(-1, -1, *x.shape[2:])
    return torch.where(some, vivid.gather(1, order).clamp(0, 255), x)


def data(but: list[str]) -> tuple[torch.Tensor, torch.Tensor]:
    """Patches and classes of all files but those named."""
    stored = [np.load(file) for file in sorted(PATCHES.glob("*.npz")) if file.stem not in but]
    patches = np.concatenate([one["patches"] for one in stored])
    labels = np.concatenate([one["labels"] for one in stored])
    return torch.from_numpy(patches).permute(0, 3, 1, 2), torch.from_numpy(labels)


def shares(y: torch.Tensor) -> torch.Tensor:
    """How often each patch is taken: shells, and what leans, twice a face of a die, neither three times."""
    wanted = torch.tensor([1.0, 1, 1, 1, 1.3, 1.3, 2, 2, 3, 2])
    return (wanted / torch.bincount(y, minlength=CLASSES))[y]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--models", type=Path, default=MODELS, help="folder to write the model into")
    parser.add_argument("--from", dest="start", type=Path, help="a .onnx or .pt to go on from")
    parser.add_argument("--but", nargs="*", default=[], help="patches to leave out, as `70` or `mined-200`")
    asked = parser.parse_args()
    torch.set_num_threads(asked.threads)
    torch.manual_seed(asked.seed)
    np.random.seed(asked.seed)
    x, y = data(asked.but)
    kept = torch.ones(len(x), dtype=torch.bool)
    kept[::30] = False
    test_x, test_y = x[~kept].float(), y[~kept]
    index = torch.nonzero(kept)[:, 0]
    often = shares(y[index])
    net = Net().to(memory_format=torch.channels_last)
    if asked.start:
        picked = index[torch.multinomial(often, 1000)]
        resume(net, asked.start, normal(spoil(x[picked].float(), True)[0]))
    print(
        "patches", len(x), torch.bincount(y).tolist(), "parameters", sum(p.numel() for p in net.parameters())
    )
    best = torch.optim.AdamW(net.parameters(), asked.rate, weight_decay=1e-3)
    begin, step, batch = time.time(), 0, 96
    hard = torch.ones(len(index))  # patches that are told badly are taken more often
    shown = begin
    while (part := (time.time() - begin) / 60 / asked.minutes) < 1:
        rate = asked.rate * min(1, (step + 1) / 200) * (0.5 + 0.5 * np.cos(np.pi * part))
        for group in best.param_groups:
            group["lr"] = rate
        taken = torch.multinomial(often * hard, batch)
        picked = index[taken]
        patches, wanted = spoil(x[picked].float(), True)
        with cast():
            look, better = (told.float() for told in net(normal(patches)))
        there = y[picked] != NONE
        each = functional.cross_entropy(look, y[picked], label_smoothing=0.02, reduction="none")
        weight = 1 / hard[taken]  # but count less then, so that what is told stays a probability
        hard[taken] = (0.5 * hard[taken] + each.detach()).clamp(0.4, 2.0)
        loss = (each * weight).sum() / weight.sum()
        loss = loss + 2 * functional.smooth_l1_loss(better[there], wanted[there], beta=0.1)
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
        logits, _ = net(normal(spoil(test_x, False)[0]))
    heats = np.linspace(0.5, 2, 31)
    loss = [functional.cross_entropy(logits / h, test_y).item() for h in heats]
    heat = float(heats[int(np.argmin(loss))])
    print("heat", heat, min(loss))
    save(net, heat, asked.models)


def save(net: nn.Module, heat: float, models: Path) -> None:
    models.mkdir(exist_ok=True)
    torch.save(net.state_dict(), PATCHES.parent / "faces.pt")
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
        patches, wanted = spoil(x, False)
        look, better = net(normal(patches))
        right = (look.argmax(1) == y).float()
        off = (better - wanted)[y != NONE].abs().mean(0)
    net.train()
    print(
        title,
        " ".join(f"{right[y == k].mean():.3f}" for k in range(CLASSES)),
        f"all {right.mean():.4f} off {off[0]:.3f} {off[1]:.3f} {off[2]:.3f}",
        flush=True,
    )


if __name__ == "__main__":
    cv2.setNumThreads(1)
    main()
