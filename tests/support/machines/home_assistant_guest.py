"""Home Assistant with nothing but MQTT and automations, told by lines of JSON what to do.

``python home_assistant_guest.py FOLDER PORT``: FOLDER is where it keeps its things, PORT the broker's here.
Each line on its input is an object, ``do`` and what that needs; each gets a line of JSON back. There is
no page: what Home Assistant would register there is dropped. It runs in a system of its own, without this
repository.
"""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

SPOKEN_TO = (("light", "turn_on"), ("tts", "speak"), ("notify", "mobile_app_phone"))
"""What the automations of README.md call; here each call is only written down."""


OF_ITSELF = "without awaiting async_forward_entry_setups"
"""Its component of MQTT is late with this where the machine is slow, whatever was told to it."""


class Complaints(logging.Handler):
    """Keeps what Home Assistant warns of, but for what it says of itself."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if OF_ITSELF not in (said := record.getMessage()):
            self.lines.append(f"{record.levelname} {record.name}: {said}")


class Guest:
    """One Home Assistant."""

    def __init__(self, folder: Path, port: int) -> None:
        self._folder, self._port = folder, port
        self._complaints = Complaints()
        self._calls: list[dict[str, Any]] = []
        self._fired: list[str] = []
        self._hass: Any = None

    async def start(self) -> None:
        """Start it, with its connection to the broker."""
        from homeassistant import bootstrap, config_entries, core, loader
        from homeassistant.components.mqtt.const import CONFIG_ENTRY_MINOR_VERSION, CONFIG_ENTRY_VERSION

        logging.getLogger().addHandler(self._complaints)
        (self._folder / "configuration.yaml").write_text("")
        hass = self._hass = core.HomeAssistant(str(self._folder))
        loader.async_setup(hass)
        hass.config.skip_pip = True  # all that is needed is there
        hass.config_entries = config_entries.ConfigEntries(hass, {})
        await loader.async_get_custom_components(hass)
        await bootstrap.async_load_base_functionality(hass)
        hass.http = MagicMock()
        hass.config.components |= {"http", "file_upload", "websocket_api"}
        for domain, service in SPOKEN_TO:
            hass.services.async_register(domain, service, self._write_down)
        hass.bus.async_listen("device_trigger", lambda event: self._fired.append(event.data["type"]))
        entry = config_entries.ConfigEntry(
            version=CONFIG_ENTRY_VERSION,
            minor_version=CONFIG_ENTRY_MINOR_VERSION,
            domain="mqtt",
            title="MQTT",
            data={"broker": "127.0.0.1", "port": self._port},
            source=config_entries.SOURCE_USER,
            options={},
            unique_id=None,
            discovery_keys={},
            subentries_data=[],
        )
        await hass.config_entries.async_add(entry)
        await hass.async_start()

    async def stop(self) -> None:
        await self._hass.async_stop(force=True)

    async def answer(self, request: Mapping[str, Any]) -> Any:
        """Do what a line asks for."""
        answers = {"states": self.states, "device": self.device, "call": self.call, "image": self.image}
        answers |= {"automations": self.automations, "happened": self.happened}
        asked = dict(request)
        return await answers[asked.pop("do")](**asked)

    async def states(self) -> Any:
        """List everything, with its state and attributes."""
        return {
            one.entity_id: {"state": one.state, **one.attributes} for one in self._hass.states.async_all()
        }

    async def device(self) -> Any:
        """Describe the devices, each with what can trigger an automation."""
        from homeassistant.components.device_automation import DeviceAutomationType
        from homeassistant.components.device_automation import async_get_device_automations as automations
        from homeassistant.helpers import device_registry

        found = device_registry.async_get(self._hass).devices
        triggers = await automations(self._hass, DeviceAutomationType.TRIGGER, list(found))
        return [
            {
                "name": one.name,
                "version": one.sw_version,
                "page": one.configuration_url,
                "triggers": [trigger for trigger in triggers[one.id] if trigger["domain"] == "mqtt"],
            }
            for one in found.values()
        ]

    async def call(self, domain: str, service: str, **data: Any) -> Any:
        """Do what a tap on its page does."""
        await self._hass.services.async_call(domain, service, data, blocking=True)

    async def image(self, entity: str) -> Any:
        """Give a picture as its page would get it."""
        from homeassistant.components.image import DATA_COMPONENT

        found = self._hass.data[DATA_COMPONENT].get_entity(entity)
        content = await found.async_image()
        return {"type": found.content_type, "content": base64.b64encode(content or b"").decode()}

    async def automations(self, yaml: str) -> Any:
        """Load automations, and one more for each trigger of a device; say how each of them stands."""
        from homeassistant.setup import async_setup_component
        from homeassistant.util.yaml import parse_yaml

        triggers = [trigger for device in await self.device() for trigger in device["triggers"]]
        told = [
            {
                "alias": f"Trigger {one['type']}",
                "mode": "queued",
                "triggers": [{key: one[key] for key in ("device_id", "domain", "type", "subtype")}],
                "actions": [{"event": "device_trigger", "event_data": {"type": one["type"]}}],
            }
            for one in triggers
        ]
        for one in told:
            one["triggers"][0]["trigger"] = "device"
        config = {"automation": [*parse_yaml(yaml), *told]}
        assert await async_setup_component(self._hass, "automation", config)
        await self._hass.async_block_till_done()
        return {one.name: one.state for one in self._hass.states.async_all("automation")}

    async def happened(self) -> Any:
        """Say what was called, which triggers went off, and what it warned of."""
        return {"calls": self._calls, "fired": self._fired, "complaints": self._complaints.lines}

    async def _write_down(self, call: Any) -> None:
        self._calls.append({"service": f"{call.domain}.{call.service}", **call.data})


async def main(folder: Path, port: int) -> None:
    """Answer line by line, until there are no more."""
    guest = Guest(folder, port)
    await guest.start()
    print(json.dumps("ready"), flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        print(json.dumps(await guest.answer(json.loads(line)), default=str), flush=True)
    await guest.stop()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
