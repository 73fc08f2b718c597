"""Brokers that are away, locked, foreign or broken: what is said, and that the box does not mind."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from boxes_for_tests import running_box, unused_port
from device.readers.mqtt.faults import fault_of
from device.readers.outside import OUTSIDE, is_outside
from device.store.places import Places
from devices.broker import Broker, SilentServer, broker, ear
from devices.told_house import ToldHouse, told_house
from engine.table.commands import TakeThrow
from engine.throw import Cowries
from journals_for_tests import fill, play_on, small_disk, until
from web.house.connections import LinkState, MqttChoice


def tried(house: ToldHouse, port: int, password: str = "", **choice: object) -> LinkState:
    return house.connections.try_mqtt(
        MqttChoice(**{"on": True, "host": "127.0.0.1", "port": port, **choice}),  # type: ignore[arg-type]
        password,
    )


def test_a_trial_says_what_is_wrong_with_name_and_port(house: ToldHouse) -> None:
    nothing = tried(house, unused_port())
    assert (nothing.verdict, str(nothing.text).split(" at")[0]) == ("broken", "nothing answers")
    unknown = tried(house, 1883, host="no-such-broker.invalid")
    assert "no computer is found under the name no-such-broker.invalid" in str(unknown.text)


def test_a_trial_with_a_good_broker_says_so_and_leaves_nothing(tmp_path: Path, house: ToldHouse) -> None:
    with broker(tmp_path / "broker") as running, ear(running.port) as heard:
        assert tried(house, running.port).verdict == "fine"
        assert house.connections.mqtt().state.verdict == "off"
        assert not any(kept for _, _, kept in heard.heard)


def test_a_password_is_asked_for_and_a_wrong_one_told(tmp_path: Path, house: ToldHouse) -> None:
    passwords = tmp_path / "passwords"
    passwords.touch()
    subprocess.run(["mosquitto_passwd", "-b", passwords, "box", "right"], check=True)
    with broker(tmp_path / "broker", "allow_anonymous false", f"password_file {passwords}") as running:
        assert "asks for a user and a password" in str(tried(house, running.port).text)
        wrong = tried(house, running.port, "wrong", user="box")
        assert "does not take the user box with this password" in str(wrong.text)
        assert tried(house, running.port, "right", user="box").verdict == "fine"
        house.connections.set_mqtt(
            MqttChoice(on=True, host="127.0.0.1", port=running.port, user="box"), "wrong"
        )
        until(lambda: "with this password" in str(house.connections.mqtt().state.text))
        assert tried(house, running.port, "right", user="box").verdict == "fine"
        # Who keeps what was tried need not type the password again.
        house.connections.set_mqtt(MqttChoice(on=True, host="127.0.0.1", port=running.port, user="box"), None)
        until(lambda: house.connections.mqtt().state.verdict == "fine")


def test_topics_that_are_forbidden_are_told(
    tmp_path: Path, house: ToldHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.readers.mqtt.trial.BACK_S", 0.5)
    access = tmp_path / "access"
    access.write_text("topic readwrite other/#\n")
    access.chmod(0o600)
    with broker(tmp_path / "broker", "allow_anonymous true", f"acl_file {access}") as running:
        state = tried(house, running.port)
        assert "keeps its messages from it" in str(state.text)
        assert f"charkoni/v1/{house.name}/#" in str(state.advice)
    access.write_text("topic readwrite charkoni/#\n")
    with broker(tmp_path / "broker", "allow_anonymous true", f"acl_file {access}") as running:
        assert tried(house, running.port).verdict == "fine"


def openssl(folder: Path, *command: str) -> None:
    subprocess.run(["openssl", *command], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an authority, a certificate for 127.0.0.1, and one for another name that is too old."""
    folder = tmp_path_factory.mktemp("authority")
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    of_ca = ("-keyout", "ca.key", "-out", "ca.pem", "-days", "30", "-subj", "/CN=home")
    openssl(folder, "req", "-x509", *key, *of_ca)
    for name, days, subject in (
        ("good", "30", "IP:127.0.0.1"),
        ("other", "30", "DNS:other.lan"),
        ("old", "-1", "IP:127.0.0.1"),
    ):
        openssl(folder, "req", *key, "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", "/CN=broker")
        (folder / "names").write_text(f"subjectAltName={subject}\n")
        by = ("-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "names", "-days", days)
        openssl(folder, "x509", "-req", "-in", f"{name}.csr", *by, "-out", f"{name}.pem")
    return folder


@contextmanager
def with_tls(folder: Path, authority: Path, name: str) -> Iterator[int]:
    """Run a broker with a certificate; gives its port."""
    files = f"certfile {authority / f'{name}.pem'}\nkeyfile {authority / f'{name}.key'}"
    with broker(folder / name, listener=files) as running:
        yield running.port


@pytest.mark.filterwarnings("ignore:unclosed <ssl.SSLSocket:ResourceWarning")  # paho forgets one that failed
def test_tls_with_an_own_authority_and_what_is_wrong_with_it(
    tmp_path: Path, house: ToldHouse, authority: Path
) -> None:
    ca = (authority / "ca.pem").read_text()
    with with_tls(tmp_path, authority, "good") as port:
        assert tried(house, port, tls=True, ca=ca).verdict == "fine"
        assert "does not trust" in str(tried(house, port, tls=True).text)
        assert "without an answer" in str(tried(house, port).text)
        house.speak(port, tls=True, ca=ca)
        until(lambda: house.connections.mqtt().state.verdict == "fine")
    for name, says in (("other", "for another name"), ("old", "by the clock of this box")):
        with with_tls(tmp_path, authority, name) as port:
            assert says in str(tried(house, port, tls=True, ca=ca).text)
    with broker(tmp_path / "plain") as plain:
        state = tried(house, plain.port, tls=True, ca=ca)
        assert state.verdict == "broken"
        assert "do without TLS" in str(state.advice)
    garbled = tried(house, 1, tls=True, ca="-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----")
    assert "the certificate that was pasted cannot be read" in str(garbled.text)


def test_a_server_that_never_answers_or_hangs_up_is_told(
    house: ToldHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.readers.mqtt.trial.CONNECT_S", 0.5)
    monkeypatch.setattr("device.readers.mqtt.link.KEEPALIVE_S", 1)
    silent, ending = SilentServer(), SilentServer(ends=True)
    try:
        assert "never answers" in str(tried(house, silent.port).text)
        assert "without an answer" in str(tried(house, ending.port).text)
        house.speak(silent.port)
        until(lambda: "never answers" in str(house.connections.mqtt().state.text))
        house.speak(ending.port)
        until(lambda: "without an answer" in str(house.connections.mqtt().state.text))
    finally:
        silent.close()
        ending.close()


def test_a_target_outside_of_home_is_told_with_what_lets_the_service_there() -> None:
    choice = MqttChoice(host="192.0.2.1")
    assert fault_of(PermissionError(1, "Operation not permitted"), choice).advice == OUTSIDE
    assert "systemctl edit charkoni" in str(OUTSIDE)
    assert "IPAddressAllow" in str(OUTSIDE)
    public = [(None, None, None, "", ("8.8.8.8", 1883))]
    home = [(None, None, None, "", ("192.168.1.5", 1883))]
    assert is_outside("x", 1, resolve=lambda *_, **__: public)  # type: ignore[arg-type, return-value]
    assert not is_outside("x", 1, resolve=lambda *_, **__: home)  # type: ignore[arg-type, return-value]
    assert not is_outside("no-such-name.invalid", 1)


def test_a_broker_that_is_waited_for_keeps_a_box_neither_from_playing_nor_from_closing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    over, reached = threading.Event(), threading.Event()
    waited: list[bool] = []

    def unreachable(*_: object, **__: object) -> None:
        reached.set()
        waited.append(over.wait(30))
        raise TimeoutError

    monkeypatch.setattr("device.readers.mqtt.client.FrugalClient.reconnect", unreachable)
    more = """
        [mqtt]
        on = true
        host = "127.0.0.1"
        port = 1883"""
    with running_box(tmp_path, more=more) as box:
        assert reached.wait(20)
        before = box.journal.last_seq()
        box.table.do(TakeThrow(Cowries(3, 4)))
        assert box.journal.last_seq() > before
    assert waited == [], "the box has stopped, and the broker is still waited for"
    over.set()


@pytest.mark.parametrize("is_there", [True, False])
def test_a_broker_that_never_answers_keeps_nobody_from_closing(house: ToldHouse, is_there: bool) -> None:
    silent = SilentServer()
    try:
        house.speak(silent.port if is_there else unused_port())
        until(lambda: house.connections.mqtt().state.verdict in ("broken", "trying"))
        play_on(house.table, 3)
        house.connections.close()
    finally:
        silent.close()


def test_a_broker_that_comes_late_or_goes_away_is_found_again_and_told_what_happened_meanwhile(
    tmp_path: Path, house: ToldHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.readers.mqtt.link.WAITS_S", (0.1, 0.1))
    with broker(tmp_path / "broker") as running:
        running.kill()
        house.speak(running.port)
        until(lambda: "nothing answers" in str(house.connections.mqtt().state.text))
        for seed in range(2):
            running.start()
            until(lambda: house.connections.mqtt().state.verdict == "fine")
            with ear(running.port, house.topic("#")) as heard:
                play_on(house.table, 5, seed=seed)
                newest = house.names()[-1]
                heard.wait_for("event", lambda one, newest=newest: one["id"] == newest)
            running.kill()
            until(lambda: house.connections.mqtt().state.verdict != "fine")


def test_a_broker_whose_disk_is_full_is_told_all_the_same_and_again_when_it_was_killed(
    tmp_path: Path, house: ToldHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.readers.mqtt.link.WAITS_S", (0.1, 0.1))
    (tmp_path / "broker").mkdir()
    with small_disk(tmp_path / "disk", kilobytes=64) as disk:
        running = Broker(tmp_path / "broker", disk=disk)
        fill(disk)
        running.start()
        try:
            house.speak(running.port)
            with ear(running.port, house.topic("#")) as heard:
                play_on(house.table, 20)
                last = house.names()[-1]
                heard.wait_for("event", lambda one: one["id"] == last)
            running.save()
            saved = disk / "mosquitto.db"
            assert not saved.exists() or saved.stat().st_size == 0, "nothing could be written"
            running.kill()
            play_on(house.table, 5, seed=1)
            running.start()
            with ear(running.port, house.topic("#")) as heard:
                newest = house.names()[-1]
                heard.wait_for("state", lambda one: one["id"] == newest)
                heard.say(house.topic("ask"), {"since": last})
                heard.wait_for("event", lambda one: one["id"] == newest)
        finally:
            running.kill()


def test_two_boxes_that_people_call_the_same_are_two(tmp_path: Path, house: ToldHouse) -> None:
    with told_house(tmp_path / "other") as other, broker(tmp_path / "broker") as running:
        for one in (house, other):
            one.speak(running.port, name="Club")
        with ear(running.port, "charkoni/v1/+/state") as heard:
            until(lambda: len({state["box"] for state in heard.of("state")}) == 2)
            assert {state["name"] for state in heard.of("state")} == {"Club"}


def test_a_place_is_kept_where_the_broker_s_acknowledgements_end(tmp_path: Path, house: ToldHouse) -> None:
    with broker(tmp_path / "broker") as running:
        house.speak(running.port)
        until(lambda: house.connections.mqtt().state.verdict == "fine")
        play_on(house.table, 5)
        mqtt, place = house.connections._mqtt, house.journal.last_seq()
        assert mqtt is not None
        until(lambda: mqtt._reader.place == place and mqtt._in_flight.is_empty)
        running.kill()
        play_on(house.table, 5, seed=1)
        house.connections.close()
        assert Places(house.journal).get("mqtt") == place
