"""Pairs that training learns from: how one is laid on the other, and what each of them is then called."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest


LEANS, UNKNOWN = 9, 10


def ball(radius: float) -> Any:
    """Corners of a ball that lies on the floor, shape (n, 3)."""
    turn, rise = np.meshgrid(np.linspace(0, 2 * np.pi, 200), np.linspace(-np.pi / 2, np.pi / 2, 120))
    flat = radius * np.cos(rise)
    return np.stack([flat * np.cos(turn), flat * np.sin(turn), radius * (1 + np.sin(rise))], -1).reshape(
        -1, 3
    )


@pytest.mark.parametrize("compass", [0.0, 0.7, 2.0])
def test_two_balls_on_the_floor_touch_a_width_apart(compass: float) -> None:
    from shapes.contact import CELL, relief, touching

    lower, upper = relief(ball(0.8), top=True), relief(ball(0.8), top=False)
    way = np.array([np.cos(compass), np.sin(compass)])
    assert touching(lower, upper, way) == pytest.approx(1.6, abs=3 * CELL)


def test_a_ball_comes_down_on_another_until_it_rests_on_its_top() -> None:
    from shapes.contact import CELL, lift, relief

    lower, upper = relief(ball(0.8), top=True), relief(ball(0.8), top=False)
    assert lift(lower, upper, np.zeros(2)) == pytest.approx(1.6, abs=CELL)
    assert lift(lower, upper, np.array([3.0, 0.0])) == 0


def thing(**changes: Any) -> dict[str, Any]:
    outline = [[10, 20], [40, 20], [40, 80], [10, 80]]
    return {"kind": "cowrie", "face": "mouth", "top": [25, 50], "outline": outline, "hidden": 0.0} | changes


@pytest.mark.parametrize(
    ("changes", "how", "tilt_deg", "hides", "told"),
    [
        ({}, "flat", 0.0, 0.0, 6),
        ({"face": "back"}, "flat", 0.0, 0.0, 7),
        ({"kind": "die", "face": "3"}, "flat", 0.0, 0.0, 2),
        ({"kind": "die", "face": "lean"}, "flat", 0.0, 0.0, LEANS),
        ({"face": "edge"}, "edge", 0.0, 0.0, LEANS),
        ({"face": "lean"}, "upon", 3.0, 0.4, LEANS),
        ({"face": "lean"}, "propped", 30.0, 0.0, LEANS),
        ({"face": "lean"}, "propped", 13.0, 0.0, UNKNOWN),
        ({"hidden": 0.3}, "propped", 30.0, 0.3, LEANS),
        ({"hidden": 0.08}, "propped", 30.0, 0.08, UNKNOWN),
        ({"hidden": 0.02}, "flat", 0.0, 0.02, 6),
    ],
)
def test_what_is_cut_or_tilted_is_told_by_nobody(
    changes: dict[str, Any], how: str, tilt_deg: float, hides: float, told: int
) -> None:
    from compose.rendered_pairs import label

    assert label(thing(**changes), how=how, tilt_deg=tilt_deg, hides=hides) == told


def two() -> Any:
    from compose.rendered_pairs import sprite

    picture = np.zeros((100, 120, 4), np.uint8)
    picture[20:81, 10:41] = picture[30:71, 60:91] = 255
    other = thing(face="back", outline=[[60, 30], [90, 30], [90, 70], [60, 70]])
    pair = {"how": "flat", "tilt_deg": 0.0, "slant_deg": 0.0, "things": [thing(), other]}
    return sprite(pair, picture, picture.astype(np.uint16) * 257)


def test_a_pair_is_cut_to_what_is_seen_and_knows_where_both_lie() -> None:
    both = two()
    assert both["picture"].shape == both["bare"].shape == (61, 81, 4)
    (first, second) = both["members"]
    assert (first["label"], second["label"]) == (6, 7)
    assert first["centre"] == pytest.approx([15, 30])
    assert second["centre"] == pytest.approx([65, 30])
    assert first["size"] == pytest.approx(np.sqrt(30 * 60))


def test_the_other_of_a_pair_lies_where_it_is_drawn() -> None:
    from compose.scenes import members, place

    both = two()
    first = both | both["members"][0]
    scene, cover = np.zeros((400, 400, 3), np.float32), np.zeros((400, 400), np.float32)
    angle = 2.2
    assert place(scene, cover, first, 200, 200, 60.0, angle, False, np.zeros(2), (0.5, 0.02), 0.0) is not None
    (_, (x, y, size, label)) = members(first, 200, 200, 60.0, angle)
    _, _, _, middles = cv2.connectedComponentsWithStats((cover > 0.5).astype(np.uint8))
    assert np.abs(middles - [x, y]).sum(axis=1).min() < 1.5
    assert label == 7
    assert size == pytest.approx(60 * np.sqrt(30 * 40) / np.sqrt(30 * 60))


def test_pairs_that_measure_are_in_no_training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from compose import rendered_pairs

    lines = []
    for seed in (0, 8999, 9000):
        names = {"file": f"{seed}.png", "bare": f"{seed}-bare.png"}
        for name in names.values():
            cv2.imwrite(str(tmp_path / name), np.full((100, 120, 4), 255, np.uint8))
        told = {"how": "flat", "tilt_deg": 0.0, "slant_deg": 0.0, "things": [thing(), thing()], "seed": seed}
        lines.append(json.dumps(told | names))
    (tmp_path / "pairs.jsonl").write_text("\n".join(lines))
    monkeypatch.setattr(rendered_pairs, "PAIRS", tmp_path)
    monkeypatch.setattr(rendered_pairs, "OUT", tmp_path)
    rendered_pairs.main()
    sizes = Counter(path.stem for path in tmp_path.glob("*.pickle") for _ in np.load(path, allow_pickle=True))
    assert sizes == {"pairs": 2, "held_pairs": 1}
