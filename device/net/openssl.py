"""The program ``openssl`` at work: a key and its certificate, made together and put in place at once."""

from __future__ import annotations

import contextlib
import os
import shutil
import ssl
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from device.errors import DeviceError

OPENSSL = "openssl"
"""The program."""

_PATIENCE_S = 60.0

_CONFIG = """
[authority]
database = {folder}/index
new_certs_dir = {folder}
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
copy_extensions = none
[any]
organizationName = optional
commonName = supplied
[req]
distinguished_name = nobody
prompt = no
[nobody]
commonName = nobody
[root]
basicConstraints = critical, CA:true, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
{constraints}
[page]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
{names}
"""
"""Source: openssl-ca(1), x509v3_config(5). ``ca`` because ``x509`` takes no first day before OpenSSL 3.4."""


class CertificateError(DeviceError, OSError):
    """A certificate cannot be made or read."""


def has_openssl() -> bool:
    """True if the program is there."""
    return shutil.which(OPENSSL) is not None


def issue(
    file: Path, subject: str, section: str, signed: Sequence[str], *, names: str = "", constraints: str = ""
) -> None:
    """Make a key and its certificate, and put both into one file, which nobody sees half made.

    Args:
        file: The file.
        subject: Whom the certificate names, as ``/O=Charkoni/CN=charkoni.local``.
        section: ``root`` for an authority, which signs itself, or ``page``.
        signed: By whom and for how long: options of ``openssl ca``.
        names: For whom a page's certificate stands, as lines of openssl's config.
        constraints: For whom an authority may vouch, likewise.

    Raises:
        CertificateError: If openssl is missing or cannot.
        OSError: If the disk refuses.
    """
    with tempfile.TemporaryDirectory(dir=file.parent, prefix="making-") as made:
        work = Path(made)
        config, key, asked, certificate = (work / name for name in ("config", "key", "asked", "certificate"))
        (work / "index").touch()
        config.write_text(_CONFIG.format(folder=work, names=names, constraints=constraints))
        openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", str(key))
        openssl("req", "-new", "-config", str(config), "-key", str(key), "-subj", subject, "-out", str(asked))
        if section == "root":
            signed = ("-selfsign", "-keyfile", str(key), *signed)
        openssl(
            *("ca", "-batch", "-notext", "-config", str(config), "-name", "authority"),
            *("-in", str(asked), "-out", str(certificate), "-extensions", section, *signed),
        )
        both = work / "both"
        with open(os.open(both, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            out.write(key.read_text() + certificate.read_text())
            out.flush()
            os.fsync(out.fileno())
        both.replace(file)


def openssl(*arguments: str, given: str = "") -> str:
    """Let openssl do something; what it makes is readable by its owner alone.

    Args:
        arguments: What to do.
        given: What it reads.

    Raises:
        CertificateError: If it is not installed, or it cannot.
    """
    try:
        done = subprocess.run(
            (OPENSSL, *arguments),
            input=given,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PATIENCE_S,
            check=True,
            umask=0o077,
            env={**os.environ, "LC_ALL": "C", "OPENSSL_CONF": os.devnull},
        )
    except FileNotFoundError as error:
        raise CertificateError(
            "there is no program {program}: sudo apt install openssl", program=OPENSSL
        ) from error
    except subprocess.TimeoutExpired as error:
        why = {"program": f"{OPENSSL} {arguments[0]}", "seconds": round(_PATIENCE_S)}
        raise CertificateError("{program} took longer than {seconds} s", **why) from error
    except subprocess.CalledProcessError as error:
        last = (error.stderr.strip().splitlines() or ["it does not say why"])[-1]
        program = f"{OPENSSL} {arguments[0]}"
        raise CertificateError("{program} failed: {error}", program=program, error=last) from error
    return done.stdout


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
