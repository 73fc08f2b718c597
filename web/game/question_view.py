"""What the table asks: about a move, illegal or warned of, or a correction that does not fit a later move."""

from __future__ import annotations

from dataclasses import dataclass

from engine.move import Move
from engine.reasons import Reason
from engine.rulebook import RULES
from engine.table.state import Conflict, Illegal, Model, Warned
from web.game.last_move import way_of_hands
from web.game.throw_view import throw_line
from web.language import speech
from web.language.labels import action_words, ending_words, move_words
from web.language.locale import language, translated
from web.language.messages import upper_first
from web.rules.rule_links import rule_url


@dataclass(frozen=True, slots=True)
class MoveQuestion:
    """A move waits for an answer: the rules do not allow it, or it can never be made good."""

    of: int
    """The event that is asked about."""
    player: int
    move: str
    text: str
    """The move in words."""
    reason: str
    """Why not, or what speaks against it, without the rule's number, which the page shows by itself."""
    throw: int | None
    """The throw that may have been read wrong."""
    rule: str
    sentence: str
    """What the rule says."""
    rule_url: str
    from_: tuple[str, ...]
    """The squares that the piece left."""
    to: tuple[str, ...]
    """Where it came to."""
    kind: str = "illegal"
    """Or ``warning``."""
    photo: str = ""
    """Name of the photograph of the board, where the eye saw it."""


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
    kind: str = "correction"


def warning_words(model: Model, move: Move) -> str:
    """Tell what a player would want to know before a legal move; empty for nothing."""
    warning = model.rules.warning(model.state, move)
    return _reason_words(warning, model) if warning else ""


def _reason_words(reason: Reason, model: Model) -> str:
    """Write a reason without its rule's number, which the page shows by itself."""
    setup, names = model.setup, model.setup.names
    said = speech.reason(reason, names, language(), game=setup.game, preset=setup.preset)
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
        ending_words(offered, model.setup, mover=offered.player),
    )


def question_view(model: Model) -> MoveQuestion | CorrectionQuestion | None:
    """Write what the table asks; None while it asks nothing."""
    question = model.question
    if isinstance(question, Illegal | Warned):
        thrown, rule = model.last_throw, question.reason.rule
        left, came = way_of_hands(model, question, model.rules.apply(model.state, question.move).state)
        return MoveQuestion(
            of=question.seq,
            player=question.player,
            move=str(question.move),
            text=move_words(question.move, model.setup, mover=question.player, home=model.rules.home_step),
            reason=_reason_words(question.reason, model),
            throw=thrown.seq if thrown else None,
            rule=rule,
            sentence=translated(RULES.get(rule, "")),
            rule_url=rule_url(rule, model.setup),
            from_=left,
            to=came,
            kind="warning" if isinstance(question, Warned) else "illegal",
            photo=question.photo if isinstance(question, Illegal) else "",
        )
    if isinstance(question, Conflict):
        line = throw_line(question.throw, model)
        text = action_words(question.at, model)
        return CorrectionQuestion(question.at.seq, question.at.player, text, line.text, line.words)
    return None
