"""The certificate authority of a box, which phones trust: the files of one that a version made."""

from __future__ import annotations

from pathlib import Path

from device.net.authority import Authority
from recordings.blocks import Blocks, recorded
from recordings.held_still import BEGAN_S

NAMES = ["charkoni.local", "localhost", "192.168.1.20"]
FILES = ("authority.pem", "server.pem")
"""With their keys, which open nothing but this."""


def made(folder: Path) -> dict[str, bytes]:
    """Make an authority and a certificate of the page; both are new every time."""
    authority = Authority(folder, clock=lambda: BEGAN_S)
    authority.turn_on(NAMES[:2])
    authority.renew(NAMES)
    return {name: (authority.folder / name).read_bytes() for name in FILES}


def laid_out(folder: Path) -> Authority:
    """Put the recorded files into a box's folder, with HTTPS on."""
    authority = Authority(folder, clock=lambda: BEGAN_S)
    authority.folder.mkdir(parents=True)
    for name in FILES:
        path = authority.folder / name
        path.touch(mode=0o600)
        path.write_bytes(recorded(name))
    (authority.folder / "on").touch(mode=0o600)
    return authority


def https(authority: Authority) -> Blocks:
    """Write what a box reads of the recorded files."""
    shown = authority.shown()
    assert shown is not None
    return {
        "authority": [
            f"on: {authority.is_on}",
            f"fingerprint: {authority.fingerprint()}",
            f"vouches for: {', '.join(authority.vouches([*NAMES, 'example.org', '8.8.8.8']))}",
        ],
        "page": [
            f"names: {', '.join(sorted(shown.names))}",
            f"from {shown.since:.0f} until {shown.until:.0f}",
            f"faults: {authority.faults(NAMES) or 'none'}",
        ],
    }
