"""Where a match comes from that was imported: what its file says of it, so that it is exported with the same.

>>> Origin(id="123456789", date="2026.11.23").to_json()
{'id': '123456789', 'date': '2026.11.23'}
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from engine.errors import NotationError, SetupError
from engine.json_values import text

LONGEST_ID = 9
"""Digits that name a match at most; XG takes no more."""

_FORMS = {"id": r"[0-9]{0,9}", "date": r"([0-9]{4}\.[0-9]{2}\.[0-9]{2})?", "time": r"([0-9]{2}\.[0-9]{2})?"}


@dataclass(frozen=True, slots=True)
class Origin:
    """What names a match wherever it goes; each is empty where nothing was said."""

    id: str = ""
    """Up to nine digits."""
    date: str = ""
    """When it began, as ``2026.11.23``."""
    time: str = ""
    """The time of that day, as ``19.30``."""

    def __post_init__(self) -> None:
        """Check that it can be.

        Raises:
            SetupError: If a part has another form.
        """
        for key, form in _FORMS.items():
            if not re.fullmatch(form, given := getattr(self, key)):
                raise SetupError(f"{key!r} of a match is {given[:40]!r}: it is empty or has the form {form}")

    def to_json(self) -> dict[str, str]:
        """Write what is said."""
        return {one.name: given for one in fields(self) if (given := getattr(self, one.name))}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Origin:
        """Read it back.

        Raises:
            NotationError: If a key is unknown.
            ValueError: If a part is no text, or has another form.
        """
        if unknown := sorted(set(data) - set(_FORMS)):
            raise NotationError(
                f"unknown key {unknown[0]!r} in the origin of a match: there are id, date, time"
            )
        return cls(**{key: text(given) for key, given in data.items()})
