"""Answers that every server of pages gives: a page, and where a browser goes after a form."""

from __future__ import annotations

from aiohttp import web


def page(html: str, status: int = 200) -> web.Response:
    """Return a page, or a part of one."""
    return web.Response(text=html, status=status, content_type="text/html")


def see_other(to: str) -> web.Response:
    """Send a browser on after a form: what is reloaded then is sent once."""
    return web.Response(status=303, headers={"Location": to})
