"""The throws of all games together, and how far they stray from what fair shells or dice would give."""

from __future__ import annotations

import re
from html import unescape

import pytest

from engine.events import Setup, ThrowAsked
from engine.table import Table
from engine.table.commands import AskThrow, CorrectThrow, TakeThrow, Undo
from engine.throw import Cowries, Dice, Throw
from ports_for_tests import House
from web.history.fairness import LEAST, Bar, Tally, beyond, tallies, tally_svg
from web.history.replay import Replays
from web.history.throws import COUNTING_S, AllThrows, Counts
from web.language.locale import speaking


class Clock:
    """Goes on by itself whenever it is looked at."""

    def __init__(self, step: float = 0.0) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def play(house: House, game: str, *throws: Throw, preset: str | None = None) -> None:
    """Begin a game for each throw, which a hand has typed."""
    for throw in throws:
        house.start(game, preset)
        house.table.do(TakeThrow(throw, source="typed"))


def counted(house: House) -> AllThrows:
    with speaking("en"):
        return Counts(Replays(house.journal).thrown).everything(house.journal.games())


def numbers(all_throws: AllThrows) -> dict[str, list[int]]:
    return {kind.title: [bar.count for bar in kind.tally.bars] for kind in all_throws.kinds}


def test_shells_are_counted_by_how_many_were_thrown_and_dice_by_face(house: House) -> None:
    play(house, "chowka-bhara", Cowries(1, 4), Cowries(1, 4), Cowries(3, 4))
    play(house, "pachisi", Cowries(6, 6))
    play(house, "pachisi", Cowries(0, 7), preset="seven")
    play(house, "backgammon", Dice((5, 3)), Dice((5, 5)))
    found = counted(house)
    assert numbers(found) == {
        "4 shells": [0, 2, 0, 1, 0],
        "6 shells": [0, 0, 0, 0, 0, 0, 1],
        "7 shells": [1, 0, 0, 0, 0, 0, 0, 0],
        "The dice": [0, 0, 1, 0, 3, 0],
    }
    assert [kind.counted for kind in found.kinds] == [
        "3 throws, 3 games",
        "1 throw, 1 game",
        "1 throw, 1 game",
        "4 dice, 2 games",
    ]
    assert [bar.label for bar in found.kinds[0].tally.bars] == ["0", "1", "2", "3", "4"]
    assert (found.unknown, found.left) == (0, 0)


def test_what_was_undone_corrected_drawn_or_shown_by_the_film_is_counted_as_it_stands(house: House) -> None:
    play(house, "chowka-bhara", Cowries(1, 4))
    house.table.do(Undo())
    house.table.do(TakeThrow(Cowries(2, 4), source="typed"))
    house.table.do(CorrectThrow(house.table.model.actions[-1].seq, Cowries(3, 4)))
    house.start("chowka-bhara")
    house.table.do(TakeThrow(Cowries(4, 4), source="drawn"))
    house.start("chowka-bhara")
    house.table.do(TakeThrow(Cowries(4, 4), source="film"))
    house.table.do(Undo())
    house.table.do(TakeThrow(Cowries(2, 4), source="film"))
    house.start("chowka-bhara")
    house.table.do(AskThrow(ThrowAsked(faces=("unsure",), alternatives=(Cowries(1, 4),), source="film")))
    house.table.do(CorrectThrow(house.table.model.waiting[0].seq, Cowries(1, 4)))
    assert numbers(counted(house)) == {"4 shells": [0, 0, 0, 1, 0]}


def test_a_game_is_counted_once_and_again_when_it_went_on(house: House) -> None:
    play(house, "chowka-bhara", Cowries(1, 4), Cowries(2, 4))
    played: list[int] = []
    replays = Replays(house.journal)

    def play_again(number: int) -> object:
        played.append(number)
        return replays.thrown(number)

    counts = Counts(play_again)  # type: ignore[arg-type]
    counts.everything(house.journal.games())
    assert sorted(played) == [1, 2]
    counts.everything(house.journal.games())
    assert sorted(played) == [1, 2]
    house.table.do(Undo())
    assert numbers(counts.everything(house.journal.games())) == {"4 shells": [0, 1, 0, 0, 0]}
    assert sorted(played) == [1, 2, 2]


def test_a_deleted_game_is_counted_no_more(house: House) -> None:
    play(house, "chowka-bhara", Cowries(1, 4), Cowries(2, 4))
    counts = Counts(Replays(house.journal).thrown)
    counts.everything(house.journal.games())
    left = [line for line in house.journal.games() if line.number == 2]
    assert numbers(counts.everything(left)) == {"4 shells": [0, 0, 1, 0, 0]}


def test_a_request_counts_for_a_moment_and_the_next_goes_on(house: House) -> None:
    play(house, "chowka-bhara", *[Cowries(1, 4)] * 5)
    counts = Counts(Replays(house.journal).thrown, clock=Clock(COUNTING_S * 0.4))
    left = [counts.everything(house.journal.games()).left for _ in range(3)]
    assert left == [3, 1, 0]
    assert numbers(counts.everything(house.journal.games())) == {"4 shells": [0, 5, 0, 0, 0]}


def test_games_whose_rules_are_gone_are_left_out_and_said(house: House) -> None:
    play(house, "chowka-bhara", Cowries(1, 4))
    counts = Counts(lambda _number: None)
    found = counts.everything(house.journal.games())
    assert (found.kinds, found.unknown) == ((), 1)


def test_the_history_leads_to_the_page_which_shows_each_kind(house: House) -> None:
    watcher = house.watcher()
    assert "/games/throws" not in watcher.get("/games").text
    assert "Nothing has been counted yet." in watcher.get("/games/throws").text
    play(house, "chowka-bhara", Cowries(1, 4))
    play(house, "backgammon", Dice((5, 3)))
    assert 'href="/games/throws"' in watcher.get("/games").text
    page = watcher.get("/games/throws").text
    assert page.count('class="tally"') == 2
    text = unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))
    assert "4 shells 1 throw, 1 game Only 1 was counted yet." in text
    assert "1 mouth up of 4 1 0.2" in text
    assert "how many shells lay mouth up" in text


def test_a_page_that_counts_on_says_so(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    play(house, "chowka-bhara", Cowries(1, 4))
    monkeypatch.setattr("web.history.throws.COUNTING_S", -1.0)
    page = house.watcher().get("/games/throws").text
    assert "1 game is not counted yet" in page
    assert 'href="/games/throws">Count on</a>' in page


def shells(*counts: int) -> Tally:
    """Give throws of four shells by their mouths."""
    total = sum(counts)
    ways = (1, 4, 6, 4, 1)
    return Tally(
        "cowries",
        tuple(Bar(str(n), str(n), count, total * ways[n] / 16) for n, count in enumerate(counts)),
    )


@pytest.mark.parametrize(
    ("freedom", "five_percent", "one_percent"),
    [(1, 3.841, 6.635), (2, 5.991, 9.210), (3, 7.815, 11.345), (4, 9.488, 13.277), (5, 11.070, 15.086)],
)
def test_the_test_agrees_with_the_printed_tables(
    freedom: int, five_percent: float, one_percent: float
) -> None:
    assert beyond(five_percent, freedom) == pytest.approx(0.05, abs=1e-4)
    assert beyond(one_percent, freedom) == pytest.approx(0.01, abs=1e-4)


@pytest.mark.parametrize(
    ("tally", "verdict", "words"),
    [
        (shells(0, 0, LEAST - 1, 0, 0), "few", "too few to say anything"),
        (shells(5, 20, 30, 20, 5), "usual", "looks fair"),
        (shells(6, 20, 36, 14, 4), "usual", "looks fair"),
        (shells(8, 19, 41, 10, 2), "unusual", "may still be luck"),
        (shells(20, 20, 20, 10, 10), "rare", "hardly luck"),
    ],
)
def test_the_remark_says_how_far_the_throws_stray(tally: Tally, verdict: str, words: str) -> None:
    with speaking("en"):
        assert (tally.verdict, words in tally.remark) == (verdict, True), (tally.likelihood, tally.remark)


def test_only_throws_that_stand_and_that_hands_threw_are_counted() -> None:
    table = Table(record=lambda events: None)
    table.start(Setup("chowka-bhara", "5x5", ("Asha", "Ravi"), {}, 0))
    table.do(TakeThrow(Cowries(1, 4)))
    table.do(Undo())
    table.do(TakeThrow(Cowries(4, 4), source="drawn"))
    table.do(TakeThrow(Cowries(4, 4), source="typed"))
    with speaking("en"):
        (tally,) = tallies(table.model)
    assert [bar.count for bar in tally.bars] == [0, 0, 0, 0, 1]
    assert [bar.label for bar in tally.bars] == ["8", "1", "2", "3", "4"]
    assert [bar.expected for bar in tally.bars] == [1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16]


def test_dice_are_counted_by_their_faces() -> None:
    table = Table(record=lambda events: None)
    table.start(Setup("backgammon", "finnish", ("Asha", "Ravi"), {}, 0))
    table.do(TakeThrow(Dice((5, 5))))
    (tally,) = tallies(table.model)
    assert tally.kind == "dice"
    assert [bar.count for bar in tally.bars] == [0, 0, 0, 0, 2, 0]
    assert {bar.expected for bar in tally.bars} == {2 / 6}


def test_each_bar_is_drawn_with_its_count_and_the_outline_of_fair_ones() -> None:
    drawn = tally_svg(shells(5, 20, 31, 20, 4))
    assert drawn.count('class="fair"') == drawn.count('class="came"') == 5
    assert '<text class="count"' in drawn
    assert ">31</text>" in drawn


def test_the_game_shows_its_tally_as_a_drawing_and_in_numbers(house: House) -> None:
    house.start()
    house.table.do(TakeThrow(Cowries(4, 4)))
    page = house.watcher().get("/games/1").text
    assert 'class="tally"' in page
    assert "Only 1 was counted yet" in page
    assert "<td>4 mouths up of 4</td><td>4</td><td>1</td><td>0.1</td>" in page
