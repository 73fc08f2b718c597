"""Figures for Prometheus: those of the status page, without a name, closed while a match is late."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

from engine.match import Conduct
from engines.random_matches import match_setup
from ports_for_tests import House


def test_a_parser_of_prometheus_reads_what_the_status_page_says(house: House) -> None:
    lines = house.player().client.get("/api/v1/status").get_json()["lines"]
    answer = house.watcher().get("/metrics")
    assert (answer.status_code, answer.content_type) == (200, "text/plain; version=0.0.4; charset=utf-8")
    families = list(text_string_to_metric_families(answer.text))
    assert all(one.documentation.endswith(".") for one in families)
    found = {
        (one.name, one.labels.get("topic"), one.labels.get("figure")): one.value
        for family in families
        for one in family.samples
    }
    ranks = {"fine": 0, "look": 1, "broken": 2}
    for line in lines:
        assert found.get(("charkoni_verdict", line["topic"], None)) == ranks.get(line["verdict"]), line
        for name, value in line["figures"].items():
            assert found.get(("charkoni_figure", line["topic"], name)) == (
                None if isinstance(value, str) else value
            )
    assert found["charkoni_figure", "phones", "playing"] == 0
    assert found["process_resident_memory_bytes", None, None] > 10_000_000


def test_nobody_is_named(house: House) -> None:
    house.start(names=("Asha", "Ravi"))
    house.phones.rename("player", "Meenakshi's phone")
    house.player().client.get("/api/v1/state")
    text = house.watcher().get("/metrics").text
    assert not any(name in text for name in ("Asha", "Ravi", "Meenakshi", "127.0.0.1", "token-of"))


def test_figures_do_not_tell_a_match_to_who_sees_it_later(house: House) -> None:
    house.table.start(match_setup(3, conduct=Conduct(spectators_lag_s=300)))
    answer = house.watcher().get("/metrics")
    assert (answer.status_code, "sees this match later" in answer.text) == (403, True)
    assert house.player().client.get("/metrics").status_code == 200
