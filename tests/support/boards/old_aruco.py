"""ArUco's calls as OpenCV 4.6 names them, done by whichever OpenCV is here."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import cv2


def old_cv() -> Any:
    """Return an OpenCV whose `aruco` has the names of 4.6 and none of 4.7's."""
    new = cv2.aruco

    def detect(
        image: Any, dictionary: Any, corners: Any = None, ids: Any = None, parameters: Any = None
    ) -> Any:
        return new.ArucoDetector(dictionary, parameters).detectMarkers(image)

    aruco = SimpleNamespace(
        DICT_4X4_50=new.DICT_4X4_50,
        CORNER_REFINE_SUBPIX=new.CORNER_REFINE_SUBPIX,
        Dictionary_get=new.getPredefinedDictionary,
        DetectorParameters_create=new.DetectorParameters,
        detectMarkers=detect,
    )
    return SimpleNamespace(aruco=aruco, cvtColor=cv2.cvtColor, COLOR_BGR2GRAY=cv2.COLOR_BGR2GRAY)


def bare_cv() -> Any:
    """Return an OpenCV without `aruco`, as pip's 4.6 is."""
    return SimpleNamespace(cvtColor=cv2.cvtColor, COLOR_BGR2GRAY=cv2.COLOR_BGR2GRAY)
