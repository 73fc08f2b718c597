"""What the tests need besides Python packages comes by apt, or is named with the tests that are skipped."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from places import ROOT


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A machine with hardly a program."""
    for name in ("bash", "mktemp", "tail", "rm"):
        (tmp_path / name).symlink_to(str(shutil.which(name)))
    return tmp_path


def put(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!{shutil.which('bash')}\n{script}\n", encoding="utf-8")
    (folder / name).chmod(0o755)


def said(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["bash", str(ROOT / "tests" / "apt.sh"), *arguments],
        env={"PATH": str(folder), "TMPDIR": os.environ.get("TMPDIR", "/tmp")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert not done.stderr
    return done.stdout


def test_without_the_right_to_install_what_is_skipped_is_named(programs: Path) -> None:
    put(programs, "id", "echo 1000")
    text = said(programs)
    assert text.startswith("Not installed, so these tests are skipped:")
    assert "  all browser tests: sudo apt install chromium libnss3-tools\n" in text
    assert "Firefox" not in text
    assert "  an evening in Firefox: sudo apt install firefox-esr\n" in said(programs, "all")


@pytest.mark.parametrize(("shell", "brought"), [("true", " chromium-headless-shell"), ("false", "")])
def test_what_apt_brings_is_not_named(programs: Path, shell: str, brought: str) -> None:
    put(programs, "id", "echo 0")
    put(
        programs,
        "apt-get",
        f'cd {programs}; if [ "$1" = -s ]; then {shell}; exit; fi; echo "$@" >>asked\n'
        f'[ "$1" = update ] || {shutil.which("cp")} id chromium',
    )
    text = said(programs)
    assert text.startswith(f"Installing chromium libnss3-tools{brought} fontconfig ")
    assert "all browser tests" not in text
    asked = (programs / "asked").read_text(encoding="utf-8")
    assert asked.startswith("update\n")
    assert f"install -y --no-install-recommends chromium libnss3-tools{brought} fontconfig " in asked


def test_a_browser_that_only_makes_tests_cheaper_skips_none(programs: Path) -> None:
    put(programs, "id", "echo 1000")
    put(programs, "apt-get", "true")
    assert "chromium-headless-shell" not in said(programs)


def test_where_apt_fails_its_last_words_and_what_is_skipped_are_said(programs: Path) -> None:
    put(programs, "id", "echo 0")
    put(programs, "apt-get", "echo 'no network'; exit 100")
    text = said(programs)
    assert "no network\nNot installed, so these tests are skipped:\n" in text
