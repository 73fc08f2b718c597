"""Commands of a match: the next game, the end of a turn, void throws, the clock, the conduct."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.errors import NotNowError, SetupError, StaleError
from engine.events import (
    IMPORT,
    Closer,
    ConductChanged,
    Doubter,
    FlagFell,
    Logged,
    Paused,
    ThrowAsked,
    ThrowVoided,
    TimeGiven,
    TurnClosed,
    WentOn,
    can_be_given,
)
from engine.game import Waits
from engine.match import Conduct
from engine.match.clock import LONGEST_RESERVE_S
from engine.match.voids import VOIDS
from engine.move import Decline, EndTurn, Play
from engine.table import match_play, turn_end
from engine.table.state import Model, replayed
from engine.table.transaction import Command, Transaction
from engine.throw import Dice

LONGEST_WHY = 80
"""Letters of the reason for which a person gives time."""


@dataclass(frozen=True, slots=True)
class BeginNextGame(Command):
    """Begin the next game of the match; whatever is thrown after the end of a game does so, too."""

    def decide(self, game: Transaction) -> None:
        match_play.next_game(game)


@dataclass(frozen=True, slots=True)
class CloseTurn(Command):
    """End the turn in progress (BS7).

    In a match also before its play is told: the turn is closed then, and over as soon as that is done. Of a
    turn that is closed it tells that nothing more is played, which is illegal where something can be. In a
    single game it is `EndTurn`.

    Raises:
        IllegalMoveError: In a single game, if something must be played first.
    """

    source: Closer = "phone"
    of: int = 0
    """The throw of the turn, also one that was kept or is asked about; 0 for the one that counts."""

    def decide(self, game: Transaction) -> None:
        game.refuse_while_correcting()
        model, of = game.model, self.of
        if model.setup.match is None:
            game.play(EndTurn(), sure=True)
            return
        kept = next((one for one in model.waiting if one.seq == of), None)
        if kept is not None:
            if kept.closed is None:
                game.emit(TurnClosed(turn_end.thrower(model, kept), of, self.source))
            return
        thrown = turn_end.thrown_in_turn(model)
        if thrown is None or of not in (0, thrown.seq):
            raise NotNowError("nothing was thrown in this turn: there is no turn to end")
        if model.closed is None:
            game.emit(TurnClosed(model.turn, thrown.seq, self.source))
        elif self.source != "camera" and model.question is None and model.waits is Waits.MOVE:
            turn_end.leave_unplayed(game)


@dataclass(frozen=True, slots=True)
class VoidThrow(Command):
    """Declare a throw void: it is thrown again, and what was played with it is gone.

    An undo brings both back.

    Raises:
        LookupError: If there is no such reason.
    """

    of: int | None = None
    """The event by which it counted, was kept or asked about; None for the last throw. One that counted must
    be that one, with nothing but its play since."""
    why: str = "said"
    """What is wrong with a die: a key of `engine.match.voids.VOIDS`."""
    source: Doubter = "typed"
    photo: str = ""
    """Name of the photograph that shows it; empty for that of the throw."""

    def decide(self, game: Transaction) -> None:
        reason = VOIDS[self.why]
        game.refuse_while_correcting()
        model, last = game.model, game.model.last_throw
        of = self.of if self.of is not None or last is None else last.seq
        if of is None:
            raise NotNowError("nothing has been thrown yet that could be void")
        place = model.setup.match
        if self.why == "checker" and place is not None and place.conduct.dice_on_checkers == "count":
            raise NotNowError("in this match a die that lies flat on a checker counts (BS10)")
        kept = next((one for one in model.waiting if one.seq == of), None)
        if kept is not None:
            guess = kept.throw or next(iter(kept.asked.alternatives if kept.asked else ()), None)
            if not isinstance(guess, Dice):
                raise NotNowError("nobody knows what was thrown: say that it was no throw, and throw again")
            player = turn_end.thrower(model, kept)
            game.changing(ThrowVoided(of, player, guess, reason, self.source, self.photo or kept.photo))
            game.go_on()
            return
        if last is None or last.seq != of:
            raise NotNowError("event {event} is not the throw that counts now: it cannot be void", event=of)
        throw = last.action
        if not isinstance(throw, Dice):
            raise NotNowError("only a throw of dice can be void: correct it, or take it back")
        later = model.actions[model.place(of) + 1 :]
        if any(not isinstance(action.action, Play | EndTurn | Decline) for action in later):
            raise NotNowError(
                "the game has gone on since that throw, so it is not void any more: take back what came "
                "after it"
            )
        game.changing(ThrowVoided(of, last.player, throw, reason, self.source, self.photo or last.photo))


@dataclass(frozen=True, slots=True)
class VoidSeenThrow(Command):
    """Declare a throw void as the eye saw it lie there: it is not asked about, and an undo does ask.

    Raises:
        LookupError: If there is no such reason.
    """

    asked: ThrowAsked
    why: str
    """As in `VoidThrow`."""

    def decide(self, game: Transaction) -> None:
        match_play.go_on_in_match(game)
        game.ask(self.asked)
        VoidThrow(game.model.waiting[-1].seq, self.why, "camera", self.asked.photo).decide(game)


@dataclass(frozen=True, slots=True)
class Pause(Command):
    """Stop the clock until `EndPause`, or until the game goes on."""

    def decide(self, game: Transaction) -> None:
        place = game.model.setup.match
        if place is None or place.times is None:
            raise NotNowError("this game is played without a clock: there is nothing to stop")
        if game.model.paused or game.model.outcome is not None:
            raise NotNowError("the clock stands already")
        game.emit(Paused())


@dataclass(frozen=True, slots=True)
class EndPause(Command):
    """Start the clock again."""

    def decide(self, game: Transaction) -> None:
        if not game.model.paused:
            raise NotNowError("nobody pauses: the clock does not stand for that")
        game.emit(WentOn())


@dataclass(frozen=True, slots=True)
class GiveTime(Command):
    """Give a player more time, or take some away, as a person says; the record keeps it with the reason.

    Raises:
        SetupError: If there is no such seat, time or reason.
    """

    player: int
    seconds: int
    """So much more; below 0 less."""
    why: str
    """Of at most `LONGEST_WHY` letters."""

    def decide(self, game: Transaction) -> None:
        place, match, why = game.model.setup.match, game.model.match, " ".join(self.why.split())
        if place is None or match is None or place.times is None:
            raise NotNowError("this game is played without a clock: there is no time to give")
        if match.is_over:
            raise NotNowError("the match is over: its clock counts no more")
        if self.player not in (0, 1):
            raise SetupError(
                "there is no seat {seat}: there are {seats}, counted from 0", seat=self.player, seats=2
            )
        if not can_be_given(self.seconds):
            raise SetupError(
                "{seconds} seconds cannot be given: give a whole number, at most {most}, or one below 0",
                seconds=str(self.seconds)[:40],
                most=int(LONGEST_RESERVE_S),
            )
        if not why or len(why) > LONGEST_WHY or not why.isprintable():
            raise SetupError(
                "a reason stands in the record with the time: write one of at most {most} letters",
                most=LONGEST_WHY,
            )
        game.emit(TimeGiven(self.player, self.seconds, why))


@dataclass(frozen=True, slots=True)
class CallFlag(Command):
    """Tell all that the time of a player is up.

    Raises:
        StaleError: If something has happened since: it may be otherwise now.
    """

    player: int
    seen: int
    """The newest event from which the clock was worked out."""

    def decide(self, game: Transaction) -> None:
        if game.model.seq != self.seen:
            raise StaleError(
                f"the clock was worked out at event {self.seen}, but event {game.model.seq} has happened "
                "since"
            )
        game.emit(FlagFell(self.player))


@dataclass(frozen=True, slots=True)
class ChangeConduct(Command):
    """Settle something else for the match from here on; nothing happens where it is settled so already."""

    conduct: Conduct
    """All that is settled then, not only what is new."""
    by: str = ""
    """What the phone is called that says so; empty for none."""

    def decide(self, game: Transaction) -> None:
        match, was = game.model.match, game.model.conduct
        if match is None or was is None:
            raise NotNowError("this is no match: nothing is settled for it")
        if match.is_over:
            raise NotNowError("the match is over: nothing is settled for it any more")
        if self.conduct != was:
            game.emit(ConductChanged(was, self.conduct, self.by))


def opened(table: Model | None, events: Sequence[Logged], *, seq: int, by: str) -> Transaction:
    """Switch tournament mode off in a match that was broken off.

    Args:
        table: The game on the table; None without one.
        events: Of the game of the match that was played last.
        seq: The newest event of all.
        by: What the phone is called that says so.

    Raises:
        NotNowError: If the match lies on the table, is over, or is in no tournament mode.
        EngineError: If the game cannot be played again.
    """
    model = replayed(events)
    if table is not None and _first_game(table) == _first_game(model):
        raise NotNowError("this match lies on the table: switch tournament mode off there")
    if not model.is_tournament or model.conduct is None:
        raise NotNowError("this match is in no tournament mode: its games can be looked at")
    game = Transaction(replace(model, seq=seq), request=f"{IMPORT}conduct-{seq}")
    ChangeConduct(replace(model.conduct, tournament=False), by).decide(game)
    return game


def _first_game(model: Model) -> int:
    place = model.setup.match
    return model.game if place is None else place.first or model.game
