"""Figures of a box that runs: throws by what became of them, the eye's times, readers that lag."""

from __future__ import annotations

import urllib.request
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from boxes_for_tests import running_box
from device.doctor.metrics import BoxMetrics, EventCounts
from device.doctor.running import doubts
from device.eye.frames import Frames
from device.eye.timing import Timing
from device.readers.connections import BoxConnections
from device.readers.mqtt.config import MqttConfig
from device.readers.webhooks.post import Answer
from device.store import Journal
from devices.findings import Answering
from devices.told_house import ToldHouse, told_house
from engine.events import IMPORT, ThrowAsked
from engine.messages import Message
from engine.setup import Setup
from engine.table import Table
from engine.table.commands import AskThrow, CorrectThrow, TakeThrow
from engine.throw import Cowries
from journals_for_tests import play_on, until
from web.ports import EyeState


class PaperLoop:
    """A loop that looked at three frames and read one of them."""

    def __init__(self) -> None:
        self.frames = Frames()
        self.looks, self.readings = Timing(), Timing()
        for seconds in (0.01, 0.02, 0.05):
            self.looks.add(seconds)
        self.readings.add(0.05)
        self.now = EyeState("empty", Message("a camera of paper"))

    def state(self) -> EyeState:
        return self.now


def figures(metrics: BoxMetrics) -> dict[str, dict[str, float]]:
    """Return all figures, by family and by what tells them apart."""
    return {
        family.name: {"".join(one.labels.values()): one.value for one in family.measures}
        for family in metrics.families()
    }


def metrics_of(journal: Journal, machine: Answering, **more: object) -> BoxMetrics:
    return BoxMetrics(
        eye=PaperLoop(),
        journal=journal,
        readers=dict,
        version="1.2",
        machine=machine,
        **more,  # type: ignore[arg-type]
    )


def begin(journal: Journal) -> Table:
    table = Table(record=journal.record)
    table.start(Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), {}, 0))
    return table


def test_throws_are_counted_by_what_became_of_them(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        counts = EventCounts(journal)
        assert set(counts.read()[1].values()) == {0}
        table = begin(journal)
        table.do(TakeThrow(Cowries(3, 4)))
        table.do(CorrectThrow(journal.last_seq(), Cowries(2, 4)))
        table.do(TakeThrow(Cowries(1, 4)))  # kept: the one before is not played yet
        table.do(AskThrow(ThrowAsked(faces=("mouth", "unsure"), alternatives=(Cowries(1, 4), Cowries(2, 4)))))
        table.do(TakeThrow(Cowries(1, 4), source="typed"))
        events, throws = counts.read()
        assert throws == {"certain": 2, "asked": 1, "corrected": 1, "typed": 1, "drawn": 0}
        assert (events["game-started"], events["throw-asked"]) == (1, 1)
        asked = next(one.seq for one in journal.events(since=0) if isinstance(one.event, ThrowAsked))
        table.do(CorrectThrow(asked, Cowries(1, 4)))
        assert counts.read()[1] | {"corrected": 0} == throws | {"corrected": 0}, "an answer is no reading"


def test_a_throw_of_the_film_is_counted_nowhere(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        counts = EventCounts(journal)
        table = begin(journal)
        table.do(TakeThrow(Cowries(3, 4), source="film"))
        table.do(CorrectThrow(journal.last_seq(), Cowries(2, 4)))
        table.do(AskThrow(ThrowAsked(faces=("unsure",), alternatives=(Cowries(1, 4),), source="film")))
        table.do(CorrectThrow(table.model.waiting[0].seq, Cowries(1, 4)))
        events, throws = counts.read()
        assert set(throws.values()) == {0}
        assert not events.keys() & {"threw", "throw-kept", "throw-asked", "corrected"}
        assert doubts(journal.events(since=0)).text == Message("no throw has been read lately")


def test_only_what_happens_from_now_on_is_counted_and_no_import(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        table = begin(journal)
        table.do(TakeThrow(Cowries(3, 4)))
        counts, before = EventCounts(journal), journal.last_seq()
        table.add(table.model.setup, [], request=f"{IMPORT}a")
        assert counts.read()[0] == {}
        play_on(table, 600)
        played = journal.events(since=before, limit=100_000)
        assert sum(counts.read()[0].values()) == sum(not one.is_imported for one in played) > 1000


def test_the_eye_the_journal_and_the_computer_are_measured(tmp_path: Path, machine: Answering) -> None:
    machine.tells("sys/class/thermal/thermal_zone0/temp", "48312")
    machine.tells("sys/class/thermal/thermal_zone1/temp", "51002")
    with Journal(tmp_path) as journal:
        begin(journal)
        journal.keep_photograph(b"x" * 4000, b"y" * 3000)
        moments = iter((100.0, 160.0, 160.0))
        metrics = metrics_of(journal, machine, clock=lambda: next(moments))
        families = {family.name: family for family in metrics.families()}
        found = figures(metrics)
        assert found["uptime_seconds"] == {"": 60.0}
        assert found["info"] == {"1.2": 1}
        assert found["temperature_celsius"] == {"": 51.002}
        assert found["journal_bytes"]["photographs"] == 7000
        assert found["journal_bytes"]["events"] >= journal.path.stat().st_size
        assert found["journal_held_events"] == {"": 0}
        [looks], [readings] = families["eye_frame_seconds"].measures, families["eye_reading_seconds"].measures
        assert (looks.count, round(looks.value, 6)) == (3, 0.08)
        assert (readings.count, readings.value) == (1, 0.05)
        assert found["eye_up"] == {"": 1}
        assert found["eye_last_frame_age_seconds"] == {}


@pytest.mark.parametrize("state", ["starting", "away", "off"])
def test_an_eye_that_sees_nothing_is_down(tmp_path: Path, machine: Answering, state: str) -> None:
    with Journal(tmp_path) as journal:
        metrics = metrics_of(journal, machine)
        metrics._eye.now = EyeState(state, Message("a camera"))  # type: ignore[attr-defined]
        assert figures(metrics)["eye_up"] == {"": 0}
        assert figures(metrics)["temperature_celsius"] == {}


def test_a_reader_that_nobody_takes_anything_of_lags(tmp_path: Path, machine: Answering) -> None:
    with told_house(tmp_path) as house:
        connections = _deaf(house)
        connections.start()
        hook = connections.add_hook("http://192.168.1.9/x", ())
        play_on(house.table, 4)
        metrics = BoxMetrics(
            eye=PaperLoop(),
            journal=house.journal,
            readers=lambda: {"announcer": house.journal.last_seq(), **connections.places()},
            version="1",
            machine=machine,
        )
        until(lambda: connections.hooks()[0].state.verdict == "broken")
        lag = figures(metrics)["reader_lag_events"]
        assert lag["announcer"] == 0
        assert lag[f"webhook-{hook.number}"] > 4
        connections.close()


def _deaf(house: ToldHouse) -> BoxConnections:
    return BoxConnections(
        MqttConfig(), house.settings, house.passwords, house.sources, send=lambda *_: Answer(500)
    )


def test_a_whole_box_tells_its_figures(tmp_path: Path) -> None:
    with running_box(tmp_path) as box:
        until(lambda: box.loop.looks.count_and_s[0] > 0)
        until(lambda: box.announcer.place == box.journal.last_seq())
        with urllib.request.urlopen(f"http://127.0.0.1:{box.server.port}/metrics", timeout=10) as answer:
            assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
            families = list(text_string_to_metric_families(answer.read().decode()))
    found = {(one.name, *one.labels.values()): one.value for family in families for one in family.samples}
    assert found["charkoni_reader_lag_events", "announcer"] == 0
    assert found["charkoni_eye_frame_seconds_count",] >= 1
    assert found["charkoni_eye_frame_seconds_sum",] > 0
    assert found["charkoni_journal_bytes", "events"] > 10_000
    assert found["charkoni_uptime_seconds",] > 0
    assert found["charkoni_throws_total", "certain"] == 0
    assert found["process_resident_memory_bytes",] > 10_000_000
