"""Figures of the running box on this machine: ``make bench ARGS="box [NAME …]"``.

Without a name: memory, work and speed of the box with the built-in film. No test says how fast a machine is.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from tests.bench.box.boards.command import boards
from tests.bench.box.crowd import crowd
from tests.bench.box.page import page
from tests.bench.box.player import Player
from tests.bench.box.process import Helper, RunningBox, cpu_s, free_port, memory_mb
from tests.bench.box.rest import rest
from tests.bench.box.turn_end import turn_end
from tests.bench.box.years.command import years
from tests.bench.figures import HEAD, Figure, percentile, told

STARTS = 5
THROWS = 20
SECONDS = 30.0
FRAMES = 72_000

THROWN = ("threw", "throw-asked", "throw-kept")
"""Types of the events that tell a throw."""

_GROWS_MB = 3.0
"""Memory that comes and goes by itself, such as pages of the allocator."""


def start(asked: argparse.Namespace) -> Iterator[Figure]:
    """Start the box some times."""
    times, worked = [], []
    for _ in range(asked.starts):
        with RunningBox() as box:
            times.append(box.start_s)
            worked.append(box.start_cpu_s)
    yield Figure("start to first frame, slowest", max(times), "s", len(times), 2.0, told(times, "s"))
    yield Figure("processor for that, median", percentile(worked, 50), "s", len(worked))


def watch(asked: argparse.Namespace) -> Iterator[Figure]:
    """Let the box watch an empty tray, then play a game, and measure from each last movement to a phone."""
    port = str(free_port())
    with (
        tempfile.TemporaryDirectory(prefix="charkoni-bench-") as folder,
        Helper("timed", folder, port) as box,
    ):
        key = box.first("key")
        with Player(int(port), key) as player:
            until_waits(player, "move")
        time.sleep(2.0)
        spent = Spent(box)
        time.sleep(asked.seconds)
        yield spent.figure("processor while watching", goal=12.0)
        with Helper("phones", port, "1", key) as phone:
            began = time.monotonic()
            spent = Spent(box)
            with Player(int(port), key) as player:
                play(player, asked.throws)
            yield spent.figure("processor while throws are read")
            events = [line for line in phone.end() if line[0] == "event"]
        # The throw that lay there while the box watched was told before this phone listened.
        rests = [line[1] for line in box.end() if line[0] == "rested" and line[1] > began]
    heard = [when for _, _, kind, when, _ in events if kind in THROWN]
    late = [1000 * min((at - rest for at in heard if at > rest), default=math.inf) for rest in rests]
    late = [each for each in late if each < math.inf]  # the last throw may come after the phone has gone
    name = "last movement to event on a phone, 95 %"
    yield Figure(name, percentile(late, 95), "ms", len(late), 700.0, told(late, "ms"))


def memory(asked: argparse.Namespace) -> Iterator[Figure]:
    """Play a game with a box as people start it, and look at its memory."""
    with RunningBox() as box, Helper("phones", str(box.port), "2", box.key):
        with Player(box.port, box.key) as player:
            throws = play(player, asked.throws)
        yield Figure("memory while playing", memory_mb(box.pid), "MB", throws, 150.0)
        yield Figure("memory while playing, the most", memory_mb(box.pid, peak=True), "MB", throws, 150.0)


def cameras(asked: argparse.Namespace) -> Iterator[Figure]:
    """Let a box look through two wide cameras, and two phones at what is seen of the board."""
    with Helper("cameras", str(2 * asked.seconds)) as box:
        told = {line[0]: line[1:] for line in box.end()}
    throws, looks = told["throws"]
    yield Figure("memory with two wide cameras", told["alone"][0], "MB", throws, 400.0)
    name, note = "memory while the board is looked at, the most", f"{told['looked at'][0]:.0f} MB in the end"
    yield Figure(name, told["looked at"][1], "MB", looks, 400.0, note)


def frames(asked: argparse.Namespace) -> Iterator[Figure]:
    """Look at frames as fast as possible, and at the memory meanwhile."""
    with Helper("frames", str(asked.frames)) as watching:
        parts = watching.end()
    settled = parts[len(parts) // 5][2]  # the first part fills caches
    seen, throws, in_the_end, seconds, _worked = parts[-1]
    note = f"{in_the_end:.1f} MB in the end; {throws:,} throws, {seen / seconds:,.0f} frames/s"
    yield Figure("growth of memory after the first fifth", in_the_end - settled, "MB", seen, _GROWS_MB, note)


def phones(asked: argparse.Namespace) -> Iterator[Figure]:
    """Let many phones listen while one plays."""
    shares = [
        asked.count // asked.processes + (n < asked.count % asked.processes) for n in range(asked.processes)
    ]
    with RunningBox("--game", "pachisi", "--preset", "seven") as box, contextlib.ExitStack() as ended:
        player = ended.enter_context(Player(box.port, box.key))
        alone = memory_mb(box.pid)
        rooms = [Helper("phones", str(box.port), str(count), box.key) for count in shares if count]
        for room in rooms:
            ended.enter_context(room)
        time.sleep(3.0)
        spent = cpu_s(box.pid)
        touched: list[tuple[float, int, int]] = []
        for _ in range(asked.actions):
            before, at = player.state()["seq"], time.monotonic()
            touched.append((at, before, player.act(throws=True)["seq"]))
            time.sleep(asked.every)
        time.sleep(2.0)
        spent, peak = cpu_s(box.pid) - spent, memory_mb(box.pid, peak=True)
        lines = [line for room in rooms for line in room.end()]
    heard = [line for line in lines if line[0] == "event"]
    to_phone = [1000 * late for *_, late in heard]
    note = f"{len({seq for _, seq, *_ in heard})} events to {asked.count} phones; {told(to_phone, 'ms')}"
    yield Figure("event to phone, 95 %", percentile(to_phone, 95), "ms", len(to_phone), 150.0, note)
    sent = {seq: at for at, before, after in touched for seq in range(before + 1, after + 1)}
    by_touch = [1000 * (when - sent[seq]) for _, seq, _, when, _ in heard if seq in sent]
    yield Figure(
        "touch on one phone to event on another, 95 %", percentile(by_touch, 95), "ms", len(by_touch)
    )
    states = [1000 * line[1] for line in lines if line[0] == "state"]
    name = "event to the whole new page, 95 %"
    yield Figure(name, percentile(states, 95), "ms", len(states), None, told(states, "ms"))
    yield Figure(
        "memory with all of them, the most", peak, "MB", asked.count, 200.0, f"{alone:.0f} MB with one"
    )
    yield Figure("processor for one action", 1000 * spent / asked.actions, "ms", asked.actions)
    refused = sum(line[1] for line in lines if line[0] == "refused")
    yield Figure(
        "streams that found no room", refused, "", asked.count, None, "such phones ask every 3 seconds"
    )


class Spent:
    """What a box spends from here on."""

    def __init__(self, box: Helper) -> None:
        self._box = box
        self._began, self._used, self._frames = time.monotonic(), cpu_s(box.pid), int(box.ask("frames"))

    def figure(self, name: str, *, goal: float | None = None) -> Figure:
        """Tell what part of one processor it was, and at how many frames a second."""
        lasted, used = time.monotonic() - self._began, cpu_s(self._box.pid) - self._used
        seen = int(self._box.ask("frames")) - self._frames
        note = f"{seen / lasted:.1f} frames/s, {1000 * used / max(1, seen):.1f} ms each"
        return Figure(name, 100 * used / lasted, "%", seen, goal, note)


def until_waits(player: Player, what: str) -> None:
    """Wait until the game waits for something; the film throws by itself."""
    while player.state()["turn"]["waits"] != what:
        time.sleep(0.2)


def play(player: Player, throws: int) -> int:
    """Play until so many throws have been read; gives how many were."""
    seen: set[int] = set()
    while len(seen) < throws:
        now = player.act(throws=False)
        if now.get("throw"):
            seen.add(now["throw"]["seq"])
        time.sleep(0.05)
    return len(seen)


BOX: Mapping[str, Callable[[argparse.Namespace], Iterator[Figure]]] = {
    "start": start,
    "watch": watch,
    "memory": memory,
    "frames": frames,
}


NAMES: Mapping[str, str] = {
    "start": "from the command to the first frame",
    "watch": "processor while watching and reading, and the way of a throw to a phone",
    "memory": "memory while playing",
    "frames": "frames as fast as possible, and whether memory grows",
    "phones": "many phones at once",
    "crowd": "a paired phone beside hundreds of sockets that mean ill",
    "cameras": "memory with two wide cameras",
    "page": "how soon the page is there over a slow link",
    "turn-end": "from lifted dice to the clock on open pages",
    "boards": "a thousand boards at a broker of MQTT that it starts",
    "rest": "work and memory of a box at which nobody plays",
    "years": "what grows with the record of games, and how",
}
"""Benches of the box, by name; the first four are run where none is named."""


def main(arguments: Sequence[str]) -> int:
    """Measure the named benches and print their figures; return 1 if a goal was missed."""
    if arguments[:1] == ["years"]:
        return years(arguments[1:])
    parser = argparse.ArgumentParser(prog="make bench ARGS=box", description=__doc__)
    parser.add_argument("what", nargs="*", help=f"{', '.join(NAMES)}; else {', '.join(BOX)}", metavar="NAME")
    parser.add_argument("--starts", type=int, default=STARTS, help="how often the box is started")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long it watches")
    parser.add_argument("--throws", type=int, default=THROWS, help="how many throws are read")
    parser.add_argument("--frames", type=int, default=FRAMES, help="how many frames as fast as possible")
    parser.add_argument("--count", type=int, default=50, help="how many phones listen")
    parser.add_argument("--processes", type=int, default=2, help="in how many processes they are")
    parser.add_argument("--actions", type=int, default=60, help="how often the playing phone acts")
    parser.add_argument("--every", type=float, default=0.5, help="seconds between that")
    parser.add_argument("--visits", type=int, default=5, help="how often the page is opened in each language")
    parser.add_argument("--turns", type=int, default=20, help="how many turns end by lifting the dice")
    parser.add_argument("--boards", type=int, default=1000, help="how many boards speak")
    parser.add_argument("--events", type=int, default=40_000, help="how many events as fast as possible")
    parser.add_argument("--rate", type=float, default=600.0, help="events a second of all boards")
    parser.add_argument("--pairs", type=int, default=20, help="boxes with MQTT and without, in turns")
    parser.add_argument("--pair-frames", type=int, default=3000, help="frames that each of them looks at")
    asked = parser.parse_args(arguments)
    known = {
        **BOX,
        "phones": phones,
        "crowd": crowd,
        "cameras": cameras,
        "page": page,
        "turn-end": turn_end,
        "boards": boards,
        "rest": rest,
    }
    for name in asked.what:
        if name not in known:
            parser.error(f"there is no {name!r}: there are {', '.join(known)}, and by itself years")
    print(HEAD, flush=True)
    missed = 0
    for name in asked.what or BOX:
        for figure in known[name](asked):
            print(figure, flush=True)
            missed += figure.is_missed
    return 1 if missed else 0
