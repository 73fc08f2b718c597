"""``charkoni pair`` and ``charkoni phones``: let a phone in from the terminal, list those that are in."""

from __future__ import annotations

import argparse
import sys
import time

from device.cli.arguments import Commands, add_place, folder_of, port
from device.errors import ConfigError

_ROLES = {"watcher": "watches", "player": "plays", "admin": "plays and changes the box"}


def add(commands: Commands) -> None:
    """Add both commands."""
    pair = commands.add_parser("pair", help="show the code that lets a phone in")
    pair.add_argument("--admin", action="store_true", help="make that phone an admin; this code fits once")
    pair.add_argument("--port", type=port, help="where the page is served, if play was told so (8000)")
    add_place(pair)
    pair.set_defaults(run=_pair)
    phones = commands.add_parser("phones", help="list the phones that were let in")
    add_place(phones)
    phones.set_defaults(run=_phones)


def print_code(address: str) -> None:
    """Draw an address for a phone's camera, where the terminal can show it."""
    from device.net.server import qr_code

    if sys.stdout.encoding.lower().startswith("utf"):
        print(qr_code(address))


def _pair(asked: argparse.Namespace) -> int:
    """Print the code and the address that let a phone in; the box may be running."""
    from device.config import load_config
    from device.net.server import address_of
    from device.store import Journal
    from web.house.credentials import keys

    with Journal(folder_of(asked), writing=False) as journal:
        found = keys(journal)
    if found is None:
        raise ConfigError("no box has run here yet, so there is no key: start it with 'charkoni play'")
    page = load_config(asked.config).page
    key = found[1] if asked.admin else found[0]
    plain = f"http://{address_of(page.host)}:{asked.port or page.port}/"
    address = f"{plain}?key={key}"
    print_code(address)
    if asked.admin:
        print(f"To change the box, scan the code with a phone, or open  {address}")
        print("The code fits once. It makes a phone that plays already an admin.")
    else:
        print(f"To play, scan the code with a phone, or open  {address}")
    print(f"Anyone on the home network may watch at {plain}")
    return 0


def _phones(asked: argparse.Namespace) -> int:
    from device.store import Journal
    from web.house.credentials import paired

    with Journal(folder_of(asked), writing=False) as journal:
        phones = paired(journal).values()
    if not phones:
        print("no phone was let in yet: 'charkoni pair' shows the code")
    for phone in phones:
        moment = time.strftime("%Y-%m-%d %H:%M", time.localtime(phone.seen or phone.since))
        name = phone.name or "a phone without a name"
        print(f"{name}: {_ROLES[phone.role]}, last seen {moment}")
    return 0
