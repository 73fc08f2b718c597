"""One game in a film: hands play it in all the ways that people do, and the box follows."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2

from device.board.follow import REST_S, BoardFollow
from device.camera.board import SetUp, usable
from device.camera.placement import plan_laid
from device.camera.watch import Lies
from device.follow.conclusions import Asks, Conclusion, Followed, Lost, Objects
from device.pretend.kept import known
from device.pretend.light import LIGHTS
from engine.errors import EngineError
from engine.following.search import appearance_of
from engine.following.wrong import Kind, Objection
from engine.game import Waits
from engine.move import Decline, EndTurn, Move
from engine.reachable import Appearance
from engine.table.commands import AnswerBoard, DropThrow, FindBoard, PlayMove, TakeMoveBack, TakeThrow, Undo
from engine.table.questions import Illegal, Unclear, Wrong
from tests.bench.follow.film import Film, Setting
from tests.bench.follow.hands_game import HandsGame
from tests.bench.follow.heard import FilmFrames, Heard
from tests.bench.follow.records import Became, IllegalTurn, LegalTurn, Noticed, Records
from vision import Frame
from vision.board.reader import BoardReader
from web.house.settings import Switches

WRONG_EVERY = 5
"""So often hands do something that the rules forbid."""

_OFTEN = {
    "two steps": 0.35,
    "next throw early": 0.15,
    "moving shadow": 0.12,
    "hand stays": 0.12,
    "taken back": 0.08,
    "counted with a finger": 0.08,
    "slid": 0.08,
    "bumped": 0.06,
}
"""How often turns are played so, apart from one another."""
_PATIENCE_S, _ENDED_S, _WRONG_S, _BACK_S = 5.0, 9.0, 8.0, 7.0
"""So long the film goes on: after a turn; once it is over; after an illegal one; after it was put right."""
_SMALL = 0.6


class FilmSession(HandsGame):
    """One game before the camera."""

    def __init__(
        self,
        game: tuple[str, str, int],
        setting: Setting,
        reader: BoardReader,
        *,
        seed: int,
        records: Records,
        save: Path | None = None,
    ) -> None:
        """Set game and board up.

        Args:
            game: Family, preset and number of players.
            setting: Look and light.
            reader: Looks what stands where.
            seed: Of all that is by chance; players of odd halves are sensible.
            records: Where turns are written down.
            save: Where pictures go of turns that went wrong.
        """
        super().__init__(*game, seed=seed, sensible=seed // 2 % 2 == 1)
        self._records = records
        self._save = save
        self._setting = setting
        self._title = " ".join(game[:2])
        model = self.table.model
        self.film = Film(setting, self.rules, appearance_of(self.rules, model.state), seed=seed)
        kept = known(setting.parts, model, reader, light=LIGHTS[setting.light], has_empty=setting.has_empty)
        learnt = usable(kept, model)
        assert learnt is not None
        set_up = SetUp(kept, plan_laid(model.rules.layout, kept), learnt)
        self._heard: list[Conclusion] = []
        self._looks: list[Appearance] = []
        self._event_s: float | None = None
        self._took_ms = 0.0
        self._ended: tuple[int, int] | None = None
        """The turn that hands have said is over."""
        self._last: Frame | None = None
        frames = FilmFrames(self.film)
        self._follow = BoardFollow(
            frames=frames,  # type: ignore[arg-type]
            table=self.table,
            setup=SimpleNamespace(  # type: ignore[arg-type]
                set_up=lambda: set_up, lies=lambda: True, watch=SimpleNamespace(where=lambda _: Lies())
            ),
            switches=lambda _: Switches(),
            reader=reader,
            reports=Heard(self.table, self.hear),
            turn_may_end=lambda model: self._ended == model.line.turn_begun,
            clock=lambda: self.film.now,
        )
        records.games += 1

    def hear(self, conclusion: Conclusion) -> None:
        """Take what the follower concluded."""
        self._heard.append(conclusion)
        self._event_s = self.film.now
        if isinstance(conclusion, Followed):
            self._looks.append(appearance_of(self.rules, self.table.model.state))

    def play(self, turns: int) -> int:
        """Play so many turns, or to the end of the game; tells how many."""
        begun = self.film.now
        for number in range(turns):
            if not self.throw_until_move() or not self._is_clear():
                turns = number
                break
            self._rest(0.4)
            if number % WRONG_EVERY == WRONG_EVERY - 1:
                self._wrong_turn()
            self._turn()
        self._records.film_s += self.film.now - begun
        return turns

    # A turn as the rules have it.

    def _turn(self) -> None:
        begun, turn = len(self.table.model.actions), self.table.model.line.turn_begun
        moves, looks, state = self.chosen_turn()
        truth = appearance_of(self.rules, state)
        seat, rng = self.table.model.turn, self.rng
        how = {name for name, part in _OFTEN.items() if rng.random() < part}
        if not looks:
            how -= {"two steps", "taken back"}
        allowed = {truth, self.film.appearance}
        self._begin(shadow="moving shadow" in how)
        if "counted with a finger" in how:
            self._let(self.film.points(rng.sample(self._squares(), 4), seat=seat))
        if "taken back" in how:
            other = self.chosen_turn()[1]
            if other and other[-1] != truth:
                allowed.add(other[-1])
                self._let(self.film.moves(other[-1], seat=seat))
                self._rest(rng.uniform(0.3, 2.6))
            else:
                how.discard("taken back")
        if len(looks) < 2:
            how.discard("two steps")
        if "two steps" in how:
            for look in looks[:-1]:
                self._let(self.film.moves(look, seat=seat))
                self._rest(rng.uniform(0.5, 2.5))
        self._let(self.film.moves(truth, seat=seat), slid="slid" in how)
        if "bumped" in how:
            self.film.bump()
        if "hand stays" in how:
            self.film.hovers(seat=seat)
            self._rest(rng.uniform(0.5, 3.0))
            self.film.leaves()
        kept = self._throws_early(state) if "next throw early" in how else False
        if not kept:
            how.discard("next throw early")
        alone: tuple[int, int] | None = None
        end = self.film.now + _PATIENCE_S
        while self.film.now < end and not self.is_at(state):
            self._step()
            alone = alone or self._read_alone(truth)
        at_once = self.is_at(state) and not how & {"hand stays", "bumped", "moving shadow", "taken back"}
        late = None if self._event_s is None or not at_once else self._event_s - self.film.moved_s
        took = self._took_ms
        if not self.is_at(state):
            self._ended = turn
            self._rest(_ENDED_S, until=state)
            alone = alone or self._read_alone(truth)
        became = self._became(state, moves, allowed)
        places = alone or (0, 0)
        is_right = None if alone is None else places[0] == places[1]
        self._records.legal.append(
            LegalTurn(
                self._title, self._setting.name, tuple(sorted(how)), became, late, took, is_right, places
            )
        )
        if became is not Became.FOLLOWED:
            self._note(became, " ".join(map(str, moves)), sorted(how))
        self.film.shadow(is_there=False)
        self._put_right(begun, moves, drop=kept)

    def _became(self, state: Any, moves: Sequence[Move], allowed: set[Appearance]) -> Became:
        kinds = {type(one) for one in self._heard}
        given_up = {done for one in self._heard if isinstance(one, Followed) for done in one.done} - {*moves}
        if any(isinstance(done, Decline) for done in given_up):
            return Became.WRONGLY
        if any(look not in allowed for look in self._looks):
            return Became.WRONGLY
        if Objects in kinds:
            return Became.OBJECTED
        if Lost in kinds:
            return Became.LOST
        if Asks in kinds:
            return Became.ASKED
        return Became.FOLLOWED if self.is_at(state) else Became.MISSED

    def _throws_early(self, state: Any) -> bool:
        """Let the next player throw before the turn was seen; false where nobody would."""
        if (
            self.rules.waits(state) not in (Waits.THROW, Waits.END)
            or self.table.model.waits is not Waits.MOVE
        ):
            return False
        self._rest(self.rng.uniform(0.2, 0.8))
        if self.table.model.waits is not Waits.MOVE or self.table.model.question is not None:
            return False
        self.table.do(TakeThrow(self.some_throw()))
        return True

    def _put_right(self, begun: int, moves: Sequence[Move], *, drop: bool) -> None:
        """Bring the table where hands are, whatever the follower made of it, as people do on a phone."""
        for waiting in self.table.model.waiting if drop else ():
            self.table.do(DropThrow(waiting.seq))
        actions = self.table.model.actions
        if list(moves) == [one.action for one in actions[begun:]][: len(moves)] and self._is_clear():
            return
        self._clear()
        actions = self.table.model.actions
        if len(actions) > begun:
            self.table.do(Undo(actions[begun].seq))
        for waiting in self.table.model.waiting:
            self.table.do(DropThrow(waiting.seq))
        for move in moves:
            if self.table.model.waits is Waits.MOVE or isinstance(move, EndTurn):
                self.table.do(PlayMove(move, sure=True))
        self._ended = None
        self._rest(4.5)
        self._clear()

    # What the rules forbid.

    def _wrong_turn(self) -> None:
        """Do something illegal, see what is said, and put it right."""
        begun = len(self.table.model.actions)
        if (told := self.chosen_wrong()) is None:
            return
        here, seat = self.film.appearance, self.table.model.turn
        allowed = {appearance_of(self.rules, self.after(told.done)), here}
        self._begin()
        if told.kind in (Kind.VALUE_LEFT, Kind.NOTHING_MOVED):
            self._ended = self.table.model.line.turn_begun
        self._let(self.film.moves(told.appearance, seat=seat))
        alone: tuple[int, int] | None = None
        end = self.film.now + _WRONG_S
        while self.film.now < end and not any(isinstance(one, Objects) for one in self._heard):
            self._step()
            alone = alone or self._read_alone(told.appearance)
        noticed = self._noticed(told, allowed)
        if noticed is not Noticed.RIGHT:
            self._note(f"illegal {told.kind} {noticed}", f"{told.places} {told.reason}", [])
        self._ended, self._heard = None, []
        if len(self.table.model.actions) > begun:
            self._clear()
            if len(self.table.model.actions) > begun:
                self.table.do(Undo(self.table.model.actions[begun].seq))
        self._let(self.film.moves(here, seat=seat))
        self._rest(_BACK_S, until=self.table.model.state)
        found = self._is_clear()
        is_right = None if alone is None else alone[0] == alone[1]
        self._records.illegal.append(
            IllegalTurn(self._title, self._setting.name, str(told.kind), noticed, is_right, found)
        )
        self._clear()

    def _noticed(self, told: Objection, allowed: set[Appearance]) -> Noticed:
        said = [one.objection for one in self._heard if isinstance(one, Objects)]
        if any(look not in allowed for look in self._looks):
            return Noticed.FOLLOWED
        if said:
            same = (said[0].places, said[0].reason.rule) == (told.places, told.reason.rule)
            return Noticed.RIGHT if same else Noticed.OTHERWISE
        if any(isinstance(one, Lost) for one in self._heard):
            return Noticed.LOST
        return Noticed.ASKED if any(isinstance(one, Asks) for one in self._heard) else Noticed.UNNOTICED

    # Time, and what is asked meanwhile.

    def _begin(self, *, shadow: bool = False) -> None:
        self._heard, self._looks, self._event_s, self._ended = [], [], None, None
        if shadow:
            self.film.shadow(is_there=True)

    def _step(self) -> None:
        before, heard, began = self.film.now, len(self._heard), time.process_time()
        self._follow.step()
        if len(self._heard) > heard:
            self._took_ms = 1000 * (time.process_time() - began)
        if self.film.now == before:
            self.film.picture()

    def _let(self, gestures: Iterator[None], *, slid: bool = False) -> None:
        for number, _ in enumerate(gestures):
            if slid and number == 2:
                self.film.slide()
            self._step()

    def _rest(self, seconds: float, *, until: Any = None) -> None:
        """Let time pass, no longer than until the game stands there and nothing is asked."""
        end, began = self.film.now + seconds, self.film.now
        while self.film.now < end:
            self._step()
            is_read = self.film.now > max(began, self.film.moved_s) + REST_S + _SMALL
            if until is not None and is_read and self.is_at(until) and self._is_clear():
                return

    def _read_alone(self, truth: Appearance) -> tuple[int, int] | None:
        """Count the places that the first picture at rest alone tells right; None before there is one."""
        seen = self._follow.seen()
        if seen is None or seen.at_s < self.film.moved_s + 0.8 * REST_S:
            return None
        stands: dict[str, list[int]] = {}
        for square, seat, _ in truth:
            stands.setdefault(square, [0] * self.rules.players)[seat] += 1
        none = [0] * self.rules.players
        places = seen.occupancy.places
        right = sum(list(one.standing or ()) == stands.get(one.name, none) for one in places)
        return right, len(places)

    def _squares(self) -> list[str]:
        return [one.id for one in self.rules.layout.squares if one.kind not in ("off", "bar", "centre")]

    def _is_clear(self) -> bool:
        return self.table.model.question is None and self.table.model.lost is None

    def _clear(self) -> None:
        """Answer whatever is asked as somebody does who only wants to go on."""
        question = self.table.model.question
        try:
            match question:
                case Illegal() | Wrong():
                    self.table.do(TakeMoveBack(question.seq))
                case Unclear():
                    self.table.do(AnswerBoard(question.seq, None))
                case _:
                    pass
            if self.table.model.lost is not None:
                self.table.do(FindBoard())
        except EngineError as error:
            self._records.notes.append(f"{self.name}: {question} could not be answered: {error}")

    def _note(self, what: str, done: str, how: Sequence[str]) -> None:
        said = " | ".join(str(one)[:110] for one in self._heard)
        number = len(self._records.notes)
        text = f"{number:03} {self._setting.name}: {self.name}: {what}: {done} {list(how)} | {said}"
        self._records.notes.append(text)
        seen = self._follow.seen()
        if self._save is not None and seen is not None:
            self._save.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(self._save / f"{number:03}.jpg"), seen.frame)
