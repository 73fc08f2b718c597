"""One stack of states for `Game` and the table, and one working-out of every throw and move."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine.errors import NotNowError, ThrowError
from engine.events import Happened, Logged, Setup
from engine.facts import FactKind
from engine.game import Game, Rules, Transition, Waits
from engine.move import Move
from engine.notation import read_record, replay_record, write_record
from engine.registry import make_rules
from engine.table import Table, state
from engine.table.commands import PlayMove, TakeThrow
from engine.table.state import Model, replayed
from engine.throw import Cowries, Dice, Throw, ThrowKind

GAMES = {
    "chowka-bhara 5x5": Cowries(4, 4),
    "pachisi six": Cowries(0, 6),
    "backgammon standard": Dice((3, 1)),
    "backgammon finnish": Dice((3, 1)),
    "backgammon polish": Dice((3, 1)),
}
"""A game and its preset → a throw that may come first."""


class Counted:
    """Rules that count how often they are asked what a throw or a move leads to."""

    def __init__(self, rules: Rules[Any]) -> None:
        self._rules = rules
        self.asked: Counter[str] = Counter()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def apply_throw(self, state: Any, throw: Throw) -> Transition[Any]:
        self.asked[str(throw)] += 1
        return self._rules.apply_throw(state, throw)

    def apply(self, state: Any, move: Move) -> Transition[Any]:
        self.asked[str(move)] += 1
        return self._rules.apply(state, move)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[Counted]:
    """Count in every game that is laid out from now on."""
    made: list[Counted] = []
    make = state.make_rules

    def make_counted(*given: Any, **more: Any) -> Any:
        made.append(Counted(make(*given, **more)))
        return made[-1]

    monkeypatch.setattr(state, "make_rules", make_counted)
    return made


def setup_of(name: str) -> Setup:
    game, preset = name.split()
    return Setup(game, preset, ("Asha", "Ravi"), begins=0)


def thrown(kind: ThrowKind, chance: random.Random) -> Throw:
    if kind.kind == "dice":
        return Dice(tuple(chance.randint(1, 6) for _ in range(kind.count)))
    return Cowries(sum(chance.random() < 0.5 for _ in range(kind.count)), kind.count)


def played(name: str, *, actions: int = 120, seed: int = 3) -> tuple[Model, list[Logged]]:
    """Play a game at random on a table, without throws that come early."""
    chance = random.Random(seed)
    events: list[Logged] = []
    table = Table(record=events.extend)
    table.start(setup_of(name))
    while len(table.model.actions) < actions and table.model.waits is not Waits.OVER:
        rules, now = table.model.rules, table.model.state
        if table.model.waits is Waits.THROW:
            table.do(TakeThrow(thrown(rules.wants(now), chance)))
        else:
            table.do(PlayMove(chance.choice([*rules.moves(now), *rules.optional(now)]), sure=True))
    return table.model, events


@pytest.mark.parametrize("name", GAMES)
def test_a_throw_and_a_move_at_the_table_are_worked_out_once(name: str, counted: list[Counted]) -> None:
    table = Table(record=lambda _: None)
    table.start(setup_of(name))
    (rules,) = counted
    table.do(TakeThrow(GAMES[name]))
    assert rules.asked == {str(GAMES[name]): 1}
    while table.model.waits is Waits.THROW:
        table.do(TakeThrow(Cowries(2, GAMES[name].shells)))
    rules.asked.clear()
    move = table.model.rules.moves(table.model.state)[0]
    table.do(PlayMove(move))
    assert rules.asked == {str(move): 1}


def test_events_that_are_replayed_and_a_record_that_is_read_are_worked_out_once(
    counted: list[Counted],
) -> None:
    model, events = played("backgammon polish", actions=40)
    text = write_record(model)
    counted.clear()
    replayed(events)
    record = read_record(text)
    replay_record(record)
    assert [rules.asked.total() for rules in counted] == [len(record.actions)] * 3 == [40] * 3


def test_a_throw_of_another_kind_changes_nothing_at_the_table() -> None:
    events: list[Logged] = []
    table = Table(record=events.extend)
    table.start(Setup("chowka-bhara", "5x5", ("Asha", "Ravi")))
    before = table.model
    with pytest.raises(ThrowError, match="is a throw of dice, but this game is played with 4 shells"):
        table.do(TakeThrow(Dice((3, 1))))
    assert table.model == before
    assert len(events) == 2


@pytest.mark.parametrize("name", GAMES)
def test_what_the_table_tells_is_what_the_throw_or_move_brought_about(name: str) -> None:
    model, events = played(name)
    told = [logged.event.fact for logged in events if isinstance(logged.event, Happened)]
    assert told
    assert told == [fact for reached in model.line.reached for fact in reached.facts]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_and_the_table_reach_the_same_by_the_same_actions(name: str) -> None:
    model, _ = played(name)
    setup = model.setup
    game = Game(make_rules(setup.game, setup.preset, players=2), begins=0)
    for action in model.actions:
        assert isinstance(action.action, Throw | Move)
        game.force(action.action)
    assert game.line.reached == model.line.reached
    assert game.actions == tuple(action.action for action in model.actions)
    assert (game.turn, game.waits, game.outcome) == (model.turn, model.waits, model.line.outcome)


def test_taking_back_tells_again_what_the_action_before_brought_about() -> None:
    game = Game(make_rules("chowka-bhara", "5x5"))
    assert game.last_facts() == ()
    game.throw(Cowries(4, 4))
    (again,) = game.last_facts()
    assert again.kind is FactKind.AGAIN
    game.throw(Cowries(2, 4))
    assert game.last_facts() == ()
    game.pop()
    assert game.last_facts() == (again,)
    game.pop()
    assert game.last_facts() == ()
    with pytest.raises(NotNowError):
        game.pop()


def test_a_line_that_one_holds_stays_when_another_goes_on_or_takes_back() -> None:
    game = Game(make_rules("chowka-bhara", "5x5"))
    game.throw(Cowries(3, 4))
    held = game.line
    kept = (held.state, held.actions, held.waits, held.turn_begun)
    game.push(game.legal_moves()[0])
    assert game.line.turn_begun != held.turn_begun
    game.pop()
    game.pop()
    assert (held.state, held.actions, held.waits, held.turn_begun) == kept
    assert held.cut(0) == game.line
