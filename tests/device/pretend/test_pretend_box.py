"""The pretend board in a whole box, as `make play` starts it without a Pi: seen, followed, objected to."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import pytest

from boxes_for_tests import running_box
from device.camera.wanted import has_played, wants_throw
from device.cameras.config import BoardCameraConfig
from device.cli import play
from device.config import Config
from device.pretend.hands import ERRS
from engine.table.commands import TakeThrow
from engine.throw import Cowries
from waiting_for_tests import wait_until

until = partial(wait_until, within_s=60)
PRETEND = """
[board_camera]
source = "pretend"
"""


def test_a_box_follows_pretend_hands_and_objects_to_their_second_turn(tmp_path: Path) -> None:
    with running_box(tmp_path, more=PRETEND) as box:
        assert box.pretend is not None
        rests = box.pretend.rests
        box.table.do(TakeThrow(Cowries(2, 4)))
        until(lambda: (wants_throw(box.table) or has_played(box.table)) and rests())
        assert box.table.model.actions[-1].source == "camera"
        assert str(box.table.model.actions[-1].action) == "a 0/2 =2"
        assert box.board.setup.lies()
        assert box._settings.get().boards == {}, "what people set up for a real board is left alone"
        assert box.board_camera is not None
        assert box.board_camera.state().state == "seeing"
        box.table.do(TakeThrow(Cowries(3, 4)))
        until(lambda: box.table.model.question is not None)
        seen = box.board.seen.line()
        assert seen is not None
        assert seen.trouble is None
        assert seen.differs
        assert not wants_throw(box.table)


def test_the_page_says_that_pretend_hands_err_on_purpose(tmp_path: Path) -> None:
    with running_box(tmp_path, camera="film", more=PRETEND) as box:
        until(lambda: box.loop.state().message == ERRS)


def test_without_a_word_a_board_that_is_not_there_is_shown_to_nobody(tmp_path: Path) -> None:
    assert BoardCameraConfig().source == ""
    with running_box(tmp_path) as box:
        assert box.pretend is None
        assert box.board_camera is None


@pytest.mark.parametrize(
    ("asked", "source"), [([], ""), (["--board-camera", "auto"], "auto"), (["--board-camera", "none"], "")]
)
def test_a_word_on_the_command_line_leaves_the_pretend_board_out(asked: list[str], source: str) -> None:
    parser = argparse.ArgumentParser()
    play.add(parser.add_subparsers())
    config = play._with(Config(), parser.parse_args(["play", *asked]))
    assert config.board_camera.source == source
