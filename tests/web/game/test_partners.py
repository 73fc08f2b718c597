"""A player who is home plays on for the partner (P26, C21): page, list and voice say for whom."""

from __future__ import annotations

from typing import Any

import pytest

from engine.events import Moved, Setup, TurnBegan, event_from_json, event_to_json
from engine.move import PieceMove
from engine.setup import members_of
from engine.table.commands import PlayMove, ReportMove, TakeThrow
from engine.throw import Cowries
from ports_for_tests import House
from web.language.event_list import told
from web.language.speaker import Speaker
from web.language.speech import announcement

SEATS = ("Asha & Dev", "Ravi & Meena", "Mina & Jo", "Kavi & Tom")

HOME: dict[str, dict[str, Any]] = {
    "chowka-bhara": {
        "turn": 2,
        "thrower": 0,
        "pawns": [[24] * 4, [3, 0, 0, 0], [3, 6, 0, 0], [0] * 4],
        "kadi": [True] * 4,
    },
    "pachisi": {"turn": 2, "thrower": 0, "pieces": [[84] * 4, [0] * 4, [40, 6, 0, 0], [0] * 4]},
}
"""South is home; the second piece of its partner stands on step 6."""


@pytest.fixture(params=[("chowka-bhara", "5x5"), ("pachisi", "seven")], ids="-".join)
def played(request: pytest.FixtureRequest, house: House) -> House:
    """A house with such a game, in which a 2 has been thrown."""
    game, preset = request.param
    setup = Setup(game, preset, SEATS, {"partners": True}, 0, members=members_of(SEATS))
    house.table.start(setup, position=HOME[game])
    text = house.player().state()["turn"]["text"]
    assert text.endswith("shells, for Mina & Jo")
    throw_two(house)
    return house


def throw_two(house: House) -> None:
    shells = house.table.model.rules.wants(house.table.model.state).count
    house.table.do(TakeThrow(Cowries(2, shells), source="typed"))


def move(house: House) -> None:
    moves = house.table.model.line.moves
    house.table.do(PlayMove(next(one for one in moves if isinstance(one, PieceMove) and one.start == 6)))


def test_the_page_says_for_whom_and_shows_where_the_partners_piece_goes(played: House) -> None:
    state = played.player().state()
    assert (state["turn"]["name"], state["turn"]["text"]) == ("Asha & Dev", "moves 2, for Mina & Jo")
    rules = played.table.model.rules
    assert (2, rules.steps(2)[8]) in {(tap["piece"][0], tap["end"]) for tap in state["taps"]}
    move(played)
    state = played.player().state()
    assert state["last"] == {"player": 2, "from": [rules.steps(2)[6]], "to": [rules.steps(2)[8]]}
    assert "for" not in state["turn"]["text"], "Ravi plays for himself"
    assert "Asha &amp; Dev: b moves 2" in "".join(state["parts"].values())


def test_list_and_voice_name_the_partner(played: House) -> None:
    move(played)
    journal, setup = played.journal.game_events(1), played.table.model.setup
    assert told(journal, setup)[-1].text == "Asha & Dev moves Mina & Jo’s b by 2"
    while played.table.model.turn != 0:
        since = len(played.journal.game_events(1))
        if played.table.model.waits == "throw":
            throw_two(played)
        else:
            played.table.do(PlayMove((*played.table.model.line.moves, *played.table.model.line.optional)[0]))
    journal = played.journal.game_events(1)
    # Dev's turn, since Asha had the one before.
    assert announcement(journal[since:], Speaker.of(setup, names=SEATS)).endswith("Dev’s turn, for Mina & Jo")
    assert next(one.event.whose for one in journal if isinstance(one.event, Moved)) == 2


def test_a_piece_that_hands_took_is_named_with_its_owner(played: House) -> None:
    rules = played.table.model.rules
    played.table.do(ReportMove((1, 0), rules.steps(1)[5]))
    assert "Ravi &amp; Meena’s a" in "".join(played.player().state()["parts"].values())


def test_what_older_boxes_wrote_is_of_the_players_own_pieces() -> None:
    turn = {"type": "turn-began", "player": 1}
    moved = {"type": "moved", "player": 1, "move": "a 0/2 =2", "how": "chosen"}
    for written in (turn, moved):
        event = event_from_json(written)
        assert isinstance(event, Moved | TurnBegan)
        assert event.whose is None
        assert event_to_json(event) == written
