"""A match on real phones: begun from the form, played over the ends of games, resigned, undone, won."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from axe_for_tests import Axe
from browser_for_tests import address, knows, more, next_page
from engine.ending import Accept, Resign
from engine.match import Conduct, TimeControl
from engine.move import Double, EndTurn
from engine.throw import Dice
from engines.random_matches import match_setup
from ports_for_tests import House

pytestmark = pytest.mark.browser

Open = Callable[..., Any]

SMALL, PHONE, LAPTOP = (
    {"width": 360, "height": 740},
    {"width": 390, "height": 844},
    {"width": 1280, "height": 800},
)
LONG = ("Aleksandra-Wilhelmiina von Hohenlohe-Oehr", "Ravi")


def start(house: House, length: int = 3, names: tuple[str, str] = ("Asha", "Ravi"), **about: Any) -> None:
    setup = match_setup(length, times=TimeControl(12.0, 360.0), **about)
    assert setup.match is not None
    conduct = Conduct(event="Sunday cup", round="Final")
    house.table.start(replace(setup, names=names, match=replace(setup.match, conduct=conduct)))


def lost(house: House, seat: int, points: int = 1) -> None:
    if house.table.model.outcome or not house.table.model.actions:
        house.table.throw(Dice((3, 1) if seat else (1, 3)))
    house.table.play(Resign(seat, points))
    house.table.play(Accept())


def score(page: Any, first: int, second: int) -> None:
    """Wait until a page shows a score."""
    page.wait_for_function(
        """score => [...document.querySelectorAll(".score .points")]
        .map(points => points.textContent).join() === score""",
        arg=f"{first},{second}",
    )


def fits(page: Any, size: dict[str, int]) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    cut = page.evaluate(
        """[...document.querySelectorAll(".score .points, .score .goal")]
        .filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2)
        .map(one => one.className)"""
    )
    assert cut == []


@pytest.mark.parametrize("size", [SMALL, PHONE, LAPTOP], ids=lambda size: str(size["width"]))
def test_a_match_from_the_form_to_its_end(house: House, open_phone: Open, size: dict[str, int]) -> None:
    mine = open_phone(path="/new")
    mine.set_viewport_size(size)
    mine.goto(address(mine, "/new?game=backgammon"))
    mine.locator("input[name=name]").nth(0).fill("Asha")
    mine.locator("input[name=name]").nth(1).fill("Ravi")
    assert not mine.locator(".kinds").is_visible(), "who plays one game sees one line of it"
    mine.click("#match > summary")
    assert not mine.locator(".of-match").is_visible()
    mine.check("input[name=match][value=points]")
    mine.fill("input[name=match-length]", "4")
    mine.select_option("select[name=match-clock]", "usual")
    with next_page(mine):
        mine.click("button.main.wide")
    score(mine, 0, 0)
    assert "to 4" in mine.locator(".score .goal").inner_text()
    fits(mine, size)
    other = open_phone()
    other.set_viewport_size(size)

    # The first game is resigned on one phone, and accepted on the other.
    house.table.throw(Dice((3, 1)))
    mine.goto(address(mine, "/end"))
    resign = mine.locator("section.card", has_text="A player resigns")
    resign.locator("select[name=player]").select_option("0")
    resign.locator("select[name=points]").select_option("3")
    resign.locator("input[name=sure]").check()
    with next_page(mine):
        resign.locator("button").click()
    other.click('button[value="accept"]')
    for phone in (mine, other):
        score(phone, 0, 3)
        phone.locator(".match-standing", has_text="Asha 0, Ravi 3; Ravi needs one more").wait_for()
        assert phone.locator("button", has_text="Rematch").count() == 0
        fits(phone, size)

    # The next game is the Crawford game; undo leads back over the end of the first, and redo brings it back.
    with next_page(other), next_page(mine):
        mine.locator(".actions button", has_text="Next game").click()
    for phone in (mine, other):
        knows(phone)
        phone.locator(".score .goal", has_text="Crawford game").wait_for()
    with next_page(other), next_page(mine):
        mine.locator(".actions button", has_text="end of game 1").click()
    mine.locator(".ask", has_text="Ravi would win 3 points").wait_for()
    score(mine, 0, 0)
    mine.click(".ask > summary")  # folded into one line, the bar is free
    mine.locator(".takes-back button.again").click()
    score(mine, 0, 3)

    # A throw begins the next game, too; it is played to its end on the board.
    with next_page(mine):
        house.table.throw(Dice((3, 1)))
    mine.locator(".score .goal", has_text="Crawford game").wait_for()
    board = [0] * 26
    board[1], board[24] = 1, -2
    house.table.set_position({"board": board, "turn": 1, "number": 9})
    house.table.throw(Dice((6, 5)))
    knows(mine, house.table.model.seq)
    more(mine)
    mine.locator("#more-moves summary").click()
    mine.locator("#more-moves button").first.click()
    mine.locator(".match-standing", has_text="Ravi wins the match").wait_for()
    score(mine, 0, house.table.model.match.score[1])  # type: ignore[union-attr]
    assert mine.locator(".whose.over", has_text="the match is over").count() == 1
    fits(mine, size)
    with next_page(mine):
        mine.locator(".actions button", has_text="Rematch").click()
    score(mine, 0, 0)


def test_the_form_shows_what_belongs_to_the_choice_alone(house: House, open_phone: Open) -> None:
    phone = open_phone(path="/new")
    phone.goto(address(phone, "/new?game=backgammon"))
    phone.click("#match > summary")

    def seen() -> set[str]:
        fields = phone.locator(".of-match :is(input, select)")
        return {
            str(one.get_attribute("name")).removeprefix("match-") for one in fields.all() if one.is_visible()
        }

    assert seen() == set()
    phone.check("input[name=match][value=points]")
    assert seen() == {"length", "crawford", "clock"}
    phone.select_option("select[name=match-clock]", "own")
    assert seen() == {"length", "crawford", "clock", "delay", "reserve"}
    phone.check("input[name=match][value=money]")
    assert seen() == {"jacoby", "beavers", "clock", "delay", "reserve"}
    phone.select_option("select[name=match-clock]", "usual")
    assert phone.locator(".usual-clock").is_visible()
    phone.click("#conduct > summary")
    assert {"event", "round", "turn_ends", "tournament", "spoken", "lag"} <= seen()
    assert "tells_illegal" not in seen()
    phone.check("input[name=match-tournament]")
    assert "tells_illegal" in seen()


def test_a_throw_that_leans_is_told_void_by_touches(house: House, open_phone: Open) -> None:
    start(house)
    house.table.throw(Dice((6, 5)))
    phone, other = open_phone(), open_phone()
    phone.click("#last > summary")
    phone.locator("#void > summary").click()
    phone.locator("#void button", has_text="A die leans").click()
    for one in (phone, other):
        one.locator(".told li", has_text="counts for nothing. BS6: a die leans").wait_for()
    assert house.table.model.last_throw is None


def test_players_pause_and_go_on(house: House, open_phone: Open) -> None:
    start(house)
    house.table.throw(Dice((6, 5)))
    phone, other = open_phone(), open_phone()
    more(phone)
    phone.locator(".tools button", has_text="Pause").click()
    other.locator(".score .goal", has_text="pause").wait_for()
    other.locator(".actions button", has_text="Go on").click()
    phone.locator(".score .goal", has_text="game 1").wait_for()
    assert not house.table.model.paused


def test_the_spoken_page_tells_the_score_and_begins_the_next_game(house: House, open_phone: Open) -> None:
    start(house)
    phone = open_phone(path="/blind")
    score(phone, 0, 0)
    lost(house, 0, 2)
    phone.locator("#heard", has_text="2 points; Asha 0, Ravi 2; Ravi needs one more.").wait_for()
    assert phone.locator("#heard").inner_text().count("2 points") == 1, "it is said once"
    score(phone, 0, 2)
    phone.click("#what")
    phone.locator("#heard", has_text="Next game").wait_for()
    with next_page(phone):
        phone.click("#confirm")
    phone.locator(".score .goal", has_text="Crawford game").wait_for()
    assert house.table.model.game == 2


@pytest.mark.parametrize("size", [SMALL, LAPTOP], ids=lambda size: str(size["width"]))
def test_the_television_follows_the_score_through_the_match(
    house: House, open_phone: Open, size: dict[str, int]
) -> None:
    start(house, names=LONG)
    screen = open_phone(plays=False, path="/tv")
    screen.set_viewport_size(size)
    lost(house, 0)
    screen.locator(".match-standing", has_text=", Ravi 1").wait_for()
    assert screen.locator(".players .points").all_inner_texts() == ["0", "1"]
    house.table.throw(Dice((3, 1)))
    screen.locator(".players .goal", has_text="game 2").wait_for()
    assert "Sunday cup · Final" in screen.locator(".players .goal").inner_text()
    assert screen.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert screen.evaluate("document.documentElement.scrollHeight") <= size["height"]


@pytest.mark.parametrize("size", [SMALL, PHONE, LAPTOP], ids=lambda size: str(size["width"]))
def test_long_names_and_large_scores_stand_in_their_place(
    house: House, open_phone: Open, size: dict[str, int]
) -> None:
    start(house, 0, names=LONG, score=(123, 45678))
    house.table.throw(Dice((6, 5)))
    for path in ("/", "/blind"):
        phone = open_phone(path=path)
        phone.set_viewport_size(size)
        score(phone, 123, 45678)
        fits(phone, size)
        strip = phone.locator(".match").bounding_box()
        table = phone.locator(".board").bounding_box()
        assert strip["y"] + strip["height"] <= table["y"] + 1 or strip["x"] >= table["x"] + table["width"] - 1


def test_the_pages_of_a_match_break_no_rule(house: House, open_phone: Open, broken: Axe) -> None:
    start(house, names=LONG)
    lost(house, 0, 2)
    page = open_phone(admin=True)
    page.locator(".match-standing").wait_for()
    sizes = (SMALL, LAPTOP)
    assert broken(page, sizes) == []
    with next_page(page):
        house.table.next_game()
    knows(page)
    house.table.throw(Dice((6, 5)))
    wrong = {}
    for path in ("/", "/tv", "/blind", "/games", "/games/1", "/games/1/record"):
        page.goto(address(page, path))
        wrong[path] = broken(page, sizes)
    page.goto(address(page, "/games"))
    page.click(".match-games summary")
    wrong["games"] = broken(page)
    page.goto(address(page, "/new?game=backgammon&match=money&match-clock=own"))
    page.click("#conduct > summary")
    wrong["new"] = broken(page, sizes)
    page.goto(address(page, "/"))
    page.click("#last > summary")
    page.locator("#void > summary").click()
    wrong["void"] = broken(page)
    assert {path: found for path, found in wrong.items() if found} == {}


@pytest.mark.parametrize(("beavers", "locale"), [(True, "nl"), (False, "pl")])
def test_who_is_doubled_reads_every_word_of_the_bar(
    house: House, open_phone: Open, beavers: bool, locale: str
) -> None:
    house.table.start(match_setup(0, beavers=beavers))
    house.table.throw(Dice((3, 1)))
    house.table.play(house.table.model.rules.moves(house.table.model.state)[0])
    house.table.play(EndTurn())
    house.table.play(Double())
    phone = open_phone(locale=locale)
    phone.set_viewport_size(SMALL)
    assert phone.locator(".actions > *").count() == 4
    cut = phone.evaluate(
        """[...document.querySelectorAll(".actions :is(button, summary)")].filter(one =>
        one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
        .map(one => one.textContent)"""
    )
    assert cut == []
    assert phone.locator(".takes-back button").evaluate("one => one.offsetWidth") >= 44
