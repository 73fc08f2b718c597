"""The connection to a broker: held as long as the box runs, made anew by paho whenever it is lost."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import paho.mqtt.client as paho
from paho.mqtt.reasoncodes import ReasonCode

from device.closing import Closing
from device.readers.mqtt.client import KEEPALIVE_S, FrugalClient, Will, client_of
from device.readers.mqtt.faults import CLOSED, SILENT, fault_of
from engine.messages import Message
from web.house.connections import LinkState, MqttChoice

log = logging.getLogger(__name__)

WAITS_S = (2.0, 60.0)
"""So long the box waits at first and at most before it tries again, twice as long each time; at first up to
twice as long by chance, so that many boxes do not come all at once."""

_OFF = LinkState("off")


@dataclass(frozen=True, slots=True)
class Heard:
    """Whom the link tells; all of them are called from its own thread and must be quick."""

    message: Callable[[str, bytes, bool], None]
    """Topic, content, and whether it is an old one: that the broker kept, or that it sends again.

    Nothing that was told to an earlier connection is sent again, and in one connection nothing is lost.
    """
    acknowledged: Callable[[int], None] = lambda _number: None
    """The number of a message that the broker has taken over."""


class Link(Closing):
    """Speaks to one broker between `start` and `close`."""

    def __init__(
        self, choice: MqttChoice, password: str, *, name: str, will: Will, topics: Sequence[str], heard: Heard
    ) -> None:
        """Know the broker.

        Args:
            choice: Which one, and how.
            password: Of its user.
            name: Of this box at the broker; a second one of the same name throws the first one off.
            will: What is told when the box is gone.
            topics: What is listened to.
            heard: Who is told.
        """
        self._choice, self._password = choice, password
        self._name, self._will, self._topics, self._heard = name, will, topics, heard
        self._state = LinkState("trying", Message("the box tries to reach {host}", {"host": choice.host}))
        self._client: FrugalClient | None = None
        self._is_answered = self._closed = False
        self.is_up = False
        """The broker takes messages."""
        self.number = 0
        """Counts connections; what was not acknowledged in an earlier one is lost."""

    def start(self) -> None:
        """Begin to try."""
        choice, (first_s, most_s) = self._choice, WAITS_S
        try:
            client = client_of(choice, self._password, name=self._name, reconnects=True, will=self._will)
            client.connect_async(choice.host, choice.port_or_usual, keepalive=KEEPALIVE_S)
        except (OSError, ValueError) as error:
            self._fail(error if isinstance(error, OSError) else OSError(str(error)))
            return
        client.reconnect_delay_set(random.uniform(first_s, 2 * first_s), most_s)  # type: ignore[arg-type]
        client.failed = self._fail
        client.on_connect, client.on_disconnect = self._on_connect, self._on_disconnect
        client.on_subscribe = self._on_subscribe
        client.on_message, client.on_publish = self._on_message, self._on_publish
        self._client = client
        client.loop_start()

    def close(self) -> None:
        """Say that the box is gone, and let the connection go. May be called twice."""
        if self._closed:
            return
        gone = self.publish(self._will.topic, self._will.gone, retain=True)
        self._closed, self.is_up = True, False
        if self._client is not None:
            if gone is not None:
                _flushed(self._client, within_s=0.3)
            self._client.disconnect()  # its thread ends by itself, and tells nobody anything

    @property
    def state(self) -> LinkState:
        """How the connection is."""
        return _OFF if self._closed else self._state

    def publish(self, topic: str, content: str | bytes, *, retain: bool = False) -> int | None:
        """Hand a message to the broker, at least once as long as this connection lasts.

        Returns:
            The number by which it will be acknowledged; None without a connection.
        """
        if self._client is None or not self.is_up:
            return None
        told = self._client.publish(topic, content, qos=1, retain=retain)
        return told.mid if told.rc == paho.MQTT_ERR_SUCCESS else None

    def _on_connect(
        self, client: paho.Client, _data: object, _flags: object, code: ReasonCode, _more: object
    ) -> None:
        self._is_answered = True
        if self._closed:  # the broker was only reached then
            client.disconnect()
        elif code.value:
            self._fail(code.value)
        else:
            self.number += 1
            self.is_up = True  # before anything can be heard, so that it can be answered
            client.publish(self._will.topic, self._will.here, qos=1, retain=True)
            client.subscribe([(topic, 1) for topic in self._topics])

    def _on_subscribe(self, *_: object) -> None:
        log.info("mqtt: connected to %s", self._choice.host)
        self._state = LinkState("fine", Message("connected to {host}", {"host": self._choice.host}))

    def _on_disconnect(
        self, _client: paho.Client, _data: object, _flags: object, reason: ReasonCode, _more: object
    ) -> None:
        was_up, is_answered, self.is_up, self._is_answered = self.is_up, self._is_answered, False, False
        if self._closed:
            return
        if was_up:
            log.warning("mqtt: the connection to %s is lost, and tried again", self._choice.host)
            text = Message("the connection to {host} is lost, and tried again", {"host": self._choice.host})
            self._state = LinkState("trying", text)
        elif not is_answered:
            self._fail(SILENT if reason == "Keep alive timeout" else CLOSED)

    def _fail(self, error: OSError | str | int) -> None:
        state = fault_of(error, self._choice)
        if state != self._state and not self._closed:
            log.warning("mqtt: %s: %s", state.text, state.advice)
        self._state = state

    def _on_message(self, _client: object, _data: object, message: paho.MQTTMessage) -> None:
        try:
            is_old = bool(message.retain or message.dup)
            self._heard.message(message.topic, bytes(message.payload), is_old)
        # The edge of a thread that is not ours: whatever it is, the connection must not break by it.
        except Exception:
            log.exception("mqtt: a message cannot be carried out")

    def _on_publish(self, _client: object, _data: object, number: int, *_: object) -> None:
        self._heard.acknowledged(number)


def _flushed(client: paho.Client, *, within_s: float) -> None:
    """Give what was handed over last a moment to go out."""
    until = time.monotonic() + within_s
    while client.want_write() and time.monotonic() < until:
        time.sleep(0.01)
