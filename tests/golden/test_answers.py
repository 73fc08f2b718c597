"""Every page and every address of the API answers everybody as in the recorded version."""

from __future__ import annotations

from pathlib import Path

from recordings.answers import described, opened, sent
from recordings.blocks import blocks_of, faults, recorded
from recordings.recorded_house import PROGRAMS, ROLES


def test_everything_opens_for_everybody_as_recorded(tmp_path: Path) -> None:
    found = faults("opened.txt", opened(tmp_path))
    assert not found, "\n\n".join(found)


def test_everything_sent_is_answered_and_changes_what_was_recorded(tmp_path: Path) -> None:
    found = faults("sent.txt", sent(tmp_path))
    assert not found, "\n\n".join(found)


def test_openapi_describes_what_was_recorded() -> None:
    found = faults("openapi.txt", described())
    assert not found, "\n\n".join(found)


def test_everybody_was_asked_about_every_address() -> None:
    lines = {
        key: [line.partition(": ")[0].split(", ") for line in block if not line.startswith(" ")]
        for name in ("opened.txt", "sent.txt")
        for key, block in blocks_of(recorded(name).decode()).items()
    }
    assert lines.pop("methods") == [["GET"], ["HEAD"], ["OPTIONS"], ["POST"]]
    addresses = {key.partition(" (")[0] for key in lines}
    assert len(addresses) >= 235
    for address in addresses:
        asked = {role for key, by in lines.items() if key.startswith(address) for one in by for role in one}
        assert asked >= ({*ROLES, *PROGRAMS} if "/api/" in address else set(ROLES)), address
