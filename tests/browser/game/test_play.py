"""Playing on phones: real Chromium, real table, real journal."""

from __future__ import annotations

from typing import Any

import pytest

from browser_for_tests import Open, deeds, knows, more, next_page, touch
from engine.messages import Message
from engine.table.commands import ReportMove, SetPosition, TakeThrow, Undo
from engine.throw import Cowries
from ports_for_tests import House
from web.game.stream import Room
from web.ports import EyeState, LampState

pytestmark = pytest.mark.browser


def choose_throw(page: Any, throw: str) -> None:
    """Open the sheet of throws and touch one."""
    page.click("#throw-sheet summary")
    page.locator("#throw-sheet .panel:not(.fresh)").wait_for()
    page.click(f'#throw-sheet button[value="{throw}"]')


def expect_text(page: Any, selector: str, text: str) -> None:
    page.locator(selector, has_text=text).first.wait_for()


def test_phones_play_turns_correct_and_undo_and_each_follows_without_reload(
    house: House, open_phone: Open
) -> None:
    house.start()
    asha, ravi, watcher = open_phone(), open_phone(), open_phone(plays=False)
    for page in (ravi, watcher):
        page.evaluate("window.neverReloaded = true")
    choose_throw(asha, "3/4")
    for page in (asha, ravi, watcher):
        expect_text(page, ".words", "3 mouths up of 4 = 3")
    assert watcher.locator("form[data-api], #did, .can").count() == 0
    touch(watcher, "r4c2")
    assert watcher.locator(".hit.target").count() == 0
    asha.click("#last > summary")
    asha.click("#wrong summary")
    wrong = asha.locator("#wrong button[name=throw]").first
    assert wrong.get_attribute("value") == "2/4", "the likeliest comes first"
    wrong.click()
    for page in (asha, ravi, watcher):
        expect_text(page, ".words", "2 mouths up of 4 = 2")
    more(asha)
    asha.locator(".moves button").first.click()
    for page in (asha, ravi, watcher):
        page.locator(".whose.p1").wait_for()
        page.locator('[data-piece="0,0"][data-square="r4c4"]').wait_for()
    choose_throw(ravi, "1/4")
    expect_text(asha, ".words", "1 mouth up")
    touch(ravi, "r0c2")
    asha.locator(".whose.p0").wait_for()
    assert deeds(house)[1::2][0] == "a 0/2 =2"
    before = deeds(house)
    asha.locator(".takes-back button").first.click()
    for page in (asha, ravi, watcher):
        page.locator(".whose.p1").wait_for()
    assert deeds(house) == before[:-1]
    assert "?" not in asha.url, "the key does not stay in the address"
    assert ravi.evaluate("neverReloaded") is watcher.evaluate("neverReloaded") is True


def test_an_illegal_move_has_three_honest_ends(house: House, open_phone: Open) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(1, 4), source="typed"))
    page, other = open_phone(), open_phone()
    more(page)
    page.click("#did")
    for _ in range(2):  # touching a piece again lets go of it
        touch(page, "r0c2")
        page.locator(".chosen").first.wait_for()
        touch(page, "r0c2")
        page.locator(".chosen").first.wait_for(state="detached")
    assert page.locator("#did").get_attribute("aria-pressed") == "true"
    more(page)
    page.click("#did")

    def illegal() -> None:
        knows(page, house.journal.last_seq())
        more(page)
        page.click("#did")
        touch(page, "r4c2")
        page.locator(".chosen .halo").wait_for()
        touch(page, "r4c4")
        page.locator(".illegal").wait_for()
        other.locator(".illegal").wait_for()

    illegal()
    other.click("text=We move it back")
    for one in (page, other):
        one.locator(".illegal").wait_for(state="detached")
    assert house.table.model.turn == 0

    illegal()
    page.click("text=The throw was read wrong")
    page.click('.illegal button[value="2/4"]')
    other.locator(".whose.p1").wait_for()
    house.table.do(Undo())
    house.table.do(Undo())
    house.table.do(TakeThrow(Cowries(1, 4), source="typed"))

    illegal()
    page.click("text=We accept it as played")
    other.locator(".whose.p1").wait_for()
    assert house.table.model.actions[-1].how == "accepted"


def test_a_phone_without_network_keeps_the_board_and_a_move_and_catches_up(
    house: House, open_phone: Open
) -> None:
    house.start()
    page = open_phone()
    page.locator("#places").scroll_into_view_if_needed()
    page.context.set_offline(True)
    page.locator("#away:not([hidden])").wait_for()
    box = page.locator("#away").bounding_box()
    assert 0 <= box["y"] < page.viewport_size["height"] - box["height"], "it is seen wherever one scrolled to"
    assert page.locator(".board").is_visible()
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    page.context.set_offline(False)
    expect_text(page, ".words", "3 mouths up of 4 = 3")
    page.locator("#away").wait_for(state="hidden")
    page.context.set_offline(True)
    page.locator("#away:not([hidden])").wait_for()
    more(page)
    page.locator(".moves button").first.click()
    page.locator("#said p").wait_for()
    assert deeds(house) == ["3/4"]
    page.context.set_offline(False)
    page.locator(".whose.p1").wait_for()
    page.locator("#said p").wait_for(state="detached")


def test_without_room_for_another_stream_the_page_asks_now_and_then(house: House, open_phone: Open) -> None:
    house.app.extensions["live"].room = Room(all=0)
    house.start()
    page = open_phone()
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
    page.locator(".words").first.wait_for()
    house.table.do(ReportMove((0, 0), "r3c4"))
    page.locator(".whose.p1").wait_for()
    assert page.locator("#away").is_hidden()


def test_a_move_whose_answer_is_lost_counts_once(house: House, open_phone: Open, port: int) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(3, 4), source="typed"))
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
    page.locator(".whose.p1").wait_for()
    page.locator("body:not(.busy)").wait_for()
    assert deeds(house) == ["3/4", "a 0/3 =3"]


def test_the_eye_and_the_lamps_are_told_live(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone()
    page.click("#throw-sheet summary")
    house.eye.now = EyeState(
        "away", Message("no camera"), Message("The camera was unplugged: plug it in again.")
    )
    before = page.evaluate("async () => (await fetch('/api/v1/state')).text()")
    late: list[Any] = []
    page.route("**/api/v1/state", lambda route: late.append(route))
    house.eye.tell()
    page.locator('#eye[data-state="away"]').wait_for()
    expect_text(page, "#eye-message", "plug it in again")
    while not late:
        page.wait_for_timeout(20)
    house.lamps.show(LampState((0.0, 1.0), 1.0, "illegal", "illegal", 3))
    page.locator('.alarm .bulb[fill-opacity="1"]').wait_for()
    lit = page.locator(".bulb").evaluate_all("all => all.map(one => one.getAttribute('fill-opacity'))")
    assert lit.count("1") == 2, "the red lamp and the one of player 2"
    with page.expect_response("**/api/v1/state"):
        late[0].fulfill(
            body=before, content_type="application/json"
        )  # it knows an older eye, and older lamps
    page.evaluate("async () => { for (let n = 0; n < 3; n += 1) await new Promise(requestAnimationFrame); }")
    assert page.locator('.alarm .bulb[fill-opacity="1"]').count() == 1
    assert page.locator('#eye[data-state="away"]').count() == 1


# Without its script.


def test_the_page_plays_and_turns_without_its_script(house: House, open_phone: Open) -> None:
    house.start()
    page = open_phone(java_script_enabled=False)
    page.click("#throw-sheet summary")
    with next_page(page):
        page.click('#throw-sheet button[value="3/4"]')
    page.locator(".words").first.wait_for()
    page.click("#more > summary")
    with next_page(page):
        page.click(".moves button >> nth=0")
    page.locator(".whose.p1").wait_for()
    with next_page(page):
        page.locator(".takes-back button").first.click()
    page.locator(".whose.p0").wait_for()
    page.click("#more > summary")
    with next_page(page):
        page.click("#turn-board")
    page.locator('.board:not([data-quarters="0"])').wait_for()
    assert page.locator("#seat option:checked").text_content() == "–", "between two seats it is nobody's"


def test_without_its_script_a_move_is_warned_of_before_it_is_made(house: House, open_phone: Open) -> None:
    house.start("pachisi")
    house.table.do(SetPosition({"turn": 0, "pieces": [[79, 9, 84, 84], [9, 0, 0, 0]]}))
    house.table.do(TakeThrow(Cowries(4, 6)))
    page = open_phone(java_script_enabled=False)
    for answer, came in ((0, 79), (1, 83)):
        page.click("#more > summary")
        with next_page(page):
            page.locator('button[name="move"][value="a 79/83 =4"]').click()
        assert house.table.model.state.pieces[0][0] == 79
        with next_page(page):
            page.locator(".ask button").nth(answer).click()
        assert page.locator(".ask").count() == 0
        assert house.table.model.state.pieces[0][0] == came
