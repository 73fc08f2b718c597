"""Playing on phones: real Chromium, real table, real journal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browser_for_tests import knows, more, next_page
from engine.events import ThrowAsked
from engine.messages import Message
from engine.throw import Cowries, Dice
from ports_for_tests import House
from web.game.stream import Room
from web.ports import EyeState, LampState

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
PHONE_HEIGHT = 844


def touch(page: Any, square: str) -> None:
    """Touch a square of the board, a little nearer to the first of four pieces than to the others."""
    box = page.locator(f'.hit[data-square="{square}"]').bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.45, box["y"] + box["height"] * 0.45)


def choose_throw(page: Any, throw: str) -> None:
    """Open the sheet of throws and touch one."""
    page.click("#throw-sheet summary")
    page.locator("#throw-sheet .panel:not(.fresh)").wait_for()
    page.click(f'#throw-sheet button[value="{throw}"]')


def expect_text(page: Any, selector: str, text: str) -> None:
    page.locator(selector, has_text=text).first.wait_for()


def test_two_phones_play_turns_and_each_follows_without_reload(house: House, open_phone: Open) -> None:
    house.start()
    asha, ravi = open_phone(), open_phone()
    ravi.evaluate("window.neverReloaded = true")
    choose_throw(asha, "3/4")
    expect_text(ravi, ".words", "3 mouths up of 4 = 3")
    expect_text(asha, ".words", "3 mouths up of 4 = 3")
    touch(asha, "r4c2")
    expect_text(ravi, ".whose", "Ravi")
    expect_text(asha, ".whose", "Ravi")
    ravi.locator('[data-piece="0,0"][data-square="r3c4"]').wait_for()
    assert "?" not in asha.url, "the key does not stay in the address"
    assert ravi.evaluate("window.neverReloaded") is True

    choose_throw(ravi, "1/4")
    expect_text(asha, ".words", "1 mouth up")
    more(ravi)
    ravi.locator(".moves button", has_text="moves 1").first.click()
    expect_text(asha, ".whose", "Asha")
    assert [str(action.action) for action in house.table.model.actions] == [
        "3/4",
        "a 0/3 =3",
        "1/4",
        "a 0/1 =1",
    ]


def test_a_piece_lights_its_squares_up_before_it_moves(house: House, open_phone: Open) -> None:
    house.start()
    for mouths in (4, 2):  # after 4 Asha throws again
        house.table.throw(Cowries(mouths, 4), source="typed")
    page = open_phone()
    page.locator(".can").first.wait_for()
    touch(page, "r4c2")
    page.locator('.hit.target[data-square="r4c4"]').wait_for()
    tones = page.locator("#marks .dot").evaluate_all(
        "all => all.map(getComputedStyle).map(({ fill, stroke }) => [fill, stroke])"
    )
    assert tones == 2 * [["rgb(42, 22, 8)", "rgb(255, 255, 255)"]], (
        "one of the two stands out on every ground"
    )
    assert house.table.model.waits == "move"
    touch(page, "r1c1")
    page.locator(".hit.target").first.wait_for(state="detached")
    assert house.table.model.waits == "move"


def test_an_illegal_move_has_three_honest_ends(house: House, open_phone: Open) -> None:
    house.start()
    house.table.throw(Cowries(1, 4), source="typed")
    page, other = open_phone(), open_phone()

    def illegal() -> None:
        knows(page, house.journal.last_seq())
        more(page)
        page.click("#did")
        touch(page, "r4c2")
        page.locator(".chosen .halo").wait_for()
        touch(page, "r4c4")
        page.locator(".illegal").wait_for()
        other.locator(".illegal").wait_for()
        assert "C2" in page.locator(".illegal .rule").inner_text()

    illegal()
    other.click("text=We move it back")
    page.locator(".illegal").wait_for(state="detached")
    other.locator(".illegal").wait_for(state="detached")
    assert house.table.model.turn == 0

    illegal()
    page.click("text=The throw was read wrong")
    page.click('.illegal button[value="2/4"]')
    expect_text(other, ".whose", "Ravi")
    house.table.undo()
    house.table.undo()
    house.table.throw(Cowries(1, 4), source="typed")

    illegal()
    page.click("text=We accept it as played")
    expect_text(other, ".whose", "Ravi")
    assert house.table.model.actions[-1].how == "accepted"


def test_touching_a_piece_again_lets_go_of_it(house: House, open_phone: Open) -> None:
    house.start()
    house.table.throw(Cowries(1, 4), source="typed")
    page = open_phone()
    more(page)
    page.click("#did")
    touch(page, "r4c2")
    page.locator(".chosen").first.wait_for()
    touch(page, "r4c2")
    page.locator(".chosen").first.wait_for(state="detached")
    assert page.locator("#did").get_attribute("aria-pressed") == "true"
    assert house.table.model.question is None
    touch(page, "r0c2")
    page.locator(".chosen").first.wait_for()
    touch(page, "r0c1")
    page.locator('.hit.bad[data-square="r0c1"]').wait_for()


def test_undo_takes_back_and_says_so_on_the_other_phone(house: House, open_phone: Open) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    house.table.report_move((0, 0), "r3c4")
    page, other = open_phone(), open_phone()
    expect_text(other, ".whose", "Ravi")
    expect_text(page, ".whose", "Ravi")
    page.click("text=Undo")
    expect_text(other, ".whose", "Asha")
    expect_text(other, ".told li", "Taken back")
    assert [str(action.action) for action in house.table.model.actions] == ["3/4"]
    other.locator('[data-piece="0,0"][data-square="r4c2"]').wait_for()


def test_a_wrong_throw_is_corrected_in_two_taps(house: House, open_phone: Open) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="camera")
    page = open_phone()
    page.click("#last > summary")
    page.click("#wrong summary")
    first = page.locator("#wrong button[name=throw]").first
    assert first.get_attribute("value") == "2/4"
    first.click()
    expect_text(page, ".words", "2 mouths up of 4 = 2")


def test_a_phone_without_network_keeps_the_board_and_catches_up(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone()
    page.context.set_offline(True)
    page.locator("#away:not([hidden])").wait_for()
    assert page.locator(".board").is_visible()
    house.table.throw(Cowries(3, 4), source="typed")
    page.context.set_offline(False)
    expect_text(page, ".words", "3 mouths up of 4 = 3")
    page.locator("#away").wait_for(state="hidden")


def test_a_phone_that_is_scrolled_down_sees_that_the_box_is_away(house: House, open_phone: Open) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    page = open_phone()
    page.locator("#places").scroll_into_view_if_needed()
    page.context.set_offline(True)
    page.locator("#away:not([hidden])").wait_for()
    box = page.locator("#away").bounding_box()
    assert 0 <= box["y"] < PHONE_HEIGHT - box["height"]
    more(page)
    page.locator(".moves button").first.click()
    expect_text(page, "#said", "sent as soon as it is back")
    page.context.set_offline(False)
    expect_text(page, ".whose", "Ravi")
    page.locator("#said p").wait_for(state="detached")


def test_without_room_for_another_stream_the_page_asks_now_and_then(house: House, open_phone: Open) -> None:
    house.app.extensions["live"].room = Room(all=0)
    house.start()
    page = open_phone()
    house.table.throw(Cowries(3, 4), source="typed")
    expect_text(page, ".words", "3 mouths up of 4 = 3")
    house.table.report_move((0, 0), "r3c4")
    expect_text(page, ".whose", "Ravi")
    assert page.locator("#away").is_hidden()


def test_a_box_that_was_away_for_a_restart_is_found_again(
    house: House, chromium: Any, open_phone: Open, port: int
) -> None:
    house.start()
    page = open_phone()
    page.route("**/*", lambda route: route.abort())
    house.app.extensions["live"].close()
    page.locator("#away:not([hidden])").wait_for()
    house.table.throw(Cowries(3, 4), source="typed")
    page.unroute("**/*")
    expect_text(page, ".words", "3 mouths up of 4 = 3")
    page.locator("#away").wait_for(state="hidden")
    assert page.locator(".moves button").first.is_enabled(), "the game goes on from this phone"


def test_a_move_whose_answer_is_lost_counts_once(house: House, open_phone: Open, port: int) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    page = open_phone()
    lost = []

    def answer_gets_lost(route: Any) -> None:
        if not lost:
            # The box takes it, the phone never hears. This request passes by the browser's resolver.
            here = f"127.0.0.1:{port}"
            headers = {**route.request.headers, "origin": f"http://{here}"}
            lost.append(route.fetch(url=f"http://{here}/api/v1/moves", headers=headers))
            route.abort()
        else:
            route.continue_()

    page.route("**/api/v1/moves", answer_gets_lost)
    more(page)
    page.locator(".moves button").first.click()
    expect_text(page, ".whose", "Ravi")
    page.locator("body:not(.busy)").wait_for()
    assert [str(action.action) for action in house.table.model.actions] == ["3/4", "a 0/3 =3"]


def test_a_watcher_sees_everything_and_has_no_buttons(house: House, open_phone: Open) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    page = open_phone(plays=False)
    expect_text(page, ".watch", "This phone watches")
    assert page.locator("form[data-api], #did, .can").count() == 0
    touch(page, "r4c2")
    assert page.locator(".hit.target").count() == 0
    house.table.report_move((0, 0), "r3c4")
    expect_text(page, ".whose", "Ravi")


def test_a_doubtful_throw_is_asked_with_the_likeliest_answers(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone()
    house.table.ask(
        faces=("mouth", "back", "unsure", "back"),
        alternatives=(Cowries(1, 4), Cowries(2, 4)),
        doubts=(Message("one shell stands on its edge"),),
    )
    expect_text(page, ".asked", "one shell stands on its edge")
    assert isinstance(house.table.model.waiting[0].asked, ThrowAsked)
    values = page.locator(".likely button").evaluate_all("all => all.map(one => one.value)")
    assert values == ["1/4", "2/4"]
    page.click('.likely button[value="2/4"]')
    expect_text(page, ".words", "2 mouths up of 4 = 2")


def test_a_die_is_chosen_and_then_a_checker_touched(house: House, open_phone: Open) -> None:
    house.start("backgammon", "finnish")
    house.table.throw(Dice((6, 3)), source="typed")
    page = open_phone()
    page.locator(".can").first.wait_for()
    page.click('.chip[data-value="3"]')
    touch(page, "p8")
    page.locator('.chip[data-value="3"]').wait_for(state="detached")
    assert str(house.table.model.actions[-1].action) == "8/5"
    touch(page, "p24")
    expect_text(page, ".whose", "Ravi")
    assert str(house.table.model.actions[-1].action) == "24/18"


def test_the_eye_and_the_lamps_are_told_live(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone()
    expect_text(page, "#eye", "The tray is empty")
    house.eye.now = EyeState(
        "away", Message("no camera"), Message("The camera was unplugged: plug it in again.")
    )
    house.eye.tell()
    expect_text(page, "#eye", "No camera")
    expect_text(page, "#eye-message", "plug it in again")
    house.lamps.show(LampState((0.0, 1.0), 1.0, "illegal", "illegal", 3))
    page.locator('.alarm .bulb[fill-opacity="1"]').wait_for()
    lit = page.locator(".bulb").evaluate_all("all => all.map(one => one.getAttribute('fill-opacity'))")
    assert lit.count("1") == 2, "the red lamp and the one of player 2"


def test_a_choice_stays_open_while_the_eye_changes_and_closes_when_the_game_does(
    house: House, open_phone: Open
) -> None:
    house.start()
    page = open_phone()
    page.click("#throw-sheet summary")
    house.eye.show("away", "unplugged")
    page.locator("#throw-sheet summary.main").wait_for()
    assert page.locator("#throw-sheet .panel").is_visible()
    house.table.throw(Cowries(3, 4), source="typed")
    expect_text(page, ".words", "3 mouths up of 4 = 3")
    assert not page.locator("#throw-sheet .panel").is_visible()


def test_a_new_game_is_set_up_on_the_phone(house: House, open_phone: Open) -> None:
    page = open_phone(path="/new")
    with next_page(page):
        page.click("text=Pachisi")
    names = page.locator("input[name=name]")
    for place, name in enumerate(["Grandmother", "", "Lena", ""]):
        names.nth(place).fill(name)
    page.click("#rules > summary")
    page.select_option("select[name=begins]", "2")
    page.click("button.wide")
    expect_text(page, ".whose", "Lena")
    setup = house.table.model.setup
    assert (setup.game, setup.names, setup.begins) == ("pachisi", ("Grandmother", "Lena"), 1)


def test_the_page_plays_without_its_script(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(java_script_enabled=False)
    page.click("#throw-sheet summary")
    with next_page(page):
        page.click('#throw-sheet button[value="3/4"]')
    assert "3 mouths up of 4 = 3" in page.inner_text(".words")
    page.click("#more > summary")
    with next_page(page):
        page.click(".moves button >> nth=0")
    assert page.inner_text(".whose strong") == "Ravi"
    with next_page(page):
        page.click("text=Undo")
    assert page.inner_text(".whose strong") == "Asha"


def test_keys_play_as_fingers_do(house: House, open_phone: Open) -> None:
    house.start()
    for mouths in (4, 3):  # after 4 Asha throws again
        house.table.throw(Cowries(mouths, 4), source="typed")
    page = open_phone()
    page.locator(".can").first.wait_for()
    page.focus(".can >> nth=0")
    page.keyboard.press("Enter")
    page.locator(".hit.target:focus").wait_for()
    page.focus('.hit.target[data-square="r3c4"]')
    page.keyboard.press("Enter")
    page.locator('[data-piece="0,0"][data-square="r3c4"]').wait_for()
    assert [str(action.action) for action in house.table.model.actions] == ["4/4", "3/4", "a 0/3 =3"]


def test_what_hands_did_is_told_by_keys(house: House, open_phone: Open) -> None:
    house.start()
    house.table.throw(Cowries(3, 4), source="typed")
    page = open_phone()
    page.locator(".can").first.wait_for()
    more(page)
    page.focus("#did")
    page.keyboard.press("Enter")
    page.focus('[data-piece="1,0"]')
    page.keyboard.press("Enter")
    page.focus('.hit[data-square="r0c1"]')
    assert (
        page.locator('.hit[data-square="r0c1"]').get_attribute("aria-label") == "square 1 after Ravi’s home"
    )
    page.keyboard.press("Enter")
    page.locator(".illegal").wait_for()
    page.locator(".busy").wait_for(state="detached")
    assert page.evaluate("document.activeElement.closest('.board') !== null")
    assert page.locator(".hit[tabindex]").count() == 0
