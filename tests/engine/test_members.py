"""Several people on one seat: read from its name, kept with the game, taking its turns in order."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import EngineError, NotationError, NotNowError, SetupError, StaleError
from engine.events import (
    IMPORT,
    GameStarted,
    Logged,
    Seated,
    Setup,
    TurnBegan,
    event_from_json,
    event_to_json,
)
from engine.notation import read_record, write_record
from engine.notation.record import replay_record
from engine.setup import member_on_turn, members_of
from engine.table import Table
from engine.table.commands import ChangeSeat, PlayMove, Redo, TakeThrow, Undo
from engine.table.members import first_setup, person_of
from engine.table.state import model_after, new_model, replayed
from engine.throw import Cowries
from engines.drawn_games import do_something
from engines.recorded_table import Box

PLAIN = Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), {}, 0)
SHARED = Setup("chowka-bhara", "5x5", ("Asha & Mina", "Ravi"), {}, 0, members=(("Asha", "Mina"), ("Ravi",)))

THREE = replace(SHARED, names=("Asha & Mina & Dev", "Ravi"), members=(("Asha", "Mina", "Dev"), ("Ravi",)))


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
        table.do(TakeThrow(Cowries(3, 4), source="typed"))
        table.do(PlayMove(table.model.rules.moves(table.model.state)[0]))
    turns = [one for one in record if isinstance(one.event, TurnBegan)]
    assert [one.event for one in turns] == [
        TurnBegan(0, "Asha"), TurnBegan(1), TurnBegan(0, "Mina"), TurnBegan(1),
    ]  # fmt: skip
    for one in turns:
        assert event_from_json(event_to_json(one.event)) == one.event
    assert event_to_json(turns[1].event) == {"type": "turn-began", "player": 1}, "as older versions read it"


# Who comes and leaves while the game goes on.


def turn_of(box: Box) -> None:
    """Play one turn of four shells that passes to the other seat."""
    box.throw(3)
    box.table.do(PlayMove(box.model.line.moves[0]))


def test_after_a_change_a_seat_is_named_as_a_whole_and_the_others_go_on_taking_turns() -> None:
    both = replace(SHARED, names=("Asha & Mina", "Ravi & Lina"), members=(("Asha", "Mina"), ("Ravi", "Lina")))
    box = Box(both)
    box.table.do(ChangeSeat(0, ("Asha", "Mina", "Dev")))
    named = []
    for _ in range(4):
        named.append(person_of(box.model))
        turn_of(box)
    assert named == ["Asha & Mina & Dev", "Ravi", "Asha & Mina & Dev", "Lina"]
    box.table.do(ChangeSeat(0, ("Mina",)))
    assert person_of(box.model) == "Mina"


def test_the_record_says_who_came_and_tells_whose_turn_it_is_where_that_changes() -> None:
    box = Box(PLAIN)
    box.table.do(ChangeSeat(0, ("Asha", "Dev")))
    assert box.model.setup.names == ("Asha & Dev", "Ravi")
    assert box.model.setup.members == (("Asha", "Dev"), ("Ravi",))
    assert [one.event for one in box.record[-2:]] == [Seated(0, ("Asha", "Dev"), ("Asha",)), TurnBegan(0)]
    box = Box(SHARED)
    box.table.do(ChangeSeat(0, ("Mina",)))
    assert [one.event for one in box.record[-2:]] == [Seated(0, ("Mina",), ("Asha", "Mina")), TurnBegan(0)]
    assert (box.model.setup.names, box.model.setup.members) == (("Mina", "Ravi"), ())
    box = Box(THREE)
    box.table.do(ChangeSeat(0, ("Mina", "Dev")))
    assert box.record[-1].event == TurnBegan(0)
    box = Box(PLAIN)
    turn_of(box)
    box.table.do(ChangeSeat(1, ("Lina",)))  # somebody may play on for another
    assert box.record[-1].event == TurnBegan(1)
    assert (box.model.setup.names, box.model.setup.members) == (("Asha", "Lina"), ())


def test_an_undo_takes_nobody_away() -> None:
    box = Box(SHARED)
    for _ in range(4):
        turn_of(box)
    assert person_of(box.model) == "Asha"
    box.table.do(ChangeSeat(0, ("Asha", "Dev")))
    for _ in range(8):
        box.table.do(Undo())
        assert box.model.setup.names[0] == "Asha & Dev"
    assert first_setup(box.model) == SHARED


def test_what_could_be_brought_back_still_can_after_somebody_came() -> None:
    box = Box(PLAIN)
    turn_of(box)
    deeds = box.deeds()
    box.table.do(Undo())
    box.table.do(ChangeSeat(1, ("Ravi", "Dev")))
    box.table.do(Redo())
    assert box.deeds() == deeds


@pytest.mark.parametrize(
    ("seat", "people"),
    [
        (0, []),
        (0, ["  "]),
        (0, ["Ravi", "Asha"]),
        (0, ["Asha"]),
        (0, ["Asha", "ASHA"]),
        (0, ["B" * 41]),
        (0, [f"P{n}" for n in range(9)]),
        (2, ["Dev"]),
        (-1, ["Dev"]),
    ],
)
def test_people_that_cannot_have_a_seat_are_refused_and_nothing_is_written(
    seat: int, people: list[str]
) -> None:
    box = Box(PLAIN)
    before = box.model
    with pytest.raises(SetupError):
        box.table.do(ChangeSeat(seat, tuple(people)))
    assert box.model is before


def test_a_page_that_has_not_heard_of_the_last_change_of_a_seat_changes_nothing() -> None:
    box = Box(PLAIN)
    seen = box.model.seq
    turn_of(box)
    box.table.do(ChangeSeat(0, ("Asha", "Dev")), at=seen)  # a move is nothing that matters here
    box.table.do(ChangeSeat(1, ("Ravi", "Lina")), at=seen)
    with pytest.raises(StaleError):
        box.table.do(ChangeSeat(0, ("Asha", "Mina")), at=seen)
    box.throw(3)
    seen = box.model.seq
    box.table.do(ChangeSeat(0, ("Asha", "Mina")))
    box.table.do(PlayMove(box.model.line.moves[0]), at=seen)  # nor is who came for a move
    assert box.model.turn == 0


@pytest.mark.parametrize("seat", [2, -1])
def test_a_record_in_which_somebody_comes_to_no_seat_is_broken(seat: int) -> None:
    with pytest.raises(EngineError):
        model_after(Box(PLAIN).model, Logged(9, 1, Seated(seat, ("Asha", "Dev"), ("Asha",))))


def test_nobody_comes_to_a_game_that_is_over() -> None:
    box = Box(PLAIN)
    box.play("resign 1")
    with pytest.raises(NotNowError):
        box.table.do(ChangeSeat(0, ("Asha", "Dev")))


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_journal_and_record_tell_who_played_every_turn(data: st.DataObject) -> None:
    box = Box(data.draw(st.sampled_from([PLAIN, SHARED])))
    for _ in range(data.draw(st.integers(1, 25))):
        people = data.draw(
            st.lists(st.sampled_from(["Asha", "Mina", "Dev", "Lina D."]), unique=True, max_size=3)
        )
        with suppress(SetupError, NotNowError):
            if data.draw(st.integers(0, 3)) == 0:
                box.table.do(ChangeSeat(data.draw(st.integers(0, 1)), tuple(people)))
        do_something(data, box.table)
    again = box.restart()
    assert person_of(again.model) == person_of(box.model)
    text = write_record(box.model, events=box.record)
    record = read_record(text)
    replay = replay_record(record)
    assert write_record(replay) == write_record(box.model)
    assert (replay.setup, person_of(replay)) == (box.model.setup, person_of(box.model))
    journal: list[Logged] = []
    imported = Table(record=journal.extend)
    imported.add(record.setup, record.actions, seats=record.seats, request=f"{IMPORT}1")
    assert person_of(replayed(journal)) == person_of(box.model)


def test_a_record_says_who_came_where_it_was() -> None:
    box = Box(PLAIN)
    box.throw(3)
    box.table.do(ChangeSeat(0, ("Asha", "Dev")))
    box.table.do(PlayMove(box.model.line.moves[0]))
    text = write_record(box.model)
    assert '1 Asha: 3/4=3\nseat 1 ["Asha", "Dev"]\n1 "Asha & Dev": a 0/3 =3\n' in text
    assert replay_record(read_record(text)).setup == box.model.setup


@pytest.mark.parametrize(
    "line",
    ['seat 3 ["Dev"]', "seat 1 Dev", 'seat 1 ["Ravi"]', "seat 1 []", 'seat x ["Dev"]', 'seat 1 ["Asha"]'],
)
def test_a_record_in_which_nobody_can_sit_so_is_refused(line: str) -> None:
    head = "charkoni-record 1\ngame chowka-bhara 5x5\nplayer 1 Asha\nplayer 2 Ravi\n"
    with pytest.raises(NotationError, match="line 5"):
        read_record(f"{head}{line}\n")
    many = "".join(f'seat 1 ["P{n}"]\n' for n in range(201))
    with pytest.raises(NotationError, match="more than 200"):
        read_record(head + many)
