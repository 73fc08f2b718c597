"""A void throw (BS6): one that counted, or one that the eye doubts; it is thrown again, and an undo asks."""

from __future__ import annotations

from random import Random

import pytest

from engine.errors import NotationError, NotNowError
from engine.events import GameEnded, Happened, Setup, ThrowAsked, ThrowVoided
from engine.game import Waits
from engine.match import Conduct
from engine.messages import Message
from engine.notation import Record, read_record, replay_record, write_record
from engine.reasons import Reason
from engine.table import Table
from engine.table.commands import (
    AskThrow,
    CorrectThrow,
    Redo,
    SetPosition,
    SettleCorrection,
    Undo,
    UseKeptThrows,
    VoidSeenThrow,
    VoidThrow,
)
from engine.table.state import replayed
from engine.throw import Dice
from engines.random_matches import NAMES, act, deeds, drawn_setup, match_setup
from engines.recorded_table import Box, logged_again, same


def begun(preset: str = "standard") -> Box:
    return Box(Setup("backgammon", preset, NAMES, begins=0))


def test_bs6_a_void_throw_counts_for_nothing_and_is_thrown_again_by_the_same_player() -> None:
    box = begun()
    before = box.model.state
    box.dice(6, 5)
    box.table.do(VoidThrow(box.model.actions[-1].seq, "leans", source="camera", photo="throw-3"))
    assert (box.model.state, box.model.waits, box.model.turn) == (before, Waits.THROW, 0)
    assert box.model.last_throw is None
    [action] = box.model.actions
    assert (str(action.action), action.how) == ("6-5", "void")
    voided = box.record[-1].event
    assert voided == ThrowVoided(3, 0, Dice((6, 5)), Reason("BS6", "bg-void-leans"), "camera", "throw-3")
    assert str(voided.reason) == "BS6: a die leans"
    box.do("3-1", "8/5 6/5", "end")
    assert (box.deeds(), box.model.turn) == (["6-5", "3-1", "8/5 6/5", "end"], 1)


@pytest.mark.parametrize(
    ("more", "stands"),
    [
        ((), "6-5"),  # what was played with it has gone with it
        (("undo",), "6-5, 24/18"),
        (("undo", "18/13", "undo"), "6-5, 24/18"),
        (("undo", "redo"), "6-5"),
        (("2-1", "undo", "undo"), "6-5, 24/18"),
    ],
)
def test_an_undo_brings_all_back_that_went_with_a_void_throw(more: tuple[str, ...], stands: str) -> None:
    box = begun()
    box.do("6-5", "24/18")
    box.table.do(VoidThrow(box.model.actions[0].seq))
    box.do(*more)
    assert ", ".join(box.deeds()) == stands
    box.restart()


def test_a_void_throw_that_ended_the_game_opens_it_again() -> None:
    box = begun()
    position = {"board": [0, 1, *[0] * 22, -1, 0], "turn": 0, "number": 9}
    box.table.do(SetPosition(position))
    box.do("6-5", "1/off")
    assert isinstance(box.record[-1].event, GameEnded)
    box.table.do(VoidThrow(box.model.actions[1].seq, "rim"))
    assert (box.model.outcome, box.model.waits) == (None, Waits.THROW)
    box.table.do(Undo())
    assert isinstance(box.record[-1].event, GameEnded)


def test_only_the_last_throw_can_be_void_and_only_until_the_cube_is_touched() -> None:
    box = begun()
    count = len(box.record)
    with pytest.raises(NotNowError, match="is not the throw that counts"):
        box.table.do(VoidThrow(1))
    box.dice(6, 5)
    first = box.model.actions[0].seq
    with pytest.raises(LookupError):
        box.table.do(VoidThrow(first, "luck"))
    box.do("24/18 18/13", "end", "double")
    count = len(box.record)
    with pytest.raises(NotNowError, match="has gone on"):
        box.table.do(VoidThrow(first))
    box.do("undo", "3-1")
    with pytest.raises(NotNowError, match="is not the throw that counts"):
        box.table.do(VoidThrow(first))
    box.table.do(VoidThrow(box.model.actions[-1].seq))
    with pytest.raises(NotNowError, match="is not the throw that counts"):
        box.table.do(VoidThrow(box.model.actions[-1].seq))
    with pytest.raises(NotNowError, match="cannot be corrected"):
        box.table.do(CorrectThrow(box.model.actions[-1].seq, Dice((2, 1))))
    assert len(box.record) > count


def test_shells_are_never_void_this_way() -> None:
    box = Box()
    box.throw(3)
    with pytest.raises(NotNowError, match="only a throw of dice"):
        box.table.do(VoidThrow(box.model.actions[-1].seq))


def test_kept_throws_wait_for_a_person_when_the_throw_before_them_is_void() -> None:
    box = begun()
    box.do("6-5", "3-1")
    box.table.do(VoidThrow(box.model.actions[-1].seq))
    assert (box.model.held, len(box.model.waiting), box.deeds()) == (True, 1, ["6-5"])
    box.table.do(UseKeptThrows())
    assert box.deeds() == ["6-5", "3-1"]


def test_a_throw_that_is_corrected_before_a_void_one_leaves_it_void() -> None:
    box = begun()
    box.do("6-5", "24/18 18/13", "end", "3-1", "8/5 6/5")
    box.table.do(VoidThrow(box.model.actions[-2].seq))
    box.table.do(CorrectThrow(box.model.actions[0].seq, Dice((6, 4))))
    box.table.do(SettleCorrection(box.model.actions[1].seq, "accepted"))
    assert [action.how for action in box.model.actions][-1] == "void"
    box.table.do(Undo())
    assert box.deeds()[-2:] == ["3-1", "8/5 6/5"]


def test_a_void_throw_stands_in_the_record_with_its_reason_and_is_read_back() -> None:
    box = begun()
    box.do("6-5", "24/18")
    box.table.do(VoidThrow(box.model.actions[0].seq, "outside"))
    box.do("3-1", "8/5 6/5", "end")
    text = write_record(box.model, events=box.record)
    assert "# the throw 6-5 of Asha is void: BS6: a die lies outside the tray" in text
    assert "1 Asha: 6-5 (void); 3-1; 8/5 6/5; end" in write_record(box.model)
    again = replay_record(read_record(text))
    assert write_record(again) == write_record(box.model)
    imported: list[object] = []
    table = Table(record=imported.extend)
    table.add(again.setup, again.actions, request="import x")
    assert write_record(replayed(imported)) == write_record(box.model)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("6-5; 3-1 (void)", "no throw is due"),
        ("6 (void)", "two dice"),
        ("6-5; 24/18 (void)", "only a throw of dice can be void"),
    ],
)
def test_a_void_throw_that_cannot_be_is_not_read(wrong: str, message: str) -> None:
    text = write_record(begun().model)
    with pytest.raises(NotationError, match=message):
        read_record(f"{text}1 Asha: {wrong}\n")


def test_a_game_of_a_match_is_read_back_from_its_record_with_its_place() -> None:
    box = Box(match_setup(5, score=(4, 2)))
    box.dice(6, 5)
    text = write_record(box.model)
    assert "option crawford true\n" in text
    assert 'match {"length": 5, "score": [4, 2], "crawford": true,' in text
    assert read_record(text).setup == box.model.setup
    for before, after, message in (
        ('"score": [4, 2]', '"score": [3, 2]', "not that of the match"),
        ("option crawford true\n", "", "not the options of this game"),
        ('"length": 5', '"length": 4', "is over"),
        ('"length": 5', '"length": 5, "x": 1', "unknown key"),
        ('{"length"', '["length"', "no match"),
    ):
        with pytest.raises(NotationError, match=message):
            read_record(text.replace(before, after))


@pytest.mark.parametrize("seed", range(6))
def test_games_of_matches_by_chance_are_read_back_from_their_records(seed: int) -> None:
    chance = Random(seed)
    box = Box(drawn_setup(chance))
    for _ in range(150):
        if box.model.outcome is not None:
            text = write_record(box.model)
            record: Record = read_record(text)
            assert write_record(replay_record(record)) == text
            if not box.model.game_follows:
                break
        act(box.table, chance)
    events = [logged_again(one) for one in box.record if one.game == box.model.game]
    assert deeds(replayed(events))[-3:] == [(1, *deed[1:]) for deed in deeds(box.model)[-3:]][-3:]
    assert not any(isinstance(one.event, Happened) and one.event.fact.kind == "void" for one in box.record)
    table = Table(record=lambda _: None)
    table.resume(logged_again(one) for one in box.record if one.game == 1)
    if box.model.game == 1:
        assert same(box.table, table)


# Before it counts: what the eye doubts.

LEANS = Message("one die leans: lay it flat")


def match_begun(**conduct: object) -> Box:
    """Begin a match in which seat 0 is to throw two dice."""
    box = Box(match_setup(5, conduct=Conduct(**conduct)))  # type: ignore[arg-type]
    box.do("2", "4", "24/20", "13/11", "end")
    assert (box.model.turn, box.model.waits) == (0, Waits.THROW)
    return box


def leans(box: Box, *pips: int, photo: str = "throw-9") -> None:
    told = Dice(pips or (6, 5))
    box.table.do(
        VoidSeenThrow(
            ThrowAsked(faces=("6", "unsure"), alternatives=(told,), photo=photo, doubts=(LEANS,)), "leans"
        )
    )


def test_bs6_a_throw_that_leans_is_void_and_recorded_with_its_photograph() -> None:
    box = match_begun()
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
    box.restart()
    box.dice(3, 1)
    assert box.deeds()[-2:] == ["6-5", "3-1"]
    box.restart()


def test_an_undo_asks_what_it_was_and_the_answer_counts() -> None:
    box = match_begun()
    leans(box)
    void = box.model
    box.table.do(Undo())
    [asked] = box.model.waiting
    assert (asked.throw, asked.photo, box.model.held) == (None, "throw-9", False)
    box.restart()
    box.table.do(Redo())
    assert (box.model.line, box.model.waiting) == (void.line, ())
    box.restart()
    box.table.do(Undo())
    box.table.do(CorrectThrow(box.model.waiting[0].seq, Dice((6, 4))))
    assert str(box.model.last_throw.action) == "6-4"
    box.restart()


def test_a_void_throw_before_the_one_that_is_taken_back_stays_void() -> None:
    box = match_begun()
    leans(box)
    box.do("3-1", "8/5 6/5", "end", "undo", "undo")
    assert [one.how for one in box.model.actions][-1] == "void"
    assert box.model.waiting == ()
    box.restart()


def test_a_throw_that_came_early_is_void_beside_the_turn_in_progress() -> None:
    box = match_begun()
    box.do("3-1", "8/5")
    leans(box)
    assert box.record[-1].event.player == 1
    assert (box.deeds()[-1], box.model.waiting) == ("8/5", ())
    box.restart()
    box.do("6/5", "end", "6-2")
    assert box.model.turn == 1
    text = write_record(box.model, events=box.record)
    assert "# the throw 6-5 of Ravi is void: BS6: a die leans" in text
    assert read_record(text).setup == box.model.setup


def test_a_throw_that_waits_is_void_by_a_persons_word() -> None:
    box = match_begun()
    box.do("3-1", "6-2")
    box.table.do(VoidThrow(box.model.waiting[0].seq, "rim"))
    assert box.model.waiting == ()
    assert box.record[-1].event == ThrowVoided(
        box.record[-2].seq, 1, Dice((6, 2)), Reason("BS6", "bg-void-rim"), "typed", ""
    )


def test_what_the_eye_asks_about_is_void_by_a_persons_word() -> None:
    box = match_begun()
    box.table.do(
        AskThrow(ThrowAsked(faces=("6",), alternatives=(Dice((6, 6)), Dice((6, 5))), photo="throw-7"))
    )
    box.table.do(VoidThrow(box.model.waiting[0].seq, "outside"))
    assert (box.model.actions[-1].how, str(box.model.actions[-1].action)) == ("void", "6-6")
    box.table.do(AskThrow(ThrowAsked(faces=("6",), alternatives=())))
    with pytest.raises(NotNowError, match="say that it was no throw"):
        box.table.do(VoidThrow(box.model.waiting[0].seq))


def test_of_the_opening_one_die_is_void_and_thrown_again() -> None:
    box = Box(match_setup(3))
    box.dice(4)
    leans(box, 2)
    assert (box.model.turn, box.model.rules.wants(box.model.state).count) == (1, 1)
    box.dice(6)
    assert (box.model.turn, box.model.state.left) == (1, (6, 4))
    box.restart()


def test_bs6_a_void_throw_after_a_game_begins_the_next_one_and_counts_for_nothing_in_it() -> None:
    box = match_begun()
    box.table.do(SetPosition({"board": [0, 1, *[0] * 22, -1, 0], "turn": 0, "number": 9}))
    box.do("6-5", "1/off")
    assert box.model.game_follows
    leans(box, 5)
    assert (box.model.game, box.deeds()) == (2, ["5"])
    box.do("4", "2")
    assert box.model.turn == 0


def test_bs10_a_die_flat_on_a_checker_voids_or_counts_as_the_match_has_it() -> None:
    box = match_begun()
    box.dice(6, 5)
    box.table.do(VoidThrow(box.model.actions[-1].seq, "checker"))
    assert box.model.actions[-1].how == "void"
    counts = match_begun(dice_on_checkers="count")
    counts.dice(6, 5)
    with pytest.raises(NotNowError, match="BS10"):
        counts.table.do(VoidThrow(counts.model.actions[-1].seq, "checker"))
    counts.table.do(VoidThrow(counts.model.actions[-1].seq, "leans"))


def test_a_throw_of_a_single_game_that_waits_is_void_too() -> None:
    box = Box(Setup("backgammon", "standard", NAMES, begins=0))
    box.table.do(AskThrow(ThrowAsked(faces=("6", "unsure"), alternatives=(Dice((6, 5)),))))
    box.table.do(VoidThrow(box.model.waiting[0].seq))
    assert (box.deeds(), box.model.waits) == (["6-5"], Waits.THROW)
