"""Host names and addresses of requests and of this machine, and explanations for ports that fail."""

from __future__ import annotations

import errno
import ipaddress
import re
import socket
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

_HOST: Final = re.compile(r"(?P<name>[0-9a-z._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.IGNORECASE)
_TIMEOUT_SECONDS: Final = 0.2
"""The seconds to wait for a machine in the club's network."""
_ALL_ADDRESSES: Final = ("0.0.0.0", "::", "")
# Documentation addresses (RFC 5737, RFC 3849): asked for the way there, the machine says which of its own it would use.
_DOCUMENTATION_ADDRESSES: Final = {socket.AF_INET: ("192.0.2.1", 9), socket.AF_INET6: ("2001:db8::1", 9)}


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach the host."""
    try:
        return host.lower() == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def host_and_port(request: web.Request) -> str:
    """Return the host and port named by the request.

    Raise aiohttp's exception with status 400 unless there is exactly one valid host, as it is inserted into the page.
    """
    hosts = request.headers.getall("Host", ())
    if len(hosts) != 1 or not _HOST.fullmatch(hosts[0]):
        raise web.HTTPBadRequest(text="The request must name exactly one host.")
    return hosts[0].lower()


def host_name(host: str) -> str:
    """Return the name or address in ``name:port``, without the brackets of IPv6."""
    match = _HOST.fullmatch(host)
    return match["name"].strip("[]") if match else ""


def host_in_url(host: str) -> str:
    """Return the host as written in a URL, with an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host


def reachable_address(url: str, host: str) -> str:
    """Return the URL for other machines, with this machine's network address if it listens on all addresses."""
    if host not in _ALL_ADDRESSES:
        return url
    own_host = own_address(socket.AF_INET6 if ":" in host else socket.AF_INET)
    if own_host is None:
        return url.replace(host_in_url(host), "127.0.0.1")
    return url.replace(host_in_url(host), host_in_url(own_host))


def is_refused(url: str) -> bool:
    """Return whether the machine in a URL with a port refuses the connection.

    A machine that does not answer at all counts as False, as others may still reach it.
    """
    parts = urlsplit(url)
    try:
        socket.create_connection((parts.hostname or "", parts.port or 0), timeout=_TIMEOUT_SECONDS).close()
    except ConnectionRefusedError:
        return True
    except OSError:
        pass
    return False


def own_address(family: socket.AddressFamily) -> str | None:
    """Return this machine's address in its network, or None without a network. Nothing is sent."""
    with socket.socket(family, socket.SOCK_DGRAM) as way:
        try:
            way.connect(_DOCUMENTATION_ADDRESSES[family])
        except OSError:
            return None
        address = str(way.getsockname()[0])
    return None if address in _ALL_ADDRESSES else address


def why_not_served(error: OSError | ValueError, host: str, port: int) -> str:
    """Return a sentence that explains why the host and port cannot be served."""
    if isinstance(error, socket.gaierror | ValueError):
        return f"Unknown host {host!r}."
    match error.errno:
        case errno.EADDRINUSE:
            free_port = port + 1 if port < 65535 else port - 1
            return f"Port {port} is in use by another program or desk. Use another port, such as --port {free_port}."
        case errno.EADDRNOTAVAIL:
            return f"This machine has no address {host}."
        case errno.EACCES:
            return f"No permission to use port {port}. Use a port above 1023, such as --port 8000."
    return f"Port {port} of {host} cannot be served: {error.strerror}."
