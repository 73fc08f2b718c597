"""The built-in film of throws, as a camera: for everyone without a Pi, and for the tests.

It plays the scenes whose shells or dice the game throws: the first round in their order, every further round
shuffled, so that no player gets the same throws again and again. Before a scene it shows the empty tray until
the table wants a throw, as people do who throw when it is their turn. A scene that does not wait is a throw
that comes early: it is put off until the table waits for something else.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from device.cameras.camera import FPS, Camera, Dropouts, Pause, Shot
from device.cameras.pictures import PictureError, load_picture
from device.errors import CameraError
from device.files import FileError, text_of, toml_of
from engine.messages import Message, shortened
from engine.throw import ThrowKind

FILM = Path(__file__).parents[1] / "film" / "film.toml"
"""The film that comes with the box."""

_BREATH_S = 1.0
"""The empty tray is seen so long before a throw, and so often the table is asked whether it wants one."""

_ONE_DIE, _TWO_DICE = ThrowKind("dice", 1), ThrowKind("dice", 2)
"""For one die each, to see who begins, both may be thrown at once."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some frames of a scene that belong together."""

    phase: str
    """``empty``, ``hand``, ``roll``, ``settled`` or ``cleared``."""
    count: int
    """How many frames it lasts; its files are shown in turn."""
    files: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """One throw of the film."""

    name: str
    throws: ThrowKind
    fps: float
    waits: bool
    """Whether the tray stays empty before it until the table wants a throw."""
    stretches: tuple[Stretch, ...]


class Director:
    """Chooses the scenes of a film: round after round of those that fit the game."""

    def __init__(self, scenes: Sequence[Scene]) -> None:
        """Take the scenes of a film. The same film played to the same game is always the same."""
        self._scenes = scenes
        self._coming = list(scenes)
        """What is left of the round, in its order."""
        self._put_off: list[Scene] = []
        """Early throws whose place in the round came while they would not have been early."""
        self._last: Scene | None = None
        self._cards = random.Random(0)

    def choose(self, wanted: ThrowKind, *, ready: Callable[[], bool]) -> Scene | None:
        """Find the next scene that fits the game; None if there is none. It stays the next until `played`.

        A scene that does not wait is put off while it would not be early, and comes as soon as it would be;
        put off for a whole round, it comes as an ordinary throw.

        Args:
            wanted: What the game throws.
            ready: Whether the table wants a throw; asked only where it matters.
        """
        fitting = [scene for scene in self._scenes if fits(scene, wanted)]
        if not fitting:
            return None
        early = next((scene for scene in self._put_off if scene in fitting), None)
        if early is not None and not ready():
            return early
        while True:
            for scene in [scene for scene in self._coming if scene in fitting]:
                if scene.waits or scene in self._put_off or not ready():
                    return scene
                self._coming.remove(scene)
                self._put_off.append(scene)
            self._coming += self._shuffled(fitting)

    def played(self, scene: Scene) -> None:
        """Hear that a scene is played."""
        self._last = scene
        for scenes in (self._coming, self._put_off):
            if scene in scenes:
                scenes.remove(scene)

    def _shuffled(self, scenes: Sequence[Scene]) -> list[Scene]:
        """Deal a round that does not begin with the last throw again; what was put off comes last."""
        dealt = [scene for scene in scenes if scene not in self._put_off]
        self._cards.shuffle(dealt)
        if dealt and dealt[0] == self._last:
            dealt.append(dealt.pop(0))
        return dealt + [scene for scene in scenes if scene in self._put_off]


class FilmCamera(Camera):
    """Plays a film. Frames are unpacked one by one; a few stay in memory."""

    def __init__(
        self,
        film: Path = FILM,
        *,
        wanted: Callable[[], ThrowKind | None],
        ready: Callable[[], bool],
        clock: Callable[[], float] = time.monotonic,
        pause: Pause,
    ) -> None:
        """Read the list of scenes.

        Args:
            film: The film's ``film.toml``, or its folder.
            wanted: What is thrown next; None while there is no game.
            ready: Whether the table wants a throw.
            clock: Seconds.
            pause: Waits between frames; true ends the film.

        Raises:
            CameraError: If it is missing or no film.
        """
        self._path = film / "film.toml" if film.is_dir() else film
        self._scenes = read_film(self._path)
        self._wanted = wanted
        self._ready = ready
        self._clock = clock
        self._pause = pause
        self._note: Message | None = None
        self._rate = FPS
        self._dropouts = Dropouts()
        self.phase = ""
        """What the last frame shows: ``empty``, ``hand``, ``roll``, ``settled`` or ``cleared``."""
        self._director = Director(self._scenes)
        self._picture = lru_cache(maxsize=8)(load_picture)

    @property
    def title(self) -> Message:
        """Which camera."""
        if self._path == FILM:
            return Message("the built-in film")
        return Message("the film {name}", {"name": repr(self._path.parent.name)})

    @property
    def note(self) -> Message | None:
        """Tell that the film has no throw of the wanted kind; None when it has."""
        return self._note

    @property
    def throws(self) -> tuple[ThrowKind, ...]:
        """The throws of the film."""
        return tuple(scene.throws for scene in self._scenes)

    def shots(self) -> Iterator[Shot]:
        """Play until the box stops.

        Raises:
            CameraError: If a picture of it cannot be read for `AWAY_S`.
        """
        due = self._clock()
        self._dropouts.begin()
        for path, fps in self._frames():
            picture = None
            while picture is None:
                try:
                    picture = self._picture(path)
                except PictureError as error:
                    if self._dropouts.is_loss(error, self._clock()):
                        raise CameraError(
                            "the film’s picture {name} cannot be read: install charkoni again",
                            name=repr(path.name),
                        ) from error
                    if self._pause(1 / fps):
                        return
            yield Shot(picture, due)
            due += 1 / fps
            if self._pause(max(0.0, due - self._clock())):
                return
            # After a pause that was far too long, such as a laptop's sleep, time goes on from now.
            due = max(due, self._clock() - 1.0)
            self._dropouts.good(self._clock())

    def set_pace(self, fps: float) -> None:
        """Show the empty tray in fewer frames, while people wait. For the owner's thread."""
        self._rate = fps

    def close(self) -> None:
        """Forget the pictures. May be called twice."""
        self._picture.cache_clear()

    def _frames(self) -> Iterator[tuple[Path, float]]:
        """Yield the frames one after another, for ever."""
        while True:
            scene = self._choose()
            if scene is None:
                yield from self._still(self._scenes[0])
                continue
            if scene.waits:
                yield from self._still(scene)
                if not self._ready():
                    continue
            self._director.played(scene)
            for stretch in scene.stretches:
                for number in range(stretch.count):
                    self.phase = stretch.phase
                    yield stretch.files[number % len(stretch.files)], scene.fps

    def _choose(self) -> Scene | None:
        """Ask for the next scene; say so if there is none for this game."""
        wanted = self._wanted()
        self._note = None
        if wanted is None:
            return None
        scene = self._director.choose(wanted, ready=self._ready)
        if scene is None:
            shells, count = wanted.kind == "cowries", {"count": wanted.count}
            self._note = (
                Message("the film has no throw of {count} shells: type the throws on a phone", count)
                if shells
                else Message("the film has no throw of {count} dice: type the throws on a phone", count)
            )
        return scene

    def _still(self, scene: Scene) -> Iterator[tuple[Path, float]]:
        """Show the empty tray for about as long as hands need to take things up."""
        files = scene.stretches[0].files
        number = 0
        while number < round(scene.fps * _BREATH_S):
            self.phase = scene.stretches[0].phase
            at_once = max(1, round(scene.fps / self._rate))
            yield files[number % len(files)], scene.fps / at_once
            number += at_once


def fits(scene: Scene, wanted: ThrowKind) -> bool:
    """True if a scene shows what a game throws."""
    return scene.throws == wanted or (wanted == _ONE_DIE and scene.throws == _TWO_DICE)


def read_film(path: Path) -> tuple[Scene, ...]:
    """Read a film's list of scenes.

    Raises:
        CameraError: If it is missing or no film.
    """
    try:
        listed = toml_of(text_of(path))
        scenes = tuple(_scene(scene, path.parent) for scene in listed["scene"])
    except FileError as error:
        raise CameraError(
            "the film {path} cannot be read: {error}", path=str(path), error=error.why
        ) from error
    except (ValueError, KeyError, TypeError, OverflowError) as error:
        raise CameraError(
            "{path} is no film: {error}", path=str(path), error=shortened(f"{type(error).__name__} {error}")
        ) from error
    if not scenes or not all(stretch.files for scene in scenes for stretch in scene.stretches):
        raise CameraError("{path} is no film: it has no pictures", path=str(path))
    return scenes


def _scene(scene: dict[str, Any], folder: Path) -> Scene:
    kind = scene["kind"]
    count = scene["shells"] if kind == "cowries" else len(scene["pips"])
    stretches = tuple(
        Stretch(part["phase"], part["count"], tuple(folder / name for name in part["files"]))
        for part in scene["frames"]
    )
    fps = float(scene.get("fps", FPS))
    if not 0.1 <= fps <= 120 or any(not 0 < part.count < 100_000 for part in stretches):
        raise ValueError("fps is a number up to 120, and count a whole number from 1 on")
    return Scene(scene["name"], ThrowKind(kind, count), fps, scene["waits"], stretches)
