"""The question of the eye on the board, answered by touch on a small phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from boards.painted_board import start
from device.follow.conclusions import Asks, Followed
from engine.move import Play, parse_move
from engine.throw import Dice
from ports_for_tests import House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]


@pytest.mark.parametrize("answer", ["8/5 6/5", "24/21 6/5", "None of these"])
def test_what_was_done_on_the_board_is_answered_by_touch(house: House, open_phone: Open, answer: str) -> None:
    house.start("backgammon", "standard")
    house.table.throw(Dice((3, 1)))
    house.see_board({**start(), 8: 2, 5: 2, 6: 4})
    seen = house.seen
    assert seen is not None
    turns = tuple(Followed((parse_move(text),)) for text in ("8/5 6/5", "24/21 6/5"))
    house.reports.ask(Asks(turns, ("p8",)), house.table.model, seen.frame, seen.pose)
    page = open_phone()
    page.set_viewport_size({"width": 375, "height": 667})
    page.get_by_role("button", name=answer).click()
    page.locator(".ask").wait_for(state="detached")
    played = [str(one.action) for one in house.table.model.actions if isinstance(one.action, Play)]
    assert played == ([] if answer == "None of these" else [answer])
