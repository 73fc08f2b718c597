"""``charkoni games`` and ``charkoni show``: what the journal holds, in words."""

from __future__ import annotations

import datetime
from pathlib import Path

from device.errors import ConfigError
from device.store import Journal
from engine.events import Logged, Setup, TurnBegan, event_type
from engine.notation import write_record
from engine.table import Table
from web.language.speech import sentence
from web.ports import GameLine


def list_games(folder: Path) -> int:
    """Print all games, the newest first.

    Raises:
        JournalError: If there is no journal, or it cannot be read.
    """
    with Journal(folder, writing=False) as journal:
        games = journal.games()
    if not games:
        print("no game has been played yet: start one with 'charkoni play'")
    for line in games:
        print(_line(line))
    return 0


def show_game(folder: Path, number: int, *, record: bool = False) -> int:
    """Print one game, event by event or as a record that programs read.

    Raises:
        JournalError: If there is no journal, or it cannot be read.
        ConfigError: If there is no such game.
    """
    with Journal(folder, writing=False) as journal:
        games = {line.number: line for line in journal.games()}
        if number not in games:
            known = "none has been played yet"
            if games:
                known = f"there are 1 to {max(games)}" if len(games) > 1 else f"there is {max(games)}"
            raise ConfigError(f"there is no game {number}: {known}")
        events = journal.game_events(number)
    if record:
        table = Table(record=lambda _: None)
        table.resume(events)
        print(write_record(table.model, events=events), end="")
        return 0
    setup = games[number].setup
    print(_line(games[number]))
    for logged in events:
        said = _said(logged, setup)
        print(f"{logged.seq:6}  {_moment(logged.time, '%H:%M:%S')}  {said}")
    return 0


def _said(logged: Logged, setup: Setup) -> str:
    if isinstance(logged.event, TurnBegan):  # the page shows whose turn it is, and has no sentence for it
        return f"{setup.names[logged.event.player]}’s turn"
    return sentence(logged, setup.names, game=setup.game) or event_type(logged.event)


def _line(line: GameLine) -> str:
    setup = line.setup
    won = f"won by {' and '.join(line.winners)}" if line.winners else "ended"
    end = won if line.ended else "goes on"
    return (
        f"{line.number:4}  {_moment(line.started, '%Y-%m-%d %H:%M')}  {setup.game} {_rules(setup)}  "
        f"{', '.join(setup.names)}  {end}  ({line.events} events)"
    )


def _rules(setup: Setup) -> str:
    return f"{setup.preset} ({setup.house})" if setup.house else setup.preset


def _moment(seconds: float, form: str) -> str:
    return datetime.datetime.fromtimestamp(seconds).astimezone().strftime(form)
