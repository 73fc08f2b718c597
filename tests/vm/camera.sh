#!/usr/bin/env bash
# Put together what the machine with a pretend camera starts from: Debian 13 with its own kernel, libcamera and
# Python, Picamera2 from the package index, and the module vimc, the kernel's pretend camera. Needs root, as it makes
# a system's root; it lies in a folder, and nothing is installed here. Prints one line of what is missing and exits 3
# where that cannot be.
#
#   bash tests/vm/camera.sh [FOLDER]     (default: tests/vm/out, which git ignores; it fills FOLDER/camera)
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/vm/parts.sh
. "$HERE/parts.sh"
OUT=${1:-${CHARKONI_VM:-$HERE/out}}/camera
STAMP=$(cat "$HERE/camera.sh" "$HERE/parts.sh" | sha256sum)
if [ "$(cat "$OUT/ready" 2>/dev/null)" = "$STAMP" ]; then exit 0; fi

[ "$(uname -m)" = x86_64 ] || missing "the virtual machines are built on x86-64 only"
command -v apt-get >/dev/null || missing "apt is not here: this needs Debian's packages"
[ "$(id -u)" = 0 ] || missing "making another system's root needs root: sudo bash tests/vm/camera.sh"
need qemu-system-x86_64:qemu-system-x86 mmdebstrap:mmdebstrap xz:xz-utils strip:binutils
"${PYTHON:=python3}" -m pip --version >/dev/null 2>&1 || missing "$PYTHON has no pip: sudo apt install python3-pip"
# shellcheck disable=SC2016 # apt fills these in
archive=$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' | sed -n 's/^Debian //p' | head -n 1)
[ -n "$archive" ] || missing "apt knows no archive of Debian: it must be in its sources"

begin "$OUT"
root=$OUT/root
rm -rf --one-file-system "$root"
echo "Building the virtual machine with a camera in $OUT (about two minutes on a quiet machine) ..."
apt-config dump Acquire >"$scratch/apt.conf"
# The kernel comes with its headers; nothing is started from the disk, so it needs no first root of its own.
INITRD=No mmdebstrap --quiet --variant=apt --aptopt="$scratch/apt.conf" --dpkgopt=force-unsafe-io \
    --aptopt='APT::Install-Recommends "false"' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' \
    --include=busybox-static,udev,kmod,make,linux-headers-amd64,linux-source \
    --include=python3-libcamera,libcamera-ipa,python3-numpy,python3-pil,python3-prctl,python3-piexif \
    trixie "$root" "$archive" >>"$log" 2>&1 || {
    grep -q 'Failed to fetch\|Unable to locate' "$log" && missing "Debian 13 cannot be had: $(grep -m 1 '^E:' "$log")"
    exit 1
}
kernel=$(basename "$root"/lib/modules/*)

# Debian builds its kernels without vimc. It gets the other order of colours, which the box asks for, and a
# parameter with which its ribbon slips: it stays there and gives no more pictures.
vimc=$root/usr/src/vimc
mkdir "$vimc"
tar -xJf "$root"/usr/src/linux-source-*.tar.xz -C "$vimc" --strip-components=5 --wildcards '*/test-drivers/vimc/*'
rm "$root"/usr/src/linux-source-*.tar.xz
sed -i '/define VIMC_DEBAYER_SOURCE_MBUS_FMT/s/RGB888/BGR888/' "$vimc/vimc-debayer.c"
sed -i -e '/#include "vimc-streamer.h"/a #include <linux/module.h>\nstatic bool slipped;\nmodule_param(slipped, bool, 0644);' \
    -e 's|//wait for 60hz|while (slipped \&\& !kthread_should_stop()) schedule_timeout_uninterruptible(HZ / 60);|' \
    "$vimc/vimc-streamer.c"
chroot "$root" make -C "/usr/src/linux-headers-$kernel" M=/usr/src/vimc CONFIG_VIDEO_VIMC=m modules >>"$log" 2>&1
mkdir "$root/lib/modules/$kernel/extra"
strip --strip-debug -o "$root/lib/modules/$kernel/extra/vimc.ko" "$vimc/vimc.ko"
chroot "$root" depmod "$kernel"

# What Debian lacks. These wheels fit Debian's own numpy.
python=$(basename "$root"/usr/lib/python3.*)
place=$root/usr/local/lib/$python/dist-packages
"$PYTHON" -m pip install -q --disable-pip-version-check --no-deps --no-compile --only-binary=:all: \
    --python-version "${python#python}" --platform manylinux2014_x86_64 --platform manylinux_2_28_x86_64 \
    --target "$place" picamera2 videodev2 simplejpeg 'opencv-python-headless<4.13' >>"$log" 2>&1 ||
    missing "picamera2 cannot be had from the package index: $(tail -n 1 "$log")"
chroot "$root" python3 -m compileall -q "${place#"$root"}" >>"$log" 2>&1 || true

first_root "$OUT/initramfs.gz" "$root" "$kernel" netfs 9pnet 9pnet_virtio 9p
cp "$root/boot/vmlinuz-$kernel" "$OUT/vmlinuz"
echo "$STAMP" >"$OUT/ready"
