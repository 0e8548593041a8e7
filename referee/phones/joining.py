"""Pair a phone with a seat by the table's code, and unpair it."""

from __future__ import annotations

from aiohttp import web

from referee.club.phones import pairing
from referee.club.phones.codes import parse_code
from referee.club.text.faults import ClubFault
from referee.phones.evening import TableNow
from referee.phones.limits import COOKIE, parse_number
from referee.phones.pages import render
from referee.phones.responses import paired_phone, status_of
from referee.phones.state import STATE, Phones
from referee.web.answers import page, see_other
from referee.web.forms import fields


async def first_page(request: web.Request) -> web.Response:
    """Return the page that asks for a table's code, or redirect a paired phone to its table."""
    phones = request.app[STATE]
    if phones.phone(request):
        return see_other("/t")
    return page(render("join.html", club=phones.evening.club, told=""))


async def who_are_you(request: web.Request) -> web.Response:
    """Return the page that asks for the player's name at the table of a code.

    This does not use up the code, as cameras open links in advance.
    """
    phones = request.app[STATE]
    text = request.match_info.get("code") or request.query.get("code", "")
    try:
        table = await _find_table(request, phones, text)
    except pairing.WrongCode as fault:
        return page(render("join.html", club=phones.evening.club, told=str(fault)), 404)
    return page(_name_page(phones, table, text))


async def join(request: web.Request) -> web.Response:
    """Pair a phone with a seat."""
    phones = request.app[STATE]
    form = await fields(request, "code", "seat")
    phones.join_rate.refuse(request.remote or "")
    try:
        table = await _find_table(request, phones, form["code"])
        member = None
        if form["seat"] != "tablet":
            seat = parse_number(form["seat"], "a seat")
            if seat >= len(table.seated.members):
                raise ClubFault("There is no such seat at this table.")
            member = table.seated.members[seat]
        old_token = request.cookies.get(COOKIE, "")
        club, session = phones.club, phones.evening.session
        token = await phones.run_change(lambda: pairing.pair(club, session, form["code"], member, old_token))
    except pairing.WrongCode as code_fault:
        return page(render("join.html", club=phones.evening.club, told=str(code_fault)), 404)
    except ClubFault as fault:
        return page(render("join.html", club=phones.evening.club, told=str(fault)), status_of(fault))
    answer = see_other("/t")
    secure = phones.settings.tls is not None
    answer.set_cookie(COOKIE, token, httponly=True, samesite="Strict", path="/", secure=secure)
    return answer


async def leave(request: web.Request) -> web.Response:
    """Unpair the phone, for example before its player lends it."""
    phones, phone = paired_phone(request)
    await fields(request)
    club, session = phones.club, phones.evening.session
    await phones.run_change(lambda: pairing.unpair(club, session, phone.id))
    answer = see_other("/")
    answer.del_cookie(COOKIE, path="/")
    return answer


async def _find_table(request: web.Request, phones: Phones, text: str) -> TableNow:
    """Return the table with a code. Raise `WrongCode` if there is none.

    After too many wrong codes an address has to wait, and every wrong code gets the same response. While many addresses
    type wrong codes, each code waits for its turn.
    """
    address = request.remote or ""
    _refuse_locked_out(phones, address)
    await phones.turns.take(phones.failed_codes.failure_count(address))
    try:
        _refuse_locked_out(phones, address)  # others of its codes may have had their turns first
    except web.HTTPTooManyRequests:
        phones.turns.give_back()
        raise
    code = parse_code(text)
    if (table := phones.evening.tonight.with_code(code)) is None:
        phones.failed_codes.record_failure(address)  # before the refresh, so that parallel guesses have to wait
        await phones.refresh()  # the code may be new
        if (table := phones.evening.tonight.with_code(code)) is None:
            raise pairing.WrongCode
    phones.turns.give_back()
    phones.failed_codes.record_success(address)
    return phones.evening.tables[table.table]


def _refuse_locked_out(phones: Phones, address: str) -> None:
    """Raise aiohttp's exception with status 429 while an address is locked out after wrong codes."""
    if seconds := phones.failed_codes.lockout_seconds(address):
        raise web.HTTPTooManyRequests(
            text=f"Too many wrong codes. Wait {seconds} s, then try again.", headers={"Retry-After": str(seconds)}
        )


def _name_page(phones: Phones, table: TableNow, text: str) -> str:
    taken_members = {phone.member for phone in phones.evening.tonight.phones if phone.writes and not phone.ended}
    players = [
        (seat, table.names.get(member, f"Player {member}"), member in taken_members)
        for seat, member in enumerate(table.seated.members)
    ]
    return render("who.html", table=table.seated.table, players=players, typed=parse_code(text), told="")
