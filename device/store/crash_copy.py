"""What the disk does not take, in the folder that systemd gives: it outlives the program, not the power."""

from __future__ import annotations

import contextlib
import json
import logging
import threading
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

from device.files import bytes_of
from device.store.games import logged, row_of, sealed
from engine.errors import EngineError
from engine.events import GameStarted, Logged

log = logging.getLogger(__name__)

FILE_NAME = "held-events.jsonl"
"""One line that names the journal, then one line for each action, so that an action is whole or absent."""

HELD_BYTES = 16_000_000
"""So much is held while the disk takes no pictures; above it the oldest of these go."""


class HeldCopy:
    """Copies events into a folder in memory, from which the program's next start takes them back."""

    def __init__(
        self, folder: Path | None, *, journal: Path, lives_from: Callable[[int], Sequence[tuple[int, str]]]
    ) -> None:
        """Name the folder.

        Args:
            folder: Outlives the program, as systemd's runtime folder does; None makes no copies.
            journal: Whose events these are; another journal does not take them.
            lives_from: Lists since when each life goes, and its name, from that of the event with a number:
                the disk does not know them.
        """
        self._path = None if folder is None else folder / FILE_NAME
        self._journal = str(journal.absolute())
        self._lives_from = lives_from
        self.exists = False
        """There is a copy."""
        self.lives: list[tuple[int, str]] = []
        """In which lives what `left` gave was recorded; empty where that is not known."""

    def begin(self, events: Sequence[Logged]) -> None:
        """Begin a new copy. That it cannot be written keeps nobody from playing."""
        if self._path is None:
            return
        part = self._path.with_suffix(".new")
        try:
            head = {"journal": self._journal, "lives": self._lives_from(events[0].seq)}
            part.write_text(json.dumps(head) + "\n" + _line(events))
            part.replace(self._path)
            self.exists = True
        except OSError as error:
            log.warning("no second copy of what is held in memory: %s", error)

    def add(self, events: Sequence[Logged], *, before: Sequence[Logged]) -> None:
        """Copy one action.

        Args:
            events: Of the action.
            before: What a new copy begins with: the events of this game that came before.
        """
        if self._path is None or not self.exists:
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
        self.exists = True
        left: list[Logged] = []
        try:
            first, *lines = self._path.read_text().split("\n")
            head = json.loads(first)
            if head["journal"] != self._journal:
                return []
            # A version before this one named one life, or none.
            self.lives = _lives(head.get("lives", [head.get("life")]))
            for line in lines[:-1]:  # a line without its end was never acknowledged
                rows = json.loads(line)
                # A version before this one wrote no checksum.
                left += [logged(row if len(row) > 6 else sealed(row)) for row in rows]
        except (OSError, ValueError, TypeError, AttributeError, LookupError, EngineError) as error:
            log.warning("the copy of what was held in memory breaks off: %s", error)
        return left

    def forget(self) -> None:
        """Remove the copy: the journal has everything."""
        if self._path is not None and self.exists:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)
        self.exists = False


class HeldPictures:
    """Holds photographs, each in the runtime folder, or in this program where there is none. Thread-safe."""

    def __init__(self, runtime: Path | None, *, of: Path) -> None:
        """Name the folder.

        Args:
            runtime: Outlives the program, as systemd's runtime folder does; None has no copies.
            of: The folder to which these photographs belong; those of another one stay apart.
        """
        mark = zlib.crc32(str(of.absolute()).encode())
        self._folder = None if runtime is None else runtime / f"held-photographs-{mark:08x}"
        self._lock = threading.Lock()
        self._sizes: dict[str, int] = {}
        self._here: dict[str, tuple[bytes, bytes]] = {}
        self.lost = 0
        """How many had to go, as there was no more room."""

    def put(self, name: str, raw: bytes, ringed: bytes) -> None:
        """Hold a photograph; the oldest go where all together are too large."""
        with self._lock:
            self._sizes[name] = len(raw) + len(ringed)
            if not self._write(name, raw, ringed):
                self._here[name] = (raw, ringed)
            while sum(self._sizes.values()) > HELD_BYTES and len(self._sizes) > 1:
                self._forget(next(iter(self._sizes)))
                self.lost += 1

    def get(self, name: str) -> tuple[bytes, bytes] | None:
        """Return a photograph, as taken and ringed; None if it is not held."""
        with self._lock:
            if name not in self._sizes:
                return None
            if name in self._here or self._folder is None:
                return self._here.get(name)
            try:
                both = (self._folder / name).read_bytes()
            except OSError:
                return None
            length = int.from_bytes(both[:4])
            return both[4 : 4 + length], both[4 + length :]

    def drop(self, name: str) -> bool:
        """Hold a photograph no longer; say whether it was held."""
        with self._lock:
            was = name in self._sizes
            self._forget(name)
            return was

    def names(self) -> list[str]:
        """List what is held, the oldest first."""
        with self._lock:
            return list(self._sizes)

    def sizes(self) -> list[tuple[str, int]]:
        """List name and bytes of what is held, the oldest first."""
        with self._lock:
            return list(self._sizes.items())

    def left(self) -> list[str]:
        """Take over what the process before left in the folder; give the names, the oldest first."""
        if self._folder is None or self._folder.is_symlink() or not self._folder.is_dir():
            return []
        with contextlib.suppress(OSError):
            for path in sorted(self._folder.iterdir(), key=lambda path: (len(path.name), path.name)):
                raw = bytes_of(path, most=HELD_BYTES)
                if path.suffix or len(raw) <= 4 + int.from_bytes(raw[:4]):
                    path.unlink()  # it was being written
                else:
                    self._sizes[path.name] = len(raw) - 4
        return self.names()

    def _write(self, name: str, raw: bytes, ringed: bytes) -> bool:
        if self._folder is None:
            return False
        part = self._folder / f"{name}.new"
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            part.write_bytes(len(raw).to_bytes(4) + raw + ringed)
            part.replace(self._folder / name)
        except OSError as error:
            log.warning("no second copy of a photograph that is held in memory: %s", error)
            with contextlib.suppress(OSError):
                part.unlink()
            return False
        return True

    def _forget(self, name: str) -> None:
        self._sizes.pop(name, None)
        if self._here.pop(name, None) is None and self._folder is not None:
            with contextlib.suppress(OSError):
                (self._folder / name).unlink()


def unwritten(left: Sequence[Logged], there: Sequence[Logged]) -> list[Logged]:
    """Choose the events that a journal has not.

    Args:
        left: What a copy holds.
        there: What the journal has from the copy's first number on.
    """
    known = {one.seq: row_of(one) for one in left}
    games = {one.game for one in left}
    if any(known.get(one.seq) != row_of(one) for one in there if one.seq in known or one.game in games):
        return []  # it went on, or tells another story
    last = there[-1].seq if there else 0
    new = [one for one in left if one.seq > last]
    if not there:  # the journal lost what came before: whole games only
        begin = next((at for at, one in enumerate(new) if isinstance(one.event, GameStarted)), len(new))
        new = new[begin:]
    return new


def _lives(told: object) -> list[tuple[int, str]]:
    rows = told if isinstance(told, list) else []
    return [(row[0], row[1]) for row in rows if isinstance(row, list) and [*map(type, row)] == [int, str]]


def _line(events: Sequence[Logged]) -> str:
    return json.dumps([row_of(one) for one in events]) + "\n"
