"""Questions about a position from outside: one JSON object in, one out.

The forms are fixed for other programs; ``charkoni legal`` and ``charkoni why`` put a line of text around
each. Every family answers for itself (`engine.registry.Family`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

from engine.errors import EngineError
from engine.messages import shortened
from engine.record import parse_object
from engine.registry import find_family

Question = Literal["legal", "why"]

LANGUAGES = ("en",)
"""Languages in which `why` gives its reason."""


def answer(question: Mapping[str, Any], what: Question) -> dict[str, Any]:
    """Answer one question.

    Args:
        question: The object of one line, with its ``game``.
        what: ``legal`` for the legal moves, ``why`` for the rule that forbids one.

    Raises:
        EngineError: If the question is malformed; the message says what would work.
    """
    family = find_family(question.get("game"))
    return family.ask_legal(question) if what == "legal" else family.ask_why(question)


def answer_line(line: str, what: Question) -> tuple[str, bool]:
    """Answer one line of text with one line of text, and say whether it was answered.

    >>> answer_line("not JSON", "legal")
    ('{"error": "this line is no JSON object: Expecting value at column 1"}', False)
    """
    try:
        question = parse_object(line)
    except ValueError as error:
        return _error(str(error)), False
    try:
        at_once = find_family(question.get("game")).legal_text if what == "legal" else None
        if at_once is not None:
            return at_once(question), True
        return json.dumps(answer(question, what)), True
    except EngineError as error:
        return _error(str(error)), False


def _error(message: str) -> str:
    return json.dumps({"error": shortened(message)})
