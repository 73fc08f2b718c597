"""One touch where a piece can go to one square only; a choice where a fingertip covers several things."""

from __future__ import annotations

from typing import Any

import pytest

from browser_for_tests import Open, deeds, hit, knows, man, meant, middle, next_page, stop_clock
from engine.events import Setup
from engine.table.commands import ReportMove, SetPosition, TakeThrow, Undo
from engine.throw import Cowries
from ports_for_tests import House

pytestmark = pytest.mark.browser

FINGER = {"has_touch": True, "is_mobile": True}
SIDE_BY_SIDE = [[9, 10, 0, 0], [0, 0, 0, 0]]
"""Asha’s pieces a and b of Pachisi on squares beside one another, where neither can go to the other by 3."""
END = "r15c10"
"""Where 12 steps lead a piece of Asha’s."""


def between(one: tuple[float, float], other: tuple[float, float], part: float = 0.5) -> tuple[float, float]:
    x, y = ((1 - part) * a + part * b for a, b in zip(one, other, strict=True))
    return x, y


def pachisi(house: House, mouths: int, pieces: list[list[int]]) -> None:
    house.start("pachisi")
    house.table.do(SetPosition({"turn": 0, "pieces": pieces, "entered": [True, True]}))
    house.table.do(TakeThrow(Cowries(mouths, 6), source="typed"))


def chowka(house: House, *mouths: int) -> None:
    house.start()
    for count in mouths:
        house.table.do(TakeThrow(Cowries(count, 4), source="typed"))


def opened(open_phone: Open, house: House, **settings: Any) -> Any:
    page = open_phone(**settings)
    page.locator("#men .can").first.wait_for()
    return page


def shown(page: Any, house: House) -> None:
    page.locator("body:not(.busy)").wait_for()
    knows(page, house.journal.last_seq())


def asked(page: Any) -> Any:
    """Touch between two pieces with a finger; gives the question that comes up."""
    page.touchscreen.tap(*between(middle(page, man("0,0")), middle(page, man("0,1"))))
    dialog = page.locator("dialog.which")
    dialog.locator("button").first.wait_for()
    return dialog


def test_a_piece_with_one_square_to_go_to_goes_by_one_touch_but_never_loses_what_was_taken_back(
    house: House, open_phone: Open
) -> None:
    chowka(house, 3)
    page = opened(open_phone, house, **FINGER)
    page.touchscreen.tap(*middle(page, hit("r4c2")))
    page.locator(".whose.p1").wait_for()
    thrown, moved = deeds(house)
    assert (thrown, moved[1:]) == ("3/4", " 0/3 =3")
    page.locator(".takes-back button").first.tap()
    page.locator(".whose.p0").wait_for()
    assert deeds(house) == ["3/4"]
    page.locator(".takes-back .again").wait_for()
    meant(page)
    page.touchscreen.tap(*middle(page, hit("r4c2")))
    page.locator('.hit.target[data-square="r3c4"]').wait_for()
    assert deeds(house) == ["3/4"]
    page.locator(".takes-back .again").tap()
    page.locator(".whose.p1").wait_for()
    assert deeds(house) == ["3/4", moved]


def test_the_second_touch_of_a_trembling_finger_plays_no_second_move_and_lets_go_of_nothing(
    house: House, open_phone: Open
) -> None:
    chowka(house, 4, 3)
    page = opened(open_phone, house, own_clock=True, **FINGER)
    stop_clock(page)
    place = middle(page, hit("r4c2"))
    page.touchscreen.tap(*place)
    page.locator(".hit.target").first.wait_for()
    page.clock.run_for(120)
    page.touchscreen.tap(*place)
    page.clock.run_for(120)
    assert page.locator(".hit.target").count() == 2
    target = middle(page, '.hit.target[data-square="r3c4"]')
    page.touchscreen.tap(*target)
    page.locator('#men [data-square="r3c4"].can').wait_for()  # it can go on, to one square
    page.locator("body:not(.busy)").wait_for()
    page.clock.run_for(120)
    page.touchscreen.tap(*target)
    page.clock.run_for(500)
    page.locator("body:not(.busy)").wait_for()
    assert [one[1:] for one in deeds(house)[2:]] == [" 0/3 =3"]
    page.touchscreen.tap(*target)
    page.locator(".whose.p1").wait_for()
    assert [one[1:] for one in deeds(house)[3:]] == [" 3/7 =4"]


def test_a_touch_that_plays_is_seen_at_once_and_a_refusal_lets_go(house: House, open_phone: Open) -> None:
    chowka(house, 3)
    page = opened(open_phone, house)
    held: list[Any] = []
    page.route("**/api/v1/moves", lambda route: held.append(route))
    page.mouse.click(*middle(page, man("0,1")))
    assert page.locator(".chosen").get_attribute("data-piece") == "0,1"
    while not held:
        page.evaluate("1")  # lets what the browser tells come in
    held[0].fulfill(status=409, json={"error": "not now"})
    page.locator("#said", has_text="not now").wait_for()
    page.locator(".chosen").wait_for(state="detached")


def test_of_small_pieces_under_one_fingertip_it_is_asked_in_large_which_is_meant(
    house: House, open_phone: Open
) -> None:
    pachisi(house, 3, SIDE_BY_SIDE)
    page = opened(open_phone, house, own_clock=True, **FINGER)
    page.set_viewport_size({"width": 375, "height": 667})
    stop_clock(page)
    dialog = asked(page)
    answers = dialog.locator("button")
    page.clock.run_for(120)
    for place in (middle(page, answers.last), (5, 5)):  # the finger trembles
        page.touchscreen.tap(*place)
    page.clock.run_for(500)
    page.locator("dialog.which:not(.fresh)").wait_for()
    assert deeds(house)[1:] == ["3/6"], "nothing is played before it is answered"
    for piece, answer in enumerate(answers.all()):
        box = answer.locator(".chosen").bounding_box()
        assert min(box["width"], box["height"]) >= 36
        assert answer.locator(".chosen").get_attribute("data-piece") == f"0,{piece}"
        assert min(answer.bounding_box()[side] for side in ("width", "height")) >= 44
    within = dialog.bounding_box()
    assert within["x"] >= 0
    assert within["x"] + within["width"] <= 375
    answers.nth(1).tap()
    page.locator(".whose.p1").wait_for()
    assert deeds(house)[2:] == ["b 10/13 =3"]


def test_a_touch_in_the_middle_of_a_small_piece_or_beside_it_and_a_mouse_are_not_asked_about(
    house: House, open_phone: Open
) -> None:
    pachisi(house, 3, SIDE_BY_SIDE)
    page = opened(open_phone, house, **FINGER)
    first, second = middle(page, man("0,0")), middle(page, man("0,1"))
    page.touchscreen.tap(*between(first, second, 0.15))
    page.locator(".whose.p1").wait_for()
    assert deeds(house)[2:] == ["a 9/12 =3"]
    with next_page(page):
        pachisi(house, 3, SIDE_BY_SIDE)
    shown(page, house)
    page.mouse.click(*between(first, second, 0.6))
    page.locator(".whose.p1").wait_for()
    assert deeds(house)[2:] == ["b 10/13 =3"]
    with next_page(page):
        pachisi(house, 3, SIDE_BY_SIDE)
    shown(page, house)
    page.touchscreen.tap(first[0] + 22, first[1])
    page.locator(".hit.target").wait_for()
    assert page.locator(".chosen").get_attribute("data-piece") == "0,0", "beside a piece, it is chosen"
    page.touchscreen.tap(*middle(page, ".hit.target"))
    page.locator(".whose.p1").wait_for()
    assert deeds(house)[2:] == ["a 9/12 =3"]


def test_a_square_to_go_to_and_a_piece_under_one_fingertip_are_told_apart(
    house: House, open_phone: Open
) -> None:
    pachisi(house, 3, [[9, 13, 0, 0], [0, 0, 0, 0]])  # a can go to the square before b
    house.table.do(ReportMove((0, 0), END))
    house.table.do(Undo())
    page = opened(open_phone, house, **FINGER)
    page.locator(".takes-back .again").wait_for()
    page.touchscreen.tap(*middle(page, man("0,0")))
    square = page.locator(f'.hit.target[data-square="{END}"]')
    square.wait_for()
    page.touchscreen.tap(*between(middle(page, hit(END)), middle(page, man("0,1"))))
    page.locator("dialog.which:not(.fresh)").wait_for()
    dialog = page.locator("dialog.which")
    for text in ("a moves 3", "b moves 3"):
        assert dialog.get_by_role("button", name=text, exact=True).count() == 1
    dialog.get_by_role("button", name="a moves 3", exact=True).tap()
    page.locator(".whose.p1").wait_for()
    assert deeds(house)[2:] == ["a 9/12 =3"]


def test_a_question_is_left_by_a_touch_beside_it_and_an_answer_that_comes_too_late_plays_nothing(
    house: House, open_phone: Open
) -> None:
    pachisi(house, 3, SIDE_BY_SIDE)
    page = opened(open_phone, house, **FINGER)
    dialog = asked(page)
    page.locator("dialog.which:not(.fresh)").wait_for()
    page.touchscreen.tap(5, 5)
    dialog.wait_for(state="detached")
    shown(page, house)
    assert deeds(house)[1:] == ["3/6"]
    assert page.locator(".chosen, .hit.target").count() == 0
    asked(page)
    page.locator("dialog.which:not(.fresh)").wait_for()
    house.table.do(Undo())
    house.table.do(TakeThrow(Cowries(2, 6), source="typed"))
    knows(page, house.journal.last_seq())
    dialog.locator("button").first.tap()
    dialog.wait_for(state="detached")
    page.locator("#men .can").first.wait_for()
    assert page.locator("body.busy").count() == 0
    assert deeds(house)[1:] == ["2/6"]


def test_one_key_is_enough_and_a_second_press_plays_no_piece_that_has_just_come_into_focus(
    house: House, open_phone: Open
) -> None:
    chowka(house, 3)
    page = opened(open_phone, house, own_clock=True)
    page.focus("#men .can >> nth=0")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == (
        "Asha, pawn a: can move; a moves 3"
    )
    page.keyboard.press("Enter")
    page.locator(".whose.p1").wait_for()
    assert deeds(house) == ["3/4", "a 0/3 =3"]
    with next_page(page):
        chowka(house, 4, 3)
    shown(page, house)
    stop_clock(page)
    page.focus("#men .can >> nth=0")
    page.keyboard.press("Enter")
    page.locator(".hit.target:focus").wait_for()
    page.keyboard.press("Enter")
    page.locator("#men .can:focus").wait_for()
    page.locator("body:not(.busy)").wait_for()
    page.clock.run_for(120)
    page.keyboard.press("Enter")
    page.clock.run_for(500)
    page.locator("body:not(.busy)").wait_for()
    assert len(deeds(house)) == 3
    page.keyboard.press("Enter")
    page.locator(".whose.p1").wait_for()
    assert len(deeds(house)) == 4


def test_a_piece_that_waits_is_touched_wherever_it_waits(house: House, open_phone: Open) -> None:
    house.start("pachisi")
    house.table.do(TakeThrow(Cowries(3, 6), source="typed"))
    page = opened(open_phone, house)
    assert page.locator(".man.can").count() == 1
    for _ in range(2):
        page.locator('[data-piece="0,2"]').click()
    page.locator('[data-piece="0,0"]:not([data-square="charkoni"])').wait_for()
    assert deeds(house) == ["3/6", "a 0/3 =3"]
    waiting = [-1, -1, -1, -1]
    pawns = [waiting, [3, -1, -1, -1], waiting, waiting]
    with next_page(page):
        house.table.start(Setup("chowka-bhara", "5x5-entry", ("Asha", "Ravi", "Mina", "Dev"), {}, 0))
        house.table.do(SetPosition({"turn": 0, "pawns": pawns, "bank": [4]}))
    shown(page, house)
    page.locator('#men [data-piece="0,0"], #men [data-square="off0"]').first.click()
    page.locator('#men [data-square="r4c2"]').first.wait_for()
    knows(page, house.journal.last_seq())
    assert house.table.model.state.pawns[0] == (0, -1, -1, -1)
