"""Doubts of `vision`, which knows nothing of ours, as messages of the box."""

from __future__ import annotations

from engine.messages import Message
from vision import Doubt


def message_of(doubt: Doubt) -> Message:
    """Return a doubt as a message.

    >>> print(message_of(Doubt("{seen} dice seen, {expected} expected", {"seen": 1, "expected": 2})))
    1 dice seen, 2 expected
    """
    return Message(doubt.template, doubt.fields)
