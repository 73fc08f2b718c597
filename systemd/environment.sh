#!/usr/bin/env bash
# Make the Python environment of the box: environment.sh PYTHON FOLDER
#
# On a Raspberry Pi with apt's picamera2 the environment sees apt's numpy, OpenCV and pins, and pip brings pure
# packages only: a wheel of numpy or OpenCV over apt's would stop picamera2 from importing.
set -euo pipefail
python=$1
venv=$2
cd "$(dirname "$0")/.."

pip_install() { "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@"; }

if [ "$({ tr -d '\0' </proc/device-tree/model; } 2>/dev/null | cut -c1-12)" = "Raspberry Pi" ]; then
    absent=()
    for pair in cv2:python3-opencv numpy:python3-numpy lgpio:python3-lgpio gpiozero:python3-gpiozero \
        markupsafe:python3-markupsafe; do
        "$python" -c "import ${pair%%:*}" 2>/dev/null || absent+=("${pair##*:}")
    done
    if [ ${#absent[@]} -gt 0 ]; then
        echo "This is a Raspberry Pi; its own packages are needed. This installs them:" >&2
        echo "  sudo apt install python3-venv ${absent[*]}" >&2
        exit 1
    fi
    "$python" -c "import picamera2" 2>/dev/null ||
        echo "python3-picamera2 is not installed (Raspberry Pi's own archive has it): USB camera or film only."
    "$python" -m venv --clear --system-site-packages "$venv"
    pip_install --no-deps --require-hashes -r systemd/pure.txt
    pip_install --no-deps --require-hashes -r systemd/build.txt
    pip_install --no-deps --no-build-isolation --editable .
else
    "$python" -m venv --clear "$venv"
    pip_install --editable .
fi
