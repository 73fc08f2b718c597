"""The box's own certificate authority, by which phones can trust its page over HTTPS.

Two files, each a key with its certificate, readable by their owner alone. `authority.pem` lasts until 2049
and may vouch only for this box's names and for numbers of home networks: a phone that trusts it trusts it
for nothing else. `server.pem` is what the page shows. It is made anew by the same authority before it runs
out, or when the box has other names or numbers, and phones notice nothing.

Certificates are made by ``openssl``, a program that every Debian and Raspberry Pi OS has at hand
(DECISIONS.md); one that is there is read and served without it.
"""

from __future__ import annotations

import calendar
import contextlib
import hashlib
import ipaddress
import re
import secrets
import ssl
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from device.files import MOST_TEXT, bytes_of
from device.net.mdns import NAME
from device.net.openssl import CertificateError, issue, told
from engine.messages import Message

AUTHORITY_FROM = "20200101000000Z"
AUTHORITY_UNTIL = "20491231235959Z"
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

_FIRST = calendar.timegm((2020, 1, 1, 0, 0, 0))
_NAME = re.compile(r"(?=.{1,63}\Z)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\Z")
_CERTIFICATE = re.compile(r"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----\n", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Shown:
    """What the certificate of the page says."""

    names: frozenset[str]
    """Names and numbers."""
    since: float
    until: float
    """Seconds since 1970."""


class Authority:
    """The authority of one box, in a folder of its own beside the games."""

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

        Raises:
            CertificateError: If it cannot be made, or the one that is there cannot be read.
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
        """Let the page be served over plain HTTP alone; the authority stays. Say whether HTTPS was on.

        Raises:
            CertificateError: If the disk refuses.
        """
        was_on = self.is_on
        with told("the certificate authority"):
            self._mark.unlink(missing_ok=True)
        return was_on

    def forget(self) -> None:
        """Turn HTTPS off, and delete authority and certificate with their keys.

        Raises:
            CertificateError: If the disk refuses.
        """
        with told("the certificate authority"):
            for file in (self._mark, self.server_file, self.authority_file):
                file.unlink(missing_ok=True)

    def certificate(self) -> str:
        """Return the authority's certificate, as PEM, without its key.

        Raises:
            CertificateError: If it cannot be read.
        """
        with told(self.authority_file):
            found = _CERTIFICATE.search(_text_of(self.authority_file))
        if found is None:
            raise self._damaged()
        return found[0]

    def fingerprint(self) -> str:
        """Return the authority's SHA-256 fingerprint as phones write it: pairs of digits with colons between.

        Raises:
            CertificateError: If the certificate cannot be read.
        """
        return fingerprint_of(self.certificate())

    def vouches(self, names: Iterable[str]) -> list[str]:
        """List which of these names and numbers the authority may vouch for.

        Raises:
            CertificateError: If its certificate cannot be read.
        """
        try:
            known = _names_in(self.certificate(), _NAMES_WITHIN)
        except (ValueError, IndexError) as error:
            raise self._damaged() from error
        return [name for name in names if (_is_at_home(name) if _is_number(name) else name in known)]

    def shown(self) -> Shown | None:
        """Read the certificate of the page; None if there is none that can be used."""
        with contextlib.suppress(OSError):
            state = self.server_file.stat()
            mark = (state.st_mtime_ns, state.st_ino)
            if self._read is None or self._read[0] != mark:
                self._read = (mark, _read(_text_of(self.server_file)))
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
        """Let nobody else read the files with a key; return those that could be.

        Raises:
            CertificateError: If the disk refuses.
        """
        found = self.open_keys()
        for file in found:
            with told(file):
                file.chmod(0o600)
        return found

    def renew(self, names: Sequence[str]) -> None:
        """Make the certificate of the page, by the authority that is there.

        Args:
            names: Names and numbers of the box, all of which the authority may vouch for.

        Raises:
            CertificateError: If it cannot be made.
        """
        since = self._now() - BACK_DAYS * 86400
        span = ("-startdate", _written(since), "-enddate", _written(since + WHOLE_DAYS * 86400))
        signed = ("-keyfile", str(self.authority_file), "-cert", str(self.authority_file))
        lines = "subjectAltName = @names\n[names]\n" + "\n".join(_alternatives(names))
        with told(self.server_file):
            issue(self.server_file, "/CN=Charkoni", "page", (*signed, *span), names=lines)
        self._read = None

    def context(self) -> ssl.SSLContext:
        """Return what speaks TLS with the certificate of the page.

        Raises:
            CertificateError: If it cannot be read.
        """
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
        return max(self._clock(), _FIRST + BACK_DAYS * 86400)

    def _make_authority(self, names: Sequence[str]) -> None:
        lines = [f"permitted;DNS.{number} = {name}" for number, name in enumerate(names)]
        lines += [f"permitted;IP.{n} = {net.network_address}/{net.netmask}" for n, net in enumerate(NETWORKS)]
        within = "nameConstraints = critical, @within\n[within]\n" + "\n".join(lines)
        # Four digits of its own, so that a phone tells two boxes, or the box before, apart.
        subject = f"/O=Charkoni/CN=Charkoni {secrets.token_hex(2)}"
        span = ("-selfsign", "-startdate", AUTHORITY_FROM, "-enddate", AUTHORITY_UNTIL)
        issue(self.authority_file, subject, "root", span, constraints=within)


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


def _alternatives(names: Sequence[str]) -> list[str]:
    return [f"{'IP' if _is_number(name) else 'DNS'}.{number} = {name}" for number, name in enumerate(names)]


def _is_number(name: str) -> bool:
    try:
        ipaddress.IPv4Address(name)
    except ValueError:
        return False
    return True


def _is_at_home(name: str) -> bool:
    return _is_number(name) and any(ipaddress.IPv4Address(name) in network for network in NETWORKS)


def _written(moment: float) -> str:
    """Write a moment as certificates do, without the text of any locale."""
    return time.strftime("%Y%m%d%H%M%SZ", time.gmtime(moment))


def _text_of(file: Path) -> str:
    return bytes_of(file, most=MOST_TEXT).decode("ascii", errors="replace")


def _read(text: str) -> Shown:
    """Read a certificate, of a file that may hold its key as well.

    Raises:
        CertificateError: If there is none.
    """
    found = _CERTIFICATE.search(text)
    if found is None:
        raise CertificateError("there is no certificate")
    try:
        since, until = (_moment(*time) for time in _parts(_body(found[0])[4][1]))
        return Shown(_names_in(found[0], _NAMES), since, until)
    except (ValueError, IndexError) as error:
        raise CertificateError("there is no certificate") from error


_Part = tuple[int, bytes]
"""Tag and content of a value in DER. Source: X.690, section 8.1, and RFC 5280, section 4.1."""

_NAMES, _NAMES_WITHIN = b"\x55\x1d\x11", b"\x55\x1d\x1e"
"""Extensions of a certificate: its names, and those that it may vouch for."""

_DNS, _IP = 0x82, 0x87
_UTC_TIME = 0x17


def _parts(der: bytes) -> list[_Part]:
    """Return the values that lie side by side in DER."""
    found, at = [], 0
    while at < len(der):
        tag, length, at = der[at], der[at + 1], at + 2
        if length > 0x7F:
            at, length = at + length - 0x80, int.from_bytes(der[at : at + length - 0x80])
        found.append((tag, der[at : at + length]))
        at += length
    return found


def _body(certificate: str) -> list[_Part]:
    """Return what a certificate signs: its version first, then number, algorithm, issuer, time and more."""
    return _parts(_parts(_parts(ssl.PEM_cert_to_DER_cert(certificate))[0][1])[0][1])


def _names_in(certificate: str, extension: bytes) -> frozenset[str]:
    """Return the names of an extension of a certificate, and the numbers where they stand alone."""
    found: set[str] = set()
    for tag, content in (one for outer in _body(certificate)[-1:] for one in _parts(_parts(outer[1])[0][1])):
        parts = _parts(content)
        if tag == 0x30 and parts[0][1] == extension:
            left = [(0x30, parts[-1][1])]
            while left:
                kind, value = left.pop()
                if kind == _DNS:
                    found.add(value.decode("ascii"))
                elif kind == _IP and len(value) == 4:
                    found.add(str(ipaddress.IPv4Address(value)))
                elif kind & 0x20:
                    left += _parts(value)
    return frozenset(found)


def _moment(tag: int, written: bytes) -> float:
    """Return a moment as seconds since 1970; years of two digits are those up to 2049."""
    text = written.decode("ascii")
    return calendar.timegm(time.strptime("20" + text if tag == _UTC_TIME else text, "%Y%m%d%H%M%SZ"))
