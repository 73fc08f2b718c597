"""House rules: a game as one household plays it, under a name that people know.

They hold every value, not only what differs from the preset: what was agreed stays so, whatever a later
preset says. A game carries those that it was begun with (`engine.events.Setup`), whatever becomes of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from engine.errors import SetupError
from engine.names import fitting
from engine.options import OptionValue
from engine.record import INTERNAL
from engine.registry import game_info, make_rules

LAST_VERSION = 999
"""The highest number of a version."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The rules of one household; `house_rules` makes them and checks them.

    >>> rules = house_rules("pachisi", "seven", {"all_first": False}, name="Grandmother's rules")
    >>> str(rules)
    "Grandmother's rules"
    >>> rules.values["cancel"], rules.options
    (False, {'all_first': False})
    """

    name: str
    version: int
    """1, or the number that a box of v0.1.0 gave; journals, links and score sheets carry it."""
    values: Mapping[str, OptionValue]
    """Every option that games have, with its value."""
    game: Annotated[str, INTERNAL] = ""
    preset: Annotated[str, INTERNAL] = ""
    """The named rule set that they begin from: its board and shells, and what no option names."""

    @property
    def options(self) -> dict[str, OptionValue]:
        """What differs from the preset, and nothing that follows by itself from the rest of it.

        Raises:
            SetupError: If the game, preset or an option does not exist in this version of the engine.
        """
        info = game_info(self.game)
        preset = info.preset(self.preset)
        written = info.checked(self.values)
        for key in tuple(written):
            rest = {other: value for other, value in written.items() if other != key}
            if info.in_force(preset, rest).get(key) == written[key]:
                written = rest
        return written

    def __str__(self) -> str:
        return self.name

    def of(self, game: str, preset: str) -> HouseRules:
        """Return those that were read with a setup, which names the game and the preset."""
        return replace(self, game=game, preset=preset, values=_with_later(game, self.values))


def _with_later(game: str, values: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Add to all values of an older version by what it played where it did not know an option yet."""
    try:
        options = game_info(game).options
    except SetupError:  # of a newer version, which this box was before
        return dict(values)
    if any(option.before is None and option.in_games and option.key not in values for option in options):
        return dict(values)  # of another kind of game, which nobody can play now
    later = {option.key: option.before for option in options if option.before is not None}
    return {**later, **values}


def house_rules(
    game: str,
    preset: str | None,
    options: Mapping[str, OptionValue],
    *,
    name: str,
    version: int = 1,
) -> HouseRules:
    """Return rules a name; every option gets the value that is in force.

    Raises:
        SetupError: If the name or version cannot be, or nobody could play by such rules.
    """
    called = house_name(name)
    if not 1 <= version <= LAST_VERSION:
        raise SetupError(
            "version {version} cannot be: there are 1 to {last}", version=version, last=LAST_VERSION
        )
    info = game_info(game)
    chosen = info.preset(preset)
    info.must_be_played(options)
    # Some options are for four: with as many players as can be, nothing is refused for their number.
    make_rules(game, chosen.name, options=options, players=max(info.players))
    in_force = info.in_force(chosen, options)
    values = {option.key: in_force[option.key] for option in info.options if option.in_games}
    return HouseRules(called, version, values, game, chosen.name)


def house_name(name: str) -> str:
    """Trim the name of house rules.

    Raises:
        SetupError: If it shows nothing or is too long.
    """
    called = fitting(name)
    if not called:
        raise SetupError("the house rules have no name that can be seen: give them one")
    return called
