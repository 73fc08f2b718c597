"""What pretend hands do: legal turns are legal, wrong ones are wrong, and pieces are moved one by one."""

from __future__ import annotations

import random

import pytest

from device.pretend.turns import Transfer, legal_turn, moved, transfers, wrong_turn
from engine.events import Setup
from engine.following.search import appearance_of
from engine.game import Waits
from engine.table import Table
from engine.table.commands import PlayMove, TakeThrow
from engine.throw import Cowries, Dice

GAMES = (
    ("backgammon", "standard", 2),
    ("chowka-bhara", "5x5", 4),
    ("pachisi", "six", 4),
    ("pachisi", "seven", 2),
)


def played(game: str, preset: str, players: int, turns: int) -> Table:
    """Play a game for a while by hands alone."""
    chance = random.Random(3)
    table = Table(record=lambda _: None)
    table.start(Setup(game, preset, ("Asha", "Ravi", "Meera", "Kiran")[:players], {}, 0))
    rules = table.model.rules
    for _ in range(turns):
        match table.model.waits:
            case Waits.THROW:
                wants = rules.wants(table.model.state)
                if wants.kind == "dice":
                    table.do(TakeThrow(Dice(tuple(chance.randint(1, 6) for _ in range(wants.count)))))
                else:
                    table.do(
                        TakeThrow(
                            Cowries(sum(chance.random() < 0.5 for _ in range(wants.count)), wants.count)
                        )
                    )
            case Waits.MOVE:
                table.do(
                    PlayMove(
                        chance.choice(rules.moves(table.model.state) or rules.optional(table.model.state))
                    )
                )
            case Waits.END:
                table.do(PlayMove(rules.optional(table.model.state)[0]))
            case Waits.OVER:
                break
    return table


@pytest.mark.parametrize(("game", "preset", "players"), GAMES)
def test_hands_play_what_the_rules_reach_and_err_beyond_it(game: str, preset: str, players: int) -> None:
    chance = random.Random(5)
    seen = 0
    for turns in range(3, 60, 4):
        model = played(game, preset, players, turns).model
        if model.waits is not Waits.MOVE:
            continue
        legal = {one.appearance for one in model.rules.reachable(model.state).appearances}
        looks = legal_turn(model.rules, model.state, chance)
        assert set(looks) <= legal
        wrong = wrong_turn(model.line, chance)
        assert wrong is not None
        assert wrong.appearance not in legal
        assert wrong.reason.rule or wrong.reason.key
        here = appearance_of(model.rules, model.state)
        for goal in (*looks[-1:], wrong.appearance):
            look = here
            for one in transfers(here, goal, model.rules, first=model.turn):
                assert moved(look, one, picked=True) != look or not one.start
                look = moved(look, one)
            assert look == goal
        seen += 1
    assert seen >= 3


def test_the_same_seed_does_the_same() -> None:
    model = played("chowka-bhara", "5x5", 4, 12).model
    first, again = (
        (legal_turn(model.rules, model.state, random.Random(1)), wrong_turn(model.line, random.Random(1)))
        for _ in range(2)
    )
    assert first == again


def test_a_piece_that_is_gone_is_taken_away_and_one_from_nowhere_is_brought() -> None:
    rules = played("chowka-bhara", "5x5", 2, 1).model.rules
    one = (("r4c2", 0, False),)
    assert transfers(one, (), rules) == [Transfer(0, "r4c2", "", (False, False))]
    assert transfers((), one, rules) == [Transfer(0, "", "r4c2", (False, False))]
