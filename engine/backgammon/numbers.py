"""How each preset numbers the rules that all three share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Numbers:
    """Rule numbers by what they say. The page gives them at the end of `standard`."""

    begins: str
    """Who begins."""
    die: str
    """A die moves one checker as many points as it shows."""
    doublet: str
    """Equal dice."""
    bar: str
    """Checkers on the bar come in first."""
    landing: str
    """Which points are open."""
    hit: str
    all_home: str
    """Bearing off begins when all are home."""
    exact: str
    """A die that is larger than any point held."""
    borne_off: str
    """A checker is borne off."""
    off: str
    """A checker that is off stays off."""
    go_on: str
    """What must be played."""
    must_off: str
    """A die that can only bear off must."""
    turn: str
    """Whose turn it is, and how it passes."""
    lost: str
    """Dice that cannot be played."""
    passed: str
    """Nothing can be played at all."""
    won: str
    """Who wins."""
    cube: str
    """The doubling cube."""

    def rule_of(self, key: str) -> str:
        """Return the rule behind an objection that no move explains, by the reason's key."""
        if key in ("board-used-up", "board-backwards"):
            return self.die
        if key in ("board-not-taken", "board-safe"):
            return self.hit
        return self.turn if key == "board-other-piece" else ""


NUMBERS: Mapping[str, Numbers] = {
    "standard": Numbers(
        begins="BS1",
        die="BF4",
        doublet="BF9",
        bar="BF7",
        landing="BF5",
        hit="BF6",
        all_home="BF13",
        exact="BF14",
        borne_off="BF13",
        off="BF4",
        go_on="BS2",
        must_off="BS2",
        turn="BS7",
        lost="BS2",
        passed="BS2",
        won="BS3",
        cube="BS4",
    ),
    "finnish": Numbers(
        begins="BF3",
        die="BF4",
        doublet="BF9",
        bar="BF7",
        landing="BF5",
        hit="BF6",
        all_home="BF13",
        exact="BF14",
        borne_off="BF13",
        off="BF4",
        go_on="BF12",
        must_off="BF15",
        turn="BF10",
        lost="BF11",
        passed="BF11",
        won="BF1",
        cube="BP32",
    ),
    "polish": Numbers(
        begins="BP5",
        die="BP7",
        doublet="BP14",
        bar="BP17",
        landing="BP10",
        hit="BP15",
        all_home="BP23",
        exact="BP26",
        borne_off="BP25",
        off="BP27",
        go_on="BP11",
        must_off="BP11",
        turn="BP12",
        lost="BP11",
        passed="BP12",
        won="BP2",
        cube="BP32",
    ),
}
"""Preset → its numbers. `standard` takes the moves of one checker from BF4 to BF14."""
