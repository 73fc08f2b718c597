"""What a set is learnt from: the game as it stands, and an empty board; or why not, for the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from device.doubts import message_of
from device.follow.board_spots import Counts, differing, is_known, standing_of, taps_of
from engine.table.state import Model
from vision import Frame
from vision.board import BoardError, Plan, Pose
from vision.board.circles import ring_radius
from vision.board.empty import EmptyBoard
from vision.board.known import spots_of
from vision.board.learnt import Learnt
from vision.board.reader import BoardReader
from web.ports import Corner, NoBoardError

_AGREES = 0.8
"""Of the places with pieces so many must look as the game has them, or colours are not learnt from it."""

_FEW = 4
"""Fewer pieces on an empty board are printed there, or the eye is wrong."""


def standing_in(game: Model) -> Counts:
    """Return the pieces on every square as the game has them, by seat."""
    return standing_of(game.rules.placed(game.state), len(game.setup.names))


def can_teach(game: Model, plan: Plan) -> bool:
    """True if every player has pieces on a place without others, as the game has it."""
    return is_known(standing_in(game), plan, len(game.setup.names))


def from_taps(
    reader: BoardReader, frame: Frame, pose: Pose, taps: Sequence[Sequence[Corner]], before: Learnt | None
) -> Learnt:
    """Learn from pixels on pieces.

    Raises:
        NoBoardError: If nothing can be learnt there.
    """
    try:
        return reader.learn(frame, pose, taps, before)
    except BoardError as error:
        raise NoBoardError(message_of(error.doubt)) from error


def from_game(reader: BoardReader, frame: Frame, pose: Pose, game: Model, empty: EmptyBoard | None) -> Learnt:
    """Learn colours and sizes from where the pieces stand in the game; the board must look so then.

    Args:
        reader: Learns and reads.
        frame: Shape (height, width, 3), uint8, BGR. Not modified.
        pose: Where the board lies in it.
        game: Says which pieces stand where.
        empty: The board without pieces, if somebody has shown it.

    Raises:
        NoBoardError: If not every player has pieces where only theirs stand, they are not seen, or the board
            looks otherwise than the game.
    """
    seats, standing = len(game.setup.names), standing_in(game)
    if not is_known(standing, pose.plan, seats):
        raise NoBoardError(
            "not every player has a piece whose place is known from the game: tap a piece of each"
        )
    taps = taps_of(standing, pose, seats)
    rows = [one[:] if any(place.has_rim for place in pose.plan.places) else [] for one in taps]
    spots = spots_of(frame, pose, standing, seats, empty=empty)
    found = [row or list(seen) or tap for row, seen, tap in zip(rows, spots.taps, taps, strict=True)]
    learnt = from_taps(reader, frame, pose, found, None)
    radius = ring_radius(frame, pose, found) if all(rows) else spots.radius
    learnt = learnt if radius is None else replace(learnt, radius=radius)
    seen = reader.read(frame, pose, replace(learnt, empty=empty))
    alike, other = differing(seen, standing, pose.plan)
    if alike < _AGREES * (alike + other):
        raise NoBoardError(
            "the board does not look as the game has it, on {other} of {places} places: set the pieces "
            "up as in the game, or tap a piece of each player",
            other=other,
            places=alike + other,
        )
    return learnt


def must_be_empty(reader: BoardReader, frame: Frame, pose: Pose, game: Model, learnt: Learnt) -> None:
    """Look whether no pieces stand on a board.

    Raises:
        NoBoardError: If some seem to.
    """
    seen = reader.read(frame, pose, replace(learnt, empty=None))
    there = sum(sum(one.standing or ()) for one in seen.places)
    if there >= max(_FEW, len(game.rules.placed(game.state)) / 2):
        raise NoBoardError(
            "{pieces} pieces seem to stand on the board: take them away, then take the picture", pieces=there
        )
