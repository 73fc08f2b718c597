"""The page “Connections”: what an admin types, what is kept, and what is never shown again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from device.doctor.bundle import Cleaner, _Kept
from device.readers.mqtt.config import MqttConfig
from device.store.export import export_lines
from engine.match import Conduct
from engines.random_matches import match_setup
from ports_for_tests import House
from web.connections.acts import read_json
from web.connections.schemas import schemas
from web.house.connections import LinkState, MqttChoice

PEM = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    house.start()
    yield house
    house.close()


@pytest.fixture
def admin(house: House) -> FlaskClient:
    return house.admin().client


def page_of(admin: FlaskClient) -> str:
    answer = admin.get("/connections")
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def send(admin: FlaskClient, **typed: str) -> tuple[int, str]:
    csrf = re.search(r'name="csrf" value="([^"]+)"', page_of(admin))
    assert csrf is not None
    answer = admin.post("/connections/mqtt", data={"csrf": csrf[1], **typed})
    return answer.status_code, answer.get_data(as_text=True)


def test_off_is_how_a_box_begins(house: House, admin: FlaskClient) -> None:
    page = page_of(admin)
    assert 'name="on">' in page
    assert "<b>switched off</b>" in page
    assert f"charkoni/v1/{house.connections.mqtt().box}" in page


def test_what_is_kept_is_shown_again_but_for_the_password(house: House, admin: FlaskClient) -> None:
    status, _ = send(
        admin,
        host="broker.lan",
        port="1884",
        user="box",
        password="pass-of-the-broker",
        tls="on",
        ca=PEM,
        name="Table <7>",
        may="undo",
        picture="on",
    )
    assert status == 303
    choice = house.connections.mqtt().choice
    assert (choice.on, choice.host, choice.port, choice.user, choice.tls) == (
        False,
        "broker.lan",
        1884,
        "box",
        True,
    )
    assert (choice.ca, choice.name, choice.may, choice.picture) == (PEM, "Table <7>", "undo", True)
    page = page_of(admin)
    assert "broker.lan" in page
    assert "Table &lt;7&gt;" in page
    assert "as it was kept" in page
    assert "pass-of-the-broker" not in page
    assert house.connections._passwords.get("mqtt") == "pass-of-the-broker"
    send(admin, host="broker.lan", port="1884", user="box", tls="on")
    assert house.connections._passwords.get("mqtt") == "pass-of-the-broker"
    send(admin, host="broker.lan", no_password="on")
    assert house.connections._passwords.get("mqtt") == ""


def test_the_password_is_in_no_bundle_and_no_export(house: House, admin: FlaskClient, tmp_path: Path) -> None:
    send(admin, host="broker.lan", user="box", password="pass-of-the-broker")
    kept = _Kept(tmp_path)
    assert "pass-of-the-broker" in kept.secrets
    assert "pass-of-the-broker" not in Cleaner(kept.secrets).clean("mqtt: box pass-of-the-broker")
    assert "pass-of-the-broker" not in "".join(export_lines(house.journal))
    state = json.dumps(house.admin().state())
    assert "pass-of-the-broker" not in state


IMPOSSIBLE = (
    ({"on": "on", "host": ""}, "name or number alone"),
    ({"host": "mqtt://broker.lan"}, "without mqtt://"),
    ({"host": "broker.lan:1883"}, "without a port"),
    ({"host": "broker lan"}, "name or number alone"),
    ({"host": "x" * 300}, "name or number alone"),
    ({"host": "broker.lan", "port": "70000"}, "1 to 65535"),
    ({"host": "broker.lan", "port": "-1"}, "1 to 65535"),
    ({"host": "broker.lan", "port": "mqtt"}, "1 to 65535"),
    ({"host": "broker.lan", "ca": "my certificate"}, "BEGIN CERTIFICATE"),
    ({"host": "broker.lan", "name": "x" * 41}, "at most 40 letters"),
    ({"host": "broker.lan", "user": "a\x00b"}, "user"),
    ({"host": "broker.lan", "password": "x" * 501}, "at most 500 letters"),
)


def test_what_cannot_be_is_said_beside_its_field_and_nothing_is_kept(
    house: House, admin: FlaskClient
) -> None:
    for typed, said in IMPOSSIBLE:
        status, page = send(admin, **typed)
        assert (status, said in page) == (400, True), typed
        if "\x00" not in "".join(typed.values()):
            assert 'aria-invalid="true"' in page, typed
        assert house.connections.mqtt().from_config, typed


def test_anyone_reads_the_schemas(house: House) -> None:
    client = house.watcher()
    assert set(client.get("/api/v1/mqtt").get_json()) == set(schemas())
    assert client.get("/api/v1/mqtt/event.json").get_json()["title"] == "charkoni/v1/BOX/event"
    assert client.get("/api/v1/mqtt/nothing.json").status_code == 404


def test_a_setting_from_elsewhere_that_cannot_be_is_as_at_first(house: House) -> None:
    house.journal.write(
        lambda writer: (
            writer.execute("INSERT INTO setting VALUES ('mqtt', ?)", (json.dumps({"on": 1, "host": []}),))
            and None
        )
    )
    assert house.connections.mqtt().from_config


def test_the_page_says_that_a_match_is_told_later(house: House, admin: FlaskClient) -> None:
    assert "as much later" in page_of(admin)
    assert "A match is on" not in page_of(admin)
    house.table.start(match_setup(3, conduct=Conduct(spectators_lag_s=300)))
    assert "A match is on that is told 5 minutes later." in page_of(admin)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Host and password of each broker that is tried."""
    tried: list[tuple[str, str]] = []

    def attempt(choice: MqttChoice, password: str, _box: str) -> LinkState:
        tried.append((choice.host, password))
        return LinkState("fine")

    monkeypatch.setattr("device.readers.connections.try_broker", attempt)
    return tried


KEPT = {"host": "broker.lan", "port": "1884", "user": "box", "tls": "on"}
ELSEWHERE = (
    {**KEPT, "host": "evil.lan"},
    {**KEPT, "host": "broker.lan.evil.lan"},
    {**KEPT, "port": "1885"},
    {**KEPT, "user": "other"},
    {key: value for key, value in KEPT.items() if key != "tls"},
)
"""Other brokers or users than those of a kept password, and the same one without TLS."""


@pytest.mark.parametrize("tries", [True, False])
def test_a_kept_password_goes_only_to_the_broker_that_it_was_typed_for(
    house: House, admin: FlaskClient, sent: list[tuple[str, str]], tries: bool
) -> None:
    assert send(admin, **KEPT, password="of-broker.lan")[0] == 303
    how = {"try": "1"} if tries else {}
    path = "connections/mqtt/try" if tries else "connections/mqtt"
    for elsewhere in ELSEWHERE:
        status, page = send(admin, **elsewhere, **how)
        assert (status, "typed for another broker" in page, sent) == (400, True, []), elsewhere
        as_json = {**elsewhere, "port": int(elsewhere["port"]), "tls": "tls" in elsewhere}
        status, answer = house.admin().do(path, **as_json)
        assert (status, "typed for another broker" in answer["error"], sent) == (400, True, []), elsewhere
        assert house.connections.mqtt().choice.host == "broker.lan"
        assert house.connections._passwords.get("mqtt") == "of-broker.lan"
    assert send(admin, **KEPT, **how)[0] == (200 if tries else 303)
    assert sent == ([("broker.lan", "of-broker.lan")] if tries else [])


def test_another_broker_gets_the_password_that_was_typed_for_it_or_none(
    house: House, admin: FlaskClient, sent: list[tuple[str, str]]
) -> None:
    send(admin, **KEPT, password="of-broker.lan")
    other = {**KEPT, "host": "other.lan"}
    assert send(admin, **other, password="of-other.lan", **{"try": "1"})[0] == 200
    assert send(admin, **KEPT, **{"try": "1"})[0] == 200
    assert send(admin, **other, no_password="on", **{"try": "1"})[0] == 200
    assert sent == [("other.lan", "of-other.lan"), ("broker.lan", "of-broker.lan"), ("other.lan", "")]
    assert send(admin, **other, password="of-other.lan", **{"try": "1"})[0] == 200
    assert send(admin, **other)[0] == 303
    assert house.connections._passwords.get("mqtt") == "of-other.lan", "what was tried last is kept"


def test_the_password_of_the_config_goes_to_its_broker_alone(
    house: House, admin: FlaskClient, sent: list[tuple[str, str]]
) -> None:
    house.connections._config = MqttConfig(host="broker.lan", user="box", password="of-the-config")
    assert send(admin, host="evil.lan", user="box", **{"try": "1"})[0] == 400
    assert send(admin, host="evil.lan", user="box")[0] == 400
    assert send(admin, host="broker.lan", user="box", tls="on", port="1883", **{"try": "1"})[0] == 200
    assert sent == [("broker.lan", "of-the-config")]


def test_a_message_may_begin_with_a_mark_as_editors_of_windows_write() -> None:
    assert read_json(b'\xef\xbb\xbf{"act": "undo"}') == read_json(b'{"act": "undo"}') == {"act": "undo"}
