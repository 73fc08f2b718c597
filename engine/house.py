"""House rules: a game as one household plays it, under a name that people know, and which version of it.

They hold every value, not only what differs from the preset: what was agreed stays so, whatever a later
preset says. A game carries those that it was begun with (`engine.events.Setup`), whatever becomes of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import NotationError, SetupError
from engine.names import fitting
from engine.options import OptionValue, options_of
from engine.registry import game_info, make_rules

LAST_VERSION = 999
"""The highest number of a version."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The rules of one household; `house_rules` makes them and checks them.

    >>> rules = house_rules("pachisi", "seven", {"all_first": False}, name="Grandmother's rules")
    >>> str(rules)
    "Grandmother's rules, version 1"
    >>> rules.values["cancel"], rules.options
    (False, {'all_first': False})
    """

    game: str
    preset: str
    """The named rule set that they begin from: its board and shells, and what no option names."""
    name: str
    version: int
    values: Mapping[str, OptionValue]
    """Every option that games have, with its value."""

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
        return f"{self.name}, version {self.version}"

    def to_json(self) -> dict[str, Any]:
        """Write what the setup of a game does not say by itself."""
        return {"name": self.name, "version": self.version, "values": dict(self.values)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], *, game: str, preset: str) -> HouseRules:
        """Read it back; whether it can be played is not asked: old games show what they were played by.

        Raises:
            ValueError: If a part is of another kind.
            KeyError: If a part is missing.
        """
        name, version, values = data["name"], data["version"], data["values"]
        if not (isinstance(preset, str) and isinstance(name, str) and type(version) is int):
            raise NotationError("house rules have a name, a preset and a number")
        return cls(game, preset, name, version, _with_later(game, options_of(values)))


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
    return HouseRules(game, chosen.name, called, version, values)


def house_name(name: str) -> str:
    """Trim the name of house rules.

    Raises:
        SetupError: If it shows nothing or is too long.
    """
    called = fitting(name)
    if not called:
        raise SetupError("the house rules have no name that can be seen: give them one")
    return called
