"""The match on the page: its score, what the game is in it, what follows; and whether a throw can be void."""

from __future__ import annotations

from dataclasses import dataclass

from engine.match.place import MATCHES
from engine.match.voids import VOIDS
from engine.move import Decline, EndTurn, Play
from engine.table.questions import Conflict
from engine.table.state import Model
from engine.throw import Dice
from web.language.catalogue import mark
from web.language.events import has_cube, stage, standing
from web.language.locale import _, language, translated
from web.language.speaker import Speaker

VOID_WORDS = {
    "leans": mark("A die leans"),
    "stacked": mark("A die lies on another"),
    "rim": mark("A die touches the rim"),
    "outside": mark("A die lies outside the tray"),
    "checker": mark("A die lies on a checker"),
    "said": mark("It counts for nothing, as we agree"),
}
"""Why a throw counts for nothing, by the keys of `engine.match.voids.VOIDS`."""


@dataclass(frozen=True, slots=True)
class MatchView:
    """How the match stands; with the points of this game once it is over."""

    length: int
    """Points that win it; 0 for money."""
    score: tuple[int, int]
    """By seat."""
    number: int
    """Which game of the match lies on the table, from 1."""
    crawford: bool
    """Nobody doubles in this game."""
    after_crawford: bool
    winner: int | None
    """The seat that has won the match; None before that."""
    follows: bool
    """This game is over, and the next can begin."""
    paused: bool
    """The clock stands, as the players pause."""
    has_clock: bool
    event: str
    round: str
    goal: str
    """How far it goes, in words."""
    stage: str
    """What this game is in it, in words; empty for a game like any other."""
    standing: str
    """How it stands after this game, in words; empty while the game goes on."""


@dataclass(frozen=True, slots=True)
class VoidReason:
    """Why a throw may count for nothing."""

    why: str
    """A key of `engine.match.voids.VOIDS`."""
    text: str


@dataclass(frozen=True, slots=True)
class VoidView:
    """The throw that can be told void now."""

    of: int
    """Its event."""
    reasons: tuple[VoidReason, ...]


def match_view(model: Model) -> MatchView | None:
    """Write how the match stands; None for a single game."""
    place, match, setup = model.setup.match, model.match, model.setup
    if place is None or match is None:
        return None
    crawford = setup.options.get("crawford") is True
    after_crawford = place.match.crawford_played and has_cube(setup)
    over, said = model.outcome is not None, Speaker.of(setup, language())
    return MatchView(
        length=match.length,
        score=match.score,
        number=place.number,
        crawford=crawford,
        after_crawford=after_crawford,
        winner=match.winner,
        follows=model.game_follows,
        paused=model.paused,
        has_clock=place.times is not None,
        event=place.conduct.event,
        round=place.conduct.round,
        goal=_("to {length}", length=match.length) if match.length else _("for money"),
        stage="" if match.winner is not None else stage(setup, said),
        standing="; ".join(standing(match, said)) if over else "",
    )


def void_view(model: Model) -> VoidView | None:
    """Write which throw can be told void; None where none can, or dice are no matter of the rules."""
    last = model.last_throw
    if model.setup.game != MATCHES or last is None or not isinstance(last.action, Dice):
        return None
    if isinstance(model.question, Conflict) or model.outcome is not None:
        return None
    later = model.actions[model.place(last.seq) + 1 :]
    if not all(isinstance(one.action, Play | EndTurn | Decline) for one in later):
        return None
    return VoidView(last.seq, tuple(VoidReason(why, translated(VOID_WORDS[why])) for why in VOIDS))
