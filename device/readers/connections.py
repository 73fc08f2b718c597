"""What an admin chooses about other programs, and what becomes of it; implements the page's `Connections`."""

from __future__ import annotations

import threading
from collections.abc import Callable

from device.closing import Closing
from device.readers.mqtt.config import MqttConfig
from device.readers.mqtt.mqtt import Mqtt, Sources
from device.readers.mqtt.trial import try_broker
from device.store.passwords import Passwords
from device.store.settings import HouseSettings
from web.connections_port import LONGEST_PASSWORD, LinkState, MqttChoice, MqttLine

SETTING = "mqtt"
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
    ) -> None:
        """Know what was chosen.

        Args:
            config: What the config says, as long as nobody chooses on the page.
            settings: What was chosen on the page.
            passwords: Where passwords are kept.
            sources: What is told.
            make: Makes what speaks to a broker.
        """
        self._config, self._settings, self._passwords, self._sources = config, settings, passwords, sources
        self._make = make
        self._changing = threading.Lock()
        self._mqtt: Mqtt | None = None
        self._running = False
        self._tried: tuple[MqttChoice, str] | None = None

    def start(self) -> None:
        """Begin to tell whom the house wants to."""
        with self._changing:
            self._running = True
            self._begin()

    def close(self) -> None:
        """Tell nobody any more. May be called twice."""
        with self._changing:
            self._running = False
            mqtt, self._mqtt = self._mqtt, None
        if mqtt is not None:
            mqtt.close()

    def mqtt(self) -> MqttLine:
        """Tell how MQTT is chosen, and how it is."""
        choice, chosen = self._choice()
        mqtt = self._mqtt
        state = mqtt.state if mqtt is not None else LinkState("off")
        box = self._sources.identity.names().box
        return MqttLine(choice, bool(self._password(chosen)), not chosen, state, box)

    def set_mqtt(self, choice: MqttChoice, password: str | None) -> None:
        """Choose, and begin anew with it.

        Raises:
            ValueError: If it cannot be so.
            RecordError: If it cannot be written.
        """
        choice = MqttChoice.from_json(choice.to_json())
        if password is not None and len(password) > LONGEST_PASSWORD:
            raise ValueError(f"at most {LONGEST_PASSWORD} letters are taken as a password")
        with self._changing:
            before, chosen = self._choice()
            if password is None and self._tried is not None and _same_user(self._tried[0], choice):
                password = self._tried[1]  # the page does not give it back, and nobody types it twice
            if password is not None or not chosen:
                self._passwords.put(PASSWORD, self._password(chosen) if password is None else password)
            self._settings.set({SETTING: choice.to_json()})
            moves = (before.host, before.port_or_usual) != (choice.host, choice.port_or_usual)
            self._end(leaves=moves or not choice.on)
            if not choice.on:
                self._sources.places.drop("mqtt")
            self._begin()

    def try_mqtt(self, choice: MqttChoice, password: str | None) -> LinkState:
        """Try it with a connection of its own, and say what is wrong."""
        _, chosen = self._choice()
        word = self._password(chosen) if password is None else password
        self._tried = (choice, word)
        return try_broker(choice, word, box=self._sources.identity.names().box)

    def renew(self) -> None:
        """Give the box a new name, and begin anew under it.

        Raises:
            RecordError: If it cannot be written.
        """
        with self._changing:
            self._sources.identity.renew()
            self._end(leaves=False)  # the other box has these topics now
            self._begin()

    def _choice(self) -> tuple[MqttChoice, bool]:
        """Return how MQTT is chosen, and whether on the page."""
        chosen = self._settings.get()[SETTING]
        return (self._config.choice(), False) if chosen is None else (MqttChoice.from_json(chosen), True)

    def _password(self, chosen: bool) -> str:
        return self._passwords.get(PASSWORD) if chosen else self._config.password

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


def _same_user(one: MqttChoice, other: MqttChoice) -> bool:
    return (one.host, one.port_or_usual, one.user) == (other.host, other.port_or_usual, other.user)
