"""The position of a game as XGID and GNU ID, and a position to be set from either."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote

from engine.backgammon.cube import LARGEST
from engine.backgammon.legal import dice_left
from engine.backgammon.rules import BackgammonRules
from engine.backgammon.state import State, flipped
from engine.ending import Resign
from engine.errors import NotationError
from engine.game import Waits
from engine.match import Match
from engine.messages import Message
from engine.move import EndTurn
from engine.notation.backgammon import Standing, match_id, parse_gnu_ids, parse_xgid, position_id, xgid

LONGEST_ID = 2000
"""Characters of the longest text that is read as an ID; XG copies a drawing of the board behind it."""

_LABELS = re.compile(
    r"\bGNU Backgammon\b|\b(?:GNU ?BG ?ID|GNU ?ID|Position ID|Match ID)\b *[:=]?", re.IGNORECASE
)
"""What stands around the IDs where GNU Backgammon and pages of the web show them."""

_XGID = re.compile(r"(?:XGID *= *)?([^ ]{26}(?::[^ :]+){8}:\d+)(?: *[XO]:.*)?", re.IGNORECASE)
"""An XGID, and behind it the names of the players, as XG copies it; fields of pages drop the line's end."""


@dataclass(frozen=True, slots=True)
class PositionIds:
    """One position in the forms of other programs."""

    xgid: str
    gnu: str
    """Position ID and Match ID with a colon between."""


def position_ids(
    rules: BackgammonRules, state: State, match: Match | None = None, resigned: Resign | None = None
) -> PositionIds:
    """Write a position with its dice and cube; a turn that was played to its end is the next player's.

    A throw with which nothing can be played is shown, as other programs show it.

    Args:
        rules: The game.
        state: The position.
        match: As it stood before the game; None for a single game, which is written as one for money.
        resigned: A resignation that waits for its answer; the XGID cannot say it.

    Raises:
        NotationError: If the game is over, or these forms cannot say what it is about.
    """
    waits = rules.waits(state)
    if waits is Waits.OVER:
        raise NotationError(Message("the game is over: its last position has no ID"))
    if waits is Waits.END and len(state.left) < len(dice_left(state.dice)):
        state = rules.apply(state, EndTurn()).state
    jacoby, beavers = (rules.options[name] is True for name in ("jacoby", "beavers"))
    standing = replace(Standing.of(state), jacoby=jacoby, beavers=beavers, resigned=resigned)
    if match is not None:
        standing = replace(standing, scores=match.score, length=match.length, crawford=match.is_crawford)
    return PositionIds(xgid(standing), f"{position_id(standing.board)}:{match_id(standing)}")


def position_of_id(rules: BackgammonRules, text: str, number: int = 1) -> dict[str, Any]:
    """Read an XGID or a GNU ID as a position of a game; score and resignation are no part of that.

    Args:
        rules: The game; its checkers and whether it has a cube decide what can be.
        text: ``XGID=…``, or a Position ID with or without its Match ID.
        number: Of the turn.

    Raises:
        NotationError: If it is none of them.
        PositionError: If the game cannot have it.
    """
    standing = _read(text)
    board, turn = standing.board, standing.turn
    if standing.offered:  # in a position of ours it is the other player's turn, who answers
        board, turn = flipped(board), 1 - turn
    if standing.cube > LARGEST:
        raise NotationError(
            Message(
                "the cube of this position shows {value}: the games of this box know it up to {largest}",
                {"value": standing.cube, "largest": LARGEST},
            )
        )
    made: dict[str, Any] = {"board": list(board), "turn": turn, "number": number}
    if standing.dice:
        made["dice"] = list(standing.dice)
    cube = {"value": standing.cube, "owner": standing.owner, "offered": "double" if standing.offered else ""}
    if rules.options["cube"] is True:
        made["cube"] = cube
    elif cube != {"value": 1, "owner": None, "offered": ""}:
        raise NotationError(
            Message(
                "this position has a doubling cube that was used, and the game is played without one: begin "
                "a game with the cube, or take a position without"
            )
        )
    rules.from_position(made)
    return made


def _read(text: str) -> Standing:
    if len(text) > LONGEST_ID:
        raise NotationError(
            Message("this text is too long for a position: copy the XGID or the GNU ID alone")
        )
    bare = " ".join(_LABELS.sub(" ", unquote(text)).split())
    if bare.upper().startswith("XGID") or bare.count(":") > 1:
        found = _XGID.fullmatch(bare)
        return parse_xgid(found[1] if found else bare)
    if not bare:
        raise NotationError(Message("no position was given: paste an XGID or a GNU ID"))
    return parse_gnu_ids(re.sub(r" ?: ?| ", ":", bare))
