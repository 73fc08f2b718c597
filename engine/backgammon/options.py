"""Presets and options of backgammon: data for the phone, and which of them go together."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import SetupError
from engine.options import GameInfo, Option, OptionValue, Preset

_SWITCH = (True, False)
ONCE = "once"
"""What `automatic_doubles` may be besides true and false (BS5): only the first tie doubles the cube."""
_PLAIN: Mapping[str, OptionValue] = {
    "start": "standard",
    "cube": False,
    "crawford": False,
    "jacoby": False,
    "beavers": False,
    "automatic_doubles": False,
}


INFO = GameInfo(
    name="backgammon",
    title="Backgammon",
    players=(2,),
    presets=(
        Preset("standard", "As played in clubs and tournaments", {**_PLAIN, "cube": True}),
        Preset(
            "finnish",
            "As a Finnish description of the game tells it; the first player has black and goes "
            "clockwise, the second white",
            _PLAIN,
        ),
        Preset(
            "polish",
            "As a Polish description of the game tells it; the first player has red and goes "
            "clockwise, the second white",
            _PLAIN,
        ),
    ),
    options=(
        Option(
            "start",
            ("standard", "nackgammon", "hypergammon"),
            "BS8",
            "How the checkers stand at first",
            "start",
        ),
        Option(
            "cube",
            _SWITCH,
            "BS4",
            "A doubling cube multiplies the points",
            "cube",
            "Before throwing, a player may offer to play for twice as much; who refuses loses at once.",
        ),
        Option(
            "crawford",
            _SWITCH,
            "BS5",
            "No doubling in the game after a player comes within one point",
            "cube",
            in_games=False,
        ),
        Option(
            "jacoby",
            _SWITCH,
            "BS5",
            "Gammons count only after a double (money play)",
            "cube",
            "A gammon is a win before the loser has taken a checker off; it counts double.",
        ),
        Option(
            "beavers",
            _SWITCH,
            "BS5",
            "Who is doubled may double at once and keep the cube (money play)",
            "cube",
        ),
        Option(
            "automatic_doubles",
            (True, False, ONCE),
            "BS1",
            "A tie in the throws for the beginning doubles the cube",
            "cube",
        ),
    ),
)
"""What the phone offers."""


def chosen(preset: Preset, written: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Put the options in force together: those written, else the preset's.

    `crawford` stays off here unless written: whether a match is played is the match's business.

    Raises:
        SetupError: If what was written makes no sense with another option, naming both.
    """
    options = {**preset.defaults, **written}
    if not options["cube"]:
        for key in ("crawford", "jacoby", "beavers", "automatic_doubles"):
            if options[key]:
                raise INFO.needs_other(
                    key,
                    "cube",
                    text=f"option {key!r} is about the doubling cube, but option 'cube' is false: set 'cube' "
                    f"to true or leave {key!r} out",
                )
    for key in ("jacoby", "beavers"):
        if options["crawford"] and options[key]:
            raise SetupError(
                "“{option}” is for matches and “{other}” for money play ({rule}): choose one of them",
                text=f"option 'crawford' is for matches and option {key!r} for money play: choose one "
                "of them",
                mends=[("crawford", False), (key, False)],
                option=INFO.option("crawford").words,
                other=INFO.option(key).words,
                rule="BS5",
            )
    if options["automatic_doubles"] and preset.name == "finnish":
        raise SetupError(
            "“{option}” makes no sense here: the first player begins, and nobody throws for it ({rule})",
            text="option 'automatic_doubles' is about ties in the throws for the beginning, but in preset "
            "'finnish' player 1 begins without any (BF3): leave it out",
            mends=[("automatic_doubles", False)],
            option=INFO.option("automatic_doubles").words,
            rule="BF3",
        )
    return options
