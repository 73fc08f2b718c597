"""``charkoni matches``, ``charkoni export --match``, and what was exported imported again."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from device.store import Journal
from device.store.archive import archive_of
from engine.move import Beaver, Double, EndTurn, Take, parse_move
from engine.table import Table
from engine.table.commands import PlayMove, Redo, TakeThrow, Undo
from engine.throw import Dice
from engines.random_matches import lose, match_setup
from engines.whole_matches import NAMES, play_whole
from places import ROOT

GOLDEN = ROOT / "tests" / "golden" / "gnubg-match.mat"


def played(folder: Path, seed: int = 3, **about: Any) -> Table:
    """Play a whole match in a journal."""
    with Journal(folder) as journal:
        return play_whole(Random(seed), record=journal.record, names=NAMES[1], **{"length": 3, **about})


def test_matches_are_listed_with_players_score_and_end(run: Any, tmp_path: Path) -> None:
    table = played(tmp_path / "data")
    status, out, _err = run("matches")
    assert status == 0
    winner = table.model.setup.names[table.model.match.winner]  # type: ignore[union-attr, index]
    assert re.match(r"   1  20\d\d-\d\d-\d\d \d\d:\d\d  standard  3 points  Asha: die Große ", out)
    assert f"won by {winner}  (" in out
    [told] = map(json.loads, run("matches", "--json")[1].splitlines())
    assert told["score"] == list(table.model.match.score)  # type: ignore[union-attr]
    assert (told["match"], told["length"], told["over"], told["event"]) == (
        1,
        3,
        True,
        "Club “night” 7: final]",
    )
    assert re.fullmatch(r"\d{1,9}", told["id"])


def test_a_match_that_goes_on_after_an_undo_has_only_the_games_that_stand(run: Any, tmp_path: Path) -> None:
    with Journal(tmp_path / "data") as journal:
        table = Table(record=journal.record)
        table.start(match_setup(5))
        lose(table, 0)
        lose(table, 1)
        table.do(TakeThrow(Dice((6, 5))))
        while table.model.game > 1:
            table.do(Undo())
        table.do(Redo())
        table.do(TakeThrow(Dice((4, 1))))
    [told] = map(json.loads, run("matches", "--json")[1].splitlines())
    assert (told["games"], told["score"], told["over"], told["winner"]) == ([1, 4], [0, 1], False, None)
    exported = json.loads(run("export", "--match", "1", "--json")[1])
    assert [game["score"] for game in exported["games"]] == [[0, 0], [0, 1]]
    # The record of the box forgets nothing.
    lines = [json.loads(line) for line in run("export", "--match", "1")[1].splitlines()]
    assert {line["game"] for line in lines} == {1, 2, 3, 4}
    assert all("clock_s" in line for line in lines)


def test_every_number_that_is_listed_is_one_that_export_takes(run: Any, tmp_path: Path) -> None:
    played(tmp_path / "data", 1, length=5)
    with Journal(tmp_path / "data") as journal:
        table = Table(record=journal.record, seq=journal.last_seq(), game=journal.last_game())
        play_whole(Random(5), table=table, length=3)
    run("import", str(GOLDEN), "--yes", "--game", "2", "--game", "3")
    with Journal(tmp_path / "data") as journal:
        archive_of(journal).delete(1, journal.last_game())
    listed = [json.loads(line) for line in run("matches", "--json")[1].splitlines()]
    assert len(listed) == 3
    assert re.findall(r"(?m)^ *(\d+)  ", run("matches")[1]) == [str(match["match"]) for match in listed]
    for match in listed:
        status, out, _err = run("export", "--match", str(match["match"]), "--json")
        assert (status, json.loads(out)["id"]) == (0, match["id"])


def test_two_matches_have_two_ids_and_each_the_same_at_every_export(run: Any, tmp_path: Path) -> None:
    played(tmp_path / "data")
    played(tmp_path / "other", seed=3)
    ids = [json.loads(run("matches", "--json", data=data)[1])["id"] for data in ("data", "other", "data")]
    assert ids[0] == ids[2] != ids[1]
    assert f'; [Match ID "{ids[0]}"]' in run("export", "--match", "1", "--mat")[1]
    file = tmp_path / "match.json"
    file.write_text("mine")
    assert "exists already" in run("export", "--match", "1", "--json", str(file))[2]
    assert file.read_text() == "mine"


@pytest.mark.parametrize("seed", [3, 4])
def test_what_was_exported_as_mat_is_a_match_on_another_box_and_exported_the_same(
    run: Any, tmp_path: Path, seed: int
) -> None:
    played(tmp_path / "data", seed, length=(0, 3, 5, 1)[seed % 4])
    file = tmp_path / "match.mat"
    assert run("export", "--match", "1", "--mat", str(file))[0] == 0
    assert run("import", str(file), "--yes", data="other")[0] == 0
    assert run("export", "--match", "1", "--mat", data="other")[1] == file.read_text(encoding="utf-8")
    [told] = map(json.loads, run("matches", "--json", data="other")[1].splitlines())
    [was] = map(json.loads, run("matches", "--json")[1].splitlines())
    assert told["imported"] == "match.mat"
    assert {**told, "imported": "", "started": 0} == {**was, "started": 0}
    # The same file again brings nothing new.
    assert "there is no new game in it" in run("import", str(file), "--yes", data="other")[1]


def test_the_record_of_a_match_comes_back_as_the_same_match(run: Any, tmp_path: Path) -> None:
    played(tmp_path / "data", 4, illegal=True, length=5)
    file = tmp_path / "match.txt"
    assert run("export", "--match", "1", "--record", str(file))[0] == 0
    assert "(void)" in file.read_text() or "(accepted)" in file.read_text()
    assert run("import", str(file), "--yes", data="other")[0] == 0
    assert run("export", "--match", "1", "--record", data="other")[1] == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("is_whole", [True, False])
def test_a_match_of_gnu_backgammon_is_a_match_here_and_never_lies_on_the_table(
    run: Any, tmp_path: Path, is_whole: bool
) -> None:
    file = tmp_path / "club.mat"
    file.write_text("".join(GOLDEN.read_text().splitlines(keepends=True)[: None if is_whole else 14]))
    assert run("import", str(file), "--yes")[0] == 0
    [told] = map(json.loads, run("matches", "--json")[1].splitlines())
    expected = ([2, 10], 1, True, [1, 2, 3, 4, 5, 6]) if is_whole else ([0, 0], None, False, [1])
    assert (told["score"], told["winner"], told["over"], told["games"]) == expected
    with Journal(tmp_path / "data", writing=False) as journal:
        assert journal.unfinished() is None
    assert is_whole or "Wins" not in run("export", "--match", "1", "--mat")[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--match", "9", "--mat"), "there is no match 9: 'charkoni matches' lists them"),
        (("--match", "2", "--json"), "game 2 belongs to match 1"),
        (("--mat",), "--mat writes a match: name it with --match"),
        (("--match", "1", "--game", "1"), "name one of --game and --match"),
    ],
)
def test_what_cannot_be_exported_is_one_line(
    run: Any, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    played(tmp_path / "data", 1, length=5)
    status, out, err = run("export", *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_what_mat_cannot_say_is_refused_and_the_way_out_is_told(run: Any, tmp_path: Path) -> None:
    played(tmp_path / "data", crawford=False)
    status, _out, err = run("export", "--match", "1", "--mat")
    assert status == 2
    assert "is played without one. Write it with --sgf" in err
    assert run("export", "--match", "1", "--sgf")[1].startswith("(;FF[4]GM[6]")


def test_what_mat_cannot_say_all_of_is_written_up_to_there_and_it_is_said(run: Any, tmp_path: Path) -> None:
    with Journal(tmp_path / "data") as journal:
        table = Table(record=journal.record)
        table.start(match_setup(0, beavers=True))
        lose(table, 0)
        table.do(TakeThrow(Dice((3, 1))))
        table.do(PlayMove(parse_move("8/5 6/5")))
        for move in (EndTurn(), Double(), Beaver(), Take()):
            table.do(PlayMove(move))
    status, out, err = run("export", "--match", "1", "--mat")
    assert status == 0
    assert "; Up to here: a double was beavered." in out
    assert ("a double was beavered" in err, "--sgf and --record" in err, err.count("\n")) == (True, True, 1)
    assert "[take]" in run("export", "--match", "1", "--sgf")[1]
