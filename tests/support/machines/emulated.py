"""Programs of a 64-bit Raspberry Pi on this machine, by QEMU: as the Pi computes, and many times slower.

Needs root and ``apt install qemu-user-static mmdebstrap arch-test``.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from machines import debian_root

TOOLS = ("mmdebstrap", "qemu-aarch64-static", "arch-test")
FORMATS = Path("/proc/sys/fs/binfmt_misc")
HOW = Path("/usr/lib/binfmt.d/qemu-aarch64.conf")
"""Tells the kernel what to do with such a program; qemu-user-static brings it."""


def missing() -> str:
    """Say what keeps this machine from running them; empty when nothing does."""
    why = debian_root.missing(*TOOLS, apt="qemu-user-static mmdebstrap arch-test")
    return why or ("" if FORMATS.is_dir() else "the kernel has no binfmt_misc")


@contextmanager
def arm64() -> Iterator[str]:
    """Let them run until the end of the block; what the kernel was told for that is then taken back.

    Yields why they cannot run; empty where they can.
    """
    mounts = not (FORMATS / "register").exists()
    entry = FORMATS / HOW.stem
    told = why = ""
    try:
        if (
            mounts
            and subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", FORMATS], check=False).returncode
        ):
            mounts, why = False, "binfmt_misc cannot be mounted"
        elif not entry.exists():
            told = HOW.read_text()
            (FORMATS / "register").write_text(told)
        if not why and subprocess.run(["arch-test", "arm64"], capture_output=True, check=False).returncode:
            why = "programs of arm64 do not run by QEMU here"
        yield why
    finally:
        if told and entry.exists():
            entry.write_text("-1")
        if mounts:
            subprocess.run(["umount", FORMATS], check=True)
