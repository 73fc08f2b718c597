"""A computer that tells what a test says, and a finding of the doctor as people read it."""

from __future__ import annotations

from pathlib import Path

from device.doctor.patient import Machine
from web.ports import Finding


class Answering(Machine):
    """A computer whose programs answer what a test says."""

    answers: dict[str, str]

    def __init__(self, root: Path) -> None:
        object.__setattr__(self, "root", root)
        object.__setattr__(self, "answers", {})

    def ask(self, *command: str) -> str:
        return self.answers.get(command[0], "")

    def tells(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def told(finding: Finding) -> tuple[str, str]:
    """Return how a finding is, and what it says with its advice."""
    advice = str(finding.advice)
    return finding.health, f"{finding.text}" + (f": {advice}" if advice else "")
