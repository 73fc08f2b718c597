"""Chowka Bhara: who was killed back to the start earns the kadi again, where the house plays so (C18)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.chowka_bhara import INFO, ChowkaBhara, State, ask_legal, ask_why, make
from engine.facts import FactKind
from engine.game import Game, Waits
from engine.move import PieceMove, parse_move
from engine.throw import Cowries
from engines.chowka_bhara_table import HOME, throw, with_kadi


def game(*pawns: list[int], again: bool = True, **keys: Any) -> Game[State]:
    """Set a position in which south throws next and everybody has a kadi."""
    return with_kadi(*pawns, options={"kadi_again": again}, **keys)


@pytest.mark.parametrize(
    ("played", "value", "text", "kadi"),
    [
        # North's step 10 is south's 2: its last pawn on the way is killed there.
        (game(HOME, [10, 0, 0, 0]), 2, "a 0/2 =2 x2a", (True, False)),
        (game(HOME, [10, 3, 0, 0]), 2, "a 0/2 =2 x2a", (True, True)),  # a pawn is on the way
        (game(HOME, [10, 24, 0, 0]), 2, "a 0/2 =2 x2a", (True, True)),  # a pawn is in the centre
        (game(HOME, [10, 0, 0, 0], again=False), 2, "a 0/2 =2 x2a", (True, True)),
        (game([1, 0, 0, 0], HOME), 2, "a 1/3 =2", (True, True)),  # no kill
        # One square: south's 16, east's 18, north's 20. The gatti rests there since an earlier turn (C13).
        (
            game([16, 16, 0, 0], [18, 0, 0, 0], [20, 0, 0, 0], pairs=[[[0, 1]], [], []], as_played=True),
            2,
            "ab 16/17 =2 x2a,3a",
            (True, False, False),
        ),
        # South's step 3 on 7 x 7 is north's 15.
        (game(HOME, [15, 0, 0, 0], preset="7x7"), 3, "a 0/3 =3 x2a", (True, False)),
    ],
)
def test_c18_a_kill_that_leaves_every_pawn_at_home_takes_the_kadi(
    played: Game[State], value: int, text: str, kadi: tuple[bool, ...]
) -> None:
    throw(played, value)
    played.push(parse_move(text))
    assert played.state.kadi == kadi
    lost = [fact for fact in played.last_facts() if fact.kind is FactKind.KADI_LOST]
    assert [(fact.player, fact.rule) for fact in lost] == [
        (seat, "C18") for seat, has in enumerate(kadi) if not has
    ]


def test_c18_who_never_had_a_kadi_loses_none() -> None:
    played = game(HOME, [10, 0, 0, 0], kadi=[False, False])
    throw(played, 2)
    played.push(parse_move("a 0/2 =2 x2a"))
    assert played.state.kadi == (True, False)
    assert all(fact.kind is not FactKind.KADI_LOST for fact in played.last_facts())


def test_c18_a_challenge_that_is_won_counts_as_the_kill_that_it_is() -> None:
    played = game([16, 24, 24, 24], [22, 22, 22, 0], bank=[2])
    played.push(parse_move("challenge a 16/18 =2"))
    for _ in range(2):
        played.throw(Cowries(1, 4))
    assert played.state.kadi == (True, False)


def test_c18_an_illegal_kill_that_people_accept_counts_too() -> None:
    played = game(HOME, [10, 0, 0, 0])
    played.throw(Cowries(3, 4))
    played.force(parse_move("a 0/2 =3 x2a"))
    assert played.state.kadi == (True, False)


def test_c18_the_inner_ring_is_closed_until_the_next_kill() -> None:
    line = {
        "game": "chowka-bhara",
        "options": {"kadi_again": True},
        "players": 2,
        "turn": 0,
        "pawns": [[15, 0, 0, 0], HOME],
        "pairs": [[], []],
        "new_pairs": [],
        "kadi": [False, True],
        "bank": [1],
        "thrown_two": False,
        "moved": [],
        "barred": [],
    }
    move = {"kind": "move", "pieces": [0], "value": 1, "from": 15, "to": 16}
    assert ask_why({**line, "move": move})["rule"] == "C4"
    # The line tells who has a kadi, and the option changes nothing about what it says.
    taken = {**line, "kadi": [True, True]}
    assert ask_why({**taken, "move": move}) == {"legal": True}
    assert ask_legal(taken) == ask_legal({**taken, "options": {}})
    with_none = {**line, "pawns": [HOME, HOME], "kadi": [True, True]}
    assert ask_legal(with_none) == ask_legal({**with_none, "options": {}})


def by_hand(rules: ChowkaBhara, before: State, after: State, kadi: list[bool], mover: int) -> list[bool]:
    """A second reading of C4 and C18, from the squares alone: who has killed, and whom nothing is left."""
    home = [rules.steps(seat)[0] for seat in range(rules.players)]
    centre = rules.steps(0)[rules.home_step]

    def of(state: State, seat: int) -> list[str]:
        return [one.square for one in rules.placed(state) if one.player == seat]

    found = list(kadi)
    for seat in range(rules.players):
        if seat == mover:
            continue
        was, now = of(before, seat), of(after, seat)
        # Pawns do not walk on another's turn: whoever came home was killed.
        if now.count(home[seat]) > was.count(home[seat]):
            found[mover] = True
            if now.count(home[seat]) == len(now) and centre not in now:
                found[seat] = False
    return found


@pytest.mark.parametrize(("preset", "players"), [("5x5", 2), ("5x5", 3), ("7x7", 4)])
def test_a_second_reading_of_c18_agrees_in_random_games(preset: str, players: int) -> None:
    chance = random.Random(f"{preset}{players}")
    lost = 0
    for _ in range(8):
        rules = make(INFO.preset(preset), {"kadi_again": True}, players)
        played = Game(rules)
        kadi = [False] * players
        for _ in range(400):
            if played.waits is Waits.OVER:
                break
            before, mover = played.state, played.turn
            if played.waits is Waits.THROW:
                shells = rules.table.shells
                played.throw(Cowries(sum(chance.random() < 0.5 for _ in range(shells)), shells))
            else:
                moves = played.legal_moves()
                kills = [move for move in moves if isinstance(move, PieceMove) and move.captures]
                played.push(chance.choice(kills or moves or rules.optional(before)))
            told = [fact.player for fact in played.last_facts() if fact.kind is FactKind.KADI_LOST]
            had = kadi
            kadi = by_hand(rules, before, played.state, kadi, mover)
            assert played.state.kadi == tuple(kadi)
            assert told == [seat for seat in range(players) if had[seat] and not kadi[seat]]
            lost += len(told)
    assert lost > 0, "no game of these took a kadi away: the comparison would say nothing"
