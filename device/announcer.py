"""Reads the journal and tells the room by lamps, buzzer and voice, each as much as the house wants to hear.

A reader like every other, with its own place in the journal: what happened before the box started is not told
again; only whose turn it is, and what waits for an answer, is shown. It follows the game by the events alone,
so what it shows is never ahead of the disk. One action is told as one: the most important thing sounds, and
a legal move is silent. It also says that the camera is away or back, and is what the page knows of the lamps.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Self

from device.buzzer import Buzzer, Tune
from device.lights import Lights
from device.sounds import occasions
from device.voice import Voice
from engine.errors import EngineError
from engine.events import (
    Corrected,
    CorrectionSettled,
    GameEnded,
    GameStarted,
    Happened,
    Logged,
    MoveRefused,
    Threw,
    ThrowAsked,
    ThrowKept,
    TurnBegan,
)
from engine.game import FactKind
from engine.model import Illegal, Model, new_model
from web.heard import heard
from web.ports import Eye, LampState, Library
from web.reader import speaking
from web.speech import announcement, remark

log = logging.getLogger(__name__)

PATTERNS = ("turn", "kill", "illegal", "win", "question", "still")
"""What `test` can show."""

_ALERTS = frozenset({"win", "illegal", "question"})
"""Tunes of what needs an answer, and of who has won."""

_PAUSE_S = 0.25
"""How long one look into the journal waits; so long, at most, does `close` take."""


class Announcer:
    """Tells what the journal says. Runs in a thread of its own between `start` and `close`."""

    def __init__(
        self,
        *,
        library: Library,
        lights: Lights,
        buzzer: Buzzer,
        voice: Voice | None = None,
        language: str = "en",
        hears: Callable[[], Mapping[str, object]] = dict,
        wiring: Sequence[tuple[str, int]] = (),
        header: str = "",
    ) -> None:
        """Make an announcer; lights, buzzer and voice stay the caller's to close.

        Args:
            library: The journal.
            lights: The lamps.
            buzzer: The buzzer.
            voice: The voice; None for a box that does not speak.
            language: Of the sentences, unless the house has set another.
            hears: The house's settings: `language` of the voice; `hears` of the voice, `hears_buzzer`,
                `hears_phones`, each ``everything``, ``alerts`` or ``silent``; what is not there lets all
                hear.
            wiring: What is wired to which BCM pin, for the page.
            header: The drawing of the header, as SVG.
        """
        self._library = library
        self._lights = lights
        self._buzzer = buzzer
        self._voice = voice
        self._usual_language = language
        self._hears = hears
        self._wiring = tuple(wiring)
        self._header = header
        self._eye: Eye | None = None
        self._eye_away = False
        self._phones_hear = True
        self._place = library.last_seq()
        self._model: Model | None = None
        self._trouble = self._notice = ""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="announcer", daemon=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def watch(self, eye: Eye) -> None:
        """Say aloud when the camera goes away and when it is back. To be called before `start`."""
        self._eye = eye

    def remark(self, key: str) -> None:
        """Say something beside the game, by its key in `web.speech`; from any thread."""
        if self._voice is not None and self._level("hears") != "silent":
            self._voice.remark(remark(key, language=self._language), occasions=[key])

    def start(self) -> None:
        """Show what the game waits for, and begin to follow the journal."""
        self._thread.start()

    def close(self) -> None:
        """Follow the journal no longer. May be called twice."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    @property
    def place(self) -> int:
        """Number of the newest event that was told, or is being told."""
        return self._place

    def state(self) -> LampState:
        """Say what lamps and buzzer show now, as it is on the pins."""
        pattern = self._lights.pattern
        return LampState(
            self._lights.players,
            self._lights.alarm,
            pattern,
            self._buzzer.sound if self._phones_hear else "",
            self._buzzer.number,
        )

    def test(self, pattern: str) -> None:
        """Show one pattern with its sound; ``still`` ends it, and says that a fault has been seen.

        Raises:
            ValueError: If there is no such pattern; the message names those that exist.
        """
        match pattern:
            case "turn" | "kill" | "illegal" | "win" | "question":
                self._lights.show(pattern, player=self._model.turn if self._model else 0)
                self._phones_hear = True
                self._buzzer.play(pattern)
            case "still":
                self._lights.show("still")
                self._lights.looked()
                self._buzzer.quiet()
            case _:
                raise ValueError(f"there is no pattern {pattern!r}: there are {', '.join(PATTERNS)}")

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` (quick, from another thread) whenever they have changed; returns how to stop."""
        stops = (self._lights.listen(changed), self._buzzer.listen(changed))

        def stop() -> None:
            for end in stops:
                end()

        return stop

    def wiring(self) -> Sequence[tuple[str, int]]:
        """List what is wired to which BCM pin."""
        return self._wiring

    def header(self) -> str:
        """Give the drawing of the header, as SVG."""
        return self._header

    def _run(self) -> None:
        with self._told():
            self._take_up()
        while not self._stop.is_set():
            with self._told():
                self._watch_the_eye()
            if not self._library.wait(since=self._place, timeout_s=_PAUSE_S):
                self._watch_for_trouble()
                self._stop.wait(0.02)  # a journal that is closing answers at once
                continue
            with self._told():
                events = self._library.events(since=self._place)
                for action in actions(events):
                    self._tell(action)

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Go on with the next action when one cannot be told."""
        try:
            yield
        except (EngineError, KeyError, OSError, sqlite3.Error):
            log.exception("an action could not be told: the lamps may be behind the game")
            self._lights.fault()
            self._model = None
            self._place = self._library.last_seq()

    def _take_up(self) -> None:
        """Show, without a sound, what the game played last waits for."""
        last = self._library.events(since=self._place - 1) if self._place else []
        if last:
            self._model = self._played(last[0].game)
            self._show(signal=False)

    def _played(self, game: int) -> Model | None:
        """Play a game of the journal again, up to our place."""
        model: Model | None = None
        for logged in self._library.game_events(game):
            if logged.seq <= self._place:
                model = _after(model, logged)
        return model

    def _tell(self, action: Sequence[Logged]) -> None:
        """Tell one action: its lamps, its most important sound, its sentence."""
        for logged in action:
            self._place = logged.seq
            if self._model is None or self._model.game != logged.game:
                self._model = self._played(logged.game)
            else:
                self._model = _after(self._model, logged)
        model = self._model
        if model is None:
            return
        turn_began = _ends_in_a_turn(action)
        self._sound(action, model, turn_began=turn_began)
        self._show(signal=turn_began)
        if any(map(_is_capture, action)):
            self._lights.kill()
        if self._voice is not None:
            setup = model.setup
            level = self._level("hears")
            sentence = announcement(
                action,
                setup.names,
                game=setup.game,
                language=self._language,
                alerts_only=level == "alerts",
            )
            self._voice.say(sentence if level != "silent" else "", occasions=occasions(action))

    def _sound(self, action: Sequence[Logged], model: Model, *, turn_began: bool) -> None:
        events = [logged.event for logged in action]
        if any(isinstance(event, GameEnded) for event in events):
            self._play("win")
        elif any(isinstance(event, MoveRefused) for event in events):
            self._play("illegal")
        elif _asks(model) and any(map(_is_question, action)):
            self._play("question")
        elif any(map(_is_capture, action)):
            self._play("kill")
        elif turn_began:
            self._play("turn", times=model.turn + 1)

    def _play(self, tune: Tune, *, times: int = 1) -> None:
        """Play a tune on the outputs that let it hear."""

        def wanted(output: str) -> bool:
            level = self._level(output)
            return level == "everything" or (level == "alerts" and tune in _ALERTS)

        aloud, phones = wanted("hears_buzzer"), wanted("hears_phones")
        if aloud or phones:
            self._phones_hear = phones
            self._buzzer.play(tune, times=times, aloud=aloud)

    @property
    def _language(self) -> str:
        return str(self._hears().get("language") or self._usual_language)

    def _level(self, output: str) -> object:
        return self._hears().get(output, "everything")

    def _show(self, *, signal: bool) -> None:
        """Bring the lamps to what the game waits for now."""
        model = self._model
        if model is None:
            self._lights.quiet()
            return
        outcome = model.rules.outcome(model.state)
        if outcome is not None:
            self._lights.win(outcome.winners)
        else:
            self._lights.your_turn(model.turn, signal=signal)
        if isinstance(model.question, Illegal):
            self._lights.refuse()
        elif _asks(model):
            self._lights.question()
        else:
            self._lights.settled()

    def _watch_the_eye(self) -> None:
        """Say, once, that the camera has gone away or is back."""
        if self._eye is None:
            return
        state = self._eye.state().state
        away = state == "away"
        if away != self._eye_away and state != "starting":
            self._eye_away = away
            self.remark("camera-away" if away else "camera-back")

    def _watch_for_trouble(self) -> None:
        """A journal that cannot be written is a fault: red until somebody has looked."""
        trouble, notice = self._library.trouble(), self._library.notice()
        if trouble and trouble != self._trouble:
            self._lights.fault()
            if not self._trouble:  # said once, with what to do
                self._say_of_journal(trouble)
        elif notice and notice != self._notice:
            self._say_of_journal(notice.partition(". ")[0])
        self._trouble, self._notice = trouble, notice

    def _say_of_journal(self, sentences: str) -> None:
        if self._voice is not None and self._level("hears") != "silent":
            with speaking(self._language):
                self._voice.remark(heard(sentences), occasions=["journal"])


def actions(events: Iterable[Logged]) -> list[list[Logged]]:
    """Part events into actions: what was recorded together has one game, one request, one time.

    >>> actions([])
    []
    """
    return [
        list(group)
        for _, group in groupby(events, key=lambda logged: (logged.game, logged.request, logged.time))
    ]


def _after(model: Model | None, logged: Logged) -> Model | None:
    if isinstance(logged.event, GameStarted):
        model = new_model(logged.event.setup, game=logged.game, seq=logged.seq)
    return None if model is None else model.applied(logged)


def _ends_in_a_turn(action: Sequence[Logged]) -> bool:
    """Say whether a turn began that nobody has thrown in yet."""
    kinds = [logged.event for logged in action if isinstance(logged.event, Threw | TurnBegan)]
    return bool(kinds) and isinstance(kinds[-1], TurnBegan)


def _is_capture(logged: Logged) -> bool:
    return isinstance(logged.event, Happened) and logged.event.fact.kind is FactKind.CAPTURED


def _is_question(logged: Logged) -> bool:
    event = logged.event
    if isinstance(event, Corrected | CorrectionSettled):
        return event.stopped_at != 0
    return isinstance(event, ThrowAsked | ThrowKept)


def _asks(model: Model) -> bool:
    """The players have something to answer on a phone."""
    return model.question is not None or bool(model.waiting)
