"""Tournament mode and the spectators' lag hold for programs as for phones: the role decides, not the door."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.match import Conduct
from engine.move import parse_move
from engine.throw import Dice
from engines.random_matches import match_setup
from ports_for_tests import House, Program


class Clock:
    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(tmp_path: Path, clock: Clock) -> Iterator[House]:
    made = House(tmp_path / "box", running=clock)
    yield made
    made.close()


def events(program: Program) -> list[int]:
    answer = program.get("/api/v1/events?since=&limit=200").get_json()
    return [event["seq"] for event in answer["events"]]


def test_a_program_that_watches_is_told_as_late_as_phones_that_watch(house: House, clock: Clock) -> None:
    house.table.start(match_setup(3, conduct=Conduct(spectators_lag_s=300)))
    clock.now_s += 301
    house.table.throw(Dice((3, 1)))
    watcher, player = house.program("watcher"), house.program("player", name="another")
    phone = house.watcher().get("/api/v1/events?since=&limit=200").get_json()
    assert events(watcher) == [event["seq"] for event in phone["events"]]
    assert max(events(player)) == house.journal.last_seq() > max(events(watcher))
    assert watcher.get("/api/v1/state").get_json()["seq"] < house.journal.last_seq()
    assert watcher.get("/api/v1/snapshot.jpg").status_code == 403
    assert watcher.get("/api/v1/lamps").status_code == 403
    clock.now_s += 301
    assert events(watcher) == events(player)


def test_in_a_tournament_no_program_is_told_what_would_help(house: House) -> None:
    house.table.start(match_setup(3, conduct=Conduct(tournament=True)))
    house.table.throw(Dice((6, 1)))
    house.table.play(parse_move("13/7 8/7"))
    for role in ("watcher", "player", "admin"):
        program = house.program(role, name=role)  # type: ignore[arg-type]
        state = program.get("/api/v1/state").get_json()
        assert not {"moves", "taps", "pips"} & {key for key, value in state.items() if value}
        for path in ("games/1", "games/1/record", "games/1/turns", "games/1.jsonl", "matches/1"):
            assert program.get(f"/api/v1/{path}").status_code == 403, (role, path)
        listed = program.get("/api/v1/games").get_json()["games"]
        assert [line["open"] for line in listed] == [False]
        told = json.dumps(program.get("/api/v1/events?since=").get_json())
        assert '"passed"' not in told
