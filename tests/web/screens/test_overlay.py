"""The score over a stream: what its address chooses, what it shows of a game, what it never tells early."""

from __future__ import annotations

from engine.ending import Accept, Resign
from engine.match import Conduct, TimeControl
from engine.table.commands import PlayMove, TakeThrow
from engine.throw import Cowries, Dice
from engines.random_matches import match_setup
from ports_for_tests import House

TIMES = TimeControl(reserve_s=720, delay_s=12)


def test_a_game_is_shown_with_its_players_the_throw_and_whose_turn_it_is(house: House) -> None:
    house.start(names=("Asha", "Ravi"))
    house.table.do(TakeThrow(Cowries(3, 4)))
    text = house.watcher().get("/overlay").text
    assert 'class="overlay at-bottom bar size-100 on-dark"' in text
    assert text.count('<b class="name">') == 2
    assert '<li class="p0 now">' in text
    assert "3 mouths up of 4 = 3" in text
    assert "data-clock" not in text
    assert "to 3" not in text, "a single game goes to no number of points"


def test_a_match_is_shown_with_its_score_and_clock(house: House) -> None:
    conduct = Conduct(event="Open of Mysuru", round="Final")
    house.table.start(match_setup(3, conduct=conduct, times=TIMES))
    house.table.do(TakeThrow(Dice((3, 1))))
    text = house.watcher().get("/overlay").text
    assert "Open of Mysuru · Final · <b>to 3</b> · game 1" in text
    assert text.count('class="points" aria-label="0 points"') == 2
    assert text.count("data-clock=") == 2
    assert "12:00" in text


def test_each_part_can_be_left_out(house: House) -> None:
    house.table.start(match_setup(3, times=TIMES))
    house.table.do(TakeThrow(Dice((3, 1))))
    client = house.watcher()
    whole = client.get("/overlay").text
    bare = client.get("/overlay?hide=match,players,score,clock,turn,throw").text
    for part, sign in {
        "match": 'class="goal"',
        "players": 'class="name"',
        "score": 'class="points"',
        "clock": "data-clock",
        "turn": 'class="turn',
        "throw": 'class="threw',
    }.items():
        assert sign in whole
        assert sign not in client.get(f"/overlay?hide={part}").text
        assert sign not in bare


def test_the_address_says_where_it_stands_how_large_and_on_which_ground(house: House) -> None:
    house.start()
    text = house.watcher().get("/overlay?at=top-left&size=150&ground=light").text
    assert 'class="overlay at-top-left block size-150 on-light"' in text


def test_what_the_address_cannot_say_is_refused_with_what_it_can(house: House) -> None:
    for query, knows in (
        ({"at": "middle"}, "bottom, top, bottom-left"),
        ({"size": "9999"}, "100, 75, 125, 150, 200"),
        ({"size": "100 on-light"}, "100, 75"),
        ({"ground": '"><script>'}, "dark, light"),
        ({"hide": "clock,ಆಟ" * 500}, "match, players, score"),
        ({"at": ""}, "bottom, top"),
    ):
        answer = house.watcher().get("/overlay", query_string=query)
        assert (answer.status_code, knows in answer.text) == (400, True), query
        assert "<script>" not in answer.text
        assert len(answer.text) < 4000


def test_names_are_only_letters(house: House) -> None:
    house.start(names=('<b onload="x">', "Ravi"))
    text = house.watcher().get("/overlay").text
    assert "<b onload" not in text
    assert "&lt;b onload=" in text


def test_the_end_says_who_has_won_and_the_throw_is_gone(house: House) -> None:
    house.table.start(match_setup(3))
    house.table.do(TakeThrow(Dice((3, 1))))
    house.table.do(PlayMove(Resign(0, 1)))
    house.table.do(PlayMove(Accept()))
    text = house.watcher().get("/overlay").text
    assert "<b>Ravi won by resignation</b> · Asha 0, Ravi 1" in text
    assert 'class="points" aria-label="1 point">1<' in text
    assert 'class="threw' not in text


def test_without_a_game_there_is_nothing_to_see(house: House) -> None:
    answer = house.watcher().get("/overlay")
    assert answer.status_code == 200
    main = answer.text.split("<main", 1)[1].split("</main>")[0].partition(">")[2]
    assert main.strip() == "", "an element would be painted"


def test_a_late_spectators_stream_is_late_and_a_paired_browsers_is_not(house: House) -> None:
    house.table.start(match_setup(3, conduct=Conduct(spectators_lag_s=300), times=TIMES))
    house.table.do(TakeThrow(Dice((3, 1))))
    assert "3 and 1" not in house.watcher().get("/overlay").text
    assert "data-clock" not in house.watcher().get("/overlay").text
    assert "3 and 1" in house.player().client.get("/overlay").text


def test_in_tournament_mode_it_tells_no_more_than_the_page(house: House) -> None:
    house.table.start(match_setup(3, conduct=Conduct(tournament=True)))
    house.table.do(TakeThrow(Dice((3, 1))))
    house.settings.set(pips="shown")
    text = house.watcher().get("/overlay").text
    assert "3 and 1" in text
    assert "Tournament mode" in text
    assert "pips" not in text
