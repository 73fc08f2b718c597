"""The tables of `device.examples`: games and throws of a real box, as spreadsheets open them, no formula."""

from __future__ import annotations

import csv
import io
import re
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from device.examples.spreadsheet import GAMES, THROWS, cell, main
from engine.ending import Resign
from engine.match import Conduct
from engine.table.commands import CorrectThrow, PlayMove, TakeThrow, Undo
from engine.throw import Cowries, Dice
from engines.random_matches import match_setup
from ports_for_tests import House


def opened(path: Path, *, delimiter: str = ",") -> list[dict[str, str]]:
    raw = path.read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf"), "Excel knows by this that it is UTF-8"
    return list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig")), delimiter=delimiter))


def written(house: House, folder: Path, *more: str) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    with house.served() as port:
        assert main([f"http://127.0.0.1:{port}/", str(folder), *more]) == 0
    delimiter = ";" if "--comma" in more else ","
    return opened(folder / "games.csv", delimiter=delimiter), opened(
        folder / "throws.csv", delimiter=delimiter
    )


def test_games_and_throws_are_rows(house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house.start(names=("ಆಶಾ", "Ravi, the elder"))
    house.table.do(TakeThrow(Cowries(3, 4)))
    house.table.do(CorrectThrow(house.journal.last_seq(), Cowries(2, 4)))
    move = house.table.model.rules.moves(house.table.model.state)[0]
    house.table.do(PlayMove(move))
    house.table.do(TakeThrow(Cowries(1, 4), source="typed"))
    house.table.do(Undo())
    house.table.do(PlayMove(Resign(1, 1)))
    games, throws = written(house, tmp_path / "tables")
    assert list(games[0]) == list(GAMES)
    assert list(throws[0]) == list(THROWS)
    assert [row["players"] for row in games] == ["ಆಶಾ, Ravi, the elder"]
    assert (games[0]["winner"], games[0]["ending"], games[0]["throws"]) == ("ಆಶಾ", "resigned", "1")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", games[0]["began"])
    assert games[0]["minutes"] == "0.0"
    told = [
        (row["player"], row["throw"], row["value"], row["corrected"], row["taken back"]) for row in throws
    ]
    assert told == [("ಆಶಾ", "2 of 4", "2", "3 of 4", ""), ("Ravi, the elder", "1 of 4", "1", "", "yes")]
    assert [row["source"] for row in throws] == ["camera", "typed"]
    assert capsys.readouterr().out == "1 games, 2 throws\n"


def test_decimal_commas_have_semicolons_between(house: House, tmp_path: Path) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(3, 4)))
    games, throws = written(house, tmp_path, "--comma")
    assert games[0]["minutes"] == "0,0"
    assert throws[0]["throw"] == "3 of 4"


@pytest.mark.parametrize(
    "name", ['=HYPERLINK("http://x","y")', "+1+1", "-2+3", "@SUM(A1)", "|calc", '="x"', " =1+1"]
)
def test_a_name_never_becomes_a_formula(name: str) -> None:
    assert cell(name, comma=False) == f"'{name}"
    assert cell(f"\t{name}", comma=True).startswith("'")


def test_a_box_with_wicked_names_gives_tables_without_formulas(house: House, tmp_path: Path) -> None:
    house.start(names=("=1+1", '@x","=2'))
    house.table.do(TakeThrow(Cowries(3, 4)))
    games, throws = written(house, tmp_path)
    cells = [one for row in (*games, *throws) for one in row.values()]
    assert not [one for one in cells if one[:1] in "=+@|" and one]
    assert throws[0]["player"] == "'=1+1"


def test_what_others_see_later_is_not_there_without_a_token(house: House, tmp_path: Path) -> None:
    house.table.start(match_setup(3, conduct=Conduct(spectators_lag_s=300)))
    house.table.do(TakeThrow(Dice((3, 1))))
    games, throws = written(house, tmp_path)
    assert (games, throws) == ([], [])
    secret = tmp_path / "secret"
    secret.write_text(house.program("player").token + "\n")
    games, throws = written(house, tmp_path, "--token-file", str(secret))
    assert (len(games), throws[0]["throw"]) == (1, "3 and 1"), "and neither is a date"


@pytest.mark.parametrize(
    "answer", [b"<!doctype html>", b"[1]\n", b'{"type": "threw"}\n', b'{"game": 1, "type": "game-started"}\n']
)
def test_what_is_no_box_is_said_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], answer: bytes
) -> None:
    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Page) as server:
        Thread(target=server.handle_request).start()
        address = f"http://127.0.0.1:{server.server_port}"
        assert main([address, str(tmp_path / "tables")]) == 2
    assert f"the games of {address} cannot be read" in capsys.readouterr().err
    assert main([address, str(tmp_path / "tables")]) == 2, "nobody answers there any more"
    assert not (tmp_path / "tables").exists()
