"""Two phones that act at the same moment: one of them is first, and the other is told so."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from engine.move import Double, parse_move
from engine.table.commands import CloseTurn, PlayMove, TakeThrow
from engine.throw import Dice
from engines.random_matches import check_match, match_setup
from ports_for_tests import House


@pytest.mark.parametrize("turn", range(2))
def test_of_a_resignation_and_a_double_at_once_one_counts_and_the_other_is_refused(
    house: House, turn: int
) -> None:
    house.table.start(match_setup(5))
    house.table.do(TakeThrow(Dice((3, 1))))
    house.table.do(PlayMove(parse_move("8/5 6/5")))
    house.table.do(CloseTurn())
    seen = house.player().state()["seq"]
    begin = Barrier(2)

    def act(number: int) -> tuple[int, dict[str, Any]]:
        phone = house.player() if number else house.admin()
        csrf = phone.state()["csrf"]
        begin.wait(10)
        if number == turn:
            return phone.do("endings", csrf=csrf, how="resign", sure=True, player=0, points=1, at=seen)
        return phone.do("moves", csrf=csrf, move="double", at=seen)

    with ThreadPoolExecutor(2) as phones:
        answers = list(phones.map(act, range(2)))
    assert sorted(status for status, _ in answers) == [201, 409]
    [refused] = [told for status, told in answers if status == 409]
    assert refused["error"]
    model = house.table.model
    offered = model.line.declared.offered is not None
    doubled = model.actions[-1].action == Double()
    assert offered != doubled
    check_match(model)
    kept = house.journal.game_events(model.game)
    house.table.resume(kept)
    assert [str(action.action) for action in house.table.model.actions] == [
        str(action.action) for action in model.actions
    ]
