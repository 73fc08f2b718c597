"""What phones say aloud: the box's sentences, as much of them as each phone wants to hear."""

from __future__ import annotations

import json
import threading
from functools import partial
from typing import Any

import pytest

from engine.events import ThrowAsked
from engine.table.commands import AskThrow, CorrectThrow, PlayMove, ReportMove, SetPosition, TakeThrow
from engine.throw import Cowries
from ports_for_tests import House
from web.language.events import ALERTS
from web.language.speech import LEVELS, lets_hear
from web.ports import LampState


@pytest.fixture
def house(house: House) -> House:
    house.start()
    return house


def aloud(house: House, language: str = "") -> dict[str, Any]:
    client = house.watcher()
    if language:
        client.set_cookie("language", language)
    return dict(client.get("/api/v1/state").get_json()["aloud"])


def test_a_phone_says_what_the_box_says_in_its_own_language(house: House) -> None:
    house.table.do(TakeThrow(Cowries(3, 4)))
    seq = house.journal.last_seq()
    assert aloud(house)["everything"] == {"seq": seq, "text": "Asha: 3"}
    house.table.do(ReportMove((0, 0), "r3c4"))
    assert aloud(house)["everything"] == {"seq": house.journal.last_seq(), "text": "Ravi’s turn"}
    assert aloud(house, "nl")["everything"]["text"] == "Ravi is aan de beurt"
    assert aloud(house)["alerts"] == {"seq": 0, "text": ""}


def test_a_question_is_an_alert_until_it_is_answered(house: House) -> None:
    house.table.do(AskThrow(ThrowAsked(faces=("unsure",), alternatives=(Cowries(2, 4), Cowries(3, 4)))))
    asked = house.journal.last_seq()
    sentence = "What was thrown? Please answer on a phone"
    told = aloud(house)
    assert told["alerts"] == told["everything"] == {"seq": asked, "text": sentence}
    assert told["now"] == {"everything": sentence, "alerts": sentence}
    house.table.do(CorrectThrow(asked, Cowries(2, 4)))
    told = aloud(house)
    assert told["everything"]["text"] == "Asha: 2"
    assert told["alerts"] == {"seq": asked, "text": sentence}, "said already: its number is not new"
    assert told["now"] == {"everything": "Asha moves 2", "alerts": ""}


def test_an_illegal_move_is_an_alert_with_its_reason(house: House) -> None:
    house.table.do(TakeThrow(Cowries(3, 4)))
    house.table.do(ReportMove((0, 0), "r4c4"))
    told = aloud(house)
    assert told["alerts"]["text"].startswith("Not allowed: C2: ")
    assert told["now"]["alerts"] == told["alerts"]["text"]


def test_a_phone_that_wakes_says_whose_turn_it_is_not_the_past(house: House) -> None:
    house.table.do(TakeThrow(Cowries(3, 4)))
    house.table.do(ReportMove((0, 0), "r3c4"))
    assert aloud(house)["now"] == {"everything": "Ravi throws 4 shells", "alerts": ""}


def test_a_game_that_was_won_is_told_to_a_phone_that_wakes(house: House) -> None:
    position = house.table.model.rules.to_position(house.table.model.state)
    del position["finished"]
    house.table.do(SetPosition(position | {"pawns": [[24, 24, 24, 21], [0] * 4], "kadi": [True, True]}))
    house.table.do(TakeThrow(Cowries(3, 4)))
    house.table.do(PlayMove(house.table.model.rules.moves(house.table.model.state)[0]))
    told = aloud(house)
    assert told["alerts"]["text"] == told["everything"]["text"] == "Asha has won"
    assert told["now"] == {"everything": "Asha has won", "alerts": "Asha has won"}


def test_what_phones_let_hear_is_told_in_the_state_and_at_once_in_the_stream(house: House) -> None:
    assert house.watcher().get("/api/v1/state").get_json()["hears"] == "everything"
    answer = house.watcher().get("/events")
    stream = iter(answer.response)
    assert [next(stream).decode().split("\n")[0] for _ in range(3)][1:] == ["event: eye", "event: lamps"]
    threading.Timer(0.2, partial(house.settings.set, hears_phones="alerts")).start()
    name, data = next(stream).decode().splitlines()[:2]
    assert name == "event: hears"
    assert json.loads(data.removeprefix("data: ")) == {"phones": "alerts"}
    assert house.watcher().get("/api/v1/state").get_json()["hears"] == "alerts"
    answer.close()


def test_a_tune_says_whether_it_is_an_alert(house: House) -> None:
    for tune in ("turn", "kill", *ALERTS, ""):
        house.lamps.show(LampState((1.0, 0.0), 0.0, "still", tune, 7))
        lamps = house.watcher().get("/api/v1/state").get_json()["lamps"]
        assert (lamps["sound"], lamps["sound_number"]) == (tune, 7)
        assert lamps["sound_alert"] == (tune in ("win", "illegal", "question"))


def test_levels_let_hear_all_alerts_or_nothing() -> None:
    heard = {level: [lets_hear(level, alert=alert) for alert in (False, True)] for level in LEVELS}
    assert heard == {"everything": [True, True], "alerts": [False, True], "silent": [False, False]}
