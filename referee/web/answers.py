"""HTTP responses that several web servers share: a page, and a redirect after a form."""

from __future__ import annotations

from aiohttp import web


def page(html: str, status: int = 200) -> web.Response:
    """Return a response with HTML."""
    return web.Response(text=html, status=status, content_type="text/html")


def see_other(location: str) -> web.Response:
    """Return a redirect after a form, so that reloading does not send the form again."""
    return web.Response(status=303, headers={"Location": location})
