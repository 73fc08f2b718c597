"""One strict reader of what other programs and phones send: positions and questions as JSON, for all games.

A `Field` is a value and its name: it gives a typed value, or an error that says what would be possible.
`Lines` are those of ``charkoni legal`` and ``charkoni why``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

from engine.errors import EngineError, NotationError, PositionError, SetupError
from engine.game import Json
from engine.options import GameInfo, OptionValue, Preset
from engine.reasons import Reason

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Field:
    """A value and where it stands: ``turn``, ``pieces[0][2]``, ``bank[1].value``; a whole object has no name.

    Every reader takes in `give` what would be possible, where its own words are too poor.
    """

    name: str
    value: object

    def wrong(self, give: str) -> PositionError:
        """Make the error that refuses the value."""
        return PositionError(f"{self.name} is {self.value!r}: {give}")

    def whole(self, most: int, *, least: int = 0, give: str = "") -> int:
        """Read a whole number; a seat is one up to the last."""
        if type(self.value) is not int or not least <= self.value <= most:
            raise self.wrong(give or f"give a whole number from {least} to {most}")
        return self.value

    def one_of(self, values: Collection[int], *, give: str = "") -> int:
        """Read one of some whole numbers."""
        if type(self.value) is not int or self.value not in values:
            raise self.wrong(give or f"there are {', '.join(map(str, sorted(values)))}")
        return self.value

    def flag(self) -> bool:
        """Read true or false."""
        if not isinstance(self.value, bool):
            raise self.wrong("give true or false")
        return self.value

    def items(self, *, count: int | None = None, give: str = "give a list") -> list[Field]:
        """Read a list, of so many values if a count is given."""
        if not isinstance(self.value, list) or count not in (None, len(self.value)):
            raise self.wrong(give)
        return [Field(f"{self.name}[{place}]", item) for place, item in enumerate(self.value)]

    def by_seat(self, seats: int, read: Callable[[Field], T]) -> tuple[T, ...]:
        """Read a list of one value a seat."""
        give = f"give a list with one entry for each of {seats} players"
        return tuple([read(item) for item in self.items(count=seats, give=give)])

    def flags(self, seats: int) -> tuple[bool, ...]:
        """Read true or false for each seat."""
        give = f"give true or false for each of {seats} players"
        return tuple([item.flag() for item in self.items(count=seats, give=give)])

    def wholes(
        self,
        most: int,
        *,
        least: int = 0,
        count: int | None = None,
        give: str = "give a list",
        each: str = "",
    ) -> tuple[int, ...]:
        """Read a list of whole numbers; `each` is what one of them could be."""
        items = self.items(count=count, give=give)
        return tuple([item.whole(most, least=least, give=each) for item in items])

    def seats(self, seats: int) -> tuple[int, ...]:
        """Read a list of different seats."""
        give = f"give different players from 0 to {seats - 1}"
        read = self.wholes(seats - 1, give=give, each=give)
        if len(set(read)) != len(read):
            raise self.wrong(give)
        return read

    def keys(self, *needed: str, optional: Collection[str] = (), give: str) -> Field:
        """Check that it is an object that has these keys, and no others than the optional ones."""
        if not isinstance(self.value, dict) or not {*needed} <= set(self.value) <= {*needed, *optional}:
            raise self.wrong(give)
        return self

    def get(self, key: str, default: object = None) -> Field:
        """Return the value of a key of an object; a default is checked as if it stood there."""
        assert isinstance(self.value, Mapping)  # `keys` or `read_keys` has seen to it
        return Field(f"{self.name}.{key}" if self.name else key, self.value.get(key, default))


def read_keys(
    data: Json,
    known: Sequence[str],
    *,
    needed: Sequence[str] = (),
    missing: str = "the position has no {key!r}",
    error: type[EngineError] = PositionError,
) -> Field:
    """Begin to read a position or a line: check which keys it has.

    Args:
        data: The object.
        known: Keys that it may have.
        needed: Those that it must have.
        missing: What is said of one that it has not.
        error: How a wrong key is refused.
    """
    for key in data:
        if key not in known:
            raise error(f"unknown key {key!r}: there are {', '.join(known)}")
    for key in needed:
        if key not in data:
            raise error(missing.format(key=key))
    return Field("", data)


def read_setup(position: Json, setup: Json) -> None:
    """Check that a position is of the game that is played, where it names one; of options a part is enough.

    Raises:
        PositionError: If it is of another game.
    """
    for key, own in setup.items():
        given = position.get(key, own)
        part = isinstance(given, dict) and isinstance(own, dict) and given.items() <= own.items()
        if given != own and not part:
            raise PositionError(
                f"{key} is {given!r}, but this game is played with {own!r}: the position is of another game"
            )


class Lines(Generic[R]):
    """The lines in which other programs ask about one game: their keys, and the rules that they name.

    Streams ask about the same rules again and again, so these are kept.
    """

    def __init__(
        self,
        info: GameInfo,
        make: Callable[[Preset, Mapping[str, OptionValue], int], R],
        keys: Sequence[str],
        *,
        left_out: Sequence[str] = ("options",),
        missing: str = "",
    ) -> None:
        """Tell what the lines are like.

        Args:
            info: The game.
            make: Puts together what answers them.
            keys: Their keys.
            left_out: Those that may be left out.
            missing: What is said of another that is; ``{key!r}`` in it is the key.
        """
        self._info = info
        self._keys = tuple(keys)
        self._needed = tuple(key for key in keys if key not in left_out)
        self._missing = missing or f"the line has no {{key!r}}: only {' and '.join(left_out)} may be left out"

        @lru_cache(maxsize=256)
        def made(preset: str, written: tuple[tuple[str, OptionValue], ...], players: int) -> R:
            return make(info.preset(preset), dict(written), players)

        self._made = made

    def read(self, line: Json, *, move: bool = False) -> tuple[R, Field]:
        """Read the rules of a line, and give it for reading its position.

        Args:
            line: The object.
            move: There must be a ``move`` beside the position.

        Raises:
            NotationError: If a key is unknown or missing.
            SetupError: If there is no such preset, option or number of players, or they do not go together.
        """
        more = ("move",) if move else ()
        known, needed = (*self._keys, *more), (*self._needed, *more)
        read = read_keys(line, known, needed=needed, missing=self._missing, error=NotationError)
        info = self._info
        preset = line.get("preset", info.presets[0].name)
        if not isinstance(preset, str):
            raise SetupError(f"preset is {preset!r}: there are {', '.join(one.name for one in info.presets)}")
        players = line.get("players", info.players[0])
        if type(players) is not int:
            raise SetupError(f"players is {players!r}: it may be {', '.join(map(str, info.players))}")
        info.check_players(players)
        options = line.get("options", {})
        if not isinstance(options, dict):
            raise SetupError(f"options is {options!r}: give an object")
        written = tuple(sorted(info.checked(options).items())) if options else ()
        return self._made(preset, written, players), read


def told(reason: Reason | None) -> dict[str, Any]:
    """Write the answer of ``charkoni why``."""
    if reason is None:
        return {"legal": True}
    return {"legal": False, "rule": reason.rule, "reason": reason.text().removeprefix(f"{reason.rule}: ")}
