"""The record of years that the bench makes is one that a box could have written."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.store import Journal
from device.store.backups.backup import back_up, restore
from engine.table.state import replayed
from tests.bench.box.years import record
from tests.bench.box.years.asked import main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(record, "GAMES", 12)
    return record.record_of(1, cache_at=tmp_path)


def test_a_record_of_years_is_whole_and_made_once(folder: Path, tmp_path: Path) -> None:
    with Journal(folder, writing=False) as journal:
        games = journal.games()
        assert 12 < len(games) < 30
        assert {line.setup.imported != "" for line in games} == {True, False}
        assert len([line for line in games if not line.ended]) == 1
        assert games[0].setup.imported
        for line in games:
            model = replayed(journal.game_events(line.number))
            assert (model.outcome is not None) == line.ended
        assert back_up(journal.store, journal.photographs, tmp_path / "b").photographs > 0
    assert restore(tmp_path / "new", tmp_path / "b")[0].left_out == 0
    made = (folder / "charkoni.sqlite").stat().st_mtime_ns
    assert record.record_of(1, cache_at=tmp_path) == folder
    assert (folder / "charkoni.sqlite").stat().st_mtime_ns == made


def test_every_page_of_a_record_is_asked_for(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.game.stream.HEARTBEAT_S", 0.0)  # as the bench sets it itself, for good
    assert main([str(folder)]) == 0
    told = capsys.readouterr().out
    for name in ("GET /games", "GET /people/1", "GET /api/v1/events?since=0&limit=200", "lamps and voice"):
        assert f'["asked", ["{name}' in told
    assert '["memory", ' in told
