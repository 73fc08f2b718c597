"""The figures of the status page, for Prometheus and what else reads its text; nobody's name.

Anybody at home may read them, as scrapers seldom carry keys; while a match is seen later by who only watches,
they are closed as the camera is, since counts of throws tell a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from flask import Blueprint
from flask.typing import ResponseReturnValue
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from web.match.shown import Shown
from web.ports import Finding, Verdict

TEXT = "text/plain; version=0.0.4; charset=utf-8"
"""Source: Prometheus documentation, "Exposition formats", text-based format."""

_VERDICTS: Mapping[Verdict, int] = {"fine": 0, "look": 1, "broken": 2}
"""What is unknown has no number."""


class _Figures(Collector):
    """Every verdict and every number of the status page, as the library asks for them."""

    def __init__(self, lines: Callable[[], Sequence[Finding]]) -> None:
        self._lines = lines

    def describe(self) -> list[Metric]:
        """Name nothing before it is asked for."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Yield both families."""
        verdicts = GaugeMetricFamily(
            "charkoni_verdict",
            "How each part of the box is: 0 is fine, 1 is worth a look, 2 is broken.",
            labels=["topic"],
        )
        figures = GaugeMetricFamily(
            "charkoni_figure",
            "The numbers of each part: counts, bytes, seconds since 1970, degrees.",
            labels=["topic", "figure"],
        )
        for line in self._lines():
            if line.verdict in _VERDICTS:
                verdicts.add_metric([line.topic], _VERDICTS[line.verdict])
            for name, value in line.figures.items():
                if not isinstance(value, str):
                    figures.add_metric([line.topic, name], value)
        yield verdicts
        yield figures


def blueprint(lines: Callable[[], Sequence[Finding]], shown: Shown) -> Blueprint:
    """Build ``/metrics``.

    Args:
        lines: Asks every part of the box how it is.
        shown: Tells who sees a match later.
    """
    bp = Blueprint("metrics", __name__)
    registry = CollectorRegistry()
    registry.register(_Figures(lines))
    ProcessCollector(registry=registry)

    @bp.get("/metrics")
    def read() -> ResponseReturnValue:
        shown.must_not_be_late()
        return generate_latest(registry), 200, {"Content-Type": TEXT}

    return bp
