"""The box's own certificate authority, by which phones can trust its page over HTTPS.

Two files, each a key with its certificate, readable by their owner alone. `authority.pem` lasts until 2049
and may vouch only for this box's names and for numbers of home networks: a phone that trusts it trusts it
for nothing else. `server.pem` is what the page shows. It is made anew by the same authority before it runs
out, or when the box has other names or numbers, and phones notice nothing.

Certificates are made and read by the library `cryptography` (`device.net.certificates`); where it is not
installed, the page is served over plain HTTP alone.
"""

from __future__ import annotations

import contextlib
import hashlib
import ipaddress
import os
import re
import secrets
import ssl
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from types import ModuleType

from device.errors import DeviceError
from device.files import MOST_TEXT, bytes_of
from device.net.mdns import NAME
from engine.messages import Message

AUTHORITY_FROM = datetime(2020, 1, 1, tzinfo=UTC).timestamp()
AUTHORITY_UNTIL = datetime(2049, 12, 31, 23, 59, 59, tzinfo=UTC).timestamp()
"""Fixed days, not the clock's: a Pi without a battery may believe in a wrong year when it makes them."""

BACK_DAYS = 100
"""A certificate of the page counts from so many days before the box's clock, which may run ahead."""

WHOLE_DAYS = 397
"""So long it counts in all. Browsers refuse more than 398 days of public ones; Apple's, 825 of any."""

SPARE_DAYS = 90
"""It is made anew when no more days than these are left: the clock may be behind."""

NETWORKS = tuple(
    map(
        ipaddress.IPv4Network,
        ("10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"),
    )
)
"""Numbers that the authority may vouch for: home networks, and this machine. Source: RFC 1918, 3927, 1122."""

ANNOUNCED = f"{NAME}.local"
"""The name under which the box is found (`device.net.mdns`)."""

_NAME = re.compile(r"(?=.{1,63}\Z)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\Z")
_CERTIFICATE = re.compile(r"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----\n", re.DOTALL)


class CertificateError(DeviceError, OSError):
    """A certificate cannot be made or read."""


def certificates() -> ModuleType:
    """Return the module that makes and reads certificates.

    Raises:
        CertificateError: If the library for it is not installed.
    """
    try:
        return import_module("device.net.certificates")
    except ImportError as error:
        raise CertificateError(
            "cryptography is not installed: sudo apt install python3-cryptography on a Pi, "
            "pip install cryptography elsewhere"
        ) from error


@dataclass(frozen=True, slots=True)
class Shown:
    """What the certificate of the page says."""

    names: frozenset[str]
    """Names and numbers."""
    since: float
    until: float
    """Seconds since 1970."""


class Authority:
    """The authority of one box, in a folder of its own beside the games.

    A `CertificateError` says what the disk refuses, which file is damaged, or what is not installed.
    """

    def __init__(self, folder: Path, *, clock: Callable[[], float] = time.time) -> None:
        """Look at a folder; nothing is made yet.

        Args:
            folder: The box's data folder.
            clock: Seconds since 1970.
        """
        self.folder = folder / "https"
        self.authority_file = self.folder / "authority.pem"
        self.server_file = self.folder / "server.pem"
        self._mark = self.folder / "on"
        self._clock = clock
        self._read: tuple[tuple[int, int], Shown] | None = None

    @property
    def is_on(self) -> bool:
        """True if the page is to be served over HTTPS."""
        return self._mark.exists() and self.authority_file.exists()

    @property
    def is_made(self) -> bool:
        """True if there is an authority."""
        return self.authority_file.exists()

    def turn_on(self, names: Sequence[str]) -> bool:
        """Let the page be served over HTTPS; make the authority if there is none.

        Args:
            names: The box's names, which the authority may vouch for beside numbers of home networks.

        Returns:
            True if a new authority was made.
        """
        with told("the certificate authority"):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.folder.chmod(0o700)
            is_new = not self.is_made
            if is_new:
                self._make_authority(names)
            self.certificate()
            self._mark.touch(mode=0o600)
        return is_new

    def turn_off(self) -> bool:
        """Turn HTTPS off, and return whether it was on; the authority stays."""
        was_on = self.is_on
        with told("the certificate authority"):
            self._mark.unlink(missing_ok=True)
        return was_on

    def forget(self) -> None:
        """Turn HTTPS off, and delete authority and certificate with their keys."""
        with told("the certificate authority"):
            for file in (self._mark, *self.folder.glob("*.pem")):
                file.unlink(missing_ok=True)

    def certificate(self) -> str:
        """Return the authority's certificate, as PEM, without its key."""
        with told(self.authority_file):
            found = _CERTIFICATE.search(_content(self.authority_file).decode("ascii", errors="replace"))
        if found is None:
            raise self._damaged()
        return found[0]

    def fingerprint(self) -> str:
        """Return the authority's SHA-256 fingerprint as phones write it, in pairs of digits."""
        return fingerprint_of(self.certificate())

    def vouches(self, names: Iterable[str]) -> list[str]:
        """List which of these names and numbers the authority may vouch for."""
        certificate, library = self.certificate(), certificates()
        try:
            known = library.names_within(certificate.encode())
        except library.UNREADABLE as error:
            raise self._damaged() from error
        return [name for name in names if (_is_at_home(name) if _is_number(name) else name in known)]

    def shown(self) -> Shown | None:
        """Read the certificate of the page; None if there is none that can be used."""
        with contextlib.suppress(OSError):
            state = self.server_file.stat()
            mark = (state.st_mtime_ns, state.st_ino)
            if self._read is None or self._read[0] != mark:
                self._read = (mark, _read(_content(self.server_file)))
            return self._read[1]
        return None

    def faults(self, names: Iterable[str]) -> Message | None:
        """Return why the certificate of the page has to be made anew; None if it is good.

        Args:
            names: The names and numbers that it has to have.
        """
        shown, now = self.shown(), self._now()
        if shown is None:
            return Message("there is none")
        if now < shown.since:
            return Message("it counts only from a later day than the clock says")
        if shown.until - now < SPARE_DAYS * 86400:
            return Message("it runs out within {days} days", {"days": SPARE_DAYS})
        missing = [name for name in names if name not in shown.names]
        return Message("it lacks {names}", {"names": ", ".join(missing)}) if missing else None

    @property
    def still_counts(self) -> bool:
        """True if the certificate of the page is no day too old or too young, whatever else it lacks."""
        shown = self.shown()
        return shown is not None and shown.since <= self._now() < shown.until

    def open_keys(self) -> list[Path]:
        """List the files with a key that others on this machine may read."""
        found = []
        for file in (self.authority_file, self.server_file):
            with contextlib.suppress(OSError):
                if file.stat().st_mode & 0o077:
                    found.append(file)
        return found

    def close_keys(self) -> list[Path]:
        """Let nobody else read the files with a key; return those that could be."""
        found = self.open_keys()
        for file in found:
            with told(file):
                file.chmod(0o600)
        return found

    def renew(self, names: Sequence[str]) -> None:
        """Make the certificate of the page, by the authority that is there.

        Args:
            names: Names and numbers of the box, all of which the authority may vouch for.
        """
        since, library = self._now() - BACK_DAYS * 86400, certificates()
        with told(self.authority_file):
            authority = _content(self.authority_file)
        try:
            made = library.make_page(authority, "CN=Charkoni", names, (since, since + WHOLE_DAYS * 86400))
        except library.UNREADABLE as error:
            raise self._damaged() from error
        with told(self.server_file):
            _write(self.server_file, made)
        self._read = None

    def context(self) -> ssl.SSLContext:
        """Return what speaks TLS with the certificate of the page."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.set_alpn_protocols(["http/1.1"])
        with told(self.server_file):
            context.load_cert_chain(self.server_file)
        return context

    def _damaged(self) -> CertificateError:
        return CertificateError(
            "{file} is damaged: 'charkoni https --forget' deletes it, and "
            "'charkoni https' makes another, which every phone has to trust anew",
            file=str(self.authority_file),
        )

    def _now(self) -> float:
        """Tell the time; a clock that was never set is taken for the first day that can be."""
        return max(self._clock(), AUTHORITY_FROM + BACK_DAYS * 86400)

    def _make_authority(self, names: Sequence[str]) -> None:
        # Four digits of its own, so that a phone tells two boxes, or the box before, apart.
        name, span = f"CN=Charkoni {secrets.token_hex(2)},O=Charkoni", (AUTHORITY_FROM, AUTHORITY_UNTIL)
        _write(self.authority_file, certificates().make_authority(name, names, NETWORKS, span))


def fingerprint_of(certificate: str) -> str:
    """Return the SHA-256 fingerprint of a certificate in PEM."""
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate)).hexdigest().upper()
    return ":".join(digest[at : at + 2] for at in range(0, len(digest), 2))


def names_of_machine(host: str) -> list[str]:
    """List the names under which a machine is found that calls itself so; a name that cannot be is left out.

    >>> names_of_machine("Games_Room")
    ['charkoni.local', 'localhost']
    >>> names_of_machine("pi")
    ['charkoni.local', 'localhost', 'pi', 'pi.local']
    """
    plain = host.lower().partition(".")[0]
    own = [plain, f"{plain}.local", *([host.lower()] if "." in host else [])] if plain else []
    return list(dict.fromkeys(name for name in (ANNOUNCED, "localhost", *own) if _NAME.match(name)))


def by_name_or_number(number: str) -> str:
    """Return the box's number if the authority may vouch for it, else the name under which it is announced.

    >>> by_name_or_number("192.168.1.20"), by_name_or_number("84.23.1.9")
    ('192.168.1.20', 'charkoni.local')
    """
    return number if _is_at_home(number) else ANNOUNCED


def _is_number(name: str) -> bool:
    try:
        ipaddress.IPv4Address(name)
    except ValueError:
        return False
    return True


def _is_at_home(name: str) -> bool:
    return _is_number(name) and any(ipaddress.IPv4Address(name) in network for network in NETWORKS)


def _content(file: Path) -> bytes:
    return bytes_of(file, most=MOST_TEXT)


def _read(content: bytes) -> Shown:
    """Read a certificate, of a file that may hold its key as well.

    Raises:
        CertificateError: If there is none.
    """
    library = certificates()
    try:
        return Shown(*library.names_and_span(content))
    except library.UNREADABLE as error:
        raise CertificateError("there is no certificate") from error


def _write(file: Path, content: bytes) -> None:
    """Put a file in its place, readable by its owner alone; nobody sees it half written."""
    making = file.with_name(f"making-{file.name}")
    making.unlink(missing_ok=True)
    with open(os.open(making, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    making.replace(file)


@contextlib.contextmanager
def told(what: object) -> Iterator[None]:
    """Tell in words what the disk refuses.

    Raises:
        CertificateError: Instead of any other error of the disk.
    """
    try:
        yield
    except CertificateError:
        raise
    except (OSError, ssl.SSLError) as error:
        why = {"what": str(what), "error": error.strerror or str(error)}
        raise CertificateError("{what} cannot be read or written: {error}", **why) from error
