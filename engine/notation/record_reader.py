"""Reads the record of a game, and checks it line by line; `engine.notation.record` says what stands in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.errors import EngineError, NotationError
from engine.events import How, PositionSet, Setup
from engine.game import Waits
from engine.house import HouseRules, house_rules
from engine.match import MatchPlace, check_game
from engine.move import Move, parse_move
from engine.notation.quoted import quoted, unquoted
from engine.notation.record import FORM, Record, result_line
from engine.options import OptionValue
from engine.record import read
from engine.registry import game_info, recorded
from engine.setup import Members, SeatChange, SeatPeople, playable, seated
from engine.table.questions import Action
from engine.table.state import Played, new_model, played, played_while_legal
from engine.throw import Throw, parse_throw

MOST_CHANGES = 200
"""So often people come and leave in a game of a record at most: each is worked out by all turns before it."""

_TURN = re.compile(r'(\d{1,9}) ("(?:[^"\\]|\\.)*"|[^":]+): *(.*)')
_THROW = re.compile(r"(\d+/\d+|\d(?:-\d)?)(?:=(\d+)(\+?))?")
_ITEM = re.compile(r"(.*?)(?: \((\w+)\))?")
_HOWS: Mapping[str | None, How] = {
    None: "chosen",
    "accepted": "accepted",
    "forced": "forced",
    "inferred": "inferred",
    "void": "void",
}


def read_record(text: str) -> Record:
    """Read a record and check it: every turn, throw value and move must be what the rules give.

    Raises:
        NotationError: If a line cannot be, naming the line and what would be possible.
    """
    return Reader(text).read()


class Reader:
    """Reads a record line by line and plays it along."""

    def __init__(self, text: str) -> None:
        self._lines = list(_lines(text))
        self._place = 0
        """Which line comes next."""
        self._here = self._lines[0][0] if self._lines else 1
        """The number of the line that an error is about."""
        self._who: Setup
        """Who plays at the line that is read."""
        self._seats: list[SeatChange] = []
        self._game: Played
        self._turns = 1

    def read(self) -> Record:
        """Read it all.

        Raises:
            NotationError: If a line cannot be.
        """
        if not self._lines or self._lines[0][1] != FORM:
            raise NotationError(f"line {self._here}: this is no record: its first line is {FORM!r}")
        self._place = 1
        try:
            setup = self._setup()
            self._who = setup
            self._game = new_model(setup, game=1, seq=0).line
            while self._place < len(self._lines):
                self._body(self._next())
        except EngineError as error:
            raise NotationError(f"line {self._here}: {error}") from error
        return Record(setup, self._game.actions, tuple(self._seats))

    def _next(self) -> str:
        self._here, line = self._lines[self._place]
        self._place += 1
        return line

    def _taken(self, word: str) -> str | None:
        """Take the next line if it begins with a word, and give what stands behind it."""
        if self._place < len(self._lines) and self._lines[self._place][1].split(" ")[0] == word:
            return self._next().partition(" ")[2].strip()
        return None

    def _missing(self, message: str) -> NotationError:
        """Complain about the line that stands where another should."""
        if self._place < len(self._lines):
            self._next()
        return NotationError(message)

    def _setup(self) -> Setup:
        game, _, preset = (self._taken("game") or "").partition(" ")
        if not game or not preset:
            raise self._missing("write the game and its preset here, such as 'game chowka-bhara 5x5'")
        info = game_info(game)
        info.preset(preset)
        options: dict[str, OptionValue] = {}
        while (written := self._taken("option")) is not None:
            key, _, value = written.partition(" ")
            options |= info.checked({key: info.value_of(key, value)})
        options = recorded(game, preset, options)
        named = self._taken("house")
        house = None if named is None else _house(named, game, preset, options)
        names: list[str] = []
        while (written := self._taken("player")) is not None:
            seat, _, name = written.partition(" ")
            if seat != str(len(names) + 1):
                raise NotationError(f"player {seat!r} cannot be here: player {len(names) + 1} is next")
            names.append(unquoted(name))
        if not names:
            raise self._missing("write the players here, such as 'player 1 Asha'")
        people: list[list[str]] = [[] for _ in names]
        while (written := self._taken("member")) is not None:
            seat, _, name = written.partition(" ")
            if seat not in map(str, range(1, len(names) + 1)):
                raise NotationError(f"member {seat!r} cannot be here: there are seats 1 to {len(names)}")
            people[int(seat) - 1].append(unquoted(name))
        members = read(Members, people) if any(people) else ()
        begins = self._taken("begins")
        if begins is not None and begins not in map(str, range(1, len(names) + 1)):
            raise NotationError(f"player {begins!r} cannot begin: there are 1 to {len(names)}")
        first = int(begins) - 1 if begins else None
        setup = Setup(game, preset, tuple(names), options, first, house, members=members)
        place = self._taken("match")
        return setup if place is None else _in_match(setup, place)

    def _body(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "position":
            self._position(rest)
        elif word == "seat":
            self._seat(rest)
        elif word == "result":
            self._result(line)
        elif match := _TURN.fullmatch(line):
            self._line(match[1], unquoted(match[2]), match[3])
        else:
            raise NotationError(
                f"{line!r} cannot be here: write a turn such as '{self._turns} {self._name()}: …', "
                "'position' with a JSON object, 'seat' with a JSON list, 'result' or a comment that begins "
                "with '#'"
            )

    def _name(self) -> str:
        return quoted(self._who.names[self._game.turn])

    def _position(self, text: str) -> None:
        try:
            position = read(Mapping[str, Any], json.loads(text))
        except ValueError as error:
            raise NotationError(f"behind 'position' stands no JSON object: {error}") from error
        self._do(PositionSet(position), "chosen")

    def _seat(self, written: str) -> None:
        number, _, listed = written.partition(" ")
        seats = len(self._who.names)
        if number not in map(str, range(1, seats + 1)):
            raise NotationError(f"seat {number!r} cannot be here: there are seats 1 to {seats}")
        if len(self._seats) == MOST_CHANGES:
            raise NotationError(f"nobody comes and leaves more than {MOST_CHANGES} times in one game")
        try:
            people = read(SeatPeople, json.loads(listed))
        except ValueError as error:
            raise NotationError(f'who plays on seat {number} is {listed!r}: write ["Asha"]') from error
        self._who = seated(self._who, int(number) - 1, people)
        self._seats.append(SeatChange(len(self._game.actions), int(number) - 1, people))

    def _line(self, number: str, name: str, text: str) -> None:
        expected = f"{self._turns} {self._name()}: "
        if number != str(self._turns) or quoted(name) != self._name():
            raise NotationError(f"turn {number} of {quoted(name)} cannot be here: {expected!r} comes next")
        begun = self._turns, self._game.turn
        for item in text.split(";"):
            if (self._turns, self._game.turn) != begun:
                head = f"{self._turns} {self._name()}: "
                raise NotationError(f"{item.strip()!r} belongs to the next turn: begin a line {head!r}")
            self._take(item.strip())

    def _take(self, item: str) -> None:
        match = _ITEM.fullmatch(item)
        how = match[2] if match else None
        if match is None or how not in _HOWS:
            raise NotationError(
                f"{how!r} says nothing here: there are (accepted), (forced), (inferred), and (void)"
            )
        thrown, of_dice = _THROW.fullmatch(match[1]), self._game.rules.table is None
        if how == "void" and not (of_dice and thrown and "/" not in thrown[1]):
            raise NotationError(f"{item!r} cannot be: only a throw of dice can be void")
        if thrown is None or of_dice == ("/" in thrown[1]):
            self._do(parse_move(match[1]), _HOWS[how])
            return
        throw = parse_throw(thrown[1])
        worth = self._game.rules.value_of(self._game.state, throw)
        counts = f"{worth.value}{'+' * worth.again}" if worth else ""
        if thrown[2] and counts != thrown[2] + thrown[3]:
            shown = f"it counts {counts}" if worth else "dice are written without a value"
            raise NotationError(f"{item!r} is wrong: {shown}")
        self._do(throw, _HOWS[how])

    def _do(self, done: Throw | Move | PositionSet, how: How) -> None:
        """Carry an action out, if it is legal or marked as accepted."""
        before = self._game
        if how == "void" and isinstance(done, Throw):
            before.worked_out(done)  # it could have counted
            if before.waits is not Waits.THROW:
                raise NotationError(self._misfit(done))
        action = Action(len(before.actions) + 1, before.mover(done), done, how)
        self._game, misfit = played_while_legal(before, (action,))
        if misfit:
            if how != "accepted":
                self.differs(before, done)
            self._game = played(before, replace(action, how="accepted"))
        self._turns += before.turn_begun != self._game.turn_begun

    def differs(self, before: Played, done: Throw | Move | PositionSet) -> None:  # noqa: ARG002
        """Refuse what is neither legal nor marked as accepted; a reader that goes on only remembers it."""
        raise NotationError(self._misfit(done))

    def ends_otherwise(self, line: str, ends: str) -> None:
        """Refuse a result that does not follow, in the same way."""
        if not ends:
            raise NotationError("the game has not ended here: leave the result out")
        raise NotationError(f"{line!r} is not how it ended: {ends!r} is")

    def _misfit(self, done: Throw | Move | PositionSet) -> str:
        game = self._game
        rules, state = game.rules, game.state
        mark = "write (accepted) behind it if the players accepted it"
        if isinstance(done, Throw):
            wanted = f"a throw such as {rules.wants(state).throws()[0]}"
            return f"the throw {done} cannot be here: the game waits for {game.waits} ({wanted}); {mark}"
        assert not isinstance(done, PositionSet)
        if error := game.not_now(done):
            return f"{done} cannot be here: {error}"
        reason = game.why_not(done)
        offered = ", ".join(map(str, [*game.moves, *game.optional][:12])) or "none"
        said = reason.text(names=self._who.names) if reason else "it is not legal"
        return f"{done} cannot be played here: {said}; legal moves are {offered}; {mark}"

    def _result(self, line: str) -> None:
        outcome = self._game.outcome
        ends = result_line(outcome) if outcome else ""
        if line != ends:
            self.ends_otherwise(line, ends)
        if self._place < len(self._lines):
            raise self._missing("nothing but comments can follow the result")


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Number the lines from 1 and leave out what says nothing."""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        stripped = line.strip(" \t\r")
        if stripped and not stripped.startswith("#"):
            yield number, stripped


def _in_match(setup: Setup, written: str) -> Setup:
    """Add which game of a match it is, and check that its options are those of this game."""
    try:
        place = read(MatchPlace, json.loads(written))
    except ValueError as error:
        raise NotationError(f"behind 'match' stands no match: {error}") from error
    check_game(setup.game, len(setup.names))
    made = playable(replace(setup, match=place))
    if made.options != setup.options:
        said = ", ".join(f"{key} {str(value).lower()}" for key, value in made.options.items()) or "none"
        raise NotationError(f"these are not the options of this game of the match: they are {said}")
    return made


def _house(written: str, game: str, preset: str, options: Mapping[str, OptionValue]) -> HouseRules:
    version, _, name = written.partition(" ")
    if not (version.isascii() and version.isdigit() and len(version) < 4 and name):
        raise NotationError(
            f"house {written!r} cannot be: write a version and a name, such as 'house 2 Ours'"
        )
    return house_rules(game, preset, options, name=unquoted(name), version=int(version))
