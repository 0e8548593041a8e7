"""Security headers of responses. No other site may frame a page, and pages load nothing from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_HEADERS: Final = {
    # The terminal in the page adds inline styles.
    "Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src {own}; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    # Without a referrer, Chromium sends a form with the origin "null".
    "Referrer-Policy": "same-origin",
}


_OWN_PAGE_HEADERS: Final = {
    **_HEADERS,
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def headers_of_own_pages() -> Mapping[str, str]:
    """Return the headers for pages with neither inline scripts nor inline styles."""
    return _OWN_PAGE_HEADERS


def security_headers(origin: str) -> Mapping[str, str]:
    """Return the headers for a page served at an origin, such as ``http://127.0.0.1:8000``.

    They name the origin's WebSocket, as not every browser counts it as ``'self'``. Pass "" for an unknown origin.
    """
    sources = f"'self' {re.sub('^http', 'ws', origin)}".rstrip()
    return {name: value.format(own=sources) for name, value in _HEADERS.items()}
