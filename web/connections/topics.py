"""The topics of MQTT under which a box tells and is told; the same for every box, and for good."""

from __future__ import annotations

VERSION = 1
"""Of all messages. A part that is added does not change it; one that means something else does."""

ROOT = f"charkoni/v{VERSION}"
"""Under which every box has its topics, by its name."""

TOLD = ("status", "state", "event", "happened", "forgotten", "picture", "done")
"""What the box tells."""

HEARD = ("ask", "do")
"""What the box is told."""


def topic(box: str, what: str) -> str:
    """Return a topic of a box.

    >>> topic("k3x9q2m7ab", "state")
    'charkoni/v1/k3x9q2m7ab/state'
    """
    return f"{ROOT}/{box}/{what}"
