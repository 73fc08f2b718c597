"""Every event as a journal keeps it: read back as it was written, and refused where it was spoilt."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from engine.errors import EngineError, NotationError
from engine.events import (
    BoardAnswered,
    BoardAsked,
    BoardFound,
    BoardLost,
    BoardRefused,
    ConductChanged,
    Event,
    GameEnded,
    GameStarted,
    Moved,
    Seated,
    Setup,
    TimeGiven,
    event_from_json,
    event_to_json,
)
from engine.following.kinds import Kind
from engine.match import Conduct
from engine.move import EndTurn, parse_move
from engine.reasons import Reason
from engine.throw import Dice
from engines.drawn_events import Drawing
from engines.random_matches import match_setup
from engines.recorded_table import Box

SHARED = Setup("chowka-bhara", "5x5", ("Asha & Mina", "Ravi"), {}, 0, members=(("Asha", "Mina"), ("Ravi",)))
MOVED = Moved(0, parse_move("a 0/3 =3"))
SEATED = Seated(0, ("Asha", "Dev"), ("Asha",))
CONDUCT = ConductChanged(Conduct(), Conduct(event="Sunday cup", tournament=True), "Dev")
ASKED = BoardAsked(((parse_move("8/5"), Dice((6, 5)), EndTurn()), ()), ("p5",), "1.jpg")
REFUSED = BoardRefused(
    1, Kind.LOST, Reason("", "board-lost", {"player": 1, "square": "p5"}), ("p5",), "1.jpg"
)


def read_again(event: Event) -> Event:
    return event_from_json(json.loads(json.dumps(event_to_json(event))))


@pytest.mark.parametrize(
    ("setup", "deeds"), [(SHARED, ("3/4", "2/4")), (match_setup(5), ("3-1", "8/5"))], ids=["shells", "dice"]
)
def test_every_event_is_read_back_as_it_was_written(setup: Setup, deeds: tuple[str, ...]) -> None:
    box = Box(setup)
    box.do(*deeds)
    drawn = list(Drawing(box.model).events())
    assert len({type(one) for one in drawn}) > 30
    refused = set()
    for event in drawn:
        try:
            assert read_again(event) == event
        except NotationError:  # what no table writes: time without a reason, a seat without people
            refused.add(type(event))
    assert refused == {TimeGiven, Seated, GameEnded}
    for event in (ASKED, REFUSED, replace(MOVED, source="camera", photo="2.jpg"), CONDUCT):
        assert read_again(event) == event


def test_what_is_usual_is_left_out_as_older_versions_wrote_it() -> None:
    assert event_to_json(MOVED) == {"type": "moved", "player": 0, "move": "a 0/3 =3", "how": "chosen"}
    assert "members" not in event_to_json(GameStarted(replace(SHARED, members=())))["setup"]


@pytest.mark.parametrize(
    ("event", "spoilt"),
    [
        (MOVED, {"source": "elsewhere"}),
        (MOVED, {"photo": 7}),
        (CONDUCT, {"conduct": None}),
        (CONDUCT, {"was": []}),
        (CONDUCT, {"conduct": {"tournament": 1}}),
        (CONDUCT, {"by": 7}),
        (CONDUCT, {"was": {"event": 1}}),
        (SEATED, {"members": []}),
        (SEATED, {"members": "Asha"}),
        (SEATED, {"members": [7]}),
        (ASKED, {"alternatives": ["8/5"]}),
        (ASKED, {"alternatives": [[{"throw": "9-9"}]]}),
        (BoardAnswered(4, 0), {"which": -1}),
        (BoardAnswered(4, None), {"which": True}),
        (REFUSED, {"kind": "rude"}),
        (REFUSED, {"reason": {}}),
        (BoardLost(("p5",)), {"places": [4]}),
        (BoardFound("set"), {"how": "chosen"}),
    ],
)
def test_an_event_that_was_spoilt_is_refused(event: Event, spoilt: dict[str, Any]) -> None:
    assert read_again(event) == event
    with pytest.raises(EngineError):
        event_from_json(event_to_json(event) | spoilt)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("members", value) for value in (7, "ab", {}, [["Asha"]], [["Asha"], []], [["A"] * 9, ["B"]])),
        ("members", [["Asha"], "Ravi"]),
        ("members", [["Asha"], [7]]),
        *(("house", value) for value in ("Ours", {"name": "Ours"}, [1])),
        ("house", {"name": "A", "version": 1, "values": 3}),
    ],
)
def test_a_start_whose_people_or_house_rules_were_spoilt_is_refused(key: str, value: object) -> None:
    written = event_to_json(GameStarted(SHARED))
    written["setup"][key] = value
    with pytest.raises(EngineError):
        event_from_json(written)
