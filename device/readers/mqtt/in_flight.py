"""Which messages are on their way to the broker, and how far what it has taken over reaches."""

from __future__ import annotations

import threading
from collections.abc import Callable


class InFlight:
    """Messages that are not acknowledged yet, by the numbers of one connection. One thread sends."""

    def __init__(self, *, room: int) -> None:
        """Begin with none.

        Args:
            room: So many there may be.
        """
        self._room = room
        self._changed = threading.Condition()
        self._open: dict[int, int] = {}
        self._is_sending = False
        self._early: set[int] = set()
        """What was acknowledged while the number of a message that is being sent was not yet known."""

    def has_room(self, *, within_s: float) -> bool:
        """Wait until one more may be sent; False when the time is over."""
        with self._changed:
            return self._changed.wait_for(lambda: len(self._open) < self._room, within_s)

    def send(self, publish: Callable[[], int | None], *, before: int) -> bool:
        """Send a message.

        Args:
            publish: Does it, and gives its number; None where it could not be sent.
            before: What had been told before what it tells.
        """
        with self._changed:
            self._is_sending = True
        number = publish()  # without the lock: the client calls `acknowledge` under one of its own
        with self._changed:
            self._is_sending = False
            early, self._early = self._early, set()
            if number is not None and number not in early:
                self._open[number] = before
        return number is not None

    def acknowledge(self, number: int) -> None:
        """The broker has taken a message over."""
        with self._changed:
            if self._open.pop(number, None) is None and self._is_sending:
                self._early.add(number)
            self._changed.notify_all()

    def arrived(self, told: int) -> int:
        """Return up to which number of the journal everything has arrived, of what was told."""
        with self._changed:
            return min([told, *self._open.values()])

    @property
    def is_empty(self) -> bool:
        """True if the broker has taken everything over."""
        with self._changed:
            return not self._open

    def forget(self) -> None:
        """Begin anew, with a new connection."""
        with self._changed:
            self._open.clear()
            self._early.clear()
            self._changed.notify_all()
