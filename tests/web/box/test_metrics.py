"""Figures for Prometheus: read by its own parser, without a name, and closed while a match is seen later."""

from __future__ import annotations

import pytest
from prometheus_client.parser import text_string_to_metric_families

from engine.match import Conduct
from engines.random_matches import match_setup
from ports_for_tests import House
from web.box import metrics


def read(house: House) -> dict[str, float]:
    """Read all figures, by their names and labels."""
    answer = house.watcher().get("/metrics")
    assert (answer.status_code, answer.content_type) == (200, "text/plain; version=0.0.4; charset=utf-8")
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(answer.text):
        assert family.documentation.endswith((".", "?")), family.name
        assert family.type in ("counter", "gauge", "summary"), family.name
        for one in family.samples:
            labels = ",".join(f"{key}={value}" for key, value in sorted(one.labels.items()))
            found[f"{one.name}{{{labels}}}"] = one.value
    return found


def test_a_parser_of_prometheus_reads_every_figure(house: House) -> None:
    found = read(house)
    assert found['charkoni_info{version=1 "new"\\\n}'] == 1
    assert found["charkoni_events_total{type=threw}"] == 7
    assert (found["charkoni_eye_frame_seconds_sum{}"], found["charkoni_eye_frame_seconds_count{}"]) == (
        0.5,
        20,
    )
    assert found["process_resident_memory_bytes{}"] > 10_000_000
    assert not any("temperature" in name for name in found), "what is not known has no number"


def test_phones_and_streams_are_counted(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "FRESH_S", 0.0)
    house.eye.latest = house.eye.latest_of_tray = b"the tray"
    before = read(house)
    assert [before[f"charkoni_phones{{role={role}}}"] for role in ("watcher", "player", "admin")] == [0, 1, 1]
    assert before["charkoni_streams{kind=events}"] == before["charkoni_streams{kind=camera}"] == 0
    with (
        house.player().client.get("/events"),
        house.watcher().get("/events"),
        house.watcher().get("/stream.mjpg"),
    ):
        now = read(house)
    assert (now["charkoni_streams{kind=events}"], now["charkoni_streams{kind=camera}"]) == (2, 1)
    assert (now["charkoni_listeners{role=playing}"], now["charkoni_listeners{role=watching}"]) == (1, 1)
    assert now["charkoni_streams_limit{kind=camera}"] == 4
    assert read(house)["charkoni_streams{kind=camera}"] == 0


def test_nobody_is_named(house: House) -> None:
    house.start(names=("Asha", "Ravi"))
    house.phones.rename("player", "Meenakshi's phone")
    house.player().client.get("/api/v1/state")
    text = house.watcher().get("/metrics").text
    assert not any(name in text for name in ("Asha", "Ravi", "Meenakshi", "127.0.0.1", "token-of"))


def test_however_many_ask_everything_is_measured_once_a_second(house: House) -> None:
    for _ in range(20):
        assert house.watcher().get("/metrics").status_code == 200
    assert house.measured <= 3


def test_counts_do_not_tell_a_match_to_who_sees_it_later(house: House) -> None:
    house.table.start(match_setup(3, conduct=Conduct(spectators_lag_s=300)))
    answer = house.watcher().get("/metrics")
    assert (answer.status_code, "sees this match later" in answer.text) == (403, True)
    assert house.player().client.get("/metrics").status_code == 200
