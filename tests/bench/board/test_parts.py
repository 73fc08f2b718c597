"""Boards in parts: what is strewn over them can be cut out piece by piece."""

from __future__ import annotations

import numpy as np
import pytest

from tests.bench.board.tracing.catalogue import BY_NAME
from tests.bench.board.tracing.look import Look
from tests.bench.board.tracing.parts.__main__ import SLANTS, scene
from tests.bench.board.tracing.parts.hands import bones_of_a_hand
from tests.bench.board.tracing.parts.looks import PRETEND
from tests.bench.board.tracing.parts.strewn import mask, strewn

HELD_OUT = [BY_NAME[name] for name in ("wood on wood", "five by five, cloth", "felt cross, evening")]


@pytest.mark.parametrize(
    ("look", "view"), [(look, "pretend") for look in PRETEND] + [(look, "steep") for look in HELD_OUT]
)
def test_every_strewn_piece_stands_by_itself_and_in_the_picture(look: Look, view: str) -> None:
    one = scene(look, view)
    layers = list(strewn(look, one.board, one.width, one.view, one.rng))
    assert {piece.owner for layer in layers for piece in layer.pieces} == set(look.kit.makes)
    for layer in layers:
        spots = np.array(layer.spots)[:, :2]
        apart = np.hypot(*(spots[:, None] - spots[None]).transpose(2, 0, 1)) + 99 * np.eye(len(spots))
        assert apart.min() > 1.4 * one.width
        seen = one.view.seen(np.array(layer.spots, np.float32))
        assert (seen > 0).all()
        assert (seen < one.view.size).all()


def test_a_mask_shows_each_piece_where_it_stands() -> None:
    look = PRETEND[0]
    one = scene(look, "pretend")
    layer = next(strewn(look, one.board, one.width, one.view, one.rng))
    shown = mask(layer.pieces, one.view)
    assert shown.shape == one.view.size[::-1]
    tall = look.kit.thick * one.width
    for spot in layer.spots:
        x, y = one.view.seen(np.array([(spot[0], spot[1], spot[2] + tall)], np.float32))[0]
        assert shown[int(y), int(x)] == 255
    assert 0.1 < (shown > 0).mean() < 0.3


def test_pieces_of_pachisi_are_strewn_standing_and_lying() -> None:
    one = scene(PRETEND[2], "pretend")
    layers = list(strewn(PRETEND[2], one.board, one.width, one.view, one.rng))
    assert [(layer.name, layer.lying) for layer in layers] == [
        ("ab", False),
        ("ab-lying", True),
        ("cd", False),
        ("cd-lying", True),
    ]


def test_the_views_lean_as_they_say() -> None:
    for view, (least, most) in SLANTS.items():
        assert least - 0.01 <= scene(HELD_OUT[0], view).view.slant_deg <= most + 0.01


def test_the_tips_of_a_hand_meet_below_its_palm() -> None:
    ends = [end for _start, end, radius in bones_of_a_hand() if radius < 0.75]
    near = [end for end in ends if np.hypot(end[0] - 8.6, end[1] + 0.6) < 1.5]
    assert len(near) >= 3
    assert all(end[2] < -2 for end in near)
