"""The command line: answers on standard output, one line for a known error, honest exit statuses."""

from __future__ import annotations

import importlib
import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import device.__main__ as main_module
from device.__main__ import main
from device.cameras.film import FILM, read_film
from device.cli.lines import MOST
from device.store import Journal
from engine.events import Setup
from engine.notation import read_record
from engine.table import Table
from engine.table.commands import PlayMove, TakeThrow
from engine.throw import Cowries
from engines.contract_lines import CHOWKA, MOVES
from places import ROOT

MOVE = MOVES["chowka-bhara"]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Give bytes to a command; get its exit status and its answers."""

    def asked(given: bytes, *arguments: str) -> tuple[int, list[Any]]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given)))
        status = main(arguments)
        return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return asked


def test_every_position_is_answered_with_its_legal_moves(ask: Any) -> None:
    line = json.dumps(CHOWKA).encode() + b"\n"
    status, answers = ask(line * 2, "legal")
    assert status == 0
    assert len(answers) == 2
    assert MOVE | {"captures": []} in answers[0]["moves"]


def test_a_malformed_line_is_an_error_and_the_next_is_answered(ask: Any) -> None:
    good = json.dumps(CHOWKA).encode()
    deep = b"[" * 100_000
    unknown = json.dumps(CHOWKA | {"colour": "red"}).encode()
    lines = [
        good,
        b"{not json",
        b"",
        b"[1]",
        b"\xff\xfe",
        deep,
        b'{"game": "ludo"}',
        b'{"game": []}',
        unknown,
    ]
    status, answers = ask(b"\n".join([*lines, good]), "legal")
    assert status == 1
    assert ["error" in answer for answer in answers] == [False] + [True] * 8 + [False]
    assert "there are" in answers[6]["error"]
    assert "colour" in answers[8]["error"]
    assert ask(b"", "legal") == (0, [])


@pytest.mark.parametrize("what", ["legal", "why", "board", "follow"])
def test_a_line_without_an_end_is_passed_over_and_repeated_nowhere(ask: Any, what: str) -> None:
    long = b'{"game": "' + 3 * MOST * b"x" + b'"}'
    nearly = json.dumps({"game": "x" * (MOST - 100), "y" * 50: 1}).encode()
    _, told = ask(b"\n".join([long, b'{"game": "ludo"}', nearly, b"\xef\xbb\xbf{}", long]), what)
    assert ["too long" in one["error"] for one in told] == [True, False, False, False, True]
    assert max(len(one["error"]) for one in told) <= 300
    assert "no JSON" not in told[3]["error"]


def test_a_refusal_names_its_rule(ask: Any) -> None:
    legal = json.dumps(CHOWKA | {"move": MOVE}).encode()
    wrong = json.dumps(CHOWKA | {"move": MOVE | {"to": 6}}).encode()
    status, answers = ask(legal + b"\n" + wrong, "why")
    assert answers[0] == {"legal": True}
    assert answers[1]["legal"] is False
    assert re.fullmatch(r"C\d+", answers[1]["rule"])
    assert answers[1]["reason"]
    assert status == 0


def test_an_unknown_language_names_those_that_exist(ask: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", "--lang", "xx"]) == 2
    err = capsys.readouterr().err
    assert ("'xx'" in err, "en" in err, err.count("\n")) == (True, True, 1)


def test_answers_come_line_by_line() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "device", "legal"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(json.dumps(CHOWKA) + "\n")
            process.stdin.flush()
            assert "moves" in json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.wait(20) == 0


def test_whoever_reads_only_the_beginning_causes_no_complaint() -> None:
    lines = (json.dumps(CHOWKA) + "\n") * 3000
    command = f"{sys.executable} -m device legal | head -n 1"
    done = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, input=lines, capture_output=True, text=True, timeout=60
    )
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""


@pytest.mark.parametrize(
    "arguments", [[], ["fly"], ["read"], ["read", "a.jpg", "--watch", "."], ["show", "one"]]
)
def test_wrong_usage_ends_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage" in capsys.readouterr().err


@pytest.fixture
def throw() -> Path:
    """A settled picture of the film's first scene: four shells, two mouths."""
    [settled] = [part for part in read_film(FILM)[0].stretches if part.phase == "settled"]
    return settled.files[0]


def test_a_picture_is_read_as_the_contract_says(ask: Any, throw: Path) -> None:
    status, [answer] = ask(b"", "read", str(throw), "--expect", "cowries:4")
    assert status == 0
    assert list(answer) == ["image", "kind", "mouths", "shells", "certain", "ms", "seen", "doubts"]
    assert (answer["kind"], answer["mouths"], answer["shells"], answer["certain"]) == ("cowries", 2, 4, True)
    assert answer["image"] == str(throw)
    assert len(answer["seen"]) == 4
    for one in answer["seen"]:
        assert one["face"] in ("mouth", "back")
        assert 0 <= one["confidence"] <= 1
        assert len(one["box"]) == 4


def test_a_wrong_number_is_doubted_and_still_guessed_and_none_is_not_checked(ask: Any, throw: Path) -> None:
    _, [answer] = ask(b"", "read", str(throw), "--expect", "cowries:6")
    assert (answer["certain"], answer["mouths"]) == (False, 2)
    assert answer["doubts"]
    _, answers = ask(b"", "read", str(throw), str(throw), "--expect", "cowries", "--threads", "2")
    assert [answer["shells"] for answer in answers] == [4, 4]


def test_an_empty_tray_is_an_answer(ask: Any, tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "empty.png"), np.full((240, 320, 3), 90, np.uint8))
    _, [answer] = ask(b"", "read", str(tmp_path / "empty.png"), "--expect", "dice:2")
    assert (answer["kind"], answer["values"], answer["certain"]) == ("dice", [], False)
    _, [answer] = ask(b"", "read", str(tmp_path / "empty.png"), "--expect", "auto")
    assert answer["kind"] == "nothing"


@pytest.mark.parametrize("expect", ["cards", "dice:", "dice:x", "auto:2"])
def test_an_unknown_expectation_is_refused(expect: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "x.jpg", "--expect", expect]) == 2
    assert capsys.readouterr().err.startswith("charkoni: ")


def test_watching_ends_with_ctrl_c(tmp_path: Path, throw: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(throw.read_bytes())
    command = [sys.executable, "-m", "device", "read", "--watch", str(tmp_path)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert "mouths" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        try:
            _, complaint = process.communicate(timeout=20)
        finally:
            process.kill()  # one that did not end is not waited for
    assert complaint == ""
    assert process.returncode == 130


@pytest.fixture
def played(tmp_path: Path) -> str:
    """A data folder with one game of two throws."""
    with Journal(tmp_path) as journal:
        table = Table(record=journal.record)
        table.start(Setup("chowka-bhara", "5x5", ("Asha", "Ravi")))
        table.do(TakeThrow(Cowries(3, 4)))
        table.do(PlayMove(table.model.rules.moves(table.model.state)[0]))
        table.do(TakeThrow(Cowries(4, 4), source="typed"))
    return str(tmp_path)


def test_games_lists_what_was_played(played: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--data", played]) == 0
    [line] = capsys.readouterr().out.splitlines()
    assert re.fullmatch(
        r" +1  \d{4}-\d\d-\d\d \d\d:\d\d  chowka-bhara 5x5  Asha, Ravi  goes on  \(\d+ events\)", line
    )


def test_show_tells_a_game_in_words(played: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "1", "--data", played]) == 0
    out = capsys.readouterr().out
    assert "Asha throws 3 mouths of 4" in out
    assert "Ravi throws 4 mouths of 4" in out
    assert all(re.match(r" +\d+  \d\d:\d\d:\d\d  \S", line) for line in out.splitlines()[1:])
    assert "turn-began" not in out
    assert "Ravi’s turn" in out


def test_show_record_prints_the_score_sheet_that_programs_read(
    played: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", "1", "--record", "--data", played]) == 0
    out = capsys.readouterr().out
    assert out.endswith("player 2 Ravi\n1 Asha: 3/4=3; a 0/3 =3\n2 Ravi: 4/4=4+\n")
    assert len(read_record(out).actions) == 3


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("read --watch /nowhere", "there is no folder"),
        ("show 7", "there is no game 7: there is 1"),
        ("games --data {empty}", "no game has been played"),
        ("wiring --config {config}", "box.toml, section [pins]: there is no key 'player'"),
        ("play --game ludo", "there is no game 'ludo'"),
        ("play --camera webcam", "there is no camera 'webcam'"),
        ("play --camera film:/nowhere", "cannot be read"),
        ("play --camera folder:/nowhere", "there is no folder /nowhere"),
        ("play --camera v4l2:x", "there is no camera 'v4l2:x'"),
        ("play --config /nowhere/box.toml", "cannot be read: No such file or directory"),
        ("play --data /dev/null/games", "cannot be used: Not a directory"),
        ("play --option gate", "KEY=VALUE"),
        ("play --players A A", "two players have the same name"),
        ("play --players Asha aSHA\u200b", "two players have the same name"),
        ("play --players A " + "B" * 200, "at most 40 letters"),
        ("play --players A {}", "no name that can be seen"),
        ("play --players A \u200b\u2060 C", "no name that can be seen"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    played: str, command: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "box.toml").write_text("[pins]\nplayer = [5, 6]\n")
    places = {"empty": tmp_path / "empty", "config": tmp_path / "box.toml"}
    arguments = [part.format("", **places) for part in command.split(" ")]
    name = arguments[0]
    if name in ("play", "show") and "--data" not in arguments:
        arguments = [name, "--data", played, *arguments[1:]]
    assert main(arguments) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("charkoni: ")
    assert said in line
    assert "[Errno" not in line


def test_help_names_every_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "device", "--help"], cwd=ROOT, capture_output=True, text=True, timeout=60,
        env=os.environ | {"COLUMNS": "100"},
    )  # fmt: skip
    assert done.returncode == 0
    for command in ("play", "legal", "why", "read", "games", "show", "wiring", "lamps"):
        assert command in done.stdout


def test_every_module_of_commands_is_collected() -> None:
    for path in (ROOT / "device" / "cli").glob("[a-z]*.py"):
        module = importlib.import_module(f"device.cli.{path.stem}")
        assert path.stem in ("arguments", "lines", "terminal") or getattr(main_module, path.stem) is module


def test_version_names_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert re.fullmatch(r"charkoni \d+\.\d+\.\d+\n", capsys.readouterr().out)


@pytest.mark.parametrize("port", ["0", "-1", "65536", "99999", "http"])
def test_a_port_that_cannot_be_is_refused_in_words(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["play", f"--port={port}"])
    assert ended.value.code == 2
    assert "give 1 to 65535" in capsys.readouterr().err


INTERRUPTED = """
import os, signal, sys
class Interrupt:
    def find_spec(self, name, *_):
        if name == {when!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupt())
from device.__main__ import main
{patch}
sys.exit(main(["play", "--data", sys.argv[1], "--camera", "film", "--port", "8"]))
"""
KILL = "os.kill(os.getpid(), signal.SIGINT)"
IN_CONSTRUCTION = f"""
import device.net.server
device.net.server.Server.__init__ = lambda *_, **__: {KILL}
device.net.server.Server.close = lambda _: None
device.net.server.Server.port = 0
"""


@pytest.mark.parametrize(
    ("when", "patch"), [("cv2", ""), ("device.box", ""), ("flask", ""), ("", IN_CONSTRUCTION)]
)
def test_ctrl_c_while_the_box_is_put_together_ends_it_quietly(when: str, patch: str, tmp_path: Path) -> None:
    script = INTERRUPTED.format(when=when, patch=patch)
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, timeout=30
    )
    assert done.returncode == 130
    assert "Traceback" not in done.stderr
    assert "Interrupt" not in done.stderr
    assert "Ctrl-C" not in done.stdout
    Journal(tmp_path).close()  # nothing holds it
