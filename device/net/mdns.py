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
from device.worker import lasting_thread

if TYPE_CHECKING:
    from zeroconf import Zeroconf

log = logging.getLogger(__name__)

NAME = "charkoni"
"""The box is ``charkoni.local``."""

AGAIN_S = 60.0
"""Pause between tries while the network does not take the name, in seconds."""

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
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._why = ""
        self._thread = lasting_thread(self._run, name="announce", pause=self._closed.wait)
        self.ready = threading.Event()
        """Set when the name is told, or it is known that it cannot be."""

    def start(self) -> None:
        """Tell the name in a thread of its own: asking whether it is free takes a second."""
        self._thread.start()

    def close(self) -> None:
        """Take the name back. May be called twice."""
        with self._lock:
            told, self._told = self._told, None
            self._closed.set()
        if told is not None:
            told.close()

    def _run(self) -> None:
        while not self._tell():
            self.ready.set()
            if self._closed.wait(AGAIN_S):
                return
        self.ready.set()

    def _tell(self) -> bool:
        """Tell the name; false if that is worth another try."""
        try:
            from zeroconf import Error, IPVersion, ServiceInfo, Zeroconf
        except ImportError:
            log.info("%s.local is not announced: zeroconf is not installed", NAME)
            return True
        try:
            # Asked first: the library would leave a socket open where the number is not this machine's.
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as tried:
                tried.bind((self._address, 0))
            # Told on the one network that the page is for, by the number that the QR code carries.
            told = Zeroconf(interfaces=[self._address], ip_version=IPVersion.V4Only)
        except OSError as error:
            self._complain(error)
            return False
        with self._lock:
            if self._closed.is_set():
                told.close()
                return True
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
            with self._lock:
                self._told = None
            told.close()
            self._complain(error)
            return False
        log.info("the box is announced as %s.local", NAME)
        return True

    def _complain(self, error: Exception) -> None:
        """Log why the name cannot be told, once."""
        if str(error) != self._why and not self._closed.is_set():
            log.warning("%s.local is not announced: %s", NAME, error)
        self._why = str(error)
