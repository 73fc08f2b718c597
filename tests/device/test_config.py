"""The config: every key has a default, and a wrong one is named with those that exist."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

import pytest

from device.__main__ import main
from device.config import Config, PageConfig, data_folder, examine, load_config, read_config
from device.config_reference import explained
from device.errors import ConfigError
from places import GOLDEN


def test_without_a_config_all_is_as_the_wiring_table_says() -> None:
    config = load_config(None)
    assert config == read_config("")
    assert tuple((str(what), pin) for what, pin in config.pins.wiring().table()) == (
        ("lamp of player 1", 17), ("lamp of player 2", 27), ("lamp of player 3", 22),
        ("lamp of player 4", 23), ("red lamp", 24), ("buzzer", 18),
    )  # fmt: skip
    assert (config.camera.source, config.page.port, config.page.host) == ("auto", 8000, "0.0.0.0")
    assert config.game.game == "chowka-bhara"


def test_every_key_can_be_set(tmp_path: Path) -> None:
    file = tmp_path / "charkoni.toml"
    file.write_text(
        """
        [camera]
        source = "v4l2:1"
        rotation = 180
        flicker_hz = 60
        lock = false
        width = 1280
        [board_camera]
        source = "pi:1"
        rotation = 180
        flicker_hz = 60
        lock = false
        width = 1920
        [board]
        rest_s = 1.5
        [page]
        port = 8080
        host = "127.0.0.1"
        names = ["games.lan"]
        https_port = 8444
        [data]
        folder = "/srv/charkoni"
        photographs_mb = 50
        [pins]
        players = [5, 6]
        rgb = [20, 21, 26]
        alarm = 7
        buzzer = 13
        confirm = 4
        undo = 25
        let_in = 12
        [voice]
        on = false
        language = "nl"
        sounds = "/srv/sounds"
        [game]
        game = "pachisi"
        preset = "seven"
        players = ["Ann", "Bo"]
        [mqtt]
        on = true
        host = "broker.lan"
        port = 1884
        user = "box"
        password = "of the broker"
        tls = true
        ca = "CA"
        name = "Table 7"
        may = "undo"
        picture = true
        discovery = true
        """.replace("CA", str(GOLDEN / "authority.pem"))
    )
    config = load_config(file)
    default = Config()
    for section in fields(Config):
        given, usual = getattr(config, section.name), getattr(default, section.name)
        for key in fields(given):
            assert getattr(given, key.name) != getattr(usual, key.name), (section.name, key.name)
    assert config.pins.players == (5, 6)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "[camra]\nsource = 'pi'",
            r"no section \[camra\], perhaps \[camera\]: there are camera, board_camera, board, page, data",
        ),
        ("[zoo]", r"charkoni.toml: there is no section \[zoo\]: there are camera"),
        ("[camera]\nsorce = 'pi'", r"section \[camera\]: there is no key 'sorce', perhaps 'source': there"),
        ("[page]\nHOST = 'x'", "there is no key 'HOST', perhaps 'host'"),
        ("[page]\nport = '8000'", r"section \[page\]: 'port' is '8000': give a whole number from 1 to 65535"),
        ("[page]\nport = true", "'port' is true: give"),
        ("[page]\nport = 99999", "'port' is 99999: give a whole number from 1 to 65535"),
        ("[board]\nrest_s = 0.1", "'rest_s' is 0.1: give a number from 0.3 to 10"),
        ("[camera]\nrotation = 90", "'rotation' is 90: give 0 or 180, or turn the camera itself"),
        ("[camera]\nwidth = 300", "width cannot be 300: give 640 to 9152, or 0 for all that it sees"),
        ("[board_camera]\nwidth = -1", r"section \[board_camera\]: width cannot be -1"),
        ("[board_camera]\nsource = 'film:x'", "source cannot be 'film:x': name a camera"),
        ("[camera]\nsource = 'pi'\n[board_camera]\nsource = 'pi'", "'pi', which is the tray's camera"),
        ("[camera]\nflicker_hz = 70", "'flicker_hz' is 70: give 50, 60, or 0"),
        ("[voice]\non = 1", "'on' is 1: give true or false"),
        ("[pins]\nplayers = [17, 'red']", r"'players\[1\]' is 'red': give a whole number"),
        ("[pins]\nalarm = 17", r"charkoni.toml, section \[pins\]: .*17"),
        ("[pins]\nbuzzer = 40", "pin 40"),
        ("[pins]\nrgb = [5, 6]", r"section \[pins\]: rgb cannot be \[5, 6\]: give the pins of red"),
        ("[pins]\nundo = 3", r"button: take back cannot be on pin 3: the Pi uses it for I2C SCL"),
        ("[pins]\nlet_in = -2", "button: let a phone in cannot be on pin -2: BCM numbers go from 0 to 27"),
        ("[game]\nplayers = [1, 2]", "players\\[0\\]' is 1: give a text"),
        ("[game]\ngame = 'ludo'", r"section \[game\]: there is no game 'ludo': there are chowka-bhara, pach"),
        ("[game]\npreset = '11x11'", "has no preset '11x11': there are 5x5"),
        ("[game]\nplayers = ['Asha']", "players cannot be 1 names: chowka-bhara is for 2 or 3 or 4"),
        ("[game]\nplayers = ['Asha', 'ASHA']", "two players have the same name"),
        ("camera = 'pi'", r"'camera' is a section: write \[camera\]"),
        ("[camera", "charkoni.toml is no TOML"),
    ],
)
def test_a_wrong_config_says_where_and_what_can_be(text: str, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        read_config(text)


def test_every_fault_of_a_config_is_found_at_once_and_what_is_right_counts() -> None:
    config, faults = examine(
        """
        [page]
        prot = 1
        port = "x"
        host = "127.0.0.1"
        [pins]
        buzzer = 40
        [voise]
        on = false
        [game]
        game = "ludo"
        players = ["A", "a"]
        """,
        name="box.toml",
    )
    assert [fault.split(":")[0] for fault in faults] == [
        "box.toml, section [page]",
        "box.toml, section [page]",
        "box.toml, section [pins]",
        "box.toml",
        "box.toml, section [game]",
        "box.toml, section [game]",
    ]
    assert config.page == PageConfig(port=8000, host="127.0.0.1")
    with pytest.raises(ConfigError, match=r"5 more: ask 'charkoni check box\.toml'"):
        read_config("[a]\n[b]\n[c]\n[d]\n[e]\n[f]", name="box.toml")


def test_the_reference_explains_every_key_that_exists_and_no_other() -> None:
    printed = explained(Config())
    keys = {section: list(given) for section, given in tomllib.loads(printed).items()}
    assert keys == {
        part.name: [key.name for key in fields(part.default_factory())] for part in fields(Config)
    }
    lines = printed.splitlines()
    for above, line in pairwise(lines):
        if re.match(r"\w+ = ", line):
            assert above.startswith("# "), f"{line} has no explanation: write a string under its field"
    sections = [line for line in lines if line.startswith("[")]
    assert all("  # " in line for line in sections), sections


def test_the_reference_is_a_config_that_changes_nothing() -> None:
    assert read_config(explained(Config())) == Config()


def test_the_reference_of_a_config_says_what_is_usual(tmp_path: Path) -> None:
    config = read_config('[page]\nport = 8080\n[game]\nplayers = ["Ann", "Bö \\"x\\""]')
    printed = explained(config)
    assert read_config(printed) == config
    assert "port = 8080  # usually 8000\n" in printed
    assert printed.count("usually [") == 1


def test_a_config_is_checked_and_printed_by_commands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "box.toml"
    file.write_text("[page]\nport = 8080\n")
    assert main(["check", str(file)]) == 0
    assert capsys.readouterr().out == f"{file} is in order\n"
    assert main(["config", "--config", str(file)]) == 0
    assert read_config(capsys.readouterr().out).page.port == 8080
    file.write_text("[page]\nport = 0\nprt = 1\n[camera]\nsource = 'webcam'\n")
    assert main(["check", str(file)]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(", ")[0] for line in lines] == [str(file)] * 3
    assert "section [camera]: there is no camera 'webcam': there are auto, pi" in lines[-1]
    assert main(["check", str(tmp_path / "none")]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_a_config_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    for content in (b"\xff\xfe\x00", None):
        if content is None:
            file.unlink()
        else:
            file.write_bytes(content)
        with pytest.raises(ConfigError, match=r"box\.toml cannot be read"):
            load_config(file)


def test_the_journal_lies_where_a_person_said_else_systemd_else_at_home(tmp_path: Path) -> None:
    system = {"STATE_DIRECTORY": "/var/lib/charkoni", "XDG_DATA_HOME": "/home/asha/data"}
    assert data_folder("/srv/x", environment=system) == Path("/srv/x")
    assert data_folder("~/x", environment=system) == Path.home() / "x"
    assert data_folder(environment=system) == Path("/var/lib/charkoni")
    assert data_folder(environment={"XDG_DATA_HOME": "/home/asha/data"}) == Path("/home/asha/data/charkoni")
    assert data_folder(environment={"XDG_DATA_HOME": "not/absolute"}) == data_folder(environment={})
    assert data_folder(environment={}) == Path.home() / ".local" / "share" / "charkoni"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a=" + 10_000 * "[" + 10_000 * "]", "nested too deeply"),
        ("[page]\nport=0x" + 50_000 * "f", "'port' is too large a number"),
        ("[pins]\nplayers=[0x" + 50_000 * "f" + "]", "'players[0]' is too large a number"),
        ("[board]\nrest_s=0x" + 50_000 * "f", "'rest_s' is too large a number"),
        ("[mqtt]\nhost." + 1990 * "a." + "a=1", "'host' is {"),
        ("[voice]\nlanguage='" + 60_000 * "x" + "'", "give en or nl"),
    ],
    ids=["nested", "hex", "in a list", "seconds", "parts", "text"],
)
def test_no_text_of_a_config_breaks_the_check_or_is_repeated(text: str, words: str) -> None:
    _, faults = examine(text)
    assert words in faults[0]
    assert max(map(len, faults)) <= 300


def test_a_thousand_faults_are_counted_and_not_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "box.toml"
    path.write_text("[mqtt]\n" + "".join(f"k{number}=1\n" for number in range(1000)))
    assert main(["check", str(path)]) == 2
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 51
    assert told[-1].endswith("950 more faults")
