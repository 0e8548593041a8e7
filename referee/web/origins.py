"""Check a request's host and origin, against pages of other sites and DNS rebinding."""

from __future__ import annotations

from collections.abc import Collection

from aiohttp import web

from referee.web.hosts import host_and_port, host_name, is_loopback


def refuse_other_origins(request: web.Request, own: str, server_name: str, *, is_required: bool = False) -> None:
    """Raise aiohttp's exception with status 403 for a request from another site's page.

    With `is_required`, a request without an origin is refused too.
    """
    origins = request.headers.getall("Origin", ())
    if any(origin.lower() != own for origin in origins) or (is_required and not origins):
        raise web.HTTPForbidden(text=f"The {server_name} refuses pages of other sites.")


def own_origin(request: web.Request, names: Collection[str], server_name: str) -> str:
    """Return the server's origin as the browser sees it, such as ``http://192.0.2.7:8080``.

    Raise aiohttp's exception with status 403 unless the name is one of `names` or the server's address, as another
    name's owner may have led the browser here.
    """
    host = host_and_port(request)
    name = host_name(host)
    reached = request.transport.get_extra_info("sockname") if request.transport else None
    address = str(reached[0]) if isinstance(reached, tuple) else ""
    if name not in {*names, address} and not (is_loopback(name) and is_loopback(address)):
        raise web.HTTPForbidden(
            text=f"The {server_name} cannot be reached by that name. Type the address that it shows."
        )
    return f"{request.scheme}://{host}"


def local_origin(request: web.Request, server_name: str, *, everywhere: bool) -> str:
    """Return the origin of a server for this machine only, or for everybody with `everywhere`.

    Raise aiohttp's exception with status 400 or 403 for a request from another site's page, or from another machine.
    """
    host = host_and_port(request)
    origin = f"{request.scheme}://{host}"
    refuse_other_origins(request, origin, server_name, is_required=request.method == "POST")
    if not everywhere and not is_loopback(host_name(host)):
        raise web.HTTPForbidden(text=f"Without a password, the {server_name} is open to this machine only.")
    return origin
