"""Matches played by chance from their first throw to their end, without a position set by hand."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from random import Random

from engine.ending import Accept, Refuse, Resign
from engine.errors import NotNowError
from engine.events import Logged
from engine.game import Waits
from engine.match import Conduct
from engine.move import Beaver, Double, Drop, EndTurn, Play, Take
from engine.table import Table
from engine.table.commands import (
    AcceptMove,
    BeginNextGame,
    PlayMove,
    ReportMove,
    TakeMoveBack,
    TakeThrow,
    VoidThrow,
)
from engine.table.questions import Illegal
from engine.table.turn_end import can_let_stand
from engine.throw import Dice
from engines.random_matches import match_setup

NAMES = (
    ("Ann", "Bob"),
    ("Asha: die Große", "Müller, 1500"),
    ("ಆಶಾ ಕುಲಕರ್ಣಿ ಅವರ ಮಗಳು ಮೈಸೂರು", "ರವಿ"),
    ("आशा देवी", "रवीन्द्रनाथ ठाकुर जी महाराज"),
    ("Łukasz Żółć", "Ägidius “Ed” von und zu Hohenzollern"),
    ("Александр Сергеевич Пушкин", "Δημήτρης"),
    ("محمد بن عبد الله", "יעקב"),
    ("山田 太郎", "🎲" * 40),
    ("Game 1", "x] \\ ;B[66]"),
)
"""Names in many scripts, and such as a program could stumble over."""


def play_whole(
    chance: Random,
    *,
    length: int,
    games: int = 4,
    record: Callable[[list[Logged]], None] | None = None,
    names: tuple[str, str] = NAMES[0],
    illegal: bool = False,
    preset: str = "standard",
    table: Table | None = None,
    **about: object,
) -> Table:
    """Play a match to its end; for money so many games.

    Args:
        chance: Decides everything.
        length: Points; 0 for money.
        games: For money.
        record: Takes the events.
        names: Of the players.
        illegal: Plays that the rules forbid are let stand now and then.
        preset: Of the rules.
        table: On which it is played; None for one of its own.
        about: More of the match (`match_setup`).
    """
    if table is None:
        table = Table(record=lambda events: record(list(events)) if record else None)
    setup = replace(match_setup(length, preset=preset, **about), names=names)
    assert setup.match is not None
    conduct = Conduct(
        event="Club “night” 7: final]",
        round=str(chance.randint(1, 5)),
        illegal_plays="responsible moves",
    )
    table.start(replace(setup, match=replace(setup.match, conduct=conduct)))
    while table.model.outcome is None or table.model.game_follows:
        match = table.model.match
        assert match is not None
        number = table.model.setup.match.number  # type: ignore[union-attr]
        if table.model.outcome is not None and not length and number >= games:
            break
        act(table, chance, illegal=illegal)
    return table


def act(table: Table, chance: Random, *, illegal: bool = False) -> None:
    """Do one thing."""
    model = table.model
    drawn = Dice(tuple(chance.randint(1, 6) for _ in range(model.rules.wants(model.state).count)))
    if isinstance(model.question, Illegal) and not can_let_stand(model):
        table.do(TakeMoveBack(model.question.seq))
    elif model.question is not None:
        table.do(AcceptMove(model.question.seq))  # type: ignore[union-attr]
    elif model.waits is Waits.OVER:
        table.do(BeginNextGame())
    elif model.line.declared.offered:
        table.do(PlayMove(Accept() if chance.random() < 0.8 else Refuse()))
    elif Take() in model.line.optional:
        answers = [Take(), Take(), Drop()]
        table.do(
            PlayMove(chance.choice([*answers, Beaver()] if Beaver() in model.line.optional else answers))
        )
    elif chance.random() < 0.006 and model.rules.turn_number(model.state):
        seat = chance.randint(0, 1)
        table.do(PlayMove(Resign(seat, chance.choice(model.rules.resignations(model.state, seat) or (1,)))))
    elif model.waits is Waits.THROW:
        _throw(table, chance, drawn)
    elif illegal and model.waits is Waits.MOVE and chance.random() < 0.03:
        _move_illegally(table, chance)
    else:
        moves = model.rules.moves(model.state)
        if moves and chance.random() < 0.2:
            play = chance.choice(moves)
            assert isinstance(play, Play)
            for step in play.steps:
                table.do(PlayMove(Play((step,)), sure=True))
        else:
            table.do(PlayMove(chance.choice(moves) if moves else EndTurn(), sure=True))


def _throw(table: Table, chance: Random, drawn: Dice) -> None:
    model = table.model
    last = model.last_throw
    if Double() in model.line.optional and chance.random() < 0.04:
        table.do(PlayMove(Double()))
    elif last is not None and chance.random() < 0.02:
        try:
            table.do(VoidThrow(last.seq))
        except NotNowError:
            table.do(TakeThrow(drawn, source="typed"))
    elif model.rules.wants(model.state).count == 1 and chance.random() < 0.5:
        table.do(
            TakeThrow(Dice((chance.randint(1, 6), chance.randint(1, 6))) if not model.state.first else drawn)
        )
    else:
        table.do(TakeThrow(drawn, source="typed"))


def _move_illegally(table: Table, chance: Random) -> None:
    """Carry a checker where it may not go; the players let it stand."""
    model = table.model
    own = [placed for placed in model.rules.placed(model.state) if placed.player == model.turn]
    piece = chance.choice(own)
    squares = list(model.rules.steps(model.turn).values())
    with suppress(NotNowError):  # it would stand there already
        table.do(ReportMove((piece.player, piece.piece), chance.choice(squares)))
