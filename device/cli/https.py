"""``charkoni https``: the box's own certificate authority, with what a person does on each phone."""

from __future__ import annotations

import datetime
import socket
import sys
from pathlib import Path

from device.config import load_config
from device.net.authority import Authority, by_name_or_number, names_of_machine
from device.net.openssl import CertificateError, has_openssl
from device.net.server import address_of, qr_code


def turn_on(folder: Path, *, config: Path | None = None, port: int | None = None) -> int:
    """Turn HTTPS on, and print how a phone comes to trust the box; the box may be running.

    Args:
        folder: The box's data folder.
        config: The box's config, which says where the page is.
        port: Where the page is over plain HTTP, if the box was told so when it was started.

    Raises:
        CertificateError: If the authority cannot be made or read.
        ConfigError: If the config cannot be read.
    """
    page = load_config(config).page
    if not has_openssl():
        raise CertificateError("there is no program openssl: sudo apt install openssl")
    authority = Authority(folder)
    is_new = authority.turn_on(names_of_machine(socket.gethostname()))
    number = address_of(page.host)
    address = f"http://{number}:{port or page.port}/install"
    if is_new:
        print(f"HTTPS is on. The box has made a certificate authority of its own, in {authority.folder}.")
    else:
        print(f"HTTPS is on, with the certificate authority of before, in {authority.folder}.")
    print("It vouches for this box's names and for numbers of home networks, and for nothing else.")
    print("A box that runs takes it up within ten seconds; else start it with 'charkoni play'.")
    print()
    if sys.stdout.encoding.lower().startswith("utf"):
        print(qr_code(address))
    print(f"1. Scan the code with a phone, or open  {address}")
    print("2. Follow the steps for that phone. It shows the certificate: compare its SHA-256 fingerprint.")
    print(_in_two_lines(authority.fingerprint()))
    name = by_name_or_number(number)
    print(f"3. Open  https://{name}:{page.https_port}/  and put it on the home screen.")
    if name != number:
        print(f"   {number} is no number of a home network, so the authority does not vouch for it.")
    print()
    today = datetime.date.today()
    print(f"The box's clock says {today:%Y-%m-%d}. If it is wrong by months, phones refuse the certificate;")
    print("the box makes it anew by itself once the clock is right. Plain HTTP stays as it was.")
    print("'charkoni https --off' turns it off, '--forget' deletes the authority as well.")
    return 0


def turn_off(folder: Path, *, forget: bool = False) -> int:
    """Turn HTTPS off; delete the authority with its key if asked.

    Args:
        folder: The box's data folder.
        forget: Delete the authority as well.

    Raises:
        CertificateError: If the disk refuses.
    """
    authority = Authority(folder)
    was_on, was_made = authority.turn_off(), authority.is_made
    print("HTTPS is off." if was_on else "HTTPS was not on.")
    if forget and was_made:
        authority.forget()
        print("The certificate authority is deleted. Phones that trusted it may forget it:")
        print("  iPhone, iPad  Settings, General, VPN & Device Management, Charkoni, Remove Profile")
        print(
            "  Android       Settings, search “User credentials” or “Trusted credentials”, Charkoni, Remove"
        )
        print("  computers     where it was imported, among the certificate authorities")
    elif was_made:
        print(
            f"The certificate authority stays in {authority.folder}: 'charkoni https' turns it on again, and"
        )
        print("phones that trust it need nothing new. 'charkoni https --forget' deletes it.")
    if was_on:
        print("Apps on home screens find the box no more: open it in the browser, over http.")
    return 0


def _in_two_lines(fingerprint: str) -> str:
    pairs = fingerprint.split(":")
    half = len(pairs) // 2
    return f"      {':'.join(pairs[:half])}:\n      {':'.join(pairs[half:])}"
