"""The loop: what the eye tells becomes a throw, a question or a message, and nothing stops it."""

from __future__ import annotations

import sqlite3
import threading

import cv2
import pytest

from device.camera.wanted import wanted_throw, wants_throw
from device.cameras import pictures
from device.errors import CameraError
from device.loop import Loop
from devices.scripted_loop import CHOWKA, Scene, Script, dice, read, shells
from engine.events import Setup, Threw, ThrowAsked, ThrowKept
from engine.messages import Message
from engine.table.commands import SetPosition, TakeThrow, Undo
from engine.throw import Cowries, Dice, Throw
from vision import Doubt, Expect, Frame, FrameError, Reading, State, WatchStep
from vision.doubts import MANY_DICE, of_number

BACKGAMMON = Setup("backgammon", "standard", ("Asha", "Ravi"))
PLAYING = Setup("backgammon", "finnish", ("Asha", "Ravi"), {}, 0)
"""Both dice are thrown from the first throw on."""


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_a_certain_reading_is_thrown_with_its_photograph(scene: Scene) -> None:
    scene.table.start(CHOWKA)
    script = scene.run(WatchStep(State.EMPTY), WatchStep(State.MOVING), read(shells(3)))
    threw = scene.happened(Threw)
    assert threw == [Threw(0, Cowries(3, 4), "camera", "throw-1", value=3)]
    assert script.expected == [Expect("cowries", 4)]
    raw, ringed = scene.pictures.kept[0]
    assert raw[:2] == ringed[:2] == b"\xff\xd8"
    assert raw != ringed


def test_what_the_eye_does_is_told_as_it_changes(scene: Scene) -> None:
    scene.table.start(CHOWKA)
    steps = [State.EMPTY, State.EMPTY, State.HAND, State.MOVING, State.SETTLED]
    scene.run(*map(WatchStep, steps), read(shells(3)), WatchStep(State.CLEARED))
    assert [state for state, _ in scene.states] == [
        "empty", "hand", "moving", "settled", "read", "cleared", "off",
    ]  # fmt: skip


def test_the_lamps_hold_still_from_the_first_movement_until_the_throw_is_read(scene: Scene) -> None:
    scene.table.start(CHOWKA)
    scene.run(
        WatchStep(State.EMPTY), WatchStep(State.MOVING), WatchStep(State.SETTLED), read(shells(3)),
        WatchStep(State.HAND),
    )  # fmt: skip
    assert scene.held == [True, False, True, False]


def test_a_camera_that_ends_in_a_movement_lets_the_lamps_go(scene: Scene) -> None:
    script = Script([WatchStep(State.MOVING)], scene.stop)
    beats: list[list[bool]] = []
    loop = Loop(
        camera=script,
        table=scene.table,
        watch=lambda: script,
        photographs=scene.pictures,
        stop=scene.stop,
        hold_lights=scene.held.append,
        beat=lambda: beats.append(list(scene.held)),
    )
    loop.run()
    assert loop.state().state == "off"
    assert beats[-1] == [True, False], "let go while the loop rests, not only when it ends"


def test_a_doubtful_reading_is_a_question_with_the_likeliest_answers_first(scene: Scene) -> None:
    scene.table.start(CHOWKA)
    scene.run(read(shells(2, doubt="one shell cannot be told")))
    assert scene.happened(Threw) == []
    [asked] = scene.happened(ThrowAsked)
    assert isinstance(asked, ThrowAsked)
    assert asked.faces == ("mouth", "mouth", "back", "back")
    assert asked.alternatives[:2] == (Cowries(2, 4), Cowries(3, 4))
    assert asked.photo == "throw-1"
    assert asked.doubts == (Message("one shell cannot be told"),)


def test_too_few_shells_are_a_question_about_throws_of_the_game(scene: Scene) -> None:
    scene.table.start(CHOWKA)
    three = Reading("cowries", shells(2, 3).seen, False, (Doubt("3 shells seen, 4 expected"),), missing=1)
    scene.run(read(three))
    [asked] = scene.happened(ThrowAsked)
    assert isinstance(asked, ThrowAsked)
    assert set(asked.alternatives) == {Cowries(2, 4), Cowries(3, 4)}


ONE_SHELL = Reading("cowries", shells(1, 1).seen, False, (of_number(1, 4, dice=False),), missing=3)
FOUR_DICE = Reading("dice", dice(6, 5).seen, False, (MANY_DICE,), surplus=dice(4, 3, xs=(40, 60)).seen)


@pytest.mark.parametrize(
    ("setup", "reading", "doubt"),
    [
        (CHOWKA, ONE_SHELL, "1 shell seen, 4 expected: throw again, put the others back, or type the throw"),
        (
            PLAYING,
            FOUR_DICE,
            "more dice lie there than are thrown: take the others away, or type the throw",
        ),
        (
            BACKGAMMON,
            dice(6, 5, 4, 3, xs=(0, 20, 40, 60)),
            "more dice lie there than are thrown: take the others away, or type the throw",
        ),
    ],
)
def test_far_too_few_or_too_many_things_are_a_question_that_says_what_to_do(
    scene: Scene, setup: Setup, reading: Reading, doubt: str
) -> None:
    scene.table.start(setup)
    scene.run(read(reading))
    asked = scene.table.model.waiting[-1].asked
    assert asked is not None
    assert asked.alternatives == ()
    assert [*map(str, asked.doubts)] == [doubt]


def test_a_throw_of_which_nothing_could_be_read_is_thrown_again(scene: Scene) -> None:
    scene.table.start(CHOWKA)
    scene.run(read(ONE_SHELL), read(shells(3)))
    assert [one.throw for one in scene.happened(Threw)] == [Cowries(3, 4)]  # type: ignore[attr-defined]
    assert scene.table.model.waiting == ()


@pytest.mark.parametrize(
    ("setup", "first", "then", "throw"),
    [(CHOWKA, ONE_SHELL, shells(3), Cowries(3, 4)), (PLAYING, FOUR_DICE, dice(4, 3), Dice((4, 3)))],
    ids=["shells that are put back", "dice that are taken away"],
)
def test_what_is_mended_in_the_tray_completes_the_throw(
    scene: Scene, setup: Setup, first: Reading, then: Reading, throw: Throw
) -> None:
    scene.table.start(setup)
    scene.run(read(first), read(then, changed=True))
    assert [one.throw for one in scene.happened(Threw)] == [throw]  # type: ignore[attr-defined]
    assert scene.table.model.waiting == ()
    assert scene.states[-2] == ("read", "")


def test_a_doubtful_rest_leaves_the_question(scene: Scene) -> None:
    scene.table.start(CHOWKA)
    scene.run(read(ONE_SHELL), read(shells(3, doubt="one shell leans"), changed=True))
    assert len(scene.table.model.waiting) == 1
    assert "now shows 3 of 4 shells" in scene.states[-2][1]


def test_a_throw_of_which_something_was_read_waits_for_people(scene: Scene) -> None:
    scene.table.start(CHOWKA)
    three = Reading("cowries", shells(2, 3).seen, False, (of_number(3, 4, dice=False),), missing=1)
    scene.run(read(three), read(shells(4)))
    assert [one.throw for one in scene.table.model.waiting] == [None, Cowries(4, 4)]


def test_a_throw_that_was_touched_afterwards_is_told_but_not_thrown(scene: Scene) -> None:
    scene.table.start(CHOWKA)
    scene.run(read(shells(3)), read(shells(2), changed=True))
    assert scene.happened(Threw) == [Threw(0, Cowries(3, 4), "camera", "throw-1", value=3)]
    assert "now shows 2 of 4 shells mouth up" in scene.states[-2][1]


def test_a_throw_that_comes_early_is_kept_with_its_photograph(scene: Scene) -> None:
    scene.table.start(CHOWKA)
    scene.run(read(shells(4)), read(shells(2)), read(shells(1)))
    kept = scene.happened(ThrowKept)
    assert kept
    assert len(scene.pictures.kept) == 3
    assert all(isinstance(one, ThrowKept) and one.photo for one in kept)


def test_what_lies_there_after_an_undo_is_no_new_throw(scene: Scene) -> None:
    scene.table.start(CHOWKA)
    scene.run(
        read(shells(3)),
        lambda: scene.table.do(Undo()),
        *[WatchStep(State.READ)] * 3,
        WatchStep(State.CLEARED),
    )
    assert len(scene.happened(Threw)) == 1
    assert wants_throw(scene.table)


def test_a_throw_after_the_game_is_over_is_a_message(scene: Scene) -> None:
    scene.table.start(CHOWKA)
    home = {"pawns": [[24, 24, 24, 24], [0, 0, 0, 0]], "kadi": [True, False]}
    position = scene.table.model.rules.to_position(scene.table.model.state) | home
    del position["finished"]
    scene.table.do(SetPosition(position))
    assert wanted_throw(scene.table) is None
    scene.run(read(shells(3)))
    assert scene.happened(Threw) == []
    assert scene.pictures.kept == []
    assert scene.states[0][1] == "a throw was seen, but the game is over: start a new one on a phone"


def test_a_throw_without_a_game_is_a_message_that_goes_when_the_next_throw_begins(scene: Scene) -> None:
    scene.run(read(shells(3)), WatchStep(State.HAND))
    assert scene.events == []
    assert "no game lies on the table" in scene.states[0][1]
    assert scene.states[1] == ("hand", "")


def test_a_throw_that_cannot_be_written_is_kept_and_written_later(scene: Scene) -> None:
    scene.table.start(CHOWKA)
    scene.failing = 1

    def later() -> None:
        scene.now += 10

    scene.run(read(shells(3)), WatchStep(State.READ), later, WatchStep(State.READ))
    assert "make room; the throw is kept" in scene.states[0][1]
    assert scene.happened(Threw) == [Threw(0, Cowries(3, 4), "camera", "throw-1", value=3)]
    assert len(scene.pictures.kept) == 1


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.loop.RETRY_S", 0.01)


def test_a_lost_camera_is_away_and_comes_back(scene: Scene, soon: None) -> None:
    def breaks() -> None:
        raise SystemError("returned NULL without setting an exception")

    scene.table.start(CHOWKA)
    script = scene.run(
        WatchStep(State.EMPTY), CameraError("the camera was unplugged"), CameraError("no camera"),
        WatchStep(State.EMPTY), breaks, WatchStep(State.EMPTY), read(shells(3)),
    )  # fmt: skip
    assert scene.states[:4] == [
        ("empty", ""),
        ("away", "the camera was unplugged; until then, type the throws"),
        ("away", "no camera; until then, type the throws"),
        ("empty", ""),
    ]
    assert [state for state, _ in scene.states[4:]] == ["away", "empty", "read", "off"]
    assert "stopped giving pictures" in scene.states[4][1]
    assert len(scene.happened(Threw)) == 1
    assert script.opened == script.closed == 4


def test_what_fails_with_one_frame_is_over_with_the_next(scene: Scene) -> None:
    scene.table.start(CHOWKA)
    faults = [FrameError("a picture must hold whole numbers"), cv2.error("bad"), TypeError("no picture")]
    faults += [OSError("EIO"), RuntimeError("lost"), sqlite3.OperationalError("busy")]
    scene.run(*faults, read(shells(3)))
    assert len(scene.happened(Threw)) == 1
    assert scene.states[0][1], "it is told"
    assert [state for state, _ in scene.states if state == "away"] == []


def test_two_seconds_in_which_every_frame_fails_are_a_loss(scene: Scene, soon: None) -> None:
    scene.table.start(CHOWKA)

    def later() -> None:
        scene.now += 1.5

    fault = TypeError("no picture")
    script = scene.run(fault, later, fault, later, fault, WatchStep(State.EMPTY), read(shells(3)))
    assert [state for state, _ in scene.states] == ["starting", "away", "empty", "read", "off"]
    assert "cannot be read: no picture; until then, type the throws" in scene.states[1][1]
    assert (script.opened, script.closed) == (2, 2)
    assert len(scene.happened(Threw)) == 1


@pytest.mark.parametrize("typed", [False, True])
def test_what_was_typed_while_the_camera_was_away_is_not_read_again(
    scene: Scene, soon: None, typed: bool
) -> None:
    scene.table.start(CHOWKA)

    def type_it() -> None:
        if typed:
            scene.table.do(TakeThrow(Cowries(3, 4)))

    script = scene.run(WatchStep(State.EMPTY), CameraError("gone"), type_it, WatchStep(State.EMPTY))
    assert (scene.watches, script.interrupted) == ((2, 0) if typed else (1, 1))


def test_a_throw_whose_picture_cannot_be_packed_is_read_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = iter([cv2.error("out of memory")])

    def once(frame: Frame, *, quality: int) -> bytes:
        for error in packed:
            raise error
        return pictures.packed(frame, quality=quality)

    monkeypatch.setattr("device.loop.packed", once)
    scene.table.start(CHOWKA)
    script = scene.run(read(shells(3)), read(shells(3)))
    assert script.forgotten == 1
    assert len(scene.happened(Threw)) == 1


def test_a_throw_that_nothing_can_take_is_told_and_stands_in_nobodys_way(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = iter([ValueError("no such throw")])

    def once(raw: bytes, ringed: bytes) -> str:
        for error in kept:
            raise error
        return "throw-1"

    monkeypatch.setattr(scene.pictures, "keep_photograph", once)
    scene.table.start(CHOWKA)
    scene.run(read(shells(2)), read(shells(3)))
    assert "nothing was changed: no such throw" in scene.states[0][1]
    assert scene.happened(Threw) == [Threw(0, Cowries(3, 4), "camera", "throw-1", value=3)]


def test_a_listener_that_fails_stops_neither_the_loop_nor_the_others(scene: Scene) -> None:
    scene.table.start(CHOWKA)

    def fail() -> None:
        raise OSError("gone")

    scene.also = fail
    scene.run(WatchStep(State.EMPTY), read(shells(3)))
    assert [state for state, _ in scene.states] == ["empty", "read", "off"]
    assert len(scene.happened(Threw)) == 1


def test_a_missing_camera_makes_the_box_ready_keeps_the_watchdog_quiet_and_is_not_waited_for(
    scene: Scene,
) -> None:
    beats, heard = list[int](), list[int]()
    script = Script([CameraError("there is no camera")] * 99, scene.stop)
    loop = Loop(
        camera=script, table=scene.table, watch=lambda: script, photographs=scene.pictures,
        stop=scene.stop, beat=lambda: beats.append(1),
    )  # fmt: skip
    ends = loop.listen(lambda: heard.append(1))
    ends()
    ends()
    thread = threading.Thread(target=loop.run)
    thread.start()
    assert loop.ready.wait(5)
    scene.stop.set()
    thread.join(2)
    assert not thread.is_alive()
    assert beats
    assert loop.state().state == "away"
    assert heard == [], "who no longer listens is not called"


def test_the_picture_has_rings_while_the_throw_lies_there(scene: Scene) -> None:
    scene.table.start(CHOWKA)
    pictures: list[bytes | None] = []

    def look() -> None:
        pictures.append(scene.loop.picture())

    scene.run(look, WatchStep(State.EMPTY), look, read(shells(3)), look, WatchStep(State.CLEARED), look)
    before, empty, ringed, cleared = pictures
    assert before is None
    assert empty is not None
    assert ringed != empty
    assert cleared == empty


def test_the_left_die_is_the_first_players(scene: Scene) -> None:
    scene.table.start(BACKGAMMON)
    script = scene.run(read(dice(6, 5, xs=(30, 4))))
    assert script.expected[0] == Expect("dice", None)
    [threw] = scene.happened(Threw)
    assert isinstance(threw, Threw)
    assert threw.throw == Dice((5, 6))
    assert scene.table.model.turn == 1


def test_the_first_players_die_may_stay_in_the_tray(scene: Scene) -> None:
    scene.table.start(BACKGAMMON)
    scene.run(read(dice(4)), read(dice(4, 2)))
    throws = [threw.throw for threw in scene.happened(Threw) if isinstance(threw, Threw)]
    assert throws == [Dice((4,)), Dice((2,))]


def test_what_else_cameras_see_is_told_where_the_tray_has_nothing_to_say(scene: Scene) -> None:
    def moved() -> None:
        scene.note = Message("the board is not where it was")

    scene.table.start(CHOWKA)
    empty = WatchStep(State.EMPTY)
    scene.run(empty, moved, empty, empty)
    assert [text for _, text in scene.states[:2]] == ["", "the board is not where it was"]
