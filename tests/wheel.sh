#!/usr/bin/env bash
# Build the wheel, install it in a fresh environment without the developers' tools, run it from an empty folder.
set -euo pipefail
here=$(pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$BIN/python" -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation \
    --wheel-dir "$scratch/dist" "$here"
"$PYTHON" -m venv "$scratch/venv"
# The locked packages lie beside the environment; where there are none, the package index brings them.
locked=()
if [ -d "$BIN/../wheels" ]; then locked=(--no-index --find-links "$BIN/../wheels"); fi
"$scratch/venv/bin/python" -m pip install --quiet --disable-pip-version-check "${locked[@]}" "$scratch"/dist/*.whl
mkdir "$scratch/empty"
cd "$scratch/empty"
"$scratch/venv/bin/charkoni" --help >/dev/null
echo '{"game":"backgammon","preset":"standard","board":[0,-2,0,0,0,0,5,0,3,0,0,0,-5,5,0,0,0,-3,0,-5,0,0,0,0,2,0],"dice":[6,6]}' |
    "$scratch/venv/bin/charkoni" legal >"$scratch/answer"
grep -q '"24/18(2) 13/7(2)"' "$scratch/answer"
"$scratch/venv/bin/python" -m zipfile -l "$scratch"/dist/*.whl >"$scratch/list"
for part in web/templates/game/play.html web/static/js/page.js web/static/fonts/OFL.txt web/static/fonts/latin.woff2 device/film/film.toml vision/models/{finder,faces,columns,squares}.onnx; do
    grep -q "$part" "$scratch/list" || { echo "the wheel lacks $part"; exit 1; }
done
if grep -E 'bench|training|fonts\.py|extract\.py|web/build|/tests?/' "$scratch/list"; then
    echo "the wheel holds what only makes or measures it"
    exit 1
fi
echo "the wheel installs and runs: $(du -h "$scratch"/dist/*.whl | cut -f1)"
