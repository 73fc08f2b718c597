"""Breaks single lines of the product, one at a time, and counts how many of these breaks the tests notice.

    python tests/mutations.py draw --seed 31       60 lines of six rooms, into the folder's `drawn.json`
    python tests/mutations.py touched              which tests run each line: one run of all quick tests
    python tests/mutations.py run                  each break by itself, with the tests that run its line
    python tests/mutations.py report               what was caught, and what was not

Each step goes on where it was broken off. A break negates a condition, drops a call, or swaps two
arguments. It is made in a clone beside the folder's results, never in the checkout. `touched` puts a probe
in each line that was drawn: no other line runs slower, and a line that a started program runs counts as
well. To compare two states of the tests, keep `drawn.json` and delete the rest: a line is found again by
its file and its text.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("engine/table", "engine/chowka_bhara", "vision", "web/game", "web/box", "device/store")
LEFT_OUT = ("vision/bench.py", "vision/training/")
QUICK = "not slow and not pi"
LIMIT_S = 120.0
"""Time that the tests of one break may take."""

PROBE = '''"""Notes which test runs a line; see tests/mutations.py."""
import os
_noted = set()
def hit(number):
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0]
    if test and (number, test) not in _noted:
        _noted.add((number, test))
        with open({notes!r}, "a", encoding="utf-8") as notes:
            notes.write(f"{{number}}\\t{{test}}\\n")
'''


@dataclass(frozen=True)
class Break:
    """One break: in `file`, the `nth` place where `before` stands becomes `after`."""

    file: str
    line: int
    kind: str
    before: str
    after: str
    probe: str
    """The same place with `{number}` for a note instead of the break."""
    nth: int

    def made_in(self, tree: Path, new: str) -> None:
        """Put `new` in the place of `before`; ValueError if the place is gone."""
        path = tree / self.file
        parts = path.read_text(encoding="utf-8").split(self.before)
        if len(parts) < self.nth + 2:
            raise ValueError(f"{self.file}: the line {self.before!r} is gone")
        head, tail = self.before.join(parts[: self.nth + 1]), self.before.join(parts[self.nth + 1 :])
        path.write_text(head + new + tail, encoding="utf-8")


def breaks_of(file: str, source: str) -> Iterator[Break]:
    """List every break that can be made in a module, by its place."""
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        piece = _broken(node, source)
        if piece is None:
            continue
        kind, changed, after, probe = piece
        first, last = changed.lineno - 1, (changed.end_lineno or changed.lineno) - 1
        if first != last:  # a line is a line
            continue
        whole = lines[first].rstrip("\n")
        encoded = whole.encode()
        head = encoded[: changed.col_offset].decode()
        tail = encoded[changed.end_col_offset :].decode()
        before = f"\n{whole}\n"
        nth = source[: sum(map(len, lines[:first]))].count(before)
        yield Break(
            file,
            first + 1,
            kind,
            before,
            f"\n{head}{after}{tail}\n",
            f"\n{_escaped(head)}{probe}{_escaped(tail)}\n",
            nth,
        )


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _broken(node: ast.AST, source: str) -> tuple[str, ast.expr, str, str] | None:
    """Return kind, expression, what it becomes, and its probe; None where nothing of ours can be broken."""
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        kind, changed = "condition negated", node.test
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        kind, changed = "call dropped", node.value
    elif isinstance(node, ast.Call) and _takes_two_names(node):
        kind, changed = "arguments swapped", node
    else:
        return None
    text = ast.get_source_segment(source, changed) or ""
    noted = f'(__import__("mutation_probe").hit({{number}}) or ({_escaped(text)}))'
    if kind == "condition negated":
        return kind, changed, f"(not ({text}))", noted
    if kind == "call dropped":
        return kind, changed, "None", noted
    assert isinstance(node, ast.Call)
    one, other = node.args[:2]
    lines = source.splitlines()
    between = _on_line(lines, one.end_col_offset, other.col_offset, one.lineno)
    head = _on_line(lines, node.col_offset, one.col_offset, one.lineno)
    tail = _on_line(lines, other.end_col_offset, node.end_col_offset, one.lineno)
    swapped = ast.get_source_segment(source, other), between, ast.get_source_segment(source, one)
    return kind, changed, head + "".join(part or "" for part in swapped) + tail, noted


def _takes_two_names(call: ast.Call) -> bool:
    """Return whether both first arguments are names of values; types do not change places unnoticed."""
    names = [argument.id for argument in call.args[:2] if isinstance(argument, ast.Name)]
    return (
        len(set(names)) == 2
        and call.lineno == call.end_lineno
        and not any(name[0].isupper() for name in names)
    )


def _on_line(lines: Sequence[str], first: int | None, last: int | None, number: int) -> str:
    return lines[number - 1].encode()[first:last].decode()


def draw(folder: Path, *, seed: int, count: int, rooms: Sequence[str]) -> None:
    """Draw as many breaks from each room, each in a file and a line of its own as far as there are enough."""
    random = Random(seed)
    drawn: list[Break] = []
    for room in rooms:
        found = [
            one
            for name in _tracked(room)
            if not name.startswith(LEFT_OUT)
            for one in breaks_of(name, (ROOT / name).read_text(encoding="utf-8"))
        ]
        if not found:
            raise SystemExit(f"{room}: there is no module with a line to break")
        kinds = sorted({one.kind for one in found})
        lines: set[tuple[str, int]] = set()
        for nth in range(count // len(rooms)):
            of_kind = [one for one in found if one.kind == kinds[nth % len(kinds)]]
            chosen = random.choice([one for one in of_kind if (one.file, one.line) not in lines] or of_kind)
            lines.add((chosen.file, chosen.line))
            drawn.append(chosen)
    folder.mkdir(parents=True, exist_ok=True)
    _keep(folder / "drawn.json", [asdict(one) for one in drawn])
    print(f"{len(drawn)} breaks drawn: {folder / 'drawn.json'}")


def touched(folder: Path, pytest: Sequence[str]) -> None:
    """Run the quick tests once with a probe in each line that was drawn, and keep which tests ran it."""
    if (folder / "touched.json").exists():
        print("touched.json is there already")
        return
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.strip()
    drawn, tree, notes = _drawn(folder), _tree(folder, commit), folder / "notes.txt"
    notes.unlink(missing_ok=True)
    (tree / "mutation_probe.py").write_text(PROBE.format(notes=str(notes.resolve())), encoding="utf-8")
    for number, one in enumerate(drawn):
        # Two breaks of one line: the first probe stands already, so the second finds the line changed.
        try:
            one.made_in(tree, one.probe.format(number=number))
        except ValueError as error:
            print(f"no probe: {error}")
    with (folder / "touched.log").open("w", encoding="utf-8") as log:
        subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-rfE", "-m", QUICK, *pytest],
            cwd=tree,
            env=_environment(tree),
            stdout=log,
            stderr=subprocess.STDOUT,
            check=False,
        )
    failed = _failed((folder / "touched.log").read_text(encoding="utf-8"))
    print(f"{len(failed)} tests fail without a break and are left out")
    tests: defaultdict[int, set[str]] = defaultdict(set)
    for line in notes.read_text(encoding="utf-8").splitlines() if notes.exists() else ():
        number, tab, test = line.partition("\t")
        if tab and number.isdecimal() and test not in failed:
            tests[int(number)].add(test)
    found = {number: sorted(tests[number]) for number in range(len(drawn))}
    _keep(folder / "touched.json", {"commit": commit, "tests": found})
    shutil.rmtree(tree)


def run(folder: Path) -> None:
    """Make each break by itself and run the tests that touch its line, until one fails."""
    drawn, results = _drawn(folder), folder / "results.jsonl"
    touched_by = json.loads((folder / "touched.json").read_text(encoding="utf-8"))
    commit, tests = touched_by["commit"], touched_by["tests"]
    results.touch()
    done = {json.loads(line)["number"] for line in results.read_text(encoding="utf-8").splitlines()}
    for number, one in enumerate(drawn):
        if number in done:
            continue
        tree = _tree(folder, commit)
        one.made_in(tree, one.after)
        result = _tried(tree, tests[str(number)], folder)
        with results.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"number": number, "tests": len(tests[str(number)]), **result}) + "\n")
        print(
            f"{number:3} {one.file}:{one.line} {one.kind}: {result['outcome']} in {result['seconds']} s",
            flush=True,
        )
        shutil.rmtree(tree)


def _tried(tree: Path, tests: Sequence[str], folder: Path) -> dict[str, object]:
    if not tests:
        return {"outcome": "no test runs it", "seconds": 0, "by": ""}
    # The shortest names are mostly those nearest to the line; which comes first matters for the time alone.
    asked = folder / "asked.txt"
    asked.write_text(
        "\n".join(sorted(tests, key=lambda test: ("browser" in test, len(test)))), encoding="utf-8"
    )
    begun = time.monotonic()
    with subprocess.Popen(
        [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-q",
            "--no-header",
            "-p",
            "no:cacheprovider",
            "-W",
            "default",
            f"@{asked.resolve()}",
        ],
        cwd=tree,
        env=_environment(tree),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            said, _ = process.communicate(timeout=LIMIT_S)
            outcome = {0: "survived", 5: "no test runs it"}.get(process.returncode, "caught")
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            said, _ = process.communicate()
            outcome = "not caught in time"
    by = next(iter(_failed(said)), "")
    return {"outcome": outcome, "seconds": round(time.monotonic() - begun), "by": by}


def _failed(said: str) -> list[str]:
    return [
        line.split(" ", 1)[1].partition(" - ")[0]
        for line in said.splitlines()
        if line.startswith(("FAILED ", "ERROR "))
    ]


def report(folder: Path) -> None:
    """Print how many were caught, and each break that was not."""
    drawn = _drawn(folder)
    results = [
        json.loads(line) for line in (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    outcomes = Counter(one["outcome"] for one in results)
    print(f"{len(results)} breaks: " + ", ".join(f"{count} {outcome}" for outcome, count in outcomes.items()))
    for one in results:
        if one["outcome"] != "caught":
            place = drawn[one["number"]]
            print(f"{one['outcome']}: {place.file}:{place.line} {place.kind}: {place.before.strip()}")


def _tree(folder: Path, commit: str) -> Path:
    """Return a fresh clone at a commit."""
    tree = (folder / "tree").resolve()
    shutil.rmtree(tree, ignore_errors=True)
    subprocess.run(["git", "clone", "--quiet", "--shared", str(ROOT), str(tree)], check=True)
    subprocess.run(["git", "checkout", "--quiet", commit], cwd=tree, check=True)
    return tree


def _environment(tree: Path) -> dict[str, str]:
    """Programs that tests start import from the clone, not from the checkout."""
    return {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}


def _tracked(room: str) -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", f"{room}/*.py"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    )
    return listed.stdout.split()


def _drawn(folder: Path) -> list[Break]:
    return [Break(**one) for one in json.loads((folder / "drawn.json").read_text(encoding="utf-8"))]


def _keep(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=1), encoding="utf-8")


def main() -> None:
    """Run one step."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("step", choices=("draw", "touched", "run", "report"))
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "mutations")
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--rooms", nargs="+", default=ROOMS)
    parser.add_argument("--pytest", default="", help='what pytest gets besides: --pytest="-n 3"')
    asked = parser.parse_args()
    match asked.step:
        case "draw":
            draw(asked.folder, seed=asked.seed, count=asked.count, rooms=asked.rooms)
        case "touched":
            touched(asked.folder, asked.pytest.split())
        case "run":
            run(asked.folder)
        case _:
            report(asked.folder)


if __name__ == "__main__":
    main()
