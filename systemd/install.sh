#!/usr/bin/env bash
# Install the box on Raspberry Pi OS or Debian, 12 or 13, 64 bit. INSTALL.md beside this file has the same steps
# by hand. Everything is in three folders and five files:
#
#   /opt/charkoni            the program: a folder for each version, `current` and `before` point to two of them
#   /var/lib/charkoni        the games; neither update nor uninstall touches them
#   /etc/charkoni            the config
#   /etc/systemd/system/charkoni.service, charkoni-backup.service, charkoni-backup.timer
#   /usr/local/bin/charkoni  the command
#   the user charkoni, who may use camera, pins and sound
set -euo pipefail
umask 022

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python=${PYTHON:-/usr/bin/python3}
place=/opt/charkoni
games=/var/lib/charkoni
settings=/etc/charkoni
units=/etc/systemd/system
command=/usr/local/bin/charkoni
unit_files=(charkoni.service charkoni-backup.service charkoni-backup.timer)

usage() {
    cat <<END
usage: sudo bash systemd/install.sh WHAT
  install [WHEEL]      install the box and start it with the machine; a second time, the same as update
  update [WHEEL]       install this version beside the one that runs, and go over to it
  back                 go back to the version before; a second time, forward again
  uninstall            remove the program; the games and the config stay
  uninstall --purge    remove the games and the config as well
The version is the one of this folder, or of a wheel made from it.
END
}

say() { printf '== %s\n' "$*"; }
refuse() {
    printf 'install.sh: %s\n' "$*" >&2
    exit 1
}

check_root() { [ "$(id -u)" -eq 0 ] || refuse "this needs root: put sudo before it"; }

check_machine() {
    command -v apt-get >/dev/null || refuse "this is neither Raspberry Pi OS nor Debian: there is no apt-get"
    local kind
    kind=$(dpkg --print-architecture)
    case $kind in
        arm64 | amd64) ;;
        *) refuse "this system is $kind; the box needs a 64-bit one: write Raspberry Pi OS (64-bit) to the card" ;;
    esac
    command -v "$python" >/dev/null || refuse "there is no $python: sudo apt install python3"
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        refuse "$("$python" --version) is too old; the box needs 3.11 or newer, which Debian 12 and 13 bring"
}

# --- what apt brings ---------------------------------------------------------------------------------------

is_there() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
can_be_had() { apt-cache show --no-all-versions "$1" >/dev/null 2>&1; }

bring_from_apt() {
    local wanted package missing=() optional=" python3-picamera2 python3-lgpio python3-zeroconf python3-cryptography espeak-ng "
    mapfile -t wanted < <(sed -n 's/^[^# ]* //p' "$here/debian.txt")
    for package in python3-venv "${wanted[@]}" espeak-ng; do
        is_there "$package" || missing+=("$package")
    done
    if [ ${#missing[@]} -eq 0 ]; then
        say "apt: everything is there"
        return
    fi
    say "apt: read what there is"
    apt-get -q update || say "apt: the lists could not be read; going on with those that are here"
    local list=()
    for package in "${missing[@]}"; do
        if can_be_had "$package"; then
            list+=("$package")
        elif [[ $optional == *" $package "* ]]; then
            say "apt: $package is not in this machine's archives: $(without "$package")"
        else
            refuse "apt does not know $package: is this Debian 12 or 13 with its usual archive?"
        fi
    done
    [ ${#list[@]} -gt 0 ] || return 0
    say "apt: install ${list[*]}"
    DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Use-Pty=0 install --no-install-recommends "${list[@]}"
}

without() {
    case $1 in
        python3-picamera2) echo "no Pi camera (Raspberry Pi's archive has it); going on with USB camera or film" ;;
        python3-zeroconf) echo "the box is found by its number and by its code, not as charkoni.local" ;;
        python3-cryptography) echo "plain HTTP alone: 'charkoni https' needs it" ;;
        python3-lgpio) echo "no real lamps and buzzer; the page shows pretend ones" ;;
        *) echo "the box itself does not speak; phones do" ;;
    esac
}

# --- a version ---------------------------------------------------------------------------------------------

# pip of the environment that does not stay, at work on an environment.
pip_for() {
    local environment=$1
    shift
    "$work/build/bin/python" -m pip --python "$environment/bin/python" \
        --quiet --no-input --disable-pip-version-check --no-cache-dir "$@"
}

make_wheel() {
    say "build the wheel"
    pip_for "$work/build" install --no-deps --require-hashes -r "$here/build.txt"
    pip_for "$work/build" wheel --no-deps --no-build-isolation --wheel-dir "$work" "$here/.."
    wheel=$(find "$work" -maxdepth 1 -name 'charkoni-*.whl')
}

# What a version is made of, as one number: the same again needs nothing done.
mark_of() {
    {
        "$python" --version
        cd "$here"
        sha256sum <"$1"
        sha256sum pure.txt pins.txt backup.sh command.sh "${unit_files[@]}"
    } | sha256sum | cut -d' ' -f1
}

target_of() { readlink "$place/$1" 2>/dev/null || true; }

point() {
    ln -sfn "$2" "$place/.$1"
    mv -T "$place/.$1" "$place/$1"
}

make_version() {
    local last folder
    last=$(find "$place" -maxdepth 1 -name '[0-9]*' -printf '%f\n' | sort -n | tail -n 1)
    number=$((${last:-0} + 1))
    folder=$place/$number
    unfinished=$folder
    say "make version $number in $folder, which sees apt's packages"
    "$python" -m venv --system-site-packages --without-pip "$folder"
    say "pip: what apt does not bring, pure Python, locked by hashes"
    pip_for "$folder" install --no-deps --require-hashes -r "$here/pure.txt"
    if dpkg --compare-versions "$(dpkg-query -W -f '${Version}' python3-gpiozero)" lt 2; then
        say "pip: the pins' library, since apt's is older than 2"
        pip_for "$folder" install --no-deps --require-hashes -r "$here/pins.txt"
    fi
    pip_for "$folder" install --no-deps "$wheel"
    if find "$folder/lib" -maxdepth 4 \( -iname 'numpy*' -o -iname 'cv2*' -o -iname 'opencv*' \) | grep .; then
        refuse "pip brought the above, which must come from apt"
    fi
    "$folder/bin/charkoni" --version >/dev/null || refuse "this version does not run, as said above: nothing was changed"
    mkdir "$folder/units"
    install -m 644 "${unit_files[@]/#/$here/}" "$folder/units/"
    install -m 755 "$here/backup.sh" "$here/command.sh" "$folder/units/"
    echo "$mark" >"$folder/mark"
    unfinished=
}

# --- the machine -------------------------------------------------------------------------------------------

make_user() {
    local group
    for group in video gpio audio; do
        getent group "$group" >/dev/null || groupadd --system "$group"
    done
    if ! getent passwd charkoni >/dev/null; then
        say "make the user charkoni"
        useradd --system --user-group --home-dir "$games" --no-create-home --shell /usr/sbin/nologin charkoni
    fi
    usermod --append --groups video,gpio,audio charkoni
    install -d -m 700 -o charkoni -g charkoni "$games"
    install -d -m 755 "$settings"
}

make_config() {
    [ ! -e "$settings/charkoni.toml" ] || return 0
    say "write $settings/charkoni.toml, everything in it a comment"
    "$place/current/bin/charkoni" config | sed 's/^\([^#]\)/# \1/' >"$work/charkoni.toml"
    install -m 640 -g charkoni "$work/charkoni.toml" "$settings/charkoni.toml"
}

put_units() {
    local file
    for file in "${unit_files[@]}"; do
        install -m 644 "$place/current/units/$file" "$units/$file"
    done
    install -m 755 "$place/current/units/command.sh" "$command"
    systemctl daemon-reload
    systemctl --quiet enable charkoni.service charkoni-backup.timer
}

start_box() {
    systemctl reset-failed charkoni.service 2>/dev/null || true
    systemctl restart charkoni.service && systemctl start charkoni-backup.timer
}

copy_games() {
    [ -e "$games/charkoni.sqlite" ] || return 0
    local copy=$games/backups/before-$1.sqlite
    say "copy the games to $copy"
    install -d -m 700 -o charkoni -g charkoni "$games/backups"
    rm -f "$copy"
    "$place/current/units/command.sh" backup "$copy" || refuse "the games could not be copied: nothing was changed"
}

# Go over to a version. One that does not start is left again.
go_to() {
    local new=$1 old
    old=$(target_of current)
    say "stop the box, go over to version $new, start it"
    systemctl stop charkoni.service 2>/dev/null || true
    [ -z "$old" ] || point before "$old"
    point current "$new"
    make_config
    put_units
    if start_box; then
        return
    fi
    journalctl --no-pager --quiet --unit charkoni.service --lines 15 >&2 || true
    [ -n "$old" ] || refuse "the box does not start: its last words stand above"
    say "version $new does not start: back to version $old"
    systemctl stop charkoni.service || true
    point current "$old"
    point before "$new"
    put_units
    start_box || true
    refuse "version $new does not start, and version $old runs again; its last words stand above"
}

forget_older() {
    local folder
    for folder in "$place"/[0-9]*; do
        case ${folder##*/} in
            "$(target_of current)" | "$(target_of before)") continue ;;
        esac
        say "remove version ${folder##*/}"
        rm -rf "$folder" "$games/backups/before-${folder##*/}.sqlite"
    done
}

tell() {
    say "the doctor looks at the box"
    "$command" doctor || true
    say "installed: version $(target_of current), $("$place/current/bin/charkoni" --version); it starts with the machine"
    echo "To let a phone in:  sudo charkoni pair"
    echo "To set anything:    sudo nano $settings/charkoni.toml && sudo systemctl restart charkoni"
}

# --- what can be asked -------------------------------------------------------------------------------------

install_box() {
    local old
    bring_from_apt
    make_user
    install -d -m 755 "$place"
    say "make an environment to build in, which does not stay"
    "$python" -m venv "$work/build"
    wheel=${1:-}
    [ -n "$wheel" ] || make_wheel
    [ -f "$wheel" ] || refuse "there is no wheel $wheel"
    mark=$(mark_of "$wheel")
    old=$(target_of current)
    if [ -n "$old" ] && [ "$(cat "$place/$old/mark")" = "$mark" ] && "$place/$old/bin/charkoni" --version >/dev/null; then
        say "this version is installed already, as version $old"
        make_config
        put_units
        systemctl start charkoni.service charkoni-backup.timer
    else
        make_version
        [ -z "$old" ] || copy_games "$number"
        go_to "$number"
        forget_older
    fi
    tell
}

update_box() { install_box "$@"; }

back_box() {
    local before
    before=$(target_of before)
    [ -x "$place/$before/bin/charkoni" ] || refuse "the version before this one is gone from $place/$before"
    go_to "$before"
    say "version $before runs again; 'back' once more goes forward"
}

uninstall_box() {
    say "stop the box and remove the program"
    systemctl --quiet disable --now "${unit_files[@]}" 2>/dev/null || true
    rm -f "${unit_files[@]/#/$units/}" "$command"
    systemctl daemon-reload
    rm -rf "$place"
    if [ "${1:-}" = --purge ]; then
        say "remove the games, the config and the user"
        rm -rf "$games" "$settings" /var/lib/systemd/timers/stamp-charkoni-backup.timer
        if getent passwd charkoni >/dev/null; then
            userdel charkoni
        fi
    else
        say "the games stay in $games, the config in $settings; uninstall --purge removes them"
    fi
    echo "What apt brought stays: other programs may use it."
}

what=${1:-}
[ $# -gt 0 ] && shift
case $what in
    install | update | back | uninstall) ;;
    -h | --help | help)
        usage
        exit
        ;;
    *)
        usage >&2
        exit 2
        ;;
esac
case $what:$#:${1:-} in
    *:0:* | uninstall:1:--purge) ;;
    install:1:-* | update:1:-* | uninstall:* | back:* | *:[2-9]*)
        usage >&2
        exit 2
        ;;
esac
check_root
case $what in
    install | update) check_machine ;;
esac
case $what in
    update) [ -n "$(target_of current)" ] || refuse "nothing is installed yet: use install" ;;
    back) [ -n "$(target_of before)" ] || refuse "there is no version before this one" ;;
esac
work=$(mktemp -d)
unfinished=
trap 'rm -rf "$work" ${unfinished:+"$unfinished"}' EXIT
exec 9>/run/charkoni-install.lock
flock --nonblock 9 || refuse "another install.sh is at work"
"${what}_box" "$@"
