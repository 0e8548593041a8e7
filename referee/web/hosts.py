"""Host names and addresses: what a request names, where this machine is reached, and why a port cannot be served."""

from __future__ import annotations

import errno
import ipaddress
import re
import socket
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

_HOST: Final = re.compile(r"(?P<name>[0-9a-z._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.IGNORECASE)
_PATIENCE: Final = 0.2
"""For how many seconds a machine of the club's network is waited for."""
_EVERYWHERE: Final = ("0.0.0.0", "::", "")
# Documentation addresses (RFC 5737, RFC 3849): asked for the way there, the machine says which of its own it would use.
_ELSEWHERE: Final = {socket.AF_INET: ("192.0.2.1", 9), socket.AF_INET6: ("2001:db8::1", 9)}


def is_loopback(host: str) -> bool:
    """Tell whether only this machine can reach a host."""
    try:
        return host.lower() == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def host_and_port(request: web.Request) -> str:
    """Return the host that a request names, with its port; anything else is refused, as it goes into the page."""
    hosts = request.headers.getall("Host", ())
    if len(hosts) != 1 or not _HOST.fullmatch(hosts[0]):
        raise web.HTTPBadRequest(text="The request must name exactly one host.")
    return hosts[0].lower()


def host_name(host: str) -> str:
    """Return the name or address in ``name:port``, without the brackets of IPv6."""
    match = _HOST.fullmatch(host)
    return match["name"].strip("[]") if match else ""


def host_in_url(host: str) -> str:
    """Return a host as it stands in a URL: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host


def reachable_address(url: str, host: str) -> str:
    """Return the address that others type: of a server that listens everywhere, the machine's own in its network."""
    if host not in _EVERYWHERE:
        return url
    own = own_address(socket.AF_INET6 if ":" in host else socket.AF_INET)
    if own is None:
        return url.replace(host_in_url(host), "127.0.0.1")
    return url.replace(host_in_url(host), host_in_url(own))


def refuses(url: str) -> bool:
    """Tell whether a machine says that nobody listens where a URL leads, which names its port.

    Of one that does not say anything it is not known: it may be reached by others.
    """
    at = urlsplit(url)
    try:
        socket.create_connection((at.hostname or "", at.port or 0), timeout=_PATIENCE).close()
    except ConnectionRefusedError:
        return True
    except OSError:
        pass
    return False


def own_address(family: socket.AddressFamily) -> str | None:
    """Return this machine's address in its network, or None where it is in none. Nothing is sent for that."""
    with socket.socket(family, socket.SOCK_DGRAM) as way:
        try:
            way.connect(_ELSEWHERE[family])
        except OSError:
            return None
        found = str(way.getsockname()[0])
    return None if found in _EVERYWHERE else found


def why_not_served(error: OSError | ValueError, host: str, port: int) -> str:
    """Return in a sentence why a host and a port cannot be served."""
    if isinstance(error, socket.gaierror | ValueError):
        return f"Unknown host {host!r}."
    match error.errno:
        case errno.EADDRINUSE:
            other = port + 1 if port < 65535 else port - 1
            return f"Port {port} is in use by another program or desk. Use another port, such as --port {other}."
        case errno.EADDRNOTAVAIL:
            return f"This machine has no address {host}."
        case errno.EACCES:
            return f"No permission to use port {port}. Use a port above 1023, such as --port 8000."
    return f"Port {port} of {host} cannot be served: {error.strerror}."
