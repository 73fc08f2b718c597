"""What matches add to a table: the next game, the way back over the end of one, void throws, another conduct.

Deciding, as in `engine.table.decision`, on a draft of the memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from engine.errors import EngineError, NotNowError, SetupError, StaleError
from engine.events import IMPORT, GameStarted, Logged, Source, ThrowAsked, ThrowKept, Undone
from engine.match import Conduct
from engine.match.clock import LONGEST_RESERVE_S
from engine.match.match_events import (
    ConductChanged,
    Doubter,
    FlagFell,
    GameWithdrawn,
    Paused,
    ThrowVoided,
    TimeGiven,
    WentOn,
    can_be_given,
)
from engine.match.voids import VOIDS
from engine.move import Decline, EndTurn, Play
from engine.setup import following
from engine.table import turn_end
from engine.table.decision import Draft
from engine.table.questions import Conflict, Waiting
from engine.table.state import Model, new_model, replayed
from engine.throw import Dice, Throw

LONGEST_WHY = 80
"""Letters of the reason for which a person gives time."""


def next_game(draft: Draft, *, game: int) -> None:
    """Begin the game that follows in the match.

    Args:
        draft: With a game of a match that is over.
        game: The number of the next one.

    Raises:
        NotNowError: If none follows: it is no match, or the game or the match is not at its end.
    """
    model = draft.model
    draft.refuse_while_correcting()
    match, outcome = model.match, model.outcome
    if match is None:
        raise NotNowError("this is no match: start a new game")
    if match.is_over:
        raise NotNowError("the match is over, {score}: start a new one", score="{}–{}".format(*match.score))
    if outcome is None:
        raise NotNowError("this game of the match is not over: the next one follows it")
    setup = following(model.setup, outcome, game=model.game)
    draft.model = new_model(setup, game=game, seq=model.seq, before=model)
    draft.emit(GameStarted(setup))
    draft.begin_turn()


def go_on_in_match(draft: Draft, *, game: int) -> None:
    """Begin the next game where something is thrown after the end of one, and the match goes on."""
    if draft.model.game_follows and not isinstance(draft.model.question, Conflict):
        next_game(draft, game=game)


def throw(draft: Draft, throw: Throw, *, source: Source, photo: str) -> None:
    """Take a throw; an illegal play that nobody has put right stands with it (BS9).

    Raises:
        NotNowError: If nothing is thrown now, or too many throws wait.
        ThrowError: If the dice or shells are not those of the game.
    """
    turn_end.let_stand(draft)
    draft.throw(throw, source=source, photo=photo)


def ask(draft: Draft, asked: ThrowAsked) -> None:
    """Ask what was thrown; that something was lets stand what `throw` does.

    Raises:
        NotNowError: If the game is over.
    """
    turn_end.let_stand(draft)
    draft.ask(asked)


def carry_on(draft: Draft, *, game: int) -> None:
    """Go on as far as it goes: a closed turn ends, and what was thrown early for the next game begins it."""
    turn_end.go_on(draft)
    model = draft.model
    kept = model.waiting
    if model.game_follows and kept and kept[0].throw is not None and not (model.held or model.question):
        next_game(draft, game=game)
        _keep_again(draft, kept)
        draft.go_on()


def _keep_again(draft: Draft, waiting: Sequence[Waiting]) -> None:
    """Keep throws of another game of the match in this one, in their order."""
    for number, one in enumerate(waiting, len(draft.model.waiting) + 1):
        if one.throw is not None:
            draft.emit(ThrowKept(one.throw, one.source, one.photo, number))
        elif one.asked is not None:
            draft.emit(replace(one.asked, photo=one.photo, waits=number))


def undo(draft: Draft, of: int | None) -> None:
    """Take back everything from one action on; from the start of a game, the end of the one before it.

    A turn that was closed before its play was known goes on.
    """
    closed = draft.model.closed
    if closed is not None and of in (None, closed.seq):
        draft.refuse_while_correcting()
        draft.emit(Undone(closed.seq))
        return
    before = draft.model.before
    reaches_back = of is None or (before and of in (action.seq for action in before.actions))
    if before is not None and not draft.model.actions and reaches_back:
        draft.refuse_while_correcting()
        waiting = draft.model.waiting
        draft.emit(GameWithdrawn())
        left = draft.model
        draft.model = replace(before, seq=left.seq, requests=left.requests)
        if before.conduct != left.conduct and before.conduct and left.conduct:
            draft.emit(ConductChanged(before.conduct, left.conduct))  # nobody has settled anything by an undo
        _keep_again(draft, waiting)
    draft.undo(of)


def void(draft: Draft, of: int, why: str, *, source: Doubter, photo: str) -> None:
    """Tell that the throw that counts, or one that waits, is void; what was played with it is taken back.

    Raises:
        NotNowError: If it is not the last throw, the turn has gone on to the cube or to an end, the game
            is not played with dice, nobody knows what was thrown, or a die on a checker counts in the match.
        LookupError: If there is no such reason.
    """
    reason = VOIDS[why]
    draft.refuse_while_correcting()
    model, last = draft.model, draft.model.last_throw
    place = model.setup.match
    if why == "checker" and place is not None and place.conduct.dice_on_checkers == "count":
        raise NotNowError("in this match a die that lies flat on a checker counts (BS10)")
    kept = next((one for one in model.waiting if one.seq == of), None)
    if kept is not None:
        guess = kept.throw or next(iter(kept.asked.alternatives if kept.asked else ()), None)
        if not isinstance(guess, Dice):
            raise NotNowError("nobody knows what was thrown: say that it was no throw, and throw again")
        player = turn_end.thrower(model, kept)
        draft.changing(ThrowVoided(of, player, guess, reason, source, photo or kept.photo))
        draft.go_on()
        return
    if last is None or last.seq != of:
        raise NotNowError("event {event} is not the throw that counts now: it cannot be void", event=of)
    throw = last.action
    if not isinstance(throw, Dice):
        raise NotNowError("only a throw of dice can be void: correct it, or take it back")
    later = model.actions[model.place(of) + 1 :]
    if any(not isinstance(action.action, Play | EndTurn | Decline) for action in later):
        raise NotNowError(
            "the game has gone on since that throw, so it is not void any more: take back what came after it"
        )
    draft.changing(ThrowVoided(of, last.player, throw, reason, source, photo or last.photo))


def void_seen(draft: Draft, asked: ThrowAsked, why: str) -> None:
    """Tell that a throw is void as the eye saw it: it is not asked about, and an undo does ask.

    Raises:
        NotNowError: If the game is over, or no answer is known.
        LookupError: If there is no such reason.
    """
    draft.ask(asked)
    void(draft, draft.model.waiting[-1].seq, why, source="camera", photo=asked.photo)


def pause(draft: Draft) -> None:
    """Let the clock stand.

    Raises:
        NotNowError: If there is no clock, or it stands already.
    """
    place = draft.model.setup.match
    if place is None or place.times is None:
        raise NotNowError("this game is played without a clock: there is nothing to stop")
    if draft.model.paused or draft.model.outcome is not None:
        raise NotNowError("the clock stands already")
    draft.emit(Paused())


def end_pause(draft: Draft) -> None:
    """Let the clock run again.

    Raises:
        NotNowError: If nobody pauses.
    """
    if not draft.model.paused:
        raise NotNowError("nobody pauses: the clock does not stand for that")
    draft.emit(WentOn())


def give_time(draft: Draft, player: int, seconds: int, why: str) -> None:
    """Put a player's clock right, as a person says.

    Raises:
        NotNowError: If there is no clock, or it counts no more.
        SetupError: If there is no such seat, time or reason.
    """
    place, match, why = draft.model.setup.match, draft.model.match, " ".join(why.split())
    if place is None or match is None or place.times is None:
        raise NotNowError("this game is played without a clock: there is no time to give")
    if match.is_over:
        raise NotNowError("the match is over: its clock counts no more")
    if player not in (0, 1):
        raise SetupError("there is no seat {seat}: there are {seats}, counted from 0", seat=player, seats=2)
    if not can_be_given(seconds):
        raise SetupError(
            "{seconds} seconds cannot be given: give a whole number, at most {most}, or one below 0",
            seconds=str(seconds)[:40],
            most=int(LONGEST_RESERVE_S),
        )
    if not why or len(why) > LONGEST_WHY or not why.isprintable():
        raise SetupError(
            "a reason stands in the record with the time: write one of at most {most} letters",
            most=LONGEST_WHY,
        )
    draft.emit(TimeGiven(player, seconds, why))


def flag_fell(draft: Draft, player: int, *, seen: int) -> None:
    """Tell that the time of a player is up.

    Args:
        draft: Of a game of a match with a clock.
        player: Whose time.
        seen: The newest event from which the clock was worked out.

    Raises:
        StaleError: If something has happened since: it may be otherwise now.
    """
    if draft.model.seq != seen:
        raise StaleError(
            f"the clock was worked out at event {seen}, but event {draft.model.seq} has happened since"
        )
    draft.emit(FlagFell(player))


def change_conduct(draft: Draft, conduct: Conduct, *, by: str) -> None:
    """Settle something else for the match from here on.

    Raises:
        NotNowError: If this is no match, or it is over.
    """
    match, was = draft.model.match, draft.model.conduct
    if match is None or was is None:
        raise NotNowError("this is no match: nothing is settled for it")
    if match.is_over:
        raise NotNowError("the match is over: nothing is settled for it any more")
    if conduct != was:
        draft.emit(ConductChanged(was, conduct, by))


def opened(table: Model | None, events: Sequence[Logged], *, seq: int, by: str) -> Draft:
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
    draft = Draft(replace(model, seq=seq), request=f"{IMPORT}conduct-{seq}")
    change_conduct(draft, replace(model.conduct, tournament=False), by=by)
    return draft


def _first_game(model: Model) -> int:
    place = model.setup.match
    return model.game if place is None else place.first or model.game


def resumed(events: Iterable[Logged], earlier: Sequence[Sequence[Logged]]) -> Model:
    """Play a recorded game again, and the games of its match before it; of those, one that is broken is left.

    Raises:
        NotNowError: If the game is not played any more, as an end before it was taken back.
        EngineError: If it cannot be played again.
    """
    before: Model | None = None
    for game in earlier:
        try:
            before = replayed(game, before=before)
        except EngineError:
            before = None
    model = replayed(events, before=before)
    if model.withdrawn:
        raise NotNowError("this game is not played: the end of the game before it was taken back")
    return model


def games_before(events_of: Callable[[int], Sequence[Logged]], game: int) -> list[Sequence[Logged]]:
    """List the events of each game of a match before one of them, the first game first, as far as there are.

    Args:
        events_of: Gives the events of a game; raises a `KeyError` if there is none of that number.
        game: Its number; where it is no game of a match, nothing is listed.
    """
    return list(_back(events_of, game))[::-1]


def _back(events_of: Callable[[int], Sequence[Logged]], game: int) -> Iterator[Sequence[Logged]]:
    """List them from the last to the first; a record that goes round in a circle is left."""
    known = {game}
    with suppress(KeyError):
        events = events_of(game)
        while isinstance(started := events[0].event, GameStarted):
            place = started.setup.match
            if place is None or not place.before or place.before in known:
                return
            known.add(place.before)
            events = events_of(place.before)
            yield events
