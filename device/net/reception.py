"""Connections that wait: all of them are held by one thread, which hands on those whose request has come.

A socket costs nothing but its number here, however slowly its letters drip, and there are limits on sockets
as well: of one address, of one paired phone, and of all. Above its limit an address loses the connection that
has waited longest. Where no paired phone has been seen it loses only one that has waited for half a second,
and is turned away otherwise: opening sockets as fast as one can costs the box little.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from cheroot.errors import FatalSSLAlert

from device.net.connection import Connection, Gathered, Owner
from web.auth.callers import place_of
from web.ports import Caller

log = logging.getLogger(__name__)

ROOM_OF_ADDRESS = 64
"""So many connections of phones that are not paired wait at one address: a family behind one has a dozen."""

ROOM_OF_STRANGERS = 192
"""So many of them wait in all."""

ROOM_OF_PHONE = 12
"""So many connections of one paired phone wait; a browser opens six."""

ROOM_OF_PHONES = 96
"""So many of all paired phones wait."""

YOUNG_S = 0.5
"""The head of a request comes within this on any network; what waits longer may have to go for another."""

HOMES = 256
"""So many addresses are remembered at which a paired phone was seen, the latest ones."""

ACCEPTED_AT_ONCE = 32
"""So many new connections are taken before the others are heard again."""

_TOO_MANY = (errno.EMFILE, errno.ENFILE)
_LOOK_S = 0.1
"""Shortest time between two looks whether a connection has waited too long, in seconds."""


class Reception:
    """What cheroot asks of its manager of connections, for connections that are not trusted to be quick."""

    def __init__(
        self,
        server: Any,
        listening: socket.socket,
        *,
        caller: Callable[[list[str], list[str]], Caller],
    ) -> None:
        """Begin to listen; nobody is taken in before `run`.

        Args:
            server: Cheroot's; answers those whose request has come.
            listening: Its socket.
            caller: Tells from the lines with cookies and with tokens of a request who calls.
        """
        self._server = server
        self._listening = listening
        self._caller = caller
        self._parked: dict[str, dict[Connection, None]] = {}
        """Those that wait, by account, the oldest first."""
        self._strangers = self._paired = 0
        """How many of them are of whom."""
        self._due_s = 0.0
        """No connection has waited too long before this, by the monotonic clock."""
        self._homes: dict[str, None] = {}
        self._back: deque[Connection] = deque()
        self._wake, self._woken = socket.socketpair()
        for one in (listening, self._wake, self._woken):
            one.setblocking(False)
        self._ready = selectors.DefaultSelector()
        self._ready.register(listening, selectors.EVENT_READ, None)
        self._ready.register(self._woken, selectors.EVENT_READ, None)
        self._ended = threading.Event()
        self._stopping = threading.Event()

    def run(self) -> None:
        """Take in, hand on and turn away until `stop`."""
        try:
            while not self._stopping.is_set():
                # The edge of a thread: whatever happens in one turn, there is a next one.
                try:
                    self._turn()
                except Exception:
                    log.exception("a turn of the reception broke off")
                    self._stopping.wait(_LOOK_S)
        finally:
            self._ended.set()

    def stop(self, timeout: float) -> None:
        """Take nobody in any more; wait so many seconds at most until that is so."""
        self._stopping.set()
        self._rouse()
        self._ended.wait(timeout)

    def close(self) -> None:
        """Hang up on all that wait."""
        parked = [conn for line in self._parked.values() for conn in line]
        for conn in (*parked, *self._back):
            conn.close()
        self._parked.clear()
        self._back.clear()
        self._ready.close()
        self._wake.close()
        self._woken.close()

    def put(self, conn: Connection) -> None:
        """Take back a connection whose request was answered; called by the thread that answered."""
        self._back.append(conn)
        self._rouse()

    def _rouse(self) -> None:
        with contextlib.suppress(OSError):  # full: it wakes up already; closed: it has ended
            self._wake.send(b"x")

    def _turn(self) -> None:
        for key, _ in self._ready.select(self._due_s - time.monotonic() if self._parked else None):
            if key.data is not None:
                if self._is_parked(key.data):
                    self._guard(key.data, self._gather)
            elif key.fileobj is self._listening:
                self._accept()
            else:
                with contextlib.suppress(BlockingIOError):
                    self._woken.recv(4096)
        # Once through those that are back now: one that asks again at once is back before this ends.
        for _ in range(len(self._back)):
            self._guard(self._back.popleft(), self._park)
        self._tidy()

    def _guard(self, conn: Connection, step: Callable[[Connection], None]) -> None:
        """Run one step of a connection; end the connection if the step fails, so that the others go on."""
        try:
            step(conn)
        except Exception:
            log.exception("a connection could not be taken")
            if self._is_parked(conn):
                self._leave(conn)
            conn.close()

    def _accept(self) -> None:
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                sock, (address, port, *_rest) = self._listening.accept()
            except OSError as error:
                if error.errno in _TOO_MANY and self._parked:
                    log.warning("the box has too many files open: a connection that waits is ended")
                    self._make_way(self._crowd(), at_once=True)
                elif error.errno in _TOO_MANY:
                    log.warning("the box has too many files open: no connection can be taken")
                    self._stopping.wait(_LOOK_S)  # the socket stays ready
                return
            place = place_of(address)
            if not self._has_room(place):
                sock.close()
                continue
            conn = self._opened(sock)
            if conn is None:
                continue
            conn.remote_addr, conn.remote_port = address, port
            conn.owner = Owner(Caller(), place)
            self._guard(conn, self._park)

    def _opened(self, sock: socket.socket) -> Connection | None:
        adapter = self._server.ssl_adapter
        if adapter is None:
            return Connection(self._server, sock)
        try:
            wrapped, environ = adapter.wrap(sock)
        except FatalSSLAlert:
            sock.close()
            return None
        conn = Connection(self._server, wrapped, adapter.makefile)
        conn.ssl_env = environ
        return conn

    def _has_room(self, place: str) -> bool:
        """Tell whether one more stranger from there may wait; another one may have to go for it."""
        stranger = Owner(Caller(), place)
        is_home = place in self._homes
        if len(self._parked.get(stranger.account, ())) >= ROOM_OF_ADDRESS:
            return self._make_way(stranger.account, at_once=is_home)
        if self._strangers < ROOM_OF_STRANGERS:
            return True
        return self._make_way(self._crowd(), at_once=is_home)

    def _crowd(self) -> str:
        """Find the account that has most, one without a phone of the house first."""

        def weight(account: str) -> tuple[bool, bool, int]:
            owner = next(iter(self._parked[account])).owner
            return not owner.caller.phone, owner.address not in self._homes, len(self._parked[account])

        return max(self._parked, key=weight)

    def _make_way(self, account: str, *, at_once: bool) -> bool:
        """End the one that has waited longest, if it has waited long enough; say whether it did."""
        oldest = next(iter(self._parked[account]))
        if not at_once and oldest.age_s < YOUNG_S:
            return False
        self._drop(oldest)
        return True

    def _park(self, conn: Connection) -> None:
        """Wait for the next request of a connection."""
        conn.park()
        account = conn.owner.account
        if conn.owner.caller.phone:
            if len(self._parked.get(account, ())) >= ROOM_OF_PHONE:
                self._make_way(account, at_once=True)
            self._paired += 1
        else:
            self._strangers += 1
        self._parked.setdefault(account, {})[conn] = None
        self._ready.register(conn.socket, selectors.EVENT_READ, conn)
        if self._paired > ROOM_OF_PHONES:
            paired = [one for one in self._parked if next(iter(self._parked[one])).owner.caller.phone]
            self._make_way(max(paired, key=lambda one: len(self._parked[one])), at_once=True)
        if self._is_parked(conn):
            self._gather(conn)  # TLS may hold already what the selector does not see any more

    def _is_parked(self, conn: Connection) -> bool:
        return conn in self._parked.get(conn.owner.account, ())

    def _gather(self, conn: Connection) -> None:
        state = conn.gather()
        if state is Gathered.WHOLE:
            self._hand_on(conn)
        elif state is Gathered.GONE:
            self._drop(conn)
        else:
            self._due_s = min(self._due_s, conn.lasts_until(self._server.whole_s))
            event = selectors.EVENT_READ if state is Gathered.READS else selectors.EVENT_WRITE
            if self._ready.get_key(conn.socket).events != event:
                self._ready.modify(conn.socket, event, conn)

    def _hand_on(self, conn: Connection) -> None:
        self._leave(conn)
        credentials = conn.credentials
        if credentials is not None:
            caller = self._caller(*credentials)
            conn.owner = Owner(caller, conn.owner.address)
            if caller.phone:
                self._homes.pop(conn.owner.address, None)
                self._homes[conn.owner.address] = None
                if len(self._homes) > HOMES:
                    del self._homes[next(iter(self._homes))]
        self._server.process_conn(conn)

    def _tidy(self) -> None:
        """End what has waited too long."""
        now = time.monotonic()
        if now < self._due_s:
            return
        whole_s, ends = self._server.whole_s, list[float]()
        for conn in [one for line in self._parked.values() for one in line]:
            if (end := conn.lasts_until(whole_s)) < now:
                self._guard(conn, self._give_up)
            else:
                ends.append(end)
        self._due_s = max(now + _LOOK_S, min(ends, default=now))

    def _give_up(self, conn: Connection) -> None:
        conn.give_up()
        self._drop(conn)

    def _drop(self, conn: Connection) -> None:
        self._leave(conn)
        conn.close()

    def _leave(self, conn: Connection) -> None:
        line = self._parked[conn.owner.account]
        del line[conn]
        if not line:
            del self._parked[conn.owner.account]
        if conn.owner.caller.phone:
            self._paired -= 1
        else:
            self._strangers -= 1
        with contextlib.suppress(KeyError, ValueError):  # it failed before it was registered
            self._ready.unregister(conn.socket)
