"""Every kind of event is told as it was in the recorded version, in every language and to other programs."""

from __future__ import annotations

from recordings.blocks import faults
from recordings.told import events


def test_events_are_told_as_recorded() -> None:
    found = faults("events.txt", events())
    assert not found, "\n\n".join(found)
