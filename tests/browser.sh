#!/usr/bin/env bash
# Get Chromium for the browser tests, and fonts for the page's languages, where apt may; otherwise say what is
# skipped.
set -u
has_font() { fc-list ":lang=$1" 2>/dev/null | grep -q .; }
has_chromium() { command -v chromium >/dev/null 2>&1; }
if has_chromium && has_font kn && has_font hi; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing Chromium for the browser tests ..."
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    if { apt-get update && apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends \
        chromium libnss3-tools fontconfig fonts-lohit-deva fonts-lohit-knda; } >"$log" 2>&1; then
        exit 0
    fi
    tail -n 3 "$log"
fi
if has_chromium; then
    echo "Fonts for Hindi or Kannada are not installed, so some tests are skipped. This installs them:"
    echo "  sudo apt install fonts-lohit-deva fonts-lohit-knda"
    exit 0
fi
echo "Chromium is not installed, so the browser tests are skipped. This installs it:"
echo "  sudo apt install chromium"
