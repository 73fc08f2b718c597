"""paho's client, made so that a huge message costs the box nothing.

MQTT 3.1.1 lets a message have 256 MB, and a client cannot say that it takes less; paho would hold several
copies of it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import paho.mqtt.client as paho

log = logging.getLogger(__name__)

MOST_KEPT = 128 * 1024
"""Bytes of a packet that are kept, more than the box reads of any message; the rest is let go as it comes."""

_AT_ONCE = 64 * 1024


class FrugalClient(paho.Client):
    """A client that reads packets of any size in little memory, and whose thread does not end unnoticed."""

    ended: Callable[[], None] = staticmethod(lambda: None)
    """Called when its thread has ended, whatever by."""

    def _thread_main(self) -> None:
        try:
            super()._thread_main()
        # The edge of a thread: paho would leave the connection open and say nothing.
        except Exception:
            log.exception("mqtt: the connection broke down")
        finally:
            self.ended()

    def _sock_recv(self, bufsize: int) -> bytes:
        packet: bytearray = self._in_packet["packet"]
        del packet[MOST_KEPT:]
        received: bytes = super()._sock_recv(min(bufsize, _AT_ONCE))
        return received
