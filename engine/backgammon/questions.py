"""The contract's questions about a position: legal plays, and why a play is not legal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.backgammon.legal import PLACES, board_of, dice_left, text_of, ways
from engine.backgammon.options import INFO
from engine.backgammon.position import read_board, read_dice
from engine.backgammon.refusals import reason, verdict
from engine.backgammon.rules import BackgammonRules, make
from engine.errors import NotationError
from engine.fields import Lines, told
from engine.move import Play, parse_play

_KEYS = ("game", "preset", "options", "board", "dice")
_LINES = Lines(INFO, make, _KEYS, missing=f"{{key!r}} is missing: there are {', '.join(_KEYS)}")


def ask_legal(question: Mapping[str, Any]) -> dict[str, Any]:
    """List the plays of one line, one for each position reached, sorted by it.

    Raises:
        EngineError: If the line is malformed; the message says what would work.
    """
    rules, board, dice = _read(question)
    found = ways(board, dice_left(dice), most=rules.most)
    return {"plays": [{"text": text_of(found[key]), "board": board_of(key)} for key in sorted(found)]}


def legal_text(question: Mapping[str, Any]) -> str:
    """Write what `ask_legal` answers as JSON text at once, for streams of many lines.

    Raises:
        EngineError: If the line is malformed; the message says what would work.
    """
    rules, board, dice = _read(question)
    found = ways(board, dice_left(dice), most=rules.most)
    asked = [_NUMBERS[entry + 128] for entry in board]
    plays = []
    for key in sorted(found):
        way = found[key]
        entries = key.to_bytes(26, "big")
        numbers = asked[:]
        for code in way:
            for place in PLACES[code]:
                numbers[place] = _NUMBERS[entries[place]]
        plays.append(f'{{"text": "{text_of(way)}", "board": [{", ".join(numbers)}]}}')
    return f'{{"plays": [{", ".join(plays)}]}}'


_NUMBERS = [str(entry - 128) for entry in range(256)]
"""Entry of a key → as text."""


def ask_why(question: Mapping[str, Any]) -> dict[str, Any]:
    """Judge the whole turn in `move`: steps in any order, combined or not, with or without ``*``.

    Raises:
        EngineError: If the line is malformed; the message says what would work.
    """
    rules, board, dice = _read(question, move=True)
    text = question.get("move")
    if not isinstance(text, str):
        raise NotationError(f"move is {text!r}: write a play such as '8/5 6/5'")
    play = parse_play(text) if text.strip() else Play(())  # nothing, where nothing can be played
    for step in play.steps:
        if not (1 <= step.start <= 25 and 0 <= step.end <= 24):
            raise NotationError(f"{step} is no checker step: points are 1 to 24, 'bar' and 'off'")
    left = dice_left(dice)
    found = verdict(board, left, play.steps, most=rules.most, whole=True)
    # Whose checker it is falls under the die here: the page's order begins with it.
    numbers = replace(rules.numbers, turn=rules.numbers.die)
    return told(reason(found, board, left, player=0, numbers=numbers))


def _read(
    question: Mapping[str, Any], *, move: bool = False
) -> tuple[BackgammonRules, tuple[int, ...], tuple[int, int]]:
    rules, _ = _LINES.read(question, move=move)
    return rules, read_board(question["board"], pieces=rules.pieces), read_dice(question["dice"])
