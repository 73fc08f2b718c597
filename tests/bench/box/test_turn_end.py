"""The benches of matches: dice lifted to the clock on a page, and dice taken for cocked."""

from __future__ import annotations

import sys
from itertools import islice

import pytest

from tests.bench.box import command as bench
from tests.bench.box.process import BenchError
from tests.bench.box.turn_end import figures
from tests.bench.eye.sets import FRAMES
from tests.bench.eye.voids import LEANING, flat_dice, leaning_dice
from tests.bench.eye.voids import figures as void_figures
from vision.eye import Eye


def test_each_page_is_measured_from_the_lift_that_ended_a_turn() -> None:
    lifts, closed = [10.0, 20.0, 30.0], [10.25, 30.5]
    ran = {
        "the play page": [("0", 3.0), ("1", 10.5), ("0", 30.6)],
        "the television": [("0", 3.0), ("1", 10.75)],
    }
    seen, page, tv = figures(lifts, closed, ran)
    assert (seen.value, seen.count) == (pytest.approx(500), 2), "of a throw that was dropped no turn ended"
    assert (page.value, page.count, page.goal) == (pytest.approx(600), 2, 700.0)
    assert (tv.value, tv.count) == (pytest.approx(750), 1)
    assert "1 not seen" in tv.note
    assert "MISSED" in str(tv)


def test_where_no_turn_ended_the_goal_is_missed() -> None:
    *_, tv = figures([10.0], [], {"the television": [("1", 10.5)]})
    assert (tv.count, "MISSED" in str(tv)) == (0, True)


def test_without_a_browser_it_cannot_be_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    with pytest.raises(BenchError, match="Playwright is not installed"):
        bench.main(["turn-end"])


def test_flat_dice_are_never_void_and_leaning_ones_sometimes() -> None:
    eye = Eye()
    [flat] = void_figures("flat", eye, islice(flat_dice(FRAMES), 4), must_be_flat=True)
    assert (flat.value, flat.count) == (0.0, 4)
    void, sure = void_figures("leaning", eye, leaning_dice(LEANING), must_be_flat=False)
    assert (void.count, void.value > 0, sure.value < 50) == (12, True, True)


def test_a_set_that_is_not_there_is_skipped_with_a_word() -> None:
    [none] = void_figures("none", Eye(), iter(()), must_be_flat=True)
    assert (none.count, none.note) == (0, "skipped: no pictures")


@pytest.mark.slow  # a film in real time, with a browser
def test_the_bench_measures_from_lifted_dice_to_the_clocks(capsys: pytest.CaptureFixture[str]) -> None:
    bench.main(["turn-end", "--turns", "3"])
    printed = capsys.readouterr().out.splitlines()
    assert [line.partition(",")[0] for line in printed[1:]] == [
        "dice lifted to the end of the turn",
        "dice lifted to the play page’s clock",
        "dice lifted to the television’s clock",
    ]
    assert not any("nothing was measured" in line for line in printed)
