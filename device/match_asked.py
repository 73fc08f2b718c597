"""A match as the command line asks for it: ``--match 7`` or ``--match money``, its clock and conduct."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from device.errors import ConfigError
from engine.errors import FieldError
from engine.events import Setup
from engine.match import BY_POINTS, LONGEST_MATCH, Conduct, Match, MatchPlace, TimeControl
from engine.match.place import MATCHES
from engine.options import GameInfo, OptionValue
from engine.record import read

_OWN = re.compile(r"([0-9]{1,3})\+([0-9]{1,3})(?::([0-5][0-9]))?", re.ASCII)
"""Free seconds of a move, and minutes for the whole match."""


@dataclass(frozen=True, slots=True)
class AskedMatch:
    """Which match was asked for."""

    length: int
    """Points that win it; 0 for money."""
    crawford: bool = True
    clock: str = ""
    """As written: a key of `engine.match.BY_POINTS`, or seconds and minutes such as ``12+14``; else none."""
    conduct: Mapping[str, str] = field(default_factory=dict)
    """As written."""

    def place(self, info: GameInfo, preset: str, options: Mapping[str, OptionValue]) -> MatchPlace:
        """Return the place of its first game.

        Args:
            info: The game.
            preset: By which rules.
            options: What differs from them; Jacoby and beavers hold for money.

        Raises:
            ConfigError: If something of it cannot be read.
            SetupError: If it cannot be.
        """
        if info.name != MATCHES:
            raise ConfigError(f"--match is for {MATCHES}: add --game {MATCHES}, or leave --game out")
        in_force = info.in_force(info.preset(preset), options)
        money = {key: not self.length and in_force[key] is True for key in ("jacoby", "beavers")}
        match = Match(self.length, crawford=self.crawford, jacoby=money["jacoby"], beavers=money["beavers"])
        return MatchPlace(match, times=self._times(match), conduct=self._conduct())

    def is_met_by(self, setup: Setup) -> bool:
        """True if a game is one of a match as long as that."""
        return setup.match is not None and setup.match.match.length == self.length

    def _times(self, match: Match) -> TimeControl | None:
        if self.clock in ("", "none"):
            return None
        if self.clock in BY_POINTS and match.length:
            delay_s, per_point_s = BY_POINTS[self.clock]
            return TimeControl.of_match(match, per_point_s=per_point_s, delay_s=delay_s)
        own = _OWN.fullmatch(self.clock)
        if own is None:
            money = "for money " if not match.length else ""
            known = "" if not match.length else f"{', '.join(BY_POINTS)}, none, or "
            raise ConfigError(
                f"--clock is {self.clock!r}: {money}write {known}seconds and minutes such as 12+14 or 8+12:30"
            )
        return TimeControl(float(own[1]), int(own[2]) * 60.0 + int(own[3] or 0))

    def _conduct(self) -> Conduct:
        written: dict[str, object] = dict(self.conduct)
        for key, value in self.conduct.items():
            if value in ("true", "false"):
                written[key] = value == "true"
            elif value.isascii() and value.isdigit():
                written[key] = int(value)
        try:
            return read(Conduct, {key: self._text(key, value) for key, value in written.items()})
        except FieldError as error:
            raise ConfigError(f"--conduct {self._written()}: {error}") from error

    def _text(self, key: str, value: object) -> object:
        """Keep the name of an event a text, even where it is a number."""
        return self.conduct[key] if key in ("event", "round") else value

    def _written(self) -> str:
        return " ".join(f"{key}={value}" for key, value in self.conduct.items())


def parse_length(written: str) -> int:
    """Read how far a match goes: points, or ``money``, which is 0.

    Raises:
        ConfigError: If it is neither.
    """
    if written == "money":
        return 0
    if not (written.isascii() and written.isdigit() and 1 <= int(written[:9]) <= LONGEST_MATCH):
        raise ConfigError(f"--match is {written!r}: give 1 to {LONGEST_MATCH} points, or money")
    return int(written)
