"""What readers outside the box are told of, and what their acts are done on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from device.readers.watched import Watched
from device.store.places import Places
from engine.setup import Setup
from web.game.actions import Box
from web.house.identity import Identity
from web.house.settings import HouseSettings
from web.ports import Eye


@dataclass(frozen=True, slots=True)
class Sources:
    """What is told, and what acts are done on."""

    box: Box
    eye: Eye
    settings: HouseSettings
    identity: Identity
    places: Places
    now_s: Callable[[], float]
    """The clock that stamps events and only goes on."""
    language: Callable[[], str]
    """The language of sentences."""
    address: str = "http://charkoni.local:8000"
    """Of the page of this box."""
    watched: Watched = field(init=False)
    """What may be told of the table and the journal."""

    def __post_init__(self) -> None:
        """Look through the eyes of who only watches."""
        watched = Watched(self.box.table, self.box.library, self.places, now_s=self.now_s)
        object.__setattr__(self, "watched", watched)

    def setup_of(self, game: int) -> Setup | None:
        """Return who plays a game, and by which rules; None for one that there is not."""
        model = self.watched.model
        if model is not None and model.game == game:
            return model.setup
        line = next((one for one in self.watched.library.games() if one.number == game), None)
        return line.setup if line is not None else None
