"""The voice: never in the way, cut only by something newer, silent in words where it cannot speak."""

from __future__ import annotations

import logging
import shutil
import sys
import time
import wave
from collections.abc import Callable
from pathlib import Path

import pytest

from device.voice import Voice

SLOW = """
import sys, time
with open(sys.argv[1], "a") as said:
    print("begins " + sys.stdin.read(), file=said, flush=True)
    time.sleep(float(sys.argv[2]))
    print("ends", file=said, flush=True)
"""


@pytest.fixture
def said(tmp_path: Path) -> Callable[[], list[str]]:
    """What the program that speaks was given, and whether it could finish."""
    path = tmp_path / "said"
    return lambda: path.read_text().splitlines() if path.exists() else []


def voice(tmp_path: Path, *, lasts_s: float) -> Voice:
    return Voice(command=(sys.executable, "-c", SLOW, str(tmp_path / "said"), str(lasts_s)))


def until(claim: Callable[[], bool]) -> None:
    end = time.monotonic() + 5
    while not claim():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.005)


def test_a_sentence_is_spoken_to_its_end(tmp_path: Path, said: Callable[[], list[str]]) -> None:
    with voice(tmp_path, lasts_s=0) as speaker:
        speaker.say("Ravi's turn")
        assert speaker.wait(timeout_s=5)
    assert said() == ["begins Ravi's turn", "ends"]


def test_speaking_never_blocks(tmp_path: Path) -> None:
    with voice(tmp_path, lasts_s=30) as speaker:
        began = time.monotonic()
        for number in range(20):
            speaker.say(f"sentence {number}")
        assert time.monotonic() - began < 1
    assert time.monotonic() - began < 3


def test_a_newer_sentence_cuts_the_one_before(tmp_path: Path, said: Callable[[], list[str]]) -> None:
    with voice(tmp_path, lasts_s=30) as speaker:
        speaker.say("old")
        until(lambda: said() == ["begins old"])
        speaker.say("new")
        until(lambda: said() == ["begins old", "begins new"])
        assert speaker.trouble == ""


def test_silence_cuts_nothing(tmp_path: Path, said: Callable[[], list[str]]) -> None:
    with voice(tmp_path, lasts_s=0.3) as speaker:
        speaker.say("Ravi's turn")
        until(lambda: said() == ["begins Ravi's turn"])
        speaker.say("")
        assert speaker.wait(timeout_s=5)
    assert said() == ["begins Ravi's turn", "ends"]


def test_a_name_cannot_become_an_option(tmp_path: Path, said: Callable[[], list[str]]) -> None:
    with voice(tmp_path, lasts_s=0) as speaker:
        speaker.say("--help; Zoë's turn")
        assert speaker.wait(timeout_s=5)
    assert said()[0] == "begins --help; Zoë's turn"


def test_without_the_program_the_box_is_silent_and_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING), Voice(command=("no-such-speaker",)) as speaker:
        for _ in range(3):
            speaker.say("Ravi's turn")
            assert speaker.wait(timeout_s=5)
        assert "apt install espeak-ng" in speaker.trouble
    assert len(caplog.records) == 1


def test_a_program_that_fails_is_named_once(caplog: pytest.LogCaptureFixture) -> None:
    command = (sys.executable, "-c", "import sys; sys.stdin.read(); sys.exit('no sound card')")
    with caplog.at_level(logging.WARNING), Voice(command=command) as speaker:
        for _ in range(2):
            speaker.say("Ravi's turn")
            assert speaker.wait(timeout_s=5)
    assert [record.getMessage() for record in caplog.records] == [
        f"the voice is silent: {sys.executable} cannot speak: no sound card"
    ]


def test_closing_twice_ends_what_is_spoken(tmp_path: Path, said: Callable[[], list[str]]) -> None:
    speaker = voice(tmp_path, lasts_s=30)
    speaker.say("old")
    until(lambda: said() == ["begins old"])
    began = time.monotonic()
    speaker.close()
    speaker.close()
    assert time.monotonic() - began < 2
    assert said() == ["begins old"]


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
def test_espeak_speaks_a_sentence(tmp_path: Path) -> None:
    sound = tmp_path / "turn.wav"
    with Voice(command=("espeak-ng", "-v", "{language}", "-w", str(sound), "--stdin")) as speaker:
        speaker.say("Ravi's turn")
        assert speaker.wait(timeout_s=10)
        assert speaker.trouble == ""
    with wave.open(str(sound)) as recorded:
        assert recorded.getnframes() / recorded.getframerate() > 0.3
