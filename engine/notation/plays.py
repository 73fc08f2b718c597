"""Plays of checkers as people write them: the whole way of a checker, whatever steps it was made in."""

from __future__ import annotations

from collections.abc import Iterable

from engine.move import Step

_NAMED = {25: "bar", 0: "off"}


def whole_play(steps: Iterable[Step]) -> str:
    """Write the steps of one turn, those of one checker together; between them stands only where it hits.

    >>> whole_play([Step(24, 18, hit=True), Step(18, 13), Step(6, 5), Step(6, 5)])
    '24/18*/13 6/5(2)'
    """
    ways: list[list[Step]] = []
    for step in steps:
        goes_on = next((way for way in reversed(ways) if way[-1].end == step.start and step.start), None)
        if goes_on is None:
            ways.append([step])
        else:
            goes_on.append(step)
    counted: dict[str, int] = {}
    for way in ways:
        text = _way(way)
        counted[text] = counted.get(text, 0) + 1
    return " ".join(text + (f"({count})" if count > 1 else "") for text, count in counted.items())


def _way(steps: list[Step]) -> str:
    shown = [str(_NAMED.get(steps[0].start, steps[0].start))]
    for number, step in enumerate(steps, 1):
        if step.hit or number == len(steps):
            shown.append(f"{_NAMED.get(step.end, step.end)}{'*' if step.hit else ''}")
    return "/".join(shown)
