"""How well turns are followed over whole games, by a pretend eye: ``make bench ARGS="follow readings"``.

Random players play games of each family; every tenth turn they do something that the rules forbid, each kind
that can be done there as often. Nothing is painted and no network runs, so thousands of turns take minutes;
how well pictures are read is another bench's. Even seeds are for choosing, odd ones for reporting.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence

from device.follow.evidence import Evidence, Memory, Stills
from device.follow.odds import Odds
from device.follow.scoring import Positions
from engine.following.wrong import displaced
from engine.registry import make_rules
from tests.bench.figures import percentile
from tests.bench.follow.pretend_games import Session, Tally
from tests.bench.follow.pretend_readings import PretendReader

GAMES: tuple[tuple[str, str, int], ...] = (
    ("backgammon", "standard", 2),
    ("backgammon", "finnish", 2),
    ("pachisi", "six", 4),
    ("pachisi", "seven", 4),
    ("chowka-bhara", "5x5", 4),
    ("chowka-bhara", "7x7", 2),
)

_POSITIONS = 2000
_READINGS = 60


def games(asked: argparse.Namespace) -> Iterator[tuple[str, Tally]]:
    """Play and yield what came of each game."""
    for game, preset, players in GAMES:
        if asked.family and asked.family != game:
            continue
        total = Tally()
        seed = 1 if asked.odd else 0
        while sum(total.turns.values()) < asked.turns:
            session = Session(game, preset, players, seed=seed, better=asked.better, odds=asked.odds)
            total.add(session.play(min(60, asked.turns)))
            seed += 2
        yield f"{game} {preset}", total


def readings(arguments: Sequence[str]) -> int:
    """Play, follow and print tables."""
    parser = argparse.ArgumentParser(prog='make bench ARGS="follow readings"', description=__doc__)
    parser.add_argument("--family")
    parser.add_argument("--turns", type=int, default=200, help="of each preset")
    parser.add_argument(
        "--better", type=float, default=0.0, help="how much better the eye reads than today's"
    )
    parser.add_argument("--odd", action="store_true", help="the seeds that are reported")
    parser.add_argument(
        "--odds", type=_odds, default=Odds(), help="others than the measured ones: name=value,…"
    )
    parser.add_argument("--worst", type=int, default=0, help="tell so many turns that went wrong")
    asked = parser.parse_args(arguments)
    total = Tally()
    for name, tally in games(asked):
        total.add(tally)
        print(f"{name:24} {told_turns(tally)}", flush=True)
        for note in tally.notes[: asked.worst]:
            print("   ", note)
    print(f"{'all':24} {told_turns(total)}")
    for kind, counts in sorted(total.wrong.items(), key=lambda one: one[1]["right"] / one[1]["turns"]):
        print(
            f"{kind:24} {counts['turns']:5} "
            + ", ".join(f"{k} {v}" for k, v in counts.items() if k != "turns")
        )
    ms = total.looks
    print(f"a look: median {percentile(ms, 50):.2f} ms, 99 % {percentile(ms, 99):.1f}, most {max(ms):.1f}")
    print(scored())
    return 0


def scored() -> str:
    """Tell how long 2,000 positions take to be scored against one reading."""
    rules = make_rules("pachisi", "seven", options={"split": True}, players=2)
    bank = [{"value": value} for value in (25, 10, 30, 7, 14)]
    state = rules.from_position({"pieces": [[10, 20, 30, 40], [5, 15, 0, 0]], "turn": 0, "bank": bank})
    reached = [one.appearance for one in rules.reachable(state).appearances]
    looks = [*reached, *(one.appearance for one in displaced(rules, state))][:_POSITIONS]
    places = [square.id for square in rules.layout.squares]
    eye = PretendReader(rules.layout, seats=2, seed=1)
    sorted_ms, scored_ms = [], []
    for _ in range(_READINGS):
        stills = Stills(Odds())
        stills.add(eye.read(looks[0]), range(2), 2)
        began = time.perf_counter()
        positions = Positions(looks, places=places, seats=2)
        sorted_at = time.perf_counter()
        positions.scores(Evidence(stills, Memory(), Odds()).fits)
        scored_ms.append(1000 * (time.perf_counter() - sorted_at))
        sorted_ms.append(1000 * (sorted_at - began))
    return (
        f"{len(looks)} positions of Pachisi: sorted out once a turn in {percentile(sorted_ms, 50):.2f} ms "
        f"(95 % {percentile(sorted_ms, 95):.2f}), scored against a reading in "
        f"{percentile(scored_ms, 50):.2f} ms (95 % {percentile(scored_ms, 95):.2f})"
    )


def _odds(written: str) -> Odds:
    """Read some of the numbers by which the follower judges."""
    changed = {name: float(value) for name, value in (part.split("=") for part in written.split(","))}
    return Odds(**changed)  # type: ignore[arg-type]


def told_turns(tally: Tally) -> str:
    """Tell what became of turns, in counts and percent."""
    count = max(1, sum(tally.turns.values()))
    wrong = Counter[str]()
    for counts in tally.wrong.values():
        wrong += counts
    what = ", ".join(f"{name} {n} = {100 * n / count:.2f} %" for name, n in tally.turns.most_common())
    return f"{count:6} turns: {what}; illegal {wrong['turns']}: {dict(wrong)}"
