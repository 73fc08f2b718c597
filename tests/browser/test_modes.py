"""The game across the room on a television, and spoken: by buttons and by a finger on the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import SPOKEN, knows, stop_clock
from engine.throw import Cowries
from ports_for_tests import House
from waiting_for_tests import wait_until

pytestmark = pytest.mark.browser

Open = Callable[..., Any]


@pytest.mark.parametrize("game", ["chowka-bhara", "pachisi", "backgammon"])
def test_a_television_shows_all_without_scrolling_and_without_controls(
    house: House, open_phone: Open, game: str
) -> None:
    house.start(game)
    kind = house.table.model.rules.wants(house.table.model.state)
    page = open_phone(path="/tv")
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.locator("html.script").wait_for()
    house.table.throw(kind.throws()[-2], source="typed")
    page.locator(".tv .words b").wait_for()
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        1920,
        1080,
    ]
    assert page.locator("button, a[href], input, select, summary").count() == 0
    inside = page.evaluate(
        "['.board', '.turns', '.words', '.players', '.watch'].every(name => {"
        "const box = document.querySelector(name).getBoundingClientRect();"
        "return box.x >= 0 && box.y >= 0 && box.right <= 1920 && box.bottom <= 1080 && box.height > 0; })"
    )
    assert inside
    large = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.turns strong')).fontSize)")
    assert large >= 60


def test_a_television_follows_moves_and_marks_the_last(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(path="/tv", plays=False)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.locator("html.script").wait_for()
    house.table.throw(Cowries(3, 4), source="typed")
    house.table.report_move((0, 0), "r3c4")
    page.locator('[data-piece="0,0"][data-square="r3c4"]').wait_for()
    page.locator('.hit.to[data-square="r3c4"]').wait_for()
    assert page.inner_text(".turns strong") == "Ravi"
    page.context.set_offline(True)
    page.locator("#away:not([hidden])").wait_for()
    house.table.throw(Cowries(3, 4), source="typed")
    house.table.report_move((1, 0), "r1c0")
    page.context.set_offline(False)
    page.locator('[data-piece="1,0"][data-square="r1c0"]').wait_for()
    page.locator("#away").wait_for(state="hidden")
    assert page.inner_text(".turns strong") == "Asha"


def blind(page: Any) -> None:
    knows(page)
    page.click("#start")


def hears(page: Any, text: str) -> None:
    page.locator("#heard", has_text=text).wait_for()


def test_the_game_is_spoken_and_played_with_three_buttons(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(path="/blind", own_clock=True)
    page.add_init_script(SPOKEN)
    page.reload()
    blind(page)
    assert page.evaluate("spoken") == ["Asha throws 4 shells"]
    house.table.throw(Cowries(3, 4), source="camera")
    hears(page, "Asha throws 3 mouths of 4")
    page.click("#what")
    hears(page, "1 of 1: a moves 3")
    assert page.inner_text("#confirm").startswith("Confirm: ")
    page.click("#confirm")
    hears(page, "Ravi throws 4 shells")
    page.click("#again")
    assert page.evaluate("spoken.at(-1)") == page.inner_text("#heard")
    assert [str(action.action) for action in house.table.model.actions] == ["3/4", "a 0/3 =3"]
    stop_clock(page)
    page.evaluate("for (let n = 0; n < 3; n += 1) document.querySelector('#undo').click()")
    hears(page, "Press once more to take back")
    assert len(house.table.model.actions) == 2, "one touch takes nothing back, and a trembling one is one"
    page.clock.run_for(600)
    page.click("#undo")
    hears(page, "Taken back")
    assert [str(action.action) for action in house.table.model.actions] == ["3/4"]
    page.click("#before")
    hears(page, "2 of 2: Bring back")
    page.click("#confirm")
    hears(page, "Ravi throws 4 shells")
    assert [str(action.action) for action in house.table.model.actions] == ["3/4", "a 0/3 =3"]


def test_the_strongest_button_is_the_next_step(house: House, open_phone: Open) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    page = open_phone(path="/blind")
    page.set_viewport_size({"width": 375, "height": 667})
    sizes = page.eval_on_selector_all(
        ".walks button", "all => all.map((one) => [one.offsetWidth * one.offsetHeight, one.id])"
    )
    assert max(sizes)[1] == "confirm"
    for name in ("#heard", "svg.board", "#confirm", "#undo"):
        box = page.locator(name).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 667, name
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    page.click("#confirm")
    hears(page, "1 of 1: a moves 3")
    page.click("#confirm")
    hears(page, "Ravi throws 4 shells")
    assert len(house.table.model.actions) == 2


def test_a_finger_drawn_over_the_board_hears_each_place_once(house: House, open_phone: Open) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    page = open_phone(path="/blind", own_clock=True)
    page.add_init_script(SPOKEN)
    page.reload()
    blind(page)
    house.table.report_move((0, 0), "r3c4")
    hears(page, "Ravi throws 4 shells")
    page.locator('[data-square="r3c4"][aria-label$="Asha a"]').wait_for()
    page.evaluate("spoken.length = 0")
    middles = [
        page.locator(f'.hit[data-square="{square}"]').bounding_box() for square in ("r4c3", "r4c4", "r3c4")
    ]
    points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in middles]
    page.mouse.move(*points[0])
    page.mouse.down()
    for point in points[1:]:
        page.mouse.move(*point, steps=8)
    page.mouse.up()
    assert page.evaluate("spoken") == [
        "square 1 after Asha’s home: empty",
        "square 2 after Asha’s home: empty",
        "square 3 after Asha’s home: Asha a",
    ]
    assert page.inner_text("#heard") == "square 3 after Asha’s home: Asha a"
    page.click("#again")
    hears(page, "Ravi throws 4 shells")
    order = page.eval_on_selector_all('[role="listitem"]', "all => all.map((one) => one.dataset.square)")
    assert order[:4] == ["r4c2", "r4c3", "r4c4", "r3c4"]


def test_the_position_and_the_turns_are_told_one_by_one(house: House, open_phone: Open) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    house.table.report_move((0, 0), "r3c4")
    house.table.throw(Cowries(2, 4), source="typed")
    page = open_phone(path="/blind")
    page.click("#place-next")
    hears(page, "1 of 3: Asha’s home square: Asha b, c and d")
    page.click("#place-next")
    hears(page, "2 of 3: square 3 after Asha’s home: Asha a")
    page.click("#place-before")
    hears(page, "1 of 3:")
    page.click("#place-before")
    hears(page, "3 of 3: Ravi’s home square")
    page.click("#turn-before")
    hears(page, "This turn: Ravi throws 2 mouths of 4")
    page.click("#turn-before")
    hears(
        page, "1 turn ago: Asha throws 3 mouths of 4: 3 (typed). Asha moves a by 3. This is the first turn."
    )
    page.click("#turn-next")
    hears(page, "This turn:")


def test_what_happens_while_the_spoken_page_is_loaded_is_told(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(path="/blind")
    throws = [Cowries(3, 4)]

    def happens(route: Any) -> None:
        while throws:
            house.table.throw(throws.pop(), source="typed")
        route.continue_()

    page.route("**/api/v1/state", happens)
    page.reload()
    hears(page, "Asha throws 3 mouths of 4")
    page.click("#again")
    assert "Asha throws 3 mouths of 4" in page.inner_text("#heard")


def test_a_refused_move_is_heard_with_its_reason_and_answered(house: House, open_phone: Open) -> None:
    house.start()
    house.table.throw(Cowries(1, 4), source="typed")
    page = open_phone(path="/blind")
    blind(page)
    house.table.report_move((0, 0), "r4c4")
    hears(page, "not allowed")
    page.click("#what")
    hears(page, "1 of 2: We move it back")
    page.click("#confirm")
    hears(page, "taken back on the board")
    assert house.table.model.question is None


def test_what_can_be_played_is_told_forwards_and_back(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(path="/blind")
    blind(page)
    ways = ["what", "what", "what", "before", "before", "before"]
    for button, told in zip(ways, [1, 2, 3, 2, 1, 6], strict=True):
        page.click(f"#{button}")
        hears(page, f"{told} of 6:")
    page.click("#confirm")
    hears(page, "Asha throws")
    assert str(house.table.model.actions[0].action) == "4/4"


def test_a_watching_phone_hears_and_cannot_act(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(path="/blind", plays=False)
    blind(page)
    page.click("#what")
    hears(page, "only watches")
    house.table.throw(Cowries(3, 4), source="typed")
    hears(page, "Asha throws 3 mouths of 4")
    page.click("#confirm")
    hears(page, "only watches")
    assert [str(action.action) for action in house.table.model.actions] == ["3/4"]


def test_a_spoken_page_that_was_cut_off_says_only_what_is_to_do_now(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(path="/blind")
    page.add_init_script(SPOKEN)
    page.reload()
    blind(page)
    page.click("#what")
    hears(page, "1 of 6:")
    page.evaluate("spoken.length = 0")
    page.context.set_offline(True)
    hears(page, "The box is away.")
    page.wait_for_timeout(1200)  # it tries again meanwhile, and says nothing more
    house.table.throw(Cowries(3, 4), source="typed")
    house.table.report_move((0, 0), "r3c4")
    page.context.set_offline(False)
    hears(page, "Ravi throws 4 shells")
    assert page.evaluate("spoken") == ["The box is away.", "Ravi throws 4 shells."]
    page.context.set_offline(True)
    hears(page, "The box is away.")
    page.context.set_offline(False)
    hears(page, "Ravi throws 4 shells")
    assert page.evaluate("spoken").count("The box is away.") == 2


@pytest.mark.parametrize(
    ("path", "shown"), [("/", ".whose strong"), ("/blind", "#heard"), ("/tv", ".turns strong")]
)
def test_a_phone_that_wakes_with_a_dead_request_shows_the_present_at_once(
    house: House, open_phone: Open, path: str, shown: str
) -> None:
    house.start()
    page = open_phone(path=path, own_clock=True)
    page.locator(shown, has_text="Asha").wait_for()
    stop_clock(page)  # it sleeps, and what it does after waking it does without waiting for any clock
    held: list[Any] = []
    is_asleep = True

    def dead(route: Any) -> None:
        if is_asleep:
            held.append(route)  # and is never answered
        else:
            route.continue_()

    page.route("**/tv" if path == "/tv" else "**/api/v1/state", dead)
    house.table.throw(Cowries(3, 4), source="typed")
    house.table.report_move((0, 0), "r3c4")
    wait_until(lambda: page.clock.run_for(25) or held, within_s=30)
    is_asleep = False
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.locator(shown, has_text="Ravi").wait_for()
