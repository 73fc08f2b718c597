"""What is said of an action: one sentence for all of it, and silence where a move says it all."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.ending import Refuse, Resign
from engine.events import (
    Corrected,
    CorrectionSettled,
    Event,
    GameEnded,
    Moved,
    MoveRefused,
    Redone,
    Threw,
    ThrowAsked,
    ThrowKept,
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
from web.language import catalogue
from web.language.events import line
from web.language.speaker import Speaker, refusal
from web.language.speech import REMARKS, announcement, remark


def announce(*events: Event, game: str = CHOWKA) -> str:
    return announcement(logged(*events), Speaker(NAMES, game))


MOVED = Moved(0, MOVE)
KEPT = ThrowKept(Cowries(2, 4))
GRACE = Threw(0, Cowries(0, 6), value=25, again=True)
VOID_GRACE = Threw(0, Cowries(0, 7), value=7, again=True)
AGAIN, PASSED = happened(FactKind.AGAIN), happened(FactKind.PASSED)
WON = GameEnded(Outcome((0,), Ending.ALL_HOME))
TWO, THREE = Threw(0, Cowries(2, 4), value=2), Corrected(7, Cowries(3, 4), value=3)
OFFERED = happened(FactKind.RESIGNATION_OFFERED, values=(3,))

ANNOUNCED: Sequence[tuple[str, str, Sequence[Event]]] = [
    # a legal move is silent, and a turn is said after it
    (CHOWKA, "", [MOVED]),
    (CHOWKA, "", [MOVED, happened(FactKind.HOME, pieces=((0, 1),))]),
    (CHOWKA, "Ravi’s turn", [MOVED, TurnBegan(1)]),
    # what matters most comes first, and a win is all that is said
    (PACHISI, "Asha captures Ravi’s piece; Asha throws again", [MOVED, AGAIN, captured((1, 0))]),
    (CHOWKA, "Asha has won", [MOVED, captured((1, 0)), WON]),
    # a grace is one clause with its value, and a void one promises no further throw
    (PACHISI, "25, grace: Asha throws again", [GRACE, AGAIN]),
    (
        PACHISI,
        "Asha: 7, grace; the 7 counts for nothing; Ravi’s turn",
        [VOID_GRACE, happened(FactKind.VOID, values=(7,)), TurnBegan(1)],
    ),
    # nothing is said twice
    (
        CHOWKA,
        "Asha: 2; Asha cannot move; Ravi’s turn",
        [TWO, happened(FactKind.LOST, values=(2,)), PASSED, TurnBegan(1)],
    ),
    (
        BACKGAMMON,
        "Asha: 3 and 1; Asha begins",
        [Threw(0, Dice((3, 1))), happened(FactKind.BEGINS), TurnBegan(0)],
    ),
    (CHOWKA, "Ravi: 2", [KEPT, Threw(1, Cowries(2, 4), kept=1, value=2)]),
    (CHOWKA, "Ravi: 2", [Moved(0, MOVE, "forced"), TurnBegan(1), Threw(1, Cowries(2, 4), value=2)]),
    (CHOWKA, "Asha: 3", [THREE, Threw(0, Cowries(3, 4), kept=7, value=3)]),
    # a correction says only the new value, or asks
    (PACHISI, "25, grace", [Corrected(3, Cowries(0, 6), value=25, again=True), TurnBegan(0)]),
    (CHOWKA, "3; a later move does not fit: please answer on a phone", [Corrected(3, Cowries(3, 4), 5, 3)]),
    (
        CHOWKA,
        "A later move does not fit: please answer on a phone; Ravi’s turn",
        [CorrectionSettled(5, "accepted", 7), TurnBegan(1)],
    ),
    (CHOWKA, "", [CorrectionSettled(5, "withdrawn")]),
    # whose turn it is again
    (CHOWKA, "Taken back; Asha’s turn", [Undone(3), TurnBegan(0)]),
    (CHOWKA, "Brought back; Ravi’s turn", [Redone(3), TurnBegan(1)]),
    (BACKGAMMON, "Asha offers to resign: a backgammon", [Moved(0, Resign(0, 3)), OFFERED]),
    (
        BACKGAMMON,
        "Ravi refuses the resignation",
        [Moved(1, Refuse()), happened(FactKind.RESIGNATION_REFUSED, 1)],
    ),
    (
        PACHISI,
        "Asha resigns; Ravi’s turn",
        [Moved(0, Resign(0)), happened(FactKind.RESIGNED), TurnBegan(1)],
    ),
]
"""Game, what is said of an action, and its events; single events stand in `golden/v0.1.0/events.txt`."""


def test_an_action_is_one_sentence() -> None:
    for game, said, events in ANNOUNCED:
        assert announce(*events, game=game) == said


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
        assert announcement(turn, Speaker(NAMES, CHOWKA, "nl")) == "Ravi is aan de beurt"
        assert line(Threw(1, Dice((3, 1))), Speaker(NAMES, BACKGAMMON, "nl")) == "Ravi gooit 3 en 1"
        assert refusal(NO_KADI, NAMES, "nl") == "C4: Asha mist de kadi"
        assert announcement(turn, Speaker(NAMES, CHOWKA, "xx")) == "Ravi’s turn"
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
    return announcement(logged(*events), Speaker(NAMES, game), alerts_only=True)


def test_who_hears_alerts_only_hears_what_needs_an_answer_and_who_has_won() -> None:
    assert alerts(Threw(0, Cowries(3, 4), value=3), TurnBegan(1)) == ""
    assert alerts(captured((1, 0)), happened(FactKind.AGAIN)) == ""
    assert alerts(Corrected(1, Cowries(2, 4), value=2)) == ""
    assert alerts(Corrected(1, Cowries(2, 4), stopped_at=5, value=2)).endswith("please answer on a phone")
    assert alerts(ThrowAsked((), ()), TurnBegan(1)) == "What was thrown? Please answer on a phone"
    assert alerts(MoveRefused(0, MOVE, NO_KADI), TurnBegan(1)).startswith("Not allowed: C4")
    assert alerts(GameEnded(Outcome((0,), Ending.ALL_HOME))) == "Asha has won"


def test_the_box_remarks_in_whole_sentences() -> None:
    for key in REMARKS:
        assert remark(key)[0].isupper()
    assert remark("camera-away") == "The camera is away: please type the throws on a phone"
