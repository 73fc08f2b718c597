"""The cube on the board: where it lies, what it shows, and who may touch it."""

from __future__ import annotations

import re

import pytest

from engine.game import Game
from engine.move import Double, Take
from engine.registry import make_rules
from engine.table.commands import TakeThrow
from engine.throw import Dice
from ports_for_tests import House
from web.games import page_of

PAGE = page_of("backgammon")


def opened(*, doubled: bool = False, taken: bool = False) -> Game[object]:
    """Begin a game in which the first player may double, or has."""
    play: Game[object] = Game(make_rules("backgammon", "standard", players=2), begins=0)
    if doubled:
        play.push(Double())
    if taken:
        play.push(Take())
    return play


def drawn(play: Game[object], *, quarters: int = 0, touch: bool = False) -> str:
    return PAGE.beside(play.rules, play.state, quarters, {"double": "Double"} if touch else {})


def place(drawing: str) -> tuple[float, float, str]:
    """Tell where the cube lies, in squares, and what it shows."""
    where = re.search(r"translate\(([\d.]+) ([\d.]+)\)", drawing)
    shown = re.search(r">(\d+)</text>", drawing)
    assert where is not None
    assert shown is not None
    return float(where[1]) / 100, float(where[2]) / 100, shown[1]


def test_a_cube_that_nobody_turned_lies_in_the_middle_of_the_bar_with_its_64_up() -> None:
    assert place(drawn(opened())) == (6.5, 5.5, "64")


@pytest.mark.parametrize(("quarters", "side", "bar"), [(0, 1, 6.5), (2, -1, 7.75)])
def test_a_cube_that_is_offered_lies_before_who_answers_and_then_at_its_owner_s_end(
    quarters: int, side: int, bar: float
) -> None:
    x, y, shown = place(drawn(opened(doubled=True), quarters=quarters))
    assert (x, shown) == (bar + 3.5, "2")
    assert (5.5 - y) * side > 0, "the second player sits above"
    x, y, shown = place(drawn(opened(doubled=True, taken=True), quarters=quarters))
    assert (x, shown) == (bar, "2")
    assert (5.5 - y) * side > 4.5


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("quarters", [0, 2])
def test_five_checkers_on_the_bar_leave_the_owned_cube_in_sight(quarters: int, owner: int) -> None:
    rules = opened().rules
    position = rules.to_position(rules.start(begins=0))
    position["board"] = [5, -5, *[0] * 4, 5, *[0] * 12, -5, *[0] * 4, 5, 5]
    position["cube"] = {"value": 2, "owner": owner, "offered": "", "dropped": False}
    state = rules.from_position(position)
    x, y, _ = place(PAGE.beside(rules, state, quarters, {}))
    barred = [man for man in PAGE.men(rules, state, quarters=quarters) if "bar" in man.square]
    assert len(barred) == 10
    assert sorted(man.count for man in barred) == [*[1] * 8, 5, 5], "the topmost says how many"
    for man in barred:
        assert abs(man.y / 100 - y) >= (man.size / 100 + 0.76) / 2, man
        assert man.x / 100 == x


def test_there_is_no_cube_where_the_rules_have_none() -> None:
    rules = make_rules("backgammon", "finnish", players=2)
    assert PAGE.beside(rules, rules.start(begins=0), 0, {}) == ""


def test_only_a_cube_that_may_be_turned_is_a_button(house: House) -> None:
    house.start("backgammon", "standard")
    player, watcher = house.player().client, house.watcher()
    button = 'data-move="double" role="button" tabindex="0" aria-label="Double"'
    assert button in player.get("/").text
    assert 'class="cube' in watcher.get("/").text
    assert "data-move" not in watcher.get("/").text
    assert "data-move" not in player.get("/tv").text
    house.table.do(TakeThrow(Dice((6, 1)), source="typed"))
    assert "data-move" not in player.get("/").text
