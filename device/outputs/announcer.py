"""Reads the journal and tells the room by lamps, buzzer and voice, each as much as the house wants to hear.

A reader like every other, with its own place in the journal: what happened before the box started is not told
again; only whose turn it is, and what waits for an answer, is shown. It follows the game by the events alone,
so what it shows is never ahead of the disk. One action is told as one: the most important thing sounds, and
a legal move is silent. It also says that the camera is away or back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Self

from device.closing import Closing
from device.outputs.buzzer import Buzzer
from device.outputs.lights import Lights
from device.outputs.voice import Voice
from device.readers.reader import JournalReader
from engine.events import GameEnded, Logged
from engine.messages import Message
from engine.table.questions import Illegal, Wrong
from engine.table.state import Model, model_after
from engine.table.tournament import without_hints
from web.house.clocks import MatchClocks
from web.house.settings import Settings
from web.language.events import ALERTS, SIGNALS, Signal
from web.language.events import signal_of as signal_of_event
from web.language.locale import speaking
from web.language.messages import said
from web.language.points import numbered
from web.language.speaker import Speaker
from web.language.speech import announcement, asks, ends_in_a_turn, lets_hear, remark, signal_of, sound_keys
from web.match.clock_view import reserve_words
from web.ports import Eye, Library


class Announcer(Closing):
    """Tells what the journal says. Runs in a thread of its own between `start` and `close`."""

    def __init__(
        self,
        *,
        library: Library,
        lights: Lights,
        buzzer: Buzzer,
        voice: Voice | None = None,
        language: str = "en",
        hears: Callable[[], Settings] = Settings,
        eye: Eye | None = None,
        clocks: MatchClocks | None = None,
    ) -> None:
        """Make an announcer; lights, buzzer and voice stay the caller's to close.

        Args:
            library: The journal.
            lights: The lamps.
            buzzer: The buzzer.
            voice: The voice; None for a box that does not speak.
            language: Of the sentences, unless the house has set another.
            hears: The house's settings: `language` of the voice; `hears` of the voice and `hears_buzzer`,
                each a level of `web.language.speech`; what is not there lets all hear.
            eye: Says whether the camera is away; None for a box without one.
            clocks: The clocks of matches, which are said between games where plays are said.
        """
        self._library = library
        self._lights = lights
        self._buzzer = buzzer
        self._voice = voice
        self._usual_language = language
        self._hears = hears
        self._eye = eye
        self._clocks = clocks
        self._eye_away = False
        self._reader = JournalReader(
            library,
            self._tell,
            name="announcer",
            begin=self._take_up,
            look=self._watch_the_eye,
            idle=self._watch_for_trouble,
            failed=self._fail,
        )
        self._model: Model | None = None
        self._trouble: tuple[Message, ...] = ()
        self._notice: tuple[Message, ...] = ()

    def __enter__(self) -> Self:
        self.start()
        return self

    def remark(self, key: str) -> None:
        """Say something beside the game, by its key in `web.language.speech.REMARKS`; from any thread."""
        if self._voice is not None and self._hears().hears != "silent":
            self._voice.remark(remark(key, language=self._language), occasions=[key])

    def start(self) -> None:
        """Show what the game waits for, and begin to follow the journal."""
        self._reader.start()

    def close(self) -> None:
        """Follow the journal no longer. May be called twice."""
        self._reader.close()

    @property
    def place(self) -> int:
        """Number of the newest event that was told."""
        return self._reader.place

    def _fail(self) -> None:
        """Show that the lamps are behind the game, and go on with what happens next."""
        self._lights.fault()
        self._model = None
        self._reader.skip()

    def _take_up(self) -> None:
        """Show, without a sound, what the game played last waits for."""
        place = self._reader.place
        for one in self._library.played_before(place + 1, limit=1):
            self._model = self._played(one.game, until=place)
            self._show(signal=False)

    def _played(self, game: int, *, until: int) -> Model | None:
        """Play a game of the journal again, up to an event."""
        model: Model | None = None
        for logged in self._library.game_events(game):
            if logged.seq <= until:
                model = model_after(model, logged)
        return model

    def _tell(self, action: Sequence[Logged]) -> None:
        """Tell one action: its lamps, its most important sound, its sentence."""
        for logged in action:
            model = self._model
            # Told once more, an action is in the model already.
            if model is None or model.game != logged.game or model.seq >= logged.seq:
                self._model = self._played(logged.game, until=logged.seq)
            else:
                self._model = model_after(model, logged)
        model = self._model
        if model is None:
            return
        action = without_hints(action, model)
        if tune := signal_of(action, asked=asks(model)):
            self._play(tune, times=model.turn + 1 if tune == "turn" else 1)
        self._show(signal=ends_in_a_turn(action))
        for signal in SIGNALS.keys() & {signal_of_event(one.event) for one in action}:
            if SIGNALS[signal].flashes:
                self._lights.show(signal)
        if self._voice is not None:
            level = self._hears().hears
            with numbered(alike=self._hears().points == "alike"):
                speaker = Speaker.of(model.setup, self._language)
                sentence = announcement(action, speaker, alerts_only=level == "alerts")
            self._voice.say(sentence if level != "silent" else "", occasions=sound_keys(action))
            if level == "everything" and any(isinstance(one.event, GameEnded) for one in action):
                self._say_clock(model)

    def _say_clock(self, model: Model) -> None:
        """Say between the games of a match what both have left, where its players do not see it."""
        place = model.setup.match
        reading = self._clocks.read(model) if self._clocks and place and place.conduct.spoken else None
        if self._voice is not None and reading is not None and model.game_follows:
            with speaking(self._language):
                self._voice.remark(reserve_words(reading, model.setup.names))

    def _play(self, tune: Signal, *, times: int = 1) -> None:
        """Play a tune; phones, which choose for themselves, are told of each."""
        aloud = lets_hear(self._hears().hears_buzzer, alert=tune in ALERTS)
        self._buzzer.play(tune, times=times, aloud=aloud)

    @property
    def _language(self) -> str:
        return self._hears().language or self._usual_language

    def _show(self, *, signal: bool) -> None:
        """Bring the lamps to what the game waits for now."""
        model = self._model
        if model is None:
            self._lights.quiet()
            return
        outcome = model.outcome
        if outcome is not None:
            self._lights.win(outcome.winners)
        else:
            self._lights.your_turn(model.turn, signal=signal)
        if isinstance(model.question, Illegal | Wrong):
            self._lights.refuse()
        elif asks(model):
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
                self._say_of_journal(*trouble)
        elif notice and notice != self._notice:
            self._say_of_journal(notice[0])
        self._trouble, self._notice = trouble, notice

    def _say_of_journal(self, *sentences: Message) -> None:
        if self._voice is not None and self._hears().hears != "silent":
            with speaking(self._language):
                self._voice.remark(said(*sentences), occasions=["journal"])
