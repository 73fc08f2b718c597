"""A reading drawn onto the picture."""

from __future__ import annotations

import numpy as np
import pytest

from vision import Doubt, Face, FrameError, Reading, Seen, draw

GROUND = np.full((480, 640, 3), 90, np.uint8)


def drawn(face: Face, doubt: Doubt | None = None, *, on: np.ndarray = GROUND) -> np.ndarray:
    seen = Seen(face, 0.9, 280, 200, 80, 80, (), doubt)
    kind = "cowries" if face.is_shell else "dice"
    return draw(on, Reading(kind, (seen,), doubt is None, () if doubt is None else (doubt,)))


def test_the_frame_itself_is_left_as_it_is_and_an_empty_reading_draws_nothing() -> None:
    before = GROUND.copy()
    assert drawn(Face.SIX).shape == GROUND.shape
    assert np.array_equal(GROUND, before)
    assert np.array_equal(draw(GROUND, Reading("nothing", (), True)), GROUND)


def test_every_face_and_every_doubt_is_drawn_differently_without_colours() -> None:
    grey = [drawn(face).mean(axis=2) for face in Face]
    grey += [drawn(face, Doubt("one leans")).mean(axis=2) for face in Face if face is not Face.UNSURE]
    for i, first in enumerate(grey):
        for other in grey[:i]:
            assert (np.abs(first - other) > 40).sum() > 30


def test_what_was_seen_stays_visible_inside_the_ring() -> None:
    for face in (Face.FOUR, Face.MOUTH, Face.BACK):
        assert (drawn(face)[215:265, 295:345] == 90).all()


def test_a_ring_at_the_edge_of_the_picture_is_no_trouble_and_a_grey_frame_is_refused() -> None:
    seen = tuple(Seen(Face.BACK, 0.9, x, y, 60, 60) for x in (-30, 610) for y in (-30, 450))
    assert draw(GROUND, Reading("cowries", seen, True)).shape == GROUND.shape
    with pytest.raises(FrameError):
        draw(np.zeros((48, 64), np.uint8), Reading("nothing", (), True))


def test_a_picture_that_is_doubtful_as_a_whole_has_a_broken_frame() -> None:
    seen = (Seen(Face.BACK, 0.9, 280, 200, 80, 80),)
    sure = draw(GROUND, Reading("cowries", seen, True))
    doubtful = draw(GROUND, Reading("cowries", seen, False, (Doubt("1 shells seen, 2 expected"),), 1))
    changed = np.abs(sure.astype(int) - doubtful).sum(axis=2) > 0
    assert 0.2 < changed[:8].mean() < 1
    assert not changed[20:460, 20:620].any()


@pytest.mark.parametrize("level", [0, 60, 128, 200, 255])
def test_rings_and_labels_are_seen_on_any_ground(level: int) -> None:
    ground = np.full((480, 640, 3), level, np.uint8)
    for face in (Face.FOUR, Face.MOUTH, Face.BACK):
        for doubt in (None, Doubt("one leans")):
            seen_on_it = drawn(face, doubt, on=ground).mean(axis=2)
            assert (np.abs(seen_on_it - level) > 90).sum() > 400


def test_labels_of_neighbours_do_not_hide_each_other() -> None:
    places = [(200, 200), (285, 200), (200, 285), (285, 285)]
    seen = tuple(Seen(Face.SIX, 0.9, x, y, 80, 80) for x, y in places)
    drawn = draw(GROUND, Reading("dice", seen, True))
    white = (drawn == 255).all(axis=2).astype(np.uint8)
    for x, y in places:
        assert (drawn[y + 20 : y + 60, x + 20 : x + 60] == 90).mean() > 0.8
    assert white.sum() > 4 * 300
