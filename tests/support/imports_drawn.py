"""Draws the rooms of the four packages and the imports between them, as Mermaid: for ARCHITECTURE.md.

`python tests/support/imports_drawn.py` prints it; a test holds the one in ARCHITECTURE.md against it. An
arrow that follows from others (a reaches c over b) is left out, so that what is left can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import grimp

PACKAGES = ("device", "web", "vision", "engine")
"""From the top downwards."""

LEFT_OUT = frozenset({"device.bench", "engine.bench", "vision.bench", "web.build"})
"""What makes the page's files, and where the benches are; nothing imports them."""

Arrows = Mapping[str, frozenset[str]]


def drawing() -> str:
    """Return the drawing: one box a room, an arrow where one imports another and no third leads there."""
    arrows = without_detours(_between(_room))
    lines = ["flowchart TD"]
    for package in PACKAGES:
        rooms = sorted(room for room in arrows if _package(room) == package)
        inside = [
            (room, other) for room in rooms for other in sorted(arrows[room]) if _package(other) == package
        ]
        lines.append(f"  subgraph {package}")
        lines += [f"    {_id(room)}[{room.partition('.')[2]}]" for room in rooms]
        lines += [f"    {_id(room)} --> {_id(other)}" for room, other in inside]
        lines.append("  end")
    packages = without_detours(_between(_package))
    lines += [f"  {package} --> {other}" for package in PACKAGES for other in sorted(packages[package])]
    return "\n".join(lines)


def _between(of: Callable[[str], str]) -> dict[str, set[str]]:
    """Return which part imports which, where `of` names the part that a module belongs to."""
    graph = grimp.build_graph(*PACKAGES)
    arrows: dict[str, set[str]] = {}
    for module in graph.modules:
        if module in PACKAGES or _room(module) in LEFT_OUT:
            continue
        found = {of(other) for other in graph.find_modules_directly_imported_by(module)}
        arrows.setdefault(of(module), set()).update(found - {of(module), *LEFT_OUT})
    return {part: {other for other in others if other in arrows} for part, others in arrows.items()}


def without_detours(arrows: Mapping[str, set[str]]) -> Arrows:
    """Leave out arrows that follow from others; there is no circle, so that says the same."""
    reach: dict[str, set[str]] = {}

    def reached(room: str) -> set[str]:
        if room not in reach:
            others = arrows.get(room, set())
            reach[room] = others.union(*map(reached, others)) if others else set()
        return reach[room]

    return {
        room: frozenset(
            other
            for other in others
            if not any(other in reached(third) for third in others if third != other)
        )
        for room, others in arrows.items()
    }


def _room(module: str) -> str:
    return ".".join(module.split(".")[:2])


def _package(room: str) -> str:
    return room.partition(".")[0]


def _id(room: str) -> str:
    return room.replace(".", "_")


if __name__ == "__main__":
    print(drawing())
