"""What taps tell of a set's colours: prints and mirrored lamps do not lead astray."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.board.learnt import FACES
from vision.board.taps import Tapped, at_tap, told_apart

BLACK, WHITE, RED = (30.0, 128.0, 128.0), (235.0, 128.0, 130.0), (110.0, 170.0, 150.0)


def piece(colour: tuple[int, int, int], mark: tuple[int, int, int]) -> np.ndarray:
    picture = np.full((80, 80, 3), (60, 120, 70), np.uint8)
    cv2.circle(picture, (40, 40), 24, colour, -1)
    cv2.circle(picture, (40, 40), 6, mark, -1)
    return picture


def test_a_tap_on_a_print_tells_the_piece_as_well() -> None:
    told = at_tap(piece((20, 20, 20), (240, 240, 240)), 40, 40, piece_px=48)
    assert told.spot[0] > 200
    assert told.most[0] < 40


def test_a_piece_of_one_colour_is_told_once() -> None:
    told = at_tap(piece((20, 20, 20), (22, 22, 22)), 44, 37, piece_px=48)
    assert told.spot == told.most


@pytest.mark.parametrize("at", [(0, 0), (79, 79), (-1, 79.6)])
def test_a_tap_at_the_edge_of_the_picture_is_one(at: tuple[float, float]) -> None:
    assert all(0 <= value <= 255 for value in at_tap(piece((9, 9, 9), (9, 9, 9)), *at, piece_px=300).spot)


def test_a_print_in_the_other_owners_colour_is_left_out() -> None:
    crowned, plain = [Tapped(WHITE, BLACK)], [Tapped(WHITE, WHITE)]
    assert told_apart([crowned, plain]) == ((BLACK,), (WHITE,))


def test_a_print_of_a_colour_of_its_own_is_kept() -> None:
    assert told_apart([[Tapped(RED, BLACK)], [Tapped(WHITE, WHITE)]]) == ((RED, BLACK), (WHITE,))


def test_owners_of_one_colour_keep_it_and_no_more_than_so_many() -> None:
    alike = [[Tapped(BLACK, BLACK)] * 4, [Tapped(BLACK, BLACK)]]
    assert told_apart(alike) == ((BLACK,) * FACES, (BLACK,))


def test_a_small_piece_on_a_large_place_is_learnt_without_the_ground_around_it() -> None:
    told = at_tap(piece((20, 20, 20), (20, 20, 20)), 40, 40, piece_px=48, place_px=160)
    assert told.spot == told.most
    assert told.spot[0] < 40
