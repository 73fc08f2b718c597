"""A machine that does to a table whatever people can do to it, in any order, and looks for what breaks.

Every game, preset, number of players and option is played: throws that are due, early and doubtful, legal
moves and what hands do instead, all answers to all questions, undo and correction of any depth, positions
set by hand, and a box that is switched off at any moment.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.errors import IllegalMoveError, NotNowError, PositionError, StaleError, ThrowError
from engine.events import (
    Event,
    GameEnded,
    Happened,
    Logged,
    PositionSet,
    Setup,
    ThrowAsked,
    TurnBegan,
    event_from_json,
    event_to_json,
)
from engine.facts import FactKind
from engine.game import Waits
from engine.messages import Message
from engine.move import Double, Move, parse_move
from engine.rulebook import RULES
from engine.table import Table
from engine.table.commands import (
    AcceptMove,
    AskThrow,
    CorrectThrow,
    DropThrow,
    PlayMove,
    Redo,
    ReportMove,
    SetPosition,
    SettleCorrection,
    TakeMoveBack,
    TakeThrow,
    Undo,
    UseKeptThrows,
)
from engine.table.questions import Conflict, Illegal, Warned
from engine.table.state import Model
from engine.throw import Cowries, Dice, Throw, parse_throw
from engines.drawn_games import NAMES, altered, late_position, setups
from engines.recorded_table import logged_again, same

T = TypeVar("T")


class Hands(RuleBasedStateMachine):
    """People around one table."""

    def __init__(self) -> None:
        super().__init__()
        self.record: list[Logged] = []
        self.seen: list[dict[str, Any]] = []
        self.marks = 0
        self.table = Table(record=self.write)

    def write(self, events: Sequence[Logged]) -> None:
        for logged in events:
            assert event_from_json(json.loads(json.dumps(event_to_json(logged.event)))) == logged.event
            self.check_texts(logged.event)
        self.record.extend(events)

    @staticmethod
    def check_texts(event: Event) -> None:
        move: Move | None = getattr(event, "move", None)
        if move is not None:
            assert parse_move(str(move)) == move
        throw: Throw | None = getattr(event, "throw", None)
        if throw is not None:
            assert parse_throw(str(throw)) == throw

    @property
    def model(self) -> Model:
        return self.table.model

    def any_of(self, data: st.DataObject, choices: Sequence[T]) -> T:
        return data.draw(st.sampled_from(choices))

    def unchanged_by(self, act: Callable[[], None], *errors: type[Exception]) -> None:
        """Do something that may be refused; a refusal changes nothing and writes nothing."""
        before, written = self.model, len(self.record)
        try:
            act()
        except errors:
            assert self.model is before
            assert len(self.record) == written

    # What happens at the table.

    @initialize(setup=setups(), late=st.one_of(st.none(), st.integers(0, 10**6)))
    def start(self, setup: Setup, late: int | None = None) -> None:
        self.table.start(setup)
        if late is not None:
            chance = random.Random(late)
            for _ in range(30):
                with suppress(PositionError):
                    self.table.do(SetPosition(late_position(self.model.rules, chance)))
                    return

    @rule(data=st.data(), actions=st.integers(4, 20))
    @precondition(lambda self: not isinstance(self.model.question, Conflict))
    def play_on(self, data: st.DataObject, actions: int) -> None:
        """Play as people mostly do, so that games get somewhere."""
        if self.model.question:
            self.table.do(TakeMoveBack(self.model.question.seq))  # type: ignore[union-attr]
        while self.model.waiting:
            self.table.do(DropThrow(self.model.waiting[0].seq))
        for _ in range(actions):
            rules, state = self.model.rules, self.model.state
            written = len(self.record)
            if self.model.waits is Waits.OVER:
                return
            if self.model.waits is Waits.THROW:
                self.table.do(TakeThrow(self.any_of(data, rules.wants(state).throws())))
            else:
                self.table.do(
                    PlayMove(self.any_of(data, rules.moves(state) or rules.optional(state)), sure=True)
                )
            self.what_is_told_is_what_happened(state, self.record[written:])
            self.somebody_can_always_go_on()
            self.no_piece_is_lost_or_won()

    def what_is_told_is_what_happened(self, before: Any, events: Sequence[Logged]) -> None:
        """Compare the consequences told with where the pieces stand before and after one action."""
        rules = self.model.rules
        stood = {(place.player, place.piece): place.step for place in rules.placed(before)}
        stand = {(place.player, place.piece): place.step for place in rules.placed(self.model.state)}
        facts = [logged.event.fact for logged in events if isinstance(logged.event, Happened)]
        captured = {piece for fact in facts if fact.kind is FactKind.CAPTURED for piece in fact.pieces}
        homed = {piece for fact in facts if fact.kind is FactKind.HOME for piece in fact.pieces}
        if rules.family != "backgammon":
            first = {seat: next(iter(rules.steps(seat))) for seat in range(rules.players)}
            assert captured == {piece for piece in stood if stand[piece] == first[piece[0]] < stood[piece]}
            last = max(stand[piece] for piece in homed) if homed else -2
            assert homed == {piece for piece in stood if stand[piece] == last and stood[piece] < last}
        for fact in facts:
            assert fact.rule == "" or fact.rule in RULES
        turned = any(isinstance(logged.event, TurnBegan) for logged in events)
        ended = any(isinstance(logged.event, GameEnded) for logged in events)
        assert ended == (self.model.waits is Waits.OVER)
        changed = rules.turn_number(before) != rules.turn_number(self.model.state)
        if rules.turn(before) != self.model.turn or changed:
            assert turned or ended

    @rule(data=st.data())
    @precondition(lambda self: self.model.waits is not Waits.OVER and len(self.model.waiting) < 3)
    def throw_early(self, data: st.DataObject) -> None:
        throw = self.any_of(data, self.model.rules.wants(self.model.state).throws())
        self.unchanged_by(lambda: self.table.do(TakeThrow(throw, photo="early")), NotNowError, ThrowError)

    @rule(throw=st.sampled_from([Dice((3, 1)), Dice((5,)), Cowries(2, 4), Cowries(0, 6), Cowries(1, 7)]))
    @precondition(lambda self: not self.model.waiting)
    def throw_what_may_be_of_another_game(self, throw: Throw) -> None:
        self.unchanged_by(lambda: self.table.do(TakeThrow(throw)), NotNowError, ThrowError)

    @rule(data=st.data())
    @precondition(lambda self: self.model.waits is not Waits.OVER and not self.model.waiting)
    def ask(self, data: st.DataObject) -> None:
        throws = self.model.rules.wants(self.model.state).throws()
        alternatives = data.draw(st.lists(st.sampled_from(throws), max_size=2))
        self.table.do(
            AskThrow(
                ThrowAsked(
                    faces=("mouth", "?"),
                    alternatives=tuple(alternatives),
                    photo="p",
                    doubts=(Message("it leans"),),
                )
            )
        )

    @rule(data=st.data())
    @precondition(lambda self: bool(self.model.waiting))
    def answer_what_waits(self, data: st.DataObject) -> None:
        waiting = self.any_of(data, self.model.waiting)
        throw = self.any_of(data, self.model.rules.wants(self.model.state).throws())
        acts = [
            lambda: self.table.do(CorrectThrow(waiting.seq, throw)),
            lambda: self.table.do(DropThrow(waiting.seq)),
            lambda: self.table.do(UseKeptThrows()),
        ]
        self.unchanged_by(self.any_of(data, acts), NotNowError, ThrowError)

    @rule(data=st.data(), by=st.sampled_from(["text", "tap", "tap", "optional"]))
    @precondition(
        lambda self: (
            self.model.waits in (Waits.MOVE, Waits.END) and not isinstance(self.model.question, Conflict)
        )
    )
    def move(self, data: st.DataObject, by: str) -> None:
        rules, state = self.model.rules, self.model.state
        if by == "tap" and (taps := rules.taps(state)):
            tap = self.any_of(data, taps)
            before = len(self.model.actions)
            self.table.do(ReportMove(tap.piece, tap.end))
            if rules.warning(state, rules.move_between(state, tap.piece, tap.end)):
                assert isinstance(self.model.question, Warned)
                self.table.do(AcceptMove(self.model.question.seq))
            assert len(self.model.actions) > before, f"touching {tap} was no legal move"
            return
        moves = rules.optional(state) if by == "optional" else rules.moves(state)
        moves = moves or [*rules.moves(state), *rules.optional(state)]
        move = self.any_of(data, moves)
        self.marks += 1
        mark = f"phone-{self.marks}"
        self.table.do(PlayMove(move, sure=data.draw(st.booleans())), request=mark, at=self.model.seq)
        after = self.model
        self.table.do(PlayMove(move), request=mark)
        assert self.model is after, "a request sent twice counts once"

    @rule(data=st.data())
    @precondition(lambda self: not isinstance(self.model.question, Conflict))
    def do_something_with_hands(self, data: st.DataObject) -> None:
        rules = self.model.rules
        piece = self.any_of(data, rules.placed(self.model.state))
        square = self.any_of(data, rules.layout.squares)
        move = rules.move_between(self.model.state, (piece.player, piece.piece), square.id)
        if data.draw(st.booleans()):
            self.unchanged_by(lambda: self.table.do(PlayMove(move)), IllegalMoveError)
        else:
            tapped = any(
                (tap.piece, tap.end) == ((piece.player, piece.piece), square.id)
                for tap in rules.taps(self.model.state)
            )
            if piece.square == square.id and not tapped:
                self.unchanged_by(
                    lambda: self.table.do(ReportMove((piece.player, piece.piece), square.id)), NotNowError
                )
            else:
                self.table.do(ReportMove((piece.player, piece.piece), square.id))

    def can_stand(self, illegal: Illegal) -> bool:
        return self.model.rules.fits_a_board(self.model.state, illegal.move)

    @rule(data=st.data(), end=st.sampled_from(["accept", "moved back", "correct"]))
    @precondition(lambda self: isinstance(self.model.question, Illegal | Warned))
    def end_the_question_of_a_move(self, data: st.DataObject, end: str) -> None:
        question = self.model.question
        assert isinstance(question, Illegal | Warned)
        if end == "accept" and isinstance(question, Illegal) and not self.can_stand(question):
            self.unchanged_by(lambda: self.table.do(AcceptMove(question.seq)), NotNowError)
        elif end == "accept":
            self.table.do(AcceptMove(question.seq))
        elif end == "moved back":
            self.table.do(TakeMoveBack(question.seq))
        elif self.model.last_throw:
            self.correct_throw(data, self.model.last_throw.seq)

    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        throws = [action for action in self.model.actions if isinstance(action.action, Dice | Cowries)]
        if throws:
            self.correct_throw(data, self.any_of(data, throws[-8:]).seq)

    def correct_throw(self, data: st.DataObject, of: int) -> None:
        wants = self.model.rules.wants(self.model.states[self.model.place(of)])
        throw = self.any_of(data, wants.throws())
        self.unchanged_by(lambda: self.table.do(CorrectThrow(of, throw)), NotNowError, ThrowError)

    @rule(how=st.sampled_from(["accepted", "accepted", "undone", "withdrawn"]))
    @precondition(lambda self: isinstance(self.model.question, Conflict))
    def settle(self, how: Any) -> None:
        question = self.model.question
        assert isinstance(question, Conflict)
        self.table.do(SettleCorrection(question.at.seq, how))

    @rule(data=st.data())
    @precondition(lambda self: bool(self.model.actions) and not isinstance(self.model.question, Conflict))
    def undo(self, data: st.DataObject) -> None:
        actions = self.model.actions
        target = self.any_of(data, actions[-6:])
        place = self.model.place(target.seq)
        state = self.model.states[place]
        self.table.do(Undo(target.seq))
        assert len(self.model.actions) == place
        assert self.model.state == state

    @rule(redos=st.integers(1, 3))
    @precondition(lambda self: bool(self.model.undone))
    def redo(self, redos: int) -> None:
        for _ in range(min(redos, len(self.model.undone))):
            back = self.model.undone[-1]
            place = len(self.model.actions)
            self.table.do(Redo())
            assert self.model.actions[place:] == back.actions
            assert self.model.question == back.question

    @rule(data=st.data(), earlier=st.booleans())
    @precondition(lambda self: not isinstance(self.model.question, Conflict))
    def set_the_position_by_hand(self, data: st.DataObject, earlier: bool) -> None:
        if earlier and self.seen:
            position = self.any_of(data, self.seen)
            self.table.do(SetPosition(position))
            assert self.model.state == self.model.rules.from_position(position)
        else:
            position = altered(data, self.model.rules.to_position(self.model.state))
            self.unchanged_by(lambda: self.table.do(SetPosition(position)), PositionError)

    @rule()
    def act_from_an_outdated_page(self) -> None:
        if self.model.revision > 1:
            with pytest.raises((StaleError, NotNowError)):
                self.table.do(Undo(), at=self.model.revision - 1)

    @rule()
    def switch_the_box_off_and_on(self) -> None:
        again = Table(record=self.write)
        again.resume([logged_again(logged) for logged in self.record])
        assert same(again, self.table)
        self.table = again

    # What holds whatever happens.

    @invariant()
    def nobody_holds_the_lock(self) -> None:
        assert not self.table._lock.locked()

    @invariant()
    def no_piece_is_lost_or_won(self) -> None:
        if not self.table.has_game:
            return
        rules = self.model.rules
        placed = rules.placed(self.model.state)
        counts = Counter(place.player for place in placed)
        assert counts == dict.fromkeys(range(rules.players), rules.pieces)
        assert len({(place.player, place.piece) for place in placed}) == len(placed)
        known = {square.id for square in rules.layout.squares}
        assert {place.square for place in placed} <= known

    @invariant()
    def somebody_can_always_go_on(self) -> None:
        if not self.table.has_game:
            return
        model = self.model
        rules, state = model.rules, model.state
        moves, optional = rules.moves(state), rules.optional(state)
        taps = rules.taps(state)
        assert (rules.outcome(state) is not None) == (model.waits is Waits.OVER)
        if model.waits is Waits.MOVE:
            assert moves or optional, "the game is stuck"
        elif model.waits is Waits.END:
            assert optional, "the turn cannot be ended"
            assert not moves
        else:
            assert not moves
            assert optional == [] or (optional == [Double()] and model.waits is Waits.THROW)
        assert len(set(moves)) == len(moves)
        for move in [*moves, *optional, *(tap.move for tap in taps)]:
            assert rules.why_not(state, move) is None
        if moves and model.setup.game != "backgammon":
            assert {tap.move for tap in taps} >= set(moves)
        assert bool(taps) == bool(moves)
        head = model.waiting[0] if model.waiting else None
        if head and head.throw and not model.held and not model.question and model.waits is Waits.THROW:
            # A throw of the right kind never waits for nothing.
            with pytest.raises(ThrowError):
                rules.apply_throw(state, head.throw)

    @invariant()
    def every_view_of_the_position_can_be_shown(self) -> None:
        if not self.table.has_game:
            return
        model = self.model
        rules, state = model.rules, model.state
        assert 0 <= model.turn < rules.players
        assert len(model.states) == len(model.actions) + 1
        assert model.waiting or not model.held
        for value, squares in rules.bank(state):
            assert value >= 1
            assert squares >= 1
        for throw in rules.wants(state).throws():
            worth = rules.value_of(state, throw)
            assert (worth is None) == (rules.table is None)
        position = json.loads(json.dumps(rules.to_position(state)))
        assert rules.from_position(position) == state
        if len(self.seen) < 40:
            self.seen.append(position)

    def teardown(self) -> None:
        if self.table.has_game:
            self.switch_the_box_off_and_on()


Hands.TestCase.settings = settings(
    max_examples=30,
    stateful_step_count=35,
    deadline=None,
    phases=[Phase.generate],  # shrinking what fails would take minutes; the steps are told as they were found
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


class TestWhateverPeopleDoTheTableKeepsItsPromises(Hands.TestCase):
    """The quick run."""


@pytest.mark.slow  # ten times as many games, and longer ones
class TestWhateverPeopleDoForLongTheTableKeepsItsPromises(Hands.TestCase):
    """The long run."""

    settings = settings(Hands.TestCase.settings, max_examples=300, stateful_step_count=80)


def test_positions_set_by_hand_are_part_of_the_record() -> None:
    machine = Hands()
    machine.start(Setup("pachisi", "six", NAMES[:2], begins=0))
    position = machine.model.rules.to_position(machine.model.state) | {"turn": 1, "thrower": 1}
    machine.table.do(SetPosition(position))
    assert isinstance(machine.model.actions[-1].action, PositionSet)
    assert machine.model.turn == 1
    machine.switch_the_box_off_and_on()
