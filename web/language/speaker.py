"""The words of one game in one language: players, throws, pieces, moves, times and refusals.

Needs the engine and the standard library's gettext, no Flask: voice and command line speak as the page does.
The words of each game stand in `web.games`, the sentences of refusals in `engine.rulebook`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from engine.ending import Resign
from engine.events import Logged, Setup
from engine.messages import Message, Seat
from engine.move import (
    PIECE_NAMES,
    PIECES_EACH,
    Decline,
    EndTurn,
    Move,
    PieceMove,
    Play,
    move_to_json,
    piece_owner,
)
from engine.reasons import Parameter, Reason
from engine.rulebook import REASONS
from engine.throw import Cowries, Throw
from web.games import Words, page_of
from web.games.squares import name_of
from web.language import points
from web.language.bidi import isolated
from web.language.catalogue import catalogue
from web.marks import mark as _
from web.marks import ngettext

_PLACE = re.compile(r"\bbar\b|\boff\b")
_AND = _("{first} and {second}")
_PLAYER = _("player {number}")
_FORBIDDEN = _("this is not allowed")

_MOVES: Mapping[str, str] = {
    "move": _("{player} moves {pieces} by {squares}"),
    "gatti": _("{player} moves the gatti {pieces} by {squares}"),
    "enter": _("{player} plays {value}: piece {pieces} enters"),
    "pair": _("{player} declares {pieces} a gatti"),
    "challenge": _("{player} challenges the mupollu with {pieces} and a {value}"),
    "play": _("{player} plays {move}"),
    "decline": _("{player} gives up the {value}"),
    "end": _("{player} ends the turn"),
    "give up": _("{player} gives up the turn"),
    "resign": _("{player} resigns"),
    "offer": _("{player} offers to resign: {level}"),
    "accept": _("{player} accepts the resignation"),
    "refuse": _("{player} refuses the resignation"),
    "agree": _("All agree that the game ends here"),
    "double": _("{player} doubles"),
    "take": _("{player} takes the double"),
    "drop": _("{player} passes the double"),
    "beaver": _("{player} doubles at once and keeps the cube"),
}
"""Sentence by kind of move; a game has its own in `web.games.Words.said`."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """Puts templates, names and a game's words together."""

    names: tuple[str, ...]
    """The players' names by seat."""
    game: str = ""
    language: str = "en"
    """Code of a language; one without a catalogue is English."""
    preset: str = ""
    """By which rules: where a turn that is over passes by itself, ending it is giving it up."""
    each: int = PIECES_EACH
    """How many pieces each player of a cowrie game has."""
    setup: Setup | None = None
    """Of the game, where its match is told: its score at the end, and each play where players are blind."""
    action: Sequence[Logged] = ()
    """All that was recorded together with what is told."""

    @classmethod
    def of(cls, setup: Setup, language: str = "en", *, names: Sequence[str] | None = None) -> Self:
        """Speak of a game; its seats may be called by other names than now."""
        named = setup.names if names is None else tuple(names)
        return cls(named, setup.game, language, setup.preset, setup.each, setup)

    @property
    def words(self) -> Words:
        """The game's own words."""
        return page_of(self.game).words

    @property
    def tells_plays(self) -> bool:
        """True in a match for blind players: throws and plays are said aloud."""
        place = self.setup.match if self.setup else None
        return place is not None and place.conduct.spoken

    def fill(self, template: str, **shown: object) -> str:
        """Fill a template."""
        return self.text(template).format(**shown)

    def text(self, template: str) -> str:
        """Put a template into the language."""
        return catalogue(self.language).gettext(template)

    def count(self, forms: tuple[str, str], count: int, **shown: object) -> str:
        """Fill a template that counts."""
        return catalogue(self.language).ngettext(*forms, count).format(count=count, **shown)

    def player(self, seat: int) -> str:
        """Name a player."""
        if 0 <= seat < len(self.names):
            return isolated(self.names[seat])
        return self.fill(_PLAYER, number=seat + 1)

    def together(self, parts: Iterable[str]) -> str:
        """List with commas and a last "and"."""
        *first, last = [*parts] or [""]
        return self.fill(_AND, first=", ".join(first), second=last) if first else last

    def reason(self, reason: Reason) -> str:
        """Write a refusal, rule first."""
        return refusal(reason, self.names, self.language, game=self.game, preset=self.preset)

    def throw(self, throw: Throw) -> str:
        """Describe a throw by mouths or dice."""
        if isinstance(throw, Cowries):
            forms = ngettext("{count} mouth of {shells}", "{count} mouths of {shells}")
            return self.count(forms, throw.mouths, shells=throw.shells)
        return self.together(map(str, sorted(throw.pips, reverse=True)))

    def worth(self, throw: Throw, value: int, again: bool) -> str:
        """Write what a throw counts; of dice, what they show."""
        if not isinstance(throw, Cowries):
            return self.throw(throw)
        remark = self.words.remark(throw, again)
        return self.fill(remark.line, value=value) if remark else str(value)

    def owned(self, pieces: Sequence[tuple[int, int]]) -> str:
        """Count pieces by their owners."""
        owners = Counter(owner for owner, _piece in pieces)
        forms = self.words.counted.get("pieces") or ngettext("{owner}’s piece", "{count} of {owner}’s pieces")
        return self.together(
            self.count(forms, count, owner=self.player(owner)) for owner, count in sorted(owners.items())
        )

    def pieces(self, move: PieceMove, mover: int, whose: int | None = None) -> list[str]:
        """Name the pieces of a move; with the owner where they are a partner's, or hands took them."""
        named = []
        user, players = mover if whose is None else whose, max(len(self.names), 1)
        for number in move.pieces:
            seat, piece = piece_owner(number, mover=user, players=players, each=self.each)
            letter = PIECE_NAMES[piece]
            own = seat == mover
            named.append(
                letter if own else self.fill(_("{owner}’s {piece}"), owner=self.player(seat), piece=letter)
            )
        return named

    def move(self, mover: int, move: Move, whose: int | None = None) -> str:
        """Write a move as a sentence."""
        kind, shown = str(move_to_json(move)["kind"]), dict[str, object]()
        match move:
            case PieceMove():
                kind = "gatti" if kind == "move" and len(move.pieces) > 1 else kind
                shown = {"value": move.value, "squares": abs(move.end - move.start)}
                shown["pieces"] = self.together(self.pieces(move, mover, whose))
            case Decline():
                shown = {"value": move.value}
            case EndTurn() if self.preset in self.words.given_up:
                kind = "give up"
            case Resign() if level := self.words.levels.get(move.points):
                kind, shown = "offer", {"level": self.fill(level)}
            case Play():
                numbered = points.move(move, mover, game=self.game, preset=self.preset)
                shown = {"move": in_words(str(numbered), self.language)}
        template = self.words.said.get(kind) or _MOVES[kind]
        return self.fill(template, player=self.player(mover), **shown)

    def play(self, parts: Sequence[Play], player: int) -> str:
        """Write a play of checkers that was played in several parts as one sentence."""
        return self.fill(_MOVES["play"], player=self.player(player), move=self.whole(parts, player))

    def whole(self, parts: Sequence[Play], player: int) -> str:
        """Write a play that was played in several parts as one."""
        return in_words(points.whole(parts, player, game=self.game, preset=self.preset), self.language)


def refusal(reason: Reason, names: Sequence[str], language: str, *, game: str = "", preset: str = "") -> str:
    """Write why not, the rule's number first, squares as people call them.

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
    template = said(REASONS.get(reason.key) or _FORBIDDEN)
    seats = [n for key, n in reason.params.items() if key.startswith("player") and isinstance(n, int)]
    named = [
        *map(isolated, names),
        *(said(_PLAYER).format(number=seat + 1) for seat in range(len(names), max([*seats, 0]) + 1)),
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
        return reason.text(template=said(_FORBIDDEN))


def in_words(text: str, language: str) -> str:
    """Write steps of checkers with the language's words for bar and off."""
    return _PLACE.sub(lambda place: catalogue(language).gettext(place[0]), text)


def _square(name: Message, players: Sequence[str], language: str) -> str:
    """Write the name of a square, in which players are named."""

    def shown(value: object) -> object:
        if isinstance(value, Message):
            return _square(value, players, language)
        return players[value.number] if isinstance(value, Seat) and value.number < len(players) else value

    return name.text(catalogue(language).gettext(name.template), shown)


def time_words(seconds: int, language: str = "en") -> str:
    """Write minutes and seconds in words.

    >>> time_words(61), time_words(120), time_words(0)
    ('1 minute and 1 second', '2 minutes', '0 seconds')
    """
    speaker = Speaker((), language=language)
    minutes, rest = divmod(seconds, 60)
    parts = [speaker.count(ngettext("{count} minute", "{count} minutes"), minutes)] if minutes else []
    if rest or not parts:
        parts.append(speaker.count(ngettext("{count} second", "{count} seconds"), rest))
    return speaker.together(parts)


def clock_text(seconds: float) -> str:
    """Write a time that runs down, as clocks do: it shows nothing left only when nothing is left.

    >>> clock_text(840.0), clock_text(59.2), clock_text(0.0), clock_text(3725.0)
    ('14:00', '1:00', '0:00', '1:02:05')
    """
    minutes, rest = divmod(math.ceil(round(seconds, 3)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def minutes_of(seconds: int) -> int:
    """Return whole minutes; a part of one counts as one.

    >>> minutes_of(0), minutes_of(30), minutes_of(300)
    (0, 1, 5)
    """
    return -(-seconds // 60)
