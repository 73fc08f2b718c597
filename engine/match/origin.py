"""What the file of an imported match says of it, so that it is exported with the same."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.errors import SetupError
from engine.record import sparse

LONGEST_ID = 9
"""Digits that name a match at most; XG takes no more."""

_FORMS = {"id": r"[0-9]{0,9}", "date": r"([0-9]{4}\.[0-9]{2}\.[0-9]{2})?", "time": r"([0-9]{2}\.[0-9]{2})?"}


@sparse
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
