"""Figures for Prometheus and what else reads its text: how many, how fast, how late; nobody's name.

Anybody at home may read them, as scrapers seldom carry keys; while a match is seen later by who only watches,
they are closed as the camera is, since counts of captures tell a game.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from flask import Blueprint
from flask.typing import ResponseReturnValue
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric, SummaryMetricFamily
from prometheus_client.registry import Collector

from web.box.camera_stream import CameraStreams
from web.game.stream import Live
from web.house.credentials import Phones
from web.match.shown import Shown
from web.ports import Family, Measure

TEXT = "text/plain; version=0.0.4; charset=utf-8"
"""Source: Prometheus documentation, "Exposition formats", text-based format."""

FRESH_S = 1.0
"""Everything is measured anew after this, however many ask."""


class _Figures(Collector):
    """All figures, as the library asks for them."""

    def __init__(self, families: Callable[[], Sequence[Family]]) -> None:
        self._families = families

    def describe(self) -> list[Metric]:
        """Name nothing before it is asked for."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Yield every family."""
        for family in self._families():
            yield _metric(family)


class _Text:
    """All figures as text, which one thread makes for all who ask."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._registry = registry
        self._making = threading.Lock()
        self._made_s = float("-inf")
        self._text = b""

    def now(self) -> bytes:
        """Measure everything, unless that was done just now."""
        with self._making:
            if time.monotonic() - self._made_s >= FRESH_S:
                self._text, self._made_s = generate_latest(self._registry), time.monotonic()
            return self._text


def _metric(family: Family) -> Metric:
    name, labels = f"charkoni_{family.name}", sorted({key for one in family.measures for key in one.labels})
    if family.kind == "summary":
        summary = SummaryMetricFamily(name, family.meaning, labels=labels)
        for one in family.measures:
            summary.add_metric([one.labels[key] for key in labels], one.count, one.value)
        return summary
    metric: CounterMetricFamily | GaugeMetricFamily
    if family.kind == "counter":
        metric = CounterMetricFamily(name, family.meaning, labels=labels)
    else:
        metric = GaugeMetricFamily(name, family.meaning, labels=labels)
    for one in family.measures:
        metric.add_metric([one.labels[key] for key in labels], one.value)
    return metric


def blueprint(
    figures: Callable[[], Sequence[Family]], phones: Phones, live: Live, pictures: CameraStreams, shown: Shown
) -> Blueprint:
    """Build ``/metrics``.

    Args:
        figures: Measures the box.
        phones: Which phones were let in; they are counted.
        live: Who listens to events.
        pictures: Who watches the camera.
        shown: Tells who sees a match later.
    """
    bp = Blueprint("metrics", __name__)
    registry = CollectorRegistry()
    registry.register(_Figures(lambda: [*figures(), *_of_phones(phones, live, pictures)]))
    ProcessCollector(registry=registry)
    text = _Text(registry)

    @bp.get("/metrics")
    def read() -> ResponseReturnValue:
        shown.must_not_be_late()
        return text.now(), 200, {"Content-Type": TEXT}

    return bp


def _of_phones(phones: Phones, live: Live, pictures: CameraStreams) -> list[Family]:
    roles = Counter(line.role for line in phones.all())
    playing, watching = live.listeners
    return [
        Family(
            "phones",
            "Phones that were let in.",
            "gauge",
            [Measure(roles[role], {"role": role}) for role in ("watcher", "player", "admin")],
        ),
        Family(
            "listeners",
            "Phones that play, and places where others only watch, that hear news now.",
            "gauge",
            [Measure(playing, {"role": "playing"}), Measure(watching, {"role": "watching"})],
        ),
        Family(
            "streams",
            "Streams that are open now.",
            "gauge",
            [Measure(live.streams, {"kind": "events"}), Measure(pictures.open, {"kind": "camera"})],
        ),
        Family(
            "streams_limit",
            "Streams that there can be at most.",
            "gauge",
            [Measure(live.room.all, {"kind": "events"}), Measure(pictures.most, {"kind": "camera"})],
        ),
    ]
