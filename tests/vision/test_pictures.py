import ast
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision import pictures
from vision.pictures import (
    BadPictureError,
    CutPictureError,
    frame_of,
    is_photograph,
    look_at,
    segments,
    unpack,
)

ROOT = Path(__file__).parents[2]
FRAME = next((ROOT / "tests" / "frames").glob("*.jpg")).read_bytes()
PNG = b"\x89PNG\r\n\x1a\n"


def packed(width: int, height: int, ending: str = ".jpg", *flags: int) -> bytes:
    picture = np.full((height, width, 3), (40, 90, 200), np.uint8)
    return cv2.imencode(ending, picture, list(flags))[1].tobytes()


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png_of(width: int, height: int, rows: bytes, *, more: bytes = b"") -> bytes:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return PNG + head + more + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def rows_of(width: int, height: int) -> bytes:
    return zlib.compress(bytes(height * (1 + 3 * width)), 9)


def claiming(raw: bytes, width: int, height: int, *, before: bytes = b"") -> bytes:
    """Return a JPEG that says it is as large, with something put before that."""
    at = next(at for marker, at in segments(raw) if marker == 0xC0)
    size = struct.pack(">HH", height, width)
    return raw[:at] + before + raw[at : at + 5] + size + raw[at + 9 :]


def of_many_scans(count: int) -> bytes:
    """Return a progressive JPEG in which the last scan comes again and again."""
    raw = packed(1600, 1200, ".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    parts = [at for _, at in segments(raw)]
    scan = raw[parts[-3] : parts[-1]]  # its table and its pixels
    return raw[: parts[-1]] + count * scan + raw[parts[-1] :]


def webp(kind: bytes, data: bytes) -> bytes:
    body = b"WEBP" + kind + data
    return b"RIFF" + struct.pack("<I", len(body)) + body


NEVER_UNPACKED: dict[str, tuple[Callable[[], bytes], str]] = {
    "claims nine hundred million pixels": (lambda: claiming(FRAME, 30_000, 30_000), "30000 x 30000"),
    "the same, behind a marker without a length": (
        lambda: claiming(FRAME, 30_000, 30_000, before=b"\xff\xd0"),
        "30000 x 30000",
    ),
    "the same, behind another one, padding and what is nothing": (
        lambda: claiming(FRAME, 30_000, 30_000, before=b"\0\xff\0\xff\xff\xff\x01abc"),
        "30000 x 30000",
    ),
    "hundreds of scans": (lambda: of_many_scans(300), "310 scans"),
    "scans of a large picture": (
        lambda: claiming(of_many_scans(30).replace(b"\xff\xc2", b"\xff\xc0", 1), 6000, 5000),
        "40 scans",
    ),
    "millions of segments": (lambda: FRAME[:2] + 100_000 * b"\xff\xfe\0\2" + FRAME[2:], "too many parts"),
    "a progressive one that would be held whole": (
        lambda: claiming(
            packed(64, 64, ".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, 1).replace(b"\xff\xc2", b"\xff\xc0", 1),
            7000,
            5700,
        ).replace(b"\xff\xc0", b"\xff\xc2", 1),
        "7000 x 5700",
    ),
    "a PNG of its size alone": (lambda: png_of(60_000, 60_000, b""), "60000 x 60000"),
    "a PNG too large to be unpacked": (lambda: png_of(6000, 5000, rows_of(6000, 5000)), "6000 x 5000"),
    "a PNG that goes on behind its rows": (
        lambda: png_of(10, 10, zlib.compress(bytes(10**8), 9)),
        "its own rows",
    ),
    "a PNG of millions of chunks": (
        lambda: png_of(10, 10, rows_of(10, 10), more=100_000 * chunk(b"tEXt", b"")),
        "too many parts",
    ),
    "a PNG without a size": (lambda: PNG + chunk(b"gAMA", bytes(13)) + bytes(30), "is no picture"),
    "a WebP whose pixels have no chunk of their own": (
        lambda: webp(b"\x30\x01\x00\x9d", b"\x01\x2a\xff\x3f\xff\x3f" + bytes(4) + b"\1\0\1\0" + bytes(30)),
        "is no picture",
    ),
    "a large WebP": (
        lambda: webp(b"VP8X", struct.pack("<II", 10, 0) + b"\xff\x3f\0" * 2 + bytes(8)),
        "16384 x 16384",
    ),
    "a large WebP without loss": (
        lambda: webp(b"VP8L", struct.pack("<I", 9) + b"\x2f\xff\xff\xff\x0f" + bytes(13)),
        "16384 x 16384",
    ),
    "a moving WebP": (lambda: webp(b"VP8X", struct.pack("<II", 10, 2) + bytes(30)), "is no picture"),
    "a large BMP of the oldest kind": (
        lambda: b"BM" + struct.pack("<IHHIIHHHH", 26, 0, 0, 26, 12, 30_000, 30_000, 1, 24),
        "30000 x 30000",
    ),
    "of another kind": (lambda: b"P6 40000 40000 255\n" + bytes(3000), "is no picture"),
}


@pytest.mark.parametrize("name", NEVER_UNPACKED)
def test_what_would_cost_too_much_is_refused_and_never_unpacked(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, words = NEVER_UNPACKED[name]
    raw = make()
    monkeypatch.setattr(pictures.cv2, "imdecode", None)
    with pytest.raises(BadPictureError, match=words):
        unpack(raw)
    assert frame_of(raw) is None
    assert not is_photograph(raw) or name.startswith(("a PNG", "a WebP"))


@pytest.mark.parametrize("before", [b"\xff\xd0", b"\xff\xff\xff\x01", b"\0garbage\xff\0", b"\xff\xfe\0\0"])
def test_the_door_reads_a_head_as_the_decoder_does(before: bytes) -> None:
    """Where both disagree about a size, the door would be passed."""
    raw = claiming(packed(64, 48), 640, 480, before=before)
    head = look_at(raw)
    assert (head.width, head.height) == (640, 480)
    assert unpack(raw).frame.shape == (480, 640, 3)


@pytest.mark.parametrize("kind", [".jpg", "progressive", ".png", ".webp", ".bmp"])
def test_a_large_picture_is_made_smaller(kind: str) -> None:
    flags = {"progressive": [cv2.IMWRITE_JPEG_PROGRESSIVE, 1], ".webp": [cv2.IMWRITE_WEBP_QUALITY, 50]}.get(
        kind, []
    )
    raw = packed(5200, 3900, ".jpg" if kind == "progressive" else kind, *flags)
    if kind == ".bmp":  # which is itself as large as its pixels
        with pytest.raises(BadPictureError, match="save it as a plain JPEG"):
            unpack(raw)
        return
    picture = unpack(raw)
    assert picture.times > 1
    assert picture.frame.shape[:2] == (3900 // picture.times, 5200 // picture.times)
    assert picture.size == (5200, 3900)
    assert np.abs(picture.frame[::40, ::40].astype(int) - (40, 90, 200)).max() < 12


def test_places_in_a_large_picture_are_found_in_the_smaller_one() -> None:
    whole = pictures.Unpacked(np.zeros((3, 4, 3), np.uint8))
    half = pictures.Unpacked(np.zeros((3, 4, 3), np.uint8), times=2)
    assert whole.in_frame([(0.3, 7.1)]) == [(0.3, 7.1)]
    assert half.in_frame([(0.5, 0.5), (7, 5)]) == [(0, 0), (3.25, 2.25)]


def test_texts_and_further_frames_of_a_png_are_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = b"k\0\0" + zlib.compress(bytes(10**6), 9)
    moving = chunk(b"acTL", struct.pack(">II", 2, 0))
    raw = png_of(10, 10, rows_of(10, 10), more=100 * chunk(b"zTXt", bomb) + moving)
    given_: list[bytes] = []
    decode = cv2.imdecode
    monkeypatch.setattr(
        pictures.cv2, "imdecode", lambda raw, flag: (given_.append(raw.tobytes()), decode(raw, flag))[1]
    )
    assert unpack(raw).frame.shape == (10, 10, 3)
    assert given_ == [png_of(10, 10, rows_of(10, 10))]


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp"])
def test_a_picture_that_is_cut_off_is_told_as_such(ending: str) -> None:
    raw = cv2.imencode(ending, cv2.imdecode(np.frombuffer(FRAME, np.uint8), 1)[::4, ::4])[1].tobytes()
    assert unpack(raw).frame.shape == (120, 160, 3)
    for length in (30, len(raw) // 2, len(raw) - 1):
        with pytest.raises(CutPictureError):
            unpack(raw[:length])


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.binary(max_size=200))
def test_no_bytes_break_the_look_at_a_picture(raw: bytes) -> None:
    for head in (b"", b"\xff\xd8\xff", PNG, PNG + b"\0\0\0\x0dIHDR", b"RIFF\0\0\0\0WEBP", b"BM"):
        frame = frame_of(head + raw)
        assert frame is None or frame.ndim == 3


def test_only_whole_jpegs_are_photographs() -> None:
    assert is_photograph(FRAME)
    assert not is_photograph(FRAME[:-2])
    assert not is_photograph(packed(4, 4, ".png"))
    assert not is_photograph(b"")


def test_nothing_else_calls_a_decoder() -> None:
    """The door protects nobody who walks around it."""
    decoders = {"imdecode", "imread", "imdecodemulti", "imreadmulti", "imdecodeanimation", "imreadanimation"}
    found = [
        str(path.relative_to(ROOT))
        for room in ("engine", "vision", "device", "web")
        for path in sorted((ROOT / room).rglob("*.py"))
        if "training" not in path.parts  # which is no part of what is installed
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if (isinstance(node, ast.Attribute) and node.attr in decoders)
        or (isinstance(node, ast.alias) and node.name.rpartition(".")[2] in decoders)
        or (isinstance(node, ast.Constant) and node.value in decoders)
    ]
    assert found == ["vision/pictures.py"]


_PEAK = """
import sys
from vision.pictures import unpack
def peak():
    lines = open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
before = peak()
with open(sys.argv[1], "rb") as file:
    unpack(file.read())
print(peak() - before)
"""


@pytest.mark.parametrize("kind", ["plain", "progressive", "png"])
def test_the_largest_pictures_are_unpacked_with_100_mb(tmp_path: Path, kind: str) -> None:
    if kind == "png":
        (tmp_path / "a").write_bytes(png_of(5000, 4000, rows_of(5000, 4000)))
    else:
        width, height = (7300, 5475) if kind == "plain" else (4600, 3450)
        (tmp_path / "a").write_bytes(
            packed(width, height, ".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, int(kind == "progressive"))
        )
    done = subprocess.run(
        (sys.executable, "-c", _PEAK, str(tmp_path / "a")),
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert int(done.stdout) < 100_000
