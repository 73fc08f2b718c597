"""What the eye concludes about the board, told to the table, each with the photograph of the board."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from device.board.picture import photograph
from device.follow.conclusions import Asks, Followed, Lost, Objects
from engine.errors import NotNowError, StaleError
from engine.events import BoardAsked
from engine.following.search import appearance_of
from engine.following.wrong import Objection
from engine.table import Table
from engine.table.commands import (
    AnswerBoard,
    AskBoard,
    ConfirmBoard,
    EnterBoard,
    FindBoard,
    FollowBoard,
    LoseBoard,
    RefuseBoard,
    TakeMoveBack,
)
from engine.table.questions import Action, Illegal, Unclear, Wrong, is_of_board
from engine.table.state import Model, played
from vision import Frame
from vision.board import Pose

log = logging.getLogger(__name__)


class Photographs(Protocol):
    """Keeps pictures of the board; the journal does."""

    def keep_photograph(self, raw: bytes, ringed: bytes, *, kind: str = "throw") -> str:
        """Keep a picture, plain and with places framed, as JPEG; give its name."""


class Reports:
    """Tells one table. Methods that act raise `StaleError` where the game has gone on, and `RecordError`.

    It remembers nothing: what was asked and not answered stands in the game itself, so that nothing is said
    twice after a restart.
    """

    def __init__(self, table: Table, photographs: Photographs) -> None:
        """Name whom it tells, and who keeps the pictures."""
        self._table = table
        self._photographs = photographs

    def follow(self, followed: Followed, model: Model, frame: Frame, pose: Pose) -> None:
        """Play the turn that was seen, once what was played otherwise is taken back."""
        self._must_stand(model)
        photo = self._photo(frame, pose, _moved_on(model, followed))
        log.info("followed on the board: %s", " ".join(map(str, followed.done)))
        self._table.do(FollowBoard(followed.done, photo, followed.undo), at=model.revision)

    def ask(self, asked: Asks, model: Model, frame: Frame, pose: Pose) -> None:
        """Ask the players which of several turns it was."""
        self._must_stand(model)
        answers = tuple(one.done for one in asked.alternatives)
        undoes = tuple(one.undo for one in asked.alternatives)
        question = model.question
        if isinstance(question, Unclear) and question.asked.alternatives == answers:
            return
        log.info("not sure of the board: %d answers", len(answers))
        photo = self._photo(frame, pose, asked.places)
        at = self._close_objection(model)
        self._table.do(AskBoard(BoardAsked(answers, tuple(asked.places), photo, undoes)), at=at)

    def object(self, objects: Objects, model: Model, frame: Frame, pose: Pose) -> None:
        """Object to what the rules forbid; the legal part of the turn is played first."""
        self._must_stand(model)
        said = objects.objection
        if not said.done and not objects.undo and _is_said(said, model):
            return
        log.info("objects to %s: %s", said.move or said.kind, said.reason)
        photo = self._photo(frame, pose, said.places)
        try:
            self._table.do(RefuseBoard(said, photo, objects.undo), at=model.revision)
        except NotNowError as error:
            if said.move is None:
                raise
            log.info("said of the board, not of a move: %s", error)  # the turn has just ended
            self._table.do(RefuseBoard(replace(said, move=None), photo, objects.undo), at=model.revision)

    def enter(self, objects: Objects, model: Model, frame: Frame, pose: Pose) -> None:
        """Enter what the rules forbid as it was played; what can be no position is a lost board."""
        self._must_stand(model)
        said = objects.objection
        log.info("entered as played: %s, although %s", said.move or said.kind, said.reason)
        photo = self._photo(frame, pose, said.places)
        try:
            self._table.do(EnterBoard(said, photo, objects.undo), at=model.revision)
        except NotNowError as error:
            log.info("%s", error)
            self._table.do(LoseBoard(tuple(filter(None, said.places)), photo), at=model.revision)

    def lose(self, lost: Lost, model: Model, frame: Frame, pose: Pose) -> None:
        """Say that nothing explains the board."""
        self._must_stand(model)
        if model.lost is not None:
            return
        log.info("the board is lost: %s", " ".join(lost.places))
        photo = self._photo(frame, pose, lost.places)
        self._table.do(LoseBoard(tuple(lost.places), photo), at=model.revision)

    def find(self, model: Model) -> None:
        """Close what was said: the board stands as the game has it again."""
        question = model.question
        if isinstance(question, Unclear):
            nothing = [n for n, one in enumerate(question.asked.alternatives) if not one]
            self._table.do(AnswerBoard(question.seq, nothing[0] if nothing else None))
        else:
            self._close_objection(model)
        self._table.do(FindBoard())

    def take(
        self,
        position: Mapping[str, Any],
        frame: Frame,
        pose: Pose,
        places: Iterable[str],
        *,
        at: int,
        request: str = "",
    ) -> None:
        """Set the position of a picture: people say that the board is right.

        Raises:
            EngineError: As `ConfirmBoard`.
        """
        photo = self._photo(frame, pose, places)
        self._table.do(ConfirmBoard(position, photo), at=at, request=request)

    def _close_objection(self, model: Model) -> int:
        """Take back an objection to what no longer stands on the board; tell what the table has come to."""
        question = model.question
        if not isinstance(question, Illegal | Wrong) or not is_of_board(question):
            return model.revision
        self._table.do(TakeMoveBack(question.seq))
        return self._table.model.revision

    def _must_stand(self, model: Model) -> None:
        """Refuse before a photograph is kept for nothing.

        Raises:
            StaleError: If the game has changed since.
        """
        if self._table.model.revision != model.revision:
            raise StaleError("the game has gone on since the board was looked at")

    def _photo(self, frame: Frame, pose: Pose, places: Iterable[str]) -> str:
        raw, framed = photograph(frame, pose, places)
        return self._photographs.keep_photograph(raw, framed, kind="board")


def _is_said(said: Objection, model: Model) -> bool:
    """True if the very same is objected to already."""
    question = model.question
    if isinstance(question, Wrong):
        refused = question.refused
        places = tuple(filter(None, said.places))
        return (refused.kind, refused.reason, refused.places) == (said.kind, said.reason, places)
    return isinstance(question, Illegal) and is_of_board(question) and question.move == said.move


def _moved_on(model: Model, followed: Followed) -> list[str]:
    """List the squares on which something else stands after a turn."""
    line = model.line.cut(model.place(followed.undo)) if followed.undo else model.line
    for done in followed.done:
        line = played(line, Action(0, line.turn, done))
    before, after = (Counter(appearance_of(model.rules, one)) for one in (model.state, line.state))
    return sorted({square for square, _, _ in ((before - after) + (after - before))})
