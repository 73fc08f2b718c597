#!/usr/bin/env bash
# Get Chromium for the browser tests, where apt may; otherwise say what is skipped.
set -u
if command -v chromium >/dev/null 2>&1; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing Chromium for the browser tests ..."
    if { apt-get update && apt-get install -y --no-install-recommends chromium libnss3-tools; } \
        >/tmp/charkoni-apt.log 2>&1; then
        exit 0
    fi
    tail -n 3 /tmp/charkoni-apt.log
fi
echo "Chromium is not installed, so the browser tests are skipped. This installs it:"
echo "  sudo apt install chromium"
