"""Whether other programs are told what the house wants them to be told."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable

from device.doctor.finding import Finding, Machine, Patient, warning, well
from device.errors import JournalError
from device.readers.connections import BoxConnections
from device.readers.mqtt.trial import try_broker
from device.readers.outside import OUTSIDE, is_outside
from device.store import FILE_NAME, Journal
from web.house.connections import LinkState, MqttChoice
from web.house.settings import HouseSettings
from web.marks import joined

_NO_NAME = "doctor2222"
"""How a box speaks to the broker that has no journal yet."""


def connections(of: BoxConnections) -> Finding:
    """Look how the broker and every webhook take what they are told."""
    mqtt, hooks = of.mqtt(), [line for line in of.hooks() if line.state.verdict != "off"]
    states = [*([mqtt.state] if mqtt.choice.on else []), *(line.state for line in hooks)]
    if not states:
        return well("connections", "no other program is told anything")
    wrong = [state for state in states if state.verdict == "broken"]
    if wrong:
        return warning("connections", wrong[0].text, wrong[0].advice)
    texts = [("; " if number else "", state.text) for number, state in enumerate(states)]
    return well("connections", joined(*texts))


def broker(
    patient: Patient,
    *,
    attempt: Callable[[MqttChoice, str, str], LinkState] = try_broker,
    outside: Callable[[str, int], bool] = is_outside,
) -> Finding:
    """Try the broker that the page or the config names, with a connection of its own.

    That may lead where the service may not go, which is then said.
    """
    choice, password, box = _chosen(patient)
    if not choice.on or not choice.host:
        return well("mqtt", "no broker is told anything")
    state = attempt(choice, password, box)
    if state.verdict != "fine":
        return warning("mqtt", state.text, state.advice)
    if _stays_at_home(patient.machine) and outside(choice.host, choice.port_or_usual):
        return warning("mqtt", state.text, OUTSIDE)
    return well("mqtt", state.text)


def _stays_at_home(machine: Machine) -> bool:
    """True if systemd lets the service reach a part of all addresses only."""
    told = machine.ask("systemctl", "show", "charkoni", "--property=IPAddressAllow,IPAddressDeny")
    limits = dict(line.split("=", 1) for line in told.splitlines() if "=" in line)
    return "/0" in limits.get("IPAddressDeny", "") and "/0" not in limits.get("IPAddressAllow", "")


def _chosen(patient: Patient) -> tuple[MqttChoice, str, str]:
    """Return how the box speaks MQTT, the password, and its name; what cannot be read says nothing."""
    choice, password, box = patient.config.mqtt.choice(), patient.config.mqtt.password, _NO_NAME
    if not (patient.folder / FILE_NAME).exists():
        return choice, password, box
    with contextlib.suppress(JournalError, sqlite3.Error, ValueError):  # its own line says so
        with Journal(patient.folder, writing=False) as journal:
            chosen = HouseSettings(journal).get().mqtt
            secrets = journal.read("SELECT name, value FROM secret WHERE name IN ('mqtt', 'box')")
            kept = {str(name): str(value) for name, value in secrets}
        box = kept.get("box", box)
        if chosen is not None:
            choice, password = chosen, kept.get("mqtt", "")
    return choice, password, box
