"""The record of whole games: written, read back to the same position, and refused in words."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import NotationError
from engine.events import Setup, ThrowAsked
from engine.game import Waits
from engine.notation import Record, read_record, replay_record, write_record
from engine.registry import games
from engine.table.commands import (
    AcceptMove,
    AskThrow,
    CorrectThrow,
    DropThrow,
    PlayMove,
    ReportMove,
    SetPosition,
    SettleCorrection,
    TakeThrow,
)
from engine.table.state import Model
from engine.throw import Cowries
from engines.drawn_games import do_something
from engines.recorded_table import Box

NAMES = ("Asha", "Ravi", "Mina", "Dev")
SETUPS = [
    Setup(info.name, preset.name, NAMES[:players], begins=begins)
    for info in games()
    for preset in info.presets
    for players, begins in ((min(info.players), None), (max(info.players), 1))
]


def sheet_text(box: Box) -> str:
    return write_record(box.model, events=box.record)


def body(box: Box) -> list[str]:
    return [line for line in sheet_text(box).split("\n") if line[:1].isdigit() or line[:1] in ("#", "p")][2:]


def chowka(*names: str) -> Box:
    return Box(Setup("chowka-bhara", "5x5", names or NAMES[:2]))


def check_round_trip(model: Model, text: str) -> None:
    """A record reads back to the same actions and the same positions, and writes the same text again."""
    read = read_record(text)
    assert read.setup == model.setup
    assert [action.action for action in read.actions] == [action.action for action in model.actions]
    again = replay_record(read)
    assert again.states == model.states
    assert write_record(again) == write_record(model)


@settings(max_examples=40, deadline=None)
@given(setup=st.sampled_from(SETUPS), data=st.data())
def test_a_record_reads_back_to_the_same_positions_whatever_happened(
    setup: Setup, data: st.DataObject
) -> None:
    sheet = Box(setup)
    for _ in range(data.draw(st.integers(0, 40))):
        model = sheet.model
        if model.held:
            sheet.table.do(DropThrow(model.waiting[0].seq))
        elif model.question is None and model.outcome is None and data.draw(st.integers(0, 9)) == 0:
            sheet.table.do(SetPosition(model.rules.to_position(data.draw(st.sampled_from(model.states)))))
        else:
            do_something(data, sheet.table)
    check_round_trip(sheet.model, sheet_text(sheet))
    check_round_trip(sheet.model, write_record(sheet.model))


@pytest.mark.parametrize("setup", SETUPS[1::2], ids=lambda setup: f"{setup.game} {setup.preset}")
def test_a_long_game_of_every_preset_reads_back(setup: Setup) -> None:
    sheet, chance = Box(setup), random.Random(5)
    while len(sheet.model.actions) < 250 and sheet.model.waits is not Waits.OVER:
        rules, state = sheet.model.rules, sheet.model.state
        if sheet.model.waits is Waits.THROW:
            sheet.table.do(TakeThrow(chance.choice(rules.wants(state).throws())))
        else:
            sheet.table.do(PlayMove(chance.choice([*rules.moves(state), *rules.optional(state)]), sure=True))
    check_round_trip(sheet.model, sheet_text(sheet))
    assert (sheet.model.waits is Waits.OVER) == ("\nresult " in sheet_text(sheet))


@settings(max_examples=60, deadline=None)
@given(names=st.lists(st.text(st.characters(), max_size=8), min_size=2, max_size=4))
def test_names_may_hold_any_characters(names: list[str]) -> None:
    sheet = chowka(*names)
    sheet.do("3/4", "a 0/3 =3", "2/4")
    sheet.table.do(ReportMove((1, 0), "r4c4"))  # a remark with names in it
    written = sheet_text(sheet)
    check_round_trip(sheet.model, written)
    assert written.encode("utf-8").decode("utf-8") == written
    assert read_record(written.replace("\n", "\r\n")).setup.names == tuple(names)


def test_a_plain_name_stands_as_it_is_and_any_other_in_quotes() -> None:
    sheet = chowka("Asha Rao", 'Ravi: the "fox"; 1')
    sheet.do("3/4", "a 0/3 =3", "2/4")
    assert sheet_text(sheet) == (
        "charkoni-record 1\n"
        "game chowka-bhara 5x5\n"
        "player 1 Asha Rao\n"
        'player 2 "Ravi: the \\"fox\\"; 1"\n'
        "1 Asha Rao: 3/4=3; a 0/3 =3\n"
        '2 "Ravi: the \\"fox\\"; 1": 2/4=2\n'
    )


def test_a_turn_of_backgammon_is_its_dice_its_plays_and_its_end() -> None:
    sheet = Box(Setup("backgammon", "standard", NAMES[:2], {"cube": False}))
    sheet.do("3", "1", "8/5 6/5", "end", "6-6")
    assert sheet_text(sheet).split("\n")[2:] == [
        "option cube false",
        "player 1 Asha",
        "player 2 Ravi",
        "1 Asha: 3",
        "2 Ravi: 1",
        "3 Asha: 8/5 6/5; end",
        "4 Ravi: 6-6",
        "",
    ]
    check_round_trip(sheet.model, sheet_text(sheet))


def test_a_forced_move_says_so_and_an_accepted_one_too() -> None:
    sheet = chowka()
    sheet.do("3/4", "2/4")
    sheet.table.do(ReportMove((1, 0), "r0c1"))
    sheet.table.do(AcceptMove(sheet.model.question.seq))  # type: ignore[union-attr]
    assert body(sheet) == [
        "1 Asha: 3/4=3; a 0/3 =3 (forced)",
        "2 Ravi: 2/4=2",
        "# Ravi did a 0/1 =2: C2: a 2 moves a pawn by 2, not by 1",
        "2 Ravi: a 0/1 =2 (accepted)",
    ]
    check_round_trip(sheet.model, sheet_text(sheet))


def test_a_declined_throw_and_a_grace_are_in_the_record() -> None:
    sheet = Box(Setup("pachisi", "six", NAMES[:2], begins=0))
    sheet.do("1/6", "decline 10", "0/6", "enter a 0/1 =25", "2/6", "a 1/3 =2")
    assert body(sheet) == [
        "1 Asha: 1/6=10+; decline 10; 0/6=25+; enter a 0/1 =25; 2/6=2; a 1/3 =2",
    ]
    check_round_trip(sheet.model, sheet_text(sheet))


def test_a_position_set_by_hand_is_a_line_of_its_own() -> None:
    sheet = Box(Setup("pachisi", "six", NAMES[:2], begins=0))
    sheet.do("2/6")
    sheet.table.do(SetPosition({"turn": 1, "pieces": [[84, 84, 84, 84], [1, 0, 0, 0]]}))
    assert body(sheet) == [
        "1 Asha: 2/6=2",
        'position {"turn": 1, "pieces": [[84, 84, 84, 84], [1, 0, 0, 0]]}',
    ]
    assert sheet_text(sheet).endswith("\nresult all-home winners 1 points 1\n")
    check_round_trip(sheet.model, sheet_text(sheet))


def test_what_was_corrected_or_taken_back_is_told_in_comments_and_the_end_stands() -> None:
    sheet = chowka()
    sheet.do("3/4", "a 0/3 =3", "undo")
    sheet.table.do(CorrectThrow(sheet.model.last_throw.seq, Cowries(2, 4)))  # type: ignore[union-attr]
    sheet.do("a 0/2 =2")
    sheet.table.do(AskThrow(ThrowAsked(faces=(), alternatives=())))
    sheet.table.do(DropThrow(sheet.model.waiting[0].seq))
    assert body(sheet) == [
        "1 Asha: 2/4=2",
        "# taken back: a 0/3 =3",
        "# the throw 3/4 of Asha is corrected to 2/4",
        "1 Asha: a 0/2 =2",
        "# what lay there was no throw",
    ]
    check_round_trip(sheet.model, sheet_text(sheet))


def test_places_stand_in_the_result() -> None:
    sheet = chowka("Asha", "Ravi", "Mina")
    sheet.table.do(
        SetPosition(
            {
                "pawns": [[24, 24, 24, 24], [24, 24, 24, 23], [3, 0, 0, 0]],
                "turn": 1,
                "kadi": [True, True, False],
                "finished": [0],
            }
        )
    )
    sheet.do("1/4", "d 23/24 =1")
    assert sheet_text(sheet).endswith("result all-home winners 1 points 1 places 1 2 3\n")
    check_round_trip(sheet.model, sheet_text(sheet))


HEAD = "charkoni-record 1\ngame chowka-bhara 5x5\nplayer 1 Asha\nplayer 2 Ravi\n"
PACHISI = "charkoni-record 1\n\n# a comment\ngame pachisi six\nplayer 1 Asha\nplayer 2 Ravi\nbegins 1\n"
BACKGAMMON = "charkoni-record 1\ngame backgammon finnish\nplayer 1 Asha\nplayer 2 Ravi\n"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "its first line is 'charkoni-record 1'"),
        ("\n\nXGID=1", 3, "its first line is 'charkoni-record 1'"),
        ("charkoni-record 1\nplayer 1 Asha", 2, "such as 'game chowka-bhara 5x5'"),
        ("charkoni-record 1\ngame ludo six", 2, "there are chowka-bhara, pachisi, backgammon"),
        ("charkoni-record 1\ngame pachisi nine", 2, "there are six, seven"),
        ("charkoni-record 1\ngame pachisi six\noption gait true\nplayer 1 A", 3, "there are table, gate"),
        ("charkoni-record 1\ngame pachisi six\noption gate maybe\nplayer 1 A", 3, "it may be true, false"),
        ("charkoni-record 1\ngame pachisi six\nplayer 2 Asha", 3, "player 1 is next"),
        ("charkoni-record 1\ngame pachisi six\n1 Asha: 2/6", 3, "such as 'player 1 Asha'"),
        ("charkoni-record 1\ngame pachisi six\nplayer 1 Asha", 3, "2 or 3 or 4"),
        ('charkoni-record 1\ngame pachisi six\nplayer 1 "Asha', 3, "write it as a JSON string"),
        (HEAD + "begins 3", 5, "there are 1 to 2"),
        (HEAD + "Asha throws a 3", 5, "write a turn such as '1 Asha: …'"),
        (HEAD + "1 Ravi: 3/4", 5, "'1 Asha: ' comes next"),
        (HEAD + "2 Asha: 3/4", 5, "'1 Asha: ' comes next"),
        (HEAD + "1 Asha: 3/4=4", 5, "it counts 3"),
        (HEAD + "1 Asha: 4/4=4", 5, r"it counts 4\+"),
        (HEAD + "1 Asha: 5/4", 5, "give 0 to 4 mouths"),
        (HEAD + "1 Asha: 3/6", 5, "played with 4"),
        (HEAD + "1 Asha: 3-1", 5, "is no move|no checker step"),
        (HEAD + "1 Asha: 3/4; 2/4", 5, "the game waits for move"),
        (HEAD + "1 Asha: a 0/3 =3", 5, "C2: Asha throws first"),
        (HEAD + "1 Asha: 3/4; a 0/4 =3", 5, "C2: .* legal moves are a 0/3 =3; write .accepted. behind it"),
        (
            HEAD + "1 Asha: 3/4; a 0/3 =3 (illegal)",
            5,
            "there are .accepted., .forced., .inferred., and .void.",
        ),
        (HEAD + "1 Asha: 3/4; a 0/3 =3; 2/4", 5, "begin a line '2 Ravi: '"),
        (HEAD + "1 Asha: 3/4;", 5, "legal moves are a 0/3 =3|empty text is no move"),
        (HEAD + "position [1]", 5, "give an object"),
        (HEAD + "position {", 5, "no JSON object"),
        (HEAD + 'position {"pawns": [[0, 0, 0], [0, 0, 0, 0]]}', 5, "give 4 steps"),
        (HEAD + "result all-home winners 1 points 1", 5, "has not ended here"),
        (PACHISI + "1 Asha: 2/6\nbegins 1", 9, "write a turn such as"),
        (
            PACHISI
            + 'position {"turn": 0, "pieces": [[84, 84, 84, 84], [0, 0, 0, 0]]}\nresult stuck points 1',
            9,
            "'result all-home winners 1 points 1' is",
        ),
        (
            PACHISI
            + 'position {"turn": 0, "pieces": [[84, 84, 84, 84], [0, 0, 0, 0]]}\n'
            + "result all-home winners 1 points 1\n# end\n2 Ravi: 2/6",
            11,
            "nothing but comments",
        ),
        (BACKGAMMON + "1 Asha: 2/6", 5, "Asha’s turn to throw"),
        (BACKGAMMON + "1 Asha: 3-1=4", 5, "dice are written without a value"),
        (BACKGAMMON + "1 Asha: 3", 5, "a throw such as 6-6"),
        (BACKGAMMON + "1 Asha: 3-7", 5, "from 1 to 6"),
    ],
)
def test_a_line_that_cannot_be_is_refused_by_its_number_with_what_would_be_possible(
    text: str, line: int, words: str
) -> None:
    with pytest.raises(NotationError, match=rf"(?s)^line {line}: .*{words}"):
        read_record(text)


def test_a_record_written_by_hand_may_leave_out_what_throws_count() -> None:
    read = read_record("\ufeff" + HEAD + "\n  1 Asha: 3/4;a 0/3 =3\n\n# Ravi thinks\n2 Ravi: 2/4\n")
    assert [str(action.action) for action in read.actions] == ["3/4", "a 0/3 =3", "2/4"]
    assert [(action.seq, action.player) for action in read.actions] == [(1, 0), (2, 0), (3, 1)]
    assert replay_record(read).turn == 1


def test_a_throw_that_was_accepted_although_it_was_not_due_reads_back() -> None:
    sheet = chowka()
    sheet.do("4/4", "1/4")
    sheet.table.do(CorrectThrow(sheet.model.actions[0].seq, Cowries(3, 4)))
    sheet.table.do(SettleCorrection(sheet.model.actions[1].seq, "accepted"))
    assert body(sheet) == [
        "1 Asha: 3/4=3; 1/4=1 (accepted)",
        "# the throw 4/4 of Asha is corrected to 3/4",
        "# what does not fit the corrected throw is accepted as played",
    ]
    check_round_trip(sheet.model, sheet_text(sheet))


WORDS = ["1 Asha: ", "2 Ravi: ", "3/4=3", "; ", "a 0/3 =3", " (accepted)", "position ", "{}", "result ", "\n"]
WORDS += [
    "game ",
    "option ",
    "player 1 ",
    '"',
    "#",
    "end",
    "decline 3",
    "p 0/99 =9 x9p",
    "pair ab 17",
    "bar/off",
]


@settings(max_examples=150, deadline=None)
@given(
    head=st.sampled_from([HEAD, PACHISI, BACKGAMMON, ""]),
    parts=st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=3)), max_size=12),
)
def test_junk_is_read_or_refused_by_an_error_of_ours(head: str, parts: list[str]) -> None:
    read = read_or_refused(head + "".join(parts))
    if read is not None:
        assert replay_record(read).setup == read.setup


def read_or_refused(text: str) -> Record | None:
    """Read a record; a refusal names its line, and anything else that goes wrong fails the test."""
    refusals: list[str] = []
    read: Record | None = None
    try:
        read = read_record(text)
    except NotationError as error:
        refusals.append(str(error))
    assert all(refusal.startswith("line ") for refusal in refusals)
    assert (read is None) == bool(refusals)
    return read


@pytest.mark.parametrize("setup", SETUPS[::2], ids=lambda setup: f"{setup.game} {setup.preset}")
def test_any_well_formed_move_marked_as_accepted_is_read_or_refused_by_its_line(setup: Setup) -> None:
    chance = random.Random(3)
    head = write_record(Box(setup).model)
    for _ in range(60):
        letters = "".join(chance.choices("abcdehp", k=chance.choice([1, 1, 2])))
        start, end, value = (chance.randint(0, 100) for _ in range(3))
        texts = [
            f"{letters} {start}/{end} ={value}",
            f"enter {letters} 0/{end} ={value}:{start} x2a,3p",
            f"challenge {letters} {start}/{end} ={value}",
            f"pair {letters} {start}",
            f"{start % 27}/{end % 27} bar/{end % 27}",
            f"decline {value}",
        ]
        done = read_or_refused(f"{head}1 Asha: {chance.choice(texts)} (accepted)\n")
        assert done is None or done.actions[0].how == "accepted"
