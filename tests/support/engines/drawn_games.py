"""What chance draws: any setup, what people do next, positions near the end, positions changed by hand."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import strategies as st

from engine.errors import NotNowError, SetupError
from engine.events import Setup
from engine.game import Rules, Waits
from engine.options import GameInfo, OptionValue, Preset
from engine.registry import games
from engine.table import Table
from engine.table.commands import (
    AcceptMove,
    CorrectThrow,
    PlayMove,
    ReportMove,
    SettleCorrection,
    TakeMoveBack,
    TakeThrow,
    Undo,
)
from engine.table.questions import Conflict, Illegal
from engine.table.turn_end import can_let_stand

NAMES = ("Asha", "Ravi", "Mina", "Dev")
PRESETS = [(info, preset) for info in games() for preset in info.presets]


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Choose a game, a preset, some options that go together, the players and who begins."""
    info, preset = draw(st.sampled_from(PRESETS))
    players = draw(st.sampled_from(info.players))
    turned = [
        (option.key, choice)
        for option in info.options
        for choice in option.choices
        if option.in_games and choice != preset.defaults[option.key]
    ]
    options: dict[str, OptionValue] = {}
    for key, choice in draw(st.lists(st.sampled_from(turned), max_size=6)):
        if possible(info, preset, options | {key: choice}, players):
            options[key] = choice
    begins = draw(st.sampled_from([None, *range(players)]))
    return Setup(info.name, preset.name, NAMES[:players], options, begins)


def possible(info: GameInfo, preset: Preset, options: dict[str, OptionValue], players: int) -> bool:
    try:
        Table(record=lambda _: None).start(Setup(info.name, preset.name, NAMES[:players], options))
    except SetupError:
        return False
    return True


def do_something(data: st.DataObject, table: Table) -> None:
    """Throw, move, throw early or do something illegal, correct, take back, and answer what is asked.

    What is taken back is the last thing, as the table has it, or all from some action on. Nothing is done
    where the game is over.
    """
    model = table.model
    if model.waits is Waits.OVER:
        return
    deeds = ["go on"] * 7 + ["early", "illegal", "correct", "undo", "undo to"]
    what, question = data.draw(st.sampled_from(deeds)), model.question
    if isinstance(question, Conflict):
        answers = ["accepted", "undone", "withdrawn"]
        try:
            table.do(SettleCorrection(question.at.seq, data.draw(st.sampled_from(answers))))
        except NotNowError:  # no board could show it
            table.do(SettleCorrection(question.at.seq, "undone"))
    elif question is not None and what != "illegal":
        may_stand = not isinstance(question, Illegal) or can_let_stand(model)
        answer = AcceptMove if data.draw(st.booleans()) and may_stand else TakeMoveBack
        table.do(answer(question.seq))
    elif what == "undo" and model.actions:
        table.do(Undo())
    elif what == "undo to" and model.actions:
        table.do(Undo(data.draw(st.sampled_from(model.actions)).seq))
    elif what == "correct" and model.last_throw:
        wants = model.rules.wants(model.states[model.place(model.last_throw.seq)])
        others = [throw for throw in wants.throws() if throw != model.last_throw.action]
        table.do(CorrectThrow(model.last_throw.seq, data.draw(st.sampled_from(others))))
    elif what == "early" or model.waits is Waits.THROW:
        table.do(TakeThrow(data.draw(st.sampled_from(model.rules.wants(model.state).throws()))))
    elif what == "illegal":
        piece = data.draw(st.sampled_from(model.rules.placed(model.state)))
        elsewhere = [one.id for one in model.rules.layout.squares if one.id != piece.square]
        table.do(ReportMove((piece.player, piece.piece), data.draw(st.sampled_from(elsewhere))))
    else:
        moves = [*model.line.moves, *model.line.optional]
        assert moves, "the game is stuck"
        table.do(PlayMove(data.draw(st.sampled_from(moves))))


def late_position(rules: Rules[Any], chance: random.Random) -> dict[str, Any]:
    """Give a position near the end, where most rules are about; many are refused."""
    seats = range(rules.players)
    turn = chance.choice(seats)
    if rules.family == "backgammon":
        board = [0] * 26
        for side, points in ((1, (1, 2, 3, 4, 5, 6, 7, 25)), (-1, (24, 23, 22, 21, 20, 19, 0))):
            for _ in range(chance.randint(1, rules.pieces)):
                point = chance.choice(points)
                board[point] += side if point else 1
        return {"board": board, "turn": turn}
    if rules.family == "pachisi":
        steps = [0, 84, 84, 83, 80, 76, 59, *range(60, 84)]
        pieces = [[chance.choice(steps) for _ in range(rules.pieces)] for _ in seats]
        return {"turn": turn, "pieces": pieces, "captured": [chance.randint(0, 1) for _ in seats]}
    last = rules.home_step
    pawns = []
    for _ in seats:
        base = chance.randint(last - 9, last - 2)
        pawns.append([min(last, base + chance.choice([0, 0, 0, 0, 1, 9])) for _ in range(rules.pieces)])
    pairs = [[[0, 1]] if chance.random() < 0.4 and own[0] == own[1] < last else [] for own in pawns]
    return {"turn": turn, "pawns": pawns, "pairs": pairs, "kadi": [True for _ in seats]}


def altered(data: st.DataObject, position: dict[str, Any]) -> dict[str, Any]:
    """Change a position in one or two places, as a person who moves pieces on a picture does."""
    position = json.loads(json.dumps(position))
    for _ in range(data.draw(st.integers(1, 2))):
        key = data.draw(st.sampled_from(sorted(position)))
        if data.draw(st.integers(0, 4)) == 0 and key not in ("board", "pieces", "pawns"):
            del position[key]
        else:
            position[key] = changed(data, position[key])
    return position


def changed(data: st.DataObject, value: Any) -> Any:
    """Change one thing somewhere inside a JSON value; its kind stays."""
    if isinstance(value, list) and value:
        place = data.draw(st.integers(0, len(value) - 1))
        if data.draw(st.integers(0, 5)) == 0:
            return value[:place] + value[place + 1 :]
        return [*value[:place], changed(data, value[place]), *value[place + 1 :]]
    if isinstance(value, dict) and value:
        key = data.draw(st.sampled_from(sorted(value)))
        return value | {key: changed(data, value[key])}
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return data.draw(st.one_of(st.integers(-2, 90), st.just(value + 1), st.just(value - 1)))
    return value
