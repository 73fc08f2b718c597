"""The door of the benches lists them, opens one, and refuses what is none of them."""

from __future__ import annotations

from importlib import import_module
from runpy import run_path

import pytest

from places import ROOT
from tests.bench.__main__ import ROOMS, benches, main


def test_without_arguments_the_benches_are_listed_with_a_line_each(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([]) == 0
    _, *lines = capsys.readouterr().out.splitlines()
    assert lines == list(benches())
    assert {line.split()[0] for line in lines} == set(ROOMS)
    assert all(len(line) > 24 and line[22] == " " for line in lines)


def test_every_room_of_the_benches_has_a_door() -> None:
    assert {path.parent.name for path in (ROOT / "tests" / "bench").glob("*/command.py")} == set(ROOMS)


def test_an_unknown_bench_is_refused_with_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ear", "looks"]) == 2
    refused, *listed = capsys.readouterr().err.splitlines()
    assert "no bench 'ear'" in refused
    assert listed == list(benches())


@pytest.mark.parametrize("room", ["engine", "eye", "box"])
def test_a_room_refuses_what_it_does_not_have_and_says_what_it_has(
    room: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([room, "ludo"])
    assert ended.value.code == 2
    printed = capsys.readouterr().err
    assert "no set 'ludo'" in printed or "there is no 'ludo'" in printed
    assert all(name in printed for name in import_module(f"tests.bench.{room}.command").NAMES)


@pytest.mark.parametrize(("package", "room"), [("engine", "engine"), ("vision", "eye"), ("device", "box")])
def test_a_bench_that_has_moved_says_where_it_is_now(package: str, room: str) -> None:
    with pytest.raises(SystemExit, match=f'make bench ARGS="{room}"'):
        run_path(str(ROOT / package / "bench.py"), run_name="__main__")
    assert room in ROOMS
