"""What the page about camera and board needs of the box: where the board lies, what stands there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from engine.messages import Message, MessageError
from web.eye_port import Corner

MOST_TAPS = 4
"""Taps on the pieces of one player."""

LENSES = ("module-1", "module-2", "module-3", "module-3-wide", "any")
"""Cameras that may be chosen; ``any`` is one of which nothing is known."""

WIDEST_BAR = 3.0
"""A wider bar than this, in columns of points, is none."""


class NoBoardError(MessageError, ValueError):
    """Corners, colours or a picture of a board cannot be kept; the message says why and what would help."""


@dataclass(frozen=True, slots=True)
class Laid:
    """How a board lies in the picture."""

    corners: tuple[Corner, ...]
    """Four, clockwise from the upper left of the picture."""
    quarters: int = 0
    """How often it is turned clockwise by a quarter: with 0 the first player sits at the lower edge, with 1
    at the left, with 2 at the upper edge, with 3 at the right."""
    bar: float = 1.0
    """Width of the bar in columns, where the board has one."""
    lens: str = ""
    """Which camera looks at it, one of `LENSES`; empty for what the camera itself tells."""


@dataclass(frozen=True, slots=True)
class PiecesLine:
    """How large the pieces are seen."""

    pixels: float
    """Width of the narrowest, on any place."""
    advice: Message | None
    """What would help; None where they are large enough to be told."""


@dataclass(frozen=True, slots=True)
class MarkedLine:
    """Printed markers in the picture."""

    laid: Laid | None
    """How the board lies that four of them enclose; None unless all four are seen."""
    seen: int
    """How many of the four are seen."""
    doubts: tuple[Message, ...] = ()
    """Why others are not taken."""
    can: bool = True
    """False where the box has nothing that finds markers."""


@dataclass(frozen=True, slots=True)
class StandingLine:
    """What was seen to stand on the board."""

    number: int
    """Counts what was looked at."""
    pieces: tuple[int, ...]
    """By player: how many pieces, on all places that can be seen."""
    unsure: int
    """Places with a question mark."""
    hidden: int
    """Places at which nobody can look."""
    is_certain: bool
    """True if nobody would be asked."""
    doubts: tuple[Message, ...]
    """What is wrong, and what would help."""


@dataclass(frozen=True, slots=True)
class BoardLine:
    """The board on which the game in progress is played, and how it was set up."""

    game: str
    preset: str
    names: tuple[str, ...]
    """The players by seat."""
    has_bar: bool
    laid: Laid | None
    """None while it is not set up."""
    pieces: PiecesLine | None
    """None while it is not set up, or no picture has come."""
    trouble: Message | None
    """Why what was set up cannot be used now, and what would help; None when all is well."""
    is_learnt: bool
    """True if the pieces of every player are known."""
    can_learn: bool
    """True if the pieces can be learnt from where they stand in the game."""
    has_empty: bool
    """True if there is a picture of the empty board."""
    can_tell: bool
    """True if the board would be known again when somebody has bumped it."""
    moved: Laid | None
    """Where it lies since somebody bumped it; None where it lies as it was set up."""
    shows_board: bool
    """False for the film, which shows a tray."""
    camera: str = ""
    """Which of `LENSES` the camera says that it is; empty where it says nothing."""
    before: Laid | None = None
    """How it lay before, which can be brought back; None where there is nothing such."""


class BoardSight(Protocol):
    """How the eye on the board is set up."""

    def line(self) -> BoardLine | None:
        """Tell which board lies there; None without a game."""

    def size(self) -> tuple[int, int] | None:
        """Return width and height of the pictures in pixels; None before the first."""

    def picture(self, draft: Laid | None = None, *, bare: bool = False) -> bytes | None:
        """Return a fresh picture as JPEG with the plan and what is seen; None while there is none.

        With a draft the plan is drawn as it would lie, and nothing else; bare, nothing at all.
        """

    def standing(self) -> StandingLine | None:
        """Tell what is seen to stand on the board; None before the pieces were learnt."""

    def pieces(self, draft: Laid) -> PiecesLine:
        """Tell how large the pieces would be seen. Raises NoBoardError or NoPictureError."""

    def keep(self, draft: Laid) -> None:
        """Take a board that lies so. Raises NoBoardError, NoPictureError or RecordError."""

    def refined(self, draft: Laid) -> tuple[Laid, float]:
        """Draw corners to edges near them; also tells which part of the sides was seen.

        Raises NoBoardError or NoPictureError.
        """

    def marked(self) -> MarkedLine | None:
        """Tell which printed markers are seen; None before the first picture."""

    def learn(self, taps: Sequence[Sequence[Corner]]) -> None:
        """Learn the pieces from taps on them, one list for each player; an empty one keeps what is known.

        Raises NoBoardError, NoPictureError or RecordError.
        """

    def learn_from_game(self) -> None:
        """Learn the pieces from where they stand in the game. Raises as `learn`."""

    def take_empty(self) -> None:
        """Take a picture of the empty board. Raises NoBoardError, NoPictureError or RecordError."""

    def take_moved(self) -> None:
        """Take a bumped board's new place. Raises NoBoardError, NoPictureError or RecordError."""

    def take_back(self) -> None:
        """Bring the corners before back; once more undoes that. Raises NoBoardError or RecordError."""

    def forget(self) -> None:
        """Forget how this board was set up. Raises RecordError if that cannot be kept."""


TurnEnds = Literal["throw", "dice", "button"]
"""What ends a turn in this house beside the next throw: nothing, lifted dice, or the box's button."""


@dataclass(frozen=True, slots=True)
class UnsurePlace:
    """A place of which the eye is not sure."""

    square: str
    """Id of the engine's square."""
    answers: tuple[tuple[int, ...], ...]
    """What may stand there, pieces by player, the likeliest first."""


@dataclass(frozen=True, slots=True)
class SeenLine:
    """The game on the screen and the board on the table, side by side."""

    game: int
    """Number of the game."""
    follows: bool
    """False where the eye is not to follow this game."""
    objects: bool
    """False where it is not to object to what the rules forbid."""
    trouble: Message | None
    """Why the board is not followed now, and what would help; None when all is well."""
    turn_ends: TurnEnds = "throw"
    number: int = 0
    """Counts pictures of the board at rest; 0 before the first."""
    turned: int = 0
    """By how many quarters the picture must be turned clockwise so that the first player sits below."""
    differs: tuple[str, ...] = ()
    """Ids of the squares where the board shows something else than the game, in the board's order."""
    seen: tuple[tuple[int, ...], ...] = ()
    """What stands on each of these squares on the board, pieces by player."""
    unsure: tuple[UnsurePlace, ...] = ()
    hidden: int = 0
    """So many places cannot be looked at: there the game's pieces are taken for right."""
    can_take: bool = False
    """True if the position of the picture can be set."""


class BoardSeen(Protocol):
    """What the eye sees of the board while a game is played on it."""

    def line(self) -> SeenLine | None:
        """Tell how board and game differ; None without a game."""

    def picture(self, *, quarters: int) -> bytes | None:
        """Return the latest picture at rest as JPEG, from above and cut to the board; None without one.

        Turned clockwise by quarters from where the first player sits below; places that differ are
        framed.
        """

    def take(self, answers: Mapping[str, int], *, at: int, request: str = "") -> None:
        """Set the position of the latest picture: the board is right.

        Args:
            answers: By square of `SeenLine.unsure`: which of its answers is true; the first where left out.
            at: The newest event that the page had heard of.
            request: The page's own mark of the request.

        Raises NoBoardError if the picture shows no position; and as `engine.table.Table.board_is_right`.
        """

    def switch(self, *, follows: bool, objects: bool, turn_ends: TurnEnds | None = None) -> None:
        """Say what the eye may do in this game, and what ends a turn; None leaves that as it is.

        Raises RecordError if it cannot be kept.
        """
