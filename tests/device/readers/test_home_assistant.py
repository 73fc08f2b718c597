"""Home Assistant finds the box by one message, which holds only what its pages name."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jinja2 import Environment

from devices.broker import Broker, Ear
from devices.told_house import ToldHouse
from engine.table.commands import TakeThrow
from engine.throw import Cowries
from journals_for_tests import play_on, until
from web.connections.home_assistant import About, discovery
from web.connections.schemas import happened_types
from web.house.connections import MqttChoice

ABOUT = About("k3x9q2m7ab", "1.0", "http://192.168.1.20:8000")

COMMON = {
    "platform",
    "unique_id",
    "name",
    "icon",
    "entity_category",
    "qos",
    "json_attributes_topic",
    "device_class",
}
KNOWN: dict[str, tuple[set[str], set[str]]] = {
    "sensor": ({"state_topic"}, {"value_template", "options"}),
    "binary_sensor": ({"state_topic"}, {"value_template"}),
    "event": ({"state_topic", "event_types"}, set()),
    "image": ({"image_topic"}, {"content_type"}),
    "button": ({"command_topic"}, {"payload_press"}),
    "select": ({"command_topic", "options"}, {"command_template", "state_topic", "value_template"}),
    "device_automation": (
        {"automation_type", "type", "subtype", "topic"},
        {"payload", "value_template", "platform", "qos"},
    ),
}
"""Platform → keys that must be there, and keys that may, by the pages of Home Assistant."""


def told(**choice: Any) -> dict[str, Any]:
    return discovery(ABOUT, MqttChoice(on=True, host="x", **choice), language="en")


def shown(template: str, message: dict[str, Any]) -> str:
    """Fill a template as Home Assistant does."""
    return Environment().from_string(template).render(value_json=message)


@pytest.mark.parametrize("may", ["tell", "undo", "play"])
@pytest.mark.parametrize("picture", [False, True])
def test_the_message_holds_what_the_pages_ask_for_and_nothing_else(may: str, picture: bool) -> None:
    message = told(may=may, picture=picture)
    assert set(message) == {"device", "origin", "availability", "components"}
    assert message["device"]["identifiers"] == ["charkoni_k3x9q2m7ab"]
    assert message["device"]["configuration_url"] == "http://192.168.1.20:8000"
    assert message["origin"]["name"] == "Charkoni"
    assert message["availability"] == [{"topic": "charkoni/v1/k3x9q2m7ab/status"}]
    names = []
    for component in message["components"].values():
        must, may_be = KNOWN[component["platform"]]
        assert must <= set(component)
        common = COMMON if component["platform"] != "device_automation" else set()
        assert set(component) <= must | may_be | common
        names.append(component.get("unique_id", f"{component.get('type')}"))
    assert len(set(names)) == len(names)
    assert len(json.dumps(message)) < 16_000
    # What may not be done has no button.
    kinds = {one["platform"] for one in message["components"].values()}
    assert {"button", "select"} & kinds == (set() if may == "tell" else {"button", "select"})
    assert ("image" in kinds) == picture
    triggers = [one for one in message["components"].values() if one["platform"] == "device_automation"]
    assert {one["type"] for one in triggers} == {"captured", "illegal", "question", "win", "turn"}
    assert all(one["payload"] == one["type"] for one in triggers)


def test_names_are_in_the_language_of_the_box() -> None:
    there = discovery(ABOUT, MqttChoice(may="undo"), language="nl")["components"]
    assert there["new_game"]["name"] != told(may="undo")["components"]["new_game"]["name"]
    assert len(happened_types()) == len(set(happened_types()))


def test_it_is_told_again_when_home_assistant_starts_and_emptied_when_switched_off(
    mosquitto: Broker, heard: Ear, house: ToldHouse
) -> None:
    house.speak(mosquitto.port, discovery=True)
    first = heard.wait_for("config", lambda one: one != "")
    assert first["device"]["identifiers"] == [f"charkoni_{house.name}"]
    before = len(heard.of("config"))
    heard.say("homeassistant/status", "online")
    until(lambda: len(heard.of("config")) > before)
    house.speak(mosquitto.port, discovery=False)
    until(lambda: heard.of("config")[-1] == "")
    house.speak(mosquitto.port, discovery=True)
    until(lambda: heard.of("config")[-1] != "")
    house.speak(mosquitto.port, on=False)
    until(lambda: heard.of("config")[-1] == "")


def test_every_template_fits_what_the_box_tells(mosquitto: Broker, heard: Ear, house: ToldHouse) -> None:
    house.speak(mosquitto.port, discovery=True, may="undo")
    parts = heard.wait_for("config", lambda one: one != "")["components"]
    house.table.do(TakeThrow(Cowries(3, 4)))
    state = heard.wait_for("state", lambda one: one["throw"])
    assert shown(parts["turn"]["value_template"], state) == "Asha"
    assert shown(parts["throw"]["value_template"], state) == "3"
    assert shown(parts["game"]["value_template"], state) == "chowka-bhara"
    assert "chowka-bhara" in parts["game"]["options"]
    assert shown(parts["camera"]["value_template"], state) == "OFF"
    assert shown(parts["hears"]["value_template"], state) == "everything"
    assert shown(parts["game"]["value_template"], {"kind": ""}) in parts["game"]["options"]
    house.eye.show("away", "no camera")
    state = heard.wait_for("state", lambda one: one["eye"] == "away")
    assert shown(parts["camera"]["value_template"], state) == "ON"
    assert state["trouble"] == "no camera"
    play_on(house.table, 20)
    last = house.names()[-1]
    heard.wait_for("happened", lambda one: one["id"] == last)
    assert {one["event_type"] for one in heard.of("happened")} <= set(parts["happened"]["event_types"])


def test_a_press_and_a_choice_do_what_they_say(mosquitto: Broker, heard: Ear, house: ToldHouse) -> None:
    house.speak(mosquitto.port, discovery=True, may="undo")
    parts = heard.wait_for("config", lambda one: one != "")["components"]
    house.table.do(TakeThrow(Cowries(3, 4)))
    heard.say(parts["undo"]["command_topic"], parts["undo"]["payload_press"])
    until(lambda: house.table.model.last_throw is None)
    game = house.table.model.game
    heard.say(parts["new_game"]["command_topic"], parts["new_game"]["payload_press"])
    until(lambda: house.table.model.game == game + 1)
    choice = Environment().from_string(parts["hears_buzzer"]["command_template"]).render(value="alerts")
    heard.say(parts["hears_buzzer"]["command_topic"], choice)
    until(lambda: house.settings.get().hears_buzzer == "alerts")
    heard.wait_for("state", lambda one: one["hears"]["hears_buzzer"] == "alerts")
