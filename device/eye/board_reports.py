"""What the eye concludes about the board, told to the table, each with the photograph of the board."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from device.eye.board_picture import photograph
from device.follow.conclusions import Asks, Followed, Lost, Objects
from engine.errors import NotNowError, StaleError
from engine.following.search import appearance_of
from engine.messages import Message
from engine.reasons import Reason
from engine.table import Table
from engine.table.questions import Action, Illegal
from engine.table.state import Model, played
from vision import Frame
from vision.board import Pose

log = logging.getLogger(__name__)


ASKS = Message("the eye is not sure what was played on the board: say it under “The board” in the menu")
WRONG = Message("the board shows what the rules do not allow: look at “The board” in the menu")
LOST_TRACK = Message(
    "the eye does not understand the board any more: look at “The board” in the menu, where it and the game "
    "are side by side"
)


class Photographs(Protocol):
    """Keeps pictures of the board; the journal does."""

    def keep_photograph(self, raw: bytes, ringed: bytes, *, kind: str = "throw") -> str:
        """Keep a picture, plain and with places framed, as JPEG; give its name."""


@dataclass(frozen=True, slots=True)
class Open:
    """What the eye has said of the board and nobody has answered."""

    game: int
    revision: int
    """As the game stood then; when it goes on, this is over."""
    note: Message
    """For everybody at the table."""
    places: tuple[str, ...]
    photo: str
    asked: tuple[Followed, ...] = ()
    """The turns of which one was played; empty where the board is lost or nothing explains it."""
    reason: Reason | None = None
    """Why the rules do not allow what stands there; None where nothing is objected to."""

    @property
    def is_lost(self) -> bool:
        """True if nothing explains the board."""
        return self.note == LOST_TRACK


class Reports:
    """Tells one table. Methods that act raise `StaleError` where the game has gone on, and `RecordError`.

    A question and a loss are kept here, not in the journal: after a restart the eye looks again, and says
    them again if they are still so.
    """

    def __init__(
        self, table: Table, photographs: Photographs, *, remark: Callable[[str], None] = lambda _: None
    ) -> None:
        """Name whom it tells, who keeps the pictures, and who says aloud what is no event of the game."""
        self._remark = remark
        self._table = table
        self._photographs = photographs
        self._open: Open | None = None

    def open(self) -> Open | None:
        """Return what nobody has answered yet; None while there is nothing. For any thread, at once."""
        said = self._open
        if said is None or not self._table.has_game:
            return None
        model = self._table.model
        return said if (said.game, said.revision) == (model.game, model.revision) else None

    def note(self) -> Message | None:
        """Tell what everybody at the table should know; None when all is well. For any thread, at once."""
        said = self.open()
        return None if said is None else said.note

    def answer(self, which: int | None, *, at: int, request: str = "") -> None:
        """Play the turn that players say it was; None leaves the game as it is.

        Raises:
            NotNowError: If nothing is asked any more.
            EngineError: As `Table.follow`.
        """
        said = self.open()
        if said is None or (which is not None and which >= len(said.asked)):
            raise NotNowError("nothing is asked about the board any more")
        if which is not None and (chosen := said.asked[which]).done:
            if chosen.undo:
                self._table.undo(chosen.undo, at=at)
                at = self._table.model.revision
            self._table.follow(chosen.done, photo=said.photo, at=at, request=request)
        self._open = None

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
        log.info("not sure of the board: %d answers", len(asked.alternatives))
        self._open = Open(model.game, model.revision, ASKS, asked.places, photo, asked.alternatives)
        self._remark("board-asked")

    def object(self, objects: Objects, model: Model, frame: Frame, pose: Pose) -> None:
        """Object to what the rules forbid; the legal part of the turn is played first."""
        self._must_stand(model)
        said = objects.objection
        photo = self._photo(frame, pose, said.places)
        log.info("objects to %s: %s", said.move or said.kind, said.reason)
        at = self._take_back(objects.undo, model)
        if said.done:
            self._table.follow(said.done, photo=photo, at=at)
            at = self._table.model.revision
        try:
            if said.move is not None:
                self._table.object_to(said.move, photo=photo, at=at)
                return
        except NotNowError as error:
            log.info("said on the page alone: %s", error)  # the turn has just ended
        now = self._table.model
        self._open = Open(now.game, now.revision, WRONG, said.places, photo, reason=said.reason)
        self._remark("board-wrong")

    def lose(self, lost: Lost, model: Model, frame: Frame, pose: Pose) -> None:
        """Say that nothing explains the board."""
        self._must_stand(model)
        log.info("the board is lost: %s", " ".join(lost.places))
        photo = self._photo(frame, pose, lost.places)
        self._open = Open(model.game, model.revision, LOST_TRACK, lost.places, photo)
        self._remark("board-lost")

    def find(self, model: Model) -> None:
        """Take back what was said: the board stands as the game has it again."""
        self._open = None
        question = model.question
        if isinstance(question, Illegal) and question.source == "camera":
            self._table.moved_back(question.seq)

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
