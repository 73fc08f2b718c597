"""Taps on real screens while news comes: what lies under a finger stays until the finger is up."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from browser_for_tests import PATIENCE_MS, knows, more
from engine.throw import Cowries, Dice
from ports_for_tests import House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
Press = Callable[[Any, Any], Any]
MOVE = '.moves button[value^="a 0/3"]'
MANY = 50
TAP_S = 6.0
"""Nobody taps for longer: after ten seconds a page lets go; a machine that is busy gets through less."""


def middle(place: Any) -> dict[str, float]:
    box = place.bounding_box()
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


@contextmanager
def by_finger(page: Any, place: Any) -> Iterator[None]:
    """Hold a finger on the screen, by the way in which a real one comes to the browser."""
    line = page.context.new_cdp_session(page)
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [middle(place)]})
    yield
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@contextmanager
def by_mouse(page: Any, place: Any) -> Iterator[None]:
    page.mouse.move(*middle(place).values())
    page.mouse.down()
    yield
    page.mouse.up()


@contextmanager
def by_space_bar(page: Any, place: Any) -> Iterator[None]:
    place.focus()
    page.keyboard.down(" ")
    yield
    page.keyboard.up(" ")


BY_HAND = pytest.mark.parametrize("press", [by_finger, by_mouse], ids=["finger", "mouse"])
BY_ALL = pytest.mark.parametrize("press", [by_finger, by_mouse, by_space_bar], ids=["finger", "mouse", "key"])


def news(house: House, page: Any, count: int = MANY, *, waits: bool = True) -> None:
    """Let the page hear of many updates that change what it shows, and at last nothing that a move needs.

    Hands do something illegal, and put it back: a question comes up, the list of moves goes and comes; while
    something is down all that waits. On a machine that is busy with other things fewer come.
    """
    ends = time.monotonic() + TAP_S
    for number in range(count // 2):
        if number >= 2 and time.monotonic() > ends:
            break
        house.table.report_move((0, 0), "r4c4")
        knows(page, house.journal.last_seq())
        assert not waits or page.locator(".illegal").count() == 0
        question = house.table.model.question
        assert question is not None
        house.table.moved_back(question.seq)
        knows(page, house.journal.last_seq())


def kept_and_dropped(house: House, page: Any, count: int) -> None:
    """Let throws come early and be no throws: lines come, what can be done about a throw comes and goes."""
    for _ in range(count // 2):
        house.table.throw(Dice((2, 1)), source="camera")
        knows(page, house.journal.last_seq())
        house.table.drop(house.table.model.waiting[0].seq)
        knows(page, house.journal.last_seq())


def deeds(house: House) -> list[str]:
    return [str(action.action) for action in house.table.model.actions]


@BY_ALL
def test_a_tap_is_taken_once_though_fifty_updates_come_meanwhile(
    house: House, open_phone: Open, press: Press
) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    page = open_phone(has_touch=True)
    more(page)
    button = page.locator(MOVE)
    button.scroll_into_view_if_needed()
    with press(page, button):
        news(house, page)
        assert button.is_visible(), "it stays under the finger"
        assert page.locator(".illegal").count() == 0
    page.locator(".whose", has_text="Ravi").wait_for()
    assert deeds(house) == ["3/4", "a 0/3 =3"]
    page.locator(".told li", has_text="The move is taken back on the board").first.wait_for()


@BY_HAND
def test_touches_on_the_board_are_taken_though_updates_come_meanwhile(
    house: House, open_phone: Open, press: Press
) -> None:
    house.start()
    for mouths in (4, 3):  # after 4 Asha throws again
        house.table.throw(Cowries(mouths, 4), source="typed")
    page = open_phone(has_touch=True)
    page.locator(".can").first.wait_for()
    with press(page, page.locator('.hit[data-square="r4c2"]')):
        news(house, page, 10)
    page.locator('.hit.target[data-square="r3c4"]').wait_for()
    with press(page, page.locator('.hit[data-square="r3c4"]')):
        news(house, page, 10)
    page.locator('[data-piece][data-square="r3c4"]').wait_for()
    *thrown, moved = deeds(house)
    assert thrown == ["4/4", "3/4"]
    assert moved[1:] == " 0/3 =3", "all four lie there: any of them may be touched"


def test_a_piece_is_dragged_on_though_updates_come_meanwhile(house: House, open_phone: Open) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    page = open_phone()
    more(page)
    page.click("#arrange-open")
    page.locator("#arrange").wait_for()
    with by_mouse(page, page.locator('[data-piece="0,3"]')):
        page.mouse.move(*middle(page.locator('.hit[data-square="r3c4"]')).values())
        news(house, page, 6)
        page.mouse.move(*middle(page.locator('.hit[data-square="r2c4"]')).values())
    assert page.locator('[data-piece="0,3"].moved').count() == 1


@BY_ALL
def test_a_tap_that_came_too_late_is_told_and_plays_nothing(
    house: House, open_phone: Open, press: Press
) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    page = open_phone(has_touch=True)
    more(page)
    button = page.locator(MOVE)
    button.scroll_into_view_if_needed()
    with press(page, button):
        house.table.report_move((0, 1), "r3c4")
        house.table.throw(Cowries(3, 4), source="typed")
        knows(page, house.journal.last_seq())
    page.locator("#said", has_text="Someone else was faster").wait_for()
    page.locator(".whose", has_text="Ravi").wait_for()
    assert deeds(house) == ["3/4", "b 0/3 =3", "3/4"]


@BY_HAND
def test_a_late_touch_on_the_board_is_told_and_plays_nothing(
    house: House, open_phone: Open, press: Press
) -> None:
    house.start()
    for mouths in (4, 3):  # after 4 Asha throws again
        house.table.throw(Cowries(mouths, 4), source="typed")
    page = open_phone(has_touch=True)
    page.locator(".can").first.wait_for()
    page.mouse.click(*middle(page.locator('.hit[data-square="r4c2"]')).values())
    target = page.locator('.hit.target[data-square="r3c4"]')
    target.wait_for()
    with press(page, target):
        house.table.undo()
        house.table.throw(Cowries(2, 4), source="typed")
        knows(page, house.journal.last_seq())
    page.locator("#said", has_text="Someone else was faster").wait_for()
    assert deeds(house) == ["4/4", "2/4"]


@BY_HAND
def test_undo_never_takes_back_what_came_while_the_finger_was_down(
    house: House, open_phone: Open, press: Press
) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    page = open_phone(has_touch=True)
    button = page.locator('.actions form[data-api="undo"] button')
    button.scroll_into_view_if_needed()
    with press(page, button):
        house.table.report_move((0, 1), "r3c4")
        knows(page, house.journal.last_seq())
    page.locator("#said", has_text="Someone else was faster").wait_for()
    assert deeds(house) == ["3/4", "b 0/3 =3"]


def refused(house: House) -> None:
    house.table.report_move((0, 0), "r4c4")


def moved(house: House) -> None:
    house.table.report_move((0, 1), "r3c4")


def thrown(house: House) -> None:
    house.table.throw(Cowries(2, 4), source="camera")


def eye_goes(house: House) -> None:
    house.eye.show("away", "The camera was unplugged: plug it in again.")


@BY_HAND
@pytest.mark.parametrize("change", [refused, moved, thrown, eye_goes])
def test_a_choice_of_throws_opens_though_the_game_changes_under_the_finger(
    house: House, open_phone: Open, press: Press, change: Callable[[House], None]
) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    page = open_phone(has_touch=True)
    button = page.locator("#throw-sheet summary")
    with press(page, button):
        change(house)
        if change is eye_goes:
            page.wait_for_timeout(300)
        else:
            knows(page, house.journal.last_seq())
    page.locator("#throw-sheet[open] .panel:not(.fresh)").wait_for()
    page.locator("#throw-sheet[open]").wait_for()
    assert page.locator('#throw-sheet button[value="1/4"]').is_visible()


@pytest.mark.parametrize("change", [refused, moved, eye_goes])
def test_a_choice_of_throws_stays_open_as_long_as_it_is_about_the_same_throw(
    house: House, open_phone: Open, change: Callable[[House], None]
) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    page = open_phone()
    page.click("#throw-sheet summary")
    page.locator("#throw-sheet .panel:not(.fresh)").wait_for()
    change(house)
    if change is eye_goes:
        page.locator("#eye", has_text="No camera").wait_for()
    knows(page, house.journal.last_seq())
    assert page.locator("#throw-sheet[open]").count() == 1
    thrown(house)
    page.locator("#throw-sheet[open]").wait_for(state="detached")


GONE = {
    "cancelled": "window.dispatchEvent(new PointerEvent('pointercancel', { pointerId: 77 }))",
    "blurred": "window.dispatchEvent(new Event('blur'))",
    "hidden": """
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
    """,
    "moved without a button": """
        window.dispatchEvent(
          new PointerEvent('pointermove', { pointerId: 77, pointerType: 'mouse', buttons: 0 }),
        )
    """,
}


@pytest.mark.parametrize("gone", GONE)
def test_news_comes_though_the_finger_never_comes_up(house: House, open_phone: Open, gone: str) -> None:
    house.start()
    page = open_phone()
    page.evaluate(
        "document.body.dispatchEvent(new PointerEvent('pointerdown',"
        " { pointerId: 77, pointerType: 'mouse', bubbles: true }))"
    )
    house.table.throw(Cowries(3, 4), source="typed")
    knows(page, house.journal.last_seq())
    house.table.report_move((0, 1), "r3c4")
    knows(page, house.journal.last_seq())
    assert "Asha" in page.locator(".whose").inner_text(), "as long as something is down, nothing is swapped"
    page.evaluate(GONE[gone])
    page.locator(".whose", has_text="Ravi").wait_for(timeout=2000)


def test_a_finger_of_which_nothing_more_is_heard_holds_news_back_for_seconds_only(
    house: House, open_phone: Open
) -> None:
    house.start()
    page = open_phone(own_clock=True)
    page.evaluate(
        "document.body.dispatchEvent(new PointerEvent('pointerdown', { pointerId: 77, bubbles: true }))"
    )
    house.table.throw(Cowries(3, 4), source="typed")
    page.clock.run_for(1000)
    knows(page, house.journal.last_seq())
    assert page.locator(".words").count() == 0
    page.clock.run_for(10_000)
    page.locator(".words", has_text="3 mouths up").wait_for()


def test_a_finger_that_scrolls_lets_news_through(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(has_touch=True)
    line = page.context.new_cdp_session(page)
    at = {"x": 200, "y": 700}
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    for up in range(5, 200, 5):
        point = {"x": 200, "y": 700 - up}
        line.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    assert page.evaluate("scrollY") > 0
    house.table.throw(Cowries(3, 4), source="typed")
    page.locator(".words", has_text="3 mouths up").wait_for(timeout=5000)
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_the_second_of_two_quick_touches_is_taken_as_soon_as_the_first_has_its_answer(
    house: House, open_phone: Open
) -> None:
    house.start("backgammon")
    house.table.throw(Dice((3, 1)), source="typed")
    page = open_phone()
    page.locator(".can").first.wait_for()
    held: list[Any] = []
    page.route("**/api/v1/moves", lambda route: route.continue_() if held else held.append(route))
    for point in ("p8", "p6"):
        page.mouse.click(*middle(page.locator(f'.hit[data-square="{point}"]')).values())
    page.locator("body.busy").wait_for()
    while not held:  # the page is busy before its request has left
        page.wait_for_timeout(10)
    assert deeds(house) == ["3-1"]
    held[0].continue_()
    page.locator(".whose", has_text="Ravi").wait_for()
    assert deeds(house) == ["3-1", "8/5", "6/5"]


def test_who_corrects_a_line_of_the_list_is_not_disturbed_by_further_lines(
    house: House, open_phone: Open
) -> None:
    house.start("backgammon")
    house.table.throw(Dice((3, 1)), source="camera")
    seq = house.table.model.actions[0].seq
    page = open_phone()
    page.click(f"#e{seq} summary")
    select = page.locator(f"#e{seq} select")
    wrong = house.table.model.actions[0].action
    other = next(text for text in select.locator("option").evaluate_all("all => all.map(one => one.value)"))
    assert other != str(wrong)
    select.select_option(other)
    select.focus()
    page.evaluate("window.held = document.activeElement")
    kept_and_dropped(house, page, 14)
    page.locator(".told > li").nth(10).wait_for(state="attached")
    assert page.evaluate("window.held.isConnected && document.activeElement === window.held")
    assert select.is_visible()
    assert select.input_value() == other, "what was chosen stays"
    page.click(f"#e{seq} .pick button")
    page.locator(".told li", has_text="The throw is corrected").first.wait_for()
    assert deeds(house) == [other]


def test_an_open_list_stays_open_through_fifty_updates(house: House, open_phone: Open) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    page = open_phone()
    more(page)
    page.locator("#seat").focus()
    page.keyboard.press("Alt+ArrowDown")
    page.wait_for_function("() => document.getElementById('seat').matches(':open')")
    page.evaluate("window.held = document.activeElement")
    for _ in range(MANY // 2):
        house.table.report_move((0, 0), "r3c4")
        knows(page, house.journal.last_seq())
        house.table.undo()
        knows(page, house.journal.last_seq())
    assert page.evaluate("[document.activeElement === window.held, window.held.matches(':open')]") == [
        True,
        True,
    ]


def test_an_open_list_of_places_stays_open_while_the_position_is_put_right(
    house: House, open_phone: Open
) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    page = open_phone()
    more(page)
    page.click("#arrange-open")
    place = page.locator('#arrange select[name="place"]')
    place.focus()
    page.evaluate("window.option = document.activeElement.options[3]")
    page.keyboard.press("Alt+ArrowDown")
    news(house, page, 6, waits=False)
    assert page.evaluate("window.option.isConnected && document.activeElement.matches(':open')")


def test_the_spoken_page_does_nothing_else_than_was_said_when_the_finger_came_down(
    house: House, open_phone: Open
) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    page = open_phone(path="/blind", has_touch=True)
    page.click("#what")
    confirm = page.locator("#confirm", has_text="a moves 3")
    confirm.wait_for()
    with by_finger(page, confirm):
        house.table.report_move((0, 1), "r3c4")
        knows(page, house.journal.last_seq())
        assert "a moves 3" in page.locator("#confirm").inner_text()
    page.locator("#heard", has_text="Someone else was faster").wait_for(timeout=PATIENCE_MS)
    assert deeds(house) == ["3/4", "b 0/3 =3"]
