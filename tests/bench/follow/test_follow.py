"""Films of games are followed as a real board is, and their tables count what came of every turn."""

from __future__ import annotations

import re

import pytest

from tests.bench.follow.command import main
from tests.bench.follow.records import Became, IllegalTurn, LegalTurn, Noticed, Records
from tests.bench.follow.tables import tables


def turn(became: Became, *, game: str = "backgammon", late_s: float | None = 1.2) -> LegalTurn:
    is_right = became is Became.FOLLOWED
    return LegalTurn(
        game, "wood, lamp", ("slid",), became, late_s, 60.0, is_right, (20 if is_right else 19, 20)
    )


def test_the_tables_count_and_put_the_worst_row_first() -> None:
    records = Records(
        [*3 * [turn(Became.FOLLOWED)], turn(Became.WRONGLY, game="pachisi"), turn(Became.ASKED)],
        [
            IllegalTurn("pachisi", "wood, lamp", "backwards", Noticed.RIGHT, alone=True, found=True),
            IllegalTurn("pachisi", "wood, lamp", "lost", Noticed.UNNOTICED, alone=False, found=False),
        ],
        games=1,
        film_s=90,
    )
    lines = list(tables(records))
    assert lines[0] == "1 games, 2 minutes of film, 5 turns, 2 illegal ones"
    rows = [re.sub(r"\s+", " ", line) for line in lines]
    [pachisi, backgammon] = [
        n for n, row in enumerate(rows) if re.match(r"(pachisi|backgammon) \d.* \d, \d, \d", row)
    ][:2]
    assert pachisi < backgammon
    assert rows[backgammon].startswith("backgammon 3/4 75.0")
    assert any(row.startswith("all 3/5 60.0") and "1/5 20.0" in row for row in rows)
    assert rows.index(next(row for row in rows if row.startswith("lost 0/1"))) < rows.index(
        next(row for row in rows if row.startswith("backwards 1/1"))
    )


def test_no_turn_at_all_is_a_table_too() -> None:
    assert any("0/0" in line for line in tables(Records()))


def test_a_film_of_a_few_turns_is_followed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--family", "chowka-bhara", "--turns", "5", "--worst", "3"]) == 0
    printed = capsys.readouterr().out
    assert "5 turns, 1 illegal ones" in printed
    assert "without the rules" in printed
