"""Drawings of options stand with the choice that each shows."""

from __future__ import annotations

import re

import pytest

from engine.registry import games
from ports_for_tests import House
from web.games.option_drawings import drawings_of


@pytest.mark.parametrize("game", [info.name for info in games()])
def test_a_drawing_shows_a_choice_that_the_option_has(game: str) -> None:
    info = next(info for info in games() if info.name == game)
    for key, drawings in drawings_of(game).items():
        shown = [one.choice for one in drawings if one.choice is not None]
        assert len(set(map(str, shown))) == len(shown), key
        for choice in shown:
            assert choice in (True, False) or choice in info.option(key).choices, key


@pytest.mark.parametrize(
    ("game", "captions"),
    [
        (
            "chowka-bhara",
            ["no", "yes", "yes", "no", "yes, and the turn ends", "yes, unless a fourth is the same"],
        ),
        ("pachisi", ["yes", "yes, three of one value", "only the third of them is lost"]),
    ],
)
def test_new_game_writes_under_a_drawing_what_is_chosen_so(
    house: House, game: str, captions: list[str]
) -> None:
    page = house.admin().client.get(f"/new?game={game}").text
    assert re.findall("<figcaption>(.*?)</figcaption>", page) == captions


def test_the_rule_page_has_them_too(house: House) -> None:
    page = house.admin().client.get("/rules/pachisi").text
    assert "<figcaption>only the third of them is lost</figcaption>" in page
