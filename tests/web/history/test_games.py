"""Games played: replay by steps, export, deletion after a question, backup and what is brought back."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from device.store import FILE_NAME, Journal
from device.store.archive import WAITING, archive_of, restore_waiting
from engine.errors import NotNowError
from engine.table.commands import PlayMove, TakeThrow, Undo
from engine.throw import Cowries
from journals_for_tests import jpeg_of
from ports_for_tests import House
from sentences_for_tests import told

PICTURE = jpeg_of(b"a picture")


def played(house: House) -> None:
    """Play a little of game 1, with a photograph, and begin game 2."""
    house.start()
    photo = house.journal.keep_photograph(PICTURE, PICTURE)
    house.table.do(TakeThrow(Cowries(1, 4), photo=photo))
    house.table.do(PlayMove(house.table.model.rules.moves(house.table.model.state)[0]))
    house.table.do(TakeThrow(Cowries(2, 4), source="typed"))
    house.start("pachisi")


def send(house: House, path: str, **fields: object) -> tuple[int, str]:
    phone = house.admin()
    answer = phone.client.post(path, data={"csrf": phone.state()["csrf"], **fields}, follow_redirects=True)
    return answer.status_code, answer.text


def test_each_step_of_the_replay_tells_what_was_done_and_where_the_pieces_stand(house: House) -> None:
    played(house)
    client = house.watcher()
    steps = [client.get(f"/games/1/steps/{step}").get_json() for step in range(4)]
    assert [step["text"] for step in steps] == [
        "The game begins",
        "Asha: 1 mouth up of 4 = 1",
        "Asha: a moves 1",
        "Ravi: 2 mouths up of 4 = 2",
    ]
    assert [step["photo"] for step in steps] == ["", "throw-1", "throw-1", ""], "it stays for the moves"
    assert ["svg" in step["drawn"] for step in steps] == [False, True, True, True]
    assert [step["last"] and step["last"]["to"] for step in steps] == [None, None, ["r4c3"], ["r4c3"]]
    assert [step["turn"] for step in steps] == [0, 0, 1, 1]
    assert steps[0]["men"] == steps[1]["men"] != steps[2]["men"] == steps[3]["men"]
    assert client.get("/games/1/steps/4").status_code == 404
    assert client.get("/games/7/steps/0").status_code == 404


def test_without_a_script_the_slider_is_a_form(house: House) -> None:
    played(house)
    for asked, shown in (("", 3), ("?step=1", 1), ("?step=99", 3), ("?step=x", 3), ("?step=3&step=1", 1)):
        page = house.watcher().get(f"/games/1{asked}").text
        assert f'max="3" value="{shown}"' in page, asked
        assert ("/photos/throw-1.jpg" in page) is (shown == 1), "the photographs are those of the turn"
    assert "/photos/throw-1.jpg" in house.watcher().get("/games/1/record").text


def test_a_photograph_that_is_no_longer_kept_is_no_broken_picture(house: House) -> None:
    played(house)
    client = house.watcher()
    assert "photograph any more" not in client.get("/games/1").text
    house.journal.photographs.remove("throw-1")
    page = client.get("/games/1?step=1").text
    assert "throw-1" not in page
    assert "Not every throw of this game has its photograph any more." in page
    assert client.get("/games/1/steps/1").get_json()["photo"] == ""


@pytest.mark.parametrize(("path", "drawn"), [("/", "drawn"), ("/tv", "lies")])
def test_the_last_throw_without_its_photograph_is_drawn(house: House, path: str, drawn: str) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(1, 4), photo=house.journal.keep_photograph(PICTURE, PICTURE)))
    client = house.watcher()
    assert "/photos/throw-1.jpg" in client.get(path).text
    house.journal.photographs.remove("throw-1")
    page = client.get(path).text
    assert "throw-1" not in page
    assert f'class="{drawn}"' in page


def test_the_replay_of_a_game_that_goes_on_grows_with_it(house: House) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(1, 4)))
    client = house.watcher()
    assert 'max="1"' in client.get("/games/1").text
    house.table.do(Undo())
    house.table.do(TakeThrow(Cowries(2, 4)))
    house.table.do(PlayMove(house.table.model.rules.moves(house.table.model.state)[0]))
    assert 'max="2"' in client.get("/games/1").text


def test_a_game_is_exported_as_json_lines(house: House) -> None:
    played(house)
    client = house.watcher()
    answer = client.get("/games/1.jsonl")
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert answer.headers["Content-Disposition"] == 'attachment; filename="charkoni-game-1.jsonl"'
    assert {line["game"] for line in lines} == {1}
    assert lines[0]["type"] == "game-started"
    assert len(client.get("/games.jsonl").text.splitlines()) > len(lines)
    assert client.get("/games/9.jsonl").status_code == 404


def test_deleting_asks_first_and_then_leaves_nothing_of_the_game(house: House) -> None:
    played(house)
    asked = house.admin().client.get("/games/1/delete").text
    assert "for good" in asked
    assert [line.number for line in house.journal.games()] == [2, 1]
    status, page = send(house, "/games/1/delete")
    assert status == 200
    assert "Game 1 was deleted." in page
    assert [line.number for line in house.journal.games()] == [2]
    assert house.journal.photograph("throw-1") is None
    assert house.watcher().get("/games/1").status_code == 404
    assert not list(house.journal.photographs.folder.glob("throw-1*"))


def test_the_game_on_the_table_is_not_deleted(house: House) -> None:
    played(house)
    assert "lies on the table" in house.admin().client.get("/games/2/delete").text
    status, page = send(house, "/games/2/delete")
    assert status == 409
    assert "This game lies on the table" in page
    assert len(house.journal.games()) == 2


def test_the_game_with_the_newest_event_stays_so_that_no_number_comes_twice(house: House) -> None:
    played(house)
    with pytest.raises(NotNowError):
        archive_of(house.journal).delete(2, 0)


def backup(house: House) -> bytes:
    phone = house.admin()
    form = {"csrf": phone.state()["csrf"]}
    with phone.client.post("/backup", data=form, follow_redirects=True) as answer:
        assert answer.status_code == 200
        assert int(answer.headers["Content-Length"]) == len(answer.data)
        return answer.data


def test_a_backup_is_restored_when_the_box_starts_again_and_what_was_there_is_kept(
    house: House, tmp_path: Path
) -> None:
    played(house)
    data = backup(house)
    send(house, "/games/1/delete")
    status, page = send(house, "/backup/restore", backup=(io.BytesIO(data), "charkoni.backup"))
    assert status == 200
    assert "A backup lies ready: 2 games, 1 photograph." in page
    assert [line.number for line in house.journal.games()] == [2]
    house.close()
    assert "was restored" in told(restore_waiting(tmp_path / "box"))
    with Journal(tmp_path / "box") as journal:
        assert [line.number for line in journal.games()] == [2, 1]
        assert journal.photograph("throw-1") == PICTURE
    assert (tmp_path / "box" / "before-restore-1" / FILE_NAME).exists()
    assert restore_waiting(tmp_path / "box") == ()


def test_a_backup_that_lies_ready_can_be_put_away(house: House, tmp_path: Path) -> None:
    played(house)
    send(house, "/backup/restore", backup=(io.BytesIO(backup(house)), "charkoni.backup"))
    assert (tmp_path / "box" / WAITING).stat().st_mode & 0o777 == 0o600
    _, page = send(house, "/backup/leave")
    assert "nothing will be restored" in page
    assert not (tmp_path / "box" / WAITING).exists()


def test_a_file_that_is_no_backup_is_refused_and_changes_nothing(house: House, tmp_path: Path) -> None:
    played(house)
    for data in (b"", b"a letter to a friend" * 9000, backup(house)[:-30_000]):
        status, page = send(house, "/backup/restore", backup=(io.BytesIO(data), "letter.txt"))
        assert status == 400
        assert "no backup that this box can read" in page
    assert send(house, "/backup/restore")[0] == 400
    assert not list((tmp_path / "box").glob(f"{WAITING}*"))


def test_what_cannot_be_restored_is_set_aside_and_the_box_starts(house: House, tmp_path: Path) -> None:
    played(house)
    house.close()
    (tmp_path / "box" / WAITING).write_bytes(b"rust")
    assert "was not restored" in told(restore_waiting(tmp_path / "box"))
    assert restore_waiting(tmp_path / "box") == ()
    with Journal(tmp_path / "box") as journal:
        assert len(journal.games()) == 2


def test_only_the_backup_may_be_large(house: House) -> None:
    played(house)
    assert send(house, "/games/1/delete", more="x" * 100_000)[0] == 413
