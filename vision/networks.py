"""Networks for small patches, as OpenCV runs them quickest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

MODELS = Path(__file__).parent / "models"
"""Where the models lie."""


_AT_ONCE = 8
"""Patches in one run: no slower than all at once, and a network keeps what the largest run took."""


def network(model: Path) -> cv2.dnn.Net:
    """Return a network in OpenCV's older engine where there are two: with patches it needs a third less time.

    Measured with OpenCV 5.0; the finder's large picture is quicker in the newer one.
    """
    older = getattr(cv2.dnn, "ENGINE_CLASSIC", None)  # OpenCV 4 has one engine, and no word for it
    if older is None:
        return cv2.dnn.readNetFromONNX(str(model))
    return cv2.dnn.readNetFromONNX(str(model), engine=older)


def answers(
    net: cv2.dnn.Net, count: int, shown: Callable[[slice], npt.NDArray[np.float32]]
) -> npt.NDArray[np.float32]:
    """Return what a network says of each patch, shape (count, answers).

    Args:
        net: The network.
        count: Number of patches, at least one.
        shown: What the network is shown of some of them, shape (patches, planes, height, width).
    """
    told = []
    for first in range(0, count, _AT_ONCE):
        net.setInput(np.ascontiguousarray(shown(slice(first, first + _AT_ONCE))))
        told.append(np.array(net.forward(), np.float32))
    return np.concatenate(told)
