"""All that a board may show without a rule being broken, from the engine alone, with what it would mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from device.follow.conclusions import Followed
from device.follow.odds import Odds
from engine.errors import EngineError
from engine.following.search import appearance_of, reachable_by
from engine.game import Rules, Transition, Waits
from engine.move import Decline, EndTurn, PieceMove, Play
from engine.reachable import Appearance, Reachable, Reached, Way
from engine.table.questions import Action
from engine.table.state import Model
from engine.throw import Throw

MOST_KEPT = 2
"""So many kept throws are looked ahead; more is more than hands do between two pictures."""

_BEFORE = 12
"""So many positions are remembered at which the board may still stand while phones have played on."""

_MOST_STATES = 6
"""So many searches are kept: hands take back, phones undo."""


class Kind(Enum):
    """What a candidate would mean."""

    STAYS = auto()
    """The board stands as the game has it."""
    PLAYED = auto()
    """A part of the turn, the whole of it or more was played."""
    BACK = auto()
    """What the eye had followed was taken back, and perhaps something else played."""
    OTHERWISE = auto()
    """Hands have played something else than what was entered on a phone."""
    BEHIND = auto()
    """The board stands where the game stood before phones played on."""
    UNDONE = auto()
    """The board shows what was just taken back on a phone."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One look of the board and what it would mean."""

    kind: Kind
    appearance: Appearance
    prior: float
    """Logarithm of how likely it is before anybody looks, the likeliest 0."""
    way: Way[Any]
    """What leads there."""
    others: tuple[Way[Any], ...] = ()
    """Ways that the picture cannot tell from it and that lead to something else."""
    undo: int = 0
    """What is taken back first, as `Followed.undo`."""

    @property
    def is_whole(self) -> bool:
        """True if the turn has been played and is over but for saying so."""
        return self.way.ends is not None and not any(isinstance(said, Decline) for said in self.way.ends)

    @property
    def may_end(self) -> bool:
        """True if the turn may end here, values given up or not."""
        return self.way.ends is not None

    def followed(self, *, ends: bool, way: Way[Any] | None = None) -> Followed:
        """Return what is played, with what ends the turn if it has ended."""
        way = way or self.way
        return Followed((*way.moves, *((way.ends or ()) if ends else ())), self.undo)


class Legal:
    """Candidates of one game after the other; searches are remembered."""

    def __init__(self, odds: Odds) -> None:
        """Begin with an empty memory."""
        self._odds = odds
        self._found: dict[tuple[Any, tuple[Throw, ...]], Reachable[Any]] = {}

    def of(self, model: Model, *, agreed: int, cleared: int) -> list[Candidate]:
        """List what the board may show now; the first is that it stands as the game has it.

        Args:
            model: The game.
            agreed: How many actions stood when the board last agreed with the game.
            cleared: The newest undo after which the board has been seen as it then was.
        """
        line, odds = model.line, self._odds
        rules, state = line.rules, line.state
        undone = _undone(model, cleared)
        found: list[Candidate] = []
        known: set[Appearance] = set()

        def add(kind: Kind, reached: Reached[Any], prior: float, undo: int = 0) -> None:
            if reached.appearance in known or not (ways := ways_told(rules, reached)):
                return
            known.add(reached.appearance)
            if reached.appearance in undone and kind is not Kind.STAYS:
                kind = Kind.UNDONE
            found.append(Candidate(kind, reached.appearance, prior, ways[0], ways[1:], undo))

        waits = line.waits
        goes_on = waits is not Waits.OVER and not line.declared.offered
        kept = kept_throws(model) if goes_on else ()
        reachable = self._reachable(model, state, kept) if goes_on else None
        stays = reachable.appearances[0] if reachable else None
        if stays is None or not ways_told(rules, stays):
            stays = Reached(appearance_of(rules, state), (Way((), state, ()),))
        add(Kind.STAYS, stays, 0.0)
        for one in reachable.appearances[1:] if reachable else ():
            throws = sum(isinstance(done, Throw) for done in one.way.moves)
            add(Kind.PLAYED, one, odds.onward * throws + (0.0 if one.is_whole else odds.part))
        for place in range(len(line.actions) - 1, max(-1, agreed - 1, len(line.actions) - _BEFORE), -1):
            before = line.reached[place].state
            add(Kind.BEHIND, Reached(appearance_of(rules, before), (Way((), before),)), odds.part)
        place = taken_back_to(line.actions)
        if place < len(line.actions):
            actions = line.actions[place:]
            typed = any(action.source != "camera" and action.how != "forced" for action in actions)
            kind = Kind.OTHERWISE if typed else Kind.BACK
            for one in self._reachable(model, line.reached[place].state, ()).appearances:
                prior = odds.back + (0.0 if one.is_whole else odds.part)
                add(kind, one, prior, line.actions[place].seq)
        gone = undone - known
        return [*found, *(Candidate(Kind.UNDONE, one, odds.part, Way((), state)) for one in sorted(gone))]

    def _reachable(self, model: Model, state: Any, kept: tuple[Throw, ...]) -> Reachable[Any]:
        line = model.line
        key = (state, kept)
        if (known := self._found.get(key)) is not None:
            return known
        if kept:
            try:
                found = reachable_by(
                    line.rules, state, kept, settled=lambda s: line.settled(Transition(s)).state
                )
            except EngineError:  # a throw of another kind: the table asks about it by itself
                found = line.rules.reachable(state)
        else:
            found = line.rules.reachable(state)
        while len(self._found) >= _MOST_STATES:
            self._found.pop(next(iter(self._found)))
        self._found[key] = found
        return found


def kept_throws(model: Model) -> tuple[Throw, ...]:
    """Return the throws that wait in the tray, up to one that nobody has read yet."""
    found: list[Throw] = []
    for waiting in model.waiting[:MOST_KEPT]:
        if waiting.throw is None:
            break
        found.append(waiting.throw)
    return tuple(found)


def taken_back_to(actions: Sequence[Action]) -> int:
    """Return the place of the first of the moves since the last throw: as many may be taken back by hands.

    Where the newest actions were not moves, or players accepted one as it was, nothing may.
    """
    place = len(actions)
    while place and not isinstance(actions[place - 1].action, Throw):
        if actions[place - 1].how == "accepted" or not _is_of_hands(actions[place - 1].action):
            return len(actions)
        place -= 1
    return place if place else len(actions)


def _is_of_hands(action: object) -> bool:
    if isinstance(action, PieceMove):
        return action.kind in ("move", "enter")
    return isinstance(action, Decline | EndTurn | Play)


def _undone(model: Model, cleared: int) -> set[Appearance]:
    """Return how the board looked before what was just taken back on a phone, where hands still see it so."""
    now = appearance_of(model.rules, model.state)
    return {
        appearance_of(model.rules, reached.state)
        for back in model.undone
        if back.seq > cleared
        for reached in back.reached
    } - {now}


def ways_told(rules: Rules[Any], reached: Reached[Any]) -> tuple[Way[Any], ...]:
    """Return the ways that hands alone can have taken, the one of least words first.

    A challenge (C15) and its throws are said before anything is moved. A gatti is declared only where the
    board cannot be explained without; so are values given up. Ways of as many words that differ in what they
    took or in what is left to play follow after the first: which of them it was has to be asked.
    """
    said = [
        (_words(way), way)
        for way in reached.ways
        if not any(isinstance(move, PieceMove) and move.kind == "challenge" for move in way.moves)
    ]
    if len(said) < 2:
        return tuple(way for _, way in said)
    least = min(words for words, _ in said)
    found: dict[object, Way[Any]] = {}
    for words, way in said:
        if words == least:
            found.setdefault(_outcome(rules, way), way)
    return tuple(found.values())


def _words(way: Way[Any]) -> tuple[bool, int, int, int]:
    declined = sum(isinstance(said, Decline) for said in way.ends or ())
    pairs = sum(isinstance(move, PieceMove) and move.kind == "pair" for move in way.moves)
    return way.ends is None, declined, pairs, len(way.moves)


def _outcome(rules: Rules[Any], way: Way[Any]) -> object:
    """Return what of a way people would name: what it took, and what is left to play."""
    taken = tuple(
        sorted(seat for move in way.moves if isinstance(move, PieceMove) for seat, _ in move.captures)
    )
    return taken, tuple(sorted(rules.bank(way.state))), rules.waits(way.state), rules.turn(way.state)
