"""The board as it is seen in a game, for the page: implements `web.ports.BoardFollowing`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from device.board.follow import Seen
from device.board.picture import from_above
from device.board.reports import Reports
from device.camera.board import SHAPE, BoardSetup
from device.camera.watch import LOST, MOVED
from device.cameras.pictures import size_of
from device.follow.board_spots import standing_of
from engine.following.explained import position_of
from engine.messages import Message
from engine.reachable import Appearance
from engine.table import Table
from engine.table.state import Model
from vision.board.occupancy import LIKELY, PlaceSeen
from web.house.settings import MOST_BOARD_GAMES, HouseSettings, Switches
from web.ports import EyeState, NoBoardError, SeenLine, TurnEnds, UnsurePlace

_ANSWERS, _LEAST = 4, 0.02
"""So many answers are offered for a place, and none that is less likely."""

NOT_SET_UP = Message(
    "the eye does not know this board and its pieces yet: set them up under “Camera and board” in the menu"
)
OFF = Message("the eye does not follow this game, as somebody has chosen")
NO_CAMERA = Message("no camera sees the board now")
UNEXPLAINED = Message("nothing that can be played explains what stands on the board")
NO_REST = Message("the board has not rested yet: take your hands away for a moment")


class SeenBoard:
    """What phones see of the board, and what they say about it. For any thread."""

    def __init__(
        self,
        table: Table,
        settings: HouseSettings,
        *,
        seen: Callable[[], Seen | None],
        setup: BoardSetup,
        camera: Callable[[], EyeState],
        reports: Reports,
    ) -> None:
        self._table = table
        self._settings = settings
        self._seen = seen
        self._setup = setup
        self._camera = camera
        self._reports = reports

    def switches(self, game: int) -> Switches:
        """Tell what the eye may do in a game; all of it, while nobody has said otherwise."""
        return self._settings.get().board_games.get(game, Switches())

    def in_force(self, game: int) -> Switches:
        """Tell what the eye does in a game: in a tournament it may be that illegal plays are not told."""
        chosen = self.switches(game)
        tells = not self._table.has_game or self._table.model.tells_illegal
        return chosen if tells else replace(chosen, object=False)

    def line(self) -> SeenLine | None:
        """Tell how board and game differ; None without a game."""
        if not self._table.has_game:
            return None
        model, switches = self._table.model, self.switches(self._table.model.game)
        seen, trouble, set_up = self._seen(), self._trouble(switches), self._setup.set_up()
        line = SeenLine(
            model.game,
            switches.follow,
            switches.object,
            trouble or NO_REST,
            turn_ends=self._settings.get().board_turn_ends,
            turned=0 if set_up is None else -set_up.kept.quarters % 4,
        )
        if seen is None:
            return line
        differing = _differing(seen, model)
        return replace(
            line,
            trouble=trouble or (None if model.lost is None else UNEXPLAINED),
            number=round(1000 * seen.at_s),
            turned=-seen.kept.quarters % 4,
            differs=tuple(place.name for place in differing),
            seen=tuple(place.standing or () for place in differing),
            unsure=tuple(map(_unsure, _unsure_places(seen, model))),
            hidden=sum(place.is_hidden for place in seen.occupancy.places),
            can_take=position_of(model.rules, model.state, _appearance(seen, model, {})) is not None,
        )

    def picture(self, *, quarters: int) -> bytes | None:
        """Return the latest picture at rest as JPEG, cut to the board; None without one."""
        seen = self._seen()
        if seen is None:
            return None
        places = [place.name for place in _differing(seen, self._table.model)]
        return from_above(seen.frame, seen.pose, quarters=(quarters - seen.kept.quarters) % 4, places=places)

    def take(self, answers: Mapping[str, int], *, at: int, request: str = "") -> None:
        """Set the position of the latest picture.

        Raises:
            NoBoardError: If there is none, or it shows no position that can be.
            EngineError: As `Table.board_is_right`.
        """
        seen, model = self._seen(), self._table.model
        if seen is None:
            raise NoBoardError(NO_REST)
        position = position_of(model.rules, model.state, _appearance(seen, model, answers))
        if position is None:
            raise NoBoardError(
                "the picture shows no position of this game: a piece is missing, one is too many, or one "
                "stands where none can be; put the pieces right by hand"
            )
        places = [place.name for place in _differing(seen, model)]
        self._reports.take(position, seen.frame, seen.pose, places, at=at, request=request)

    def switch(self, *, follows: bool, objects: bool, turn_ends: TurnEnds | None = None) -> None:
        """Say what the eye may do in this game, and what ends a turn in this house; None leaves that.

        Raises:
            RecordError: If that cannot be kept.
        """
        game, known = self._table.model.game, self._settings.get()
        others = {key: one for key, one in known.board_games.items() if key != game}
        newest = sorted(others)[-(MOST_BOARD_GAMES - 1) :]
        kept = {key: others[key] for key in newest} | {game: Switches(follows, objects)}
        if turn_ends is None:
            self._settings.set(board_games=kept)
        else:
            self._settings.set(board_games=kept, board_turn_ends=turn_ends)

    def _trouble(self, switches: Switches) -> Message | None:
        """Tell why the board is not followed now; None when all is well."""
        set_up = self._setup.set_up()
        if not switches.follow:
            return OFF
        if set_up is None:
            return NOT_SET_UP
        if self._setup.watch.moved():
            return MOVED
        if self._setup.watch.is_lost():
            return LOST
        if self._camera().state not in ("away", "off", "starting"):
            seen = self._seen()
            return SHAPE if seen is not None and not set_up.kept.fits(size_of(seen.frame)) else None
        return NO_CAMERA


def _differing(seen: Seen, model: Model) -> tuple[PlaceSeen, ...]:
    """List the places where the board shows something else than the game."""
    seats = len(model.setup.names)
    stands = standing_of(model.rules.placed(model.state), seats)
    none = (0,) * seats
    return tuple(
        place
        for place in seen.occupancy.places
        if place.standing is not None and place.standing != stands.get(place.name, none)
    )


def _unsure_places(seen: Seen, model: Model) -> list[PlaceSeen]:
    """List the places that differ where the eye is not sure; where it agrees, the game is taken for right."""
    return [place for place in _differing(seen, model) if place.sure < LIKELY or place.or_more]


def _unsure(place: PlaceSeen) -> UnsurePlace:
    likely = [standing for standing, p in place.likely if p >= _LEAST][:_ANSWERS]
    return UnsurePlace(place.name, tuple(likely or [place.likely[0][0]]))


def _appearance(seen: Seen, model: Model, answers: Mapping[str, int]) -> Appearance:
    """Put together what the board shows; what nobody can look at is as the game has it."""
    kept = [(one.square, one.player, one.lying) for one in model.rules.placed(model.state)]
    looked = {place.name: place for place in seen.occupancy.places if not place.is_hidden}
    found, unsure = [one for one in kept if one[0] not in looked], _unsure_places(seen, model)
    for name, place in looked.items():
        standing = place.likely[0][0]
        if place in unsure:
            offered = _unsure(place).answers
            standing = offered[min(answers.get(name, 0), len(offered) - 1)]
        for seat, count in enumerate(standing):
            lies = seat < len(place.lying) and place.lying[seat] >= 0.5
            found += [(name, seat, lies)] * count
    return tuple(sorted(found))
