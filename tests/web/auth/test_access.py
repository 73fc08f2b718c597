"""Who may do what from a phone."""

from __future__ import annotations

import pytest

from engine.throw import Cowries
from ports_for_tests import KEY, TOKEN, House
from web.auth.access import COOKIE, Tries

ACTS = ("throws", "moves", "board", "corrections", "answers", "undo", "positions", "games")
PAGES = ("/", "/new", "/rules", "/rules/pachisi", "/games", "/games/1", "/out", "/lamps", "/api/v1/state")


@pytest.fixture
def house(house: House) -> House:
    house.start()
    return house


def test_the_key_lets_a_phone_in_and_leaves_the_address(house: House) -> None:
    phone = house.watcher()
    answer = phone.get(f"/games?key={KEY}&from=2")
    assert (answer.status_code, answer.location) == (302, "/games?from=2")
    cookie = phone.get_cookie(COOKIE)
    assert cookie is not None
    assert (cookie.value, cookie.http_only, cookie.same_site) == (TOKEN, True, "Lax")
    assert phone.get("/api/v1/state").get_json()["role"] == "player"


def test_a_wrong_key_is_refused_in_words(house: House) -> None:
    answer = house.watcher().get("/?key=guess")
    assert answer.status_code == 403
    assert "does not fit" in answer.text
    assert "Set-Cookie" not in answer.headers


def test_guessing_keys_is_slowed_down(house: House) -> None:
    phone = house.watcher()
    codes = [phone.get("/?key=guess").status_code for _ in range(11)]
    assert codes == [403] * 10 + [429]
    assert phone.get(f"/?key={KEY}").status_code == 429
    assert phone.get("/").status_code == 200


def test_tries_are_forgotten_after_their_time() -> None:
    tries = Tries(limit=2, within_s=60)
    assert [tries.allow("a", now=now) for now in (0, 1, 2)] == [True, True, False]
    assert tries.allow("b", now=2)
    assert tries.allow("a", now=63)


def test_a_family_of_twenty_comes_in_by_one_address_within_a_minute(house: House) -> None:
    answers = [house.watcher().get(f"/?key={KEY}").status_code for _ in range(20)]
    assert answers == [302] * 20
    house.phones.door_open = True
    assert [house.watcher().get("/phone").status_code for _ in range(20)] == [303] * 20
    house.phones.door_open = False
    assert [house.watcher().get("/?key=guess").status_code for _ in range(11)] == [403] * 10 + [429]


def test_a_watcher_sees_every_page(house: House) -> None:
    phone = house.watcher()
    assert [phone.get(page).status_code for page in PAGES] == [200] * len(PAGES)


def test_a_watcher_cannot_act(house: House) -> None:
    before = house.journal.last_seq()
    for name in ACTS:
        answer = house.watcher().post(f"/api/v1/{name}", json={"move": "end", "throw": "1/4"})
        assert answer.status_code == 403
        assert "may only watch" in answer.get_json()["error"]
        house.watcher().post(f"/act/{name}", data={"throw": "1/4"})
    assert house.journal.last_seq() == before


@pytest.mark.parametrize("page", ["/new", "/out"])
def test_a_watcher_cannot_use_the_menu(house: House, page: str) -> None:
    answer = house.watcher().post(page, data={"game": "pachisi", "name": ["A", "B"]})
    assert answer.status_code in (400, 403)
    assert house.table.model.setup.game == "chowka-bhara"


def test_a_watcher_cannot_let_others_in(house: House) -> None:
    answer = house.watcher().get("/phone")
    assert answer.status_code == 403
    assert KEY not in answer.text


def test_a_watcher_is_told_no_token_and_offered_no_form(house: House) -> None:
    house.table.throw(Cowries(3, 4))
    phone = house.watcher()
    state = phone.get("/api/v1/state").get_json()
    assert "csrf" not in state
    assert 'method="post"' not in "".join(state["parts"].values())
    assert "data-api" not in phone.get("/").text


@pytest.mark.parametrize("token", ["", "0" * 64, "é"])
def test_without_its_token_no_form_counts(house: House, token: str) -> None:
    phone = house.player()
    before = house.journal.last_seq()
    headers = {"X-CSRF-Token": token.encode().decode("latin-1")}
    for name in ACTS:
        answer = phone.client.post(f"/api/v1/{name}", json={"throw": "1/4"}, headers=headers)
        assert answer.status_code == 403
        phone.client.post(f"/act/{name}", data={"throw": "1/4", "csrf": token})
    assert house.journal.last_seq() == before


def test_the_token_of_one_phone_does_not_serve_another(house: House) -> None:
    mine = house.player().state()["csrf"]
    other = house.app.test_client()
    other.set_cookie(COOKIE, "token-of-nobody")
    assert (
        other.post("/api/v1/throws", json={"throw": "1/4"}, headers={"X-CSRF-Token": mine}).status_code == 403
    )


def test_a_form_from_another_site_is_not_taken(house: House) -> None:
    phone = house.player()
    answer = phone.client.post(
        "/api/v1/throws",
        json={"throw": "1/4"},
        headers={"X-CSRF-Token": phone.state()["csrf"], "Origin": "http://evil.example"},
    )
    assert answer.status_code == 403
    assert "another site" in answer.get_json()["error"]


def test_every_answer_carries_the_guarding_headers(house: House) -> None:
    phone = house.watcher()
    for page in (*PAGES, "/nowhere", "/static/css/page.css", "/snapshot.jpg"):
        with phone.get(page) as answer:
            headers = answer.headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
    assert phone.get("/").headers["Cache-Control"] == "no-store"


def test_no_page_carries_a_style_or_a_script_inside(house: House) -> None:
    phone = house.player().client
    for page in (*PAGES, "/phone"):
        text = phone.get(page).text
        assert " style=" not in text
        assert "<style" not in text
        assert "onclick" not in text
        assert "<script>" not in text
        assert "http://" not in text.replace("http://192.168.1.20:8000", "").replace(
            "http://www.w3.org/2000/svg", ""
        )


def test_out_takes_the_role_from_this_phone(house: House) -> None:
    phone = house.player()
    answer = phone.client.post("/out", data={"csrf": phone.state()["csrf"]})
    assert answer.status_code == 303
    assert phone.client.get_cookie(COOKIE) is None
    assert phone.state()["role"] == "watcher"


def test_while_the_boxs_button_holds_the_door_open_a_watching_phone_is_let_in(house: House) -> None:
    phone = house.watcher()
    assert phone.get("/phone").status_code == 403
    assert phone.get_cookie(COOKIE) is None
    assert 'href="/phone"' not in phone.get("/").text
    house.phones.door_open = True
    assert 'href="/phone"' in phone.get("/").text
    answer = phone.get("/phone")
    assert (answer.status_code, answer.location) == (303, "/")
    house.phones.door_open = False
    assert phone.get("/api/v1/state").get_json()["role"] == "player"
    assert house.watcher().get("/phone").status_code == 403


def test_an_open_door_gives_a_phone_that_plays_no_second_cookie(house: House) -> None:
    house.phones.door_open = True
    answer = house.player().client.get("/phone")
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
