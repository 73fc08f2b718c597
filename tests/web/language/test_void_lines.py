"""Matches and void throws in the list of events and aloud: what stands, and what was taken back."""

from __future__ import annotations

from typing import Any

from engine.ending import Accept, Resign
from engine.events import Logged, Setup, ThrowAsked
from engine.table import Table
from engine.table.commands import (
    BeginNextGame,
    CloseTurn,
    PlayMove,
    Redo,
    TakeThrow,
    Undo,
    VoidSeenThrow,
    VoidThrow,
)
from engine.throw import Dice
from engines.random_matches import NAMES, match_setup
from engines.recorded_table import Box
from web.language.event_list import told
from web.language.speaker import Speaker
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
    box.table.do(VoidThrow(box.model.actions[0].seq, "leans"))
    assert lines(box)[1:] == [(THROWN, True), (PLAYED, True), (VOID, False)]
    box.table.do(Undo())
    assert lines(box)[1:] == [(THROWN, False), (PLAYED, False), (VOID, True), (f"Taken back: {VOID}", False)]
    box.table.do(Redo())
    assert lines(box)[1:4] == [(THROWN, True), (PLAYED, True), (VOID, False)]
    assert lines(box)[-1] == (f"Brought back: {VOID}", False)


def test_the_voice_says_once_that_a_throw_is_void_and_why() -> None:
    box = Box(Setup("backgammon", "standard", NAMES, begins=0))
    box.dice(6, 5)
    box.table.do(VoidThrow(box.model.actions[0].seq, "rim"))
    said = announcement(box.record[-1:], Speaker(NAMES, "backgammon"))
    assert said == "This throw counts for nothing: please throw again. BS6: a die touches the rim"
    for language in ("nl", "fi", "pl", "hi", "kn"):
        other = announcement(box.record[-1:], Speaker(NAMES, "backgammon", language, "standard"))
        assert "BS6" in other
        assert "die" not in other


def test_an_undo_over_the_end_of_a_game_names_what_ended_it() -> None:
    box = Box(match_setup(3))
    box.dice(3, 1)
    box.table.do(PlayMove(Resign(0, 2)))
    box.table.do(PlayMove(Accept()))
    box.dice(5, 1)
    box.table.do(Undo())
    box.table.do(Undo())
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
    box.table.do(
        VoidSeenThrow(
            ThrowAsked(faces=("6", "unsure"), alternatives=(Dice((6, 5)),), photo="throw-1"), "leans"
        )
    )
    void = VOID.replace("Asha", "Ravi")
    assert lines(box)[-1] == (void, False)
    assert lines(box)[-2][0] != void
    assert "not sure" not in str(lines(box))
    said = announcement(box.record[before:], Speaker(NAMES, "backgammon"))
    assert said == "This throw counts for nothing: please throw again. BS6: a die leans"
    box.table.do(Undo())
    assert lines(box)[-2:] == [(void, True), (f"Taken back: {void}", False)]
    box.table.do(Redo())
    assert lines(box)[-3] == (void, False)


def test_that_a_turn_was_closed_is_a_line_and_so_is_that_it_goes_on() -> None:
    box = Box(match_setup(3))
    box.dice(3, 1)
    box.play("8/5")
    box.table.do(CloseTurn(source="camera"))
    lifted = "Asha lifts the dice: the turn is over"
    assert lines(box)[-1] == (lifted, False)
    box.table.do(Undo())
    assert lines(box)[-2:] == [(lifted, True), (f"Taken back: {lifted}", False)]
    box.table.do(Redo())
    box.play("6/5")
    assert [text for text, _ in lines(box)][-3:] == [
        f"Taken back: {lifted}", f"Brought back: {lifted}", "Asha plays 6/5",
    ]  # fmt: skip
    assert announcement(box.record[-3:], Speaker(NAMES, "backgammon")) == "Ravi’s turn"


class Said:
    """A table of which every sentence is heard."""

    def __init__(self, length: int, **about: Any) -> None:
        self.actions: list[list[Logged]] = []
        self.table = Table(record=lambda events: self.actions.append(list(events)))
        self.table.start(match_setup(length, **about))

    def lost(self, seat: int, points: int = 1) -> None:
        if self.table.model.outcome or not self.table.model.actions:
            self.table.do(TakeThrow(Dice((3, 1) if seat else (1, 3))))
        self.table.do(PlayMove(Resign(seat, points)))
        self.table.do(PlayMove(Accept()))

    def aloud(self, *, alerts_only: bool = False, back: int = 1) -> str:
        speaker = Speaker.of(self.table.model.setup)
        return announcement(self.actions[-back], speaker, alerts_only=alerts_only)

    def lines(self) -> list[str]:
        game = self.table.model.game
        events = [one for action in self.actions for one in action if one.game == game]
        return [line.text for line in told(events, self.table.model.setup)]


def test_the_voice_tells_the_points_the_score_and_who_needs_one_more() -> None:
    said = Said(5)
    assert said.aloud() == "A match to 5; Asha’s turn"
    said.lost(1, 2)
    assert said.aloud() == said.aloud(alerts_only=True)
    assert said.aloud() == "Asha has won by resignation, a gammon: 2 points; Asha 2, Ravi 0"
    said.lost(0, 3)
    assert said.aloud().endswith("a backgammon: 3 points; Asha 2, Ravi 3")
    said.lost(0)
    assert said.aloud() == "Ravi has won by resignation; Asha 2, Ravi 4; Ravi needs one more"
    said.table.do(BeginNextGame())
    assert said.aloud() == "Game 4: Asha 2, Ravi 4, to 5, Crawford game; Asha’s turn"
    said.lost(1, 2)
    assert said.aloud().endswith("; Asha 4, Ravi 4; both need one more")
    said.table.do(TakeThrow(Dice((5, 2))))
    assert said.aloud().startswith("Game 5: Asha 4, Ravi 4, to 5, after Crawford")
    said.lost(1)
    assert said.aloud() == "Asha has won by resignation; Asha wins the match, 5 to 4"


def test_the_list_of_events_tells_it_too() -> None:
    said = Said(3)
    said.lost(1)
    lines = said.lines()
    assert lines[0] == "A match to 3 begins: Asha, Ravi"
    assert lines[-1] == "Asha has won by resignation; Asha 1, Ravi 0"
    said.table.do(BeginNextGame())
    assert said.lines() == ["Game 2 begins: Asha 1, Ravi 0, to 3"]


def test_for_money_points_are_counted_without_an_end() -> None:
    said = Said(0)
    assert said.aloud() == "Money play; Asha’s turn"
    said.lost(1, 3)
    assert said.aloud().endswith(": 3 points; Asha 3, Ravi 0")
    said.table.do(BeginNextGame())
    assert said.lines() == ["Game 2 begins: Asha 3, Ravi 0"]


def test_a_match_to_one_point_has_nobody_who_needs_one_more() -> None:
    said = Said(1)
    said.lost(1)
    assert said.aloud().endswith("; Asha wins the match, 1 to 0")


def test_without_the_cube_nothing_is_said_of_crawford() -> None:
    said = Said(2, preset="finnish")
    said.lost(1)
    said.table.do(BeginNextGame())
    assert said.lines() == ["Game 2 begins: Asha 1, Ravi 0, to 2"]
