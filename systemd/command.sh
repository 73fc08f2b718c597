#!/bin/sh
# The command `charkoni` of an installed box. With sudo it asks in the box's own name, about its games and its
# config; without, it is the plain program.
program=/opt/charkoni/current/bin/charkoni
if [ "$(id -u)" -ne 0 ]; then
    exec "$program" "$@"
fi
case ${1-} in
    config | doctor | https | lamps | pair | wiring)
        case " $* " in
            *" --config"*) ;;
            *) set -- "$@" --config /etc/charkoni/charkoni.toml ;;
        esac
        ;;
esac
# The library for the pins writes a file: not into the folder where one happens to stand.
exec runuser -u charkoni -- env HOME=/var/lib/charkoni STATE_DIRECTORY=/var/lib/charkoni LG_WD=/tmp \
    "$program" "$@"
