"""The contract's lines for backgammon: what may be asked, what is answered, what is refused in words."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.backgammon import ask_legal, ask_why, legal_text
from engine.backgammon.legal import plays
from engine.errors import EngineError, NotationError, PositionError, SetupError
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


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"colour": 1}, "unknown key 'colour': there are game, preset, options, board, dice"),
        ({"move": "8/5"}, "unknown key 'move'"),
        ({"preset": "danish"}, "backgammon has no preset 'danish': there are standard, finnish, polish"),
        ({"preset": 3}, "preset is 3"),
        ({"options": {"gate": True}}, "no option 'gate': there are start, cube"),
        ({"options": {"cube": 1}}, "option 'cube' cannot be 1: it may be true, false"),
        ({"options": {"start": ["x"]}}, "option 'start' cannot be"),
        ({"options": {"cube": False, "jacoby": True}}, "'jacoby'.*'cube'"),
        ({"options": []}, "options is"),
        ({"board": [0] * 25}, "give 26 whole numbers"),
        ({"board": "x" * 26}, "give 26 whole numbers"),
        ({"board": None}, "give 26 whole numbers"),
        ({"board": [0, 16, *[0] * 24]}, "the mover has 16 checkers"),
        ({"dice": [3]}, "give two numbers from 1 to 6"),
        ({"dice": [3, 7]}, "give two numbers from 1 to 6"),
        ({"dice": [3, True]}, "give two numbers from 1 to 6"),
        ({"dice": 31}, "give two numbers from 1 to 6"),
    ],
)
def test_a_malformed_line_is_an_error_that_says_what_would_work(change: dict[str, Any], message: str) -> None:
    with pytest.raises((NotationError, SetupError, PositionError), match=message):
        ask_legal(line() | change)
    text, answered = answer_line(json.dumps(line() | change), "legal")
    assert (list(json.loads(text)), answered) == (["error"], False)


def test_a_number_of_thousands_of_digits_is_an_error_line() -> None:
    text, answered = answer_line('{"game": ' + "9" * 5000 + "}", "legal")
    assert (list(json.loads(text)), answered) == (["error"], False)


@pytest.mark.parametrize("key", ["preset", "board", "dice"])
def test_only_the_options_may_be_left_out(key: str) -> None:
    question = line()
    del question[key]
    with pytest.raises(NotationError, match=f"'{key}' is missing"):
        ask_legal(question)


@pytest.mark.parametrize(
    "move", ["8-5", "8/5/4", "26/22", "8/25", "0/3", 5, None, "8/5(0)", "9" * 5000 + "/3"]
)
def test_a_text_that_is_no_play_is_an_error_line(move: object) -> None:
    with pytest.raises(NotationError):
        ask_why(line(move=move))


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-30, 30) | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["preset", "options", "board", "dice", "move"]), JUNK, st.integers(0, 25))
def test_junk_never_makes_anything_but_an_answer_or_an_error(key: str, junk: object, place: int) -> None:
    question = line(move="8/5 6/5")
    question[key] = junk
    if key == "board" and isinstance(junk, int):
        question["board"] = [*START[:place], junk, *START[place + 1 :]]
    try:
        answer = ask_why(question)
    except EngineError:
        answer = {"legal": False}
    assert isinstance(answer["legal"], bool)
