"""Agreeing that a game is over, with or without a winner."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.errors import NotNowError
from engine.facts import Ending, Outcome
from engines.played_table import ASHA, MEENA, RAVI, Played, backgammon


@pytest.mark.parametrize(
    ("make", "winners", "text"),
    [
        (lambda: Played("chowka-bhara", "5x5", 3), (), "agree"),
        (lambda: Played("chowka-bhara", "5x5", 3), (MEENA,), "agree 3"),
        (lambda: Played("pachisi", "six", 4, partners=True), (ASHA, MEENA), "agree 1 3"),
        (lambda: backgammon(), (), "agree"),
    ],
)
def test_all_may_agree_that_it_is_over(
    make: Callable[[], Played], winners: tuple[int, ...], text: str
) -> None:
    played = make()
    played.play(text)
    assert played.outcome == Outcome(winners, Ending.AGREED, points=1 if winners else 0)
    assert played.again().model.outcome == played.outcome
    played.table.undo()
    assert played.outcome is None


def test_an_agreed_winner_gets_points_times_the_cube() -> None:
    played = backgammon(cube=True)
    played.play("double", "take", "agree 2 =2")
    assert played.outcome == Outcome((RAVI,), Ending.AGREED, points=4, cube=2)


@pytest.mark.parametrize("text", ["agree 3", "agree 1 2", "agree 1 1", "agree =2", "agree 1 =4", "resign 3"])
def test_what_nobody_can_agree_on_is_refused(text: str) -> None:
    played = backgammon()
    count = len(played.events)
    with pytest.raises(NotNowError):
        played.play(text)
    assert len(played.events) == count


def test_an_agreement_answers_an_offer() -> None:
    played = backgammon()
    played.play("resign 1 =2", "agree")
    assert played.outcome == Outcome((), Ending.AGREED, points=0)
