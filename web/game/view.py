"""What the page shows, made from one snapshot of the table: values that templates and script share.

`web.as_json` writes them for the script.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.events import MOST_KEPT, Setup
from engine.game import Tap, Waits
from engine.move import EndTurn, PieceMove, Play
from engine.table.members import member_of, person_of
from engine.table.questions import Action, Conflict
from engine.table.state import Model
from web.drawing.places import Man
from web.game.event_view import EVENTS_SHOWN, newest_lines, recent_events
from web.game.last_move import LastMove, last_move
from web.game.question_view import (
    Question,
    ResignationView,
    question_view,
    resignation_view,
    warning_words,
)
from web.game.throw_view import (
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
from web.language.deeds import deeds_words, short_deeds_words
from web.language.event_list import EventLine
from web.language.labels import (
    bank_words,
    move_words,
    optional_words,
    outcome_words,
    turn_words,
)
from web.language.locale import _
from web.language.messages import said
from web.language.phone_speech import Announcements, aloud
from web.language.position_ids import IdsView, ids_view
from web.ports import Library


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
    numbers: Mapping[str, int]
    """The same for programs; ``home`` is how many pieces are home."""
    resigned: bool = False
    """Others may play on."""

    def to_json(self) -> dict[str, object]:
        """Write it for programs, which have always read the numbers beside the name."""
        written = {"seat": self.seat, "name": self.name, "turn": self.turn, "score": self.score}
        return {**written, "resigned": self.resigned, **self.numbers}


@dataclass(frozen=True, slots=True)
class PieceView:
    """Where a piece stands; the fields are those of `web.drawing.places.Man`, and words."""

    player: int
    piece: int
    square: str
    step: int
    lying: bool
    paired: bool
    home: bool
    letter: str
    """What it is called; empty where pieces have no letters."""
    where: str
    """In words, for who does not see the board."""


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
    warning: str = ""
    """Why it is asked about before it is made; empty for any other move."""

    def to_json(self) -> dict[str, str]:
        """Write it for programs; only a move that is warned of has a warning."""
        return {"move": self.move, "text": self.text} | ({"warning": self.warning} if self.warning else {})


@dataclass(frozen=True, slots=True)
class UndoView:
    """What is taken back first, or brought back."""

    seq: int
    """Its first throw or move; of what can be brought back, the event that took it back."""
    text: str
    short: str = ""
    """The same for a button that has little room: who did it is seen on the board."""


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

    seq: int
    """The newest event."""
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
    board_lost: bool
    """Nothing explains what stands on the table; the game goes on beside it."""
    resignation: ResignationView | None
    """A resignation that waits for its answer, which is among `optional`."""
    outcome: OutcomeView | None
    events: tuple[EventLine, ...]
    """The newest first."""
    more_events: bool
    """There may be older ones."""
    aloud: Announcements
    ids: IdsView | None
    """The position as other programs write it; None for a game that none knows."""
    quarters: int
    """Quarter turns of the board as this phone sees it, clockwise."""
    alike: bool
    """The places of the board are numbered alike for all players."""
    plays_at_touch: bool
    """A piece that is touched goes by the first die."""


def game_view(model: Model, library: Library, *, quarters: int = 0) -> GameView:
    """Write everything that the page shows of the game in progress."""
    rules, state, setup = model.rules, model.state, model.setup
    page = page_of(setup.game)
    standing = page.men(rules, state)
    offered = model.line.declared.offered
    taps = rules.taps(state) if model.waits is Waits.MOVE and not model.question and not offered else []
    over = model.waits is Waits.OVER or isinstance(model.question, Conflict)
    optional = [] if over else model.line.optional
    recent, turn = recent_events(model, library), turn_words(model)
    return GameView(
        seq=model.seq,
        revision=model.revision,
        game=model.game,
        setup=setup,
        turn=TurnView(model.turn, setup.names[model.turn], model.waits.value, turn, member_of(model)),
        wants=wanted(model),
        kinds=kinds(model),
        throw=last_throw(model),
        bank=tuple(
            BankLine(value, squares, bank_words(value, squares), drawn_value(value, model))
            for value, squares in rules.bank(state)
        ),
        players=_players(model),
        pieces=tuple(_piece(man, page, model) for man in standing),
        last=last_move(model),
        taps=tuple(_tap(tap, model, standing) for tap in taps),
        moves=_moves(model),
        optional=tuple(MoveLine(str(move), optional_words(move, model)) for move in optional),
        undo=_undo(model),
        redo=_redo(model),
        waiting=()
        if model.line.declared.outcome
        else tuple(waiting_throw(waiting, model) for waiting in model.waiting[:MOST_KEPT]),
        waits=len(model.waiting),
        stalled=_stalled(model),
        held=model.held,
        question=question_view(model),
        board_lost=model.lost is not None,
        resignation=resignation_view(model),
        outcome=_outcome(model),
        events=(events := newest_lines(model, recent)),
        more_events=len(events) == EVENTS_SHOWN,
        aloud=aloud(model, recent, turn=f"{person_of(model)} {turn}"),
        ids=ids_view(rules, state, setup),
        quarters=quarters,
        alike=points.alike(setup.game, setup.preset),
        plays_at_touch=page.plays_at_touch,
    )


def _stalled(model: Model) -> str:
    """Say that nobody plays, where so many throws wait."""
    if len(model.waiting) < MOST_KEPT:
        return ""
    return _(
        "{count} throws wait and nobody plays: enter the moves, or drop what was no throw.",
        count=len(model.waiting),
    )


def _players(model: Model) -> tuple[PlayerLine, ...]:
    page, left = page_of(model.setup.game), model.line.declared.left
    return tuple(
        PlayerLine(
            seat,
            name,
            seat == model.turn,
            _("has resigned") if seat in left else said(score.words),
            score.numbers,
            resigned=seat in left,
        )
        for seat, name in enumerate(model.setup.names)
        for score in [page.score(model.rules, model.state, seat)]
    )


def _piece(man: Man, page: GamePage, model: Model) -> PieceView:
    setup = model.setup
    letter = model.rules.piece_names[man.piece] if page.drawing.pieces.has_letters else ""
    number = points.point(man.step, man.player, game=setup.game, preset=setup.preset)
    names = names_of(setup.game, setup.preset, len(setup.names))
    where = said(page.where(replace(man, step=number), names), setup=setup)
    return PieceView(
        man.player, man.piece, man.square, man.step, man.lying, man.paired, man.home, letter, where
    )


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
        text=move_words(move, model.setup, mover=model.turn, home=model.rules.home_step),
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


def _moves(model: Model) -> tuple[MoveLine, ...]:
    if model.question or model.waits is not Waits.MOVE:
        return ()
    return tuple(
        MoveLine(
            str(move),
            move_words(move, model.setup, mover=model.turn, home=model.rules.home_step),
            warning_words(model, move),
        )
        for move in model.line.moves
    )


def _undo(model: Model) -> UndoView | None:
    if not model.actions and model.before is not None:  # the end of the game before in the match
        model = model.before
    if not model.actions or isinstance(model.question, Conflict):
        return None  # while a correction asks, the board shown is not the one that would be undone
    closed = model.closed
    gone = (Action(closed.seq, model.turn, EndTurn()),) if closed else model.undoes
    return UndoView(gone[0].seq, deeds_words(gone, model), short_deeds_words(gone, model))


def _redo(model: Model) -> UndoView | None:
    if not model.undone:
        return None
    back = model.undone[-1]
    if not back.actions and back.closed is not None:
        ended = Action(back.seq, model.turn, EndTurn())
        return UndoView(back.seq, deeds_words((ended,), model))
    return UndoView(back.seq, deeds_words(back.actions, model))


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
