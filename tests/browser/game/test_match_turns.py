"""A turn of a match on the page: taken back step by step, ended, and as few touches as checkers move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from browser_for_tests import knows
from engine.match import Conduct
from engine.move import parse_move
from engine.throw import Dice
from engines.random_matches import match_setup
from ports_for_tests import House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]

TREMBLES_MS = 600
"""Whoever presses the same button sooner than this has trembled."""


def begun(house: House, *pips: int, names: tuple[str, str] = ("Asha", "Ravi"), **conduct: Any) -> None:
    """Begin a match whose first player, or the second where the first die is lower, has thrown."""
    setup = match_setup(5)
    assert setup.match is not None
    place = replace(setup.match, conduct=Conduct(**conduct))
    house.table.start(replace(setup, names=names, match=place))
    house.table.throw(Dice(pips or (3, 1)))


def touch(page: Any, *squares: str) -> None:
    for square in squares:
        box = page.locator(f'.hit[data-square="{square}"]').bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.locator("body:not(.busy)").wait_for()


def shows(page: Any, text: str) -> None:
    """Wait until the line of the turn says so."""
    page.locator(".whose", has_text=text).wait_for()


def deeds(house: House) -> list[str]:
    return [str(action.action) for action in house.table.model.actions]


def test_bs7_until_the_turn_is_ended_each_step_is_taken_back_by_one_touch(
    house: House, open_phone: Open
) -> None:
    begun(house, turn_ends="dice")
    page = open_phone()
    touch(page, "p8")
    page.locator(".told > li", has_text="plays 8/5").wait_for()
    touch(page, "p6")
    shows(page, "ends the turn by lifting the dice")
    assert deeds(house) == ["3-1", "8/5", "6/5"]
    for gone, text, left in (("6/5", "moves 1", ["3-1", "8/5"]), ("8/5", "moves 3 and 1", ["3-1"])):
        page.locator(".takes-back button:not(.again)", has_text=gone).click()
        shows(page, text)
        page.locator("body:not(.busy)").wait_for()
        assert deeds(house) == left
        page.wait_for_timeout(TREMBLES_MS)


def test_bs7_lifted_dice_end_the_turn_without_a_touch(house: House, open_phone: Open) -> None:
    begun(house, turn_ends="dice")
    page = open_phone()
    touch(page, "p8")
    page.locator(".told > li", has_text="plays 8/5").wait_for()
    touch(page, "p6")
    shows(page, "ends the turn by lifting the dice")
    house.table.end_turn(source="camera", of=house.table.model.actions[0].seq)
    page.locator(".whose.p1").wait_for()
    page.locator(".told > li", has_text="Asha lifts the dice: the turn is over").wait_for()


def test_bs7_dice_that_are_lifted_first_ask_for_the_play_and_end_the_turn_with_it(
    house: House, open_phone: Open
) -> None:
    begun(house, turn_ends="dice")
    page = open_phone()
    house.table.end_turn(source="camera")
    shows(page, "has ended the turn: enter the play (3 and 1)")
    touch(page, "p8")
    page.locator(".told > li", has_text="plays 8/5").wait_for()
    touch(page, "p6")
    page.locator(".whose.p1").wait_for()
    assert deeds(house) == ["3-1", "8/5", "6/5", "end"]


def test_bs7_a_phone_ends_a_turn_that_the_eye_has_not_followed_yet(house: House, open_phone: Open) -> None:
    begun(house)
    page = open_phone()
    page.locator(".actions button", has_text="End the turn").click()
    shows(page, "has ended the turn")
    page.locator(".takes-back button", has_text="end of turn").click()
    shows(page, "moves 3 and 1")
    assert house.table.model.closed is None


def test_bs9_the_question_of_an_illegal_play_says_what_becomes_of_it(house: House, open_phone: Open) -> None:
    begun(house, illegal_plays="responsible moves")
    page = open_phone()
    house.table.object_to(parse_move("13/8"))
    page.locator(".ask.illegal", has_text="Ravi").wait_for()
    page.locator(".ask.illegal button", has_text="lets it stand").click()
    page.locator(".ask.illegal").wait_for(state="detached")
    assert house.table.model.actions[-1].how == "accepted"


def test_bs9_legal_moves_the_opponent_doubles_and_the_play_stands(house: House, open_phone: Open) -> None:
    begun(house)
    page = open_phone()
    house.table.object_to(parse_move("13/8"))
    page.locator(".ask.illegal", has_text="It is put right until the next throw or double").wait_for()
    assert page.locator(".ask.illegal button", has_text="stand").count() == 0
    page.locator('.ask.illegal button[value="double"]').click()
    shows(page, "takes or passes the double")
    assert [one.how for one in house.table.model.actions[-3:]] == ["accepted", "accepted", "chosen"]


def test_bs6_a_cocked_die_is_told_by_one_touch(house: House, open_phone: Open) -> None:
    begun(house)
    house.table.play(parse_move("8/5 6/5"))
    house.table.end_turn()
    page = open_phone()
    house.table.ask(faces=("6", "unsure"), alternatives=(Dice((6, 5)), Dice((6, 4))))
    page.locator(".ask.asked button", has_text="A die was cocked").click()
    page.locator(".told > li", has_text="counts for nothing").wait_for()
    assert house.table.model.actions[-1].how == "void"


def test_bs1_whose_die_is_which_is_answered_by_one_touch(house: House, open_phone: Open) -> None:
    house.table.start(match_setup(5))
    page = open_phone()
    house.table.ask(faces=("6", "5"), alternatives=(Dice((6, 5)), Dice((5, 6))))
    page.locator(".ask.asked .likely button").nth(1).click()
    page.locator(".whose.p1").wait_for()
    knows(page)
    assert house.table.model.state.left == (6, 5)
