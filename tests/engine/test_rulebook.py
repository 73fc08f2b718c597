"""The rulebook: every number has a sentence and a worked test, every refusal a rule and words that fit."""

from __future__ import annotations

import ast
import json
import random
import re
import string
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import pytest

from engine.errors import SetupError
from engine.following.kinds import Kind, kind_of
from engine.game import Game, Rules, Waits
from engine.match.voids import VOIDS
from engine.move import Decline, EndTurn, Move, PieceMove, Play, Step
from engine.options import GameInfo, OptionValue
from engine.reasons import Reason
from engine.record import read, write
from engine.registry import games, make_rules
from engine.rulebook import REASONS, RULES, WITHOUT_HELP, backgammon, chowka_bhara, on_board, pachisi
from places import ROOT

BOOKS = {"chowka_bhara": chowka_bhara, "pachisi": pachisi, "backgammon": backgammon}
NUMBERS = [
    *(f"C{number}" for number in range(1, 25)),
    *(f"P{number}" for number in range(1, 28)),
    *(f"BF{number}" for number in range(1, 17)),
    *(f"BP{number}" for number in range(1, 33)),
    *(f"BS{number}" for number in range(1, 11)),
]
"""Every numbered line of the three rule pages."""

KEY = re.compile(r"[a-z]+(-[a-z0-9]+)+")
NAMES = ("Asha", "Ravi", "Mina", "Dev")


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@cache
def worked_tests() -> dict[str, list[str]]:
    """Rule number → names of the tests that carry it, over the tests of the engine."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests" / "engine").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                assert any(isinstance(part, ast.Assert | ast.With | ast.Call) for part in ast.walk(node))
                for number in re.findall(r"_((?:c|p|bf|bp|bs)\d+)(?=_)", node.name):
                    found.setdefault(number.upper(), []).append(node.name)
    return found


def test_every_numbered_rule_has_a_sentence() -> None:
    assert list(RULES) == NUMBERS
    for number, sentence in RULES.items():
        assert len(sentence.split()) >= 5, number
        assert sentence.rstrip(")").endswith("."), number
        assert sentence[0].isupper(), number


@pytest.mark.parametrize("number", NUMBERS)
def test_every_numbered_rule_has_a_worked_test_that_says_it_in_words(number: str) -> None:
    named = worked_tests().get(number, [])
    assert named, f"no test of the engine is named test_{number.lower()}_…"
    assert max(len(name.split("_")) for name in named) >= 6, f"{named} should say {number} in words"


NOT_JUDGED = {
    "BF16": "about the page: the engine offers what it needs, and the page's own tests press the buttons",
    "BP28": "about series of games: `engine.match` counts them, and no move is refused by it",
}
"""Rules that the engine does not refuse anything by, and why."""


def test_only_rules_that_the_engine_cannot_judge_alone_are_left_out_of_its_judgement() -> None:
    said: set[str] = set()
    for path in (ROOT / "engine" / "backgammon").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.keyword | ast.Call):
                values = [node.value] if isinstance(node, ast.keyword) else node.args[:1]
                said |= {
                    part.value for part in values if isinstance(part, ast.Constant) and part.value in RULES
                }
    assert {"BS2", "BF14", "BP17"} <= said
    assert not set(NOT_JUDGED) & said, "this rule is judged now: take it off the list"
    assert set(NOT_JUDGED) <= set(NUMBERS)


def test_no_test_carries_a_number_that_no_page_has() -> None:
    assert set(worked_tests()) <= set(RULES)


def keys_in(family: str) -> set[str]:
    """Collect every text in the code of a family that looks like the key of a reason, docstrings aside."""
    found: set[str] = set()
    for path in (ROOT / "engine" / family).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value):
                found.add(node.value)
    return found


NO_KEYS = {"chowka-bhara", "five-squares", "four-swapped", "six-tylor", "seven-herklots", "seven-35"}
"""Names of games and tables that look like keys."""


@pytest.mark.parametrize(("family", "book"), list(BOOKS.items()))
def test_every_key_in_the_code_has_a_sentence_and_every_sentence_is_said_somewhere(
    family: str, book: Any
) -> None:
    keys = keys_in(family) - NO_KEYS - set(on_board.REASONS)
    if family == "backgammon":
        keys |= {void.key for void in VOIDS.values()}
    in_tournaments = {WITHOUT_HELP[key] for key in keys & set(WITHOUT_HELP)}
    assert keys | in_tournaments == set(book.REASONS)
    assert all(KEY.fullmatch(key) for key in book.REASONS)


def test_what_is_seen_on_a_board_has_a_kind_and_is_said_somewhere() -> None:
    assert keys_in("following") >= set(on_board.REASONS)
    assert {kind_of(key) for key in on_board.REASONS} == {
        *(Kind.LOST, Kind.BACK, Kind.TWO_FOR_ONE, Kind.OTHER_PIECE, Kind.BACKWARDS, Kind.OFF_PATH),
        *(Kind.NOT_TAKEN, Kind.FALSE_KILL),
    }


def test_a_reason_made_in_place_names_a_rule_a_key_and_every_field_of_its_sentence() -> None:
    seen = 0
    for path in (ROOT / "engine").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Reason"):
                continue
            rule, key, *params = node.args
            if isinstance(rule, ast.Constant):
                assert rule.value in RULES
            if isinstance(key, ast.Constant):
                assert key.value in REASONS
                if params and isinstance(params[0], ast.Dict) and None not in params[0].keys:
                    given = {part.value for part in params[0].keys if isinstance(part, ast.Constant)}
                    assert fields(REASONS[str(key.value)]) <= given, key.value
                    seen += 1
    assert seen > 20


def test_no_two_games_share_a_key() -> None:
    books = (chowka_bhara.REASONS, pachisi.REASONS, backgammon.REASONS, on_board.REASONS)
    assert sum(map(len, books)) == len(REASONS)
    for template in REASONS.values():
        assert not template.endswith(".")
        assert "{}" not in template


def test_every_option_names_its_rule_and_its_choices_hold_every_default() -> None:
    for info in games():
        known = {option.key: option for option in info.options}
        for option in info.options:
            assert option.rule in RULES, option.key
            assert len(option.choices) == len(set(option.choices)) >= 2
            assert option.text
        for preset in info.presets:
            assert preset.text
            assert set(preset.defaults) == set(known), preset.name
            for key, value in preset.defaults.items():
                assert value in known[key].choices


def setups(info: GameInfo) -> Iterator[tuple[str, dict[str, OptionValue], int]]:
    """Give every preset with every option turned over by itself, where it goes with the preset."""
    for preset in info.presets:
        for players in info.players:
            yield preset.name, {}, players
        for option in info.options:
            for choice in option.choices:
                if choice != preset.defaults[option.key]:
                    yield preset.name, {option.key: choice}, max(info.players)


def possible(info: GameInfo) -> Iterator[Rules[Any]]:
    for preset, options, players in setups(info):
        # An option that excludes another, or needs it, is tested by its family.
        with suppress(SetupError):
            yield make_rules(info.name, preset, options=options, players=players)


def test_no_rule_and_no_table_names_an_option_or_a_source_as_programs_do() -> None:
    keys = {option.key for info in games() for option in info.options if "_" in option.key}
    tables = [rules.table for info in games() for rules in possible(info) if rules.table is not None]
    told = [*RULES.values(), *{table.source for table in tables}]
    assert [text for text in told if re.search(r"\boption [a-z]+:|\b00\d\b", text, re.IGNORECASE)] == []
    assert [text for text in told if any(key in text for key in keys)] == []


def test_every_table_of_throw_values_names_its_source_and_counts_every_throw() -> None:
    names: set[str] = set()
    for info in games():
        for rules in possible(info):
            if rules.table is None:
                assert info.name == "backgammon"
                continue
            names.add(rules.table.name)
            assert len(rules.table.source) > 20
            assert sorted(rules.table.values) == list(range(rules.table.shells + 1))
    assert names == {
        "four",
        "four-swapped",
        "six",
        "six-1-6-12",
        "six-1-5-6-12",
        "six-tylor",
        "seven",
        "seven-35",
        "seven-herklots",
    }


def strange_moves(rules: Rules[Any], state: Any, chance: random.Random) -> Iterator[Move]:
    """Give what hands, fingers and other programs could mean: mostly illegal, always well formed."""
    for _ in range(6):
        placed = chance.choice(rules.placed(state))
        yield rules.move_between(state, (placed.player, placed.piece), chance.choice(rules.layout.squares).id)
    values = [value for value, _ in rules.bank(state)] + [chance.randint(0, 36)]
    value = chance.choice(values)
    yield Decline(value, chance.choice([0, value, value + 1]))
    yield EndTurn()
    start, end = chance.randint(0, 25), chance.randint(0, 25)
    yield Play((Step(start, end),))
    yield Play((Step(start, end), Step(end, max(0, end - 3)), Step(6, 0)))
    pieces = chance.choice([(0,), (3,), (0, 1), (1, 2, 3), (5,), (1, 1), (15,)])
    step = chance.choice([placed.step for placed in rules.placed(state)])
    for kind in ("move", "enter", "pair", "challenge"):
        landing = step if kind == "pair" else step + chance.choice([-2, 0, 1, value, 60])
        captures = chance.choice([(), ((1, 0),), ((0, 0), (1, 3))])
        yield PieceMove(kind, pieces, value, value, step, max(0, landing), captures)
    legal = rules.moves(state)
    if legal:
        yield chance.choice(legal)


ACTIONS = {"chowka-bhara": 60, "pachisi": 30, "backgammon": 20}
"""Throws and moves of each random game."""


def check_words(rules: Rules[Any], reason: Reason) -> None:
    assert reason.rule in RULES
    assert RULES[reason.rule]
    assert fields(REASONS[reason.key]) <= set(reason.params), reason
    assert str(reason).startswith(f"{reason.rule}: ")
    said = reason.text(names=NAMES[: rules.players])
    assert "{" not in said
    assert "player " not in said or "player " in REASONS[reason.key], said
    assert read(Reason, json.loads(json.dumps(write(reason)))) == reason


@pytest.mark.parametrize("info", games(), ids=lambda info: info.name)
def test_whatever_is_refused_in_random_games_is_refused_by_a_rule_in_whole_sentences(info: GameInfo) -> None:
    chance = random.Random(20)
    seen: set[str] = set()
    for rules in possible(info):
        game: Game[Any] = Game(rules, begins=chance.choice([None, 0]))
        for _ in range(ACTIONS[info.name]):
            if game.waits is Waits.OVER:
                break
            for move in strange_moves(rules, game.state, chance):
                reason = rules.why_not(game.state, move)
                if reason is not None:
                    check_words(rules, reason)
                    seen.add(reason.key)
            if game.waits is Waits.THROW:
                game.throw(chance.choice(rules.wants(game.state).throws()))
            else:
                game.push(chance.choice([*rules.moves(game.state), *rules.optional(game.state)]))
    assert len(seen) > 12, sorted(seen)
