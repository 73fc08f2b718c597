"""The language of the person who reads, and what it does to words, lists and dates.

Templates speak through Flask-Babel, the modules of the page through the functions here, by the same
catalogues. Outside a request all is English, unless `speaking` says otherwise. How a phone chooses stands in
`web.box.language_choice`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from flask_babel import format_date, format_time, get_locale

from web.language.catalogue import catalogue

_SPOKEN: ContextVar[str] = ContextVar("spoken", default="")
"""Language of what is said outside a request."""


def _(text: str, **shown: object) -> str:
    """Say a sentence in the reader's language, its fields filled."""
    return catalogue(language()).gettext(text).format(**shown)


def _n(one: str, many: str, count: int, **shown: object) -> str:
    """Say a sentence that counts in the reader's language, its fields filled."""
    return catalogue(language()).ngettext(one, many, count).format(count=count, **shown)


def translated(text: str) -> str:
    """Say a sentence without fields that was marked elsewhere."""
    return catalogue(language()).gettext(text)


def language() -> str:
    """Return the code of the reader's language."""
    if spoken := _SPOKEN.get():
        return spoken
    locale = get_locale()
    return locale.language if locale is not None else "en"


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Say all within in one language; for streams, which outlive their request."""
    token = _SPOKEN.set(code)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def listed(parts: Sequence[str]) -> str:
    """Join words as people of the language do: ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return _("{first} and {second}", first=", ".join(parts[:-1]), second=parts[-1])


def when(seconds: float) -> str:
    """Write a moment by the box's clock; a question mark for one that no calendar has."""
    moment = _moment(seconds)
    return f"{format_date(moment, 'medium', rebase=False)}, {clock(seconds)}" if moment else "?"


def clock(seconds: float) -> str:
    """Write the hour by the box's clock; a question mark for one that no calendar has."""
    moment = _moment(seconds)
    return str(format_time(moment, "short", rebase=False)) if moment else "?"


def _moment(seconds: float) -> datetime | None:
    try:
        return datetime.fromtimestamp(seconds)
    except (ValueError, OverflowError, OSError):
        return None
