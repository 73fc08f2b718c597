"""Lines of ``charkoni legal`` and ``charkoni why``: what may be asked of each family, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import EngineError
from engine.questions import answer_line
from engine.registry import find_family
from engines.contract_lines import BACKGAMMON, CHOWKA, LINES, MOVES, PACHISI


def legal(line: dict[str, Any]) -> Any:
    return find_family(line["game"]).ask_legal(line)


def why(line: dict[str, Any]) -> Any:
    return find_family(line["game"]).ask_why(line)


@pytest.mark.parametrize("game", LINES)
def test_why_needs_a_move_and_legal_takes_none(game: str) -> None:
    line, move = LINES[game], MOVES[game]
    assert why({**line, "move": move}) == {"legal": True}
    with pytest.raises(EngineError, match="move"):
        why(line)
    with pytest.raises(EngineError, match="unknown key 'move'"):
        legal({**line, "move": move})


@pytest.mark.parametrize(
    ("game", "key"), [(game, key) for game, line in LINES.items() for key in line if key != "game"]
)
def test_only_options_and_a_preset_that_there_is_by_itself_may_be_left_out(game: str, key: str) -> None:
    legal({**LINES[game], "options": {}})
    with pytest.raises(EngineError, match=f"'{key}'"):
        legal({name: value for name, value in LINES[game].items() if name != key})


PAWNS = [[2, 2, 0, 0], [0, 0, 0, 0]]
PIECES = PACHISI["pieces"][1:]


@pytest.mark.parametrize(
    ("line", "change", "words"),
    [
        (CHOWKA, {"dice": [1, 2]}, "unknown key 'dice': there are game, preset"),
        (CHOWKA, {"preset": "11x11"}, "no preset '11x11': there are 5x5, 7x7"),
        (CHOWKA, {"preset": 5}, "preset is 5"),
        (CHOWKA, {"options": {"gate": True}}, "no option 'gate': there are entry, share_crossed"),
        (CHOWKA, {"options": {"share_crossed": 1}}, "cannot be 1"),
        (CHOWKA, {"options": []}, "give an object"),
        (CHOWKA, {"players": 1}, "1 players cannot play chowka-bhara: 2, 3 or 4 can"),
        (CHOWKA, {"players": [2]}, "2, 3 or 4 can"),
        (CHOWKA, {"pawns": PAWNS, "pairs": [[], []]}, "C8"),
        (CHOWKA, {"preset": "7x7", "options": {"swap_four_eight": True}}, "'swap_four_eight' makes no sense"),
        (PACHISI, {"preset": "eight"}, "there are six, seven"),
        (PACHISI, {"options": {"fly": True}}, "there are table"),
        (PACHISI, {"options": []}, "give an object"),
        (PACHISI, {"players": 5}, "2 or 3 or 4"),
        (PACHISI, {"players": "4"}, "2, 3, 4"),
        (PACHISI, {"turn": 4}, "0 to 3"),
        (PACHISI, {"dice": [3, 1]}, "unknown key 'dice'"),
        (PACHISI, {"pieces": [[84] * 4, *PIECES], "options": {"partners": True}}, "turn is 2"),
        (BACKGAMMON, {"colour": 1}, "unknown key 'colour': there are game, preset, options, board, dice"),
        (BACKGAMMON, {"preset": "danish"}, "no preset 'danish': there are standard, finnish, polish"),
        (BACKGAMMON, {"preset": 3}, "preset is 3"),
        (BACKGAMMON, {"options": {"gate": True}}, "no option 'gate': there are start, cube"),
        (BACKGAMMON, {"options": {"cube": 1}}, "option 'cube' cannot be 1: it may be true, false"),
        (BACKGAMMON, {"options": {"start": ["x"]}}, "option 'start' cannot be"),
        (BACKGAMMON, {"options": {"cube": False, "jacoby": True}}, "'jacoby'.*'cube'"),
        (BACKGAMMON, {"options": []}, "options is"),
        (BACKGAMMON, {"board": [0] * 25}, "give 26 whole numbers"),
        (BACKGAMMON, {"board": "x" * 26}, "give 26 whole numbers"),
        (BACKGAMMON, {"board": None}, "give 26 whole numbers"),
        (BACKGAMMON, {"board": [0, 16, *[0] * 24]}, "the mover has 16 checkers"),
        (BACKGAMMON, {"dice": [3]}, "give two numbers from 1 to 6"),
        (BACKGAMMON, {"dice": [3, 7]}, "give two numbers from 1 to 6"),
        (BACKGAMMON, {"dice": [3, True]}, "give two numbers from 1 to 6"),
        (BACKGAMMON, {"dice": 31}, "give two numbers from 1 to 6"),
    ],
)
def test_a_line_that_cannot_be_answered_is_refused_with_what_would_be_possible(
    line: dict[str, Any], change: dict[str, Any], words: str
) -> None:
    with pytest.raises(EngineError, match=words):
        legal({**line, **change})
    text, answered = answer_line(json.dumps({**line, **change}), "legal")
    assert (list(json.loads(text)), answered) == (["error"], False)


@pytest.mark.parametrize(
    ("game", "change", "words"),
    [
        ("chowka-bhara", {"kind": "enter"}, "give an entry of kind"),
        ("chowka-bhara", {"dice": 1}, "unknown key 'dice'"),
        ("chowka-bhara", {"squares": 2}, "unknown key 'squares'"),
        ("chowka-bhara", {"value": 3, "to": 6}, "not in the bank: there is 2, 4"),
        ("chowka-bhara", {"from": 4}, "from is 4, but player 0 has pawn 0 on step 3"),
        ("chowka-bhara", {"pieces": [4]}, "from 0 to 3"),
        ("chowka-bhara", {"pieces": []}, "give a list of piece numbers"),
        ("chowka-bhara", {"pieces": [0, 1, 2]}, "one or two different pawns"),
        ("chowka-bhara", {"pieces": [0, 0]}, "one or two different pawns"),
        ("pachisi", {"value": 10, "squares": 10}, "not in the bank"),
        ("pachisi", {"from": 11}, "stands on step 12"),
        ("pachisi", {"pieces": [7]}, "pieces are 0 to 3"),
        ("pachisi", {"pieces": [24]}, "give a whole number from 0 to 23"),
        ("pachisi", {"kind": "challenge"}, "move and enter"),
        ("pachisi", {"kind": "fly"}, "'kind' is 'fly'"),
    ],
)
def test_a_move_that_is_none_of_the_position_is_an_error(
    game: str, change: dict[str, Any], words: str
) -> None:
    with pytest.raises(EngineError, match=words):
        why({**LINES[game], "move": {**MOVES[game], **change}})


@pytest.mark.parametrize(
    ("game", "move", "words"),
    [
        ("chowka-bhara", 3, "give an entry of kind move, challenge or pair"),
        ("chowka-bhara", {"kind": "move", "pieces": [0], "value": 2, "from": 3}, "'to' is missing"),
        ("chowka-bhara", {"kind": "pair", "pieces": [1, 2], "from": 17}, "from is 17"),
        ("pachisi", "c 12/37", "give an entry"),
        ("pachisi", {"kind": "move"}, "'pieces' is missing"),
        *(
            ("backgammon", move, "move|play|step|points|point")
            for move in ("8-5", "8/5/4", "26/22", "8/25", "0/3", 5, None, "8/5(0)", "9" * 5000 + "/3")
        ),
    ],
)
def test_what_is_no_move_is_an_error(game: str, move: object, words: str) -> None:
    with pytest.raises(EngineError, match=words):
        why({**LINES[game], "move": move})


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-30, 90)
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["six", "six-tylor", "P4", "24/18*", "bar/off(9)", "end", "\ud800", "9" * 5000])
    | st.sampled_from([10**30, -(10**30), 1e308, [-1] * 26, [0] * 26]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=10,
)


@settings(max_examples=400, deadline=None)
@given(st.data(), st.sampled_from(sorted(LINES)), st.lists(JUNK, min_size=1, max_size=3))
def test_whatever_stands_in_a_line_is_answered_or_an_error_in_one_line(
    data: st.DataObject, game: str, junks: list[object]
) -> None:
    line = {**LINES[game], "move": MOVES[game]}
    for junk in junks:
        key = data.draw(st.sampled_from([*line, "preset", "options"]).filter(lambda key: key != "game"))
        within = line.get(key)
        if isinstance(within, dict) and within and data.draw(st.booleans()):
            junk = {**within, data.draw(st.sampled_from(sorted(within))): junk}
        elif isinstance(within, list) and within and data.draw(st.booleans()):
            place = data.draw(st.integers(0, len(within) - 1))
            junk = [*within[:place], junk, *within[place + 1 :]]
        line[key] = junk
    for what in ("legal", "why"):
        asked = {key: value for key, value in line.items() if what == "why" or key != "move"}
        text, answered = answer_line(json.dumps(asked), what)  # type: ignore[arg-type]
        assert ("error" in json.loads(text)) is not answered
        assert "\n" not in text


@given(st.sampled_from(sorted(LINES)), st.lists(st.integers(0, 2**32), max_size=5), st.text(max_size=3))
def test_a_line_with_letters_changed_is_answered_or_an_error(
    game: str, places: list[int], letters: str
) -> None:
    line = json.dumps(LINES[game])
    for place in places:
        at = place % len(line)
        line = line[:at] + (letters or '[{"},\\\x00'[place % 7]) + line[at + 1 :]
    text, answered = answer_line(line, "legal")
    assert ("error" in json.loads(text)) is not answered
