"""What the room hears and sees of a game, with the real table and a real journal."""

from __future__ import annotations

import pytest

from devices.announced_room import FIRST, RED, SECOND, SETUP, SOUND, Room, position, until
from engine.events import Event, GameStarted, Logged, Moved, Setup, Threw, ThrowAsked, TurnBegan
from engine.match import Conduct
from engine.move import EndTurn
from engine.table.commands import (
    AcceptMove,
    AskThrow,
    CorrectThrow,
    PlayMove,
    ReportMove,
    SetPosition,
    TakeMoveBack,
    TakeThrow,
    Undo,
)
from engine.throw import Cowries, Dice
from engines.random_matches import match_setup
from web.language.speech import actions


def test_a_new_game_says_whose_turn_it_is(room: Room) -> None:
    room.announcer.start()
    room.table.start(SETUP)
    until(lambda: room.voice.said != [])
    room.told()
    assert room.voice.said == ["A new game; Asha’s turn"]
    assert room.states(FIRST) == [0, 1, 0, 1, 0, 1]
    assert room.states(SECOND) == [0]
    assert room.states(SOUND) == [0, 0.5, 0]


def test_a_legal_move_makes_no_noise_and_changes_no_lamp(room: Room) -> None:
    room.begin(**position([[5, 3, 0, 0], [0, 0, 0, 0]]))
    room.table.do(TakeThrow(Cowries(4, 4)))
    room.table.do(TakeThrow(Cowries(3, 4)))
    room.told()
    room.forget()
    room.table.do(ReportMove((0, 0), room.square(0, 9)))
    room.told()
    assert room.table.model.turn == 0
    assert room.voice.said == []
    assert [room.states(pin) for pin in (FIRST, SECOND, RED, SOUND)] == [[1], [0], [0], [0]]


def test_a_throw_is_said_and_a_turn_blinks_and_beeps_its_seat(room: Room) -> None:
    room.begin()
    room.table.do(TakeThrow(Cowries(3, 4)))
    room.told()
    assert room.voice.said == ["Asha: 3"]
    assert [room.states(pin) for pin in (FIRST, SECOND, RED, SOUND)] == [[1], [0], [0], [0]]
    room.table.do(ReportMove((0, 0), room.square(0, 3)))
    room.told()
    assert room.voice.said == ["Asha: 3", "Ravi’s turn"]
    assert room.states(FIRST) == [1, 0]
    assert room.states(SECOND) == [0, 1, 0, 1, 0, 1]
    assert room.states(SOUND) == [0, 0.5, 0, 0.5, 0]
    assert room.states(RED) == [0]


def test_a_kill_flashes_and_falls_and_says_the_throw_it_earns(room: Room) -> None:
    room.begin(**position([[5, 0, 0, 0], [16 - 9, 0, 0, 0]]))
    target = room.square(1, 7)
    distance = next(n for n in range(24) if room.square(0, n) == target)
    room.table.do(SetPosition(position([[distance - 3, 0, 0, 0], [7, 0, 0, 0]])))
    room.table.do(TakeThrow(Cowries(3, 4)))
    room.told()
    room.forget()
    room.table.do(ReportMove((0, 0), target))
    room.told()
    assert room.voice.said == ["Asha kills Ravi’s pawn; Asha throws again"]
    assert room.states(SOUND) == [0, 0.5, 0, 0.5, 0]
    assert room.states(FIRST) == [1, 0] * 6 + [1]
    assert room.states(SECOND) == [0] + [1, 0] * 6


@pytest.mark.parametrize(
    ("tournament", "said"), [(False, "Asha cannot move; Ravi’s turn"), (True, "Ravi’s turn")]
)
def test_the_voice_does_not_say_in_a_tournament_that_nothing_could_be_played(
    room: Room, tournament: bool, said: str
) -> None:
    setup = match_setup(3, conduct=Conduct(tournament=tournament))
    room.begin(setup, board=[0, *[0] * 18, *[-2] * 6, 1], turn=0)
    room.table.do(TakeThrow(Dice((6, 5))))
    room.told()
    room.forget()
    room.table.do(PlayMove(EndTurn()))
    room.told()
    assert room.voice.said == [said]


def test_an_illegal_move_stays_red_until_it_is_settled(room: Room) -> None:
    room.begin()
    room.table.do(TakeThrow(Cowries(3, 4)))
    room.told()
    room.forget()
    room.table.do(ReportMove((0, 0), room.square(0, 5)))
    room.told()
    assert len(room.voice.said) == 1
    assert room.voice.said[0].startswith("Not allowed: C2: ")
    assert room.states(SOUND) == [0, 0.5, 0, 0.5, 0, 0.5, 0]
    until(lambda: len(room.states(RED)) > 8)
    assert room.lamps.state().pattern == "illegal"
    question = room.table.model.question
    assert question is not None
    room.table.do(TakeMoveBack(room.journal.last_seq()))
    room.told()
    assert room.lamps.state().pattern == "still"
    assert room.states(RED)[-1] == 0
    assert room.notes() == 3
    assert room.states(FIRST) == [1]


def test_a_move_that_can_never_be_made_good_is_asked_about_aloud_and_winks(room: Room) -> None:
    pieces = {"turn": 0, "pieces": [[79, 9, 84, 84], [9, 0, 0, 0]]}
    room.begin(Setup("pachisi", "six", ("Asha", "Ravi"), {}, 0), **pieces)
    room.table.do(TakeThrow(Cowries(4, 6)))
    room.told()
    room.forget()
    room.table.do(ReportMove((0, 0), "r11c9"))
    room.told()
    assert len(room.voice.said) == 1
    assert room.voice.said[0].startswith("Are you sure? P21: from there no throw takes the piece home")
    assert room.lamps.state().pattern == "question"
    room.table.do(AcceptMove(room.journal.last_seq()))
    room.told()
    assert room.lamps.state().pattern == "still"


def test_a_question_winks_until_it_is_answered(room: Room) -> None:
    room.begin()
    room.table.do(
        AskThrow(ThrowAsked(faces=("mouth", "unsure"), alternatives=(Cowries(3, 4), Cowries(2, 4))))
    )
    room.told()
    assert room.voice.said == ["What was thrown? Please answer on a phone"]
    assert room.lamps.state().pattern == "question"
    assert room.notes() == 3
    room.table.do(CorrectThrow(room.journal.last_seq(), Cowries(2, 4)))
    room.told()
    assert room.voice.said[1:] == ["Asha: 2"]
    assert room.lamps.state().pattern == "still"
    assert room.notes() == 3


def test_a_kept_throw_asks_until_the_one_before_is_played(room: Room) -> None:
    room.begin(**position([[5, 1, 0, 0], [0, 0, 0, 0]]))
    room.table.do(TakeThrow(Cowries(3, 4)))
    room.table.do(TakeThrow(Cowries(2, 4)))
    room.told()
    assert room.lamps.state().pattern == "question"
    room.table.do(ReportMove((0, 1), room.square(0, 4)))
    room.told()
    assert room.lamps.state().pattern == "still"
    assert room.voice.said[-1] == "Ravi: 2"


def test_a_correction_says_only_the_new_value(room: Room) -> None:
    room.begin(**position([[5, 3, 0, 0], [0, 0, 0, 0]]))
    room.table.do(TakeThrow(Cowries(3, 4)))
    room.told()
    room.forget()
    room.table.do(CorrectThrow(room.journal.last_seq(), Cowries(1, 4)))
    room.told()
    assert room.voice.said == ["1"]
    assert room.notes() == 0


def test_a_win_is_heard_and_seen_until_the_next_game(room: Room) -> None:
    room.begin(**position([[24, 24, 24, 21], [0, 0, 0, 0]]))
    room.table.do(TakeThrow(Cowries(3, 4)))
    room.table.do(ReportMove((0, 3), room.square(0, 24)))
    room.told()
    assert room.voice.said[-1] == "Asha has won"
    assert room.notes() == 4
    assert room.lamps.state().pattern == "win"
    until(lambda: len(room.states(FIRST)) > 12)
    room.table.start(SETUP)
    room.told()
    assert room.lamps.state().pattern == "still"
    assert room.lights.players == (1, 0)


def test_after_a_restart_turn_and_question_are_shown_without_a_sound(room: Room) -> None:
    room.begin()
    room.table.do(TakeThrow(Cowries(3, 4)))
    room.table.do(ReportMove((0, 0), room.square(0, 3)))
    room.table.do(AskThrow(ThrowAsked(faces=("unsure",), alternatives=(Cowries(3, 4),))))
    room.told()
    room.announcer.close()
    room.announcer.close()
    room.lights.quiet()
    until(lambda: room.lights.players == (0, 0))
    room.forget()
    room.announcer = room.announcing()
    room.announcer.start()
    until(lambda: room.lights.players == (0, 1))
    until(lambda: room.lamps.state().pattern == "question")
    room.told()
    assert room.states(SECOND) == [0, 1]
    assert room.states(SOUND) == [0]
    assert room.voice.said == []


def test_an_older_game_brings_its_turn_back(room: Room) -> None:
    room.table.start(SETUP)
    room.table.do(TakeThrow(Cowries(3, 4)))
    room.table.do(ReportMove((0, 0), room.square(0, 3)))
    room.begin(Setup("chowka-bhara", "5x5", ("Meena", "Tara")))
    room.table.resume(room.journal.game_events(1), announce=True)
    room.told()
    assert room.voice.said == ["An older game lies on the table again"]
    until(lambda: room.lights.players == (0, 1))
    assert room.notes() == 0


def test_an_undo_gives_the_turn_back(room: Room) -> None:
    room.begin()
    room.table.do(TakeThrow(Cowries(3, 4)))
    room.table.do(ReportMove((0, 0), room.square(0, 3)))
    room.told()
    room.table.do(Undo())
    room.told()
    assert room.voice.said[-1] == "Taken back; Asha’s turn"
    assert room.lights.players == (1, 0)


def test_the_page_sees_what_is_on_the_pins(room: Room) -> None:
    room.begin()
    state = room.lamps.state()
    assert state.players == tuple(room.pins.pin(pin).state for pin in (FIRST, SECOND))
    assert (state.alarm, state.pattern, state.sound) == (0, "still", "")
    number = state.sound_number
    heard: list[str] = []
    stop = room.lamps.listen(lambda: heard.append(room.lamps.state().sound))
    room.buzzer.play("kill")
    until(lambda: "kill" in heard and not room.buzzer.sound)
    stop()
    assert room.lamps.state().sound_number == number + 1


def test_what_was_recorded_together_is_one_action() -> None:
    events: list[tuple[Event, str, float]] = [
        (GameStarted(SETUP), "", 1.0),
        (TurnBegan(0), "", 1.0),
        (Threw(0, Cowries(3, 4)), "", 2.0),
        (Moved(0, EndTurn()), "a", 3.0),
        (TurnBegan(1), "a", 3.0),
        (Moved(1, EndTurn()), "b", 3.0),
    ]
    logged = [Logged(seq, 1, event, request, at) for seq, (event, request, at) in enumerate(events, 1)]
    assert [[one.seq for one in action] for action in actions(logged)] == [[1, 2], [3], [4, 5], [6]]
