"""What the eye concludes about the board, told to the table, each with the photograph of the board."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable
from typing import Protocol

from device.eye.board_picture import photograph
from device.follow.conclusions import Asks, Followed, Lost, Objects
from engine.errors import StaleError
from engine.following.search import appearance_of
from engine.table import Table
from engine.table.state import Action, Model, played
from vision import Frame
from vision.board import Pose

log = logging.getLogger(__name__)


class Photographs(Protocol):
    """Keeps pictures of the board; the journal does."""

    def keep_photograph(self, raw: bytes, ringed: bytes, *, kind: str = "throw") -> str:
        """Keep a picture, plain and with places framed, as JPEG; give its name."""


class Reports:
    """Tells one table. All methods raise `StaleError` where the game has gone on, and `RecordError`."""

    def __init__(self, table: Table, photographs: Photographs) -> None:
        """Name whom it tells, and who keeps the pictures."""
        self._table = table
        self._photographs = photographs

    def follow(self, followed: Followed, model: Model, frame: Frame, pose: Pose) -> None:
        """Play the turn that was seen, once what was played otherwise is taken back."""
        self._must_stand(model)
        photo = self._photo(frame, pose, _moved_on(model, followed))
        at = self._take_back(followed.undo, model)
        log.info("followed on the board: %s", " ".join(map(str, followed.done)))
        self._table.follow(followed.done, photo=photo, at=at)

    def ask(self, asked: Asks, model: Model, frame: Frame, pose: Pose) -> None:
        """Ask the players which of several turns it was."""
        self._must_stand(model)
        photo = self._photo(frame, pose, asked.places)
        alternatives = [one.done for one in asked.alternatives]
        log.info("not sure of the board: %d answers", len(alternatives))
        self._table.ask_board(alternatives, places=asked.places, photo=photo, at=model.revision)

    def object(self, objects: Objects, model: Model, frame: Frame, pose: Pose) -> None:
        """Object to what the rules forbid."""
        self._must_stand(model)
        said = objects.objection
        photo = self._photo(frame, pose, said.places)
        at = self._take_back(objects.undo, model)
        log.info("objects to %s: %s", said.move or said.kind, said.reason)
        self._table.object_to(said, photo=photo, at=at)

    def lose(self, lost: Lost, model: Model, frame: Frame, pose: Pose) -> None:
        """Say that nothing explains the board."""
        self._must_stand(model)
        log.info("the board is lost: %s", " ".join(lost.places))
        photo = self._photo(frame, pose, lost.places)
        self._table.lose_board(lost.places, photo=photo, at=model.revision)

    def find(self, model: Model) -> None:
        """Say that the board stands as the game has it again."""
        self._table.found_board(at=model.revision)

    def _must_stand(self, model: Model) -> None:
        """Refuse before a photograph is kept for nothing.

        Raises:
            StaleError: If the game has changed since.
        """
        if self._table.model.revision != model.revision:
            raise StaleError("the game has gone on since the board was looked at")

    def _take_back(self, undo: int, model: Model) -> int:
        """Take back what hands have played otherwise; tell what the table has come to then."""
        if not undo:
            return model.revision
        self._table.undo(undo, at=model.revision)
        return self._table.model.revision

    def _photo(self, frame: Frame, pose: Pose, places: Iterable[str]) -> str:
        raw, framed = photograph(frame, pose, places)
        return self._photographs.keep_photograph(raw, framed, kind="board")


def _moved_on(model: Model, followed: Followed) -> list[str]:
    """List the squares on which something else stands after a turn."""
    line = model.line.cut(model.place(followed.undo)) if followed.undo else model.line
    for done in followed.done:
        line = played(line, Action(0, line.turn, done))
    before, after = (Counter(appearance_of(model.rules, one)) for one in (model.state, line.state))
    return sorted({square for square, _, _ in ((before - after) + (after - before))})
