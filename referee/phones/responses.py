"""Find the phone that sent a request, and the HTTP status of a refusal."""

from __future__ import annotations

from aiohttp import web

from referee.club.phones.evening_state import Phone
from referee.club.phones.pairing import WrongCode
from referee.club.text.faults import ClubFault, MisreadLine, StoreFault
from referee.phones.state import STATE, Phones


def status_of(fault: ClubFault) -> int:
    """Return the HTTP status for a fault."""
    if isinstance(fault, StoreFault):
        return 503
    if isinstance(fault, WrongCode):
        return 404
    return 400 if isinstance(fault, MisreadLine) else 409


def paired_phone(request: web.Request) -> tuple[Phones, Phone]:
    """Return the server and the phone of a request.

    Raise aiohttp's exception for an unpaired phone: a redirect to the first page, or status 401.
    """
    phones = request.app[STATE]
    phone = phones.phone(request)
    if phone is None:
        if request.method == "GET" and "X-Part" not in request.headers:
            raise web.HTTPSeeOther("/")
        raise web.HTTPUnauthorized(text="This phone is no longer paired. Type the code of your table.")
    return phones, phone
