"""What a throw or a move brings about: the next state, and the facts worth telling."""

from __future__ import annotations

from dataclasses import replace

from engine.errors import NotationError, ThrowError
from engine.facts import Fact, FactKind
from engine.game import Transition, Waits
from engine.move import Decline, EndTurn, Move, PieceMove, piece_owner
from engine.pachisi.board import HOME, name
from engine.pachisi.legal import PIECES, Judge
from engine.pachisi.options import EQUAL, THIRD
from engine.pachisi.state import Revenge, State
from engine.pachisi.throws import NEEDS_PIECE, OPENS_GATE
from engine.throw import Cowries, Throw
from engine.values import ThrowValue


class Turns:
    """The course of a turn under the options in force."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.options = judge.options

    def waits(self, state: State) -> Waits:
        """Tell what the game waits for."""
        if state.contest:
            return Waits.THROW
        if self.judge.is_over(state):
            return Waits.OVER
        if state.bank and not (state.throws and self.options.all_first):
            return Waits.MOVE
        return Waits.THROW

    def value_of(self, state: State, throw: Throw) -> ThrowValue:
        """Tell what a throw counts now, pyada included."""
        if not isinstance(throw, Cowries):
            raise ThrowError(
                "{throw} is a throw of dice, but Pachisi is played with {shells} cowries",
                throw=throw,
                shells=self.options.table.shells,
            )
        worth = self.options.table.value(throw)
        if state.contest:
            return ThrowValue(worth.value)
        steps = state.pieces[self.judge.user(state)]
        if self._is_void(worth.value, steps):
            return ThrowValue(worth.value)
        if self.options.pyada and worth.value in self.judge.high and 0 not in steps:
            return replace(worth, value=worth.value + 1)
        return worth

    def _is_void(self, value: int, steps: tuple[int, ...]) -> bool:
        return value in NEEDS_PIECE and all(step in (0, HOME) for step in steps)

    def throw(self, state: State, throw: Throw) -> Transition[State]:
        """Take a throw.

        Raises:
            ThrowError: If no throw is due, or it is none of the table's shells.
        """
        waits = self.waits(state)
        if waits is not Waits.THROW:
            raise ThrowError("{throw} was thrown, but the game waits for: {waits}", throw=throw, waits=waits)
        worth = self.value_of(state, throw)
        assert isinstance(throw, Cowries)  # worth has refused anything else
        value = self.options.table.value(throw).value
        if state.contest:
            return self._contest(state, value)
        facts: list[Fact] = []
        user = self.judge.user(state)
        if self._is_void(value, state.pieces[user]):
            facts.append(Fact(FactKind.VOID, state.turn, values=(value,), rule="P6"))
            thrown = replace(state, throws=0, row=())
        else:
            thrown = replace(
                state,
                throws=max(0, state.throws - 1) + worth.again,
                bank=(*state.bank, (value, worth.value)),
            )
            if value in OPENS_GATE and not state.gate_open[user]:
                thrown = replace(thrown, gate_open=_with(state.gate_open, user, True))
            if self.options.cancel:
                thrown = self._cancel(thrown, value, facts)
        settled = self._settle(thrown, facts)
        if settled.turn_number != state.turn_number and FactKind.LOST in {fact.kind for fact in facts}:
            facts.append(Fact(FactKind.PASSED, state.turn, rule="P13"))
        elif settled.turn_number != state.turn_number:
            facts.append(Fact(FactKind.PASSED, state.turn, rule="P6"))
        self._tell_again(state, settled, value, captured=False, facts=facts)
        return Transition(settled, tuple(facts))

    def _contest(self, state: State, value: int) -> Transition[State]:
        """Take a throw for the beginning (P2)."""
        scores = (*state.scores, (state.contest[0], value))
        return self._begun(replace(state, contest=state.contest[1:], scores=scores))

    def _begun(self, state: State) -> Transition[State]:
        """Go on in the throws for the beginning: to the next who throws, or to who has won them."""
        contest, scores = state.contest, state.scores
        facts: tuple[Fact, ...] = ()
        turn = contest[0] if contest else state.turn
        if not contest:
            highest = max(thrown for _, thrown in scores)
            first = tuple(seat for seat, thrown in scores if thrown == highest)
            scores, turn = (), first[0]
            if len(first) > 1:
                contest = first
                facts = (Fact(FactKind.TIED, turn, values=(highest,), rule="P2"),)
            else:
                facts = (Fact(FactKind.BEGINS, turn, values=(highest,), rule="P2"),)
        number = state.turn_number + 1
        begun = replace(state, turn=turn, contest=contest, scores=scores, turn_number=number)
        return Transition(begun, facts)

    def without(self, state: State, seats: tuple[int, ...]) -> State:
        """Take the pieces of seats that have resigned off the board, and pass their turns."""
        waiting = (0,) * PIECES
        state = replace(
            state,
            pieces=tuple(waiting if n in seats else steps for n, steps in enumerate(state.pieces)),
            revenges=tuple(revenge for revenge in state.revenges if revenge.player not in seats),
        )
        throwing = tuple(seat for seat in state.contest if seat not in seats)
        scores = tuple(score for score in state.scores if score[0] not in seats)
        if state.contest and state.turn in seats and (throwing or scores):
            return self._begun(replace(state, contest=throwing, scores=scores)).state
        state = replace(state, contest=throwing, scores=scores)
        while state.turn in seats:
            state = replace(self._next_turn(state), row=())
        return state

    def _cancel(self, state: State, value: int, facts: list[Fact]) -> State:
        """Go on with the row of throws that cancel, and cancel the third (P23).

        *Reading*: with `third` the row is of high throws mixed, as with `true`, and what is lost is the third
        throw whole, its pyada included; a piece that it could have brought in keeps waiting.
        """
        if value not in self.judge.high and value not in NEEDS_PIECE:
            return replace(state, row=())
        mixes = self.options.cancel != EQUAL and value in self.judge.high
        follows = state.row[:1] == (value,) or (mixes and bool(state.row) and state.row[0] in self.judge.high)
        row = (*state.row, value) if follows else (value,)
        if len(row) < 3:
            return replace(state, row=row)
        lost = row[-1:] if self.options.cancel == THIRD else row
        facts.append(Fact(FactKind.CANCELLED, state.turn, values=lost, rule="P23"))
        return replace(state, row=(), bank=state.bank[: -len(lost)])

    def play(self, state: State, move: Move) -> Transition[State]:
        """Carry out a move, legal or not, as hands did it.

        Raises:
            NotationError: If it is no move of this game at all.
        """
        facts: list[Fact] = []
        value = 0
        captured = False
        if isinstance(move, Decline):
            value = move.value
            after = replace(state, bank=self._use(state.bank, move.value, move.squares, 0))
        elif isinstance(move, EndTurn):
            after = replace(state, bank=(), throws=0)
        elif isinstance(move, PieceMove):
            value = move.value
            after = self._carry_out(state, move, facts)
            captured = any(fact.kind is FactKind.CAPTURED for fact in facts)
        else:
            raise NotationError(f"{move} is no move of Pachisi: give a piece and a throw value")
        settled = self._settle(replace(after, row=()), facts)
        self._tell_again(state, settled, value, captured=captured, facts=facts)
        return Transition(settled, tuple(facts))

    def _use(
        self, bank: tuple[tuple[int, int], ...], value: int, squares: int, part: int
    ) -> tuple[tuple[int, int], ...]:
        """Use up an entry of the bank, or the nearest one; a part of a divided throw leaves the rest."""
        if not bank:
            return bank
        entry = min(bank, key=lambda entry: (abs(entry[0] - value), abs(entry[1] - (squares or value))))
        place = bank.index(entry)
        rest = ((entry[0], entry[1] - part),) if 0 < part < entry[1] else ()
        return (*bank[:place], *rest, *bank[place + 1 :])

    def _carry_out(self, state: State, move: PieceMove, facts: list[Fact]) -> State:
        """Move the piece, send back what it takes, and use up the throw."""
        judge = self.judge
        user = judge.user(state)
        touched = [piece_owner(number, mover=user, players=judge.players) for number in move.pieces]
        player = touched[0][0]
        movers = [piece for _, piece in touched]
        end = min(move.end, HOME)
        view = judge.view(state, player)
        named = tuple(
            (seat, piece) for seat, piece in move.captures if seat < judge.players and piece < PIECES
        )
        taken = tuple(sorted(named)) or view.taken(end)
        pieces = [list(steps) for steps in state.pieces]
        for piece in movers:
            pieces[player][piece] = end
        for seat, piece in taken:
            pieces[seat][piece] = 0
        part = judge.part_used(view, move)
        after = replace(
            state,
            pieces=tuple(map(tuple, pieces)),
            entered=_with(state.entered, player, state.entered[player] or end > 0),
            bank=self._use(state.bank, move.value, move.squares, part),
        )
        if taken:
            facts.append(Fact(FactKind.CAPTURED, player, pieces=taken, rule="P16"))
            after = self._count_capture(after, player, movers[0], name(view.path[end]), taken)
        if end == HOME:
            homed = tuple((player, piece) for piece in movers)
            whole = not part and judge.uses_whole(move.value, move.squares, move.start, end)
            facts.append(Fact(FactKind.HOME, player, pieces=homed, rule="P27" if whole else "P21"))
            if judge.is_home(after, player) and not judge.winners(after):
                facts.append(Fact(FactKind.FINISHED, player, rule="P26"))
        return after

    def _count_capture(
        self, state: State, player: int, piece: int, square: str, taken: tuple[tuple[int, int], ...]
    ) -> State:
        """Count a capturing move (P18, P19) and what it avenges (P20)."""
        captured = list(state.captured)
        captured[player] += 1
        revenges: list[Revenge] = []
        if self.options.revenge:
            for revenge in state.revenges:
                if (revenge.player, revenge.piece) not in taken:
                    revenges.append(revenge)
                elif player in revenge.victims and revenge.square == square:
                    captured[revenge.player] = max(0, captured[revenge.player] - 1)
            revenges.append(Revenge(player, piece, square, tuple(sorted({seat for seat, _ in taken}))))
        return replace(
            state,
            captured=tuple(captured),
            revenges=tuple(revenges),
            throws=state.throws + self.options.capture_throws_again,
        )

    def _settle(self, state: State, facts: list[Fact]) -> State:
        """Go on by itself as far as nobody has to do anything: lost values, the next turn."""
        if state.contest:
            return state
        if self.judge.is_over(state):
            return replace(state, bank=(), throws=0, row=())
        if state.throws and (self.options.all_first or not state.bank):
            return state
        if state.bank:
            if self.judge.can_play(state):
                return state
            lost = tuple(value for value, _ in state.bank)
            facts.append(Fact(FactKind.LOST, state.turn, values=lost, rule="P13"))
            if state.throws:
                return replace(state, bank=())
        return self._next_turn(state)

    def _next_turn(self, state: State) -> State:
        revenges: list[Revenge] = []
        for revenge in state.revenges:
            victims = tuple(seat for seat in revenge.victims if seat != state.turn)
            if victims:
                revenges.append(replace(revenge, victims=victims))
        return replace(
            state,
            turn=(state.turn + 1) % self.judge.players,
            turn_number=state.turn_number + 1,
            bank=(),
            throws=1,
            revenges=tuple(revenges),
        )

    def _tell_again(
        self, before: State, after: State, value: int, *, captured: bool, facts: list[Fact]
    ) -> None:
        """Tell that the same player throws next, and why."""
        if after.turn_number != before.turn_number or self.waits(after) is not Waits.THROW or after.contest:
            return
        if captured or value not in self.judge.graces:
            rule = "P18"
        else:
            rule = "P4" if value in self.judge.entering else "P5"
        facts.append(Fact(FactKind.AGAIN, after.turn, rule=rule))


def _with(values: tuple[bool, ...], place: int, value: bool) -> tuple[bool, ...]:
    return (*values[:place], value, *values[place + 1 :])
