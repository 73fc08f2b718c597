"""Serves the page over HTTPS beside plain HTTP, with a certificate that is kept fresh.

A file in the data folder, which ``charkoni https`` makes, turns it on; the box looks for it now and then, so
that nobody has to start it again. It also looks at the clock and at its own numbers: a Pi learns the time,
and often another number, long after it was started. A certificate made for the wrong ones is made anew.
"""

from __future__ import annotations

import logging
import socket
import ssl
import threading
from collections.abc import Callable, Iterable
from functools import partial

from flask import Flask

from device.closing import Closing
from device.net.authority import Authority, CertificateError, by_name_or_number, names_of_machine
from device.net.server import PortError, Server, address_of, numbers_of_machine
from device.worker import lasting_thread
from web.ports import Trust

log = logging.getLogger(__name__)

LOOK_S = 5.0
"""So often it is looked whether anything has changed."""


class Https(Closing):
    """The page over HTTPS."""

    def __init__(
        self,
        authority: Authority,
        *,
        host: str,
        port: int,
        numbers: Callable[[], Iterable[str]] = numbers_of_machine,
    ) -> None:
        """Take what to serve with; nothing is opened yet.

        Args:
            authority: The box's own.
            host: Address to listen on.
            port: Port; 0 takes a free one.
            numbers: Which numbers this machine has.
        """
        self._authority = authority
        self._host = host
        self._port = port
        self._numbers = numbers
        self._server: Server | None = None
        self._trust: Trust | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.trouble = ""
        """Why the page is not served over HTTPS though it should be; empty when all is well."""
        self.looked = threading.Event()
        """Set after the first look."""

    @property
    def is_on(self) -> bool:
        """True if the page is to be served over HTTPS."""
        return self._authority.is_on

    @property
    def address(self) -> str:
        """Name the address of the page over HTTPS."""
        port = self._server.port if self._server else self._port
        return f"https://{by_name_or_number(address_of(self._host))}:{port}/"

    def start(self, app: Flask) -> None:
        """Look, and go on looking, in a thread of its own."""
        self._thread = lasting_thread(partial(self._run, app), name="https", pause=self._stop.wait)
        self._thread.start()

    def close(self) -> None:
        """Stop serving. May be called twice."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(2.0)
        self._leave()

    def trust(self) -> Trust | None:
        """Tell how a phone comes to trust the box; None while the page is served over plain HTTP alone."""
        return self._trust

    def look(self, app: Flask) -> None:
        """Serve, make the certificate anew, or stop serving, as it should be now."""
        try:
            trouble = ""
            if self._authority.is_on:
                trouble = self._serve(app)
            elif self._server is not None:
                self._leave()
                log.info("the page is served over plain HTTP alone")
            if trouble and trouble != self.trouble:
                log.warning("the certificate of the page cannot be made anew: %s", trouble)
            self.trouble = trouble
        except (CertificateError, PortError) as error:
            why = str(error)
            if isinstance(error, PortError):
                why = f"{why.partition(': ')[0]}: name another https_port in section [page]"
            if why != self.trouble:
                log.warning("the page is not served over HTTPS: %s", why)
            self.trouble = why

    def _run(self, app: Flask) -> None:
        while not self._stop.is_set():
            self.look(app)
            self.looked.set()
            self._stop.wait(LOOK_S)

    def _serve(self, app: Flask) -> str:
        """Serve; return why the certificate is not made anew though it should be, empty where all is well.

        Raises:
            CertificateError: If there is none that counts, and none can be made.
        """
        for file in self._authority.close_keys():
            log.warning(
                "others on this machine could read the key in %s: now they cannot. If strangers use this "
                "machine, 'charkoni https --forget' and then 'charkoni https' make another",
                file,
            )
        trouble = ""
        own = names_of_machine(socket.gethostname())
        numbers = self._numbers() if self._host in ("0.0.0.0", "") else [self._host]
        names = self._authority.vouches([*own, *numbers])
        why = self._authority.faults(names)
        if why:
            log.info("a certificate of the page is made: %s", why)
            try:
                self._authority.renew(names)
            except CertificateError as error:
                if not self._authority.still_counts:
                    raise
                why, trouble = None, str(error)
        if self._server is None:
            self._server = Server(app, host=self._host, port=self._port, context=self._context(names))
            self._server.start()
            log.info("the page is served over HTTPS at port %d", self._server.port)
        elif why:
            self._server.show(self._context(names))
        certificate = self._authority.certificate()
        if why or self._trust is None or self._trust.certificate != certificate:
            shown = self._authority.shown()
            self._trust = Trust(
                certificate,
                self._authority.fingerprint(),
                self._server.port,
                shown.names if shown else frozenset(),
            )
        return trouble

    def _context(self, names: list[str]) -> ssl.SSLContext:
        """Read the certificate and its key; both are made anew if they cannot be used together."""
        try:
            return self._authority.context()
        except CertificateError as error:
            log.info("a certificate of the page is made: %s", error)
            self._authority.renew(names)
            return self._authority.context()

    def _leave(self) -> None:
        server, self._server, self._trust = self._server, None, None
        if server is not None:
            server.close()
