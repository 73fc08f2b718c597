"""Games out of a file, on the page: what is in it and where it differs is shown first, then it is kept."""

from __future__ import annotations

import re
from itertools import count
from types import SimpleNamespace

import pytest

from engine.notation import LARGEST_FILE, read_games, replay_record, write_record
from engine.table.state import replayed
from places import ROOT
from ports_for_tests import House

MATCH = (ROOT / "tests" / "golden" / "gnubg-match.mat").read_bytes()


def send(house: House, data: bytes, name: str = "match.mat") -> tuple[int, str, str]:
    """Send a file; gives status, address and text of the page that follows."""
    phone = house.admin()
    # By hand: the test's client would put a large form into a file that it never closes.
    head = 'Content-Disposition: form-data; name="'
    body = f'--part\r\n{head}csrf"\r\n\r\n{phone.state()["csrf"]}\r\n'
    body += f'--part\r\n{head}games"; filename="{name}"\r\n\r\n'
    answer = phone.client.post(
        "/games/import",
        data=body.encode() + data + b"\r\n--part--\r\n",
        content_type="multipart/form-data; boundary=part",
        follow_redirects=True,
    )
    return answer.status_code, answer.request.path, answer.text


def keep(house: House, path: str, *games: int) -> tuple[int, str]:
    phone = house.admin()
    form = {"csrf": phone.state()["csrf"], "game": [str(game) for game in games]}
    answer = phone.client.post(f"{path}/keep", data=form, follow_redirects=True)
    return answer.status_code, answer.text


def test_a_file_is_shown_first_and_nothing_is_written(house: House) -> None:
    house.start()
    before = house.journal.last_seq()
    status, path, text = send(house, MATCH.replace(b"gnubg", b"g" * 50))
    assert (status, path) == (200, "/games/import/1")
    assert text.count("Game 1 of the file") == 2
    assert "Everything in it follows the rules." in text
    assert f"Line 6: A player is called {'g' * 40} here." in text
    assert text.count('name="game"') == 6
    assert house.journal.last_seq() == before


def test_a_busy_machine_reads_a_whole_file_and_only_its_own_work_is_counted(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    passing, working = count(0, 100).__next__, count(0, 2).__next__
    monkeypatch.setattr(
        "web.history.games_file.time", SimpleNamespace(monotonic=passing, thread_time=lambda: 1.0)
    )
    assert send(house, MATCH)[2].count('name="game"') == 6
    monkeypatch.setattr("web.history.games_file.READING_S", 1.0)
    monkeypatch.setattr("web.history.games_file.time", SimpleNamespace(thread_time=working))
    assert send(house, MATCH)[0] == 400


def test_what_was_chosen_is_kept_beside_the_game_in_progress(house: House) -> None:
    house.start()
    model = house.table.model
    _status, path, _text = send(house, MATCH)
    status, text = keep(house, path, 1, 3)
    assert status == 200
    assert "2 games were imported." in text
    assert text.count("imported</span>") == 2
    assert house.table.model is model
    found = read_games(MATCH)
    for number, place in ((2, 0), (3, 2)):
        game = house.watcher().get(f"/games/{number}").text
        assert "It was not played here, but imported from a file:" in game
        assert "match.mat" in game
        record = write_record(replayed(house.journal.game_events(number)))
        assert read_games(record.encode())[0].record == found[place].record
        steps = house.watcher().get(f"/games/{number}/steps/2").get_json()
        assert steps["ids"]["xgid"].startswith("XGID=") or steps["ids"]["why"]


def test_event_round_and_day_of_a_match_stand_on_its_pages(house: House) -> None:
    house.start()
    head = b'; [Event "Club night"]\n; [Round "Final"]\n'
    _status, path, text = send(house, head + MATCH)
    shown = "<bdi>Club night</bdi>, <bdi>Final</bdi>, <bdi>2026.11.22</bdi>"
    assert shown in text
    keep(house, path, *range(1, 7))
    assert shown in house.watcher().get("/matches/2").text
    for page in ("/games/2", "/games/7", "/matches", "/games"):
        assert "Club night · Final" in house.watcher().get(page).text


def test_the_same_file_twice_is_recognised(house: House) -> None:
    house.start()
    _status, path, _text = send(house, MATCH)
    keep(house, path, 1, 2, 3, 4, 5, 6)
    last = house.journal.last_seq()
    _status, again, text = send(house, MATCH, "the same under another name.mat")
    assert text.count("It is here already.") == 6
    assert "There is no new game in this file." in text
    assert 'name="game"' not in text
    assert keep(house, again, 1)[0] == 200
    assert house.journal.last_seq() == last
    assert len(house.journal.games()) == 7


def test_a_file_that_was_put_away_or_kept_cannot_be_kept_again(house: House) -> None:
    house.start()
    _status, path, _text = send(house, MATCH)
    phone = house.admin()
    gone = phone.client.post(f"{path}/leave", data={"csrf": phone.state()["csrf"]}, follow_redirects=True)
    assert "nothing was imported" in gone.text
    assert keep(house, path, 1)[0] == 404
    assert house.admin().client.get(path).location == "/games/import"
    _status, path, _text = send(house, MATCH)
    assert keep(house, path)[0] == 400  # none was chosen
    assert keep(house, path, 99)[0] == 400


def test_one_bad_record_is_told_and_the_others_can_be_kept(house: House) -> None:
    house.start()
    records = [write_record(replay_record(game.record)) for game in read_games(MATCH) if game.record]
    bad = records[0].replace("2-1", "2-7", 1)
    _status, path, text = send(house, "".join([*records, bad]).encode())
    assert "It cannot be taken over. Line 15: " in text
    assert text.count('name="game"') == 6
    assert "1 game was imported." in keep(house, path, 4, 7)[1]


def test_of_a_match_with_anything_wrong_what_stands_before_is_offered_and_the_place_is_told(
    house: House,
) -> None:
    house.start()
    before = house.journal.last_seq()
    status, path, text = send(house, MATCH.replace(b" Game 4", b" Game 5"))
    assert (status, path) == (200, "/games/import/1")
    assert "This file can be read only up to one place. Line " in text
    assert "column 2: &#39;Game 5&#39; cannot stand here; expected: Game 4." in text
    assert "What stands before it is here." in text
    assert text.count('name="game"') == 3
    assert house.journal.last_seq() == before
    assert "3 games were imported." in keep(house, path, 1, 2, 3)[1]


def test_who_plays_in_a_refused_file_is_not_called_by_the_names_at_the_table(house: House) -> None:
    house.start("backgammon", "standard", ("Mina", "Dev"))
    status, _path, text = send(house, MATCH.replace(b"13/11", b"13/8", 1))
    assert status == 400
    assert "the dice left to player " in text
    assert "Mina" not in text


def test_a_match_is_kept_as_a_match_with_its_score(house: House) -> None:
    house.start()
    _status, path, _text = send(house, MATCH)
    keep(house, path, *range(1, 7))
    places = [line.setup.match for line in house.journal.games() if line.setup.match][::-1]
    assert [place.match.score for place in places] == [(0, 0), (0, 1), (0, 3), (1, 3), (1, 4), (2, 4)]
    assert [(place.number, place.first, place.before) for place in places] == [
        (1, 0, 0),
        *((number, 2, number) for number in range(2, 7)),
    ]


def test_what_is_no_file_of_games_is_refused_in_words(house: House) -> None:
    for data, said in (
        (b"", "no file of games"),
        (b"PK\x03\x04\0\0", "no text"),
        (b"\n" * 100_000, "too large"),
        (b"x" * (LARGEST_FILE + 1), "too large"),
    ):
        status, path, text = send(house, data)
        assert (status, path, said in text) == (400, "/games/import", True), data[:9]
    assert send(house, b"x" * (LARGEST_FILE + 100_000))[0] == 413


def test_hostile_names_stay_words(house: House) -> None:
    house.start()
    hostile = MATCH.replace(b"gnubg :", b"<img src=x onerror=alert(1)> :")
    _status, path, text = send(house, hostile, "<script>alert(2)<script>.mat")
    assert "<img src=x" not in text
    assert "<script>alert(2)" not in text
    listed = keep(house, path, 1)[1]
    assert "&lt;img src=x onerror=alert(1)&gt;" in listed
    assert "<script>alert(2)" not in house.watcher().get("/games/2").text


def test_only_the_last_few_files_are_held(house: House) -> None:
    house.start()
    first = send(house, MATCH)[1]
    paths = [send(house, MATCH)[1] for _ in range(4)]
    assert house.admin().client.get(first).location == "/games/import"
    assert all(house.admin().client.get(path).status_code == 200 for path in paths)


def test_without_a_game_on_the_table_games_come_in_too(house: House) -> None:
    _status, path, _text = send(house, MATCH)
    assert "1 game was imported." in keep(house, path, 1)[1]
    assert not house.table.has_game
    assert re.search(r"root\W* wins \d+ point", house.watcher().get("/games").text)
