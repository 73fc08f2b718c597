"""Refusals speak the reader's language: no keys, no codes of squares, no numbers of seats, no English.

Every refusal that can be come by is made: of moves in random games of all families, of options that
contradict one another, of positions that cannot be. Each is said in every language and looked at.
"""

from __future__ import annotations

import random
import string
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from engine.errors import EngineError, PositionError, SetupError
from engine.events import Setup
from engine.game import Waits
from engine.house import house_rules
from engine.match.voids import VOIDS
from engine.messages import Message, Place
from engine.move import Beaver, Decline, Double, Drop, EndTurn, Move, PieceMove, Play, Step, Take
from engine.options import GameInfo, OptionValue
from engine.reasons import Parameter, Reason
from engine.registry import games, make_rules
from engine.rulebook import REASONS, backgammon, chowka_bhara, on_board, pachisi
from engine.table import Table
from engine.table.commands import PlayMove, SetPosition, TakeThrow
from engine.throw import Cowries, Dice, Throw, ThrowKind
from readable import NAMES, faults
from web.game.position_editor import position, ways
from web.games.squares import names_of
from web.language.catalogue import LANGUAGES
from web.language.labels import move_words
from web.language.locale import speaking
from web.language.messages import said
from web.language.speaker import refusal

PLAYED = [
    Setup("chowka-bhara", "5x5", NAMES[:2], {"kadi_again": True}),
    Setup("chowka-bhara", "5x5", NAMES[:3], {"share_crossed": True}),
    Setup("chowka-bhara", "7x7", NAMES, {}),
    Setup("pachisi", "six", NAMES[:2], {}),
    Setup(
        "pachisi", "six", NAMES, {"gate": True, "stack": "castles", "capture_first": True, "revenge": True}
    ),
    Setup("pachisi", "six", NAMES[:3], {"split": True, "all_first": True, "cancel": True}),
    Setup("pachisi", "seven", NAMES, {"partners": True, "first_piece_free": True}),
    Setup("pachisi", "seven", NAMES[:3], {"stack": "castles"}),
    Setup("backgammon", "standard", NAMES[:2], {"beavers": True}),
    Setup("backgammon", "standard", NAMES[:2], {"start": "hypergammon"}),
    Setup("backgammon", "finnish", NAMES[:2], {"cube": True}),
    Setup("backgammon", "polish", NAMES[:2], {}),
    Setup("chowka-bhara", "5x5-entry", NAMES, {"partners": True}),
    Setup("chowka-bhara", "7x7-six", NAMES[:2], {"share_crossed": True, "share_own": True}),
]
POSITIONS = 60
TRIES = 20


def thrown(kind: ThrowKind, chance: random.Random) -> Throw:
    if kind.kind == "dice":
        return Dice(tuple(chance.randint(1, 6) for _ in range(kind.count)))
    return Cowries(sum(chance.random() < 0.5 for _ in range(kind.count)), kind.count)


def odd_move(table: Table, chance: random.Random) -> Move:
    """Do something with the pieces, as hands or a program might."""
    rules, state = table.model.rules, table.model.state
    bank = rules.bank(state) or ((1, 1),)
    value, squares = chance.choice(bank)
    piece = chance.randrange(rules.players), chance.randrange(rules.pieces)
    steps = [one.step for one in rules.placed(state)]
    what = chance.random()
    if what < 0.6:
        return rules.move_between(state, piece, chance.choice(rules.layout.squares).id)
    if what < 0.7:
        return chance.choice(
            [Decline(value, squares), Decline(9), EndTurn(), Double(), Take(), Drop(), Beaver()]
        )
    if what < 0.75 or rules.family == "backgammon":
        start, end = chance.randint(0, 25), chance.randint(0, 24)
        return Play(tuple(Step(start, end) for _ in range(chance.randint(1, 5))))
    kind = chance.choice(["move", "move", "enter", "challenge", "pair"])
    mine = rules.turn(state)
    number = chance.randrange(rules.pieces)
    where = next(p.step for p in rules.placed(state) if (p.player, p.piece) == (mine, number))
    start = where if chance.random() < 0.9 else chance.choice(steps)
    pieces = (number, (number + 1) % 4) if chance.random() < 0.3 else (number,)
    if kind == "pair":
        return PieceMove("pair", tuple(sorted(pieces)), start=start, end=start)
    end = max(start + (squares if chance.random() < 0.8 else chance.randint(-3, 9)), 0)
    end += end == start  # nobody moves a piece to where it stands
    return PieceMove(kind, pieces, value, squares, start, end)  # type: ignore[arg-type]


def some_position(setup: Setup, chance: random.Random, table: Table) -> None:
    """Set the pieces anywhere, so that the rare rules bite: some near home, some together."""
    rules = table.model.rules
    if rules.family == "backgammon":
        some_board(chance, table)
        return
    last = rules.home_step
    near = [chance.choice([0, last, last - 1, last - 2, chance.randrange(last)]) for _ in range(3)]
    places = [
        (player, piece, chance.choice(near) if chance.random() < 0.6 else chance.randrange(last + 1))
        for player in range(rules.players)
        for piece in range(rules.pieces)
    ]
    try:
        table.do(SetPosition(position(table.model, places, turn=None, as_played=True)))
    except EngineError:
        return


def some_board(chance: random.Random, table: Table) -> None:
    """Set checkers anywhere, often with all of the mover's at home or one on the bar."""
    pieces = min(table.model.rules.pieces, 7)
    points = chance.sample(range(1, 25), 8)
    mine = [point for point in points[:4] if point <= 6] or [1] if chance.random() < 0.5 else points[:4]
    board = [0] * 26
    for _ in range(pieces):
        board[chance.choice(mine)] += 1
        board[chance.choice([point for point in points[4:] if point not in mine] or [24])] -= 1
    if chance.random() < 0.3:
        place = next(point for point in mine if board[point])
        board[place], board[25] = board[place] - 1, 1
    dice = chance.sample(range(1, 7), 2) if chance.random() < 0.8 else [chance.randint(1, 6)] * 2
    try:
        table.do(SetPosition({"board": board, "dice": sorted(dice, reverse=True)}))
    except EngineError:
        return


@cache
def refusals() -> tuple[tuple[Setup, Reason, Move], ...]:
    """Make refusals of moves, a few of every kind in every game."""
    found: dict[tuple[int, str, int], tuple[Setup, Reason, Move]] = {}
    for number, setup in enumerate(PLAYED):
        chance = random.Random(number)
        table = Table(record=lambda _: None)
        table.start(setup)
        for _ in range(POSITIONS):
            model = table.model
            if model.waits is Waits.OVER or chance.random() < 0.15:
                judge(table, setup, number, chance, found)
                table.start(setup)
                some_position(setup, chance, table)
                judge(table, setup, number, chance, found)
                continue
            judge(table, setup, number, chance, found)
            rules, state = model.rules, model.state
            if model.waits is Waits.THROW and not (
                Double() in rules.optional(state) and chance.random() < 0.3
            ):
                table.do(TakeThrow(thrown(rules.wants(state), chance)))
            else:
                table.do(PlayMove(chance.choice([*rules.moves(state), *rules.optional(state)])))
    return tuple(found.values())


def judge(
    table: Table,
    setup: Setup,
    number: int,
    chance: random.Random,
    found: dict[tuple[int, str, int], tuple[Setup, Reason, Move]],
) -> None:
    for _ in range(TRIES):
        move = odd_move(table, chance)
        reason = table.model.rules.why_not(table.model.state, move)
        if reason is not None:
            found[number, reason.key, chance.randrange(4)] = setup, reason, move


def test_random_moves_meet_most_refusals_that_there_are() -> None:
    met = {reason.key for _, reason, _ in refusals()}
    moves = set(REASONS) - set(on_board.REASONS) - {void.key for void in VOIDS.values()}
    assert len(met) > 0.6 * len(moves), sorted(moves - met)


SAMPLES: dict[str, Parameter] = {
    "player": 0,
    "player_owner": 1,
    "player_there": 1,
    "value": 3,
    "squares": 3,
    "moved": 2,
    "distance": 4,
    "needed": 2,
    "left": (5, 2),
    "count": 2,
    "die": 4,
    "start": 8,
    "end": 5,
    "points": 3,
    "values": (10, 25),
    "bank": (4, 2),
    "example": "bar/23",
}
"""What a sentence may name; a step, or the number of a piece, is nothing that people count."""


def rare() -> Iterator[tuple[Setup, Reason]]:
    """Fill every sentence, also those that random games seldom meet."""
    for setup, book, square in (
        (PLAYED[2], chowka_bhara.REASONS, "r3c1"),
        (PLAYED[6], pachisi.REASONS, "r15c10"),
        (PLAYED[10], backgammon.REASONS, "p6"),
    ):
        for key, template in {**book, **on_board.REASONS}.items():
            named = {name for _, name, _, _ in string.Formatter().parse(template) if name}
            params = {name: square if name == "square" else SAMPLES[name] for name in named}
            if key == "exact-centre":
                params["left"] = 2
            yield setup, Reason("P1", key, params)


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_refusal_of_a_move_holds_what_people_do_not_say(code: str) -> None:
    wrong = []
    for setup, reason, move in refusals():
        with speaking(code):
            inside = said(Message("{reason}", {"reason": reason}), setup=setup)
            words = move_words(move, setup, mover=0, home=84)
        text = refusal(reason, setup.names, code, game=setup.game, preset=setup.preset)
        assert inside == text
        wrong += [(reason.key, one, bad) for one in (text, words) if (bad := faults(one, code))]
    for setup, reason in rare():
        text = refusal(reason, setup.names, code, game=setup.game, preset=setup.preset)
        wrong += [(reason.key, text, bad) for bad in [faults(text, code)] if bad]
    assert not wrong, wrong[:8]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_square_has_a_name_of_its_own_in_every_language(code: str) -> None:
    for setup in PLAYED:
        rules = make_rules(setup.game, setup.preset, players=len(setup.names))
        names = names_of(setup.game, setup.preset, len(setup.names))
        assert names.keys() == {square.id for square in rules.layout.squares}
        with speaking(code):
            told = [
                said(name, setup=setup) for square, name in names.items() if square[:3] not in ("bar", "off")
            ]
        assert len(set(told)) == len(told)
        assert [(one, bad) for one in told if (bad := faults(one, code))] == []


def test_squares_are_named_by_whose_they_are() -> None:
    def name(setup: Setup, square: str) -> str:
        return said(Message("{square}", {"square": Place(square)}), setup=setup)

    with speaking("en"):
        four, two = PLAYED[4], PLAYED[3]
        assert name(four, "r15c10") == "Asha’s right castle"
        assert name(four, "r9c18") == "Ravi’s middle castle"
        assert name(four, "r7c9") == "Mina’s home column, square 8 from the end"
        assert name(four, "r10c0") == "Dev’s right column, square 1 from the end"
        assert name(two, "r9c18") == "the empty side on Asha’s right: the middle castle"
        assert name(two, "charkoni") == "charkoni"
        chowka = PLAYED[0]
        assert name(chowka, "r0c2") == "Ravi’s home square"
        assert name(chowka, "r4c4") == "square 2 after Asha’s home"
        assert name(chowka, "r2c4") == "the empty side on Asha’s right: the home square"
        assert name(chowka, "r3c1") == "inner ring, square 1 after Asha’s home"
        assert name(chowka, "r2c2") == "the centre"
        assert said(Message("{square}", {"square": Place("r2c2")})) == "row 3, column 3"


def test_a_refusal_of_an_older_version_whose_words_have_changed_is_still_told() -> None:
    old = Reason("C3", "chowka-stands-elsewhere", {"step": 7})
    assert refusal(old, NAMES[:2], "en", game="chowka-bhara", preset="5x5") == "C3: this is not allowed"


def written() -> Iterator[tuple[GameInfo, str, int, dict[str, OptionValue]]]:
    """List every pair of options with every pair of values, in every preset."""
    for info in games():
        for preset in info.presets:
            for one, other in combinations(info.options, 2):
                for first in one.choices:
                    for second in other.choices:
                        yield info, preset.name, max(info.players), {one.key: first, other.key: second}
            for option in info.options:
                for value in (*option.choices, "nothing", 7):
                    for players in (*info.players, 9):
                        yield info, preset.name, players, {option.key: value}
        yield info, "nothing", 2, {}
        yield info, info.presets[0].name, 2, {"no_such_option": True}


@cache
def contradictions() -> tuple[tuple[str, SetupError], ...]:
    found: dict[str, tuple[str, SetupError]] = {}
    for info, preset, players, options in written():
        try:
            make_rules(info.name, preset, options=options, players=players)
            info.must_be_played(options)
        except SetupError as error:
            found.setdefault(str(error), (info.name, error))
    for number in (-1, 9):
        for info in games():
            try:
                make_rules(info.name).start(begins=number)
            except SetupError as error:
                found[f"{info.name} {error}"] = info.name, error
    with pytest.raises(SetupError) as raised:
        house_rules("chess", None, {}, name="Ours")
    found["chess"] = "chess", raised.value
    return tuple(found.values())


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_refusal_of_options_holds_what_people_do_not_say(code: str) -> None:
    assert len(contradictions()) > 25
    wrong = []
    for _game, error in contradictions():
        with speaking(code):
            text = said(error.message, names=NAMES)
        if bad := [*faults(text, code), *(name for name in ("pachisi", "chowka-bhara") if name in text)]:
            wrong.append((str(error), text, bad))
    assert not wrong, wrong[:8]


@cache
def impossible() -> tuple[tuple[Setup, PositionError], ...]:
    """Put pieces where they cannot stand together, as people do who put a board right."""
    found: dict[tuple[int, str], tuple[Setup, PositionError]] = {}
    for number, setup in enumerate(PLAYED):
        chance = random.Random(number)
        table = Table(record=lambda _: None)
        table.start(setup)
        paths = ways(table.model.rules)
        for _ in range(120):
            few = [chance.choice(sorted(paths[0])) for _ in range(2)]
            places: list[Any] = []
            for player, path in enumerate(paths):
                fit = [square for square in few if square in path] if chance.random() < 0.7 else []
                for piece in range(min(4, table.model.rules.pieces)):
                    square = chance.choice(fit or sorted(path))
                    places.append((player, piece, chance.choice(path[square])))
            try:
                position(table.model, places, turn=None, as_played=False)
            except PositionError as error:
                key = number, error.message.template[:25] + str(chance.randrange(3))
                found[key] = setup, error
    return tuple(found.values())


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_refusal_of_a_position_holds_what_people_do_not_say(code: str) -> None:
    assert len({error.message.template for _, error in impossible()}) >= 6
    wrong = []
    for setup, error in impossible():
        with speaking(code):
            text = said(error.message, setup=setup)
        if bad := faults(text, code):
            wrong.append((text, bad))
    assert not wrong, wrong[:8]
