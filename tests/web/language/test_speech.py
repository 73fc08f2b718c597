"""What is said of an action: one sentence for all of it, and silence where a move says it all."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from engine.ending import Refuse, Resign
from engine.events import (
    Corrected,
    CorrectionSettled,
    Event,
    GameEnded,
    Logged,
    Moved,
    MovedBack,
    MoveRefused,
    PositionSet,
    Redone,
    Threw,
    ThrowAsked,
    ThrowDropped,
    TurnBegan,
    Undone,
)
from engine.facts import Ending, FactKind, Outcome
from engine.throw import Cowries, Dice
from engines.events_to_tell import (
    BACKGAMMON,
    CHOWKA,
    MOVE,
    NAMES,
    NO_KADI,
    PACHISI,
    captured,
    happened,
    logged,
)
from web.games import page_of
from web.language import catalogue, speech
from web.language.sentences import SAID
from web.language.speech import announcement, sentence


def announce(*events: Event, game: str = CHOWKA) -> str:
    return announcement(logged(*events), NAMES, game=game)


def test_a_legal_move_is_silent() -> None:
    assert announce(Moved(0, MOVE)) == ""
    assert announce(Moved(0, MOVE), happened(FactKind.HOME, pieces=((0, 1),))) == ""


def test_a_turn_is_said_after_a_legal_move() -> None:
    assert announce(Moved(0, MOVE), TurnBegan(1)) == "Ravi’s turn"


def test_a_capture_comes_before_the_throw_it_earns() -> None:
    events = (Moved(0, MOVE), happened(FactKind.AGAIN), captured((1, 0)))
    assert announce(*events, game=PACHISI) == "Asha captures Ravi’s piece; Asha throws again"


def test_a_grace_is_one_clause_with_its_value_first() -> None:
    threw = Threw(0, Cowries(0, 6), value=25, again=True)
    assert announce(threw, happened(FactKind.AGAIN), game=PACHISI) == "25, grace: Asha throws again"


def test_a_void_grace_does_not_promise_a_further_throw() -> None:
    threw = Threw(0, Cowries(0, 7), value=7, again=True)
    void = happened(FactKind.VOID, values=(7,))
    assert announce(threw, void, TurnBegan(1), game=PACHISI) == (
        "Asha: 7, grace; the 7 counts for nothing; Ravi’s turn"
    )


def test_a_player_who_cannot_move_hears_it_once() -> None:
    lost = happened(FactKind.LOST, values=(2,))
    passed = happened(FactKind.PASSED)
    said = announce(Threw(0, Cowries(2, 4), value=2), lost, passed, TurnBegan(1))
    assert said == "Asha: 2; Asha cannot move; Ravi’s turn"


def test_a_win_is_all_that_is_said() -> None:
    won = GameEnded(Outcome((0,), Ending.ALL_HOME))
    assert announce(Moved(0, MOVE), captured((1, 0)), won) == "Asha has won"


def test_a_correction_says_only_the_new_value() -> None:
    corrected = Corrected(3, Cowries(0, 6), value=25, again=True)
    assert announce(corrected, TurnBegan(0), game=PACHISI) == "25, grace"


def test_a_correction_that_does_not_fit_asks() -> None:
    assert announce(Corrected(3, Cowries(3, 4), 5, 3)) == (
        "3; a later move does not fit: please answer on a phone"
    )
    assert announce(CorrectionSettled(5, "accepted", 7), TurnBegan(1)) == (
        "A later move does not fit: please answer on a phone; Ravi’s turn"
    )


def test_the_answer_to_a_question_is_said_as_the_throw_that_it_is() -> None:
    events = (Corrected(7, Cowries(3, 4), value=3), Threw(0, Cowries(3, 4), kept=7, value=3))
    assert announce(*events) == "Asha: 3"


def test_a_throw_that_plays_a_forced_move_first_says_only_the_present_turn() -> None:
    events = (Moved(0, MOVE, "forced"), TurnBegan(1), Threw(1, Cowries(2, 4), value=2))
    assert announce(*events) == "Ravi: 2"


def test_a_resignation_and_its_answer_are_said() -> None:
    offered = [Moved(0, Resign(0, 3)), happened(FactKind.RESIGNATION_OFFERED, values=(3,))]
    assert announcement(logged(*offered), NAMES, game=BACKGAMMON) == "Asha offers to resign: a backgammon"
    refused = [Moved(1, Refuse()), happened(FactKind.RESIGNATION_REFUSED, 1)]
    assert announcement(logged(*refused), NAMES, game=BACKGAMMON) == "Ravi refuses the resignation"
    left = [Moved(0, Resign(0)), happened(FactKind.RESIGNED), TurnBegan(1)]
    assert announcement(logged(*left), NAMES, game=PACHISI) == "Asha resigns; Ravi’s turn"


def test_quiet_events_are_silent() -> None:
    for event in (MovedBack(3), ThrowDropped(3), PositionSet({}), CorrectionSettled(5, "withdrawn")):
        assert announce(event) == ""


def test_an_undo_says_whose_turn_it_is_again() -> None:
    assert announce(Undone(3), TurnBegan(0)) == "Taken back; Asha’s turn"


def test_a_redo_says_whose_turn_it_is_then() -> None:
    assert announce(Redone(3), TurnBegan(1)) == "Brought back; Ravi’s turn"


def test_a_language_is_taken_from_its_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "nl" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    words = {
        "{player}’s turn": "{player} is aan de beurt",
        page_of("backgammon").words.said["threw"]: "{player} gooit {throw}",
        "{first} and {second}": "{first} en {second}",
        "{player} has no kadi yet, so no pawn of {player} may enter the inner ring": "{player} mist de kadi",
    }
    (folder / "messages.mo").write_bytes(compiled(words))
    monkeypatch.setattr(catalogue, "TRANSLATIONS", tmp_path)
    catalogue.catalogue.cache_clear()
    try:
        turn = logged(TurnBegan(1))
        assert announcement(turn, NAMES, game=CHOWKA, language="nl") == "Ravi is aan de beurt"
        threw = Logged(1, 1, Threw(1, Dice((3, 1))))
        assert sentence(threw, NAMES, game=BACKGAMMON, language="nl") == "Ravi gooit 3 en 1"
        assert speech.reason(NO_KADI, NAMES, "nl") == "C4: Asha mist de kadi"
        assert announcement(turn, NAMES, game=CHOWKA, language="xx") == "Ravi’s turn"
    finally:
        catalogue.catalogue.cache_clear()


def compiled(words: dict[str, str]) -> bytes:
    """Write a catalogue as msgfmt does: two tables of lengths and places, sorted, then the texts."""
    words = {"": "Content-Type: text/plain; charset=UTF-8\n", **words}
    keys = sorted(words, key=str.encode)
    tables: list[int] = []
    texts = b""
    for group in (keys, [words[key] for key in keys]):
        for text in group:
            tables += [len(text.encode()), 28 + 16 * len(keys) + len(texts)]
            texts += text.encode() + b"\0"
    head = [0x950412DE, 0, len(keys), 28, 28 + 8 * len(keys), 0, 0]
    return b"".join(number.to_bytes(4, sys.byteorder) for number in head + tables) + texts


def alerts(*events: Event, game: str = CHOWKA) -> str:
    return announcement(logged(*events), NAMES, game=game, alerts_only=True)


def test_who_hears_alerts_only_hears_what_needs_an_answer_and_who_has_won() -> None:
    assert alerts(Threw(0, Cowries(3, 4), value=3), TurnBegan(1)) == ""
    assert alerts(captured((1, 0)), happened(FactKind.AGAIN)) == ""
    assert alerts(Corrected(1, Cowries(2, 4), value=2)) == ""
    assert alerts(Corrected(1, Cowries(2, 4), stopped_at=5, value=2)).endswith("please answer on a phone")
    assert alerts(ThrowAsked((), ()), TurnBegan(1)) == "What was thrown? Please answer on a phone"
    assert alerts(MoveRefused(0, MOVE, NO_KADI), TurnBegan(1)).startswith("Not allowed: C4")
    assert alerts(GameEnded(Outcome((0,), Ending.ALL_HOME))) == "Asha has won"


def test_the_box_remarks_in_whole_sentences() -> None:
    keys = [key.partition("/")[2] for key in SAID if key.startswith("remark/")]
    assert {"camera-away", "camera-back", "door-open", "hold-to-take-back", "hold-to-accept"} <= set(keys)
    for key in keys:
        assert speech.remark(key, player="Asha")[0].isupper()
    assert speech.remark("camera-away") == "The camera is away: please type the throws on a phone"
