"""What the page shows, made from one snapshot of the table: a JSON value that templates and script share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.events import GameStarted, Logged, PositionSet, Setup
from engine.game import Tap, Waits
from engine.move import CubeMove, EndTurn, PieceMove, Play, piece_owner
from engine.rulebook import RULES
from engine.table.state import Action, Conflict, Illegal, Model, Waiting
from engine.throw import Cowries, Dice, Throw, ThrowKind
from web.drawing.pieces import Man
from web.games import page_of
from web.language import speech
from web.language.announcements import aloud
from web.language.event_list import told
from web.language.labels import (
    bank_words,
    counts_words,
    move_words,
    neighbours,
    optional_words,
    outcome_words,
    source_words,
    throw_words,
    turn_words,
    wants_words,
)
from web.language.locale import _, language, translated
from web.language.messages import said, upper_first
from web.ports import Library
from web.rules.rule_links import rule_url

EVENTS_SHOWN = 40
"""Lines of the list on the play page; the history has all."""

DEEDS_NAMED = 5
"""Deeds that are named before several are taken back at once; further ones are counted."""


def game_view(model: Model, library: Library) -> dict[str, Any]:
    """Write everything that the page shows of the game in progress."""
    rules, state = model.rules, model.state
    page = page_of(model.setup.game)
    standing = page.men(rules, state)
    taps = [] if model.question else rules.taps(state) if model.waits is Waits.MOVE else []
    over = model.waits is Waits.OVER or isinstance(model.question, Conflict)
    optional = [] if over else rules.optional(state)
    recent, turn = _recent(model, library), turn_words(model)
    return {
        "seq": model.seq,
        "revision": model.revision,
        "game": model.game,
        "setup": model.setup.to_json(),
        "turn": {
            "player": model.turn,
            "name": model.setup.names[model.turn],
            "waits": model.waits.value,
            "text": turn,
        },
        "wants": _wants(model),
        "kinds": _kinds(model),
        "throw": _last_throw(model),
        "bank": [
            {"value": value, "squares": squares, "text": bank_words(value, squares)}
            for value, squares in rules.bank(state)
        ],
        "players": _players(model),
        "pieces": [_piece(man, said(page.where(man))) for man in standing],
        "last": last_move(model),
        "taps": [_tap(tap, model, standing) for tap in taps],
        "moves": _moves(model),
        "optional": [{"move": str(move), "text": optional_words(move, model)} for move in optional],
        "undo": _undo(model),
        "waiting": [_waiting(waiting, model) for waiting in model.waiting],
        "held": model.held,
        "question": _question(model),
        "outcome": _outcome(model),
        "events": events_view(model, recent),
        "aloud": aloud(model, recent, turn=f"{model.setup.names[model.turn]} {turn}"),
    }


def events_view(model: Model, recent: Sequence[Logged]) -> list[dict[str, Any]]:
    """Write the newest events of the game in words, the newest first."""
    standing = {action.seq: action for action in model.actions}
    lines = told(recent, model.setup, language=language())[-EVENTS_SHOWN:]
    for line in lines:
        action = standing.get(line["seq"])
        line |= {"stands": action is not None, "undoes": _undoes(action, model), **_throw_of(action)}
    return lines[::-1]


def _undoes(action: Action | None, model: Model) -> dict[str, Any]:
    """Say what goes when all from an action on is taken back: how many, and the first ones in words."""
    if action is None:
        return {"count": 0, "deeds": []}
    gone = model.actions[model.place(action.seq) :]
    return {"count": len(gone), "deeds": [action_words(one, model) for one in gone[:DEEDS_NAMED]]}


def _recent(model: Model, library: Library) -> list[Logged]:
    """List the newest events of this game; those of one that was laid on the table again lie further back."""
    many = 4 * EVENTS_SHOWN
    near = library.events(since=max(0, model.seq - many), limit=many + 50)
    mine = [logged for logged in near if logged.game == model.game and logged.seq <= model.seq]
    if len(mine) < EVENTS_SHOWN and not any(isinstance(logged.event, GameStarted) for logged in mine):
        mine = [logged for logged in library.game_events(model.game) if logged.seq <= model.seq][-many:]
    return mine


def throw_view(throw: Throw, model: Model, *, state: Any = None) -> dict[str, Any]:
    """Write a throw with its words under the values in force."""
    worth = model.rules.value_of(model.state if state is None else state, throw)
    return {"text": str(throw), "words": throw_words(throw, worth, game=model.setup.game)}


def alternatives(throw: Throw, model: Model, *, state: Any = None) -> list[dict[str, Any]]:
    """List other throws, the likeliest first, with their words."""
    return [throw_view(other, model, state=state) for other in neighbours(throw)]


def last_move(model: Model) -> dict[str, Any] | None:
    """Say from where to where the last moves of one player went; None before the first."""
    for place in range(len(model.actions) - 1, -1, -1):
        action = model.actions[place]
        if isinstance(action.action, PieceMove | Play):
            first = place
            while first and _goes_on(model.actions[first - 1], action):
                first -= 1
            way = _way(model, action.player, model.states[first], model.states[place + 1])
            return {"player": action.player, **way}
    return None


def _goes_on(before: Action, action: Action) -> bool:
    """Say whether a player moved several times on one throw."""
    return isinstance(before.action, PieceMove | Play) and before.player == action.player


def _way(model: Model, player: int, before: Any, after: Any) -> dict[str, list[str]]:
    """Say which squares a player's pieces left and where they came to."""
    left, came = (
        Counter((p.square, p.step) for p in model.rules.placed(state) if p.player == player)
        for state in (before, after)
    )
    return {
        "from": sorted({square for square, _ in left - came}),
        "to": sorted({square for square, _ in came - left}),
    }


def _way_of_hands(model: Model, question: Illegal, after: Any) -> dict[str, list[str]]:
    """Say where a piece went in a move that is not allowed, whoever owns it."""
    seats = [question.player, *(seat for seat in range(model.rules.players) if seat != question.player)]
    if isinstance(question.move, PieceMove):
        first = question.move.pieces[0]
        owner, _piece = piece_owner(first, mover=question.player, players=model.rules.players)
        seats = [owner, *seats]
    ways = [_way(model, seat, model.state, after) for seat in seats]
    return next((way for way in ways if way["from"] or way["to"]), ways[0])


def rule_view(rule: str, setup: Setup) -> dict[str, str]:
    """Give a rule's number, sentence and address."""
    return {
        "rule": rule,
        "sentence": translated(RULES.get(rule, "")),
        "rule_url": rule_url(rule, setup),
    }


def _wants(model: Model) -> dict[str, Any] | None:
    if model.waits is Waits.OVER:
        return None
    kind = model.rules.wants(model.state)
    return {
        "kind": kind.kind,
        "count": kind.count,
        "text": wants_words(kind),
        "throws": [throw_view(throw, model) for throw in kind.throws()],
    }


def _kind(throw: Throw) -> ThrowKind:
    if isinstance(throw, Cowries):
        return ThrowKind("cowries", throw.shells)
    return ThrowKind("dice", len(throw.pips))


def _throw_of(action: Action | None) -> dict[str, str]:
    """Say which throw a line of the list is about, so that it can be corrected there."""
    if action is None or not isinstance(action.action, Dice | Cowries):
        return {"throw": "", "kind": ""}
    return {"throw": str(action.action), "kind": str(_kind(action.action))}


def _kinds(model: Model) -> dict[str, list[dict[str, Any]]]:
    """List every throw of the kinds that were thrown in this game."""
    kinds = {_kind(a.action) for a in model.actions if isinstance(a.action, Dice | Cowries)}
    return {str(kind): [throw_view(throw, model) for throw in kind.throws()] for kind in kinds}


def _last_throw(model: Model) -> dict[str, Any] | None:
    action = model.last_throw
    if action is None or not isinstance(action.action, Dice | Cowries):
        return None
    before = model.states[model.place(action.seq)]
    return throw_view(action.action, model, state=before) | {
        "seq": action.seq,
        "player": action.player,
        "name": model.setup.names[action.player],
        "counts": counts_words(action.action, model.rules.value_of(before, action.action)),
        "photo": action.photo,
        "source": action.source,
        "source_text": source_words(action.source),
        "others": alternatives(action.action, model, state=before),
    }


def _players(model: Model) -> list[dict[str, Any]]:
    lines = []
    for seat, name in enumerate(model.setup.names):
        score = page_of(model.setup.game).score(model.rules, model.state, seat)
        line = {"seat": seat, "name": name, "turn": seat == model.turn, "score": said(score.words)}
        lines.append({**line, **score.numbers})
    return lines


def _piece(man: Man, where: str) -> dict[str, Any]:
    return {
        "player": man.player,
        "piece": man.piece,
        "square": man.square,
        "step": man.step,
        "lying": man.lying,
        "paired": man.paired,
        "home": man.home,
        "where": where,
    }


def _tap(tap: Tap, model: Model, standing: Sequence[Man]) -> dict[str, Any]:
    move = tap.move
    values: list[int] = []
    if isinstance(move, PieceMove):
        values = [move.value]
    elif isinstance(move, Play):
        dice = sorted({value for value, _ in model.rules.bank(model.state)})
        distance = move.steps[0].start - move.steps[-1].end
        values = [pip for pip in dice if pip == distance]
        if not values and move.steps[-1].end == 0:
            values = [pip for pip in dice if pip > distance]
    return {
        "piece": list(_on_top(tap, standing)),
        "start": tap.start,
        "end": tap.end,
        "move": str(move),
        "values": values,
        "text": move_words(move, model.setup, mover=model.turn, home=model.rules.home_step),
    }


def _on_top(tap: Tap, standing: Sequence[Man]) -> tuple[int, int]:
    """Say which piece of a pile is touched: in a pile all are alike, and fingers meet the topmost."""
    this = next(man for man in standing if (man.player, man.piece) == tap.piece)
    if not this.piled:
        return tap.piece
    pile = [
        man.piece
        for man in standing
        if (man.player, man.square, man.step) == (this.player, this.square, this.step)
    ]
    return tap.piece[0], max(pile)


def _moves(model: Model) -> list[dict[str, str]]:
    if model.question or model.waits is not Waits.MOVE:
        return []
    return [
        {
            "move": str(move),
            "text": move_words(move, model.setup, mover=model.turn, home=model.rules.home_step),
        }
        for move in model.rules.moves(model.state)
    ]


def _undo(model: Model) -> dict[str, Any] | None:
    if not model.actions or isinstance(model.question, Conflict):
        return None  # while a correction asks, the board shown is not the one that would be undone
    last = model.actions[-1]
    return {"seq": last.seq, "text": action_words(last, model)}


def action_words(action: Action, model: Model) -> str:
    """Name an action for the button that takes it back."""
    name = model.setup.names[action.player]
    done = action.action
    if isinstance(done, Dice | Cowries):
        return _("{player}’s throw {throw}", player=name, throw=throw_words(done))
    if isinstance(done, EndTurn):
        return _("the end of {player}’s turn", player=name)
    if isinstance(done, PieceMove | Play | CubeMove):
        return f"{name}: {move_words(done, model.setup, mover=action.player, home=model.rules.home_step)}"
    return _("the position set by hand") if isinstance(done, PositionSet) else f"{name}: {done}"


def _waiting(waiting: Waiting, model: Model) -> dict[str, Any]:
    line: dict[str, Any] = {"seq": waiting.seq, "photo": waiting.photo, "source": waiting.source}
    if waiting.throw is not None:
        line |= throw_view(waiting.throw, model)
        line["others"] = alternatives(waiting.throw, model)
        return line
    asked = waiting.asked
    assert asked is not None
    likely = list(asked.alternatives)
    kind = _kind(likely[0]) if likely else model.rules.wants(model.state)
    rest = [throw for throw in kind.throws() if throw not in likely]
    line["asked"] = True
    line["doubts"] = [said(doubt) for doubt in asked.doubts]
    line["faces"] = list(asked.faces)
    line["likely"] = [throw_view(throw, model) for throw in likely[:3]]
    line["others"] = [throw_view(throw, model) for throw in [*likely[3:], *rest]]
    return line


def _question(model: Model) -> dict[str, Any] | None:
    question = model.question
    names = model.setup.names
    if isinstance(question, Illegal):
        thrown = model.last_throw
        after = model.rules.apply(model.state, question.move).state
        return {
            "kind": "illegal",
            "of": question.seq,
            "player": question.player,
            "move": str(question.move),
            "text": move_words(question.move, model.setup, mover=question.player, home=model.rules.home_step),
            "reason": upper_first(
                speech.reason(question.reason, names, language()).removeprefix(f"{question.reason.rule}: "),
                names=names,
            ),  # the page shows the rule's number by itself
            "throw": thrown.seq if thrown else None,
            **rule_view(question.reason.rule, model.setup),
            **_way_of_hands(model, question, after),
        }
    if isinstance(question, Conflict):
        return {
            "kind": "correction",
            "of": question.at.seq,
            "throw": str(question.throw),
            "words": throw_view(question.throw, model)["words"],
            "text": action_words(question.at, model),
            "player": question.at.player,
        }
    return None


def _outcome(model: Model) -> dict[str, Any] | None:
    outcome = model.rules.outcome(model.state)
    if outcome is None:
        return None
    return {
        "winners": list(outcome.winners),
        "ending": outcome.ending.value,
        "points": outcome.points,
        "places": [list(place) for place in outcome.places],
        "text": outcome_words(outcome, model.setup),
    }
