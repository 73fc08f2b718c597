"""What the table asks its players: an illegal move, or a correction that does not fit a later move."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rulebook import RULES
from engine.table.state import Conflict, Illegal, Model
from web.game.last_move import way_of_hands
from web.game.throw_view import throw_line
from web.language import speech
from web.language.labels import action_words, move_words
from web.language.locale import language, translated
from web.language.messages import upper_first
from web.rules.rule_links import rule_url


@dataclass(frozen=True, slots=True)
class IllegalQuestion:
    """Hands did something that the rules do not allow."""

    of: int
    """The event that is asked about."""
    player: int
    move: str
    text: str
    """The move in words."""
    reason: str
    """Why not, without the rule's number, because the page shows that by itself."""
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


def question_view(model: Model) -> IllegalQuestion | CorrectionQuestion | None:
    """Write what the table asks; None while it asks nothing."""
    question = model.question
    if isinstance(question, Illegal):
        thrown, rule = model.last_throw, question.reason.rule
        left, came = way_of_hands(model, question, model.rules.apply(model.state, question.move).state)
        reason = speech.reason(question.reason, model.setup.names, language())
        return IllegalQuestion(
            of=question.seq,
            player=question.player,
            move=str(question.move),
            text=move_words(question.move, model.setup, mover=question.player, home=model.rules.home_step),
            reason=upper_first(reason.removeprefix(f"{rule}: "), names=model.setup.names),
            throw=thrown.seq if thrown else None,
            rule=rule,
            sentence=translated(RULES.get(rule, "")),
            rule_url=rule_url(rule, model.setup),
            from_=left,
            to=came,
        )
    if isinstance(question, Conflict):
        line = throw_line(question.throw, model)
        text = action_words(question.at, model)
        return CorrectionQuestion(question.at.seq, question.at.player, text, line.text, line.words)
    return None
