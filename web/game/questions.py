"""What the table asks: about a move, illegal or warned of, or a correction that does not fit a later move."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Annotated, Any

from engine.errors import EngineError
from engine.events import Done
from engine.move import EndTurn, Move, PieceMove, Play, piece_owner
from engine.reasons import Reason
from engine.record import Key
from engine.rulebook import RULES
from engine.table.members import partner_of
from engine.table.questions import Action, Conflict, Illegal, Unclear, Warned, Wrong
from engine.table.state import Model, played
from engine.throw import Throw
from web.game.throws import throw_line
from web.language.labels import action_words, move_words
from web.language.locale import _, language, translated
from web.language.messages import upper_first
from web.language.speaker import Speaker, refusal
from web.rules.rule_links import rule_url


@dataclass(frozen=True, slots=True, kw_only=True)
class _Refused:
    """What questions of a move, and of what hands did that is none, have in common."""

    of: int
    """The event that is asked about."""
    player: int
    """Whose turn it is, or has just been."""
    reason: str
    """Why not, or what speaks against it, without the rule's number, which the page shows by itself."""
    throw: int | None
    """The throw that may have been read wrong."""
    rule: str
    """Its number; empty where no rule says it."""
    sentence: str
    """What the rule says."""
    rule_url: str
    can_accept: bool
    """False if no board can show it."""
    photo: str
    """Name of the photograph of the board, where the eye saw it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveQuestion(_Refused):
    """A move waits for an answer: the rules do not allow it, or it can never be made good."""

    move: str
    text: str
    """The move in words."""
    from_: Annotated[tuple[str, ...], Key("from")]
    """The squares that the piece left."""
    to: tuple[str, ...]
    """Where it came to."""
    kind: str
    """``illegal`` or ``warning``."""


@dataclass(frozen=True, slots=True)
class CorrectionQuestion:
    """A corrected throw does not fit a later move."""

    of: int
    """The event that is asked about."""
    player: int
    text: str
    """The move that does not fit."""
    throw: str
    words: str
    """The throw in words."""
    can_accept: bool
    """False if no board can show the move as it was played."""
    kind: str = "correction"


@dataclass(frozen=True, slots=True)
class BoardQuestion:
    """The eye cannot tell what was done on the board."""

    of: int
    """The event that is asked about."""
    answers: tuple[str, ...]
    """The alternatives in words, the likeliest first."""
    places: tuple[str, ...]
    """Ids of the squares that it is about."""
    photo: str
    kind: str = "board"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongQuestion(_Refused):
    """Hands did something on the board that the rules do not have and that is no move."""

    places: tuple[str, ...]
    """The squares that the piece left and came to."""
    kind: str = "wrong"


Question = MoveQuestion | CorrectionQuestion | BoardQuestion | WrongQuestion
"""What the table asks."""


def warning_words(model: Model, move: Move) -> str:
    """Tell what a player would want to know before a legal move; empty for nothing."""
    warning = model.rules.warning(model.state, move)
    return _reason_words(warning, model) if warning else ""


def _reason_words(reason: Reason, model: Model) -> str:
    """Write a reason without its rule's number, which the page shows by itself."""
    setup, names = model.setup, model.setup.names
    said = refusal(reason, names, language(), game=setup.game, preset=setup.preset)
    return upper_first(said.removeprefix(f"{reason.rule}: "), names=names)


@dataclass(frozen=True, slots=True)
class ResignationView:
    """A resignation that waits for its answer."""

    player: int
    """Who resigns."""
    answers: int
    """Who accepts or refuses."""
    points: int
    """What the win would count, with the cube."""
    text: str


def resignation_view(model: Model) -> ResignationView | None:
    """Write the resignation that waits; None while none does."""
    offered = model.line.declared.offered
    if offered is None:
        return None
    stakes = model.rules.stakes(model.state)
    return ResignationView(
        offered.player,
        model.turn,
        offered.points * (stakes.value if stakes else 1),
        Speaker.of(model.setup, language()).move(offered.player, offered),
    )


def question_view(model: Model) -> Question | None:
    """Write what the table asks; None while it asks nothing."""
    question = model.question
    if isinstance(question, Illegal | Warned):
        partner = partner_of(model)
        mover = question.player if partner is None else partner
        left, came = way_of_hands(model, question, model.rules.apply(model.state, question.move).state)
        return MoveQuestion(
            **_refused(model, question.reason),
            of=question.seq,
            player=question.player,
            move=str(question.move),
            text=move_words(question.move, model.setup, mover=mover, home=model.rules.home_step),
            from_=left,
            to=came,
            kind="warning" if isinstance(question, Warned) else "illegal",
            photo=question.photo if isinstance(question, Illegal) else "",
            can_accept=model.rules.fits_a_board(model.state, question.move),
        )
    if isinstance(question, Unclear):
        asked = question.asked
        answers = tuple(_done_words(model, done, asked.undo(n)) for n, done in enumerate(asked.alternatives))
        return BoardQuestion(question.seq, answers, asked.places, asked.photo)
    if isinstance(question, Wrong):
        wrong = question.refused
        return WrongQuestion(
            **_refused(model, wrong.reason),
            of=question.seq,
            player=wrong.player,
            places=wrong.places,
            photo=wrong.photo,
            can_accept=wrong.position is not None,
        )
    if isinstance(question, Conflict):
        line = throw_line(question.throw, model)
        text = action_words(question.at, model)
        return CorrectionQuestion(
            question.at.seq, question.at.player, text, line.text, line.words, question.can_accept
        )
    return None


def _refused(model: Model, reason: Reason) -> dict[str, Any]:
    """Write why something is asked about, by the fields of a question."""
    thrown = model.last_throw
    return {
        "reason": _reason_words(reason, model),
        "throw": thrown.seq if thrown else None,
        "rule": reason.rule,
        "sentence": translated(RULES.get(reason.rule, "")),
        "rule_url": rule_url(reason.rule, model.setup),
    }


def _done_words(model: Model, done: Done, undo: int) -> str:
    """Tell what an alternative says was done; ends of turns that go without saying are left out."""
    words: list[str] = []
    try:
        line = model.line.cut(model.place(undo)) if undo else model.line
        for place, one in enumerate(done):
            if isinstance(one, Throw):
                words.append(throw_line(one, model, state=line.state).words)
            elif not (isinstance(one, EndTurn) and place):
                mover = model.rules.user(line.state) if isinstance(one, PieceMove) else line.turn
                words.append(move_words(one, model.setup, mover=mover, home=model.rules.home_step))
            line = played(line, Action(0, line.turn, one))
    except (EngineError, LookupError):  # a record from elsewhere may offer what cannot be done
        return "; ".join(map(str, done))
    return "; ".join(words) or _("Nothing was moved")


@dataclass(frozen=True, slots=True)
class LastMove:
    """The last moves of one player, or of one for a partner."""

    player: int
    from_: Annotated[tuple[str, ...], Key("from")]
    """The squares that pieces left."""
    to: tuple[str, ...]
    """Where they came to."""


Way = tuple[tuple[str, ...], tuple[str, ...]]
"""The squares that pieces left, and where they came to."""


def last_move(model: Model) -> LastMove | None:
    """Tell from where to where the last moves of one player went; None before the first."""
    for place in range(len(model.actions) - 1, -1, -1):
        action = model.actions[place]
        if isinstance(action.action, PieceMove | Play):
            first, user = place, action.player if action.whose is None else action.whose
            while first and _goes_on(model.actions[first - 1], action):
                first -= 1
            left, came = _way(model, user, model.states[first], model.states[place + 1])
            return LastMove(user, left, came)
    return None


def way_of_hands(model: Model, question: Illegal | Warned, after: Any) -> Way:
    """Tell where a piece went in a move that waits for an answer, whoever owns it."""
    seats = [question.player, *(seat for seat in range(model.rules.players) if seat != question.player)]
    if isinstance(question.move, PieceMove):
        first = question.move.pieces[0]
        partner = partner_of(model)
        user = question.player if partner is None else partner
        owner, _piece = piece_owner(first, mover=user, players=model.rules.players, each=model.rules.pieces)
        seats = [owner, *seats]
    ways = [_way(model, seat, model.state, after) for seat in seats]
    return next((way for way in ways if any(way)), ways[0])


def _goes_on(before: Action, action: Action) -> bool:
    """True if a player moved several times on one throw, pieces of one seat."""
    moved = isinstance(before.action, PieceMove | Play)
    return moved and (before.player, before.whose) == (action.player, action.whose)


def _way(model: Model, player: int, before: Any, after: Any) -> Way:
    """Tell which squares a player's pieces left and where they came to."""
    left, came = (
        Counter((p.square, p.step) for p in model.rules.placed(state) if p.player == player)
        for state in (before, after)
    )
    gone, new = ({square for square, _ in squares} for squares in (left - came, came - left))
    return tuple(sorted(gone)), tuple(sorted(new))
