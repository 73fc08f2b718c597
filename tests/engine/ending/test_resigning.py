"""Resigning in a game for two or more: who wins, who plays on, and that it can be taken back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.ending import Resign
from engine.errors import NotNowError
from engine.events import GameEnded, Happened, Logged, Moved, Setup, TurnBegan
from engine.facts import Ending, FactKind, Outcome
from engine.game import Waits
from engine.table import Table
from engine.table.commands import (
    CorrectThrow,
    PlayMove,
    ReportMove,
    SetPosition,
    SettleCorrection,
    TakeThrow,
    Undo,
)
from engine.throw import Cowries, Dice
from engines.recorded_table import ASHA, KIRAN, MEENA, NAMES, RAVI, Box, begun

# Two players of a game in which a win is a win


@pytest.mark.parametrize(
    ("game", "preset"), [("chowka-bhara", "5x5"), ("pachisi", "seven"), ("ludo", "plain")]
)
@pytest.mark.parametrize("seat", [ASHA, RAVI])
def test_of_two_players_the_other_wins_at_once_whosever_turn_it_is(game: str, preset: str, seat: int) -> None:
    played = begun(game, preset)
    played.do(f"resign {seat + 1}")
    assert played.outcome == Outcome((1 - seat,), Ending.RESIGNED)
    assert played.model.waits is Waits.OVER
    moved, fact, ended = [logged.event for logged in played.record[-3:]]
    assert moved == Moved(seat, Resign(seat))
    assert isinstance(fact, Happened)
    assert (fact.fact.kind, fact.fact.player) == (FactKind.RESIGNED, seat)
    assert ended == GameEnded(Outcome((1 - seat,), Ending.RESIGNED))
    assert played.restart().model.outcome == played.outcome


def test_nothing_is_thrown_or_moved_after_it_and_taking_it_back_gives_the_same_game() -> None:
    played = begun("chowka-bhara", "5x5")
    played.table.do(TakeThrow(Cowries(3, 4)))
    before = played.model
    played.do("resign 1")
    with pytest.raises(NotNowError):
        played.table.do(TakeThrow(Cowries(3, 4)))
    for text in ("a 0/3 =3", "resign 2", "agree", "accept"):
        with pytest.raises(NotNowError, match="the game is over"):
            played.do(text)
    with pytest.raises(NotNowError, match="the game is over"):
        played.table.do(ReportMove((0, 0), "r3c4"))
    with pytest.raises(NotNowError, match="take that back"):
        played.table.do(SetPosition(before.rules.to_position(before.state)))
    played.table.do(Undo())
    assert played.model.state == before.state
    assert played.outcome is None
    assert played.restart().model.outcome is None
    played.do("a 0/3 =3")
    assert played.model.turn == RAVI


# More than two players


@pytest.mark.parametrize(
    ("game", "preset", "throw"),
    [
        ("chowka-bhara", "5x5", Cowries(3, 4)),
        ("pachisi", "seven", Cowries(3, 7)),
        ("pachisi", "six", Cowries(4, 6)),
        ("ludo", "plain", Dice((3,))),
    ],
)
def test_of_several_the_others_play_on_without_the_one_who_resigns(
    game: str, preset: str, throw: Cowries | Dice
) -> None:
    played = begun(game, preset, 3)
    played.do("resign 1")
    table = played.table
    assert played.outcome is None
    assert (table.model.turn, table.model.waits) == (RAVI, Waits.THROW)
    assert TurnBegan(RAVI) in [logged.event for logged in played.record[-2:]]
    turns = []
    for _ in range(6):
        turns.append(table.model.turn)
        table.do(TakeThrow(throw))
        if table.model.waits is Waits.MOVE:
            table.do(PlayMove(table.model.line.moves[0]))
    assert turns == [RAVI, MEENA] * 3
    with pytest.raises(NotNowError, match="cannot resign"):
        played.do("resign 1")
    assert played.restart().model.state == table.model.state
    played.do("resign 2")
    assert played.outcome == Outcome((MEENA,), Ending.RESIGNED)
    assert played.restart().model.outcome == played.outcome


@pytest.mark.parametrize(
    ("start", "position", "throw"),
    [
        (
            lambda: begun("pachisi", "six", 3, grace_home=False),
            {"pieces": [[83, 84, 84, 81], [83, 83, 84, 84], [5, 0, 0, 0]]},
            Cowries(2, 6),
        ),
        (
            lambda: begun("chowka-bhara", "5x5", 3),
            {"pawns": [[15, 14, 13, 10], [15, 14, 13, 12], [0, 0, 0, 0]]},
            Cowries(2, 4),
        ),
    ],
    ids=["pachisi", "chowka-bhara"],
)
def test_those_who_play_on_and_can_never_move_again_have_no_winner(
    start: Callable[[], Box], position: dict[str, object], throw: Cowries
) -> None:
    played = start()
    played.table.do(SetPosition({**position, "turn": ASHA}))
    played.do("resign 3")
    assert played.outcome is None
    played.table.do(TakeThrow(throw))
    last = next(move for move in played.model.line.moves if str(move).startswith("d"))
    played.table.do(PlayMove(last, sure=True))
    assert played.outcome == Outcome((), Ending.STUCK, places=((ASHA, RAVI), (MEENA,)))
    assert played.restart().model.outcome == played.outcome


def test_pieces_of_who_resigns_leave_the_board_and_come_back_when_it_is_taken_back() -> None:
    played = begun("chowka-bhara", "5x5", 3)
    table = played.table
    table.do(TakeThrow(Cowries(3, 4)))
    played.do("a 0/3 =3")
    before = table.model.state
    played.do("resign 1")
    assert [piece.step for piece in table.model.rules.placed(table.model.state) if piece.player == ASHA] == [
        0
    ] * 4
    assert table.model.turn == RAVI, "it was Ravi's turn, and is"
    table.do(Undo())
    assert table.model.state == before


def test_a_throw_for_the_beginning_goes_on_without_the_one_who_resigns() -> None:
    events: list[Logged] = []
    table = Table(record=events.extend)
    table.start(Setup("pachisi", "seven", NAMES[:3]))
    table.do(TakeThrow(Cowries(5, 7)))
    table.do(PlayMove(Resign(RAVI)))
    assert (table.model.turn, table.model.waits) == (MEENA, Waits.THROW)
    table.do(TakeThrow(Cowries(2, 7)))
    assert table.model.turn == ASHA, "who threw 25 begins"
    table.do(Undo())
    table.do(PlayMove(Resign(MEENA)))
    assert table.model.outcome == Outcome((ASHA,), Ending.RESIGNED)


def test_places_stand_when_the_last_rival_resigns() -> None:
    """Chowka Bhara counts places: who is home first has won, however the others end."""
    played = begun("chowka-bhara", "5x5", 3)
    table = played.table
    position = table.model.rules.to_position(table.model.state)
    table.do(
        SetPosition({**position, "pawns": [[24, 24, 24, 23], [1, 0, 0, 0], [2, 0, 0, 0]], "kadi": [True] * 3})
    )
    table.do(TakeThrow(Cowries(1, 4)))
    if table.model.waits is Waits.MOVE:
        table.do(PlayMove(table.model.line.moves[-1]))
    assert table.model.state.finished == (ASHA,)
    with pytest.raises(NotNowError, match="cannot resign"):
        played.do("resign 1")
    played.do("resign 3")
    ended = Outcome((ASHA,), Ending.RESIGNED, places=((ASHA,), (RAVI,), (MEENA,)))
    assert played.outcome == ended


def test_partners_resign_together() -> None:
    played = begun("pachisi", "seven", 4, partners=True)
    played.do("resign 3")
    assert played.outcome == Outcome((RAVI, KIRAN), Ending.RESIGNED)


def test_a_correction_before_a_resignation_keeps_it() -> None:
    played = begun("chowka-bhara", "5x5", 3)
    table = played.table
    table.do(TakeThrow(Cowries(3, 4), source="typed"))
    thrown = table.model.actions[-1].seq
    played.do("a 0/3 =3", "resign 3")
    table.do(CorrectThrow(thrown, Cowries(2, 4)))
    at = table.model.question
    assert at is not None
    table.do(SettleCorrection(table.model.actions[1].seq, "accepted"))
    assert table.model.line.declared.left == (MEENA,)
    assert table.model.actions[-1].player == MEENA
    again = played.restart().model
    assert (again.states, again.actions) == (table.model.states, table.model.actions)
