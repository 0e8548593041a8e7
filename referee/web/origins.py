"""By which address a page is asked for, and from which page: what stops pages of other sites, and DNS rebinding."""

from __future__ import annotations

from collections.abc import Collection

from aiohttp import web

from referee.web.hosts import host_and_port, host_name, is_loopback


def refuse_other_origins(request: web.Request, own: str, what: str, *, named: bool = False) -> None:
    """Refuse a request that a page of another site makes; with `named`, one too that does not say whose it is."""
    origins = request.headers.getall("Origin", ())
    if any(origin.lower() != own for origin in origins) or (named and not origins):
        raise web.HTTPForbidden(text=f"The {what} refuses pages of other sites.")


def own_origin(request: web.Request, names: Collection[str], what: str) -> str:
    """Return the origin by which a browser knows the server, such as ``http://192.0.2.7:8080``.

    A browser that asks for another name than one of these `names` or the address that it has reached was led here by
    that name's owner, and is refused.
    """
    host = host_and_port(request)
    name = host_name(host)
    reached = request.transport.get_extra_info("sockname") if request.transport else None
    address = str(reached[0]) if isinstance(reached, tuple) else ""
    if name not in {*names, address} and not (is_loopback(name) and is_loopback(address)):
        raise web.HTTPForbidden(text=f"The {what} cannot be reached by that name. Type the address that it shows.")
    return f"{request.scheme}://{host}"


def local_origin(request: web.Request, what: str, *, everywhere: bool) -> str:
    """Return the origin by which a browser knows a server that is open to this machine only, or `everywhere`.

    A page of another site, open in the same browser, gets nothing and sends nothing. Raises aiohttp's error for the
    answer (400, 403).
    """
    host = host_and_port(request)
    own = f"{request.scheme}://{host}"
    refuse_other_origins(request, own, what, named=request.method == "POST")
    if not everywhere and not is_loopback(host_name(host)):
        raise web.HTTPForbidden(text=f"Without a password, the {what} is open to this machine only.")
    return own
