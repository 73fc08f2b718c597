"""A box writes what the recorded version wrote, reads what that one left, and goes on with its games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boxes_for_tests import running_box
from device.store.games import logged
from device.store.schema import FILE_NAME
from engine.game import Waits
from engine.registry import games
from engine.table.commands import PlayMove, Undo
from recordings.blocks import Blocks, blocks_of, faults, manifest, recorded
from recordings.stored import laid_out, read_again, stored, went_on, written

OTHERS = {
    *("opened.txt", "sent.txt", "openapi.txt", "commands.txt", "events.txt", "readings.txt", "films.txt"),
    *("read.txt", "went-on.txt", "authority.pem", "server.pem", "https.txt"),
}
"""What is compared elsewhere."""


@pytest.fixture(scope="module")
def now(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Blocks | bytes]:
    return stored(tmp_path_factory.mktemp("houses"))


def test_everything_is_written_as_recorded(now: dict[str, Blocks | bytes]) -> None:
    assert set(now) == set(manifest()["files"]) - OTHERS
    found = [fault for name in sorted(now) for fault in faults(name, now[name])]
    assert not found, "\n\n".join(found)


@pytest.mark.parametrize("game", [info.name for info in games()])
def test_a_recorded_event_of_every_kind_is_read_as_what_it_was(game: str) -> None:
    blocks = blocks_of(recorded("stored.txt").decode())
    rows = [json.loads(block[0]) for key, block in blocks.items() if key.endswith(f" of {game}")]
    assert [logged(row) for row in rows] == written(game)


def test_everything_recorded_is_read_as_it_was(tmp_path: Path) -> None:
    found = faults("read.txt", read_again(tmp_path))
    assert not found, "\n\n".join(found)


def test_a_box_with_a_game_in_the_middle_goes_on(tmp_path: Path) -> None:
    found = faults("went-on.txt", went_on(tmp_path))
    assert not found, "\n\n".join(found)


def test_the_whole_box_goes_on_with_a_recorded_game(tmp_path: Path) -> None:
    laid_out(recorded("box-pachisi.sql"), tmp_path / "data" / FILE_NAME)
    with running_box(tmp_path, camera="none") as box:
        model = box.table.model
        assert (model.setup.game, model.waits) == ("pachisi", Waits.MOVE)
        box.table.do(PlayMove(model.rules.moves(model.state)[0]))
        box.table.do(Undo())
        assert box.table.model.states[-1] == model.states[-1]
        assert not box.journal.trouble()
