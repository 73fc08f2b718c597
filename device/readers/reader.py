"""Follows the journal by its sequence numbers, in a thread of its own, and hands on one action after another.

Announcer, MQTT and every webhook are made of this. The journal is the only queue: a reader keeps the number
of the event that was told last, and nothing else.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol, TypeVar

from device.closing import Closing
from device.worker import end, lasting_thread
from engine.events import Logged
from web.language.speech import actions
from web.ports import Library

log = logging.getLogger(__name__)

Result = TypeVar("Result")

PAUSE_S = 0.8
"""How long one look into the journal waits; so long, at most, does `close` take."""

KEPT_EVERY_S = 60.0
"""A place is written at most so often, and at the end: a card wears by what is written."""

AT_ONCE = 500
"""So many events are read at a time."""


class Places(Protocol):
    """How far readers have come, kept where a restart finds it."""

    def get(self, reader: str) -> int | None:
        """Return the number of the event that was told last; None for a reader without a place."""

    def put(self, reader: str, place: int) -> None:
        """Remember it. Raises EngineError if it cannot be written."""


class JournalReader(Closing):
    """Follows the journal between `start` and `close`."""

    def __init__(
        self,
        library: Library,
        tell: Callable[[Sequence[Logged]], float | None],
        *,
        name: str,
        places: Places | None = None,
        begin: Callable[[], None] = lambda: None,
        look: Callable[[], None] = lambda: None,
        idle: Callable[[], None] = lambda: None,
        failed: Callable[[], None] = lambda: None,
        arrived: Callable[[int], int] = lambda place: place,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Know the journal; what is called here is called in the reader's thread alone.

        Args:
            library: The journal.
            tell: Is given one action after the other, none of an import. It returns after how many seconds it
                wants to be asked again with the same one; 0 or None once it is told.
            name: Of the thread, and of the place.
            places: Where the place is kept; without, a reader begins with what happens next.
            begin: Called once, before the first action.
            look: Called before each look into the journal, about once a second.
            idle: Called when there is nothing new.
            failed: Called when an action could not be told, twice; the next one is told.
            arrived: Tells how much of what was told, up to a number, has arrived: that is what is kept.
            clock: Seconds that only go forward.
        """
        self._library = library
        self._tell = tell
        self._name = name
        self._places = places
        self._begin, self._look, self._idle, self._failed = begin, look, idle, failed
        self._arrived = arrived
        self._clock = clock
        kept = places.get(name) if places is not None else None
        self._place = library.last_seq() if kept is None else kept
        self._kept = kept
        self._written = clock()
        self._errors: dict[str, str] = {}
        self._stop = threading.Event()
        self._thread = lasting_thread(self._run, name=name, pause=self._stop.wait)

    def start(self) -> None:
        """Begin to follow the journal."""
        self._thread.start()

    def close(self) -> None:
        """Follow the journal no longer, and write the place down. May be called twice."""
        was_open = not self._stop.is_set()
        self._stop.set()
        end(self._thread)
        if was_open:
            self._keep_place()

    @property
    def place(self) -> int:
        """Number of the newest event that was told."""
        return self._place

    def pause(self, seconds: float) -> None:
        """Wait, but no longer than until `close`."""
        self._stop.wait(seconds)

    @property
    def is_closing(self) -> bool:
        """True from `close` on."""
        return self._stop.is_set()

    def skip(self) -> None:
        """Leave out what has happened until now; for the reader's own thread."""
        self.go_to(self._library.last_seq())

    def go_to(self, place: int) -> None:
        """Go on behind the event of a number; for the reader's own thread."""
        self._place = place

    def _run(self) -> None:
        self._try("begin", self._begin)
        while not self._stop.is_set():
            self._try("look", self._look)
            if self._library.wait(since=self._place, timeout_s=PAUSE_S):
                self._read_on()
            else:
                self._try("idle", self._idle)
            if self._clock() - self._written >= KEPT_EVERY_S:
                self._keep_place()

    def _read_on(self) -> None:
        """Tell what is new, up to an action that is to be told again."""
        newest = self._library.last_seq()
        read = self._try("read", lambda: self._library.played(since=self._place, limit=AT_ONCE))
        if read is None:
            self.pause(PAUSE_S)  # it cannot be read now
        elif not read:  # all of it was imported, or was deleted meanwhile
            self._place = max(self._place, newest)
        for action in _whole(actions(read or ()), cut=read is not None and len(read) == AT_ONCE):
            if self._stop.is_set():
                return
            place, tell = self._place, partial(self._tell, action)
            again_s = self._try("tell", tell)
            if again_s:
                self.pause(again_s)
                return
            if self._place == place:  # nobody has skipped it
                self._place = action[-1].seq

    def _try(self, what: str, do: Callable[[], Result]) -> Result | None:
        """Do one thing, and once more if it failed; go on when it cannot be done.

        The log has the same error once.
        """
        tries = 1 if what in self._errors else 2
        while True:
            try:
                result = do()
            # The edge of a thread: whatever it is, what happens next is told.
            except Exception as error:
                told = f"{type(error).__name__}: {error}"
                if told != self._errors.get(what) and not self._stop.is_set():
                    log.exception("%s: an action could not be told", self._name)
                self._errors[what] = told
            else:
                self._errors.pop(what, None)
                return result
            tries -= 1
            if not tries or self._stop.wait(PAUSE_S):
                self._failed()
                return None

    def _keep_place(self) -> None:
        place = self._arrived(self._place)
        if self._places is None or place == self._kept:
            return
        self._written = self._clock()
        try:
            self._places.put(self._name, place)
        except Exception as error:  # the journal says so itself; then some events are told twice
            log.debug("the place of %s cannot be written: %s", self._name, error)
        else:
            self._kept = place


def _whole(found: Sequence[Sequence[Logged]], *, cut: bool) -> Sequence[Sequence[Logged]]:
    """Leave the last of several actions for the next look, if what was read may break off within it."""
    return found[:-1] if cut and len(found) > 1 else found
