# shellcheck shell=bash
# What build.sh and camera.sh share; they read it in. Prints and exits as build.sh says.

missing() {
    echo "$*"
    exit 3
}

# Ask for programs, each as PROGRAM:PACKAGE.
need() {
    local pair absent=
    for pair in "$@"; do
        PATH=$PATH:/usr/sbin:/sbin command -v "${pair%%:*}" >/dev/null || absent="$absent ${pair#*:}"
    done
    # shellcheck disable=SC2086 # one word each
    [ -z "$absent" ] ||
        missing "missing programs: sudo apt install$(printf '%s\n' $absent | sort -u | sed 's/^/ /' | tr -d '\n')"
}

# Begin to build: a log, and a folder that goes away at the end. It lies in memory where that can be, as these
# are many small files.
begin() { # FOLDER
    mkdir -p "$1"
    rm -f "$1/ready"
    log=$1/build.log
    : >"$log"
    # shellcheck disable=SC2154 # it is set here
    trap 'status=$?; rm -rf --one-file-system "${scratch:-}"; [ $status = 0 ] || [ $status = 3 ] || { echo "the build failed; the end of $log:"; tail -n 15 "$log"; }' EXIT
    scratch=$(mktemp -d -p "${2:-/dev/shm}" 2>/dev/null || mktemp -d)
}

# Pack the first root: busybox and the modules that a machine needs before it sees another root.
first_root() { # INITRAMFS ROOT KERNEL MODULE...
    local into=$1 from=$2 kernel=$3 first=$scratch/first modules name
    shift 3
    modules=$first/lib/modules/$kernel
    mkdir -p "$first"/{bin,dev,proc,sys,tmp,host,mnt} "$modules"
    cp "$from/bin/busybox" "$first/bin/busybox"
    chmod +x "$first/bin/busybox"
    for name in "$@"; do
        find "$from/lib/modules/$kernel/" -name "$name.ko*" -exec cp {} "$modules/" \;
    done
    find "$modules" -name '*.xz' -exec xz -d {} +
    cp "$from/lib/modules/$kernel/modules.builtin" "$from/lib/modules/$kernel/modules.order" "$modules/"
    "$first/bin/busybox" depmod -b "$first" "$kernel" >>"$log" 2>&1 ||
        (cd "$modules" && "$first/bin/busybox" depmod -b "$first" "$kernel") >>"$log" 2>&1
    (cd "$first" && find . | bin/busybox cpio -o -H newc 2>>"$log" | gzip -1) >"$into"
}
