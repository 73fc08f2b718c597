"""What happened, or why not, in words of a language: for page, voice and command line alike.

Needs the engine and the standard library's gettext, no Flask. The templates are those of
`web.language.sentences`, the words of each game in `web.games`; the catalogues are those of
`web.language.catalogue`, and a language without one is English.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.ending import Accept, Agree, Refuse, Resign
from engine.events import (
    MOST_KEPT,
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
    Threw,
    ThrowAsked,
    ThrowKept,
    TurnBegan,
    event_type,
)
from engine.facts import Fact, FactKind, Outcome
from engine.following.board_events import BoardAnswered, BoardAsked, BoardFound, BoardLost, BoardRefused
from engine.match.match_events import ConductChanged, FlagFell, ThrowVoided, TimeGiven, TurnClosed
from engine.move import (
    PIECE_NAMES,
    PIECES_EACH,
    Beaver,
    Decline,
    Double,
    Drop,
    EndTurn,
    Move,
    PieceMove,
    Take,
    piece_owner,
)
from engine.reasons import Reason
from engine.throw import Cowries, Throw
from web.games import Words, page_of
from web.language import points
from web.language.alerts import alert_of
from web.language.bidi import isolated, spoken
from web.language.catalogue import catalogue
from web.language.conduct_words import conduct_words
from web.language.durations import time_words
from web.language.refusals import in_words, refusal
from web.language.sentences import COUNTED, MOVES_SAY, SAID
from web.language.worth_saying import SPOKEN, grace_of, worth_saying

_KINDS: Mapping[str, str] = {"enter": "entered", "pair": "paired", "challenge": "challenged"}


def sentence(
    logged: Logged, names: Sequence[str], *, game: str, preset: str = "", language: str = "en"
) -> str:
    """Say an event as a line of the list of events.

    Args:
        logged: The event.
        names: The players' names by seat.
        game: Whose words.
        preset: By which rules: where a turn that is over passes by itself, ending it is giving it up.
        language: Code of a language; one without a catalogue is English.

    Returns:
        One line; empty for an event that is not worth one.
    """
    return _Speaker(tuple(names), game, language, preset).line(logged.event)


def taken_back(
    deeds: Sequence[Logged],
    names: Sequence[str],
    *,
    back: bool = False,
    game: str,
    preset: str = "",
    language: str = "en",
) -> str:
    """Tell that throws or moves were taken back, and which; a turn of checkers is named as one.

    Args:
        deeds: What went, in order; at least one.
        names: As in `sentence`, like all that follow `back`.
        back: They were brought back instead.
        game: Whose words.
        preset: By which rules.
        language: Code of a language.
    """
    speaker = _Speaker(tuple(names), game, language, preset)
    return speaker.say("redone/deed" if back else "undone/deed", deed=speaker.deeds(deeds))


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
    language: str = "en",
    alerts_only: bool = False,
) -> str:
    """Say one action aloud: one sentence, the most important first; a correction says only the new value.

    Args:
        events: All events of the action, in order.
        names: The players' names by seat.
        game: Whose words.
        preset: By which rules: it tells the board.
        language: Code of a language; one without a catalogue is English.
        alerts_only: Say only what needs an answer, and who has won.

    Returns:
        The sentence; empty where silence is right, as for a legal move.
    """
    speaker = _Speaker(tuple(names), game, language, preset)
    known = [logged for logged in events if event_type(logged.event) in SPOKEN]
    heard = sorted(worth_saying(known, events), key=lambda logged: SPOKEN[event_type(logged.event)])
    if alerts_only:
        heard = [logged for logged in heard if alert_of(logged)]
    said = spoken("; ".join(filter(None, (speaker.clause(logged, events) for logged in heard))))
    return said[:1].upper() + said[1:]


def remark(key: str, *, language: str = "en") -> str:
    """Tell what the box remarks beside the game, such as that its camera is away."""
    said = _Speaker((), "", language).say(f"remark/{key}")
    return said[:1].upper() + said[1:]


@dataclass(frozen=True, slots=True)
class _Speaker:
    """Puts templates, names and a game's words together."""

    names: tuple[str, ...]
    game: str
    language: str
    preset: str = ""

    @property
    def words(self) -> Words:
        """The game's own words."""
        return page_of(self.game).words

    def say(self, key: str, **shown: object) -> str:
        """Fill a template, the game's own where there is one."""
        return self.fill(self.words.said.get(key) or SAID[key], **shown)

    def fill(self, template: str, **shown: object) -> str:
        """Fill a template."""
        return catalogue(self.language).gettext(template).format(**shown)

    def count(self, key: str, count: int, **shown: object) -> str:
        """Fill a template that counts."""
        one, many = self.words.counted.get(key) or COUNTED[key]
        return catalogue(self.language).ngettext(one, many, count).format(count=count, **shown)

    def player(self, seat: int) -> str:
        """Name a player."""
        if 0 <= seat < len(self.names):
            return isolated(self.names[seat])
        return self.say("player", number=seat + 1)

    def together(self, parts: Iterable[str]) -> str:
        """List with commas and a last "and"."""
        *first, last = parts
        return self.say("two", first=", ".join(first), second=last) if first else last

    def reason(self, reason: Reason) -> str:
        """Say a refusal, rule first."""
        return refusal(reason, self.names, self.language, game=self.game, preset=self.preset)

    def throw(self, throw: Throw) -> str:
        """Tell what lay there."""
        if isinstance(throw, Cowries):
            return self.count("mouths", throw.mouths, shells=throw.shells)
        return self.together(map(str, sorted(throw.pips, reverse=True)))

    def worth(self, throw: Throw, value: int, again: bool) -> str:
        """Tell what it counts; of dice, what they show."""
        if not isinstance(throw, Cowries):
            return self.throw(throw)
        remark = self.words.remark(throw, again)
        return self.fill(remark.line, value=value) if remark else str(value)

    def owned(self, pieces: Sequence[tuple[int, int]]) -> str:
        """Tell whose pieces these are."""
        owners = Counter(owner for owner, _piece in pieces)
        return self.together(
            self.count("pieces", count, owner=self.player(owner)) for owner, count in sorted(owners.items())
        )

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
        return self.say(key, player=player, values=values, pieces=pieces)

    def ended(self, outcome: Outcome) -> str:
        """Tell who won and why."""
        if not outcome.winners:
            key = f"ended/{outcome.ending.value}/nobody"
            return self.say(key if key in SAID else "game-ended")
        winners = self.together(map(self.player, outcome.winners))
        said = self.count("won", len(outcome.winners), winners=winners)
        if (key := f"ended/{outcome.ending.value}") in SAID:
            said = self.say(key, sentence=said)
        if kind := self.words.wins.get(outcome.points // outcome.cube):
            said = self.fill(kind, sentence=said)
        if outcome.points > 1:
            said = self.count("points", outcome.points, sentence=said)
        return said

    def pieces(self, move: PieceMove, mover: int) -> str:
        """Name the pieces of a move; with their owner where hands took another player's."""
        named = []
        for number in move.pieces:
            seat, piece = piece_owner(number, mover=mover, players=max(len(self.names), 1))
            letter = PIECE_NAMES[piece]
            own = number < PIECES_EACH
            named.append(letter if own else self.say("owned", owner=self.player(seat), piece=letter))
        return self.together(named)

    def move(self, mover: int, move: Move) -> str:
        """Say a move."""
        player = self.player(mover)
        match move:
            case PieceMove():
                squares = abs(move.end - move.start)
                shown = {"player": player, "value": move.value, "squares": squares}
                shown["pieces"] = self.pieces(move, mover)
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
                return self.say(kind, players=", ".join(map(isolated, event.setup.names)))
            case Threw() | Corrected():
                player = self.player(event.player) if isinstance(event, Threw) else ""
                worth = self.worth(event.throw, event.value, event.again)
                said = self.say(kind, player=player, throw=self.throw(event.throw), worth=worth)
                if isinstance(event, Threw):
                    return (
                        said
                        if event.source in ("camera", "imported")
                        else self.say(event.source, sentence=said)
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
                said = self.move(event.player, event.move)
                return said if event.how == "chosen" else self.say(event.how, sentence=said)
            case ThrowVoided():
                player, throw = self.player(event.player), self.throw(event.throw)
                return self.say(kind, player=player, throw=throw, reason=self.reason(event.reason))
            case TurnClosed():
                return self.say(f"{kind}/{event.source}", player=self.player(event.player))
            case FlagFell(seat):
                return self.say(kind, player=self.player(seat))
            case TimeGiven(seat, seconds, why):
                time = time_words(abs(seconds), self.language)
                key = kind if seconds > 0 else f"{kind}/less"
                return self.say(key, player=self.player(seat), time=time, why=isolated(why))
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
                return self.ended(event.outcome)
            case Seated():
                return self.seated(event)
            case ConductChanged():
                return conduct_words(event, self)
        return self.say(kind)

    def deed(self, event: Event) -> str:
        """Name a throw or a move, as what was taken back."""
        if isinstance(event, Threw):
            worth = self.worth(event.throw, event.value, event.again)
            return self.say("deed/throw", player=self.player(event.player), worth=worth)
        return self.move(event.player, event.move) if isinstance(event, Moved) else self.line(event)

    def deeds(self, deeds: Sequence[Logged]) -> str:
        """Name what was taken back at once: a turn of checkers, else the first of all."""
        first = deeds[0].event
        moves = [one.event.move for one in deeds if isinstance(one.event, Moved)]
        if isinstance(first, Moved) and (turn := points.turn(moves, len(deeds))):
            play = points.whole(turn, first.player, game=self.game, preset=self.preset)
            play = in_words(play, self.language)
            return self.say("deed/turn", player=self.player(first.player), play=play)
        return self.deed(first)

    def clause(self, logged: Logged, events: Sequence[Logged]) -> str:
        """Say an event aloud, as part of its action."""
        event = logged.event
        match event:
            case GameStarted():
                return self.say("spoken/begun")
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
                return self.say("spoken/turn", player=player)
        return self.line(event)
