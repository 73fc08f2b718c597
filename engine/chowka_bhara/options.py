"""What households play differently: the boards with their shells, and the options.

A further variant is one more entry of `VARIANTS` and one more preset. Everything else (rings, homes, inner
rings, the gate of C4) follows from the size. Other spellings: Chowka Bara, Chauka Bara, Ashta Chamma, Katte
Mane.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.chowka_bhara.throws import FOUR_COWRIES, FOUR_COWRIES_SWAPPED, SIX_COWRIES
from engine.options import GameInfo, Option, OptionValue, Preset
from engine.values import ThrowTable


@dataclass(frozen=True, slots=True)
class Variant:
    """A board and its shells."""

    name: str
    size: int
    """Squares along a side: odd, 5 or more."""
    table: ThrowTable
    swapped: ThrowTable | None
    """Throw values under `swap_four_eight`; None where there is no 4 and 8 to swap."""


VARIANTS = {
    variant.name: variant
    for variant in (
        Variant("5x5", 5, FOUR_COWRIES, FOUR_COWRIES_SWAPPED),
        Variant("7x7", 7, SIX_COWRIES, None),
    )
}
"""Every variant by the name of its preset."""

_USUAL: Mapping[str, OptionValue] = {"share_crossed": False, "swap_four_eight": False, "kadi_again": False}

INFO = GameInfo(
    name="chowka-bhara",
    title="Chowka Bhara",
    players=(2, 3, 4),
    presets=(
        Preset(
            "5x5",
            "25 squares and four cowries, with kadi, gattis and challenges",
            _USUAL,
        ),
        Preset(
            "7x7",
            "49 squares with a third ring, and six cowries: 1 to 6 mouths count 1 to 6, none counts 12",
            _USUAL,
        ),
    ),
    options=(
        Option(
            "share_crossed",
            (False, True),
            "C7",
            "Pawns of several players may share a crossed square",
            "safe",
            "On a crossed square nobody is killed.",
        ),
        Option(
            "swap_four_eight",
            (False, True),
            "C2",
            "Four mouths count 8 and no mouths count 4, instead of the other way round",
            "throws",
        ),
        Option(
            "kadi_again",
            (False, True),
            "C18",
            "Whoever is killed back to the start must earn the kadi again",
            "inner",
            "The kadi is a player’s first kill: it opens the inner ring, on which all pawns go home.",
        ),
    ),
)
"""The family on the phone."""
