"""What a hall of boards asks of a broker, and what speaking to one costs a box."""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from tests.bench.box.boards.broker import Broker
from tests.bench.box.boards.speakers import speak
from tests.bench.box.process import BenchError, Helper, cpu_s, memory_mb
from tests.bench.figures import Figure, percentile, told

_PATIENCE_S = 120.0
_READS = 5


class Hall:
    """All boards at a broker, and one wall that hears every event."""

    def __init__(self, broker: Broker, boards: int) -> None:
        self.broker, self.boards = broker, boards
        self.late_ms: list[float] = []
        """Of each event that was heard, from its telling."""
        self._newest: dict[str, int] = {}
        self.lost = 0
        """Numbers that were left out of a board's row."""
        start = multiprocessing.get_context("spawn")
        self._heard = start.Value("Q", 0)
        self._orders, theirs = start.Pipe()
        self._speakers = start.Process(
            target=speak, args=(broker.port, boards, theirs, self._heard), daemon=True
        )
        self._wall = _client(broker.port, "charkoni/v1/+/event", self._hear)
        self._speakers.start()
        self._answer("there")

    def close(self) -> None:
        """End the boards and the wall."""
        self._orders.close()
        self._speakers.terminate()
        self._speakers.join(5.0)
        self._wall.disconnect()
        self._wall.loop_stop()

    def flood(self, count: int) -> float:
        """Let so many events be told as fast as they are heard; give how many a second were."""
        self.late_ms.clear()
        began = time.monotonic()
        self._orders.send((count,))
        self._answer("told")
        self._until_heard(count)
        return count / (time.monotonic() - began)

    def pace(self, rate: float, seconds: float) -> list[float]:
        """Let so many events a second be told; give how late the boards themselves were, in milliseconds."""
        self.late_ms.clear()
        self._orders.send((rate, seconds))
        late = self._answer("told")
        self._until_heard(round(rate * seconds))
        return [1000 * one for one in late]

    def worked_s(self) -> tuple[float, float, float]:
        """Tell how many seconds of a processor boards, broker and wall have worked."""
        return cpu_s(self._speakers.pid or 0), cpu_s(self.broker.pid), time.process_time()

    def read_s(self) -> float:
        """Connect as a new wall, and give how long it took until every board's state was there."""
        there: set[str] = set()
        every = threading.Event()

        def hear(message: mqtt.MQTTMessage) -> None:
            there.add(json.loads(message.payload)["box"])
            if len(there) == self.boards:
                every.set()

        began = time.monotonic()
        wall = _client(self.broker.port, "charkoni/v1/+/state", hear)
        came = every.wait(_PATIENCE_S)
        took = time.monotonic() - began
        wall.disconnect()
        wall.loop_stop()
        return took if came else math.inf

    @property
    def heard(self) -> int:
        """How many events have been heard."""
        return int(self._heard.value)

    def _hear(self, message: mqtt.MQTTMessage) -> None:
        now, event = time.monotonic(), json.loads(message.payload)
        self.late_ms.append(1000 * (now - event["told"]))
        box, number = message.topic.split("/")[2], event["seq"]
        self.lost += number - self._newest.get(box, 0) - 1
        self._newest[box] = number
        with self._heard.get_lock():
            self._heard.value += 1

    def _until_heard(self, count: int) -> None:
        until = time.monotonic() + _PATIENCE_S
        while len(self.late_ms) < count:
            if time.monotonic() > until:
                raise BenchError(f"{len(self.late_ms)} of {count} events were heard")
            time.sleep(0.001)

    def _answer(self, word: str) -> Any:
        if not self._orders.poll(_PATIENCE_S):
            raise BenchError("the boards did not answer")
        kind, said = self._orders.recv()
        if kind != word:
            raise BenchError(f"the boards cannot speak: {said}")
        return said


@contextmanager
def _hall(boards: int) -> Iterator[Hall]:
    with Broker(connections=boards) as broker:
        hall = Hall(broker, boards)
        try:
            yield hall
        finally:
            hall.close()


def boards(asked: argparse.Namespace) -> Iterator[Figure]:
    """Let many boards speak at once, then look what it costs a box to be one of them."""
    yield _load("work of this machine before")
    with _hall(asked.boards) as hall:
        alone = memory_mb(hall.broker.pid)
        before = hall.worked_s()
        speeds = [hall.flood(asked.events // _READS) for _ in range(_READS)]
        work = [1e6 * (now - then) / asked.events for now, then in zip(hall.worked_s(), before, strict=True)]
        name = "events a second, through to a wall, slowest"
        note = f"{asked.boards:,} boards, {asked.events:,} events; median {percentile(speeds, 50):,.0f}"
        yield Figure(name, min(speeds), "", len(speeds), least=4000.0, note=note)
        note = "of boards {:.0f}, of the broker {:.0f}, of the wall {:.0f}".format(*work)
        yield Figure("processor for an event, together", sum(work), "µs", asked.events, note=note)
        late_told = hall.pace(asked.rate, asked.seconds)
        late, lost = list(hall.late_ms), hall.lost
        note = f"{told(late, 'ms')}; boards spoke late by {percentile(late_told, 99):.2g} ms at 99 %"
        yield Figure(
            f"told to heard at {asked.rate:g} a second, 99 %",
            percentile(late, 99),
            "ms",
            len(late),
            20.0,
            note,
        )
        yield Figure("events lost, or out of order", lost, "", hall.heard, 0.0)
        reads = [hall.read_s() for _ in range(_READS)]
        name = "all boards from retained topics, slowest"
        yield Figure(name, max(reads), "s", len(reads), 1.0, told(reads, "s"))
        most = memory_mb(hall.broker.pid, peak=True)
        note = f"{alone:.1f} MB with all boards before they spoke"
        yield Figure("memory of the broker, the most", most, "MB", asked.boards, 40.0, note)
    if asked.pairs:
        with Broker(connections=10) as broker:
            yield from _cost_of_a_box(broker, asked.pairs, asked.pair_frames)
    yield _load("work of this machine afterwards")


def _cost_of_a_box(broker: Broker, pairs: int, frames: int) -> Iterator[Figure]:
    """Let a box look as fast as it can, with MQTT and without, in turns."""
    slower, work, more = [], [], []
    for number in range(pairs):
        found = {}
        for speaks in (True, False) if number % 2 else (False, True):
            with Helper("frames", str(frames), str(broker.port if speaks else 0)) as watching:
                *_, last = watching.end()
            _seen, _throws, megabytes, seconds, worked = last
            found[speaks] = megabytes, seconds, worked
        more.append(found[True][0] - found[False][0])
        slower.append(100 * (found[True][1] / found[False][1] - 1))
        work.append(100 * (found[True][2] / found[False][2] - 1))
    spread = f"{frames:,} frames each; from {min(slower):.1f} to {max(slower):.1f} %"
    yield Figure("eye slower with MQTT, median of pairs", percentile(slower, 50), "%", pairs, 3.0, spread)
    spread = f"all threads of the box; from {min(work):.1f} to {max(work):.1f} %"
    yield Figure("processor more with MQTT, median of pairs", percentile(work, 50), "%", pairs, None, spread)
    spread = f"from {min(more):.1f} to {max(more):.1f} MB"
    yield Figure("memory more with MQTT, median of pairs", percentile(more, 50), "MB", pairs, 5.0, spread)


def _load(name: str) -> Figure:
    return Figure(
        name, os.getloadavg()[0], "", 1, note=f"programs that want to run; {os.cpu_count()} processors"
    )


def _client(port: int, topic: str, hear: Any) -> mqtt.Client:
    """Connect and subscribe; return when the broker has said that it did."""
    client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv311)
    there = threading.Event()
    client.on_connect = lambda client, *_: client.subscribe(topic, qos=1)
    client.on_subscribe = lambda *_: there.set()
    client.on_message = lambda _client, _data, message: hear(message)
    client.connect("127.0.0.1", port)
    client.loop_start()
    if not there.wait(_PATIENCE_S):
        raise BenchError("the broker does not answer")
    return client
