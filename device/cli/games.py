"""``charkoni games`` and ``charkoni show``: what the journal holds, in words."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

from device.cli.arguments import Commands, add_place, folder_of
from device.cli.terminal import write_utf8
from device.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.events import Logged
    from web.ports import GameLine


def add(commands: Commands) -> None:
    """Add both commands."""
    games = commands.add_parser("games", help="list the games that were played")
    add_place(games)
    games.set_defaults(run=_games)
    show = commands.add_parser("show", help="tell one game, event by event")
    show.add_argument("number", type=int, metavar="N", help="its number in 'charkoni games'")
    show.add_argument(
        "--record", action="store_true", help="print its score sheet (engine/notation/record.py)"
    )
    show.add_argument(
        "--ids", action="store_true", help="print the XGID and GNU ID of every position of backgammon"
    )
    add_place(show)
    show.set_defaults(run=_show)


def _games(asked: argparse.Namespace) -> int:
    from device.store import Journal

    with Journal(folder_of(asked), writing=False) as journal:
        games = journal.games()
    if not games:
        print("no game has been played yet: start one with 'charkoni play'")
    for line in games:
        print(_line(line))
    return 0


def _show(asked: argparse.Namespace) -> int:
    """Print one game, event by event or as a record that programs read."""
    from device.store import Journal
    from engine.events import TurnBegan, event_type
    from engine.notation import write_record
    from engine.table.state import replayed
    from web.language.event_list import names_after, names_at_first
    from web.language.events import IN_ITS_MOVE, line, row_of
    from web.language.speaker import Speaker

    number = asked.number
    with Journal(folder_of(asked), writing=False) as journal:
        games = {line.number: line for line in journal.games()}
        if number not in games:
            known = "none has been played yet"
            if games:
                known = f"there are 1 to {max(games)}" if len(games) > 1 else f"there is {max(games)}"
            raise ConfigError(f"there is no game {number}: {known}")
        events = journal.game_events(number)
    if asked.record:
        write_utf8()
        print(write_record(replayed(events), events=events), end="")
        return 0
    setup = games[number].setup
    print(_line(games[number]))
    names = names_at_first(events, setup.names)
    for logged in events:
        event = logged.event
        names = names_after(names, event)
        if row_of(event).line is IN_ITS_MOVE:
            continue
        if isinstance(event, TurnBegan):  # the page shows whose turn it is, and has no sentence for it
            said = f"{event.member or names[event.player]}’s turn"
        else:
            said = line(event, Speaker.of(setup, names=names)) or event_type(event)
        print(f"{logged.seq:6}  {_moment(logged.time, '%H:%M:%S')}  {said}")
    _print_ids(events, every=asked.ids)
    return 0


def _print_ids(events: Sequence[Logged], *, every: bool) -> None:
    """Print the position as other programs write it, or every position; nothing for games unknown to them."""
    from engine.errors import EngineError, NotationError
    from engine.table.state import replayed
    from web.games import page_of

    try:
        model = replayed(events)
    except (EngineError, LookupError):
        return  # by rules that are gone, or with holes: the events above are all there is
    write, place = page_of(model.setup.game).ids, model.setup.match
    if write is None:
        if every:
            print("only positions of backgammon have an XGID or a GNU ID")
        return
    for step, reached in enumerate(model.line.reached):
        if not every and step < len(model.actions):
            continue
        try:
            ids = write(model.rules, reached.state, place.match if place else None, reached.declared.offered)
        except NotationError as error:
            print(f"step {step:4}  no ID: {error}")
        else:
            print(f"step {step:4}  {ids.xgid}  GNU ID {ids.gnu}")


def _line(line: GameLine) -> str:
    setup = line.setup
    won = f"won by {' and '.join(line.winners)}" if line.winners else "ended"
    end = won if line.ended else "goes on"
    rules = f"{setup.preset} ({setup.house})" if setup.house else setup.preset
    return (
        f"{line.number:4}  {_moment(line.started, '%Y-%m-%d %H:%M')}  {setup.game} {rules}  "
        f"{', '.join(setup.names)}  {end}  ({line.events} events)"
        + (f"  imported from {setup.imported}" if setup.imported else "")
    )


def _moment(seconds: float, form: str) -> str:
    return time.strftime(form, time.localtime(seconds))
