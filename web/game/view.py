"""What the page shows, made from one snapshot of the table: values that templates and script share.

`engine.record` writes them for the script.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from engine.errors import NotationError
from engine.events import MOST_KEPT, Setup
from engine.game import Rules, Tap, Transition, Waits
from engine.match.place import MATCHES
from engine.match.voids import VOIDS
from engine.move import Decline, EndTurn, PieceMove, Play
from engine.record import FLAT, SPARSE, About
from engine.table.members import member_of, person_of, user_of
from engine.table.questions import Action, Conflict
from engine.table.state import Model
from engine.table.tournament import instead, waits_told, without_hints
from engine.table.turn_end import can_double, can_end_turn, can_let_stand, can_stand
from engine.throw import Dice
from web.drawing.places import Man
from web.game.event_view import EVENTS_SHOWN, newest_lines, recent_events
from web.game.questions import (
    LastMove,
    Question,
    ResignationView,
    last_move,
    question_view,
    resignation_view,
    warning_words,
)
from web.game.throws import (
    AskedThrow,
    KeptThrow,
    LastThrow,
    ThrowLine,
    Wanted,
    drawn_value,
    kinds,
    last_throw,
    waiting_throw,
    wanted,
)
from web.games import page_of
from web.games.game_page import GamePage
from web.games.squares import names_of
from web.language import points
from web.language.bidi import isolated
from web.language.catalogue import mark
from web.language.event_list import EventLine
from web.language.events import has_cube, stage, standing
from web.language.labels import (
    bank_words,
    deeds_words,
    move_words,
    optional_words,
    outcome_words,
    short_deeds_words,
    turn_words,
)
from web.language.locale import _, language, translated
from web.language.messages import said, upper_first
from web.language.speaker import Speaker
from web.language.speech import Announcements, aloud
from web.ports import Library


@dataclass(frozen=True, slots=True)
class IdsView:
    """A position as other programs write it."""

    xgid: Annotated[str, About("Empty where the position has none.")] = ""
    gnu: Annotated[str, About("GNU Position ID, a colon, Match ID.")] = ""
    why: Annotated[str, About("Why it has none, for people.")] = ""


@dataclass(frozen=True, slots=True)
class TurnView:
    """Whose turn it is."""

    player: int
    name: str
    waits: str
    """As in `engine.game.Waits`."""
    text: str
    """What the player does now, to stand after the name."""
    member: str = ""
    """Whose turn it is within a seat that several people share; empty for one person's."""


@dataclass(frozen=True, slots=True)
class BankLine:
    """A value that is still to be played."""

    value: int
    squares: int
    text: str
    drawn: str = ""
    """The throw as it lies there when it counts this, as the engine writes it; empty where none does."""


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player at the table."""

    seat: int
    name: str
    turn: bool
    """It is this player's turn."""
    score: str
    """How the player stands, in words."""
    resigned: bool
    """Others may play on."""
    numbers: Annotated[Mapping[str, int], FLAT]
    """The score for programs, which read it beside the name; ``home`` is how many pieces are home."""


@dataclass(frozen=True, slots=True)
class PieceView:
    """Where a piece stands."""

    man: Annotated[Man, FLAT]
    letter: str
    """What it is called; empty where pieces have no letters."""
    where: str
    """In words, for who does not see the board."""


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """How the game ended."""

    winners: tuple[int, ...]
    ending: str
    points: int
    places: tuple[tuple[int, ...], ...]
    text: str


@dataclass(frozen=True, slots=True)
class GameView:
    """Everything that the page shows of the game in progress."""

    seq: Annotated[int, About("The number of the newest event.")]
    revision: int
    """The newest event that changed what a move depends on."""
    game: int
    setup: Setup
    turn: TurnView
    wants: Wanted | None
    kinds: Mapping[str, tuple[ThrowLine, ...]]
    """Every throw of the kinds that were thrown in this game."""
    throw: LastThrow | None
    bank: tuple[BankLine, ...]
    players: tuple[PlayerLine, ...]
    pieces: tuple[PieceView, ...]
    last: LastMove | None
    taps: tuple[TapView, ...]
    moves: tuple[MoveLine, ...]
    optional: tuple[MoveLine, ...]
    """What may be done instead of moving."""
    undo: UndoView | None
    redo: UndoView | None
    """What was taken back last, until the game goes on."""
    waiting: tuple[KeptThrow | AskedThrow, ...]
    """The first ones; the rest come up in their turn."""
    waits: int
    """How many wait."""
    stalled: str
    """That nobody plays; empty while somebody may."""
    held: bool
    """Kept throws wait for a person, because something was just undone."""
    question: Question | None
    board_lost: Annotated[
        bool, About("True while the eye does not understand the board on the table any more.")
    ]
    turn_end: TurnEndView | None
    """How the turn of a match ends; None in a single game, and where no turn is played."""
    standing: StandingView | None
    """What becomes of the illegal play in question, in a match."""
    resignation: ResignationView | None
    """A resignation that waits for its answer, which is among `optional`."""
    outcome: OutcomeView | None
    match: MatchView | None
    """The match that this game belongs to; None for a single game."""
    void: VoidView | None
    """The throw that can be told to count for nothing."""
    events: tuple[EventLine, ...]
    """The newest first."""
    more_events: bool
    """There may be older ones."""
    aloud: Annotated[
        Announcements,
        About(
            "What a phone says: the newest sentence and its event, for those who hear everything and for "
            "those who hear alerts; and what it says now if it slept."
        ),
    ]
    ids: Annotated[
        IdsView | None,
        About("The position as other programs write it; null in games unknown to them, and in a tournament."),
    ]
    quarters: int
    """Quarter turns of the board as this phone sees it, clockwise."""
    alike: bool
    """The places of the board are numbered alike for all players."""
    plays_at_touch: bool
    """A piece that is touched goes by the first die."""
    counts_pips: bool
    """There are pips to be counted in this game."""
    freely: Annotated[bool, About("True where any piece of who moves may be sent to any square as board.")]
    tournament: Annotated[
        bool,
        About(
            "True while a match in tournament mode goes on: taps, moves, ids and pips are left out, and what "
            "happens is told without what would help."
        ),
    ]


def game_view(model: Model, library: Library, *, quarters: int = 0, pips: bool = False) -> GameView:
    """Write everything that the page shows of the game in progress.

    Args:
        model: The game.
        library: Has its events.
        quarters: Quarter turns of the board as the phone sees it, clockwise.
        pips: Pip counts are shown, unless it is a tournament.
    """
    rules, state, setup = model.rules, model.state, model.setup
    page = page_of(setup.game)
    standing = page.men(rules, state)
    recent, turn = without_hints(recent_events(model, library), model), turn_words(model)
    return GameView(
        seq=model.seq,
        revision=model.revision,
        game=model.game,
        setup=setup,
        turn=TurnView(model.turn, setup.names[model.turn], waits_told(model).value, turn, member_of(model)),
        wants=wanted(model),
        kinds=kinds(model),
        throw=last_throw(model),
        bank=tuple(
            BankLine(value, squares, bank_words(value, squares), drawn_value(value, model))
            for value, squares in rules.bank(state)
        ),
        players=_players(model, pips=pips and not model.is_tournament),
        pieces=tuple(_piece(man, page, model) for man in standing),
        last=last_move(model),
        taps=taps_of(model, standing),
        moves=moves_of(model),
        optional=instead_of(model),
        undo=undo_view(model),
        redo=redo_view(model),
        waiting=()
        if model.line.declared.outcome
        else tuple(waiting_throw(waiting, model) for waiting in model.waiting[:MOST_KEPT]),
        waits=len(model.waiting),
        stalled=_stalled(model),
        held=model.held,
        question=question_view(model),
        board_lost=model.lost is not None,
        turn_end=turn_end_view(model),
        standing=standing_view(model),
        resignation=resignation_view(model),
        outcome=_outcome(model),
        match=match_view(model),
        void=void_view(model),
        events=(events := newest_lines(model, recent)),
        more_events=len(events) == EVENTS_SHOWN,
        aloud=aloud(model, recent, turn=f"{person_of(model)} {turn}", language=language()),
        ids=None if model.is_tournament else ids_view(rules, model.line.reached[-1], setup),
        quarters=quarters,
        alike=points.alike(setup.game, setup.preset),
        plays_at_touch=page.plays_at_touch and not model.is_tournament,
        counts_pips=page.score(rules, state, 0).pips is not None,
        freely=freely(model),
        tournament=model.is_tournament,
    )


def _stalled(model: Model) -> str:
    """Say that nobody plays, where so many throws wait."""
    if len(model.waiting) < MOST_KEPT:
        return ""
    return _(
        "{count} throws wait and nobody plays: enter the moves, or drop what was no throw.",
        count=len(model.waiting),
    )


def _players(model: Model, *, pips: bool) -> tuple[PlayerLine, ...]:
    page, left = page_of(model.setup.game), model.line.declared.left
    return tuple(
        PlayerLine(
            seat,
            name,
            seat == model.turn,
            _("has resigned") if seat in left else said(score.words),
            resigned=seat in left,
            numbers=score.numbers,
        )
        for seat, name in enumerate(model.setup.names)
        for score in [page.score(model.rules, model.state, seat)]
        for score in [score.with_pips() if pips else score]
    )


def _piece(man: Man, page: GamePage, model: Model) -> PieceView:
    setup = model.setup
    letter = model.rules.piece_names[man.piece] if page.drawing.pieces.has_letters else ""
    number = points.point(man.step, man.player, game=setup.game, preset=setup.preset)
    names = names_of(setup.game, setup.preset, len(setup.names))
    where = said(page.where(replace(man, step=number), names), setup=setup)
    return PieceView(man, letter, where)


def _outcome(model: Model) -> OutcomeView | None:
    outcome = model.outcome
    if outcome is None:
        return None
    return OutcomeView(
        outcome.winners,
        outcome.ending.value,
        outcome.points,
        outcome.places,
        outcome_words(outcome, model.setup),
    )


def ids_view(rules: Rules[Any], reached: Transition[Any], setup: Setup) -> IdsView | None:
    """Write the IDs of a position, in a match with its score; None for a game that no other program knows."""
    write = page_of(rules.family).ids
    if write is None:
        return None
    try:
        found = write(
            rules, reached.state, setup.match.match if setup.match else None, reached.declared.offered
        )
    except NotationError as error:
        return IdsView(why=_("{sentence}.", sentence=upper_first(said(error.message))))
    return IdsView(found.xgid, found.gnu)


@dataclass(frozen=True, slots=True)
class TapView:
    """A move by touch: a piece, then a square."""

    piece: tuple[int, int]
    """Player and piece."""
    start: str
    end: str
    move: str
    values: tuple[int, ...]
    """The values of the bank that it plays, as far as one can say."""
    text: str
    takes: bool
    """Something is taken where it ends."""


@dataclass(frozen=True, slots=True)
class MoveLine:
    """Something that may be played, for a button."""

    move: str
    text: str
    warning: Annotated[str, SPARSE] = ""
    """Why it is asked about before it is made; empty for any other move."""


def taps_of(model: Model, standing: Sequence[Man]) -> tuple[TapView, ...]:
    """List what may be played by touch."""
    asks = model.question is not None or model.line.declared.offered is not None
    if model.waits is not Waits.MOVE or asks or model.is_tournament:
        return ()
    return tuple(_tap(tap, model, standing) for tap in model.rules.taps(model.state))


def freely(model: Model) -> bool:
    """True where any piece of who moves is touched, and any square after it."""
    asks = model.question is not None or model.line.declared.offered is not None
    is_due = model.waits in (Waits.MOVE, Waits.END) and bool(model.rules.bank(model.state))
    return model.is_tournament and is_due and not asks


def instead_of(model: Model) -> tuple[MoveLine, ...]:
    """List what may be done instead of moving."""
    if model.waits is Waits.OVER or isinstance(model.question, Conflict):
        return ()
    return tuple(MoveLine(str(move), optional_words(move, model)) for move in instead(model))


def _tap(tap: Tap, model: Model, standing: Sequence[Man]) -> TapView:
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
    return TapView(
        piece=_on_top(tap, standing),
        start=tap.start,
        end=tap.end,
        move=str(move),
        values=tuple(values),
        text=move_words(move, model.setup, mover=user_of(model), home=model.rules.home_step),
        takes=bool(isinstance(move, PieceMove) and move.captures)
        or bool(isinstance(move, Play) and move.steps[-1].hit),
    )


def _on_top(tap: Tap, standing: Sequence[Man]) -> tuple[int, int]:
    """Tell which piece of a pile is touched: in a pile all are alike, and fingers meet the topmost."""
    this = next(man for man in standing if (man.player, man.piece) == tap.piece)
    if not this.piled:
        return tap.piece
    pile = [
        man.piece
        for man in standing
        if (man.player, man.square, man.step) == (this.player, this.square, this.step)
    ]
    return tap.piece[0], max(pile)


def moves_of(model: Model) -> tuple[MoveLine, ...]:
    """List what may be played."""
    if model.question or model.waits is not Waits.MOVE or model.is_tournament:
        return ()
    return tuple(
        MoveLine(
            str(move),
            move_words(move, model.setup, mover=user_of(model), home=model.rules.home_step),
            warning_words(model, move),
        )
        for move in model.line.moves
    )


VOID_WORDS = {
    "leans": mark("A die leans"),
    "stacked": mark("A die lies on another"),
    "rim": mark("A die touches the rim"),
    "outside": mark("A die lies outside the tray"),
    "checker": mark("A die lies on a checker"),
    "said": mark("It counts for nothing, as we agree"),
}
"""Why a throw counts for nothing, by the keys of `engine.match.voids.VOIDS`."""


@dataclass(frozen=True, slots=True)
class MatchView:
    """How the match stands; with the points of this game once it is over."""

    length: int
    """Points that win it; 0 for money."""
    score: tuple[int, int]
    """By seat."""
    number: int
    """Which game of the match lies on the table, from 1."""
    crawford: bool
    """Nobody doubles in this game."""
    after_crawford: bool
    winner: int | None
    """The seat that has won the match; None before that."""
    follows: bool
    """This game is over, and the next can begin."""
    paused: bool
    """The clock stands, as the players pause."""
    has_clock: bool
    event: str
    round: str
    goal: str
    """How far it goes, in words."""
    stage: str
    """What this game is in it, in words; empty for a game like any other."""
    standing: str
    """How it stands after this game, in words; empty while the game goes on."""


@dataclass(frozen=True, slots=True)
class VoidReason:
    """Why a throw may count for nothing."""

    why: str
    """A key of `engine.match.voids.VOIDS`."""
    text: str


@dataclass(frozen=True, slots=True)
class VoidView:
    """The throw that can be told void now."""

    of: int
    """Its event."""
    reasons: tuple[VoidReason, ...]


def match_view(model: Model) -> MatchView | None:
    """Write how the match stands; None for a single game."""
    place, match, setup = model.setup.match, model.match, model.setup
    if place is None or match is None:
        return None
    crawford = setup.options.get("crawford") is True
    after_crawford = place.match.crawford_played and has_cube(setup)
    over, said = model.outcome is not None, Speaker.of(setup, language())
    return MatchView(
        length=match.length,
        score=match.score,
        number=place.number,
        crawford=crawford,
        after_crawford=after_crawford,
        winner=match.winner,
        follows=model.game_follows,
        paused=model.paused,
        has_clock=place.times is not None,
        event=place.conduct.event,
        round=place.conduct.round,
        goal=_("to {length}", length=match.length) if match.length else _("for money"),
        stage="" if match.winner is not None else stage(setup, said),
        standing="; ".join(standing(match, said)) if over else "",
    )


def void_view(model: Model) -> VoidView | None:
    """Write which throw can be told void; None where none can, or dice are no matter of the rules."""
    last = model.last_throw
    if model.setup.game != MATCHES or last is None or not isinstance(last.action, Dice):
        return None
    if isinstance(model.question, Conflict) or model.outcome is not None:
        return None
    later = model.actions[model.place(last.seq) + 1 :]
    if not all(isinstance(one.action, Play | EndTurn | Decline) for one in later):
        return None
    return VoidView(last.seq, tuple(VoidReason(why, translated(VOID_WORDS[why])) for why in VOIDS))


@dataclass(frozen=True, slots=True)
class UndoView:
    """What is taken back first, or brought back."""

    seq: int
    """Its first throw or move; of what can be brought back, the event that took it back."""
    text: str
    short: str = ""
    """The same for a button that has little room: who did it is seen on the board."""
    note: str = ""
    """What cannot be brought back after it; empty where all can."""


def undo_view(model: Model) -> UndoView | None:
    """Write what an undo takes back; at the start of a game of a match, the end of the game before."""
    if isinstance(model.question, Conflict):
        return None  # while a correction asks, the board shown is not the one that would be undone
    if model.actions:
        closed = model.closed
        gone = (_end(closed.seq, model),) if closed else model.undoes
        return UndoView(gone[0].seq, deeds_words(gone, model), short_deeds_words(gone, model))
    before = model.before
    place = before.setup.match if before else None
    if before is None or place is None or not before.actions:
        return None
    gone = before.undoes
    next_game = place.number + 1
    return UndoView(
        gone[0].seq,
        _("the end of game {number}: {deed}", number=place.number, deed=deeds_words(gone, before)),
        _("end of game {number}", number=place.number),
        _("After that, the moves of game {number} that you took back cannot come back.", number=next_game)
        if model.undone
        else "",
    )


def redo_view(model: Model) -> UndoView | None:
    """Write what can be brought back; None where nothing was taken back, or the game has gone on."""
    if not model.undone:
        return None
    back = model.undone[-1]
    gone = back.actions or (_end(back.seq, model),)
    return UndoView(back.seq, deeds_words(gone, model))


def _end(seq: int, model: Model) -> Action:
    """Return that a turn was ended whose play was not known yet, as something done."""
    return Action(seq, model.turn, EndTurn())


@dataclass(frozen=True, slots=True)
class TurnEndView:
    """How the turn in progress ends."""

    by: str
    """What ends it beside a phone and the next throw: ``phone``, ``button`` or ``dice``."""
    closed: bool
    """It has been ended, and its play is still to be entered."""
    can_end: bool
    """It can be ended now although something is left to play: the eye or people tell that afterwards."""


@dataclass(frozen=True, slots=True)
class StandingView:
    """What becomes of an illegal play of a match."""

    may: bool
    """The opponent may let it stand at once."""
    opponent: str
    can_double: bool
    """The opponent may double, by the move ``double``, and it stands then."""
    note: str
    """What becomes of it otherwise, in words."""


def turn_end_view(model: Model) -> TurnEndView | None:
    """Write how the turn in progress ends; None in a single game, and where no turn is played."""
    place = model.setup.match
    if place is None or not can_end_turn(model):
        return None
    closed = model.closed
    return TurnEndView(
        place.conduct.turn_ends,
        closed is not None,
        waits_told(model) is Waits.MOVE and model.question is None,
    )


def standing_view(model: Model) -> StandingView | None:
    """Write what becomes of the illegal play in question; None in a single game, and where none is."""
    if model.setup.match is None or not can_stand(model):
        return None
    opponent = isolated(model.setup.names[1 - model.turn])
    may = can_let_stand(model)
    note = (
        _("{player} may let it stand; otherwise it is put right (BS9).", player=opponent)
        if may
        else _("It is put right until the next throw or double; then it stands as played (BS9).")
    )
    return StandingView(may, opponent, can_double(model), note)
