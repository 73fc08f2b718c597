"""Throws, moves and ends of every kind in any order play again to the same."""

from __future__ import annotations

import random

import pytest

from engine.ending import Accept, Agree, Refuse, Resign
from engine.errors import IllegalMoveError, NotNowError, ThrowError
from engine.events import Logged, Setup
from engine.facts import Ending
from engine.game import Waits
from engine.move import Move
from engine.notation import read_record, replay_record, write_record
from engine.table import Table
from engine.table.commands import (
    CorrectThrow,
    DropThrow,
    PlayMove,
    SetPosition,
    SettleCorrection,
    TakeThrow,
    Undo,
    UseKeptThrows,
)
from engine.table.questions import Conflict
from engine.table.state import replayed
from engine.table.transaction import Answer, Command
from engine.throw import Cowries, Dice
from engines.recorded_table import NAMES, logged_again

GAMES = [
    ("chowka-bhara", "5x5", {}),
    ("pachisi", "six", {}),
    ("pachisi", "seven", {"partners": True}),
    ("backgammon", "standard", {"cube": True, "beavers": True}),
    ("backgammon", "polish", {}),
    ("ludo", "plain", {}),
]


@pytest.mark.parametrize("seed", range(36))
def test_whatever_is_done_in_any_order_plays_again_to_the_same(seed: int) -> None:
    chance = random.Random(seed)
    game, preset, options = GAMES[seed % len(GAMES)]
    players = 2 if game == "backgammon" else 4 if options else chance.choice((2, 3, 4))
    events: list[Logged] = []
    table = Table(record=events.extend)
    table.start(Setup(game, preset, NAMES[:players], options, chance.choice((None, 0))))
    ends: list[Move] = [Accept(), Refuse(), Agree(), Agree((0,), 2), Resign(0), Resign(1, 3)]
    ends += [Resign(seat) for seat in range(players)]
    refused = 0
    for _ in range(120):
        model, written = table.model, len(events)
        line = model.line
        throws = model.rules.wants(model.state).throws()
        thrown = [action.seq for action in model.actions if isinstance(action.action, Cowries | Dice)]
        acts: list[Command] = [
            *[TakeThrow(chance.choice(throws))] * 4,
            *[PlayMove(move) for move in [*line.moves[:6], *line.optional] * 3],
            PlayMove(chance.choice(ends)),
            SetPosition(model.rules.to_position(model.state)),
            *[Undo(action.seq) for action in model.actions[-3:]],
            *[CorrectThrow(seq, chance.choice(throws)) for seq in thrown[-2:]],
        ]
        if isinstance(model.question, Conflict):
            how: Answer = chance.choice(("accepted", "undone", "withdrawn"))
            acts = [SettleCorrection(model.question.at.seq, how)]
        if model.waiting:
            acts += [DropThrow(model.waiting[0].seq), UseKeptThrows()]
        try:
            table.do(chance.choice(acts))
        except (NotNowError, IllegalMoveError, ThrowError):
            refused += 1
            assert table.model is model
            assert len(events) == written
        line = table.model.line
        assert (line.waits is Waits.OVER) == (line.outcome is not None)
        for move in [*line.moves, *line.optional]:
            assert (line.not_now(move), line.why_not(move)) == (None, None)
        assert line.waits is not Waits.MOVE or line.moves or line.optional
        assert line.outcome or line.turn not in line.declared.left, "nobody waits for who has left"
        if line.outcome and line.outcome.ending is Ending.RESIGNED:
            assert not {*line.outcome.winners} & {*line.declared.left}
    again = replayed(map(logged_again, events))
    assert (again.states, again.actions, again.turn) == (
        table.model.states,
        table.model.actions,
        table.model.turn,
    )
    assert again.line.declared == table.model.line.declared
    assert refused, "some things are refused, and then nothing has changed"
    written_out = write_record(table.model)
    assert write_record(replay_record(read_record(written_out))) == written_out
