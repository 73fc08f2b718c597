#!/usr/bin/env bash
# Make the Python environment of the box: environment.sh PYTHON FOLDER [newest]
#
# Packages come from requirements.lock by their hashes; with "newest" they are what the package index has today.
# On a Raspberry Pi with apt's picamera2 the environment sees apt's numpy, OpenCV and pins, and pip brings pure
# packages only: a wheel of numpy or OpenCV over apt's would stop picamera2 from importing.
set -euo pipefail
python=$1
venv=$2
packages=${3:-locked}
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
elif [ "$packages" = newest ]; then
    "$python" -m venv --clear "$venv"
    pip_install --upgrade pip
    pip_install --group build --editable .
else
    "$python" systemd/needs.py locked
    "$python" -m venv --clear "$venv"
    # Kept beside the environment: the wheel's test makes one more of them, without a network.
    "$venv/bin/python" -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes \
        --only-binary=:all: --dest "$venv/wheels" -r <(sed '/^# What the checks/Q' requirements.lock)
    pip_install --no-deps --no-index "$venv"/wheels/*.whl
    pip_install --no-deps --no-build-isolation --editable .
fi
