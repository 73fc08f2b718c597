"""Engines that are wrong on purpose, and the quick test that catches each.

`python tests/support/engines/wrong_engines.py` prints them as a table.
Every entry changes one place of the engine, in a copy of it, into what somebody could have written instead.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from places import ROOT


@dataclass(frozen=True, slots=True)
class Wrong:
    """One engine that is wrong."""

    says: str
    """What it believes."""
    module: str
    right: str
    wrong: str
    tests: str
    """File of the tests."""
    caught_by: str
    """The test that must fail."""


WRONG = (
    Wrong(
        "Chowka Bhara: a gatti moves by the whole value",
        "chowka_bhara/judge.py",
        "return None if value % 2 else value // 2",
        "return None if value % 2 else value",
        "engine/chowka_bhara/test_rules.py",
        "test_c10_a_gatti_moves_as_one_half_of_even_values",
    ),
    Wrong(
        "Chowka Bhara: a pawn that landed beside a gatti in this turn may already go on past it",
        "chowka_bhara/judge.py",
        "for step in range(start if not rested else start + 1, end):",
        "for step in range(start + 1, end):",
        "engine/chowka_bhara/test_rules.py",
        "test_c11_a_pawn_that_sat_on_the_gatti_s_square_in_an_earlier_turn_moves_on",
    ),
    Wrong(
        "Chowka Bhara: a kill of two pawns gives two throws",
        "chowka_bhara/landing.py",
        "after = replace(after, throws=after.throws + 1)",
        "after = replace(after, throws=after.throws + len(captures))",
        "engine/chowka_bhara/test_turns.py",
        "test_a_kill_of_two_pawns_gives_one_throw",
    ),
    Wrong(
        "Pachisi: with seven cowries too, a grace moves any piece while another waits",
        "pachisi/legal.py",
        "return view.waiting and self.options.strict and value in self.entering",
        "return view.waiting and self.options.strict and value == 0",
        "engine/pachisi/test_rules.py",
        "test_p8_seven_moves_no_piece_by_a_grace_while_one_waits_and_six_lets_the_player_choose",
    ),
    Wrong(
        "Pachisi: a capture is avenged on any square",
        "pachisi/turn.py",
        "elif player in revenge.victims and revenge.square == square:",
        "elif player in revenge.victims:",
        "engine/pachisi/test_turns.py",
        "test_p20_not_elsewhere_not_another_piece_and_not_later",
    ),
    Wrong(
        "Pachisi: a throw won by a capture goes on with the row of throws that cancel",
        "pachisi/turn.py",
        "settled = self._settle(replace(after, row=()), facts)",
        "settled = self._settle(after, facts)",
        "engine/pachisi/test_turns.py",
        "test_p23_a_throw_won_by_a_capture_begins_a_new_row",
    ),
    Wrong(
        "Backgammon: if only one die can be played, it may be the smaller one",
        "backgammon/legal.py",
        "return found or large or small",
        "return found or large | small",
        "engine/backgammon/test_legal.py",
        "test_every_golden_position_has_exactly_its_plays_in_every_preset",
    ),
    Wrong(
        "Backgammon: a larger die bears off any checker",
        "backgammon/steps.py",
        "if end < 0 and any(board[point] > 0 for point in range(start + 1, 7)):",
        "if end < 0 and not board[start]:",
        "engine/backgammon/test_finnish_rules.py",
        "test_bf14_a_larger_die_bears_off_the_furthest_back_only",
    ),
    Wrong(
        "Backgammon: a loser's checker on the winner's 6-point does not make it three",
        "backgammon/rules.py",
        "any(c > 0 for c in lost[19:25])",
        "any(c > 0 for c in lost[20:25])",
        "engine/backgammon/test_standard_rules.py",
        "test_bs3_a_gammon_counts_two_and_a_backgammon_three",
    ),
)
"""Three for each family."""


def copy_to(folder: Path) -> None:
    """Copy the engine and its tests, so that the repository is never touched."""
    shutil.copytree(ROOT / "engine", folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    for name in ("engine", "support", "golden"):
        shutil.copytree(ROOT / "tests" / name, folder / "tests" / name)


def put_in(wrong: Wrong, folder: Path) -> None:
    """Make the copy wrong."""
    path = folder / "engine" / wrong.module
    text = path.read_text("utf-8")
    assert text.count(wrong.right) == 1, f"{wrong.module} has changed: {wrong.right!r} is not there once"
    path.write_text(text.replace(wrong.right, wrong.wrong), "utf-8")


def outcome(wrong: Wrong, folder: Path) -> str:
    """Run its test in the copy and give the last line of what pytest says."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=no"]
    done = subprocess.run(
        [*command, f"tests/{wrong.tests}", "-k", wrong.caught_by],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.stdout.strip().rsplit("\n", 1)[-1] + done.stderr


def main() -> None:
    """Print which test catches which engine."""
    for wrong in WRONG:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            copy_to(folder)
            before = outcome(wrong, folder)
            put_in(wrong, folder)
            print(f"{wrong.says}\n  {wrong.caught_by}\n  right: {before}\n  wrong: {outcome(wrong, folder)}")


if __name__ == "__main__":
    main()
