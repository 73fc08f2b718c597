"""What happens to a board and its camera in the middle of a game, beside turns: all of it on films."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from boards.film_board import FilmBoard, parts_of
from boards.spoilt_board import SPOILT
from device.pretend.parts import BOARDS, CutOut, Grid, Parts
from device.pretend.picture import Painter, Piece
from vision import Frame
from vision.board.placing.pose import UNIT

Points = Grid


class _Seen:
    """The camera of a pretend board as the spoilers of pictures know one."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def project(self, points: object, tall: float = 0.0) -> np.ndarray:  # type: ignore[type-arg]
        """Return the pixels of points in unit coordinates; heights in pieces."""
        flat = np.asarray(points, np.float64).reshape(-1, 2)
        x, y = (2 * flat[:, 0] - 1) * self._parts.half[0], (1 - 2 * flat[:, 1]) * self._parts.half[1]
        there = np.column_stack([x, y, np.full_like(x, tall * self._parts.width)])
        return np.asarray(self._parts.eye.seen(there.astype(np.float32)), np.float64)


@dataclass(frozen=True)
class Situation:
    """Something that comes over a board, stays a while, and is over."""

    begin: Callable[[FilmBoard, np.random.Generator], None]
    lasts_s: float = 16.0
    says: frozenset[str] = frozenset()
    """People are told one of these before it is over; empty where nothing need be said."""


def _once(name: str) -> Callable[[FilmBoard, np.random.Generator], None]:
    """Lay something on the board as a spoiler of pictures does."""

    def begin(board: FilmBoard, chance: np.random.Generator) -> None:
        seed, eye = int(chance.integers(1 << 30)), _Seen(board.parts)
        board.film.lay(lambda frame: SPOILT[name](frame, eye, np.random.default_rng(seed)))  # type: ignore[arg-type]

    return begin


def _camera(name: str) -> Callable[[FilmBoard, np.random.Generator], None]:
    """Spoil every picture alike, as a spoiler of pictures does."""

    def begin(board: FilmBoard, chance: np.random.Generator) -> None:
        seed, eye = int(chance.integers(1 << 30)), _Seen(board.parts)
        board.film.look_through(lambda frame: SPOILT[name](frame, eye, np.random.default_rng(seed)))  # type: ignore[arg-type]

    return begin


def _every(
    change: Callable[[Frame, np.random.Generator], Frame],
) -> Callable[[FilmBoard, np.random.Generator], None]:
    """Spoil every picture, each in its own way."""
    return lambda board, chance: board.film.look_through(lambda frame: change(frame, chance))


def _torn(frame: Frame, chance: np.random.Generator) -> Frame:
    return SPOILT["torn"](frame, None, chance) if chance.integers(3) else frame  # type: ignore[arg-type]


def _gone(frame: Frame, chance: np.random.Generator) -> Frame:
    """The camera looks at something else: rough, and no board."""
    seen = cv2.resize(chance.integers(60, 160, (9, 12, 3)).astype(np.uint8), frame.shape[1::-1])
    return np.asarray(seen, np.uint8)


def _out_of_view(board: FilmBoard, chance: np.random.Generator) -> None:
    seed = int(chance.integers(1 << 30))
    board.film.look_through(lambda frame: _gone(frame, np.random.default_rng(seed)))


def _black(board: FilmBoard, chance: np.random.Generator) -> None:
    board.film.look_through(lambda frame: (frame * 0.01).astype(np.uint8))


def _sized(width: int, height: int) -> Callable[[FilmBoard, np.random.Generator], None]:
    def sized(frame: Frame) -> Frame:
        return np.asarray(cv2.resize(frame, (width, height), interpolation=cv2.INTER_AREA), np.uint8)

    return lambda board, _chance: board.film.look_through(sized)


def _away(board: FilmBoard, chance: np.random.Generator) -> None:
    board.film.is_away = True


def _sun_wanders(board: FilmBoard, chance: np.random.Generator) -> None:
    eye, film = _Seen(board.parts), board.film
    begun, (left, right) = film.now, eye.project([(0.0, 0.5), (1.0, 0.5)])

    def lit(frame: Frame) -> Frame:
        x, y = left + (right - left) * ((film.now - begun) / 24.0)
        mask = np.zeros(frame.shape[:2], np.float32)
        size = int(0.14 * (right - left)[0])
        cv2.ellipse(mask, (int(x), int(y)), (size, 2 * size), 20, 0, 360, 1.0, -1)
        soft = cv2.GaussianBlur(mask[::4, ::4], (0, 0), 4.0)
        soft = cv2.resize(soft, frame.shape[1::-1])[..., None]
        return np.asarray((frame * (1 + 0.9 * soft)).clip(0, 255).astype(np.uint8))

    film.look_through(lit)


def _shadow(board: FilmBoard, chance: np.random.Generator) -> None:
    board.film.shadow(is_there=True)


def _switched(light: str) -> Callable[[FilmBoard, np.random.Generator], None]:
    return lambda board, _chance: board.film.light(light)


def _turned(board: FilmBoard, chance: np.random.Generator) -> None:
    """The board is turned by half under the camera."""
    _moved_by(board, lambda unit: 1.0 - unit, margin=1.0)


def moved_by(board: FilmBoard, x: float, y: float, turn_deg: float = 0.0) -> None:
    """Move the board on the table, by pieces and degrees."""
    parts = board.parts
    size = 2 * np.array(parts.half) / parts.unit
    c, s = np.cos(np.deg2rad(turn_deg)), np.sin(np.deg2rad(turn_deg))

    def change(unit: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
        return ((unit - 0.5) * size @ np.array([[c, s], [-s, c]]) + (x, y)) / size + 0.5

    _moved_by(board, change, margin=1.0)


def _moved_by(board: FilmBoard, change: Callable[..., np.ndarray], *, margin: float) -> None:  # type: ignore[type-arg]
    """Show the board elsewhere on its table."""
    eye, parts = _Seen(board.parts), board.parts
    far = margin / (2 * np.array(parts.half) / parts.unit)
    outline = (UNIT - 0.5) * (1 + 2 * far) + 0.5
    was, now = eye.project(outline), eye.project(change(outline))
    way = cv2.getPerspectiveTransform(was.astype(np.float32), now.astype(np.float32))

    def shown(frame: Frame) -> Frame:
        mask = np.zeros(frame.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, was.round().astype(np.int32), 255)
        small = cv2.resize(frame, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
        hole = cv2.dilate(cv2.resize(mask, small.shape[1::-1]), np.ones((3, 3), np.uint8))
        table = cv2.resize(cv2.inpaint(small, hole, 3, cv2.INPAINT_TELEA), frame.shape[1::-1])
        table = np.where(mask[..., None] > 0, table, frame)
        over = cv2.warpPerspective(mask, way, frame.shape[1::-1])[..., None] > 127
        return np.asarray(
            np.where(over, cv2.warpPerspective(frame, way, frame.shape[1::-1]), table), np.uint8
        )

    board.film.lay(shown)


def _other_pieces(board: FilmBoard, family: str, tint: Sequence[int] = (0, 1, 2)) -> Parts:
    """Return the board with another set's pieces."""
    mine, theirs = board.parts, parts_of(BOARDS / family)
    made = copy.copy(mine)
    made.tall, made.width = theirs.tall, min(theirs.width, 1.2 * mine.width)
    grow = made.width / theirs.width
    made._cut = {
        key: [
            CutOut(one.owner, one.lying, one.at, one.colour[..., list(tint)], one.cover, one.shade, one.foot,
                   one.basis)
            for one in cuts
        ]
        for key, cuts in theirs._cut.items()
    }  # fmt: skip
    made.tall = {owner: tall * grow for owner, tall in theirs.tall.items()}
    return made


def _with_pieces(board: FilmBoard, parts: Parts, chance: np.random.Generator, count: int) -> None:
    """Put so many pieces of another set on squares of the board, some of them where pieces stand."""
    places = [place for place in board.plan.places if not place.name.startswith(("off", "bar"))]
    chosen = [places[int(n)] for n in chance.choice(len(places), count, replace=False)]
    painter, owners = Painter(parts), parts.owners
    pieces = []
    for place in chosen:
        u, v = (
            np.mean(place.outline, axis=0)
            if not place.has_rim
            else (0.75 * np.mean(place.outline[:2], axis=0) + 0.25 * np.mean(place.outline[2:], axis=0))
        )
        x, y = (2 * u - 1) * parts.half[0], (1 - 2 * v) * parts.half[1]
        pieces.append(Piece(owners[int(chance.integers(len(owners)))], (float(x), float(y), 0.0)))
    board.film.lay(lambda frame: painter.drawn(pieces, frame))


def _mixed(board: FilmBoard, chance: np.random.Generator) -> None:
    """Pieces of another game stand on the board as well."""
    other = {"backgammon": "pachisi", "cross": "backgammon"}.get(board.parts.layout, "pachisi")
    _with_pieces(board, _other_pieces(board, other), chance, 6)


def _third_set(board: FilmBoard, chance: np.random.Generator) -> None:
    """Pieces of a colour that nobody has shown."""
    folder = board.rules.layout.name
    _with_pieces(board, _other_pieces(board, folder, (2, 0, 1)), chance, 3)


def _cleared(board: FilmBoard, chance: np.random.Generator) -> None:
    board.film.show(())


def _swept(board: FilmBoard, chance: np.random.Generator) -> None:
    """A child pushes pieces about: half of them lie elsewhere."""
    looks = list(board.film.appearance)
    squares = [place.name for place in board.plan.places if not place.name.startswith(("off", "bar"))]
    shown = [
        (squares[int(chance.integers(len(squares)))], seat, lies)
        if chance.integers(2)
        else (square, seat, lies)
        for square, seat, lies in looks
    ]
    board.film.show(tuple(sorted(shown)))


LOST = frozenset({"lost", "not found", "moved"})

SITUATIONS: Mapping[str, Situation] = {
    "out of view": Situation(_out_of_view, 45.0, LOST),
    "half under a sleeve": Situation(_once("sleeve")),
    "a cup on it": Situation(_once("cup")),
    "a phone on it": Situation(_once("phone")),
    "a cat on it": Situation(_once("cat"), 30.0),
    "camera nudged": Situation(_camera("nudged"), 30.0),
    "lamp off": Situation(_camera("lamp_off")),
    "lamp on": Situation(_camera("lamp_on")),
    "other lamp": Situation(_switched("lamp")),
    "sun on it": Situation(_once("sun")),
    "sun wanders": Situation(_sun_wanders, 24.0),
    "somebody in the light": Situation(_shadow, 20.0),
    "a third set": Situation(_third_set),
    "blank": Situation(_camera("blank"), 45.0, LOST),
    "black": Situation(_black, 45.0, LOST),
    "grey": Situation(_camera("grey")),
    "torn, always alike": Situation(_camera("torn"), 45.0),
    "torn at times": Situation(_every(_torn)),
    "blurred": Situation(_camera("blurred")),
    "160 x 120": Situation(_sized(160, 120)),
    "4608 x 2592": Situation(_sized(4608, 2592), 6.0),
    "a second board": Situation(_once("second_board"), 30.0),
    "turned by half": Situation(_turned, 45.0, LOST),
    "two games mixed": Situation(_mixed, 24.0),
    "cleared": Situation(_cleared, 24.0, frozenset({"lost"})),
    "pieces swept about": Situation(_swept, 24.0, frozenset({"lost"})),
    "camera away": Situation(_away, 60.0),
}
"""By name."""


@dataclass(frozen=True)
class Outcome:
    """What became of one situation."""

    invented: Sequence[str]
    objections: Sequence[str]
    words: Sequence[str]
    """What people were told meanwhile."""
    is_over: bool
    """Nothing is asked or said any more, once it was over."""
    followed: bool
    """The next turn that hands played was entered."""
    told: Sequence[str]

    def faults(self, says: frozenset[str]) -> list[str]:
        """List what must not be."""
        found = [f"invented {one}" for one in self.invented] + [f"objected {one}" for one in self.objections]
        if says and not says & {*self.words}:
            found.append("nothing said")
        if not self.is_over:
            found.append("not over by itself")
        return found + ["the next turn is missed"] * (not self.followed)


def happens(board: FilmBoard, situation: Situation, *, seed: int = 0, back_s: float = 32.0) -> Outcome:
    """Let a situation come, stay and go, and then hands play a turn."""
    film, here, setting = board.film, board.film.appearance, board.film.setting
    situation.begin(board, np.random.default_rng(seed))
    words: set[str] = set()

    def heard() -> bool:
        words.update(board.words())
        return False

    board.wait(situation.lasts_s, until=heard)
    film.is_away = False
    film.shadow(is_there=False)
    film.setting = setting
    film.lay(np.asarray)
    film.look_through(np.asarray)
    if film.appearance != here:
        film.show(here)
    board.wait(back_s, until=lambda: heard() or (board.is_at_peace() and film.now - film.moved_s > 6.0))
    is_over = board.is_at_peace()
    invented, objections, told = board.invented(), board.objections(), board.said()
    board.told.clear()
    return Outcome(invented, objections, sorted(words), is_over, board.play(), told)
