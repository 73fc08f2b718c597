"""Tells the home network by multicast DNS that the box is ``charkoni.local``, where zeroconf is installed.

Laptops and iPhones find the box by this name; Android does not, so the QR code carries the number all the
same. Without the library, or without a network, the box plays on and its log says why it has no name.
"""

from __future__ import annotations

import logging
import socket
import threading
from typing import TYPE_CHECKING

from device.closing import Closing

if TYPE_CHECKING:
    from zeroconf import Zeroconf

log = logging.getLogger(__name__)

NAME = "charkoni"
"""The box is ``charkoni.local``."""

KIND = "_http._tcp.local."
"""Programs that look for pages on the network ask for this."""


class Announcement(Closing):
    """The name of one box on the home network, from `start` to `close`."""

    def __init__(self, address: str, port: int) -> None:
        """Take what to tell.

        Args:
            address: The box's number on the network, such as ``192.168.1.20``.
            port: Where the page is.
        """
        self._address = address
        self._port = port
        self._told: Zeroconf | None = None
        self._thread = threading.Thread(target=self._tell, name="announce", daemon=True)
        self._lock = threading.Lock()
        self._closed = False
        self.ready = threading.Event()
        """Set when the name is told, or it is known that it cannot be."""

    def start(self) -> None:
        """Tell the name in a thread of its own: asking whether it is free takes a second."""
        self._thread.start()

    def close(self) -> None:
        """Take the name back. May be called twice."""
        with self._lock:
            told, self._told, self._closed = self._told, None, True
        if told is not None:
            told.close()

    def _tell(self) -> None:
        try:
            from zeroconf import Error, IPVersion, ServiceInfo, Zeroconf
        except ImportError:
            log.info("%s.local is not announced: zeroconf is not installed", NAME)
            self.ready.set()
            return
        try:
            # Asked first: the library would leave a socket open where the number is not this machine's.
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as tried:
                tried.bind((self._address, 0))
            # Told on the one network that the page is for, by the number that the QR code carries.
            told = Zeroconf(interfaces=[self._address], ip_version=IPVersion.V4Only)
        except OSError as error:
            log.warning("%s.local is not announced: %s", NAME, error)
            self.ready.set()
            return
        with self._lock:
            if self._closed:
                told.close()
                return
            self._told = told
        info = ServiceInfo(
            KIND,
            f"Charkoni.{KIND}",
            addresses=[socket.inet_aton(self._address)],
            port=self._port,
            properties={"path": "/"},
            server=f"{NAME}.local.",
        )
        try:
            told.register_service(info, allow_name_change=True)
        # The edge of a thread; what a closing library raises is its own affair.
        except (Error, OSError, RuntimeError) as error:
            if not self._closed:
                log.warning("%s.local is not announced: %s", NAME, error)
        else:
            log.info("the box is announced as %s.local", NAME)
        self.ready.set()
