"""Path-traces the held-out looks, in Blender's environment: `make looks`.

Each picture lies beside a file of the same name with its truth. What is there already is left, so that a run
can go on where it was cut off, and several may share the work (`--part 1/2`).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2

from tests.bench.eye.looks.catalogue import DICE, LOOKS, Look, seed
from tests.bench.eye.looks.scenes import SCENES, Scene, dice_of, look_of, throw_of
from tests.bench.written import share_of_work, write_picture, write_truth

THROWS = 2
"""Pictures of each look."""


@dataclass(frozen=True, slots=True)
class Task:
    """One picture that is to be made."""

    path: Path
    """Without the folder and the ending."""
    kind: str
    """`cowries` or `dice`: what should be read."""
    look: str
    words: dict[str, str]
    draw: Callable[[], Scene]


def tasks(*, throws: int = THROWS) -> Iterator[Task]:
    """List all pictures: first one of each look, then the next; the harder sets last."""
    for number in range(throws):
        for look in LOOKS:
            yield Task(
                _path("dev" if look.is_dev else "test", look.name, number),
                "cowries",
                look.name,
                _words(look),
                lambda look=look, number=number: throw_of(look, seed(look.name, number)),  # type: ignore[misc]
            )
        for dice in DICE:
            yield Task(
                _path("dev" if dice.is_dev else "test", dice.name, number),
                "dice",
                dice.name,
                {"species": "dice", "finish": dice.make, "light": dice.light, "roll": "flat"},
                lambda dice=dice, number=number: dice_of(dice, seed(dice.name, number)),  # type: ignore[misc]
            )
    for name, (draw, count) in SCENES.items():
        for number in range(count):
            look = look_of(number)
            yield Task(
                _path(name, f"{number:03} {look.name}", number),
                "cowries",
                look.name,
                _words(look),
                lambda draw=draw, look=look, name=name, number=number: draw(look, seed(name, number)),  # type: ignore[misc]
            )


def _path(room: str, name: str, number: int) -> Path:
    plain = name.replace(",", "").replace(" ", "-")
    return Path(room.replace(" ", "-")) / f"{plain}-{number:02}"


def _words(look: Look) -> dict[str, str]:
    finish = f"{look.finish}{', holed' if look.is_holed else ''}"
    return {
        "species": look.species,
        "finish": finish,
        "dress": look.dress,
        "roll": look.roll,
        "light": look.light,
    }


def write(task: Task, folder: Path) -> Path:
    """Draw one picture and write it with its truth; return where the truth lies."""
    scene = task.draw()
    target = folder / task.path
    write_picture(target, scene.frame, quality=scene.quality)
    told = {"look": task.look, "kind": task.kind, **task.words}
    return write_truth(target, {**told, "ground": scene.ground, "things": scene.things})


def main() -> None:
    """Make what is not there yet."""
    asking = argparse.ArgumentParser(prog="python -m tests.bench.eye.looks", description=__doc__)
    asking.add_argument("--folder", type=Path, required=True, help="where the pictures go")
    asking.add_argument("--only", nargs="*", help="dev, test, die-in-place, dice-beside, leaning, hand")
    asking.add_argument("--throws", type=int, default=THROWS, help="pictures of each look")
    asking.add_argument("--part", default="1/1", help="which part of the work, such as 1/2")
    told = asking.parse_args()
    cv2.setNumThreads(1)
    which, of = share_of_work(told.part)
    for number, task in enumerate(tasks(throws=told.throws)):
        wanted = not told.only or task.path.parts[0] in told.only
        if number % of == which and wanted and not (told.folder / f"{task.path}.json").exists():
            write(task, told.folder)


if __name__ == "__main__":
    main()
