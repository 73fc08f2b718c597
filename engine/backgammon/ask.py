"""The contract's questions about a position: legal plays, and why a play is not legal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from struct import Struct
from typing import Any

from engine.backgammon.judge import reason, verdict
from engine.backgammon.options import INFO, chosen
from engine.backgammon.plays import board_of, dice_left, text_of, ways
from engine.backgammon.position import read_board, read_dice
from engine.backgammon.rules import BackgammonRules
from engine.errors import NotationError, SetupError
from engine.move import parse_play

_KEYS = ("game", "preset", "options", "board", "dice")


def ask_legal(question: Mapping[str, Any]) -> dict[str, Any]:
    """List the plays of one line, one for each position reached, sorted by it.

    Raises:
        EngineError: If the line is malformed; the message says what would work.
    """
    rules, board, dice = _read(question, _KEYS)
    found = ways(board, dice_left(dice), most=rules.most)
    return {"plays": [{"text": text_of(found[key]), "board": board_of(key)} for key in sorted(found)]}


def legal_text(question: Mapping[str, Any]) -> str:
    """Write what `ask_legal` answers as JSON text at once, for streams of many lines.

    Raises:
        EngineError: If the line is malformed; the message says what would work.
    """
    rules, board, dice = _read(question, _KEYS)
    found = ways(board, dice_left(dice), most=rules.most)
    plays = []
    for key in sorted(found):
        numbers = ", ".join([_TWO[two] for two in _IN_TWOS.unpack(key.to_bytes(26, "big"))])
        plays.append(f'{{"text": "{text_of(found[key])}", "board": [{numbers}]}}')
    return f'{{"plays": [{", ".join(plays)}]}}'


_IN_TWOS = Struct(">13H")
_TWO = {
    (one + 128) * 256 + other + 128: f"{one}, {other}" for one in range(-15, 16) for other in range(-15, 16)
}
"""Two entries of a key as text."""


def ask_why(question: Mapping[str, Any]) -> dict[str, Any]:
    """Judge the whole turn in `move`: steps in any order, combined or not, with or without ``*``.

    Raises:
        EngineError: If the line is malformed; the message says what would work.
    """
    rules, board, dice = _read(question, (*_KEYS, "move"))
    text = question.get("move")
    if not isinstance(text, str):
        raise NotationError(f"move is {text!r}: write a play such as '8/5 6/5'")
    play = parse_play(text)
    for step in play.steps:
        if not (1 <= step.start <= 25 and 0 <= step.end <= 24):
            raise NotationError(f"{step} is no checker step: points are 1 to 24, 'bar' and 'off'")
    left = dice_left(dice)
    found = verdict(board, left, play.steps, most=rules.most, whole=True)
    # Whose checker it is falls under the die here: the page's order begins with it.
    numbers = replace(rules.numbers, turn=rules.numbers.die)
    refused = reason(found, board, left, player=0, numbers=numbers)
    if refused is None:
        return {"legal": True}
    return {"legal": False, "rule": refused.rule, "reason": str(refused).removeprefix(f"{refused.rule}: ")}


def _read(
    question: Mapping[str, Any], keys: tuple[str, ...]
) -> tuple[BackgammonRules, tuple[int, ...], tuple[int, int]]:
    for key in question:
        if key not in keys:
            raise NotationError(f"unknown key {key!r}: there are {', '.join(keys)}")
    for key in keys:
        if key not in question and key != "options":
            raise NotationError(f"{key!r} is missing: there are {', '.join(keys)}")
    preset, options = question["preset"], question.get("options", {})
    if not isinstance(preset, str):
        raise SetupError(f"preset is {preset!r}: there are {', '.join(p.name for p in INFO.presets)}")
    if not isinstance(options, dict):
        raise SetupError(f"options is {options!r}: write {{...}}")
    rules = _rules(preset, json.dumps(options, sort_keys=True) if options else "{}")
    return rules, read_board(question["board"], pieces=rules.pieces), read_dice(question["dice"])


@lru_cache(maxsize=256)
def _rules(preset: str, options: str) -> BackgammonRules:
    named = INFO.preset(preset)
    return BackgammonRules(named.name, chosen(named, INFO.checked(json.loads(options))))
