"""The loop in a match: what leans is void, both may throw for the beginning at once, and games follow."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.board.turn_ended import TurnEnded
from device.camera.wanted import ONE_DIE, wanted_throw, wants_throw
from device.loop import WHOSE
from devices.scripted_loop import Scene, dice, read, seen
from engine.events import Setup, Threw, ThrowAsked, ThrowVoided, TurnClosed
from engine.match import Conduct
from engine.move import parse_move
from engine.table.commands import CloseTurn, CorrectThrow, PlayMove, SetPosition, TakeThrow, Undo
from engine.throw import Dice
from engines.random_matches import NAMES, match_setup
from vision import Doubt, Face, Reading, State, WatchStep
from vision.doubts import HAND, MANY_DICE, OF_DIE, of_number

LEANS, STACKED, RIM, TOUCHES, UNTOLD, GLARE = (
    OF_DIE[key] for key in ("leans", "stacked", "rim", "touches", "untold", "glare")
)


@pytest.fixture
def scene() -> Scene:
    return Scene()


def begun(scene: Scene, **conduct: object) -> None:
    """Begin a match in which seat 0 is to throw two dice."""
    setup = match_setup(5)
    assert setup.match is not None
    conducted = replace(setup.match, conduct=Conduct(**conduct))  # type: ignore[arg-type]
    scene.table.start(replace(setup, match=conducted))
    scene.table.do(TakeThrow(Dice((2, 4)), source="typed"))
    scene.table.do(PlayMove(parse_move("8/4 6/4")))
    scene.table.do(CloseTurn())


def doubtful(*doubts: Doubt, pips: tuple[int, ...] = (6, 5)) -> WatchStep:
    lying = tuple(
        seen(Face(str(pip)), x=20 * n, doubt=doubts[0] if not n else None) for n, pip in enumerate(pips)
    )
    return read(Reading("dice", lying, False, doubts, missing=2 - len(pips)))


@pytest.mark.parametrize(
    ("doubts", "rule"),
    [
        ((LEANS,), "bg-void-leans"),
        ((TOUCHES, UNTOLD), "bg-void-leans"),
        ((STACKED,), "bg-void-stacked"),
        ((RIM, LEANS), "bg-void-rim"),
    ],
)
def test_bs6_in_a_match_a_throw_that_the_eye_doubts_so_is_void(
    scene: Scene, doubts: tuple[Doubt, ...], rule: str
) -> None:
    begun(scene)
    scene.run(doubtful(*doubts))
    [asked] = scene.happened(ThrowAsked)
    [voided] = scene.happened(ThrowVoided)
    assert isinstance(asked, ThrowAsked)
    assert isinstance(voided, ThrowVoided)
    assert (voided.reason.key, voided.source, voided.throw) == (rule, "camera", Dice((6, 5)))
    assert (asked.photo, voided.photo) == ("throw-1", "throw-1")
    assert wants_throw(scene.table), "nobody is asked, and both dice are thrown again"


def test_bs6_a_die_that_lies_on_another_hides_it_and_the_throw_is_void(scene: Scene) -> None:
    begun(scene)
    count = of_number(1, 2, dice=True)
    scene.run(doubtful(count, LEANS, pips=(6,)))
    [voided] = scene.happened(ThrowVoided)
    assert isinstance(voided, ThrowVoided)
    assert voided.throw.pips[0] == 6  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "doubts",
    [
        (UNTOLD,),
        (GLARE,),
        (HAND, LEANS),
        (MANY_DICE, LEANS),
        (of_number(1, 2, dice=True),),
    ],
)
def test_bs6_without_a_doubt_of_how_a_die_lies_nothing_is_void(
    scene: Scene, doubts: tuple[Doubt, ...]
) -> None:
    begun(scene)
    scene.run(doubtful(*doubts))
    assert scene.happened(ThrowVoided) == []
    assert len(scene.happened(ThrowAsked)) == 1
    assert len(scene.table.model.waiting) == 1


def test_in_a_single_game_the_eye_still_asks(scene: Scene) -> None:
    scene.table.start(Setup("backgammon", "standard", NAMES, {}, 0))
    scene.run(doubtful(LEANS))
    assert scene.happened(ThrowVoided) == []
    assert len(scene.table.model.waiting) == 1


def test_bs1_where_both_throw_at_once_a_match_asks_whose_die_is_which(scene: Scene) -> None:
    scene.table.start(match_setup(5))
    scene.run(read(dice(6, 5)))
    [asked] = scene.happened(ThrowAsked)
    assert isinstance(asked, ThrowAsked)
    assert (asked.alternatives, asked.doubts) == ((Dice((6, 5)), Dice((5, 6))), (WHOSE,))
    scene.table.do(CorrectThrow(scene.table.model.waiting[0].seq, Dice((5, 6))))
    assert (scene.table.model.turn, scene.table.model.state.left) == (1, (6, 5))


def test_bs1_a_doubtful_throw_of_both_is_asked_with_both_ways(scene: Scene) -> None:
    scene.table.start(match_setup(5))
    scene.run(doubtful(UNTOLD))
    [asked] = scene.happened(ThrowAsked)
    assert isinstance(asked, ThrowAsked)
    assert asked.alternatives[:2] == (Dice((6, 5)), Dice((5, 6)))


def test_bs1_equal_dice_of_both_tie_whoever_threw_which(scene: Scene) -> None:
    scene.table.start(match_setup(5))
    scene.run(read(dice(4, 4)))
    assert scene.happened(ThrowAsked) == []
    assert scene.table.model.state.ties == 1


def test_bs1_one_after_the_other_is_never_asked_about(scene: Scene) -> None:
    scene.table.start(match_setup(5))
    scene.run(read(dice(4)), read(dice(4, 2)))
    assert [one.throw for one in scene.happened(Threw)] == [Dice((4,)), Dice((2,))]  # type: ignore[attr-defined]


def test_after_a_game_of_a_match_the_next_throw_begins_the_next_game(scene: Scene) -> None:
    begun(scene)
    scene.table.do(SetPosition({"board": [0, 1, *[0] * 22, -1, 0], "turn": 0, "number": 9}))
    scene.table.do(TakeThrow(Dice((6, 5)), source="typed"))
    scene.table.do(PlayMove(parse_move("1/off")))
    assert wanted_throw(scene.table) == ONE_DIE
    assert wants_throw(scene.table)
    scene.run(read(dice(5)))
    assert (scene.table.model.game, scene.table.model.state.first) == (2, 5)


def test_after_the_last_game_of_a_match_nothing_is_wanted(scene: Scene) -> None:
    scene.table.start(match_setup(1))
    scene.table.do(SetPosition({"board": [0, 1, *[0] * 22, -1, 0], "turn": 0, "number": 9}))
    scene.table.do(TakeThrow(Dice((6, 5)), source="typed"))
    scene.table.do(PlayMove(parse_move("1/off")))
    assert wanted_throw(scene.table) is None
    scene.run(read(dice(5)))
    assert scene.table.model.game == 1
    assert "the game is over" in scene.states[0][1]


CLEARED = WatchStep(State.CLEARED)


def lifting(scene: Scene) -> TurnEnded:
    """Let the tray tell when the dice are lifted, as the box does."""
    ended = TurnEnded(scene.table, chosen=lambda: "throw", tray=lambda: scene.loop.state().state)
    scene.also = ended.watch_tray
    return ended


def test_bs7_lifted_dice_end_the_turn_of_a_match(scene: Scene) -> None:
    begun(scene, turn_ends="dice")
    lifting(scene)
    scene.run(
        read(dice(3, 1)),
        lambda: scene.table.do(PlayMove(parse_move("8/5 6/5"))),
        WatchStep(State.HAND),
        CLEARED,
    )
    assert scene.table.model.turn == 1
    assert isinstance(scene.happened(TurnClosed)[-1], TurnClosed)


def test_bs7_dice_that_are_lifted_first_close_the_turn_and_its_play_ends_it(scene: Scene) -> None:
    begun(scene, turn_ends="dice")
    is_over = lifting(scene)
    scene.run(read(dice(3, 1)), CLEARED, WatchStep(State.EMPTY))
    assert scene.table.model.closed is not None
    assert is_over(scene.table.model), "the eye on the board may object to what is left"
    scene.table.do(PlayMove(parse_move("8/5 6/5")))
    assert scene.table.model.turn == 1


def test_bs7_a_throw_that_was_kept_and_lifted_ends_its_own_turn(scene: Scene) -> None:
    begun(scene, turn_ends="dice")
    lifting(scene)
    scene.run(
        read(dice(3, 1)), CLEARED, WatchStep(State.MOVING),
        read(dice(6, 2, xs=(60, 90))), WatchStep(State.HAND), CLEARED,
    )  # fmt: skip
    assert [one.closed is not None for one in scene.table.model.waiting] == [True]
    scene.table.do(PlayMove(parse_move("8/5 6/5")))
    scene.table.do(PlayMove(parse_move("24/18 13/11")))
    assert [str(one.action) for one in scene.table.model.actions][-3:] == ["6-2", "24/18 13/11", "end"]


def test_lifted_dice_that_were_void_or_taken_back_end_nothing(scene: Scene) -> None:
    begun(scene, turn_ends="dice")
    lifting(scene)
    scene.run(doubtful(LEANS), CLEARED, read(dice(3, 1)), lambda: scene.table.do(Undo()), CLEARED)
    closed = scene.happened(TurnClosed)
    assert [one.source for one in closed] == ["phone"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("turn_ends", ["phone", "button"])
def test_lifted_dice_end_nothing_where_the_match_has_it_otherwise(scene: Scene, turn_ends: str) -> None:
    begun(scene, turn_ends=turn_ends)
    lifting(scene)
    scene.run(read(dice(3, 1)), lambda: scene.table.do(PlayMove(parse_move("8/5 6/5"))), CLEARED)
    assert scene.table.model.turn == 0
    scene.table.do(CloseTurn())
    assert scene.table.model.turn == 1, "a phone always can"


def test_a_full_disk_at_the_moment_of_lifting_leaves_the_turn_to_a_phone(scene: Scene) -> None:
    begun(scene, turn_ends="dice")
    lifting(scene)

    def full() -> None:
        scene.failing = 1

    scene.run(read(dice(3, 1)), full, CLEARED)
    assert scene.table.model.closed is None
    scene.table.do(CloseTurn())
    assert scene.table.model.closed is not None
