"""What is asked of a game's page, and which games have one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.ending import Resign
from engine.errors import NotationError
from engine.game import Rules
from engine.match import Match
from engine.messages import Message
from engine.notation import PositionIds
from engine.options import OptionValue
from engine.table.state import Model
from engine.throw import Cowries
from web.drawing.boards import Drawing
from web.drawing.places import Man, placed_men
from web.marks import counted, joined, mark, phrase

Position = dict[str, Any]
"""A position as `engine.game.Rules.to_position` writes it."""

SquareNames = Mapping[str, Message]
"""Id of a square → what people call it."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What players call a throw of shells beside its value."""

    word: str
    """The word alone."""
    line: str
    """With the value before it."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one game; what is not said is as `web.language` says it of any."""

    can_move: str = mark("{player}, piece {piece}: can move")
    """What a screen reader says of a piece that can move."""
    captures: str = mark("{move}, captures {taken}")
    capture: str = mark("Capture")
    """What a capture is called."""
    decline: str = mark("Give the {value} up")
    """On the button that does not play a value."""
    said: Mapping[str, str] = field(default_factory=dict)
    """Lines in place of those of `web.language.events`, by the event's name, ``NAME/one`` where a consequence
    has one value; and sentences of moves, by the kind of move."""
    counted: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Forms of what is counted: ``pieces``, and those brought ``home``."""
    remark: Callable[[Cowries, bool], Remark | None] = lambda _throw, _again: None
    """Finds what a throw is called; it is told whether the player throws again."""
    wins: Mapping[int, str] = field(default_factory=dict)
    """By how many points a win counts before the cube: how it is named."""
    levels: Mapping[int, str] = field(default_factory=dict)
    """By the same: what is lost or won, where a player can resign one or another."""
    given_up: frozenset[str] = frozenset()
    """Presets in which a turn passes by itself, so that who ends one gives it up."""


@dataclass(frozen=True, slots=True)
class Score:
    """How a player stands."""

    numbers: Mapping[str, int]
    """For programs; ``home`` is how many pieces are home."""
    words: Message
    pips: int | None = None
    """How far it is still to go; None where nobody counts that. It is shown only where the house wants it."""

    def with_pips(self) -> Score:
        """Return it with the pip count among numbers and words."""
        if self.pips is None:
            return self
        pips = counted("{count} pip", "{count} pips", self.pips)
        words = joined(("", pips), (", ", self.words if self.words.template else None))
        return Score({"pips": self.pips, **self.numbers}, words)


def pieces_home(rules: Rules[Any], state: Any, seat: int) -> Score:
    """Count the pieces of a seat that are home."""
    home = sum(p.player == seat and p.step == rules.home_step for p in rules.placed(state))
    said = counted("{count} home", "{count} home", home) if home else None
    return Score({"home": home}, joined(("", said)))


def nothing_else(rules: Rules[Any], state: Any, quarters: int, touch: Mapping[str, str]) -> str:  # noqa: ARG001
    """Draw nothing: only pieces lie on the board."""
    return ""


def on_square(man: Man, names: SquareNames) -> Message:
    """Tell where a piece stands on its way."""
    if man.home:
        return phrase("home")
    if man.step <= 0:
        return phrase("waits")
    return joined(
        ("", names[man.square]),
        (", ", phrase("on its way home") if man.lying else None),
        (", ", phrase("paired") if man.paired else None),
    )


def rows_and_columns(rules: Rules[Any], _alike: bool) -> SquareNames:
    """Name the squares of a cloth by their rows and columns."""
    return {
        square.id: phrase("row {row}, column {column}", row=int(square.y) + 1, column=int(square.x) + 1)
        for square in rules.layout.squares
    }


def pieces_alone(model: Model, steps: Sequence[list[int]], turn: int, same: Position | None) -> Position:  # noqa: ARG001
    """Set the steps of all pieces and whose turn it is; nothing else goes on."""
    return {"pieces": steps, "turn": turn}


def no_ids(rules: Rules[Any], text: str, number: int) -> Position:  # noqa: ARG001
    """Refuse an ID where other programs know no positions of the game.

    Raises:
        NotationError: Always.
    """
    raise NotationError(phrase("only positions of backgammon have an XGID or a GNU ID"))


def whole_way(rules: Rules[Any]) -> Sequence[str]:
    """List the squares of the first player's way, from the start to home."""
    return [*rules.steps(0).values()]


@dataclass(frozen=True, slots=True)
class GamePage:
    """What the page shows of one game; what is left out is as in any race with one piece to a square."""

    name: str
    """As `engine.registry.Family` calls it."""
    title: str
    drawing: Drawing
    words: Words = Words()
    presets: Mapping[str, str] = field(default_factory=dict)
    """Titles of the presets."""
    about: str = ""
    """Two sentences where a new game is chosen."""
    choices: Mapping[OptionValue, Message] = field(default_factory=dict)
    """What may be chosen for its options, in words; yes and no are known."""
    sources: tuple[str, ...] = ()
    """Sentences of the engine's data that are shown of it, besides rules, presets and options."""
    prints: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """Boards to print: preset (empty: all have the same) → size → side of a square in millimetres. The sizes
    are ``table``, and ``sheet`` for all of it on one sheet of A4."""
    score: Callable[[Rules[Any], Any, int], Score] = pieces_home
    """Tells how a seat stands in a state."""
    beside: Callable[[Rules[Any], Any, int, Mapping[str, str]], str] = nothing_else
    """Draws what lies on the board besides the pieces, in a state, on a board turned by so many quarters; it
    is told what can be done by touching it, as move → words: nothing, for who only looks."""
    where: Callable[[Man, SquareNames], Message] = on_square
    """Tells in words where a piece stands, with the names of the squares."""
    square_names: Callable[[Rules[Any], bool], SquareNames] = rows_and_columns
    """Names every square, so that people find it (see `web.games.squares`); it is told whether places are
    numbered alike for all."""
    way: Callable[[Rules[Any]], Sequence[str]] = whole_way
    """Lists the squares of the first player's way, as it is drawn over the board."""
    arrange: Callable[[Model, Sequence[list[int]], int, Position | None], Position] = pieces_alone
    """Writes the position in which every piece of every seat stands on these steps; it is told whose turn it
    is, and, where that stays so, the position before."""
    alike: frozenset[str] = frozenset()
    """Presets whose own page numbers the places for all players alike; the house may choose to read it so."""
    common_number: Callable[[int, int], int] = lambda _player, step: step
    """Turns a player's own number of a place into the one that is alike for all."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """Preset → class of the stylesheet, where its pieces have colours of their own."""
    ids: Callable[[Any, Any, Match | None, Resign | None], PositionIds] | None = None
    """Writes a state as other programs do, given the rules, its match and a resignation that waits; None if
    no program knows the game."""
    of_id: Callable[[Any, str, int], Position] = no_ids
    """Reads a position that another program wrote, given the rules and the number of the turn."""
    may_stand_so: bool = False
    """A position may stand although no legal game leads to it, if people say so (``as_played``)."""
    folds_moves: bool = False
    """The list of moves is long, and stays folded."""
    plays_at_touch: bool = False
    """A touched piece goes by the first die; else it goes at once only if there is one square to go to."""

    def ways(self, rules: Rules[Any]) -> tuple[tuple[str, ...], ...]:
        """List by seat the squares that its pieces pass, for the drawing."""
        return tuple(tuple(rules.steps(seat).values()) for seat in range(rules.players))

    def men(self, rules: Rules[Any], state: Any, *, quarters: int = 0) -> tuple[Man, ...]:
        """Place every piece of a position on the drawing.

        Args:
            rules: The game.
            state: The position.
            quarters: Quarter turns of the board, clockwise: the side that is seen at the bottom.
        """
        return placed_men(
            self.drawing.place,
            rules.layout,
            rules.players,
            rules.placed(state),
            home_step=rules.home_step,
            quarters=quarters,
        )


_pages: dict[str, GamePage] = {}


def register(page: GamePage) -> Callable[[], None]:
    """Add the page of a game, and return what takes it back.

    Raises:
        ValueError: If the game has a page already.
    """
    if page.name in _pages:
        raise ValueError(f"the game {page.name!r} has a page already: take that back first")
    _pages[page.name] = page

    def take_back() -> None:
        del _pages[page.name]

    return take_back


def pages() -> tuple[GamePage, ...]:
    """List the pages of all games that have one."""
    return tuple(_pages.values())


def page_of(name: str) -> GamePage:
    """Return the page of a game; a plain one where it has none, as of another version's game."""
    return _pages.get(name) or GamePage(name, name, Drawing(name))
