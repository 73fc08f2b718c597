"""The event stream: journal, eye, lamps and what phones let hear, to every phone in the room.

One thread follows the journal while anybody listens and wakes the streams; it ends with the last of them.
Streams are capped, so that a POST always finds a thread of the server, and some are kept for phones that
play; a page that finds no room polls. The pages of a browser share one stream (``static/js/stream.js``).
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue

from engine.events import Logged
from engine.record import write
from engine.table.tournament import without_hints
from web.auth import access
from web.errors import MalformedError
from web.game.box_view import eye_view, lamps_view
from web.house.credentials import Phones, Tokens
from web.house.settings import HouseSettings
from web.language.locale import language, speaking
from web.match.shown import OnTable, Shown, ShownLibrary
from web.ports import Eye, Lamps, Library, Role

log = logging.getLogger(__name__)

HEARTBEAT_S = 10.0
"""A comment this often keeps a stream alive and shows when the phone has gone."""


@dataclass(frozen=True, slots=True)
class Room:
    """How many streams there are for whom; a phone that finds none polls, and plays all the same."""

    all: int = 64
    """At once; below the number of the server’s threads."""
    paired: int = 32
    """Of these, kept for phones that play: more than a family has."""
    admins: int = 4
    """Of these, kept for phones that change the box."""
    address: int = 12
    """One address of phones that only watch has so many at most."""
    phone: int = 3
    """One phone that plays has so many at most; with one more its oldest ends, mostly a left page's."""
    program: int = 6
    """One program that acts has so many at most."""


@dataclass(eq=False, slots=True)
class Place:
    """The place of one stream."""

    role: Role
    """Of who listens."""
    account: str
    """On whose account: one phone's, or an address of phones that only watch."""
    is_taken: bool = False
    """True once a newer stream of the phone has taken it."""


START_S = 5.0
"""So long a stream waits at most until its thread listens to eye and lamps."""


class Live:
    """Wakes the streams when there is news."""

    def __init__(
        self,
        library: Library,
        eye: Eye,
        lamps: Lamps,
        settings: HouseSettings,
        *,
        shown: Shown,
        room: Room | None = None,
    ) -> None:
        self._library = library
        self._shown = shown
        self._eye = eye
        self._lamps = lamps
        self._settings = settings
        self.room = room or Room()
        """For whom there is how much."""
        self._news = threading.Condition()
        self._places: list[Place] = []
        self.ended = threading.Event()
        """Set when the box stops: no stream goes on, of whatever kind."""
        self._eye_count = 0
        self._lamps_count = 0
        self._hears_count = 0
        self._phones_count = 0
        self._farewell: Callable[[], str] | None = None
        self._seen = 0
        self._following = 0
        self._listens = threading.Event()

    @property
    def streams(self) -> int:
        """How many listen now."""
        return len(self._places)

    @property
    def listeners(self) -> tuple[int, int]:
        """How many phones that play listen now, and how many places where others only watch."""
        with self._news:
            own = {place.account for place in self._places}
        watching = sum(account.startswith("at ") for account in own)
        return len(own) - watching, watching

    def enter(self, role: Role = "watcher", account: str = "", *, is_program: bool = False) -> Place | None:
        """Count one more stream; None when there is no room for it.

        Args:
            role: Of who listens.
            account: On whose account: one phone's, or an address of phones that only watch.
            is_program: A phone's oldest stream makes room for a new one, a program's does not.
        """
        with self._news:
            own = self._of(account)
            if self.ended.is_set() or not self._has_room(role, len(own), is_program=is_program):
                return None
            if role != "watcher" and not is_program and len(own) >= self.room.phone:
                own[0].is_taken = True
                self._news.notify_all()
            place = Place(role, account)
            self._places.append(place)
            if self.streams == 1:
                self._following += 1
                self._listens = threading.Event()
                follow = threading.Thread(
                    target=self._follow, args=(self._following, self._listens), name="live", daemon=True
                )
                try:
                    follow.start()
                # Else the streams after this one would count on a thread that is not there.
                except RuntimeError:
                    self.leave(place)
                    return None
            listens = self._listens
        listens.wait(START_S)  # else what changes before that would be told to nobody
        return place

    def leave(self, place: Place) -> None:
        """Count one stream less."""
        with self._news:
            self._places.remove(place)

    def streams_of(self, account: str) -> int:
        """How many listen on one account."""
        with self._news:
            return len(self._of(account))

    def close(self, farewell: Callable[[], str] | None = None) -> None:
        """End every stream; may be called twice.

        Args:
            farewell: The last thing that every phone is told, in the language that is spoken.
        """
        with self._news:
            self._farewell = farewell or self._farewell
            self.ended.set()
            self._news.notify_all()

    def phones_changed(self) -> None:
        """Let every phone ask what it may do now."""
        with self._news:
            self._phones_count += 1
            self._news.notify_all()

    def messages(
        self, place: Place, since: int, code: str = "en", *, stays: Callable[[], bool] | None = None
    ) -> Iterator[str]:
        """Yield what one phone is told in its language, from event `since` on, until the box stops.

        Args:
            place: Of its stream; who only watches sees matches as late as all who do.
            since: The newest event that it has heard of.
            code: Of its language.
            stays: Tells whether it is still let in as at the beginning; who is not has to come again.
        """
        watches = place.role == "watcher"
        eye_count = lamps_count = -1
        hears_count, phones_count = self._hears_count, self._phones_count
        table = self._shown.watched if watches else self._shown.played
        library = self._shown.watched_library if watches else self._library
        yield "retry: 2000\n\n"
        while not self.ended.is_set():
            if place.is_taken:
                yield _unnumbered("full", {})
                return
            late = watches and self._shown.watchers_are_late
            if late:
                eye_count, lamps_count = self._eye_count, self._lamps_count
            if eye_count != self._eye_count:
                eye_count = self._eye_count
                with speaking(code):
                    told = write(eye_view(self._eye.state()))
                yield _unnumbered("eye", told)
            if lamps_count != self._lamps_count:
                lamps_count = self._lamps_count
                yield _unnumbered("lamps", write(lamps_view(self._lamps.state())))
            if hears_count != self._hears_count:
                hears_count = self._hears_count
                yield _unnumbered("hears", {"phones": self._settings.get().hears_phones})
            if phones_count != self._phones_count:
                phones_count = self._phones_count
                yield _unnumbered("phones", {})
            if stays is not None and not stays():
                return
            newest = library.last_seq()
            events = library.played(since=since)
            for logged in _as_told(events, table):
                yield f"id: {logged.seq}\ndata: {json.dumps(logged.to_json())}\n\n"
            since = events[-1].seq if events else max(since, newest)
            told = (eye_count, lamps_count, hears_count, phones_count)
            if not events and not self._wait(place, since, told, library):
                yield ": still here\n\n"
        if self._farewell is not None:
            with speaking(code):
                yield _unnumbered("stopped", {"text": self._farewell()})

    def _of(self, account: str) -> list[Place]:
        """List the places of one account, the oldest first, without those that are taken."""
        return [place for place in self._places if place.account == account and not place.is_taken]

    def _has_room(self, role: Role, own: int, *, is_program: bool) -> bool:
        room = self.room
        if role == "watcher":
            watchers = sum(place.role == "watcher" for place in self._places)
            return self.streams < room.all and watchers < room.all - room.paired and own < room.address
        kept = 0 if role == "admin" else room.admins
        return self.streams < room.all - kept and not (is_program and own >= room.program)

    def _wait(
        self, place: Place, since: int, told: tuple[int, int, int, int], library: Library | ShownLibrary
    ) -> bool:
        """Wait for news; False after a heartbeat's time without any."""
        due_s = library.due_s if isinstance(library, ShownLibrary) else None
        timeout_s = HEARTBEAT_S if due_s is None else min(due_s, HEARTBEAT_S)

        def news() -> bool:
            counts = (self._eye_count, self._lamps_count, self._hears_count, self._phones_count)
            has_come = self._seen > since and (due_s is None or library.last_seq() > since)
            return self.ended.is_set() or place.is_taken or has_come or counts != told

        with self._news:
            return self._news.wait_for(news, timeout=timeout_s)

    def _follow(self, number: int, listens: threading.Event) -> None:
        """Wake the streams for each event, until nobody listens or a newer thread has taken over."""
        stops = [
            self._eye.listen(self._eye_changed),
            self._lamps.listen(self._lamps_changed),
            self._settings.listen(self._hears_changed),
        ]
        listens.set()
        self._wake(self._library.last_seq())
        while self.streams and not self.ended.is_set() and number == self._following:
            try:
                if self._library.wait(since=self._seen, timeout_s=1.0):
                    self._wake(self._library.last_seq())
            # The edge of a thread: every phone depends on it.
            except Exception:
                log.exception("an event could not be told to phones at once")
                self.ended.wait(1.0)
        for stop in stops:
            stop()

    def _wake(self, seen: int) -> None:
        with self._news:
            self._seen = max(seen, self._seen)
            self._news.notify_all()

    def _eye_changed(self) -> None:
        with self._news:
            self._eye_count += 1
            self._news.notify_all()

    def _lamps_changed(self) -> None:
        with self._news:
            self._lamps_count += 1
            self._news.notify_all()

    def _hears_changed(self) -> None:
        with self._news:
            self._hears_count += 1
            self._news.notify_all()


def blueprint(live: Live, shown: Shown, phones: Phones, tokens: Tokens | None) -> Blueprint:
    """Build ``/events``, which programs find under ``/api/v1/stream`` as well."""
    bp = Blueprint("live", __name__)

    @bp.get("/events")
    @bp.get("/api/v1/stream", endpoint="stream")
    def events() -> ResponseReturnValue:
        library = shown.library
        asked = request.headers.get("Last-Event-ID") or request.args.get("since")
        if asked is None:
            since = library.last_seq()
        elif asked.isascii() and asked.isdigit() and len(asked) < 16:
            since = min(int(asked), library.last_seq())
        else:
            raise MalformedError(f"since is {asked[:40]!r}: give the number of an event")
        place = live.enter(access.role(), access.account(phones), is_program=request.path != "/events")
        if place is None:
            full = jsonify(error="too many phones listen: ask /api/v1/state now and then instead")
            full.headers["Retry-After"] = "5"
            return full, 503
        watches = not access.may_act()
        role = access.role_by_then(phones, tokens)

        def stays() -> bool:
            now = role()
            return now is not None and (now == "watcher") == watches

        told = live.messages(place, since, language(), stays=stays)
        response = Response(told, mimetype="text/event-stream")
        response.headers["X-Accel-Buffering"] = "no"
        response.call_on_close(partial(live.leave, place))
        return response

    return bp


def _as_told(events: list[Logged], table: OnTable) -> list[Logged]:
    """List what phones are told of events: in a tournament no help."""
    return without_hints(events, table.model) if events and table.has_game else events


def _unnumbered(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"
