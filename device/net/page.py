"""The page on the network: over plain HTTP, over HTTPS where that is on, and under the box's name."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask

from device.closing import Closing
from device.net.https import Https
from device.net.mdns import Announcement
from device.net.server import Server, address_of


class Page(Closing):
    """Serves one app in every way, from `start` to `close`."""

    def __init__(self, app: Flask, https: Https, *, host: str, port: int) -> None:
        """Take the port; requests are answered from `start` on.

        Args:
            app: What to serve.
            https: Serves it over HTTPS as well; closed with the page.
            host: Address to listen on.
            port: Port of plain HTTP; 0 takes a free one.

        Raises:
            PortError: If the port is taken or not allowed.
        """
        self._app = app
        self._https = https
        self.server = Server(app, host=host, port=port)
        address = address_of(host)
        # A box that only this machine reaches needs no name on the network.
        is_alone = address.startswith("127.")
        self._announcement = None if is_alone else Announcement(address, self.server.port)

    def start(self) -> None:
        """Answer requests, and tell the network the box's name."""
        self.server.start()
        self._https.start(self._app)
        if self._announcement is not None:
            self._announcement.start()

    def let_go(self, farewell: Callable[[], str] | None = None) -> None:
        """End all event streams, with a last word if there is one; what else is asked is still answered."""
        self._app.extensions["live"].close(farewell)

    def close(self) -> None:
        """Take the name back and stop serving. May be called twice."""
        if self._announcement is not None:
            self._announcement.close()
        self.server.close()
        self._https.close()
