"""The pages of matches, and the files of them that are offered: what each phone gets, and what is said."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

from device.store.archive import archive_of
from engine.ending import Accept, Resign
from engine.match import TimeControl
from engine.move import parse_move
from engine.table.commands import BeginNextGame, PlayMove, ReportMove, TakeThrow
from engine.throw import Dice
from engines.random_matches import match_setup
from engines.whole_matches import NAMES, play_whole
from ports_for_tests import House


def played(house: House, seed: int = 7, **about: Any) -> None:
    """Play a whole match of games 1, 2 and so on, on the table of the house."""
    play_whole(Random(seed), table=house.table, **{"length": 3, "names": NAMES[1], **about})


def test_a_match_has_a_page_with_its_score_its_games_and_its_files(house: House) -> None:
    played(house)
    client = house.watcher()
    page = client.get("/matches/1").text
    match = house.table.model.match
    assert match is not None
    assert re.findall(r"<td>(\d+)</td>", page) == [str(points) for points in match.score]
    assert "Match to 3" in page
    assert re.findall(r'href="/games/(\d+)"', page)[:2] == ["1", "2"]
    for form in ("mat", "json", "jsonl", "txt"):
        assert f'href="/matches/1.{form}"' in page
    assert "/matches/1.sgf" not in page
    assert '<a href="/matches/1">' in client.get("/matches").text
    assert 'href="/matches"' in client.get("/games").text
    assert client.get("/matches/2").location == "/matches/1"


def test_replay_and_record_of_a_game_offer_the_files_of_its_match(house: House) -> None:
    played(house)
    for path in ("/games/1", "/games/2", "/games/1/record"):
        page = house.watcher().get(path).text
        assert 'href="/matches/1.mat"' in page, path
        assert 'href="/matches/1.json"' in page, path


def test_where_mat_cannot_say_all_sgf_is_offered_and_it_is_said_why(house: House) -> None:
    played(house, crawford=False)
    client = house.watcher()
    page = client.get("/games/1").text
    assert "Programs that read .mat assume a Crawford game, and this match is played without one." in page
    assert 'href="/matches/1.sgf"' in page
    assert "/matches/1.mat" not in page
    refused = client.get("/matches/1.mat")
    assert refused.status_code == 409
    assert "Take .sgf instead" in refused.text
    told = client.get("/api/v1/matches/1.mat")
    assert (told.status_code, "Take .sgf instead" in told.get_json()["error"]) == (409, True)


def test_where_mat_says_the_beginning_it_is_offered_up_to_there(house: House) -> None:
    house.table.start(match_setup(3))
    house.table.do(TakeThrow(Dice((3, 1))))
    house.table.do(PlayMove(parse_move("8/5 6/5")))
    house.table.do(TakeThrow(Dice((5, 2))))
    house.table.do(ReportMove((1, 0), "p18"))
    house.table.do(TakeThrow(Dice((6, 4))))
    client = house.watcher()
    page = client.get("/matches/1").text
    assert "A play that the rules forbid was let stand." in page
    assert 'href="/matches/1.sgf" download>Match as .sgf<' in page
    assert 'href="/matches/1.mat" download>Match as .mat, up to there<' in page
    answer = client.get("/matches/1.mat")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].endswith('-part.mat"')
    assert "; Up to here: a play that the rules forbid was let stand." in answer.text
    assert client.get("/matches/1.sgf").status_code == 200


def test_each_file_is_what_the_command_line_writes_with_a_name_of_its_own(house: House) -> None:
    played(house)
    client = house.watcher()
    told = client.get("/matches/1.json").get_json()
    assert told["players"] == list(NAMES[1])
    files = {form: client.get(f"/matches/1.{form}") for form in ("mat", "sgf", "json", "txt", "jsonl")}
    for form, answer in files.items():
        assert answer.status_code == 200
        assert answer.headers["Content-Disposition"] == (
            f'attachment; filename="charkoni-match-{told["id"]}.{form}"'
        )
    assert files["mat"].text.startswith(f'; [Match ID "{told["id"]}"]\n')
    assert files["txt"].text.startswith("charkoni-record 1\n")
    assert files["sgf"].text.startswith("(;FF[4]")
    events = [json.loads(line) for line in files["jsonl"].text.splitlines()]
    assert len(events) == house.journal.last_seq()
    assert all("clock_s" in event for event in events)


def test_a_match_that_goes_on_is_offered_as_far_as_it_was_played(house: House) -> None:
    house.table.start(match_setup(5, times=TimeControl(12.0, 600.0)))
    client = house.watcher()
    assert "/matches/1.mat" not in client.get("/games/1").text, "nothing was played yet"
    assert client.get("/matches/1.mat").status_code == 409
    house.table.do(TakeThrow(Dice((3, 1))))
    assert "the files hold what has been played so far" in client.get("/games/1").text
    before = client.get("/matches/1.mat").text
    house.table.do(PlayMove(Resign(0, 1)))
    house.table.do(PlayMove(Accept()))
    assert "Wins 1 point" in client.get("/matches/1.mat").text != before
    house.table.do(BeginNextGame())
    assert client.get("/matches/1.mat").text.count(" Game ") == 1


def test_every_position_of_a_replay_has_the_ids_of_its_match(house: House) -> None:
    played(house, seed=8, length=4)
    client = house.watcher()
    [crawford] = [line.number for line in house.journal.games() if line.setup.options.get("crawford") is True]
    score = house.journal.game_events(crawford)[0].event.setup.match.match.score  # type: ignore[union-attr]
    ids = client.get(f"/games/{crawford}/steps/2").get_json()["ids"]
    assert ids["xgid"].endswith(f":{score[0]}:{score[1]}:1:4:10")
    assert f":{score[0]}:{score[1]}:1:4:10" in client.get(f"/games/{crawford}?step=2").text


def test_games_that_are_no_match_offer_nothing_of_one(house: House) -> None:
    house.start()
    client = house.watcher()
    assert "/matches/" not in client.get("/games/1").text
    for path in ("/matches/1", "/matches/1.mat", "/matches/99.json"):
        assert client.get(path).status_code == 404
    assert client.get("/matches/1.exe").status_code == 404
    assert "No match has been played yet." in client.get("/matches").text


def test_a_match_is_found_when_its_first_game_is_deleted_and_sgf_says_what_is_left(house: House) -> None:
    played(house)
    last = house.table.model.game
    house.start()
    archive_of(house.journal).delete(1, house.table.model.game)
    client = house.watcher()
    assert client.get("/matches/1").location == "/matches/2"
    page = client.get(f"/games/{last}").text
    assert "A game of this match is missing." in page
    assert client.get("/matches/2.sgf").status_code == 200
