"""Every page and every address of the API answers everybody as in the recorded version."""

from __future__ import annotations

import pytest

from recordings.answers import answers
from recordings.blocks import Blocks, faults


@pytest.fixture(scope="module")
def now(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Blocks]:
    return answers(tmp_path_factory.mktemp("houses"))


@pytest.mark.parametrize("name", ["opened.txt", "sent.txt", "openapi.txt"])
def test_answers_are_as_recorded(now: dict[str, Blocks], name: str) -> None:
    found = faults(name, now[name])
    assert not found, "\n\n".join(found)


def test_every_address_was_asked_by_everybody(now: dict[str, Blocks]) -> None:
    asked = [
        line.partition(": ")[0].split(", ")
        for name in ("opened.txt", "sent.txt")
        for block in now[name].values()
        for line in block
        if not line.startswith(" ")
    ]
    assert {role for roles in asked for role in roles} >= {
        "nobody",
        "watcher",
        "player",
        "admin",
        "player token",
    }
    assert len(now["opened.txt"]) + len(now["sent.txt"]) >= 235
