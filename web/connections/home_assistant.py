"""The message by which Home Assistant finds a box by itself: one for the whole device.

Source: https://www.home-assistant.io/integrations/mqtt/, "Device discovery payload", and the pages of each
kind of entity. Only parts that these pages name are used.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.registry import games
from web.connections.messages import topic
from web.connections.schemas import happened_types
from web.house.connections import MqttChoice
from web.language.catalogue import mark
from web.language.events import OUTSIDE
from web.language.locale import speaking, translated
from web.language.speech import LEVELS, OUTPUTS

STATUS = "homeassistant/status"
"""There Home Assistant says that it is online, and wants to be told again."""

NO_GAME = "none"
"""The state of the sensor of the game where none lies on the table."""

_OUTPUT_TITLES: Mapping[str, str] = {
    "hears": mark("The box’s voice"),
    "hears_buzzer": mark("The buzzer"),
    "hears_phones": mark("Phones"),
}


@dataclass(frozen=True, slots=True)
class About:
    """What is told of the box itself."""

    box: str
    version: str
    address: str
    """Of its page."""


def discovery_topic(box: str) -> str:
    """Return where Home Assistant looks for this box."""
    return f"homeassistant/device/{box}/config"


def discovery(about: About, choice: MqttChoice, *, language: str) -> dict[str, Any]:
    """Describe the box to Home Assistant.

    Args:
        about: The box.
        choice: What is told, and what other programs may do.
        language: Code of the language of the names.
    """
    with speaking(language):
        components = _Entities(about.box).everything(choice)
    return {
        "device": {
            "identifiers": [f"charkoni_{about.box}"],
            "name": choice.name or "Charkoni",
            "manufacturer": "Charkoni",
            "model": "Charkoni",
            "sw_version": about.version,
            "configuration_url": about.address,
        },
        "origin": {"name": "Charkoni", "sw_version": about.version},
        "availability": [{"topic": topic(about.box, "status")}],
        "components": components,
    }


class _Entities:
    """The parts of the message."""

    def __init__(self, box: str) -> None:
        self._box = box
        self._state = {"state_topic": topic(box, "state")}

    def everything(self, choice: MqttChoice) -> dict[str, Any]:
        """Describe all of them."""
        return {
            **self._sensors(),
            **self._happenings(),
            **(self._picture() if choice.picture else {}),
            **(self._deeds() if choice.may != "tell" else {}),
        }

    def _entity(self, key: str, platform: str, title: str, **parts: Any) -> dict[str, Any]:
        about = {"platform": platform, "unique_id": f"charkoni_{self._box}_{key}", "name": translated(title)}
        return {key: {**about, **parts}}

    def _sensors(self) -> dict[str, Any]:
        kinds = [NO_GAME, *(info.name for info in games())]
        eye = "{{ 'ON' if value_json.eye == 'away' else 'OFF' }}"
        attributes = {"json_attributes_topic": topic(self._box, "state")}
        return {
            **self._entity(
                "turn",
                "sensor",
                mark("Turn"),
                **self._state,
                value_template="{{ value_json.player }}",
                icon="mdi:account-arrow-right",
                **attributes,
            ),
            **self._entity(
                "throw",
                "sensor",
                mark("Last throw"),
                **self._state,
                value_template="{{ value_json.throw.value if value_json.throw else '' }}",
                icon="mdi:dice-multiple",
            ),
            **self._entity(
                "game",
                "sensor",
                mark("Game"),
                **self._state,
                device_class="enum",
                options=kinds,
                value_template=f"{{{{ value_json.kind or '{NO_GAME}' }}}}",
                icon="mdi:checkerboard",
            ),
            **self._entity(
                "camera",
                "binary_sensor",
                mark("Camera"),
                **self._state,
                device_class="problem",
                value_template=eye,
                entity_category="diagnostic",
            ),
        }

    def _happenings(self) -> dict[str, Any]:
        happened = topic(self._box, "happened")
        triggers = {
            f"on_{kind}": {
                "platform": "device_automation",
                "automation_type": "trigger",
                "type": kind,
                "subtype": "game",
                "topic": happened,
                "value_template": "{{ value_json.event_type }}",
                "payload": kind,
            }
            for kind in OUTSIDE
        }
        event = self._entity(
            "happened",
            "event",
            mark("Happened"),
            state_topic=happened,
            event_types=happened_types(),
            icon="mdi:bullhorn",
        )
        return {**event, **triggers}

    def _picture(self) -> dict[str, Any]:
        return self._entity(
            "picture",
            "image",
            mark("Picture of the last throw"),
            image_topic=topic(self._box, "picture"),
            content_type="image/jpeg",
        )

    def _deeds(self) -> dict[str, Any]:
        do = {"command_topic": topic(self._box, "do"), "qos": 1}
        found = {
            **self._entity(
                "undo",
                "button",
                mark("Undo"),
                **do,
                payload_press=json.dumps({"act": "undo"}),
                icon="mdi:undo",
            ),
            **self._entity(
                "new_game",
                "button",
                mark("New game"),
                **do,
                payload_press=json.dumps({"act": "games"}),
                icon="mdi:restart",
            ),
        }
        for output in OUTPUTS:
            act = json.dumps({"act": "hears", "body": {output: "LEVEL"}}).replace("LEVEL", "{{ value }}")
            found |= self._entity(
                output,
                "select",
                _OUTPUT_TITLES[output],
                **do,
                **self._state,
                value_template=f"{{{{ value_json.hears.{output} }}}}",
                command_template=act,
                options=list(LEVELS),
                entity_category="config",
            )
        return found
