"""What doctor and status page say of the broker and of webhooks; what of them stays out of a bundle."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boxes_for_tests import unused_port
from device.config import Config, read_config
from device.doctor.bundle import Cleaner, _Kept
from device.doctor.checks import broker, connections
from device.doctor.patient import Patient
from device.readers.webhooks.book import WebhookBook
from device.store import Journal
from devices.findings import Answering
from devices.told_house import ToldHouse, told_house
from engine.record import write
from journals_for_tests import until
from web.house.connections import LinkState, MqttChoice
from web.house.credentials import Passwords
from web.house.settings import HouseSettings


@pytest.fixture
def house(tmp_path: Path) -> Iterator[ToldHouse]:
    with told_house(tmp_path) as house:
        yield house


def test_a_box_that_tells_nobody_says_so(house: ToldHouse, tmp_path: Path) -> None:
    finding = connections(house.connections)
    assert (finding.health, str(finding.text)) == ("ok", "no other program is told anything")
    assert broker(Patient(Config(), tmp_path / "none")).verdict == "fine"


def test_a_broker_that_is_away_is_worth_a_look_with_what_helps(house: ToldHouse) -> None:
    house.speak(unused_port())
    until(lambda: connections(house.connections).verdict == "look")
    finding = connections(house.connections)
    assert "nothing answers at port" in str(finding.text)
    assert "check the port" in str(finding.advice)


def test_a_webhook_that_does_not_work_is_told(house: ToldHouse) -> None:
    hook = house.connections.add_hook("http://127.0.0.1:1/", ())
    assert connections(house.connections).verdict == "fine"
    house.table.start(house.table.model.setup)
    until(lambda: connections(house.connections).verdict == "look")
    assert "the box itself" in str(connections(house.connections).text)
    house.connections.drop_hook(hook.number)


def test_the_doctor_tries_the_broker_that_was_chosen_on_the_page(tmp_path: Path) -> None:
    tried: list[tuple[MqttChoice, str, str]] = []

    def attempt(choice: MqttChoice, password: str, box: str) -> LinkState:
        tried.append((choice, password, box))
        return LinkState("fine")

    config = read_config('[mqtt]\non = true\nhost = "of-the-config.lan"\npassword = "c"')
    broker(Patient(config, tmp_path), attempt=attempt)
    choice = MqttChoice(on=True, host="of-the-page.lan")
    with Journal(tmp_path) as journal:
        HouseSettings(journal).set(mqtt=write(choice))
        Passwords(journal).put("mqtt", "p")
        broker(Patient(config, tmp_path), attempt=attempt)
    assert [(one.host, password) for one, password, _ in tried] == [
        ("of-the-config.lan", "c"),
        ("of-the-page.lan", "p"),
    ]
    assert len(tried[1][2]) == 10


@pytest.mark.parametrize(
    ("allowed", "outside", "health"),
    [
        ("192.168.0.0/16 10.0.0.0/8 fc00::/7", True, "warn"),
        ("192.168.0.0/16 10.0.0.0/8 fc00::/7", False, "ok"),
        ("::/0 0.0.0.0/0", True, "ok"),
    ],
)
def test_a_broker_that_only_the_doctor_reaches_is_told_with_what_lets_the_service_there(
    machine: Answering, tmp_path: Path, allowed: str, outside: bool, health: str
) -> None:
    machine.answers["systemctl"] = f"IPAddressAllow={allowed}\nIPAddressDeny=::/0 0.0.0.0/0"
    patient = Patient(read_config('[mqtt]\non = true\nhost = "broker.example"'), tmp_path, machine)
    finding = broker(patient, attempt=lambda *_: LinkState("fine"), outside=lambda *_: outside)
    assert finding.health is health
    assert ("systemctl edit charkoni" in str(finding.advice)) is (health == "warn")


def test_addresses_and_secrets_of_webhooks_stay_out_of_a_bundle(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        hook = WebhookBook(Passwords(journal)).add("https://example.org/hook?key=abcdef", ("captured",))
    cleaner = Cleaner(_Kept(tmp_path).secrets)
    cleaned = cleaner.clean(f"told {hook.url} that a piece was captured, by {hook.secret}")
    assert "abcdef" not in cleaned
    assert hook.secret not in cleaned
    assert "captured" in cleaned
