"""Actions of a match: how one begins, its next game, a throw that is void, a pause."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, get_args

from engine.errors import EngineError, NotNowError
from engine.match import LONGEST_MATCH, Conduct, Match, MatchPlace, TimeControl
from engine.match.clock import LONGEST_DELAY_S, LONGEST_RESERVE_S
from engine.match.conduct import LONGEST_HEADING, LONGEST_LAG_S, DiceOnCheckers, IllegalPlays, TurnEnds
from engine.match.voids import VOIDS
from web.errors import MalformedError
from web.game import action_parts as part
from web.game.action_parts import Box, Json
from web.game.actions.action import Action
from web.request_body import Body, shown

_SWITCHES = ("crawford", "jacoby", "beavers")
_KEYS = ("length", *_SWITCHES, "times", "conduct")


def _read(body: Body, name: str) -> MatchPlace:
    """Read the match that a game begins: what is left out is as usual, and nothing unknown is overlooked."""
    data = body.mapping(name)
    if unknown := sorted(set(data) - set(_KEYS)):
        raise MalformedError(f"unknown key {unknown[0]!r} in {name!r}: there are {', '.join(_KEYS)}")
    if "length" not in data:
        raise MalformedError(
            f"'length' is missing in {name!r}: give 1 to {LONGEST_MATCH} points, or 0 for money"
        )
    length = data["length"]
    if type(length) is not int or not 0 <= length <= LONGEST_MATCH:
        raise MalformedError(
            f"'length' is {shown(length)}: a match goes to 1 to {LONGEST_MATCH} points, or 0 for money"
        )
    for key in _SWITCHES:
        if not isinstance(data.get(key, True), bool):
            raise MalformedError(f"{key!r} is {shown(data[key])}: give true or false")
    match = Match(length, **{key: data[key] for key in _SWITCHES if key in data})
    times = TimeControl.from_json(_object(data["times"], "times")) if "times" in data else None
    conduct = Conduct.from_json(_object(data.get("conduct", {}), "conduct"))
    return MatchPlace(match, times=times, conduct=conduct)


def _strictly(body: Body, name: str) -> MatchPlace:
    try:
        return _read(body, name)
    except (EngineError, MalformedError):
        raise
    except KeyError as error:
        raise MalformedError(f"{error.args[0]!r} is missing in {name!r}") from error
    except ValueError as error:
        raise MalformedError(f"{name!r} cannot be read: {error}") from error


def _object(value: object, name: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise MalformedError(f"{name!r} is {shown(value)}: give an object")
    return value


def _schema() -> Json:
    switch = {"type": "boolean"}
    heading = {"type": "string", "maxLength": LONGEST_HEADING}
    seconds = {"type": "number", "minimum": 0}
    return {
        "type": "object",
        "required": ["length"],
        "additionalProperties": False,
        "properties": {
            "length": {
                "type": "integer",
                "minimum": 0,
                "maximum": LONGEST_MATCH,
                "description": "Points that win it; 0 for money.",
            },
            "crawford": {**switch, "description": "Left out, true."},
            "jacoby": {**switch, "description": "For money; left out, false."},
            "beavers": {**switch, "description": "For money; left out, false."},
            "times": {
                "type": "object",
                "description": "The clock; left out, there is none.",
                "required": ["delay_s", "reserve_s"],
                "additionalProperties": False,
                "properties": {
                    "delay_s": {**seconds, "maximum": LONGEST_DELAY_S, "description": "Free, of each move."},
                    "reserve_s": {**seconds, "maximum": LONGEST_RESERVE_S, "description": "Of each player."},
                },
            },
            "conduct": {
                "type": "object",
                "description": "What is settled beside the rules.",
                "additionalProperties": False,
                "properties": {
                    "event": heading,
                    "round": heading,
                    "turn_ends": {"enum": list(get_args(TurnEnds))},
                    "illegal_plays": {"enum": list(get_args(IllegalPlays))},
                    "dice_on_checkers": {"enum": list(get_args(DiceOnCheckers))},
                    "tournament": switch,
                    "tells_illegal": switch,
                    "spoken": switch,
                    "spectators_lag_s": {"type": "integer", "minimum": 0, "maximum": LONGEST_LAG_S},
                },
            },
        },
    }


MATCH = part.Kind(_strictly, _schema, "Begin a match with this game, or money play.")
"""The kind of the part that begins a match."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextGameAction(Action):
    """Begin the next game of the match; whatever is thrown after the end of a game does so, too."""

    name: ClassVar = "next-game"

    at: Annotated[int | None, part.AT] = None

    def do(self, box: Box) -> None:
        """Begin it."""
        box.table.next_game(at=self.at, request=self.request)


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidAction(Action):
    """Tell that the throw which counts now is void (BS6): it is thrown again, and its play is taken back."""

    name: ClassVar = "void"

    of: Annotated[int | None, part.WHOLE.says("The event of the throw; left out, the last one.")] = None
    why: Annotated[
        str, part.choice(*VOIDS).says("What is wrong with a die; left out, nothing is said of it.")
    ] = "said"
    at: Annotated[int | None, part.AT] = None

    def do(self, box: Box) -> None:
        """Take it away."""
        if self.why not in VOIDS:
            raise MalformedError(f"'why' is {self.why!r}: there are {', '.join(VOIDS)}")
        of = self.of
        if of is None:
            last = box.table.model.last_throw
            if last is None:
                raise NotNowError("nothing has been thrown yet that could be void")
            of = last.seq
        box.table.void(of, self.why, at=self.at, request=self.request)


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseAction(Action):
    """Let the clock of the match stand until the pause is over, or the game goes on."""

    name: ClassVar = "pause"

    def do(self, box: Box) -> None:
        """Pause."""
        box.table.pause(request=self.request)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndPauseAction(Action):
    """Let the clock of the match run again."""

    name: ClassVar = "end-pause"

    def do(self, box: Box) -> None:
        """Go on."""
        box.table.end_pause(request=self.request)
