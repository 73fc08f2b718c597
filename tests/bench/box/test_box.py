"""The bench prints figures and counts; how fast a machine is, no test says."""

from __future__ import annotations

import math
import os
import sys
import threading
from collections.abc import Iterator

import pytest

from device.net.server import Server
from engine.events import ThrowAsked
from engine.game import Waits
from engine.table.commands import AskThrow, TakeThrow
from engine.throw import Cowries
from ports_for_tests import KEY, House
from tests.bench.box import command as bench
from tests.bench.box.frames import play_on
from tests.bench.box.phones import Room
from tests.bench.box.player import Player
from tests.bench.box.process import BenchError, Helper, cpu_s, free_port, memory_mb, quiet_config
from tests.bench.figures import Figure, percentile, told
from web.game.stream import Room as StreamRoom


def test_a_figure_says_whether_its_goal_was_kept_and_how_often_it_was_counted() -> None:
    assert str(Figure("start", 1.5, "s", 5, 2.0, "median 1.4")).split("  ")[-1] == "median 1.4"
    assert "kept" in str(Figure("start", 2.0, "s", 5, 2.0))
    assert "MISSED" in str(Figure("start", 2.01, "s", 5, 2.0))
    assert "1,234" in str(Figure("frames", 3, "MB", 1234))
    assert "≤" not in str(Figure("frames", 3, "MB", 1234))


def test_nothing_measured_keeps_no_goal() -> None:
    assert percentile([], 95) == math.inf
    assert "MISSED" in str(Figure("x", percentile([], 95), "ms", 0, 100.0, told([], "ms")))
    assert percentile(range(1, 101), 95) == 95
    assert told([1.0, 2.0, 9.0], "s") == "median 2, slowest 9 s"


def test_memory_and_work_of_a_process_are_read_from_the_kernel() -> None:
    me = os.getpid()
    assert 10 < memory_mb() <= memory_mb(me, peak=True)
    before = cpu_s(me)
    while cpu_s(me) == before:
        sum(range(10_000))
    assert cpu_s(me) > before


@pytest.fixture
def port(house: House) -> Iterator[tuple[int, House]]:
    """A page in this process."""
    house.start()
    server = Server(house.app, host="127.0.0.1", port=0)
    server.start()
    yield server.port, house
    house.app.extensions["live"].close()
    server.close()


def test_the_player_throws_and_moves_as_a_phone_would(port: tuple[int, House]) -> None:
    number, house = port
    with Player(number, KEY) as player:
        assert player.act(throws=False)["turn"]["waits"] == "throw"
        assert not house.table.model.actions
        house.table.do(TakeThrow(Cowries(3, 4)))
        player.act(throws=False)
        assert [str(action.action) for action in house.table.model.actions] == ["3/4", "a 0/3 =3"]
        before = house.journal.last_seq()
        assert player.act(throws=True)["seq"] > before
    with pytest.raises(BenchError, match="did not let"):
        Player(number, "wrong")


def test_listeners_hear_every_event_and_fetch_the_page_after_it(
    port: tuple[int, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    number, house = port
    read, write = os.pipe()
    stdin = os.fdopen(read)
    monkeypatch.setattr("sys.stdin", stdin)
    house.app.extensions["live"].room = StreamRoom(all=3, paired=0, admins=0)
    room, lines = Room(number, 4, KEY), []
    listening = threading.Thread(target=lambda: lines.extend(room.run()))
    listening.start()
    while house.app.extensions["live"].streams < 3:
        assert listening.is_alive()
    house.table.do(TakeThrow(Cowries(3, 4)))
    while sum(line[0] == "state" for line in room.told) < 3:
        assert listening.is_alive()
    os.close(write)
    listening.join(20)
    stdin.close()
    events = [line for line in lines if line[0] == "event"]
    assert [line[1:3] for line in events] == [[house.journal.last_seq(), "threw"]] * 3, events
    assert all(line[4] >= 0 for line in events)
    assert lines[-1] == ["refused", 1]


def test_somebody_plays_on_until_the_film_has_to_throw(house: House) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(3, 4)))
    assert house.table.model.waits is Waits.MOVE
    play_on(house.table)
    assert (house.table.model.waits, house.table.model.turn) == (Waits.THROW, 1)
    play_on(house.table)
    assert len(house.table.model.actions) == 2
    house.table.do(AskThrow(ThrowAsked(faces=("mouth",), alternatives=(Cowries(2, 4),))))
    play_on(house.table)
    assert house.table.model.actions[-1].action == Cowries(2, 4)


def test_a_helper_that_ends_early_is_an_error() -> None:
    with Helper("figures") as helper, pytest.raises(BenchError, match="before it said 'key'"):
        helper.first("key")


def test_without_a_browser_the_page_cannot_be_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    with pytest.raises(BenchError, match="Playwright is not installed"):
        bench.main(["page"])


def test_the_bench_has_a_box_of_its_own_for_this_machine_alone() -> None:
    config = quiet_config(free_port())
    assert (config.camera.source, config.page.host, config.voice.on) == ("film", "127.0.0.1", False)


def test_what_cannot_be_measured_is_refused_with_what_can(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        bench.main(["speed"])
    assert ended.value.code == 2
    assert "there is no 'speed': there are start, watch, memory, frames, phones" in capsys.readouterr().err


@pytest.mark.slow  # starts a box in a process of its own
def test_the_bench_measures_a_box_with_two_wide_cameras(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["cameras", "--seconds", "4"]) in (0, 1)
    lines = capsys.readouterr().out.splitlines()
    assert [line[:33] for line in lines[1:]] == [
        "memory with two wide cameras     ",
        "memory while the board is looked ",
    ]


@pytest.mark.slow  # starts boxes in processes of their own
def test_the_bench_measures_a_box_and_phones(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--starts", "1", "--seconds", "1", "--throws", "2", "--frames", "400"]
    assert bench.main(few) in (0, 1)
    assert bench.main(["phones", "--count", "4", "--actions", "3", "--every", "0.1"]) in (0, 1)
    lines = capsys.readouterr().out.splitlines()
    for name in (
        "start to first",
        "processor while watching",
        "last movement",
        "memory while",
        "growth",
        "event to",
    ):
        assert sum(line.startswith(name) for line in lines) >= 1, name
    assert not any("inf" in line for line in lines)
