"""Goes on from a network that was written as ONNX: the models in the repository are enough to train on."""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import nn


def resume(net: nn.Module, model: Path, batch: torch.Tensor) -> None:
    """Take over the weights of `model`, a `.onnx` of the same network, or a `.pt`.

    In the ONNX file each normalisation is part of the convolution before it. It is set anew from `batch`,
    as in training, such that the network tells the same as the model.
    """
    if model.suffix == ".pt":
        net.load_state_dict(torch.load(model))
        return
    graph = onnx.load(str(model)).graph
    values = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    offsets = {}
    for node in graph.node:
        if node.op_type not in ("Conv", "ConvTranspose", "Gemm"):
            continue
        outer, name = node.name.split("/")[-3:-1]  # of a module with its own names, such as `Up`, both
        name = (
            f"{outer}.{name}"
            if isinstance(getattr(net, outer, None), nn.Module) and "." not in name
            else name
        )
        layer = net.get_submodule(name)
        weight, bias = (values[one] for one in node.input[1:3])
        layer.weight.data.copy_(weight)
        if layer.bias is not None:
            layer.bias.data.copy_(bias)
        else:
            offsets[name.rpartition(".")[0]] = bias
    hooks = [
        net.get_submodule(name)[1].register_forward_pre_hook(lambda norm, x, by=bias: _set(norm, x[0], by))
        for name, bias in offsets.items()
    ]
    with torch.no_grad():
        net.eval()(batch)
    for hook in hooks:
        hook.remove()
    net.train()


def _set(norm: nn.BatchNorm2d, x: torch.Tensor, bias: torch.Tensor) -> None:
    """Let a normalisation change nothing in what it is given but add a bias."""
    mean, spread = x.mean((0, 2, 3)), x.var((0, 2, 3)) + 1e-6
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(spread)
    norm.weight.copy_(torch.sqrt(spread + norm.eps))
    norm.bias.copy_(bias + mean)
