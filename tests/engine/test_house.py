"""House rules: every value under a name and version, as a word in a link, in a setup and in a record."""

from __future__ import annotations

import base64
import json
import random
from binascii import crc32
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import EngineError, NotationError, SetupError
from engine.events import GameStarted, Setup, event_from_json, event_to_json
from engine.house import LAST_VERSION, HouseRules, house_rules
from engine.names import LONGEST_NAME, trimmed
from engine.notation import read_house, read_record, write_house, write_record
from engine.notation.house import LONGEST_WORD
from engine.options import OptionValue
from engine.record import write
from engine.registry import game_info, games, make_rules
from engine.table.state import new_model

FEW = settings(max_examples=40, deadline=None)


@st.composite
def written(draw: st.DrawFn) -> tuple[str, str, dict[str, OptionValue]]:
    """Choose options of a game as people might, also such as exclude each other."""
    info = draw(st.sampled_from(games()))
    preset = draw(st.sampled_from(info.presets))
    chosen = draw(
        st.lists(st.sampled_from([o for o in info.options if o.in_games]), unique_by=lambda o: o.key)
    )
    return info.name, preset.name, {option.key: draw(st.sampled_from(option.choices)) for option in chosen}


@st.composite
def rules(draw: st.DrawFn) -> HouseRules:
    """Make house rules by which somebody could play."""
    game, preset, options = draw(written())
    name = draw(st.text(max_size=LONGEST_NAME).filter(trimmed))
    version = draw(st.integers(1, LAST_VERSION))
    try:
        return house_rules(game, preset, options, name=name, version=version)
    except SetupError:  # two of the options exclude each other
        return house_rules(game, preset, {}, name=name, version=version)


@given(rules())
@FEW
def test_house_rules_name_every_value_and_come_back_from_a_word_a_start_and_a_record(
    house: HouseRules,
) -> None:
    word = write_house(house)
    assert read_house(word) == house
    assert len(word) <= LONGEST_WORD
    info = game_info(house.game)
    preset = info.preset(house.preset)
    assert set(house.values) == {option.key for option in info.options if option.in_games}
    in_force = info.in_force(preset, house.options)
    assert {key: in_force[key] for key in house.values} == house.values
    make_rules(house.game, house.preset, options=house.options, players=max(info.players))
    for key in house.options:  # none of them could be left out
        rest = {other: value for other, value in house.options.items() if other != key}
        assert info.in_force(preset, rest)[key] != house.values[key]
    names = ("Asha", "Ravi", "Mina", "Dev")[: max(info.players)]
    setup = Setup(house.game, house.preset, names, house.options, 0, house)
    told = json.loads(json.dumps(event_to_json(GameStarted(setup))))
    assert event_from_json(told) == GameStarted(setup)
    sheet = write_record(new_model(setup, game=1, seq=1))
    assert read_record(sheet).setup == setup
    assert write_record(new_model(read_record(sheet).setup, game=1, seq=1)) == sheet


def test_the_longest_name_and_every_option_changed_fit_into_a_word() -> None:
    changed: dict[str, OptionValue] = {}
    info = game_info("pachisi")
    for option in info.options:
        other = [c for c in option.choices if c != info.preset("six").defaults[option.key]]
        changed[option.key] = other[0]
    changed |= {"table": "six-tylor", "grace_home": False}  # with this table it is on otherwise
    word = write_house(house_rules("pachisi", "six", changed, name="𝕬" * LONGEST_NAME, version=LAST_VERSION))
    assert len(word) < LONGEST_WORD
    assert read_house(word).options == changed


def test_a_start_written_before_there_were_house_rules_is_read() -> None:
    old = {"game": "pachisi", "preset": "six", "names": ["A", "B"], "options": {"gate": True}, "begins": None}
    event = event_from_json({"type": "game-started", "setup": old})
    assert event == GameStarted(Setup("pachisi", "six", ("A", "B"), {"gate": True}))
    assert event_to_json(event)["setup"] == {**old, "house": None, "imported": ""}


def test_a_game_of_house_rules_that_are_unknown_now_still_shows_them() -> None:
    house = {"name": "Ours", "version": 4, "values": {"gone": "far", "gate": True}}
    setup = {
        "game": "pachisi",
        "preset": "six",
        "names": ["A", "B"],
        "options": {},
        "begins": 0,
        "house": house,
    }
    event = event_from_json({"type": "game-started", "setup": setup})
    assert isinstance(event, GameStarted)
    assert str(event.setup.house) == "Ours"
    assert write(event.setup) == {**setup, "imported": ""}


def test_a_default_follows_what_it_needs() -> None:
    house = house_rules("pachisi", "seven", {"all_first": False, "cancel": False}, name="Ours")
    assert house.values["cancel"] is False
    assert house.options == {"all_first": False}


@pytest.mark.parametrize(
    ("options", "name", "version", "words"),
    [
        ({}, " \u200b ", 1, "no name that can be seen"),
        ({}, "x" * 41, 1, "too long"),
        ({}, "Ours", 0, "1 to 999"),
        ({}, "Ours", 1000, "1 to 999"),
        ({"ludo": True}, "Ours", 1, "no option 'ludo'"),
        ({"gate": 1}, "Ours", 1, "cannot be 1"),
        ({"revenge": True}, "Ours", 1, "needs 'capture_first'"),
        ({"table": "seven"}, "Ours", 1, "7 shells|has 6 shells"),
    ],
)
def test_house_rules_by_which_nobody_could_play_are_refused(
    options: Mapping[str, OptionValue], name: str, version: int, words: str
) -> None:
    with pytest.raises(SetupError, match=words):
        house_rules("pachisi", "six", options, name=name, version=version)


def test_an_option_for_four_may_be_part_of_house_rules() -> None:
    assert house_rules("pachisi", "six", {"partners": True}, name="Ours").options == {"partners": True}


def test_an_option_for_matches_is_no_part_of_house_rules() -> None:
    with pytest.raises(SetupError, match="belongs to matches"):
        house_rules("backgammon", "standard", {"crawford": True}, name="Ours")


# Words that come from elsewhere.


def word_of(parts: object, *, form: int = 1) -> str:
    return word_of_text(json.dumps(parts), form=form)


def word_of_text(text: str, *, form: int = 1) -> str:
    told = text.encode()
    return f"{form}.{base64.urlsafe_b64encode(told).rstrip(b'=').decode()}.{crc32(told):08x}"


FOREIGN: list[tuple[str, type[EngineError], str]] = [
    ("", NotationError, "no house rules"),
    ("hello", NotationError, "no house rules"),
    ("1." + "A" * 2000 + ".00000000", NotationError, "no house rules"),
    (word_of(["pachisi", "six", "Ours", 1, {}], form=2), NotationError, "newer version"),
    (word_of({"game": "pachisi"}), NotationError, "damaged"),
    (word_of(["pachisi", "six", "Ours", True, {}]), NotationError, "damaged"),
    (word_of(["pachisi", "six", "Ours", 1.0, {}]), NotationError, "damaged"),
    (word_of(["pachisi", "six", "Ours", 1, {}, 7]), NotationError, "damaged"),
    ("1.AAAA.00000000", NotationError, "damaged"),
    (word_of("[" * 400), NotationError, "damaged"),
    (word_of_text("[" * 800), NotationError, "damaged"),
    (word_of(["ludo", "six", "Ours", 1, {}]), SetupError, "no game 'ludo'"),
    (word_of(["pachisi", "nine", "Ours", 1, {}]), SetupError, "no preset 'nine'"),
    (word_of(["pachisi", "six", "Ours", 1, {"jump": True}]), SetupError, "no option 'jump'"),
    (word_of(["pachisi", "six", "Ours", 1, {"gate": "maybe"}]), SetupError, "cannot be 'maybe'"),
    (word_of(["pachisi", "six", "Ours", 1, {"table": ["six"]}]), SetupError, "cannot be"),
    (word_of(["pachisi", "six", "Ours", -1, {}]), SetupError, "1 to 999"),
    (word_of(["pachisi", "six", "", 1, {}]), SetupError, "no name"),
    (word_of(["pachisi", "six", "\ud800", 1, {}]), SetupError, "no name"),
]


@pytest.mark.parametrize(("word", "error", "words"), FOREIGN)
def test_a_foreign_word_is_refused_with_its_reason(word: str, error: type[EngineError], words: str) -> None:
    with pytest.raises(error, match=words):
        read_house(word)


@given(rules(), st.randoms(use_true_random=False))
@FEW
def test_a_word_with_a_letter_changed_or_cut_is_known(house: HouseRules, chance: random.Random) -> None:
    word = write_house(house)
    at = chance.randrange(len(word))
    other = chance.choice("abcXYZ019-_.")
    for broken in (word[:at], word[:at] + other + word[at + 1 :], word[:at] + other + word[at:]):
        try:
            read = read_house(broken)
        except NotationError:
            continue
        # The last letter of base64 has bits that say nothing: then nothing has changed.
        assert read == house


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
    max_leaves=12,
)


@given(JUNK | st.tuples(st.just("pachisi"), st.just("six"), JUNK, JUNK, JUNK).map(list))
@settings(max_examples=100)
def test_whatever_a_word_holds_is_read_or_refused(parts: Any) -> None:
    try:
        house = read_house(word_of(parts))
    except (NotationError, SetupError):
        return
    assert read_house(write_house(house)) == house


@FEW
@given(st.text() | st.binary().map(lambda told: base64.urlsafe_b64encode(told).decode()))
def test_any_text_is_no_house_rules(text: str) -> None:
    with pytest.raises(NotationError):
        read_house(text)


# The line of a record.


@pytest.mark.parametrize(
    "line", ["house", "house two Ours", "house 2", "house 0 Ours", 'house 2 "Ours', "house 7777 A"]
)
def test_a_line_of_a_record_that_names_no_house_rules_is_refused(line: str) -> None:
    sheet = f"charkoni-record 1\ngame pachisi six\n{line}\nplayer 1 A\nplayer 2 B\n"
    with pytest.raises(NotationError, match="line 3"):
        read_record(sheet)


def test_a_record_names_its_house_rules() -> None:
    house = house_rules("pachisi", "six", {"gate": True}, name='My "own": rules', version=12)
    setup = Setup("pachisi", "six", ("A", "B"), house.options, 0, house)
    sheet = write_record(new_model(setup, game=1, seq=1))
    assert sheet.splitlines()[1:4] == [
        "game pachisi six",
        "option gate true",
        'house 12 "My \\"own\\": rules"',
    ]


def test_a_name_is_trimmed_once_and_for_all() -> None:
    for name in ("\x00 Ours", "Ours \x1f", " \t O\x07urs \n"):
        assert trimmed(name) == trimmed(trimmed(name)) == "Ours"
