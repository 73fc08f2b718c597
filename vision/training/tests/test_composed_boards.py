"""Training patches of boards: their truth, and that their sheets are kept apart from those that measure."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.board.placing.cut import WAIST



def drawn_sheet(folder: Path, number: int, *, slant: float = 20.0) -> dict[str, object]:
    """Write a sheet of eight white discs, as `render.pieces` would."""
    from compose.dressing import CELL, COLUMNS, WIDE

    white = np.zeros((2 * CELL, COLUMNS * CELL, 4), np.uint8)
    for cell in range(8):
        middle = (cell % COLUMNS * CELL + CELL // 2, cell // COLUMNS * CELL + CELL // 2)
        cv2.circle(white, middle, WIDE // 2, (180, 180, 180, 255), -1)
    bare = np.full((*white.shape[:2], 4), 32768, np.uint16)
    name = f"{number:05}"
    cv2.imwrite(str(folder / f"{name}.png"), white)
    cv2.imwrite(str(folder / f"{name}-bare.png"), bare)
    cv2.imwrite(str(folder / f"{name}-shadow.png"), white[..., 3] // 2)
    words = ["level", "tilt7", "tilt12", "tilt17", "tilt23", "over", "askew", "edge"]
    poses = [{"pose": word, "high": 0.2} for word in words]
    line = {
        "sheet": name,
        "form": "flat",
        "tall": 0.2,
        "slant_deg": slant,
        "toward_deg": 90.0,
        "light": [1, 1, 1],
    }
    return line | {"poses": poses, "seed": number}


def test_sheets_that_measure_are_in_no_training(tmp_path: Path) -> None:
    from compose.dressing import sheets

    lines = [drawn_sheet(tmp_path, number) for number in (0, 8999, 9000, 9999, 10000)]
    (tmp_path / "pieces.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    assert [line["seed"] for line in sheets(tmp_path)] == [0, 8999, 10000]
    assert [line["seed"] for line in sheets(tmp_path, held=True)] == [9000, 9999]


@pytest.mark.parametrize("kind", ["column", "square"])
def test_a_board_comes_from_its_seed_with_all_that_the_network_is_told(tmp_path: Path, kind: str) -> None:
    from compose import boards
    from compose.dressing import load

    sheet = load(tmp_path, drawn_sheet(tmp_path, 3))
    draw = boards.column_board if kind == "column" else boards.square_board
    first, again, other = (draw(np.random.default_rng(seed), sheet, 7) for seed in (5, 5, 6))
    assert len(first) == (25 if kind == "column" else 16)
    wide, high = boards.SIZES[kind]
    for one, same in zip(first, again, strict=True):
        assert set(one) == set(boards.KEYS)
        assert one["patch"].shape == one["empty"].shape == (high, wide, 3)
        assert one["patch"].dtype == one["empty"].dtype == np.uint8
        assert (one["patch"] == same["patch"]).all()
        assert one["known"] == bool(one["empty"].any())
        assert one["colours"].shape == (4, 2, 3)
        assert (one["lying"] <= one["count"]).all()
        assert one["hidden"] <= one["count"].sum()
        assert not one["count"][one["owners"] :].any()
        assert not one["colours"][one["owners"] :].any()
    assert any((one["patch"] != two["patch"]).any() for one, two in zip(first, other, strict=True))


def test_an_empty_point_looks_like_its_empty_picture_and_a_full_one_does_not(tmp_path: Path) -> None:
    from compose import boards
    from compose.dressing import load

    sheet = load(tmp_path, drawn_sheet(tmp_path, 3, slant=2.0))
    empty, full = [], []
    for seed in range(6):
        for one in boards.column_board(np.random.default_rng(seed), sheet, seed)[:24]:
            if one["known"] and not one["covered"]:
                away = np.abs(one["patch"].astype(int) - one["empty"])[:, 8:24].mean()
                (full if one["count"].sum() > 2 else empty if not one["count"].any() else []).append(away)
    assert len(empty) > 10 < len(full)
    assert np.median(empty) < 0.7 * np.median(full)


@pytest.mark.parametrize("kind", ["column", "square"])
def test_pieces_drawn_flat_have_hardly_more_shades_than_owners(tmp_path: Path, kind: str) -> None:
    from compose import flat
    from compose.stands import Stand

    rng = np.random.default_rng(4)
    for _ in range(30):
        how = flat.paint(rng, low=kind == "column")
        scene, tone = np.full((60, 60, 3), 0.5, np.float32), np.array([0.1, 0.6, 0.2], np.float32)
        filled = flat.drawn(scene, how, tone, (30, 34), (30, 34 - 10 * how.tall), 12)
        assert 0.8 < filled[34, 30] <= 1
        assert not filled[:8].any()
        inside = scene[filled >= 1].reshape(-1, 3)
        assert len(np.unique((inside * 50).round(), axis=0)) < 60
    for count in range(16):
        there = flat.row(rng, 0, count, wide=0.9, long=5.0)
        assert len(there) == count
        assert all(isinstance(one, Stand) and 0 < one.y < 5.0 for one in there)


def test_a_printed_disc_is_in_both_pictures_and_nobody_counts_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from compose import boards
    from compose.dressing import load

    monkeypatch.setattr(boards, "PRINTED", 1.0)
    sheet, alike = load(tmp_path, drawn_sheet(tmp_path, 3, slant=2.0)), []
    for seed in range(6):
        for one in boards.column_board(np.random.default_rng(seed), sheet, seed, 1.0)[:24]:
            assert one["known"] or not one["printed"]
            if one["printed"] and not one["covered"] and not one["count"].any():
                alike.append(np.abs(one["patch"].astype(int) - one["empty"])[:, 8:24].mean())
    assert len(alike) > 5
    assert np.median(alike) < 25


def test_places_are_cut_at_the_height_at_which_the_eye_cuts_them() -> None:
    from compose import boards

    assert boards.WAIST == WAIST


def test_points_hold_five_and_more_checkers_often_enough_and_they_stay_on_the_point() -> None:
    from compose.stands import checkers, counts

    rng = np.random.default_rng(2)
    drawn = [counts(rng) for _ in range(3000)]
    assert 0.15 < np.mean([count >= 5 for count in drawn]) < 0.4
    assert max(drawn) >= 9
    for count in range(16):
        there = checkers(rng, 1, count, wide=0.9, tall=0.2, long=5.0, tilts=[7, 12, 17, 23])
        assert len(there) == count
        assert all(0 < one.y < 5.6 and abs(one.x) < 0.6 for one in there)


def test_a_shell_lies_lower_than_it_is_wide_and_a_pawn_stands_higher() -> None:
    from shapes.lathe import CHECKERS, FORMS, STANDING, drawn

    for number, form in enumerate(FORMS):
        piece = drawn(form, np.random.default_rng(number))
        points = piece.shape.points
        assert points[:, 2].min() == pytest.approx(0, abs=0.02)
        assert np.ptp(points[:, 2]) == pytest.approx(piece.tall, rel=0.35)
        assert (piece.tall > 0.55) if form in STANDING else (piece.tall < 0.8)
        if form in CHECKERS:
            assert np.ptp(points[:, 0]) == pytest.approx(1, abs=0.02)
