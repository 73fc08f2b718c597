"""Which turn a board shows: the judgement between the engine's candidates and what was seen."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from device.follow.candidates import Candidate, Kind, Legal, kept_throws
from device.follow.conclusions import Asks, Conclusion, Followed, Found, Lost, Objects, Waits, Why
from device.follow.evidence import Evidence, Memory, Stills
from device.follow.odds import Odds
from device.follow.said import Astray, Said, said_before
from device.follow.scoring import Counts, Positions
from device.follow.wrongs import Wrong, Wrongs
from engine.move import EndTurn
from engine.table.questions import Conflict
from engine.table.state import Model
from engine.throw import Throw
from vision.board.occupancy import Occupancy

_MOVED_S = 0.05
"""A rest that is shorter than the time since the last picture by more than this began after it."""

_DOUBTED = 0.5
"""A place that fits worse by more, beyond what is usual, is not what the game has there for sure."""


@dataclass(frozen=True, slots=True)
class _Look:
    """One look: everything that the judgement weighs."""

    model: Model
    candidates: list[Candidate]
    positions: Positions
    evidence: Evidence
    scores: list[float]
    """Log likelihood and prior together."""
    misfits: list[float]
    """By how much each fits worse than expected, at least 0."""
    best: int
    rested_s: float
    has_ended: bool
    """The turn is over as the players see it: the next throw lies there, or the house says so."""
    now_s: float


@dataclass(slots=True)
class _Cached:
    """What was worked out for a game as it stands."""

    key: object = None
    candidates: list[Candidate] = field(default_factory=list)
    positions: Positions | None = None


class Follower:
    """Follows one game on one board; has no thread and no clock, and changes nothing but its own memory."""

    def __init__(self, owners: Sequence[int], *, odds: Odds | None = None) -> None:
        """Begin without having seen anything.

        Args:
            owners: The seat of each owner of the readings, in their order.
            odds: By what it judges; the measured ones by default.
        """
        self._owners = tuple(owners)
        self._odds = odds or Odds()
        self._legal = Legal(self._odds)
        self._wrongs = Wrongs(self._odds)
        self._stills = Stills(self._odds)
        self._memory = Memory()
        self._doubted: dict[tuple[str, Counts], set[tuple[int, int]]] = {}
        self._cached = _Cached()
        self._said = Said()
        self._astray = Astray()
        self._objects = True
        self._left: object = None
        """What was objected to last as left unplayed."""
        self._game = -1
        self._agreed = 0
        self._cleared = 0
        self._at_s: float | None = None
        self._altered: Mapping[str, float] | None = None
        self.remembered: set[str] = set()
        """The places of which the last look has told for sure what stands there."""

    def look(
        self,
        model: Model,
        seen: Occupancy,
        *,
        at_s: float,
        turn_may_end: bool = False,
        rested_s: float = 0.0,
        objects: bool = True,
        altered: Mapping[str, float] | None = None,
    ) -> Conclusion:
        """Conclude from one still picture.

        Args:
            model: The game as it stands, with the throws that are kept and the question that is open.
            seen: What stands where; places under hands are hidden.
            at_s: When the picture was taken, on any clock that goes on.
            turn_may_end: True if the house takes the turn for ended: dice lifted, a button. A kept throw says
                so by itself.
            rested_s: So long board and rim have rested. What hands have played is followed at once, as nobody
                looks at a board in motion; questions, objections and a loss want some seconds of rest.
            objects: False where nobody wants objections: what the rules forbid is concluded only once the
                turn has ended, to be entered as it was played.
            altered: By how much of a piece's area places look otherwise than when they were `remembered`;
                without those of which nobody knows it. Empty if so much does that it was no turn.
        """
        self._altered, self.remembered = altered, set()
        self._begin(model, seen, at_s, rested_s)
        self._objects = objects
        if isinstance(model.question, Conflict):
            return Waits(Why.UNSURE)  # until it is settled nobody knows which throws were thrown
        look = self._weigh(model, at_s, rested_s, turn_may_end or bool(kept_throws(model)))
        if self._is_answered(model):
            # People know what stands there, whatever the eye makes of it, unless hands have gone on since.
            has_rested = at_s - rested_s <= self._said.open_s
            self._said = Said()
            if (has_rested or look.best == 0) and look.misfits[0] <= self._odds.most_wrong:
                self._agree(look, look.candidates[0], is_told=True)
                look = self._weigh(model, at_s, rested_s, look.has_ended)
        if look.evidence.hidden > self._odds.hidden:
            return Waits(Why.HIDDEN)
        odds, misfit = self._odds, look.misfits[look.best]
        if misfit <= odds.plainly:
            return self._fitting(look, odds.leads)
        is_early = rested_s < odds.object_s
        # That a turn was played is told at once; that nothing was can wait for more pictures.
        is_still = look.candidates[look.best].kind is Kind.STAYS and not self._said.is_open
        if is_early and (misfit > odds.fits or is_still):
            return Waits(Why.UNSURE)
        wrong = None
        if misfit <= odds.most_wrong:
            wrong = self._wrongs.best(look.model, look.candidates, look.scores, look.evidence, look.positions)
        lead = -math.inf if wrong is None else wrong.score - look.scores[look.best]
        if misfit <= odds.fits and lead < (0.0 if is_early else odds.objects):
            return self._fitting(look, odds.leads)
        if is_early:
            return Waits(Why.UNSURE)
        if wrong is not None and lead >= odds.objects:
            if not wrong.explains:
                return self._stray(look)
            self._astray.looks = 0
            # What is more likely forbidden than allowed is not followed either.
            return self._object(look, wrong) if wrong.is_sure else Waits(Why.UNSURE)
        # That something was moved is plain; what, nobody can tell: silence would be a long one.
        is_moved = look.candidates[look.best].kind is not Kind.STAYS and rested_s >= odds.silent_s
        if misfit <= odds.strays and lead <= -odds.objects:
            conclusion = self._concluded(look, odds.clearly)
            if not is_moved or conclusion != Waits(Why.UNSURE):
                self._astray.looks = 0
                return conclusion
        if misfit > odds.strays or is_moved:
            return self._stray(look)
        self._keep(look, look.candidates[0], is_sure=False)
        return Waits(Why.UNSURE)

    def _fitting(self, look: _Look, leads: float) -> Conclusion:
        """Conclude where something legal explains the board: it is not astray."""
        self._astray.looks = 0
        return self._concluded(look, leads)

    def _concluded(self, look: _Look, leads: float) -> Conclusion:
        rivals = self._rivals(look, leads)
        if not rivals:
            return self._explained(look, look.candidates[look.best])
        if conclusion := self._ask(look, rivals):
            return conclusion
        return Waits(Why.HIDDEN if self._is_covered(look, rivals[0]) else Why.UNSURE)

    def _begin(self, model: Model, seen: Occupancy, at_s: float, rested_s: float) -> None:
        """Take in a picture, and what has become of the game."""
        if model.game != self._game:
            self._game, self._agreed, self._cleared = model.game, len(model.actions), model.seq
            self._said, self._memory = said_before(model), Memory()
        self._agreed = min(self._agreed, len(model.actions))
        if self._at_s is not None and rested_s + _MOVED_S < at_s - self._at_s:
            self._stills.clear()
        self._at_s = at_s
        self._stills.add(seen, self._owners, model.rules.players)

    def _is_answered(self, model: Model) -> bool:
        """True if what was said last was answered on a phone."""
        said = self._said
        is_asked = model.question is not None or model.lost is not None
        said.was_asked |= is_asked
        if is_asked or not said.was_asked:
            said.open_s = self._at_s or 0.0
        by_people = any(
            (one.source != "camera" or one.how == "accepted") and not isinstance(one.action, Throw)
            for one in model.actions[said.actions :]
        )
        return said.is_open and not is_asked and (said.was_asked or by_people)

    def _weigh(self, model: Model, at_s: float, rested_s: float, has_ended: bool) -> _Look:
        odds, cached = self._odds, self._cached
        places = tuple(self._stills.reads)
        key = (model.game, model.revision, self._agreed, self._cleared, places)
        if cached.key != key or cached.positions is None:
            cached.candidates = self._legal.of(model, agreed=self._agreed, cleared=self._cleared)
            looks = [one.appearance for one in cached.candidates]
            cached.positions = Positions(looks, places=places, seats=model.rules.players)
            cached.key = key
        evidence = Evidence(self._stills, self._memory, odds, altered=self._altered)
        fitting = cached.positions.scores(evidence.fits)
        scores = fitting + np.array([one.prior for one in cached.candidates])
        return _Look(
            model,
            cached.candidates,
            cached.positions,
            evidence,
            scores.tolist(),
            cached.positions.scores(evidence.misfit).tolist(),
            int(scores.argmax()),
            rested_s,
            has_ended,
            at_s,
        )

    def _rivals(self, look: _Look, leads: float) -> list[int]:
        """List the candidates that are nearly as likely as the best, the likeliest first."""
        least = look.scores[look.best] - leads
        near = [n for n, score in enumerate(look.scores) if score > least and n != look.best]
        return sorted(near, key=lambda n: -look.scores[n])

    def _is_covered(self, look: _Look, rival: int) -> bool:
        """True if what tells the best from another lies under something."""
        return any(
            look.evidence.reads[place].hidden >= 0.5 for place in look.positions.apart(look.best, rival)
        )

    def _explained(self, look: _Look, best: Candidate) -> Conclusion:
        """Conclude from a position that explains the board alone."""
        odds, rested = self._odds, look.rested_s
        match best.kind:
            case Kind.STAYS:
                return self._stays(look, best)
            case Kind.UNDONE:
                return Waits(Why.UNDONE)
            case Kind.BEHIND:
                return Waits(Why.BEHIND)
            case Kind.BACK | Kind.OTHERWISE:
                if not best.is_whole:
                    return Waits(Why.UNDER_WAY if best.kind is Kind.BACK else Why.BEHIND)
                if rested < (odds.back_s if best.kind is Kind.BACK else odds.object_s):
                    return Waits(Why.UNSURE)
                if best.kind is Kind.OTHERWISE:
                    return self._asked(look, (best.followed(ends=look.has_ended), Followed(())), best)
        if not best.is_whole and not self._is_over(look):
            return Waits(Why.UNDER_WAY)
        if not best.may_end:
            return self._unplayed(look, best)
        if best.others:
            ways = (best.way, *best.others)
            asked = tuple(best.followed(ends=look.has_ended, way=way) for way in ways)
            return self._asked(look, asked, best)
        return self._follow(look, best)

    def _stays(self, look: _Look, best: Candidate) -> Conclusion:
        """Conclude from a board that stands as the game has it."""
        self._agree(look, best)
        if self._said.is_open:
            if self._said.is_left:
                return Waits(Why.SAID)
            self._said = Said()
            return Found()
        ends = best.way.ends
        if not look.has_ended or ends == ():
            return Waits(Why.AGREES)
        if ends is None:
            return self._unplayed(look, best) if self._is_over(look) else Waits(Why.AGREES)
        if all(isinstance(said, EndTurn) for said in ends):
            return Followed(best.followed(ends=True).done)
        if not self._is_over(look):
            return Waits(Why.AGREES)
        if rivals := self._rivals(look, self._odds.clearly):  # perhaps the values were played after all
            return self._ask(look, rivals) or Waits(Why.UNSURE)
        return Followed(best.followed(ends=True).done)

    def _is_over(self, look: _Look) -> bool:
        """True if the turn has ended although values are left, and hands have had the time to play them."""
        return look.has_ended and look.rested_s >= self._odds.object_s

    def _follow(self, look: _Look, best: Candidate) -> Conclusion:
        changed = look.positions.row(look.candidates.index(best)), look.positions.row(0)
        if not look.evidence.witnesses([now for now, was in zip(*changed, strict=True) if now != was]):
            return Waits(Why.HIDDEN)
        self._agree(look, best)
        # What was played with a kept throw has ended the turns before it; its own goes on.
        throws = sum(isinstance(done, Throw) for done in best.way.moves)
        ends = look.has_ended and throws < max(1, len(kept_throws(look.model)))
        self._said = Said()
        self._agreed = len(look.model.actions)
        return best.followed(ends=ends)

    def _unplayed(self, look: _Look, best: Candidate) -> Conclusion:
        """Object to values that are left, or to nothing having been moved."""
        if self._rivals(look, self._odds.clearly):
            return Waits(Why.UNSURE)
        key = (look.model.game, look.model.line.turn_begun, best.appearance)
        if self._left == key:
            return Waits(Why.SAID)  # people know, whether they have answered yet or not
        self._left = key
        return self._object(
            look, self._wrongs.unplayed(look.model, best, look.scores[look.best]), is_left=True
        )

    def _object(self, look: _Look, wrong: Wrong, *, is_left: bool = False) -> Conclusion:
        if self._said.is_open and self._said.appearance == wrong.appearance:
            return Waits(Why.SAID)
        if not (self._objects or look.has_ended):
            return Waits(Why.UNSURE)  # hands may put it right
        played = len(look.model.actions)
        self._said = Said(wrong.appearance, is_open=True, actions=played, is_left=is_left)
        return Objects(wrong.objection, wrong.undo)

    def _ask(self, look: _Look, rivals: Sequence[int]) -> Conclusion | None:
        """Ask which of several turns it was, where the player seems done; None while it is too early."""
        near = [look.best, *rivals]
        chosen = [look.candidates[n] for n in near[:2]]
        is_done = look.has_ended or all(one.is_whole and one.kind is Kind.PLAYED for one in chosen)
        if look.rested_s < self._odds.object_s or not is_done:
            return None
        if any(one.kind in (Kind.BEHIND, Kind.UNDONE) for one in chosen):
            return None
        asked = tuple(
            Followed(()) if one.kind is Kind.STAYS else one.followed(ends=look.has_ended and one.may_end)
            for one in chosen
        )
        return self._asked(look, asked, chosen[0], places=look.positions.apart(near[0], near[1]))

    def _asked(
        self, look: _Look, asked: tuple[Followed, ...], best: Candidate, *, places: tuple[str, ...] = ()
    ) -> Conclusion:
        if self._said.is_open and self._said.appearance == best.appearance:
            return Waits(Why.SAID)
        self._said = Said(best.appearance, is_open=True, actions=len(look.model.actions))
        return Asks(asked, places or look.positions.apart(0, look.best))

    def _stray(self, look: _Look) -> Conclusion:
        """Count the looks that nothing explains."""
        astray, odds = self._astray, self._odds
        if not astray.looks:
            astray.since_s = look.now_s - min(look.rested_s, odds.object_s)
        astray.looks += 1
        if self._said.is_lost:
            return Waits(Why.SAID)
        if look.now_s - astray.since_s < odds.lost_s or astray.looks < odds.lost_looks:
            return Waits(Why.UNSURE)
        self._said = Said(is_open=True, is_lost=True, actions=len(look.model.actions))
        fits = {one.place: look.evidence.fits(one) for one in look.positions.row(0)}
        return Lost(tuple(place for place in sorted(fits, key=fits.__getitem__) if fits[place] < -1.0))

    def _agree(self, look: _Look, best: Candidate, *, is_told: bool = False) -> None:
        """Remember as what each place is read now that it is known what stands there.

        A place that is newly read otherwise is doubted for some turns: hands may have done something there.
        """
        if best.kind is Kind.STAYS:
            self._agreed = len(look.model.actions)
            self._cleared = max([self._cleared, *(back.seq for back in look.model.undone)])
        self._keep(look, best, is_told=is_told)

    def _keep(self, look: _Look, best: Candidate, *, is_told: bool = False, is_sure: bool = True) -> None:
        """Remember the readings of a position; what is doubted when the game has gone on in spite of it."""
        for stands in look.positions.row(look.candidates.index(best)):
            if (read := look.evidence.reads.get(stands.place)) is None:
                continue
            is_new = is_sure and stands.place not in self._memory.last
            if not (is_told or is_new) and look.evidence.misfit(stands) > _DOUBTED:
                turns = self._doubted.setdefault((stands.place, stands.counts), set())
                turns.add(look.model.line.turn_begun)
                if len(turns) < self._odds.doubted:
                    continue
            self._doubted.pop((stands.place, stands.counts), None)
            if is_sure or stands.place in self._memory.last:
                self._memory.keep(stands, read, steady=self._odds.steady)
                if read.hidden < 0.5:
                    self.remembered.add(stands.place)
