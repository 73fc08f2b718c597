r"""Matches as GNU Backgammon saves them (``.sgf``), for what ``.mat`` cannot say.

One game tree stands for each game; white (``W``) is seat 0, GNU Backgammon's player 0, and black seat 1::

    (;FF[4]GM[6]CA[UTF-8]AP[Charkoni]MI[length:5][game:0][ws:0][bs:0]PW[Asha]PB[Ravi]RU[Crawford]RE[B+2R]
    ;W[31hefe]
    ;B[double]
    ;W[take])

A play is the dice and a pair of letters for each step: ``a`` to ``x`` are white's points 1 to 24, ``y`` is
the bar, ``z`` off. ``AE[a:y]`` empties the board, ``AW`` and ``AB`` put checkers on it; ``PL`` says who is on
roll, ``DI`` what was thrown, ``CV`` and ``CP`` the cube and its owner. A beaver is a second double, ``CV`` in
the first node what automatic doubles made of the cube, ``R`` behind the points a resignation. Source: the
files that GNU Backgammon 1.07 writes.

A play that the rules forbid is the throw and the board after it. So is the last play of a game that by this
match's own rules counts otherwise than GNU Backgammon would count it.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.backgammon.legal import Board
from engine.backgammon.state import flipped
from engine.backgammon.steps import BAR, OFF
from engine.notation.mat_writer import mat_names
from engine.notation.transcript import AutomaticDouble, Cubed, GameTranscript, Laid, Rolled, Transcript

_RULES = {"nackgammon": "Nackgammon", "hypergammon": "Hypergammon3"}


def write_sgf(match: Transcript) -> str:
    """Write a match."""
    return "".join(_Game(match, game).text() for game in match.games)


class _Game:
    """Writes one game as a tree."""

    def __init__(self, match: Transcript, game: GameTranscript) -> None:
        self._match = match
        self._game = game
        self._pieces = 3 if match.start == "hypergammon" else 15
        doubled = [entry.value for entry in game.entries if isinstance(entry, AutomaticDouble)]
        self._at_first = max(doubled, default=1)
        """What the cube shows before the first throw."""

    def text(self) -> str:
        """Write all of it."""
        return "(;" + "\n;".join([self._root(), *self._nodes()]) + ")\n"

    def _root(self) -> str:
        match, game = self._match, self._game
        length = match.match.length
        # GNU Backgammon breaks off at a match of more games than could count.
        number = min(game.number - 1, 2 * length + 1) if length else game.number - 1
        told = f"FF[4]GM[6]CA[UTF-8]AP[Charkoni]MI[length:{length}][game:{number}]"
        told += f"[ws:{game.score[0]}][bs:{game.score[1]}]"
        white, black = mat_names(match.names)
        # Of names it does not read back what is written for a backslash.
        told += _property("PW", white.replace("\\", "/")) + _property("PB", black.replace("\\", "/"))
        if game is match.games[0]:
            told += _property("DT", match.origin.date.replace(".", "-"))
            told += _property("EV", match.event) + _property("RO", match.round)
            told += _property("GC", match.origin.id and f"Match ID {match.origin.id}")
        told += _property("RU", ":".join(self._rules()))
        if self._at_first > 1:
            told += f"CV[{self._at_first}]"
        if game.winner is not None:
            resigned = not self._is_over_on_board()
            told += f"RE[{_side(game.winner)}+{game.points}{'R' * resigned}]"
        return told

    def _rules(self) -> Iterator[str]:
        match = self._match
        if not match.cube:
            yield "NoCube"
        if match.match.length > 1 and match.match.crawford:
            yield "Crawford"
            if self._game.is_crawford:
                yield "CrawfordGame"
        if match.match.jacoby:
            yield "Jacoby"
        if match.start in _RULES:
            yield _RULES[match.start]

    def _nodes(self) -> Iterator[str]:
        """Write what happened, after the first node."""
        for entry in self._game.entries:
            if isinstance(entry, Rolled):
                yield from self._rolled(entry)
            elif isinstance(entry, Cubed):
                yield f"{_side(entry.seat)}[{'double' if entry.kind == 'beaver' else entry.kind}]"
            elif isinstance(entry, Laid):
                yield f"PL[{_side(entry.turn)}]{_board(entry.board)}"
                yield f"CV[{entry.cube}]"
                yield f"CP[{'c' if entry.owner is None else _side(entry.owner).lower()}]"

    def _rolled(self, rolled: Rolled) -> Iterator[str]:
        dice, side = "".join(map(str, rolled.dice)), _side(rolled.seat)
        if not rolled.is_ended:
            yield f"PL[{side}]DI[{dice}]"
        elif rolled.is_legal and (rolled is not self._game.entries[-1] or not self._counts_otherwise(rolled)):
            places = (place for step in rolled.steps for place in (step.start, step.end))
            yield f"{side}[{dice}{''.join(_letter(place, rolled.seat) for place in places)}]"
        else:
            yield f"PL[{side}]DI[{dice}]"
            board = rolled.after if rolled.seat == 0 else flipped(rolled.after)
            yield f"PL[{_side(1 - rolled.seat)}]{_board(board)}"

    def _is_over_on_board(self) -> bool:
        """True if GNU Backgammon sees by the last entry who wins, and how much."""
        last = self._game.entries[-1]
        if isinstance(last, Cubed):
            return last.kind == "drop"
        return isinstance(last, Rolled) and last.is_legal and not self._counts_otherwise(last)

    def _counts_otherwise(self, last: Rolled) -> bool:
        """True if by the usual rules the game's last play would win something else than it counted."""
        game = self._game
        if game.winner is None or not last.is_ended:
            return False
        lost = flipped(last.after)
        level = 2 if sum(count for count in lost[1:] if count > 0) == self._pieces else 1
        if level == 2 and (lost[BAR] or any(count > 0 for count in lost[19:25])):
            level = 3
        cube, turned = self._at_first, False
        for entry in game.entries:
            if isinstance(entry, Cubed) and entry.kind == "take":
                cube, turned = entry.value, True
            elif isinstance(entry, Laid):
                cube, turned = entry.cube, entry.owner is not None
        if self._match.match.jacoby and not turned:
            level = 1
        return level * cube != game.points


def _property(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace("]", "\\]")
    return f"{name}[{escaped}]" if value else ""


def _side(seat: int) -> str:
    return "WB"[seat]


def _letter(place: int, seat: int) -> str:
    """Write a place, counted from a seat's side."""
    if place in (BAR, OFF):
        return "y" if place == BAR else "z"
    return chr(ord("a") + (place - 1 if seat == 0 else 24 - place))


def _board(board: Board) -> str:
    """Write where all checkers stand, from the side of seat 0."""
    white = [_letter(place, 0) for place in range(1, BAR + 1) for _ in range(max(board[place], 0))]
    black = [_letter(place, 0) for place in range(1, BAR) for _ in range(max(-board[place], 0))]
    black += ["y"] * board[0]
    told = "AE[a:y]"
    for name, places in (("AW", white), ("AB", black)):
        told += f"{name}{''.join(f'[{place}]' for place in places)}" if places else ""
    return told
