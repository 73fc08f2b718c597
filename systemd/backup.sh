#!/bin/sh
# Copy the games beside themselves and keep the newest copies: backup.sh, as the box's own user.
#
# The copies are numbered, not dated: the clock of a Pi may jump, and then the newest date is not the newest copy.
set -eu
keep=${CHARKONI_KEEP:-3}
charkoni=${CHARKONI:-/opt/charkoni/current/bin/charkoni}
games=${STATE_DIRECTORY:-/var/lib/charkoni}
export STATE_DIRECTORY="$games"
copies=$games/backups
mkdir -p "$copies"

list() { find "$copies" -maxdepth 1 -name 'games-[0-9]*.sqlite' | sort; }

newest=$(list | tail -n 1)
number=$(basename "${newest:-games-0.sqlite}" .sqlite)
number=$(printf '%s' "${number#games-}" | sed 's/^0*//')
copy=$copies/$(printf 'games-%06d.sqlite' $((${number:-0} + 1)))

# What was cut off in the middle, by a power cut perhaps, is no copy.
rm -f "$copies"/unfinished*
"$charkoni" backup "$copies/unfinished.sqlite"
mv "$copies/unfinished.sqlite" "$copy"
echo "copied the games to $copy"

list | head -n -"$keep" | while read -r old; do
    rm -f "$old"
done
