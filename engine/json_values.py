"""Values of JSON that a recorder gives back: each is of the kind that was written, or is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

_NUMBER = 2**40
"""No number in an event is so large."""

_LONGEST = 300
"""Characters of a sentence about what came from outside."""


def whole(value: object) -> int:
    """Read a number: of an event, a seat, a piece, a value.

    Raises:
        ValueError: If it is none.
    """
    if type(value) is not int or not 0 <= value < _NUMBER:
        raise ValueError(f"{_short(value)} is no whole number from 0 on")
    return value


def text(value: object) -> str:
    """Read a text.

    Raises:
        ValueError: If it is none.
    """
    if not isinstance(value, str):
        raise ValueError(f"{_short(value)} is no text")
    return value


def flag(value: object) -> bool:
    """Read true or false.

    Raises:
        ValueError: If it is neither.
    """
    if not isinstance(value, bool):
        raise ValueError(f"{_short(value)} is neither true nor false")
    return value


def items(value: object) -> list[Any]:
    """Read a list.

    Raises:
        ValueError: If it is none.
    """
    if not isinstance(value, list):
        raise ValueError(f"{_short(value)} is no list")
    return value


def keyed(value: object) -> dict[str, Any]:
    """Read an object.

    Raises:
        ValueError: If it is none.
    """
    if not isinstance(value, dict):
        raise ValueError(f"{_short(value)} is no object")
    return value


def wholes(value: object) -> tuple[int, ...]:
    """Read a list of numbers.

    Raises:
        ValueError: If it is none.
    """
    return tuple(map(whole, items(value)))


def one_of(*words: str) -> Callable[[object], str]:
    """Return what reads one of some words, and raises a `ValueError` for another."""

    def read(value: object) -> str:
        for word in words:
            if value == word:
                return word
        raise ValueError(f"{_short(value)} is none of {', '.join(words)}")

    return read


def shortened(message: object) -> str:
    """Return a sentence about what came from outside, without its middle where it repeats too much of it.

    >>> len(shortened("there is no game " + 1000 * "x"))
    300
    """
    text = str(message)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 101]}…{text[-100:]}"


def _short(value: object) -> str:
    return repr(value)[:60]


def object_of(line: str) -> dict[str, Any]:
    """Read a line of text as one JSON object.

    Raises:
        ValueError: If it is none, with what is wrong.
    """
    try:
        read = json.loads(line)
    except json.JSONDecodeError as error:
        raise ValueError(f"this line is no JSON object: {error.msg} at column {error.colno}") from error
    except ValueError as error:  # a number of thousands of digits
        raise ValueError(f"this line is no JSON object: {error}") from error
    except RecursionError as error:
        raise ValueError("this line is no JSON object: it is nested too deeply") from error
    if not isinstance(read, dict):
        raise ValueError("this line is no JSON object: write {...}")
    return read
