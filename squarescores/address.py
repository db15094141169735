"""Where the app can be reached: the listening socket, its addresses, and the QR code in the terminal."""

from __future__ import annotations

import errno
import io
import socket
import struct

import segno

from squarescores.settings import Settings, SettingsError

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared with, and the default: phones at the table have to reach it
SILENT_FOR = 30_000  # milliseconds
HALF_FOR = 10  # seconds


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there.

    Raises SettingsError, in one sentence, where the port is taken or the address is not this machine's.
    """
    try:
        family, *_, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE | socket.AI_NUMERICSERV
        )[0]
        listening = socket.create_server(place[:2], family=family, backlog=2048)
    except OSError as error:
        raise SettingsError(_why_not(error, host, port)) from error
    # An answer's head and body are sent one after the other, and the second is not to wait for an echo.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    # A phone that falls silent in the middle of a request holds a thread no longer than that. The connections
    # that are accepted here have what is set here.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", HALF_FOR, 0))
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # A phone that walked out of the Wi-Fi says no goodbye; without this its stream holds a thread
        # for a quarter of an hour.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT_FOR)
    return listening


def _why_not(error: OSError, host: str, port: int) -> str:
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return f"This machine has no address {host}; try --host 0.0.0.0."
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken; stop what uses it or choose another with --port or SQUARESCORES_PORT."
    if error.errno == errno.EACCES:
        return f"Port {port} is not allowed to you; choose one above 1023 with --port."
    return f"Cannot listen on {host} port {port}: {error.strerror}."


def addresses(settings: Settings, port: int) -> list[str]:
    """Addresses to open, the one for other phones last; only one where only this machine can reach it."""
    if settings.base_url:
        return [_url("localhost", port), settings.base_url]
    if settings.host not in EVERYWHERE:
        return [_url(settings.host, port)]
    network = _network_address()
    return [_url("localhost", port), *([_url(network, port)] if network else [])]


def _url(host: str, port: int) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}" if port == 80 else f"http://{name}:{port}"


def _network_address() -> str | None:
    """The machine's address on its network: asking the system for a route sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # an address that documents use and nobody has
        except OSError:
            return None
        found: str = asking.getsockname()[0]
    return None if found.startswith(("127.", "0.")) else found


def welcome(settings: Settings, port: int) -> str:
    """What the terminal says once the app listens: each address, and the last as a QR code."""
    known = addresses(settings, port)
    lines = ["SquareScores Pedro is open.", ""]
    lines += [f"  on this machine  {known[0]}"]
    lines += [f"  on the network   {known[-1]}"] if len(known) > 1 else []
    return "\n".join([*lines, "", _qr(known[-1]), "Ctrl-C ends it; every sheet is kept."])


def _qr(url: str) -> str:
    drawn = io.StringIO()
    segno.make(url, micro=False).terminal(drawn, compact=True, border=2)
    return drawn.getvalue()
