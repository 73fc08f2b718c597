"""A refusal leads to its rule: on the page, without script, for other programs, and by ear."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.errors import IllegalMoveError, PositionError, SetupError
from engine.events import Setup
from engine.messages import Message
from engine.reasons import Reason
from engine.registry import games, make_rules
from engine.rulebook import RULES
from engine.table.commands import TakeThrow
from engine.throw import Cowries
from ports_for_tests import House
from web.language.locale import speaking, translated
from web.rules.rule_links import linked, numbers_of, rule_of, rule_url

PRESETS = [(info.name, preset.name) for info in games() for preset in info.presets]


@pytest.fixture
def house(house: House) -> House:
    house.start()
    house.table.do(TakeThrow(Cowries(1, 4)))
    return house


def anchor_is_on(house: House, url: str) -> bool:
    path, _hash, rule = url.partition("#")
    answer = house.watcher().get(path)
    return answer.status_code == 200 and f'<div id="{rule}">' in answer.text


def test_the_answer_to_a_program_names_the_rule_and_where_it_stands(house: House) -> None:
    status, told = house.player().do("moves", move="a 0/2 =1")
    assert status == 422
    assert told["rule"] in RULES
    assert told["error"].startswith(f"{told['rule']}: ")
    assert told["rule_url"] == f"/rules#{told['rule']}"
    assert told["rule_sentence"] == RULES[told["rule"]]
    assert anchor_is_on(house, told["rule_url"])


def test_a_refused_position_names_its_rule_as_well(house: House) -> None:
    places = [[0, 0, 3], [0, 1, 3]]
    status, told = house.player().do("positions", places=places)
    assert (status, told["rule"]) == (422, "C8")
    assert anchor_is_on(house, told["rule_url"])


def test_a_refusal_without_a_rule_has_no_link(house: House) -> None:
    status, told = house.player().do("throws", throw="7/4")
    assert status >= 400
    assert "rule" not in told
    assert "rule_url" not in told


def test_without_script_the_next_page_links_to_the_rule(house: House) -> None:
    phone = house.player()
    form = {"csrf": phone.state()["csrf"], "move": "a 0/2 =1"}
    text = phone.client.post("/act/moves", data=form, follow_redirects=True).text
    said = re.search(r'<div id="said".*?</div>', text, re.DOTALL)
    assert said is not None
    link = re.search(r'<p><a class="rule" href="([^"]+)">(\w+)</a>: ', said[0])
    assert link is not None
    assert link[1] == f"/rules#{link[2]}"
    assert anchor_is_on(house, link[1])


def test_a_setup_that_a_rule_forbids_links_to_it_from_another_game(house: House) -> None:
    phone = house.player()
    form = {"game": "backgammon", "preset": "finnish", "name": ["A", "B"], "option-automatic_doubles": "true"}
    form |= {"option-cube": "true", "csrf": phone.state()["csrf"]}
    text = phone.client.post("/new", data=form).text
    assert '<a class="rule" href="/rules/backgammon/finnish#BF3">BF3</a>' in text
    assert anchor_is_on(house, "/rules/backgammon/finnish#BF3")


def test_what_names_hold_is_no_link_and_no_markup(house: House) -> None:
    house.start(names=("<b>C2</b>", "Ravi"))
    house.table.do(TakeThrow(Cowries(1, 4)))
    phone = house.player()
    form = {"csrf": phone.state()["csrf"], "move": "a 0/2 =1"}
    text = phone.client.post("/act/moves", data=form, follow_redirects=True).text
    assert "<b>C2</b>" not in text


def test_an_illegal_move_of_the_board_links_to_its_rule_on_every_page(house: House) -> None:
    phone = house.player()
    status, state = phone.do("board", player=0, piece=0, to="r4c4")
    assert status == 201
    url = state["question"]["rule_url"]
    assert anchor_is_on(house, url)
    assert f'href="{url}"' in state["parts"]["questions"]
    assert f'class="rule" href="{url}"' in state["parts"]["events"]
    assert f'class="rule" href="{url}"' in house.watcher().get("/games/1").text


def test_every_rule_of_a_game_in_force_is_found_on_its_page(house: House) -> None:
    for game, preset in PRESETS:
        count = min(make_rules(game, preset).players, 2)
        house.start(game, preset, ("Asha", "Ravi", "Mina", "Dev")[:count])
        page = house.watcher().get("/rules").text
        for number in numbers_of(game, preset):
            assert rule_url(number, house.table.model.setup) == f"/rules#{number}"
            assert f'<div id="{number}">' in page, (game, preset)


def test_every_rule_has_a_place_whatever_lies_on_the_table(house: House) -> None:
    pages: dict[str, str] = {}
    for in_force in (None, Setup("pachisi", "six", ("A", "B"))):
        for number in RULES:
            path, _hash, found = rule_url(number, in_force).partition("#")
            assert found == number
            if path != "/rules":
                pages.setdefault(path, house.watcher().get(path).text)
                assert f'<div id="{number}">' in pages[path], number


def test_a_rule_that_does_not_exist_has_no_address() -> None:
    assert rule_url("Q1", None) == ""
    assert linked("Q1: no", "Q1", "") == "Q1: no"


def test_the_rule_of_an_option_is_looked_for_in_its_own_game() -> None:
    polish = Setup("backgammon", "polish", ("A", "B"))
    assert rule_url("BS4", polish, game="backgammon") == "/rules/backgammon/standard#BS4"
    assert rule_url("P3", polish, game="pachisi") == "/rules/pachisi/six#P3"


def test_the_rule_of_an_error_is_the_one_that_it_carries_and_none_that_a_name_holds() -> None:
    shared = Message("{players} share r0c0 ({rule}, C7)", {"players": "a (C8)", "rule": "C6"})
    assert rule_of(PositionError(shared)) == "C6"
    assert rule_of(SetupError("the name {name} and so on is too long", name="'(C8)'")) == ""
    assert rule_of(PositionError("something (C8)")) == ""


def test_the_rule_of_a_move_is_its_reasons() -> None:
    reason = Reason("C4", "no-kadi", {"player": 0})
    assert rule_of(IllegalMoveError("(C8)", reason=reason)) == "C4"


def test_only_a_whole_number_is_linked() -> None:
    assert linked("P19, P1: no", "P1", "/rules#P1") == 'P19, <a class="rule" href="/rules#P1">P1</a>: no'
    assert linked("no number", "P1", "/x") == 'no number <a class="rule" href="/x">P1</a>'


def test_the_refusal_and_its_rule_are_told_in_the_readers_language(house: House) -> None:
    phone = house.player()
    phone.client.set_cookie("language", "nl")
    told: dict[str, Any] = phone.do("moves", move="a 0/2 =1")[1]
    assert told["error"].startswith(f"{told['rule']}: ")
    with speaking("nl"):
        assert told["rule_sentence"] == translated(RULES[told["rule"]]) != RULES[told["rule"]]
    placed = phone.do("positions", places=[[0, 0, 3], [0, 1, 3]])[1]
    assert placed["rule"] in placed["error"]
