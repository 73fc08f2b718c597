#!/usr/bin/env bash
# Put together what the virtual machines start from: a kernel, a module with pretend pins, a small first root.
# Everything comes from Debian's packages, by apt as it is set up here, and is unpacked into a cache folder;
# nothing is installed. Prints one line of what is missing and exits 3 where that cannot be.
#
#   bash tests/vm/build.sh [FOLDER]     (default: tests/vm/out, which git ignores)
set -euo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/vm/parts.sh
. "$HERE/parts.sh"
OUT=${1:-${CHARKONI_VM:-$HERE/out}}
READY=$OUT/ready
STAMP=$(cat "$HERE/build.sh" "$HERE/parts.sh" | sha256sum)
if [ "$(cat "$READY" 2>/dev/null)" = "$STAMP" ]; then exit 0; fi

[ "$(uname -m)" = x86_64 ] || missing "the virtual machines are built on x86-64 only"
command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || missing "apt is not here: this needs Debian's packages"
need qemu-system-x86_64:qemu-system-x86 gcc:gcc make:make e2fsck:e2fsprogs mkfs.ext4:e2fsprogs \
    debugfs:e2fsprogs xz:xz-utils bc:bc

depends() { LC_ALL=C apt-cache depends "$1" 2>/dev/null | sed -n "s/^ *Depends: \($2\)\$/\1/p" | head -n 1; }
image=$(depends linux-image-amd64 'linux-image-[0-9].*')
[ -n "$image" ] || missing "apt knows no linux-image-amd64: sudo apt update"
kernel=${image#linux-image-}
headers=linux-headers-$kernel
common=$(depends "$headers" 'linux-headers-.*-common')
kbuild=$(depends "$headers" 'linux-kbuild-.*')
version=$(LC_ALL=C apt-cache show "$image" | sed -n 's/^Version: //p' | head -n 1)
source=linux-source-$(echo "$version" | cut -d. -f1,2)
[ -n "$common" ] && [ -n "$kbuild" ] || missing "apt knows no headers of $image: sudo apt update"

begin "$OUT"
mkdir -p "$OUT/deb"
echo "Building the virtual machine for Linux $kernel in $OUT (about a minute and a half) ..."
root=$scratch/root
mkdir "$root"
(
    cd "$OUT/deb"
    # Packages that are here already, in this version, are not fetched again.
    apt-get download -q "$image" "$headers" "$common" "$kbuild" "$source" busybox-static
) >>"$log" 2>&1 || missing "apt cannot download the kernel's packages: $(tail -n 1 "$log")"
file() { ls -t "$OUT/deb/$1"_*.deb | head -n 1; }
for package in "$image" "$headers" "$common" "$kbuild" busybox-static "$source"; do
    dpkg-deb --fsys-tarfile "$(file "$package")" | tar -x -C "$root" --exclude="*/share/doc/*"
done

# Debian builds its kernels without gpio-sim. It and what it stands on become one module.
module=$scratch/gpiosim
mkdir -p "$module"
tar -xJf "$root/usr/src/$source.tar.xz" -C "$module" --strip-components=3 --occurrence=1 \
    "$source/drivers/gpio/gpio-sim.c" "$source/drivers/gpio/gpiolib.h" "$source/kernel/irq/irq_sim.c" 2>>"$log"
# The one function that irq_sim.c uses and that modules may not call.
sed -i 's/irq_to_desc(\([^()]*\))/irq_data_to_desc(irq_get_irq_data(\1))/' "$module/irq_sim.c"
printf '%s\n' 'obj-m += gpiosim.o' 'gpiosim-y := gpio-sim.o irq_sim.o' 'ccflags-y += -DCONFIG_IRQ_SIM=1' >"$module/Makefile"
sed -i "s|/usr/src/|$root/usr/src/|g" "$root/usr/src/$headers/Makefile"
make -C "$root/usr/src/$headers" M="$module" modules >>"$log" 2>&1

cp "$module/gpiosim.ko" "$root/lib/modules/$kernel/"
first_root "$OUT/initramfs.gz" "$root" "$kernel" configfs netfs fscache 9pnet 9pnet_virtio 9p virtio virtio_ring \
    virtio_pci virtio_pci_modern_dev virtio_pci_legacy_dev virtio_blk ext4 jbd2 mbcache crc16 crc32c_generic \
    crc32c-intel gpiosim
cp "$root/boot/vmlinuz-$kernel" "$OUT/vmlinuz"
echo "$STAMP" >"$READY"
