"""``charkoni https``: the box's own certificate authority, with what a person does on each phone."""

from __future__ import annotations

import argparse
import time

from device.cli.arguments import Commands, add_place, folder_of, port
from device.cli.phones import print_code


def add(commands: Commands) -> None:
    """Add the command."""
    https = commands.add_parser("https", help="let phones trust the box, so that its page can be installed")
    which = https.add_mutually_exclusive_group()
    which.add_argument("--off", action="store_true", help="plain HTTP alone; phones go on trusting the box")
    which.add_argument("--forget", action="store_true", help="the same, and delete the certificate authority")
    https.add_argument("--port", type=port, help="where the page is served, if play was told so (8000)")
    add_place(https)
    https.set_defaults(run=_https)


def _https(asked: argparse.Namespace) -> int:
    return _turn_off(asked) if asked.off or asked.forget else _turn_on(asked)


def _turn_on(asked: argparse.Namespace) -> int:
    """Turn HTTPS on, and print how a phone comes to trust the box; the box may be running."""
    import socket

    from device.config import load_config
    from device.net.authority import Authority, by_name_or_number, certificates, names_of_machine
    from device.net.server import address_of

    folder, page = folder_of(asked), load_config(asked.config).page
    certificates()
    authority = Authority(folder)
    is_new = authority.turn_on(names_of_machine(socket.gethostname()))
    number = address_of(page.host)
    address = f"http://{number}:{asked.port or page.port}/install"
    if is_new:
        print(f"HTTPS is on. The box has made a certificate authority of its own, in {authority.folder}.")
    else:
        print(f"HTTPS is on, with the certificate authority of before, in {authority.folder}.")
    print("It vouches for this box's names and for numbers of home networks, and for nothing else.")
    print("A box that runs takes it up within ten seconds; else start it with 'charkoni play'.")
    print()
    print_code(address)
    print(f"1. Scan the code with a phone, or open  {address}")
    print("2. Follow the steps for that phone. It shows the certificate: compare its SHA-256 fingerprint.")
    print(_in_two_lines(authority.fingerprint()))
    name = by_name_or_number(number)
    print(f"3. Open  https://{name}:{page.https_port}/  and put it on the home screen.")
    if name != number:
        print(f"   {number} is no number of a home network, so the authority does not vouch for it.")
    print()
    today = time.strftime("%Y-%m-%d")
    print(f"The box's clock says {today}. If it is wrong by months, phones refuse the certificate;")
    print("the box makes it anew by itself once the clock is right. Plain HTTP stays as it was.")
    print("'charkoni https --off' turns it off, '--forget' deletes the authority as well.")
    return 0


def _turn_off(asked: argparse.Namespace) -> int:
    """Turn HTTPS off; delete the authority with its key if asked."""
    from device.net.authority import Authority

    authority = Authority(folder_of(asked))
    was_on, was_made = authority.turn_off(), authority.is_made
    print("HTTPS is off." if was_on else "HTTPS was not on.")
    if asked.forget and was_made:
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
