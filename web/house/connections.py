"""Which programs are told what happens, by MQTT and by webhooks, as the house chooses."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from engine.messages import NOTHING, Message
from engine.record import About, Count, Json

May = Literal["tell", "undo", "play"]
"""What other programs may do: nothing, as the box only tells; undo and new game; what a player may."""

LONGEST_PASSWORD = 500
"""Letters."""

_LONGEST = {"host": 253, "user": 200, "ca": 40_000, "name": 40}
_HOST = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9._-]*[A-Za-z0-9_])?|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*")


@dataclass(frozen=True, slots=True)
class MqttChoice:
    """How the box speaks MQTT; the password is kept apart."""

    on: bool = False
    host: str = ""
    """Name or number of the broker."""
    port: Annotated[int, About("0 for the usual one: 1883, and 8883 with TLS.")] = 0
    user: str = ""
    """Empty where the broker asks for none."""
    tls: bool = False
    ca: Annotated[str, About("PEM of the authority; empty for those that the system trusts.")] = ""
    name: Annotated[str, About("What people call this box on a wall of boards; empty for Charkoni.")] = ""
    may: Annotated[May, About("What other programs may do.")] = "tell"
    picture: bool = False
    """The picture of the tray is told."""
    discovery: bool = False
    """Home Assistant finds the box by itself."""

    @property
    def port_or_usual(self) -> int:
        """The port that is used."""
        return self.port or (8883 if self.tls else 1883)

    def may_have_password_of(self, other: MqttChoice) -> bool:
        """True for the broker and user that a password was typed for; never without TLS if that had it."""
        same = (self.host, self.port_or_usual, self.user) == (other.host, other.port_or_usual, other.user)
        return same and (self.tls or not other.tls)

    def faults(self) -> dict[str, str]:
        """Tell what cannot be, in English, by its field."""
        found = {}
        if self.on and not self.host:
            found["host"] = "name the broker"
        elif self.host and not (len(self.host) <= _LONGEST["host"] and _HOST.fullmatch(self.host)):
            found["host"] = "give a name or number alone, without mqtt:// and without a port"
        if not 0 <= self.port <= 65535:
            found["port"] = "give 1 to 65535, or 0 for the usual one"
        if self.ca and "-----BEGIN CERTIFICATE-----" not in self.ca:
            found["ca"] = "give a certificate as PEM: it begins with -----BEGIN CERTIFICATE-----"
        for key, longest in _LONGEST.items():
            text = getattr(self, key)
            if len(text) > longest or any(sign < " " and sign not in "\r\n\t" for sign in text):
                found[key] = f"at most {longest} letters are taken, and none that cannot be seen"
        return found

    @classmethod
    def from_fields(cls, fields: dict[str, Any]) -> MqttChoice:
        """Put one together that was read.

        Raises:
            ValueError: If it cannot be so.
        """
        choice = cls(**fields)
        if faults := choice.faults():
            key, fault = next(iter(faults.items()))
            raise ValueError(f"{key}: {fault}")
        return choice


@dataclass(frozen=True, slots=True)
class LinkState:
    """How a connection is."""

    verdict: Literal["off", "trying", "fine", "broken"]
    text: Message = NOTHING
    """What is so, or what is wrong."""
    advice: Message = NOTHING
    """What would help; empty for nothing."""


@dataclass(frozen=True, slots=True)
class MqttLine:
    """How MQTT is chosen, and how it is."""

    choice: MqttChoice
    has_password: bool
    from_config: bool
    """Nobody has chosen on the page: the config says so."""
    state: LinkState
    box: str
    """The name of this box in every topic."""
    minutes_late: int = 0
    """Everything is told so much later now, as a match is seen later by who only watches."""


@dataclass(frozen=True, slots=True)
class Webhook:
    """An address that is told what happens."""

    number: Count
    """Names it; never used again."""
    url: str
    kinds: tuple[str, ...] = ()
    """Which kinds of events are told; all of them where none is named."""
    on: bool = True
    secret: str = ""
    """By which its messages are signed, as Standard Webhooks writes it: ``whsec_`` and base64."""
    failed: int = 0
    """So many times in a row it took nothing."""

    @classmethod
    def from_fields(cls, fields: Json) -> Webhook:
        """Refuse an address that cannot be."""
        if fault := cls.fault(fields["url"]):
            raise ValueError(fault)
        return cls(**fields)

    @property
    def host(self) -> str:
        """The name or number of its computer."""
        return urlsplit(self.url).hostname or ""

    @staticmethod
    def fault(url: str) -> str | None:
        """Tell what is wrong with an address, in English; None for one that can be."""
        if len(url) > 1000 or any(sign <= " " or sign == "\x7f" for sign in url) or not url.isascii():
            return "at most 1000 letters are taken, and none that cannot be seen"
        try:
            parts = urlsplit(url)
            whole = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:
            whole = False
        if not whole or "@" in parts.netloc:
            return "give an address that begins with http:// or https://"
        return None


@dataclass(frozen=True, slots=True)
class WebhookLine:
    """An address, and how it is."""

    hook: Webhook
    state: LinkState


MOST_HOOKS = 10
"""So many addresses there may be: each is a thread."""


class OtherBrokerError(ValueError):
    """The password that is kept was typed for another broker or user."""


class NoHookError(LookupError):
    """There is no address of this number."""


class TooManyHooksError(ValueError):
    """There are as many addresses as there can be."""


@dataclass(frozen=True, slots=True)
class Connections:
    """MQTT and webhooks of a box, as pages choose, try and look at them."""

    mqtt: Callable[[], MqttLine]
    """How MQTT is chosen, and how it is."""
    set_mqtt: Callable[[MqttChoice, str | None], None]
    """Choose; a password of None stays as it was. Raises OtherBrokerError if that was typed for another
    broker, ValueError, or RecordError."""
    try_mqtt: Callable[[MqttChoice, str | None], LinkState]
    """Try it with a connection of its own, in some ten seconds at most. Raises OtherBrokerError, too."""
    hooks: Callable[[], Sequence[WebhookLine]]
    """List the addresses that are told what happens."""
    add_hook: Callable[[str, Sequence[str]], Webhook]
    """Tell another address from now on. Raises ValueError, TooManyHooksError or RecordError."""
    switch_hook: Callable[[int, bool], None]
    """Tell an address, or no more, not even what happened meanwhile. Raises NoHookError or RecordError."""
    drop_hook: Callable[[int], None]
    """Forget an address. Raises NoHookError or RecordError."""
    try_hook: Callable[[int], LinkState]
    """Send it a message that tells nothing, in ten seconds at most. Raises NoHookError."""
