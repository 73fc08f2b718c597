"""Home Assistant's own MQTT component beside a whole box and a real broker: what it makes of the box.

One Home Assistant lives through the tests in their order, as one in a house does.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from boxes_for_tests import running_box, unused_port
from device.box import Box
from devices.broker import Broker, Ear, broker, ear
from engine.events import ThrowAsked
from engine.table.commands import AskThrow, CorrectThrow, ReportMove, TakeMoveBack, TakeThrow
from engine.throw import Cowries
from journals_for_tests import play_on, until
from machines import home_assistant
from machines.home_assistant import HomeAssistant
from places import ROOT
from web.connections.home_assistant import discovery_topic
from web.house.settings import HouseSettings

pytestmark = [
    pytest.mark.slow,  # half a minute; the first time Debian and pip bring it, a quarter of an hour
    pytest.mark.skipif(bool(home_assistant.missing()), reason=home_assistant.missing() or "all is there"),
]

ENTITIES = {
    "sensor.charkoni_turn",
    "sensor.charkoni_last_throw",
    "sensor.charkoni_game",
    "binary_sensor.charkoni_camera",
    "event.charkoni_happened",
    "image.charkoni_picture_of_the_last_throw",
    "button.charkoni_undo",
    "button.charkoni_new_game",
    "select.charkoni_the_boxs_voice",
    "select.charkoni_the_buzzer",
    "select.charkoni_phones",
}
TRIGGERS = {"captured", "illegal", "question", "turn", "win"}


@dataclass
class Home:
    """A box, a broker, and who listens."""

    box: Box
    port: int
    """Of the box's page."""
    broker: Broker
    ear: Ear
    assistant: HomeAssistant
    found_s: float
    """From the start of Home Assistant until it knew all entities."""

    @property
    def name(self) -> str:
        return self.box.connections._sources.identity.names().box

    def known(self) -> dict[str, dict[str, Any]]:
        """List the entities of the box."""
        return {name: one for name, one in self.assistant.states().items() if ".charkoni" in name}

    def happened(self) -> dict[str, Any]:
        return dict(self.assistant.ask("happened"))


def automations() -> str:
    """Read those of README.md."""
    return next(
        text
        for text in re.findall(r"(?s)```yaml\n(.*?)```", (ROOT / "README.md").read_text("utf-8"))
        if "alias:" in text
    )


def discoveries(home: Home) -> list[Any]:
    """List what was told to Home Assistant, in order."""
    return [message for topic, message, _ in home.ear.heard if topic == discovery_topic(home.name)]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    if why := home_assistant.unreachable():
        pytest.skip(why)
    folder = tmp_path_factory.mktemp("home")
    home_assistant.installed()
    with broker(folder / "broker") as running, ear(running.port) as listening:
        more = f"""
        [mqtt]
        on = true
        host = "127.0.0.1"
        port = {running.port}
        may = "undo"
        picture = true
        discovery = true
        """
        page = unused_port()
        with running_box(folder, port=page, more=more) as box:
            HouseSettings(box.journal).set(tray=[[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]])
            until(lambda: box.connections.mqtt().state.verdict == "fine")
            began = time.monotonic()
            with home_assistant.running(folder / "assistant", running.port) as assistant:
                home = Home(box, page, running, listening, assistant, 0.0)
                until(lambda: home.known().keys() >= ENTITIES)
                home.found_s = time.monotonic() - began
                yield home


def test_everything_that_the_box_tells_of_is_there_and_nothing_was_warned_of(home: Home) -> None:
    assert home.known().keys() == ENTITIES
    (device,) = home.assistant.ask("device")
    assert device["name"] == "Charkoni"
    assert device["page"] == f"http://127.0.0.1:{home.port}"
    assert {one["type"] for one in device["triggers"]} == TRIGGERS
    assert len(device["triggers"]) == len(TRIGGERS)
    assert home.happened()["complaints"] == []
    print(f"{len(ENTITIES)} entities and {len(TRIGGERS)} triggers after {home.found_s:.0f} s")


def test_what_the_box_tells_is_shown(home: Home) -> None:
    home.assistant.wait_for("sensor.charkoni_turn", home.box.table.model.setup.names[0])
    home.assistant.wait_for("sensor.charkoni_game", "chowka-bhara")
    home.box.table.do(TakeThrow(Cowries(3, 4)))
    home.assistant.wait_for("sensor.charkoni_last_throw", "3")
    shown = home.known()
    assert shown["binary_sensor.charkoni_camera"]["state"] == "off"
    assert shown["sensor.charkoni_turn"]["waits"] == "move"
    assert "chowka-bhara" in shown["sensor.charkoni_game"]["options"]


def test_the_picture_of_a_throw_is_the_tray(home: Home) -> None:
    picture = home.box.loop.tray_picture()
    assert picture is not None
    until(lambda: home.assistant.picture("image.charkoni_picture_of_the_last_throw") == picture)


def test_a_press_and_a_choice_are_carried_out_on_the_box(home: Home) -> None:
    table = home.box.table
    home.assistant.ask("call", domain="button", service="press", entity_id="button.charkoni_undo")
    until(lambda: table.model.last_throw is None)
    game = table.model.game
    home.assistant.ask("call", domain="button", service="press", entity_id="button.charkoni_new_game")
    until(lambda: table.model.game == game + 1)
    chosen = {"entity_id": "select.charkoni_the_buzzer", "option": "alerts"}
    assert home.known()["select.charkoni_the_buzzer"]["state"] == "everything"
    home.assistant.ask("call", domain="select", service="select_option", **chosen)
    until(lambda: HouseSettings(home.box.journal).get().hears_buzzer == "alerts")
    home.assistant.wait_for("select.charkoni_the_buzzer", "alerts")
    assert home.known()["select.charkoni_the_boxs_voice"]["state"] == "everything"


def test_the_automations_of_the_readme_run_and_every_trigger_goes_off(home: Home) -> None:
    begins = len(home.ear.of("happened"))

    def told() -> list[dict[str, Any]]:
        """List what happened since that a trigger is for, once all of it has been told."""
        until(lambda: home.ear.of("happened")[-1]["id"].endswith(f"/{table.model.seq}"))
        return [one for one in home.ear.of("happened")[begins:] if one["event_type"] in TRIGGERS]

    standing = home.assistant.ask("automations", yaml=automations())
    assert len(standing) == 3 + len(TRIGGERS)
    assert set(standing.values()) == {"on"}
    table = home.box.table
    table.do(TakeThrow(Cowries(3, 4)))
    table.do(ReportMove((0, 0), table.model.rules.steps(0)[5]))  # not by a 3
    table.do(TakeMoveBack(table.model.question.seq))  # type: ignore[union-attr]
    table.do(ReportMove((0, 0), table.model.rules.steps(0)[3]))
    table.do(
        AskThrow(
            ThrowAsked(faces=("mouth", "?", "back", "back"), alternatives=(Cowries(1, 4), Cowries(2, 4)))
        )
    )
    assert told()[-1]["event_type"] == "question"
    table.do(CorrectThrow(table.model.seq, Cowries(1, 4)))
    for seed in range(300):
        play_on(table, 1, seed=seed)
        kinds = [one["event_type"] for one in told()]
        until(lambda kinds=kinds: sorted(home.happened()["fired"]) == sorted(kinds))
        if set(kinds) == TRIGGERS:
            break
    assert set(kinds) == TRIGGERS
    by_kind = {kind: [one["sentence"] for one in told() if one["event_type"] == kind] for kind in kinds}
    calls = home.happened()["calls"]
    assert [one["message"] for one in calls if one["service"] == "tts.speak"] == by_kind["turn"]
    phone = [one for one in calls if one["service"] == "notify.mobile_app_phone"]
    assert [one["message"] for one in phone] == by_kind["question"]
    assert phone[0]["data"]["image"].removeprefix("/api/image_proxy/") in ENTITIES
    lamps = [one["color_name"] for one in calls if one["service"] == "light.turn_on"]
    assert lamps == ["red"] * len(by_kind["captured"])
    assert home.happened()["complaints"] == []
    print({kind: len(sentences) for kind, sentences in by_kind.items()})


def test_a_broker_that_was_away_makes_nothing_happen_again(home: Home) -> None:
    before = home.happened()
    home.broker.kill()
    home.assistant.wait_for("event.charkoni_happened", "unavailable")
    home.broker.start()
    home.assistant.wait_for("binary_sensor.charkoni_camera", "off")
    until(lambda: "unavailable" not in {one["state"] for one in home.known().values()})
    home.assistant.ask("states")
    after = home.happened()
    assert (after["calls"], after["fired"]) == (before["calls"], before["fired"])


def test_whoever_says_online_is_told_again(home: Home) -> None:
    before = len(discoveries(home))
    assert before >= 2, "kept by the broker, and told again as Home Assistant started"
    birth = {"topic": "homeassistant/status", "payload": "online"}
    home.assistant.ask("call", domain="mqtt", service="publish", **birth)
    until(lambda: len(discoveries(home)) > before)
    assert home.known().keys() == ENTITIES


def test_home_assistant_would_say_what_it_does_not_take(home: Home) -> None:
    told = dict(json.loads(discoveries(home)[-1]))
    broken = {key: part for key, part in told["components"]["happened"].items() if key != "event_types"}
    strange = {
        **told,
        "device": {"identifiers": ["strange"], "name": "Strange"},
        "components": {"happened": {**broken, "unique_id": "strange"}},
    }
    home.ear.say("homeassistant/device/strange/config", strange)
    until(lambda: any("event_types" in line for line in home.happened()["complaints"]))
    assert "event.strange_happened" not in home.assistant.states()


def test_switched_off_nothing_of_the_box_stays(home: Home) -> None:
    connections = home.box.connections
    connections.set_mqtt(replace(connections.mqtt().choice, discovery=False), None)
    until(lambda: not home.known())
    assert "Charkoni" not in {one["name"] for one in home.assistant.ask("device")}
    assert discoveries(home)[-1] == b""
