"""Events and refusals in words: every kind of event and every consequence, right for each game."""

from __future__ import annotations

import string
from collections.abc import Sequence

from babel.messages.catalog import Catalog

from engine.ending import Accept, Agree, Refuse, Resign
from engine.events import (
    BoardAnswered,
    BoardFound,
    ConductChanged,
    Corrected,
    CorrectionSettled,
    Event,
    GameEnded,
    Logged,
    Moved,
    MovedBack,
    PositionSet,
    Seated,
    Threw,
    ThrowAsked,
    TimeGiven,
    TurnClosed,
)
from engine.facts import Ending, FactKind, Outcome
from engine.match import Conduct
from engine.move import Decline, Drop, EndTurn, PieceMove, Play, Step
from engine.reasons import Reason
from engine.throw import Cowries, Dice
from engines.events_to_tell import BACKGAMMON, CHOWKA, MOVE, NAMES, PACHISI, captured, happened
from web.language.events import line
from web.language.speaker import Speaker, refusal
from web.language.speech import taken_back


def say(event: Event, game: str = CHOWKA) -> str:
    return line(event, Speaker(NAMES, game))


PLAY = Play((Step(8, 5), Step(6, 5, hit=True)))

# How each kind of event is told stands in the recordings, `golden/v0.1.0/events.txt`; here is what varies.
LINES: Sequence[tuple[Event, str, str]] = [
    (Seated(0, ("Dev",), ("Asha", "Dev")), CHOWKA, "Dev plays alone now"),
    (Seated(0, ("Dev",), ("Asha",)), CHOWKA, "Dev plays now in place of Asha"),
    (Threw(0, Cowries(1, 4), value=1), CHOWKA, "Asha throws 1 mouth of 4: 1"),
    (Threw(0, Cowries(4, 4), value=4, again=True), CHOWKA, "Asha throws 4 mouths of 4: 4, chowka"),
    (Threw(0, Cowries(0, 4), value=8, again=True), CHOWKA, "Asha throws 0 mouths of 4: 8, bhara"),
    (Threw(1, Cowries(0, 6), value=25, again=True), PACHISI, "Ravi throws 0 mouths of 6: 25, grace"),
    (Threw(1, Cowries(3, 6), "typed", value=3), PACHISI, "Ravi throws 3 mouths of 6: 3 (typed)"),
    (Threw(1, Dice((3, 1)), "drawn"), BACKGAMMON, "Ravi throws 3 and 1 (drawn by the box)"),
    (Threw(1, Dice((5,))), BACKGAMMON, "Ravi throws 5"),
    (Threw(5, Dice((5,))), BACKGAMMON, "player 6 throws 5"),
    (
        ThrowAsked(("mouth", "unsure"), (Cowries(1, 4), Cowries(2, 4))),
        CHOWKA,
        "The eye is not sure what was thrown: 1 mouth of 4, 2 mouths of 4?",
    ),
    (ThrowAsked((), ()), CHOWKA, "The eye is not sure what was thrown"),
    (TurnClosed(1, 3, "button"), BACKGAMMON, "Ravi presses the button: the turn is over"),
    (TurnClosed(1, 3, "phone"), BACKGAMMON, "Ravi ends the turn"),
    (
        TimeGiven(1, 61, "a glass fell over"),
        BACKGAMMON,
        "More time for Ravi: 1 minute and 1 second (a glass fell over)",
    ),
    (TimeGiven(1, 120, "Late throw"), BACKGAMMON, "More time for Ravi: 2 minutes (Late throw)"),
    (TimeGiven(1, -30, "Late"), BACKGAMMON, "Less time for Ravi: 30 seconds (Late)"),
    (
        ConductChanged(Conduct(), Conduct(tournament=True, tells_illegal=False, spectators_lag_s=300)),
        BACKGAMMON,
        "Tournament mode is on; Spectators see the match 5 minutes later; "
        "Illegal plays are not told any more",
    ),
    (
        ConductChanged(Conduct(tournament=True, spectators_lag_s=60), Conduct(), "Dev"),
        BACKGAMMON,
        "Tournament mode is switched off; Spectators see the match as it is played, from the phone Dev",
    ),
    (
        ConductChanged(Conduct(), Conduct(round="Final")),
        BACKGAMMON,
        "Something else is settled for the match",
    ),
    (
        Moved(0, PieceMove("move", (4,), value=1, squares=1, start=0, end=1), "accepted"),
        CHOWKA,
        "Asha moves Ravi’s a by 1 (accepted as played)",
    ),
    (
        Moved(0, MOVE, "forced"),
        CHOWKA,
        "Asha moves b by 3 (nothing else was possible)",
    ),
    (
        Moved(0, PieceMove("move", (0, 1), value=2, squares=2, start=17, end=18)),
        CHOWKA,
        "Asha moves the gatti a and b by 1",
    ),
    (
        Moved(0, PieceMove("enter", (0,), value=25, squares=25, end=1)),
        PACHISI,
        "Asha plays 25: piece a enters",
    ),
    (
        Moved(0, PieceMove("pair", (0, 1), start=17, end=17)),
        CHOWKA,
        "Asha declares a and b a gatti",
    ),
    (
        Moved(0, PieceMove("challenge", (0,), value=2, squares=2, start=16, end=18)),
        CHOWKA,
        "Asha challenges the mupollu with a and a 2",
    ),
    (Moved(0, Decline(6)), PACHISI, "Asha gives up the 6"),
    (Moved(1, PLAY, "accepted"), BACKGAMMON, "Ravi plays 8/5 6/5* (accepted as played)"),
    (Moved(1, EndTurn()), BACKGAMMON, "Ravi ends the turn"),
    (Moved(1, EndTurn(), "forced"), BACKGAMMON, ""),
    (MovedBack(3, warned=True), PACHISI, "The move is not made"),
    (PositionSet({}, "camera", "7.jpg"), CHOWKA, "The position is set as the board shows it"),
    (Moved(0, Decline(6), "inferred"), PACHISI, "Asha gives up the 6 (concluded from the board)"),
    (Moved(1, EndTurn(), "inferred"), BACKGAMMON, ""),
    (BoardAnswered(3, 0), CHOWKA, ""),
    (BoardFound("seen"), BACKGAMMON, ""),
    (Corrected(3, Dice((3, 1))), BACKGAMMON, "The throw is corrected: 3 and 1"),
    (
        Corrected(3, Dice((3, 1)), 5),
        BACKGAMMON,
        "The throw is corrected: 3 and 1; a later move does not fit it",
    ),
    (CorrectionSettled(5, "undone"), CHOWKA, "Everything from the later move on is taken back"),
    (CorrectionSettled(5, "withdrawn"), CHOWKA, "The throw stays as it was read"),
    (
        captured((1, 0), (1, 2), (2, 3)),
        CHOWKA,
        "Asha kills 2 of Ravi’s pawns and Meena’s pawn",
    ),
    (Moved(0, PieceMove("enter", (0,), 4, 4, -1, 0)), CHOWKA, "Asha plays 4: pawn a enters"),
    (happened(FactKind.HOME, pieces=((0, 1), (0, 2))), BACKGAMMON, "Asha bears off 2 checkers"),
    (happened(FactKind.LOST, values=(2, 8)), CHOWKA, "Asha cannot use 2 and 8"),
    (
        happened(FactKind.CANCELLED, values=(25, 10, 25)),
        PACHISI,
        "25, 10 and 25 cancel one another",
    ),
    (
        happened(FactKind.CANCELLED, values=(30,)),
        PACHISI,
        "30 is the third in a row and counts for nothing",
    ),
    (Moved(1, Drop()), BACKGAMMON, "Ravi passes the double"),
    (Moved(0, Resign(0)), CHOWKA, "Asha resigns"),
    (Moved(0, Resign(0, 2)), BACKGAMMON, "Asha offers to resign: a gammon"),
    (Moved(1, Refuse()), BACKGAMMON, "Ravi refuses the resignation"),
    (Moved(1, Accept()), BACKGAMMON, "Ravi accepts the resignation"),
    (Moved(1, Agree()), PACHISI, "All agree that the game ends here"),
    (GameEnded(Outcome((1,), Ending.RESIGNED)), CHOWKA, "Ravi has won by resignation"),
    (GameEnded(Outcome((1,), Ending.AGREED)), PACHISI, "Ravi has won by agreement"),
    (
        GameEnded(Outcome((), Ending.AGREED, points=0)),
        PACHISI,
        "The game ends without a winner, as all agreed",
    ),
    (GameEnded(Outcome((0, 2), Ending.ALL_HOME)), PACHISI, "Asha and Meena have won"),
    (GameEnded(Outcome((1,), Ending.BORNE_OFF, 2)), BACKGAMMON, "Ravi has won, a gammon: 2 points"),
    (GameEnded(Outcome((1,), Ending.DROPPED)), BACKGAMMON, "The double is passed: Ravi has won"),
    (GameEnded(Outcome((), Ending.STUCK)), CHOWKA, "Nobody can ever move again: the game is over"),
]


def test_a_line_of_the_list_of_events() -> None:
    for event, game, words in LINES:
        assert say(event, game) == words


def test_a_reason_about_a_seat_without_a_name_says_its_number() -> None:
    third = Reason("C4", "no-kadi", {"player": 3})
    assert refusal(third, NAMES, "en").startswith("C4: player 4 has no kadi yet")


def test_a_reason_that_an_older_version_gave_still_names_its_rule() -> None:
    assert refusal(Reason("C99", "gone", {}), NAMES, "en") == "C99: this is not allowed"


def test_both_forms_of_a_counted_sentence_name_the_same_things(collected: Catalog) -> None:
    for one, many in (message.id for message in collected if isinstance(message.id, tuple)):
        in_one, in_many = ({f for _, f, _, _ in string.Formatter().parse(t) if f} for t in (one, many))
        assert in_many - {"count"} == in_one - {"count"}


def test_a_turn_that_would_pass_by_itself_is_given_up() -> None:
    end = Moved(0, EndTurn())
    assert line(end, Speaker(NAMES, BACKGAMMON, preset="finnish")) == "Asha gives up the turn"
    assert line(end, Speaker(NAMES, BACKGAMMON, preset="standard")) == "Asha ends the turn"


def test_what_was_taken_back_is_named() -> None:
    throw = Logged(1, 1, Threw(0, Cowries(3, 4), value=3))
    assert taken_back([throw], Speaker(NAMES, CHOWKA)) == "Taken back: Asha’s throw 3"
    move = Logged(2, 1, Moved(1, PieceMove("move", (0,), value=3, squares=3, start=0, end=3)))
    assert taken_back([move], Speaker(NAMES, CHOWKA)) == "Taken back: Ravi moves a by 3"
