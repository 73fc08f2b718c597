"""What lies on the table when the box starts, and who begins where the camera would throw ties."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from device.config import Config
from device.errors import ConfigError
from device.match_asked import AskedMatch
from device.store import Journal
from engine.errors import EngineError
from engine.events import Setup
from engine.match.place import MATCHES
from engine.names import names_of
from engine.options import OptionValue
from engine.registry import game_info
from engine.setup import members_of
from engine.table import Table, games_before
from engine.table.state import new_model
from engine.throw import ThrowKind
from web.house.people import People
from web.house.settings import HouseSettings

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person asked to play; None and empty leave it open."""

    game: str | None = None
    preset: str | None = None
    players: tuple[str, ...] | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    """As written: ``true``, ``false`` or a text."""
    match: AskedMatch | None = None

    @property
    def is_nothing(self) -> bool:
        """True if all is left open."""
        return self == Asked()

    def is_met_by(self, setup: Setup) -> bool:
        """True if a game is what was asked."""
        return (
            self.game in (None, setup.game)
            and self.preset in (None, setup.preset)
            and self.players in (None, setup.names)
            and (self.match is None or self.match.is_met_by(setup))
            and all(_written(setup.options.get(key)) == value for key, value in self.options.items())
        )


def parse_options(written: list[str], *, of: str = "option", such: str = "gate=true") -> dict[str, str]:
    """Read options as the command line has them: ``KEY=VALUE``.

    Args:
        written: Each as it was written.
        of: Which argument gave them.
        such: An example of one.

    Raises:
        ConfigError: If one is no such pair.
    """
    options: dict[str, str] = {}
    for text in written:
        key, equals, value = text.partition("=")
        if not (key and equals and value):
            raise ConfigError(f"{of} {text!r} is no pair: write KEY=VALUE, such as --{of} {such}")
        options[key] = value
    return options


def lay_game(table: Table, journal: Journal, settings: HouseSettings, config: Config, asked: Asked) -> str:
    """Go on with the game that was played last, or begin the one that was asked for; say which.

    Where nobody asked for one and none goes on, none lies on the table: people begin it on a phone.

    Raises:
        EngineError: If the game asked for cannot be played.
        ConfigError: If an option is no pair.
    """
    last = journal.unfinished()
    if last is not None and asked.is_met_by(last.setup):
        try:
            earlier = games_before(journal.game_events, last.number)
            table.resume(journal.game_events(last.number), earlier=earlier)
        except EngineError as error:
            log.warning("game %d cannot go on: %s", last.number, error)
        else:
            return f"Game {last.number} goes on: {_named(last.setup)}."
    if asked.is_nothing:
        return "No game lies on the table: the page asks which one, and who plays."
    table.start(new_setup(asked, config, settings))
    model = table.model
    if asked.players:
        People(journal).remember(model.setup.people, game=model.game)
    begins = f" {model.setup.names[model.turn]} begins." if model.setup.begins is not None else ""
    return f"Game {model.game} begins: {_named(model.setup)}.{begins}"


def new_setup(asked: Asked, config: Config, settings: HouseSettings) -> Setup:
    """Fill in what was not asked.

    Raises:
        SetupError: If there is no such game or preset, or the names or the match cannot be.
        ConfigError: If the match cannot be read.
    """
    info = game_info(asked.game or (MATCHES if asked.match else config.game.game))
    named = asked.preset or (config.game.preset if info.name == config.game.game else "") or None
    names = asked.players or config.game.players or settings.get().names[: min(info.players)]
    options = {key: info.value_of(key, value) for key, value in asked.options.items()}
    names, preset = names_of(names), info.preset(named).name
    match = asked.match.place(info, preset, options) if asked.match else None
    return Setup(info.name, preset, names, options, members=members_of(names), match=match)


class BoxTable(Table):
    """The table of this box. Where the camera's one throw would tie for ever, nobody throws to begin."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(record=journal.record, seq=journal.last_seq(), game=journal.last_game())
        self.throws: Sequence[ThrowKind] | None = None
        """What the camera has to show; None where people throw before it."""

    def start(self, setup: Setup, *, position: Mapping[str, Any] | None = None, request: str = "") -> None:
        """Begin a new game; the one before stays in the journal.

        Raises:
            SetupError: If the setup cannot be.
            PositionError: If the position cannot be on a board.
        """
        if (
            self.throws is not None
            and setup.begins is None
            and position is None
            and _ties(self.throws, setup)
        ):
            log.info("the film knows one throw of this kind and would tie: %s begins", setup.names[0])
            setup = replace(setup, begins=0)
        super().start(setup, position=position, request=request)


def _ties(throws: Sequence[ThrowKind], setup: Setup) -> bool:
    """True if the throws for the beginning would be the one throw of that kind, again and again."""
    rules = new_model(setup, game=0, seq=0).rules
    start = rules.start()
    wanted = rules.wants(start)
    return wanted.kind == "cowries" and throws.count(wanted) == 1 and start != rules.start(begins=0)


def _written(value: OptionValue | None) -> str | None:
    return None if value is None else str(value).lower() if isinstance(value, int) else value


def _named(setup: Setup) -> str:
    title = game_info(setup.game).title
    place = setup.match
    length = place.match.length if place else 0
    match = "" if place is None else f", a match to {length}" if length else ", for money"
    if place is not None and place.number > 1:
        match += f", game {place.number} at {'–'.join(map(str, place.match.score))}"
    players = f"{', '.join(setup.names[:-1])} and {setup.names[-1]}"
    return f"{title} ({setup.house or setup.preset}){match}, {players}"
