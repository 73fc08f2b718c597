"""What the values of a row may be. A card or a foreign file may hold anything, in every column."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any

from engine.messages import Message
from engine.record import Form, Within, read

TEXT_BYTES = 1_000_000
"""Bytes of the longest text in a row: restoring takes no longer one, so none is written."""

LATEST = 200_000_000_000.0
"""Seconds since 1970, in the year 8307: later moments no calendar here can write."""

MOST = 2**40
"""No number of a game, an event or a photograph is above it."""

SECRETS = ("key", "secret", "phones", "box", "mqtt", "webhooks", "tokens")
"""What the table `secret` may hold: in pages of a damaged file these names tell its rows from settings."""

Number = Annotated[int, Within(1, MOST - 1)]
"""Of a row; never 0."""

Moment = Annotated[float, Within(0, LATEST - 1)]
"""Seconds since 1970."""


def _shown(text: str) -> str:
    text.encode()
    if "\0" in text:
        raise ValueError(f"{text[:40]!r} is no text that can be shown")
    return text


Text = Annotated[str, Form(str, _shown, Message("a text"), {"type": "string"})]
"""A text that people see."""


def json_of(text: object) -> Any:
    """Read the JSON of a row.

    Raises:
        ValueError: If it is none, or holds what no page can show.
    """
    if not isinstance(text, str):
        raise ValueError(f"{type(text).__name__} is no JSON")
    try:
        found = json.loads(text, parse_constant=_no_number)
        json.dumps(found, ensure_ascii=False).encode()  # half a character cannot be
    except RecursionError as error:
        raise ValueError("this JSON lies too deep") from error
    return found


def table_of(row: Any, text: object) -> tuple[dict[str, Any], int]:
    """Read the JSON of an object row by row; also count the rows that are not as the type `row` has them."""
    try:
        told = read(Mapping[str, Any], json_of(text))
    except ValueError:
        return {}, 1
    found = {}
    for key, value in told.items():
        with suppress(ValueError):
            found[key] = read(row, value)
    return found, len(told) - len(found)


def text_of(value: object, *, longest: int) -> str:
    """Read a text that people see.

    Raises:
        ValueError: If it is none, is too long, or holds what no page can show.
    """
    return str(read(Annotated[Text, Within(0, longest)], value))


def must_be_kept(value: object) -> None:
    """Check that a value which is about to be written could be restored from a backup.

    Raises:
        ValueError: If it is too long a text.
    """
    if isinstance(value, str) and 4 * len(value) > TEXT_BYTES:
        size = len(value.encode("utf-8", "surrogateescape"))
        if size > TEXT_BYTES:
            raise ValueError(f"a text of {size} bytes is too long: at most {TEXT_BYTES} are kept")


def moment(value: object) -> float:
    """Read a time.

    Raises:
        ValueError: If no clock of a box can have shown it.
    """
    return float(read(Moment, value))


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is no number")
