"""Actions on games as a whole: which lies on the table, and who plays it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from engine.events import Setup
from engine.house import HouseRules
from engine.record import About, Within, one_of
from engine.registry import game_info
from engine.table import games_before
from web.errors import MalformedError, MissingError
from web.game import action_parts as part
from web.game import position_editor
from web.game.action_parts import Box
from web.game.actions.action import Action
from web.game.actions.match import MatchAsked
from web.house.house_rules import HouseRulesStore
from web.language.locale import _
from web.request_body import Whole
from web.rules.begin import begin, change_seat
from web.rules.rematch import SEATS, rematch

_TEXT = Within(0, 400)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAction(Action):
    """Begin a new game, or lay an older one on the table again."""

    name: ClassVar = "games"

    game: part.Game | None = None
    preset: Annotated[str | None, _TEXT, About("A named set of rules of the game.")] = None
    house: Annotated[
        str | None,
        _TEXT,
        About("House rules that the box keeps, by their name, in place of preset and options."),
    ] = None
    names: Annotated[part.Names | None, About("Players in turn order.")] = None
    options: part.Options | None = None
    begins: Annotated[Whole | None, About("The seat that begins; left out, it is thrown for.")] = None
    id: Annotated[part.Id | None, About("Begin from the position of this XGID or GNU ID.")] = None
    match: Annotated[MatchAsked | None, About("Begin a match with this game, or money play.")] = None
    resume: Annotated[Whole | None, About("The number of an older game; nothing else is needed then.")] = None

    def do(self, box: Box) -> None:
        """Lay a game on the table."""
        if self.resume is None:
            setup = self._setup(box.book)
            position = position_editor.start_of_id(setup, self.id)
            begin(box.table, box.people, setup, position=position, request=self.request)
            return
        try:
            events = box.library.game_events(self.resume)
        except KeyError as error:
            raise MissingError(_("there is no game {number}", number=self.resume)) from error
        earlier = games_before(box.library.game_events, self.resume)
        box.table.resume(events, earlier=earlier, announce=True)

    def _setup(self, book: HouseRulesStore) -> Setup:
        info = game_info(part.given(self.game, "game"))
        preset = info.preset(self.preset)
        names = part.given(self.names, "names")
        if self.begins is not None and self.begins >= len(names):
            raise MalformedError("nobody sits where the game is to begin: {players} play", players=len(names))
        setup = Setup(
            info.name,
            preset.name,
            names,
            self.options or {},
            self.begins,
            match=self.match.place() if self.match else None,
        )
        if self.house is None:
            return setup
        if self.preset is not None or self.options is not None:
            raise MalformedError("'house' names all rules: leave 'preset' and 'options' out")
        house = self._house(book, info.name, self.house)
        return replace(setup, preset=house.preset, options=house.options, house=house)

    def _house(self, book: HouseRulesStore, game: str, name: str) -> HouseRules:
        kept = book.find(game, name)
        if kept is None:
            raise MissingError(_("there are no house rules “{name}” of this game", name=name))
        return kept.rules


@dataclass(frozen=True, slots=True, kw_only=True)
class RematchAction(Action):
    """Play the game on the table again, which is over: same rules, same people."""

    name: ClassVar = "rematch"

    seats: Annotated[
        str, one_of(*SEATS), About("changed: everybody sits one seat further; left out, same.")
    ] = "same"

    def do(self, box: Box) -> None:
        """Begin it."""
        box.table.start(rematch(box.table.model, self.seats), request=self.request)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatAction(Action):
    """Tell who comes to a seat, or leaves it, while the game goes on: its people take its turns in order."""

    name: ClassVar = "seats"

    player: Annotated[Whole, About("The seat, counted from 0.")]
    join: Annotated[str | None, _TEXT, About("Who comes, after those who share the seat already.")] = None
    leave: Annotated[
        str | None, _TEXT, About("Who leaves; with join, who comes takes this person's place.")
    ] = None

    def do(self, box: Box) -> None:
        """Seat them."""
        if self.join is None and self.leave is None:
            raise part.missing("join")
        change_seat(
            box.table, box.people, self.player, join=self.join, leave=self.leave, request=self.request
        )
