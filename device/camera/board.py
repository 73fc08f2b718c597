"""How the eye on the board is set up from a phone: implements `web.ports.BoardCamera`.

It joins what the camera sees now (`device.camera.look`), what is kept in the settings
(`device.camera.placement`) and the watch that notices a bumped board (`device.camera.watch`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from device.camera import poses as lying
from device.camera.look import SHAPE, BoardLooks, small_size, usable
from device.camera.placement import (
    Corner,
    KeptBoard,
    keep_board,
    kept_board,
    pixels_of,
)
from device.camera.tray import no_picture
from device.camera.watch import LOST, BoardWatch, Watched
from device.doubts import message_of
from device.follow import board_lessons as lessons
from device.follow.board_spots import is_on
from engine.table.state import Model
from vision import Frame
from vision.board import Plan, Pose
from vision.board.learnt import Learnt
from vision.board.occupancy import BESIDE, LIKELY
from vision.board.reader import BoardReader
from web.house.settings import EarlierPlacement, HouseSettings
from web.ports import BoardLine, MarkedLine, NoBoardError, PiecesLine, Placement, StandingLine


@dataclass(frozen=True, slots=True)
class SetUp:
    """The board of the game in progress, as it was set up."""

    kept: KeptBoard
    plan: Plan
    learnt: Learnt


class BoxBoard:
    """What an admin's phone sees and sets of the eye on the board. For any thread."""

    def __init__(
        self,
        *,
        frames: Callable[[], Frame | None],
        game: Callable[[], Model | None],
        settings: HouseSettings,
        reader: BoardReader,
        shows_board: Callable[[], bool] = lambda: True,
        busy: Callable[[], bool] = lambda: False,
        lens: Callable[[], str] = lambda: "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Join what belongs to the eye on the board.

        Args:
            frames: Gives the latest picture of whichever camera sees the board, in full resolution; None
                where it gives none.
            game: The game in progress, which says which board lies there; None without one.
            settings: Keep how the board is set up.
            reader: Looks what stands where.
            shows_board: False while the camera is the film, which shows a tray.
            busy: True while something moves in the tray: then nothing is read.
            lens: Says which lens the camera has, by its name in `vision.board.LENSES`; empty if unknown.
            clock: Seconds.
        """
        self._frames = frames
        self._game = game
        self._settings = settings
        self._shows_board = shows_board
        self._lens = lens
        self._looks = BoardLooks(
            frames=frames,
            game=game,
            kept=self._kept,
            reader=reader,
            shows_board=shows_board,
            busy=busy,
            lies=self.lies,
            clock=clock,
        )
        self.watch = BoardWatch(frames=frames, watched=self._watched, clock=clock)
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
        """Return width and height of the pictures in pixels; None before the first."""
        look = self._looks.look()
        return None if look is None else small_size(look.size)

    def picture(self, draft: Placement | None = None, *, bare: bool = False) -> bytes | None:
        """Return a fresh picture as JPEG with the plan and what is seen; None while there is none."""
        self.watch.lease()
        return self._looks.picture(draft and self._seen_through(draft), bare=bare)

    def line(self) -> BoardLine | None:
        """Tell which board lies there; None without a game."""
        game = self._game()
        if game is None:
            return None
        kept, saved, look = self._kept(game), self._saved(game), self._looks.look()
        pose = None if look is None or look.kept != kept else look.pose
        moved = self.watch.moved() if kept is not None else ()
        return BoardLine(
            game.setup.game,
            game.setup.preset,
            tuple(game.setup.names),
            any(square.kind == "bar" for square in game.rules.layout.squares),
            None if saved is None else _laid(saved),
            None if pose is None else lying.pieces_line(pose),
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
        """Tell what is seen to stand on the board; None before the pieces were learnt."""
        look = self._looks.look()
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
        """Tell which printed markers are seen; None before the first picture."""
        look = self._looks.look()
        if look is None or look.found is None:
            return None
        if not self._looks.can_mark:
            return MarkedLine(None, 0, can=False)
        bar = 1.0 if look.kept is None else look.kept.bar
        laid = lying.laid_by_markers(look.found, look.size, bar=bar)
        if laid is not None and not lying.is_news(laid, look.kept, look.pose):
            laid = None
        return MarkedLine(laid, len(look.found.corners), tuple(map(message_of, look.found.doubts)))

    def pieces(self, draft: Placement) -> PiecesLine:
        """Tell how large the pieces would be seen.

        Raises:
            NoBoardError: If the corners cannot be.
            NoPictureError: If the camera gives no picture.
        """
        look, game = self._looks.look(), self._must_play()
        if look is None:
            raise no_picture()
        draft, size = self._seen_through(draft), look.size
        return lying.pieces_line(lying.posed_or_refused(game.rules.layout, draft, size))

    def keep(self, draft: Placement) -> None:
        """Take a board that lies so; what was learnt of its pieces stays.

        Raises:
            NoBoardError: If the corners cannot be, or pieces are seen too small.
            NoPictureError: If the camera gives no picture.
            RecordError: If it cannot be kept.
        """
        game, frame = self._must_play(), self._must_see()
        pose = lying.posed_or_refused(game.rules.layout, self._seen_through(draft), lying.size_of(frame))
        lying.near_enough(pose)
        with self._changing:
            old = self._saved(game)
            new = replace(
                old or KeptBoard(draft.corners),
                corners=draft.corners,
                quarters=draft.quarters,
                bar=draft.bar,
                lens=draft.lens,
                size=lying.size_of(frame),
            )
            lies_there = old is not None and old.corners == old.shown and not self.watch.moved()
            if old is not None and old.is_empty and lies_there and old.fits(new.size):
                new = replace(new, shown=new.corners)  # the same picture, its corners set better
            else:
                new = new.seen(frame, pose)
            self._keep(game, new if old is None else new.instead_of(old))

    def refined(self, draft: Placement) -> tuple[Placement, float]:
        """Draw corners to edges near them; also tells which part of the sides was seen.

        Raises:
            NoBoardError: If the corners cannot be.
            NoPictureError: If the camera gives no picture.
        """
        corners, part = lying.drawn_to_edges(self._must_see(), draft.corners)
        return replace(draft, corners=corners), part

    def learn(self, taps: Sequence[Sequence[Corner]]) -> None:
        """Learn the pieces from taps on them, one list for each player; an empty one keeps what is known.

        Raises:
            NoBoardError: If the board is not set up, or nothing can be learnt there.
            NoPictureError: If the camera gives no picture.
            RecordError: If it cannot be kept.
        """
        game, frame = self._must_play(), self._must_see()
        kept, pose = self._must_lie(game, frame)
        tapped = [
            [(float(x), float(y)) for x, y in pixels_of(tuple(one), pose.size)] if one else [] for one in taps
        ]
        if not all(is_on(pose, at) for one in tapped for at in one):
            raise NoBoardError(message_of(BESIDE))
        learnt = lessons.from_taps(self._looks.reader, frame, pose, tapped, usable(kept, game))
        self._change(game, lambda kept: replace(kept, learnt=learnt))

    def learn_from_game(self) -> None:
        """Learn the pieces from where they stand in the game.

        Raises:
            NoBoardError: If the board is not set up, or does not look as the game has it.
            NoPictureError: If the camera gives no picture.
            RecordError: If it cannot be kept.
        """
        game, frame = self._must_play(), self._must_see()
        kept, pose = self._must_lie(game, frame)
        empty = lying.empty_board(lying.plan_laid(game.rules.layout, kept), kept)
        learnt = lessons.from_game(self._looks.reader, frame, pose, game, empty)
        self._change(game, lambda kept: replace(kept, learnt=learnt))

    def take_empty(self) -> None:
        """Take a picture of the empty board.

        Raises:
            NoBoardError: If the board is not set up, or pieces stand on it.
            NoPictureError: If the camera gives no picture.
            RecordError: If it cannot be kept.
        """
        game, frame = self._must_play(), self._must_see()
        kept, pose = self._must_lie(game, frame)
        learnt = usable(kept, game)
        if learnt is not None:
            lessons.must_be_empty(self._looks.reader, frame, pose, game, learnt)
        self._change(game, lambda kept: kept.seen(frame, pose, is_empty=True))

    def take_moved(self) -> None:
        """Take a bumped board's new place.

        Raises:
            NoBoardError: If it was not bumped, or cannot be kept where it lies.
            NoPictureError: If the camera gives no picture.
            RecordError: If it cannot be kept.
        """
        game, corners = self._must_play(), self.watch.moved()
        kept = self._kept(game)
        if kept is None or not corners:
            raise NoBoardError("the board lies where it was set up: nothing is to be taken")
        draft = replace(_laid(kept), corners=corners)
        size = lying.size_of(self._must_see())
        lying.near_enough(lying.posed_or_refused(game.rules.layout, draft, size))
        self._change(game, lambda kept: replace(kept, corners=corners).instead_of(kept))

    def take_back(self) -> None:
        """Bring the corners before back; once more undoes that.

        Raises:
            NoBoardError: If there are none.
            RecordError: If they cannot be kept.
        """
        game = self._must_play()
        kept = self._saved(game)
        if kept is None or kept.back is None:
            raise NoBoardError("there are no corners before these that could be brought back")
        self._change(game, KeptBoard.taken_back)

    def forget(self) -> None:
        """Forget how this board was set up.

        Raises:
            NoBoardError: If no game is played.
            RecordError: If that cannot be kept.
        """
        with self._changing:
            self._keep(self._must_play(), None)

    def _hear(self) -> None:
        self._news = True

    def _set_up_of(self, game: Model | None) -> SetUp | None:
        kept = None if game is None or not self._shows_board() else self._kept(game)
        learnt = None if kept is None or game is None else usable(kept, game)
        if kept is None or game is None or learnt is None:
            return None
        return SetUp(kept, lying.plan_laid(game.rules.layout, kept), learnt)

    def _saved(self, game: Model) -> KeptBoard | None:
        return kept_board(self._settings.get(), game.rules.layout.name)

    def _kept(self, game: Model) -> KeptBoard | None:
        """Return how the board was set up, with the lens of the camera where people chose none."""
        saved = self._saved(game)
        return None if saved is None else replace(saved, lens=saved.lens or self._lens())

    def _seen_through(self, draft: Placement) -> Placement:
        return replace(draft, lens=draft.lens or self._lens())

    def _watched(self) -> Watched | None:
        """Tell which board is to be kept in view."""
        game = self._game()
        if game is None or not self._shows_board():
            return None
        kept = self._kept(game)
        return None if kept is None else Watched(kept, lying.plan_laid(game.rules.layout, kept))

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
        self._looks.again()

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
        if not kept.fits(lying.size_of(frame)):
            raise NoBoardError(SHAPE)
        return kept, lying.posed_or_refused(game.rules.layout, _laid(kept), lying.size_of(frame))


def _laid(kept: KeptBoard | EarlierPlacement) -> Placement:
    return Placement(kept.corners, kept.quarters, kept.bar, kept.lens)
