r"""The record of a game: a score sheet in plain text, the same for every game.

>>> from engine.events import Setup
>>> from engine.move import parse_move
>>> from engine.table.state import Action
>>> from engine.throw import parse_throw
>>> played = ["4/4", "2/4", "a 0/4 =4", "a 4/6 =2", "3/4", "a 0/3 =3"]
>>> actions = [Action(0, 0, parse_throw(p) if p[0].isdigit() else parse_move(p)) for p in played]
>>> setup = Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), {"share_crossed": True}, begins=0)
>>> print(write_record(replay_record(Record(setup, tuple(actions)))), end="")
charkoni-record 1
game chowka-bhara 5x5
option share_crossed true
player 1 Asha
player 2 Ravi
begins 1
1 Asha: 4/4=4+; 2/4=2; a 0/4 =4; a 4/6 =2
2 Ravi: 3/4=3; a 0/3 =3

It is UTF-8, one line after another, each ended by a line feed. Seats are counted from 1. Empty lines and
lines that begin with ``#`` say nothing to a program. Every other line is one of these, in this order::

    charkoni-record 1            the form and its version
    game GAME PRESET             such as: game pachisi seven
    option KEY VALUE             what is played differently from the preset; VALUE is true, false or a word;
                                 an option that came later than others is off where it is not named
    house VERSION NAME           the house rules that were chosen by this name; left out where there are none
    player SEAT NAME             once for every seat, in turn order
    member SEAT NAME             once for everyone on every seat, in turn order, where people share a seat
    begins SEAT                  left out where the rules say who begins

    TURN NAME: ITEM; ITEM; …     what was thrown and played; any number of these and of the next
    position JSON                the players set the position by hand: a JSON object on one line

    result ENDING [winners SEAT …] [points NUMBER] [places PLACE …]      once the game has ended

TURN counts turns from 1; a turn may go over several lines, which then bear the same number. NAME is whose
turn it is. A name of letters, digits, ``_ . - '`` and single spaces stands as it is; any other is a JSON
string.

An ITEM is a throw or a move, and what is in brackets behind it says why it stands::

    4/4=4+                       4 of 4 shells with the mouth up; they count 4, and the player throws again
    3-1   5                      two dice; one die
    a 0/4 =4 x2c                 piece a goes from step 0 to step 4 with a 4 and captures piece c of seat 2
    enter b 0/1 =25:26           a piece enters; this 25 would have moved it 26 squares
    pair ab 17                   pieces a and b on step 17 become a pair
    challenge a 16/18 =2         a challenge; the throws for it follow
    8/5* 6/5   bar/22   6/off(2) a play in backgammon, whole or in parts
    decline 4   end              a value is given up; the turn is ended
    double take drop beaver      what is done with the doubling cube
    resign 2   resign 2 =2       seat 2 resigns; =2 a gammon, =3 a backgammon, where such are counted
    accept   refuse              the answer to that, where it needs one
    agree   agree 1              all agree that the game ends here, without a winner or with seat 1 as winner
    a 0/5 =4 (accepted)          the rules forbid it, and the players accepted it as played
    a 0/3 =3 (forced)            there was no choice, so the box played it

What stands behind ``=`` of a throw may be left out. Pieces are ``a`` to ``d`` of the player whose turn it is,
or of the partner of one who is home (P26); ``e`` to ``h`` are the next seat's, and so on, where hands took
another's piece. Steps count from 0 along that player's own path (`engine.chowka_bhara.board`,
`engine.pachisi.board`), points from 24 to 1 towards the player's home. The keys of a position are those of
``to_position`` (`position` in each family). ENDING is one of `engine.game.Ending`; a PLACE is one seat, or
several with commas that share it.

The record is of what stands in the end: what was taken back is not in it, a corrected throw is there as it
was corrected, and what still waits for an answer is left out. `write_record` tells such things in comments.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.errors import EngineError, NotationError
from engine.events import How, Logged, PositionSet, Setup
from engine.facts import Outcome
from engine.game import Line
from engine.house import HouseRules, house_rules
from engine.move import Move, parse_move
from engine.notation.quoted import quoted, unquoted
from engine.notation.remarks import remarks
from engine.options import OptionValue
from engine.registry import game_info, recorded
from engine.setup import read_members
from engine.table.state import Action, Model, Played, new_model, played, played_while_legal
from engine.throw import Throw, parse_throw

FORM = "charkoni-record 1"
"""The first line of every record."""

_TURN = re.compile(r'(\d{1,9}) ("(?:[^"\\]|\\.)*"|[^":]+): *(.*)')
_THROW = re.compile(r"(\d+/\d+|\d(?:-\d)?)(?:=(\d+)(\+?))?")
_ITEM = re.compile(r"(.*?)(?: \((\w+)\))?")
_HOWS: Mapping[str | None, How] = {None: "chosen", "accepted": "accepted", "forced": "forced"}


@dataclass(frozen=True, slots=True)
class Record:
    """What was played, by whom, and everything thrown and done that stands."""

    setup: Setup
    actions: tuple[Action, ...]
    """In their order; only `action` and `how` are part of a record, `seq` counts them from 1."""


def replay_record(record: Record) -> Model:
    """Play a record again, as it is, and give the game with all its positions.

    Raises:
        SetupError: If the setup cannot be.
        EngineError: If an action cannot be carried out at all.
    """
    model = new_model(record.setup, game=1, seq=len(record.actions))
    line = model.line
    for number, action in enumerate(record.actions, 1):
        line = played(line, replace(action, seq=number, player=line.mover(action.action)))
    return replace(model, line=line)


def write_record(model: Model, *, events: Iterable[Logged] = ()) -> str:
    """Write a game as a record.

    Args:
        model: The game.
        events: Its events, all of them; what was refused, corrected or taken back is then told in comments.
    """
    setup = model.setup
    lines = [FORM, f"game {setup.game} {setup.preset}"]
    lines += [f"option {key} {str(value).lower()}" for key, value in setup.options.items()]
    if setup.house is not None:
        lines.append(f"house {setup.house.version} {quoted(setup.house.name)}")
    lines += [f"player {seat} {quoted(name)}" for seat, name in enumerate(setup.names, 1)]
    for seat, people in enumerate(setup.members, 1):
        lines += [f"member {seat} {quoted(name)}" for name in people]
    if setup.begins is not None:
        lines.append(f"begins {setup.begins + 1}")
    comments = list(remarks(events))
    turn, items = 1, [""]
    places: list[Played] = [Line(model.rules, (reached,)) for reached in model.line.reached]
    for action, (before, after) in zip(model.actions, pairwise(places), strict=True):
        head = f"{turn} {quoted(setup.names[before.turn])}: "
        if comments and comments[0][0] < action.seq:
            _end_line(lines, items)
            lines += [f"# {text}" for seq, text in comments if seq < action.seq]
            comments = [comment for comment in comments if comment[0] > action.seq]
        if isinstance(action.action, PositionSet):
            _end_line(lines, items)
            lines.append(f"position {json.dumps(dict(action.action.position))}")
        else:
            items[0] = head
            items.append(_item(before, action))
        if before.turn_begun != after.turn_begun or before.turn != after.turn:
            _end_line(lines, items)
            turn += before.turn_begun != after.turn_begun
    _end_line(lines, items)
    lines += [f"# {text}" for _, text in comments]
    outcome = model.line.outcome
    if outcome is not None:
        lines.append(_result(outcome))
    return "\n".join(lines) + "\n"


def read_record(text: str) -> Record:
    """Read a record and check it: every turn, throw value and move must be what the rules give.

    Raises:
        NotationError: If a line cannot be, naming the line and what would be possible.
    """
    return Reader(text).read()


def _end_line(lines: list[str], items: list[str]) -> None:
    """Write the items collected so far as one line, and begin the next."""
    if len(items) > 1:
        lines.append(items[0] + "; ".join(items[1:]))
    items[:] = [""]


def _item(before: Played, action: Action) -> str:
    done = action.action
    assert not isinstance(done, PositionSet)
    text = str(done)
    if isinstance(done, Throw):
        worth = before.rules.value_of(before.state, done)
        text += f"={worth.value}{'+' * worth.again}" if worth else ""
    how = action.how
    if how != "accepted" and played_while_legal(before, (action,))[1]:
        how = "accepted"  # the rules in force were others when it was played
    return text if how == "chosen" else f"{text} ({how})"


def _result(outcome: Outcome) -> str:
    parts = ["result", outcome.ending.value]
    if outcome.winners:
        parts += ["winners", *(str(seat + 1) for seat in outcome.winners)]
    parts += ["points", str(outcome.points)]
    if outcome.places:
        parts += ["places", *(",".join(str(seat + 1) for seat in place) for place in outcome.places)]
    return " ".join(parts)


class Reader:
    """Reads a record line by line and plays it along."""

    def __init__(self, text: str) -> None:
        self._lines = list(_lines(text))
        self._place = 0
        """Which line comes next."""
        self._here = self._lines[0][0] if self._lines else 1
        """The number of the line that an error is about."""
        self._names: tuple[str, ...] = ()
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
            self._names = setup.names
            self._game = new_model(setup, game=1, seq=0).line
            while self._place < len(self._lines):
                self._body(self._next())
        except EngineError as error:
            raise NotationError(f"line {self._here}: {error}") from error
        return Record(setup, self._game.actions)

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
            options |= info.checked({key: {"true": True, "false": False}.get(value, value)})
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
        members = read_members(people, seats=len(names)) if any(people) else ()
        begins = self._taken("begins")
        if begins is not None and begins not in map(str, range(1, len(names) + 1)):
            raise NotationError(f"player {begins!r} cannot begin: there are 1 to {len(names)}")
        first = int(begins) - 1 if begins else None
        return Setup(game, preset, tuple(names), options, first, house, members=members)

    def _body(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "position":
            self._position(rest)
        elif word == "result":
            self._result(line)
        elif match := _TURN.fullmatch(line):
            self._line(match[1], unquoted(match[2]), match[3])
        else:
            raise NotationError(
                f"{line!r} cannot be here: write a turn such as '{self._turns} {self._name()}: …', "
                "'position' with a JSON object, 'result' or a comment that begins with '#'"
            )

    def _name(self) -> str:
        return quoted(self._names[self._game.turn])

    def _position(self, text: str) -> None:
        try:
            position = json.loads(text)
        except ValueError as error:
            raise NotationError(f"behind 'position' stands no JSON object: {error}") from error
        if not isinstance(position, dict):
            raise NotationError(f"behind 'position' stands {text!r}: write a JSON object")
        self._do(PositionSet(position), "chosen")

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
            raise NotationError(f"{how!r} says nothing here: there are (accepted) and (forced)")
        thrown = _THROW.fullmatch(match[1])
        if thrown is None or (self._game.rules.table is None) == ("/" in thrown[1]):
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
        action = Action(len(before.actions) + 1, before.mover(done), done, how)
        self._game, misfit = played_while_legal(before, (action,))
        if misfit:
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
        said = reason.text(names=self._names) if reason else "it is not legal"
        return f"{done} cannot be played here: {said}; legal moves are {offered}; {mark}"

    def _result(self, line: str) -> None:
        outcome = self._game.outcome
        ends = _result(outcome) if outcome else ""
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


def _house(written: str, game: str, preset: str, options: Mapping[str, OptionValue]) -> HouseRules:
    version, _, name = written.partition(" ")
    if not (version.isascii() and version.isdigit() and len(version) < 4 and name):
        raise NotationError(
            f"house {written!r} cannot be: write a version and a name, such as 'house 2 Ours'"
        )
    return house_rules(game, preset, options, name=unquoted(name), version=int(version))
