"""The end of a turn, illegal plays and void throws of a match on the page and for programs."""

from __future__ import annotations

from dataclasses import replace

from engine.events import ThrowAsked
from engine.match import Conduct
from engine.move import parse_move
from engine.table.commands import AskThrow, CloseTurn, ObjectToMove, PlayMove, TakeThrow
from engine.throw import Dice
from engines.random_matches import match_setup
from ports_for_tests import House


def begun(house: House, **conduct: object) -> None:
    """Begin a match whose first player has thrown 3-1."""
    setup = match_setup(5)
    assert setup.match is not None
    place = replace(setup.match, conduct=Conduct(**conduct))  # type: ignore[arg-type]
    house.table.start(replace(setup, match=place))
    house.table.do(TakeThrow(Dice((3, 1))))


def test_bs7_a_phone_ends_the_turn_of_a_match_whatever_the_match_has(house: House) -> None:
    for turn_ends in ("phone", "button", "dice"):
        begun(house, turn_ends=turn_ends)
        phone = house.player()
        assert phone.do("moves", move="8/5 6/5")[0] == 201
        assert phone.state()["turn"]["waits"] == "end"
        assert phone.do("moves", move="end")[0] == 201
        assert house.table.model.turn == 1


def test_bs7_a_phone_closes_a_turn_whose_play_is_told_later(house: House) -> None:
    begun(house)
    phone = house.player()
    assert phone.state()["turn_end"] == {"by": "phone", "closed": False, "can_end": True}
    assert phone.do("turn-ends")[0] == 201
    told = phone.state()
    assert told["turn_end"]["closed"] is True
    assert told["turn"]["text"] == "has ended the turn: enter the play (3 and 1)"
    assert told["undo"]["text"] == "the end of Asha’s turn"
    assert phone.do("undo")[0] == 201
    assert house.table.model.closed is None
    assert phone.state()["redo"]["text"] == "the end of Asha’s turn"
    assert phone.do("redo")[0] == 201
    assert phone.do("moves", move="8/5")[0] == 201
    assert phone.do("moves", move="6/5")[0] == 201
    assert house.table.model.turn == 1
    assert phone.do("turn-ends")[0] == 409


def test_bs7_what_ends_the_turn_is_said_where_nothing_is_left_to_play(house: House) -> None:
    for turn_ends, text in (
        ("dice", "ends the turn by lifting the dice"),
        ("button", "ends the turn by the button on the box"),
        ("phone", "ends the turn"),
    ):
        begun(house, turn_ends=turn_ends)
        house.table.do(PlayMove(parse_move("8/5 6/5")))
        phone = house.player()
        assert phone.state()["turn"]["text"] == text
        assert "End the turn" in phone.client.get("/").text, "a phone always can"


def test_a_single_game_has_no_such_end(house: House) -> None:
    house.table.start(replace(match_setup(5), match=None))
    house.table.do(TakeThrow(Dice((3, 1))))
    phone = house.player()
    assert (phone.state()["turn_end"], phone.state()["standing"]) == (None, None)
    assert phone.do("turn-ends")[0] == 422
    house.table.do(ObjectToMove(parse_move("13/8")))
    assert "We accept it as played" in phone.client.get("/").text


def test_bs9_legal_moves_an_illegal_play_is_only_put_right(house: House) -> None:
    begun(house)
    house.table.do(ObjectToMove(parse_move("13/8")))
    phone = house.player()
    state = phone.state()
    assert state["standing"]["may"] is False
    page = phone.client.get("/").text
    assert "It is put right until the next throw or double; then it stands as played (BS9)." in page
    assert "accept" not in page.split('class="ask illegal"')[1].split("</details>\n")[0]
    assert phone.do("answers", question="illegal", answer="accept", of=state["question"]["of"])[0] == 409
    assert state["standing"]["can_double"] is True
    assert phone.do("throws", throw="6-5")[0] == 201
    assert (house.table.model.turn, house.table.model.question) == (1, None)
    assert "accepted as played" in phone.client.get("/").text


def test_bs9_responsible_moves_the_opponent_lets_it_stand_by_one_touch(house: House) -> None:
    begun(house, illegal_plays="responsible moves")
    house.table.do(ObjectToMove(parse_move("13/8")))
    phone = house.player()
    state = phone.state()
    assert "Ravi lets it stand" in phone.client.get("/").text.replace("\u2068", "").replace("\u2069", "")
    assert phone.do("answers", question="illegal", answer="accept", of=state["question"]["of"])[0] == 201
    assert house.table.model.actions[-1].how == "accepted"


def test_bs6_what_the_eye_asks_about_is_cocked_by_one_touch(house: House) -> None:
    begun(house)
    house.table.do(PlayMove(parse_move("8/5 6/5")))
    house.table.do(CloseTurn())
    house.table.do(AskThrow(ThrowAsked(faces=("6", "unsure"), alternatives=(Dice((6, 5)), Dice((6, 4))))))
    phone = house.player()
    assert "A die was cocked: throw again" in phone.client.get("/").text
    asked = phone.state()["waiting"][0]["seq"]
    assert phone.do("answers", question="kept", answer="void", of=asked)[0] == 201
    assert house.table.model.actions[-1].how == "void"
    assert "void" in house.player().client.get(f"/games/{house.table.model.game}").text


def test_bs1_two_dice_of_the_opening_are_named_by_their_players(house: House) -> None:
    house.table.start(match_setup(5))
    house.table.do(AskThrow(ThrowAsked(faces=("6", "5"), alternatives=(Dice((6, 5)), Dice((5, 6))))))
    phone = house.player()
    [asked] = phone.state()["waiting"]
    words = [one["words"].replace("\u2068", "").replace("\u2069", "") for one in asked["likely"]]
    assert words == ["Asha 6, Ravi 5", "Asha 5, Ravi 6"]
    assert {"1-6", "6-1", "4-4"} <= {one["text"] for one in asked["others"]}
    assert phone.do("corrections", of=asked["seq"], throw="5-6")[0] == 201
    assert house.table.model.turn == 1
