"""What hands may have done that the rules forbid: looked for only where nothing legal explains the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from device.follow.candidates import Candidate, Kind
from device.follow.evidence import Evidence, is_loose
from device.follow.odds import Odds
from device.follow.scoring import Positions
from engine.following.wrong import Displaced, Objection, displaced, objection
from engine.game import Line
from engine.move import Play
from engine.reachable import Appearance
from engine.table.state import Model

_MOST_WAYS = 16
"""After so many legal parts of a turn, those that fit best, a displaced piece is looked for."""

_MOST_STATES = 24
"""Of so many positions the displaced pieces are remembered."""

_WORD = -0.2
"""Log prior of every step of the legal part: of several explanations the shortest tells a look best."""

_BEGINS = (Kind.STAYS, Kind.PLAYED, Kind.BACK)


@dataclass(frozen=True, slots=True)
class Wrong:
    """Something that the rules forbid and that explains the board."""

    objection: Objection
    appearance: Appearance
    score: float
    """Log likelihood and prior together, as those of legal candidates."""
    undo: int = 0
    is_sure: bool = True
    """The places of which it speaks are seen well enough to say it."""
    explains: bool = True
    """Nothing else lies there that it leaves open: a cup, a second piece that was moved."""


@dataclass(frozen=True, slots=True)
class _Found:
    number: int
    """Of the candidate after which it was done."""
    begin: Candidate
    one: Displaced
    prior: float


class Wrongs:
    """Looks for one displaced piece after a legal part of the turn."""

    def __init__(self, odds: Odds) -> None:
        """Begin with an empty memory."""
        self._odds = odds
        self._displaced: dict[tuple[Any, int], list[Displaced]] = {}

    def best(
        self,
        model: Model,
        candidates: Sequence[Candidate],
        scores: Sequence[float],
        evidence: Evidence,
        positions: Positions,
    ) -> Wrong | None:
        """Return what explains the board best; None where nothing does.

        Args:
            model: The game.
            candidates: What is legal.
            scores: How likely each of them is.
            evidence: What was seen.
            positions: The candidates by what stands where.
        """
        legal = frozenset(one.appearance for one in candidates)
        begins = [n for n, one in enumerate(candidates) if one.kind in _BEGINS]
        begins.sort(key=lambda n: candidates[n].prior - scores[n] - _WORD * _words(candidates[n]))
        found: list[_Found] = []
        for n in {0: None} | dict.fromkeys(begins[:_MOST_WAYS]):
            astray = {one.place for one in positions.row(n) if evidence.fits(one) < -1.0}
            begin = candidates[n]
            for one in self._from(model, begin, legal):
                is_seen = one.start in astray or one.end in astray
                if is_seen and not _is_undone(candidates[0], begin, one):
                    prior = self._prior(begin, one)
                    found.append(_Found(n, begin, one, prior))
        if not found:
            return None
        places = tuple(evidence.reads)
        looks = Positions([one.one.appearance for one in found], places=places, seats=model.rules.players)
        likely = looks.scores(evidence.fits)
        totals = [float(score) + one.prior for score, one in zip(likely, found, strict=True)]
        # Of what looks the same to the eye but for what may lie beside its place, the engine names the
        # likeliest first.
        named = looks.firsts([one.number for one in found], at=lambda place: not is_loose(place))
        best = max(named, key=totals.__getitem__)
        chosen = found[best]
        if sum(map(evidence.misfit, looks.row(best))) > self._odds.fits:
            return None
        concerned = {chosen.one.start, chosen.one.end}
        seats = {chosen.one.piece[0], *(seat for seat, _ in chosen.one.taken)}
        surely = [evidence.is_sure(one, seats) for one in looks.row(best) if one.place in concerned]
        leads = totals[best] - max(scores)
        is_sure = all(surely) or (any(surely) and leads >= self._odds.clearly)
        explains = not evidence.denies(looks.row(best), is_gone=not chosen.one.end)
        told = objection(line_before(model, chosen.begin), chosen.begin.way, chosen.one)
        return Wrong(told, chosen.one.appearance, totals[best], chosen.begin.undo, is_sure, explains)

    def _prior(self, begin: Candidate, one: Displaced) -> float:
        odds = self._odds
        gone = odds.lost_piece if not one.end else odds.came_piece if not one.start else 0.0
        back = odds.back if begin.undo else 0.0
        return odds.wrong + gone + back + _WORD * _words(begin)

    def unplayed(self, model: Model, candidate: Candidate, score: float) -> Wrong:
        """Return the objection to a turn that ended although something is to be played."""
        told = objection(line_before(model, candidate), candidate.way, None)
        return Wrong(told, candidate.appearance, score, candidate.undo)

    def _from(self, model: Model, begin: Candidate, legal: frozenset[Appearance]) -> list[Displaced]:
        key = (begin.way.state, hash(legal))
        known = self._displaced.get(key)
        if known is None:
            while len(self._displaced) >= _MOST_STATES:
                self._displaced.pop(next(iter(self._displaced)))
            known = self._displaced[key] = displaced(model.rules, begin.way.state, legal=legal)
        return known


def _is_undone(stays: Candidate, begin: Candidate, one: Displaced) -> bool:
    """True if a place stands again as it did before the turn, although something was played there.

    A piece that is sent back at once where it has hit, or one that comes where another has just left: more is
    supposed than anybody sees.
    """

    def standing(appearance: Appearance, place: str) -> Counter[tuple[int, bool]]:
        return Counter((seat, lies) for square, seat, lies in appearance if square == place)

    for place in filter(None, (one.start, one.end)):
        was, then = standing(stays.appearance, place), standing(one.appearance, place)
        if was == then != standing(begin.appearance, place):
            return True
    return False


def _words(begin: Candidate) -> int:
    return sum(len(one.steps) if isinstance(one, Play) else 1 for one in begin.way.moves)


def line_before(model: Model, candidate: Candidate) -> Line[Any, Any]:
    """Return the game from where a candidate's way goes on: before what hands have taken back."""
    if not candidate.undo:
        return model.line
    return model.line.cut(model.place(candidate.undo))
