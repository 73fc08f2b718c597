"""Void throws and matches in the list of events and aloud: what of them stands, and what was taken back."""

from __future__ import annotations

from engine.ending import Accept, Resign
from engine.events import Setup
from engine.throw import Dice
from engines.random_matches import NAMES, match_setup
from engines.recorded_table import Box
from web.language.event_list import told
from web.language.speech import announcement


def lines(box: Box) -> list[tuple[str, bool]]:
    events = [one for one in box.record if one.game == box.model.game]
    return [(line.text, line.undone) for line in told(events, box.model.setup)]


THROWN = "Asha throws 6 and 5"
PLAYED = "Asha plays 24/18"
VOID = "Asha’s throw 6 and 5 counts for nothing. BS6: a die leans"


def test_a_void_throw_is_a_line_of_its_own_and_what_went_with_it_is_struck_out() -> None:
    box = Box(Setup("backgammon", "standard", NAMES, begins=0))
    box.dice(6, 5)
    box.play("24/18")
    box.table.void(box.model.actions[0].seq, "leans")
    assert lines(box)[1:] == [(THROWN, True), (PLAYED, True), (VOID, False)]
    box.table.undo()
    assert lines(box)[1:] == [(THROWN, False), (PLAYED, False), (VOID, True), (f"Taken back: {VOID}", False)]
    box.table.redo()
    assert lines(box)[1:4] == [(THROWN, True), (PLAYED, True), (VOID, False)]
    assert lines(box)[-1] == (f"Brought back: {VOID}", False)


def test_the_voice_says_once_that_a_throw_is_void_and_why() -> None:
    box = Box(Setup("backgammon", "standard", NAMES, begins=0))
    box.dice(6, 5)
    box.table.void(box.model.actions[0].seq, "rim")
    said = announcement(box.record[-1:], NAMES, game="backgammon", preset="standard")
    assert said == "This throw counts for nothing: please throw again. BS6: a die touches the rim"
    for language in ("nl", "fi", "pl", "hi", "kn"):
        other = announcement(box.record[-1:], NAMES, game="backgammon", preset="standard", language=language)
        assert "BS6" in other
        assert "die" not in other


def test_an_undo_over_the_end_of_a_game_names_what_ended_it() -> None:
    box = Box(match_setup(3))
    box.dice(3, 1)
    box.table.play(Resign(0, 2))
    box.table.play(Accept())
    box.dice(5, 1)
    box.table.undo()
    box.table.undo()
    texts = [text for text, _ in lines(box)]
    assert texts[-1] == "Taken back: Ravi accepts the resignation"
    others = [one for one in box.record if one.game == 2]
    assert told(others, box.model.setup)[-1].text == (
        "This game is not played: the end of the game before it is taken back"
    )


def test_a_throw_that_never_counted_is_one_line_and_said_once() -> None:
    box = Box(match_setup(3))
    box.dice(3, 1)
    box.play("8/5 6/5", "end")
    before = len(box.record)
    box.table.void_seen("leans", faces=("6", "unsure"), alternatives=(Dice((6, 5)),), photo="throw-1")
    void = VOID.replace("Asha", "Ravi")
    assert lines(box)[-1] == (void, False)
    assert lines(box)[-2][0] != void
    assert "not sure" not in str(lines(box))
    said = announcement(box.record[before:], NAMES, game="backgammon", preset="standard")
    assert said == "This throw counts for nothing: please throw again. BS6: a die leans"
    box.table.undo()
    assert lines(box)[-2:] == [(void, True), (f"Taken back: {void}", False)]
    box.table.redo()
    assert lines(box)[-3] == (void, False)


def test_that_a_turn_was_closed_is_a_line_and_so_is_that_it_goes_on() -> None:
    box = Box(match_setup(3))
    box.dice(3, 1)
    box.play("8/5")
    box.table.end_turn(source="camera")
    lifted = "Asha lifts the dice: the turn is over"
    assert lines(box)[-1] == (lifted, False)
    box.table.undo()
    assert lines(box)[-2:] == [(lifted, True), (f"Taken back: {lifted}", False)]
    box.table.redo()
    box.play("6/5")
    assert [text for text, _ in lines(box)][-3:] == [
        f"Taken back: {lifted}", f"Brought back: {lifted}", "Asha plays 6/5",
    ]  # fmt: skip
    assert announcement(box.record[-3:], NAMES, game="backgammon", preset="standard") == "Ravi’s turn"
