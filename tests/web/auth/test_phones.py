"""The page of phones: who may see, rename, promote and unpair which."""

from __future__ import annotations

import pytest

from ports_for_tests import KEY, House
from web.house.credentials import TooManyPhonesError


@pytest.fixture
def house(house: House) -> House:
    house.start()
    house.app.extensions["writes"].holds = 10_000.0
    return house


def send(house: House, path: str, **form: str) -> tuple[int, str]:
    phone = house.admin()
    answer = phone.client.post(path, data={"csrf": phone.state()["csrf"], **form})
    return answer.status_code, answer.text


def test_the_page_of_phones_names_each_with_its_role_and_when_it_was_seen(house: House) -> None:
    text = house.admin().client.get("/phones").text
    assert "<bdi>Asha</bdi> · this phone" in text
    assert "a phone without a name" in text
    assert "last seen: " in text
    assert text.count("/unpair") == 2
    assert "token-of" not in text


def test_a_player_sees_the_phones_and_renames_only_its_own(house: House) -> None:
    phone = house.player()
    text = phone.client.get("/phones").text
    assert "/unpair" not in text
    assert text.count("/name") == 1
    csrf = phone.state()["csrf"]
    mine = phone.client.post("/phones/player/name", data={"csrf": csrf, "name": "Ravi"})
    other = phone.client.post("/phones/admin/name", data={"csrf": csrf, "name": "Mina"})
    assert (mine.status_code, other.status_code) == (303, 403)
    assert house.let_in == {"player": ("player", "Ravi"), "admin": ("admin", "Asha")}


def test_an_admin_makes_other_phones_admins_players_and_watchers(house: House) -> None:
    for form in ({"role": "admin", "sure": "yes"}, {"role": "watcher", "sure": "yes"}, {"role": "player"}):
        assert send(house, "/phones/player/role", **form)[0] == 303
        assert house.player().state()["role"] == form["role"]
    assert send(house, "/phones/player/role", role="king")[0] == 400
    assert send(house, "/phones/nobody/role", role="player")[0] == 404


@pytest.mark.parametrize("path", ["/phones/admin/role", "/phones/admin/unpair", "/out"])
def test_the_last_admin_cannot_lose_the_role(house: House, path: str) -> None:
    status, text = send(house, path, role="player", sure="yes")
    assert status == 409
    assert "the only phone that may change the box" in text
    assert house.admin().state()["role"] == "admin"
    if path == "/phones/admin/role":
        asked = house.admin().client.get(f"{path}?role=watcher").text
        assert 'name="sure"' not in asked, "a question that has one answer is none"
    send(house, "/phones/player/role", role="admin", sure="yes")
    assert send(house, path, role="player", sure="yes")[0] == 303


def test_who_may_change_the_box_is_asked_about_first_also_without_script(house: House) -> None:
    admin = house.admin()
    form = {"csrf": admin.state()["csrf"], "role": "admin"}
    answer = admin.client.post("/phones/player/role", data=form)
    assert answer.location == "/phones/player/role?role=admin"
    assert house.player().state()["role"] == "player", "nothing has changed before the answer"
    page = admin.client.get(answer.location).text
    assert 'name="sure" value="yes"' in page
    assert admin.client.post("/phones/player/role", data=form | {"sure": "yes"}).location == "/phones"
    assert house.player().state()["role"] == "admin"
    for phone, held in (("player", False), ("admin", True)):
        form["role"] = "player"
        answer = admin.client.post(f"/phones/{phone}/role", data=form)
        assert answer.location == f"/phones/{phone}/role?role=player"
        page = admin.client.get(answer.location).text
        assert ("This is the phone in your hand." in page) is held
    assert {house.player().state()["role"], house.admin().state()["role"]} == {"admin"}
    assert house.player().client.get("/phones/admin/role?role=king").status_code == 400


@pytest.mark.parametrize("address", [f"/?key={KEY}", "/phone"])
def test_a_phone_for_which_there_is_no_room_is_told_what_helps(
    house: House, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    def full(*_: object, **__: object) -> str:
        raise TooManyPhonesError

    house.phones.open_door()
    monkeypatch.setattr(house.phones, "pair", full)
    monkeypatch.setattr(house.phones, "let_in", full)
    answer = house.watcher().get(address)
    assert (answer.status_code, "an admin unpairs one" in answer.text) == (409, True)
    assert "Set-Cookie" not in answer.headers
