"""The box's own voice: sentences through espeak-ng, recorded sounds through aplay, as programs beside it.

Speaking never blocks the caller. A newer sentence cuts the one before; a remark waits until it is said;
nothing else cuts. Where no program can play, the box is silent and says so once in the log.
"""

from __future__ import annotations

import logging
import subprocess
from collections.abc import Callable, Sequence

from device.outputs.sounds import Sounds
from device.worker import Worker
from engine.messages import Message

log = logging.getLogger(__name__)

COMMAND = ("espeak-ng", "-v", "{language}", "--stdin")
"""Reads the sentence from its standard input, so that no name can be taken for an option."""

PLAYER = ("aplay", "-q", "{file}")
"""Plays a recorded sound."""

AGAIN_S = 0.3
"""A sentence that could not be heard is said once more after this, in seconds: the loudspeaker was busy."""

_Said = tuple[str, tuple[str, ...]]
"""A sentence, and the occasions whose recorded sound may take its place."""


class Voice(Worker):
    """Speaks one sentence at a time, in a thread of its own."""

    def __init__(
        self,
        *,
        language: str | Callable[[], str] = "en",
        command: Sequence[str] = COMMAND,
        sounds: Sounds | None = None,
        player: Sequence[str] = PLAYER,
    ) -> None:
        """Make a voice; nothing is started before the first sentence.

        Args:
            language: Code of the language, for the pronunciation, or what gives it for each sentence.
            command: The program that speaks and its arguments; ``{language}`` in them is replaced.
            sounds: Recorded sounds; what they lack is spoken.
            player: The program that plays them; ``{file}`` in its arguments is replaced.
        """
        super().__init__(self._run, name="voice")
        self._language = language
        self._asked = self._command = tuple(command)
        self._sounds = sounds
        self._player = tuple(player)
        self._sentence: _Said | None = None
        self._later: _Said | None = None
        self._busy = False
        self._program: subprocess.Popen[str] | None = None
        self._trouble: dict[bool, Message] = {}
        self._begin()

    def close(self) -> None:
        """Fall silent at once. May be called twice."""
        with self._changed:
            self._closed = True
            self._sentence = self._later = None
            self._cut()
        super().close()

    def say(self, sentence: str, *, occasions: Sequence[str] = ()) -> None:
        """Speak a sentence, cutting the one before; returns at once. An empty one cuts nothing.

        Args:
            sentence: What to say.
            occasions: Names under which a recorded sound may say it, the most exact first.
        """
        if not sentence:
            return
        with self._changed:
            self._sentence = sentence, tuple(occasions)
            self._cut()
            self._changed.notify_all()

    def remark(self, sentence: str, *, occasions: Sequence[str] = ()) -> None:
        """Speak a sentence that belongs to no action, when what is spoken now has ended; returns at once.

        Of several remarks that wait only the last is said.
        """
        with self._changed:
            self._later = sentence, tuple(occasions)
            self._changed.notify_all()

    @property
    def trouble(self) -> Message | None:
        """Why nothing can be heard; None while all is well."""
        with self._changed:
            return next(iter(self._trouble.values()), None)

    def wait(self, *, timeout_s: float) -> bool:
        """Wait until all is said; False when the time is over."""
        with self._changed:
            return self._changed.wait_for(
                lambda: self._closed or not (self._sentence or self._later or self._busy), timeout_s
            )

    def _cut(self) -> None:
        """End the program that speaks. The lock is held."""
        if self._program is not None:
            self._program.kill()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._sentence or self._later or self._closed)
                if self._closed:
                    return
                if self._sentence is not None:
                    said, self._sentence = self._sentence, None
                else:
                    said, self._later = self._later or ("", ()), None
                self._busy = True
            try:
                self._tell(*said)
            finally:
                with self._changed:
                    self._cut()
                    self._busy, self._program = False, None
                    self._changed.notify_all()

    def _tell(self, sentence: str, occasions: tuple[str, ...]) -> None:
        """Play a recorded sound, or speak where there is none or it cannot be played."""
        sound = self._sounds.find(occasions) if self._sounds is not None else None
        if sound is not None:
            play = [part.replace("{file}", str(sound.absolute())) for part in self._player]
            if self._does(play, ""):
                return
        language = self._language if isinstance(self._language, str) else self._language()
        self._command = tuple(part.replace("{language}", language) for part in self._asked)
        with self._changed:
            was_silent = True in self._trouble
        if not self._does(self._command, sentence) and not was_silent:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self._sentence is not None, AGAIN_S)
            self._does(self._command, sentence)

    def _does(self, command: Sequence[str], sentence: str) -> bool:
        """Run a program to its end; false if it could not do its work. What is cut has done it."""
        with self._changed:
            if self._closed or self._sentence is not None:
                return True
            program = self._program = self._start(command)
        if program is None:
            return False
        _, complaint = program.communicate(sentence)
        with self._changed:
            self._program = None
            # A negative status is the signal by which a newer sentence cut this one.
            if program.returncode > 0:
                why = {"program": command[0], "error": complaint.strip()[:200]}
                self._complain(command, Message("{program} cannot be heard: {error}", why))
                return False
            self._trouble.pop(command == self._command, None)
        return True

    def _start(self, command: Sequence[str]) -> subprocess.Popen[str] | None:
        """Start a program; None if there is none such. The lock is held."""
        try:
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            package = "espeak-ng" if command == self._command else "alsa-utils"
            why = {"program": command[0], "error": error.strerror, "package": package}
            self._complain(
                command, Message("{program} cannot be started ({error}): apt install {package}", why)
            )
            return None

    def _complain(self, command: Sequence[str], why: Message) -> None:
        """Remember why a program cannot be heard, and log it once. The lock is held."""
        speaks = command == self._command
        if speaks not in self._trouble:
            log.warning("the voice is silent: %s", why)
        self._trouble[speaks] = why
