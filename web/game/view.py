"""What the page shows, made from one snapshot of the table: values that templates and script share.

`engine.record` writes them for the script.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from engine.errors import NotationError
from engine.events import MOST_KEPT, Setup
from engine.game import Rules, Transition
from engine.record import FLAT, About
from engine.table.members import member_of, person_of
from engine.table.state import Model
from engine.table.tournament import waits_told, without_hints
from web.drawing.places import Man
from web.game.choice_view import MoveLine, TapView, freely, instead_of, moves_of, taps_of
from web.game.event_view import EVENTS_SHOWN, newest_lines, recent_events
from web.game.last_move import LastMove, last_move
from web.game.match_view import MatchView, VoidView, match_view, void_view
from web.game.question_view import (
    Question,
    ResignationView,
    question_view,
    resignation_view,
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
from web.game.turn_end_view import StandingView, TurnEndView, standing_view, turn_end_view
from web.game.undo_view import UndoView, redo_view, undo_view
from web.games import page_of
from web.games.game_page import GamePage
from web.games.squares import names_of
from web.language import points
from web.language.event_list import EventLine
from web.language.labels import (
    bank_words,
    outcome_words,
    turn_words,
)
from web.language.locale import _, language
from web.language.messages import said, upper_first
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
    return PieceView(
        man.player, man.piece, man.square, man.step, man.lying, man.paired, man.home, letter, where
    )


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
