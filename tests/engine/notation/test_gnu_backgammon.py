"""GNU Backgammon itself reads the matches that we write, and we read what it writes of them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from engine.errors import EngineError
from engine.match import Origin
from engine.notation import mat_part, parse_gnu_ids, position_ids, transcript, why_not_mat, write_mat
from engine.table.state import Model
from engines.random_matches import games_of
from engines.whole_matches import NAMES, play_whole
from gnubg_for_tests import gnubg_reads, needs_gnubg, run_gnubg
from gnubg_proof import compare, drawn_match, expected_game


@pytest.fixture(autouse=True)
def _gnubg() -> None:
    needs_gnubg()


@pytest.mark.parametrize(("form", "standard"), [("mat", True), ("sgf", True), ("sgf", False)])
def test_a_few_matches_are_read_as_they_were_played(tmp_path: Path, form: str, standard: bool) -> None:
    matches = [drawn_match(seed, standard=standard) for seed in range(6)]
    figures = compare(tmp_path, matches, form)
    assert figures.differences == []
    assert figures.counted["roll actions"] > 300


def test_what_mat_says_of_a_match_is_read_as_it_was_played_up_to_there(tmp_path: Path) -> None:
    parts = [(match, *mat_part(match)) for match in (drawn_match(seed, standard=False) for seed in range(25))]
    cut = [(match, part) for match, part, why in parts if part is not None and why is not None]
    assert len(cut) > 3
    reads = gnubg_reads(
        tmp_path,
        [("mat", write_mat(match)) for match, _ in cut],
        jacoby=[match.match.jacoby for match, _ in cut],
    )
    for (_match, part), read in zip(cut, reads, strict=True):
        expected = [expected_game(part, game.number, form="mat")[0]["actions"] for game in part.games]
        assert [game["actions"] for game in read.games] == expected


@pytest.mark.slow  # two hundred whole matches in each form: minutes
@pytest.mark.parametrize(("form", "standard"), [("mat", True), ("sgf", True), ("sgf", False)])
def test_two_hundred_matches_are_read_as_they_were_played(tmp_path: Path, form: str, standard: bool) -> None:
    matches = [drawn_match(seed, standard=standard) for seed in range(200)]
    if form == "mat":
        assert not any(map(why_not_mat, matches))
        assert {match.match.length for match in matches} == set(range(10))
        assert len({match.names for match in matches}) == len(NAMES)
    figures = compare(tmp_path, matches, form)
    assert figures.differences == []
    counted = figures.counted
    assert counted["matches"] == 200
    assert min(counted[f"{kind} actions"] for kind in ("double", "take", "drop", "resign")) > 20
    assert counted["Crawford games"] > 20
    if not standard:
        assert min(counted["illegal plays"], counted["beaver actions"], counted["automatic actions"]) > 0


def states_with_ids(models: list[Model]) -> dict[str, str]:
    """Write every position that has IDs: GNU ID → XGID."""
    found: dict[str, str] = {}
    for model in models:
        assert model.setup.match is not None
        for state in model.states:
            try:
                ids = position_ids(model.rules, state, model.setup.match.match)  # type: ignore[arg-type]
            except EngineError:
                continue  # half a turn, or the end
            found[ids.gnu] = ids.xgid
    return found


_IDS = """
import gnubg, json
gnubg.command("set display off")
found = []
for command in json.load(open("commands.json")):
    gnubg.command(command)
    found.append([gnubg.gnubgid(), gnubg.cubeinfo(), gnubg.posinfo()])
json.dump(found, open("found.json", "w"))
"""


def test_gnu_backgammon_understands_the_ids_of_every_position_of_a_match(tmp_path: Path) -> None:
    ids = states_with_ids(games_of(play_whole(Random(8), length=5).model))
    ids |= states_with_ids(games_of(play_whole(Random(1), length=4).model))
    # It knows positions in which a double is offered, but does not let them be set.
    ids = {gnu: xgid for gnu, xgid in ids.items() if not parse_gnu_ids(gnu).offered}
    commands = [f"set gnubgid {gnu}" for gnu in ids] + [f"set xgid {xgid}" for xgid in ids.values()]
    (tmp_path / "commands.json").write_text(json.dumps(commands))
    run_gnubg(tmp_path, _IDS)
    found = json.loads((tmp_path / "found.json").read_text())
    assert len(found) == 2 * len(ids) > 200
    crawford, scores = 0, set()
    for gnu, (shown, cube, position) in zip(ids, found[: len(ids)], strict=True):
        assert shown == gnu
        told = parse_gnu_ids(gnu)  # our seat 0 is its player 1
        assert cube["score"] == [told.scores[1], told.scores[0]]
        assert (cube["matchto"], cube["crawford"]) == (told.length, told.crawford)
        assert (cube["cube"], position["doubled"]) == (told.cube, told.offered)
        crawford += told.crawford
        scores.add(told.scores)
    assert crawford
    assert len(scores) > 3
    for (gnu, xgid), (shown, _cube, _position) in zip(ids.items(), found[len(ids) :], strict=True):
        # Whoever is on roll by an XGID is its player 1.
        assert in_turn(shown) == in_turn(gnu), xgid


def in_turn(gnu: str) -> tuple[object, ...]:
    """Tell a position from the side of the player on roll, whoever that is."""
    told = parse_gnu_ids(gnu)
    owner = None if told.owner is None else (told.owner + told.turn) % 2
    scores = told.scores[:: 1 if told.turn == 0 else -1]
    return told.board, told.dice, told.cube, owner, told.offered, scores, told.length, told.crawford


_WALK = """
import gnubg, json
gnubg.command("set display off")
gnubg.command("import mat match.mat")
gnubg.command("first game")
found = []
for game in range(8):
    while gnubg.navigate(next=1) is None:
        found.append(gnubg.gnubgid())
    gnubg.navigate(game=1)
json.dump(found, open("found.json", "w"))
"""


def test_along_our_file_gnu_backgammon_shows_our_ids_with_the_players_changed(tmp_path: Path) -> None:
    table = play_whole(Random(4), length=5)
    match = transcript(games_of(table.model), Origin("1"))
    (tmp_path / "match.mat").write_text(write_mat(match), encoding="utf-8")
    printed = run_gnubg(tmp_path, _WALK)
    shown = set(json.loads((tmp_path / "found.json").read_text()))
    ours = {in_turn(gnu) for gnu in states_with_ids(games_of(table.model))}
    known = [gnu for gnu in shown if _in_progress(gnu)]
    assert len(known) > 150, printed[-500:]
    assert any(parse_gnu_ids(gnu).offered for gnu in known)
    strange = [gnu for gnu in known if in_turn(gnu) not in ours]
    assert not strange, strange[:5]


def _in_progress(gnu: str) -> bool:
    try:
        parse_gnu_ids(gnu)
    except EngineError:
        return False
    return True
