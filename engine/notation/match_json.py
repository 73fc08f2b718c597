r"""Matches as JSON, for programs that want neither columns nor trees.

One object, on one line::

    {"id": "123456789", "length": 3, "players": ["Asha", "Ravi"], "score": [0, 3], "crawford": true,
     "games": [{"score": [0, 0], "crawford": false, "winner": 1, "points": 1,
                "actions": [["roll", 0, [3, 1], "8/5 6/5"], ["double", 1, 2], ["drop", 0]]}, …]}

``id`` is the Match ID of the other forms, ``length`` 0 for money, ``score`` the present one. ``crawford`` of
the match says that it is played with a Crawford game, of a game that it is that one; its ``score`` stood
before it. ``winner`` is a seat, or null while nobody has won; ``points`` then 0. Seats count from 0. Actions
are::

    ["roll", seat, [6, 5], "24/18* 13/8"]   a throw with its play in single steps, as `charkoni legal` writes
                                            it; an empty text where nothing was or could be played, or the
                                            turn was not ended
    ["roll", …, …, …, "accepted"]           likewise: the rules forbid the play, and it was let stand
    ["double", seat, 2]                     to what the cube would go
    ["beaver", seat, 4]                     likewise, by the player who was doubled
    ["take", seat]   ["drop", seat]         the answer to it
    ["resign", seat, 1]                     accepted; 1 a single game, 2 a gammon, 3 a backgammon
    ["automatic", 2]                        a tie in the throws for the beginning doubled the cube
    ["set", {…}]                            the position was set or seen so: `board` and `turn` are those of
                                            `charkoni why`
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from engine.backgammon.state import flipped
from engine.notation.transcript import (
    AutomaticDouble,
    Cubed,
    Entry,
    GameTranscript,
    Laid,
    Resigned,
    Rolled,
    Transcript,
)


def match_to_json(match: Transcript) -> dict[str, Any]:
    """Return a match as values of JSON."""
    return {
        "id": match.origin.id,
        "length": match.match.length,
        "players": list(match.names),
        "score": list(match.match.score),
        "crawford": match.match.length > 0 and match.match.crawford,
        "games": list(map(_game, match.games)),
    }


def write_match_json(match: Transcript) -> str:
    """Write a match."""
    return json.dumps(match_to_json(match), ensure_ascii=False) + "\n"


def _game(game: GameTranscript) -> dict[str, Any]:
    return {
        "score": list(game.score),
        "crawford": game.is_crawford,
        "winner": game.winner,
        "points": game.points,
        "actions": [action for entry in game.entries for action in _actions(entry)],
    }


def _actions(entry: Entry) -> Iterator[list[Any]]:
    match entry:
        case Rolled():
            illegal = [] if entry.is_legal else ["accepted"]
            yield ["roll", entry.seat, list(entry.dice), entry.play, *illegal]
            if entry.is_laid:
                yield ["set", {"board": list(flipped(entry.after)), "turn": 1 - entry.seat}]
        case Cubed():
            value = [entry.value] if entry.kind in ("double", "beaver") else []
            yield [entry.kind, entry.seat, *value]
        case AutomaticDouble():
            yield ["automatic", entry.value]
        case Laid():
            yield ["set", dict(entry.position)]
        case Resigned():
            yield ["resign", entry.seat, entry.level]
