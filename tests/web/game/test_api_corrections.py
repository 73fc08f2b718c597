"""Questions, corrections, undo, and positions set by hand, by the addresses for programs."""

from __future__ import annotations

from typing import Any

import pytest

from device.doubts import message_of
from engine.events import ThrowAsked
from engine.table.commands import AskThrow, CorrectThrow, ReportMove, TakeThrow
from engine.throw import Cowries, Dice
from ports_for_tests import House
from vision.doubts import of_number
from web.game.questions import CorrectionQuestion, question_view


def test_an_illegal_move_on_the_board_has_three_ends(house: House) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(1, 4)))
    phone = house.player()

    def illegal() -> dict[str, Any]:
        status, state = phone.do("board", player=0, piece=0, to="r4c4")
        assert status == 201
        question: dict[str, Any] = state["question"]
        assert (question["kind"], question["rule"]) == ("illegal", "C2")
        assert (question["from"], question["to"]) == (["r4c2"], ["r4c4"])
        assert question["sentence"]
        return question

    question = illegal()
    assert phone.do("answers", question="illegal", answer="moved-back", of=question["of"])[0] == 201
    assert phone.state()["question"] is None
    question = illegal()
    assert phone.do("corrections", of=question["throw"], throw="2/4")[1]["turn"]["name"] == "Ravi"
    phone.do("undo")
    phone.do("undo")
    phone.do("throws", throw="1/4")
    question = illegal()
    status, state = phone.do("answers", question="illegal", answer="accept", of=question["of"])
    assert (status, state["turn"]["name"]) == (201, "Ravi")
    assert phone.do("answers", question="illegal", answer="accept", of=question["of"])[0] == 409


def test_another_players_piece_is_marked_where_hands_moved_it(house: House) -> None:
    for game, throw, to, squares in (
        ("chowka-bhara", Cowries(1, 4), "r0c1", (["r0c2"], ["r0c1"])),
        ("pachisi", Cowries(2, 6), "r0c8", (["charkoni"], ["r0c8"])),
        ("backgammon", Dice((6, 3)), "p5", (["p1"], ["p5"])),
    ):
        house.start(game)
        house.table.do(TakeThrow(throw))
        question = house.player().do("board", player=1, piece=0, to=to)[1]["question"]
        assert (question["from"], question["to"]) == squares


def test_a_correction_that_does_not_fit_is_settled_by_the_players(house: House) -> None:
    house.start()
    phone = house.player()
    phone.do("throws", throw="3/4")
    thrown = phone.state()["throw"]["seq"]
    phone.do("board", player=0, piece=0, to="r3c4")
    status, state = phone.do("corrections", of=thrown, throw="2/4")
    assert (status, state["question"]["kind"]) == (201, "correction")
    assert "a moves 3" in state["question"]["text"]
    assert state["undo"] is None
    assert "undo" not in state["parts"]["actions"] + state["parts"]["events"]
    of = state["question"]["of"]
    assert phone.do("moves", move="a 0/3 =3")[0] == 409
    status, state = phone.do("answers", question="correction", answer="withdrawn", of=of)
    assert (status, state["question"]) == (201, None)
    phone.do("corrections", of=thrown, throw="2/4")
    status, state = phone.do("answers", question="correction", answer="undone", of=of)
    assert (state["throw"]["text"], state["turn"]["name"]) == ("2/4", "Asha")


@pytest.mark.parametrize("fits", [True, False])
def test_whether_a_later_move_may_stand_is_found_out_once_and_not_by_each_phone_that_looks(
    house: House, monkeypatch: pytest.MonkeyPatch, fits: bool
) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(3, 4)))
    house.table.do(ReportMove((0, 0), "r3c4"))
    thrown = house.table.model.actions[0].seq
    rules = type(house.table.model.rules)
    monkeypatch.setattr(rules, "fits_a_board", lambda self, state, move: fits)
    house.table.do(CorrectThrow(thrown, Cowries(2, 4)))
    phone = house.player()
    with monkeypatch.context() as looks, house.app.test_request_context():
        looks.delattr(rules, "apply_throw")  # nothing is played again
        question = question_view(house.table.model)
    assert isinstance(question, CorrectionQuestion)
    assert question.can_accept is fits
    status, _state = phone.do("answers", question="correction", answer="accepted", of=question.of)
    assert status == (201 if fits else 409)


def test_kept_throws_are_shown_held_used_and_dropped(house: House) -> None:
    house.start()
    phone = house.player()
    phone.do("throws", throw="3/4")
    phone.do("board", player=0, piece=0, to="r3c4")
    phone.do("throws", throw="2/4")
    phone.do("board", player=1, piece=0, to="r0c0")
    phone.do("throws", throw="2/4")
    status, state = phone.do("throws", throw="1/4")
    assert (status, [waiting["text"] for waiting in state["waiting"]]) == (201, ["1/4"])
    assert "Asha still has 2 to play. 1 throw waits." in " ".join(state["parts"]["questions"].split())
    state = phone.do("undo")[1]
    assert state["held"]
    assert "Use the kept throws" in state["parts"]["questions"]
    state = phone.do("answers", question="kept", answer="use")[1]
    assert (state["waiting"], state["throw"]["text"]) == ([], "1/4")
    state = phone.do("throws", throw="4/4")[1]
    of = state["waiting"][0]["seq"]
    assert phone.do("corrections", of=of, throw="2/4")[1]["waiting"][0]["text"] == "2/4"
    assert phone.do("answers", question="kept", answer="drop", of=of)[1]["waiting"] == []


def test_an_asked_reading_offers_its_alternatives_first(house: House) -> None:
    house.start()
    house.table.do(
        AskThrow(
            ThrowAsked(
                faces=("mouth", "unsure", "back", "back"),
                alternatives=(Cowries(2, 4), Cowries(1, 4)),
                photo="p",
            )
        )
    )
    phone = house.player()
    asked = phone.state()["waiting"][0]
    assert [throw["text"] for throw in asked["likely"]] == ["2/4", "1/4"]
    assert [throw["text"] for throw in asked["others"]] == ["0/4", "3/4", "4/4"]
    assert phone.do("corrections", of=asked["seq"], throw="1/4")[1]["throw"]["text"] == "1/4"


@pytest.mark.parametrize(("game", "throw"), [("chowka-bhara", "0/4"), ("backgammon", "3-1")])
def test_a_reading_without_a_likely_answer_is_answered_by_any_throw(
    house: House, game: str, throw: str
) -> None:
    house.start(game)
    house.table.do(
        AskThrow(
            ThrowAsked(faces=("mouth",), alternatives=(), doubts=(message_of(of_number(1, 4, dice=False)),))
        )
    )
    house.table.resume(house.journal.game_events(1))
    phone = house.player()
    asked = phone.state()["waiting"][0]
    assert asked["likely"] == []
    page = phone.client.get("/").text
    sheet = page[page.index('id="ask-throw') :].partition("That was no throw")[0]
    assert "1 shell seen, 4 expected: throw again, put the others back, or type the throw" in sheet
    assert all(f'value="{one["text"]}"' in sheet for one in asked["others"])
    assert phone.do("corrections", of=asked["seq"], throw=throw)[1]["throw"]["text"] == throw


def test_what_was_taken_back_is_struck_and_named(house: House) -> None:
    house.start()
    phone = house.player()
    phone.do("throws", throw="3/4")
    phone.do("corrections", of=phone.state()["throw"]["seq"], throw="4/4")
    state = phone.do("undo")[1]
    lines = {line["text"]: line for line in state["events"]}
    assert lines["Taken back: Asha’s throw 4, chowka"]["undone"] is False
    assert lines["Asha throws 3 mouths of 4: 3 (typed)"]["undone"] is True
    assert lines["The throw is corrected: 4 mouths of 4, 4, chowka"]["undone"] is True
    assert "<s>Asha throws 3 mouths of 4: 3 (typed)</s>" in state["parts"]["events"]
    assert "<s>Asha throws 3 mouths of 4: 3 (typed)</s>" in phone.client.get("/games/1").text
    state = phone.do("throws", throw="3/4")[1]
    assert (state["events"][0]["undone"], state["events"][0]["stands"]) == (False, True)


def test_a_position_is_set_by_hand(house: House) -> None:
    house.start()
    phone = house.player()
    position = house.table.model.rules.to_position(house.table.model.state)
    position["pawns"][0][0] = 5
    status, state = phone.do("positions", position=dict(position))
    assert status == 201
    assert state["pieces"][0]["step"] == 5
    position["pawns"][0][0] = 99
    assert phone.do("positions", position=dict(position))[0] == 422


def test_an_older_game_is_laid_on_the_table_again(house: House) -> None:
    house.start()
    house.start("pachisi")
    phone = house.player()
    status, state = phone.do("games", resume=1)
    assert (status, state["game"], state["setup"]["game"]) == (201, 1, "chowka-bhara")
    assert [line["type"] for line in state["events"]] == ["game-resumed", "game-started"]
    assert phone.do("games", resume=77)[0] == 404
