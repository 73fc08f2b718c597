"""What a box that runs tells of its eye, its disk, its journal and its backups."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from device.__main__ import main
from device.camera.frames import Frames
from device.cameras.camera import Shot
from device.cameras.film import FilmCamera
from device.cameras.folder import FolderCamera
from device.doctor import checks
from device.store import Journal
from device.store.archive import archive_of
from device.store.backups.transfer import NOTE, LastBackup, last_backup, note_backup
from devices.findings import told
from engine.events import Logged, Threw, ThrowAsked
from engine.messages import Message
from engine.throw import Cowries
from journals_for_tests import fill, play_on, small_disk, table_of
from web.ports import EyeState, LightLine

CAP = 500_000_000
DAY = 86_400.0


class PaperEye:
    """An eye whose camera gives what a test says."""

    def __init__(self, state: str = "empty", message: str = "") -> None:
        self.now = 0.0
        self.frames = Frames(clock=lambda: self.now)
        self.told = EyeState(state, Message("a camera"), Message(message) if message else None)

    def state(self) -> EyeState:
        return self.told

    def sees(self, grey: int = 120, *, each_s: float = 0.1, count: int = 30) -> None:
        for _ in range(count):
            self.now += each_s
            self.frames.take(Shot(np.full((48, 64, 3), grey, np.uint8), self.now), None)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "data") as journal:
        yield journal


# The eye.


def test_the_camera_says_what_is_wrong_with_it(tmp_path: Path) -> None:
    folder = FolderCamera(tmp_path)

    def camera(eye: PaperEye, wished: str = "folder") -> tuple[str, str]:
        return told(checks.camera(eye, folder, wished=wished))

    assert camera(PaperEye("starting")) == ("warn", "a camera is starting: wait a moment")
    assert camera(PaperEye("away", "check its cable")) == (
        "fail",
        "a camera gives no pictures: check its cable",
    )
    assert camera(PaperEye("off", "type the throws")) == ("warn", "a camera has ended: type the throws")
    eye = PaperEye()
    eye.sees()
    assert camera(eye) == ("ok", "a camera, 64 × 48")


def test_a_film_that_plays_because_there_is_no_camera_is_worth_a_look() -> None:
    film = FilmCamera(wanted=lambda: None, ready=lambda: False, pause=lambda _: True)
    assert told(checks.camera(PaperEye(), film, wished="auto"))[0] == "warn"
    assert told(checks.camera(PaperEye(), film, wished="film"))[0] == "ok"


def test_pictures_are_counted_and_few_or_none_are_told() -> None:
    eye = PaperEye()
    assert checks.pictures(eye).verdict == "unknown"
    eye.sees(each_s=0.1)
    assert told(checks.pictures(eye)) == ("ok", "10 a second, the last one just now")
    eye.sees(each_s=0.5)
    assert told(checks.pictures(eye))[1].startswith(
        "2 a second, the last one just now: a throw may be missed"
    )
    eye.frames.are_few = True
    eye.sees(each_s=0.25)
    assert told(checks.pictures(eye)) == ("ok", "4 a second, the last one just now")
    eye.now += 40
    assert told(checks.pictures(eye))[1].startswith("none now, the last one before: 40 seconds: unplug")
    eye.told = EyeState("off", Message("a folder"))
    assert told(checks.pictures(eye)) == ("warn", "none now, the last one before: 40 seconds")


def test_the_light_is_told_by_the_last_picture_and_flicker_where_it_was_measured() -> None:
    eye = PaperEye()

    def light(measured: LightLine | None = None, held: frozenset[str] | None = None) -> tuple[str, str]:
        return told(checks.light(eye, tray=None, measured=measured, held=held))

    assert checks.light(eye, tray=None, measured=None, held=None).verdict == "unknown"
    eye.sees(102)
    assert light() == ("ok", "brightness 40 %, exposure cannot be held, flicker not measured")
    steady = LightLine({}, 0.0, saw_flicker=True)
    assert light(steady, frozenset())[1].startswith(
        "brightness 40 %, exposure adjusts itself, no flicker: 19"
    )
    flickers = LightLine({"flicker": Message("take another lamp")}, 0.0, saw_flicker=True)
    how, text = light(flickers, frozenset({"exposure"}))
    assert how == "warn"
    assert "exposure held still, it flickered: " in text
    assert text.endswith(": take another lamp")
    eye.sees(20)
    assert light(flickers)[1].endswith("the tray is dark: put a lamp near it")


def asked(number: int, *doubts: str) -> Logged:
    return Logged(number, 1, ThrowAsked((), (), f"throw-{number}", tuple(map(Message, doubts))))


def read_throw(number: int) -> Logged:
    return Logged(number, 1, Threw(0, Cowries(1, 4), photo=f"throw-{number}"))


def test_how_often_the_eye_asked_lately_and_why() -> None:
    typed = Logged(1, 1, Threw(0, Cowries(1, 4)))
    assert told(checks.doubts([typed])) == ("ok", "no throw has been read lately")
    sure = [read_throw(number) for number in range(2, 9)]
    assert told(checks.doubts(sure)) == ("ok", "throws read lately: 7, asked about: 0")
    # What was asked about is thrown afterwards with the same photograph, and is one throw.
    unsure = [asked(9, "it leans", "dark"), asked(10, "it leans"), asked(11, "dark"), read_throw(11)]
    once = checks.doubts([*sure, *unsure[:1], read_throw(9)])
    assert told(once) == ("ok", "throws read lately: 8, asked about: 1; most often: it leans")
    how, text = told(checks.doubts([*sure[:4], *unsure, asked(12)]))
    assert (how, text.partition(":")[2][:24]) == ("warn", " 8, asked about: 4; most")


# Games and room.


def test_the_room_on_the_disk_lasts_as_long_as_people_play(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    assert "lasts" not in str(checks.disk(journal, cap=CAP, now=now).text)  # nobody has played yet
    play_on(table_of(journal), 20)
    assert "lasts for more than 10 years" in str(checks.disk(journal, cap=CAP, now=now).text)
    journal.keep_photograph(b"x" * 1000, b"y" * 1000)
    room = shutil.disk_usage(journal.path.parent)
    free = 700 * 2**20
    monkeypatch.setattr(checks.shutil, "disk_usage", lambda _: room._replace(free=free))

    def lasts(photographs: int) -> tuple[str, str]:
        journal.write(
            lambda writer: writer.execute("UPDATE photograph SET bytes = ?", (photographs,)) and None
        )
        return told(checks.disk(journal, cap=CAP, now=now))

    # 10 MB of photographs a day are 490 MB after seven weeks, where the oldest begin to go: that fits.
    assert "lasts for more than 10 years" in lasts(10_000_000)[1]
    assert "lasts for about" not in lasts(10_000_000)[1]
    free = 600 * 2**20
    monkeypatch.setattr(checks, "LITTLE_MB", 1)
    how, text = told(checks.disk(journal, cap=10**12, now=now))
    assert "lasts for about 63 days" in text
    assert how == "ok"
    free = 200_000_000
    assert told(checks.disk(journal, cap=10**12, now=now))[0] == "warn"  # 20 days
    # A month later nobody has played for a month, and there is no rate.
    assert "lasts" not in str(checks.disk(journal, cap=CAP, now=now + 31 * DAY).text)


def test_a_full_disk_is_told_with_what_memory_holds(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", kilobytes=2048) as disk, Journal(disk) as journal:
        table = table_of(journal)
        play_on(table, 2)
        assert told(checks.writing(journal)) == ("ok", "every move is on the disk before it is shown")
        fill(disk)
        play_on(table, 30)
        how, text = told(checks.writing(journal))
        assert how == "fail"
        assert text.startswith("The disk that holds the games is full. Events in memory only: ")
        assert "Make room on that disk" in text
        how, text = told(checks.disk(journal, cap=CAP, now=time.time()))
        assert how == "fail"
        assert text == "0 MB of 2.1 MB are free: make room: the next game may not fit"


def test_what_is_kept_is_counted(journal: Journal) -> None:
    play_on(table_of(journal), 5)
    journal.keep_photograph(b"x" * 400_000, b"y" * 300_000)
    text = str(checks.kept(journal, cap=CAP).text)
    assert text.startswith("games: 1, events: ")
    assert text.endswith("photographs: 1, 0.7 MB, at most 500 MB")


def test_a_backup_is_remembered_and_asked_for_after_a_month(journal: Journal) -> None:
    folder, now = journal.path.parent, time.time()
    assert told(checks.backup(journal, now=now)) == ("ok", "there is nothing to keep yet")
    play_on(table_of(journal), 3)
    assert told(checks.backup(journal, now=now))[1].startswith("none has been made yet: make one")
    note_backup(folder, 4_200_000, when=now - 29 * DAY)
    how, text = told(checks.backup(journal, now=now))
    assert (how, text[-6:]) == ("ok", "4.2 MB")
    note_backup(folder, 4_200_000, when=now - 31 * DAY)
    how, text = told(checks.backup(journal, now=now))
    assert (how, "more than 30 days old: make one" in text) == ("warn", True)
    (folder / "backups").mkdir()
    (folder / "backups" / "games-000007.sqlite").touch()
    assert "newest copy inside the box: 20" in told(checks.backup(journal, now=now))[1]


def test_a_backup_carried_away_is_noted_and_one_beside_the_games_is_not(
    journal: Journal, tmp_path: Path
) -> None:
    folder = journal.path.parent
    play_on(table_of(journal), 3)
    (folder / "backups").mkdir()
    assert main(["backup", str(folder / "backups" / "games-1.sqlite"), "--data", str(folder)]) == 0
    assert last_backup(folder) is None
    assert main(["backup", str(tmp_path / "away.backup"), "--data", str(folder)]) == 0
    noted = last_backup(folder)
    assert noted is not None
    assert noted.bytes == (tmp_path / "away.backup").stat().st_size
    (folder / NOTE).unlink()
    made = archive_of(journal).back_up()
    assert last_backup(folder) == LastBackup(pytest.approx(time.time(), abs=60), made.bytes)  # type: ignore[arg-type]


@pytest.mark.parametrize("raw", ["", "[]", "{}", '{"when": "x", "bytes": 1}', '{"when": 1, "bytes": 1e999}'])
def test_a_note_that_cannot_be_read_is_none(tmp_path: Path, raw: str) -> None:
    (tmp_path / NOTE).write_text(raw)
    assert last_backup(tmp_path) is None
