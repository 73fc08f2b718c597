"""What the eye asks about the board, and what is wrong on it, by page and by the addresses for programs."""

from __future__ import annotations

from typing import Any

from engine.events import BoardAsked, Logged
from engine.following.wrong import displaced, objection
from engine.move import parse_move
from engine.table.commands import AskBoard, LoseBoard, RefuseBoard, TakeThrow
from engine.throw import Cowries, Dice
from ports_for_tests import House


def lost(house: House) -> Any:
    """Object to a pawn of the second player that is gone."""
    model = house.table.model
    way = model.rules.reachable(model.state).appearances[0].way
    one = next(one for one in displaced(model.rules, model.state) if one.piece[0] == 1 and not one.end)
    house.table.do(RefuseBoard(objection(model.line, way, one), photo="board-3"))
    return house.player()


def test_what_was_done_on_the_board_is_answered_by_name(house: House) -> None:
    house.start("backgammon")
    house.table.do(TakeThrow(Dice((3, 1))))
    seat = house.table.model.turn
    both = ((parse_move("8/5 6/5"),), (parse_move("24/20"),), ())
    house.table.do(AskBoard(BoardAsked(tuple(map(tuple, both)), places=("p5",), photo="board-2")))
    phone = house.player()
    question = phone.state()["question"]
    assert (question["kind"], question["photo"], question["places"]) == ("board", "board-2", ["p5"])
    assert question["answers"] == ["8/5 6/5", "24/20", "Nothing was moved"]
    page = phone.client.get("/").text
    assert "What was done on the board?" in page
    assert page.count('name="which"') == 3
    assert "None of these" in page
    of = question["of"]
    assert phone.do("answers", question="board", answer="this", of=of)[0] == 400
    assert phone.do("answers", question="board", answer="this", of=of, which=3)[0] == 409
    status, state = phone.do("answers", question="board", answer="this", of=of, which=0)
    assert (status, state["question"], state["turn"]["player"]) == (201, None, 1 - seat)
    assert phone.do("answers", question="board", answer="this", of=of, which=0)[0] == 409


def test_a_form_answers_that_it_was_none(house: House) -> None:
    house.start("backgammon")
    house.table.do(TakeThrow(Dice((3, 1))))
    house.table.do(AskBoard(BoardAsked(((parse_move("24/20"),), ()))))
    phone = house.player()
    of = phone.state()["question"]["of"]
    before = house.table.model.line
    assert phone.do("answers", question="board", answer="none", of=of)[0] == 201
    assert (house.table.model.line, house.table.model.question) == (before, None)


def test_a_lost_piece_is_asked_for_in_words_and_cannot_be_accepted(house: House) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(3, 4)))
    phone = lost(house)
    question = phone.state()["question"]
    assert (question["kind"], question["can_accept"], question["rule"]) == ("wrong", False, "")
    assert question["reason"].startswith("A piece of Ravi is gone from the board")
    page = phone.client.get("/").text
    assert "Something is wrong on the board" in page
    assert "We put it right" in page
    assert "We accept it as it stands" not in page
    assert "wrong on the board" in house.watcher().get("/tv").text
    status, told = phone.do("answers", question="wrong", answer="accept", of=question["of"])
    assert (status, "no position is as the board shows it" in told["error"].lower()) == (409, True)
    assert phone.do("answers", question="wrong", answer="moved-back", of=question["of"])[0] == 201
    assert phone.state()["question"] is None


def test_a_lost_board_asks_nothing_that_holds_the_game_up(house: House) -> None:
    house.start()
    house.table.do(LoseBoard(places=("r0c2",), photo="board-3"))
    phone = house.player()
    assert phone.do("throws", throw="3/4")[0] == 201
    assert phone.state()["question"] is None
    assert "The eye does not understand the board any more" in phone.client.get("/").text


def test_a_record_from_elsewhere_that_offers_what_cannot_be_harms_no_page(house: House) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(3, 4)))
    events = house.journal.game_events(1)
    wrong = (parse_move("p 0/99 =3"), parse_move("8/5"), Dice((3, 1)))
    for undo in (0, 99):
        asked = BoardAsked((wrong, ()), ("nowhere",), undoes=(undo,))
        house.table.resume([*events, Logged(events[-1].seq + 1, 1, asked)])
        phone = house.player()
        assert phone.state()["question"]["answers"][0].startswith("p 0/99 =3; 8/5")
        assert phone.client.get("/").status_code == 200
        of = phone.state()["question"]["of"]
        assert phone.do("answers", question="board", answer="this", of=of, which=0)[0] in (409, 422)
