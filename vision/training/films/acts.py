"""What happens in films: throws of every kind, and everything that must not be taken for one.

Each act plays on a stage with the numbers of all bodies, and writes down what a watch has to tell of it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from films.palm import Hand
from films.stage import Stage


def once(stage: Stage, all_: list[int], **how: Any) -> None:
    stage.pause(12)
    stage.throw(all_, **how)
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
        stage.frame(Hand(hand.x + x, hand.y + y, hand.angle, hand.grip, hand.z))
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
    stage.lean("near", 40, inside=-1.7)
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
        goal = stage.over("near", x, -1.0, 0.8, 4.0, 0.0)
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
