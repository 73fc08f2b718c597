"""Messages of engine, eye and box, said in the reader's language with the players' names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from babel.numbers import format_decimal
from markupsafe import Markup

from engine.events import Setup
from engine.messages import Both, Either, Message, Place, Seat
from engine.reasons import Reason
from web.games.squares import name_of
from web.language.bidi import isolated
from web.language.catalogue import catalogue
from web.language.locale import _, language, listed, translated, when
from web.language.speaker import refusal
from web.ports import Moment, Size


def said(*messages: Message | None, names: Sequence[str] = (), setup: Setup | None = None) -> str:
    """Return messages as sentences in a row; nothing for None.

    Args:
        messages: What to say.
        names: The players' names by seat; without them "player 1".
        setup: The game that it is about, with its players; by it the squares have their names.
    """
    names = setup.names if setup is not None else names
    game, preset = (setup.game, setup.preset) if setup is not None else ("", "")

    def shown(value: object) -> object:
        match value:
            case Message():
                return said(value, names=names, setup=setup)
            case Seat(number):
                named = 0 <= number < len(names)
                return isolated(names[number]) if named else _("player {number}", number=number + 1)
            case Place(square):
                return said(name_of(square, game=game, preset=preset, players=len(names)), names=names)
            case Either():
                return str(value) if language() == "en" else " / ".join(map(str, value.choices))
            case Both(parts):
                return listed([str(shown(part)) for part in parts])
            case Moment(seconds):
                return when(seconds)
            case Size():
                size, unit = value.parts
                return f"{format_decimal(size, locale=language())} {unit}"
            case Reason():
                return refusal(value, names, language(), game=game, preset=preset)
        return value

    def template(message: Message) -> str:
        if message.many:
            return catalogue(language()).ngettext(message.template, message.many, message.count)
        return translated(message.template)

    return " ".join(message.text(template(message), shown) for message in messages if message is not None)


def upper_first(text: str, *, names: Sequence[str] = ()) -> str:
    """Begin a sentence with a capital, but leave a name as people write it."""
    return text if names and text.startswith(tuple(names)) else text[:1].upper() + text[1:]


def unbroken(text: str) -> Markup:
    """Write a sentence so that no line ends within the name of an option, such as ``--camera``."""
    parts = re.split(r"(--[\w-]+)", text)
    whole = Markup('<span class="unbroken">{}</span>')
    return Markup("").join(whole.format(part) if part.startswith("--") else part for part in parts)
