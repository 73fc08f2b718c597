"""Debian in a folder, for what needs another release, another Python or another processor than this one.

Needs root and ``apt install mmdebstrap``. Packages come from where this machine's own apt gets them, wheels
from where its pip gets them. A bare system is made once and kept in the user's cache; changes lie beside it.
Every mount is made in a namespace of its own, which ends with the command that runs there, and so do its
processes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from places import ROOT

PATH = "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

APART = (
    *("setpriv", "--pdeathsig", "KILL"),
    *("unshare", "--mount", "--propagation", "private", "--pid", "--fork", "--kill-child"),
)
"""A namespace of mounts and processes, which ends with its command or with us, however those end."""

_ENTER = """
set -e
mount -t overlay overlay -o "$1" "$2"
mount -t proc proc "$2/proc"
mount -t tmpfs tmpfs "$2/run"
mount -t tmpfs tmpfs "$2/tmp"
mount -t tmpfs tmpfs "$2/dev/shm"
root=$2
shift 2
exec chroot "$root" "$@"
"""


def missing(*tools: str, apt: str) -> str:
    """Say what keeps this machine from making a system; empty when nothing does.

    Args:
        tools: Commands that are needed.
        apt: The packages that bring them.
    """
    if os.geteuid() != 0:
        return "making a system needs root"
    absent = [tool for tool in tools if shutil.which(tool) is None]
    return f"{', '.join(absent)} is not installed: apt install {apt}" if absent else ""


def output(*command: str | Path) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def cache() -> Path:
    """Give the folder in which what took minutes to make is kept."""
    found = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "charkoni" / "systems"
    found.mkdir(parents=True, exist_ok=True)
    return found


def kept(name: str, make: Callable[[Path], object]) -> Path:
    """Give a folder of the cache; one that was not finished is made anew."""
    made = cache() / name
    if not made.exists():
        unfinished = cache() / f"{name}.unfinished"
        shutil.rmtree(unfinished, ignore_errors=True)
        make(unfinished)
        unfinished.rename(made)
    return made


def archive() -> str:
    """Give the address from which this machine's apt has Debian."""
    targets = output("apt-get", "indextargets", "--format", "$(LABEL) $(REPO_URI)").splitlines()
    return next(line.split()[1] for line in targets if line.startswith("Debian "))


def unreachable(name: str, release: str) -> str:
    """Say why a bare system that is not in the cache cannot be had now; empty when nothing keeps it."""
    if (cache() / name).exists():
        return ""
    wanted = f"{archive()}dists/{release}/InRelease"
    with tempfile.TemporaryDirectory() as folder:
        fetch = ["/usr/lib/apt/apt-helper", "download-file", wanted, f"{folder}/it"]
        done = subprocess.run(fetch, capture_output=True, check=False)
    return "apt does not reach Debian's archive" if done.returncode else ""


def base(name: str, release: str, packages: Iterable[str], *, arch: str = "") -> Path:
    """Give a bare system with some packages; made the first time.

    Args:
        name: What it is called in the cache.
        release: Debian's name of it.
        packages: What it has beside what every Debian has.
        arch: Debian's name of the processor; this machine's own by default.
    """

    def make(to: Path) -> None:
        told = cache() / "apt.conf"
        told.write_text(output("apt-config", "dump", "Acquire"))
        wanted = ["--variant=minbase", f"--include={','.join(packages)}", f"--aptopt={told}"]
        wanted += [f"--arch={arch}"] if arch else []
        made = ["nice", "mmdebstrap", "--quiet", *wanted, release, str(to), archive()]
        subprocess.run([*APART, *made], check=True)

    return kept(name, make)


def checkout(to: Path, *, tests: bool = False) -> Path:
    """Copy this repository's files, as they are now; those of its tests where they are wanted."""
    listed = output("git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    left_out = (".", "vision/training/", *(() if tests else ("tests/",)))
    for path in filter(None, listed.split("\0")):
        source = ROOT / path
        if source.is_file() and not path.startswith(left_out):
            (to / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, to / path)
    return to


def bring_wheels(root: Path) -> None:
    """Fetch the locked wheels into ``/mnt/wheels`` of a system, so that pip there needs no index."""
    fetch_wheels(
        root / "mnt" / "wheels",
        *(
            part
            for name in ("pure", "build", "pins")
            for part in ("-r", str(ROOT / "systemd" / f"{name}.txt"))
        ),
    )
    (root / "etc").mkdir(exist_ok=True)
    (root / "etc" / "pip.conf").write_text("[global]\nno-index = true\nfind-links = /mnt/wheels\n")


def fetch_wheels(to: Path, *wanted: str) -> None:
    """Fetch packages, and nothing that they need, from where this machine's pip gets them.

    Args:
        to: The folder; made where it is not there.
        wanted: Requirements and options of ``pip download``.
    """
    to.mkdir(parents=True, exist_ok=True)
    fetch = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--dest", str(to), *wanted]
    subprocess.run(fetch, check=True, capture_output=True)


class System:
    """A bare system with changes of its own; commands run there as root. It shares this machine's network."""

    def __init__(self, folder: Path, *lower: Path) -> None:
        """Lay changes over a system.

        Args:
            folder: Where the changes are kept.
            lower: The system, and before it what lies over it; all of it stays as it is.
        """
        self._root, self.changes, self._work = (folder / part for part in ("root", "changes", "work"))
        for path in (self._root, self.changes, self._work):
            path.mkdir(parents=True, exist_ok=True)
        self._layers = f"lowerdir={':'.join(map(str, lower))},upperdir={self.changes},workdir={self._work}"

    def command(self, *command: str, environment: Mapping[str, str] | None = None) -> Sequence[str]:
        """Give what runs a command in here; killing it kills all that it started."""
        known = {"PATH": PATH, "HOME": "/root", "LANG": "C.UTF-8", **(environment or {})}
        clean = ["env", "-i", *(f"{key}={value}" for key, value in known.items())]
        return [*APART, "bash", "-c", _ENTER, "enter", self._layers, str(self._root), *clean, *command]

    def run(self, *command: str, check: bool = True, environment: Mapping[str, str] | None = None) -> str:
        """Run a command until it ends; what it prints is the answer."""
        done = subprocess.run(
            self.command(*command, environment=environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert not check or done.returncode == 0, f"{command} gave {done.returncode}:\n{done.stdout}"
        return done.stdout
