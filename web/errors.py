"""What a request cannot have: the errors of the page, the status of each, and what it is in a sentence."""

from __future__ import annotations

from flask import current_app

from engine.errors import EngineError, IllegalMoveError, NotationError, NotNowError, RecordError, StaleError
from web.language import speech
from web.language.heard import heard, upper_first
from web.language.locale import _, language


class RefusedError(Exception):
    """A request that this phone may not make: answered with 403 or 429 in words."""

    def __init__(self, message: str, *, status: int = 403) -> None:
        super().__init__(message)
        self.status = status


class ForgedError(RefusedError):
    """A form that no page of the box has sent since its last start: answered with 403 in words."""


class MissingError(LookupError):
    """Something that does not exist: answered with 404 in words."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else "this does not exist"


class MalformedError(ValueError):
    """A request that cannot be read: answered with 400 in words."""


Told = (EngineError, RefusedError, MalformedError, MissingError)
"""Errors that are answered with a sentence."""


def status_of(error: Exception) -> int:
    """Say which HTTP status an error has."""
    if isinstance(error, RefusedError):
        return error.status
    if isinstance(error, MissingError):
        return 404
    if isinstance(error, StaleError | NotNowError):
        return 409
    if isinstance(error, MalformedError | NotationError):
        return 400
    return 503 if isinstance(error, RecordError) else 422


def sentence(error: Exception) -> str:
    """Make an error's message a sentence for people."""
    if isinstance(error, StaleError):
        return _(
            "Someone else was faster: this page shows the news now. Look, then do it again if you still want."
        )
    text = upper_first(_refusal(error) if isinstance(error, IllegalMoveError) else heard(str(error)))
    return text if text.endswith((".", "?", "!", "।")) else _("{sentence}.", sentence=text)


def _refusal(error: IllegalMoveError) -> str:
    setup = current_app.extensions["setup"]()
    return speech.reason(error.reason, setup.names if setup else (), language())
