"""Short wordings of the page: throws, moves, whose turn, what the eye does.

Sentences about events stand in `web.language.events`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.ending import Accept, EndingMove, Refuse
from engine.events import PositionSet, Setup
from engine.facts import Ending, Outcome
from engine.game import Waits
from engine.move import PIECE_NAMES, CubeMove, Decline, EndTurn, Move, PieceMove, Play, Take
from engine.table.members import partner_of
from engine.table.questions import Action
from engine.table.state import Model
from engine.table.tournament import waits_told
from engine.throw import Cowries, Dice, Throw, ThrowKind
from engine.values import ThrowValue
from web.games import page_of
from web.language import points
from web.language.bidi import isolated
from web.language.catalogue import mark
from web.language.locale import _, _n, language, listed, translated
from web.language.speaker import Speaker, in_words

CONDUCT_LABELS: Mapping[str, str] = {
    "event": mark("Event"),
    "round": mark("Round"),
    "turn_ends": mark("A turn ends"),
    "illegal_plays": mark("A play against the rules"),
    "dice_on_checkers": mark("A die that lies flat on a checker"),
}
"""What the fields of `engine.match.Conduct` are called that are no switches."""

CONDUCT_CHOICES: Mapping[str, Mapping[str, str]] = {
    "turn_ends": {
        "phone": mark("with a touch on a phone"),
        "button": mark("with the button on the box"),
        "dice": mark("when the dice are lifted"),
    },
    "illegal_plays": {
        "legal moves": mark("is put right until the next throw or double"),
        "responsible moves": mark("may also be let stand by the opponent"),
    },
    "dice_on_checkers": {
        "void": mark("counts for nothing, and both are thrown again"),
        "count": mark("counts"),
    },
}
"""What may be chosen of them, in words; the first is usual."""

CUBE_WORDS = {
    "double": mark("Double"),
    "take": mark("Take"),
    "drop": mark("Pass"),
    "beaver": mark("Beaver"),
}

EYE_STATES = {
    "starting": mark("The eye opens"),
    "empty": mark("The tray is empty"),
    "hand": mark("A hand is in the tray"),
    "moving": mark("Rolling"),
    "settled": mark("Lying still, reading"),
    "read": mark("Read"),
    "uncertain": mark("Not sure: please answer"),
    "cleared": mark("The tray was cleared"),
    "away": mark("No camera"),
    "off": mark("Throws are typed"),
    "later": mark("Seen later"),
}


def game_title(game: str) -> str:
    """Name a game."""
    return translated(page_of(game).title)


def preset_title(game: str, preset: str) -> str:
    """Name a preset in words."""
    return translated(page_of(game).presets.get(preset, preset))


def throw_words(throw: Throw, worth: ThrowValue | None = None, *, game: str = "") -> str:
    """Tell what lay there and what it counts: ``5 mouths up of 6 = 25, grace, throw again``."""
    if isinstance(throw, Dice):
        if len(throw.pips) == 1:
            return str(throw.pips[0])
        first, second = throw.pips
        if first == second:
            return _("double {die}", die=first)
        return _("{first} and {second}", first=max(first, second), second=min(first, second))
    text = mouths_words(throw.mouths, throw.shells)
    if worth is None:
        return text
    counts = [f"{text} = {worth.value}"]
    if remark := page_of(game).words.remark(throw, worth.again):
        counts.append(translated(remark.word))
    return ", ".join([*counts, _("throw again")] if worth.again else counts)


def counts_words(throw: Throw, worth: ThrowValue | None) -> str:
    """Tell what a throw counts, as short as can be: ``25``, ``6 and 3``."""
    return str(worth.value) if worth else throw_words(throw)


def mouths_words(mouths: int, shells: int) -> str:
    """Count mouths: ``no mouth up of 4``, ``1 mouth up of 4``, ``2 mouths up of 4``."""
    if not mouths:
        return _("no mouth up of {shells}", shells=shells)
    return _n("{count} mouth up of {shells}", "{count} mouths up of {shells}", mouths, shells=shells)


def wants_words(kind: ThrowKind) -> str:
    """Tell what is thrown: ``4 shells``, ``2 dice``, ``one die``."""
    if kind.kind == "dice":
        return _("one die") if kind.count == 1 else _n("{count} die", "{count} dice", kind.count)
    return _n("{count} shell", "{count} shells", kind.count)


def throws_words(kind: ThrowKind) -> str:
    """Tell that it is thrown, after the player's name: ``throws 4 shells``."""
    if kind.kind == "dice":
        return (
            _("throws one die")
            if kind.count == 1
            else _n("throws {count} die", "throws {count} dice", kind.count)
        )
    return _n("throws {count} shell", "throws {count} shells", kind.count)


def bank_words(value: int, squares: int) -> str:
    """Name one throw that is still to be played."""
    if squares == value:
        return str(value)
    if squares > value:
        return f"{value} +{squares - value}"
    return _("{squares} left of {value}", squares=squares, value=value)


def piece_names(move: PieceMove, setup: Setup, *, mover: int, whose: int | None = None) -> str:
    """Name the pieces of a move by their letters, with the owner where they are not the mover's.

    Args:
        move: The move.
        setup: Of its game.
        mover: The seat that makes it.
        whose: The partner for whom it is made, if for one (`engine.events.Moved.whose`).
    """
    return " + ".join(Speaker.of(setup, language()).pieces(move, mover, whose))


def _name(setup: Setup, seat: int) -> str:
    return isolated(setup.names[seat])


def _owned(owner: str, pieces: str) -> str:
    return _("{owner}’s {pieces}", owner=owner, pieces=pieces)


def move_words(move: Move, setup: Setup, *, mover: int, home: int) -> str:
    """Say a move on a button, short.

    Args:
        move: The move.
        setup: Of its game.
        mover: The seat that makes it.
        home: The step of a piece that is home.
    """
    if isinstance(move, EndTurn):
        return _("End the turn")
    if isinstance(move, Decline):
        return _("Do not play the {value}", value=move.value)
    if isinstance(move, CubeMove):
        return translated(CUBE_WORDS[str(move)])
    if isinstance(move, EndingMove):
        return Speaker.of(setup, language()).move(mover, move)
    if isinstance(move, Play):
        return play_words(points.move(move, mover, game=setup.game, preset=setup.preset))
    names = piece_names(move, setup, mover=mover)
    if move.kind == "pair":
        return _("{pieces}: declare a gatti", pieces=names)
    squares = move.end - move.start
    if move.kind == "enter":
        text = _("{pieces} enters with {value}", pieces=names, value=move.value)
    elif move.kind == "challenge":
        text = _("{pieces} challenges with {value}", pieces=names, value=move.value)
    elif squares <= 0 or not move.value:
        text = _("{pieces} is moved", pieces=names)  # by hands, as no throw would
    elif squares == move.value:
        text = _("{pieces} moves {squares}", pieces=names, squares=squares)
    else:
        text = _("{pieces} moves {squares} with the {value}", pieces=names, squares=squares, value=move.value)
    if move.kind != "enter" and move.end == home:
        text = _("{move}, home", move=text)
    return _with_captures(text, move, setup)


def level_words(points: int, setup: Setup) -> str:
    """Name what can be resigned, by what it counts before the cube; nothing where a win is a win."""
    return translated(page_of(setup.game).words.levels.get(points, ""))


def play_words(play: Move | str) -> str:
    """Write a play of checkers as its text form does, with the reader's words for bar and off."""
    return in_words(str(play), language())


def _with_captures(text: str, move: PieceMove, setup: Setup) -> str:
    if not move.captures:
        return text
    owners = sorted({player for player, _piece in move.captures})
    taken = [
        _owned(
            _name(setup, owner),
            " + ".join(PIECE_NAMES[piece] for player, piece in move.captures if player == owner),
        )
        for owner in owners
        if owner < len(setup.names)
    ]
    return _(page_of(setup.game).words.captures, move=text, taken=listed(taken))


def optional_words(move: Move, model: Model) -> str:
    """Tell what may be done instead of moving, on a button."""
    words = page_of(model.setup.game).words
    if isinstance(move, Decline):
        return _(words.decline, value=move.value)
    if isinstance(move, CubeMove):
        return translated(CUBE_WORDS[str(move)])
    if isinstance(move, Accept | Refuse):
        return _("Accept the resignation") if isinstance(move, Accept) else _("Refuse it and play on")
    return _("Give up the turn") if model.setup.preset in words.given_up else _("End the turn")


def turn_words(model: Model) -> str:
    """Tell what the player whose turn it is does now, to stand after the name, and for which partner."""
    partner, waits = partner_of(model), waits_told(model)
    if partner is None or waits not in (Waits.THROW, Waits.MOVE):
        return _turn_words(model, waits)
    name = _name(model.setup, partner)
    return _("{does}, for {partner}", does=_turn_words(model, waits), partner=name)


def _turn_words(model: Model, waits: Waits) -> str:
    if waits is Waits.OVER:
        return _("the game is over")
    if waits is Waits.THROW:
        return throws_words(model.rules.wants(model.state))
    if waits is Waits.MOVE:
        if model.line.declared.offered:
            return _("accepts or refuses the resignation")
        if Take() in model.line.optional:
            return _("takes or passes the double")
        values = _left_words(model)
        if model.closed is not None and values:
            return _("has ended the turn: enter the play ({values})", values=values)
        return _("moves {values}", values=values) if values else _("may still act")
    place = model.setup.match
    match place.conduct.turn_ends if place else "phone":
        case "dice":
            return _("ends the turn by lifting the dice")
        case "button":
            return _("ends the turn by the button on the box")
    return _("ends the turn")


def _left_words(model: Model) -> str:
    """List what is still to be played of the throws; empty for nothing."""
    return listed([bank_words(value, squares) for value, squares in model.rules.bank(model.state)])


def kept_words(model: Model) -> str:
    """Tell for what the first of the kept throws waits."""
    if model.held:
        return _("Held, because something was taken back.")
    if model.question or model.line.declared.offered:
        return _("Waits until the question is answered.")
    player = _name(model.setup, model.turn)
    match waits_told(model):
        case Waits.OVER:
            return _("The game is over: this throw counts for nothing.")
        case Waits.THROW:
            return _("{player} {does}: this throw does not fit.", player=player, does=turn_words(model))
        case Waits.END:
            return _("{player} has not ended the turn yet.", player=player)
    if Take() in model.line.optional:
        return _("{player} has not answered the double yet.", player=player)
    if values := _left_words(model):
        return _("{player} still has {values} to play.", player=player, values=values)
    return _("{player} may still act.", player=player)


def action_words(action: Action, model: Model) -> str:
    """Name an action for the button that takes it back."""
    name = _name(model.setup, action.player)
    done = action.action
    if isinstance(done, Dice | Cowries):
        return _("{player}’s throw {throw}", player=name, throw=throw_words(done))
    if isinstance(done, EndTurn):
        return _("the end of {player}’s turn", player=name)
    if isinstance(done, EndingMove):
        return Speaker.of(model.setup, language()).move(action.player, done)
    if isinstance(done, PieceMove | Play | CubeMove):
        return f"{name}: {_deed_words(done, action, model)}"
    return _("the position set by hand") if isinstance(done, PositionSet) else f"{name}: {done}"


def deed_words(action: Action, model: Model) -> str:
    """Name an action as short as can be, for a button with little room: ``throw 3``, ``a moves 3``."""
    done = action.action
    if isinstance(done, Dice | Cowries):
        worth = model.rules.value_of(model.states[model.place(action.seq)], done)
        counts = str(worth.value) if worth else "-".join(map(str, getattr(done, "pips", ())))
        return _("throw {throw}", throw=counts or str(done))
    if isinstance(done, EndTurn):
        return _("end of turn")
    if isinstance(done, PieceMove | Play | CubeMove):
        return _deed_words(done, action, model)
    return action_words(action, model)


def deeds_words(actions: Sequence[Action], model: Model) -> str:
    """Name actions that go or come back together: ``Ravi’s turn 24/13``; of others the first is named."""
    first = actions[0]
    if play := _turn_of(actions, model):
        return _("{player}’s turn {play}", player=isolated(model.setup.names[first.player]), play=play)
    deed = action_words(first, model)
    if len(actions) == 1:
        return deed
    return _n("{deed} and {count} more", "{deed} and {count} more", len(actions) - 1, deed=deed)


def short_deeds_words(actions: Sequence[Action], model: Model) -> str:
    """Name the same for a button with little room: ``24/13``, ``throw 3``."""
    return _turn_of(actions, model) or deed_words(actions[0], model) + ("…" if len(actions) > 1 else "")


def _turn_of(actions: Sequence[Action], model: Model) -> str:
    """Write the play of a turn that was played in several parts: ``24/13``; nothing for other actions."""
    setup, player = model.setup, actions[0].player
    turn = points.turn([one.action for one in actions if one.player == player], len(actions))
    return play_words(points.whole(turn, player, game=setup.game, preset=setup.preset))


def _deed_words(move: Move, action: Action, model: Model) -> str:
    """Say a move that was made."""
    mover = action.player if action.whose is None else action.whose
    return move_words(move, model.setup, mover=mover, home=model.rules.home_step)


def outcome_words(outcome: Outcome, setup: Setup) -> str:
    """Tell who won."""
    winners = [_name(setup, seat) for seat in outcome.winners if seat < len(setup.names)]
    if not winners and outcome.ending is Ending.AGREED:
        return _("The game ends without a winner, as all agreed")
    if not winners:
        return _("Nobody can move any more: the open places are shared")
    text = _n("{winners} won", "{winners} won together", len(winners), winners=listed(winners))
    if outcome.ending is Ending.RESIGNED:
        text = _("{sentence} by resignation", sentence=text)
    if outcome.ending is Ending.AGREED:
        text = _("{sentence} by agreement", sentence=text)
    kind = page_of(setup.game).words.wins.get(outcome.points // outcome.cube)
    text = _(kind, sentence=text) if kind else text
    if outcome.cube > 1:
        return _n(
            "{sentence}, {count} point with the cube at {cube}",
            "{sentence}, {count} points with the cube at {cube}",
            outcome.points,
            sentence=text,
            cube=outcome.cube,
        )
    if outcome.points > 1:
        return _n("{sentence}: {count} point", "{sentence}: {count} points", outcome.points, sentence=text)
    return text


def source_words(source: str) -> str:
    """Tell where a throw came from; nothing for the eye."""
    words = {
        "film": mark("from the built-in film"),
        "typed": mark("typed in"),
        "drawn": mark("drawn by the box"),
        "imported": mark("imported"),
    }
    return translated(words.get(source, ""))


def neighbours(throw: Throw) -> list[Throw]:
    """List other throws of the same kind, the likeliest to be confused first.

    Shells: one mouth more or less before two. Dice: those that share a die first.

    >>> [str(other) for other in neighbours(Cowries(2, 4))]
    ['1/4', '3/4', '0/4', '4/4']
    """
    if isinstance(throw, Cowries):
        others: list[Throw] = [Cowries(m, throw.shells) for m in range(throw.shells + 1) if m != throw.mouths]
        return sorted(others, key=lambda other: _shell_distance(other, throw))
    mine, kind = sorted(throw.pips), ThrowKind("dice", len(throw.pips))
    rest = [other for other in kind.throws() if isinstance(other, Dice) and sorted(other.pips) != mine]
    nearest = sorted(rest, key=lambda other: -_shared(other, throw))
    return [*nearest]


def _shell_distance(other: Throw, throw: Cowries) -> int:
    return abs(other.mouths - throw.mouths) if isinstance(other, Cowries) else throw.shells


def _shared(other: Dice, throw: Dice) -> int:
    return sum((Counter(other.pips) & Counter(throw.pips)).values())
