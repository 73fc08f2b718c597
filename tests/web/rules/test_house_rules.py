"""House rules: kept, played by, changed, renamed, deleted, asked for by programs, and shared in a link."""

from __future__ import annotations

import base64
import json
import re
from binascii import crc32
from pathlib import Path

from device.store import Journal
from device.store.export import export_lines
from engine.house import HouseRules
from engine.notation import read_house, write_house
from house_rules_for_tests import NAME, key, names, rules, send, shown
from ports_for_tests import House
from web.house.house_rules import MOST
from web.rules.house_rules import word_in

# Keeping and playing.


def test_rules_are_kept_under_a_name_and_stand_among_the_presets(house: House) -> None:
    form = {"game": "pachisi", "preset": "seven", "name": ["Asha", "Ravi"], "option-gate": "true"}
    answer = send(house.player(), "/new/keep", **form, house=f"  {NAME} ")
    assert answer.status_code == 200
    assert f"Kept: {NAME}." in shown(answer.text)
    # The form is as it was, with the new rules chosen, and no game has begun.
    assert f'value="{key(gate=True)}" checked' in answer.text
    assert 'value="Ravi"' in answer.text
    assert not house.table.has_game
    listed = house.player().client.get("/new?game=pachisi").text
    assert f"{NAME} Seven cowries, 1 rule differs" in shown(listed)
    assert NAME not in shown(house.player().client.get("/new?game=backgammon").text)


def test_a_game_begun_with_a_name_keeps_the_rules_and_carries_them(house: House) -> None:
    form = {"game": "pachisi", "preset": "six", "name": ["Asha", "Ravi"], "option-split": "true"}
    send(house.player(), "/new", **form, house="Ours", begins="0")
    assert names(house) == ["Ours"]
    setup = house.table.model.setup
    assert (setup.options, str(setup.house)) == ({"split": True}, "Ours")


def test_a_game_is_begun_by_rules_that_are_kept(house: House) -> None:
    house.book.save(rules(gate=True))
    send(house.player(), "/new", game="pachisi", preset=key(gate=True), name=["Asha", "Ravi"])
    setup = house.table.model.setup
    assert (setup.preset, setup.options) == ("seven", {"gate": True})
    assert setup.house == rules(gate=True)
    assert setup.house.values["cancel"] is True


def test_a_form_that_showed_the_rules_before_a_change_begins_by_those(house: House) -> None:
    house.book.save(rules(gate=True))
    house.book.save(rules(gate=True, split=True))
    send(house.player(), "/new", game="pachisi", preset=key(gate=True), name=["Asha", "Ravi"])
    assert house.table.model.setup.house == rules(gate=True)
    page = house.player().client.get(f"/new?game=pachisi&preset={key(gate=True)}").text
    assert f'value="{key(gate=True)}" checked' in page
    assert f'value="{key(gate=True, split=True)}"' in page


def test_what_is_changed_on_top_of_kept_rules_does_not_carry_their_name(house: House) -> None:
    house.book.save(rules(gate=True))
    form = {"game": "pachisi", "preset": key(gate=True), "name": ["Asha", "Ravi"]}
    answer = send(house.player(), "/new", **form, **{"option-split": "true"})
    setup = house.table.model.setup
    assert (setup.options, setup.house) == ({"gate": True, "split": True}, None)
    assert f"The rules differ from “{NAME}”" in shown(answer.text)
    # Setting what they say anyway changes nothing.
    answer = send(house.player(), "/new", **form, **{"option-gate": "true"})
    assert house.table.model.setup.house == rules(gate=True)
    assert "differ from" not in answer.text


def test_keeping_by_a_name_that_is_there_changes_those(house: House) -> None:
    house.book.save(rules(gate=True))
    form = {"game": "pachisi", "preset": key(gate=True), "name": ["Asha", "Ravi"], "option-split": "true"}
    for name in (NAME.upper(), NAME):
        assert f"Kept: {NAME}." in shown(send(house.player(), "/new/keep", **form, house=name).text)
    assert [kept.rules for kept in house.book.all()] == [rules(gate=True, split=True)]


def test_what_cannot_be_kept_is_told_above_the_form(house: House) -> None:
    for form, words in (
        ({"house": ""}, "'house' is missing|no name"),
        ({"house": "\u200b"}, "no name that can be seen"),
        ({"house": "x" * 41}, "too long"),
        ({"house": "Ours", "option-revenge": "true"}, "P20 needs P19"),
        ({"house": "Ours", "preset": "house-7-1"}, "not played by these rules"),
        ({"house": "Ours", "preset": "shared-rubbish"}, "no house rules"),
        ({"house": "Ours", "preset": "nine"}, "not played by these rules"),
    ):
        whole = {"game": "pachisi", "preset": "six", "name": ["Asha", "Ravi"], **form}
        answer = send(house.player(), "/new/keep", **whole)
        assert 400 <= answer.status_code < 500, form
        assert re.search(words, shown(answer.text), re.IGNORECASE), form
        assert 'value="Asha"' in answer.text
    assert names(house) == []


def test_rules_that_too_few_play_are_not_kept_by_beginning(house: House) -> None:
    form = {"game": "pachisi", "preset": "six", "name": ["Asha", "Ravi"], "option-partners": "true"}
    assert send(house.player(), "/new", **form, house="Ours").status_code == 400
    assert names(house) == []
    assert not house.table.has_game
    # Kept by themselves they wait for four.
    assert send(house.player(), "/new/keep", **form, house="Ours").status_code == 200
    assert names(house) == ["Ours"]


def test_house_rules_of_another_game_are_not_chosen(house: House) -> None:
    house.book.save(rules())
    answer = house.player().client.get(f"/new?game=backgammon&preset={key()}")
    assert answer.status_code == 400
    assert f"“{NAME}” are house rules of Pachisi" in shown(answer.text)


def test_no_more_are_kept_than_there_is_room_for(house: House) -> None:
    for number in range(MOST):
        house.book.save(rules(f"House {number}"))
    form = {"game": "pachisi", "preset": "six", "name": ["Asha", "Ravi"]}
    answer = send(house.player(), "/new/keep", **form, house="One more")
    assert answer.status_code == 400
    assert "No more house rules can be kept" in answer.text


# Changing, renaming, deleting.


def test_a_change_leaves_games_with_the_rules_that_they_began_with(house: House, tmp_path: Path) -> None:
    house.book.save(rules(gate=True))
    phone = house.player()
    send(phone, "/new", game="pachisi", preset=key(gate=True), name=["Asha", "Ravi"])
    form = phone.client.get("/house/1/change").text
    assert re.search(r'value="seven" checked', form)
    assert re.search(r'<select name="option-gate">.*?<option value="true" selected>', form, re.DOTALL)
    answer = send(phone, "/house/1/change", preset="seven", **{"option-table": "seven-35"})
    assert f"Kept: {NAME}." in shown(answer.text)
    assert house.book.all()[0].rules.options == {"table": "seven-35"}
    assert send(house.admin(), "/house/1/delete").status_code == 200
    for page in ("/rules", "/games", "/games/1"):
        assert NAME in shown(phone.client.get(page).text), page
    # The rules in force still say what differs.
    own = r'class="own"><dt>Nobody enters.*?<dd>yes <small class="note">as usual: no<'
    assert re.search(own, phone.client.get("/rules").text)
    assert json.loads(next(export_lines(house.journal, game=1)))["setup"]["house"]["values"]["gate"] is True
    house.close()
    with Journal(tmp_path / "box") as journal:
        assert str(journal.games()[0].setup.house) == NAME


def test_a_change_that_cannot_be_is_told_with_what_was_chosen(house: House) -> None:
    house.book.save(rules(gate=True))
    answer = send(house.player(), "/house/1/change", preset="seven", **{"option-revenge": "true"})
    assert answer.status_code == 422
    assert "P20 needs P19" in shown(answer.text)
    assert re.search(
        r'<select name="option-revenge">.*?<option value="true" selected>', answer.text, re.DOTALL
    )
    assert names(house) == [NAME]


def test_an_admin_renames_and_deletes_after_a_question(house: House) -> None:
    house.book.save(rules())
    house.book.save(rules("Other"))
    phone = house.admin()
    assert send(phone, "/house/1/name", name="Mine").status_code == 200
    assert names(house) == ["Mine", "Other"]
    answer = send(phone, "/house/1/name", name="OTHER")
    assert answer.status_code == 400
    assert "There are house rules “OTHER” of this game already" in answer.text
    assert send(phone, "/house/1/name", name="").status_code == 422
    asked = phone.client.get("/house/1/delete").text
    assert "A game stays with the rules" in asked
    assert names(house) == ["Mine", "Other"]
    assert "“Mine” was deleted" in send(phone, "/house/1/delete").text
    assert names(house) == ["Other"]
    for path in ("/house/1", "/house/1/change", "/house/1/delete", "/house/9999999999999999999"):
        assert phone.client.get(path).status_code == 404
    assert send(phone, "/house/1/delete").status_code == 404
    assert send(phone, "/house/1/change", preset="six").status_code == 404


def test_a_page_names_every_option_and_what_differs(house: House) -> None:
    house.book.save(rules(gate=True))
    text = shown(house.player().client.get("/house/1").text)
    assert "Nobody enters or moves before a 2, 3 or 4 of their own: yes P3 as usual: no" in text
    assert "Every option" in text
    assert NAME in shown(house.watcher().get("/house").text)


def test_rules_of_a_later_version_of_charkoni_are_shown_and_left_alone(house: House) -> None:
    later = HouseRules("Later", 1, {"jump": True}, "pachisi", "six")
    house.book.save(later)
    phone = house.player().client
    answer = phone.get("/house/1")
    assert answer.status_code == 200
    assert "something that this box does not know" in shown(answer.text)
    assert "<svg" not in answer.text.partition('id="share"')[2]
    assert "Later" not in shown(phone.get("/new?game=pachisi").text)
    assert phone.get("/house").status_code == 200
    assert phone.get("/house/1/change").status_code == 422


# Other programs.


def test_a_program_begins_a_game_by_the_name_of_its_rules(house: House) -> None:
    house.book.save(rules(gate=True))
    house.book.save(rules(split=True))
    phone = house.player()
    ask = {"game": "pachisi", "names": ["Asha", "Ravi"]}
    status, state = phone.do("games", **ask, house=NAME.upper())
    assert (status, state["setup"]["house"]["name"]) == (201, NAME)
    assert state["setup"]["options"] == {"split": True}
    refused = {
        "no house rules": (404, ask | {"house": "Nobody's"}),
        "leave 'preset'": (400, ask | {"house": NAME, "preset": "six"}),
        "'house' is 3": (400, ask | {"house": 3}),
        "of this game": (404, {"game": "backgammon", "names": ["A", "B"], "house": NAME}),
    }
    for words, (code, body) in refused.items():
        status, told = phone.do("games", **body)
        assert (status, words in told["error"]) == (code, True), told
    assert house.table.model.game == 1


def test_a_program_lists_the_house_rules(house: House) -> None:
    house.book.save(rules(gate=True))
    house.book.save(rules(split=True))
    [kept] = house.watcher().get("/api/v1/house").get_json()["house"]
    assert (kept["number"], kept["game"], kept["name"]) == (1, "pachisi", NAME)
    assert (kept["preset"], kept["values"]["gate"], kept["values"]["split"]) == ("seven", False, True)


def link_of(house: House, number: int = 1) -> str:
    page = house.player().client.get(f"/house/{number}").text
    found = re.search(r'class="address">([^<]+)<', page)
    assert found is not None
    return found[1]


def test_the_link_holds_the_rules_and_no_key(house: House) -> None:
    house.book.save(rules(gate=True))
    link = link_of(house)
    assert link.startswith("http://192.168.1.20:8000/house/shared?rules=1.")
    assert "key" not in link.partition("rules=")[0]
    assert read_house(word_in(link)) == rules(gate=True)


def test_another_box_says_what_differs_keeps_the_rules_and_begins_with_them(
    house: House, tmp_path: Path
) -> None:
    house.book.save(rules(gate=True))
    link = link_of(house)
    other = House(tmp_path / "other")
    try:
        phone = other.player()
        page = phone.client.get("/house/shared", query_string={"rules": f" {link}\n"})
        assert page.status_code == 200
        text = shown(page.text)
        assert NAME in text
        assert "Nobody enters or moves before a 2, 3 or 4 of their own: yes P3 as usual: no" in text
        word = word_in(link)
        begun = send(phone, "/new", game="pachisi", preset=f"shared-{word}", name=["Mina", "Dev"])
        assert begun.status_code == 200
        assert other.table.model.setup.house == rules(gate=True)
        assert other.book.all() == []
        send(phone, "/house/shared", rules=word, house=NAME)
        assert [kept.rules for kept in other.book.all()] == [rules(gate=True)]
        again = phone.client.get("/house/shared", query_string={"rules": word}).text
        assert f"This box has the same rules: {NAME}." in shown(again)
        changed = write_house(rules(split=True))
        asked = shown(phone.client.get("/house/shared", query_string={"rules": changed}).text)
        assert "Kept by this name, these take their place." in asked
        send(phone, "/house/shared", rules=changed, house="Another name")
        assert names(other) == [NAME, "Another name"]
    finally:
        other.close()


def test_a_watcher_sees_a_link_and_can_do_nothing_with_it(house: House) -> None:
    word = write_house(rules(gate=True))
    page = house.watcher().get(f"/house/shared?rules={word}").text
    assert NAME in shown(page)
    assert "This phone watches" in page
    assert "<form" not in page
    assert house.watcher().post("/house/shared", data={"rules": word, "house": NAME}).status_code == 403


def word_of(parts: object, *, form: int = 1) -> str:
    told = json.dumps(parts).encode()
    return f"{form}.{base64.urlsafe_b64encode(told).rstrip(b'=').decode()}.{crc32(told):08x}"


BAD = [
    ("hello", "These are no house rules", 400),
    ("http://192.168.1.20:8000/?key=let-me-in", "These are no house rules", 400),
    ("x" * 3000, "These are no house rules", 400),
    ("\x00\ud7ff<script>alert(1)</script>", "These are no house rules", 400),
    (word_of(["pachisi", "six", "Ours", 1, {}], form=2), "A newer version of charkoni", 400),
    (word_of(["pachisi", "six", "Ours", 1, {}])[:-3] + "000", "came through damaged", 400),
    (word_of(["ludo", "six", "Ours", 1, {}]), "This box does not know that game", 422),
    (word_of(["pachisi", "six", "Ours", 1, {"jump": True}]), "something that this box does not know", 422),
    (word_of(["pachisi", "six", "Ours", 1, {"gate": "<b>"}]), "(P3) cannot be so on this box", 422),
    (word_of(["pachisi", "six", "Ours", 5000, {}]), "1 to 999", 422),
    (word_of(["pachisi", "six", "Ours", 1, {"revenge": True}]), "P20 needs P19", 422),
]
"""What stands in a link, and what is said of it."""


def test_a_bad_link_is_told_on_a_clear_page(house: House) -> None:
    for text, words, status in BAD:
        answer = house.player().client.get("/house/shared", query_string={"rules": text})
        assert answer.status_code == status, words
        assert "<script>alert" not in answer.text
        assert words in shown(answer.text).replace("&lt;", "<").replace("&gt;", ">")
        assert "Nothing was kept or changed." in answer.text
        kept = send(house.player(), "/house/shared", rules=text, house="Ours")
        assert kept.status_code == status
    assert names(house) == []


def test_a_name_is_only_a_name(house: House) -> None:
    house.book.save(rules("<img src=x onerror=alert(1)>"))
    word = write_house(rules("<img src=x onerror=alert(1)>"))
    send(house.player(), "/new", game="pachisi", preset=f"shared-{word}", name=["A", "B"])
    for path in (
        f"/house/shared?rules={word}",
        "/house",
        "/house/1",
        "/house/1/change",
        "/new?game=pachisi",
        "/rules",
    ):
        text = house.player().client.get(path).text
        assert "<img src=x" not in text, path
        assert "&lt;img src=x" in text, path
