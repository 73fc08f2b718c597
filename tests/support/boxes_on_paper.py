"""A box without hardware and threads, put together on a data folder as the real one is; and all its pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from flask.testing import FlaskClient

from device.camera.trays import tray_of
from device.config import read_config
from device.eye.taught import taught_of
from device.first_game import Asked, BoxTable, lay_game
from device.store import Journal
from device.store.archive import archive_of, restore_waiting
from engine.house import house_rules
from engine.table.commands import TakeThrow, Undo
from engine.throw import Cowries
from journals_for_tests import SETUP, jpeg_of, people_of, play_on
from ports_for_tests import PaperEye, PaperLamps
from sentences_for_tests import told
from sight_for_tests import PaperSight
from web.app import create_app
from web.auth.access import COOKIE
from web.house.credentials import Phones
from web.house.house_rules import HouseRulesStore
from web.house.people import People
from web.house.settings import HouseSettings
from web.ports import Hosts

PICTURE = jpeg_of(b"a picture of a throw")

PAGES = (
    *("/", "/tv", "/blind", "/new", "/phones", "/house", "/sound"),
    *("/games", "/games/throws", "/games.jsonl", "/backup", "/eye"),
    *(
        "/api/v1/state",
        "/api/v1/house",
        "/people",
        "/people/1",
        "/people/2",
        "/api/v1/people",
        "/photos/throw-1.jpg",
    ),
)
"""The pages that show what lies in the journal; those of every game come on top."""


@dataclass
class PaperBox:
    """What one start of a box has."""

    journal: Journal
    table: BoxTable
    settings: HouseSettings
    phones: Phones
    client: FlaskClient
    """A phone of an admin."""

    @property
    def said(self) -> str:
        """What the page says of damage."""
        return told((*self.journal.trouble(), *self.journal.notice()))

    def broken_pages(self) -> list[str]:
        """Ask for every page; list those that the box makes a mistake with."""
        games = [line.number for line in self.journal.games()]
        mine = [
            f"/games/{number}{more}" for number in games for more in ("", ".jsonl", "/steps/1", "/delete")
        ]
        rules = [f"/house/{kept.number}" for kept in HouseRulesStore(self.journal).all()]
        broken = []
        for page in (*PAGES, *mine, *rules):
            answer = self.client.get(page)
            if answer.status_code >= 500:
                broken.append(page)
        return broken


@contextmanager
def paper_box(folder: Path) -> Iterator[PaperBox]:
    """Start a box on a folder as `device.box` does it, and end it."""
    with Journal(folder, before=restore_waiting(folder), retry_s=30.0) as journal:
        settings = HouseSettings(journal)
        table = BoxTable(journal)
        lay_game(table, journal, settings, read_config(""), Asked())
        tray_of(settings.get())
        taught_of(settings.get())
        phones = Phones(journal)
        app = create_app(
            table,
            PaperEye(),
            journal,
            phones,
            settings,
            PaperLamps(),
            house=HouseRulesStore(journal),
            people=people_of(journal),
            archive=archive_of(journal),
            sight=PaperSight(),
            hosts=Hosts({"localhost"}.__contains__, lambda: ["http://localhost/"]),
            now_s=lambda: 0.0,
            secret_key=phones.secret,
        )
        client = app.test_client()
        token = phones.pair(phones.admin_key, name="A phone of this test")
        assert token is not None
        client.set_cookie(COOKIE, token)
        try:
            yield PaperBox(journal, table, settings, phones, client)
        finally:
            app.extensions["live"].close()


def lived_in(folder: Path, *, throws: int = 25) -> None:
    """Fill a folder with what a household leaves: games, photographs, phones, settings, house rules."""
    with Journal(folder) as journal:
        table = BoxTable(journal)
        settings = HouseSettings(journal)
        settings.set(names=["Lakshmi", "Jüri"], hears="silent", language="nl", taught={"dice": 0.5})
        phones = Phones(journal)
        for name in ("Asha's phone", "Ravi's phone", "the television"):
            phones.pair(phones.key, name=name)
        HouseRulesStore(journal).save(house_rules("pachisi", "six", {"gate": True}, name="Ours"))
        HouseRulesStore(journal).save(house_rules("chowka-bhara", "5x5", {}, name="Grandmother's"))
        People(journal).remember(SETUP.names, game=1)
        table.start(SETUP)
        play_on(table, throws, photo=_some(lambda: journal.keep_photograph(PICTURE, PICTURE)))
        table.start(SETUP)
        table.do(TakeThrow(Cowries(1, 4)))
        table.do(Undo())
        play_on(table, throws // 2, seed=2)


def _some(keep: Callable[[], str]) -> Callable[[], str]:
    """Keep a photograph of every fifth throw."""
    count = 0

    def photo() -> str:
        nonlocal count
        count += 1
        return keep() if count % 5 == 1 else ""

    return photo
