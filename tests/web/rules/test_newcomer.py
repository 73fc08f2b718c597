"""A newcomer is led on to the first game, is asked before a phone goes, and is told of a name too long."""

from __future__ import annotations

import re
from html import unescape

import pytest
from werkzeug.test import TestResponse

from engine.house import house_rules
from ports_for_tests import House
from sight_for_tests import RIM
from web.auth.access import COOKIE

LONG = "Maximiliana Aleksandra Wiśniewska-Łęcka-Nowak"
CORNERS = {
    f"{axis}{n}": f"{100 * part:.1f}"
    for n, corner in enumerate(RIM)
    for axis, part in zip("xy", corner, strict=True)
}


@pytest.fixture
def house(house: House) -> House:
    house.start()
    return house


def send(box: House, path: str, /, *, follow: bool = True, **form: object) -> TestResponse:
    phone = box.admin()
    body = {"csrf": phone.state()["csrf"], **form}
    return phone.client.post(path, data=body, follow_redirects=follow)


def text_of(answer: TestResponse) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", answer.text)))


def card(answer: TestResponse) -> str:
    """Give what the card says that leads a newcomer on; empty where there is none."""
    found = re.search(r'<section class="card first".*?</section>', answer.text, re.DOTALL)
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[0]))).strip() if found else ""


# From the eye to the first game.


def test_whatever_is_done_at_the_eye_a_newcomer_is_led_on(house: House) -> None:
    done = {"hold": {"still": "yes"}, "tray": CORNERS}
    for what in ("find", "tray", "whole", "back", "light", "read", "hold"):
        house.sight.before, form = (None,), done.get(what, {})
        answer = send(house, f"/eye/{what}?first=1", **form)
        assert (answer.status_code, answer.request.path) == (200, "/eye")
        assert card(answer), what
        assert re.search(r'<a class="button main" href="/">To the game</a>', answer.text), what
        assert card(send(house, f"/eye/{what}", **form)) == ""


def test_what_goes_wrong_at_the_eye_leads_nobody_astray(house: House) -> None:
    house.sight.new, house.sight.found = True, None
    for what in ("find", "tray", "light", "read"):
        if what in ("light", "read"):
            house.sight.no_picture = "the camera gives no pictures now: look whether it is plugged in"
        answer = send(house, f"/eye/{what}?first=1", **{**CORNERS, "x0": "90"})
        assert answer.status_code >= 400
        assert card(answer).startswith("One thing before you play")
        # Every form of that page goes on the same way, and so does its address when it is opened again.
        actions = re.findall(r'action="(/eye/[^"]*)"', answer.text)
        assert len(actions) == 8
        assert all(action.endswith("?first=1") for action in actions)
        again = house.admin().client.get(f"/eye/{what}?first=1", follow_redirects=True)
        assert card(again) == card(answer)


def test_the_card_says_one_next_step_and_then_what_was_done(house: House) -> None:
    house.sight.now, house.sight.new = None, True
    before = house.admin().client.get("/eye?first=1")
    first = re.search(r'<section class="card first".*?</section>', before.text, re.DOTALL)
    assert first is not None
    assert re.findall(r'class="(?:button )?main"[^>]*>([^<]+)<', first[0]) == ["Find the tray"]
    assert re.findall(r'class="button quiet" href="([^"]+)"', first[0]) == ["/"]
    found = send(house, "/eye/find?first=1")
    assert "The tray has four corners and covers 30 % of the picture." in card(found)
    assert "Next comes the game" in card(found)
    assert "One thing before you play" not in found.text


# Addresses that a phone's history holds.

FORMS = {
    "/new/keep?game=pachisi": "/new?game=pachisi",
    "/eye/find?first=1": "/eye?first=1",
    "/eye/hold": "/eye",
    "/sound/test": "/sound",
    "/sound/looked": "/sound",
    "/connections/mqtt": "/connections",
    "/connections/hooks/1": "/connections",
    "/phones/player/role": "/phones",
    "/phones/nobody/name": "/phones",
    "/house/1/name": "/house/1",
    "/backup/restore": "/backup",
    "/backup/leave": "/backup",
    "/language/voice": "/language",
    "/act/undo?at=3": "/",
}


def test_an_address_to_which_a_form_was_sent_leads_to_its_page(house: House) -> None:
    house.book.save(house_rules("pachisi", "six", {}, name="Ours"))
    for opened, page in FORMS.items():
        answer = house.admin().client.get(opened)
        assert (answer.status_code, answer.location) == (303, page)
        assert house.admin().client.get(page).status_code == 200, page


def test_no_address_of_a_form_is_a_dead_end(house: House) -> None:
    house.people.remember(["Asha"], game=1)
    house.book.save(house_rules("pachisi", "six", {}, name="Ours"))
    methods: dict[str, set[str]] = {}
    for rule in house.app.url_map.iter_rules():
        methods.setdefault(rule.rule, set()).update(rule.methods or ())
    forms = [rule for rule, can in methods.items() if "GET" not in can and not rule.startswith("/api/")]
    assert len(forms) >= 14
    for rule in forms:
        address = rule.replace("<phone>", "player").replace("<int:number>", "1").replace("<name>", "undo")
        assert house.admin().client.get(address, follow_redirects=True).status_code == 200, rule


def test_a_program_is_still_told_that_it_asked_in_the_wrong_way(house: House) -> None:
    assert house.admin().client.get("/api/v1/undo").status_code == 405
    assert house.admin().client.put("/new/keep").status_code == 405


def test_rules_kept_leave_all_that_was_typed_at_an_address_that_opens_again(house: House) -> None:
    typed = {
        "game": "pachisi",
        "preset": "six",
        "option-gate": "true",
        "name": ["Lotte", "", "Jörg & Söhne", "Asha"],
        "begins": "2",
        "house": "Ours",
    }
    answer = send(house, "/new/keep?game=pachisi", follow=False, **typed)
    assert answer.status_code == 303
    pages = [house.admin().client.get(answer.location) for _ in range(2)]
    for page in pages:
        names = [unescape(name) for name in re.findall(r'name="name" value="([^"]*)"', page.text)]
        assert names == typed["name"]
        assert re.search(r'value="shared-[^"]*" checked', page.text)
        assert re.search(r'<option value="2" selected>', page.text)
    assert len(house.book.all()) == 1


# Sending a phone away.


def test_a_phone_is_unpaired_only_after_a_question_that_names_it(house: House) -> None:
    house.phones.rename("player", "Ravi’s telephone")
    listed = house.admin().client.get("/phones").text
    assert 'action="/phones/player/unpair"' not in listed
    assert 'href="/phones/player/unpair" aria-label="Unpair: Ravi’s telephone"' in unescape(listed)
    asked = house.admin().client.get("/phones/player/unpair")
    assert "Unpair: Ravi’s telephone" in text_of(asked)
    assert "in your hand" not in asked.text
    assert "may change the box as well" not in asked.text
    assert house.player().state()["role"] == "player"
    assert send(house, "/phones/player/unpair").status_code == 200
    assert house.player().state()["role"] == "watcher"
    assert send(house, "/phones/player/unpair").status_code == 404
    assert house.admin().client.get("/phones/nobody/unpair").status_code == 404


def test_the_last_admin_is_told_why_it_stays_and_what_helps(house: House) -> None:
    for path in ("/phones/admin/unpair", "/out"):
        told = house.admin().client.get(path).text
        assert "This is the only phone that may change the box, so it stays paired" in told
        assert "sudo charkoni pair --admin" in told
        assert f'action="{path}"' not in told
    house.phones.set_role("player", "admin")
    for path in ("/phones/admin/unpair", "/out"):
        told = house.admin().client.get(path).text
        assert "so it stays paired" not in told
        assert "may change the box as well" in told
        assert f'action="{path}"' in told


def test_who_unpairs_the_own_phone_is_told_and_carries_nothing_on(house: House) -> None:
    house.phones.set_role("player", "admin")
    phone = house.admin()
    assert "This is the phone in your hand." in phone.client.get("/phones/admin/unpair").text
    body = {"csrf": phone.state()["csrf"]}
    answer = phone.client.post("/phones/admin/unpair", data=body, follow_redirects=True)
    assert (answer.status_code, answer.request.path) == (200, "/")
    assert "This phone only watches now. To come back, it scans the new code." in answer.text
    assert phone.client.get_cookie(COOKIE) is None
    assert phone.client.get("/phones/player/unpair").status_code == 403


# Names that are too long.


def test_no_field_of_a_name_cuts_what_is_typed(house: House) -> None:
    house.book.save(house_rules("pachisi", "six", {}, name="Ours"))
    for path in ("/new", "/phones", "/house/1"):
        fields = re.findall(r'<input[^>]*name="(?:name|house)"[^>]*>', house.admin().client.get(path).text)
        assert fields
        assert not any("maxlength" in field for field in fields)


def test_a_long_name_of_a_player_is_refused_and_stays_typed(house: House) -> None:
    before = house.table.model.game
    answer = send(house, "/new", game="chowka-bhara", preset="5x5", name=["Asha", LONG])
    assert answer.status_code == 400
    assert "is too long: at most 40 letters fit." in text_of(answer)
    assert f'name="name" value="{LONG}"' in answer.text
    assert house.table.model.game == before


def test_a_long_name_of_a_phone_is_refused_and_stays_typed(house: House) -> None:
    answer = send(house, "/phones/player/name", name=LONG)
    assert answer.status_code == 422
    assert "is too long: at most 40 letters fit." in text_of(answer)
    assert f'value="{LONG}" aria-invalid="true"' in answer.text
    assert answer.text.count("aria-invalid") == 1
    assert house.let_in["player"] == ("player", "")


def test_a_name_that_house_rules_cannot_have_stays_typed(house: House) -> None:
    house.book.save(house_rules("pachisi", "six", {}, name="Ours"))
    house.book.save(house_rules("pachisi", "seven", {}, name="Theirs"))
    for name, why in (
        (LONG, "too long: at most 40"),
        ("Theirs", "already: choose another"),
        ("\u200b", "seen"),
    ):
        answer = send(house, "/house/1/name", name=name)
        assert 400 <= answer.status_code < 500
        assert why in text_of(answer)
        assert f'value="{name}"' in answer.text
    assert house.book.all()[0].rules.name == "Ours"
