"""A name as a record writes it: as it stands, or as a JSON string, and back."""

from __future__ import annotations

import json
import re

from engine.errors import NotationError

_PLAIN_NAME = re.compile(r"[\w.'-]+(?: [\w.'-]+)*")


def quoted(name: str) -> str:
    """Write a name."""
    if _PLAIN_NAME.fullmatch(name):
        return name
    return json.dumps(name, ensure_ascii=not name.isprintable())


def unquoted(written: str) -> str:
    """Read a name back.

    Raises:
        NotationError: If it is none.
    """
    if not written.startswith('"'):
        return written
    try:
        name: object = json.loads(written)
    except ValueError as error:
        raise NotationError(f"{written} is no name: write it as a JSON string") from error
    if not isinstance(name, str):
        raise NotationError(f"{written} is no name: write it as a JSON string")
    return name
