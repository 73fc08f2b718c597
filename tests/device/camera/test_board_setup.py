"""The eye on the board set up from a phone: corners, pieces, too small, bumped; on painted boards."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from boards.box_over_board import LAID, Scenery
from boards.over_board import BUMPED, EYE, FAR, at, board, corners_of
from boards.painted_board import painted, start
from boards.painted_markers import lay
from device.camera.board import BoardSetup
from frames_for_tests import opened
from vision.board.occupancy import Occupancy
from waiting_for_tests import wait_until
from web.ports import NoBoardError, NoPictureError, Placement

A, B, C, D = LAID.corners


def refused(what: Any, *given: Any) -> str:
    with pytest.raises(NoBoardError) as caught:
        what(*given)
    return str(caught.value)


def test_without_a_game_nobody_knows_which_board_lies_there(bare: Scenery) -> None:
    assert bare.board.line() is None
    assert bare.board.picture() is not None
    assert refused(bare.board.keep, LAID).startswith("no game is played")
    bare.play("pachisi", "six", players=4)
    assert bare.line().names == ("Asha", "Ravi", "Mina", "Dev")
    assert not bare.line().has_bar
    for what in (bare.board.learn_from_game, bare.board.take_empty, lambda: bare.board.learn([[A], [B]])):
        assert "set them first" in refused(what)


def test_a_board_is_kept_and_there_after_a_restart(set_up: Scenery) -> None:
    pixels = set_up.line().pieces
    assert pixels is not None
    assert 35 < pixels.pixels < 42
    set_up.board.learn_from_game()
    set_up.restart()
    line = set_up.line()
    assert line.laid is not None
    assert np.allclose(line.laid.corners, LAID.corners, atol=1e-5)
    assert line.is_learnt
    assert line.can_tell
    assert set_up.standing().pieces == (15, 15)
    set_up.board.forget()
    assert set_up.line().laid is None
    assert set_up.board.standing() is None


def test_every_kind_of_board_is_kept_by_itself(set_up: Scenery) -> None:
    set_up.play("chowka-bhara", "5x5")
    assert set_up.line().laid is None
    set_up.board.keep(Placement(LAID.corners, 3))
    set_up.play("backgammon", "finnish")
    assert set_up.laid().quarters == 0
    set_up.play("chowka-bhara", "5x5", players=4)
    assert set_up.laid().quarters == 3


def test_pieces_that_are_too_small_are_refused_with_what_would_help(scene: Scenery) -> None:
    scene.frame = board(FAR)
    far = Placement(tuple(corners_of(FAR)))
    pieces = scene.board.pieces(far)
    assert pieces.pixels < 20
    assert pieces.advice is not None
    assert "cm nearer" in refused(scene.board.keep, far)
    assert scene.line().laid is None


@pytest.mark.parametrize(
    ("corners", "why"), [((A, D, C, B), "anti-clockwise"), ((A, B, (float("nan"), 0.5), D), "four pairs")]
)
def test_corners_that_cannot_be_are_refused_in_words(set_up: Scenery, corners: Any, why: str) -> None:
    laid = Placement(corners)
    for what in (set_up.board.keep, set_up.board.pieces, set_up.board.refined):
        assert why in refused(what, laid)
    assert set_up.board.picture(laid) is not None  # the plan is left out
    assert np.allclose(set_up.laid().corners, LAID.corners, atol=1e-5)


def test_a_camera_without_pictures_is_said(set_up: Scenery) -> None:
    set_up.is_away = True
    for what in (
        lambda: set_up.board.keep(LAID),
        lambda: set_up.board.refined(LAID),
        set_up.board.learn_from_game,
        set_up.board.take_empty,
        lambda: set_up.board.learn([[A], []]),
    ):
        with pytest.raises(NoPictureError):
            what()


def test_corners_that_are_nearly_right_are_drawn_to_the_edges(set_up: Scenery) -> None:
    rough = Placement(
        tuple(
            (x + 0.006 * way, y - 0.008 * way)
            for way, (x, y) in zip((1, -1, 1, -1), LAID.corners, strict=True)
        )
    )
    found, part = set_up.board.refined(rough)
    assert part > 0.6
    assert np.abs(np.array(found.corners) - LAID.corners).max() < 0.003


def test_pieces_are_learnt_from_touches_and_told(set_up: Scenery) -> None:
    assert set_up.board.standing() is None
    touches = [[at(EYE, 12.5, 0.5), at(EYE, 0.5, 0.5)], [at(EYE, 12.5, 10.5)]]
    set_up.board.learn(touches)
    assert set_up.line().is_learnt
    assert set_up.standing().pieces == (15, 15)
    assert set_up.standing().hidden == 0
    plain, drawn = opened(set_up.board.picture(bare=True)), opened(set_up.board.picture())
    assert plain.shape == drawn.shape
    assert (np.abs(plain.astype(int) - drawn).max(axis=2) > 60).mean() > 0.01


def test_touches_that_teach_nothing_are_refused(set_up: Scenery) -> None:
    assert "beside the board" in refused(set_up.board.learn, [[(0.02, 0.02)], [at(EYE, 12.5, 10.5)]])
    assert "player 2" in refused(set_up.board.learn, [[at(EYE, 12.5, 0.5)], []])
    assert not set_up.line().is_learnt
    set_up.board.learn([[at(EYE, 12.5, 0.5)], [at(EYE, 12.5, 10.5)]])
    set_up.board.learn([[at(EYE, 0.5, 0.5)], []])  # the other player's are known already
    assert set_up.standing().pieces == (15, 15)


def test_what_was_learnt_of_two_is_not_used_for_four(bare: Scenery) -> None:
    bare.play("pachisi", "six", players=2)
    bare.board.keep(LAID)
    bare.board.learn([[at(EYE, 12.5, 0.5)], [at(EYE, 12.5, 10.5)]])
    assert bare.line().is_learnt
    bare.play("pachisi", "six", players=4)
    assert not bare.line().is_learnt
    assert bare.board.standing() is None


def test_the_film_shows_no_board_and_nothing_is_read_in_it(set_up: Scenery) -> None:
    set_up.board.learn_from_game()
    set_up.shows_board, before = False, set_up.reads
    set_up.later()
    line = set_up.line()
    assert not line.shows_board
    assert line.pieces is not None  # the corners can be tried
    assert set_up.board.standing() is None
    assert set_up.board.picture() is not None
    assert set_up.reads == before


def test_while_something_moves_in_the_tray_nothing_is_read(set_up: Scenery) -> None:
    set_up.board.learn_from_game()
    assert set_up.standing().pieces == (15, 15)
    set_up.is_busy, before, looked = True, set_up.reads, set_up.looked
    set_up.later()
    assert set_up.standing().pieces == (15, 15)  # as it was
    assert set_up.board.picture() is not None
    assert set_up.reads == before
    assert set_up.looked > looked  # the picture goes on


def test_each_reading_is_followed_by_a_longer_rest(set_up: Scenery) -> None:
    now = [0.0]

    class Slow:
        def learn(self, *_: Any) -> Any: ...

        def read(self, *_: Any) -> Any:
            now[0] += 3.0
            return Occupancy(())

    set_up.board.learn_from_game()
    looks = BoardSetup(
        frames=set_up.look,
        table=set_up.table,
        settings=set_up.settings,
        reader=Slow(),  # type: ignore[arg-type]
        clock=lambda: now[0],
    )
    first = looks.look()
    now[0] += 5.9
    assert looks.look() is first
    now[0] += 0.2
    assert looks.look() is not first


def test_pictures_of_another_shape_are_said_and_nothing_is_guessed(set_up: Scenery) -> None:
    set_up.board.learn_from_game()
    set_up.frame = np.ascontiguousarray(board()[:540])
    line = set_up.line()
    assert line.trouble is not None
    assert line.pieces is None
    assert set_up.board.standing() is None
    refused(set_up.board.take_empty)


def test_a_blank_picture_is_told_hidden_and_one_of_any_size_is_looked_at(set_up: Scenery) -> None:
    set_up.board.learn_from_game()
    set_up.frame = np.full_like(board(), 128)
    standing = set_up.standing()
    assert standing.pieces == (0, 0)
    assert standing.hidden == 26
    assert standing.doubts
    for size in ((160, 120), (4608, 3456)):
        set_up.frame = np.asarray(cv2.resize(board(), size), np.uint8)
        assert set_up.line().trouble is None
        assert max(opened(set_up.board.picture()).shape[:2]) == min(960, size[0])


def test_printed_markers_are_offered_with_the_quarter_turn(scene: Scenery) -> None:
    if not scene.board._markers.can_find:
        pytest.skip("this OpenCV finds no markers")
    marked = scene.board.marked()
    assert marked is not None
    assert (marked.laid, marked.seen) == (None, 0)
    frame = painted(EYE, start())
    for number in range(4):
        # The south player sits at the left of the picture: marker 0 lies at its upper right.
        lay(EYE, frame, number, side=1.2, at=((14.2, 0.0), (14.2, 12.2), (0.0, 12.2), (0.0, 0.0))[number])
    scene.frame = frame
    marked = scene.board.marked()
    assert marked is not None
    assert marked.seen == 4
    assert marked.laid is not None
    assert marked.laid.quarters == 1
    assert np.abs(np.array(marked.laid.corners) - LAID.corners).max() < 0.004
    scene.board.keep(marked.laid)
    again = scene.board.marked()
    assert again is not None
    assert again.laid is None  # it lies there already


def test_a_bumped_board_is_offered_where_it_lies_and_taken(set_up: Scenery) -> None:
    set_up.board.learn_from_game()
    watch = set_up.board.watch
    watch.look()
    assert (watch.note(), set_up.line().moved) == (None, None)
    refused(set_up.board.take_moved)
    set_up.frame = board(BUMPED)
    watch.look()
    assert watch.note() is None  # once may be a hand
    watch.look()
    assert watch.note() is not None
    set_up.later()
    assert set_up.board.standing() is None  # nobody reads beside the board
    moved = set_up.line().moved
    assert moved is not None
    assert np.abs(np.array(moved.corners) - corners_of(BUMPED)).max() < 0.004
    set_up.board.take_moved()
    assert (watch.note(), set_up.line().moved) == (None, None)
    assert set_up.standing().pieces == (15, 15)
    set_up.watch(board(BUMPED))
    assert watch.note() is None


def test_a_board_that_is_put_back_is_forgiven(set_up: Scenery) -> None:
    watch = set_up.board.watch
    set_up.watch(board(BUMPED))
    assert watch.note() is not None
    set_up.frame = np.zeros_like(board())
    watch.look()
    assert watch.note() is not None  # the lamp is off: nobody knows
    assert not watch.is_lost()
    set_up.frame = None
    watch.look()
    assert watch.note() is None


def test_a_board_that_was_taken_away_is_not_read_as_an_empty_one(set_up: Scenery) -> None:
    set_up.board.learn_from_game()
    assert not set_up.standing().is_certain  # this reader never is
    set_up.frame = board(FAR)[::-1].copy()
    for _ in range(3):
        set_up.board.watch.look()
    set_up.later()
    assert set_up.line().trouble is not None
    assert set_up.board.standing() is None
    assert set_up.board.watch.note() is None
    set_up.frame = None
    set_up.board.watch.look()
    set_up.later()
    assert set_up.line().trouble is None
    assert set_up.standing().pieces == (15, 15)


def test_a_hand_or_another_board_is_no_bump(set_up: Scenery) -> None:
    set_up.frame = board().copy()
    cv2.circle(set_up.frame, (480, 380), 150, (120, 160, 210), -1)
    for _ in range(3):
        set_up.board.watch.look()
    assert set_up.board.watch.note() is None
    set_up.play("pachisi", "six")
    set_up.board.watch.look()
    assert set_up.board.watch.moved() == ()


def test_the_watch_looks_by_itself_until_it_is_closed(set_up: Scenery) -> None:
    watch = set_up.board.watch
    watch._clock = lambda: 0.0
    watch._leased = 0.0
    looked = set_up.looked
    watch.start()
    wait_until(lambda: set_up.looked > looked, within_s=20)
    watch.close()
    assert not watch._thread.is_alive()


# The picture of the empty board


def test_the_reader_is_given_the_empty_board_that_somebody_took(set_up: Scenery) -> None:
    set_up.board.learn_from_game()
    set_up.standing()
    assert set_up.known is not None
    assert set_up.known.empty is None  # the picture of the set-up has pieces on it
    set_up.take_empty()
    assert set_up.standing().pieces == (15, 15)
    assert set_up.known.empty is not None
    assert set_up.known.empty.pose.piece_px(0.5, 0.5) == pytest.approx(24, abs=1.5)


def test_the_empty_board_is_known_after_a_restart_and_where_the_board_was_bumped(set_up: Scenery) -> None:
    set_up.board.learn_from_game()
    set_up.take_empty()
    set_up.restart()
    set_up.watch(board(BUMPED))
    set_up.board.take_moved()
    assert set_up.standing().pieces == (15, 15)
    assert set_up.known is not None
    empty = set_up.known.empty
    assert empty is not None
    then = empty.pose.seen(np.array([[0.0, 0.0]]))[0] / empty.pose.size
    assert np.abs(then - set_up.laid().corners[0]).max() > 0.01  # it lies where it lay then


def test_a_board_with_its_pieces_is_not_taken_for_an_empty_one(set_up: Scenery) -> None:
    set_up.board.learn_from_game()
    assert refused(set_up.board.take_empty).startswith("30 pieces")
    assert not set_up.line().has_empty
    set_up.frame = board(points={24: 1, 1: -1})
    set_up.board.take_empty()  # a piece or two may be printed there
    assert set_up.line().has_empty


def test_an_empty_board_of_a_game_that_begins_off_the_board_is_taken(bare: Scenery) -> None:
    felt = (70, 110, 60)
    bare.play("chowka-bhara", "5x5")
    bare.board.keep(LAID)
    bare.board.learn([[at(EYE, 12.5, 0.5)], [at(EYE, 0.5, 0.5)]])
    bare.frame = painted(EYE, {}, felt=felt, light=felt, dark=felt)
    bare.board.take_empty()
    assert bare.line().has_empty
