"""The drawings: every square, every piece, readable in every position."""

from __future__ import annotations

import gzip
import random
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.board import Placed
from engine.game import Game, Rules, Waits
from engine.registry import games, make_rules
from web.drawing.boards import board_svg
from web.drawing.pieces import Titles, token_svg
from web.drawing.places import Man, placed_men
from web.drawing.throws import throw_svg
from web.games import page_of

GAMES = [(info.name, preset.name, n) for info in games() for preset in info.presets for n in info.players]
NAMES = ("Asha", "Ravi", "<b>Mina & Co", "Dev")


def played(game: str, preset: str, players: int, *, seed: int, actions: int) -> Game[object]:
    """Play at random for a while."""
    rng = random.Random(seed)
    play: Game[object] = Game(make_rules(game, preset, players=players), begins=0)
    for _ in range(actions):
        if play.waits is Waits.OVER:
            break
        if play.waits is Waits.THROW:
            play.throw(rng.choice(play.rules.wants(play.state).throws()))
        else:
            play.push(rng.choice(play.legal_moves() or play.rules.optional(play.state)))
    return play


def men(rules: Rules[Any], placed: Sequence[Placed]) -> tuple[Man, ...]:
    """Place pieces on the drawing of a game."""
    page = page_of(rules.family)
    return placed_men(
        page.drawing.place, rules.layout, rules.players, tuple(placed), home_step=rules.home_step
    )


def board_of(rules: Rules[Any], standing: Sequence[Man], titles: Titles | None = None) -> str:
    drawing, names = page_of(rules.family).drawing, NAMES[: rules.players]
    return board_svg(rules.layout, drawing, names, standing, titles or {}, turn=0, label="The board")


def drawn(play: Game[object]) -> ET.Element:
    standing = page_of(play.rules.family).men(play.rules, play.state)
    return ET.fromstring(board_of(play.rules, standing, {(0, 0): "can"}))


@pytest.mark.parametrize(("game", "preset", "players"), GAMES)
def test_every_square_and_every_piece_is_drawn_once_and_none_hides_another(
    game: str, preset: str, players: int
) -> None:
    for seed in range(3):
        play = played(game, preset, players, seed=seed, actions=150)
        picture = drawn(play)
        hits = [part.get("data-square") for part in picture.iter() if part.get("class") == "hit"]
        assert sorted(hits) == sorted(square.id for square in play.rules.layout.squares)
        pieces = [part.get("data-piece") for part in picture.iter() if part.get("data-piece")]
        assert len(pieces) == len(set(pieces)) == play.rules.players * play.rules.pieces
        assert not [part for part in picture.iter() if part.get("style")]
        standing = page_of(game).men(play.rules, play.state)
        counted = sum(max(1, man.count) for man in standing if man.count or man.flat)
        assert game == "backgammon" or counted == len(standing)
        spots = [(man.x, man.y) for man in standing if man.count == 1]
        assert len(set(spots)) == len(spots)


def test_a_pile_of_checkers_stays_on_the_board_and_is_counted() -> None:
    rules = make_rules("backgammon", "standard")
    pile = tuple(Placed(0, piece, "p6", 6) for piece in range(15))
    found = men(rules, pile)
    assert [man.count for man in found] == [1] * 5 + [0] * 9 + [15]
    assert all(0 < man.y < rules.layout.height * 100 for man in found)


def test_sixteen_pawns_in_the_centre_do_not_overlap() -> None:
    rules = make_rules("chowka-bhara", players=4)
    home = tuple(Placed(seat, piece, "r2c2", 24) for seat in range(4) for piece in range(4))
    found = men(rules, home)
    assert all(man.home for man in found)
    assert not [(a, b) for a in found for b in found if a is not b and _overlap(a, b)]
    assert all(man.x - man.size / 2 >= 200 and man.x + man.size / 2 <= 300 for man in found)


def _overlap(a: Man, b: Man) -> bool:
    return abs(a.x - b.x) < a.size - 1 and abs(a.y - b.y) < a.size - 1


def test_a_piece_on_its_way_home_looks_different_from_one_on_its_way_out() -> None:
    rules = make_rules("pachisi", players=2)
    both = (Placed(0, 0, "r13c9", 3), Placed(0, 1, "r13c9", 81, lying=True))
    found = men(rules, both)
    assert {man.lying for man in found} == {False, True}
    assert len({(man.x, man.y) for man in found}) == 2
    picture = ET.fromstring(board_of(rules, found))
    lying = [part for part in picture.iter() if "lying" in part.get("class", "")]
    assert [part.get("data-piece") for part in lying] == ["0,1"]


def test_waiting_pachisi_pieces_stand_apart_from_those_at_home() -> None:
    rules = make_rules("pachisi", players=4)
    found = men(rules, [Placed(seat, n, "charkoni", 84 * (n > 1)) for seat in range(4) for n in range(4)])
    assert [man.home for man in found] == [False, False, True, True] * 4
    assert [man.count for man in found if man.home] == [0, 2] * 4
    waiting = [(man.x, man.y) for man in found if not man.home]
    assert len(set(waiting)) == 8


def test_a_waiting_pachisi_piece_keeps_its_place_while_others_leave() -> None:
    rules = make_rules("pachisi", players=4)
    all_wait = men(rules, [Placed(0, n, "charkoni", 0) for n in range(4)])
    two_wait = men(rules, [Placed(0, n, "charkoni", 0) for n in (1, 3)])
    assert {(man.piece, man.x, man.y) for man in two_wait} < {(man.piece, man.x, man.y) for man in all_wait}


def test_the_topmost_of_a_stack_is_drawn_last_with_its_count() -> None:
    rules = make_rules("pachisi", players=2)
    picture = ET.fromstring(board_of(rules, men(rules, [Placed(0, n, "r8c15", 20) for n in range(3)])))
    group = next(part for part in picture.iter() if part.get("id") == "men")
    assert ["".join(part.itertext()) for part in group] == ["", "", "3"]


def test_a_gatti_is_tied_together() -> None:
    rules = make_rules("chowka-bhara", players=2)
    pair = (Placed(0, 0, "r3c1", 16, paired=True), Placed(0, 1, "r3c1", 16, paired=True))
    found = men(rules, pair)
    picture = board_of(rules, found)
    assert picture.count('class="link p0"') == 1


def test_only_a_piece_that_can_move_is_a_button() -> None:
    play = played("chowka-bhara", "5x5", 2, seed=1, actions=0)
    buttons = [part for part in drawn(play).iter() if part.get("role") == "button"]
    assert [part.get("data-piece") for part in buttons] == ["0,0"]
    assert buttons[0].get("aria-label") == "can"


def test_names_are_written_as_text() -> None:
    picture = board_of(make_rules("pachisi", players=4), ())
    assert "<b>" not in picture
    assert "&lt;b&gt;Mina &amp; Co" in picture


def test_players_differ_by_shape_as_well() -> None:
    without_colour = [
        token_svg(seat, page_of("pachisi").drawing.pieces).replace(f" p{seat}", "") for seat in range(4)
    ]
    assert len(set(without_colour)) == 4
    checkers = [
        token_svg(seat, page_of("backgammon").drawing.pieces).replace(f" p{seat}", "") for seat in range(2)
    ]
    assert len(set(checkers)) == 2


def test_a_throw_is_drawn_as_it_lay() -> None:
    shells = throw_svg("2/6")
    assert (shells.count("cowrie mouth"), shells.count("cowrie back")) == (2, 4)
    dice = throw_svg("6-1")
    assert dice.count("<circle") == 7


@pytest.mark.parametrize(("game", "preset", "players"), GAMES)
def test_a_drawing_stays_light_and_what_is_touched_and_marked_lies_under_the_pieces_or_after_them(
    game: str, preset: str, players: int
) -> None:
    play = played(game, preset, players, seed=2, actions=150)
    rules, page = play.rules, page_of(game)
    standing, names = page.men(rules, play.state), NAMES[:players]
    text = board_svg(
        rules.layout, page.drawing, names, standing, {}, turn=0, label="The board", ways=page.ways(rules)
    )
    assert len(text) < 29_000
    assert len(gzip.compress(text.encode())) < 4_500
    assert "<filter" not in text
    assert "blur(" not in CSS
    picture = ET.fromstring(text)
    parts = [part.get("id") or part.get("class") for part in picture]
    assert parts[-4:] == ["hit", "trail", "men", "marks"]
    hits = [part.get("data-square") for part in picture.iter() if part.get("class") == "hit"]
    ways = [[hits[int(n)] for n in way.split()] for way in (picture.get("data-ways") or "").split(";")]
    assert ways == [list(rules.steps(seat).values()) for seat in range(players)]


CSS = (Path(__file__).parents[3] / "web/static/css/board.css").read_text("utf-8")


PHONE_PX = 390


@pytest.mark.parametrize("preset", ["5x5", "7x7"])
def test_the_frame_is_fourteen_pixels_wide_on_a_phone(preset: str) -> None:
    rules = make_rules("chowka-bhara", preset, players=4)
    picture = ET.fromstring(board_of(rules, ()))
    _left, _top, wide, _high = map(float, (picture.get("viewBox") or "").split())
    inside = next(part for part in picture.iter() if part.get("class") == "inlay")
    frame = (wide - float(inside.get("width") or 0)) / 2
    assert frame * PHONE_PX / wide == pytest.approx(14, abs=1)


def test_the_cloth_fills_the_square_and_its_squares_are_as_large_as_they_can_be() -> None:
    rules = make_rules("pachisi", players=4)
    picture = ET.fromstring(board_of(rules, ()))
    _left, _top, wide, high = map(float, (picture.get("viewBox") or "").split())
    cloth = next(part for part in picture.iter() if part.get("class") == "cloth")
    assert wide == high == pytest.approx(float(cloth.get("width") or 0), rel=0.01)
    assert 1900 / wide > 0.98  # nineteen squares
