"""Who came to a seat or left it: in the journal, after a restart, in the list of games."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.__main__ import main
from device.store import Journal
from device.store.games import row_of_game, setup_json
from engine.notation import read_record, replay_record, write_record
from engine.table import Table
from engine.table.commands import ChangeSeat, PlayMove, TakeThrow
from engine.table.members import person_of
from engine.throw import Cowries
from journals_for_tests import SETUP

NAMES = ("Asha & Lina", "Ravi")


def test_after_a_restart_the_same_seat_is_on_turn_and_the_list_names_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Lina comes to the first seat after two turns."""
    with Journal(tmp_path) as journal:
        table = Table(record=journal.record)
        table.start(SETUP)
        for turn in range(4):
            if turn == 2:
                table.do(ChangeSeat(0, (SETUP.names[0], "Lina")))
            table.do(TakeThrow(Cowries(3, 4)))
            table.do(PlayMove(table.model.line.moves[0]))
    with Journal(tmp_path) as journal:
        events = journal.game_events(1)
        table = Table(record=journal.record)
        table.resume(events)
        assert table.model.setup.names == NAMES
        assert person_of(table.model) == NAMES[0]
        [line] = journal.games()
        assert line.setup == table.model.setup
        row = row_of_game(events)
        assert row is not None
        assert row[2] == setup_json(line.setup), "as a list that is made anew has it"
        text = write_record(table.model, events=events)
        assert person_of(replay_record(read_record(text))) == NAMES[0]
    assert main(["show", "1", "--data", str(tmp_path)]) == 0
    told, first = capsys.readouterr().out, SETUP.names[0]
    assert (
        told.index(f"{first} throws 3") < told.index("share a seat") < told.index(f"{first} & Lina throws 3")
    )
