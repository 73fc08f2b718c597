"""``charkoni board`` answers every line in the words of the contract, and of a bad picture nothing certain
that is wrong, whichever reader stands behind the command.
"""

from __future__ import annotations

import io
import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from boards.board_camera import BoardCamera
from boards.painted_board import cell_of, painted, start
from boards.painted_markers import lay
from boards.spoilt_board import SPOILT, THIRD
from device.__main__ import main
from device.follow.board_answers import BoardAnswers
from vision.board.placing.markers import Markers
from vision.board.placing.pose import UNIT

EYE = BoardCamera(13, 11, (1.0, 5.0, 18.0))
START = {"top": [5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2], "bottom": [-5, 0, 0, 0, 3, 0, 5, 0, 0, 0, 0, -2]}
CERTAIN = 0.99


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The start, as a JPEG."""
    path = tmp_path_factory.mktemp("board") / "a.jpg"
    cv2.imwrite(str(path), painted(EYE, start(), on_bar=(0, 1), light=(120, 170, 185)))
    return path


def tap(point: int) -> list[int]:
    x, y = cell_of(point, 0)
    return EYE.project(np.array([[x / 13, y / 11]]), 0.25)[0].round().astype(int).tolist()  # type: ignore[no-any-return]


def question(of: Path, **more: object) -> dict[str, Any]:
    corners = EYE.project(UNIT).round().astype(int).tolist()
    return {
        "picture": str(of), "layout": "backgammon", "corners": corners, "bar_columns": 1.0,
        "taps": {"a": [tap(24)], "b": [tap(1), tap(12)]}, "before": None, **more,
    }  # fmt: skip


def ask(*lines: object, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...] = ()) -> tuple[int, list[Any]]:
    """Put lines through the command; return its status and answers."""
    sent = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    out = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO(sent + "\n"))
    monkeypatch.setattr("sys.stdout", out)
    status = main(["board", *more])
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_picture_of_the_start_is_told(
    picture: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    status, [told] = ask(question(picture), monkeypatch=monkeypatch, more=("--save", str(tmp_path)))
    assert status == 0
    assert sorted(told) == sorted(
        ["picture", "top", "bottom", "bar", "sure", "certain", "doubts", "learnt", "ms"]
    )
    assert {row: told[row] for row in START} == START
    assert told["bar"] == {"a": 0, "b": 1}
    assert [len(told["sure"][row]) for row in ("top", "bottom")] == [12, 12]
    assert all(0 < part < 1 for row in told["sure"].values() for part in row)
    assert told["certain"] is False  # this reader never is
    assert len(json.dumps(told["learnt"])) < 4096
    assert cv2.imread(str(tmp_path / "a.jpg")).shape == (960, 1280, 3)


def test_what_was_learnt_serves_a_later_line_without_taps(
    picture: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, [first] = ask(question(picture), monkeypatch=monkeypatch)
    status, [then] = ask(question(picture, taps={}, before=first["learnt"]), monkeypatch=monkeypatch)
    assert status == 0
    assert then["top"] == first["top"]
    was, now = (
        np.concatenate([np.array(owner) for owner in one["learnt"]["colours"]]) for one in (first, then)
    )
    np.testing.assert_allclose(now, was, atol=8)
    assert len(json.dumps(then["learnt"])) < 4096


def test_lines_that_cannot_be_read_stand_in_their_place(
    picture: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = [
        "no JSON",
        "[1]",
        {"picture": "a.jpg"},
        question(picture, more=1),
        question(picture, layout="pachisi"),
        question(picture, picture="/nowhere/a.jpg"),
        question(picture, corners=[[1, 2], [3, 4]]),
        question(picture, corners=[[0, 0], [900, 900], [900, 0], [0, 900]]),
        question(picture, bar_columns=-1),
        question(picture, taps={"a": [[1, 2]]}),
        question(picture, taps={"a": [[1, 2]], "b": [[4000, 2]]}),
        question(picture, taps={"a": [[1, 2]], "c": [[4000, 2]]}),
        question(picture, before={"colours": [], "radius": 0.4}),
        question(picture, before={"colours": [[[1, 2, 3]]], "radius": 0.4}),
    ]
    status, told = ask(*wrong, question(picture), monkeypatch=monkeypatch)
    assert status == 1
    assert [list(one) for one in told[:-1]] == [["error"]] * len(wrong)
    assert all(one["error"] and "\n" not in one["error"] for one in told[:-1])
    assert told[-1]["top"][0] == 5


def test_small_checkers_are_doubted(picture: Path, tmp_path: Path) -> None:
    small = cv2.resize(cv2.imread(str(picture)), None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(tmp_path / "small.png"), small)
    asked = question(tmp_path / "small.png")
    asked["corners"] = [[0.4 * x, 0.4 * y] for x, y in asked["corners"]]
    asked["taps"] = {key: [[0.4 * x, 0.4 * y] for x, y in taps] for key, taps in asked["taps"].items()}
    told = BoardAnswers().answer(asked)
    assert "pixels wide and need 20" in told["doubts"][0]


@pytest.mark.skipif(not hasattr(cv2, "aruco"), reason="this OpenCV draws no markers")
def test_corners_that_are_null_are_found_by_printed_markers(tmp_path: Path) -> None:
    shown = painted(EYE, start(), light=(120, 170, 185))
    for number in range(4):
        lay(EYE, shown, number)
        cv2.imwrite(str(tmp_path / f"{number}.png"), shown)
    told = BoardAnswers(lens="module-2").answer(question(tmp_path / "3.png", corners=None))
    assert told["top"] == START["top"]
    text, answered = BoardAnswers().answer_line(json.dumps(question(tmp_path / "1.png", corners=None)))
    assert not answered
    assert json.loads(text)["error"].startswith("not all four markers are seen: 2, 3 is missing")


@pytest.mark.skipif(not hasattr(cv2, "aruco"), reason="this OpenCV finds no markers")
def test_the_printed_markers_are_those_that_the_eye_finds(tmp_path: Path) -> None:
    assert main(["board", "--markers", str(tmp_path / "m.svg")]) == 0
    root = ET.fromstring((tmp_path / "m.svg").read_text())
    side = float(root.attrib["viewBox"].split()[2])
    scale = 8
    paper = np.full((round(side * scale), round(side * scale), 3), 255, np.uint8)
    for one in root.findall("{http://www.w3.org/2000/svg}rect"):
        x, y, wide, high = (scale * float(one.attrib[name]) for name in ("x", "y", "width", "height"))
        shade = int(one.attrib["fill"][1:3], 16)
        cv2.rectangle(
            paper, (round(x), round(y)), (round(x + wide) - 1, round(y + high) - 1), (shade,) * 3, -1
        )
    found = Markers().find(paper)
    assert sorted(found.corners) == [0, 1, 2, 3]
    for number, (left, top) in enumerate(((15, 15), (75, 15), (75, 75), (15, 75))):
        assert found.corners[number][0] == pytest.approx([left * scale, top * scale], abs=1.5)
        assert found.corners[number][2] == pytest.approx([(left + 30) * scale, (top + 30) * scale], abs=1.5)


def test_markers_are_printed_as_pdf_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board", "--markers", str(tmp_path / "m.pdf")]) == 0
    assert (tmp_path / "m.pdf").read_bytes().startswith(b"%PDF")
    assert "100 mm" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--markers", "m.png"), ""),
        (("--markers", "no/m.pdf"), ""),
        (("--lens", "fisheye"), "module-3-wide"),
        (("--save", "file"), ""),
    ],
)
def test_what_cannot_be_is_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("no folder")
    assert main(["board", *arguments]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert said in line


plain = st.one_of(st.none(), st.booleans(), st.floats(), st.integers(), st.text(max_size=6))
anything = st.recursive(plain, lambda inner: st.lists(inner, max_size=4), max_leaves=10)


@given(
    st.sampled_from(["picture", "layout", "corners", "bar_columns", "taps", "before"]),
    st.one_of(anything, st.fixed_dictionaries({"a": anything, "b": anything})),
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_asked_is_answered_or_refused(picture: Path, key: str, value: object) -> None:
    text, answered = BoardAnswers().answer_line(json.dumps(question(picture, **{key: value})))
    told = json.loads(text)
    assert answered == ("error" not in told)


# Bad pictures


@pytest.fixture(scope="module")
def learnt(picture: Path) -> dict[str, Any]:
    return dict(BoardAnswers().answer(question(picture))["learnt"])


def answer_of(asked: dict[str, Any]) -> dict[str, Any]:
    """Ask, and see that the answer keeps its word, or is an error of one line."""
    text, answered = BoardAnswers().answer_line(json.dumps(asked))
    answer: dict[str, Any] = json.loads(text)
    if not answered:
        assert list(answer) == ["error"]
        assert answer["error"].strip()
        assert "\n" not in answer["error"]
        return answer
    hidden = any(one is None for row in START for one in answer[row])
    for row in START:
        assert len(answer[row]) == len(answer["sure"][row]) == 12
        for count, sure in zip(answer[row], answer["sure"][row], strict=True):
            assert (count is None) == (sure is None)
            assert count is None or (type(count) is int and abs(count) <= 15)
            assert sure is None or 0 <= sure <= 1
    assert all(isinstance(doubt, str) and doubt for doubt in answer["doubts"])
    assert answer["doubts"] or not hidden
    return answer


def is_wrong_and_certain(answer: dict[str, Any], *, unknown: tuple[int, ...] = ()) -> bool:
    """True if a point that is told otherwise than it is would be asked about by nobody."""
    names = {"top": range(13, 25), "bottom": range(12, 0, -1)}
    wrong = [
        sure >= CERTAIN
        for row, points in names.items()
        for point, count, right, sure in zip(
            points, answer[row], START[row], answer["sure"][row], strict=True
        )
        if count is not None and (count != right or point in unknown)
    ]
    return any(wrong) or (bool(wrong) and answer["certain"] is True)


@pytest.mark.parametrize("name", SPOILT)
def test_a_spoilt_picture_is_answered_and_nothing_wrong_is_certain(
    name: str, learnt: dict[str, Any], tmp_path: Path
) -> None:
    board = painted(EYE, start(), light=(120, 170, 185))
    for seed in range(3):
        cv2.imwrite(str(tmp_path / "a.jpg"), SPOILT[name](board, EYE, np.random.default_rng(seed)))
        answer = answer_of(question(tmp_path / "a.jpg", taps={}, before=learnt))
        assert "error" not in answer
        assert not is_wrong_and_certain(answer, unknown=THIRD if name == "third_set" else ())
        if name == "blank":
            assert answer["doubts"]
            assert all(one is None for row in START for one in answer[row])
            assert answer["certain"] is False


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**31), st.sampled_from(["cut", "bits", "noise", "empty"]))
def test_a_file_that_is_torn_is_answered_or_refused(
    learnt: dict[str, Any], picture: Path, tmp_path: Path, seed: int, how: str
) -> None:
    chance = np.random.default_rng(seed)
    raw = bytearray(picture.read_bytes())
    if how == "cut":
        del raw[int(chance.integers(1, len(raw))) :]
    elif how == "bits":
        for place in chance.integers(2, len(raw) - 2, 6):
            raw[place] ^= 1 << int(chance.integers(8))
    elif how == "noise":
        raw = bytearray(chance.bytes(int(chance.integers(1, 3000))))
    else:
        raw = bytearray()
    (tmp_path / "a.jpg").write_bytes(raw)
    answer = answer_of(question(tmp_path / "a.jpg", taps={}, before=learnt))
    # Where bits are flipped the picture shows what no board did: some places of it may be told with 0.99.
    assert "error" in answer or not answer["certain"] or not is_wrong_and_certain(answer)
    if how in ("noise", "empty"):
        assert "error" in answer
