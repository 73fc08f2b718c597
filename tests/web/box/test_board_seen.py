"""The page “The board”: table and screen side by side, which of them is right, and what the eye may do."""

from __future__ import annotations

import re
from html import unescape

import cv2
import numpy as np
import pytest
from werkzeug.test import TestResponse

from boards.over_board import board
from boards.painted_board import start
from device.follow.conclusions import Asks, Followed, Lost
from engine.board import Placed
from engine.events import PositionSet
from engine.match import Conduct
from engine.move import parse_move
from engine.table.commands import ChangeConduct, ReportMove, TakeThrow, Undo
from engine.throw import Cowries, Dice
from engines.random_matches import match_setup
from ports_for_tests import House
from web.box import board_seen
from web.house.settings import Switches
from web.language.bidi import without_controls
from web.ports import EyeState

OTHER = {**start(), 8: 2, 5: 2, 6: 4}
"""Asha has played 3 and 1: two places have one fewer, one has two."""

SAID = [
    "2 pieces of Asha too many stand here: 5 of Asha, 20 of Ravi",
    "1 piece of Asha is missing here: 6 of Asha, 19 of Ravi",
    "1 piece of Asha is missing here: 8 of Asha, 17 of Ravi",
]


@pytest.fixture
def house(house: House) -> House:
    house.start("backgammon", "standard")
    house.table.do(TakeThrow(Dice((3, 1))))
    return house


def text_of(answer: TestResponse) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text)))


def page(house: House) -> TestResponse:
    return house.player().client.get("/board/seen")


def send(house: House, what: str, **form: object) -> TestResponse:
    phone = house.player()
    data = {"csrf": phone.state()["csrf"], **form}
    return phone.client.post(f"/board/{what}", data=data, follow_redirects=True)


def right(house: House, **more: object) -> TestResponse:
    line = house.seen_board.line()
    assert line is not None
    return send(house, "right", **{"at": house.table.model.seq, "number": line.number, **more})


def standing(house: House) -> dict[str, int]:
    model = house.table.model
    found: dict[str, int] = {}
    one: Placed
    for one in model.rules.placed(model.state):
        if one.player == 0:
            found[one.square] = found.get(one.square, 0) + 1
    return found


def test_without_a_set_up_the_page_says_what_to_do(house: House) -> None:
    assert "does not know this board" in text_of(page(house))
    assert house.player().client.get("/board/seen.jpg").status_code == 404


def test_where_board_and_game_agree_the_page_says_so_and_asks_nothing(house: House) -> None:
    house.see_board()
    shown = text_of(page(house))
    assert "Board and game agree." in shown
    assert "Which of the two is right?" not in shown


def test_what_differs_is_said_with_piece_and_square_and_no_number_stands_on_a_board(house: House) -> None:
    house.see_board(OTHER)
    answer = page(house)
    assert re.findall(r"<li>(.*?)</li>", answer.text.partition('class="names"')[2])[:3] == SAID
    assert "<text" not in answer.text.partition('class="differs"')[2].partition("</svg>")[0]
    assert "3 places differ." in text_of(answer)
    assert len(re.findall(r'class="over"', answer.text)) == 3
    picture = house.player().client.get("/board/seen.jpg?quarters=0")
    assert picture.status_code == 200
    shown = cv2.imdecode(np.frombuffer(picture.data, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    line = house.seen_board.line()
    assert line is not None
    assert set(line.differs) == {"p8", "p5", "p6"}


def test_the_board_is_right_sets_the_position_and_undo_takes_it_back(house: House) -> None:
    house.see_board(OTHER)
    before = standing(house)
    assert "The game stands as the board does." in text_of(right(house))
    assert standing(house) == before | {"p8": 2, "p6": 4, "p5": 2}
    assert isinstance(house.table.model.actions[-1].action, PositionSet)
    house.table.do(Undo())
    assert standing(house) == before


def test_a_page_that_is_outdated_sets_nothing(house: House) -> None:
    house.see_board(OTHER)
    at = house.table.model.seq
    house.table.do(TakeThrow(Dice((6, 6))))
    assert right(house, at=at).status_code == 409
    assert not any(isinstance(one.action, PositionSet) for one in house.table.model.actions)


def test_a_board_that_shows_no_position_cannot_be_taken(house: House) -> None:
    house.see_board({**start(), 8: 9})
    assert "is no position of this game" in text_of(page(house))
    assert right(house).status_code == 422


def test_answers_from_outside_are_foreign(house: House) -> None:
    house.see_board(OTHER)
    for number in ("99", "x", "-1"):
        assert right(house, **{"on-p8": number, "on-../x": "1"}).status_code in (200, 400)


def test_switches_are_kept_for_this_game_alone(house: House) -> None:
    game = house.table.model.game
    assert house.seen_board.switches(game).object
    assert "That is kept for this game." in text_of(send(house, "switches", follows="on"))
    assert house.seen_board.switches(game).follow
    assert not house.seen_board.switches(game).object
    send(house, "switches")
    assert "does not follow this game" in text_of(page(house))
    house.start("backgammon", "standard")
    assert house.seen_board.switches(house.table.model.game).follow


def test_only_the_last_forty_games_are_remembered(house: House) -> None:
    for _ in range(45):
        house.seen_board.switch(follows=False, objects=True)
        house.start("backgammon", "standard")
    games = house.seen_board._settings.get().board_games
    assert len(games) == 40


def test_the_picture_shows_the_board_and_no_room(house: House) -> None:
    house.see_board(OTHER)
    whole = board().shape
    picture = house.seen_board.picture(quarters=1)
    assert picture is not None
    shown = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    assert shown.shape[0] > shown.shape[1]  # turned by a quarter
    assert shown.shape != whole


def test_a_camera_that_is_away_is_told(house: House) -> None:
    house.see_board()
    for state in ("away", "off"):
        house.eye.now = EyeState(state, house.eye.now.camera)
        assert "No camera sees the board now." in text_of(page(house))


def test_without_a_game_the_page_offers_one(house: House) -> None:
    house.table._model = None
    assert "No game is played now." in text_of(page(house))


def asked(house: House) -> None:
    house.see_board(OTHER)
    assert house.seen is not None
    turns = tuple(Followed((parse_move(text),)) for text in ("8/5 6/5", "24/21 6/5"))
    seen = house.seen
    house.reports.ask(Asks(turns, ("p8",)), house.table.model, seen.frame, seen.pose)


def test_a_question_about_the_board_reaches_every_phone_with_its_photograph(house: House) -> None:
    asked(house)
    for phone in (house.player().client, house.watcher()):
        shown = phone.get("/")
        assert "What was done on the board?" in text_of(shown)
        assert "/photos/board-1" in shown.text
        assert "Look at the board" in text_of(shown)
        assert "What was done on the board?" in text_of(phone.get("/board/seen"))
    assert house.player().state()["question"]["answers"] == ["8/5 6/5", "24/21 6/5"]


def test_the_very_same_is_not_asked_twice(house: House) -> None:
    asked(house)
    before = house.table.model.seq
    asked(house)
    assert house.table.model.seq == before


def test_a_board_that_is_lost_is_told_everywhere_until_the_board_is_right(house: House) -> None:
    house.see_board(OTHER)
    assert house.seen is not None
    house.reports.lose(Lost(("p8",)), house.table.model, house.seen.frame, house.seen.pose)
    assert house.player().state()["board_lost"] is True
    shown = text_of(house.watcher().get("/"))
    assert "The eye does not understand the board any more" in shown
    assert "Look at the board" in shown
    assert "Nothing that can be played explains what stands on the board" in text_of(page(house))
    right(house)
    assert house.player().state()["board_lost"] is False
    assert house.table.model.actions[-1].photo == "board-2"


def test_a_board_that_was_set_up_by_hand_is_taken_for_a_new_game(house: House) -> None:
    house.start("backgammon", "standard")
    house.see_board({**start(), 24: 1, 20: 1, 13: 4, 9: 1})
    right(house)
    assert standing(house) == {"p24": 1, "p20": 1, "p13": 4, "p9": 1, "p8": 3, "p6": 5}


def test_the_drawn_board_has_everything_that_it_refers_to(house: House) -> None:
    for game in ("backgammon", "chowka-bhara", "pachisi"):
        house.start(game)
        shown = page(house).text
        drawn = shown[shown.index("<figure>") : shown.rindex("</figure>")]
        wanted = set(re.findall(r"(?:url\(|href=\")#([\w-]+)", drawn))
        assert wanted
        assert wanted <= set(re.findall(r'id="([\w-]+)"', drawn))


def test_the_eye_objects_to_nothing_in_a_tournament_in_which_nobody_is_told(house: House) -> None:
    house.table.start(match_setup(3, conduct=Conduct(tournament=True, tells_illegal=False)))
    game = house.table.model.game
    assert (house.seen_board.switches(game), house.seen_board.in_force(game)) == (
        Switches(),
        Switches(object=False),
    )
    house.table.do(ChangeConduct(Conduct(tournament=True)))
    assert house.seen_board.in_force(game) == Switches()


def test_pieces_with_letters_are_named_and_so_is_the_move_that_the_rules_do_not_allow(house: House) -> None:
    house.start("pachisi")
    model = house.table.model
    told = board_seen._differences("the charkoni", "charkoni", (0, 5), model)
    assert [without_controls(one) for one in told] == [
        "Asha’s pieces a, b, c and d are missing here: the charkoni",
        "1 piece of Ravi too many stands here: the charkoni",
    ]
    house.start()
    house.table.do(TakeThrow(Cowries(3, 4)))
    house.table.do(ReportMove((0, 0), "r4c4"))
    assert without_controls(board_seen._move(house.table.model)).startswith("Asha: a ")
