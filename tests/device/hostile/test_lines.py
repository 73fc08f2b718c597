"""Lines and files that no program sends: each gets one line of JSON, and none ends the command."""

from __future__ import annotations

import io
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from device.__main__ import main
from device.cli.lines import MOST
from engines.asked_lines import LINES, MOVES, PACHISI
from places import ROOT

SEEDS: list[dict[str, Any]] = [
    {**line, "move": MOVES[game]}
    for game, line in (*LINES.items(), ("pachisi", {**PACHISI, "options": {"partners": True}}))
]
VALUES: list[Any] = [
    *(None, True, False, 0, -1, 1, 25, 85, 10**30, -(10**30), 0.5, 1e308, "", "x", "24/18*", "bar/off(9)"),
    *([], {}, [[]], [[0] * 50], [None], {"a": {}}, [-1] * 26, [0] * 26),
    *("\ud800", "9" * 5000, "end", "ಆ" * 200),
]


def mutated(chance: random.Random, what: str) -> bytes:
    """Change a line that is right in one to three places, or its bytes."""
    line: Any = json.loads(json.dumps(chance.choice(SEEDS)))
    if what == "legal":
        del line["move"]
    for _ in range(chance.choice([0, 1, 1, 2, 3])):
        key = chance.choice(list(line))
        inside = line[key]
        if chance.random() < 0.15:
            del line[key]
            if not line:
                break
        elif isinstance(inside, list) and inside and chance.random() < 0.4:
            place = inside[0] if isinstance(inside[0], list) and inside[0] else inside
            place[chance.randrange(len(place))] = chance.choice([0, 1, 2, 3, 5, 12, 24, 83, True, False])
        elif isinstance(inside, list) and inside and chance.random() < 0.6:
            inside[chance.randrange(len(inside))] = deepcopy(chance.choice(VALUES))
        elif isinstance(inside, dict) and inside and chance.random() < 0.6:
            inside[chance.choice(list(inside))] = deepcopy(chance.choice(VALUES))
        else:
            line[chance.choice([key, key, "unknown"])] = deepcopy(chance.choice(VALUES))
    raw = bytearray(json.dumps(line).encode())
    if chance.random() < 0.1:
        for _ in range(chance.randrange(1, 6)):
            raw[chance.randrange(len(raw))] = chance.choice([0, 10, 34, 44, 91, 123, 125, 128, 255])
    if chance.random() < 0.03:
        raw = bytearray(b"[" * 5000 + b"]" * 5000)
    return bytes(raw).replace(b"\n", b" ")


class Piped(io.TextIOWrapper):
    """Standard input, as a pipe gives it."""


def answers(what: str, lines: list[bytes], monkeypatch: pytest.MonkeyPatch, out: io.StringIO) -> list[Any]:
    monkeypatch.setattr(sys, "stdin", Piped(io.BytesIO(b"\n".join(lines) + b"\n")))
    monkeypatch.setattr(sys, "stdout", out)
    assert main([what]) in (0, 1)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def answered(what: str, count: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    chance = random.Random(seed)
    lines = [mutated(chance, what) for _ in range(count)]
    with monkeypatch.context() as patched:
        told = answers(what, lines, patched, io.StringIO())
    assert len(told) == count, "each line has one answer"
    assert all(isinstance(one, dict) for one in told)
    assert all(one["error"] and "Traceback" not in one["error"] for one in told if "error" in one)
    kinds = {True: "refused in words", False: "answered"}
    return Counter(kinds["error" in one] for one in told)


def pictures(folder: Path, count: int, seed: int) -> Iterator[Path]:
    """Make files that are no pictures, or hardly any."""
    chance = random.Random(seed)
    whole = sorted((ROOT / "tests" / "frames").glob("*.jpg"))[:3]
    made = [path.read_bytes() for path in whole]
    for number in range(count):
        raw = bytearray(chance.choice(made))
        kind = number % 6
        if kind == 0:
            raw = raw[: chance.randrange(len(raw))]
        elif kind == 1:
            for _ in range(chance.randrange(1, 200)):
                raw[chance.randrange(len(raw))] = chance.randrange(256)
        elif kind == 2:
            raw = bytearray(chance.randbytes(chance.randrange(5000)))
        elif kind == 3:
            at = raw.find(b"\xff\xc0")
            if at > 0:  # the size that a JPEG says of itself
                raw[at + 5 : at + 9] = bytes(chance.choice([0, 1, 255]) for _ in range(4))
        elif kind == 4:
            raw = bytearray(b"\x89PNG\r\n\x1a\n" + chance.randbytes(300))
        else:
            raw = bytearray(b"")
        path = folder / f"{number}.{chance.choice(['jpg', 'png', 'txt', 'jpeg'])}"
        path.write_bytes(raw)
        yield path


def read(folder: Path, count: int, capsys: pytest.CaptureFixture[str]) -> Counter[str]:
    paths = [str(path) for path in pictures(folder, count, seed=7)]
    paths += [str(folder), str(folder / "nothing.jpg"), "x" * 5000]
    capsys.readouterr()
    assert main(["read", *paths]) == 1
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["image"] for one in told] == paths
    return Counter("refused in words" if "error" in one else "answered" for one in told)


@pytest.mark.slow  # four thousand lines and three hundred files
def test_four_thousand_damaged_lines_and_three_hundred_files_are_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = {what: answered(what, 2000, 13, monkeypatch) for what in ("legal", "why")}
    found["read"] = read(tmp_path, 300, capsys)
    with capsys.disabled():
        print()
        for what, counts in found.items():
            print(f"charkoni {what:6}" + "".join(f"{name:>20} {n:5}" for name, n in sorted(counts.items())))
    assert all(counts["refused in words"] > 100 for counts in found.values())
    assert all(found[what]["answered"] > 100 for what in ("legal", "why")), (
        "not all is nonsense at first sight"
    )


def test_some_damaged_lines_and_files_are_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for what in ("legal", "why"):
        assert sum(answered(what, 150, 5, monkeypatch).values()) == 150
    assert sum(read(tmp_path, 6, capsys).values()) == 9


@pytest.mark.parametrize("what", ["legal", "why", "board", "follow"])
def test_a_line_without_an_end_is_passed_over_and_repeated_nowhere(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = b'{"game": "' + 3 * MOST * b"x" + b'"}'
    nearly = json.dumps({"game": "x" * (MOST - 100), "y" * 50: 1}).encode()
    told = answers(
        what, [long, b'{"game": "ludo"}', nearly, b"\xef\xbb\xbf{}", long], monkeypatch, io.StringIO()
    )
    assert len(told) == 5
    assert ["too long" in one["error"] for one in told] == [True, False, False, False, True]
    assert max(len(one["error"]) for one in told) <= 300
    assert "no JSON" not in told[3]["error"]
