"""Templates, names and the words of one game, put together: what all sentences about a game are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.move import PIECE_NAMES, PIECES_EACH, PieceMove, piece_owner
from engine.reasons import Reason
from engine.throw import Cowries, Throw
from web.games import Words, page_of
from web.language.bidi import isolated
from web.language.catalogue import catalogue
from web.language.refusals import refusal
from web.language.sentences import COUNTED, SAID


@dataclass(frozen=True, slots=True)
class Speaker:
    """Puts templates, names and a game's words together."""

    names: tuple[str, ...]
    game: str
    language: str
    preset: str = ""
    each: int = PIECES_EACH
    """How many pieces each player of a cowrie game has."""

    @property
    def words(self) -> Words:
        """The game's own words."""
        return page_of(self.game).words

    def say(self, key: str, **shown: object) -> str:
        """Fill a template, the game's own where there is one."""
        return self.fill(self.words.said.get(key) or SAID[key], **shown)

    def fill(self, template: str, **shown: object) -> str:
        """Fill a template."""
        return catalogue(self.language).gettext(template).format(**shown)

    def count(self, key: str, count: int, **shown: object) -> str:
        """Fill a template that counts."""
        one, many = self.words.counted.get(key) or COUNTED[key]
        return catalogue(self.language).ngettext(one, many, count).format(count=count, **shown)

    def player(self, seat: int) -> str:
        """Name a player."""
        if 0 <= seat < len(self.names):
            return isolated(self.names[seat])
        return self.say("player", number=seat + 1)

    def together(self, parts: Iterable[str]) -> str:
        """List with commas and a last "and"."""
        *first, last = [*parts] or [""]
        return self.say("two", first=", ".join(first), second=last) if first else last

    def reason(self, reason: Reason) -> str:
        """Say a refusal, rule first."""
        return refusal(reason, self.names, self.language, game=self.game, preset=self.preset)

    def throw(self, throw: Throw) -> str:
        """Tell what lay there."""
        if isinstance(throw, Cowries):
            return self.count("mouths", throw.mouths, shells=throw.shells)
        return self.together(map(str, sorted(throw.pips, reverse=True)))

    def worth(self, throw: Throw, value: int, again: bool) -> str:
        """Tell what it counts; of dice, what they show."""
        if not isinstance(throw, Cowries):
            return self.throw(throw)
        remark = self.words.remark(throw, again)
        return self.fill(remark.line, value=value) if remark else str(value)

    def owned(self, pieces: Sequence[tuple[int, int]]) -> str:
        """Tell whose pieces these are."""
        owners = Counter(owner for owner, _piece in pieces)
        return self.together(
            self.count("pieces", count, owner=self.player(owner)) for owner, count in sorted(owners.items())
        )

    def pieces(self, move: PieceMove, mover: int, whose: int | None = None) -> str:
        """Name the pieces of a move; with the owner where they are a partner's, or hands took them."""
        named = []
        user, players = mover if whose is None else whose, max(len(self.names), 1)
        for number in move.pieces:
            seat, piece = piece_owner(number, mover=user, players=players, each=self.each)
            letter = PIECE_NAMES[piece]
            own = seat == mover
            named.append(letter if own else self.say("owned", owner=self.player(seat), piece=letter))
        return self.together(named)
