"""Resigning, its answer and agreeing as texts: moves, their parts, and records."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ending import Accept, Agree, Refuse, Resign
from engine.errors import NotationError
from engine.move import move_from_json, parse_move
from engine.notation import read_record, replay_record, write_record
from engine.table.state import replayed
from engines.played_table import Played, backgammon


@given(st.integers(0, 8), st.integers(1, 9), st.lists(st.integers(0, 8), max_size=4))
def test_every_such_move_reads_back_from_its_text_and_its_parts(
    seat: int, points: int, winners: list[int]
) -> None:
    for move in (Resign(seat, points), Accept(), Refuse(), Agree(tuple(winners), points)):
        assert parse_move(str(move)) == move
        assert move_from_json(move.to_json()) == move


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "resign"},
        {"kind": "resign", "player": -1},
        {"kind": "resign", "player": True},
        {"kind": "resign", "player": 0, "points": 0},
        {"kind": "resign", "player": 0, "all": 1},
        {"kind": "agree", "winners": 1},
        {"kind": "agree", "winners": ["0"]},
        {"kind": "accept", "player": 0},
    ],
)
def test_parts_that_cannot_be_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(NotationError):
        move_from_json(wrong)
    for text in ("resign", "resign 0", "resign 1 =1", "resign 10", "agree 0", "agree1", "accept 1"):
        with pytest.raises(NotationError):
            parse_move(text)


@pytest.mark.parametrize(
    ("make", "moves"),
    [
        (lambda: backgammon(cube=True), ("resign 2", "refuse", "double", "take", "resign 1 =3", "accept")),
        (lambda: Played("chowka-bhara", "5x5", 4), ("resign 2", "resign 1", "resign 4")),
        (lambda: Played("pachisi", "seven", 3), ("resign 3", "agree 2")),
        (lambda: Played("ludo", "plain"), ("agree",)),
    ],
)
def test_a_record_tells_it_and_reads_back(make: Callable[[], Played], moves: tuple[str, ...]) -> None:
    played = make()
    played.play(*moves)
    written = write_record(played.table.model, events=played.events)
    again = replay_record(read_record(written))
    assert again.outcome == played.outcome
    assert [(a.player, a.action) for a in again.actions] == [
        (a.player, a.action) for a in played.table.model.actions
    ]
    assert write_record(again) == write_record(played.table.model)
    assert replayed(played.events).outcome == played.outcome


def test_a_record_says_who_resigned_and_who_accepted() -> None:
    played = backgammon()
    played.play("resign 1 =2", "accept")
    assert write_record(played.table.model).splitlines()[-3:] == [
        "1 Asha: resign 1 =2",
        "1 Ravi: accept",
        "result resigned winners 2 points 2",
    ]
