"""Following over a pipe: a line that sets up, then throws and pictures, one line of JSON out for each."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np

from device.cameras.pictures import load_unpacked
from device.errors import ConfigError, DeviceError
from device.follow.board_answers import BarColumns, PicturePath, Taps, must_have_taps
from device.follow.conclusions import Asks, Conclusion, Followed, Found, Lost, Objects
from device.follow.follower import Follower
from device.follow.odds import Odds
from device.follow.plans import plan_of
from engine.backgammon.board import LAYOUTS
from engine.errors import EngineError
from engine.events import Setup
from engine.game import Waits
from engine.messages import shortened
from engine.move import EndTurn, Move, Play, move_to_json
from engine.options import OptionValue
from engine.record import Within, parse_object, read
from engine.table import Table
from engine.table.commands import FollowBoard, TakeThrow, Undo
from engine.table.questions import Action
from engine.table.state import Model
from engine.throw import Throw
from vision import VisionError
from vision.board import ANY, LENSES, BoardError, Plan, Pose, checked
from vision.board.drift import drifted
from vision.board.learnt import Learnt
from vision.board.reader import BoardReader
from vision.pictures import Unpacked

_NAMES = ("player 1", "player 2", "player 3", "player 4")

_ODDS = Odds(lost_looks=2, lost_s=0.0)
"""Every picture counts as still, and nothing is waited for but a second one before a board is lost."""


@dataclass(frozen=True, slots=True)
class _SetUp:
    """The line that sets up."""

    game: str
    layout: str
    corners: Any
    taps: Mapping[str, Taps]
    preset: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    players: Annotated[int, Within(2, len(_NAMES))] = 2
    position: Mapping[str, Any] | None = None
    bar_columns: BarColumns = 1.0
    a: Annotated[int, Within(0, 1)] = 0
    """The seat of colour a, in backgammon."""
    turned: Annotated[int, Within(0, 3)] = 0
    """Quarters."""
    home_left: bool = False


@dataclass(frozen=True, slots=True)
class _ThrowLine:
    throw: Throw
    player: int
    time_s: Any = None


@dataclass(frozen=True, slots=True)
class _PictureLine:
    picture: PicturePath
    time_s: float


@dataclass(frozen=True, slots=True)
class _Set:
    """The first line, read."""

    setup: Setup
    position: Mapping[str, Any] | None
    plan: Plan
    corners: object
    taps: tuple[Sequence[tuple[float, float]], ...]
    """By owner: pixels on its pieces."""
    owners: tuple[int, ...]
    """The seat of each owner."""


class FollowAnswers:
    """Follows one game in the words of the contract."""

    def __init__(self, *, lens: str | None = None, reader: BoardReader | None = None) -> None:
        """Make the reader.

        Args:
            lens: Which camera took the pictures, by its name in `vision.board.LENSES`; None if nobody knows.
            reader: Looks what stands where; the box's own by default.

        Raises:
            ConfigError: If there is no such lens.
        """
        if lens is not None and lens not in LENSES:
            raise ConfigError(f"there is no lens {lens!r}: there are {', '.join(LENSES)}")
        cv2.setNumThreads(1)
        self._lens = ANY if lens is None else LENSES[lens]
        self._reader = reader
        self._set: _Set | None = None
        self._table = Table(record=lambda _: None)
        self._follower = Follower(())
        self._learnt: Learnt | None = None
        self._told: tuple[Action, ...] = ()
        self._is_lost = False
        self._time_s = -math.inf

    def answer_line(self, line: str) -> tuple[str, bool]:
        """Answer one line of text with one line of text, and say whether it was answered."""
        try:
            return json.dumps(self.answer(parse_object(line))), True
        except (ValueError, EngineError, VisionError, DeviceError) as error:
            return json.dumps({"error": shortened(error)}), False

    def answer(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Answer the set-up, a throw or a picture.

        Raises:
            EngineError: If the game, the position or the throw cannot be.
            VisionError: If the corners, taps or the picture cannot be.
            DeviceError: If the picture cannot be loaded.
        """
        conclusion: Conclusion | None = None
        if self._set is None and "game" not in asked:
            raise BoardError("the first line sets up the game and the board")
        if "game" in asked:
            self._begin(_set_of(read(_SetUp, asked)))
        elif "throw" in asked:
            line = read(_ThrowLine, asked)
            self._throw(line.throw, line.player)
        else:
            look = read(_PictureLine, asked)
            conclusion = self._look(load_unpacked(Path(look.picture)), look.time_s)
        return self._answer(conclusion)

    def _begin(self, told: _Set) -> None:
        table = Table(record=lambda _: None)
        table.start(told.setup, position=told.position)
        self._set, self._table = told, table
        self._follower = Follower(told.owners, odds=_ODDS)
        self._learnt, self._is_lost, self._told = None, False, table.model.actions
        self._time_s = -math.inf

    def _throw(self, throw: Throw, player: int) -> None:
        model = self._table.model
        if not 0 <= player < model.rules.players:
            raise BoardError(f"player is the seat that threw, 0 to {model.rules.players - 1}, not {player!r}")
        if player != model.turn and not model.actions and self._set is not None:
            table = Table(record=lambda _: None)  # who throws first begins
            told = self._set.setup
            table.start(
                Setup(told.game, told.preset, told.names, options=told.options, begins=player), position=None
            )
            self._table = table
        elif player != model.turn and model.waits is Waits.THROW and not model.waiting:
            raise BoardError(f"player {player} threw, but it is the turn of player {model.turn}")
        self._table.do(TakeThrow(throw))

    def _look(self, picture: Unpacked, time_s: float) -> Conclusion:
        assert self._set is not None  # by the first line
        if time_s < self._time_s:
            raise BoardError(f"time_s is never less than before, not {time_s!r}")
        told = self._set
        frame = picture.frame
        whole = checked(told.corners, size=picture.size)
        corners = np.array(picture.in_frame([(x, y) for x, y in whole]))
        size = (frame.shape[1], frame.shape[0])
        pose = Pose.of_corners(corners, told.plan, size=size, lens=self._lens)
        reader = self._reader = self._reader or BoardReader()
        is_first = self._learnt is None
        learnt = self._learnt or reader.learn(frame, pose, [picture.in_frame(one) for one in told.taps], None)
        seen = reader.read(frame, pose, learnt)
        self._learnt = learnt if is_first else drifted(frame, pose, learnt, seen)
        self._time_s = time_s
        model = self._table.model
        conclusion = self._follower.look(
            model,
            seen,
            at_s=self._time_s,
            rested_s=_ODDS.object_s,
            turn_may_end=model.waits is Waits.END,
        )
        self._do(conclusion)
        return conclusion

    def _do(self, conclusion: Conclusion) -> None:
        """Play what was followed; a turn of which all is played has ended."""
        match conclusion:
            case Followed(done, undo):
                if undo:
                    self._table.do(Undo(undo))
                self._table.do(FollowBoard(tuple(done)))
                if self._table.model.waits is Waits.END:
                    self._table.do(FollowBoard((EndTurn(),)))
                self._is_lost = False
            case Found():
                self._is_lost = False
            case Lost():
                self._is_lost = True

    def _answer(self, conclusion: Conclusion | None) -> dict[str, Any]:
        model = self._table.model
        before = [one.seq for one in self._told]
        alike = len(
            list(takewhile(lambda both: both[0] == both[1].seq, zip(before, model.actions, strict=False)))
        )
        new = [one.action for one in model.actions[alike:]]
        self._told = model.actions
        return {
            "moves": _moves([one for one in new if not isinstance(one, Throw)]),
            "illegal": _illegal(conclusion, model) if isinstance(conclusion, Objects) else None,
            "asks": [_moves(one.done) for one in conclusion.alternatives]
            if isinstance(conclusion, Asks)
            else [],
            "lost": self._is_lost,
            "turn": model.turn,
        }


def _moves(done: Sequence[object]) -> list[Any]:
    """Write moves: single steps as text, those of the cowrie games as `charkoni legal` writes them."""
    found: list[Any] = []
    for one in done:
        if isinstance(one, Play):
            found += [str(step) for step in one.steps]
        elif isinstance(one, Move) and not isinstance(one, EndTurn):
            found.append(move_to_json(one))
    return found


def _illegal(objects: Objects, model: Model) -> dict[str, Any]:
    told = objects.objection
    move: Any = {"from": told.places[0], "to": told.places[1]}
    if isinstance(told.move, Play):
        move = str(told.move)
    elif told.move is not None:
        move = move_to_json(told.move)
    return {"move": move, "rule": told.reason.rule, "reason": told.reason.text(names=model.setup.names)}


def _set_of(line: _SetUp) -> _Set:
    """Set up what a line says.

    Raises:
        BoardError: If its parts do not fit one another.
        EngineError: If there is no such game.
    """
    is_backgammon = line.game == "backgammon"
    preset = line.preset or ("5x5" if line.game == "chowka-bhara" else "")
    begins = None if line.position else 0
    setup = Setup(line.game, preset, _NAMES[: line.players], options=line.options, begins=begins)
    table = Table(record=lambda _: None)
    table.start(setup, position=line.position)  # refuses what cannot be
    layout = table.model.rules.layout
    if is_backgammon:
        layout = LAYOUTS["finnish" if line.home_left else "standard"]
    if line.layout != layout.name:
        raise BoardError(f"there is no layout {line.layout[:40]!r} here: there is {layout.name!r}")
    plan = plan_of(layout, bar_columns=line.bar_columns, trays=False).turned(line.turned)
    names = ("a", "b") if is_backgammon else tuple(map(str, range(line.players)))
    if set(line.taps) != set(names):
        raise BoardError(f"taps are pixels on pieces, a list for each of {', '.join(names)}")
    must_have_taps(line.taps, names)
    if line.a and not is_backgammon:
        raise BoardError("a is the seat of colour a, 0 or 1, in backgammon alone")
    owners = (line.a, 1 - line.a) if is_backgammon else tuple(range(line.players))
    return _Set(setup, line.position, plan, line.corners, tuple(line.taps[name] for name in names), owners)
