"""What the box learns from confirmed throws: real table, journal on disk, and the eye on pictures."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.cameras.pictures import packed, telling_tray
from device.eye.lessons import Lessons
from device.eye.taught import OneEye, taught_of
from device.first_game import BoxTable
from device.store import Journal
from engine.events import Setup, ThrowAsked
from engine.game import Waits
from engine.move import EndTurn
from engine.record import write
from engine.table.commands import AskThrow, CorrectThrow, PlayMove, Redo, SettleCorrection, TakeThrow, Undo
from engine.table.questions import Conflict
from engine.throw import Cowries
from places import FRAMES
from vision import Expect, Eye, Face, Frame, Tray
from vision.house_set import HouseSet, ShownThrow
from waiting_for_tests import wait_until
from web.house.settings import HouseSettings

until = partial(wait_until, within_s=60)
SHELLS = 4


class Seeing(Eye):
    """An eye that remembers what it was shown as lessons, and learns the count from each."""

    def __init__(self) -> None:
        self.shown: list[tuple[int, int, bool]] = []
        self.knows: HouseSet = HouseSet()
        self.trays: list[object] = []

    @property
    def name(self) -> str:
        return "12ab34cd"

    def use(self, taught: object) -> None:
        self.knows = taught.of_eye(self.name).shells  # type: ignore[attr-defined]

    def lesson(
        self,
        frame: Frame,
        *,
        count: int,
        mouths: int,
        answered: bool = True,
        tray: object = None,
        number: int = 0,
    ) -> ShownThrow | None:
        self.shown.append((number, mouths, answered))
        self.trays.append(tray)
        mean = (80.0, 1.0, 9.0, 12.0, 6.9, 0.1)
        backs = count - mouths
        return ShownThrow(mouths, backs, mean if mouths else (), mean if backs else (), 0, mouths, number)


class Table:
    """A game of chowka bhara on a journal on disk, thrown by camera."""

    def __init__(self, folder: Path, eye: Eye | None = None) -> None:
        self.journal = Journal(folder)
        self.settings = HouseSettings(self.journal)
        self.table = BoxTable(self.journal)
        self.eye = eye or Seeing()
        self.busy = False
        self.lessons = Lessons(
            journal=self.journal,
            settings=self.settings,
            eye=OneEye(self.eye),
            played=lambda: self.table.model if self.table.has_game else None,
            busy=lambda: self.busy,
        )

    def start(self) -> None:
        self.table.start(Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), {}, 0))

    def close(self) -> None:
        self.lessons.close()
        self.journal.close()

    def throw(self, mouths: int, *, asked: bool = False, picture: bytes = b"") -> str:
        """Throw, asked about or not, play what must be played, and return the photograph's name."""
        raw = picture or packed(np.full((48, 64, 3), 90, np.uint8), quality=90)
        photo = self.journal.keep_photograph(raw, raw)
        if asked:
            self.table.do(
                AskThrow(
                    ThrowAsked(
                        faces=tuple(["mouth"] * 4), alternatives=(Cowries(mouths, SHELLS),), photo=photo
                    )
                )
            )
            self.table.do(CorrectThrow(self.table.model.waiting[0].seq, Cowries(mouths, SHELLS)))
        else:
            self.table.do(TakeThrow(Cowries(mouths, SHELLS), photo=photo))
        while self.table.model.waits is Waits.MOVE:
            moves = self.table.model.line.moves
            self.table.do(PlayMove(moves[0] if moves else EndTurn()))
        return photo

    def number(self, photo: str) -> int:
        return int(photo.rpartition("-")[2])

    @property
    def learnt(self) -> list[int]:
        return [one.of for one in taught_of(self.settings.get()).shells.throws]


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Table]:
    with closing(Table(tmp_path)) as table:
        table.start()
        yield table


def seeing(table: Table) -> Seeing:
    assert isinstance(table.eye, Seeing)
    return table.eye


def test_a_throw_teaches_once_as_soon_as_the_next_player_has_thrown(at: Table) -> None:
    first = at.throw(2)
    at.lessons.look()
    assert at.learnt == []
    at.throw(3)
    at.lessons.look()
    assert at.learnt == [at.number(first)]
    assert at.lessons.count() == 1
    assert len(seeing(at).knows.throws) == 1
    at.lessons.look()
    assert len(seeing(at).shown) == 1, "a throw is looked at once"


def test_what_people_answered_is_told_apart_from_what_they_played_on_with(at: Table) -> None:
    at.throw(2, asked=True)
    at.throw(3)
    at.throw(1)
    at.lessons.look()
    assert [(mouths, answered) for _, mouths, answered in seeing(at).shown] == [(2, True), (3, False)]


def test_what_is_undone_is_taken_back_and_what_comes_back_is_learnt_again(at: Table) -> None:
    first, second = at.throw(2), at.throw(3)
    at.throw(1)
    at.lessons.look()
    assert at.learnt == [at.number(first), at.number(second)]
    seq = next(one.seq for one in at.table.model.line.actions if getattr(one, "photo", "") == second)
    at.table.do(Undo(seq))
    at.lessons.look()
    assert at.learnt == []  # the first turn is the last now
    at.table.do(Redo())
    at.lessons.look()
    assert at.learnt == [at.number(first), at.number(second)]


def test_a_correction_replaces_the_lesson(at: Table) -> None:
    first = at.throw(2)
    at.throw(3)
    at.lessons.look()
    seq = next(one.seq for one in at.table.model.line.actions if getattr(one, "photo", "") == first)
    at.table.do(CorrectThrow(seq, Cowries(3, SHELLS)))
    question = at.table.model.question
    if isinstance(question, Conflict):
        learnt = at.learnt
        at.lessons.look()
        assert at.learnt == learnt
        at.table.do(SettleCorrection(question.at.seq, "accepted"))
    at.lessons.look()
    told = {one.of: one.told for one in taught_of(at.settings.get()).shells.throws}
    assert told == {at.number(first): 3}


@pytest.mark.parametrize(
    "told",
    [{"source": "typed"}, {"photo": "../../etc/passwd"}, {"photo": ""}],
    ids=["typed, without a photograph", "of a name that the box never gives", "its photograph is gone"],
)
def test_a_throw_without_a_photograph_of_the_box_teaches_nothing(at: Table, told: dict[str, Any]) -> None:
    if told == {"photo": ""}:
        at.journal.photographs.remove(at.throw(2))
    else:
        at.table.do(TakeThrow(Cowries(2, SHELLS), **told))
        while at.table.model.waits is Waits.MOVE:
            at.table.do(PlayMove(at.table.model.line.moves[0]))
    at.throw(3)
    at.lessons.look()
    assert at.learnt == []


def test_nothing_is_learnt_while_something_moves(at: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.eye.lessons._PATIENCE_S", 0.3)
    at.throw(2)
    at.throw(3)
    at.busy = True
    at.lessons.look()
    assert at.learnt == []


def test_a_photograph_that_says_where_the_tray_was_goes_before_the_settings(at: Table) -> None:
    then, now = ([(x, 0.1), (0.9, 0.1), (0.9, 0.9), (x, 0.9)] for x in (0.1, 0.4))
    at.settings.set(tray=[list(corner) for corner in now])
    plain = packed(np.full((48, 64, 3), 90, np.uint8), quality=90)
    at.throw(2, picture=telling_tray(plain, Tray.from_corners(then)))
    at.throw(3)
    at.throw(1)
    at.lessons.look()
    assert seeing(at).trays == [Tray.from_corners(then), Tray.from_corners(now)]


def test_what_was_learnt_is_there_after_a_restart_and_small(tmp_path: Path) -> None:
    with closing(Table(tmp_path)) as table:
        table.start()
        for mouths in (2, 3) * 20:
            table.throw(mouths)
        table.lessons.look()
        learnt = table.learnt
        assert len(json.dumps(table.settings.get().taught)) < 4096
    assert len(learnt) == 24
    with closing(Table(tmp_path)) as again:
        assert again.learnt == learnt
        assert len(seeing(again).knows.throws) == 24
        again.lessons.look()
        assert seeing(again).shown == []


def test_what_is_forgotten_is_not_learnt_again(at: Table) -> None:
    for mouths in (2, 3, 1):
        at.throw(mouths)
    at.lessons.look()
    at.lessons.forget()
    assert at.lessons.count() == 0
    assert seeing(at).knows == HouseSet()
    at.lessons.look()
    assert at.learnt == []
    fourth = at.throw(2)
    at.throw(3)
    at.lessons.look()
    assert at.learnt == [at.number(fourth)]


def test_what_another_eye_learnt_is_let_go_with_a_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    old = ShownThrow(1, 0, (80.0, 1.0, 9.0, 12.0, 6.9, 0.1), of=3)
    with Journal(tmp_path) as journal:
        taught = {"dice": 0.9, "shells": [write(old)], "eye": "00000000"}
        HouseSettings(journal).set(taught=taught)
    with caplog.at_level(logging.WARNING), closing(Table(tmp_path)) as table:
        assert "other models" in caplog.text
        assert table.lessons.count() == 0
        assert taught_of(table.settings.get()).dice == 0.9


def four_shells(eye: Eye) -> Frame:
    """A picture of five shells, one back painted over."""
    frame = np.asarray(cv2.imread(str(FRAMES / "composed-9034.jpg")), np.uint8)
    seen = eye.read(frame, expect=Expect("cowries", 5)).seen
    gone = next(one for one in seen if one.face is Face.BACK)
    cover = np.zeros(frame.shape[:2], np.uint8)
    middle = tuple(round(part) for part in gone.centre)
    cv2.circle(cover, middle, round(0.75 * gone.width), 255, -1)
    return np.asarray(cv2.inpaint(frame, cover, 5, cv2.INPAINT_TELEA), np.uint8)


def test_the_real_eye_learns_in_a_thread_from_the_photograph(tmp_path: Path) -> None:
    eye = Eye()
    picture = packed(four_shells(eye), quality=90)
    with closing(Table(tmp_path, eye)) as table:
        table.start()
        first = table.throw(1, asked=True, picture=picture)
        table.throw(1, picture=picture)
        table.lessons.start()
        until(lambda: table.lessons.count() == 1)
        [one] = taught_of(table.settings.get()).shells.throws
        assert (one.mouths, one.backs, one.told, one.of) == (1, 3, 1, table.number(first))
        assert one.mouth[4] > 3
        assert one.back[4] < -3
        table.throw(1, picture=picture)
        until(lambda: table.lessons.count() == 2)
    with closing(Table(tmp_path, eye)) as table:
        assert table.lessons.count() == 2
