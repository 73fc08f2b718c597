"""Before a piece goes where no throw takes it home, the page asks: with script, without, and programs."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from engine.events import Moved
from engine.table.commands import SetPosition, TakeThrow
from engine.throw import Cowries
from ports_for_tests import House, Phone

MOVE = "a 79/83 =4"
WHY = "From there no throw takes the piece home: it needs 1, and no throw counts so little"


@pytest.fixture
def phone(house: House) -> Phone:
    """A game of Pachisi in which Asha's 4 may bring a piece to the last square, or another one on."""
    start(house)
    return house.player()


def start(house: House, **options: bool | str) -> None:
    house.start("pachisi", **options)
    house.table.do(SetPosition({"turn": 0, "pieces": [[79, 9, 84, 84], [9, 0, 0, 0]]}))
    house.table.do(TakeThrow(Cowries(4, 6)))


def steps(state: dict[str, Any]) -> list[int]:
    return [piece["step"] for piece in state["pieces"] if piece["player"] == 0]


def sent(house: House) -> list[str]:
    """List the moves that were made."""
    events = house.journal.events(since=0)
    return [str(one.event.move) for one in events if isinstance(one.event, Moved)]


def test_a_program_knows_before_which_move_is_asked_about_and_may_be_sure_at_once(phone: Phone) -> None:
    moves = {move["move"]: move for move in phone.state()["moves"]}
    assert moves[MOVE]["warning"] == WHY
    assert all("warning" not in move for text, move in moves.items() if text != MOVE)
    status, state = phone.do("moves", move=MOVE, sure=True)
    assert (status, state["question"], steps(state)[0]) == (201, None, 83)


@pytest.mark.parametrize(
    ("name", "body"), [("moves", {"move": MOVE}), ("board", {"player": 0, "piece": 0, "to": "r11c9"})]
)
def test_a_plain_move_is_answered_by_a_question_and_made_when_it_is_answered(
    phone: Phone, name: str, body: dict[str, Any]
) -> None:
    status, state = phone.do(name, **body)
    question = state["question"]
    assert (status, steps(state)[0], state["moves"]) == (201, 79, [])
    assert (question["kind"], question["move"], question["reason"]) == ("warning", MOVE, WHY)
    assert (question["rule"], question["rule_url"]) == ("P21", "/rules#P21")
    assert (question["from"], question["to"]) == (["r15c9"], ["r11c9"])
    status, state = phone.do("answers", question="warning", answer="play", of=question["of"])
    assert (status, state["question"], steps(state)[0]) == (201, None, 83)
    assert phone.do("answers", question="warning", answer="play", of=question["of"])[0] == 409
    assert phone.do("answers", question="warning", answer="accept", of=question["of"])[0] == 400


def test_who_leaves_it_can_play_another_move_or_decline(house: House, phone: Phone) -> None:
    for other in ("b 9/13 =4", "decline 4"):
        question = phone.do("moves", move=MOVE)[1]["question"]
        state = phone.do("answers", question="warning", answer="leave", of=question["of"])[1]
        assert (state["question"], state["events"][0]["text"]) == (None, "The move is not made")
        assert phone.do("moves", move=other)[1]["turn"]["name"] == "Ravi"
        phone.do("undo")
    assert MOVE not in sent(house)


@pytest.mark.parametrize("options", [{"grace_home": True}, {"split": True}, {"table": "six-tylor"}])
def test_no_phone_is_asked_where_a_throw_takes_the_piece_home(house: House, options: dict[str, Any]) -> None:
    start(house, **options)
    phone = house.player()
    assert all("warning" not in move for move in phone.state()["moves"])
    state = phone.do("moves", move=MOVE)[1]
    assert (state["question"], steps(state)[0]) == (None, 83)


def plain(phone: Phone, name: str, **fields: object) -> str:
    """Send a form as a phone without script does, and return the page that it leads to."""
    form = {"csrf": phone.state()["csrf"], **{key: str(value) for key, value in fields.items()}}
    return unescape(phone.client.post(f"/act/{name}", data=form, follow_redirects=True).text)


def test_the_plain_page_asks_with_two_buttons(house: House, phone: Phone) -> None:
    for answer, made in (("leave", []), ("play", [MOVE])):
        page = plain(phone, "moves", move=MOVE)
        card = page.partition('<section class="questions"')[2].partition("</section>")[0]
        assert "Are you sure?" in card
        assert WHY in card
        assert re.findall(r'name="answer" value="([\w-]+)"', card) == ["leave", "play"]
        assert 'name="question" value="warning"' in card
        of = re.findall(r'name="of" value="(\d+)"', card)
        page = plain(phone, "answers", question="warning", answer=answer, of=of[0])
        assert "Are you sure?" not in page
        assert sent(house) == made


def test_who_watches_sees_the_question_and_no_buttons(house: House, phone: Phone) -> None:
    phone.do("moves", move=MOVE)
    for path in ("/", "/tv"):
        page = unescape(house.watcher().get(path).text)
        assert "Are you sure?" in page
        assert WHY in page
        assert 'name="answer"' not in page


def test_a_new_game_offers_the_grace_home_in_plain_words_and_begins_with_it(house: House) -> None:
    phone = house.player()
    page = unescape(phone.client.get("/new?game=pachisi").text)
    assert "A grace that enters may also take a piece home from the last square (by itself with" in page
    form = {"csrf": "", "game": "pachisi", "preset": "six", "name": ["Asha", "Ravi"]}
    house.start()
    form["csrf"] = phone.state()["csrf"]
    for written, on in (
        ({"option-grace_home": "true"}, True),
        ({"option-table": "six-tylor"}, True),
        ({"option-table": "six-tylor", "option-grace_home": "false"}, False),
        ({}, False),
    ):
        answer = phone.client.post("/new", data={**form, **written, "request": str(written)[:60]})
        assert answer.status_code == 303
        assert house.table.model.rules.options.grace_home is on
        rules = unescape(phone.client.get("/rules").text)
        assert 'id="P27"' in rules
