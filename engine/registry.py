"""Which games there are: the only module that imports the families.

`make_rules` is the one door from words ("pachisi", "six", options) to a `Rules`. A further game is a `Family`
given to `register`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine import backgammon, chowka_bhara, pachisi, rulebook
from engine.errors import SetupError
from engine.game import Json, Rules
from engine.move import PIECES_EACH
from engine.options import GameInfo, OptionValue, Preset


@dataclass(frozen=True, slots=True)
class Family:
    """A family of games: what the box knows of it before a game of it begins."""

    info: GameInfo
    make: Callable[[Preset, Mapping[str, OptionValue], int], Rules[Any]]
    """Puts the rules together from a preset, the options written and the number of players, all of which are
    known to exist; raises `SetupError` where they do not go together."""
    ask_legal: Callable[[Json], dict[str, Any]]
    """Answers a line of ``charkoni legal``."""
    ask_why: Callable[[Json], dict[str, Any]]
    """Answers a line of ``charkoni why``."""
    rules: Mapping[str, str]
    """Rule number → what it says."""
    reasons: Mapping[str, str]
    """Key of a reason → English template."""
    numbers: Callable[[str], tuple[str, ...]]
    """Lists the numbers of the rules that a preset is played by, in the order of its page."""
    legal_text: Callable[[Json], str] | None = None
    """What `ask_legal` answers as JSON text, where writing it at once is much faster."""

    @property
    def name(self) -> str:
        """What the game is called in setups and questions."""
        return self.info.name


_families: dict[str, Family] = {}


def register(family: Family) -> Callable[[], None]:
    """Add a family of games, and give what takes it back.

    Raises:
        ValueError: If there is a game of that name, or a number or key of its rulebook means something else.
    """
    if family.name in _families:
        raise ValueError(f"there is a game {family.name!r} already: give this one another name")
    take_out = rulebook.add(family.rules, family.reasons)
    _families[family.name] = family

    def take_back() -> None:
        del _families[family.name]
        take_out()

    return take_back


def games() -> tuple[GameInfo, ...]:
    """List every game that the engine plays."""
    return tuple(family.info for family in _families.values())


def find_family(name: object) -> Family:
    """Find a family by name.

    Raises:
        SetupError: If it does not exist.
    """
    family = _families.get(name) if isinstance(name, str) else None
    if family is None:
        raise SetupError(
            "this box does not know that game: choose one that is offered",
            text=f"there is no game {name!r}: there are {', '.join(_families)}",
        )
    return family


def game_info(name: str) -> GameInfo:
    """Find what the phone offers for a game.

    Raises:
        SetupError: If it does not exist.
    """
    return find_family(name).info


def make_rules(
    game: str,
    preset: str | None = None,
    *,
    options: Mapping[str, OptionValue] | None = None,
    players: int = 2,
) -> Rules[Any]:
    """Put the rules of a game together.

    Raises:
        SetupError: If the game, preset, an option, its value or the number of players does not exist, or two
            options exclude each other; the message names what would be possible.
    """
    family = find_family(game)
    chosen = family.info.preset(preset)
    family.info.check_players(players)
    return family.make(chosen, family.info.checked(options or {}), players)


def written_out(game: str, preset: str, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return options with those named that older versions did not know and played otherwise.

    Those of a game or preset that this version does not know stay as they are.
    """
    try:
        info = game_info(game)
        return info.written_out(info.preset(preset), options)
    except SetupError:
        return dict(options)


def recorded(game: str, preset: str, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Return the options of a record as its version played them; the other way round of `written_out`."""
    try:
        info = game_info(game)
        return info.recorded(info.preset(preset), options)
    except SetupError:
        return dict(options)


def pieces_each(game: str, preset: str, options: Mapping[str, OptionValue]) -> int:
    """Return how many pieces each player of a cowrie game has; a game that is not known has the usual number.

    >>> pieces_each("chowka-bhara", "7x7", {"pawns": 6})
    6
    """
    try:
        info = game_info(game)
        return int(info.in_force(info.preset(preset), options).get("pawns", PIECES_EACH))
    except SetupError:
        return PIECES_EACH


for _game, _book in (
    (chowka_bhara, rulebook.chowka_bhara),
    (pachisi, rulebook.pachisi),
    (backgammon, rulebook.backgammon),
):
    register(
        Family(
            _game.INFO,
            _game.make,
            _game.ask_legal,
            _game.ask_why,
            _book.RULES,
            _book.REASONS,
            _book.numbers,
            legal_text=backgammon.legal_text if _game is backgammon else None,
        )
    )
