"""Fingers on real screens: what lies under one stays while news comes, and one that trembles counts once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from browser_for_tests import (
    Open,
    by_finger,
    by_mouse,
    deeds,
    hit,
    knows,
    man,
    meant,
    middle,
    more,
    next_page,
    stop_clock,
    touch,
)
from engine.table.commands import DropThrow, PlayMove, ReportMove, TakeMoveBack, TakeThrow, Undo
from engine.throw import Cowries, Dice
from ports_for_tests import House
from waiting_for_tests import wait_until

pytestmark = pytest.mark.browser

Press = Callable[[Any, Any], Any]
MOVE = '.moves button[value^="a 0/3"]'
UNDO = '.actions form[data-api="undo"] button'


@contextmanager
def by_space_bar(page: Any, _place: tuple[float, float]) -> Iterator[None]:
    page.keyboard.down(" ")
    yield
    page.keyboard.up(" ")


def held(page: Any, press: Press, button: str) -> Any:
    """Press a button of the page, until the end of the block."""
    page.locator(button).scroll_into_view_if_needed()
    page.locator(button).focus()
    return press(page, middle(page, button))


def news(house: House, page: Any, count: int = 3, *, waits: bool = True) -> None:
    """Let the page hear of updates that change what it shows, and at last nothing that a move needs.

    Hands do something illegal, and put it back: a question comes up, the list of moves goes and comes; while
    something is down all that waits.
    """
    for _ in range(count):
        house.table.do(ReportMove((0, 0), "r4c4"))
        knows(page, house.journal.last_seq())
        assert not waits or page.locator(".illegal").count() == 0
        question = house.table.model.question
        assert question is not None
        house.table.do(TakeMoveBack(question.seq))
        knows(page, house.journal.last_seq())


def thrown(house: House, *mouths: int) -> None:
    """Begin a game and throw; after 4 or 0 the same player throws again."""
    house.start()
    for count in mouths:
        house.table.do(TakeThrow(Cowries(count, 4), source="typed"))


def too_late(page: Any) -> None:
    """Wait until the page says that somebody else was faster."""
    page.locator("#said", has_text="Someone else was faster").wait_for()


def test_a_tap_is_taken_once_though_updates_come_meanwhile(house: House, open_phone: Open) -> None:
    thrown(house, 3)
    page = open_phone(has_touch=True)
    presses: tuple[Press, ...] = (by_finger, by_mouse, by_space_bar)
    for press in presses:
        more(page)
        meant(page)
        with held(page, press, MOVE):
            news(house, page)
            assert page.locator(MOVE).is_visible(), "it stays under the finger"
        page.locator(".whose.p1").wait_for()
        assert deeds(house) == ["3/4", "a 0/3 =3"], press
        house.table.do(Undo())
        knows(page, house.journal.last_seq())


def test_touches_on_the_board_are_taken_though_updates_come_meanwhile(house: House, open_phone: Open) -> None:
    thrown(house, 4, 3)
    page = open_phone()
    page.locator(".can").first.wait_for()
    with by_mouse(page, middle(page, hit("r4c2"))):
        news(house, page, 5)
    page.locator(f"{hit('r3c4')}.target").wait_for()
    with by_mouse(page, middle(page, hit("r3c4"))):
        news(house, page, 5)
    page.locator('[data-piece][data-square="r3c4"]').wait_for()
    knows(page, house.journal.last_seq())
    *throws, moved = deeds(house)
    assert throws == ["4/4", "3/4"]
    assert moved[1:] == " 0/3 =3", "all four lie there: any of them may be touched"


def test_a_touch_that_came_too_late_is_told_and_does_nothing(house: House, open_phone: Open) -> None:
    thrown(house, 3)
    page = open_phone(has_touch=True)
    more(page)
    with held(page, by_finger, MOVE):
        house.table.do(ReportMove((0, 1), "r3c4"))
        house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
        knows(page, house.journal.last_seq())
    too_late(page)
    page.locator(".whose.p1").wait_for()
    assert deeds(house) == ["3/4", "b 0/3 =3", "3/4"]
    with next_page(page):  # on the board
        thrown(house, 4, 3)
    knows(page, house.journal.last_seq())
    touch(page, "r4c2")
    page.locator(f"{hit('r3c4')}.target").wait_for()
    with by_finger(page, middle(page, hit("r3c4"))):
        house.table.do(Undo())
        house.table.do(TakeThrow(Cowries(2, 4), source="typed"))
        knows(page, house.journal.last_seq())
    too_late(page)
    assert deeds(house) == ["4/4", "2/4"]
    page.reload()  # the undo
    knows(page)
    with held(page, by_finger, UNDO):
        house.table.do(ReportMove((0, 1), "r4c4"))
        knows(page, house.journal.last_seq())
    too_late(page)
    assert deeds(house)[1] == "2/4"


def test_a_choice_of_throws_opens_under_a_finger_and_stays_while_it_is_about_the_same_throw(
    house: House, open_phone: Open
) -> None:
    thrown(house, 3)
    page = open_phone(has_touch=True)
    with by_finger(page, middle(page, "#throw-sheet summary")):
        house.eye.show("away", "The camera was unplugged: plug it in again.")
        house.table.do(ReportMove((0, 0), "r4c4"))
        knows(page, house.journal.last_seq())
    page.locator("#throw-sheet[open] .panel:not(.fresh)").wait_for()
    assert page.locator('#throw-sheet button[value="1/4"]').is_visible()
    for state in ("away", "empty"):
        house.eye.show(state)
        page.locator(f'#eye[data-state="{state}"]').wait_for()
        knows(page, house.journal.last_seq())
        assert page.locator("#throw-sheet[open]").count() == 1
    house.table.do(TakeThrow(Cowries(2, 4), source="camera"))
    page.locator("#throw-sheet[open]").wait_for(state="detached")


GONE = (
    "window.dispatchEvent(new PointerEvent('pointercancel', { pointerId: 77 }))",
    "window.dispatchEvent(new Event('blur'))",
    "window.dispatchEvent(new PointerEvent('pointermove',"
    " { pointerId: 77, pointerType: 'mouse', buttons: 0 }))",
    "Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });"
    "document.dispatchEvent(new Event('visibilitychange'));",
)
"""How a finger goes away that never comes up."""
DOWN = (
    "document.body.dispatchEvent(new PointerEvent('pointerdown',"
    " { pointerId: 77, pointerType: 'mouse', bubbles: true }))"
)


def test_news_comes_though_the_finger_never_comes_up_or_scrolls(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(has_touch=True)
    with by_finger(page, (200, 700)) as move:
        move(200, 500)
        assert page.evaluate("scrollY") > 0
        house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
        page.locator(".words").first.wait_for()
    house.table.do(Undo())
    page.locator(".words").first.wait_for(state="detached")
    for turn, gone in enumerate(GONE):
        seat = turn % 2
        page.evaluate(DOWN)
        house.table.do(TakeThrow(Cowries(2 + seat, 4), source="typed"))
        house.table.do(PlayMove(house.table.model.line.moves[0]))
        knows(page, house.journal.last_seq())
        assert page.locator(f".whose.p{seat}").count(), "as long as something is down, nothing is swapped"
        page.evaluate(gone)
        page.locator(f".whose.p{1 - seat}").wait_for()


def test_a_finger_of_which_nothing_more_is_heard_holds_news_back_for_seconds_only(
    house: House, open_phone: Open
) -> None:
    house.start()
    page = open_phone(own_clock=True)
    page.evaluate(DOWN)
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    page.clock.run_for(1000)
    knows(page, house.journal.last_seq())
    assert page.locator(".words").count() == 0
    page.clock.run_for(10_000)
    page.locator(".words").first.wait_for()


def test_the_second_of_two_quick_touches_is_taken_as_soon_as_the_first_has_its_answer(
    house: House, open_phone: Open
) -> None:
    house.start("backgammon")
    house.table.do(TakeThrow(Dice((3, 1)), source="typed"))
    page = open_phone()
    page.locator(".can").first.wait_for()
    held_back: list[Any] = []
    # All of them: a slow page gives a request up after a while and sends it again.
    holds = threading.Event()
    holds.set()
    page.route(
        "**/api/v1/moves", lambda route: held_back.append(route) if holds.is_set() else route.continue_()
    )
    touch(page, "p8")
    assert page.locator(".chosen").get_attribute("data-square") == "p8", "it is seen at once"
    touch(page, "p6")
    page.locator("body.busy").wait_for()
    while not held_back:  # the page is busy before its request has left
        page.wait_for_timeout(10)
    assert deeds(house) == ["3-1"]
    holds.clear()
    held_back[-1].continue_()
    page.locator(".whose.p1").wait_for()
    assert deeds(house) == ["3-1", "8/5", "6/5"]


def test_who_corrects_a_line_of_the_list_is_not_disturbed_by_further_lines(
    house: House, open_phone: Open
) -> None:
    house.start("backgammon")
    house.table.do(TakeThrow(Dice((3, 1)), source="camera"))
    seq = house.table.model.actions[0].seq
    page = open_phone()
    page.click(f"#e{seq} summary")
    select = page.locator(f"#e{seq} select")
    select.locator("option").first.wait_for(state="attached")
    other = select.locator("option").first.get_attribute("value")
    assert other != "3-1"
    select.select_option(other)
    select.focus()
    page.evaluate("window.held = document.activeElement")
    for _ in range(3):  # throws come early and are no throws: lines come, and what can be done about them
        house.table.do(TakeThrow(Dice((2, 1)), source="camera"))
        knows(page, house.journal.last_seq())
        house.table.do(DropThrow(house.table.model.waiting[0].seq))
        knows(page, house.journal.last_seq())
    page.locator(".told > li").nth(6).wait_for(state="attached")
    assert page.evaluate("window.held.isConnected && document.activeElement === window.held")
    assert select.input_value() == other, "what was chosen stays"
    page.click(f"#e{seq} .pick button")
    page.wait_for_function("() => !document.body.matches('.busy')")
    knows(page, house.journal.last_seq())
    assert deeds(house) == [other]


def test_open_lists_stay_open_through_updates(house: House, open_phone: Open) -> None:
    thrown(house, 3)
    page = open_phone()
    more(page)
    page.locator("#seat").focus()
    page.keyboard.press("Alt+ArrowDown")
    page.wait_for_function("() => document.getElementById('seat').matches(':open')")
    page.evaluate("window.held = document.activeElement")
    for _ in range(4):
        house.table.do(ReportMove((0, 0), "r3c4"))
        knows(page, house.journal.last_seq())
        house.table.do(Undo())
        knows(page, house.journal.last_seq())
    assert page.evaluate("document.activeElement === window.held && window.held.matches(':open')")
    page.keyboard.press("Escape")
    page.evaluate("document.querySelector('#arrange-open').click()")
    place = page.locator('#arrange select[name="place"]')
    place.wait_for()
    page.wait_for_function("box => (box.focus(), document.activeElement === box)", arg=place.element_handle())
    page.evaluate("window.option = document.activeElement.options[3]")
    page.keyboard.press("Alt+ArrowDown")
    news(house, page, waits=False)
    assert page.evaluate("window.option.isConnected && document.activeElement.matches(':open')")


def test_a_piece_is_dragged_on_though_updates_come_meanwhile(house: House, open_phone: Open) -> None:
    thrown(house, 3)
    page = open_phone()
    more(page)
    page.click("#arrange-open")
    page.locator("#arrange").wait_for()
    with by_mouse(page, middle(page, man("0,3"))) as move:
        move(*middle(page, hit("r3c4")))
        news(house, page)
        move(*middle(page, hit("r2c4")))
    assert page.locator(f"{man('0,3')}.moved").count() == 1


def test_the_spoken_page_does_nothing_else_than_was_said_when_the_finger_came_down(
    house: House, open_phone: Open
) -> None:
    thrown(house, 3)
    page = open_phone(path="/blind", has_touch=True)
    page.click("#what")
    confirm = page.locator("#confirm", has_text="a moves 3")
    confirm.wait_for()
    with by_finger(page, middle(page, confirm)):
        house.table.do(ReportMove((0, 1), "r3c4"))
        knows(page, house.journal.last_seq())
        assert confirm.count() == 1
    page.locator("#heard", has_text="Someone else was faster").wait_for()
    assert deeds(house) == ["3/4", "b 0/3 =3"]


# Fingers that tremble and mash.


def mash(page: Any, selector: str) -> None:
    """Press a button four times within a third of a second, as a child does: twice after the answer."""
    stop_clock(page)
    for after_ms in (0, 60, 120, 140):
        page.clock.run_for(after_ms)
        page.evaluate("selector => document.querySelector(selector)?.click()", selector)
        if after_ms:
            page.locator("body:not(.busy)").wait_for()


def test_an_undo_that_is_mashed_takes_one_thing_back_and_a_throw_counts_once(
    house: House, open_phone: Open
) -> None:
    thrown(house, 4, 4, 3)
    page = open_phone(own_clock=True)
    mash(page, "form[data-api=undo] button")
    knows(page, house.journal.last_seq())
    assert deeds(house) == ["4/4", "4/4"]
    page.clock.run_for(500)  # half a second after the last of the four touches a new one is meant
    page.click(UNDO)
    # Whoever means it takes back one after the other.
    wait_until(lambda: deeds(house) == ["4/4"], within_s=20)
    knows(page, house.journal.last_seq())
    page.clock.resume()
    page.click("#throw-sheet summary")
    mash(page, '#throw-sheet button[value="0/4"]')
    knows(page, house.journal.last_seq())
    assert deeds(house) == ["4/4", "0/4"]


def test_a_sheet_of_throws_is_seen_whole_and_a_trembling_finger_that_opens_it_throws_nothing(
    house: House, open_phone: Open
) -> None:
    house.eye.show("away", "De camera is weg.")
    for game in ("backgammon", "chowka-bhara"):
        house.start(game)
        page = open_phone(locale="nl-NL", own_clock=True)
        stop_clock(page)
        page.mouse.dblclick(*middle(page, "#throw-sheet > summary"), delay=20)
        panel = page.locator("#throw-sheet .panel")
        page.locator("#throw-sheet .panel.fresh").wait_for()
        box = panel.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= page.viewport_size["height"]
        assert panel.evaluate("one => one.scrollHeight <= one.clientHeight")
        # A second touch that comes before the page knows of the first.
        button = middle(page, "#throw-sheet .panel button")
        assert not page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('button')", button)
        page.clock.run_for(600)
        assert panel.is_visible()
        assert deeds(house) == []
        page.mouse.click(195, 10)
        panel.wait_for(state="hidden")
