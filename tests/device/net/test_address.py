"""The address that phones can reach, and its code in the terminal."""

from __future__ import annotations

import re

import cv2
import numpy as np

from device.net.server import address_of, qr_code


def test_the_address_is_a_number_that_phones_can_reach() -> None:
    assert address_of("127.0.0.1") == "127.0.0.1"
    assert re.fullmatch(r"\d+\.\d+\.\d+\.\d+", address_of("0.0.0.0"))


def test_the_code_in_the_terminal_is_read_back_by_a_camera() -> None:
    text = "http://192.168.1.20:8000/?key=abcdefghijkl"
    rows = qr_code(text).rstrip("\n").split("\n")
    shade = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), " ": (0, 0)}
    width = max(map(len, rows))
    pixels = np.array(
        [[shade[mark][half] for mark in row.ljust(width)] for row in rows for half in (0, 1)], np.uint8
    )
    picture = cv2.resize(pixels, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    picture = cv2.copyMakeBorder(picture, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=255)
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == text
