"""The game spoken on a phone: by three buttons and by a finger on the board."""

from __future__ import annotations

from typing import Any

import pytest

from browser_for_tests import SPOKEN, Open, by_mouse, deeds, hit, knows, middle, stop_clock, width
from engine.table.commands import ReportMove, TakeThrow
from engine.throw import Cowries
from ports_for_tests import House

pytestmark = pytest.mark.browser


def spoken_page(open_phone: Open, **settings: Any) -> Any:
    """Open the spoken page, touched so that it speaks; `window.spoken` keeps what it says."""
    page = open_phone(path="/blind", **settings)
    page.add_init_script(SPOKEN)
    page.reload()
    knows(page)
    page.click("#start")
    return page


def hears(page: Any, text: str) -> None:
    page.locator("#heard", has_text=text).wait_for()


def test_the_game_is_spoken_and_played_with_three_buttons(house: House, open_phone: Open) -> None:
    house.start()
    page = spoken_page(open_phone, own_clock=True)
    assert page.evaluate("spoken") == ["Asha throws 4 shells"]
    for button, told in zip(
        ("what", "what", "what", "before", "before", "before"), (1, 2, 3, 2, 1, 6), strict=True
    ):
        page.click(f"#{button}")
        hears(page, f"{told} of 6:")
    house.table.do(TakeThrow(Cowries(3, 4), source="camera"))
    hears(page, "Asha throws 3 mouths of 4")
    page.set_viewport_size({"width": 375, "height": 667})
    sizes = page.eval_on_selector_all(
        ".walks button", "all => all.map((one) => [one.offsetWidth * one.offsetHeight, one.id])"
    )
    assert max(sizes)[1] == "confirm", "the strongest button is the next step"
    for name in ("#heard", "svg.board", "#confirm", "#undo"):
        box = page.locator(name).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 667, name
    assert width(page) <= 375
    page.click("#what")
    hears(page, "1 of 1: a moves 3")
    page.click("#confirm")
    hears(page, "Ravi throws 4 shells")
    page.click("#again")
    assert page.evaluate("spoken.at(-1)") == page.inner_text("#heard")
    assert deeds(house) == ["3/4", "a 0/3 =3"]
    stop_clock(page)
    page.evaluate("for (let n = 0; n < 3; n += 1) document.querySelector('#undo').click()")
    hears(page, "Press once more to take back")
    assert len(deeds(house)) == 2, "one touch takes nothing back, and a trembling one is one"
    page.clock.run_for(600)
    page.click("#undo")
    hears(page, "Taken back")
    assert deeds(house) == ["3/4"]
    page.click("#before")
    hears(page, "2 of 2: Bring back")
    page.click("#confirm")
    hears(page, "Ravi throws 4 shells")
    assert deeds(house) == ["3/4", "a 0/3 =3"]


def test_places_are_heard_by_a_finger_drawn_over_them_once_and_one_by_one_as_turns_are(
    house: House, open_phone: Open
) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    page = spoken_page(open_phone, own_clock=True)
    house.table.do(ReportMove((0, 0), "r3c4"))
    hears(page, "Ravi throws 4 shells")
    page.locator('[data-square="r3c4"][aria-label$="Asha a"]').wait_for()
    page.evaluate("spoken.length = 0")
    points = [middle(page, hit(square)) for square in ("r4c3", "r4c4", "r3c4")]
    with by_mouse(page, points[0]) as move:
        for point in points[1:]:
            move(*point)
    heard = page.evaluate("spoken")
    assert len(heard) == 3, "each place once"
    assert heard[-1].endswith("Asha a")
    assert page.inner_text("#heard") == heard[-1]
    page.click("#again")
    hears(page, "Ravi throws 4 shells")
    order = page.eval_on_selector_all('[role="listitem"]', "all => all.map((one) => one.dataset.square)")
    assert order[:4] == ["r4c2", "r4c3", "r4c4", "r3c4"]
    # The places and the turns are told one by one as well.
    house.table.do(TakeThrow(Cowries(2, 4), source="typed"))
    hears(page, "Ravi throws 2 mouths of 4")
    for button, number in (("next", 1), ("next", 2), ("before", 1), ("before", 3)):
        page.click(f"#place-{button}")
        hears(page, f"{number} of 3:")
    page.click("#turn-before")
    hears(page, "This turn: Ravi throws 2 mouths of 4")
    page.click("#turn-before")
    hears(page, "1 turn ago: Asha throws 3 mouths of 4")
    page.click("#turn-next")
    hears(page, "This turn:")


def test_what_happens_while_the_page_is_loaded_is_told(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(path="/blind")
    throws = [Cowries(3, 4)]

    def happens(route: Any) -> None:
        while throws:
            house.table.do(TakeThrow(throws.pop(), source="typed"))
        route.continue_()

    page.route("**/api/v1/state", happens)
    page.reload()
    hears(page, "Asha throws 3 mouths of 4")
    page.click("#again")
    assert "Asha throws 3 mouths of 4" in page.inner_text("#heard")


def test_a_refused_move_is_heard_with_its_reason_and_answered(house: House, open_phone: Open) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(1, 4), source="typed"))
    page = spoken_page(open_phone)
    house.table.do(ReportMove((0, 0), "r4c4"))
    hears(page, "not allowed")
    page.click("#what")
    hears(page, "1 of 2: We move it back")
    page.click("#confirm")
    hears(page, "taken back on the board")
    assert house.table.model.question is None


def test_a_watching_phone_hears_and_cannot_act(house: House, open_phone: Open) -> None:
    house.start()
    page = spoken_page(open_phone, plays=False)
    page.click("#what")
    hears(page, "only watches")
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    hears(page, "Asha throws 3 mouths of 4")
    page.click("#confirm")
    hears(page, "only watches")
    assert deeds(house) == ["3/4"]


def test_a_page_that_was_cut_off_says_only_what_is_to_do_now(house: House, open_phone: Open) -> None:
    house.start()
    page = spoken_page(open_phone)
    page.click("#what")
    hears(page, "1 of 6:")
    page.evaluate("spoken.length = 0")
    page.context.set_offline(True)
    hears(page, "The box is away.")
    page.wait_for_timeout(1200)  # it tries again meanwhile, and says nothing more
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    house.table.do(ReportMove((0, 0), "r3c4"))
    page.context.set_offline(False)
    hears(page, "Ravi throws 4 shells")
    assert page.evaluate("spoken") == ["The box is away.", "Ravi throws 4 shells."]
    page.context.set_offline(True)
    hears(page, "The box is away.")
    page.context.set_offline(False)
    hears(page, "Ravi throws 4 shells")
    assert page.evaluate("spoken").count("The box is away.") == 2
