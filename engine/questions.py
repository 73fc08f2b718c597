"""Questions about a position from outside: one JSON object in, one out.

The forms are fixed for other programs; ``charkoni legal`` and ``charkoni why`` put a line of text around
each. Every family answers for itself with `ask_legal` and `ask_why`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Literal

from engine import backgammon, chowka_bhara, pachisi
from engine.errors import EngineError, NotationError

Question = Literal["legal", "why"]

LANGUAGES = ("en",)
"""Languages in which `why` gives its reason."""

_ASK: Mapping[str, Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]]] = {
    "legal": {
        "chowka-bhara": chowka_bhara.ask_legal,
        "pachisi": pachisi.ask_legal,
        "backgammon": backgammon.ask_legal,
    },
    "why": {
        "chowka-bhara": chowka_bhara.ask_why,
        "pachisi": pachisi.ask_why,
        "backgammon": backgammon.ask_why,
    },
}


def answer(question: Mapping[str, Any], what: Question) -> dict[str, Any]:
    """Answer one question.

    Args:
        question: The object of one line, with its ``game``.
        what: ``legal`` for the legal moves, ``why`` for the rule that forbids one.

    Raises:
        EngineError: If the question is malformed; the message says what would work.
    """
    game = question.get("game")
    asked = _ASK[what].get(game) if isinstance(game, str) else None
    if asked is None:
        raise NotationError(f"there is no game {game!r}: there are {', '.join(_ASK[what])}")
    return asked(question)


def answer_line(line: str, what: Question) -> tuple[str, bool]:
    """Answer one line of text with one line of text, and say whether it was answered.

    >>> answer_line("not JSON", "legal")
    ('{"error": "this line is no JSON object: Expecting value at column 1"}', False)
    """
    try:
        question = json.loads(line)
    except json.JSONDecodeError as error:
        return _error(f"this line is no JSON object: {error.msg} at column {error.colno}"), False
    except ValueError as error:
        return _error(f"this line is no JSON object: {error}"), False  # a number of thousands of digits
    except RecursionError:
        return _error("this line is no JSON object: it is nested too deeply"), False
    if not isinstance(question, dict):
        return _error("this line is no JSON object: write {...}"), False
    try:
        if what == "legal" and question.get("game") == "backgammon":
            return backgammon.legal_text(question), True  # many plays a line: written as text at once
        return json.dumps(answer(question, what)), True
    except EngineError as error:
        return _error(str(error)), False


def _error(message: str) -> str:
    return json.dumps({"error": message})
