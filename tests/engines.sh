#!/usr/bin/env bash
# Get WebKit and Firefox for the evenings of `make test-all`, 110 MB, where apt may; otherwise say what is skipped.
set -u
packages="webkit2gtk-driver xvfb gir1.2-webkit2-4.1 python3-gi firefox-esr"
missing=$(for one in $packages; do dpkg -s "$one" >/dev/null 2>&1 || printf ' %s' "$one"; done)
if [ -z "$missing" ]; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing WebKit and Firefox for the evenings in other browsers ..."
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    # shellcheck disable=SC2086 # they are many words
    if { apt-get update && apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends \
        $missing; } >"$log" 2>&1; then
        exit 0
    fi
    tail -n 3 "$log"
fi
echo "Not all of WebKit and Firefox is installed, so evenings in them are skipped. This installs it:"
echo "  sudo apt install$missing"
