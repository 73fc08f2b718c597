"""paho's client, guarded against what a broker sends: neither a huge message nor a garbled one harms the box.

MQTT 3.1.1 lets a message have 256 MB, and a client cannot say that it takes less; paho would hold several
copies of it, and die of some packets that are none.
"""

from __future__ import annotations

import logging

import paho.mqtt.client as paho
from paho.mqtt.enums import MQTTErrorCode

log = logging.getLogger(__name__)

MOST_KEPT = 128 * 1024
"""Bytes of a packet that are kept, more than the box reads of any message; the rest is let go as it comes."""

_AT_ONCE = 64 * 1024


class GuardedClient(paho.Client):
    """A client that reads packets of any size in little memory, and ends the connection for a garbled one."""

    def _sock_recv(self, bufsize: int) -> bytes:
        packet: bytearray = self._in_packet["packet"]
        del packet[MOST_KEPT:]
        received: bytes = super()._sock_recv(min(bufsize, _AT_ONCE))
        return received

    def _packet_read(self) -> MQTTErrorCode:
        try:
            return super()._packet_read()
        # Whatever a hostile packet does to paho's parser: its thread must not die with the connection open.
        except Exception:
            log.warning("mqtt: the broker sends what is no MQTT", exc_info=True)
            return MQTTErrorCode.MQTT_ERR_PROTOCOL
