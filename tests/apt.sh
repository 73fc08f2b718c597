#!/usr/bin/env bash
# Get by apt what the tests need besides Python packages; where that is not allowed, say which tests are skipped.
# apt.sh [all]: with "all" also what `make test-all` alone needs.
set -u
packages="" skipped=""

# need FOUND PACKAGES TESTS: FOUND is a command that succeeds where the packages are installed; without TESTS none is
# skipped where they are not.
need() {
    if eval "$1" >/dev/null 2>&1; then return; fi
    packages+=" $2"
    if [ -n "$3" ]; then skipped+="  $3: sudo apt install $2"$'\n'; fi
}
program() { command -v "$1" || [ -x "/usr/sbin/$1" ] || [ -x "/usr/games/$1" ]; }
font() { fc-list ":lang=$1" | grep -q .; }

look() {
    packages="" skipped=""
    need "program chromium" "chromium libnss3-tools" "all browser tests"
    # The same without windows of its own, where it goes with that one: browser tests take three fifths of the time.
    need "program chromium-headless-shell || ! apt-get -s install chromium chromium-headless-shell" \
        chromium-headless-shell ""
    need "font hi && font kn" "fontconfig fonts-lohit-deva fonts-lohit-knda" "Hindi and Kannada on the pages"
    need "program mosquitto" mosquitto "MQTT with a real broker"
    need "program gnubg" gnubg "matches read by GNU Backgammon"
    need "program espeak-ng" espeak-ng "the voice"
    need "program openssl" openssl "certificates as another program reads them"
    need "program curl && program wget" "curl wget" "the camera's picture in other programs"
    if [ "${1:-}" = all ]; then
        need "program WebKitWebDriver && program xvfb-run" "webkit2gtk-driver xvfb" "an evening in WebKit"
        need "/usr/bin/python3 -c 'import gi; gi.require_version(\"WebKit2\", \"4.1\")'" \
            "gir1.2-webkit2-4.1 python3-gi" "an evening in WebKit"
        need "program firefox-esr" firefox-esr "an evening in Firefox"
    fi
}

look "$@"
if [ -z "$packages" ]; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    if apt-get update >"$log" 2>&1; then
        look "$@"
        echo "Installing$packages ..."
        # shellcheck disable=SC2086 # they are many words
        apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends $packages >>"$log" 2>&1 || tail -n 3 "$log"
    else
        tail -n 3 "$log"
    fi
    look "$@"
fi
if [ -n "$skipped" ]; then printf 'Not installed, so these tests are skipped:\n%s' "$skipped"; fi
