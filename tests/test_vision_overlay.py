"""A reading drawn onto the picture."""

from __future__ import annotations

import numpy as np
import pytest

from vision import Face, FrameError, Reading, Seen, draw

GROUND = np.full((480, 640, 3), 90, np.uint8)


def drawn(face: Face, doubt: str | None = None) -> np.ndarray:
    seen = Seen(face, 0.9, 280, 200, 80, 80, (), doubt)
    return draw(
        GROUND,
        Reading(
            "cowries" if face.is_shell else "dice", (seen,), doubt is None, () if doubt is None else (doubt,)
        ),
    )


def test_the_frame_itself_is_left_as_it_is() -> None:
    before = GROUND.copy()
    assert drawn(Face.SIX).shape == GROUND.shape
    assert np.array_equal(GROUND, before)


def test_an_empty_reading_draws_nothing() -> None:
    assert np.array_equal(draw(GROUND, Reading("nothing", (), True)), GROUND)


def test_every_face_and_every_doubt_is_drawn_differently_without_colours() -> None:
    grey = [drawn(face).mean(axis=2) for face in Face]
    grey += [drawn(face, "one leans").mean(axis=2) for face in Face if face is not Face.UNSURE]
    for i, first in enumerate(grey):
        for other in grey[:i]:
            assert (np.abs(first - other) > 40).sum() > 30


def test_what_was_seen_stays_visible_inside_the_ring() -> None:
    for face in (Face.FOUR, Face.MOUTH, Face.BACK):
        assert (drawn(face)[215:265, 295:345] == 90).all()


def test_a_ring_at_the_edge_of_the_picture_is_no_trouble() -> None:
    seen = tuple(Seen(Face.BACK, 0.9, x, y, 60, 60) for x in (-30, 610) for y in (-30, 450))
    assert draw(GROUND, Reading("cowries", seen, True)).shape == GROUND.shape


def test_a_grey_frame_is_refused() -> None:
    with pytest.raises(FrameError):
        draw(np.zeros((48, 64), np.uint8), Reading("nothing", (), True))
