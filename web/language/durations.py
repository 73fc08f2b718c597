"""How long something is: in words of a language, and as clocks write it."""

from __future__ import annotations

import math

from web.language.catalogue import catalogue
from web.language.sentences import COUNTED, SAID


def time_words(seconds: int, language: str = "en") -> str:
    """Write minutes and seconds in words.

    >>> time_words(61), time_words(120), time_words(0)
    ('1 minute and 1 second', '2 minutes', '0 seconds')
    """
    minutes, rest = divmod(seconds, 60)
    parts = [_counted("minutes", minutes, language)] if minutes else []
    if rest or not parts:
        parts.append(_counted("seconds", rest, language))
    if len(parts) == 1:
        return parts[0]
    return catalogue(language).gettext(SAID["two"]).format(first=parts[0], second=parts[1])


def clock_text(seconds: float) -> str:
    """Write a time that runs down, as clocks do: it shows nothing left only when nothing is left.

    >>> clock_text(840.0), clock_text(59.2), clock_text(0.0), clock_text(3725.0)
    ('14:00', '1:00', '0:00', '1:02:05')
    """
    minutes, rest = divmod(math.ceil(round(seconds, 3)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _counted(key: str, count: int, language: str) -> str:
    one, many = COUNTED[key]
    return catalogue(language).ngettext(one, many, count).format(count=count)
