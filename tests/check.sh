#!/usr/bin/env bash
# Every check, in the order in which a mistake is cheapest to find. BIN names the environment's bin folder.
set -euo pipefail
cd "$(dirname "$0")/.."
say() { printf '\n== %s\n' "$*"; }

say "ruff"
"$BIN/ruff" format --check .
"$BIN/ruff" check .
say "mypy --strict"
"$BIN/mypy"
say "import directions"
"$BIN/lint-imports"
say "the wheel in an empty environment, run from an empty folder"
BIN="$BIN" PYTHON="$PYTHON" bash tests/wheel.sh
say "pytest"
# One more than there are cores: tests with a browser or a box of its own wait half of their time.
"$BIN/python" -m pytest -q -m "not slow and not pi" -n "$(($(nproc) + 1))" --maxprocesses 4 --dist worksteal
