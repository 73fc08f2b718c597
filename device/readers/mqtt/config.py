"""What a person tells of MQTT in the config: the section ``[mqtt]``. What the page says goes before it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from device.files import FileError, text_of
from web.house.connections import May, MqttChoice


@dataclass(frozen=True, slots=True)
class MqttConfig:
    """``[mqtt]``: what other programs are told; what an admin chooses under “Connections” goes before it."""

    on: bool = False
    """Tell a broker of MQTT what happens."""
    host: str = ""
    """Name or number of the broker."""
    port: int = 0
    """0 for the usual one: 1883, and 8883 with TLS."""
    user: str = ""
    """Empty where the broker asks for none."""
    password: str = ""
    """Of that user; whoever reads this file reads it."""
    tls: bool = False
    """Speak to the broker by TLS."""
    ca: str = ""
    """A file with the certificate of the authority that the broker's is from; empty for those that the system
    trusts."""
    name: str = ""
    """What this box is called on a wall of boards; empty for Charkoni."""
    may: May = "tell"
    """What other programs may do: ``tell`` for nothing, ``undo`` for undo and new game, ``play`` for what a
    player may."""
    picture: bool = False
    """Tell the picture of the tray, too."""
    discovery: bool = False
    """Let Home Assistant find the box by itself."""

    def choice(self) -> MqttChoice:
        """Return the same as the page chooses it; a file that cannot be read gives no certificate."""
        try:
            ca = text_of(Path(self.ca).expanduser()) if self.ca else ""
        except (FileError, RuntimeError):  # there is no such home
            ca = ""
        return MqttChoice(
            self.on,
            self.host,
            self.port,
            self.user,
            self.tls,
            ca,
            self.name,
            self.may,
            self.picture,
            self.discovery,
        )

    def faults(self) -> list[str]:
        """Tell what cannot be."""
        found = [
            f"{key} cannot be {getattr(self, key)!r}: {fault}"
            for key, fault in self.choice().faults().items()
        ]
        if self.ca and not self.choice().ca:
            found.append(f"ca cannot be {self.ca!r}: this file cannot be read")
        return found
