"""The list of turns beside a replay: short, whole plays, marks, what was taken back, games ended early."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.ending import Agree, Refuse, Resign
from engine.events import Setup
from engine.move import Double, Take, parse_move
from engine.table.commands import (
    CorrectThrow,
    PlayMove,
    ReportMove,
    SetPosition,
    SettleCorrection,
    TakeThrow,
    Undo,
)
from engine.table.questions import Conflict
from engine.throw import Cowries, Dice
from journals_for_tests import play_on
from ports_for_tests import House
from web.history.replay import LINES

LINE = re.compile(r'<li class="p(\d)" data-row="(\d+)">(.*?)</li>', re.DOTALL)


def listed(house: House, game: int = 1, query: str = "") -> list[str]:
    """Write the list of turns as it is read, what was taken back in brackets, signs as they are."""
    page = house.watcher().get(f"/games/{game}{query}").text
    lines = [found[2] for found in LINE.findall(page)]
    struck = [re.sub("<s .*?>(.*?)</s>", r"[\1]", line) for line in lines]
    return [" ".join(re.sub("<.*?>", " ", line).split()) for line in struck]


def plays(house: House, *deeds: Any) -> None:
    for deed in deeds:
        if isinstance(deed, Cowries | Dice):
            house.table.do(TakeThrow(deed, source="typed"))
        else:
            house.table.do(PlayMove(parse_move(deed) if isinstance(deed, str) else deed, sure=True))


def test_a_turn_is_one_line_with_throws_and_ways(house: House) -> None:
    house.start()
    plays(house, Cowries(4, 4), Cowries(2, 4), "a 0/4 =4", "a 4/6 =2", Cowries(3, 4), "b 0/3 =3")
    assert listed(house) == [
        "1. Asha 4/4 · 4+ 2/4 · 2 a 0→4 a 4→6",
        "2. Ravi 3/4 · 3 b 0→3",
    ]


def test_a_pawn_that_waited_beside_the_board_comes_from_nowhere(house: House) -> None:
    house.start("chowka-bhara", "7x7-dayam")
    plays(
        house, Cowries(1, 6), Cowries(5, 6), Cowries(2, 6), "enter a -1/0 =5", "enter b -1/0 =1", "a 0/2 =2"
    )
    assert listed(house) == ["1. Asha 1/6 · 1+ 5/6 · 5+ 2/6 · 2 a →0 (5) b →0 (1) a 0→2"]


def test_a_piece_of_the_partner_for_whom_a_player_plays_has_its_owner(house: House) -> None:
    position = {"turn": 2, "thrower": 0, "pieces": [[84] * 4, [0] * 4, [40, 6, 0, 0], [0] * 4]}
    names = ("Asha", "Ravi", "Mina", "Dev")
    house.table.start(Setup("pachisi", "seven", names, {"partners": True}, 0), position=position)
    plays(house, Cowries(2, 7), "b 6/8 =2")
    assert listed(house)[0].endswith("2/7 · 2 Mina’s b 6→8")


def test_a_play_is_whole_however_many_touches_made_it(house: House) -> None:
    house.start("backgammon", "standard")
    plays(house, Dice((6, 5)), "24/18", "18/13", "end", Dice((3, 1)), "8/5 6/5")
    assert listed(house) == ["1. Asha 6-5 24/13", "2. Ravi 3-1 8/5 6/5"]
    page = house.watcher().get("/games/1?step=2").text
    assert 'data-first="2" data-step="4" aria-current="step">24/13' in page, "it leads through its steps"


def test_what_was_taken_back_is_struck_where_it_was(house: House) -> None:
    house.start()
    plays(house, Cowries(1, 4), "a 0/1 =1", Cowries(2, 4))
    house.table.do(Undo())
    plays(house, Cowries(3, 4), "b 0/3 =3")
    house.table.do(Undo())
    assert listed(house) == ["1. Asha 1/4 · 1 a 0→1", "2. Ravi [2/4 · 2] 3/4 · 3 [b 0→3]"]


def test_captures_corrections_and_what_was_accepted_are_marked(house: House) -> None:
    house.start()
    plays(house, Cowries(3, 4))
    house.table.do(ReportMove((0, 0), "r3c4"))
    thrown = house.table.model.actions[0].seq
    house.table.do(CorrectThrow(thrown, Cowries(2, 4)))
    conflict = house.table.model.question
    assert isinstance(conflict, Conflict)
    house.table.do(SettleCorrection(conflict.at.seq, "accepted"))
    client = house.watcher()
    page = client.get("/games/1").text
    assert page.count('class="sign question"') == 2
    assert page.count('class="question" data-step=') == 2, "on the timeline, too"
    first = client.get("/games/1/steps/0").get_json()
    assert (first["mark_before"], first["mark_after"]) == (None, 1)
    last = client.get("/games/1/steps/2").get_json()
    assert (last["mark_before"], last["mark_after"]) == (1, None)


@pytest.mark.parametrize(("game", "word"), [("chowka-bhara", "Kill"), ("pachisi", "Capture")])
def test_a_capture_is_marked_by_its_own_word(house: House, game: str, word: str) -> None:
    house.start(game)
    model = house.table.model
    alike = {square: step for step, square in model.rules.steps(1).items()}
    step = next(
        n
        for n, square in model.rules.steps(0).items()
        if n > 2 and square in alike and model.rules.layout.square(square).kind == "plain"
    )
    assert step
    pieces = [[step - 2, 0, 0, 0], [alike[model.rules.steps(0)[step]], 0, 0, 0]]
    key = "pawns" if game == "chowka-bhara" else "pieces"
    house.table.do(SetPosition({**model.rules.to_position(model.state), key: pieces, "as_played": True}))
    kind = house.table.model.rules.wants(house.table.model.state)
    plays(house, Cowries(2, kind.count))
    house.table.do(
        PlayMove(next(move for move in house.table.model.line.moves if getattr(move, "captures", ())))
    )
    page = house.watcher().get("/games/1").text
    assert f'class="sign capture" role="img" aria-label="{word}"' in page
    assert 'class="sign set"' in page


def test_the_cube_resignations_and_an_end_by_all_stand_in_the_list(house: House) -> None:
    house.start("backgammon", "standard")
    plays(house, Dice((6, 5)), "24/13", "end", Double(), Take(), Resign(1, 2), Refuse(), Agree(()))
    lines = listed(house)
    assert lines[1:] == [
        "2. Ravi Double → 2 ×2",
        "2. Asha Take",
        "2. Ravi resigns",
        "2. Asha refuses",
        "2. Ravi all agree to end",
    ]
    assert "as all agreed" in house.watcher().get("/games/1").text


def test_steps_know_the_turns_around_them(house: House) -> None:
    house.start()
    plays(house, Cowries(1, 4), "a 0/1 =1", Cowries(2, 4), "a 0/2 =2", Cowries(3, 4))
    client = house.watcher()
    found = [client.get(f"/games/1/steps/{step}").get_json() for step in range(6)]
    assert [(one["up"], one["down"]) for one in found] == [(0, 2), (0, 2), (0, 4), (2, 4), (2, 5), (4, 5)]
    assert [one["row"] for one in found] == [0, 0, 0, 1, 1, 2]


@pytest.fixture
def long_game(house: House) -> House:
    house.start("pachisi", "six")
    for number in range(3 * LINES):
        rules, state = house.table.model.rules, house.table.model.state
        house.table.do(TakeThrow(Cowries(2 + number % 2, rules.wants(state).count), source="typed"))
        if moves := house.table.model.line.moves:
            house.table.do(PlayMove(moves[-1], sure=True))
    return house


def test_the_turns_of_a_long_game_come_in_pieces(long_game: House) -> None:
    client = long_game.watcher()
    rows, first = [], 0
    while True:
        piece = client.get(f"/games/1/turns/{first}").get_json()
        rows += [int(found[1]) for found in LINE.findall(piece["html"])]
        first += piece["lines"]
        assert piece["lines"] <= LINES
        if first >= piece["count"]:
            break
    assert rows == list(range(piece["count"]))
    assert piece["count"] > 2 * LINES
    assert client.get(f"/games/1/turns/{piece['count'] + 5}").get_json()["lines"] == 0
    assert client.get("/games/7/turns/0").status_code == 404


def test_without_a_script_links_lead_to_earlier_and_later_turns(long_game: House) -> None:
    client = long_game.watcher()
    seen = set()
    page = client.get("/games/1?step=0").text
    while True:
        seen |= {int(found[1]) for found in LINE.findall(page)}
        assert len(LINE.findall(page)) <= LINES
        later = re.search(r'href="(/games/1\?step=\d+)#replay">Later turns', page)
        if later is None:
            break
        page = client.get(later[1]).text
    assert len(seen) == client.get("/games/1/turns/0").get_json()["count"]
    assert "Earlier turns" in page


def test_the_whole_record_has_pages(long_game: House) -> None:
    client = long_game.watcher()
    page, texts = 1, []
    while True:
        html = client.get(f"/games/1/record?page={page}").text
        texts += re.findall(r"<time>", html)
        if "Later" not in html:
            break
        page += 1
    assert page > 1
    assert len(texts) > 3 * LINES
    assert client.get("/games/1/record?page=999").status_code == 200
    assert client.get("/games/1/record?page=x").status_code == 400
    assert client.get("/games/9/record").status_code == 404


def test_what_happened_in_a_turn_stands_below_and_comes_with_it(house: House) -> None:
    house.start()
    plays(house, Cowries(1, 4), "a 0/1 =1", Cowries(2, 4))
    house.table.do(Undo())
    plays(house, Cowries(3, 4))
    client = house.watcher()
    first = client.get("/games/1/turns/0/record").get_json()["html"]
    assert "Asha moves a by 1" in first
    assert "Ravi" not in first.replace("Asha, Ravi", "")
    second = client.get("/games/1/turns/1/record").get_json()["html"]
    assert "<s>Ravi throws 2 mouths of 4: 2 (typed)</s>" in second
    assert "Taken back" in second
    assert "3 mouths" in second
    assert second.strip() in client.get("/games/1").text


def test_a_game_that_goes_on_is_continued_and_read_again_only_then(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.start()
    play_on(house.table, 6, seed=1)
    read: list[int] = []
    real = house.journal.game_events
    monkeypatch.setattr(house.journal, "game_events", lambda game: read.append(game) or real(game))
    client = house.watcher()
    for path in ("/games/1", "/games/1/steps/3", "/games/1/turns/0", "/games/1/turns/0/record"):
        assert client.get(path).status_code == 200
    assert read == [1]
    before = listed(house)
    house.table.do(Undo())
    house.table.do(Undo())
    play_on(house.table, 2, seed=2)
    assert read == [1]
    after = listed(house)
    assert read == [1, 1]
    assert after != before
    assert after[:3] == before[:3]
