"""How the eye on the board is set up from a phone, and what it sees there.

It joins what the camera sees now, what is kept in the settings (`device.camera.placement`) and the watch that
notices a bumped board (`device.camera.watch`). The board is looked at only while somebody asks, at most every
`FRESH_S`, and each reading is followed by a rest that is longer than it took. While something moves in the
tray, and where the board does not lie where it was set up, nothing is read at all.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2

from device.camera.frames import FRESH_S
from device.camera.placement import (
    KeptBoard,
    drawn_to_edges,
    empty_board,
    is_news,
    keep_board,
    kept_board,
    laid_by_markers,
    near_enough,
    pieces_line,
    pixels_of,
    plan_laid,
    posed,
    posed_or_refused,
)
from device.camera.tray import no_picture
from device.camera.watch import LOST, BoardWatch, PlacedBoard
from device.cameras.pictures import LONGEST, Packed, Size, size_of, smaller
from device.doubts import message_of
from device.follow import board_lessons as lessons
from device.follow.board_spots import is_on
from engine.backgammon.board import CHECKERS
from engine.messages import Message
from engine.table import Table
from engine.table.state import Model
from vision import Frame, VisionError
from vision.board import CornerError, Plan, Pose
from vision.board.learnt import Learnt
from vision.board.occupancy import BESIDE, LIKELY, Occupancy
from vision.board.placing.markers import Found, Markers
from vision.board.reader import BoardReader
from vision.board.whole_set import of_whole_sets
from vision.overlay import draw_board
from web.house.settings import EarlierPlacement, HouseSettings
from web.ports import (
    BoardCamera,
    BoardLine,
    Corner,
    MarkedLine,
    NoBoardError,
    PiecesLine,
    Placement,
    StandingLine,
)

log = logging.getLogger(__name__)

REST = 2.0
"""After a reading nothing is read for so many times as long as it took: the tray comes first."""

_LABELS = 1.6
"""The numbers on the picture, in parts of their usual size: phones show it narrow."""

SHAPE = Message(
    "the camera’s pictures have another shape than when the board was set up: set its corners anew"
)

_UNREAD = Message("what stands on the board cannot be told in this picture")


@dataclass(frozen=True, eq=False, slots=True)
class Look:
    """One picture, and what was seen in it."""

    number: int
    small: Frame
    """The picture as phones get it: the whole of it is not kept, it would be 9 MB of a wide camera."""
    size: Size
    """Width and height of the whole picture in pixels."""
    found: Found | None = None
    plan: Plan | None = None
    kept: KeptBoard | None = None
    pose: Pose | None = None
    seen: Occupancy | None = None
    learnt: Learnt | None = None
    trouble: Message | None = None


@dataclass(frozen=True, slots=True)
class SetUp(PlacedBoard):
    """The board of the game in progress, as it was set up."""

    learnt: Learnt


class BoardSetup(BoardCamera):
    """What an admin's phone sees and sets of the eye on the board. For any thread."""

    def __init__(
        self,
        *,
        frames: Callable[[], Frame | None],
        table: Table,
        settings: HouseSettings,
        reader: BoardReader,
        shows_board: Callable[[], bool] = lambda: True,
        busy: Callable[[], bool] = lambda: False,
        lens: Callable[[], str] = lambda: "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Look at nothing yet.

        `frames` gives the latest picture of whichever camera sees the board, in full resolution;
        `shows_board` is False while that is the film, which shows a tray. While something moves in the tray,
        as `busy` says, nothing is read. `lens` names the camera's as `vision.board.LENSES` does.
        """
        self._frames = frames
        self._table = table
        self._settings = settings
        self._shows_board = shows_board
        self._lens = lens
        self._reader = reader
        self._busy = busy
        self._clock = clock
        self._markers = Markers()
        self._looking = threading.Lock()
        self._now: Look | None = None
        self._next = 0.0
        self._packed = Packed()
        self.watch = BoardWatch(frames=frames, watched=self._placed, clock=clock)
        """Notices when the board is bumped."""
        self._changing = threading.Lock()
        self._news = True
        self._set_up: tuple[object, SetUp | None] = (None, None)
        settings.listen(self._hear)

    def set_up(self) -> SetUp | None:
        """Return how the board of the game in progress was set up, for who follows it; quick to ask often.

        None without a game, where corners or pieces were not set up, and while the camera shows a tray.
        """
        game = self._game()
        key = None if game is None else (game.game, len(game.setup.names), self._shows_board())
        if self._news or key != self._set_up[0]:
            self._news = False
            self._set_up = key, self._set_up_of(game)
        return self._set_up[1]

    def lies(self) -> bool:
        """True if nothing says that the board lies elsewhere than it was set up. For any thread, at once."""
        return not (self.watch.moved() or self.watch.is_lost())

    def size(self) -> tuple[int, int] | None:
        look = self.look()
        return None if look is None else size_of(look.small)

    def picture(self, draft: Placement | None = None, *, bare: bool = False) -> bytes | None:
        self.watch.lease()
        look, game, draft = self.look(), self._game(), draft and self._seen_through(draft)

        def drawn(look: Look) -> Frame:
            if bare:
                return look.small
            return _with_seen(look.small, look) if draft is None else _with_draft(look.small, draft, game)

        return None if look is None else self._packed.of((look, draft, bare), lambda: drawn(look))

    def line(self) -> BoardLine | None:
        game = self._game()
        if game is None:
            return None
        kept, saved, look = self._kept(game), self._saved(game), self.look()
        pose = None if look is None or look.kept != kept else look.pose
        moved = self.watch.moved() if kept is not None else ()
        return BoardLine(
            game.setup.game,
            game.setup.preset,
            tuple(game.setup.names),
            any(square.kind == "bar" for square in game.rules.layout.squares),
            None if saved is None else _laid(saved),
            None if pose is None else pieces_line(pose),
            LOST if kept is not None and self.watch.is_lost() else None if look is None else look.trouble,
            is_learnt=kept is not None and usable(kept, game) is not None,
            can_learn=pose is not None and lessons.can_teach(game, pose.plan),
            has_empty=kept is not None and kept.is_empty,
            can_tell=kept is not None and self.watch.can_tell(),
            moved=replace(_laid(saved), corners=moved) if saved is not None and moved else None,
            shows_board=self._shows_board(),
            camera=self._lens(),
            before=None if saved is None or saved.back is None else _laid(saved.back),
        )

    def standing(self) -> StandingLine | None:
        look = self.look()
        if look is None or look.seen is None or look.learnt is None:
            return None
        seen = look.seen.places
        standing = [place.standing for place in seen if place.standing is not None]
        return StandingLine(
            look.number,
            tuple(sum(one[owner] for one in standing) for owner in range(len(look.learnt.colours))),
            unsure=sum(not one.is_hidden and (one.sure < LIKELY or one.or_more) for one in seen),
            hidden=sum(one.is_hidden for one in seen),
            is_certain=look.seen.is_certain,
            doubts=tuple(map(message_of, look.seen.doubts)),
        )

    def marked(self) -> MarkedLine | None:
        look = self.look()
        if look is None or look.found is None:
            return None
        if not self._markers.can_find:
            return MarkedLine(None, 0, can=False)
        bar = 1.0 if look.kept is None else look.kept.bar
        laid = laid_by_markers(look.found, look.size, bar=bar)
        if laid is not None and not is_news(laid, look.kept, look.pose):
            laid = None
        return MarkedLine(laid, len(look.found.corners), tuple(map(message_of, look.found.doubts)))

    def pieces(self, draft: Placement) -> PiecesLine:
        look, game = self.look(), self._must_play()
        if look is None:
            raise no_picture()
        draft, size = self._seen_through(draft), look.size
        return pieces_line(posed_or_refused(game.rules.layout, draft, size))

    def keep(self, draft: Placement) -> None:
        game, frame = self._must_play(), self._must_see()
        pose = posed_or_refused(game.rules.layout, self._seen_through(draft), size_of(frame))
        near_enough(pose)
        with self._changing:
            old = self._saved(game)
            new = replace(
                old or KeptBoard(draft.corners),
                corners=draft.corners,
                quarters=draft.quarters,
                bar=draft.bar,
                lens=draft.lens,
                size=size_of(frame),
            )
            lies_there = old is not None and old.corners == old.shown and not self.watch.moved()
            if old is not None and old.is_empty and lies_there and old.fits(new.size):
                new = replace(new, shown=new.corners)  # the same picture, its corners set better
            else:
                new = new.seen(frame, pose)
            self._keep(game, new if old is None else new.instead_of(old))

    def refined(self, draft: Placement) -> tuple[Placement, float]:
        corners, part = drawn_to_edges(self._must_see(), draft.corners)
        return replace(draft, corners=corners), part

    def learn(self, taps: Sequence[Sequence[Corner]]) -> None:
        game, frame = self._must_play(), self._must_see()
        kept, pose = self._must_lie(game, frame)
        tapped = [
            [(float(x), float(y)) for x, y in pixels_of(tuple(one), pose.size)] if one else [] for one in taps
        ]
        if not all(is_on(pose, at) for one in tapped for at in one):
            raise NoBoardError(message_of(BESIDE))
        learnt = lessons.from_taps(self._reader, frame, pose, tapped, usable(kept, game))
        self._change(game, lambda kept: replace(kept, learnt=learnt))

    def learn_from_game(self) -> None:
        game, frame = self._must_play(), self._must_see()
        kept, pose = self._must_lie(game, frame)
        empty = empty_board(plan_laid(game.rules.layout, kept), kept)
        learnt = lessons.from_game(self._reader, frame, pose, game, empty)
        self._change(game, lambda kept: replace(kept, learnt=learnt))

    def take_empty(self) -> None:
        game, frame = self._must_play(), self._must_see()
        kept, pose = self._must_lie(game, frame)
        learnt = usable(kept, game)
        if learnt is not None:
            lessons.must_be_empty(self._reader, frame, pose, game, learnt)
        self._change(game, lambda kept: kept.seen(frame, pose, is_empty=True))

    def take_moved(self) -> None:
        game, corners = self._must_play(), self.watch.moved()
        kept = self._kept(game)
        if kept is None or not corners:
            raise NoBoardError("the board lies where it was set up: nothing is to be taken")
        draft = replace(_laid(kept), corners=corners)
        size = size_of(self._must_see())
        near_enough(posed_or_refused(game.rules.layout, draft, size))
        self._change(game, lambda kept: replace(kept, corners=corners).instead_of(kept))

    def take_back(self) -> None:
        game = self._must_play()
        kept = self._saved(game)
        if kept is None or kept.back is None:
            raise NoBoardError("there are no corners before these that could be brought back")
        self._change(game, KeptBoard.taken_back)

    def forget(self) -> None:
        with self._changing:
            self._keep(self._must_play(), None)

    def look(self) -> Look | None:
        """Return the latest look at the board, a fresh one if it is time; None before the first picture."""
        with self._looking:
            if self._now is None or self._clock() >= self._next:
                frame = self._frames()
                begin = self._clock()
                if frame is not None:
                    self._now = self._looked(frame, self._now)
                end = self._clock()
                self._next = end + max(FRESH_S, REST * (end - begin))
            return self._now

    def _looked(self, frame: Frame, before: Look | None) -> Look:
        """Look at a picture; while something moves in the tray nothing is read in it."""
        size = size_of(frame)
        look = Look(1 if before is None else before.number + 1, smaller(frame, LONGEST), size)
        game = self._game()
        if game is None:
            return look
        try:
            kept = self._kept(game)
            is_busy = self._busy()
            if is_busy and before is not None and before.kept == kept and before.size == size:
                return replace(before, number=look.number, small=look.small)
            look = replace(look, kept=kept, found=None if is_busy else self._markers.find(frame))
            if kept is None:
                return look
            if not kept.fits(size):
                return replace(look, trouble=SHAPE)
            plan = plan_laid(game.rules.layout, kept)
            look = replace(look, plan=plan, pose=posed(plan, kept.corners, size, kept.lens))
            learnt = usable(kept, game)
            can_read = self._shows_board() and self.lies() and not is_busy
            if learnt is None or look.pose is None or not can_read:
                return look
            seen = self._reader.read(frame, look.pose, learnt)
            if game.setup.game == "backgammon":
                seen = of_whole_sets(seen, CHECKERS)
            return replace(look, learnt=learnt, seen=seen)
        except CornerError as error:
            return replace(look, trouble=message_of(error.doubt))
        except (VisionError, cv2.error) as error:
            log.warning("the board could not be looked at: %s", error)
            return replace(look, trouble=_UNREAD)

    def _game(self) -> Model | None:
        return self._table.model if self._table.has_game else None

    def _hear(self) -> None:
        self._news = True

    def _set_up_of(self, game: Model | None) -> SetUp | None:
        placed = self._placed()
        learnt = None if placed is None or game is None else usable(placed.kept, game)
        return None if placed is None or learnt is None else SetUp(placed.kept, placed.plan, learnt)

    def _saved(self, game: Model) -> KeptBoard | None:
        return kept_board(self._settings.get(), game.rules.layout.name)

    def _kept(self, game: Model) -> KeptBoard | None:
        """Return how the board was set up, with the lens of the camera where people chose none."""
        saved = self._saved(game)
        return None if saved is None else replace(saved, lens=saved.lens or self._lens())

    def _seen_through(self, draft: Placement) -> Placement:
        return replace(draft, lens=draft.lens or self._lens())

    def _placed(self) -> PlacedBoard | None:
        """Return the board that is to be kept in view."""
        game = self._game()
        kept = None if game is None or not self._shows_board() else self._kept(game)
        if game is None or kept is None:
            return None
        return PlacedBoard(kept, plan_laid(game.rules.layout, kept))

    def _change(self, game: Model, change: Callable[[KeptBoard], KeptBoard]) -> None:
        """Keep the board otherwise than it is kept; nothing if another phone has forgotten it meanwhile.

        Raises:
            RecordError: If it cannot be kept.
        """
        with self._changing:
            kept = self._saved(game)
            if kept is not None:
                self._keep(game, change(kept))

    def _keep(self, game: Model, board: KeptBoard | None) -> None:
        keep_board(self._settings, game.rules.layout.name, board)
        self.watch.forget()
        with self._looking:
            self._next = 0.0

    def _must_play(self) -> Model:
        game = self._game()
        if game is None:
            raise NoBoardError("no game is played: begin one, so that the box knows which board lies there")
        return game

    def _must_see(self) -> Frame:
        frame = self._frames()
        if frame is None:
            raise no_picture()
        return frame

    def _must_lie(self, game: Model, frame: Frame) -> tuple[KeptBoard, Pose]:
        """Return how the board is set up, and the pose in a picture.

        Raises:
            NoBoardError: If it is not set up.
        """
        kept = self._kept(game)
        if kept is None:
            raise NoBoardError("the corners of the board are not set yet: set them first")
        if not kept.fits(size_of(frame)):
            raise NoBoardError(SHAPE)
        return kept, posed_or_refused(game.rules.layout, _laid(kept), size_of(frame))


def usable(kept: KeptBoard, game: Model) -> Learnt | None:
    """Return what was learnt of pieces and empty board, if it was of as many players as play now."""
    learnt = kept.learnt
    if learnt is None or len(learnt.colours) != len(game.setup.names):
        return None
    return replace(learnt, empty=empty_board(plan_laid(game.rules.layout, kept), kept))


def _with_seen(small: Frame, look: Look) -> Frame:
    """Draw the plan as it is kept, and what was seen."""
    if look.plan is None or look.kept is None or look.pose is None:
        return small
    try:
        pose = posed(look.plan, look.kept.corners, size_of(small), look.kept.lens)
    except CornerError:
        return small
    return draw_board(small, pose, look.seen, learnt=look.learnt, sure=LIKELY, labels=_LABELS)


def _with_draft(small: Frame, draft: Placement, game: Model | None) -> Frame:
    """Draw the plan as it would lie; nothing where it cannot."""
    if game is None:
        return small
    try:
        pose = posed_or_refused(game.rules.layout, draft, size_of(small))
    except NoBoardError:
        return small
    return draw_board(small, pose)


def _laid(kept: KeptBoard | EarlierPlacement) -> Placement:
    return Placement(kept.corners, kept.quarters, kept.bar, kept.lens)
