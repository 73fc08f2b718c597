"""`charkoni play` as `make play` starts it keeps to its memory, however long its pretend hands play."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from places import ROOT
from tests.bench.box.player import Player
from tests.bench.box.process import RunningBox, memory_mb

LASTS_S = 20 * 60.0
"""Long enough for what grows from game to game; hours are for the bench of the box."""

SETTLED_S = 5 * 60.0
"""After so long every picture, network and cache of a box has been used."""

EACH_S = 60.0

MOST_MB = {"chowka-bhara": 240.0, "pachisi": 280.0, "backgammon": 250.0}
"""By the board's pictures, of 0.7, 1.4 and 1.0 million pixels."""

GROWS_MB = 15.0
"""What a heap gives and takes from minute to minute."""


def environment_of_make_play() -> dict[str, str]:
    """Return the variables that `make play` sets before the command."""
    line = next(one for one in (ROOT / "Makefile").read_text().splitlines() if "charkoni play" in one)
    return dict(word.split("=", 1) for word in line.split("$(BIN)")[0].split())


@pytest.mark.slow  # twenty minutes: what grows by a little each minute is seen only so
def test_twenty_minutes_of_pretend_hands_take_no_more_than_five(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in environment_of_make_play().items():
        monkeypatch.setenv(name, value)
    found: dict[str, list[float]] = {game: [] for game in MOST_MB}
    with ExitStack() as opened:
        boxes = {
            game: opened.enter_context(
                RunningBox("--game", game, "--board-camera", "auto", folder=tmp_path / game)
            )
            for game in MOST_MB
        }
        phones = {game: opened.enter_context(Player(box.port, box.key)) for game, box in boxes.items()}
        began = time.monotonic()
        while time.monotonic() - began < LASTS_S:
            time.sleep(EACH_S)
            for game, box in boxes.items():
                if phones[game].state()["turn"]["waits"] == "over":
                    phones[game].act(throws=False)  # the next game
                found[game].append(memory_mb(box.pid))
    with capsys.disabled():
        print({game: [round(one) for one in each] for game, each in found.items()})
    settled = round(SETTLED_S / EACH_S)
    for game, each in found.items():
        assert max(each) <= MOST_MB[game]
        tenth = max(1, (len(each) - settled) // 10)
        first, last = each[settled : settled + tenth], each[-tenth:]
        assert sum(last) / len(last) - sum(first) / len(first) <= GROWS_MB
