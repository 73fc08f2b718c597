"""Several people on one seat: read from its name, kept with the game, taking its turns in order."""

from __future__ import annotations

import pytest

from engine.errors import NotationError, SetupError
from engine.events import GameStarted, Logged, Setup, TurnBegan, event_from_json, event_to_json
from engine.notation import read_record, write_record
from engine.notation.record import replay_record
from engine.setup import member_on_turn, members_of
from engine.table import Table
from engine.table.state import new_model
from engine.throw import Cowries

SHARED = Setup("chowka-bhara", "5x5", ("Asha & Mina", "Ravi"), {}, 0, members=(("Asha", "Mina"), ("Ravi",)))


@pytest.mark.parametrize(
    ("names", "members"),
    [
        (["Asha", "Ravi"], ()),
        (["Asha & Mina", "Ravi"], (("Asha", "Mina"), ("Ravi",))),
        (["Asha&Mina &Dev", "Ravi & Lotte"], (("Asha", "Mina", "Dev"), ("Ravi", "Lotte"))),
        (["Asha &", "Ravi"], ()),
        (["&", "Ravi"], ()),
    ],
)
def test_a_name_says_who_shares_the_seat(names: list[str], members: object) -> None:
    assert members_of(names) == members


@pytest.mark.parametrize(
    "names", [["Asha & asha", "Ravi"], ["Asha & Ravi", "Ravi"], ["A & " + "B" * 41, "C"]]
)
def test_people_of_a_shared_seat_can_be_told_apart_from_everyone(names: list[str]) -> None:
    with pytest.raises(SetupError):
        members_of(names)


def test_the_start_of_a_game_says_who_shares_a_seat_and_one_of_an_older_version_nobody() -> None:
    started = GameStarted(SHARED)
    assert event_from_json(event_to_json(started)) == started
    assert SHARED.people == ("Asha", "Mina", "Ravi")
    alone = event_to_json(GameStarted(Setup("chowka-bhara", "5x5", ("Asha & Mina", "Ravi"))))
    assert "members" not in alone["setup"]
    read = event_from_json(alone)
    assert isinstance(read, GameStarted)
    assert (read.setup.members, read.setup.people) == ((), ("Asha & Mina", "Ravi"))


@pytest.mark.parametrize(
    "members",
    [7, "ab", {}, [["Asha"]], [["Asha"], []], [["Asha"], "Ravi"], [["Asha"], [7]], [["A"] * 9, ["B"]]],
)
def test_garbled_people_of_a_seat_are_no_event(members: object) -> None:
    told = event_to_json(GameStarted(SHARED))
    told["setup"]["members"] = members
    with pytest.raises(NotationError):
        event_from_json(told)


def test_a_record_names_who_shares_a_seat() -> None:
    written = write_record(new_model(SHARED, game=1, seq=0))
    assert 'player 1 "Asha & Mina"\nplayer 2 Ravi\nmember 1 Asha\nmember 1 Mina\nmember 2 Ravi\n' in written
    assert replay_record(read_record(written)).setup == SHARED


@pytest.mark.parametrize("line", ["member 3 Dev", "member x Dev", "member 2 Dev"])
def test_a_record_with_people_on_no_seat_or_with_an_empty_one_is_refused(line: str) -> None:
    head = "charkoni-record 1\ngame chowka-bhara 5x5\nplayer 1 Asha\nplayer 2 Ravi\n"
    with pytest.raises(NotationError):
        read_record(head + line + "\n")


def test_people_of_a_seat_take_its_turns_one_after_the_other() -> None:
    turns = [(0, 1), (0, 1), (1, 2), (0, 3), (0, 4), (1, 5)]
    whose = [member_on_turn(["Asha", "Mina"], turns[: n + 1], seat=0) for n in range(len(turns))]
    # A seat that plays again in a new turn gives it to the next person.
    assert whose == ["Asha", "Asha", "Asha", "Mina", "Asha", "Asha"]
    assert member_on_turn(["Asha", "Mina"], [], seat=0) == "Asha"


def test_a_turn_that_begins_names_the_person() -> None:
    record: list[Logged] = []
    table = Table(record=record.extend)
    table.start(SHARED)
    for _ in range(3):
        table.throw(Cowries(3, 4), source="typed")
        table.play(table.model.rules.moves(table.model.state)[0])
    turns = [one for one in record if isinstance(one.event, TurnBegan)]
    assert [one.event for one in turns] == [
        TurnBegan(0, "Asha"), TurnBegan(1), TurnBegan(0, "Mina"), TurnBegan(1),
    ]  # fmt: skip
    for one in turns:
        assert event_from_json(event_to_json(one.event)) == one.event
    assert event_to_json(turns[1].event) == {"type": "turn-began", "player": 1}, "as older versions read it"
