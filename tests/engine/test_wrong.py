"""The tests of the engine are worth something: engines that are wrong on purpose do not pass them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engines.wrong_engines import WRONG, Wrong, copy_to, outcome, put_in
from places import ROOT


@pytest.mark.slow  # two runs of pytest for each of nine engines
@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.says)
def test_an_engine_that_is_wrong_is_caught_by_its_test(wrong: Wrong, tmp_path: Path) -> None:
    copy_to(tmp_path)
    assert re.match(r"[1-9]\d* passed", outcome(wrong, tmp_path))
    put_in(wrong, tmp_path)
    assert re.match(r"[1-9]\d* failed", outcome(wrong, tmp_path))


def test_there_are_three_wrong_engines_for_each_family_in_places_that_exist() -> None:
    families = [wrong.module.split("/")[0] for wrong in WRONG]
    assert {family: families.count(family) for family in families} == {
        "chowka_bhara": 3,
        "pachisi": 3,
        "backgammon": 3,
    }
    for wrong in WRONG:
        text = (ROOT / "engine" / wrong.module).read_text("utf-8")
        assert text.count(wrong.right) == 1, wrong.says
