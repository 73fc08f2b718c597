"""What happens in each film: throws of every kind, and everything that must not be taken for one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from palm import HandLook
from shade import Lens, Light
from stage import Stage
from table import TableLook

COWRIES, DICE = "cowries", "dice"

FELT = TableLook()
LOW = TableLook(floor="felt", colour=(0.16, 0.2, 0.4), height=0.5)
WOOD = TableLook(floor="wood", colour=(0.66, 0.46, 0.29), rim=(0.3, 0.2, 0.12))
CHECKS = TableLook(floor="checks", colour=(0.72, 0.66, 0.6), rim=(0.25, 0.22, 0.2))
CARPET = TableLook(floor="carpet", colour=(0.45, 0.14, 0.13))
CLOTH = TableLook(floor="cloth", colour=(0.5, 0.48, 0.42), around=(0.2, 0.2, 0.22))
BLACK = TableLook(floor="felt", colour=(0.1, 0.1, 0.11), rim=(0.2, 0.15, 0.12))
SAND = TableLook(floor="plain", colour=(0.78, 0.7, 0.55), rim=(0.75, 0.66, 0.5))

DAY = Light(to_lamp=(0.5, 0.5, 1.0), lamp=0.45, room=0.75, softness=0.5)
HARD = Light(to_lamp=(-0.8, 0.3, 0.8), lamp=1.2, room=0.18, softness=0.05)
WARM = Light(to_lamp=(0.3, 0.7, 0.7), lamp=0.45, room=0.12, warmth=0.7)
LAMP = Light()

DARK_SLEEVE = HandLook()
BARE = HandLook(sleeve=(0.7, 0.5, 0.4))
WHITE = HandLook(skin=(0.4, 0.27, 0.2), sleeve=(0.85, 0.85, 0.86))
WOODEN = HandLook(skin=(0.68, 0.47, 0.31), sleeve=(0.66, 0.46, 0.29), small=0.68)
"""Nearly the colour of the wooden tray."""


@dataclass(frozen=True, slots=True)
class Play:
    """One film."""

    name: str
    kind: str
    count: int
    act: Callable[[Stage, list[int]], None]
    seed: int = 1
    table: TableLook = FELT
    light: Light = LAMP
    lens: Lens = Lens()
    hand: HandLook = DARK_SLEEVE
    dice: tuple[str, ...] = ("ivory",)
    """Looks of the dice, in turn: ivory, red, black, blue."""
    noise: float = 2.5
    jpeg: int = 85
    ignore_present: bool = False
    whole_picture: bool = False
    """The watch is not told where the tray is."""
    thrown: dict[str, float] = field(default_factory=dict)


def once(stage: Stage, all_: list[int], **how: object) -> None:
    stage.pause(12)
    stage.throw(all_, **how)  # type: ignore[arg-type]
    stage.rest("throw")


def by_hand(stage: Stage, all_: list[int]) -> None:
    once(stage, all_)
    stage.clear(all_)
    stage.settle()
    stage.tell("cleared")


def from_beyond(stage: Stage, all_: list[int]) -> None:
    once(stage, all_, hand=False)


def slow(stage: Stage, all_: list[int]) -> None:
    once(stage, all_, speed=30.0, spin=6.0, high=3.0)


def twice(stage: Stage, all_: list[int]) -> None:
    for side in ("near", "right"):
        once(stage, all_, side=side)
        stage.clear(all_, between=2)
        stage.settle()
        stage.tell("cleared")


def in_one_go(stage: Stage, all_: list[int]) -> None:
    """Picked up and thrown again at once: the tray is never seen empty and still."""
    once(stage, all_)
    for _ in range(2):
        stage.clear(all_, frames=4, between=2)
        stage.throw(all_, side="near")
        stage.rest("throw")


def fast_players(stage: Stage, all_: list[int]) -> None:
    once(stage, all_, side="near")
    stage.clear(all_, side="near", frames=4, between=1)
    stage.throw(all_, side="far")
    stage.rest("throw", then=10)
    stage.clear(all_, side="far", frames=4, between=1)
    stage.throw(all_, side="right")
    stage.rest("throw", then=10)


def _on_corner() -> np.ndarray:
    half = np.arctan(np.sqrt(2)) / 2
    axis = np.array([1.0, -1.0, 0.0]) / np.sqrt(2)
    return np.array([np.cos(half), *(np.sin(half) * axis)])


def _spin(stage: Stage, number: int, x: float, y: float, rate: float) -> None:
    stage.world.release(
        number,
        np.array([x, y, 1.36]),
        _on_corner(),
        speed=np.array([2.0, 1.0, 0.0]),
        spin=np.array([0.0, 0.0, rate]),
    )


def spins(stage: Stage, all_: list[int]) -> None:
    stage.pause(12)
    hand = stage.reach("near", 0.0, 0.5, 6, grip=0.8, z=3.0)
    for place, number in enumerate(all_):
        _spin(stage, number, -2.5 + 4.5 * place, 0.8 - place, 95.0 - 20 * place)
    stage.leave(hand, 4)
    stage.rest("throw")


def one_spins(stage: Stage, all_: list[int]) -> None:
    """One die lies long before the other, spinning on its corner in one place, has fallen over."""
    stage.pause(12)
    stage.drop(all_[0], 3.5, 1.0, high=1.5)
    _spin(stage, all_[1], -2.0, -0.5, 120.0)
    stage.rest("throw")


MOUTH_UP = np.array([0.0, 1.0, 0.0, 0.0])


def _rock(stage: Stage, number: int, x: float, y: float, rate: float) -> None:
    turn = stage.rng.uniform(0, np.pi)
    face = np.array([0.0, np.cos(turn), np.sin(turn), 0.0])
    stage.world.release(
        number,
        np.array([x, y, 1.0]),
        face,
        speed=np.zeros(3),
        spin=np.array([np.cos(2 * turn), np.sin(2 * turn), 0.0]) * rate,
    )


def rocks(stage: Stage, all_: list[int]) -> None:
    stage.pause(12)
    hand = stage.reach("near", 0.0, -0.5, 6, grip=0.8, z=3.0)
    for place, number in enumerate(all_):
        _rock(stage, number, -5.0 + 3.2 * place, 1.8 * (-1) ** place, 9.0)
    stage.leave(hand, 4)
    stage.rest("throw")


def one_rocks(stage: Stage, all_: list[int]) -> None:
    stage.pause(12)
    for place, number in enumerate(all_[1:]):
        stage.drop(number, -5.0 + 3.2 * place, 2.5, high=1.2)
    _rock(stage, all_[0], 1.0, -2.0, 14.0)
    stage.rest("throw")


def rocks_little(stage: Stage, all_: list[int]) -> None:
    """A shell is set rocking so little that only its light changes, just as the others have come to rest."""
    stage.pause(12)
    for place, number in enumerate(all_):
        _rock(stage, number, -5.0 + 3.2 * place, -2.0 + place, 2.5)
    stage.rest("throw")


def leaves(stage: Stage, all_: list[int]) -> None:
    """One flies out over the rim."""
    stage.pause(12)
    stage.throw(all_[:-1], side="near")
    stage.world.release(
        all_[-1],
        np.array([3.0, 0.0, 3.5]),
        np.array([0.8, 0.6, 0.0, 0.0]),
        speed=np.array([75.0, 10.0, 35.0]),
        spin=stage.rng.normal(size=3) * 15,
    )
    stage.rest("throw")
    stage.clear(all_[:-1])
    stage.settle()
    stage.tell("cleared")


def one_stays(stage: Stage, all_: list[int]) -> None:
    once(stage, all_)
    stage.clear(all_[1:])
    stage.rest("nothing")
    stage.pause(8)
    stage.clear(all_[:1])
    stage.settle()
    stage.tell("cleared")
    once(stage, all_)


def others_thrown(stage: Stage, all_: list[int]) -> None:
    """One shell is left lying and the others are thrown again: a new throw."""
    once(stage, all_)
    stage.clear(all_[1:], between=2)
    stage.rest("nothing")
    stage.throw(all_[1:], side="right")
    stage.rest("throw")


def nudged(stage: Stage, all_: list[int]) -> None:
    once(stage, all_)
    stage.nudge(all_[0])
    stage.rest("change")
    stage.nudge(all_[-1], side="right", speed=45.0)
    stage.rest("change")
    stage.clear(all_, between=2)
    stage.settle()
    stage.tell("cleared")


def hovered(stage: Stage, all_: list[int]) -> None:
    """A hand points at the throw and stays over it for a while."""
    once(stage, all_)
    hand = stage.reach("right", 1.0, 0.0, 6, grip=0.3)
    for _ in range(30):
        x, y = stage.rng.normal(0, 0.04, 2)
        stage.frame(type(hand)(hand.x + x, hand.y + y, hand.angle, hand.grip, hand.z))
    stage.leave(hand, 6)
    stage.pause(14)
    stage.tell("nothing")


def sleeves(stage: Stage, all_: list[int]) -> None:
    stage.pause(12)
    stage.sleeve(side="right")
    stage.pause(12)
    stage.tell("nothing")
    once(stage, all_)
    for side, aside in (("right", 2.0), ("left", -2.0), ("far", 1.0)):
        stage.sleeve(side=side, aside=aside, deep=4.0)
        stage.pause(12)
        stage.tell("nothing")


def sleeve_at_once(stage: Stage, all_: list[int]) -> None:
    """A sleeve passes over just as the throw comes to rest."""
    stage.pause(12)
    stage.throw(all_, hand=False)
    stage.pause(6)
    stage.sleeve(side="left", frames=10, deep=3.0)
    stage.rest("throw")


def hand_at_rim(stage: Stage, all_: list[int]) -> None:
    """A hand rests on the rim and the table beside it, not in the tray."""
    once(stage, all_, hand=False, side="far")
    stage.lean("near", 40, inside=-0.7)
    stage.pause(12)
    stage.tell("nothing")


def hand_stays(stage: Stage, all_: list[int]) -> None:
    """The hand that threw stays in the tray; nothing is read before it has gone."""
    stage.pause(12)
    stage.throw(all_, hand=False, side="far")
    stage.lean("near", 45, inside=2.6, tremble=0.05)
    stage.rest("throw")


def hand_first(stage: Stage, all_: list[int]) -> None:
    """A hand rests in the empty tray for long, goes, and only then is thrown."""
    stage.pause(12)
    stage.lean("left", 60, inside=3.0, tremble=0.02)
    stage.pause(12)
    stage.tell("nothing")
    once(stage, all_, hand=False, side="far")


def dropped(stage: Stage, all_: list[int]) -> None:
    """Dropped one after another, the hand always over the tray."""
    stage.pause(12)
    hand = stage.reach("near", -4.0, -1.0, 6, grip=0.8)
    for place, number in enumerate(all_):
        x = -4.5 + 9.0 * place / max(1, len(all_) - 1)
        goal = stage._over("near", x, -1.0, 0.8, 4.0, 0.0)
        for share in np.linspace(0, 1, 8)[1:]:
            stage.frame(hand.towards(goal, share))
        hand = goal
        stage.drop(number, x, 0.2)
        for _ in range(5):
            stage.frame(hand)
    stage.leave(hand, 6)
    stage.rest("throw")


def rained(stage: Stage, all_: list[int]) -> None:
    """One after another comes from beyond the picture, a third of a second apart."""
    stage.pause(12)
    for place, number in enumerate(all_):
        stage.throw([number], hand=False, aside=-3.0 + 6.0 * place / max(1, len(all_) - 1), speed=38.0)
        stage.pause(5)
    stage.rest("throw")


def lamp(stage: Stage, all_: list[int]) -> None:
    """The lamp goes out and on again: over the empty tray, and over a throw."""
    stage.pause(12)
    stage.effect("lamp", 30, level=0.02)
    stage.pause(50)
    stage.tell("nothing")
    once(stage, all_)
    stage.effect("lamp", 30, level=0.02)
    stage.pause(50)
    stage.effect("lamp", 400, level=0.45)
    stage.pause(30)
    stage.tell("nothing")
    stage.clear(all_)
    stage.settle()
    stage.tell("cleared")
    once(stage, all_)


def side_lamp(stage: Stage, all_: list[int]) -> None:
    """A second lamp, which lights one side more, goes on and off."""
    once(stage, all_)
    stage.effect("side lamp", 40, level=0.9)
    stage.pause(60)
    stage.tell("nothing")
    stage.clear(all_)
    stage.settle()
    stage.tell("cleared")
    stage.effect("side lamp", 400, level=0.8)
    stage.pause(25)
    stage.tell("nothing")
    once(stage, all_)


def shadows(stage: Stage, all_: list[int]) -> None:
    """Somebody's shadow passes over the empty tray and over a throw, and stays a while."""
    stage.pause(12)
    stage.effect("shadow", 45, depth=0.45)
    stage.pause(60)
    stage.tell("nothing")
    once(stage, all_)
    stage.effect("shadow", 30, depth=0.5)
    stage.pause(45)
    stage.effect("shadow", 60, depth=0.35)
    stage.pause(75)
    stage.tell("nothing")
    stage.clear(all_)
    stage.settle()
    stage.tell("cleared")


def flicker(stage: Stage, all_: list[int]) -> None:
    """Lamps on 50 Hz mains: bands of light wander through the picture."""
    stage.effect("bands", 1000, level=0.08)
    by_hand(stage, all_)


def gain(stage: Stage, all_: list[int]) -> None:
    """The camera sets its exposure anew all the time."""
    stage.effect("gain", 1000, level=0.12)
    by_hand(stage, all_)


def bumped(stage: Stage, all_: list[int]) -> None:
    """Somebody bumps the table: empty, with a throw read, and cleared after."""
    stage.pause(12)
    stage.effect("shift", 1500, x=1.4, y=-0.8)
    stage.pause(20)
    stage.tell("nothing")
    once(stage, all_)
    stage.effect("shift", 1500, x=-1.7, y=1.3)
    stage.pause(20)
    stage.effect("shift", 1500, x=2.0, y=0.6)
    stage.pause(20)
    stage.tell("nothing")
    stage.clear(all_)
    stage.settle()
    stage.tell("cleared")
    once(stage, all_)


def dusk(stage: Stage, all_: list[int]) -> None:
    """It grows dark slowly, with a throw lying there, and the game goes on."""
    once(stage, all_)
    stage.effect("dusk", 2000, level=0.5, over=150)
    stage.pause(160)
    stage.tell("nothing")
    stage.clear(all_)
    stage.settle()
    stage.tell("cleared")
    once(stage, all_)


def present(stage: Stage, all_: list[int]) -> None:
    """What lies there when the box begins, or after an undo, is no throw; the next one is."""
    for place, number in enumerate(all_):
        stage.drop(number, -4.0 + 8.0 * place / max(1, len(all_) - 1), 1.0 - place % 2 * 2, high=1.0)
    stage.settle()
    start = stage.now
    stage.pause(20)
    stage.tell("nothing")
    stage.effects.append({"kind": "begin", "from": start, "until": start})
    stage.sleeve(side="left", deep=3.0)
    stage.pause(12)
    stage.tell("nothing")
    stage.clear(all_)
    stage.settle()
    stage.tell("cleared")
    once(stage, all_)


def again(stage: Stage, all_: list[int]) -> None:
    """A shell is picked up and put back beside where it lay: a change."""
    once(stage, all_)
    x, y = stage.place(all_[0])
    stage.clear(all_[:1])
    stage.rest("nothing")
    hand = stage.reach("near", x, y - 0.5, 6, grip=0.8, z=2.5)
    stage.drop(all_[0], x + 0.6, y - 1.2, high=1.2)
    stage.leave(hand, 6)
    stage.rest("change")


NEAR = Lens(height_cm=40.0, slant_deg=2.0)
SLANTED = Lens(slant_deg=16.0)
WIDE = Lens(height_cm=60.0, span_cm=26.0)

PLAYS = (
    Play("four-shells", COWRIES, 4, by_hand),
    Play("five-shells-day", COWRIES, 5, by_hand, seed=2, table=WOOD, light=DAY, hand=WHITE),
    Play("six-shells-beyond", COWRIES, 6, from_beyond, seed=3, table=CARPET),
    Play("seven-shells", COWRIES, 7, by_hand, seed=4, table=BLACK, lens=NEAR, hand=BARE),
    Play("five-shells-slow", COWRIES, 5, slow, seed=5, table=CLOTH, light=HARD),
    Play("two-dice", DICE, 2, by_hand, seed=6),
    Play("two-dice-beyond", DICE, 2, from_beyond, seed=7, table=CHECKS, light=DAY, dice=("red", "blue")),
    Play("one-die", DICE, 1, by_hand, seed=8, table=BLACK, dice=("black",), light=HARD),
    Play("three-dice", DICE, 3, by_hand, seed=9, table=SAND, lens=SLANTED, dice=("red", "ivory", "black")),
    Play("red-on-green", DICE, 2, by_hand, seed=10, table=TableLook(colour=(0.34, 0.34, 0.2)), dice=("red",)),
    Play("two-throws", COWRIES, 5, twice, seed=11, table=WOOD, hand=WOODEN),
    Play("two-throws-dice", DICE, 2, twice, seed=12, table=CARPET, dice=("ivory", "black"), light=WARM),
    Play("dice-in-one-go", DICE, 2, in_one_go, seed=13, hand=WHITE),
    Play("shells-in-one-go", COWRIES, 4, in_one_go, seed=14, table=CHECKS, light=DAY),
    Play("fast-players", DICE, 2, fast_players, seed=15, table=CLOTH, hand=BARE, dice=("blue",)),
    Play("dice-spin", DICE, 2, spins, seed=16),
    Play("die-spins-beside", DICE, 2, one_spins, seed=17, table=BLACK, dice=("red",), light=HARD),
    Play("black-die-spins", DICE, 1, spins, seed=18, table=CHECKS, dice=("black",), light=DAY),
    Play("shells-rock", COWRIES, 4, rocks, seed=19),
    Play("one-shell-rocks", COWRIES, 4, one_rocks, seed=20, table=SAND, light=DAY),
    Play("shells-rock-little", COWRIES, 4, rocks_little, seed=21, table=WOOD, lens=WIDE),
    Play("shell-rocks-dim", COWRIES, 4, one_rocks, seed=22, table=CARPET, light=WARM, noise=4.0),
    Play("shell-leaves", COWRIES, 5, leaves, seed=23, table=LOW),
    Play("die-leaves", DICE, 2, leaves, seed=24, table=LOW, light=HARD),
    Play("one-shell-stays", COWRIES, 4, one_stays, seed=25),
    Play("others-thrown", COWRIES, 5, others_thrown, seed=26, table=CLOTH, hand=WHITE),
    Play("shells-nudged", COWRIES, 4, nudged, seed=27, table=BLACK),
    Play("dice-nudged", DICE, 2, nudged, seed=28, table=WOOD, light=DAY),
    Play("put-back", COWRIES, 5, again, seed=29),
    Play("hovered", COWRIES, 6, hovered, seed=30, table=CHECKS, hand=WHITE),
    Play("sleeves", COWRIES, 5, sleeves, seed=31),
    Play("sleeves-dice", DICE, 2, sleeves, seed=32, table=SAND, light=HARD, hand=WHITE),
    Play("sleeve-at-once", COWRIES, 4, sleeve_at_once, seed=33, table=CARPET),
    Play("hand-at-rim", COWRIES, 5, hand_at_rim, seed=34),
    Play("hand-stays", DICE, 2, hand_stays, seed=35, table=CLOTH, hand=BARE),
    Play("hand-first", COWRIES, 4, hand_first, seed=36, table=BLACK, light=DAY),
    Play("dropped", COWRIES, 5, dropped, seed=37),
    Play("rained", COWRIES, 6, rained, seed=38, table=WOOD),
    Play("lamp-off-on", COWRIES, 4, lamp, seed=39),
    Play("lamp-off-on-dice", DICE, 2, lamp, seed=40, table=CHECKS, light=DAY),
    Play("side-lamp", COWRIES, 5, side_lamp, seed=41, table=CLOTH),
    Play("shadows", COWRIES, 5, shadows, seed=42),
    Play("shadows-dice", DICE, 2, shadows, seed=43, table=SAND, light=HARD),
    Play("flicker", COWRIES, 4, flicker, seed=44, table=WOOD),
    Play("flicker-dice", DICE, 2, flicker, seed=45, table=CHECKS, light=DAY),
    Play("gain", COWRIES, 5, gain, seed=46, table=CARPET),
    Play("bumped", COWRIES, 4, bumped, seed=47, table=CHECKS),
    Play("bumped-dice", DICE, 2, bumped, seed=48, table=WOOD, light=HARD),
    Play("dim-and-noisy", COWRIES, 5, by_hand, seed=49, light=WARM, noise=9.0, table=WOOD),
    Play("poor-jpeg", DICE, 2, by_hand, seed=50, jpeg=35, table=CARPET),
    Play("dusk", COWRIES, 4, dusk, seed=51),
    Play("present", COWRIES, 5, present, seed=52, table=CLOTH, ignore_present=True),
    Play("whole-picture", COWRIES, 4, by_hand, seed=53, whole_picture=True),
    Play("whole-picture-dice", DICE, 2, twice, seed=54, table=BLACK, whole_picture=True, hand=WHITE),
)
