"""Virtual machines for the tests: they run this very code, on a kernel of their own.

`built` gives the folder with their parts (see build.sh) and skips the test where they cannot be had. A
machine sees the root of this one, read only, or of a system that lies in a folder (see camera.sh); or it
carries a few files, and then its memory can be kept, so that many machines begin where one has come to.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Self

import pytest

from places import ROOT

HERE = ROOT / "tests" / "vm"

PATIENCE_S = 900.0
"""A machine that says nothing for so long is broken; beside other work it starts slowly."""


def folder() -> Path:
    """Say where the parts are kept: CHARKONI_VM names another folder than tests/vm/out."""
    return Path(os.environ.get("CHARKONI_VM") or HERE / "out").absolute()


def built(script: str = "build.sh") -> Path:
    """Build what is missing; skip the test with a reason where that cannot be."""
    for program, package in (("qemu-system-x86_64", "qemu-system-x86"), ("mkfs.ext4", "e2fsprogs")):
        if shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin:/sbin") is None:
            pytest.skip(f"{program} is not installed: apt install {package}")
    done = subprocess.run(
        ["bash", HERE / script, folder()],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHON": sys.executable},
    )
    if done.returncode == 3:
        pytest.skip(done.stdout.strip().splitlines()[-1])
    assert done.returncode == 0, done.stdout + done.stderr
    return folder()


class Machine:
    """One virtual machine, from power on to power off."""

    def __init__(
        self,
        run: Sequence[str],
        *,
        work: Path,
        files: Iterable[Path] | None = None,
        pins: bool = False,
        camera: Path | None = None,
        disk: Path | None = None,
        memory: Path | None = None,
    ) -> None:
        """Switch it on.

        Args:
            run: What to start and its arguments, without blanks and commas.
            work: A folder for what the machine needs while it runs.
            files: What it carries as its root; None shows it this machine's, read only.
            pins: Give it a chip of pretend pins.
            camera: Give it a pretend camera; the folder holds its kernel and its system's root, which it
                sees in place of this machine's. The repository lies in /mnt there.
            disk: An image for its disk.
            memory: Begin with the memory that `keep` wrote there, from a machine that was described alike.
        """
        first = work / "first"
        place = camera or folder()
        if memory is None:
            parts = (place / "initramfs.gz").read_bytes()
            carried = {Path("/init"): HERE / "guest" / "init"} | {path: path for path in files or ()}
            first.write_bytes(parts + b"\0" * (-len(parts) % 4) + archive(carried))
        root = "own" if files is not None or memory is not None else "host"
        told = f"root={root} pins={int(pins)} run={','.join(run)}"
        if camera is not None:
            told += f" camera={camera / 'root'} repository={ROOT}"
        self._qmp = work / "qmp"
        self._qmp.unlink(missing_ok=True)
        command = [
            # Without KVM, which hangs where the machine is itself a virtual one.
            *("nice", "-n", "10", "qemu-system-x86_64"),
            *("-accel", "tcg,thread=multi", "-M", "q35", "-cpu", "max", "-smp", "1", "-no-reboot"),
            *("-display", "none", "-vga", "none", "-nic", "none", "-monitor", "none", "-serial", "stdio"),
            *("-m", "768" if root == "host" else "384", "-qmp", f"unix:{self._qmp},server=on,wait=off"),
            *("-kernel", str(place / "vmlinuz"), "-initrd", str(first)),
            *("-append", f"console=ttyS0 quiet loglevel=1 panic=-1 {told}"),
        ]
        if root == "host":
            shared = "local,path=/,mount_tag=root,security_model=none,readonly=on,multidevs=remap"
            command += ["-virtfs", shared]
        if disk is not None:
            command += ["-drive", f"file={disk},format=raw,if=virtio,cache=writeback"]
        if memory is not None:
            command += ["-incoming", f"exec:cat {memory}"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        if memory is not None:
            self._go_on()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def lines(self, *, within_s: float = PATIENCE_S) -> Iterator[str]:
        """Give lines of the serial line until the machine is off or the time is over."""
        end = time.monotonic() + within_s
        try:
            while (line := self._lines.get(timeout=max(0.0, end - time.monotonic()))) is not None:
                yield line
        except queue.Empty:
            return

    def say(self, line: str) -> None:
        """Type a line on the serial line."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()

    def keep(self, memory: Path) -> None:
        """Write the memory of a machine that waits for a line to a file; it stands still from then on."""
        with self._control() as ask:
            ask("migrate-set-parameters", **{"max-bandwidth": 1 << 34})
            ask("migrate", uri=f"exec:cat > {memory}")
            while (status := ask("query-migrate").get("status")) != "completed":
                assert status in ("setup", "active", "device"), status
                time.sleep(0.1)

    def _go_on(self) -> None:
        """Wait until the memory is loaded: what is typed before would be lost."""
        while not self._qmp.exists():
            assert self._process.poll() is None, "the machine did not start"
            time.sleep(0.02)
        with self._control() as ask:
            while (status := ask("query-status")["status"]) == "inmigrate":
                time.sleep(0.05)
            if status != "running":
                ask("cont")

    @contextlib.contextmanager
    def _control(self) -> Iterator[Callable[..., Any]]:
        """Talk to the machine's own monitor."""
        with socket.socket(socket.AF_UNIX) as told:
            told.connect(str(self._qmp))
            with told.makefile("rw") as talk:
                talk.readline()

                def ask(execute: str, **arguments: Any) -> Any:
                    talk.write(json.dumps({"execute": execute, "arguments": arguments}))
                    talk.flush()
                    while "return" not in (answer := json.loads(talk.readline())):
                        assert "error" not in answer, answer
                    return answer["return"]

                ask("qmp_capabilities")
                yield ask

    def kill(self) -> None:
        """Cut the power; what came over the serial line before can still be read. May be called twice."""
        self._process.kill()
        self._process.wait()
        self._reader.join()
        if self._process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as out:
            for line in out:
                # A line that the cut left in its middle was never told whole.
                if line.endswith(b"\n"):
                    self._lines.put(line.decode(errors="replace").strip())
        self._lines.put(None)


def needed(script: Path, *arguments: str) -> list[Path]:
    """Run a guest's script here and list the files that it says it needs, with all that leads to them."""
    command = [sys.executable, "-B", script, "files", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    (said,) = (line for line in done.stdout.splitlines() if line.startswith("FILES "))
    files = {script, *map(Path, json.loads(said.removeprefix("FILES ")))}
    for path in list(files):
        if ".so" in path.name:
            files |= {
                link
                for link in path.parent.iterdir()
                if link.is_symlink() and link.resolve() == path and link.suffix != ".so"
            }
        if path.suffix == ".py":
            files |= set(path.parent.glob(f"__pycache__/{path.stem}.{sys.implementation.cache_tag}.pyc"))
    return [*files, Path("/lib64/ld-linux-x86-64.so.2")]


def archive(files: dict[Path, Path]) -> bytes:
    """Pack files as the kernel takes them for a first root (cpio, format newc).

    Args:
        files: Path in the machine → path here. Links to what is carried become what they lead to.
    """
    out = bytearray()
    number = 0

    def add(name: str, mode: int, data: bytes, mtime: int) -> None:
        nonlocal number
        number += 1
        encoded = name.encode() + b"\0"
        head = (number, mode, 0, 0, 1, mtime, len(data), 0, 0, 0, 0, len(encoded), 0)
        for part in (b"070701" + b"".join(b"%08x" % one for one in head) + encoded, data):
            out.extend(part)
            out.extend(b"\0" * (-len(out) % 4))

    folders = {parent for path in files for parent in path.parents if parent != Path("/")}
    for path in sorted(folders):
        add(str(path).lstrip("/"), 0o040755, b"", 0)
    for path, here in files.items():
        # The time counts: by it Python knows whether a compiled file is the source's.
        add(str(path).lstrip("/"), 0o100755, here.read_bytes(), int(here.stat().st_mtime))
    add("TRAILER!!!", 0, b"", 0)
    return bytes(out)
