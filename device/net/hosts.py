"""By which names and numbers this box may be opened, asked anew of the machine for every request.

A number may change while the box runs, and a laptop may have several. No list is kept: a number is the
machine's own if a socket can be bound to it.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Collection

from device.net.authority import ANNOUNCED, names_of_machine
from device.net.server import address_of


class OwnHosts:
    """The names and numbers of this machine."""

    def __init__(
        self,
        *,
        host: str,
        port: int,
        names: Collection[str] = (),
        machine: Callable[[], str] = socket.gethostname,
    ) -> None:
        """Take what does not change.

        Args:
            host: Address that is listened on.
            port: Port of the page.
            names: Further names and numbers, of the config.
            machine: Tells what this machine calls itself.
        """
        self._host = host
        self._port = port
        self._further = frozenset(name.lower().rstrip(".") for name in names)
        self._machine = machine

    def known(self, name: str) -> bool:
        """True if phones may open the box by this name or number now."""
        if name in self._further:
            return True
        try:
            number = ipaddress.ip_address(name)
        except ValueError:
            return name in names_of_machine(self._machine())
        return is_own(number)

    def addresses(self) -> list[str]:
        """List the addresses to open instead, the number that phones are shown first."""
        number = address_of(self._host)
        names = [number] if number.startswith("127.") else [number, ANNOUNCED]
        return [f"http://{name}:{self._port}/" for name in names]


def is_own(number: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """True if this machine has a number at this moment; nothing is sent."""
    if isinstance(number, ipaddress.IPv6Address) and number.ipv4_mapped is not None:
        number = number.ipv4_mapped
    if number.is_unspecified or number.is_multicast:
        return False  # every machine can be bound to these, and none is meant
    if isinstance(number, ipaddress.IPv4Address):
        return _can_be_bound(socket.AF_INET, (str(number), 0))
    # A number of one cable alone is known together with that cable.
    cables = [index for index, _ in socket.if_nameindex()] if number.is_link_local else [0]
    return any(_can_be_bound(socket.AF_INET6, (str(number), 0, 0, cable)) for cable in cables)


def _can_be_bound(family: socket.AddressFamily, address: tuple[object, ...]) -> bool:
    try:
        with socket.socket(family, socket.SOCK_STREAM) as asked:
            asked.bind(address)
    except OSError:
        return False
    return True
