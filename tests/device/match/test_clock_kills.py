"""Kill -9 while a match is played on time: score, cube and clock stand at the next start."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from device.match.clock import MatchClocks
from device.store import Journal
from engine.table import Table, games_before
from engine.table.match_clock import clock_of, match_events
from engines.random_matches import shown
from places import ROOT

ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "tests" / "support")))}

GIVEN_S = 2.0
"""So much time a restart gives at most."""

PLAYS = """
import json, sys, time
from pathlib import Path
from random import Random
from device.match.clock import MatchClocks
from device.store import Journal
from engine.match import TimeControl
from engine.table import Table
from engines.random_matches import act, act_beside, match_setup, shown

chance = Random(int(sys.argv[3]))
runtime = Path(sys.argv[2]) if sys.argv[2] else None
journal = Journal(Path(sys.argv[1]), runtime=runtime)
clocks = MatchClocks(journal, lambda: journal.stamps.now_s)
table = Table(record=journal.record)
while True:
    table.start(match_setup(5, times=TimeControl(0.01, 600.0)))
    while table.model.outcome is None or table.model.game_follows:
        time.sleep(chance.choice((0.0, 0.002, 0.03)))
        if chance.random() < 0.1 and (table.model.actions or table.model.before):
            table.undo()
        elif not act_beside(table, chance):
            act(table, chance)
        seq, fold = clocks.latest(table.model)
        told = {"seq": seq, "shown": shown(table.model), "reserves": fold.clock.reserves}
        told |= {"running": fold.clock.running, "now_s": journal.stamps.now_s, "at": time.monotonic()}
        print(json.dumps(told), flush=True)
"""


def killed_after(folder: Path, runtime: Path | None, seed: int, actions: int) -> dict[str, Any]:
    """Let matches be played until so many actions are told, and kill the box; give what it told last."""
    with subprocess.Popen(
        [sys.executable, "-c", PLAYS, folder, str(runtime or ""), str(seed)],
        stdout=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    ) as child:
        assert child.stdout is not None
        told = list(islice(child.stdout, actions))
        child.send_signal(signal.SIGKILL)
        told += [line for line in child.stdout if line.endswith("\n")]
    return dict(json.loads(told[-1]))


def kill(folder: Path, seed: int, *, keeps_power: bool) -> float:
    """Kill a box at a random moment and look what its next start finds; tell how much time that gives."""
    runtime = folder / "runtime" if keeps_power else None
    if runtime is not None:
        runtime.mkdir(parents=True)
    told = killed_after(folder / "data", runtime, seed, Random(seed).randint(3, 80))
    with Journal(folder / "data", runtime=runtime) as journal:
        now_s, gone_s = journal.stamps.now_s, time.monotonic() - told["at"]
        assert journal.last_seq() >= told["seq"]
        table = Table(record=journal.record, seq=journal.last_seq(), game=journal.last_game())
        game = journal.events(since=journal.last_seq() - 1)[0].game
        table.resume(journal.game_events(game), earlier=games_before(journal.game_events, game))
        if journal.last_seq() == told["seq"]:
            assert shown(table.model) == told["shown"], "score, cube and all that was done"
        place = table.model.setup.match
        assert place is not None
        games = [(line.number, line.setup.match.first) for line in journal.games() if line.setup.match]
        events = match_events(games, journal.game_events, first=place.first or table.model.game)
        then = clock_of([one for one in events if one.seq <= told["seq"]])
        if then is not None:  # else a new match was begun and not acknowledged any more
            assert (list(then.clock.reserves), then.clock.running) == (told["reserves"], told["running"])
        reading = MatchClocks(journal, lambda: now_s).read(table.model)
        whole = clock_of(events)
        assert reading is not None
        assert whole is not None
        assert reading.reserves_s == whole.clock.remaining(now_s)
        assert now_s >= whole.at_s
        if not keeps_power:
            assert now_s - whole.at_s < GIVEN_S, "what came after the newest event is given away, no more"
            assert whole.clock.remaining(whole.at_s) >= reading.reserves_s
        return float(told["now_s"] + gone_s - now_s)


@pytest.mark.parametrize("keeps_power", [True, False])
def test_the_clock_stands_after_a_kill(tmp_path: Path, keeps_power: bool) -> None:
    given_s = kill(tmp_path, 7, keeps_power=keeps_power)
    assert not keeps_power or abs(given_s) < GIVEN_S


@pytest.mark.slow  # fifty boxes are started, one after the other
def test_the_clock_stands_after_fifty_kills(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given_s = [kill(tmp_path / str(seed), seed, keeps_power=seed % 2 == 0) for seed in range(200, 250)]
    kept = [abs(one) for one in given_s[::2]]
    with capsys.disabled():
        print(f"\n50 x kill -9: a program started again gives at most {max(kept):.3f} s of time")
    assert max(kept) < GIVEN_S
