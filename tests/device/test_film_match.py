"""A match on the real path: a film of dice, real vision, pretend hands that the eye follows, and a phone."""

from __future__ import annotations

import shutil
import time
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from boxes_for_tests import running_box
from device.box import Box
from device.cameras.film import FILM
from engine.events import Moved, Threw, ThrowAsked, ThrowVoided, TurnClosed
from engine.game import Waits
from engine.match import Conduct
from engine.move import Double, Take
from engine.table.commands import CorrectThrow, PlayMove, SetPosition, TakeMoveBack
from engine.table.questions import Illegal, Wrong
from engine.throw import Dice
from engines.random_matches import check_match, games_of, match_setup

PRETEND = """
[board_camera]
source = "pretend"
"""
LATE = {"board": [0, 1, *[0] * 22, -1, 0], "turn": 0, "number": 9}
"""Seat 0 bears its last checker off with any throw."""


def leaning(folder: Path) -> None:
    """Lay a film whose second throw leans: one die of the first is carried onto the other."""
    film = FILM.parent if FILM.is_file() else FILM
    scenes = [one for one in tomllib.loads((film / "film.toml").read_text("utf-8"))["scene"] if "pips" in one]
    order = ["ivory-dice-6-5", "red-dice-3-1", "ivory-dice-5-2", "ivory-dice-4-4"]
    scenes = [next(one for one in scenes if one["name"] == name) for name in order]
    for name in ("empty", *order):
        shutil.copytree(film / name, folder / name)
    shutil.copytree(film / order[0], folder / "cocked")
    for number in (13, 14, 15):
        cock(folder / "cocked" / f"{number:03}.jpg", cv2.imread(str(folder / "empty" / "000.jpg")))
    cocked = {**scenes[0], "name": "cocked"}
    told = "\n".join(scene(one) for one in (scenes[0], cocked, *scenes[1:]))
    (folder / "film.toml").write_text(told, "utf-8")


def cock(path: Path, empty: Any) -> None:
    """Carry the die that shows 5 to the one that shows 6, so that it leans on it."""
    picture, reach = cv2.imread(str(path)), 34
    x, y = 419, 196
    die = picture[y - reach : y + reach, x - reach : x + reach].copy()
    around = slice(y - reach - 6, y + reach + 6), slice(x - reach - 6, x + reach + 6)
    picture[around] = empty[around]
    shape = np.zeros(die.shape[:2], np.uint8)
    cv2.circle(shape, (reach, reach), reach - 2, 255, -1)
    there = picture[202 - reach : 202 + reach, 269 - reach : 269 + reach]
    there[shape > 0] = die[shape > 0]
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])


def scene(one: dict[str, Any]) -> str:
    """Write a scene as a film lists it."""
    frames = []
    for part in one["frames"]:
        files = [
            name if part["phase"] in ("empty", "cleared") else f"{one['name']}/{Path(name).name}"
            for name in part["files"]
        ]
        frames.append(f'  {{ phase = "{part["phase"]}", count = {part["count"]}, files = {files!r} }},')
    pips = list(one["pips"])
    listed = "\n".join(frames)
    return (
        f'[[scene]]\nname = "{one["name"]}"\nkind = "dice"\npips = {pips}\nfps = 15\nwaits = true\n'
        f"frames = [\n{listed}\n]\n"
    )


class Evening:
    """What people do beside the film and the hands: they answer by phone, double, and lay a late position."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.has_doubled = False
        self.late: set[int] = set()

    def step(self) -> None:
        table = self.box.table
        model = table.model
        question = model.question
        if isinstance(question, Illegal | Wrong):
            table.do(TakeMoveBack(question.seq))
        elif model.waiting and model.waiting[0].asked is not None:
            table.do(CorrectThrow(model.waiting[0].seq, Dice((6, 5))))
        elif Take() in model.line.optional:
            table.do(PlayMove(Take()))
        elif model.waits is Waits.THROW and model.rules.turn_number(model.state) >= 2:
            if Double() in model.line.optional and not self.has_doubled:
                self.has_doubled = True
                table.do(PlayMove(Double()))
            elif model.game not in self.late:
                self.late.add(model.game)
                stakes = model.rules.stakes(model.state)
                assert stakes is not None
                table.do(SetPosition({**LATE, "cube": {"value": stakes.value, "owner": stakes.owner}}))

    def until(self, is_done: Callable[[], bool], *, within_s: float) -> None:
        end = time.monotonic() + within_s
        while not is_done():
            assert time.monotonic() < end, self.story()
            self.step()
            time.sleep(0.05)

    def events(self) -> list[Any]:
        return [one.event for one in self.box.journal.events(since=0, limit=9999)]

    def story(self) -> str:
        return "\n".join(map(str, self.events()[-12:]))


@pytest.mark.slow  # two games in real time
def test_a_match_is_played_from_the_first_die_to_the_last_checker(tmp_path: Path) -> None:
    leaning(tmp_path / "film")
    setup = match_setup(3)
    assert setup.match is not None
    place = replace(setup.match, conduct=Conduct(turn_ends="dice"))
    with running_box(tmp_path, camera=f"film:{tmp_path / 'film'}", more=PRETEND) as box:
        box.table.start(replace(setup, match=place))
        evening = Evening(box)
        evening.until(lambda: box.table.model.match.is_over, within_s=280)  # type: ignore[union-attr]
        model, events = box.table.model, evening.events()
        check_match(model)
        assert len(games_of(model)) >= 2
        voided = [one for one in events if isinstance(one, ThrowVoided)]
        assert {one.source for one in voided} == {"camera"}
        assert all(box.journal.photograph(one.photo) for one in voided)
        assert any(isinstance(one, Moved) and one.source == "camera" for one in events), "the eye followed"
        assert any(isinstance(one, TurnClosed) and one.source == "camera" for one in events)
        assert any(isinstance(one, ThrowAsked) for one in events)
        assert all(one.source == "film" for one in events if isinstance(one, Threw))
        assert any(isinstance(one, Moved) and one.move == Take() for one in events)
