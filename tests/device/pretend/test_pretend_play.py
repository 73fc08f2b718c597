"""Hands play on the pretend board, and the box follows: the same code as before a real one."""

from __future__ import annotations

import numpy as np
import pytest

from boards.pretend_play import PretendPlay
from device.camera.placement import kept_board
from device.pretend.board import PretendBoard
from engine.events import Moved, Setup
from engine.following.search import appearance_of
from engine.game import Waits
from engine.table import Table
from engine.table.commands import PlayMove, Undo
from engine.throw import Cowries, Dice


@pytest.fixture
def play() -> PretendPlay:
    made = PretendPlay("chowka-bhara", "5x5", 4)
    made.throws = [Cowries(2, 4), Cowries(3, 4), Cowries(1, 4)]
    return made


def moves(play: PretendPlay) -> list[str]:
    return [str(one.event.move) for one in play.events if isinstance(one.event, Moved)]


@pytest.mark.parametrize(
    ("game", "preset", "throws"),
    [
        ("backgammon", "standard", []),
        pytest.param(
            "pachisi",
            "six",
            3 * [Cowries(1, 6), Cowries(2, 6)],
            marks=pytest.mark.slow,  # 7 s of a processor; test_pretend_box does it with other cowries
        ),
    ],
)
def test_a_turn_is_followed_and_the_second_is_illegal_objected_to_and_put_right(
    game: str, preset: str, throws: list[Cowries]
) -> None:
    play = PretendPlay(game, preset, 2, seed=2)
    play.throws = [*throws] or None
    play.wait_until(lambda: "Moved" in play.told(), within_s=30)
    assert play.table.model.actions[-1].source == "camera"
    play.wait_until(
        lambda: bool({"MoveRefused", "BoardRefused"} & {*play.told()} or play.table.model.asks_of_board),
        within_s=40,
    )
    assert not play.board.rests()
    played = play.told().count("Moved")
    play.wait_until(lambda: play.told().count("Moved") > played, within_s=40)
    assert not play.table.model.asks_of_board
    assert play.table.model.question is None


def test_what_nobody_objects_to_is_put_right_and_the_game_goes_on(play: PretendPlay) -> None:
    play.objects = False
    play.wait_until(lambda: play.told().count("Moved") >= 2, within_s=90)
    assert {*play.told()} == {"Moved"}


def test_what_is_tapped_is_done_on_the_board_and_entered_once(play: PretendPlay) -> None:
    play.plays = False
    while play.table.model.waits is not Waits.MOVE:
        play.wait(0.5)
    before = play.picture()
    play.table.do(PlayMove(play.table.model.rules.moves(play.table.model.state)[0]))
    play.wait(8, throws=False)
    assert play.board.rests()
    assert np.abs(play.picture().astype(int) - before).max() > 60
    assert moves(play) == ["a 0/2 =2"]


def test_an_undo_is_done_on_the_board_too(play: PretendPlay) -> None:
    play.wait(12)
    assert moves(play)
    played = next(one for one in play.table.model.actions if not isinstance(one.action, Cowries))
    play.plays = False
    play.table.do(Undo(played.seq))
    play.wait(8, throws=False)
    assert play.board.rests()
    model = play.table.model
    assert appearance_of(model.rules, model.state).count(("r4c2", 0, False)) == 4
    assert len(moves(play)) == 1


def test_hands_play_what_was_thrown_unless_people_tap_or_the_eye_is_switched_off(play: PretendPlay) -> None:
    play.plays = False
    play.wait(20)
    assert moves(play) == []
    play.plays = True
    play.wait_until(lambda: bool(moves(play)), within_s=20)
    assert moves(play) == ["a 0/2 =2"]
    assert play.table.model.actions[-1].source == "camera"
    assert play.told() == ["Moved"]


def test_every_picture_of_the_same_seed_and_moment_is_the_same() -> None:
    boards = []
    for _ in range(2):
        play = PretendPlay("backgammon", "standard", 2, seed=4)
        play.throws = [Dice((3, 1))]
        play.wait(5)
        boards.append(play.picture())
    assert np.array_equal(*boards)


def test_a_board_that_a_person_set_up_is_left_as_it_is(play: PretendPlay) -> None:
    kept = kept_board(play.settings.get(), "chowka-bhara-5x5")
    assert kept is not None
    assert kept.is_empty
    assert kept.learnt is not None
    assert len(kept.learnt.colours) == 4


def test_a_game_without_a_pretend_board_shows_a_bare_table() -> None:
    table = Table(record=lambda _: None)
    board = PretendBoard(table, pause=lambda _: True)
    assert np.ptp(board.frame(0.0).astype(int).mean(axis=(0, 1))) < 30
    table.start(Setup("chowka-bhara", "7x7", ("Asha", "Ravi"), {}, 0))
    assert board.frame(1.0).std() < 20
    assert board.note is not None
    assert len(list(board.shots())) == 1
