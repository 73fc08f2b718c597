"""Keys with their certificates, made and read by `cryptography`: 38.0.4, which Debian 12 has, or newer."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives import serialization as pem
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID

UNREADABLE = (
    *(ValueError, TypeError, UnsupportedAlgorithm, x509.InvalidVersion),
    *(x509.DuplicateExtension, x509.ExtensionNotFound, x509.UnsupportedGeneralNameType),
)
"""What the library raises about a certificate or a key that is none."""

Span = tuple[float, float]
"""First and last moment of a certificate, in seconds since 1970."""

_Extensions = Iterable[tuple[x509.ExtensionType, bool]]
"""Each with whether it is critical."""


def make_authority(
    name: str, names: Iterable[str], networks: Iterable[ipaddress.IPv4Network], span: Span
) -> bytes:
    """Return a key, and a certificate signed by it that vouches for some names and networks alone, as PEM."""
    key, subject = ec.generate_private_key(ec.SECP256R1()), x509.Name.from_rfc4514_string(name)
    within = x509.NameConstraints([*map(x509.DNSName, names), *map(x509.IPAddress, networks)], None)
    return _signed(key, subject, key, subject, span, [*_kind(is_authority=True), (within, True)])


def make_page(authority: bytes, name: str, names: Sequence[str], span: Span) -> bytes:
    """Return a key, and a certificate for names and numbers signed by an authority, as PEM.

    Raises:
        ValueError: If key and certificate of the authority do not go together, or another of `UNREADABLE`.
    """
    signing = pem.load_pem_private_key(authority, None)
    issuer = x509.load_pem_x509_certificate(authority)
    form = pem.Encoding.DER, pem.PublicFormat.SubjectPublicKeyInfo
    if signing.public_key().public_bytes(*form) != issuer.public_key().public_bytes(*form):
        raise ValueError("the key is of another certificate")
    assert isinstance(signing, ec.EllipticCurvePrivateKey)
    own = issuer.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    extensions = [
        *_kind(is_authority=False),
        (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False),
        (x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(own), False),
        (x509.SubjectAlternativeName(map(_general, names)), False),
    ]
    key, subject = ec.generate_private_key(ec.SECP256R1()), x509.Name.from_rfc4514_string(name)
    return _signed(key, subject, signing, issuer.subject, span, extensions)


def names_and_span(certificate: bytes) -> tuple[frozenset[str], float, float]:
    """Return the names and numbers of a page's certificate, and its first and last moment."""
    read = x509.load_pem_x509_certificate(certificate)
    names = read.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    moments = (_moment(read, f"not_valid_{end}") for end in ("before", "after"))
    return frozenset(str(one.value) for one in names), *moments  # type: ignore[return-value]


def names_within(certificate: bytes) -> frozenset[str]:
    """Return the names that an authority may vouch for, by its certificate."""
    read = x509.load_pem_x509_certificate(certificate)
    within = read.extensions.get_extension_for_class(x509.NameConstraints).value
    return frozenset(str(one.value) for one in within.permitted_subtrees or ())


def _kind(*, is_authority: bool) -> _Extensions:
    uses = ("content_commitment", "key_encipherment", "data_encipherment", "key_agreement")
    usage = dict.fromkeys((*uses, "encipher_only", "decipher_only"), False)
    usage |= dict.fromkeys(("key_cert_sign", "crl_sign"), is_authority)
    yield x509.BasicConstraints(ca=is_authority, path_length=0 if is_authority else None), True
    yield x509.KeyUsage(digital_signature=not is_authority, **usage), True


def _signed(
    key: ec.EllipticCurvePrivateKey,
    subject: x509.Name,
    signing: ec.EllipticCurvePrivateKey,
    issuer: x509.Name,
    span: Span,
    extensions: _Extensions,
) -> bytes:
    since, until = (datetime.fromtimestamp(moment, UTC) for moment in span)
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(key.public_key())
    builder = builder.serial_number(x509.random_serial_number())
    builder = builder.not_valid_before(since).not_valid_after(until)
    own = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    for extension, critical in [(own, False), *extensions]:
        builder = builder.add_extension(extension, critical=critical)
    made = builder.sign(signing, hashes.SHA256()).public_bytes(pem.Encoding.PEM)
    return key.private_bytes(pem.Encoding.PEM, pem.PrivateFormat.PKCS8, pem.NoEncryption()) + made


def _moment(certificate: x509.Certificate, name: str) -> float:
    """Return a moment in seconds since 1970; version 42 gave it another name."""
    moment = getattr(certificate, f"{name}_utc", None) or getattr(certificate, name).replace(tzinfo=UTC)
    return float(moment.timestamp())


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.IPv4Address(name))
    except ValueError:
        return x509.DNSName(name)
