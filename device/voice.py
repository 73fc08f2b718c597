"""The box's own voice: sentences through espeak-ng, as a program beside this one.

Speaking never blocks the caller. A newer sentence cuts the one before; nothing else does. Where espeak-ng is
not installed, or cannot play, the box is silent and says so once in the log.
"""

from __future__ import annotations

import logging
import subprocess
from collections.abc import Sequence

from device.worker import Worker

log = logging.getLogger(__name__)

COMMAND = ("espeak-ng", "-v", "{language}", "--stdin")
"""Reads the sentence from its standard input, so that no name can be taken for an option."""


class Voice(Worker):
    """Speaks one sentence at a time, in a thread of its own."""

    def __init__(self, *, language: str = "en", command: Sequence[str] = COMMAND) -> None:
        """Make a voice; nothing is started before the first sentence.

        Args:
            language: Code of the language, for the pronunciation.
            command: The program and its arguments; ``{language}`` in them is replaced.
        """
        self._command = [part.replace("{language}", language) for part in command]
        super().__init__(self._run, name="voice")
        self._sentence: str | None = None
        self._program: subprocess.Popen[str] | None = None
        self._silent = ""
        self._begin()

    def close(self) -> None:
        """Fall silent at once. May be called twice."""
        with self._changed:
            self._closed = True
            self._sentence = None
            self._cut()
        super().close()

    def say(self, sentence: str) -> None:
        """Speak a sentence, cutting the one before; returns at once. An empty one cuts nothing."""
        if not sentence:
            return
        with self._changed:
            self._sentence = sentence
            self._cut()
            self._changed.notify_all()

    @property
    def trouble(self) -> str:
        """Why nothing can be heard; empty while all is well."""
        return self._silent

    def wait(self, *, timeout_s: float) -> bool:
        """Wait until all is said; False when the time is over."""
        with self._changed:
            return self._changed.wait_for(
                lambda: self._closed or (self._sentence is None and self._program is None), timeout_s
            )

    def _cut(self) -> None:
        """End the program that speaks. The lock is held."""
        if self._program is not None:
            self._program.kill()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._sentence is not None or self._closed)
                if self._closed:
                    return
                sentence, self._sentence = self._sentence or "", None
                self._program = self._start()
                program = self._program
            if program is not None:
                _, complaint = program.communicate(sentence)
                # A negative status is the signal by which a newer sentence cut this one.
                if program.returncode > 0:
                    self._fall_silent(f"{self._command[0]} cannot speak: {complaint.strip()[:200]}")
            with self._changed:
                self._program = None
                self._changed.notify_all()

    def _start(self) -> subprocess.Popen[str] | None:
        try:
            return subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            advice = f"{self._command[0]} cannot be started ({error.strerror}): apt install espeak-ng"
            self._fall_silent(advice)
            return None

    def _fall_silent(self, why: str) -> None:
        if not self._silent:
            log.warning("the voice is silent: %s", why)
        self._silent = why
