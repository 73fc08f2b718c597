"""Matches as Jellyfish, GNU Backgammon and XG read them (``.mat``), written so that nothing is misread.

What GNU Backgammon 1.07 makes of a file was tried out, and decides the form: names end at a colon and at 31
bytes; columns stand two spaces apart; a checker goes step by step; after a drop the win stands in the same
line; a throw before a resignation is written only where it would not be taken for a play that is forced.
What the form cannot say is not written in it: `why_not_mat` returns what that is. The match is then written
up to there, and comments say so (`mat_part`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace

from engine.backgammon.legal import dice_left, ways
from engine.errors import NotationError
from engine.messages import Message
from engine.move import Step
from engine.names import look_of
from engine.notation.transcript import (
    AutomaticDouble,
    Cubed,
    GameTranscript,
    Laid,
    Resigned,
    Rolled,
    Transcript,
)

LONGEST_NAME_BYTES = 31
"""GNU Backgammon cuts names there, also in the middle of a letter."""

LARGEST_CUBE = 64

VARIATIONS = {"standard": "Backgammon", "nackgammon": "NackGammon", "hypergammon": "HyperGammon (3)"}
"""The option `start` → the variation, as GNU Backgammon and XG name it."""

_LEFT, _RIGHT = 5, 33
"""Columns of the two players."""

_SHORT = 15
"""GNU Backgammon looks for a right column only in longer lines."""

_RATING = re.compile(r",(?=\s*[+-]?\d)")
"""GNU Backgammon takes a number after a comma for a rating, and it and the comma off the name."""

_JOINER = "\u200d"
_VIRAMA = 9
"""The combining class of signs that join two letters of India into one."""


def why_not_mat(match: Transcript) -> Message | None:
    """Return what of a match `.mat` cannot say; None if it says all."""
    return mat_part(match)[1]


def mat_part(match: Transcript) -> tuple[Transcript | None, Message | None]:
    """Return as much of a match as `.mat` can say, and what it cannot.

    Returns:
        The match up to there, or None if nothing of it can be written; and None in the second place if that
        is the whole match.
    """
    if match.preset != "standard":
        return None, Message(".mat is for the standard rules, and this match was played by others")
    if match.match.length > 1 and not match.match.crawford:
        return None, Message(
            "programs that read .mat assume a Crawford game, and this match is played without one"
        )
    if not match.is_whole:
        return None, Message("a game of this match is missing")
    for place, game in enumerate(match.games):
        at, why = _limit(game)
        if why is not None:
            cut = replace(game, entries=game.entries[:at], winner=None, points=0, is_over=False)
            games = (*match.games[:place], *([cut] if cut.entries else []))
            return (replace(match, games=games) if games else None), why
    return match, None


def _limit(game: GameTranscript) -> tuple[int, Message | None]:
    """Count the entries of a game that `.mat` can say, and return why it cannot say what follows."""
    for at, entry in enumerate(game.entries):
        match entry:
            case Resigned() if not at:
                return at, Message("a player resigned before the first throw of a game")
            case Laid():
                return at, Message("a position was set by hand")
            case Rolled(is_legal=False):
                return at, Message("a play that the rules forbid was let stand")
            case AutomaticDouble():
                return at, Message("a tie in the throws for the beginning doubled the cube")
            case Cubed(kind="beaver"):
                return at, Message("a double was beavered")
    if game.is_over and game.winner is None:
        return len(game.entries), Message("the players left a game without a winner")
    return len(game.entries), None


def write_mat(match: Transcript) -> str:
    """Write a match up to what `.mat` cannot say.

    Raises:
        NotationError: If nothing of it can be written.
    """
    part, why = mat_part(match)
    if part is None:
        assert why is not None
        raise NotationError(why)
    names = mat_names(match.names)
    lines = list(_head(match))
    if why is not None:
        lines.append(f"; This is not the whole match, as .mat cannot say what follows: {why}.")
    lines += ["", f" {match.match.length} point match", ""]
    for game in part.games:
        left, right = (f"{name} : {points}" for name, points in zip(names, game.score, strict=True))
        lines += [f" Game {game.number}", _columns(f" {left}", right), *_Game(game).lines(), ""]
    if why is not None:
        lines += [f"; Up to here: {why}. All of it stands in the .sgf file and in the record of the box.", ""]
    return "\n".join(lines)


def mat_names(names: tuple[str, str]) -> tuple[str, str]:
    """Return names as they fit into the lines of a file, and still can be told apart.

    >>> mat_names(("Asha: the first of that name in town", "Ravi, 2"))
    ('Asha; the first of that name in', 'Ravi; 2')
    """
    left, right = (_fitting(name, LONGEST_NAME_BYTES) for name in names)
    if look_of(left) == look_of(right):
        left = f"{_fitting(left, LONGEST_NAME_BYTES - 2)} 1"
        right = f"{_fitting(right, LONGEST_NAME_BYTES - 2)} 2"
    return left, right


def _head(match: Transcript) -> Iterator[str]:
    """Write the headers, in the order in which XG has them."""
    crawford = match.match.length > 0 and match.match.crawford
    told = {
        "Match ID": match.origin.id,
        "Player 1": match.names[0],
        "Player 2": match.names[1],
        "Event": match.event,
        "Round": match.round,
        "EventDate": match.origin.date,
        "EventTime": match.origin.time,
        "Variation": VARIATIONS[match.start],
        "Crawford": _switch(on=crawford),
        "CubeLimit": str(LARGEST_CUBE if match.cube else 1),
    }
    if not match.match.length:
        told |= {"Jacoby": _switch(on=match.match.jacoby), "Beaver": _switch(on=match.match.beavers)}
    return (f'; [{key} "{_unquoted(value)}"]' for key, value in told.items())


def _unquoted(text: str) -> str:
    """Return a text without quotation marks, which would end it in a header."""
    return text.replace('"', "'")


def _switch(*, on: bool) -> str:
    return "On" if on else "Off"


def _columns(left: str, right: str) -> str:
    """Put two columns side by side, two spaces apart at least.

    Of a short line without a colon GNU Backgammon would read the right column of the line before once more,
    so that one is filled up.
    """
    if right:
        return left.ljust(_RIGHT - 2) + "  " + right
    return left if ":" in left or len(left) > _SHORT else left.ljust(_RIGHT)


class _Game:
    """Lays the lines of one game out."""

    def __init__(self, game: GameTranscript) -> None:
        self._game = game
        self._rows: list[list[str]] = []

    def lines(self) -> list[str]:
        """Write numbered lines, and the result."""
        for entry in self._game.entries:
            if isinstance(entry, Rolled):
                self._put(entry.seat, _rolled(entry))
            elif isinstance(entry, Cubed):
                self._put(entry.seat, _cubed(entry))
        if self._game.winner is None:
            return self._numbered()
        won, points = self._game.winner, self._game.points
        wins = f"Wins {points} point{'s' * (points != 1)}"
        drops = self._rows[-1][0] if self._rows else ""
        if won == 1 and drops == "Drops":  # below it GNU Backgammon would take it for a beaver
            self._rows[-1][1] = wins
            return self._numbered()
        left, right = (wins, "") if won == 0 else ("", wins)
        return [*self._numbered(), _columns(f"{'':{_LEFT + 1}}{left}", right)]

    def _put(self, seat: int, text: str) -> None:
        """Put an entry into its column, in a new line if what came last stands beside or behind it."""
        if not text:
            return
        if not self._rows or seat == 0 or self._rows[-1][1]:
            self._rows.append(["", ""])
        self._rows[-1][seat] = text

    def _numbered(self) -> list[str]:
        return [_columns(f"{number:3}) {left}", right) for number, (left, right) in enumerate(self._rows, 1)]


def _rolled(rolled: Rolled) -> str:
    dice = "".join(map(str, rolled.dice))
    if not rolled.is_ended and len(ways(rolled.before, dice_left(rolled.dice), most=True)) == 1:
        return ""  # programs would take it as played
    return f"{dice}: {' '.join(map(_step, rolled.steps))}".rstrip()


def _step(step: Step) -> str:
    return f"{step.start}/{step.end}{'*' * step.hit}"


def _cubed(cubed: Cubed) -> str:
    match cubed.kind:
        case "double":
            return f"Doubles => {cubed.value}"
        case "take":
            return "Takes"
        case "drop":
            return "Drops"
        case "beaver":
            return f"Beavers => {cubed.value}"


def _fitting(name: str, most: int) -> str:
    """Replace what ends a name, and cut it at a letter."""
    kept = ""
    for letter in _letters(_RATING.sub(";", _unquoted(name).replace(":", ";"))):
        if len((kept + letter).encode("utf-8", "replace")) > most:
            break
        kept += letter
    return kept.strip() or "?"


def _letters(name: str) -> Iterator[str]:
    """Part a name into what people see as one letter each, so that none of them is cut."""
    letter = ""
    for sign in name:
        if letter and not _belongs(letter, sign):
            yield letter
            letter = ""
        letter += sign
    if letter:
        yield letter


def _belongs(letter: str, sign: str) -> bool:
    """True if a sign goes on with a letter: an accent, a vowel sign, a skin tone, half of a flag."""
    is_flag = "\U0001f1e6" <= sign <= "\U0001f1ff"
    return (
        unicodedata.category(sign) in ("Mn", "Mc", "Me", "Cf")
        or "\U0001f3fb" <= sign <= "\U0001f3ff"
        or letter[-1] == _JOINER
        or unicodedata.combining(letter[-1]) == _VIRAMA
        or (is_flag and len(letter) == 1 and "\U0001f1e6" <= letter <= "\U0001f1ff")
    )
