"""Handle actions from a phone: record a line, undo the phone's last line, and call an officer."""

from __future__ import annotations

from aiohttp import web

from referee.club.phones import calls, line_entry
from referee.club.phones.evening_state import Phone, Reason
from referee.club.text.faults import ClubFault, LogChanged
from referee.phones.limits import parse_number
from referee.phones.pages import render
from referee.phones.responses import paired_phone, status_of
from referee.phones.state import Phones
from referee.phones.table_page import LONGEST_LINE, recorded_in_words, render_entry_part, render_page
from referee.web.answers import page, see_other
from referee.web.forms import fields


async def record_line(request: web.Request) -> web.Response:
    """Record a line unless the table's record has grown since the page was loaded. A repeated key records once."""
    phones, phone = paired_phone(request)
    form = await fields(request, "line", "key", "steps")
    phones.write_rate.refuse(phone.id)
    steps = parse_number(form["steps"], "steps")
    if not form["key"].isprintable() or not 0 < len(form["key"]) <= 64:
        raise web.HTTPBadRequest(text="The form has no key. Reload the page, then try again.")
    if len(form["line"]) > LONGEST_LINE:
        raise web.HTTPBadRequest(text=f"A line has at most {LONGEST_LINE} characters.")
    table = phones.table_of(phone)
    try:
        if table is None or table.log is None or table.public is None or (refusal := phones.why_not(phone)):
            raise ClubFault(refusal if table and table.public else "You are not at a table now.")
        log, public, club = table.log, table.public, phones.club
        lines = line_entry.read_lines(public, form["line"])
        async with phones.locks[table.seated.table]:
            key = form["key"]
            recorded = await phones.run_change(
                lambda: phones.keep_log(line_entry.enter_lines(club, phone, log, lines, key=key, only_after=steps))
            )
    except ClubFault as fault:
        text = _refusal_text(phones, phone, fault)
        return _refused_page(request, phones, phone, text, status_of(fault), typed=form["line"])
    if "X-Part" in request.headers:
        return page(render_entry_part(phones, phone, told=recorded_in_words(phones.table_of(phone), recorded)))
    return see_other(f"/t?did={recorded}")


async def undo_line(request: web.Request) -> web.Response:
    """Undo the phone's own last line."""
    phones, phone = paired_phone(request)
    form = await fields(request, "line", "how")
    phones.write_rate.refuse(phone.id)
    line = parse_number(form["line"], "a line")
    if form["how"] not in ("mistake", "at the table"):
        raise web.HTTPBadRequest(text="The form does not say why. Reload the page, then try again.")
    table = phones.table_of(phone)
    try:
        if table is None or (refusal := phones.why_not(phone)):
            raise ClubFault(refusal if table else "You are not at a table now.")
        club, match, mistake = phones.club, table.seated.number.id, form["how"] == "mistake"
        async with phones.locks[table.seated.table]:
            await phones.run_change(lambda: line_entry.take_back(club, phone, match, line, mistake=mistake))
    except ClubFault as fault:
        return _refused_page(request, phones, phone, _refusal_text(phones, phone, fault), status_of(fault))
    text = f"Line {line} is undone."
    return page(render_entry_part(phones, phone, told=text)) if "X-Part" in request.headers else see_other("/t")


def _refusal_text(phones: Phones, phone: Phone, fault: ClubFault) -> str:
    """Return the reason for a refusal, with any line that someone else recorded meanwhile."""
    table = phones.table_of(phone)
    if isinstance(fault, LogChanged) and fault.lines and table and table.public:
        line = next((line for line in table.public.log if line.number == fault.lines[-1]), None)
        if line:
            return (
                f"Not recorded, because line {line.number} was recorded first: {line.text}. "
                "Compare, and send yours again if it is different."
            )
    return f"Not recorded: {fault}"


def _refused_page(
    request: web.Request, phones: Phones, phone: Phone, text: str, status: int, *, typed: str = ""
) -> web.Response:
    """Return the page with the reason for a refusal. The text `typed` stays in the input."""
    if "X-Part" in request.headers:
        return page(render_entry_part(phones, phone, told=text, typed=typed), status)
    return page(render_page(phones, phone, told=text, typed=typed), status)


async def call_page(request: web.Request) -> web.Response:
    """Return the page that asks for the reason of a call."""
    phones, phone = paired_phone(request)
    table = phones.table_of(phone)
    if table is None:
        return see_other("/t")
    call = phones.evening.tonight.call_at(table.seated.table)
    return page(render("call.html", table=table.seated.table, call=call, reasons=[*Reason], told=""))


async def call(request: web.Request) -> web.Response:
    """Call an officer, or cancel the call. Read-only phones may call too."""
    phones, phone = paired_phone(request)
    form = await fields(request, "reason")
    phones.write_rate.refuse(phone.id)
    table = phones.table_of(phone)
    if form["reason"] not in (*Reason.__members__, "none"):
        raise web.HTTPBadRequest(text="There is no such reason. Reload the page, then try again.")
    if table is None:
        return see_other("/t")
    club, session, reason = phones.club, phones.evening.session, form["reason"]
    if reason == "none":
        await phones.run_change(lambda: calls.end_call(club, session, table.seated.table))
    else:
        await phones.run_change(lambda: calls.call(club, session, phone, Reason[reason]))
    return see_other("/t")
