"""Real cowries cut out of photographs, by species and source; `sets` lays them on surfaces."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.pictures import frame_at, unpack
from vision.reading import Face

SHELLS = "Ademola111_seashell_cutouts"
"""A folder of cut-outs of two species."""
_SINGLE = "SriVishnuVikyath_Chowka-Bara"
_MUSEUM = "lvlv6994_marxist_wikimedia"
_TRAY = "640px-Cypraea_Moneta_Unearthed_in_Shaoxing_2012-07.jpg"
_PLATE = "640px-Monetaria_moneta_01.jpg"
_PX = 240
"""Side of a picture in which one shell of the museum's tray is cut out; three times as large as it was."""
_SURE, _MAYBE, _REACH = 45, 72, 100
"""Around a marked centre: what is shell, what may be, and what is looked at, in pixels of that picture."""


@dataclass(frozen=True, slots=True)
class Cut:
    """One real shell, cut out."""

    name: str
    picture: npt.NDArray[np.uint8]
    """Shape (height, width, 4), blue green red and how much of it is shell."""
    side: Face


def plain_species(photos: Path) -> Mapping[str, list[Cut]]:
    """Return the cut-outs of two species, by species; none where there is no such folder."""
    folder = photos / "cowries" / SHELLS
    if not (folder / "labels.json").exists():
        return {}
    labels: dict[str, str] = json.loads((folder / "labels.json").read_text())
    kinds: dict[str, list[Cut]] = {}
    for name in sorted(labels):
        picture = _with_alpha(folder / name)
        side = Face.MOUTH if labels[name] == "up" else Face.BACK
        kinds.setdefault(name.split(".")[0].replace("_", " "), []).append(Cut(name, picture, side))
    return kinds


def others(photos: Path) -> Mapping[str, list[Cut]]:
    """Return the other real cowries, by source: a museum's tray, a plate of a glossy one, two from a game."""
    museum, single = photos / "cowries" / _MUSEUM, photos / "cowries" / _SINGLE
    kinds: dict[str, list[Cut]] = {}
    if (museum / "labels.json").exists():
        labels = json.loads((museum / "labels.json").read_text())
        kinds["money, museum's tray, holed"] = list(_of_tray(museum, labels[_TRAY]))
        kinds["money, glossy, one plate"] = list(_of_plate(museum, labels[_PLATE]["boxes_ltrb"]))
    if (single / "labels.json").exists():
        sides = (("indice.png", Face.MOUTH), ("outdice.png", Face.BACK))
        kinds["ring, two of a game"] = [Cut(name, _whole(single / name), side) for name, side in sides]
    return kinds


def _with_alpha(path: Path) -> npt.NDArray[np.uint8]:
    """Return a picture with the channel that says where its thing is."""
    return unpack(path.read_bytes(), how=cv2.IMREAD_UNCHANGED).frame


def _whole(path: Path) -> npt.NDArray[np.uint8]:
    cut = _with_alpha(path)
    return _trimmed(np.ascontiguousarray(cut[..., :3]), np.ascontiguousarray(cut[..., 3]))


def _of_tray(folder: Path, labels: Mapping[str, list[list[int]]]) -> Iterator[Cut]:
    """Cut out every marked shell of the museum's tray: what differs in colour from what lies around it."""
    picture = frame_at(folder / _TRAY)
    assert picture is not None
    marked = [(x, y, Face.MOUTH) for x, y in labels["mouth_up_centres"]]
    marked += [(x, y, Face.BACK) for x, y in labels["holed_back_up_centres"]]
    reach, middle = _PX // 6, _PX // 2
    wide = cv2.copyMakeBorder(picture, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    for number, (x, y, side) in enumerate(marked):
        part = cv2.resize(
            wide[y : y + 2 * reach, x : x + 2 * reach], (_PX, _PX), interpolation=cv2.INTER_CUBIC
        )
        mask = np.full((_PX, _PX), cv2.GC_BGD, np.uint8)
        for far, what in ((_REACH, cv2.GC_PR_BGD), (_MAYBE, cv2.GC_PR_FGD), (_SURE, cv2.GC_FGD)):
            cv2.circle(mask, (middle, middle), far, (what,), -1)
        for u, v, _ in marked:
            if (u, v) != (x, y):
                cv2.circle(mask, (middle + 3 * (u - x), middle + 3 * (v - y)), 40, (cv2.GC_BGD,), -1)
        cv2.setRNGSeed(1)
        models = np.zeros((1, 65)), np.zeros((1, 65))
        cv2.grabCut(part, mask, (0, 0, 1, 1), *models, 4, cv2.GC_INIT_WITH_MASK)
        shell = np.asarray((mask == cv2.GC_FGD) | (mask == cv2.GC_PR_FGD), np.uint8)
        shell = np.asarray(cv2.morphologyEx(shell, cv2.MORPH_OPEN, np.ones((9, 9), np.uint8)), np.uint8)
        shell = np.asarray(cv2.morphologyEx(shell, cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8)), np.uint8)
        _, parts = cv2.connectedComponents(shell)
        alone = np.asarray(parts == parts[middle, middle], np.uint8) * 255
        yield Cut(f"tray-{number}", _trimmed(np.asarray(part, np.uint8), alone), side)


def _of_plate(folder: Path, boxes: Mapping[str, list[int]]) -> Iterator[Cut]:
    """Cut two views of a shell out of a plate with a black ground."""
    picture = frame_at(folder / _PLATE)
    assert picture is not None
    for name, side in (("up", Face.MOUTH), ("down", Face.BACK)):
        left, top, right, bottom = boxes[name]
        part = np.asarray(picture[top:bottom, left:right], np.uint8)
        lit = np.asarray(cv2.medianBlur(np.asarray(part.max(2) > 44, np.uint8), 5), np.uint8)
        rims, _ = cv2.findContours(lit, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        whole = np.zeros_like(lit)
        cv2.drawContours(whole, [max(rims, key=cv2.contourArea)], -1, (255,), -1)
        yield Cut(f"plate-{name}", _trimmed(part, whole), side)


def _trimmed(part: npt.NDArray[np.uint8], mask: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), 1.0), np.uint8)
    down, across = np.nonzero(soft > 8)
    window = (slice(down.min(), down.max() + 1), slice(across.min(), across.max() + 1))
    return np.dstack([part[window], soft[window]])
