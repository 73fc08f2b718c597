"""Make the films on which the watch over the tray is proved.

    make films                                 all of them, into vision/training/out/films
    make films ARGS="--only four-shells"       one
    make films ARGS="--keep"                   those that the tests play, into tests/films

Everything follows from the seeds in `films/plays.py`. A film is `NAME.zip`, the pictures, and `NAME.toml`,
its truth: when something moves, when a hand is in the tray, what lies there, and what a watch has to tell.
Pictures are kept without noise, as patches on the picture of the empty table; noise, flicker, lamps and bumps
are put in while a film is played (`tests/bench/eye/films.py`), from the truth file.
"""

from __future__ import annotations

import argparse
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from films import palm, shade, table
from films.plays import COWRIES, KEPT, PLAYS, Play
from films.roll import World
from films.stage import Shot, Stage
from shapes.cowrie import cowrie, random_look
from shapes.die import DieLook, die, facing
from shapes.shape import Floats, Shape, rotation

OUT = Path(__file__).resolve().parents[1] / "out" / "films"
FOLDER_KEPT = Path(__file__).resolve().parents[3] / "tests" / "films"
QUALITY = 82
MOVED_PX = 0.4
"""A body whose outline moves further from frame to frame is seen to move."""
CREPT_PX = 0.7
"""So is one that moves further in a third of a second."""
BLOCK = 16

LOOKS = {
    "ivory": DieLook(),
    "red": DieLook(body=(0.75, 0.07, 0.08), pip=(0.95, 0.93, 0.9)),
    "black": DieLook(body=(0.05, 0.05, 0.06), pip=(0.93, 0.93, 0.92)),
    "blue": DieLook(body=(0.08, 0.2, 0.6), pip=(0.95, 0.95, 0.93)),
}
SPECIES = ("moneta", "moneta", "annulus")


@dataclass(slots=True)
class Cast:
    """The bodies of a film: coarse for the physics, fine for the picture."""

    rough: list[Shape]
    fine: list[shade.Model]
    coarse: list[shade.Model]
    """For frames in which they fly: nobody sees the difference."""
    lift_cm: list[float]
    faces: list[dict[str, Floats]]
    """For each body the direction of every face."""


def cast(play: Play) -> Cast:
    """Make what is thrown."""
    if play.kind == COWRIES:
        looks = [random_look(100 * play.seed + n, SPECIES[play.seed % 3]) for n in range(play.count)]
        rough = [cowrie(look, around=72, base_rings=16, back_rings=14) for look in looks]
        fine = [shade.Model(cowrie(look, around=96, base_rings=36, back_rings=18)) for look in looks]
        coarse = [shade.Model(cowrie(look, around=54, base_rings=18, back_rings=9)) for look in looks]
        up = {"back": np.array([0.0, 0, 1]), "mouth": np.array([0.0, 0, -1])}
        # A little nearer to the dome than the middle, so that a shell on its back lies and rocks.
        return Cast(rough, fine, coarse, [0.07] * play.count, [up] * play.count)
    looks = [LOOKS[play.dice[n % len(play.dice)]] for n in range(play.count)]
    rough = [die(look, across=8) for look in looks]
    fine = [shade.Model(die(look, across=26)) for look in looks]
    ways = [{str(value): way for value, way in facing(look).items()} for look in looks]
    coarse = [shade.Model(die(look, across=16)) for look in looks]
    return Cast(rough, fine, coarse, [0.0] * play.count, ways)


def perform(play: Play, actors: Cast) -> Stage:
    """Play it."""
    look = play.table
    world = World(
        actors.rough,
        actors.lift_cm,
        half_width=look.half_width,
        half_depth=look.half_depth,
        rim=look.height,
        rolls=play.rolls,
    )
    stage = Stage(world, np.random.default_rng([play.seed, 77]), look.half_width, look.half_depth)
    play.act(stage, list(range(play.count)))
    stage.pause(8)
    begin = next((int(e["from"]) for e in stage.effects if e["kind"] == "begin"), 0)
    if begin:  # the film begins when all lies there
        stage.shots = stage.shots[begin:]
        stage.marks = [type(m)(m.kind, m.frame - begin) for m in stage.marks]
        stage.effects = [
            {**e, "from": int(e["from"]) - begin, "until": int(e["until"]) - begin}
            for e in stage.effects
            if e["kind"] != "begin"
        ]
    return stage


class Drawer:
    """Draws the frames of one film."""

    def __init__(self, play: Play, actors: Cast) -> None:
        self._play = play
        self._actors = actors
        paint, level = table.empty(play.table, play.seed, play.lens, play.light)
        self._drawn: dict[int, tuple[Floats, object]] = {}
        self._empty = paint * level
        self.base = shade.developed(self._empty)

    def frame(self, shot: Shot, after: Shot | None) -> np.ndarray:
        """Draw one frame, blurred by what moves while it is exposed."""
        count = len(shot.poses)
        hands = [shot.hand] * count
        if shot.hand is not None and after is not None and after.hand is not None:
            hands = [shot.hand.towards(after.hand, n / 8) for n in range(count)]
        moved = max(
            (
                float(np.abs(shot.poses[-1][n, :3] - shot.poses[0][n, :3]).max())
                + float(np.abs(shot.poses[-1][n, 3:] - shot.poses[0][n, 3:]).max())
                for n, parked in enumerate(shot.parked)
                if not parked
            ),
            default=0.0,
        )
        if moved < 0.02 and hands[0] == hands[-1]:
            return shade.developed(self._light(shot, shot.poses[0], hands[0], after))
        scenes = [self._light(shot, p, h, after) for p, h in zip(shot.poses, hands, strict=True)]
        return shade.developed(np.mean(scenes, axis=0))

    def _light(self, shot: Shot, poses: Floats, hand: palm.Hand | None, after: Shot | None) -> shade.Picture:
        play, parked = self._play, shot.parked
        cover = np.ones((shade.HEIGHT, shade.WIDTH, 1), np.float32)
        there = [n for n, away in enumerate(parked) if not away]
        for n in there:
            model = self._actors.fine[n]
            shade.shade(cover, model.at(poses[n], model.hull), play.lens, play.light)
        masks = None
        if hand is not None:
            masks = palm.mask(hand, play.lens, play.hand)
            palm.shadow(cover, masks, hand, play.lens, play.light)
        scene = self._empty * cover
        for n in sorted(there, key=lambda n: poses[n][2]):
            piece = self._piece(n, poses[n], poses[n] if after is None else after.poses[0][n])
            if piece is not None:
                shade.lay(scene, *piece)
        if masks is not None:
            palm.draw(scene, masks, play.light, play.hand, play.lens)
        return scene

    def _piece(self, number: int, pose: Floats, later: Floats) -> tuple | None:
        kept = self._drawn.get(number)
        if kept is None or np.abs(kept[0] - pose).max() > 0.002:
            # What comes to rest is drawn finely at once: a model exchanged later would look like a movement.
            flies = np.abs(later - pose).max() > 0.03
            models = self._actors.coarse if flies else self._actors.fine
            kept = pose.copy(), models[number].draw(pose, self._play.lens, self._play.light)
            self._drawn[number] = kept
        return kept[1]


@dataclass(slots=True)
class Truth:
    """What a film shows, frame by frame."""

    moving: list[bool]
    hand: list[bool]
    lying: list[list[tuple[str, int, int, int, int]]]


def truth(play: Play, actors: Cast, shots: list[Shot]) -> Truth:
    """Find out when something moves, when a hand is in the tray, and what lies there."""
    field = np.zeros((shade.HEIGHT, shade.WIDTH), np.uint8)
    corners = table.corners(play.table, play.lens)
    cv2.fillConvexPoly(field, np.round(corners).astype(np.int32), 255)
    if play.whole_picture:
        field[:] = 255
    outlines = [
        [model.outline(shot.poses[0][n], play.lens) for n, model in enumerate(actors.fine)] for shot in shots
    ]
    moving, hand, lying = [], [], []
    for f, shot in enumerate(shots):
        moves = f > 0 and shot.parked != shots[f - 1].parked
        for n in range(play.count):
            if shot.parked[n] or not _inside(field, outlines[f][n]):
                continue
            if f and not shots[f - 1].parked[n]:
                moves |= _apart(outlines[f][n], outlines[f - 1][n]) > MOVED_PX
            later = min(len(shots) - 1, f + 5)
            if not shots[later].parked[n]:
                moves |= _apart(outlines[f][n], outlines[later][n]) > CREPT_PX
        moving.append(bool(moves))
        over = False
        if shot.hand is not None:
            over = int(np.count_nonzero(np.maximum(*palm.mask(shot.hand, play.lens, play.hand)) & field)) > 60
        hand.append(over)
        lying.append(
            [
                _seen(actors.faces[n], shot.poses[0][n], outlines[f][n])
                for n in range(play.count)
                if not shot.parked[n] and _inside(field, outlines[f][n])
            ]
        )
    return Truth(moving, hand, lying)


def _inside(field: np.ndarray, outline: Floats) -> bool:
    x, y = (outline.min(axis=0) + outline.max(axis=0)) / 2
    return 0 <= x < shade.WIDTH and 0 <= y < shade.HEIGHT and bool(field[int(y), int(x)])


def _apart(one: Floats, other: Floats) -> float:
    return float(np.linalg.norm(one - other, axis=1).max())


def _seen(faces: dict[str, Floats], pose: Floats, outline: Floats) -> tuple[str, int, int, int, int]:
    turn = rotation(pose[3:])
    heights = {face: float((turn @ way)[2]) for face, way in faces.items()}
    best = max(heights, key=lambda face: heights[face])
    # A shell on its round back rests turned to one side by as much as this; its slit shows all the same.
    flat = 0.97 if len(faces) == 6 else 0.6
    low, high = outline.min(axis=0), outline.max(axis=0)
    box = *low.round().astype(int).tolist(), *(high - low).round().astype(int).tolist()
    return (best if heights[best] > flat else "unsure", *box)


def runs(flags: list[bool]) -> list[list[int]]:
    """Return from and until (not included) of every run of true frames."""
    found: list[list[int]] = []
    for f, flag in enumerate(flags):
        if flag and found and found[-1][1] == f:
            found[-1][1] = f + 1
        elif flag:
            found.append([f, f + 1])
    return found


def write(play: Play, folder: Path) -> int:
    """Make one film; give its size in bytes."""
    actors = cast(play)
    stage = perform(play, actors)
    drawer = Drawer(play, actors)
    found = truth(play, actors, stage.shots)
    folder.mkdir(parents=True, exist_ok=True)
    order: list[list[int]] = []
    before: np.ndarray | None = None
    pictures = 0
    archive = folder / f"{play.name}.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as kept:
        _put(kept, "base.jpg", drawer.base, 90)
        for f, shot in enumerate(stage.shots):
            after = stage.shots[f + 1] if f + 1 < len(stage.shots) else None
            picture = drawer.frame(shot, after)
            if before is not None and int(cv2.absdiff(picture, before).max()) <= 1:
                order[-1][1] += 1
                continue
            before = picture
            for left, top, right, bottom in patches(picture, drawer.base):
                name = f"{pictures:04}-{left}-{top}.jpg"
                _put(kept, name, picture[top:bottom, left:right], QUALITY)
            order.append([pictures, 1])
            pictures += 1
    (folder / f"{play.name}.toml").write_text(_toml(play, stage, found, order), encoding="utf-8")
    return archive.stat().st_size


def _put(archive: zipfile.ZipFile, name: str, picture: np.ndarray, quality: int) -> None:
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), packed.tobytes())


def patches(picture: np.ndarray, base: np.ndarray) -> list[tuple[int, int, int, int]]:
    """Return the boxes in which a picture differs from the empty one, in whole blocks of JPEG."""
    away = cv2.absdiff(picture, base).max(axis=2)
    rows, columns = shade.HEIGHT // BLOCK, shade.WIDTH // BLOCK
    blocks = (away.reshape(rows, BLOCK, columns, BLOCK).max(axis=(1, 3)) > 2).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(blocks, connectivity=8)
    boxes = [[left, top, left + wide, top + tall] for left, top, wide, tall, _ in stats[1:].tolist()]
    joined = True
    while joined:  # boxes that overlap become one
        joined = False
        for i, one in enumerate(boxes):
            for other in boxes[i + 1 :]:
                if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]:
                    one[:] = [
                        *np.minimum(one[:2], other[:2]).tolist(),
                        *np.maximum(one[2:], other[2:]).tolist(),
                    ]
                    boxes.remove(other)
                    joined = True
                    break
            if joined:
                break
    return [tuple(BLOCK * side for side in box) for box in boxes]


def _toml(play: Play, stage: Stage, found: Truth, order: list[list[int]]) -> str:
    corners = table.corners(play.table, play.lens) / (shade.WIDTH, shade.HEIGHT)
    lines = [
        "# Made by vision/training/films/make.py; do not edit by hand.",
        f'name = "{play.name}"',
        f'expect = "{play.kind}:{play.count}"',
        f"seed = {play.seed}",
        "fps = 15",
        f"ignore_present = {str(play.ignore_present).lower()}",
        f"noise = {play.noise}",
        f"jpeg = {play.jpeg}",
    ]
    if not play.whole_picture:
        lines.append(f"tray = {np.round(corners, 4).tolist()}")
    lines += [
        "# picture, and for how many frames it is shown",
        f"frames = {order}",
        "# from and until (not included): something moves in the tray; a hand is in it",
        f"moving = {runs(found.moving)}",
        f"hand = {runs(found.hand)}",
    ]
    for effect in stage.effects:
        lines += ["", "[[effect]]"]
        lines += [
            f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}"
            for key, value in effect.items()
        ]
    start = 0
    for mark in stage.marks:
        active = [f for f in range(start, mark.frame) if found.moving[f] or found.hand[f]]
        last = active[-1] if active else start
        faces = [thing[0] for thing in found.lying[mark.frame - 1]]
        kind = (
            nudge(found.lying[start - 1], found.lying[mark.frame - 1]) if mark.kind == "change" else mark.kind
        )
        lines += ["", "[[event]]", f'kind = "{kind}"', f"from = {start}", f"last = {last}"]
        lines += [f"until = {mark.frame}", f"faces = {faces}".replace("'", '"')]
        start = mark.frame
    before: list[tuple[str, int, int, int, int]] | None = None
    for f, things in enumerate(found.lying):
        if (found.moving[f] and f + 1 < len(found.lying)) or _alike(things, before):
            continue
        before = things
        text = ", ".join(f'["{face}", {x}, {y}, {w}, {h}]' for face, x, y, w, h in things)
        lines += ["", "[[lying]]", f"from = {f}", f"things = [{text}]"]
    return "\n".join([*lines, ""])


def nudge(before: list, after: list) -> str:
    """Tell what a nudge is: a change, nothing that need be told, or either of both."""
    if [thing[0] for thing in before] != [thing[0] for thing in after]:
        return "change"
    far = max(
        float(np.hypot(x + w / 2 - u - p / 2, y + h / 2 - v - q / 2)) / max(w, h)
        for (_, x, y, w, h), (_, u, v, p, q) in zip(before, after, strict=True)
    )
    return "change" if far > 0.45 else "nothing" if far < 0.2 else "either"


def _alike(things: list, before: list | None) -> bool:
    if before is None or len(things) != len(before):
        return False
    return all(
        one[0] == other[0] and max(abs(a - b) for a, b in zip(one[1:], other[1:], strict=True)) <= 2
        for one, other in zip(things, before, strict=True)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the films of throws.")
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--only", nargs="*", help="names of films; without it, all")
    parser.add_argument("--keep", action="store_true", help="the films that are kept, into tests/films")
    asked = parser.parse_args()
    if asked.keep:
        asked.out, asked.only = FOLDER_KEPT, list(KEPT)
    cv2.setNumThreads(1)
    for play in PLAYS:
        if asked.only and play.name not in asked.only:
            continue
        begin = time.monotonic()
        size = write(play, asked.out)
        print(f"{play.name}: {size / 1e6:.2f} MB, {time.monotonic() - begin:.0f} s", flush=True)


if __name__ == "__main__":
    main()
