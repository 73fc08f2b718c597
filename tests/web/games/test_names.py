"""No module of the page but those of `web/games` names a game, counts its squares or knows its rooms."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from engine.options import GameInfo
from engine.registry import games, make_rules
from places import ROOT
from web.games import page_of, pages

WEB = ROOT / "web"
FILES = [
    path
    for kind in ("*.py", "*.html", "*.js")
    for path in sorted(WEB.rglob(kind))
    if WEB / "games" not in path.parents
]
NOT_THE_GAME = re.compile(r"GNU Backgammon|resigns a backgammon")
"""A program that many write files with, and a game that counts three times."""
GAMES = "|".join(word for info in games() for word in {info.name, info.name.replace("-", "."), info.title})
"""Every name of every game, as a regular expression."""


def test_no_other_file_of_the_page_names_a_game_or_knows_its_steps() -> None:
    named = re.compile(rf"(?i){GAMES}|\b84\b")
    found = {
        f"{path.relative_to(WEB)}:{number}": line
        for path in FILES
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if named.search(NOT_THE_GAME.sub("", line))
    }
    assert found == {}


@pytest.mark.parametrize("info", games(), ids=lambda info: info.name)
def test_every_game_has_a_page_with_titles_of_all_its_presets(info: GameInfo) -> None:
    page = page_of(info.name)
    assert page in pages()
    assert page.presets.keys() == {preset.name for preset in info.presets}
    assert page.about
    assert page.drawing.css == info.name


@pytest.mark.parametrize("info", games(), ids=lambda info: info.name)
def test_every_square_has_a_name_for_who_does_not_see_it(info: GameInfo) -> None:
    rules = make_rules(info.name, players=info.players[-1])
    names = page_of(info.name).square_names(rules, False)
    assert names.keys() == {square.id for square in rules.layout.squares}
    named = list(names.values())
    own = {(name.template, *name.fields.values()) for name in named}
    shared = 2 if info.name == "backgammon" else 0  # two bars, two trays
    assert len(own) == len(named) - shared


def test_words_and_speech_need_no_flask() -> None:
    code = "import sys, web.games, web.language.speech; print('flask' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, capture_output=True, text=True)
    assert said.stdout == "False\n"


def test_a_game_that_nobody_knows_has_a_plain_page() -> None:
    page = page_of("tablut")
    assert (page.title, page.words.said, page.drawing.css) == ("tablut", {}, "tablut")
    assert page not in pages()
