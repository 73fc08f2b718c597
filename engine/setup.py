"""What is played, by which rules, by whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.errors import NotationError
from engine.house import HouseRules
from engine.json_values import text, whole
from engine.members import Members, read_members, read_names
from engine.options import OptionValue, options_of
from engine.registry import recorded, written_out


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played, by which rules, by whom."""

    game: str
    preset: str
    names: tuple[str, ...]
    """Players in turn order."""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    """What was chosen differently from the preset, and every option that came later than others and is not as
    before it came: a record says by itself how it was played."""
    begins: int | None = None
    """The seat that begins; None leaves it to the rules."""
    house: HouseRules | None = None
    """The house rules that were chosen by their name, as they were then; they say nothing that `preset` and
    `options` do not. None where there are none, and in games of versions that knew none."""
    imported: str = ""
    """The name of the file that it was imported from; empty for a game that was played here."""
    members: Members = ()
    """Who shares a seat; `names` has one text for each seat all the same."""

    @property
    def people(self) -> tuple[str, ...]:
        """Everyone who plays, in the order of the seats."""
        return sum(self.members, ()) or self.names

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", written_out(self.game, self.preset, self.options))

    def to_json(self) -> dict[str, Any]:
        """Write it for the journal and the page."""
        return {
            "game": self.game,
            "preset": self.preset,
            "names": list(self.names),
            "options": dict(self.options),
            "begins": self.begins,
            "house": self.house.to_json() if self.house else None,
            "imported": self.imported,
            **({"members": [list(people) for people in self.members]} if self.members else {}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Setup:
        """Read it back; an option that the version which wrote it did not know is as it was played then.

        Raises:
            ValueError: If a part is of another kind.
            KeyError: If a part is missing.
        """
        game, preset = text(data["game"]), text(data["preset"])
        names, begins, house = read_names(data["names"]), data["begins"], data.get("house")
        if begins is not None and not 0 <= whole(begins) < len(names):
            raise NotationError(f"seat {begins} begins, and there are {len(names)}")
        return cls(
            game,
            preset,
            names,
            recorded(game, preset, options_of(data["options"])),
            begins,
            HouseRules.from_json(house, game=game, preset=preset) if house else None,
            text(data.get("imported", "")),
            read_members(data.get("members"), seats=len(names)),
        )
