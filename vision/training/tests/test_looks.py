"""The looks that training pictures have: what is mirrored in them, and which are kept for measuring."""

import numpy as np
import pytest




def test_windows_in_a_polished_back_are_clipped_and_cover_little_of_it() -> None:
    from compose.gloss import HIGH, mirrored
    from compose.shells import BACK, draw_shell

    shares = []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        shell = draw_shell(rng, BACK)
        picture = mirrored(rng, shell)["picture"]
        inside = shell["picture"][..., 3] == 255
        light = (picture - shell["picture"] / 255)[inside][:, :3].min(axis=1)
        shares.append(float((light > 0.8).mean()))
    assert max(shares) < 4 * HIGH
    assert sum(share > 0.003 for share in shares) > 20


def test_a_thing_of_which_no_surface_is_known_is_left_as_it_is() -> None:
    from compose.gloss import mirrored

    plain = {"picture": np.full((8, 8, 4), 200, np.uint8), "label": 7}
    assert mirrored(np.random.default_rng(1), plain) is plain


def test_no_sharp_spot_stands_in_the_flat_face_of_a_die() -> None:
    from compose.gloss import mirrored

    bare = np.full((60, 60, 4), 65535, np.uint16)
    bare[..., 1:3] = 32768  # looks straight up everywhere
    die = {"picture": np.full((60, 60, 4), 255, np.uint8), "label": 0, "bare": bare}
    assert mirrored(np.random.default_rng(1), die) is die


def test_parts_that_measure_are_in_no_training() -> None:
    from compose.rendered_parts import group

    assert [group(number) for number in (0, 8999, 20000, 28999)] == ["parts_"] * 2 + ["looks_"] * 2
    assert [group(number) for number in (9000, 19999, 29000)] == ["held_", "held_", "held_looks_"]


def test_a_harmed_picture_keeps_its_shape_and_range() -> None:
    from compose.harm import HARMS, harm

    rng = np.random.default_rng(3)
    scene = rng.random((60, 80, 3), np.float32)
    for name in HARMS:
        assert HARMS[name](rng, scene).shape == scene.shape
    for _ in range(20):
        harmed = harm(rng, scene)
        assert harmed.shape == scene.shape
        assert harmed.dtype == np.float32
        assert 0 <= harmed.min() <= harmed.max() <= 1
