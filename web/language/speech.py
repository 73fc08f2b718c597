"""What happened, or why not, in words of a language: for page, voice and command line alike.

Needs the engine and the standard library's gettext, no Flask. The templates are those of
`web.language.sentences`, the words of each game in `web.games`; the catalogues are those of
`web.language.catalogue`, and a language without one is English.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.ending import Accept, Agree, Refuse, Resign
from engine.events import (
    MOST_KEPT,
    SEEN,
    Corrected,
    CorrectionSettled,
    Event,
    GameEnded,
    GameStarted,
    Happened,
    Logged,
    Moved,
    MovedBack,
    MoveRefused,
    MoveWarned,
    PositionSet,
    Seated,
    Setup,
    Threw,
    ThrowAsked,
    ThrowKept,
    TurnBegan,
    event_type,
)
from engine.facts import Fact, FactKind
from engine.following.board_events import BoardAnswered, BoardAsked, BoardFound, BoardLost, BoardRefused
from engine.match.match_events import ConductChanged, FlagFell, ThrowVoided, TimeGiven, TurnClosed
from engine.move import (
    PIECES_EACH,
    Beaver,
    Decline,
    Double,
    Drop,
    EndTurn,
    Move,
    PieceMove,
    Take,
)
from engine.reasons import Reason
from web.language import match_words, points
from web.language.alerts import alert_of
from web.language.bidi import isolated, spoken
from web.language.conduct_words import conduct_words
from web.language.refusals import in_words, refusal
from web.language.sentences import MOVES_SAY, SAID
from web.language.speaker import Speaker
from web.language.whole_turns import deeds_of, is_spoken, plays_of
from web.language.worth_saying import SPOKEN, grace_of, worth_saying

_KINDS: Mapping[str, str] = {"enter": "entered", "pair": "paired", "challenge": "challenged"}


def sentence(
    logged: Logged,
    names: Sequence[str],
    *,
    game: str,
    preset: str = "",
    each: int = PIECES_EACH,
    language: str = "en",
    setup: Setup | None = None,
) -> str:
    """Say an event as a line of the list of events.

    Args:
        logged: The event.
        names: The players' names by seat.
        game: Whose words.
        preset: By which rules: where a turn that is over passes by itself, ending it is giving it up.
        each: How many pieces each player of a cowrie game has.
        language: Code of a language; one without a catalogue is English.
        setup: Of the game: of a match, the score is told at its end.

    Returns:
        One line; empty for an event that is not worth one.
    """
    return _Speaker(tuple(names), game, language, preset, each, setup).line(logged.event)


def taken_back(
    deeds: Sequence[Logged],
    names: Sequence[str],
    *,
    back: bool = False,
    game: str,
    preset: str = "",
    each: int = PIECES_EACH,
    language: str = "en",
) -> str:
    """Tell that throws or moves were taken back, and which; a turn of checkers is named as one.

    Args:
        deeds: What went, in order; at least one.
        names: As in `sentence`, like all that follow `back`.
        back: They were brought back instead.
        game: Whose words.
        preset: By which rules.
        each: How many pieces each player of a cowrie game has.
        language: Code of a language.
    """
    speaker = _Speaker(tuple(names), game, language, preset, each)
    return speaker.say("redone/deed" if back else "undone/deed", deed=deeds_of(deeds, speaker))


def reason(
    reason: Reason, names: Sequence[str], language: str = "en", *, game: str = "", preset: str = ""
) -> str:
    """Tell why not, the rule's number first; the arguments are those of `sentence`."""
    return refusal(reason, names, language, game=game, preset=preset)


def announcement(
    events: Sequence[Logged],
    names: Sequence[str],
    *,
    game: str,
    preset: str = "",
    each: int = PIECES_EACH,
    language: str = "en",
    alerts_only: bool = False,
    setup: Setup | None = None,
) -> str:
    """Say one action aloud: one sentence, the most important first; a correction says only the new value.

    Args:
        events: All events of the action, in order.
        names: The players' names by seat.
        game: Whose words.
        preset: By which rules: it tells the board.
        each: How many pieces each player of a cowrie game has.
        language: Code of a language; one without a catalogue is English.
        alerts_only: Say only what needs an answer, and who has won.
        setup: As in `sentence`; in a match for blind players plays are said, too, and nothing is left out.

    Returns:
        The sentence; empty where silence is right, as for a legal move.
    """
    speaker = _Speaker(tuple(names), game, language, preset, each, setup)
    known = [logged for logged in events if event_type(logged.event) in SPOKEN]
    heard = sorted(worth_saying(known, events), key=lambda logged: SPOKEN[event_type(logged.event)])
    if alerts_only and not is_spoken(setup):
        heard = [logged for logged in heard if alert_of(logged)]
    clauses = [speaker.clause(logged, events) for logged in heard]
    said = spoken("; ".join(filter(None, [*plays_of(events, speaker), *clauses])))
    return said[:1].upper() + said[1:]


def speaker(setup: Setup, language: str) -> match_words.Sentences:
    """Return what fills sentences about a game, in a language."""
    return _Speaker(setup.names, setup.game, language, setup.preset)


def remark(key: str, *, language: str = "en", player: str = "") -> str:
    """Tell what the box remarks beside the game, such as that its camera is away; of some, about a player."""
    said = _Speaker((), "", language).say(f"remark/{key}", player=player)
    return said[:1].upper() + said[1:]


@dataclass(frozen=True, slots=True)
class _Speaker(Speaker):
    """Says events, and what they brought about."""

    setup: Setup | None = None

    def fact(self, fact: Fact, *, aloud: bool = False) -> str:
        """Say a consequence."""
        player = self.player(fact.player)
        if fact.kind is FactKind.HOME:
            return self.count("home", len(fact.pieces) or 1, player=player)
        if fact.kind is FactKind.RESIGNATION_OFFERED:
            return self.move(fact.player, Resign(fact.player, *fact.values))
        values = self.together(map(str, fact.values)) if fact.values else ""
        pieces = self.owned(fact.pieces) if fact.pieces else ""
        spoken = f"spoken/{fact.kind.value}"
        key = spoken if aloud and spoken in SAID else fact.kind.value
        if len(fact.values) == 1 and f"{key}/one" in self.words.said:
            key = f"{key}/one"
        return self.say(key, player=player, values=values, pieces=pieces)

    def move(self, mover: int, move: Move, whose: int | None = None) -> str:
        """Say a move."""
        player = self.player(mover)
        match move:
            case PieceMove():
                squares = abs(move.end - move.start)
                shown = {"player": player, "value": move.value, "squares": squares}
                shown["pieces"] = self.pieces(move, mover, whose)
                if move.kind == "move":
                    return self.say("moved/gatti" if len(move.pieces) > 1 else "moved", **shown)
                return self.say(_KINDS[move.kind], **shown)
            case Decline():
                return self.say("declined", player=player, value=move.value)
            case EndTurn():
                gives_up = self.preset in self.words.given_up
                return self.say("turn-given-up" if gives_up else "turn-ended", player=player)
            case Double() | Take() | Drop() | Beaver():
                return self.say(f"cube/{move}", player=player)
            case Resign() if level := self.words.levels.get(move.points):
                return self.say("ending/offer", player=player, level=self.fill(level))
            case Resign() | Accept() | Refuse() | Agree():
                return self.say(f"ending/{move.to_json()['kind']}", player=player)
        numbered = points.move(move, mover, game=self.game, preset=self.preset)
        return self.say("played", player=player, move=in_words(str(numbered), self.language))

    def seated(self, event: Seated) -> str:
        """Tell who has a seat now."""
        how = "alone" if {*event.members} <= {*event.before} else "instead"
        key = f"seated/{how if len(event.members) == 1 else 'shared'}"
        before = self.together(map(isolated, event.before))
        return self.say(key, players=self.together(map(isolated, event.members)), before=before)

    def line(self, event: Event) -> str:
        """Say an event for the list of events."""
        kind = event_type(event)
        match event:
            case GameStarted():
                return match_words.begun(event.setup, self)
            case Threw() | Corrected():
                player = self.player(event.player) if isinstance(event, Threw) else ""
                worth = self.worth(event.throw, event.value, event.again)
                said = self.say(kind, player=player, throw=self.throw(event.throw), worth=worth)
                if isinstance(event, Threw):
                    return (
                        said if event.source in {*SEEN, "imported"} else self.say(event.source, sentence=said)
                    )
                return self.say("misfit", sentence=said) if event.stopped_at else said
            case ThrowKept():
                return self.say(kind, throw=self.throw(event.throw))
            case ThrowAsked():
                throws = ", ".join(map(self.throw, event.alternatives))
                return self.say(kind if throws else f"{kind}/blind", throws=throws)
            case Moved():
                if event.how in ("forced", "inferred") and isinstance(event.move, EndTurn):
                    return ""
                if isinstance(event.move, Double | Take | Beaver) and event.how == "chosen":
                    return ""  # what it brought about says so, and names the cube's value
                said = self.move(event.player, event.move, event.whose)
                return said if event.how == "chosen" else self.say(event.how, sentence=said)
            case ThrowVoided():
                player, throw = self.player(event.player), self.throw(event.throw)
                return self.say(kind, player=player, throw=throw, reason=self.reason(event.reason))
            case TurnClosed():
                return self.say(f"{kind}/{event.source}", player=self.player(event.player))
            case FlagFell() | TimeGiven():
                return match_words.timed(event, self, language=self.language)
            case MoveRefused() | MoveWarned() | BoardRefused():
                return self.say(kind, player=self.player(event.player), reason=self.reason(event.reason))
            case BoardAnswered():
                return self.say("board-answered/none") if event.which is None else ""
            case BoardFound(how="seen"):
                return ""  # the position that was set says so
            case PositionSet(source="camera"):
                return self.say("position-set/seen")
            case MovedBack(warned=True):
                return self.say("moved-back/warned")
            case CorrectionSettled():
                said = self.say(f"settled/{event.how}")
                return self.say("misfit", sentence=said) if event.stopped_at else said
            case Happened():
                return "" if kind in MOVES_SAY else self.fact(event.fact)
            case TurnBegan():
                return ""
            case GameEnded():
                return match_words.ended(event.outcome, self, self.setup)
            case Seated():
                return self.seated(event)
            case ConductChanged():
                return conduct_words(event, self)
        return self.say(kind)

    def clause(self, logged: Logged, events: Sequence[Logged]) -> str:
        """Say an event aloud, as part of its action."""
        event = logged.event
        match event:
            case GameStarted():
                return match_words.begun(event.setup, self, aloud=True)
            case Threw():
                player, worth = self.player(event.player), self.worth(event.throw, event.value, event.again)
                again = any(grace_of(other, events) is event for other in events)
                return self.say("spoken/grace" if again else "spoken/throw", player=player, worth=worth)
            case ThrowKept() | ThrowAsked() if event.waits == MOST_KEPT:
                return self.say("spoken/stalled", count=event.waits)
            case ThrowKept():
                return self.say("spoken/kept", throw=self.throw(event.throw))
            case ThrowAsked():
                return self.say("spoken/asked")
            case ThrowVoided() if is_spoken(self.setup):
                player = self.player(event.player)
                return self.say("spoken/cocked", player=player, reason=self.reason(event.reason))
            case BoardRefused() | ThrowVoided():
                return self.say(f"spoken/{event_type(event)}", reason=self.reason(event.reason))
            case BoardAsked() | BoardLost() | BoardFound():
                return self.say(f"spoken/{event_type(event)}")
            case MoveRefused() | MoveWarned():
                key = "spoken/refused" if isinstance(event, MoveRefused) else "spoken/warned"
                return self.say(key, reason=self.reason(event.reason))
            case Corrected():
                worth = self.worth(event.throw, event.value, event.again)
                return "; ".join([worth, self.say("spoken/misfit")]) if event.stopped_at else worth
            case CorrectionSettled():
                return self.say("spoken/misfit") if event.stopped_at else ""
            case Happened():
                return self.fact(event.fact, aloud=True)
            case TurnBegan():
                player = isolated(event.member) if event.member else self.player(event.player)
                if event.whose is None:
                    return self.say("spoken/turn", player=player)
                return self.say("spoken/turn/partner", player=player, partner=self.player(event.whose))
        return self.line(event)
