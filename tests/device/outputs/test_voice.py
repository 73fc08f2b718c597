"""The voice: never in the way, cut only by something newer, silent in words where it cannot speak."""

from __future__ import annotations

import logging
import os
import random
import shutil
import sys
import wave
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from device.outputs.sounds import Sounds
from device.outputs.voice import Voice
from engine.events import Corrected, Event, Logged, Moved, Redone, Threw, ThrowKept, TurnBegan, Undone
from engine.move import EndTurn
from engine.throw import Cowries, Dice
from waiting_for_tests import wait_until
from web.language.speech import sound_keys

SLOW = """
import sys, time
with open(sys.argv[1], "a") as said:
    print("begins " + sys.stdin.read(), file=said, flush=True)
    time.sleep(float(sys.argv[2]))
    print("ends", file=said, flush=True)
"""

until = partial(wait_until, within_s=5)


@pytest.fixture
def said(tmp_path: Path) -> Callable[[], list[str]]:
    """What the program that speaks was given, and whether it could finish."""
    path = tmp_path / "said"
    return lambda: path.read_text().splitlines() if path.exists() else []


def voice(tmp_path: Path, *, lasts_s: float) -> Voice:
    return Voice(command=(sys.executable, "-c", SLOW, str(tmp_path / "said"), str(lasts_s)))


def test_a_sentence_is_spoken_to_its_end(tmp_path: Path, said: Callable[[], list[str]]) -> None:
    with voice(tmp_path, lasts_s=0) as speaker:
        speaker.say("Ravi’s turn")
        assert speaker.wait(timeout_s=5)
    assert said() == ["begins Ravi’s turn", "ends"]


def test_speaking_never_blocks_and_a_newer_sentence_cuts_the_one_before(
    tmp_path: Path, said: Callable[[], list[str]]
) -> None:
    with voice(tmp_path, lasts_s=30) as speaker:
        speaker.say("old")
        until(lambda: said() == ["begins old"])
        for number in range(20):
            speaker.say(f"sentence {number}")
        until(lambda: said()[-1] == "begins sentence 19")
        assert speaker.trouble is None
    assert "ends" not in said()


def test_silence_cuts_nothing(tmp_path: Path, said: Callable[[], list[str]]) -> None:
    with voice(tmp_path, lasts_s=0.3) as speaker:
        speaker.say("Ravi’s turn")
        until(lambda: said() == ["begins Ravi’s turn"])
        speaker.say("")
        assert speaker.wait(timeout_s=5)
    assert said() == ["begins Ravi’s turn", "ends"]


def test_a_name_cannot_become_an_option(tmp_path: Path, said: Callable[[], list[str]]) -> None:
    with voice(tmp_path, lasts_s=0) as speaker:
        speaker.say("--help; Zoë’s turn")
        assert speaker.wait(timeout_s=5)
    assert said()[0] == "begins --help; Zoë’s turn"


FAILS = (sys.executable, "-c", "import sys; sys.stdin.read(); sys.exit('no sound card')")


@pytest.mark.parametrize(
    ("command", "words"),
    [(("no-such-speaker",), "apt install espeak-ng"), (FAILS, "no sound card")],
    ids=["missing", "failing"],
)
def test_a_box_that_cannot_speak_is_silent_and_says_so_once(
    command: tuple[str, ...], words: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING), Voice(command=command) as speaker:
        for _ in range(3):
            speaker.say("Ravi’s turn")
            assert speaker.wait(timeout_s=5)
        assert words in str(speaker.trouble)
    assert len(caplog.records) == 1


def test_a_sentence_that_could_not_be_heard_is_said_once_more(
    tmp_path: Path, said: Callable[[], list[str]]
) -> None:
    busy = "import os, sys; os.path.exists(sys.argv[3]) or [open(sys.argv[3], 'w'), sys.exit('device busy')]"
    command = (sys.executable, "-c", f"{busy}{SLOW}", str(tmp_path / "said"), "0", str(tmp_path / "busy"))
    with Voice(command=command) as speaker:
        speaker.say("Ravi’s turn")
        assert speaker.wait(timeout_s=20)
        assert speaker.trouble is None
    assert said() == ["begins Ravi’s turn", "ends"]


def test_closing_twice_ends_what_is_spoken(tmp_path: Path, said: Callable[[], list[str]]) -> None:
    speaker = voice(tmp_path, lasts_s=30)
    speaker.say("old")
    until(lambda: said() == ["begins old"])
    speaker.close()
    speaker.close()
    assert said() == ["begins old"]


def test_a_remark_waits_until_the_sentence_is_said(tmp_path: Path, said: Callable[[], list[str]]) -> None:
    with voice(tmp_path, lasts_s=0.3) as speaker:
        speaker.say("Ravi’s turn")
        until(lambda: said() == ["begins Ravi’s turn"])
        speaker.remark("The camera is away")
        speaker.remark("The camera is back")
        assert speaker.wait(timeout_s=10)
    assert said() == ["begins Ravi’s turn", "ends", "begins The camera is back", "ends"]


def test_a_sentence_cuts_a_remark(tmp_path: Path, said: Callable[[], list[str]]) -> None:
    with voice(tmp_path, lasts_s=30) as speaker:
        speaker.remark("The camera is away")
        until(lambda: said() == ["begins The camera is away"])
        speaker.say("Ravi’s turn")
        until(lambda: said()[-1] == "begins Ravi’s turn")
    assert "ends" not in said()


PLAYS = "import sys; open(sys.argv[1], 'a').write('plays ' + sys.argv[2].rpartition('/')[2] + '\\n')"


def recorded(tmp_path: Path, *names: str) -> Sounds:
    """A folder of sounds, of which the last one is chosen."""
    for name in names:
        (tmp_path / "sounds").mkdir(exist_ok=True)
        (tmp_path / "sounds" / name).write_bytes(b"")
    return Sounds(tmp_path / "sounds", choose=lambda paths: paths[-1])


def with_sounds(tmp_path: Path, sounds: Sounds, *player: str) -> Voice:
    return Voice(
        command=(sys.executable, "-c", SLOW, str(tmp_path / "said"), "0"),
        sounds=sounds,
        player=player or (sys.executable, "-c", PLAYS, str(tmp_path / "said"), "{file}"),
    )


def test_a_recorded_sound_is_played_and_what_has_none_is_spoken(
    tmp_path: Path, said: Callable[[], list[str]]
) -> None:
    with with_sounds(tmp_path, recorded(tmp_path, "kill.wav", "turn-2.wav", "turn.wav")) as speaker:
        for sentence, names in [
            ("Asha kills Ravi’s pawn", ["kill"]), ("Ravi’s turn", ["turn-2", "turn"]),
            ("Mina’s turn", ["turn-3", "turn"]), ("Ravi: 3", ["throw-3"]), ("Taken back", []),
        ]:  # fmt: skip
            speaker.say(sentence, occasions=names)
            assert speaker.wait(timeout_s=10)
    assert said() == [
        "plays kill.wav", "plays turn-2.wav", "plays turn.wav",
        "begins Ravi: 3", "ends", "begins Taken back", "ends",
    ]  # fmt: skip


def test_of_several_recorded_sounds_every_one_is_played_at_times(tmp_path: Path) -> None:
    folder = recorded(
        tmp_path, "kill.wav", "kill+2.wav", "KILL.txt", "kill+drum roll.WAV", "killer.wav"
    )._folder
    found = {Sounds(folder, choose=random.Random(seed).choice).find(["kill"]) for seed in range(40)}
    assert {path.name for path in found if path} == {"kill.wav", "kill+2.wav", "kill+drum roll.WAV"}
    assert Sounds(folder).find(["turn-1", "turn"]) is None
    assert Sounds(tmp_path / "absent").find(["kill"]) is None
    os.mkfifo(folder / "turn.wav")
    assert Sounds(folder).find(["turn"]) is None


@pytest.mark.parametrize("how", ["missing", "failing"])
def test_a_sound_that_cannot_be_played_is_spoken(
    tmp_path: Path, said: Callable[[], list[str]], how: str, caplog: pytest.LogCaptureFixture
) -> None:
    player = (
        ("no-such-player",) if how == "missing" else (sys.executable, "-c", "raise SystemExit('no card')")
    )
    with with_sounds(tmp_path, recorded(tmp_path, "kill.wav"), *player) as speaker:
        for _ in range(2):
            speaker.say("Asha kills Ravi’s pawn", occasions=["kill"])
            assert speaker.wait(timeout_s=10)
        assert ("cannot be started" if how == "missing" else "no card") in str(speaker.trouble)
    assert said() == ["begins Asha kills Ravi’s pawn", "ends"] * 2
    assert len(caplog.records) == 1


def test_a_newer_sentence_cuts_a_recorded_sound_and_does_not_speak_the_old_one(
    tmp_path: Path, said: Callable[[], list[str]]
) -> None:
    plays = (sys.executable, "-c", PLAYS + "; import time; time.sleep(30)", str(tmp_path / "said"), "{file}")
    with with_sounds(tmp_path, recorded(tmp_path, "kill.wav"), *plays) as speaker:
        speaker.say("Asha kills Ravi’s pawn", occasions=["kill"])
        until(lambda: said() == ["plays kill.wav"])
        speaker.say("Ravi: 3", occasions=["throw-3"])
        assert speaker.wait(timeout_s=10)
        assert speaker.trouble is None
    assert said() == ["plays kill.wav", "begins Ravi: 3", "ends"]


def logged(*events: Event) -> list[Logged]:
    return [Logged(seq, 1, event, "", 1.0) for seq, event in enumerate(events, 1)]


@pytest.mark.parametrize(
    ("events", "names"),
    [
        ([TurnBegan(1)], ["turn-2", "turn"]),
        ([Threw(0, Cowries(0, 4), value=8)], ["throw-8"]),
        ([Threw(0, Dice((1, 6)))], ["throw-6-1"]),
        ([Threw(0, Cowries(1, 4), value=1), TurnBegan(1)], ["throw-1"]),
        ([Corrected(1, Cowries(2, 4), value=2)], ["throw-2"]),
        ([Corrected(1, Cowries(2, 4), stopped_at=4, value=2)], []),
        ([ThrowKept(Cowries(2, 4))], ["question"]),
        ([Undone(1), TurnBegan(0)], ["undo"]),
        ([Redone(4), TurnBegan(1)], ["redo"]),
        ([Moved(0, EndTurn())], []),
        ([], []),
    ],
)
def test_the_sound_of_an_action_is_named_after_its_most_important_event(
    events: list[Event], names: list[str]
) -> None:
    assert sound_keys(logged(*events)) == names


@pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")
def test_espeak_speaks_a_sentence(tmp_path: Path) -> None:
    sound = tmp_path / "turn.wav"
    with Voice(command=("espeak-ng", "-v", "{language}", "-w", str(sound), "--stdin")) as speaker:
        speaker.say("Ravi’s turn")
        assert speaker.wait(timeout_s=10)
        assert speaker.trouble is None
    with wave.open(str(sound)) as recorded:
        assert recorded.getnframes() / recorded.getframerate() > 0.3


def test_each_sentence_is_spoken_in_the_language_of_its_moment(tmp_path: Path) -> None:
    spoken, languages = tmp_path / "spoken", iter(["nl", "kn"])
    script = f'printf "%s " "$0" >> {spoken}; cat >> {spoken}'
    with Voice(language=lambda: next(languages), command=("sh", "-c", script, "{language}")) as voice:
        for sentence in ("een;", "ಎರಡು;"):
            voice.say(sentence)
            assert voice.wait(timeout_s=30)
    assert spoken.read_text("utf-8") == "nl een;kn ಎರಡು;"
