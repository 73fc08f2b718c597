"""A fourth game by its own files alone: asked, begun, played to its end, drawn, recorded, read again."""

from __future__ import annotations

import json
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

import ludo
import ludo_page
from engine import registry
from engine.game import Waits
from engine.questions import answer_line
from engine.table.state import replayed
from ports_for_tests import House, Phone
from web import games
from web.language.events import line
from web.language.speaker import Speaker

NAMES = ("Asha", "Ravi", "Mina")


@contextmanager
def known() -> Iterator[None]:
    """Let engine and page know Ludo as well, until the end of the block."""
    with ExitStack() as undo:
        undo.callback(registry.register(ludo.FAMILY))
        undo.callback(games.register(ludo_page.PAGE))
        yield


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with known():
        made = House(tmp_path)
        yield made
        made.close()


def begun(house: House) -> Phone:
    """Begin a game on the page, by its form."""
    phone = house.player()
    form = {
        "csrf": phone.state()["csrf"],
        "game": "ludo",
        "preset": "plain",
        "name": list(NAMES),
        "begins": "0",
    }
    assert phone.client.post("/new", data=form).status_code == 303
    return phone


def act(phone: Phone, name: str, **body: Any) -> dict[str, Any]:
    status, state = phone.do(name, **body)
    assert status == 201, state
    return state


def played(phone: Phone, *, seed: int, actions: int = 10_000) -> dict[str, Any]:
    """Play at random through the API; gives the last state."""
    chance = random.Random(seed)
    state = phone.state()
    for _ in range(actions):
        if state["outcome"]:
            break
        if state["turn"]["waits"] == "throw":
            state = act(phone, "throws", throw=chance.choice(state["wants"]["throws"])["text"])
        else:
            state = act(phone, "moves", move=chance.choice(state["moves"])["move"])
    return state


def asked(what: Any, **more: Any) -> Any:
    line = {"game": "ludo", "players": 2, "pieces": [[3, 17], [7, 2]], "turn": 0, "die": 4, **more}
    text, answered = answer_line(json.dumps(line), what)
    assert answered, text
    return json.loads(text)


def test_other_programs_ask_about_it(house: House) -> None:
    (move,) = asked("legal")["moves"]
    assert (move["from"], move["to"], move["captures"]) == (3, 7, [])
    (taking,) = asked("legal", die=6, pieces=[[4, 17], [2, 7]])["moves"]
    assert (taking["to"], taking["captures"]) == (10, [[1, 0]]), "step 10 of one is step 2 of the other"
    assert asked("why", move=move) == {"legal": True}
    assert asked("why", move={**move, "to": 8}) == {
        "legal": False,
        "rule": "L2",
        "reason": "with a 4 this piece goes to step 7",
    }
    assert answer_line('{"game": "ludo"}', "legal")[1] is False


def test_it_is_chosen_and_begun_on_the_page(house: House) -> None:
    phone = house.player()
    page = phone.client.get("/new?game=ludo").text
    assert "One die, two pieces each." in page
    assert "<b>Plain</b> Two pieces each, and everybody begins on the rim" in page
    begun(house)
    shown = phone.client.get("/").text
    assert "<title>Asha · Ludo · Charkoni</title>" in shown
    assert "throws one die" in shown
    act(phone, "throws", throw="6")
    assert 'aria-label="Asha, token b: can move; b moves 6"' in phone.client.get("/board").text


def test_its_board_is_drawn_with_every_square_and_piece(house: House) -> None:
    phone = begun(house)
    played(phone, seed=3, actions=9)
    rules = house.table.model.rules
    for turn in ("q0", "q1", "q2", "q3"):
        phone.client.set_cookie("seat", turn)
        picture = ET.fromstring(phone.client.get("/board").text)
        assert picture.get("class") == "board ludo"
        hits = [part.get("data-square") for part in picture.iter() if part.get("class") == "hit"]
        assert sorted(map(str, hits)) == sorted(square.id for square in rules.layout.squares)
        assert len(hits) == 16 + len(NAMES) + 1
        pieces = [part.get("data-piece") for part in picture.iter() if part.get("data-piece")]
        assert len(pieces) == len(set(pieces)) == len(NAMES) * ludo.PIECES
    assert 'class="token man p2"' in phone.client.get("/").text
    assert phone.client.get("/print/ludo-sheet.svg").data[:4] == b"<svg"
    assert 'href="/print/ludo-table.pdf"' in phone.client.get("/guide").text


def test_its_rules_have_a_page_with_the_way_over_the_board(house: House) -> None:
    page = house.watcher().get("/rules/ludo").text
    assert '<g class="way"' in page
    for number, text in ludo.RULES.items():
        assert f'<div id="{number}"><dt>{number}</dt><dd>{text}</dd></div>' in page
    begun(house)
    assert (
        "/rules#L1" in house.watcher().get("/rules").text or 'id="L1"' in house.watcher().get("/rules").text
    )


def test_it_is_played_to_its_end_and_replays_to_the_same(house: House, tmp_path: Path) -> None:
    phone = begun(house)
    end = played(phone, seed=0)
    winner = NAMES[end["outcome"]["winners"][0]]
    assert end["outcome"]["text"] == f"{winner} won"
    assert [one["score"] for one in end["players"] if one["name"] == winner] == ["2 home"]
    lines = [line(one.event, Speaker(NAMES, "ludo")) for one in house.journal.game_events(1)]
    assert any("bumps" in line and "token" in line for line in lines)
    assert f"{winner} brings a token home" in lines
    model = house.table.model
    house.journal.close()
    again = House(tmp_path)
    try:
        events = again.journal.game_events(1)
        assert replayed(events).states == model.states
        again.table.resume(events)
        assert (again.table.model.state, again.table.model.waits) == (model.state, Waits.OVER)
        client = again.watcher()
        page = client.get("/games/1").text
        assert "Ludo, Plain" in page
        assert 'class="board ludo"' in page
        assert 'data-piece="2,1"' in client.get("/games/1/steps/5").get_json()["men"]
        assert "Ludo" in client.get("/games").text
    finally:
        again.close()


def test_what_hands_did_is_judged_by_its_rules(house: House) -> None:
    phone = begun(house)
    act(phone, "throws", throw="4")
    question = act(phone, "board", player=0, piece=0, to="r3c4")["question"]
    assert (question["rule"], question["rule_url"]) == ("L2", "/rules#L2")
    assert question["reason"] == "With a 4 this piece goes to step 4"
    assert (question["from"], question["to"]) == (["r4c2"], ["r3c4"])
    state = act(phone, "corrections", of=question["throw"], throw="3")
    assert state["question"] is None, "the move fits the throw as it really lay"
    act(phone, "throws", throw="2")
    question = act(phone, "board", player=2, piece=1, to="r0c4")["question"]
    assert question["reason"] == "This is a piece of Mina, and it is the turn of Ravi"
    act(phone, "answers", question="illegal", of=question["of"], answer="accept")
    assert act(phone, "undo")["undo"]["text"] == "Ravi’s throw 2"


def test_its_position_is_put_right_by_hand(house: House) -> None:
    phone = begun(house)
    act(phone, "throws", throw="5")
    assert phone.client.get("/ways").get_json()["ways"][0]["r2c2"] == [ludo.HOME]
    state = act(phone, "positions", places=[[0, 0, 16], [1, 1, 17]], turn=0)
    assert [piece["where"] for piece in state["pieces"][:4]] == ["row 4, column 3", "waits", "waits", "home"]
    assert state["bank"] == [{"value": 5, "squares": 5, "text": "5", "drawn": "5"}]
    assert {move["text"] for move in state["moves"]} == {"a moves 1 with the 5, home", "b moves 5"}
    status, told = phone.do("positions", places=[[0, 0, 18]], turn=0)
    assert status == 400, told


def test_every_face_of_the_page_shows_it(house: House) -> None:
    phone = begun(house)
    played(phone, seed=5, actions=12)
    for path in ("/", "/tv", "/blind", "/games", "/games/1", "/rules", "/new?game=ludo"):
        answer = phone.client.get(path)
        assert answer.status_code == 200
        assert "Ludo" in answer.text, path


def test_afterwards_nobody_knows_it_but_its_record_is_still_listed(tmp_path: Path) -> None:
    before = registry.games(), games.pages()
    with known():
        assert ([info.name for info in registry.games()][-1], games.pages()[-1]) == ("ludo", ludo_page.PAGE)
        with pytest.raises(ValueError, match="'ludo' has a page already"):
            games.register(ludo_page.PAGE)
        house = House(tmp_path)
        played(begun(house), seed=1, actions=5)
        house.close()
    assert (registry.games(), games.pages()) == before
    house = House(tmp_path)
    client = house.watcher()
    assert re.search(r"\bludo\b", client.get("/games").text)
    assert "Asha throws" in client.get("/games/1").text
    assert [client.get(path).status_code for path in ("/rules/ludo", "/new?game=ludo")] == [404, 400]
    house.close()
