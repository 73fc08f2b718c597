"""The eye's plans are the engine's boards: every square where it lies, with its rim."""

from __future__ import annotations

import numpy as np
import pytest

from device.errors import ConfigError
from device.follow.plans import plan_of
from engine.backgammon.board import LAYOUTS
from engine.board import Layout
from engine.chowka_bhara.board import Board
from engine.pachisi.board import layout as cross
from engine.registry import game_info, games, make_rules
from vision.board import Plan
from vision.board.placing.plan import area
from vision.board.reader import knows
from web.drawing.places import turned

CASE = LAYOUTS["standard"]
BOARDS: dict[str, Layout] = {
    "cross": cross(4),
    "5x5": Board(5, players=4).layout,
    "7x7": Board(7, players=4).layout,
    "backgammon": CASE,
    "mirrored": LAYOUTS["finnish"],
}


def middle(plan: Plan, name: str) -> tuple[float, float]:
    """Return where a place's middle lies, in pieces."""
    x, y = plan.place(name).middle
    return round(x * plan.width, 6), round(y * plan.height, 6)


@pytest.mark.parametrize("name", BOARDS)
def test_every_square_has_its_place_and_size(name: str) -> None:
    layout = BOARDS[name]
    plan = plan_of(layout)
    assert [place.name for place in plan.places] == [square.id for square in layout.squares]
    for place, square in zip(plan.places, layout.squares, strict=True):
        assert place.width * place.length == pytest.approx(square.width * square.height)
        assert area(plan.in_pieces(place.points)) == pytest.approx(square.width * square.height)
        assert place.has_rim == (square.kind in ("point", "off"))


def test_the_fields_are_as_large_as_the_boards() -> None:
    sizes = {name: (plan_of(layout).width, plan_of(layout).height) for name, layout in BOARDS.items()}
    assert sizes == {
        "cross": (19, 19),
        "5x5": (5, 5),
        "7x7": (7, 7),
        "backgammon": (13, 11),
        "mirrored": (13, 11),
    }


@pytest.mark.parametrize("game", [info.name for info in games()])
def test_the_networks_know_every_board_of_ours_with_all_its_players(game: str) -> None:
    info = game_info(game)
    for preset in info.presets:
        for players in info.players:
            layout = make_rules(game, preset.name, players=players).layout
            assert knows(plan_of(layout, trays=False), players)


def test_points_begin_at_their_rim() -> None:
    plan = plan_of(CASE)
    for number in range(1, 25):
        place = plan.place(f"p{number}")
        rim = 1.0 if number <= 12 else 0.0
        assert [y for _x, y in place.outline[:2]] == [rim, rim]
        assert place.length == 5


def test_the_points_lie_where_players_count_them() -> None:
    plan = plan_of(CASE)
    assert middle(plan, "p1") == (12.5, 8.5)
    assert middle(plan, "p6") == (7.5, 8.5)
    assert middle(plan, "p12") == (0.5, 8.5)
    assert middle(plan, "p24") == (12.5, 2.5)
    assert middle(plan, "off0") == (13.75, 8.5)
    assert middle(plan_of(LAYOUTS["finnish"]), "p1") == (0.5, 8.5)
    assert middle(plan_of(LAYOUTS["finnish"]), "off0") == (-0.75, 8.5)


@pytest.mark.parametrize(("columns", "bar"), [(0.0, 1.0), (0.5, 1.0), (1.0, 1.0), (1.6, 1.6)])
@pytest.mark.parametrize("name", ["backgammon", "mirrored"])
def test_a_bar_may_have_any_width_and_none(name: str, columns: float, bar: float) -> None:
    plan = plan_of(BOARDS[name], bar_columns=columns)
    assert plan.width == pytest.approx(12 + columns)
    assert plan.place("bar0").width == pytest.approx(bar)
    assert middle(plan, "bar0")[0] == pytest.approx(plan.width / 2)
    sides = sorted(middle(plan, f"p{number}")[0] for number in range(1, 13))
    assert sides == pytest.approx([*(n + 0.5 for n in range(6)), *(n + 6.5 + columns for n in range(6))])
    tray = middle(plan, "off1")[0]
    assert tray == pytest.approx(plan.width + 0.75 if name == "backgammon" else -0.75)


def test_a_board_may_have_no_trays() -> None:
    names = {place.name for place in plan_of(CASE, trays=False).places}
    assert names == {*(f"p{n}" for n in range(1, 25)), "bar0", "bar1"}


def test_a_bar_that_is_none_is_refused() -> None:
    for columns in (-1.0, 9.0, float("nan")):
        with pytest.raises(ConfigError, match="bar is 0 to 3"):
            plan_of(CASE, bar_columns=columns)


@pytest.mark.parametrize("name", ["cross", "5x5", "7x7"])
@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_plan_is_the_plan_of_the_turned_board(name: str, quarters: int) -> None:
    layout = BOARDS[name]
    first, then = plan_of(turned(layout, quarters)), plan_of(layout).turned(quarters)
    assert (first.width, first.height) == (then.width, then.height)
    for place in then.places:
        assert np.allclose(first.place(place.name).points.mean(axis=0), place.points.mean(axis=0))


@pytest.mark.parametrize(("quarters", "side"), [(0, "bottom"), (1, "left"), (2, "top"), (3, "right")])
def test_the_rim_turns_with_the_board(quarters: int, side: str) -> None:
    assert turned(CASE, quarters).square("p1").rim == side
    rim = np.array(plan_of(CASE).turned(quarters).place("p1").outline[:2]).mean(axis=0)
    assert rim[1 - quarters % 2] == pytest.approx(1 if side in ("bottom", "right") else 0)
