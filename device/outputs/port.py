"""What the page knows of lamps, buzzer and voice, and how a person tries each of them.

A trial disturbs no game: a lamp shows its pattern once and goes back to what it showed, and the voice waits
until the sentence before is said. What is tried sounds also in a house that wants to hear nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from device.outputs.lights import SEATS
from device.outputs.outputs import Outputs
from device.outputs.voice import Voice
from device.pins.wiring import Wiring, header_svg
from engine.messages import Message
from web.language.speech import remark
from web.ports import LampState, Output, TrialError

_VOICE_S = 0.5
"""How long a trial of the voice waits, to tell that it cannot be heard."""


class BoxLamps:
    """Lamps, buzzer and voice of one box; implements the page's `Lamps`."""

    def __init__(
        self,
        outputs: Outputs,
        wiring: Wiring,
        *,
        voice: Voice | None = None,
        language: Callable[[], str] = lambda: "en",
    ) -> None:
        """Know lamps and sound; all stay the caller's to close.

        Args:
            outputs: Lamps and buzzer.
            wiring: What is wired to which pin.
            voice: The voice; None for a box that does not speak.
            language: Gives the code of the voice's language.
        """
        self._lights, self._buzzer = outputs.lights, outputs.buzzer
        self._pretend = outputs.pretend
        self._wiring = wiring
        self._voice = voice
        self._language = language

    def state(self) -> LampState:
        """Tell what lamps and buzzer show now, as it is on the pins."""
        lights, buzzer = self._lights, self._buzzer
        return LampState(lights.players, lights.alarm, lights.pattern, buzzer.sound, buzzer.number)

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` (quick, from another thread) whenever they have changed; returns how to stop."""
        stops = (self._lights.listen(changed), self._buzzer.listen(changed))

        def stop() -> None:
            for end in stops:
                end()

        return stop

    def outputs(self) -> Sequence[Output]:
        """List what can be tried: a lamp for each seat that a game may have, red lamp, buzzer, voice."""
        return tuple(self._outputs())

    def test(self, name: str) -> None:
        """Show one lamp or let one sound be heard, whatever the house wants to hear.

        Raises:
            ValueError: If there is no such output; the message names those that exist.
            TrialError: If it cannot be tried: it is not there, the eye reads, or the voice fails.
        """
        there = {output.name: output for output in self._outputs()}
        if name not in there:
            raise ValueError(f"there is no output {name!r}: there are {', '.join(there)}")
        seat = int(name.removeprefix("lamp-")) - 1 if name.startswith("lamp-") else None
        if there[name].where == "none":
            raise _missing(seat)
        if self._lights.held:
            raise TrialError("the tray is being read, and the lamps hold still: try again when that is done")
        if seat is not None:
            self._lights.show("turn", player=seat)
        elif name == "red":
            self._lights.show("illegal")
        elif name == "buzzer":
            self._buzzer.play("win")
        elif self._voice is not None:
            self._speak(self._voice)

    def looked(self) -> None:
        """Somebody has looked at the fault: the red lamp need not shine for it any more."""
        self._lights.looked()

    def wiring(self) -> Sequence[tuple[Message, int]]:
        """List what is wired to which BCM pin."""
        return self._wiring.table()

    def header(self, say: Callable[[Message], str]) -> str:
        """Return the drawing of the header, as SVG."""
        return header_svg(self._wiring, say=say)

    def _outputs(self) -> Iterator[Output]:
        wiring = self._wiring
        for seat in range(SEATS):
            pins = wiring.rgb_pins or wiring.player_pins[seat : seat + 1]
            yield self._lamp(f"lamp-{seat + 1}", pins) if pins else Output(f"lamp-{seat + 1}", "none")
        alarm, buzzer = wiring.alarm_pin, wiring.buzzer_pin
        yield self._lamp("red", wiring.rgb_pins if alarm is None else (alarm,))
        yield self._lamp("buzzer", () if buzzer is None else (buzzer,))
        voice = self._voice
        yield Output("voice", "none") if voice is None else Output("voice", "wired", trouble=voice.trouble)

    def _lamp(self, name: str, pins: tuple[int, ...]) -> Output:
        """Tell where a lamp or the buzzer is: what no pin has, the page shows alone."""
        return Output(name, "wired", pins) if pins and not self._pretend else Output(name, "page")

    def _speak(self, voice: Voice) -> None:
        voice.remark(remark("trial", language=self._language()))
        voice.wait(timeout_s=_VOICE_S)
        if voice.trouble:
            raise TrialError(voice.trouble)


def _missing(seat: int | None) -> TrialError:
    if seat is None:
        return TrialError("this box does not speak: set on = true in section [voice] of its config")
    return TrialError(
        "there is no lamp for player {player}: wire one and name its pin in the config", player=seat + 1
    )
