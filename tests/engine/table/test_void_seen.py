"""A throw that the eye doubts is void before it counts (BS6): recorded, and an undo asks what it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import NotNowError
from engine.events import Setup, ThrowAsked
from engine.game import Waits
from engine.match import Conduct
from engine.match.match_events import ThrowVoided
from engine.messages import Message
from engine.notation import read_record, write_record
from engine.reasons import Reason
from engine.table import Table
from engine.throw import Dice
from engines.random_matches import NAMES, match_setup
from engines.recorded_table import Box, logged_again, same

LEANS = Message("one die leans: lay it flat")


def begun(**conduct: object) -> Box:
    """Begin a match in which seat 0 is to throw two dice."""
    setup = match_setup(5)
    assert setup.match is not None
    box = Box(replace(setup, match=replace(setup.match, conduct=Conduct(**conduct))))  # type: ignore[arg-type]
    box.dice(2)
    box.dice(4)
    box.play("24/20", "13/11", "end")
    assert (box.model.turn, box.model.waits) == (0, Waits.THROW)
    return box


def leans(box: Box, *pips: int, photo: str = "throw-9") -> None:
    told = Dice(pips or (6, 5))
    box.table.void_seen("leans", faces=("6", "unsure"), alternatives=(told,), photo=photo, doubts=(LEANS,))


def restarted(box: Box) -> None:
    again = Table(record=lambda _: None)
    again.resume([logged_again(one) for one in box.record])
    assert same(box.table, again)


def test_bs6_a_throw_that_leans_is_void_and_recorded_with_its_photograph() -> None:
    box = begun()
    deeds, state = box.deeds(), box.model.state
    leans(box)
    asked, voided = (one.event for one in box.record[-2:])
    assert isinstance(asked, ThrowAsked)
    assert (asked.doubts, asked.photo) == ((LEANS,), "throw-9")
    of = box.record[-2].seq
    assert voided == ThrowVoided(of, 0, Dice((6, 5)), Reason("BS6", "bg-void-leans"), "camera", "throw-9")
    assert (box.model.state, box.model.waits, box.model.turn) == (state, Waits.THROW, 0)
    assert (box.model.waiting, box.deeds()) == ((), [*deeds, "6-5"])
    assert (box.model.actions[-1].how, box.model.actions[-1].photo) == ("void", "throw-9")
    restarted(box)
    box.dice(3, 1)
    assert box.deeds()[-2:] == ["6-5", "3-1"]
    restarted(box)


def test_an_undo_asks_what_it_was_and_the_answer_counts() -> None:
    box = begun()
    leans(box)
    void = box.model
    box.table.undo()
    [asked] = box.model.waiting
    assert (asked.throw, asked.photo, box.model.held) == (None, "throw-9", False)
    restarted(box)
    box.table.redo()
    assert (box.model.line, box.model.waiting) == (void.line, ())
    restarted(box)
    box.table.undo()
    box.table.correct(box.model.waiting[0].seq, Dice((6, 4)))
    assert str(box.model.last_throw.action) == "6-4"
    restarted(box)


def test_a_void_throw_before_the_one_that_is_taken_back_stays_void() -> None:
    box = begun()
    leans(box)
    box.dice(3, 1)
    box.play("8/5 6/5", "end")
    box.table.undo()
    box.table.undo()
    assert [one.how for one in box.model.actions][-1] == "void"
    assert box.model.waiting == ()
    restarted(box)


def test_a_throw_that_came_early_is_void_beside_the_turn_in_progress() -> None:
    box = begun()
    box.dice(3, 1)
    box.play("8/5")
    leans(box)
    assert box.record[-1].event.player == 1
    assert (box.deeds()[-1], box.model.waiting) == ("8/5", ())
    restarted(box)
    box.play("6/5", "end")
    box.dice(6, 2)
    assert box.model.turn == 1
    text = write_record(box.model, events=box.record)
    assert "# the throw 6-5 of Ravi is void: BS6: a die leans" in text
    assert read_record(text).setup == box.model.setup


def test_a_throw_that_waits_is_void_by_a_persons_word() -> None:
    box = begun()
    box.dice(3, 1)
    box.dice(6, 2)
    box.table.void(box.model.waiting[0].seq, "rim")
    assert box.model.waiting == ()
    assert box.record[-1].event == ThrowVoided(
        box.record[-2].seq, 1, Dice((6, 2)), Reason("BS6", "bg-void-rim"), "typed", ""
    )


def test_what_the_eye_asks_about_is_void_by_a_persons_word() -> None:
    box = begun()
    box.table.ask(faces=("6",), alternatives=(Dice((6, 6)), Dice((6, 5))), photo="throw-7")
    box.table.void(box.model.waiting[0].seq, "outside")
    assert (box.model.actions[-1].how, str(box.model.actions[-1].action)) == ("void", "6-6")
    box.table.ask(faces=("6",), alternatives=())
    with pytest.raises(NotNowError, match="say that it was no throw"):
        box.table.void(box.model.waiting[0].seq)


def test_of_the_opening_one_die_is_void_and_thrown_again() -> None:
    box = Box(match_setup(3))
    box.dice(4)
    leans(box, 2)
    assert (box.model.turn, box.model.rules.wants(box.model.state).count) == (1, 1)
    box.dice(6)
    assert (box.model.turn, box.model.state.left) == (1, (6, 4))
    restarted(box)


def test_bs6_a_void_throw_after_a_game_begins_the_next_one_and_counts_for_nothing_in_it() -> None:
    box = begun()
    box.table.set_position({"board": [0, 1, *[0] * 22, -1, 0], "turn": 0, "number": 9})
    box.dice(6, 5)
    box.play("1/off")
    assert box.model.game_follows
    leans(box, 5)
    assert (box.model.game, box.deeds()) == (2, ["5"])
    box.dice(4)
    box.dice(2)
    assert box.model.turn == 0


def test_bs10_a_die_flat_on_a_checker_voids_or_counts_as_the_match_has_it() -> None:
    box = begun()
    box.dice(6, 5)
    box.table.void(box.model.actions[-1].seq, "checker")
    assert box.model.actions[-1].how == "void"
    counts = begun(dice_on_checkers="count")
    counts.dice(6, 5)
    with pytest.raises(NotNowError, match="BS10"):
        counts.table.void(counts.model.actions[-1].seq, "checker")
    counts.table.void(counts.model.actions[-1].seq, "leans")


def test_a_throw_of_a_single_game_that_waits_is_void_too() -> None:
    box = Box(Setup("backgammon", "standard", NAMES, begins=0))
    box.table.ask(faces=("6", "unsure"), alternatives=(Dice((6, 5)),))
    box.table.void(box.model.waiting[0].seq)
    assert (box.deeds(), box.model.waits) == (["6-5"], Waits.THROW)
