"""A table with its record in memory, its events read back, and whether two tables remember the same."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import replace

from engine.events import Logged, Setup, event_from_json, event_to_json
from engine.facts import Outcome
from engine.move import parse_move
from engine.options import OptionValue
from engine.table import Table, games_before
from engine.table.commands import PlayMove, Redo, ReportMove, TakeThrow, Undo
from engine.table.state import Model
from engine.throw import Cowries, Dice, parse_throw


class Box:
    """A table with its record in memory."""

    def __init__(self, setup: Setup | None = None) -> None:
        self.record: list[Logged] = []
        self.table = Table(record=self.record.extend)
        self.table.start(setup or Setup("chowka-bhara", "5x5", ("Asha", "Ravi")))

    @property
    def model(self) -> Model:
        return self.table.model

    @property
    def outcome(self) -> Outcome | None:
        return self.table.model.outcome

    def do(self, *texts: str) -> None:
        """Throw (``6-5``, ``3/4`` shells), move (``8/5 6/5``), ``undo`` and ``redo``, one after the other."""
        for text in texts:
            is_move = self.model.setup.game == "backgammon" and "/" in text
            if text == "undo":
                self.table.do(Undo())
            elif text == "redo":
                self.table.do(Redo())
            elif text[0].isdigit() and not is_move:
                self.table.do(TakeThrow(parse_throw(text)))
            else:
                self.table.do(PlayMove(parse_move(text)))

    def lose(self, seat: int, points: int = 1) -> None:
        """Let a seat lose the game of backgammon on the table: it resigns, and the other accepts."""
        if not self.model.actions:
            self.do("3-1" if seat else "1-3")
        self.do(f"resign {seat + 1}" + (f" ={points}" if points > 1 else ""), "accept")

    def restart(self) -> Table:
        """Read the game on the table from its record, as a start of the box does: it remembers the same."""
        again = Table(record=self.record.extend)
        again.resume([logged_again(one) for one in self.record if one.game == self.model.game])
        assert same(again, self.table)
        return again

    def match_again(self) -> Table:
        """Read the match on the table from its records, as a start of the box does."""
        games: defaultdict[int, list[Logged]] = defaultdict(list)
        for one in self.record:
            games[one.game].append(logged_again(one))
        table = Table(record=lambda _: None, seq=self.record[-1].seq, game=max(games))
        last = self.record[-1].game
        table.resume(games[last], earlier=games_before(games.__getitem__, last))
        return table

    def report(self, seat: int, start: int, end: int) -> None:
        """Let hands carry a piece of a seat from a step of its way to another."""
        rules = self.model.rules
        found = (one for one in rules.placed(self.model.state) if (one.player, one.step) == (seat, start))
        self.table.do(ReportMove((seat, next(found).piece), rules.steps(seat)[end]))

    def throw(self, *mouths: int) -> None:
        for up in mouths:
            self.table.do(TakeThrow(Cowries(up, 4)))

    def dice(self, *pips: int) -> None:
        self.table.do(TakeThrow(Dice(pips)))

    def play(self, *texts: str) -> None:
        for text in texts:
            self.table.do(PlayMove(parse_move(text)))

    def deeds(self) -> list[str]:
        return [str(action.action) for action in self.model.actions]

    def types(self, since: int = 0) -> list[str]:
        return [event_to_json(logged.event)["type"] for logged in self.record if logged.seq > since]

    def steps(self, player: int) -> list[int]:
        placed = self.model.rules.placed(self.model.state)
        return sorted(one.step for one in placed if one.player == player)

    def seq_of(self, kind: type, nth: int = 0) -> int:
        return [logged.seq for logged in self.record if isinstance(logged.event, kind)][nth]


ASHA, RAVI, MEENA, KIRAN = range(4)
NAMES = ("Asha", "Ravi", "Meena", "Kiran")


def begun(game: str, preset: str, players: int = 2, **options: OptionValue) -> Box:
    """Begin a game in which Asha has the first turn."""
    return Box(Setup(game, preset, NAMES[:players], options, begins=ASHA))


def same(one: Table, other: Table) -> bool:
    """Compare what two tables remember, the rules objects aside."""
    line = replace(one.model.line, rules=other.model.rules)
    return replace(one.model, line=line) == other.model


def logged_again(logged: Logged) -> Logged:
    """Write an event and read it back, as a start of the box does."""
    return replace(logged, event=event_from_json(json.loads(json.dumps(event_to_json(logged.event)))))
