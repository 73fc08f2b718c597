"""One lamp per player, or one RGB lamp for all, and a red one: what the box says to the eye.

Callers name what happened, never a lamp. Every pattern has its own rhythm, so that nobody needs to tell
colours apart. A pattern runs in a thread of its own and goes back to the ground: the lamp of the player
whose turn it is shines, the red one blinks while the players have something to settle, and stays red after
a fault until somebody has looked. A legal move shows nothing by itself.

An RGB lamp shines in the colour of the player whose turn it is, and winks once for the first seat, twice for
the second, and so on. Without a red lamp of its own the box shows what is red on the RGB lamp.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence

from gpiozero import PWMLED, RGBLED
from gpiozero.pins import Factory

from device.outputs.sounds import RHYTHMS, Pattern
from device.worker import Worker
from web.listeners import Listeners

BEAT_S = 0.1
"""Length of a beat, in seconds."""

WIN_BEATS = 1200
"""After so many beats the winners' lamps shine without a rhythm: nobody may be there any more."""

SEATS = 4
"""Players that one RGB lamp serves."""

_COLOURS = ((1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.6, 0.0), (0.0, 1.0, 0.0))
"""Red, blue, yellow and green, as the pieces on the page; of an RGB lamp, 0..1."""

_LONGEST = 64
"""No rhythm of the ground has more beats."""

_WHITE, _RED, _DARK = (1.0, 1.0, 1.0), (1.0, 0.0, 0.0), (0.0, 0.0, 0.0)


class _Unwired:
    """A lamp that is not there: it remembers its brightness, for the page and for an RGB lamp."""

    def __init__(self) -> None:
        self.value = 0.0
        self.closed = False

    def close(self) -> None:
        """Go out. May be called twice."""
        self.closed = True


class Lights(Worker):
    """The lamps of one box. Every method returns at once and may be called from any thread."""

    def __init__(
        self,
        *,
        player_pins: Sequence[int] = (),
        rgb_pins: Sequence[int] = (),
        alarm_pin: int | None = None,
        beat_s: float = BEAT_S,
        pin_factory: Factory | None = None,
    ) -> None:
        """Take the pins; all lamps are dark.

        Args:
            player_pins: BCM numbers, one per seat; a player beyond them has no lamp.
            rgb_pins: Red, green and blue of one lamp for all players, in place of theirs; empty without one.
            alarm_pin: BCM number of the red lamp; None without one.
            beat_s: Length of a beat, in seconds.
            pin_factory: Where the pins come from; gpiozero's default when None.

        Raises:
            GPIOPinInUse: If a pin is taken already; all others are given back.
        """
        super().__init__(self._run, name="lights")
        self._beat_s = beat_s
        self._listeners = Listeners()
        self._turn: int | None = None
        self._winners: tuple[int, ...] = ()
        self._alarm: Pattern = "still"
        self._fault = False
        self._held = False
        self._fresh = True
        self._beat = 0
        self._transient: Pattern | None = None
        self._who: frozenset[int] = frozenset()
        self._shown: Pattern = "still"
        with contextlib.ExitStack() as opened:
            self._rgb = RGBLED(*rgb_pins, pin_factory=pin_factory) if rgb_pins else None
            if self._rgb is not None:
                opened.callback(self._rgb.close)
            self._alone = self._rgb is not None and alarm_pin is None
            self._lamps = []
            for pin in (*([None] * SEATS if rgb_pins else player_pins), alarm_pin):
                self._lamps.append(_Unwired() if pin is None else PWMLED(pin, pin_factory=pin_factory))
                opened.callback(self._lamps[-1].close)
            self._open = opened.pop_all()
        self._begin()

    def close(self) -> None:
        """Put all lamps out and give the pins back. May be called twice."""
        super().close()
        self._open.close()

    def your_turn(self, player: int, *, signal: bool = True, background: bool = True) -> None:
        """Two long flashes of the player's lamp, which then shines on.

        Args:
            player: The seat.
            signal: Flash; without it the lamp only shines, as after a restart.
            background: Return at once.
        """
        with self._changed:
            if signal or self._turn != player:
                self._turn, self._winners = player, ()
                self._start_pattern("turn" if signal else None, {player})
        self._wait(background)

    def refuse(self) -> None:
        """The red lamp blinks evenly until the illegal move is settled."""
        self._ask("illegal")

    def question(self) -> None:
        """The red lamp winks twice and pauses, until the players have answered."""
        self._ask("question")

    def settled(self) -> None:
        """Nothing waits for an answer: the red lamp goes out, unless there is a fault."""
        self._ask("still")

    def win(self, players: Sequence[int]) -> None:
        """Three short, one long, over and over, with the winners' lamps, for `WIN_BEATS`; then they shine."""
        with self._changed:
            if self._winners != tuple(players):
                self._turn, self._winners = None, tuple(players)
                self._start_pattern(None, set())

    def fault(self) -> None:
        """The red lamp shines until somebody has looked."""
        with self._changed:
            self._fault = True
            self._freshen()

    def looked(self) -> None:
        """Somebody has looked at the fault."""
        with self._changed:
            self._fault = False
            self._freshen()

    def quiet(self) -> None:
        """No turn, no winner, nothing to settle: all lamps dark; a fault stays red."""
        with self._changed:
            self._turn, self._winners, self._alarm = None, (), "still"
            self._start_pattern(None, set())

    def show(self, pattern: Pattern, *, player: int = 0, background: bool = True) -> None:
        """Show a pattern once, as for a test; what the game says comes back afterwards.

        Args:
            pattern: Which one; ``still`` ends the one that runs.
            player: Whose lamp, where it is one player's.
            background: Return at once.
        """
        alarm = len(self._lamps) - 1
        red = pattern in ("illegal", "question", "fault", "still")
        who = {alarm} if red else {player} if pattern in ("turn", "win") else set(range(alarm))
        with self._changed:
            self._start_pattern(None if pattern == "still" else pattern, who)
        self._wait(background)

    def hold(self, held: bool) -> None:
        """Let no lamp change while the eye reads; what was asked for meanwhile is shown afterwards."""
        with self._changed:
            if held != self._held:
                self._held = held
                self._freshen()

    @property
    def held(self) -> bool:
        """Whether no lamp changes now, because the eye reads."""
        with self._changed:
            return self._held

    @property
    def players(self) -> tuple[float, ...]:
        """Brightness of each player's lamp, 0..1, as it is on the pins."""
        return tuple(self._brightness()[:-1])

    @property
    def alarm(self) -> float:
        """Brightness of the red lamp, 0..1, as it is on the pin."""
        return self._brightness()[-1]

    @property
    def pattern(self) -> Pattern:
        """Which pattern runs."""
        with self._changed:
            if self._transient:
                return self._transient
            return "fault" if self._fault else "win" if self._winners else self._alarm

    def listen(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` from the lamps' thread whenever one has changed; returns how to stop."""
        return self._listeners.add(changed)

    def _ask(self, alarm: Pattern) -> None:
        with self._changed:
            if alarm != self._alarm:
                self._alarm = alarm
                self._beat = 0
                self._freshen()

    def _start_pattern(self, pattern: Pattern | None, who: set[int]) -> None:
        """Start a pattern, or go back to the ground. The lock is held."""
        self._transient, self._who, self._beat = pattern, frozenset(who), 0
        self._freshen()

    def _freshen(self) -> None:
        self._fresh = True
        self._changed.notify_all()

    def _wait(self, background: bool) -> None:
        if not background:
            with self._changed:
                self._changed.wait_for(lambda: self._transient is None or self._closed)

    def _brightness(self) -> list[float]:
        with self._changed:
            return [0.0 if lamp.closed else float(lamp.value) for lamp in self._lamps]

    def _run(self) -> None:
        while True:
            with self._changed:
                beats = None if self._held else self._same_beats()
                timeout_s = None if beats is None else (beats + 1) * self._beat_s
                is_fresh = self._changed.wait_for(lambda: self._fresh or self._closed, timeout_s)
                if self._closed:
                    return
                if not is_fresh and beats is not None:
                    self._beat += beats
                changed = not self._held and self._advance()
                self._fresh = False
            if changed:
                self._listeners.tell()

    def _advance(self) -> bool:
        """Show the present beat and count on; say whether anything changed. The lock is held."""
        if self._transient and self._beat >= len(self._rhythm(self._transient)):
            self._transient, self._beat = None, 0
            self._changed.notify_all()
        changed = self._shown != self.pattern
        self._shown = self.pattern
        for number, lamp in enumerate(self._lamps):
            level = float(self._is_lit(number, self._beat))
            if lamp.value != level:
                lamp.value = level
                changed = True
        if self._rgb is not None and self._rgb.value != self._colour():
            self._rgb.value = self._colour()
        self._beat += 1
        return changed

    def _rhythm(self, pattern: Pattern) -> str:
        """Return the beats of a pattern; an RGB lamp counts the seat, which has no place of its own there."""
        if self._rgb is not None and pattern == "turn":
            return "####.." * (min(self._who, default=0) + 1)
        return RHYTHMS[pattern]

    def _colour(self) -> tuple[float, float, float]:
        """Mix what the RGB lamp shows of the lamps that it stands for."""
        alarm = len(self._lamps) - 1
        who = self._who if self._transient else frozenset()
        if self._alone and (self._fault or self._alarm != "still" or alarm in who):
            return _RED if self._lamps[-1].value else _DARK
        # While one seat signals, the colour of the turn does not mix into it.
        seats = who - {alarm} or range(alarm)
        lit = [seat for seat in seats if self._lamps[seat].value]
        return _DARK if not lit else _COLOURS[lit[0]] if len(lit) == 1 else _WHITE

    def _same_beats(self) -> int | None:
        """Count the beats from the next one on that show what the lamps show now; None if all do."""
        end = len(self._rhythm(self._transient)) if self._transient else self._beat + _LONGEST
        shown = self._levels(self._beat - 1) if self._beat else []
        for beat in range(self._beat, end):
            if self._levels(beat) != shown:
                return beat - self._beat
        return end - self._beat if self._transient else None

    def _levels(self, beat: int) -> list[bool]:
        return [self._is_lit(number, beat) for number in range(len(self._lamps))]

    def _is_lit(self, number: int, beat: int) -> bool:
        if self._transient and number in self._who:
            return self._rhythm(self._transient)[beat] == "#"
        if number == len(self._lamps) - 1:
            return self._fault or (self._alarm != "still" and _in_ground(self._alarm, beat))
        if number == self._turn and self._rgb is not None:
            winks = "..###" * (number + 1) + "#" * 25
            return winks[beat % len(winks)] == "#"
        is_winner = number in self._winners
        return number == self._turn or (is_winner and (beat >= WIN_BEATS or _in_ground("win", beat)))


def _in_ground(pattern: Pattern, beat: int) -> bool:
    rhythm = RHYTHMS[pattern]
    return rhythm[beat % len(rhythm)] == "#"
