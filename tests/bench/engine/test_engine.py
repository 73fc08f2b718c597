"""The engine's bench runs and prints figures; how fast a machine is, no test says."""

from __future__ import annotations

import pytest

from tests.bench.engine import command as bench


def test_the_middle_game_positions_are_the_same_every_time() -> None:
    some = bench.middle_game(40)
    assert some == bench.middle_game(40)
    assert len(set(some)) == 40
    assert {len(board) for board, _ in some} == {26}


def test_a_bench_says_positions_a_second(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "middle_game", lambda count=1500: _FEW)
    assert bench.main(["backgammon"]) == 0
    printed = capsys.readouterr().out
    assert "10 middle-game positions" in printed
    assert printed.count("positions/s") == 2
    assert "lines/s" in printed


def test_moves_of_the_cowrie_games_are_measured_in_positions_of_random_games() -> None:
    line = bench._legal_moves("chowka-bhara", "5x5", players=2, count=20)
    assert "median" in line
    assert line.startswith("5x5")


def test_a_bench_that_does_not_exist_is_refused_naming_those_that_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as ended:
        bench.main(["ludo"])
    assert ended.value.code == 2
    assert "there is no 'ludo': there are backgammon, chowka-bhara, pachisi" in capsys.readouterr().err


_FEW = bench.middle_game(10)
