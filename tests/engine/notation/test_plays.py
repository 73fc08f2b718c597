"""Plays of checkers as people write them: one way for each checker."""

from __future__ import annotations

import pytest

from engine.move import parse_play
from engine.notation import whole_play


@pytest.mark.parametrize(
    ("steps", "written"),
    [
        ("24/18 18/13", "24/13"),
        ("24/18* 18/13", "24/18*/13"),
        ("24/18 18/13*", "24/13*"),
        ("8/5 6/5", "8/5 6/5"),
        ("13/8 6/5 8/5", "13/5 6/5"),
        ("13/11(2) 11/9(2)", "13/9(2)"),
        ("6/3(4)", "6/3(4)"),
        ("8/5 8/5* 5/2", "8/5 8/5*/2"),
        ("bar/22 22/20", "bar/20"),
        ("5/2 2/off", "5/off"),
        ("6/off 5/off 6/off", "6/off(2) 5/off"),
    ],
)
def test_the_steps_of_one_checker_are_one_way(steps: str, written: str) -> None:
    assert whole_play(parse_play(steps).steps) == written
