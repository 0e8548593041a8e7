"""Read form data with limits on its size and on the time to arrive."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Final

from aiohttp import web

from referee.web.authentication import client_network

LONGEST_BODY: Final = 8 * 1024
"""The largest number of bytes in a form with a line and a few fields."""
SLOWEST_BODY: Final = 10.0
"""The longest time for a form to arrive, in seconds, as a slow sender holds a connection."""


ARRIVING_AT_ONCE: Final = 16
"""The number of forms from one sender arriving at the same time, as each holds an open file."""
SENDER: Final = "sender"
"""The key for a request's sender, if known. Many senders may share an address."""
ARRIVING: Final = web.AppKey("arriving", Counter[str])
_CONTENT_TYPE: Final = "application/x-www-form-urlencoded"


async def fields(request: web.Request, *names: str) -> dict[str, str]:
    """Return the named fields of a form. Each must occur exactly once.

    Raise aiohttp's exception with status 400 for a missing or repeated field or an unreadable form, 408 for a form that
    does not arrive, 413 for one that is too large, and 429 if one sender has too many on the way.
    """
    if request.content_type != _CONTENT_TYPE or "Content-Encoding" in request.headers:
        raise _unreadable_form()
    arriving, sender = request.app[ARRIVING], request.get(SENDER) or client_network(request.remote or "")
    if arriving[sender] >= ARRIVING_AT_ONCE:
        raise web.HTTPTooManyRequests(
            text="Too many forms at once. Wait 10 s, then try again.", headers={"Retry-After": "10"}
        )
    arriving[sender] += 1
    try:
        async with asyncio.timeout(SLOWEST_BODY):
            form = await request.post()
    except TimeoutError:
        raise web.HTTPRequestTimeout(text="The form did not arrive. Try again.") from None
    except (ValueError, LookupError, UnicodeError, web.RequestPayloadError):
        raise _unreadable_form() from None
    finally:
        arriving[sender] -= 1
        if not arriving[sender]:
            del arriving[sender]
    texts: dict[str, str] = {}
    for name in names:
        values = form.getall(name, [])
        if len(values) != 1 or not isinstance(values[0], str):
            raise web.HTTPBadRequest(text=f"The form has no single {name!r}. Reload the page, then try again.")
        texts[name] = values[0]
    if any("\ufffd" in text for text in texts.values()):
        raise web.HTTPBadRequest(text="The form is not UTF-8. Reload the page, then try again.")
    return texts


def _unreadable_form() -> web.HTTPException:
    return web.HTTPBadRequest(text="The form cannot be read. Reload the page, then try again.")
