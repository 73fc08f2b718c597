"""The connection to a broker: held as long as the box runs, made anew whenever it is lost.

Each connection is a client of its own, so that nothing of one lives on in the next: the journal is the only
queue. Only what MQTT 3.1.1 has is used, so every broker will do.
"""

from __future__ import annotations

import logging
import random
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from device.closing import Closing
from device.readers.mqtt.client import FrugalClient
from device.readers.mqtt.faults import CLOSED, SILENT, fault_of
from device.worker import end, lasting_thread
from engine.messages import Message
from web.house.connections import LinkState, MqttChoice

log = logging.getLogger(__name__)

KEEPALIVE_S = 30
CONNECT_S = 5.0
"""So long a broker may take to be reached, and as long again to answer."""

WAITS_S = (1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0)
"""So long the box waits before it tries again, and then always as the last; a third more or less by chance,
so that many boxes do not come all at once."""

STEADY_S = 30.0
"""A connection that held so long was a good one: after it the first wait is the shortest again."""

UNACKNOWLEDGED = 20
"""So many messages may be on their way."""

_OFF = LinkState("off")


@dataclass(frozen=True, slots=True)
class Will:
    """What the broker tells when the box is gone, and the box itself before it goes."""

    topic: str
    gone: str = "offline"
    here: str = "online"


@dataclass(frozen=True, slots=True)
class Heard:
    """Whom the link tells; all of them are called from its own thread and must be quick."""

    message: Callable[[str, bytes, bool], None]
    """Topic, content, and whether it is an old one: that the broker kept, or that it sends again.

    Nothing that was told to an earlier connection is sent again, and in one connection nothing is lost.
    """
    acknowledged: Callable[[int], None] = lambda _number: None
    """The number of a message that the broker has taken over."""


@dataclass
class _Attempt:
    """One connection, from its first try to its end."""

    client: paho.Client
    answered: threading.Event = field(default_factory=threading.Event)
    listens: threading.Event = field(default_factory=threading.Event)
    """The broker will tell what the box wants to hear; or it is lost."""
    lost: threading.Event = field(default_factory=threading.Event)
    code: int = -1
    """By which the broker answered; 0 is yes, -1 no answer."""

    def give_up(self) -> None:
        """Wait for nothing more of it."""
        self.answered.set()
        self.listens.set()
        self.lost.set()


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
        self._attempt: _Attempt | None = None
        """The connection that holds."""
        self._newest: _Attempt | None = None
        """The same, or one that is not answered yet."""
        self._is_reaching = False
        """The broker is not reached yet, which nothing can cut short."""
        self._closed = threading.Event()
        self._thread = lasting_thread(self._run, name="mqtt-link", pause=self._closed.wait)
        self.number = 0
        """Counts connections; what was not acknowledged in an earlier one is lost."""

    def start(self) -> None:
        """Begin to try."""
        self._thread.start()

    def close(self) -> None:
        """Say that the box is gone, and let the connection go. May be called twice."""
        if self._closed.is_set():
            return
        attempt = self._attempt
        if attempt is not None and self.publish(self._will.topic, self._will.gone, retain=True) is not None:
            _flushed(attempt.client, within_s=0.3)
        self._closed.set()
        if attempt is not None:
            attempt.client.disconnect()
        if self._newest is not None:
            self._newest.give_up()
        if not self._is_reaching:  # else the thread ends by itself, and tells nobody anything
            end(self._thread)

    @property
    def is_up(self) -> bool:
        """True while the broker takes messages."""
        return self._attempt is not None

    @property
    def state(self) -> LinkState:
        """How the connection is."""
        return _OFF if self._closed.is_set() else self._state

    def publish(self, topic: str, content: str | bytes, *, retain: bool = False) -> int | None:
        """Hand a message to the broker, at least once as long as this connection lasts.

        Returns:
            The number by which it will be acknowledged; None without a connection.
        """
        attempt = self._attempt
        if attempt is None:
            return None
        told = attempt.client.publish(topic, content, qos=1, retain=retain)
        return told.mid if told.rc == paho.MQTT_ERR_SUCCESS else None

    def _run(self) -> None:
        tries = 0
        while not self._closed.is_set():
            began = time.monotonic()
            self._connect()
            if self._closed.is_set():
                return
            tries = 0 if time.monotonic() - began > STEADY_S else tries
            wait_s = WAITS_S[min(tries, len(WAITS_S) - 1)] * random.uniform(0.67, 1.33)
            tries += 1
            self._closed.wait(wait_s)

    def _connect(self) -> None:
        """Make a connection and hold it until it is lost; remember why there is none."""
        try:
            attempt = self.attempt(self._choice, self._password, name=self._name, will=self._will)
            client = attempt.client
            client.on_message = self._on_message
            client.on_publish = self._on_publish
            self._newest, self._is_reaching = attempt, True
            client.connect(self._choice.host, self._choice.port_or_usual, keepalive=KEEPALIVE_S)
        except (OSError, ValueError) as error:
            self._fail(error if isinstance(error, OSError) else OSError(str(error)))
            return
        finally:
            self._is_reaching = False
        client.loop_start()
        try:
            is_answered = attempt.answered.wait(CONNECT_S)
            if self._closed.is_set():
                return
            if not is_answered:
                self._fail(SILENT)
            elif attempt.code:
                self._fail(attempt.code if attempt.code > 0 else CLOSED)
            else:
                self._hold(attempt)
        finally:
            client.disconnect()

    def _hold(self, attempt: _Attempt) -> None:
        self.number += 1
        self._attempt = attempt  # before anything can be heard, so that it can be answered
        try:
            attempt.client.publish(self._will.topic, self._will.here, qos=1, retain=True)
            attempt.client.subscribe([(topic, 1) for topic in self._topics])
            if not attempt.listens.wait(CONNECT_S):
                self._fail(SILENT)
                return
            log.info("mqtt: connected to %s", self._choice.host)
            self._state = LinkState("fine", Message("connected to {host}", {"host": self._choice.host}))
            attempt.lost.wait()
        finally:
            self._attempt = None
        if not self._closed.is_set():
            log.warning("mqtt: the connection to %s is lost, and tried again", self._choice.host)
            self._state = LinkState(
                "trying",
                Message("the connection to {host} is lost, and tried again", {"host": self._choice.host}),
            )

    def _fail(self, error: OSError | str | int) -> None:
        state = fault_of(error, self._choice)
        if state != self._state:
            log.warning("mqtt: %s: %s", state.text, state.advice)
        self._state = state

    @staticmethod
    def attempt(choice: MqttChoice, password: str, *, name: str, will: Will | None) -> _Attempt:
        """Make a client that is not connected yet.

        Raises:
            OSError: If the certificate of the authority cannot be used.
        """
        client = FrugalClient(
            CallbackAPIVersion.VERSION2,
            client_id=name,
            clean_session=True,
            protocol=paho.MQTTv311,
            reconnect_on_failure=False,
        )
        client.connect_timeout = CONNECT_S
        client.max_inflight_messages_set(UNACKNOWLEDGED)
        if choice.user:
            client.username_pw_set(choice.user, password)
        if choice.tls:
            client.tls_set_context(ssl.create_default_context(cadata=choice.ca or None))
        if will is not None:
            client.will_set(will.topic, will.gone, qos=1, retain=True)
        attempt = _Attempt(client)

        def on_connect(
            _client: object, _data: object, _flags: object, code: ReasonCode, _more: object
        ) -> None:
            attempt.code = code.value
            attempt.answered.set()

        def on_disconnect(*_: object) -> None:
            attempt.give_up()

        client.on_connect = on_connect
        client.on_subscribe = lambda *_: attempt.listens.set()
        client.on_disconnect = on_disconnect
        client.ended = attempt.give_up
        return attempt

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
