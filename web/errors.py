"""What a request cannot have: the errors of the page, the status of each, and what it is in a sentence.

The errors of this module are raised while a phone is answered: they take a sentence that is said in its
language already, or the message of the error that they stand for.
"""

from __future__ import annotations

from flask import current_app

from engine.errors import EngineError, IllegalMoveError, NotationError, NotNowError, RecordError, StaleError
from engine.events import Setup
from engine.messages import Message, MessageError
from web.language.locale import _
from web.language.messages import said, upper_first


class RefusedError(MessageError):
    """A request that this phone may not make: answered with 403 or 429 in words."""

    def __init__(self, sentence: str, *, status: int = 403) -> None:
        super().__init__(sentence)
        self.status = status


class ForgedError(RefusedError):
    """A form that no page of the box has sent since its last start: answered with 403 in words."""


class MissingError(MessageError, LookupError):
    """Something that does not exist: answered with 404 in words."""


class MalformedError(MessageError, ValueError):
    """A request that cannot be read: answered with 400 in words."""


Told = (EngineError, RefusedError, MalformedError, MissingError)
"""Errors that are answered with a sentence."""


def status_of(error: Exception) -> int:
    """Tell which HTTP status an error has."""
    if isinstance(error, RefusedError):
        return error.status
    if isinstance(error, MissingError):
        return 404
    if isinstance(error, StaleError | NotNowError):
        return 409
    if isinstance(error, MalformedError | NotationError):
        return 400
    return 503 if isinstance(error, RecordError) else 422


def sentence(error: MessageError) -> str:
    """Make an error's message a sentence for people, of the game on the table."""
    return sentence_of(error, current_app.extensions["setup"]())


def sentence_of(error: MessageError, setup: Setup | None) -> str:
    """Make an error's message a sentence for people.

    Args:
        error: What was raised.
        setup: Of the game that it is about; None without one.
    """
    if isinstance(error, StaleError):
        return _(
            "Someone else was faster: this page shows the news now. Look, then do it again if you still want."
        )
    message = error.message
    if isinstance(error, IllegalMoveError):
        message = Message("{reason}", {"reason": error.reason})
    names = setup.names if setup else ()
    text = upper_first(said(message, setup=setup), names=names)
    return text if text.endswith((".", "?", "!", "।")) else _("{sentence}.", sentence=text)


class NoRoomError(ValueError):
    """As many house rules, versions of them, or names of a person are kept as there can be."""


class SameNameError(ValueError):
    """Other house rules of the same game, or another person, have this name."""
