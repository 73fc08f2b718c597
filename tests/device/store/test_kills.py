"""Kill -9 in four scenes: what was acknowledged stands at the next start, wherever it was kept."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from device.store import Journal
from device.store.crash_copy import FILE_NAME as COPY
from device.store.games import row_of
from engine.table import Table
from engine.table.commands import Undo
from engine.table.match_clock import clock_of, match_events
from engines.random_matches import check_match, games_of, matches_by_chance, shown
from journals_for_tests import SETUP, all_events, killed, last_table, make_room, play_on, small_disk, table_of
from web.house.clocks import MatchClocks
from web.house.identity import Identity

# A match: score and cube.

MATCHES = """
import sys
from pathlib import Path
from device.store import Journal
from engine.table import Table
from engines.random_matches import matches_by_chance

journal = Journal(Path(sys.argv[1]))
for told in matches_by_chance(Table(record=journal.record), int(sys.argv[2])):
    print(told, flush=True)
"""


def kill_a_match(folder: Path, seed: int) -> int:
    """Kill a box at a random moment and look what its next start finds; returns the number of actions."""
    told = killed(MATCHES, folder, seed, after=Random(seed).randint(5, 120))
    memory = Table(record=lambda _: None)
    expected = list(islice(matches_by_chance(memory, seed), len(told) + 1))
    assert told == expected[:-1]
    with Journal(folder) as journal:
        table = last_table(journal)
        assert shown(table.model) in expected[-2:], "the action that was being written is whole or absent"
        check_match(table.model)
        lines, chain = {line.number: line for line in journal.games()}, games_of(table.model)
        for game in chain:
            line = lines.pop(game.game)
            assert (line.setup, line.outcome) == (game.setup, game.outcome), "the list says the same"
        assert all(line.ended or line.number < chain[0].game for line in lines.values())
        while table.model.actions or table.model.before:
            table.do(Undo())
        check_match(table.model)
    return len(told)


@pytest.mark.parametrize(
    "seeds",
    [
        range(2),
        pytest.param(range(100, 150), marks=pytest.mark.slow),  # fifty boxes are started
    ],
    ids=["a kill", "fifty kills"],
)
def test_a_match_stands_after_a_kill(tmp_path: Path, seeds: range) -> None:
    actions = [kill_a_match(tmp_path / str(seed), seed) for seed in seeds]
    assert len(set(actions)) > len(seeds) // 2, "at many different moments"


# A match on time: score, cube and clock.

GIVEN_S = 2.0
"""The most time that a restart gives, in seconds."""

ON_TIME = """
import json, sys, time
from pathlib import Path
from random import Random
from web.house.clocks import MatchClocks
from device.store import Journal
from engine.match import TimeControl
from engine.table import Table
from engine.table.commands import Undo
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
            table.do(Undo())
        elif not act_beside(table, chance):
            act(table, chance)
        seq, fold = clocks.latest(table.model)
        told = {"seq": seq, "shown": shown(table.model), "reserves": fold.clock.reserves}
        told |= {"running": fold.clock.running, "now_s": journal.stamps.now_s, "at": time.monotonic()}
        print(json.dumps(told), flush=True)
"""


def kill_on_time(folder: Path, seed: int, *, keeps_power: bool) -> float:
    """Kill a box at a random moment and look what its next start finds; returns the time that it gives."""
    runtime = folder / "runtime" if keeps_power else None
    if runtime is not None:
        runtime.mkdir(parents=True)
    lines = killed(ON_TIME, folder / "data", runtime or "", seed, after=Random(seed).randint(3, 80))
    told: dict[str, Any] = json.loads(lines[-1])
    with Journal(folder / "data", runtime=runtime) as journal:
        now_s, gone_s = journal.stamps.now_s, time.monotonic() - told["at"]
        assert journal.last_seq() >= told["seq"]
        table = last_table(journal)
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
@pytest.mark.parametrize(
    "seeds",
    [
        range(7, 8),
        pytest.param(range(200, 225), marks=pytest.mark.slow),  # fifty boxes are started
    ],
    ids=["a kill", "25 kills"],
)
def test_the_clock_stands_after_a_kill(tmp_path: Path, seeds: range, keeps_power: bool) -> None:
    for seed in seeds:
        given_s = kill_on_time(tmp_path / str(seed), seed, keeps_power=keeps_power)
        assert not keeps_power or abs(given_s) < GIVEN_S


# A disk that fills up before or after an undo over the end of the first game of a match.

OVER_AN_END = """
import os, signal, sys
from pathlib import Path
from device.store import Journal
from engine.ending import Accept, Refuse, Resign
from engine.table import Table
from engine.table.commands import PlayMove, Redo, TakeThrow, Undo
from engine.throw import Dice
from engines.random_matches import match_setup, shown
from journals_for_tests import fill

disk, runtime = map(Path, sys.argv[1:3])
journal = Journal(disk, retry_s=60.0, runtime=runtime)
table = Table(record=journal.record)
table.start(match_setup(25))
table.do(TakeThrow(Dice((3, 1))))
table.do(PlayMove(Resign(1, 2)))
table.do(PlayMove(Accept()))
table.do(TakeThrow(Dice((4, 1))))

def back():
    while table.model.game == 2:
        table.do(Undo())

if sys.argv[3] == "before":
    back()
fill(disk)
while not journal.trouble():
    table.do(Undo())
    table.do(Redo())
back()
table.do(PlayMove(Refuse()))
print(shown(table.model), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("undone", ["before", "after"])
def test_an_undo_over_an_end_is_there_after_a_kill_on_a_full_disk(
    tmp_path: Path, disk: Path, undone: str
) -> None:
    [told] = killed(OVER_AN_END, disk, tmp_path, undone)
    (disk / "something-big").unlink()
    with Journal(disk, runtime=tmp_path) as journal:
        table = Table(record=journal.record, seq=journal.last_seq(), game=journal.last_game())
        last = journal.unfinished()
        assert last is not None
        table.resume(journal.game_events(last.number))
        assert (table.model.game, shown(table.model)) == (1, told)


# A full disk: events and photographs are held in memory, and in the folder that outlives the program.

HELD = """
import json, os, signal, sys
from pathlib import Path
from device.store import Journal
from device.store.games import row_of
from web.house.identity import Identity
from journals_for_tests import all_events, fill, play_on, play_until_held, table_of

disk, runtime = map(Path, sys.argv[1:])
journal = Journal(disk, retry_s=3600.0, runtime=runtime)
table = table_of(journal)
number = 0
def photo():
    global number
    number += 1
    return journal.keep_photograph(b"p" * 9_999 + bytes([number]), b"r" * 5_000 + bytes([number]))

play_on(table, 20)
Identity(journal).names()
if not (disk / "something-big").exists():
    fill(disk)
play_on(table, 9, photo=photo)
play_until_held(journal, table)
play_on(table, 50)
events = all_events(journal)
names = Identity(journal).names()
rows = [[names.name(one.seq), *row_of(one)] for one in events]
photos = [one.event.photo for one in events if getattr(one.event, "photo", "")]
print(json.dumps([rows, photos]), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@dataclass
class Scene:
    """A full disk whose box was killed, and all that it acknowledged."""

    disk: Path
    runtime: Path
    rows: list[list[object]]
    photos: list[str]

    def kill(self) -> None:
        [line] = killed(HELD, self.disk, self.runtime)
        self.rows, self.photos = json.loads(line)

    @property
    def held_photos(self) -> list[Path]:
        return sorted(self.runtime.glob("held-photographs-*/*"))

    def make_room(self) -> None:
        (self.disk / "something-big").unlink()


@pytest.fixture(scope="module")
def put_back(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Scene]]:
    """Kill a box once; each test gets its disk and its runtime folder as they were left."""
    folder = tmp_path_factory.mktemp("killed")
    (folder / "runtime").mkdir()
    with small_disk(folder / "disk", kilobytes=2048) as disk:
        scene = Scene(disk, folder / "runtime", [], [])
        scene.kill()
        for part in (scene.disk, scene.runtime):
            shutil.copytree(part, folder / "left" / part.name)

        def back() -> Scene:
            for part in (scene.disk, scene.runtime):
                for path in part.iterdir():
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
                shutil.copytree(folder / "left" / part.name, part, dirs_exist_ok=True)
            return Scene(scene.disk, scene.runtime, scene.rows, scene.photos)

        yield back


@pytest.fixture
def scene(put_back: Callable[[], Scene]) -> Scene:
    return put_back()


def without_names(rows: list[list[object]]) -> list[list[object]]:
    return [row for _name, *row in rows]


def rows_of(journal: Journal) -> list[list[object]]:
    """Return the events as they are kept, each behind its name BOX/LIFE/SEQ."""
    names = Identity(journal).names()
    return [[names.name(one.seq), *row_of(one)] for one in all_events(journal)]


def test_what_was_held_when_the_program_was_killed_is_written_at_its_next_start(scene: Scene) -> None:
    assert len(scene.photos) == len(scene.held_photos) == 9
    scene.make_room()
    with Journal(scene.disk, runtime=scene.runtime) as journal:
        assert journal.trouble() == ()
        assert rows_of(journal) == scene.rows
        assert not (scene.runtime / COPY).exists()
        for number, name in enumerate(scene.photos, start=1):
            assert journal.photograph(name, ringed=False) == b"p" * 9_999 + bytes([number])
            assert journal.photograph(name) == b"r" * 5_000 + bytes([number])
            assert (scene.disk / "photographs" / f"{name}.jpg").exists()
        [(game,)] = journal.read("SELECT DISTINCT game FROM photograph")
        assert game != 0
        play_on(table_of(journal), 10)
        played = rows_of(journal)
    assert scene.held_photos == []
    with Journal(scene.disk) as again:
        assert rows_of(again) == played


def test_a_program_that_is_killed_again_and_again_on_a_full_disk_forgets_nothing(scene: Scene) -> None:
    first, photos = scene.rows, scene.photos
    scene.kill()
    assert without_names(scene.rows[: len(first)]) == without_names(first)
    with Journal(scene.disk, retry_s=0.05, runtime=scene.runtime) as journal:
        assert journal.trouble()
        assert without_names(rows_of(journal)) == without_names(scene.rows)
        assert scene.held_photos
        assert journal.photograph(photos[-1], ringed=False) == b"p" * 9_999 + bytes([9])
        make_room(journal, scene.disk / "something-big")
        play_on(table_of(journal), 1)
        assert not (scene.runtime / COPY).exists()
        played = rows_of(journal)
    assert scene.held_photos == []
    with Journal(scene.disk) as again:
        assert rows_of(again) == played
        assert all(again.has_photograph(name) for name in scene.photos)


def test_a_journal_that_is_gone_takes_back_the_game_in_progress(scene: Scene) -> None:
    for file in scene.disk.glob("*"):
        if file.is_file():
            file.unlink()
    with Journal(scene.disk, runtime=scene.runtime) as journal:
        assert journal.unfinished() is not None
        found = without_names(rows_of(journal))
        assert without_names(scene.rows[-len(found) :]) == found


def test_another_journal_takes_nothing_of_it(tmp_path: Path, scene: Scene) -> None:
    with Journal(tmp_path, runtime=scene.runtime) as journal:
        assert journal.last_seq() == 0
        play_on(table_of(journal), 5)


def test_a_journal_that_went_on_elsewhere_takes_nothing_of_it(scene: Scene) -> None:
    scene.make_room()
    with Journal(scene.disk) as journal:  # without the runtime folder, as by hand
        table = table_of(journal)
        table.start(SETUP)
        play_on(table, 60)
        assert journal.last_seq() > len(scene.rows)
        played = rows_of(journal)
    with Journal(scene.disk, runtime=scene.runtime) as journal:
        assert rows_of(journal) == played


def test_a_copy_that_breaks_off_gives_what_is_whole(scene: Scene) -> None:
    scene.make_room()
    copy = scene.runtime / COPY
    copy.write_bytes(copy.read_bytes()[:-20])
    with Journal(scene.disk, runtime=scene.runtime) as journal:
        found = rows_of(journal)
        assert found == scene.rows[: len(found)]
        assert found


def test_a_photograph_that_a_kill_took_leaves_its_name_to_nobody_else(scene: Scene) -> None:
    for path in scene.held_photos:
        path.unlink()  # as where systemd gives no folder for them
    scene.make_room()
    with Journal(scene.disk, runtime=scene.runtime) as journal:
        assert not journal.has_photograph(scene.photos[-1])
        assert journal.keep_photograph(b"another throw", b"ringed") not in scene.photos


def test_a_photograph_of_a_throw_that_nobody_remembers_is_not_taken_back(scene: Scene) -> None:
    scene.make_room()
    (scene.runtime / COPY).unlink()
    with Journal(scene.disk, runtime=scene.runtime) as journal:
        assert not journal.has_photograph(scene.photos[-1])
        assert scene.held_photos == []
