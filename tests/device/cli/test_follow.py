"""``charkoni follow`` answers every line in the words of the contract, over painted boards."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from boards.board_camera import BoardCamera
from boards.painted_board import cell_of, painted, start
from boards.painted_cloth import painted_cloth
from device.__main__ import main
from engine.board import Layout
from engine.registry import make_rules
from vision.board.placing.pose import UNIT

EYE = BoardCamera(13, 11, (1.0, 5.0, 18.0))


def follow(lines: Sequence[object], monkeypatch: pytest.MonkeyPatch) -> tuple[int, list[Any]]:
    """Put lines through the command; return its status and answers."""
    sent = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    out = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO(sent + "\n"))
    monkeypatch.setattr("sys.stdout", out)
    status = main(["follow"])
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def tap(point: int) -> list[int]:
    x, y = cell_of(point, 0)
    return EYE.project(np.array([[x / 13, y / 11]]), 0.25)[0].round().astype(int).tolist()  # type: ignore[no-any-return]


def set_up(**more: object) -> dict[str, Any]:
    return {
        "game": "backgammon", "preset": "standard", "options": {}, "players": 2, "position": None,
        "layout": "backgammon", "corners": EYE.project(UNIT).round().astype(int).tolist(), "bar_columns": 1.0,
        "taps": {"a": [tap(24), tap(13)], "b": [tap(1), tap(12)]}, "a": 0, "turned": 0, **more,
    }  # fmt: skip


class Boards:
    """Painted boards in a folder, one after the other."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0

    def shows(self, changes: dict[int, int] | None = None) -> dict[str, Any]:
        """Paint backgammon's start with some points otherwise, and return the line that shows it."""
        points = {**start(), **(changes or {})}
        return self.line(painted(EYE, points, light=(120, 170, 185)))

    def line(self, picture: Any) -> dict[str, Any]:
        self.count += 1
        path = self.folder / f"{self.count}.png"
        cv2.imwrite(str(path), picture)
        return {"picture": str(path), "time_s": 4.0 * self.count}


@pytest.fixture
def boards(tmp_path: Path) -> Boards:
    return Boards(tmp_path)


def test_turns_of_backgammon_are_followed_with_an_illegal_move_and_a_board_that_was_cleared(
    boards: Boards, monkeypatch: pytest.MonkeyPatch
) -> None:
    cleared = dict.fromkeys(start(), 0)
    status, told = follow(
        [
            set_up(),
            {"throw": "3-1", "player": 0, "time_s": 0.0},
            boards.shows(),
            boards.shows({8: 2, 3: 1}),
            boards.shows(),
            boards.shows({8: 2, 5: 1}),
            boards.shows({8: 2, 6: 4, 5: 2}),
            {"throw": "6-5", "player": 1, "time_s": 21.0},
            boards.shows(cleared),
            boards.shows(cleared),
            boards.shows({8: 2, 6: 4, 5: 2}),
            boards.shows({8: 2, 6: 4, 5: 2, 1: -1, 12: -6}),
        ],
        monkeypatch,
    )
    assert status == 0
    assert [one["moves"] for one in told] == [[]] * 6 + [["8/5", "6/5"]] + [[]] * 4 + [["24/18", "18/13"]]
    assert [one["turn"] for one in told] == [0] * 6 + [1] * 5 + [0]
    assert [one["lost"] for one in told] == [False] * 9 + [True, False, False]
    assert (told[3]["illegal"]["move"], told[3]["illegal"]["rule"]) == ("8/3", "BF4")
    assert [one["illegal"] for one in told[:3] + told[4:]] == [None] * 11
    _, told = follow([set_up(), {"throw": "3-1", "player": 1, "time_s": 0.0}], monkeypatch)
    assert told[1]["turn"] == 1, "who throws first begins"


BAD_LINES: list[tuple[object, str]] = [
    ({"throw": "3-1"}, "'player' is missing"),
    ({"throw": "9", "player": 0}, "dice"),
    ({"throw": "3-1", "player": 0, "more": 1}, "unknown key 'more'"),
    ({"picture": "nowhere.jpg", "time_s": 1.0}, "nowhere.jpg"),
    ({"picture": 7, "time_s": 1.0}, "'picture' is 7"),
    ("no JSON", "JSON"),
]
BAD_SET_UPS: list[tuple[dict[str, object], str]] = [
    ({"game": "ludo"}, "ludo"),
    ({"layout": "round"}, "'round'"),
    ({"taps": {"a": [[1, 1]]}}, "taps"),
    ({"turned": 9}, "turned"),
    ({"a": 2}, "'a' is 2"),
    ({"players": 40}, "players"),
    ({"bar_columns": "wide"}, "bar_columns"),
    ({"options": 5}, "options"),
    ({"position": {"board": 1}}, "board"),
    ({"camera": 1}, "unknown key 'camera'"),
]


def test_a_bad_line_is_an_error_in_words_and_the_next_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [line for line, _ in BAD_LINES]
    status, told = follow([set_up(), *lines, {"throw": "3-1", "player": 0, "time_s": 1.0}], monkeypatch)
    assert status == 1
    for one, (line, says) in zip(told[1:-1], BAD_LINES, strict=True):
        assert says in one["error"], line
    assert told[-1]["turn"] == 0


@pytest.mark.parametrize(("more", "says"), BAD_SET_UPS, ids=[next(iter(more)) for more, _ in BAD_SET_UPS])
def test_a_bad_set_up_is_an_error_in_words(
    more: dict[str, object], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, told = follow([set_up(**more), {"throw": "3-1", "player": 0, "time_s": 0.0}], monkeypatch)
    assert status == 1
    assert says in told[0]["error"]
    assert "error" in told[1]


CLOTH = BoardCamera(5, 5, (0.0, 1.0, 8.0))


def cloth_line(eye: BoardCamera, layout: Layout, taps: Iterable[str], **more: object) -> dict[str, Any]:
    wide = np.array([layout.width, layout.height])
    at = [layout.square(square) for square in taps]
    spots = [((one.x + 0.5) / wide[0], (one.y + 0.5) / wide[1]) for one in at]
    pixels = eye.project(np.array(spots), 0.5).round().astype(int).tolist()
    return {
        "corners": eye.project(UNIT).round().astype(int).tolist(), "layout": layout.name,
        "taps": {str(seat): [pixel] for seat, pixel in enumerate(pixels)}, **more,
    }  # fmt: skip


def test_turns_of_chowka_bhara_are_followed(boards: Boards, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = make_rules("chowka-bhara", players=2)

    def shows(*steps: Sequence[int]) -> dict[str, Any]:
        pieces = [(rules.steps(seat)[step], seat) for seat, row in enumerate(steps) for step in row]
        return boards.line(painted_cloth(CLOTH, rules.layout, pieces))

    position = {
        "pawns": [[3, 7, 9, 11], [5, 9, 10, 13]],
        "turn": 0,
        "pairs": [[], []],
        "kadi": [False, False],
    }
    status, told = follow(
        [
            cloth_line(
                CLOTH,
                rules.layout,
                ["r1c0", "r3c0"],
                game="chowka-bhara",
                preset="5x5",
                players=2,
                position=position,
            ),
            shows([3, 7, 9, 11], [5, 9, 10, 13]),
            {"throw": "3/4", "player": 0, "time_s": 5.0},
            shows([6, 7, 9, 11], [5, 9, 10, 13]),
            {"throw": "1/4", "player": 1, "time_s": 9.0},
            shows([6, 7, 9, 11], [5, 9, 12, 13]),
            shows([6, 7, 9, 11], [5, 9, 11, 13]),
        ],
        monkeypatch,
    )
    assert status == 0, told
    assert [len(one["moves"]) for one in told] == [0, 0, 0, 1, 0, 0, 1]
    assert (told[3]["moves"][0]["from"], told[3]["moves"][0]["to"]) == (3, 6)
    assert told[5]["illegal"]["rule"] == "C2"
    assert [one["turn"] for one in told] == [0, 0, 0, 1, 1, 1, 0]
