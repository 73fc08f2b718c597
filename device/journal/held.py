"""A second copy of the events that memory mode holds: it outlives the program, not the power."""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import Sequence
from pathlib import Path

from device.journal.games import logged, row_of
from engine.errors import EngineError
from engine.events import GameStarted, Logged

log = logging.getLogger(__name__)

FILE_NAME = "held-events.jsonl"
"""One line that names the journal, then one line for each action, so that an action is whole or absent."""


class HeldCopy:
    """Copies events into a folder in memory, from which the program's next start takes them back."""

    def __init__(self, folder: Path | None, *, journal: Path) -> None:
        """Name the folder.

        Args:
            folder: Outlives the program, as systemd's runtime folder does; None makes no copies.
            journal: Whose events these are; another journal does not take them.
        """
        self._path = None if folder is None else folder / FILE_NAME
        self._journal = str(journal.absolute())
        self._exists = False

    def begin(self, events: Sequence[Logged]) -> None:
        """Begin a new copy. That it cannot be written keeps nobody from playing."""
        if self._path is None:
            return
        part = self._path.with_suffix(".new")
        try:
            part.write_text(json.dumps({"journal": self._journal}) + "\n" + _line(events))
            part.replace(self._path)
            self._exists = True
        except OSError as error:
            log.warning("no second copy of what is held in memory: %s", error)

    def add(self, events: Sequence[Logged], *, before: Sequence[Logged]) -> None:
        """Copy one action.

        Args:
            events: Of the action.
            before: What a new copy begins with: the events of this game that came before.
        """
        if self._path is None or not self._exists:
            self.begin([*before, *events])
            return
        try:
            with self._path.open("a") as file:
                file.write(_line(events))
        except OSError as error:
            log.warning("the copy of what is held in memory cannot grow: %s", error)
            self.forget()  # with a hole it would be worse; the next action begins a new one

    def left(self) -> list[Logged]:
        """Read what the process before left; empty when it left nothing."""
        if self._path is None or not self._path.exists():
            return []
        self._exists = True
        left: list[Logged] = []
        try:
            first, *lines = self._path.read_text().split("\n")
            if json.loads(first) != {"journal": self._journal}:
                return []
            for line in lines[:-1]:  # a line without its end was never acknowledged
                rows = json.loads(line)
                left += [logged((seq, game, text, request, at)) for seq, game, at, request, _, text in rows]
        except (OSError, ValueError, TypeError, AttributeError, EngineError) as error:
            log.warning("the copy of what was held in memory breaks off: %s", error)
        return left

    def forget(self) -> None:
        """Remove the copy: the journal has everything."""
        if self._path is not None and self._exists:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)
        self._exists = False


def unwritten(left: Sequence[Logged], there: Sequence[Logged]) -> list[Logged]:
    """Choose the events that a journal has not.

    Args:
        left: What a copy holds.
        there: What the journal has from the copy's first number on.
    """
    known = {one.seq: row_of(one) for one in left}
    if any(known.get(one.seq) != row_of(one) for one in there):
        return []  # it went on, or tells another story
    last = there[-1].seq if there else 0
    new = [one for one in left if one.seq > last]
    if not there:  # the journal lost what came before: whole games only
        begin = next((at for at, one in enumerate(new) if isinstance(one.event, GameStarted)), len(new))
        new = new[begin:]
    return new


def _line(events: Sequence[Logged]) -> str:
    return json.dumps([row_of(one) for one in events]) + "\n"
