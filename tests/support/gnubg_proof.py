"""Matches played by chance, read by GNU Backgammon and compared with what was played, in figures.

Prints them: ``PYTHONPATH=.:tests/support python tests/support/gnubg_proof.py --matches 200``
"""

from __future__ import annotations

import argparse
import re
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from engine.match import Origin
from engine.notation import (
    Transcript,
    mat_names,
    match_to_json,
    read_games,
    replay_record,
    transcript,
    why_not_mat,
    write_mat,
    write_sgf,
)
from engine.notation.transcript import AutomaticDouble, Cubed
from engines.random_matches import games_of
from engines.whole_matches import NAMES, play_whole
from gnubg_for_tests import GnubgRead, gnubg_reads

AT_ONCE = 50
"""Matches that one process reads."""

_STEP = re.compile(r"(bar|\d+)/(off|\d+)\*?(?:\((\d)\))?")
_PLACES = {"bar": 25, "off": 0}


@dataclass
class Figures:
    """What was compared, and where it differed."""

    counted: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)
    left_out: int = 0
    """Throws before a resignation that `.mat` leaves out, as they would be read as played."""
    misplaced: int = 0
    """Throws that GNU Backgammon itself exports in the other player's column."""

    def lines(self) -> list[str]:
        """Tell them."""
        told = [f"{name}: {count}" for name, count in sorted(self.counted.items())]
        told.append(f"throws before a resignation left out of .mat: {self.left_out}")
        told.append(f"throws that it exports in the wrong column: {self.misplaced}")
        return [*told, f"differences: {len(self.differences)}", *self.differences[:20]]


def drawn_match(seed: int, *, standard: bool) -> Transcript:
    """Play a match: 1 to 9 points or money; not `standard`, what only `.sgf` can say as well."""
    chance = Random(seed)
    length = chance.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 9))
    preset = "standard" if standard else chance.choice(("standard", "finnish", "polish"))
    cube = preset != "finnish"
    about: dict[str, Any] = {"preset": preset, "cube": cube, "illegal": not standard}
    if not standard:
        about |= (
            {"crawford": chance.random() < 0.5} if length else {"beavers": cube, "automatic_doubles": cube}
        )
    if not length:
        about["jacoby"] = cube and chance.random() < 0.5
    table = play_whole(chance, length=length, names=chance.choice(NAMES), **about)
    origin = Origin(str(1 + seed), "2026.11.23", f"{seed % 24:02}.30")
    return transcript(games_of(table.model), origin)


def compare(folder: Path, matches: Sequence[Transcript], form: str) -> Figures:
    """Let GNU Backgammon read matches in one form, and compare what it read and what it writes of them."""
    figures = Figures()
    for first in range(0, len(matches), AT_ONCE):
        some = matches[first : first + AT_ONCE]
        files = [(form, write_mat(match) if form == "mat" else write_sgf(match)) for match in some]
        reads = gnubg_reads(folder, files, jacoby=[match.match.jacoby for match in some])
        for match, read in zip(some, reads, strict=True):
            _compare(figures, match, read, form=form)
    return figures


def _compare(figures: Figures, match: Transcript, read: GnubgRead, *, form: str) -> None:
    where = f"match {match.origin.id} ({form}, to {match.match.length})"
    differences, counted = figures.differences, figures.counted
    counted["matches"] += 1
    told = match_to_json(match)
    names = tuple(name.replace("\\", "/") if form == "sgf" else name for name in mat_names(match.names))
    if read.names != names:
        differences.append(f"{where}: names {read.names}, not {names}")
    if len(read.games) != len(told["games"]):
        differences.append(f"{where}: {len(read.games)} games, not {len(told['games'])}")
    for number, (ours, theirs) in enumerate(zip(told["games"], read.games, strict=False), 1):
        expected, left_out = expected_game(match, number, form=form)
        figures.left_out += left_out
        _count(counted, ours)
        for key in ("score", "winner", "points", "actions"):
            if expected[key] != theirs[key]:
                differences.append(
                    f"{where}, game {number}: {key} …{theirs[key]}"[-300:] + f", not …{expected[key]}"[-300:]
                )
    crawford = [game["crawford"] and told["crawford"] for game in told["games"]]
    if read.crawford_games != crawford:
        differences.append(f"{where}: Crawford games {read.crawford_games}, not {crawford}")
    if form == "mat":
        _compare_again(figures, match, read, where)


def _compare_again(figures: Figures, match: Transcript, read: GnubgRead, where: str) -> None:
    """Read what GNU Backgammon exports of a match, and compare that."""
    models = [replay_record(game.record) for game in read_games(read.mat) if game.record]
    again = match_to_json(transcript(models, match.origin))
    ours = match_to_json(match)
    if again["score"] != ours["score"]:
        figures.differences.append(
            f"{where}: imported again the score is {again['score']}, not {ours['score']}"
        )
    for number, game in enumerate(again["games"], 1):
        expected, _left_out = expected_game(match, number, form="mat")
        actions = _plain(game["actions"])
        thrown = [action for action in expected["actions"] if action[0] == "roll"]
        if len(thrown) == 1 and not thrown[0][3] and actions[:1] == [["roll", 0, *thrown[0][2:]]]:
            # It exports a throw that stands alone on the left, whosever it is.
            figures.misplaced += actions[0][1] != thrown[0][1]
            actions[0] = thrown[0]
        if actions != expected["actions"] or game["points"] != ours["games"][number - 1]["points"]:
            figures.differences.append(f"{where}, game {number}: not the same when it is imported again")
    figures.counted["matches imported again"] += 1


def expected_game(match: Transcript, number: int, *, form: str) -> tuple[dict[str, Any], bool]:
    """Tell what GNU Backgammon has to make of a game by our JSON, and whether a throw is left out."""
    game = match_to_json(match)["games"][number - 1]
    actions = _plain(game["actions"])
    left_out = False
    last = match.games[number - 1].entries
    if form == "mat" and len(last) > 1 and not getattr(last[-2], "is_ended", True):
        text = re.split(r"(?m)^ Game \d+$", write_mat(match))[number]
        left_out = len(re.findall(r"(?m)(?:\)|  )\s*\d\d:", text)) < sum(
            action[0] == "roll" for action in actions
        )
        if left_out:
            del actions[-2]
    if form == "sgf" and _counts_otherwise(match, number):
        roll = actions.pop()
        actions += [["roll", roll[1], roll[2], []], ["set", None]]
    if form == "sgf" and actions and actions[-1] == ["set", None] and game["winner"] is not None:
        actions.append(["resign", 1 - game["winner"], game["points"] // _cube(match, number)])
    return {**game, "actions": actions}, left_out


def _cube(match: Transcript, number: int) -> int:
    """Tell what the cube showed at the end of a game."""
    cube = 1
    for entry in match.games[number - 1].entries:
        if isinstance(entry, AutomaticDouble) or (isinstance(entry, Cubed) and entry.kind == "take"):
            cube = entry.value
    return cube


def _counts_otherwise(match: Transcript, number: int) -> bool:
    """True if a game ended by a play that counted less by its own rules than by the usual ones."""
    text = write_sgf(match).split("(;FF")[number]
    played = match_to_json(match)["games"][number - 1]["actions"][-1]
    return bool(re.search(r"RE\[[WB]\+\d+R\]", text)) and played[0] == "roll" and len(played) == 4


def _plain(actions: Sequence[list[Any]]) -> list[list[Any]]:
    """Write actions as GNU Backgammon knows them: plays as sorted steps, an illegal one as a position."""
    found: list[list[Any]] = []
    for action in actions:
        match action:
            case ["roll", seat, dice, _play, "accepted"]:
                found += [["roll", seat, dice, []], ["set", None]]
            case ["roll", seat, dice, play]:
                found.append(["roll", seat, dice, _steps(play)])
            case ["set", _position] if found[-1:] == [["set", None]]:
                pass
            case ["set", _position]:
                found.append(["set", None])
            case ["double" | "beaver", seat, _value]:
                found.append(["double", seat])
            case ["automatic", _value]:
                pass
            case _:
                found.append(action)
    return found


def _steps(play: str) -> list[tuple[int, int]]:
    steps: list[tuple[int, int]] = []
    for start, end, times in _STEP.findall(play):
        step = (int(_PLACES.get(start, start)), int(_PLACES.get(end, end)))
        steps += [step] * int(times or 1)
    return sorted(steps, reverse=True)


def _count(counted: Counter[str], game: dict[str, Any]) -> None:
    counted["games"] += 1
    counted["Crawford games"] += game["crawford"]
    for action in game["actions"]:
        counted[f"{action[0]} actions"] += 1
        counted["illegal plays"] += action[-1] == "accepted"


def main() -> None:
    """Play, compare, and print figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    for form, standard in (("mat", True), ("sgf", True), ("sgf", False)):
        begun = time.monotonic()
        seeds = range(asked.seed, asked.seed + asked.matches)
        matches = [drawn_match(seed, standard=standard) for seed in seeds]
        assert form == "sgf" or not any(map(why_not_mat, matches))
        with tempfile.TemporaryDirectory() as folder:
            figures = compare(Path(folder), matches, form)
        kind = "standard matches" if standard else "matches with all that .mat cannot say"
        print(f"== .{form}, {kind}: {time.monotonic() - begun:.0f} s", *figures.lines(), sep="\n")


if __name__ == "__main__":
    main()
