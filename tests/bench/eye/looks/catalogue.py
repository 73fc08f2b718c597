"""The looks: which shells and dice under which light, each with a name and a seed of its own."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from tests.bench.eye.looks.cowrie import SPECIES, Form
from tests.bench.eye.looks.die import Make
from tests.bench.eye.looks.grain import rgb

ROLLS: Mapping[str, tuple[float, float]] = {"flat": (0, 12), "rolled": (12, 32), "far rolled": (32, 54)}
"""By how many degrees the mouths of a look are rolled aside."""


@dataclass(frozen=True, slots=True)
class Look:
    """One sort of shells under one light."""

    species: str
    finish: str
    dress: str
    roll: str
    light: str
    is_holed: bool = False
    is_dev: bool = False
    """Those who work on the eye may look at it; all other looks are only counted."""

    @property
    def name(self) -> str:
        """Its name, as a row of the bench tells it."""
        holed = ", holed" if self.is_holed else ""
        return f"{self.species}, {self.finish} {self.dress}{holed}, {self.roll}, {self.light}"

    @property
    def form(self) -> Form:
        """The shape of its shells."""
        form = SPECIES[self.species]
        if self.is_holed:
            form = replace(form, hole=0.34)
        if self.finish == "worn":
            form = replace(form, dents=0.016, ridge=0.6 * form.ridge, knobs=0.5 * form.knobs)
        if self.finish == "painted":
            form = replace(form, ridge=0.6 * form.ridge, bite=0.8 * form.bite)
        return form


@dataclass(frozen=True, slots=True)
class DiceLook:
    """One maker's dice under one light."""

    make: str
    light: str
    is_dev: bool = False

    @property
    def name(self) -> str:
        """Its name, as a row of the bench tells it."""
        return f"{self.make} dice, {self.light}"


def seed(name: str, number: int) -> np.random.Generator:
    """Return the random numbers of one picture of a look."""
    return np.random.default_rng([zlib.crc32(name.encode()), number])


def _looks(table: str, *, is_dev: bool) -> tuple[Look, ...]:
    rows = [[part.strip() for part in row.split("|")] for row in table.strip().splitlines()]
    return tuple(
        Look(species, finish, dress, roll, light, is_holed=bool(rest), is_dev=is_dev)
        for species, finish, dress, roll, light, *rest in rows
    )


DEV = _looks(
    """
    money  | polished  | tan         | rolled     | window
    money  | polished  | olive       | flat       | bulbs
    money  | mirror    | honey       | far rolled | ring lamp
    money  | matt      | ivory       | rolled     | panels
    ring   | polished  | golden ring | rolled     | tubes
    ring   | satin     | ringed      | far rolled | windows
    egg    | mirror    | spotted     | flat       | skylight
    egg    | painted   | blue paint  | rolled     | desk lamp
    long   | polished  | rosy        | rolled     | trees
    humped | lacquered | chestnut    | rolled     | evening
    rhomb  | polished  | honey       | rolled     | torch
    ribbed | satin     | blotched    | flat       | lantern
    money  | worn      | white       | flat       | window     | holed
    money  | lacquered | brown       | rolled     | windows
    """,
    is_dev=True,
)
"""A third of the looks, for those who work on the eye."""

TEST = _looks(
    """
    money  | polished  | tan         | far rolled | windows
    money  | polished  | honey       | flat       | skylight
    money  | polished  | olive       | rolled     | trees
    money  | mirror    | tan         | flat       | ring lamp
    money  | mirror    | olive       | rolled     | panels
    money  | polished  | brown       | rolled     | evening
    money  | satin     | tan         | far rolled | tubes
    money  | matt      | white       | far rolled | desk lamp
    money  | painted   | red paint   | rolled     | bulbs
    money  | lacquered | dark        | flat       | window
    money  | worn      | ivory       | rolled     | skylight
    rhomb  | mirror    | olive       | far rolled | window
    rhomb  | satin     | honey       | flat       | panels
    rhomb  | painted   | gold paint  | flat       | lantern
    ring   | mirror    | ringed      | flat       | window
    ring   | polished  | ringed      | far rolled | bulbs
    ring   | matt      | golden ring | rolled     | torch
    ring   | worn      | white       | flat       | tubes      | holed
    egg    | polished  | snake       | rolled     | windows
    egg    | polished  | white       | far rolled | evening
    egg    | lacquered | lined       | flat       | trees
    long   | mirror    | lilac       | flat       | tubes
    long   | satin     | lined       | far rolled | ring lamp
    long   | painted   | green paint | rolled     | window
    humped | polished  | snake       | flat       | desk lamp
    humped | mirror    | dark        | far rolled | skylight
    humped | satin     | brown       | rolled     | panels
    ribbed | polished  | white       | rolled     | torch
    ribbed | lacquered | blotched    | rolled     | bulbs
    """,
    is_dev=False,
)
"""The other looks: they are counted, and nobody looks at their failures while working on the eye."""

LOOKS = DEV + TEST

_IVORY, _WHITE, _BLACK = rgb(0.91, 0.86, 0.72), rgb(0.95, 0.95, 0.94), rgb(0.06, 0.06, 0.07)
_RED, _BLUE, _GREEN = rgb(0.68, 0.08, 0.1), rgb(0.1, 0.2, 0.56), rgb(0.08, 0.38, 0.2)
_BROWN, _BONE, _GOLD = rgb(0.42, 0.26, 0.14), rgb(0.86, 0.8, 0.68), rgb(0.85, 0.65, 0.25)

MAKES: Mapping[str, Make] = {
    "ivory drilled": Make(_IVORY, _BLACK, _BLACK, _IVORY, edge=0.22, drilled=0.09),
    "white, red ace": Make(_WHITE, _BLACK, _RED, _WHITE, ace_size=0.27, edge=0.26, coat_rough=0.03),
    "red clear": Make(_RED, _WHITE, _WHITE, rgb(0.8, 0.16, 0.16), edge=0.06, drilled=0.0, coat_rough=0.015),
    "black": Make(_BLACK, _WHITE, _WHITE, _BLACK, edge=0.16, coat_rough=0.03),
    "blue swirled": Make(_BLUE, _GOLD, _GOLD, rgb(0.2, 0.36, 0.72), edge=0.14, coat_rough=0.02),
    "green pearl": Make(_GREEN, _WHITE, _WHITE, rgb(0.2, 0.55, 0.3), edge=0.2, coat_rough=0.03),
    "wooden": Make(_BROWN, _BLACK, _BLACK, rgb(0.5, 0.33, 0.2), coat=0.1, coat_rough=0.4, rough=0.7),
    "bone, square pips": Make(
        _BONE, _BROWN, _BROWN, rgb(0.8, 0.72, 0.58), square=True, coat=0.3, coat_rough=0.2
    ),
    "white printed": Make(
        _WHITE, _BLUE, _RED, _WHITE, drilled=0.0, pip_size=0.15, ace_size=0.2, pip_step=0.45
    ),
}
"""Makes of dice by name."""

DICE = (
    DiceLook("ivory drilled", "window", is_dev=True),
    DiceLook("red clear", "bulbs", is_dev=True),
    DiceLook("white, red ace", "tubes", is_dev=True),
    DiceLook("ivory drilled", "evening"),
    DiceLook("white, red ace", "ring lamp"),
    DiceLook("red clear", "windows"),
    DiceLook("black", "skylight"),
    DiceLook("blue swirled", "panels"),
    DiceLook("green pearl", "desk lamp"),
    DiceLook("wooden", "torch"),
    DiceLook("bone, square pips", "trees"),
    DiceLook("white printed", "lantern"),
)
"""Dice: a third for those who work on the eye."""
