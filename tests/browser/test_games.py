"""Games that were played: replay by slider and keys, throws drawn, export, deletion, backup and restore."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boxes_for_tests import running_box, unused_port
from browser_for_tests import PATIENCE_MS, next_page
from engine.events import Logged, Setup, Threw, event_from_json
from engine.table import Table
from engine.table.state import Model
from engine.throw import Cowries
from journals_for_tests import play_on
from ports_for_tests import ADMIN_TOKEN, House
from slow_network import slow_network
from web.auth.access import COOKIE
from web.history.backup import PIECE

pytestmark = pytest.mark.browser

Open = Callable[..., Any]
Standing = dict[str, str]
STANDING = """
Object.fromEntries([...document.querySelectorAll("#men [data-piece]")].map(
  (one) => [one.dataset.piece, one.dataset.square]))
"""
HEIGHTS = "all => all.map(one => one.getBBox().height)"
SHOWS = f"wanted => JSON.stringify(Object.entries({STANDING}).sort()) === JSON.stringify(wanted)"


def played(house: House, throws: int = 12) -> Model:
    """Play a part of game 1 and begin game 2; gives game 1 as it stood at last."""
    house.start()
    play_on(house.table, throws, seed=3)
    model = house.table.model
    house.start("pachisi")
    return model


def squares(model: Model, step: int) -> Standing:
    return {f"{one.player},{one.piece}": one.square for one in model.rules.placed(model.states[step])}


def shows(page: Any, standing: Standing) -> None:
    """Wait until every piece stands where it should, and no other piece is drawn."""
    page.wait_for_function(SHOWS, arg=[list(pair) for pair in sorted(standing.items())])


def test_the_list_names_every_game_and_leads_to_each(house: House, open_phone: Open) -> None:
    played(house)
    page = open_phone(plays=False, path="/games")
    lines = page.locator(".games-list li").all_inner_texts()
    assert len(lines) == 2
    assert "Pachisi" in lines[0]
    assert "on the table" in lines[0]
    assert "Chowka Bhara" in lines[1]
    assert "not finished" in lines[1]
    with next_page(page):
        page.locator(".games-list a").nth(1).click()
    page.locator(".replay").wait_for()
    assert page.url.endswith("/games/1")


def test_every_step_of_the_replay_shows_its_board(house: House, open_phone: Open) -> None:
    model = played(house)
    steps = len(model.actions)
    assert len({tuple(squares(model, step).items()) for step in range(steps + 1)}) > 8
    page = open_phone(plays=False, path="/games/1")
    shows(page, squares(model, steps))
    page.focus(".replay input[type=range]")
    page.keyboard.press("Home")
    for step in range(steps + 1):
        shows(page, squares(model, step))
        assert page.inner_text("#step-number") == str(step)
        page.keyboard.press("ArrowRight")
    assert page.inner_text("#step-number") == str(steps), "there is nothing after the last step"
    page.keyboard.press("ArrowLeft")
    shows(page, squares(model, steps - 1))


def test_the_slider_is_drawn_by_a_finger_and_the_buttons_go_step_by_step(
    house: House, open_phone: Open
) -> None:
    model = played(house)
    page = open_phone(plays=False, path="/games/1")
    slider = page.locator(".replay input[type=range]")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    y = box["y"] + box["height"] / 2
    page.evaluate("window.here = true")
    seen = []
    page.mouse.move(box["x"] + box["width"] - 8, y)
    page.mouse.down()
    for part in (0.75, 0.5, 0.25):
        page.mouse.move(box["x"] + part * box["width"], y, steps=3)
        seen.append(int(slider.input_value()))
        shows(page, squares(model, seen[-1]))
    page.mouse.up()
    assert len(model.actions) > seen[0] > seen[1] > seen[2] > 0
    page.click(".replay button[data-by='1']")
    shows(page, squares(model, seen[2] + 1))
    page.click(".replay button[data-by='-1']")
    shows(page, squares(model, seen[2]))
    assert page.inner_text("#step-text") != "The game begins"
    assert page.evaluate("window.here"), "the page was never loaded again"


def test_a_slider_drawn_quickly_asks_only_for_where_it_comes_to_and_is_there_after_a_reload(
    house: House, open_phone: Open
) -> None:
    model = played(house)
    page = open_phone(plays=False, path="/games/1")
    asked: list[str] = []

    def slowly(route: Any) -> None:
        asked.append(route.request.url)
        page.wait_for_timeout(60)
        route.continue_()

    page.route("**/steps/*", slowly)
    slider = page.locator(".replay input[type=range]")
    steps = len(model.actions)
    drawn = [*range(steps, 0, -1), *range(1, steps), *range(steps, 5, -1)]
    slider.evaluate(
        "(one, all) => all.forEach((step) => { one.value = step; one.dispatchEvent(new Event('input')); })",
        drawn,
    )
    shows(page, squares(model, 6))
    assert page.inner_text("#step-number") == "6"
    assert len(asked) <= 3
    page.wait_for_url("**/games/1?step=6")
    page.reload()
    shows(page, squares(model, 6))
    assert slider.input_value() == "6"


def test_the_replay_keeps_its_step_while_the_box_is_away(house: House, open_phone: Open) -> None:
    model = played(house)
    page = open_phone(plays=False, path="/games/1?step=0")
    page.focus(".replay input[type=range]")
    shows(page, squares(model, 0))
    page.context.set_offline(True)
    page.keyboard.press("End")
    page.locator(".replay .away", has_text="The box is away.").wait_for()
    shows(page, squares(model, 0))
    assert page.inner_text("#step-number") == "0", "the number belongs to the board that is seen"
    page.context.set_offline(False)
    page.keyboard.press("End")
    shows(page, squares(model, len(model.actions)))
    page.locator(".replay .away").wait_for(state="hidden")


def test_each_bar_is_as_high_as_its_throws_were_many(house: House, open_phone: Open) -> None:
    house.start()
    play_on(house.table, 40, seed=5)
    counts = Counter(
        one.event.throw.mouths
        for one in house.journal.events(since=0)
        if one.game == 1 and isinstance(one.event, Threw) and isinstance(one.event.throw, Cowries)
    )
    page = open_phone(plays=False, path="/games/1")
    drawing = page.locator("svg.tally")
    told = [int(text) for text in drawing.locator(".count").all_text_contents()]
    assert told == [counts[mouths] for mouths in range(5)]
    came, fair = (drawing.locator(bars).evaluate_all(HEIGHTS) for bars in (".came", ".fair"))
    per_throw = max(came) / max(told)
    assert max(came) > 90
    assert came == pytest.approx([count * per_throw for count in told], abs=0.2)
    assert fair == pytest.approx([sum(told) * ways / 16 * per_throw for ways in (1, 4, 6, 4, 1)], abs=0.2)
    page.click(".fairness summary")
    assert [row.split("\t")[2] for row in page.locator(".fairness tbody tr").all_inner_texts()] == [
        str(count) for count in told
    ]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_an_export_can_be_read_and_played_again(house: House, open_phone: Open, tmp_path: Path) -> None:
    model = played(house)
    page = open_phone(plays=False, path="/games/1")
    with page.expect_download() as coming:
        page.click("text=Export")
    assert coming.value.suggested_filename == "charkoni-game-1.jsonl"
    coming.value.save_as(tmp_path / "game.jsonl")
    lines = [json.loads(line) for line in (tmp_path / "game.jsonl").read_text("utf-8").splitlines()]
    events = [Logged(one["seq"], one["game"], event_from_json(one), "", one["time"]) for one in lines]
    again = Table(record=lambda action: None)
    again.resume(events)
    assert again.model.state == model.state
    assert [str(one.action) for one in again.model.actions] == [str(one.action) for one in model.actions]


def test_a_game_is_deleted_only_after_a_second_question(house: House, open_phone: Open) -> None:
    played(house)
    page = open_phone(admin=True, path="/games/1")
    with next_page(page):
        page.click("text=Delete this game")
    page.locator("text=Nobody can bring them back").wait_for()
    with next_page(page):
        page.click("text=Keep it")
    page.locator(".replay").wait_for()
    assert len(house.journal.games()) == 2
    with next_page(page):
        page.click("text=Delete this game")
    with next_page(page):
        page.click("text=Delete for good")
    page.locator("#said", has_text="Game 1 was deleted.").wait_for()
    assert page.locator(".games-list li").count() == 1
    assert [one.number for one in house.journal.games()] == [2]
    assert open_phone(path="/games/2").locator("text=Delete this game").count() == 0


@pytest.fixture
def home(tmp_path: Path) -> Callable[[], Any]:
    """Start a whole box in the same folder and on the same port as often as is wanted."""
    port = unused_port()
    return lambda: running_box(tmp_path, port=port)


def send(page: Any) -> None:
    with next_page(page):
        page.click("text=Send it to the box")


def test_a_backup_is_carried_away_and_brought_back(
    chromium: Any, home: Callable[[], Any], tmp_path: Path
) -> None:
    context = chromium.new_context()
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    with home() as box:
        box.table.start(Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), {}, 0))
        play_on(box.table, 6, seed=1)
        before = box.table.model.state
        number = box.table.model.game
        box.table.start(Setup("backgammon", "standard", ("Mina", "Dev"), {}, 0))
        here = f"http://127.0.0.1:{box.server.port}"
        page.goto(box.phones.address())
        page.goto(f"{here}/backup")
        with page.expect_download() as coming:
            page.click("text=Download a backup")
        assert coming.value.suggested_filename.endswith(".backup")
        coming.value.save_as(tmp_path / "my.backup")
        page.goto(f"{here}/games/{number}/delete")
        with next_page(page):
            page.click("text=Delete for good")
        page.locator("#said", has_text="was deleted").wait_for()

        page.goto(f"{here}/backup")
        picture = {"name": "x.jpg", "mimeType": "image/jpeg", "buffer": b"x"}
        page.set_input_files("input[name=backup]", files=[picture])
        page.click("text=Send it to the box")
        page.locator("#upload-trouble", has_text="no backup that this box can read").wait_for()

        page.goto(f"{here}/backup")
        page.set_input_files("input[name=backup]", tmp_path / "my.backup")
        send(page)
        page.locator("text=A backup lies ready: 3 games").wait_for()
        with next_page(page):
            page.click("text=Do not restore it")
        page.locator("text=nothing will be restored").wait_for()
        page.set_input_files("input[name=backup]", tmp_path / "my.backup")
        send(page)
        page.locator("text=A backup lies ready: 3 games").wait_for()
        assert number not in [one.number for one in box.journal.games()]
    with home() as box:
        page.goto(f"{here}/games/{number}")
        page.locator(".replay").wait_for()
        with next_page(page):
            page.click("text=Play on")
        page.locator("#play").wait_for()
        assert box.table.model.state == before
    context.close()


def test_sending_a_backup_shows_how_far_it_is_and_goes_on_after_a_break(
    house: House, chromium: Any, port: int, tmp_path: Path
) -> None:
    played(house)
    chance = Random(2)
    for _ in range(3):
        picture = b"\xff\xd8" + chance.randbytes(PIECE // 4)
        house.journal.keep_photograph(picture, picture)
    size = house.app.extensions["archive"].back_up().bytes
    assert PIECE < size < 2 * PIECE
    context = chromium.new_context()
    context.set_default_timeout(PATIENCE_MS)
    with slow_network(port, bytes_a_s=2_000_000) as network:
        here = f"http://127.0.0.1:{network.port}"
        context.add_cookies([{"name": COOKIE, "value": ADMIN_TOKEN, "url": here}])
        page = context.new_page()
        page.goto(f"{here}/backup")
        with page.expect_download() as coming:
            page.click("text=Download a backup")
        coming.value.save_as(tmp_path / "my.backup")
        page.set_input_files("input[name=backup]", tmp_path / "my.backup")
        before = network.carried
        network.breaks_at = before + size * 3 // 5
        page.click("text=Send it to the box")
        page.locator("#upload-news", has_text="goes on by itself").wait_for()
        counted = page.inner_text("#upload-count")
        assert counted.endswith(f" of {-(-size // 1_000_000)} MB have been sent.")
        assert page.locator("#upload-bar").evaluate("bar => bar.value") > 0.4
        time.sleep(0.5)
        network.mend()
        page.locator("text=A backup lies ready: 2 games, 3 photographs.").wait_for()
        # What had come before the break was not sent again.
        assert network.carried - before < size + PIECE
    context.close()


def test_what_is_no_backup_is_said_beside_the_form_and_another_can_be_chosen(
    house: House, open_phone: Open, tmp_path: Path
) -> None:
    played(house)
    page = open_phone(admin=True, path="/backup")
    (tmp_path / "letter").write_bytes(b"a letter to a friend")
    page.set_input_files("input[name=backup]", tmp_path / "letter")
    page.click("text=Send it to the box")
    page.locator("#upload-trouble", has_text="This file is no backup that this box can read").wait_for()
    house.phones.roles.clear()  # nobody is admin any more
    page.click("text=Send it to the box")
    page.locator("#upload-trouble", has_text="may only watch").wait_for()
