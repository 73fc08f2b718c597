"""paho's client, made so that neither a huge message nor one that is none does the box harm.

MQTT 3.1.1 lets a message have 256 MB, and a client cannot say that it takes less; paho would hold several
copies of it. Only what MQTT 3.1.1 has is used, so every broker will do.
"""

from __future__ import annotations

import logging
import ssl
from collections.abc import Callable
from dataclasses import dataclass

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode

from web.house.connections import MqttChoice

log = logging.getLogger(__name__)

MOST_KEPT = 128 * 1024
"""Bytes of a packet that are kept, more than the box reads of any message; the rest is let go as it comes."""

_AT_ONCE = 64 * 1024

KEEPALIVE_S = 30
CONNECT_S = 5.0
"""So long a broker may take to be reached."""

UNACKNOWLEDGED = 20
"""So many messages may be on their way."""


@dataclass(frozen=True, slots=True)
class Will:
    """What the broker tells when the box is gone, and the box itself before it goes."""

    topic: str
    gone: str = "offline"
    here: str = "online"


class FrugalClient(paho.Client):
    """A client that reads packets of any size in little memory, and whose thread does not end by a fault."""

    failed: Callable[[OSError], None] = staticmethod(lambda _: None)
    """Called with the reason each time that the broker cannot be reached."""

    def reconnect(self) -> MQTTErrorCode:
        """Connect anew; the journal is the only queue, so nothing of the last connection is sent again."""
        with self._out_message_mutex:
            self._out_messages.clear()
        try:
            return super().reconnect()
        except OSError as error:
            self.failed(error)
            raise
        except ValueError as error:  # a name that cannot be one
            self.failed(OSError(str(error)))
            raise OSError from error

    def _thread_main(self) -> None:
        while True:
            try:
                self.loop_forever(retry_first_connection=True)
                return
            # The edge of a thread: paho would leave the connection open and say nothing.
            except Exception:
                log.exception("mqtt: the connection broke down")
                self._loop_rc_handle(MQTTErrorCode.MQTT_ERR_CONN_LOST)

    def _sock_recv(self, bufsize: int) -> bytes:
        packet: bytearray = self._in_packet["packet"]
        del packet[MOST_KEPT:]
        received: bytes = super()._sock_recv(min(bufsize, _AT_ONCE))
        return received


def client_of(
    choice: MqttChoice, password: str, *, name: str, reconnects: bool, will: Will | None = None
) -> FrugalClient:
    """Make a client that is not connected yet.

    Args:
        choice: Which broker, and how.
        password: Of its user.
        name: At the broker; a second client of the same name throws the first one off.
        reconnects: Try again whenever the connection is lost.
        will: What is told when the box is gone.

    Raises:
        OSError: If the certificate of the authority cannot be used.
    """
    client = FrugalClient(
        CallbackAPIVersion.VERSION2,
        client_id=name,
        clean_session=True,
        protocol=paho.MQTTv311,
        reconnect_on_failure=reconnects,
    )
    client.connect_timeout = CONNECT_S
    client.max_inflight_messages_set(UNACKNOWLEDGED)
    if choice.user:
        client.username_pw_set(choice.user, password)
    if choice.tls:
        client.tls_set_context(ssl.create_default_context(cadata=choice.ca or None))
    if will is not None:
        client.will_set(will.topic, will.gone, qos=1, retain=True)
    return client
