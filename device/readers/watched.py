"""The table and the journal as those are told of them who only watch: all readers outside the box.

Whoever may listen at a broker, or reads what an address was told, is a spectator: a match with a lag is told
as late, and in a tournament nothing is told that helps its players. Who acts on the box acts on it as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from device.store.places import Places
from engine.errors import NotNowError
from engine.events import Logged
from engine.table.state import Model
from engine.table.tournament import without_hints
from web.language.speaker import minutes_of
from web.match.delay import Delay
from web.match.shown import OnTable, ShownLibrary, ShownTable
from web.ports import Library


class Watched:
    """What may be told by now. May be used from any thread."""

    def __init__(
        self, table: OnTable, library: Library, places: Places, *, now_s: Callable[[], float]
    ) -> None:
        """Begin with nothing read.

        Args:
            table: The game as it is played.
            library: The journal.
            places: Know which events are told at all.
            now_s: The clock that stamps events and only goes on.
        """
        self._delay = Delay(library, now_s=now_s)
        self._table = ShownTable(table, self._delay.look)
        self._places, self._now_s = places, now_s
        self.library = ShownLibrary(library, self._delay.look)
        """The journal, as far as it may be told."""

    @property
    def model(self) -> Model | None:
        """The game on the table; None without one."""
        with suppress(NotNowError):
            return self._table.model
        return None

    @property
    def is_late(self) -> bool:
        """True if the box itself shows more than may be told."""
        return self._delay.look() is not None

    @property
    def minutes_late(self) -> int:
        """How many minutes later everything is told now; 0 where nothing is late."""
        look = self._delay.look()
        return 0 if look is None else minutes_of(look.lag_s)

    def told(self, action: Sequence[Logged]) -> list[Logged]:
        """List the events of an action that are told, as they are told."""
        model = self.model
        return list(action) if model is None else without_hints(action, model)

    def before(self, seq: int) -> int:
        """Return the number of the event before this one that is told; 0 for the first."""
        model = self.model
        while seq := self._places.before(seq):
            if model is None or not model.is_tournament:
                break
            if without_hints(self.library.events(since=seq - 1, limit=1), model):
                break
        return seq

    def newest(self) -> int:
        """Return the number of the newest event that is told; 0 for none."""
        return self.before(self.library.last_seq() + 1)

    def age_s(self, logged: Logged) -> float | None:
        """Tell for how many seconds an event may be told; None where nobody knows when it happened."""
        if logged.clock_s is None:
            return None
        return self._now_s() - max(logged.clock_s, self._delay.out_s(logged))
