"""The form of a new game begins a match or money play, and keeps what was written where that cannot be."""

from __future__ import annotations

import re
from typing import Any

from engine.match import Conduct, Match, TimeControl
from engine.registry import games
from ports_for_tests import House
from web.language.labels import CONDUCT_CHOICES
from web.rules.match_form import CLOCKS
from web.rules.rule_choice import key_of

MATCH = {"match": "points", "match-length": "5", "match-crawford": "true"}


def begin(house: House, /, **form: Any) -> Any:
    phone = house.player()
    sent = {"game": "backgammon", "name": ["Asha", "Ravi"], "csrf": phone.state()["csrf"], **form}
    return phone.client.post("/new", data=sent)


def begun(house: House, /, **form: Any) -> Any:
    """Begin a match, and return its place."""
    answer = begin(house, **form)
    assert answer.status_code == 303, answer.text
    place = house.table.model.setup.match
    assert place is not None
    return place


def refused(house: House, /, **form: Any) -> str:
    """Send what cannot be; the form comes back and nothing has begun."""
    answer = begin(house, **form)
    assert answer.status_code == 400
    assert not house.table.has_game
    return str(answer.text)


def test_who_plays_one_game_sees_one_line_of_it_and_other_games_none(house: House) -> None:
    client = house.player().client
    for info in games():
        text = client.get(f"/new?game={info.name}").text
        assert ('id="match"' in text) == (info.name == "backgammon")
    folded = client.get("/new?game=backgammon").text
    assert re.search(r'<details class="match" id="match"><summary', folded), "it is folded"
    assert folded.index('id="match"') < folded.index('id="conduct"') < folded.index('id="options"')
    assert begin(house).status_code == 303
    assert house.table.model.setup.match is None


def test_a_form_without_script_sends_all_of_it_and_begins_one_game(house: House) -> None:
    rest = {
        "match": "",
        "match-length": "7",
        "match-crawford": "true",
        "match-clock": "",
        "match-delay": "12",
    }
    assert begin(house, **rest).status_code == 303
    assert house.table.model.setup.match is None


def test_a_match_has_its_length_crawford_and_the_clock_of_its_points(house: House) -> None:
    place = begun(house, **MATCH, **{"match-clock": "usual"})
    assert place.match == Match(5, crawford=True)
    assert (place.times, place.conduct, place.number) == (TimeControl(12.0, 600.0), Conduct(), 1)
    assert house.table.model.setup.options == {}


def test_without_the_tick_there_is_no_crawford_game_and_doubles_have_more_time(house: House) -> None:
    place = begun(house, **{"match": "points", "match-length": "3", "match-clock": "doubles"})
    assert place.match == Match(3, crawford=False)
    assert place.times == TimeControl(18.0, 450.0)


def test_money_has_jacoby_and_beavers_by_their_ticks_and_times_of_its_own(house: House) -> None:
    place = begun(
        house,
        **{"match": "money", "match-jacoby": "true", "match-beavers": "true"},
        **{"match-clock": "own", "match-delay": "8", "match-reserve": "12,5"},
    )
    assert place.match == Match(0, jacoby=True, beavers=True)
    assert place.times == TimeControl(8.0, 750.0)
    assert house.table.model.setup.options == {"jacoby": True, "beavers": True}


def test_a_time_may_be_written_as_clocks_show_it(house: House) -> None:
    own = {"match-clock": "own", "match-delay": "0", "match-reserve": "14:30"}
    assert begun(house, **MATCH, **own).times == TimeControl(0.0, 870.0)


def test_house_rules_with_jacoby_hold_for_money(house: House) -> None:
    place = begun(house, **{"match": "money", "option-jacoby": "true"})
    assert place.match.jacoby
    assert house.table.model.setup.options == {"jacoby": True}


def test_named_house_rules_without_jacoby_are_not_what_is_played_with_it(house: House) -> None:
    assert begin(house, **{"house": "Friday club", "option-automatic_doubles": "true"}).status_code == 303
    kept = key_of(house.book.all()[0].rules)
    place = begun(house, preset=kept, **{"match": "money", "match-jacoby": "true"})
    assert place.match.jacoby
    assert house.table.model.setup.house is None
    begun(house, preset=kept, **MATCH)
    played = house.table.model.setup.house
    assert played is not None
    assert played.name == "Friday club"
    assert house.table.model.setup.options["automatic_doubles"] is True


def test_every_preset_is_played_in_matches(house: House) -> None:
    for preset in ("standard", "finnish", "polish"):
        assert begun(house, preset=preset, **MATCH).match.length == 5
        assert house.table.model.setup.preset == preset


def test_a_match_begins_from_a_position_and_with_the_player_who_was_named(house: House) -> None:
    begun(house, **MATCH, begins="1", id="4HPwATDgc/ABMA")
    assert house.table.model.turn == 0, "as the position says"
    begun(house, **MATCH, begins="1", **{"option-start": "hypergammon"})
    assert (house.table.model.setup.begins, house.table.model.setup.options) == (1, {"start": "hypergammon"})


def test_clubs_settle_how_a_match_is_conducted(house: House) -> None:
    place = begun(
        house,
        **MATCH,
        **{
            "match-event": "  Sunday   cup ",
            "match-round": "Final",
            "match-turn_ends": "dice",
            "match-illegal_plays": "responsible moves",
            "match-dice_on_checkers": "count",
            "match-tournament": "true",
            "match-spoken": "true",
            "match-lag": "5",
        },
    )
    assert place.conduct == Conduct(
        event="Sunday cup",
        round="Final",
        turn_ends="dice",
        illegal_plays="responsible moves",
        dice_on_checkers="count",
        tournament=True,
        tells_illegal=False,
        spoken=True,
        spectators_lag_s=300,
    )


def test_in_a_tournament_illegal_plays_are_told_where_the_director_chose_so(house: House) -> None:
    told = {"match-tournament": "true", "match-tells_illegal": "true"}
    assert begun(house, **MATCH, **told).conduct.tells_illegal
    assert begun(house, **MATCH).conduct == Conduct()


IMPOSSIBLE = [
    ({"match-length": "26"}, "a match goes to 1 to 25 points, not to &#39;26&#39;"),
    ({"match-length": "0"}, "a match goes to 1 to 25 points"),
    ({"match-length": ""}, "not to nothing"),
    ({"match-length": "seven"}, "not to &#39;seven&#39;"),
    ({"match-length": "٧"}, "not to"),
    ({"match-clock": "own", "match-delay": "-3"}, "0 to 600 seconds"),
    ({"match-clock": "own", "match-delay": "12", "match-reserve": "0"}, "at most 600 minutes"),
    ({"match-clock": "own", "match-delay": "12", "match-reserve": "9:99"}, "not &#39;9:99&#39;"),
    ({"match-event": "x" * 81}, "the event is too long: at most 80 letters fit"),
    ({"match-round": "final \u202e"}, "the round holds a sign"),
    ({"match-lag": "16"}, "spectators see it 0 to 15 minutes later"),
    ({"match-turn_ends": "clap"}, "choose phone or button or dice"),
    ({"match": "cups"}, "there are points, money"),
]
"""What is wrong in the form, and what is said of it."""


def test_what_cannot_be_is_said_and_what_was_written_stays(house: House) -> None:
    for form, words in IMPOSSIBLE:
        text = refused(house, **{**MATCH, "match-event": "Sunday cup", **form})
        assert words.lower() in text.lower(), form
        assert 'value="Asha"' in text
        if form.get("match") is None:
            assert '<details class="match" id="match" open>' in text
            assert re.search(r'value="points" checked', text)
        if "match-event" not in form:
            assert 'name="match-event" value="Sunday cup"' in text


def test_money_needs_times_of_its_own(house: House) -> None:
    text = refused(house, **{"match": "money", "match-clock": "usual"})
    assert "choose “other times”" in text
    assert re.search(r'value="money" checked', text)


def test_what_is_for_money_is_mended_by_one_touch_in_a_match(house: House) -> None:
    text = refused(house, **MATCH, **{"option-jacoby": "true"})
    assert "is for money play: choose money, or play the match without it" in text
    assert 'value="jacoby=false"' in text
    shown = begin(house, **MATCH, **{"option-jacoby": "true", "mend": "jacoby=false"})
    assert shown.status_code == 200
    assert re.search(r'name="match-length"[^>]*value="5"', shown.text)
    text = refused(house, preset="finnish", **{"match": "money", "match-beavers": "true"})
    assert 'value="cube=true"' in text
    shown = begin(house, preset="finnish", **{"match": "money", "match-beavers": "true", "mend": "cube=true"})
    assert shown.status_code == 200


def test_a_mended_form_says_what_still_contradicts(house: House) -> None:
    both = {"option-jacoby": "true", "option-beavers": "true", "mend": "jacoby=false"}
    answer = begin(house, **MATCH, **both)
    assert answer.status_code == 400
    assert 'value="beavers=false"' in answer.text


def test_rules_that_are_kept_lead_back_to_the_match_that_was_written(house: House) -> None:
    phone = house.player()
    sent = {"game": "backgammon", "house": "Club", "option-automatic_doubles": "true", **MATCH}
    answer = phone.client.post("/new/keep", data={**sent, "csrf": phone.state()["csrf"]})
    assert answer.status_code == 303
    text = phone.client.get(answer.location).text
    assert re.search(r'name="match-length"[^>]*value="5"', text)
    assert re.search(r'value="points" checked', text)


def test_three_hundred_emoji_are_no_name(house: House) -> None:
    text = refused(house, **MATCH, name=["🎲" * 300, "Ravi"])
    assert "is too long: at most 40 letters fit" in text
    begun(house, **MATCH, name=["🎲" * 40, "🎲🎲"])
    for page in ("/", "/tv", "/blind", "/games"):
        assert house.watcher().get(page).status_code == 200


def test_all_that_can_be_chosen_stands_in_the_form(house: House) -> None:
    text = house.player().client.get("/new?game=backgammon&match=points").text
    for choices in (CLOCKS, *CONDUCT_CHOICES.values()):
        for choice in choices:
            assert f'<option value="{choice}"' in text
    assert re.search(r'name="match-crawford" value="true">', text), "a form that was sent without the tick"
    fresh = house.player().client.get("/new?game=backgammon").text
    assert re.search(r'name="match-crawford" value="true" checked>', fresh)
