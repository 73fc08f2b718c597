"""Makes a model between two of the same network, which keeps what the first knew.

    python -m networks.between ../models/faces.onnx out/new/faces.onnx --share 0.65 --to out/faces.onnx

The second must have gone on from the first (`--from`), so that their weights mean the same. After Wortsman
and others, "Robust fine-tuning of zero-shot models", 2022.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper


def between(first: onnx.ModelProto, second: onnx.ModelProto, share: float) -> onnx.ModelProto:
    """Return the second model with `share` of its weights and the rest of the first's.

    Raises:
        ValueError: If the two are not of the same network.
    """
    made = onnx.ModelProto()
    made.CopyFrom(second)
    for old, new in zip(first.graph.initializer, made.graph.initializer, strict=True):
        a, b = numpy_helper.to_array(old), numpy_helper.to_array(new)
        if old.name != new.name or a.shape != b.shape:
            raise ValueError(f"{old.name} of {a.shape} is not {new.name} of {b.shape}: not the same network")
        if a.dtype.kind == "f":
            mixed = ((1 - share) * a + share * b).astype(np.float32)
            new.CopyFrom(numpy_helper.from_array(mixed, new.name))
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--share", type=float, default=0.65, help="of the second")
    parser.add_argument("--to", type=Path, required=True)
    asked = parser.parse_args()
    made = between(onnx.load(str(asked.first)), onnx.load(str(asked.second)), asked.share)
    asked.to.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(made, str(asked.to))


if __name__ == "__main__":
    main()
