"""What the phone offers: presets and options, and the rules that they give."""

from __future__ import annotations

from collections.abc import Mapping

from engine.chowka_bhara.rules import ChowkaBhara
from engine.chowka_bhara.variants import VARIANTS
from engine.options import GameInfo, Option, OptionValue, Preset

INFO = GameInfo(
    name="chowka-bhara",
    title="Chowka Bhara",
    players=(2, 3, 4),
    presets=(
        Preset(
            "5x5",
            "25 squares and four cowries, with kadi, gattis and challenges",
            {"share_crossed": False, "swap_four_eight": False},
        ),
        Preset(
            "7x7",
            "49 squares with a third ring, and six cowries: 1 to 6 mouths count 1 to 6, none counts 12",
            {"share_crossed": False, "swap_four_eight": False},
        ),
    ),
    options=(
        Option(
            "share_crossed",
            (False, True),
            "C7",
            "Pawns of several players may share a crossed square.",
        ),
        Option(
            "swap_four_eight",
            (False, True),
            "C2",
            "Four mouths count 8 and no mouths count 4, instead of the other way round.",
        ),
    ),
)
"""The family on the phone."""


def make(preset: Preset, written: Mapping[str, OptionValue], players: int) -> ChowkaBhara:
    """Put the rules together.

    Raises:
        SetupError: If an option makes no sense with the preset.
    """
    options = {**preset.defaults, **written}
    return ChowkaBhara(
        VARIANTS[preset.name],
        players=players,
        share_crossed=options["share_crossed"] is True,
        swap_four_eight=options["swap_four_eight"] is True,
    )
