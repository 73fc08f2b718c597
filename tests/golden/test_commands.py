"""Every command says of itself what it said in the recorded version."""

from __future__ import annotations

from recordings.blocks import faults
from recordings.commands import helps


def test_help_is_as_recorded() -> None:
    found = faults("commands.txt", helps())
    assert not found, "\n\n".join(found)
