"""Why not, in words of a language: the rule's number, the players' names, squares as people call them.

The sentences themselves stand in `engine.rulebook`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from engine.messages import Message, Seat
from engine.reasons import Parameter, Reason
from engine.rulebook import REASONS
from web.games.squares import name_of
from web.language import points
from web.language.bidi import isolated
from web.language.catalogue import catalogue
from web.language.sentences import SAID

_PLACE = re.compile(r"\bbar\b|\boff\b")


def refusal(reason: Reason, names: Sequence[str], language: str, *, game: str = "", preset: str = "") -> str:
    """Say a refusal, rule first.

    Args:
        reason: Why not.
        names: The players' names by seat.
        language: Code of a language; one without a catalogue is English.
        game: Of which game: it tells the names of squares.
        preset: By which rules.
    """
    said = catalogue(language).gettext
    reason = points.reason(reason, game=game, preset=preset)
    # A game of an older version may name a reason that is gone; its rule is still known.
    template = said(REASONS.get(reason.key) or SAID["forbidden"])
    seats = [n for key, n in reason.params.items() if key.startswith("player") and isinstance(n, int)]
    named = [
        *map(isolated, names),
        *(said(SAID["player"]).format(number=seat + 1) for seat in range(len(names), max([*seats, 0]) + 1)),
    ]
    params: dict[str, Parameter] = {}
    for key, value in reason.params.items():
        if isinstance(value, str) and key.startswith("square"):
            alike = points.alike(game, preset)
            square = name_of(value, game=game, preset=preset, players=len(names), alike=alike)
            params[key] = _square(square, named, language)
        else:
            params[key] = in_words(value, language) if isinstance(value, str) else value
    try:
        return replace(reason, params=params).text(names=named, template=template)
    except KeyError:  # of an older version, which told other things about it
        return reason.text(template=said(SAID["forbidden"]))


def in_words(text: str, language: str) -> str:
    """Write steps of checkers with the language's words for bar and off."""
    return _PLACE.sub(lambda place: catalogue(language).gettext(place[0]), text)


def _square(name: Message, players: Sequence[str], language: str) -> str:
    """Say the name of a square, in which players are named."""

    def shown(value: object) -> object:
        if isinstance(value, Message):
            return _square(value, players, language)
        return players[value.number] if isinstance(value, Seat) and value.number < len(players) else value

    return name.text(catalogue(language).gettext(name.template), shown)
