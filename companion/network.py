"""What this machine is called by others on its network: found without a packet to anyone."""

import socket
import struct
import sys

SIOCGIFFLAGS, SIOCGIFADDR = 0x8913, 0x8915
IFF_UP, IFF_LOOPBACK = 0x1, 0x8
ANY = ("0.0.0.0", "::")  # noqa: S104
"""Hosts that stand for every address of this machine."""


def lan_addresses() -> list[str]:
    """IPv4 addresses of this machine that other machines can reach, the one of the way out first; none: no network."""
    if not sys.platform.startswith("linux"):
        return _address_of_route()
    first = _interface_of_default_route()
    found = {name: address for _, name in socket.if_nameindex() if (address := _address_of(name))}
    return list(dict.fromkeys(sorted(found.values(), key=lambda address: address != found.get(first))))


def _address_of(interface: str) -> str | None:
    import fcntl

    name = struct.pack("256s", interface.encode()[:15])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as channel:
        try:
            flags = struct.unpack_from("H", fcntl.ioctl(channel, SIOCGIFFLAGS, name), 16)[0]
            if not flags & IFF_UP or flags & IFF_LOOPBACK:
                return None
            return socket.inet_ntoa(fcntl.ioctl(channel, SIOCGIFADDR, name)[20:24])
        except OSError:
            return None  # an interface without an IPv4 address


def _interface_of_default_route() -> str:
    try:
        with open("/proc/net/route", encoding="ascii") as table:
            rows = [line.split() for line in table][1:]
    except OSError:
        return ""
    return next((row[0] for row in rows if row[1] == "00000000"), "")


def _address_of_route() -> list[str]:
    """Asks the system which of its addresses it would send from. Connecting a UDP socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as channel:
        try:
            channel.connect(("10.255.255.255", 9))
        except OSError:
            return []
        return [str(channel.getsockname()[0])]


def why_not_free(host: str, port: int) -> str | None:
    """Why no server can listen there, in words; None when one can."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError:
        return f"no address of this machine is called {host!r}"
    with socket.socket(family, kind, protocol) as trial:
        # As the server will do: a port whose last owner has just gone is free.
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(address)
            trial.listen(1)
        except OSError as error:
            return f"port {port} at {host} cannot be taken: {error.strerror or error}"
    return None


def url(host: str, port: int) -> str:
    """The address as a browser takes it."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
