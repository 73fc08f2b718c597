"""Many boards at a broker of the bench's own: figures with counts, nothing lost, nothing left behind."""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from devices.broker import MOSQUITTO, ear
from places import ROOT
from tests.bench.box import command as bench
from tests.bench.box.boards import broker as brokers
from tests.bench.box.boards.broker import Broker
from tests.bench.box.boards.command import Hall, boards
from tests.bench.box.process import BenchError, Helper, environment
from tests.bench.figures import Figure
from waiting_for_tests import wait_until

needs_mosquitto = pytest.mark.skipif(not MOSQUITTO.exists(), reason="Mosquitto is not installed")


def asked(**more: float) -> argparse.Namespace:
    usual = {"boards": 20, "events": 200, "rate": 100.0, "seconds": 1.0, "pairs": 0, "pair_frames": 0}
    return argparse.Namespace(**{**usual, **more})


def test_a_goal_can_be_a_least() -> None:
    assert "≥ 4000" in str(Figure("events a second", 4000, "", 5, least=4000))
    assert "kept" in str(Figure("events a second", 4000, "", 5, least=4000))
    assert "MISSED" in str(Figure("events a second", 3999, "", 5, least=4000))
    assert not Figure("events a second", 1, "", 5).is_missed


@needs_mosquitto
def test_every_event_of_every_board_is_heard_and_every_state_is_there() -> None:
    found = {figure.name: figure for figure in boards(asked())}
    assert found["events lost, or out of order"].value == 0
    assert found["events lost, or out of order"].count == 300
    assert found["told to heard at 100 a second, 99 %"].count == 100
    assert 0 < found["all boards from retained topics, slowest"].value < 60
    assert found["memory of the broker, the most"].value > 1
    assert found["processor for an event, together"].value > 0
    assert found["work of this machine before"].count == 1


@needs_mosquitto
def test_the_broker_is_told_what_a_box_tells_and_ends_with_the_bench() -> None:
    with Broker(connections=3) as running:
        hall = Hall(running, 3)
        hall.flood(9)
        assert (len(hall.late_ms), hall.lost, hall.heard) == (9, 0, 9)
        hall.close()
        process = Path(f"/proc/{running.pid}")
        assert process.exists()
    assert not process.exists()


def test_without_mosquitto_it_says_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(brokers, "_PLACES", "/nowhere")
    with pytest.raises(BenchError, match="sudo apt install mosquitto"):
        bench.main(["boards"])


def test_more_boards_than_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BenchError, match="try fewer --boards"):
        brokers.let_open(10**9)


@pytest.mark.slow  # starts two boxes
@needs_mosquitto
def test_a_box_that_speaks_is_held_against_one_that_does_not() -> None:
    found = {figure.name: figure for figure in boards(asked(pairs=1, pair_frames=60))}
    for name in ("eye slower with MQTT, median of pairs", "memory more with MQTT, median of pairs"):
        assert found[name].count == 1
        assert -100 < found[name].value < 1000


@pytest.mark.slow  # starts a box
@needs_mosquitto
def test_the_box_of_a_pair_does_speak() -> None:
    with Broker(connections=3) as running, ear(running.port) as other:
        with Helper("frames", "200", str(running.port)) as watching:
            watching.end()
        assert {"status", "state"} <= {topic.rpartition("/")[2] for topic, _, _ in other.heard}


@needs_mosquitto
def test_a_bench_that_is_stopped_leaves_no_broker() -> None:
    command = [sys.executable, "-m", "tests.bench", "box", "boards", "--boards", "5", "--seconds", "600"]
    bench_process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, env=environment())
    try:
        wait_until(lambda: _children(bench_process.pid, "mosquitto"), within_s=60, every_s=0.1)
        [broker] = _children(bench_process.pid, "mosquitto")
        bench_process.send_signal(signal.SIGTERM)
        assert bench_process.wait(60) == 143
        assert not Path(f"/proc/{broker}").exists()
    finally:
        bench_process.kill()
        bench_process.wait()


def _children(process: int, name: str) -> list[int]:
    """List the processes of a name that a process has started."""
    found = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(one) for one in found if name in Path(f"/proc/{one}/comm").read_text()]
