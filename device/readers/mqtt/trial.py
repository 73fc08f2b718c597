"""Tries a broker with a connection of its own, and says what is wrong: name, port, TLS, password, topics."""

from __future__ import annotations

import secrets
import threading
import time
from typing import Any

import paho.mqtt.client as paho
from paho.mqtt.reasoncodes import ReasonCode

from device.readers.mqtt.client import CONNECT_S, KEEPALIVE_S, client_of
from device.readers.mqtt.faults import CLOSED, SILENT, broken, fault_of
from engine.messages import Message
from web.connections.messages import topic
from web.house.connections import LinkState, MqttChoice

BACK_S = 3.0
"""So long a message may take to the broker and back."""


def try_broker(choice: MqttChoice, password: str, box: str) -> LinkState:
    """Connect, tell something under a topic of the box, and wait until it comes back.

    Args:
        choice: Which broker, and how.
        password: Of its user.
        box: The name of this box.
    """
    mark = secrets.token_hex(4)
    try:
        client = client_of(choice, password, name=f"charkoni-{box}-{mark}", reconnects=False)
        answered, lost, back, refused = (threading.Event() for _ in range(4))
        answers: list[int] = []
        tried = topic(box, "trial")

        def heard(_client: object, _data: object, message: paho.MQTTMessage) -> None:
            if message.payload == mark.encode():
                back.set()

        def subscribed(_client: object, _data: Any, _number: int, codes: list[ReasonCode], _: object) -> None:
            if any(code.is_failure for code in codes):
                refused.set()

        def connected(_client: object, _data: Any, _flags: object, code: ReasonCode, _: object) -> None:
            answers.append(code.value)
            answered.set()

        def ended(*_: object) -> None:
            answered.set()
            lost.set()

        client.on_connect, client.on_disconnect = connected, ended
        client.on_message = heard
        client.on_subscribe = subscribed
        client.connect(choice.host, choice.port_or_usual, keepalive=KEEPALIVE_S)
    except (OSError, ValueError) as error:
        return fault_of(error if isinstance(error, OSError) else OSError(str(error)), choice)
    client.loop_start()
    try:
        if not answered.wait(CONNECT_S):
            return fault_of(SILENT, choice)
        if answers != [0]:
            return fault_of(answers[0] if answers else CLOSED, choice)
        client.subscribe(tried, qos=1)
        client.publish(tried, mark, qos=1)
        until = time.monotonic() + BACK_S
        while time.monotonic() < until and not (back.is_set() or refused.is_set() or lost.is_set()):
            back.wait(0.05)
        if back.is_set():
            text = Message("connected to {host}; messages go there and back", {"host": choice.host})
            return LinkState("fine", text)
    finally:
        client.disconnect()
    return broken(
        Message("the broker lets this box in, and keeps its messages from it"),
        Message("let its user read and write everything under {topic}", {"topic": topic(box, "#")}),
    )
