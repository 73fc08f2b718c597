r"""The record of a game: a score sheet in plain text, the same for every game.

>>> from engine.events import Setup
>>> from engine.move import parse_move
>>> from engine.table.questions import Action
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
    match JSON                   of a game of a match: its length, the score before it, and more

    TURN NAME: ITEM; ITEM; …     what was thrown and played; any number of these and of the next
    position JSON                the players set the position by hand: a JSON object on one line
    seat SEAT JSON               who plays on a seat from here on, in the order of their turns: a JSON list of
                                 names; with several it has all of them for its NAME, such as "Asha & Dev"

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
    decline 4 (inferred)         nobody said so: the eye concluded it from the board
    6-5 (void)                   a die did not lie flat: it counts for nothing and is thrown again

What stands behind ``=`` of a throw may be left out. Pieces are ``a`` to ``d`` (of six pawns, to ``f``) of the
player whose turn it is, or of the partner of one who is home (P26, C21); the letters after them are the next
seat's, and so on, where hands took another's piece. Steps count from 0, or from -1 beside the board (C19),
along that player's own path (`engine.chowka_bhara.board`, `engine.pachisi.board`), points from 24 to 1 to
the player's home. The keys of a position are those of ``to_position`` (`position` in each family). ENDING is
one of `engine.game.Ending`; a PLACE is one seat, or several with commas that share it.

The record is of what stands in the end: what was taken back is not in it, a corrected throw is there as it
was corrected, and what still waits for an answer is left out. `write_record` tells such things in comments.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.events import Logged, PositionSet, Seated, Setup
from engine.facts import Outcome
from engine.game import Line
from engine.notation.quoted import quoted
from engine.notation.remarks import remarks
from engine.record import write
from engine.setup import SeatChange, Seating, seated
from engine.table.members import first_setup, seatings
from engine.table.questions import Action
from engine.table.state import Model, Played, new_model, played, played_while_legal
from engine.throw import Throw

FORM = "charkoni-record 1"
"""The first line of every record."""


@dataclass(frozen=True, slots=True)
class Record:
    """What was played, by whom, and everything thrown and done that stands."""

    setup: Setup
    actions: tuple[Action, ...]
    """In their order; only `action` and `how` are part of a record, `seq` counts them from 1."""
    seats: tuple[SeatChange, ...] = ()
    """Who came or left meanwhile, in order."""


def replay_record(record: Record) -> Model:
    """Play a record again, as it is, and give the game with all its positions.

    Raises:
        SetupError: If the setup cannot be.
        EngineError: If an action cannot be carried out at all.
    """
    model = new_model(record.setup, game=1, seq=0)
    changes = list(record.seats)
    for place, action in enumerate((*record.actions, None)):
        while changes and changes[0].place <= place:
            change = changes.pop(0)
            people = seated(model.setup, change.seat, change.people).on(change.seat)
            event = Seated(change.seat, people, model.setup.on(change.seat))
            model = model.applied(Logged(model.seq + 1, 1, event))
        if action is not None:
            seq = model.seq + 1
            line = played(model.line, replace(action, seq=seq, player=model.line.mover(action.action)))
            model = replace(model, line=line, seq=seq)
    return model


def write_record(model: Model, *, events: Iterable[Logged] = ()) -> str:
    """Write a game as a record.

    Args:
        model: The game.
        events: Its events, all of them; what was refused, corrected or taken back is then told in comments.
    """
    setup, changes = first_setup(model), seatings(model)
    lines = [FORM, f"game {setup.game} {setup.preset}"]
    lines += [f"option {key} {str(value).lower()}" for key, value in setup.options.items()]
    if setup.house is not None:
        lines.append(f"house {setup.house.version} {quoted(setup.house.name)}")
    lines += [f"player {seat} {quoted(name)}" for seat, name in enumerate(setup.names, 1)]
    for seat, people in enumerate(setup.members, 1):
        lines += [f"member {seat} {quoted(name)}" for name in people]
    if setup.begins is not None:
        lines.append(f"begins {setup.begins + 1}")
    if setup.match is not None:
        # The journal's numbers of other games mean nothing elsewhere.
        lines.append(f"match {json.dumps(write(replace(setup.match, first=0, before=0)))}")
    comments = list(remarks(events))
    turn, items, names = 1, [""], setup.names
    places: list[Played] = [Line(model.rules, (reached,)) for reached in model.line.reached]
    for place, (action, (before, after)) in enumerate(zip(model.actions, pairwise(places), strict=True)):
        if comments and comments[0][0] < action.seq:
            _end_line(lines, items)
            lines += [f"# {text}" for seq, text in comments if seq < action.seq]
            comments = [comment for comment in comments if comment[0] > action.seq]
        if place in changes:
            _end_line(lines, items)
            names = _seats(lines, changes[place], names)
        if isinstance(action.action, PositionSet):
            _end_line(lines, items)
            lines.append(f"position {json.dumps(dict(action.action.position))}")
        else:
            items[0] = f"{turn} {quoted(names[before.turn])}: "
            items.append(_item(before, action))
        if before.turn_begun != after.turn_begun or before.turn != after.turn:
            _end_line(lines, items)
            turn += before.turn_begun != after.turn_begun
    _end_line(lines, items)
    lines += [f"# {text}" for _, text in comments]
    _seats(lines, changes.get(len(model.actions), ()), names)
    outcome = model.line.outcome
    if outcome is not None:
        lines.append(result_line(outcome))
    return "\n".join(lines) + "\n"


def _seats(lines: list[str], changes: Iterable[Seating], names: tuple[str, ...]) -> tuple[str, ...]:
    """Write who came or left, and return how the seats are called then."""
    for one in changes:
        is_plain = all(map(str.isprintable, one.people))
        lines.append(f"seat {one.seat + 1} {json.dumps(one.people, ensure_ascii=not is_plain)}")
        names = one.before.seated(one.seat, one.people).names
    return names


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
    if how not in ("accepted", "void") and played_while_legal(before, (action,))[1]:
        how = "accepted"  # the rules in force were others when it was played
    return text if how == "chosen" else f"{text} ({how})"


def result_line(outcome: Outcome) -> str:
    """Write how a game ended."""
    parts = ["result", outcome.ending.value]
    if outcome.winners:
        parts += ["winners", *(str(seat + 1) for seat in outcome.winners)]
    parts += ["points", str(outcome.points)]
    if outcome.places:
        parts += ["places", *(",".join(str(seat + 1) for seat in place) for place in outcome.places)]
    return " ".join(parts)
