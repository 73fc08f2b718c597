"""Writes `film.toml`: which pictures follow each other, and what lies in them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from render.scenes import COWRIES, SCENES, Scene

HEAD = """\
# The built-in film of throws. Made by vision/training/render/film.py; do not edit by hand.
#
# All scenes are seen by one fixed camera over one tray in one light, so that any scene can follow any other.
# The box plays those that fit its game in this order once, and then shuffles them for every further round.
#
# [[scene]]
#   name    what to call it
#   kind    "cowries" or "dice"
#   shells, mouths   how many shells are thrown, and how many lie mouth up (cowries)
#   pips    the faces on top, in falling order (dice)
#   fps     pictures a second
#   waits   true: the film shows the empty tray until the table wants a throw, then plays this scene.
#           false: it plays at once after the scene before it, like a throw that comes before the last one
#           has been entered.
#   frames  what is shown, in order. Each entry: phase ("empty", "hand", "roll", "settled" or "cleared"),
#           files (names relative to this file), count (how many frames this entry lasts: its files
#           in turn, over and over, until count is reached).
#   lying   the truth for the settled pictures, from the places of the objects: x, y the middle and radius the
#           reach of the outline in pixels of the picture, face "mouth", "back" or the pips on top.
#
# "empty" and "settled" may be held longer than count: their files differ only in noise.

size = [640, 480]
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """Some pictures that belong together."""

    phase: str
    files: list[str]
    count: int


@dataclass(frozen=True, slots=True)
class Truth:
    """Where one shell or die lies in the settled picture, in pixels."""

    x: float
    y: float
    radius: float
    face: str


def _text(scene: Scene, entries: list[Entry], lying: list[Truth]) -> str:
    lines = ["", "[[scene]]", f'name = "{scene.name}"', f'kind = "{scene.kind}"']
    if scene.kind == COWRIES:
        lines += [f"shells = {scene.shells}", f"mouths = {scene.wanted[0]}"]
    else:
        lines.append(f"pips = {list(scene.wanted)}")
    lines += ["fps = 15", f"waits = {'true' if scene.waits else 'false'}", "frames = ["]
    for entry in entries:
        files = ", ".join(f'"{name}"' for name in entry.files)
        lines.append(f'  {{ phase = "{entry.phase}", count = {entry.count}, files = [{files}] }},')
    lines += ["]", "lying = ["]
    for thing in lying:
        face = f'"{thing.face}"'
        lines.append(
            f"  {{ x = {thing.x:.1f}, y = {thing.y:.1f}, radius = {thing.radius:.1f}, face = {face} }},"
        )
    return "\n".join([*lines, "]", ""])


def write(target: Path, done: list[tuple[Scene, list[Entry], list[Truth]]]) -> None:
    """Write the film's list in the order of `SCENES`: what is done now, and what it told of others."""
    told = {scene.name: _text(scene, entries, lying) for scene, entries, lying in done}
    before = target.read_text("utf-8").split("\n[[scene]]\n")[1:] if target.exists() else []
    for text in before:
        told.setdefault(tomllib.loads(text)["name"], f"\n[[scene]]\n{text.rstrip()}\n")
    ordered = [told[scene.name] for scene in SCENES if scene.name in told]
    target.write_text(HEAD + "".join(ordered), encoding="utf-8")
