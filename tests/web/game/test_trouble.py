"""A journal that cannot be written is told on every page, with what to do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journals_for_tests import fill, play_on, small_disk, until
from ports_for_tests import House

PAGES = ["/", "/new", "/games", "/games/1", "/rules", "/phone", "/lamps", "/out"]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "disk", kilobytes=1024) as folder:
        yield folder


def test_every_page_says_that_the_disk_is_full_and_later_that_it_is_not(disk: Path) -> None:
    house = House(disk, retry_s=0.2)
    try:
        house.start()
        phone = house.player()
        pages = [page for page in PAGES if phone.client.get(page).status_code == 200]
        assert {"/", "/new", "/games", "/games/1", "/rules", "/lamps"} <= set(pages)
        for page in pages:
            assert "is full" not in phone.client.get(page).text
        big = fill(disk)
        while not house.journal.trouble():
            play_on(house.table, 20)
        for page in pages:
            text = phone.client.get(page).text
            assert "The disk that holds the games is full." in text, page
            assert "Make room on that disk" in text, page
        assert "is full" in phone.state()["trouble"]
        # A throw typed now is taken and shown, from memory.
        seq = phone.state()["seq"]
        while phone.state()["turn"]["waits"] != "throw":
            assert phone.do("moves", move=phone.state()["moves"][0]["move"])[0] == 201
        assert phone.do("throws", throw="3/4")[0] == 201
        assert phone.state()["seq"] > seq
        big.unlink()
        until(lambda: not house.journal.trouble())
        for page in pages:
            text = phone.client.get(page).text
            assert "can be written again" in text, page
            assert "is full" not in text, page
    finally:
        house.close()
