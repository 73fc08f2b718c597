"""What is wired to which pin: refusals in words, the table, and the drawing of the header."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from device.__main__ import main
from device.pins.wiring import PLACES, POWER, TAKEN, Wiring, header_svg, wiring_text

SVG = "{http://www.w3.org/2000/svg}"
ALL = Wiring(confirm_pin=5, undo_pin=6, let_in_pin=26)


def test_every_place_of_the_header_is_one_pin_or_power() -> None:
    assert sorted([*PLACES.values(), *POWER]) == list(range(1, 41))
    assert sorted(PLACES) == list(range(28))


def test_a_wiring_lists_every_pin() -> None:
    table = Wiring(player_pins=(5, 6), alarm_pin=13, buzzer_pin=19, undo_pin=26).table()
    assert {str(what): pin for what, pin in table} == {
        "lamp of player 1": 5, "lamp of player 2": 6, "red lamp": 13, "buzzer": 19, "button: take back": 26,
    }  # fmt: skip


def test_an_rgb_lamp_takes_the_place_of_the_players_lamps() -> None:
    wiring = Wiring(player_pins=(5, 6), rgb_pins=(5, 6, 13), alarm_pin=None, buzzer_pin=None)
    assert [pin for _, pin in wiring.table()] == [5, 6, 13]
    assert str(wiring.table()[1][0]) == "players’ lamp, green"


def test_two_things_on_one_pin_are_refused() -> None:
    with pytest.raises(ValueError, match="buzzer cannot be on pin 17: lamp of player 1 is there already"):
        Wiring(buzzer_pin=17)
    with pytest.raises(ValueError, match="button: confirm cannot be on pin 18: buzzer is there already"):
        Wiring(confirm_pin=18)


@pytest.mark.parametrize(
    ("pin", "said"),
    [
        (28, "BCM numbers go from 0 to 27; place 28 of the header is BCM 1$"),
        (40, "BCM numbers go from 0 to 27; place 40 of the header is BCM 21$"),
        (39, "BCM numbers go from 0 to 27; place 39 of the header is ground$"),
        (41, "BCM numbers go from 0 to 27$"),
        (-3, "BCM numbers go from 0 to 27$"),
        (0, "the Pi uses it for ID_SD, the memory of an expansion board"),
        (2, "the Pi uses it for I2C SDA"),
        (15, "the Pi uses it for UART RXD, the serial port"),
    ],
)
def test_a_pin_that_cannot_be_is_refused_and_says_why(pin: int, said: str) -> None:
    with pytest.raises(ValueError, match=f"^red lamp cannot be on pin {pin}: {said}"):
        Wiring(alarm_pin=pin)


@pytest.mark.parametrize("pin", sorted(TAKEN))
def test_no_pin_of_the_pis_own_can_be_used(pin: int) -> None:
    with pytest.raises(ValueError, match=f"pin {pin}: the Pi uses it"):
        Wiring(let_in_pin=pin)


def test_the_default_wiring_can_be() -> None:
    assert len(Wiring().wires()) == 6


def test_the_table_says_pin_place_thing_and_what_comes_between() -> None:
    lines = wiring_text(ALL).splitlines()
    assert re.fullmatch(r" +17 +11  lamp of player 1 +LED and 330 Ω to ground", lines[1])
    assert re.fullmatch(r" +6 +31  button: take back +push button to ground", lines[8])
    assert lines[-1] == "ground is at 6, 9, 14, 20, 25, 30, 34, 39 on the header"


def test_the_drawing_shows_every_wire_at_its_place() -> None:
    drawn = ElementTree.fromstring(header_svg(ALL))
    texts = [(element.get("class", ""), element.text or "", element) for element in drawn.iter(f"{SVG}text")]
    places = {text: element for kind, text, element in texts if kind.startswith("place")}
    assert sorted(map(int, places)) == list(range(1, 41))
    wired = sorted(int(text) for kind, text, _ in texts if kind == "place wired")
    assert wired == sorted(wire.place for wire in ALL.wires())
    for wire in ALL.wires():
        said = f"{str(wire.what).removeprefix('button: ')} · {wire.pin}"
        [label] = [element for _, text, element in texts if text == said]
        assert abs(float(label.get("y", 0)) - float(places[str(wire.place)].get("y", 0))) <= 3
    ground = sorted(int(text) for kind, text, _ in texts if kind == "place ground")
    assert ground == [6, 9, 14, 20, 25, 30, 34, 39]


def test_the_drawing_is_read_out_and_follows_light_and_dark() -> None:
    svg = header_svg(Wiring(player_pins=(), alarm_pin=None, buzzer_pin=None))
    drawn = ElementTree.fromstring(svg)
    assert drawn.get("role") == "img"
    assert drawn.findtext(f"{SVG}desc") == "Nothing is wired."
    assert "prefers-color-scheme: dark" in svg
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


def test_the_command_prints_the_table_and_draws_the_header(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config, drawing = tmp_path / "box.toml", tmp_path / "header.svg"
    config.write_text("[pins]\nplayers = [5]\nalarm = -1\nbuzzer = -1\nundo = 6\n")
    assert main(["wiring", "--config", str(config), "--svg", str(drawing)]) == 0
    said = capsys.readouterr().out
    assert "lamp of player 1" in said
    assert "button: take back" in said
    assert "buzzer" not in said
    assert f"drawn in {drawing}" in said
    assert "lamp of player 1 · 5" in drawing.read_text("utf-8")


def test_a_drawing_that_cannot_be_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["wiring", "--svg", str(tmp_path / "none" / "header.svg")]) == 2
    assert "header.svg cannot be written: No such file or directory" in capsys.readouterr().err
