"""A box goes on with the certificate authority of the recorded version: no phone has to trust it anew."""

from __future__ import annotations

from pathlib import Path

from recordings.authority import FILES, NAMES, https, laid_out
from recordings.blocks import faults, recorded


def test_the_recorded_authority_is_read_and_served_and_signs_anew(tmp_path: Path) -> None:
    authority = laid_out(tmp_path)
    before = authority.fingerprint()
    found = faults("https.txt", https(authority))
    assert not found, "\n\n".join(found)
    authority.context()
    assert not authority.turn_on(NAMES)
    authority.renew([*NAMES, "192.168.1.21"])
    assert authority.faults([*NAMES, "192.168.1.21"]) is None
    assert authority.fingerprint() == before
    assert (authority.folder / FILES[0]).read_bytes() == recorded(FILES[0])
