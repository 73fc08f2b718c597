"""A network between phone and box that is slow and breaks off: a proxy on this machine."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
import time
from collections.abc import Iterator

_PIECE = 16 * 1024


class SlowNetwork:
    """Hands every byte on, no faster than it is told; while it is broken it refuses everybody."""

    def __init__(self, port: int, *, bytes_a_s: float) -> None:
        """Listen on a port of its own.

        Args:
            port: Of the box.
            bytes_a_s: From the phone to the box; the other way it is fast.
        """
        self.bytes_a_s = bytes_a_s
        self.is_broken = False
        self.carried = 0
        self.breaks_at = 0
        """Once so many bytes have gone to the box, it breaks off; 0 for never."""
        self._to = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break every connection off: whoever still sends is told at once, not when somebody would read."""
        self.is_broken = True
        for one in self._open:
            with contextlib.suppress(OSError):
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._open = []

    def mend(self) -> None:
        """Let phones through again."""
        self.is_broken = False

    def close(self) -> None:
        """End all of it."""
        self.cut()
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                phone, _ = self._listening.accept()
            except OSError:
                return
            if self.is_broken:
                phone.close()
                continue
            box = socket.create_connection(("127.0.0.1", self._to))
            self._open += [phone, box]
            for pair, is_up in (((phone, box), True), ((box, phone), False)):
                threading.Thread(target=self._carry, args=(*pair, is_up), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, is_up: bool) -> None:
        with contextlib.suppress(OSError):
            while piece := source.recv(_PIECE):
                if is_up:
                    time.sleep(len(piece) / self.bytes_a_s)
                    self.carried += len(piece)
                    if 0 < self.breaks_at <= self.carried:
                        self.breaks_at = 0
                        self.cut()
                target.sendall(piece)
        for one in (source, target):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def slow_network(port: int, *, bytes_a_s: float) -> Iterator[SlowNetwork]:
    """Lay a slow network before a port until the end of the block."""
    network = SlowNetwork(port, bytes_a_s=bytes_a_s)
    try:
        yield network
    finally:
        network.close()
