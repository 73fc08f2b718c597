"""What an admin chooses about other programs, and what becomes of it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from device.closing import Closing
from device.readers.mqtt.config import MqttConfig
from device.readers.mqtt.mqtt import Mqtt
from device.readers.mqtt.trial import try_broker
from device.readers.sources import Sources
from device.readers.webhooks.book import WebhookBook
from device.readers.webhooks.post import Answer, post
from device.readers.webhooks.webhook import WebhookReader, place_of, try_hook
from device.worker import end
from engine.messages import Message
from engine.record import read, write
from web.house.connections import (
    LONGEST_PASSWORD,
    Connections,
    LinkState,
    MqttChoice,
    MqttLine,
    OtherBrokerError,
    Webhook,
    WebhookLine,
)
from web.house.credentials import Passwords
from web.house.settings import HouseSettings

Send = Callable[[Webhook, str, Mapping[str, Any]], Answer]

PASSWORD = "mqtt"


class BoxConnections(Closing):
    """MQTT and webhooks of one box, between `start` and `close`. May be used from any thread."""

    def __init__(
        self,
        config: MqttConfig,
        settings: HouseSettings,
        passwords: Passwords,
        sources: Sources,
        *,
        make: Callable[[MqttChoice, str, Sources], Mqtt] = Mqtt,
        send: Send = post,
    ) -> None:
        """Know what was chosen.

        Args:
            config: What the config says, as long as nobody chooses on the page.
            settings: What was chosen on the page.
            passwords: Where passwords are kept.
            sources: What is told.
            make: Makes what speaks to a broker.
            send: Sends one message to a webhook.
        """
        self._config, self._settings, self._passwords, self._sources = config, settings, passwords, sources
        self._make, self._send = make, send
        self._book = WebhookBook(passwords)
        self._hooks: dict[int, WebhookReader] = {}
        self._changing = threading.Lock()
        self._mqtt: Mqtt | None = None
        self._running = False
        self._tried: tuple[MqttChoice, str] | None = None

    def start(self) -> None:
        """Begin to tell whom the house wants to."""
        with self._changing:
            self._running = True
            self._begin()
            for hook in self._book.everything():
                self._follow(hook)

    def close(self) -> None:
        """Tell nobody any more. May be called twice."""
        with self._changing:
            self._running = False
            mqtt, self._mqtt = self._mqtt, None
            hooks = list(self._hooks.values())
            self._hooks.clear()
        closing = [
            threading.Thread(target=one.close, name="connection-end", daemon=True)
            for one in (*hooks, *([mqtt] if mqtt is not None else []))
        ]
        for thread in closing:
            thread.start()
        for thread in closing:  # each waits a second for an address that hangs: all of them at once
            end(thread)

    def mqtt(self) -> MqttLine:
        """Tell how MQTT is chosen, and how it is."""
        choice, chosen = self._choice()
        mqtt = self._mqtt
        state = mqtt.state if mqtt is not None else LinkState("off")
        box = self._sources.identity.names().box
        late = self._sources.watched.minutes_late
        return MqttLine(choice, bool(self._password(chosen)), not chosen, state, box, late)

    def set_mqtt(self, choice: MqttChoice, password: str | None) -> None:
        """Choose, and begin anew with it.

        Raises:
            OtherBrokerError: If no password is given, and the one that is kept is another broker's.
            ValueError: If it cannot be so.
            RecordError: If it cannot be written.
        """
        choice = read(MqttChoice, write(choice))
        if password is not None and len(password) > LONGEST_PASSWORD:
            raise ValueError(f"at most {LONGEST_PASSWORD} letters are taken as a password")
        with self._changing:
            before, _ = self._choice()
            self._passwords.put(PASSWORD, self._password_for(choice, password))
            self._settings.set(mqtt=choice)
            moves = (before.host, before.port_or_usual) != (choice.host, choice.port_or_usual)
            self._end(leaves=moves or not choice.on)
            if not choice.on:
                self._sources.places.drop("mqtt")
            self._begin()

    def try_mqtt(self, choice: MqttChoice, password: str | None) -> LinkState:
        """Try it with a connection of its own, and say what is wrong.

        Raises:
            OtherBrokerError: If no password is given, and the one that is kept is another broker's.
        """
        word = self._password_for(choice, password)
        self._tried = (choice, word)
        return try_broker(choice, word, self._sources.identity.names().box)

    def hooks(self) -> Sequence[WebhookLine]:
        """List the addresses that are told what happens."""
        return [WebhookLine(hook, self._state_of(hook)) for hook in self._book.everything()]

    def add_hook(self, url: str, kinds: Sequence[str]) -> Webhook:
        """Tell another address from now on.

        Raises:
            ValueError: If it cannot be one.
            TooManyHooksError: If there are as many as there can be.
            RecordError: If it cannot be written.
        """
        if (fault := Webhook.fault(url)) is not None:
            raise ValueError(fault)
        with self._changing:
            hook = self._book.add(url, tuple(kinds))
            self._follow(hook)
        return hook

    def switch_hook(self, number: int, on: bool) -> None:
        """Tell an address, or no more; what was not told meanwhile is not.

        Raises:
            NoHookError: If there is none of this number.
            RecordError: If it cannot be written.
        """
        with self._changing:
            self._leave(number)
            hook = self._book.change(number, lambda hook: replace(hook, on=on, failed=0))
            if on:
                self._sources.places.drop(place_of(number))
            self._follow(hook)

    def drop_hook(self, number: int) -> None:
        """Forget an address.

        Raises:
            NoHookError: If there is none of this number.
            RecordError: If it cannot be written.
        """
        with self._changing:
            self._leave(number)
            self._book.drop(number)
            self._sources.places.drop(place_of(number))

    def try_hook(self, number: int) -> LinkState:
        """Send it a message that tells nothing, and say what is wrong.

        Raises:
            NoHookError: If there is none of this number.
        """
        return try_hook(self._book.named(number), self._sources.identity.names().box, send=self._send)

    def for_pages(self) -> Connections:
        """Return what pages ask of it."""
        return Connections(
            self.mqtt,
            self.set_mqtt,
            self.try_mqtt,
            self.hooks,
            self.add_hook,
            self.switch_hook,
            self.drop_hook,
            self.try_hook,
        )

    def _state_of(self, hook: Webhook) -> LinkState:
        reader = self._hooks.get(hook.number)
        if reader is not None:
            return reader.state
        if hook.failed:
            return LinkState("broken", Message("this address was switched off, as it took nothing"))
        return LinkState("off")

    def _follow(self, hook: Webhook) -> None:
        if self._running and hook.on:
            reader = WebhookReader(hook, self._book, self._sources, send=self._send)
            self._hooks[hook.number] = reader
            reader.start()

    def _leave(self, number: int) -> None:
        reader = self._hooks.pop(number, None)
        if reader is not None:
            reader.close()

    def _choice(self) -> tuple[MqttChoice, bool]:
        """Return how MQTT is chosen, and whether on the page."""
        chosen = self._settings.get().mqtt
        return (self._config.choice(), False) if chosen is None else (chosen, True)

    def _password(self, chosen: bool) -> str:
        return self._passwords.get(PASSWORD) if chosen else self._config.password

    def _password_for(self, choice: MqttChoice, typed: str | None) -> str:
        """Return the password that may go to a broker: as it was typed now, or before for the same one.

        Raises:
            OtherBrokerError: If there is one, and it was typed for another broker.
        """
        if typed is not None:
            return typed
        if self._tried is not None and choice.may_have_password_of(self._tried[0]):
            return self._tried[1]  # the page does not give it back, and nobody types it twice
        before, chosen = self._choice()
        kept = self._password(chosen)
        if kept and not choice.may_have_password_of(before):
            raise OtherBrokerError(f"the password that is kept was typed for {before.host}")
        return kept

    def _begin(self) -> None:
        choice, chosen = self._choice()
        if self._running and choice.on and not choice.faults():
            self._mqtt = self._make(choice, self._password(chosen), self._sources)
            self._mqtt.start()

    def _end(self, *, leaves: bool) -> None:
        """Speak to this broker no more; where the box leaves it, nothing of it is kept there."""
        mqtt, self._mqtt = self._mqtt, None
        if mqtt is None:
            return
        if leaves:
            mqtt.retire()
        mqtt.close()
