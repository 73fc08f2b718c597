#!/usr/bin/env bash
# Every check. What finds a mistake cheapest goes first; types and wheel run beside the tests. At the end stands how
# long each part took. BIN names the environment's bin folder, BEGUN the second in which its set-up began.
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'jobs -p | xargs -r kill 2>/dev/null; rm -rf "$scratch"' EXIT
: "${BEGUN:=$(date +%s)}"
times=$(printf '%4d s  set-up' $(($(date +%s) - BEGUN)))$'\n'
failed=""

part() { # part NAME COMMAND...: run it and note its time and whether it succeeded
    local name=$1 begun=$SECONDS status=0
    shift
    "$@" || status=$?
    printf '%4d s  %s\n' $((SECONDS - begun)) "$name" >"$scratch/$name.time"
    return $status
}
beside() { # beside NAME COMMAND...: the same beside what follows, its output kept until it is asked for
    part "$@" >"$scratch/$1.log" 2>&1 &
    waited+=("$1:$!")
}
in_front() { # in_front NAME COMMAND...: the same now; a failure is told at the end
    printf '\n== %s\n' "$1"
    part "$@" || failed+=" $1"
    times+=$(cat "$scratch/$1.time")$'\n'
}
# One more than there are cores: tests with a browser or a box of its own wait half of their time.
tests() { "$BIN/python" -m pytest -q -m "not slow and not pi" -n "$(($(nproc) + 1))" --maxprocesses 4 --dist worksteal; }
style() { "$BIN/ruff" format --check . && "$BIN/ruff" check . && "$BIN/lint-imports"; }

waited=()
in_front style style
if [ -n "$failed" ]; then exit 1; fi
beside types "$BIN/mypy"
beside wheel env BIN="$BIN" PYTHON="$PYTHON" bash tests/wheel.sh
in_front tests tests
for one in "${waited[@]}"; do
    wait "${one##*:}" || failed+=" ${one%%:*}"
    printf '\n== %s\n' "${one%%:*}"
    cat "$scratch/${one%%:*}.log"
    times+=$(cat "$scratch/${one%%:*}.time")$'\n'
done
printf '\n%s%4d s  all\n' "$times" $(($(date +%s) - BEGUN))
if [ -n "$failed" ]; then
    echo "failed:$failed"
    exit 1
fi
