"""P27: a grace takes a piece home from the last square; and the warning where no throw ever will."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facts import Ending, Fact, FactKind, Outcome
from engine.game import Game, Waits
from engine.pachisi import INFO, PachisiRules, State, ask_legal, ask_why
from engine.throw import Cowries
from engines.pachisi_table import at, enter, kinds, move, refused, rules, texts, throw

TYLOR = rules(table="six-tylor")
SIX = rules(grace_home=True)
SEVEN = rules("seven", grace_home=True)


def test_p27_a_grace_that_enters_takes_a_piece_home_from_the_last_square_and_is_used_up() -> None:
    game = Game(SIX, state=at(SIX, "83 84 84 9", "9 0 0 0"))
    throw(game, 25)
    assert texts(SIX, game.state) == ["a 83/84 =25", "d 9/34 =25"]
    game.push(move(0, 83, 84, 25))
    assert game.last_facts() == (
        Fact(FactKind.HOME, 0, pieces=((0, 0),), rule="P27"),
        Fact(FactKind.AGAIN, 0, rule="P4"),
    )
    assert (SIX.bank(game.state), game.waits, game.turn) == ((), Waits.THROW, 0)


def test_p27_the_last_piece_that_goes_home_so_wins() -> None:
    game = Game(SIX, state=at(SIX, "83 84 84 84", "9 0 0 0"))
    throw(game, 6)
    game.push(move(0, 83, 84, 6))
    assert game.outcome == Outcome((0,), Ending.ALL_HOME)


@pytest.mark.parametrize(
    ("table", "on"),
    [("six", False), ("six-tylor", True), ("seven", False), ("seven-35", False), ("seven-herklots", True)],
)
def test_p27_is_on_where_tylor_and_herklots_are_and_may_be_chosen_otherwise(table: str, on: bool) -> None:
    preset = table.split("-")[0]
    grace = {"six": 10, "seven": 25}[preset]
    for written, home in (({}, on), ({"grace_home": True}, True), ({"grace_home": False}, False)):
        of = rules(preset, table=table, **written)
        assert texts(of, at(of, "83 84 84 84", "9 0 0 0", bank=[grace])) == [f"a 83/84 ={grace}"] * home
        assert INFO.in_force(INFO.preset(preset), {"table": table, **written})["grace_home"] == home


def test_p27_only_a_grace_that_enters_under_the_table_in_force_does_it() -> None:
    state = at(TYLOR, "83 9 0 84", "9 0 0 0", bank=[6, 12, 4, 10, 25])
    home = [text for text in texts(TYLOR, state) if text.startswith("a 83")]
    assert home == ["a 83/84 =10", "a 83/84 =25"]
    herklots = rules("seven", table="seven-herklots", all_first=True)
    state = at(herklots, "83 9 84 84", "9 0 0 0", bank=[10, 30])
    assert [text for text in texts(herklots, state) if text.startswith("a 83")] == ["a 83/84 =30"]
    assert refused(SEVEN, at(SEVEN, "83 9 0 84", "9 0 0 0", bank=[7]), move(0, 83, 84, 7)) == "P21"
    assert refused(SEVEN, at(SEVEN, "83 9 0 84", "9 0 0 0", bank=[14]), move(0, 83, 97, 14)) == "P21"


def test_p27_holds_also_while_a_piece_waits_when_the_letter_of_p8_moves_no_other() -> None:
    state = at(SEVEN, "83 9 0 84", "9 0 0 0", bank=[25])
    assert texts(SEVEN, state) == ["a 83/84 =25", "enter c 0/1 =25"]
    assert refused(SEVEN, state, move(1, 9, 34, 25)) == "P8"
    assert refused(rules("seven"), state, move(0, 83, 84, 25)) == "P8"
    game = Game(SEVEN, state=state)
    game.push(move(0, 83, 84, 25))
    assert (SEVEN.bank(game.state), game.turn) == ((), 1)


def test_p27_uses_the_grace_up_whole_and_does_not_count_a_pyada() -> None:
    state = at(SEVEN, "83 9 84 84", "9 0 0 0", bank=[(25, 26), 4])
    assert texts(SEVEN, state) == ["a 83/84 =25:26", "b 9/13 =4", "b 9/35 =25:26"]
    after = SEVEN.apply(state, move(0, 83, 84, 25, 26)).state
    assert SEVEN.bank(after) == ((4, 4),)


def test_p27_where_a_throw_may_be_divided_the_piece_takes_a_part_of_one_and_the_rest_remains() -> None:
    of = rules(grace_home=True, split=True)
    state = at(of, "83 9 84 84", "9 0 0 0", bank=[25])
    reached = of.apply(state, move(0, 83, 84, 25))
    assert of.bank(reached.state) == ((25, 24),)
    assert kinds(reached.facts) == [(FactKind.HOME, "P21")]


def test_p27_a_divided_throw_where_p8_forbids_the_part_is_used_up_whole_and_its_rest_takes_none_home() -> (
    None
):
    of = rules("seven", grace_home=True, split=True)
    state = at(of, "83 9 0 84", "9 0 0 0", bank=[25, 4])
    reached = of.apply(state, move(0, 83, 84, 25))
    assert of.bank(reached.state) == ((4, 4),)
    assert kinds(reached.facts) == [(FactKind.HOME, "P27")]
    rest = at(of, "83 9 0 84", "9 0 0 0", bank=[(25, 24)])
    assert refused(of, rest, move(0, 83, 84, 25, 24)) == "P8"
    assert [text for text in texts(of, rest) if text.startswith("a 83")] == []


def test_p27_the_gate_and_the_bar_before_a_capture_hold() -> None:
    of = rules(grace_home=True, gate=True, capture_first=True)
    shut = at(of, "83 84 84 9", "9 0 0 0", bank=[25], gate_open=[False, True], captured=[1, 0])
    assert refused(of, shut, move(0, 83, 84, 25)) == "P3"
    barred = rules(grace_home=True, capture_first=True, revenge=True)
    state = at(barred, "83 84 84 9", "9 0 0 0", bank=[25], captured=[0, 0])
    assert refused(barred, state, move(0, 83, 84, 25)) == "P19"


def test_p27_the_throws_of_a_player_who_is_home_take_the_partners_piece_home() -> None:
    of = rules(players=4, partners=True, grace_home=True)
    state = at(of, "84 84 84 84", "9 0 0 0", "83 9 84 84", "9 0 0 0", bank=[10], turn=2, thrower=0)
    assert texts(of, state) == ["a 83/84 =10", "b 9/19 =10"]


def test_p27_a_grace_that_can_take_a_piece_home_is_not_too_large_for_every_piece() -> None:
    barred = {"capture_first": True, "revenge": True}
    for home, rule in ((True, "P21"), (False, "P13")):
        of = rules(grace_home=home, **barred)
        state = at(of, "83 80 84 84", "9 0 0 0", bank=[25, 5], captured=[0, 0])
        assert refused(of, state, move(1, 80, 105, 25)) == rule
        assert refused(of, state, move(1, 80, 85, 5)) == "P13"


def test_p27_a_grace_that_only_takes_a_piece_home_is_not_lost_and_the_race_is_not_stuck() -> None:
    for home in (True, False):
        of = rules(grace_home=home)
        game = Game(of, state=at(of, "83 83 84 84", "9 0 0 0"))
        facts = throw(game, 10)
        assert (game.waits is Waits.MOVE) == home
        assert kinds(facts) == ([] if home else [(FactKind.LOST, "P13"), (FactKind.AGAIN, "P4")])
        stuck = of.outcome(at(of, "83 83 84 84", "83 84 84 84"))
        assert stuck == (None if home else Outcome((), Ending.STUCK))


def test_p27_a_piece_that_is_laid_on_the_charkoni_has_gone_home_by_the_grace() -> None:
    state = at(SIX, "83 0 84 84", "9 0 0 0", bank=[10])
    assert SIX.move_between(state, (0, 0), "charkoni") == move(0, 83, 84, 10)
    assert SIX.move_between(state, (0, 1), "r11c9") == enter(1, 10)
    taps = [(tap.start, tap.end) for tap in SIX.taps(state)]
    assert taps == [("charkoni", "r11c9"), ("r11c9", "charkoni")]


LINE: dict[str, Any] = {
    "game": "pachisi",
    "preset": "six",
    "options": {"table": "six-tylor"},
    "players": 2,
    "turn": 0,
    "pieces": [[83, 0, 84, 84], [9, 0, 0, 0]],
    "entered": [True, True],
    "gate_open": [True, True],
    "captured": [0, 0],
    "bank": [{"value": 10, "squares": 10}],
}
GOES_HOME = {
    "kind": "move",
    "pieces": [0],
    "value": 10,
    "squares": 10,
    "from": 83,
    "to": 84,
    "captures": [],
}


def test_p27_other_programs_are_told_the_move_as_the_contract_writes_it() -> None:
    assert [entry for entry in ask_legal(LINE)["moves"] if entry["from"]] == [GOES_HOME]
    assert ask_why({**LINE, "move": GOES_HOME}) == {"legal": True}
    off = {**LINE, "options": {"table": "six-tylor", "grace_home": False}}
    assert [entry for entry in ask_legal(off)["moves"] if entry["from"]] == []
    assert ask_why({**off, "move": GOES_HOME})["rule"] == "P13"


def test_p27_a_throw_that_takes_no_piece_home_is_told_what_would() -> None:
    four = {"bank": [{"value": 4, "squares": 4}], "move": {**GOES_HOME, "value": 4, "squares": 4, "to": 87}}
    told = ask_why({**LINE, **four})
    assert (told["rule"], told["reason"]) == (
        "P13",
        "4 squares are too many for every piece; this one is 1 from home, where only a grace that enters "
        "takes it: 10, 25 (P27)",
    )
    told = ask_why({**LINE, **four, "pieces": [[83, 9, 84, 84], [9, 0, 0, 0]]})
    assert (told["rule"], told["reason"]) == (
        "P21",
        "4 squares go beyond the charkoni: this piece needs 1, or a grace that enters: 10, 25 (P27)",
    )


# The warning.

ALL_TABLES = [
    *(("six", table) for table in ("six", "six-tylor")),
    *(("seven", table) for table in ("seven", "seven-35", "seven-herklots")),
]


@pytest.mark.parametrize(("preset", "table"), ALL_TABLES)
@pytest.mark.parametrize("split", [True, False])
@pytest.mark.parametrize("grace_home", [True, False])
@pytest.mark.parametrize("pyada", [True, False])
def test_it_warns_exactly_where_no_row_of_throws_brings_a_lonely_piece_home(
    preset: str, table: str, split: bool, grace_home: bool, pyada: bool
) -> None:
    of = rules(preset, table=table, split=split, grace_home=grace_home, pyada=pyada)
    for end in range(77, 84):
        state = at(of, f"{end} 84 84 84", "0 0 0 0")
        warned = of.warning(state, move(0, end - 4, end, 4))
        assert (warned is not None) == (not gets_home(of, state))
        if warned is not None:
            assert (end, warned.rule) == (83, "P21")
            assert str(warned) == (
                "P21: from there no throw takes the piece home: it needs 1, and no throw counts so little"
            )


def gets_home(of: PachisiRules, start: State) -> bool:
    """Try everything that can be thrown and played, as long as something new is reached."""
    seen: set[tuple[int, ...]] = set()
    places = [start.pieces[0]]
    while places:
        pieces = places.pop()
        if sum(pieces) == 4 * 84:
            return True
        if pieces in seen:
            continue
        seen.add(pieces)
        assert of.table is not None
        for mouths in range(of.table.shells + 1):
            state = at(of, " ".join(map(str, pieces)), "0 0 0 0")
            thrown = of.apply_throw(state, Cowries(mouths, of.table.shells)).state
            if of.waits(thrown) is Waits.THROW and thrown.bank and thrown.turn == 0:  # all first: end it
                thrown = at(of, " ".join(map(str, pieces)), "0 0 0 0", bank=list(thrown.bank))
            places += [of.apply(thrown, played).state.pieces[0] for played in of.moves(thrown)]
    return False


def test_it_warns_of_no_other_move_than_that_to_the_last_square() -> None:
    of = rules()
    state = at(of, "79 9 0 84", "0 0 0 0", bank=[4])
    assert of.warning(state, move(0, 79, 83, 4)) is not None
    for other in (move(1, 9, 13, 4), enter(2, 10), move(0, 80, 84, 4), *of.optional(state)):
        assert of.warning(state, other) is None
    assert not any(of.warning(state, one) for one in of.moves(state) if getattr(one, "end", 0) != 83)
