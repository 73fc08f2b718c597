"""The loop: what the eye tells becomes a throw, a question or a message, and nothing stops it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import pytest

from device.cameras.camera import Shot
from device.cameras.film import FilmCamera
from device.errors import CameraError
from device.eye.wanted import wanted_throw, wants_throw
from device.loop import Loop, alternatives, throw_of
from device.store import Journal
from engine.errors import RecordError
from engine.events import Event, Logged, Moved, Setup, Threw, ThrowAsked, ThrowKept
from engine.game import Waits
from engine.messages import Message
from engine.table import Table
from engine.throw import Cowries, Dice, Throw, ThrowKind
from vision import Doubt, Expect, Eye, Face, Frame, FrameError, Reading, Seen, State, Watch, WatchStep
from web.ports import EyeState

CAMERA = Message("a pretend camera")
T = TypeVar("T")
CHOWKA = Setup("chowka-bhara", "5x5", ("Asha", "Ravi"))
BACKGAMMON = Setup("backgammon", "standard", ("Asha", "Ravi"))
FOUR_SHELLS, TWO_DICE, ONE_DIE = ThrowKind("cowries", 4), ThrowKind("dice", 2), ThrowKind("dice", 1)


def seen(face: Face, *, x: float = 0, doubt: Doubt | None = None) -> Seen:
    others = ((Face.MOUTH, 0.3),) if face is Face.BACK and doubt else ()
    return Seen(face, 0.6 if doubt else 0.99, x, 5, 10, 10, others, doubt)


def shells(mouths: int, of: int = 4, *, doubt: str = "") -> Reading:
    faces = [Face.MOUTH] * mouths + [Face.BACK] * (of - mouths)
    doubts = (Doubt(doubt),) if doubt else ()
    return Reading(
        "cowries",
        tuple(
            seen(face, x=12 * n, doubt=doubts[0] if doubt and n == of - 1 else None)
            for n, face in enumerate(faces)
        ),
        not doubt,
        doubts,
    )


def dice(*pips: int, xs: Iterable[float] = (0, 20)) -> Reading:
    placed = zip(pips, xs, strict=False)
    return Reading("dice", tuple(seen(Face(str(pip)), x=x) for pip, x in placed), True)


def frame(level: int = 90) -> Frame:
    return np.full((60, 80, 3), level, np.uint8)


@dataclass
class Script:
    """A camera and a watch that tell what the test says, frame by frame."""

    told: list[WatchStep | Exception | Callable[[], object]]
    end: threading.Event
    expected: list[Expect] = field(default_factory=list)
    closed: int = 0
    opened: int = 0
    note: Message | None = None
    title: Message = CAMERA

    def shots(self) -> Iterator[Shot]:
        self.opened += 1
        while self.told:
            if isinstance(self.told[0], CameraError):
                raise self.told.pop(0)
            if callable(self.told[0]):
                self.told.pop(0)()
                continue
            yield Shot(frame(), 1.0)
        self.end.set()

    def close(self) -> None:
        self.closed += 1

    def set_expect(self, expect: Expect) -> None:
        self.expected.append(expect)

    def step(self, _: Frame, *, time_s: float, full: Callable[[], Frame] | None = None) -> WatchStep:
        told = self.told.pop(0)
        if isinstance(told, Exception):
            raise told
        return told


@dataclass
class Pictures:
    """Keeps photographs in memory."""

    kept: list[tuple[bytes, bytes]] = field(default_factory=list)

    def keep_photograph(self, raw: bytes, ringed: bytes) -> str:
        self.kept.append((raw, ringed))
        return f"throw-{len(self.kept)}"


@dataclass
class Scene:
    """A loop with everything around it."""

    events: list[Logged] = field(default_factory=list)
    pictures: Pictures = field(default_factory=Pictures)
    stop: threading.Event = field(default_factory=threading.Event)
    held: list[bool] = field(default_factory=list)
    failing: int = 0
    now: float = 0.0

    def __post_init__(self) -> None:
        self.table = Table(record=self.record)

    def record(self, events: Iterable[Logged]) -> None:
        if self.failing:
            self.failing -= 1
            raise RecordError("the journal cannot be written: make room")
        self.events += events

    def run(self, *told: WatchStep | Exception | Callable[[], object]) -> Script:
        script = Script(list(told), self.stop)
        self.loop = Loop(
            camera=script,
            table=self.table,
            watch=lambda: script,
            photographs=self.pictures,
            stop=self.stop,
            clock=lambda: self.now,
            hold_lights=self.held.append,
        )
        self.states: list[tuple[str, str]] = []
        self.loop.listen(lambda: self.states.append(heard(self.loop.state())))
        self.loop.run()
        return script

    def happened(self, kind: type) -> list[object]:
        return [logged.event for logged in self.events if isinstance(logged.event, kind)]


@pytest.fixture
def scene() -> Scene:
    return Scene()


def heard(state: EyeState) -> tuple[str, str]:
    return state.state, str(state.message or "")


def read(reading: Reading, *, changed: bool = False) -> WatchStep:
    return WatchStep(State.READ if reading.certain else State.UNCERTAIN, reading, changed)


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
        read(shells(3)), lambda: scene.table.undo(), *[WatchStep(State.READ)] * 3, WatchStep(State.CLEARED)
    )
    assert len(scene.happened(Threw)) == 1
    assert wants_throw(scene.table)


def test_a_throw_after_the_game_is_over_is_a_message(scene: Scene) -> None:
    scene.table.start(CHOWKA)
    home = {"pawns": [[24, 24, 24, 24], [0, 0, 0, 0]], "kadi": [True, False]}
    position = scene.table.model.rules.to_position(scene.table.model.state) | home
    del position["finished"]
    scene.table.set_position(position)
    assert wanted_throw(scene.table) is None
    scene.run(read(shells(3)))
    assert scene.happened(Threw) == []
    assert scene.pictures.kept == []
    assert scene.states[0][1] == "a throw was seen, but the game is over: start a new one on a phone"


def test_a_throw_without_a_game_is_a_message(scene: Scene) -> None:
    scene.run(read(shells(3)))
    assert scene.events == []
    assert "no game lies on the table" in scene.states[0][1]


def test_a_message_goes_when_the_next_throw_begins(scene: Scene) -> None:
    scene.run(read(shells(3)), WatchStep(State.HAND))
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


def test_a_frame_that_is_no_picture_does_not_stop_the_loop(scene: Scene) -> None:
    scene.table.start(CHOWKA)
    scene.run(FrameError("a picture must hold whole numbers"), cv2.error("bad"), read(shells(3)))
    assert len(scene.happened(Threw)) == 1
    assert "cannot be read" in scene.states[0][1]


def test_a_lost_camera_is_away_and_comes_back(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.loop.RETRY_S", 0.01)
    scene.table.start(CHOWKA)
    script = scene.run(
        WatchStep(State.EMPTY), CameraError("the camera was unplugged"), CameraError("no camera"),
        WatchStep(State.EMPTY), read(shells(3)),
    )  # fmt: skip
    assert scene.states[:4] == [
        ("empty", ""),
        ("away", "the camera was unplugged; until then, type the throws"),
        ("away", "no camera; until then, type the throws"),
        ("empty", ""),
    ]
    assert len(scene.happened(Threw)) == 1
    assert script.opened == 3
    assert script.closed == 3


def test_a_missing_camera_makes_the_box_ready_and_keeps_the_watchdog_quiet(scene: Scene) -> None:
    beats: list[int] = []
    script = Script([CameraError("there is no camera")], scene.stop)
    loop = Loop(
        camera=script, table=scene.table, watch=lambda: script, photographs=scene.pictures,
        stop=scene.stop, beat=lambda: beats.append(1),
    )  # fmt: skip
    thread = threading.Thread(target=loop.run)
    thread.start()
    assert loop.ready.wait(5)
    scene.stop.set()
    thread.join(5)
    assert beats
    assert loop.state().state == "away"


def test_a_stopping_box_does_not_wait_for_a_lost_camera(scene: Scene) -> None:
    script = Script([CameraError("gone")] * 99, scene.stop)
    loop = Loop(
        camera=script, table=scene.table, watch=lambda: script, photographs=scene.pictures, stop=scene.stop
    )
    thread = threading.Thread(target=loop.run)
    thread.start()
    loop.ready.wait(5)
    scene.stop.set()
    thread.join(1)
    assert not thread.is_alive()


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


def test_who_no_longer_listens_is_not_called(scene: Scene) -> None:
    script = Script([WatchStep(State.EMPTY)], scene.stop)
    loop = Loop(
        camera=script, table=scene.table, watch=lambda: script, photographs=scene.pictures, stop=scene.stop
    )
    called: list[int] = []
    stop = loop.listen(lambda: called.append(1))
    stop()
    stop()
    loop.run()
    assert called == []


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


@pytest.mark.parametrize(
    ("reading", "wanted", "throw"),
    [
        (shells(0), FOUR_SHELLS, Cowries(0, 4)),
        (shells(2, 3), FOUR_SHELLS, None),
        (dice(3, 1), FOUR_SHELLS, None),
        (dice(1, 3), TWO_DICE, Dice((1, 3))),
        (dice(1, 3, xs=(9, 2)), TWO_DICE, Dice((3, 1))),
        (dice(5), TWO_DICE, None),
        (dice(5), ONE_DIE, Dice((5,))),
        (shells(2, 2), TWO_DICE, None),
        (Reading("nothing", (), False), TWO_DICE, None),
        (Reading("cowries", (seen(Face.UNSURE), *shells(1, 3).seen), False), FOUR_SHELLS, None),
    ],
)
def test_a_reading_is_a_throw_only_of_the_wanted_kind(
    reading: Reading, wanted: ThrowKind, throw: Throw | None
) -> None:
    assert throw_of(reading, wanted) == throw


def test_no_answer_is_offered_twice() -> None:
    reading = Reading("dice", (seen(Face.ONE), seen(Face.THREE)), False, (Doubt("they touch"),))
    offered = alternatives(reading, TWO_DICE)
    assert len(offered) == len(set(offered))
    assert offered[0] == Dice((3, 1))


class FilmTime:
    """Time that goes only as the film is played, so that a minute of it takes seconds."""

    def __init__(self, stop: threading.Event) -> None:
        self._now = 0.0
        self._stop = stop

    def clock(self) -> float:
        return self._now

    def pause(self, seconds: float) -> bool:
        self._now += seconds
        if self._now > 120:
            self._stop.set()
        return self._stop.is_set()


@dataclass
class Evening:
    """A game played with the film by a person who moves when `moves` says so."""

    journal: Journal
    moves: Callable[[int], bool]
    """Asked with the number of throws that wait."""
    until: Callable[[list[Event]], bool]

    def play(self) -> list[Event]:
        stop = threading.Event()
        time = FilmTime(stop)
        table = Table(record=self.journal.record)
        table.start(CHOWKA)

        def pause(seconds: float) -> bool:
            model = table.model
            taps = model.rules.taps(model.state) if model.waits is Waits.MOVE else []
            if taps and self.moves(len(model.waiting)):
                table.play(taps[0].move)
            if self.until(self.events()):
                stop.set()
            return time.pause(seconds)

        camera = FilmCamera(
            wanted=lambda: wanted_throw(table),
            ready=lambda: wants_throw(table),
            clock=time.clock,
            pause=pause,
        )
        eye = Eye()
        Loop(
            camera=camera,
            table=table,
            watch=lambda: Watch(eye, expect=Expect("auto"), ignore_present=True),
            photographs=self.journal,
            stop=stop,
            clock=time.clock,
        ).run()
        return self.events()

    def events(self) -> list[Event]:
        return [logged.event for logged in self.journal.events(since=0, limit=9999)]


def of_kind(events: list[Event], kind: type[T]) -> list[T]:
    return [event for event in events if isinstance(event, kind)]


def test_the_film_moves_a_game_with_real_vision(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        evening = Evening(journal, lambda _: True, lambda events: len(of_kind(events, Moved)) >= 3)
        events = evening.play()
        threw = of_kind(events, Threw)
        assert len(of_kind(events, Moved)) >= 3
        assert of_kind(events, ThrowAsked) == []
        assert threw[0].throw == Cowries(2, 4)
        picture = journal.photograph(threw[0].photo)
        assert picture is not None
        assert cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR).shape == (480, 640, 3)


def test_a_throw_of_the_film_comes_early_and_is_taken_in_its_turn(tmp_path: Path) -> None:
    kept: list[int] = []

    def moves(waiting: int) -> bool:
        """Move at once for the first throw, then not before another throw has come early."""
        kept.append(waiting)
        return max(kept) > 0 or len(of_kind(evening.events(), Moved)) == 0

    with Journal(tmp_path) as journal:
        evening = Evening(journal, moves, lambda events: any(event.kept for event in of_kind(events, Threw)))
        events = evening.play()
    [early] = of_kind(events, ThrowKept)
    assert early.throw == Cowries(3, 4)
    assert early.photo
    [used] = [event for event in of_kind(events, Threw) if event.kept]
    assert (used.throw, used.photo) == (early.throw, early.photo)
