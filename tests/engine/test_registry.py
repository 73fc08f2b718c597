"""The registry: what every family tells of its board, and further games that come and go."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import SetupError
from engine.questions import answer_line
from engine.reasons import Reason
from engine.registry import Family, find_family, game_info, games, make_rules, register
from engine.rulebook import REASONS, RULES


@pytest.mark.parametrize(("game", "preset"), [(info.name, p.name) for info in games() for p in info.presets])
def test_steps_and_names_cover_every_piece_from_the_start_to_home(game: str, preset: str) -> None:
    for players in game_info(game).players:
        rules = make_rules(game, preset, players=players)
        squares = {square.id for square in rules.layout.squares}
        state = rules.start(begins=0)
        for seat in range(players):
            steps = rules.steps(seat)
            assert set(steps.values()) <= squares
            assert list(steps)[-1] == rules.home_step
        for place in rules.placed(state):
            assert rules.steps(place.player)[place.step] == place.square
            assert place.step != rules.home_step
        assert rules.piece_names == tuple("abcdefghijklmno"[: rules.pieces])


def test_steps_are_in_the_order_in_which_pieces_pass_them() -> None:
    pachisi = make_rules("pachisi", players=4)
    assert list(pachisi.steps(0)) == list(range(85))
    assert pachisi.steps(2)[0] == pachisi.steps(2)[84] == "charkoni"
    assert pachisi.steps(1)[8] == pachisi.steps(1)[76]
    assert list(make_rules("chowka-bhara").steps(1)) == list(range(25))
    assert make_rules("chowka-bhara", "7x7").home_step == 48
    own, other = (list(make_rules("backgammon").steps(seat).values()) for seat in (0, 1))
    assert own == ["bar0", *(f"p{point}" for point in range(24, 0, -1)), "off0"]
    assert other == ["bar1", *(f"p{point}" for point in range(1, 25)), "off1"]


def further(**changes: object) -> Family:
    """Give a fourth game: Pachisi under another name, with a rule of its own."""
    known = find_family("pachisi")
    family = replace(
        known,
        info=replace(known.info, name="ludo", title="Ludo"),
        ask_why=lambda question: {"legal": "move" in question},
        rules={"L1": "A six throws again."},
        reasons={"ludo-no-six": "only a six brings a piece in"},
        numbers=lambda preset: ("L1",),
    )
    return replace(family, **changes)  # type: ignore[arg-type]


def test_a_further_game_is_there_until_it_is_taken_back() -> None:
    before = games(), dict(RULES), dict(REASONS)
    take_back = register(further())
    try:
        assert [info.name for info in games()] == ["chowka-bhara", "pachisi", "backgammon", "ludo"]
        assert make_rules("ludo", "six", players=3).players == 3
        assert RULES["L1"] == "A six throws again."
        assert str(Reason("L1", "ludo-no-six")) == "L1: only a six brings a piece in"
        assert answer_line('{"game": "ludo"}', "why") == ('{"legal": false}', True)
    finally:
        take_back()
    assert (games(), RULES, REASONS) == before
    with pytest.raises(SetupError, match="there is no game 'ludo': there are chowka-bhara, pachisi, back"):
        make_rules("ludo")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"info": game_info("pachisi")}, "there is a game 'pachisi' already"),
        ({"rules": {"C1": "Something else."}}, "C1 already means 'Whoever has"),
        ({"reasons": {"is-home": "something else"}}, "is-home already means 'this piece is home"),
    ],
)
def test_a_further_game_takes_no_name_or_number_that_stands_for_something_else(
    changes: dict[str, object], message: str
) -> None:
    before = games(), dict(RULES), dict(REASONS)
    with pytest.raises(ValueError, match=message):
        register(further(**changes))
    assert (games(), RULES, REASONS) == before


def test_a_further_game_may_share_a_sentence_and_leaves_it_behind() -> None:
    register(further(rules={"P1": RULES["P1"]}))()
    assert RULES["P1"]


def test_a_page_of_rules_lists_the_numbers_that_its_preset_is_played_by() -> None:
    assert find_family("chowka-bhara").numbers("7x7") == tuple(f"C{number}" for number in range(1, 19))
    assert find_family("pachisi").numbers("six")[-1] == "P27"
    numbers = find_family("backgammon").numbers
    assert numbers("finnish") == tuple(f"BF{number}" for number in range(1, 17))
    assert numbers("polish")[0] == "BP1"
    assert numbers("standard")[:3] == ("BF4", "BF5", "BF6")
    assert numbers("standard")[-1] == "BS10"
