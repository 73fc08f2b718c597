"""Who came to a seat or left it: in the journal, after a restart, in the list of games, in a backup."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.__main__ import main
from device.store import Journal
from device.store.backups.backup import back_up, restore
from device.store.games import row_of_game, setup_json
from engine.notation import read_record, replay_record, write_record
from engine.table import Table
from engine.table.members import person_of
from engine.throw import Cowries
from journals_for_tests import SETUP

NAMES = ("Asha & Lina", "Ravi")


def played(folder: Path) -> None:
    """Play a game in which Lina comes to the first seat after two turns."""
    with Journal(folder) as journal:
        table = Table(record=journal.record)
        table.start(SETUP)
        for turn in range(4):
            if turn == 2:
                table.seat(0, [SETUP.names[0], "Lina"])
            table.throw(Cowries(3, 4))
            table.play(table.model.line.moves[0])


def test_after_a_restart_the_same_person_is_on_turn_and_the_list_names_all(tmp_path: Path) -> None:
    played(tmp_path)
    with Journal(tmp_path) as journal:
        events = journal.game_events(1)
        table = Table(record=journal.record)
        table.resume(events)
        assert table.model.setup.names == NAMES
        assert person_of(table.model) == "Lina"
        [line] = journal.games()
        assert line.setup == table.model.setup
        row = row_of_game(events)
        assert row is not None
        assert row[2] == setup_json(line.setup), "as a list that is made anew has it"
        text = write_record(table.model, events=events)
        assert person_of(replay_record(read_record(text))) == "Lina"


def test_a_backup_keeps_who_plays(tmp_path: Path) -> None:
    played(tmp_path / "data")
    with Journal(tmp_path / "data") as journal:
        back_up(journal.store, journal.photographs, tmp_path / "backup")
    restore(tmp_path / "other", tmp_path / "backup")
    with Journal(tmp_path / "other") as journal:
        [line] = journal.games()
        assert line.setup.names == NAMES


def test_the_command_line_names_who_played_then(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played(tmp_path)
    assert main(["show", "1", "--data", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    first = SETUP.names[0]
    assert f"{first} throws 3" in told
    assert f"{first} and Lina share a seat now" in told
    assert f"{first} & Lina throws 3" in told
    assert "Lina’s turn" in told
