"""A match in tournament mode in real Chromium: one tablet beside the board, and spectators see it later."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from engine.match import Conduct
from engine.throw import Dice
from engines.random_matches import match_setup
from ports_for_tests import House

TABLET = {"width": 1024, "height": 768}
QUIET = Conduct(tournament=True, tells_illegal=False)

Open = Callable[..., Any]

PLAYABLE = {
    "board": [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0],
    "turn": 0,
}
SHUT_OUT = {"board": [0, *[0] * 18, *[-2] * 6, 1], "turn": 0}


def on_tablet(open_phone: Open) -> Any:
    page = open_phone()
    page.set_viewport_size(TABLET)
    return page


def touch(page: Any, *squares: str) -> None:
    """Touch the middle of squares, one after the other."""
    for square in squares:
        box = page.locator(f'.hit[data-square="{square}"]').bounding_box()
        assert box is not None
        low = (
            box["y"]
            > page.locator("svg.board").bounding_box()["y"]
            + 0.3 * page.locator("svg.board").bounding_box()["height"]
        )
        y = box["y"] + box["height"] * (0.92 if low else 0.08)
        page.mouse.click(box["x"] + box["width"] / 2, y)


def plays(house: House) -> list[str]:
    return [str(action.action) for action in house.table.model.actions]


def throw(page: Any, *dice: str) -> None:
    """Enter throws on the page's sheet."""
    for one in dice:
        lines = page.locator(".told li").count()
        page.locator("#throw-sheet > summary").click()
        page.locator(f'#throw-sheet button[name="throw"][value="{one}"]').click()
        page.wait_for_function(f"() => document.querySelectorAll('.told li').length > {lines}")


def test_one_tablet_is_enough_for_throws_plays_cube_and_the_end_of_a_game(
    house: House, open_phone: Open
) -> None:
    house.table.start(match_setup(1, conduct=QUIET))
    page = on_tablet(open_phone)
    throw(page, "3", "1")
    page.wait_for_selector("svg.board.freely")
    assert page.locator(".hit.target, #men .can").count() == 0
    touch(page, "p8", "p5", "p6", "p5")
    page.wait_for_function("() => document.querySelectorAll('.bank .chip').length === 0")
    assert plays(house) == ["3", "1", "8/5", "6/5"]
    page.get_by_role("button", name="End the turn").click()
    page.wait_for_selector(".whose.p1")
    throw(page, "5-2")
    page.wait_for_selector("svg.board.freely")
    touch(page, "p12", "p21")
    page.wait_for_function("() => document.querySelectorAll('.bank .chip').length === 1")
    assert house.table.model.actions[-1].how == "accepted", "13/4 is no play of 5-2, and nobody says so"
    assert page.locator("#said p, .ask").count() == 0
    page.locator('.actions form[data-api="undo"] button').click()
    page.wait_for_function("() => document.querySelectorAll('.bank .chip').length === 2")
    touch(page, "p12", "p17", "p12", "p14")
    page.wait_for_function("() => document.querySelectorAll('.bank .chip').length === 0")
    page.get_by_role("button", name="End the turn").click()
    page.wait_for_selector(".whose.p0")
    page.goto(page.url.rstrip("/") + "/end")
    page.locator('select[name="player"]').select_option("1")
    page.locator('input[name="sure"]').first.check()
    page.get_by_role("button", name="Resign").click()
    page.wait_for_selector("#ask-resignation")
    page.get_by_role("button", name="Accept the resignation").click()
    page.wait_for_selector(".win")
    assert house.table.model.match is not None
    assert house.table.model.match.is_over
    page.wait_for_selector(".head .mode", state="detached")


def test_the_cube_is_doubled_and_taken_on_the_same_tablet(house: House, open_phone: Open) -> None:
    house.table.start(match_setup(3, conduct=QUIET))
    page = on_tablet(open_phone)
    throw(page, "3", "1")
    touch(page, "p8", "p5", "p6", "p5")
    page.get_by_role("button", name="End the turn").click()
    page.locator('.actions button[value="double"]').click()
    page.locator('.actions button[value="take"]').click()
    page.wait_for_selector('.cube[data-value="2"]')
    assert plays(house)[-2:] == ["double", "take"]


@pytest.mark.parametrize("key", ["Enter"])
def test_a_play_is_entered_by_keys_and_nothing_is_lit_up(house: House, open_phone: Open, key: str) -> None:
    house.table.start(match_setup(3, conduct=QUIET))
    house.table.throw(Dice((3, 1)))
    page = on_tablet(open_phone)
    page.wait_for_selector("svg.board.freely")
    man = page.locator('#men [data-square="p8"][data-piece^="0,"]').last
    man.focus()
    page.keyboard.press(key)
    page.locator('.hit[data-square="p5"]').focus()
    page.keyboard.press(key)
    page.wait_for_function("() => document.querySelectorAll('.bank .chip').length === 1")
    assert plays(house)[-1] == "8/5"


def test_a_blind_player_says_what_was_moved_place_by_place(house: House, open_phone: Open) -> None:
    house.table.start(match_setup(3, conduct=QUIET))
    house.table.throw(Dice((3, 1)))
    page = open_phone(path="/blind")
    page.wait_for_function("() => document.getElementById('confirm').textContent === 'What was moved?'")
    for place in (8, 5):
        for _ in range(30):
            page.locator("#what").click()
            if re.search(rf"\b{place} of Asha\b", told := page.locator("#heard").inner_text()):
                break
        assert f"{place} of Asha" in told
        page.locator("#confirm").click()
    page.wait_for_function("() => document.getElementById('heard').textContent.includes('plays 8/5')")
    assert plays(house)[-1] == "8/5"


def test_tournament_mode_is_switched_off_on_an_admin_s_phone_and_all_are_told(
    house: House, open_phone: Open
) -> None:
    house.phones.names["token-of-an-admin"] = "Dev"
    house.table.start(match_setup(3, conduct=QUIET))
    house.table.throw(Dice((3, 1)))
    player = open_phone()
    player.wait_for_selector(".head .mode")
    admin = open_phone(path="/conduct", admin=True)
    admin.locator('select[name="tournament"]').select_option("false")
    admin.get_by_role("button", name="So it is settled").click()
    player.wait_for_selector(".head .mode", state="detached")
    assert "Tournament mode is switched off, from the phone Dev" in player.locator(".told").first.inner_text()
    player.wait_for_selector("#men .can")


def test_a_spectator_s_page_and_television_show_a_play_when_its_time_has_come(
    house: House, open_phone: Open
) -> None:
    house.table.start(match_setup(3, conduct=Conduct(spectators_lag_s=3)))
    player, watcher, tv = open_phone(), open_phone(plays=False), open_phone(path="/tv", plays=False)
    house.table.throw(Dice((3, 1)))
    player.wait_for_selector(".bank .chip")
    assert watcher.locator(".bank .chip").count() == 0
    assert "You see the match 1 minute later." in watcher.locator("[data-part='late']").inner_text()
    watcher.wait_for_selector(".bank .chip", timeout=9000)
    tv.wait_for_selector(".roll .words", timeout=9000)


@pytest.mark.parametrize("position", [PLAYABLE, SHUT_OUT])
def test_one_button_ends_the_turn_and_it_is_the_same_where_nothing_can_be_played(
    house: House, open_phone: Open, position: dict[str, Any]
) -> None:
    house.table.start(match_setup(3, conduct=QUIET))
    house.table.throw(Dice((3, 1)))
    house.table.set_position(position)
    house.table.throw(Dice((6, 5)))
    page = on_tablet(open_phone)
    ends = page.locator(".actions form:not(.takes-back) button:visible")
    assert ends.all_inner_texts() == ["End the turn"]
    assert page.locator('.actions form[data-api="turn-ends"] button.main').count() == 1
    ends.click()
    page.wait_for_function("() => !document.querySelector('.actions').innerText.includes('End the turn')")
    if position is PLAYABLE:
        assert ends.all_inner_texts() == ["That was all"]
        page.wait_for_timeout(1000)  # two touches at once are one
        ends.click()
    page.wait_for_selector(".whose.p1")
    assert plays(house)[-1] == "end"
