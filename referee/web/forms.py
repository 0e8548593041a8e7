"""Forms as browsers send them: each field once, in UTF-8, not too large and not too slowly."""

from __future__ import annotations

import asyncio
from typing import Final

from aiohttp import web

LONGEST_BODY: Final = 8 * 1024
"""Bytes of a form: a line and a few fields."""
SLOWEST_BODY: Final = 10.0
"""Seconds that a form may take to arrive: who sends it letter by letter holds a connection."""


async def fields(request: web.Request, *names: str) -> dict[str, str]:
    """Return the fields of a form, each of which it has once.

    Raises aiohttp's error for the answer: 400 for fields that no form of ours has, 408 for what does not arrive, and
    413 for what is too large.
    """
    try:
        async with asyncio.timeout(SLOWEST_BODY):
            form = await request.post()
    except TimeoutError:
        raise web.HTTPRequestTimeout(text="The form did not arrive. Try again.") from None
    except (ValueError, LookupError, UnicodeError):
        raise web.HTTPBadRequest(text="The form cannot be read. Reload the page, then try again.") from None
    found: dict[str, str] = {}
    for name in names:
        given = form.getall(name, [])
        if len(given) != 1 or not isinstance(given[0], str):
            raise web.HTTPBadRequest(text=f"The form has no single {name!r}. Reload the page, then try again.")
        found[name] = given[0]
    if any("\ufffd" in text for text in found.values()):
        raise web.HTTPBadRequest(text="The form is not UTF-8. Reload the page, then try again.")
    return found
