"""What the page shows, made from one snapshot of the table: values that templates and script share.

`web.as_json` writes them for the script.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.events import MOST_KEPT, GameStarted, Logged, Setup
from engine.game import Tap, Waits
from engine.move import PieceMove, Play
from engine.table.state import Action, Conflict, Model
from engine.throw import Cowries, Dice
from web.drawing.places import Man
from web.game.last_move import LastMove, last_move
from web.game.question_view import CorrectionQuestion, IllegalQuestion, question_view
from web.game.throw_view import (
    AskedThrow,
    KeptThrow,
    LastThrow,
    ThrowLine,
    Wanted,
    kind_of,
    kinds,
    last_throw,
    waiting_throw,
    wanted,
)
from web.games import page_of
from web.games.game_page import GamePage
from web.language.event_list import EventLine, Undoes, told
from web.language.labels import (
    action_words,
    bank_words,
    move_words,
    optional_words,
    outcome_words,
    turn_words,
)
from web.language.locale import _, language
from web.language.messages import said
from web.language.phone_speech import Announcements, aloud
from web.ports import Library

EVENTS_SHOWN = 40
"""Lines of the list on the play page; the history has all."""

DEEDS_NAMED = 5
"""Deeds that are named before several are taken back at once; further ones are counted."""


@dataclass(frozen=True, slots=True)
class TurnView:
    """Whose turn it is."""

    player: int
    name: str
    waits: str
    """As in `engine.game.Waits`."""
    text: str
    """What the player does now, to stand after the name."""


@dataclass(frozen=True, slots=True)
class BankLine:
    """A value that is still to be played."""

    value: int
    squares: int
    text: str


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

    def to_json(self) -> dict[str, object]:
        """Write it for programs, which have always read the numbers beside the name."""
        return {"seat": self.seat, "name": self.name, "turn": self.turn, "score": self.score, **self.numbers}


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


@dataclass(frozen=True, slots=True)
class MoveLine:
    """Something that may be played, for a button."""

    move: str
    text: str


@dataclass(frozen=True, slots=True)
class UndoView:
    """What is taken back first."""

    seq: int
    text: str


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
    waiting: tuple[KeptThrow | AskedThrow, ...]
    """The first ones; the rest come up in their turn."""
    waits: int
    """How many wait."""
    stalled: str
    """That nobody plays; empty while somebody may."""
    held: bool
    """Kept throws wait for a person, because something was just undone."""
    question: IllegalQuestion | CorrectionQuestion | None
    outcome: OutcomeView | None
    events: tuple[EventLine, ...]
    """The newest first."""
    aloud: Announcements
    quarters: int
    """Quarter turns of the board as this phone sees it, clockwise."""


def game_view(model: Model, library: Library, *, quarters: int = 0) -> GameView:
    """Write everything that the page shows of the game in progress."""
    rules, state, setup = model.rules, model.state, model.setup
    page = page_of(setup.game)
    standing = page.men(rules, state)
    taps = [] if model.question else rules.taps(state) if model.waits is Waits.MOVE else []
    over = model.waits is Waits.OVER or isinstance(model.question, Conflict)
    optional = [] if over else rules.optional(state)
    recent, turn = _recent(model, library), turn_words(model)
    return GameView(
        seq=model.seq,
        revision=model.revision,
        game=model.game,
        setup=setup,
        turn=TurnView(model.turn, setup.names[model.turn], model.waits.value, turn),
        wants=wanted(model),
        kinds=kinds(model),
        throw=last_throw(model),
        bank=tuple(
            BankLine(value, squares, bank_words(value, squares)) for value, squares in rules.bank(state)
        ),
        players=_players(model),
        pieces=tuple(_piece(man, page, rules.piece_names) for man in standing),
        last=last_move(model),
        taps=tuple(_tap(tap, model, standing) for tap in taps),
        moves=_moves(model),
        optional=tuple(MoveLine(str(move), optional_words(move, model)) for move in optional),
        undo=_undo(model),
        waiting=tuple(waiting_throw(waiting, model) for waiting in model.waiting[:MOST_KEPT]),
        waits=len(model.waiting),
        stalled=_stalled(model),
        held=model.held,
        question=question_view(model),
        outcome=_outcome(model),
        events=_events(model, recent),
        aloud=aloud(model, recent, turn=f"{setup.names[model.turn]} {turn}"),
        quarters=quarters,
    )


def _stalled(model: Model) -> str:
    """Say that nobody plays, where so many throws wait."""
    if len(model.waiting) < MOST_KEPT:
        return ""
    return _(
        "{count} throws wait and nobody plays: enter the moves, or drop what was no throw.",
        count=len(model.waiting),
    )


def _events(model: Model, recent: Sequence[Logged]) -> tuple[EventLine, ...]:
    """Write the newest events of the game in words, the newest first."""
    standing = {action.seq: action for action in model.actions}
    lines = told(recent, model.setup, language=language())[-EVENTS_SHOWN:]
    return tuple(
        _standing_line(line, standing[line.seq], model) if line.seq in standing else line
        for line in reversed(lines)
    )


def _standing_line(line: EventLine, action: Action, model: Model) -> EventLine:
    """Add to a line what can be done about it: what goes with it, and which throw can be corrected."""
    gone = model.actions[model.place(action.seq) :]
    undoes = Undoes(len(gone), tuple(action_words(one, model) for one in gone[:DEEDS_NAMED]))
    if not isinstance(action.action, Dice | Cowries):
        return replace(line, stands=True, undoes=undoes)
    kind = str(kind_of(action.action))
    return replace(line, stands=True, undoes=undoes, throw=str(action.action), kind=kind)


def _recent(model: Model, library: Library) -> list[Logged]:
    """List the newest events of this game; those of one that was laid on the table again lie further back."""
    many = 4 * EVENTS_SHOWN
    near = library.events(since=max(0, model.seq - many), limit=many + 50)
    mine = [logged for logged in near if logged.game == model.game and logged.seq <= model.seq]
    if len(mine) < EVENTS_SHOWN and not any(isinstance(logged.event, GameStarted) for logged in mine):
        mine = [logged for logged in library.game_events(model.game) if logged.seq <= model.seq][-many:]
    return mine


def _players(model: Model) -> tuple[PlayerLine, ...]:
    page = page_of(model.setup.game)
    return tuple(
        PlayerLine(seat, name, seat == model.turn, said(score.words), score.numbers)
        for seat, name in enumerate(model.setup.names)
        for score in [page.score(model.rules, model.state, seat)]
    )


def _piece(man: Man, page: GamePage, names: Sequence[str]) -> PieceView:
    letter = names[man.piece] if page.drawing.pieces.has_letters else ""
    where = said(page.where(man))
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
        MoveLine(str(move), move_words(move, model.setup, mover=model.turn, home=model.rules.home_step))
        for move in model.rules.moves(model.state)
    )


def _undo(model: Model) -> UndoView | None:
    if not model.actions or isinstance(model.question, Conflict):
        return None  # while a correction asks, the board shown is not the one that would be undone
    last = model.actions[-1]
    return UndoView(last.seq, action_words(last, model))


def _outcome(model: Model) -> OutcomeView | None:
    outcome = model.rules.outcome(model.state)
    if outcome is None:
        return None
    return OutcomeView(
        outcome.winners,
        outcome.ending.value,
        outcome.points,
        outcome.places,
        outcome_words(outcome, model.setup),
    )
