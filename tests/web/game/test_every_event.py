"""Every event, with nothing, one thing and many things in it, is shown on pages and told by outputs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from sqlite3 import Connection
from typing import get_args

import pytest

import what_is_told
from engine.errors import EngineError
from engine.events import (
    Event,
    GameStarted,
    GameWithdrawn,
    Happened,
    Logged,
    Redone,
    Setup,
    ThrowAsked,
    event_from_json,
    event_to_json,
)
from engine.game import Waits
from engine.table import Table
from engine.table.commands import AskThrow, TakeThrow, Undo
from engine.table.state import Model, model_after
from engines.drawn_events import AMOUNTS, Drawing
from engines.random_matches import match_setup
from journals_for_tests import play_by_chance
from ports_for_tests import House
from web.connections.messages import event_message, happened_message, state_message
from web.language.event_list import told
from web.language.speaker import Speaker
from web.language.speech import announcement, sound_keys

SETUPS = {
    "chowka-bhara": Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), {}, 0),
    "pachisi": Setup("pachisi", "six", ("Asha", "Ravi", "Mina", "Dev"), {}, 0),
    "backgammon": match_setup(5),
}
PAGES = (("/api/v1/state", "player"),)
"""What is asked for each event: the state has all parts of the play page."""
MORE = (
    ("/", "player"),
    ("/tv", "watcher"),
    ("/api/v1/state", "watcher"),
    ("/blind", "player"),
    ("/overlay", "watcher"),
    ("/earlier", "player"),
    ("/games", "watcher"),
    ("/games/{game}", "player"),
    ("/games/{game}.jsonl", "player"),
)
"""What is asked once for each class of events: all else that shows a game, and its records."""

SHOWN = len(AMOUNTS)
"""Events of a class that pages show: with nothing, one thing and many things in them; all others are told."""

CLOSED = 403
"""So answers the record of a game while its match goes on."""

HOLE = re.compile(r"\bNone\b|\(\)|\[\]|\{\w*\}|[(:,;] *$|: *[:;,.]|^ *[,;:]|\( |  ")
"""What a sentence looks like in which nothing stands where something should."""

OWN = " {and}"
"""Stands in a text that people wrote."""


def play(table: Table, name: str, waits: Waits) -> None:
    """Begin a game, until it waits for a throw after an undo, or for a move while throws are kept."""
    table.start(SETUPS[name])
    table.do(TakeThrow(table.model.rules.wants(table.model.state).throws()[1], source="typed"))
    play_by_chance(table, 2)
    while table.model.waits is not Waits.MOVE:
        table.do(TakeThrow(table.model.rules.wants(table.model.state).throws()[1], source="typed"))
        assert not table.model.waiting
    if waits is Waits.THROW:
        table.do(Undo())
        return
    throws = table.model.rules.wants(table.model.state).throws()
    table.do(TakeThrow(throws[0]))
    table.do(AskThrow(ThrowAsked(faces=("unsure",), alternatives=tuple(throws[:2]))))


def sentences(logged: Logged, model: Model) -> Iterator[str]:
    """Write what is told of an event when it comes alone, by voice, list, MQTT and webhooks."""
    setup = model.setup
    for language in ("en", "nl"):
        for alerts_only in (False, True):
            yield announcement([logged], Speaker.of(setup, language), alerts_only=alerts_only)
        yield from (line.text for line in told([logged], setup, language=language))
        yield happened_message([logged], setup, name="box/1/2", language=language)["sentence"]
        yield state_message(model, language=language)["sentence"]
    assert event_message(logged, name="box/1/2", prev="")["type"]
    assert isinstance(sound_keys([logged]), list)
    assert "" not in what_is_told.told(logged.event, setup).told.values(), "a row is silent without a reason"


@pytest.mark.parametrize(
    ("name", "waits"),
    [("chowka-bhara", Waits.THROW), ("pachisi", Waits.MOVE), ("backgammon", Waits.THROW)],
)
def test_every_event_is_shown_and_told(house: House, name: str, waits: Waits) -> None:
    house.app.config["PROPAGATE_EXCEPTIONS"] = False
    clients = {"player": house.player().client, "watcher": house.watcher()}
    play(house.table, name, waits)
    model, before = house.table.model, house.journal.game_events(1)
    seen: Counter[type[Event]] = Counter()
    faults: list[object] = []
    for event in Drawing(model).events():
        game = model.game + isinstance(event, GameStarted)
        logged = Logged(model.seq + 1, game, event)
        try:
            event_from_json(event_to_json(event))
            after = model_after(model, logged)
        except EngineError:
            continue  # a record in which it stands here is refused
        assert after is not None
        pages = PAGES if seen[type(event)] else (*PAGES, *MORE)
        seen[type(event)] += 1
        faults += [(event, text) for text in sentences(logged, after) if HOLE.search(text.replace(OWN, ""))]
        if seen[type(event)] > SHOWN and not isinstance(event, Happened):
            continue
        if pages is PAGES and replace(after, seq=model.seq, revision=model.revision) == model:
            continue  # pages show no more of it than its sentence
        house.journal.record([logged])
        if not isinstance(event, GameWithdrawn):
            house.table.resume(house.journal.game_events(game))
        answers = {page: clients[client].get(page.format(game=game)).status_code for page, client in pages}
        faults += [(event, page, status) for page, status in answers.items() if status not in (200, CLOSED)]
        house.journal.write(lambda writer: forget(writer, since=model.seq))
        house.table.resume(before)
    assert faults == []
    assert set(seen) == {*get_args(Event)} - ({Redone} if waits is Waits.MOVE else set()), (
        "nothing was taken back"
    )


def forget(writer: Connection, *, since: int) -> None:
    writer.execute("DELETE FROM event WHERE seq > ?", (since,))
    writer.execute("DELETE FROM game WHERE number > 1")
