"""Matches by chance, with all that can happen beside the plays: nothing of them is lost or miscounted."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.table.commands import Redo, Undo
from engine.table.state import Model
from engines.random_matches import act, act_beside, check_match, deeds, drawn_setup, games_of, shown
from engines.recorded_table import Box


def undo_and_redo(box: Box) -> None:
    """Take the last action back and bring it back, as long as the game has not been left by it."""
    before = box.model
    box.table.do(Undo())
    if box.model.game == before.game and box.model.undone:
        box.table.do(Redo())
        stands = box.model.line, box.model.closed, box.model.question, box.model.waiting
        assert stands == (before.line, before.closed, before.question, before.waiting)


def play_by_chance(seed: int, happened: Counter[str], *, most: int) -> Model:
    """Play a match by chance, with undo, and count it again after each action."""
    chance = Random(seed)
    box = Box(drawn_setup(chance))
    for number in range(most):
        is_over = box.model.outcome is not None and not box.model.game_follows
        if is_over and chance.random() < 0.8:
            break
        done, was_closed = deeds(box.model), box.model.closed is not None
        is_new = box.model.before is not None and not box.model.actions
        if done and (is_over or chance.random() < (0.4 if is_new else 0.15)):
            if box.model.actions and chance.random() < 0.3:
                undo_and_redo(box)
                happened["redone"] += 1
                continue
            game = box.model.game
            box.table.do(Undo())
            happened["crossed"] += box.model.game < game
            left = deeds(box.model)
            assert done[-1][2] == "void" or left == done[: len(left)]
            assert len(left) < len(done) or done[-1][2] == "void" or was_closed
        elif not act_beside(box.table, chance):
            act(box.table, chance)
        check_match(box.model)
        happened["tournament"] += box.model.is_tournament
        if number % 50 == 0:
            assert shown(box.match_again().model) == shown(box.model)
    again = box.match_again().model
    assert shown(again) == shown(box.model)
    assert [game.setup for game in games_of(again)] == [game.setup for game in games_of(box.model)]
    check_match(again)
    happened.update(box.types())
    happened.update(f"{how}" for _, _, how in deeds(box.model))
    happened["won"] += box.model.outcome is not None and not box.model.game_follows
    return box.model


EACH = (
    *("turn-closed", "throw-voided", "throw-asked", "move-refused", "moved-back", "accepted", "redone"),
    *("resignation-offered", "resignation-refused", "doubled", "game-withdrawn", "crossed"),
    *("conduct-changed", "tournament"),
)
OF_CLOCKS = ("paused", "went-on", "time-given", "flag-fell")
"""Happen where a match has a clock, and few do."""


def test_in_matches_by_chance_the_score_is_right_after_every_undo_and_restart() -> None:
    happened: Counter[str] = Counter()
    for seed in range(9):
        play_by_chance(seed, happened, most=300)
    assert not [kind for kind in (*EACH, *OF_CLOCKS) if not happened[kind]], happened


@pytest.mark.slow  # two hundred whole matches
@pytest.mark.parametrize("part", range(10))
def test_nothing_of_two_hundred_matches_is_lost_or_miscounted(part: int) -> None:
    happened: Counter[str] = Counter()
    for seed in range(1000 + 20 * part, 1020 + 20 * part):
        play_by_chance(seed, happened, most=1200)
    assert happened["won"] >= 8, "for money nobody wins, and long matches are left"
    assert not [kind for kind in EACH if not happened[kind]], happened
