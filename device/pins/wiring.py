"""What is wired to which pin, and the drawing of the header that shows it.

Pins are BCM numbers, as gpiozero and the config have them; a *place* is the number of a pin on the header,
1 to 40, counted in pairs from the corner of the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from xml.sax.saxutils import escape

from engine.messages import Message

PLACES: Mapping[int, int] = {
    0: 27, 1: 28, 2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33,
    14: 8, 15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37,
    27: 13,
}  # fmt: skip
"""Place of each pin on the header of every Pi since the 1B+. Source: gpiozero's ``pinout``."""

POWER: Mapping[int, str] = {
    1: "3.3 V", 2: "5 V", 4: "5 V", 6: "ground", 9: "ground", 14: "ground", 17: "3.3 V", 20: "ground",
    25: "ground", 30: "ground", 34: "ground", 39: "ground",
}  # fmt: skip
"""Places that are no pins. Source: as above."""

TAKEN: Mapping[int, str] = {
    0: "ID_SD, the memory of an expansion board",
    1: "ID_SC, the memory of an expansion board",
    2: "I2C SDA",
    3: "I2C SCL",
    14: "UART TXD, the serial port",
    15: "UART RXD, the serial port",
}
"""Pins that the Pi itself uses, and for what."""

LED, RGB, PIEZO, BUTTON = (
    "LED and 330 Ω to ground",
    "leg of an RGB LED, 330 Ω; common leg to ground",
    "passive piezo buzzer to ground",
    "push button to ground",
)
"""What comes between a pin and ground."""

_COLOURS = (
    Message("players’ lamp, red"),
    Message("players’ lamp, green"),
    Message("players’ lamp, blue"),
)
"""The legs of the lamp of all players."""

_WORDS = (
    Message("Where to wire what on the 40-pin header"),
    Message("The header, seen from above"),
    Message("↑ the corner of the board"),
    Message("↓ the USB sockets"),
    Message("Thick rings are ground; after the dot, the BCM pin."),
)
"""Of the drawing."""


@dataclass(frozen=True, slots=True)
class Wire:
    """One thing on one pin."""

    what: Message
    pin: int
    through: str
    """What comes between the pin and ground."""
    label: Message
    """What it is, as short as in a drawing."""

    @property
    def place(self) -> int:
        """Its place on the header."""
        return PLACES[self.pin]


@dataclass(frozen=True, slots=True)
class Wiring:
    """What is wired to which pin, in BCM numbers; None for what is not there."""

    player_pins: tuple[int, ...] = (17, 27, 22, 23)
    """One lamp per seat; not used where there is an RGB lamp."""
    rgb_pins: tuple[int, ...] = ()
    """One lamp for all: its red, green and blue leg."""
    alarm_pin: int | None = 24
    """The red lamp."""
    buzzer_pin: int | None = 18
    """The tonal buzzer."""
    confirm_pin: int | None = None
    """The button that answers a question."""
    undo_pin: int | None = None
    """The button that takes back."""
    let_in_pin: int | None = None
    """The button that lets phones in."""

    def __post_init__(self) -> None:
        """Refuse what cannot be wired.

        Raises:
            ValueError: If a pin does not exist, is the Pi's own, or is named twice.
        """
        if len(self.rgb_pins) not in (0, 3):
            raise ValueError(f"rgb cannot be {list(self.rgb_pins)}: give the pins of red, green and blue")
        there: dict[int, Message] = {}
        for wire in self.wires():
            begin = f"{wire.what} cannot be on pin {wire.pin}"
            if wire.pin not in PLACES:
                raise ValueError(f"{begin}: BCM numbers go from 0 to 27{_meant(wire.pin)}")
            if wire.pin in TAKEN:
                raise ValueError(f"{begin}: the Pi uses it for {TAKEN[wire.pin]}")
            if wire.pin in there:
                raise ValueError(f"{begin}: {there[wire.pin]} is there already")
            there[wire.pin] = wire.what

    def wires(self) -> tuple[Wire, ...]:
        """List everything that is wired."""
        return tuple(self._wires())

    def table(self) -> tuple[tuple[Message, int], ...]:
        """List what is wired to which pin."""
        return tuple((wire.what, wire.pin) for wire in self.wires())

    def _wires(self) -> Iterator[Wire]:
        if self.rgb_pins:
            for lamp, pin in zip(_COLOURS, self.rgb_pins, strict=False):
                yield Wire(lamp, pin, RGB, lamp)
        else:
            for seat, pin in enumerate(self.player_pins, 1):
                lamp = Message("lamp of player {player}", {"player": seat})
                yield Wire(lamp, pin, LED, lamp)
        alarm, buzzer = Message("red lamp"), Message("buzzer")
        for what, single, through, label in (
            (alarm, self.alarm_pin, LED, alarm),
            (buzzer, self.buzzer_pin, PIEZO, buzzer),
            (Message("button: confirm"), self.confirm_pin, BUTTON, Message("confirm")),
            (Message("button: take back"), self.undo_pin, BUTTON, Message("take back")),
            (Message("button: let a phone in"), self.let_in_pin, BUTTON, Message("let a phone in")),
        ):
            if single is not None:
                yield Wire(what, single, through, label)


def _meant(written: int) -> str:
    """Tell what lies at the place of that number, which was perhaps meant."""
    if written in POWER:
        return f"; place {written} of the header is {POWER[written]}"
    pin = next((pin for pin, place in PLACES.items() if place == written), None)
    return "" if pin is None else f"; place {written} of the header is BCM {pin}"


def wiring_text(wiring: Wiring) -> str:
    """Write the wiring as a table for a terminal."""
    rows = [("BCM pin", "on the header", "what", "with")]
    rows += [(str(wire.pin), str(wire.place), str(wire.what), wire.through) for wire in wiring.wires()]
    wide = [max(len(row[n]) for row in rows) for n in range(3)]
    lines = [
        f"{pin:>{wide[0]}}  {place:>{wide[1]}}  {what:<{wide[2]}}  {through}"
        for pin, place, what, through in rows
    ]
    ground = ", ".join(str(place) for place, what in POWER.items() if what == "ground")
    return "\n".join([*lines, f"ground is at {ground} on the header"])


_ROW, _TOP, _WIDTH, _PINS = 30, 78, 500, 237
"""Of the drawing, in its own units: height of a row, where the first one is, width, and the odd places' x."""

_STYLE = """
svg { background: var(--paper); color-scheme: light dark;
  --paper: #fffaf1; --ink: #2b211a; --soft: #6f6155; --board: #e4efe2; --edge: #4f7a5a; --wire: #7d2638;
  --on-wire: #fff6ea; }
@media (prefers-color-scheme: dark) { svg {
  --paper: #221a14; --ink: #f0e5d4; --soft: #b6a592; --board: #22352a; --edge: #7fae8b; --wire: #ff9aa9;
  --on-wire: #2a0d13; } }
text { font: 16px system-ui, "Noto Sans", sans-serif; fill: var(--soft); }
.title { font-size: 19px; font-weight: 600; fill: var(--ink); }
.used { font-weight: 600; fill: var(--ink); }
.board { fill: var(--board); stroke: var(--edge); }
.pin { fill: var(--paper); stroke: var(--edge); stroke-width: 1.5; }
.pin.wired { fill: var(--wire); stroke: var(--wire); }
.pin.ground { fill: none; stroke: var(--ink); stroke-width: 2.5; }
.place { font-size: 12px; text-anchor: middle; }
.place.wired { fill: var(--on-wire); font-weight: 700; }
.wire { stroke: var(--wire); stroke-width: 2; }
.end { text-anchor: end; }
"""


def header_svg(wiring: Wiring, *, say: Callable[[Message], str] = str) -> str:
    """Draw the 40-pin header with what is wired to it, as SVG that follows light and dark by itself.

    The board is seen from above, with its USB sockets at the bottom.

    Args:
        wiring: What is wired to which pin.
        say: Says its words in a language; English by default.
    """
    title, seen, above, below, key = (escape(say(message)) for message in _WORDS)
    wires = {wire.place: wire for wire in wiring.wires()}
    height = _TOP + 20 * _ROW + 44
    middle = f'x="{_WIDTH / 2}" text-anchor="middle"'
    listed = "; ".join(
        say(Message("{what}: place {place}, BCM {pin}", {"what": wire.what, "place": place, "pin": wire.pin}))
        for place, wire in wires.items()
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img"'
        ' aria-labelledby="title listed">',
        f'<title id="title">{title}</title>',
        f'<desc id="listed">{escape(listed or say(Message("Nothing is wired.")))}</desc>',
        f"<style>{_STYLE}</style>",
        f'<text class="title" {middle} y="26">{seen}</text>',
        f'<text {middle} y="50">{above}</text>',
        f'<rect class="board" x="{_PINS - 22}" y="{_TOP - 16}" width="68" height="{20 * _ROW + 6}" rx="8"/>',
    ]
    for place in range(1, 41):
        parts += _pin(place, wires.get(place), say)
    parts += [
        f'<text {middle} y="{height - 34}">{below}</text>',
        f'<text {middle} y="{height - 12}">{key}</text>',
    ]
    return "\n".join([*parts, "</svg>\n"])


def _pin(place: int, wire: Wire | None, say: Callable[[Message], str]) -> Iterator[str]:
    """Draw one place and say what it is."""
    left = place % 2 == 1
    x = _PINS if left else _PINS + 26
    y = _TOP + (place - 1) // 2 * _ROW
    end, label = (x - 28, x - 34) if left else (x + 28, x + 34)
    pin = next((pin for pin, there in PLACES.items() if there == place), None)
    name = POWER[place] if pin is None else TAKEN.get(pin, f"BCM {pin}").partition(",")[0]
    kind = " wired" if wire else " ground" if name == "ground" else ""
    if wire:
        yield f'<line class="wire" x1="{x}" y1="{y}" x2="{end}" y2="{y}"/>'
    if place == 1:  # the first pin is square on the board as well
        yield f'<rect class="pin{kind}" x="{x - 10}" y="{y - 10}" width="20" height="20"/>'
    else:
        yield f'<circle class="pin{kind}" cx="{x}" cy="{y}" r="10"/>'
    yield f'<text class="place{kind}" x="{x}" y="{y + 4}">{place}</text>'
    said = say(Message("ground")) if name == "ground" else name
    if wire:
        said = say(Message("{what} · {pin}", {"what": wire.label, "pin": wire.pin}))
    classes = " ".join(["used"] * bool(wire) + ["end"] * left)
    yield f'<text class="{classes}" x="{label}" y="{y + 5}">{escape(said)}</text>'
