"""The films: who throws what on which table in which light, and what happens then (`films/acts.py`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from films import acts
from films.palm import HandLook
from films.shade import Lens, Light
from films.stage import Stage
from films.table import TableLook

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


OVERHEAD = Lens()


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
    lens: Lens = OVERHEAD
    hand: HandLook = DARK_SLEEVE
    dice: tuple[str, ...] = ("ivory",)
    """Looks of the dice, in turn: ivory, red, black, blue."""
    noise: float = 2.5
    jpeg: int = 85
    ignore_present: bool = False
    whole_picture: bool = False
    """The watch is not told where the tray is."""
    rolls: float = 0.012
    """Friction against rolling: the less, the longer shells rock."""


NEAR = Lens(height_cm=40.0, slant_deg=2.0)
SLANTED = Lens(slant_deg=16.0)
WIDE = Lens(height_cm=60.0, span_cm=26.0)

PLAYS = (
    Play("four-shells", COWRIES, 4, acts.by_hand),
    Play("five-shells-day", COWRIES, 5, acts.by_hand, seed=2, table=WOOD, light=DAY, hand=WHITE),
    Play("six-shells-beyond", COWRIES, 6, acts.from_beyond, seed=3, table=CARPET),
    Play("seven-shells", COWRIES, 7, acts.by_hand, seed=4, table=BLACK, lens=NEAR, hand=BARE),
    Play("five-shells-slow", COWRIES, 5, acts.slow, seed=5, table=CLOTH, light=HARD, rolls=0.003),
    Play("two-dice", DICE, 2, acts.by_hand, seed=6),
    Play("two-dice-beyond", DICE, 2, acts.from_beyond, seed=7, table=CHECKS, light=DAY, dice=("red", "blue")),
    Play("one-die", DICE, 1, acts.by_hand, seed=8, table=BLACK, dice=("black",), light=HARD),
    Play(
        "three-dice", DICE, 3, acts.by_hand, seed=9, table=SAND, lens=SLANTED, dice=("red", "ivory", "black")
    ),
    Play(
        "red-on-green",
        DICE,
        2,
        acts.by_hand,
        seed=10,
        table=TableLook(colour=(0.34, 0.34, 0.2)),
        dice=("red",),
    ),
    Play("two-throws", COWRIES, 5, acts.twice, seed=11, table=WOOD, hand=WOODEN),
    Play("two-throws-dice", DICE, 2, acts.twice, seed=12, table=CARPET, dice=("ivory", "black"), light=WARM),
    Play("dice-in-one-go", DICE, 2, acts.in_one_go, seed=113, hand=WHITE),
    Play("shells-in-one-go", COWRIES, 4, acts.in_one_go, seed=14, table=CHECKS, light=DAY),
    Play("fast-players", DICE, 2, acts.fast_players, seed=15, table=CLOTH, hand=BARE, dice=("blue",)),
    Play("dice-spin", DICE, 2, acts.spins, seed=16),
    Play("die-spins-beside", DICE, 2, acts.one_spins, seed=17, table=BLACK, dice=("red",), light=HARD),
    Play("black-die-spins", DICE, 1, acts.spins, seed=18, table=CHECKS, dice=("black",), light=DAY),
    Play("shells-rock", COWRIES, 4, acts.rocks, seed=19, rolls=0.003),
    Play("one-shell-rocks", COWRIES, 4, acts.one_rocks, seed=20, table=SAND, light=DAY, rolls=0.003),
    Play("shells-rock-little", COWRIES, 4, acts.rocks_little, seed=21, table=WOOD, lens=WIDE, rolls=0.003),
    Play(
        "shell-rocks-dim",
        COWRIES,
        4,
        acts.one_rocks,
        seed=22,
        table=CARPET,
        light=WARM,
        noise=4.0,
        rolls=0.003,
    ),
    Play("shell-leaves", COWRIES, 5, acts.leaves, seed=23, table=LOW),
    Play("die-leaves", DICE, 2, acts.leaves, seed=24, table=LOW, light=HARD),
    Play("one-shell-stays", COWRIES, 4, acts.one_stays, seed=25),
    Play("others-thrown", COWRIES, 5, acts.others_thrown, seed=26, table=CLOTH, hand=WHITE),
    Play("shells-nudged", COWRIES, 4, acts.nudged, seed=27, table=BLACK),
    Play("dice-nudged", DICE, 2, acts.nudged, seed=28, table=WOOD, light=DAY),
    Play("put-back", COWRIES, 5, acts.again, seed=29),
    Play("hovered", COWRIES, 6, acts.hovered, seed=30, table=CHECKS, hand=WHITE),
    Play("sleeves", COWRIES, 5, acts.sleeves, seed=31),
    Play("sleeves-dice", DICE, 2, acts.sleeves, seed=32, table=SAND, light=HARD, hand=WHITE),
    Play("sleeve-at-once", COWRIES, 4, acts.sleeve_at_once, seed=33, table=CARPET),
    Play("hand-at-rim", COWRIES, 5, acts.hand_at_rim, seed=34),
    Play("hand-stays", DICE, 2, acts.hand_stays, seed=35, table=CLOTH, hand=BARE),
    Play("hand-first", COWRIES, 4, acts.hand_first, seed=36, table=BLACK, light=DAY),
    Play("dropped", COWRIES, 5, acts.dropped, seed=37),
    Play("rained", COWRIES, 6, acts.rained, seed=38, table=WOOD, rolls=0.003),
    Play("lamp-off-on", COWRIES, 4, acts.lamp, seed=39),
    Play("lamp-off-on-dice", DICE, 2, acts.lamp, seed=40, table=CHECKS, light=DAY),
    Play("side-lamp", COWRIES, 5, acts.side_lamp, seed=41, table=CLOTH),
    Play("shadows", COWRIES, 5, acts.shadows, seed=42),
    Play("shadows-dice", DICE, 2, acts.shadows, seed=43, table=SAND, light=HARD),
    Play("flicker", COWRIES, 4, acts.flicker, seed=44, table=WOOD),
    Play("flicker-dice", DICE, 2, acts.flicker, seed=45, table=CHECKS, light=DAY),
    Play("gain", COWRIES, 5, acts.gain, seed=46, table=CARPET),
    Play("bumped", COWRIES, 4, acts.bumped, seed=47, table=CHECKS),
    Play("bumped-dice", DICE, 2, acts.bumped, seed=48, table=WOOD, light=HARD),
    Play("dim-and-noisy", COWRIES, 5, acts.by_hand, seed=49, light=WARM, noise=9.0, table=WOOD),
    Play("poor-jpeg", DICE, 2, acts.by_hand, seed=50, jpeg=35, table=CARPET),
    Play("dusk", COWRIES, 4, acts.dusk, seed=51),
    Play("present", COWRIES, 5, acts.present, seed=52, table=CLOTH, ignore_present=True),
    Play("whole-picture", COWRIES, 4, acts.by_hand, seed=53, whole_picture=True),
    Play("whole-picture-dice", DICE, 2, acts.twice, seed=154, table=BLACK, whole_picture=True, hand=WHITE),
)

KEPT = (
    "four-shells",
    "two-dice",
    "one-die",
    "dice-spin",
    "die-spins-beside",
    "one-shell-rocks",
    "shells-rock-little",
    "others-thrown",
    "dice-nudged",
    "lamp-off-on-dice",
    "bumped-dice",
    "shadows-dice",
    "hand-stays",
    "fast-players",
    "poor-jpeg",
    "flicker",
)
"""Films that stand in the repository, in tests/films; the tests play them."""
