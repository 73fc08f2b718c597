"""One picture of a look with its truth, and the harder ones: a die among shells, shells that lean, a hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tests.bench.eye.looks.camera import developed, hung, shot
from tests.bench.eye.looks.catalogue import LOOKS, MAKES, ROLLS, DiceLook, Look
from tests.bench.eye.looks.cowrie import Cowrie, sister
from tests.bench.eye.looks.die import Die, die_turn
from tests.bench.eye.looks.grain import Grain, Grid, rgb
from tests.bench.eye.looks.hand import hand
from tests.bench.eye.looks.painting import DRESSES, FINISHES, painted
from tests.bench.eye.looks.solid import Placed, turned
from tests.bench.eye.looks.throw import Lying, NoRoomError, against, laid, shell_turn, spread, truth
from tests.bench.eye.looks.tracing import trace
from vision.reading import Frame

_SKINS = (rgb(0.95, 0.78, 0.68), rgb(0.82, 0.62, 0.48), rgb(0.6, 0.42, 0.3), rgb(0.36, 0.24, 0.17))
_STAINED = ((1.0, 0.18, 0.12), (0.15, 0.3, 1.0), (0.2, 1.0, 0.3), (0.9, 0.2, 1.0), (1.0, 0.55, 0.1))
"""Light of coloured lamps."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture with what lies in it."""

    frame: Frame
    quality: int
    """Of the JPEG file that it is kept in."""
    ground: str
    things: tuple[dict[str, object], ...]
    """Each shell or die: `shows`, `x`, `y`, `long` (pixels), `roll` (degrees); of what leans `how`."""


def throw_of(look: Look, rng: np.random.Generator) -> Scene:
    """Draw a throw of 4 to 7 shells of a look."""
    return _drawn(rng, look.light, lambda: _shells(look, int(rng.integers(4, 8)), rng))


def dice_of(look: DiceLook, rng: np.random.Generator) -> Scene:
    """Draw a throw of 2 to 5 dice of a look."""
    return _drawn(
        rng, look.light, lambda: _dice(look.make, int(rng.integers(2, 6)), rng), smallest=38, largest=72
    )


def die_in_place(look: Look, rng: np.random.Generator) -> Scene:
    """Draw a throw in which a die of about its size lies in the place of one shell."""

    def things() -> list[Lying]:
        make = list(MAKES)[int(rng.integers(len(MAKES)))]
        return _shells(look, int(rng.integers(3, 7)), rng) + _dice(make, 1, rng)

    return _drawn(rng, look.light, things)


def dice_beside(look: Look, rng: np.random.Generator) -> Scene:
    """Draw a whole throw of shells with one or two dice beside it."""

    def things() -> list[Lying]:
        make = list(MAKES)[int(rng.integers(len(MAKES)))]
        return _shells(look, int(rng.integers(4, 7)), rng) + _dice(make, int(rng.integers(1, 3)), rng)

    return _drawn(rng, look.light, things)


def leaning(look: Look, rng: np.random.Generator) -> Scene:
    """Draw a throw of which one shell stands on its edge, leans on another, or lies upon it."""
    ways = ("edge", "propped", "upon")
    way = ways[int(rng.integers(len(ways)))]

    def things() -> list[Lying]:
        return _shells(look, int(rng.integers(3, 6)), rng)

    def last(put: list[Lying]) -> list[Lying]:
        other = put[int(rng.integers(len(put)))]
        cowrie = _cowrie(look, rng)
        yaw = float(rng.uniform(0, 360))
        roll = float(rng.choice([-1, 1]) * rng.uniform(65, 110))
        if way == "edge":
            one = laid(
                cowrie,
                other.placed.unit,
                turn=turned(roll, float(rng.normal(0, 5)), yaw),
                shows="leans",
                how=way,
                roll=roll,
            )
            return [*put, _beside(one, put, rng)]
        if way == "propped":
            flat = float(rng.choice([0, 180]))
            turn = turned(flat + float(rng.normal(0, 12)), float(rng.uniform(30, 60)), yaw)
            one = laid(cowrie, other.placed.unit, turn=turn, shows="leans", how=way)
            # The raised end, at -x, shows towards the shell that it rests on.
            return [*put, against(one, other, toward=yaw, over=False)]
        flat = float(rng.choice([0, 180]))
        turn = turned(flat + float(rng.normal(0, 8)), float(rng.uniform(8, 25)), yaw)
        one = laid(cowrie, other.placed.unit, turn=turn, shows="leans", how=way)
        return [*put, against(one, other, toward=yaw, over=True)]

    return _drawn(rng, look.light, things, last)


def hand_beside(look: Look, rng: np.random.Generator) -> Scene:
    """Draw a throw with a hand over the tray, both in coloured light."""

    def last(put: list[Lying]) -> list[Lying]:
        one = hand(_SKINS[int(rng.integers(len(_SKINS)))], rng)
        swing = float(rng.uniform(0, 360))
        out = np.array([np.cos(np.radians(swing)), np.sin(np.radians(swing)), 0.0])
        reach = float(rng.uniform(9, 13))
        at = np.asarray(-out * reach + [0, 0, float(rng.uniform(2.5, 6))], np.float32)
        placed = Placed(one, turned(float(rng.normal(0, 12)), float(rng.normal(0, 6)), swing), at, 1.0)
        return [*put, Lying(placed, "hand")]

    stain = np.array(_STAINED[int(rng.integers(len(_STAINED)))], np.float32)
    return _drawn(rng, look.light, lambda: _shells(look, int(rng.integers(4, 7)), rng), last, stain=stain)


SCENES: Mapping[str, tuple[Callable[[Look, np.random.Generator], Scene], int]] = {
    "die in place": (die_in_place, 30),
    "dice beside": (dice_beside, 10),
    "leaning": (leaning, 30),
    "hand": (hand_beside, 20),
}
"""The harder sets by name, with how many pictures each has; their looks come in turn."""


def _drawn(
    rng: np.random.Generator,
    light: str,
    things: Callable[[], list[Lying]],
    last: Callable[[list[Lying]], list[Lying]] | None = None,
    *,
    smallest: float = 46,
    largest: float = 118,
    stain: Grid | None = None,
) -> Scene:
    """Draw things on some ground; they are strewn anew until they fit."""
    for _ in range(30):
        some = things()
        length = float(np.exp(rng.uniform(np.log(smallest), np.log(largest))))
        camera = hung(rng, px_per_cm=length / (2 * some[0].placed.unit))
        try:
            put = spread(some, camera, rng)
        except NoRoomError:
            continue
        if last is not None:
            put = last(put)
        break
    else:
        raise NoRoomError("the things do not fit into any picture")
    incoming, hue, name = trace(put, light, camera, rng, stain)
    how = shot(rng)
    frame = developed(incoming, how, rng, hue=hue)
    told = tuple(truth(one, camera) for one in put if one.skin is not None)
    return Scene(frame, how.quality, name, told)


def _cowrie(look: Look, rng: np.random.Generator) -> Cowrie:
    paint = painted(DRESSES[look.dress], FINISHES[look.finish], rng)
    return Cowrie(sister(look.form, rng), paint, Grain(rng))


def _shells(look: Look, count: int, rng: np.random.Generator) -> list[Lying]:
    unit = float(rng.uniform(0.8, 1.3))
    made = []
    for _ in range(count):
        side = "mouth" if rng.random() < 0.5 else "back"
        low, high = ROLLS[look.roll] if side == "mouth" else (0, 7)
        roll = float(rng.uniform(low, high) * rng.choice([-1, 1]))
        size = unit * float(np.exp(rng.normal(0, 0.05)))
        made.append(laid(_cowrie(look, rng), size, turn=shell_turn(side, roll, rng), shows=side, roll=roll))
    return made


def _dice(make: str, count: int, rng: np.random.Generator) -> list[Lying]:
    made = []
    unit = float(rng.uniform(0.6, 0.85))
    for _ in range(count):
        value = int(rng.integers(1, 7))
        die = Die(MAKES[make], Grain(rng))
        made.append(laid(die, unit, turn=die_turn(value, float(rng.uniform(0, 360))), shows=str(value)))
    return made


def _beside(one: Lying, put: Sequence[Lying], rng: np.random.Generator) -> Lying:
    """Stand a thing beside one of those that lie there."""
    other = put[int(rng.integers(len(put)))]
    return against(one, other, toward=float(rng.uniform(0, 360)), over=False)


def look_of(number: int) -> Look:
    """Return the look of a harder scene: they come in turn."""
    return LOOKS[number % len(LOOKS)]
