"""The game on the table and the journal as they are shown: to players as they are, to who only watches later.

Pages read from these in place of table and journal, so that no address shows a spectator more than another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.errors import NotNowError
from engine.events import Logged
from engine.messages import Message
from engine.table import Table
from engine.table.state import Model, replayed
from web.errors import RefusedError
from web.house.clocks import ClockReading, MatchClocks
from web.language.locale import _
from web.language.speaker import minutes_of
from web.match.delay import Delay, Look, number_of, upto
from web.ports import GameLine, Library


class ShownTable:
    """The game on the table as one reader sees it."""

    def __init__(self, table: OnTable, late: Callable[[], Look | None]) -> None:
        """Name the table, and what tells what a reader sees that is late; None for one that is not."""
        self._table = table
        self._late = late

    @property
    def has_game(self) -> bool:
        """A game lies on the table."""
        has_game, look = self._table.has_game, self._late()
        return has_game if look is None else look.model is not None

    @property
    def model(self) -> Model:
        """The game.

        Raises:
            NotNowError: If no game lies on the table.
        """
        model = self._table.model if self._table.has_game else None
        look = self._late()
        shown = model if look is None else look.model
        if shown is None:
            raise NotNowError("no game lies on the table: start one")
        return shown


OnTable = Table | ShownTable
"""The game on the table, to be looked at."""


class ShownLibrary:
    """The journal as one reader sees it; implements `web.ports.Library`."""

    def __init__(self, library: Library, late: Callable[[], Look | None]) -> None:
        """Name the journal, and what tells what a reader sees that is late; None for one that is not."""
        self._library = library
        self._late = late

    @property
    def due_s(self) -> float | None:
        """After so many seconds more of it is seen; None where all of it is."""
        look = self._late()
        return None if look is None else look.due_s

    def last_seq(self) -> int:
        """Number of the newest event."""
        seq, look = self._library.last_seq(), self._late()
        return seq if look is None else look.seq

    def events(self, *, since: int, limit: int = 500) -> list[Logged]:
        """List events with a number above `since`, oldest first, of all games."""
        found = self._library.events(since=since, limit=limit)
        look = self._late()
        return found if look is None else upto(found, look.seq)

    def played(self, *, since: int, limit: int = 500) -> list[Logged]:
        """List events of games that were played here, with a number above `since`, oldest first."""
        found, look = self._library.played(since=since, limit=limit), self._late()
        return found if look is None else upto(found, look.seq)

    def played_before(self, seq: int, *, limit: int = 500) -> list[Logged]:
        """List events of games that were played here, with a number below `seq`, the newest first."""
        look = self._late()
        return self._library.played_before(seq if look is None else min(seq, look.seq + 1), limit=limit)

    def imports(self, *, since: int) -> list[Logged]:
        """List the newest imported event above `since` of each game that has one, oldest first."""
        found, look = self._library.imports(since=since), self._late()
        return found if look is None else upto(found, look.seq)

    def wait(self, *, since: int, timeout_s: float) -> bool:
        """Wait until something has happened; who is late may see it later."""
        return self._library.wait(since=since, timeout_s=timeout_s)

    def games(self) -> list[GameLine]:
        """List all games, the newest first."""
        games, look = self._library.games(), self._late()
        if look is None:
            return games
        lines = (self._line(line, look) if line.number in look.held else line for line in games)
        return [line for line in lines if line is not None]

    def game_events(self, game: int) -> list[Logged]:
        """List all events of one game. Raises KeyError if there is none."""
        events, look = self._library.game_events(game), self._late()
        if look is None:
            return events
        if not (found := upto(events, look.seq)):
            raise KeyError(game)
        return found

    def photograph(self, name: str, *, ringed: bool = True) -> bytes | None:
        """Return the photograph of a throw as JPEG; None if it does not exist."""
        return None if self._holds(name) else self._library.photograph(name, ringed=ringed)

    def has_photograph(self, name: str) -> bool:
        """True if the photograph of a throw is still kept."""
        return not self._holds(name) and self._library.has_photograph(name)

    def trouble(self) -> tuple[Message, ...]:
        """Tell that the journal cannot be written and what to do; empty when all is well."""
        return self._library.trouble()

    def notice(self) -> tuple[Message, ...]:
        """Tell what became of a trouble that is over; empty when there was none lately."""
        return self._library.notice()

    def _holds(self, name: str) -> bool:
        look = self._late()
        return look is not None and number_of(name) >= look.photograph

    def _line(self, line: GameLine, look: Look) -> GameLine | None:
        """Describe a game as it stood; None where nothing of it has come out."""
        events = upto(self._library.game_events(line.number), look.seq)
        if not events:
            return None
        model = look.model if look.model and look.model.game == line.number else replayed(events)
        outcome = model.outcome
        winners = tuple(model.setup.names[seat] for seat in outcome.winners) if outcome else ()
        ended = outcome is not None or model.withdrawn
        return replace(
            line, setup=model.setup, events=len(events), ended=ended, winners=winners, outcome=outcome
        )


class Shown:
    """What is shown to the phone of a request, and to streams of who only watches."""

    def __init__(
        self, table: OnTable, library: Library, *, now_s: Callable[[], float], watches: Callable[[], bool]
    ) -> None:
        """Join what belongs to it.

        Args:
            table: The game.
            library: The journal.
            now_s: The journal's clock, as it stamps `Logged.clock_s`.
            watches: True if the phone of the present request only watches.
        """
        self._delay = Delay(library, now_s=now_s)
        self._watches = watches
        self.played = table
        """The game, as its players see it."""
        self.table = ShownTable(table, self._late)
        """The game, for the phone of the present request."""
        self.library = ShownLibrary(library, self._late)
        """The journal, for the phone of the present request."""
        self.watched = ShownTable(table, self._delay.look)
        """The game, for who only watches."""
        self.watched_library = ShownLibrary(library, self._delay.look)
        """The journal, for who only watches."""

    @property
    def minutes_late(self) -> int:
        """How many minutes later the phone of this request sees the match; 0 where it sees it as it is."""
        if not self._watches():
            return 0
        look = self._delay.look()
        return 0 if look is None else minutes_of(look.lag_s)

    @property
    def watchers_are_late(self) -> bool:
        """True if who only watches does not see all yet, or will not."""
        return self._delay.look() is not None

    def reading(self, clocks: MatchClocks, model: Model) -> ClockReading | None:
        """Read the clock of the match of a game as the phone of this request sees it.

        Args:
            clocks: The clocks of matches.
            model: The game, as that phone sees it.

        Returns:
            The reading; None where it is played without a clock.
        """
        look = self._late()
        return clocks.read(model, lag_s=look.lag_s if look is not None else 0.0)

    @property
    def is_late(self) -> bool:
        """True if a look at the table itself would tell the phone of this request more than its pages."""
        return self._late() is not None

    def must_not_be_late(self) -> None:
        """Refuse what shows the table itself to the phone of this request.

        Raises:
            RefusedError: If it sees the match later.
        """
        if self.is_late:
            raise RefusedError(
                _("who watches sees this match later: what the camera sees now is not shown meanwhile")
            )

    def must_not_be_held(self, *games: int) -> None:
        """Refuse the events of games to a phone which does not see all of them yet.

        Raises:
            RefusedError: If it does not see all of one.
        """
        if not self.held().isdisjoint(games):
            raise RefusedError(
                _("who watches sees this match later: its record is given out when all of it has been seen")
            )

    def held(self) -> frozenset[int]:
        """List the games of which the phone of this request does not see all, or will not at every time."""
        look = self._late()
        if look is None:
            return frozenset()
        of_matches = {
            line.number
            for line in self.library.games()
            if line.setup.match is not None and (line.setup.match.first or line.number) in look.matches
        }
        return look.held | of_matches

    def _late(self) -> Look | None:
        return self._delay.look() if self._watches() else None
