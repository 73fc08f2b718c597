"""GNU Backgammon itself, as a program of its own, shows the position IDs that we write."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from engine.errors import EngineError
from engine.notation import parse_position_id, position_ids, read_games, replay_record

GNUBG = shutil.which("gnubg") or "/usr/games/gnubg"


@pytest.fixture(scope="module")
def gnubg_match(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, str]:
    """Let GNU Backgammon play a match against itself; gives the .mat and all that it printed."""
    if not Path(GNUBG).exists():
        pytest.skip("gnubg is not installed: apt-get install gnubg")
    folder = tmp_path_factory.mktemp("gnubg")
    lines = ["set rng mersenne", "set seed 11", "set automatic game off", "set automatic roll off"]
    lines += ["set automatic move off", "set automatic bearoff off", "set confirm new off", "new match 3"]
    for seat in (0, 1):
        lines += [f"set player {seat} gnubg", f"set player {seat} chequer evaluation plies 0"]
        lines += [f"set player {seat} cubedecision evaluation plies 0"]
    script = "import gnubg\n" + "".join(f"gnubg.command({line!r})\n" for line in lines)
    script += "for turn in range(900):\n    gnubg.command('play')\n"
    script += "    if turn % 150 == 149:\n        gnubg.command('new game')\n"
    script += "gnubg.command('export match mat match.mat')\n"
    (folder / "play.py").write_text(script)
    ended = subprocess.run(
        [GNUBG, "-t", "-q", "-r", "-p", "play.py"],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return (folder / "match.mat").read_bytes(), ended.stdout


def test_gnu_backgammon_shows_the_ids_that_we_write_at_every_step(gnubg_match: tuple[bytes, str]) -> None:
    data, printed = gnubg_match
    shown = set(re.findall(r"Position ID: (\S{14})", printed))
    assert len(shown) > 50
    compared = 0
    for game in read_games(data):
        assert game.record is not None
        assert not game.differences
        model = replay_record(game.record)
        for state in model.states[2:]:
            try:
                gnu = position_ids(model.rules, state).gnu  # type: ignore[arg-type]
            except EngineError:
                continue  # half a turn, or the end
            board, _, _match = gnu.partition(":")
            assert parse_position_id(board)
            assert board in shown, gnu
            compared += 1
    assert compared > 100
