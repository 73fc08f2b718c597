"""The contract's lines for backgammon: what may be asked, what is answered, what is refused in words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.backgammon import ask_legal, ask_why, legal_text
from engine.backgammon.legal import plays
from engine.errors import PositionError
from engine.questions import answer_line
from engines.backgammon_boards import board

START = [0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]


def line(mine: str = "", theirs: str = "", dice: tuple[int, int] = (3, 1), **more: Any) -> dict[str, Any]:
    position = list(board(mine, theirs)) if mine else START
    return {
        "game": "backgammon",
        "preset": "standard",
        "board": position,
        "dice": list(dice),
        **more,
    }


def why(mine: str, theirs: str, dice: tuple[int, int], move: str, preset: str = "standard") -> str:
    answer = ask_why(line(mine, theirs, dice, preset=preset, move=move))
    if answer["legal"]:
        assert answer == {"legal": True}
        return "legal"
    assert set(answer) == {"legal", "rule", "reason"}
    assert not answer["reason"].startswith(answer["rule"])
    return str(answer["rule"])


def test_the_contracts_example_is_answered_as_it_shows() -> None:
    answer = ask_legal(line())
    assert len(answer["plays"]) == 16
    assert {"text": "8/5 6/5", "board": (0, -2, 0, 0, 0, 2, *START[6:])} not in answer["plays"]
    made = [play for play in answer["plays"] if play["text"] == "8/5 6/5"]
    assert [list(play["board"][5:9]) for play in made] == [[2, 4, 0, 2]]
    assert [play["board"] for play in answer["plays"]] == plays(START, (3, 1))


def test_texts_name_the_bar_the_tray_hits_and_repetition() -> None:
    def shown(mine: str, theirs: str, dice: tuple[int, int]) -> list[str]:
        return [play["text"] for play in ask_legal(line(mine, theirs, dice))["plays"]]

    assert shown("bar:1", "22:1 20:2", (5, 3)) == ["bar/22* 22/17"]
    assert shown("6:2", "24:2", (6, 6)) == ["6/off(2)"]
    assert shown("bar:2", "24:2", (2, 2)) == ["bar/23(2) 23/21(2)", "bar/23(2) 23/21 21/19"]
    assert shown("bar:1", "24:2 23:2", (2, 1)) == []


def test_finnish_and_polish_list_every_order_after_which_nothing_can_be_played() -> None:
    for preset in ("finnish", "polish"):
        answer = ask_legal(line("13:1 3:1", "5:2 24:1", (6, 2), preset=preset))
        assert [play["text"] for play in answer["plays"]] == ["13/11", "13/7 3/1"]


def test_hypergammon_has_three_checkers() -> None:
    options = {"start": "hypergammon"}
    assert ask_legal(line("24:1 23:1", "1:3", options=options))["plays"]
    with pytest.raises(PositionError, match="each has 3"):
        ask_legal(line("24:4", "1:3", options=options))


def test_the_text_of_an_answer_is_the_same_as_its_values() -> None:
    for question in (line(), line("bar:1", "24:2 23:2", (2, 1)), line("6:2", "24:2", (6, 6))):
        assert legal_text(question) == json.dumps(ask_legal(question))
        assert answer_line(json.dumps(question), "legal") == (legal_text(question), True)


def test_the_text_of_an_answer_knows_every_number_of_checkers() -> None:
    for mine, theirs in (("24:15", "1:15"), ("bar:15", "bar:15"), ("13:9 6:6", "12:8 19:7")):
        question = line(mine, theirs)
        assert legal_text(question) == json.dumps(ask_legal(question))


def test_every_listed_play_is_legal_whatever_the_order_of_its_steps() -> None:
    for dice in ((3, 1), (6, 4), (2, 2)):
        for play in ask_legal(line(dice=dice))["plays"]:
            steps = play["text"].replace("*", "").split()
            for text in (" ".join(steps), " ".join(reversed(steps)), play["text"]):
                assert ask_why(line(dice=dice, move=text)) == {"legal": True}


def test_steps_may_be_combined() -> None:
    assert why("13:2", "24:1", (4, 2), "13/7") == "legal"
    assert why("13:2", "24:1", (2, 2), "13/5") == "legal"
    assert why("bar:1", "24:1", (4, 2), "bar/19") == "legal"
    assert why("5:1 3:1", "24:2", (4, 1), "5/off") == "legal"
    assert why("13:1", "9:2 11:2", (4, 2), "13/7") == "BF5"


def test_the_whole_turn_is_judged_and_not_a_beginning() -> None:
    assert why("13:2", "24:1", (4, 2), "13/9") == "BS2"
    assert why("13:2", "24:1", (4, 2), "13/9", "finnish") == "BF12"
    assert why("13:2", "24:1", (4, 2), "13/9", "polish") == "BP11"
    assert why("13:2", "24:1", (4, 2), "") == "BS2"
    assert why("3:2", "24:1", (4, 3), "3/off", "finnish") == "BF15"
    assert why("bar:1", "24:2 23:2", (2, 1), "") == "legal"
    assert why("13:1 3:1", "5:2 24:1", (6, 2), "13/11") == "BS2"
    assert why("13:1 3:1", "5:2 24:1", (6, 2), "13/11", "finnish") == "legal"


@pytest.mark.parametrize(
    ("mine", "theirs", "dice", "move", "standard", "polish"),
    [
        ("bar:1 13:2", "9:2 24:1", (4, 2), "13/8 13/9", "BF4", "BP7"),
        ("bar:1 13:2", "9:2 24:1", (4, 2), "12/8", "BF4", "BP7"),
        ("bar:1 13:2", "9:2 24:1", (4, 2), "24/20", "BF4", "BP7"),
        ("bar:1 13:5", "9:2 24:1", (2, 2), "13/11(5)", "BF9", "BP14"),
        ("bar:1 13:2", "9:2 24:1", (4, 2), "13/9 13/11", "BF7", "BP17"),
        ("bar:1 13:2", "9:2 24:1", (4, 2), "bar/23 13/9", "BF5", "BP10"),
        ("7:1 6:2", "4:2 24:1", (6, 2), "6/4 6/off", "BF5", "BP10"),
        ("8:1 6:2", "4:2 24:1", (6, 5), "6/off 6/1", "BF13", "BP23"),
        ("6:1 5:2 3:1", "24:1", (6, 4), "3/off", "BF14", "BP26"),
        ("6:1 5:2 3:1", "24:1", (6, 4), "6/off", "BS2", "BP11"),
    ],
)
def test_the_first_rule_in_the_pages_order_is_named(
    mine: str, theirs: str, dice: tuple[int, int], move: str, standard: str, polish: str
) -> None:
    assert why(mine, theirs, dice, move) == standard
    assert why(mine, theirs, dice, move, "polish") == polish


def test_a_number_of_thousands_of_digits_is_an_error_line() -> None:
    text, answered = answer_line('{"game": ' + "9" * 5000 + "}", "legal")
    assert (list(json.loads(text)), answered) == (["error"], False)
