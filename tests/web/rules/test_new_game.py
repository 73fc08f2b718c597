"""The pages of the menu: a new game, another phone, the rules, the games."""

from __future__ import annotations

from typing import Any

from engine.registry import games
from engine.table.commands import TakeThrow
from engine.throw import Cowries
from ports_for_tests import House
from web.rules.rule_pages import rules_for


def begin(house: House, **form: Any) -> Any:
    phone = house.player()
    return phone.client.post("/new", data={"csrf": phone.state()["csrf"], **form})


def test_without_a_game_the_page_asks_for_the_names(house: House) -> None:
    phone = house.player().client
    for page in ("/", "/blind"):
        assert "Welcome to the table" in phone.get(page).text
    assert phone.get("/").text.count('<a href="/new?game=') == len(games())
    asked = phone.get("/new").text
    assert "Welcome to the table" in asked
    # Nobody is known yet, so nobody's name stands there.
    assert asked.count('name="name" value=""') == max(games()[0].players)
    assert phone.get("/api/v1/state").get_json()["game"] is None


def test_every_game_preset_and_option_is_offered_in_words(house: House) -> None:
    for info in games():
        text = house.player().client.get(f"/new?game={info.name}").text
        for preset in info.presets:
            assert f'value="{preset.name}"' in text
        for option in info.options:
            assert (f'name="option-{option.key}"' in text) == option.in_games
        assert text.count('name="name"') == max(info.players)


def test_a_game_begins_with_names_preset_options_and_who_begins(house: House) -> None:
    answer = begin(
        house,
        game="pachisi",
        preset="seven",
        name=["Asha", "", " Ravi  Kumar ", "Mina"],
        begins="2",
        **{"option-gate": "true", "option-table": "seven-35", "option-stack": ""},
    )
    assert (answer.status_code, answer.location) == (303, "/")
    setup = house.table.model.setup
    assert (setup.game, setup.preset, setup.names) == ("pachisi", "seven", ("Asha", "Ravi Kumar", "Mina"))
    assert setup.options == {"gate": True, "table": "seven-35"}
    assert setup.begins == 1


def test_what_cannot_be_is_told_above_the_form_with_the_names_kept(house: House) -> None:
    for form, words in (
        ({"game": "pachisi", "name": ["Asha"]}, "2 to 4 people"),
        ({"game": "backgammon", "name": ["A", ""]}, "by 2 people"),
        ({"game": "pachisi", "name": ["Asha", "Asha"]}, "same name"),
        ({"game": "pachisi", "name": ["A", "B"], "begins": "3"}, "nobody sits"),
        ({"game": "pachisi", "name": ["A", "B"], "preset": "nine"}, "not played by these rules"),
        ({"game": "pachisi", "name": ["A", "B"], "option-partners": "true"}, "partners"),
    ):
        answer = begin(house, **form)
        assert (answer.status_code, words in answer.text) == (400, True), form
        assert f'value="{form["name"][0]}"' in answer.text
    assert house.player().client.get("/new?game=ludo").status_code == 400
    assert not house.table.has_game


def test_beginning_twice_by_a_double_tap_begins_once(house: House) -> None:
    for _ in range(2):
        begin(house, game="chowka-bhara", name=["A", "B"], request="one")
    assert house.table.model.game == 1


def test_a_page_that_the_browser_brings_back_begins_another_game_with_other_names(house: House) -> None:
    for second in ("B", "C"):
        begin(house, game="chowka-bhara", name=["A", second], request="one")
    assert house.table.model.game == 2
    assert house.table.model.setup.names == ("A", "C")


def test_another_phone_scans_a_code(house: House) -> None:
    text = house.player().client.get("/phone").text
    assert "http://192.168.1.20:8000/?key=let-me-in" in text
    assert "<svg" in text
    assert "viewBox" in text


def test_the_rules_in_force_are_those_of_the_preset(house: House) -> None:
    for game, preset, has, has_not in (
        ("chowka-bhara", "5x5", {"C1", "C17"}, {"P1", "BF1"}),
        ("pachisi", "six", {"P1", "P26"}, {"C1", "BP1"}),
        ("backgammon", "finnish", {"BF1", "BF16"}, {"BP1", "BS1", "P1"}),
        ("backgammon", "polish", {"BP1", "BP32"}, {"BF1", "BS1", "P1"}),
        ("backgammon", "standard", {"BS1", "BF4", "BF14"}, {"BF1", "BF15", "BP1"}),
    ):
        house.start(game, preset)
        numbers = {number for number, _ in rules_for(house.table.model.setup)}
        assert has <= numbers
        assert not has_not & numbers
        text = house.watcher().get("/rules").text
        assert all(f'id="{number}"' in text for number in numbers)


def test_the_throw_values_and_house_rules_in_force_are_shown(house: House) -> None:
    house.start("chowka-bhara", swap_four_eight=True)
    text = house.watcher().get("/rules").text
    assert "4 mouths up of 4 = 8, chowka, throw again" in text
    assert 'class="own"' in text
    assert "no mouth up of 6 = 25, grace" in house.watcher().get("/rules/pachisi").text
    assert house.watcher().get("/rules/ludo").status_code == 404


def test_games_are_listed_with_their_events_and_photographs(house: House) -> None:
    house.start(names=("Asha", "Ravi"))
    name = house.journal.keep_photograph(b"plain", b"ringed")
    house.table.do(TakeThrow(Cowries(3, 4), photo=name))
    house.start("pachisi", names=("Mina", "Dev"))
    phone = house.player().client
    listed = phone.get("/games").text
    assert listed.index("<bdi>Mina</bdi>, <bdi>Dev</bdi>") < listed.index("<bdi>Asha</bdi>, <bdi>Ravi</bdi>")
    assert "on the table" in listed
    one = phone.get("/games/1").text
    assert f"/photos/{name}.jpg" in one
    assert "Play on" in one
    assert "Play on" not in house.watcher().get("/games/1").text
    assert phone.get("/games/7").status_code == 404


def test_the_header_is_drawn_beside_the_list_of_pins(house: House) -> None:
    phone = house.watcher()
    assert 'src="/wiring.svg"' in phone.get("/lamps").text
    assert "<td>18</td>" in phone.get("/lamps").text
    answer = phone.get("/wiring.svg")
    assert answer.mimetype == "image/svg+xml"
    assert answer.text == house.lamps.drawing
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; style-src 'unsafe-inline'"
    assert "unsafe-inline" not in phone.get("/lamps").headers["Content-Security-Policy"]
    house.lamps.drawing = ""
    assert "wiring.svg" not in phone.get("/lamps").text
    assert phone.get("/wiring.svg").status_code == 404


def test_rules_are_named_in_words(house: House) -> None:
    house.start("pachisi", "seven")
    phone = house.player().client
    assert "<b>Seven cowries</b>" in phone.get("/new?game=pachisi").text
    assert "7 cowries: After G. A. Herklots" in phone.get("/new?game=pachisi").text
    assert "Pachisi · Seven cowries" in phone.get("/games").text
    assert "<b>Seven cowries</b>" in phone.get("/rules").text
