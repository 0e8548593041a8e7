"""The officer's page with calls, reports, phones and switches. It needs the desk's password."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from aiohttp import web
from markupsafe import Markup

from referee.club.match.ending import finish
from referee.club.match.view import line_view
from referee.club.phones import calls, pairing, report_settlement, reports
from referee.club.phones.evening_state import EVERYWHERE, ResultReport, Switches
from referee.club.text.faults import ClubFault
from referee.phones.evening import TableNow
from referee.phones.limits import parse_number
from referee.phones.pages import render
from referee.phones.responses import status_of
from referee.phones.state import STATE, Phones
from referee.phones.wording import reported_in_words
from referee.web.answers import page, see_other
from referee.web.forms import fields
from referee.web.hosts import is_loopback


async def officer_page(request: web.Request) -> web.Response:
    """Return the officer's page, or the login page."""
    phones = request.app[STATE]
    if not is_officer(request, phones):
        assert phones.logins is not None
        return phones.logins.login_page(request)
    return _officer_page(phones)


async def log_in(request: web.Request) -> web.Response:
    """Log the browser in with the desk's password."""
    phones = request.app[STATE]
    _refuse_unencrypted(request, phones)
    return await phones.logins.log_in(request) if phones.logins else see_other("/officer")


async def log_out(request: web.Request) -> web.Response:
    """Log the browser out."""
    phones = request.app[STATE]
    await fields(request)
    return phones.logins.log_out(request) if phones.logins else see_other("/officer")


async def run_action(request: web.Request) -> web.Response:
    """Carry out the action of a button on the officer's page."""
    phones = request.app[STATE]
    if not is_officer(request, phones):
        raise web.HTTPUnauthorized(text="Log in first.")
    form = await fields(request, "do", "table", "id", "version")
    deed = _ACTIONS.get(form["do"])
    if deed is None:
        raise web.HTTPBadRequest(text="There is no such button. Reload the page, then try again.")
    if form["do"] in _TABLE_ACTIONS:
        parse_number(form["table"], "a table")
    version = parse_number(form["version"], "a version")
    try:
        await phones.run_change(lambda: deed(phones, form["table"], form["id"], version))
    except ClubFault as fault:
        return _officer_page(phones, str(fault), status_of(fault))
    return see_other("/officer")


def is_officer(request: web.Request, phones: Phones) -> bool:
    """Return whether the request comes from an officer.

    Raise aiohttp's exception with status 403 if the requesting machine may not open the page at all.
    """
    _refuse_unencrypted(request, phones)
    return phones.logins is None or bool(phones.logins.login_of(request))


def _refuse_unencrypted(request: web.Request, phones: Phones) -> None:
    if is_loopback(request.remote or ""):
        return
    if phones.settings.tls is None:
        raise web.HTTPForbidden(
            text="The officer's page opens only on the serving computer, as a password would travel unencrypted. "
            "With a certificate (--cert), it opens elsewhere too."
        )
    if phones.logins is None:
        raise web.HTTPForbidden(
            text="Set REFEREE_PASSWORD first: without it, the officer's page opens only on the serving computer."
        )


def render_part(phones: Phones, told: str = "") -> str:
    """Return the changing part of the officer's page."""
    evening, tonight = phones.evening, phones.evening.tonight
    by_match = {table.seated.number.id: table for table in evening.tables.values()}
    return render(
        "officer_part.html",
        told=told,
        calls=[
            {
                "table": call.table,
                "reason": call.reason.value,
                "coming": call.coming,
                "who": "" if call.member is None else evening.public.at(call.member),
            }
            for call in tonight.calls
        ],
        reports=[
            _report_values(phones, report, by_match[match].seated.table)
            for match, report in tonight.reports.items()
            if match in by_match and not by_match[match].seated.finished
        ],
        agreed=len(report_settlement.agreed_matches(tonight)),
        waiting=[
            (table.seated.table, f"line {number}, {_line_text(table, number)}")
            for table in evening.tables.values()
            for number in table.waiting
        ],
        tables=[_table_values(phones, table) for table in evening.tables],
        codes=True,
        off=tonight.off,
    )


def _officer_page(phones: Phones, text: str = "", status: int = 200) -> web.Response:
    password = phones.logins is not None
    return page(
        render("officer.html", club=phones.evening.club, password=password, part=Markup(render_part(phones, text))),
        status,
    )


def _line_text(table: TableNow, number: int) -> str:
    """Return the text of a line for officers."""
    return line_view(table.log, table.log.entries[number - 1]).text if table.log else ""


def _report_values(phones: Phones, report: ResultReport, table: int) -> dict[str, Any]:
    table_now, public = phones.evening.tables[table], phones.evening.public
    sentences = [
        {"who": _reporter_name(phones, version.member), "places": reported_in_words(version.places, table_now, public)}
        for version in report.versions
    ]
    of_record = reports.places_of_record(table_now.log) if report.differs and table_now.log else ()
    state = report_settlement.state_of(report, reported_in_words(of_record, table_now, public), public.at)
    return {
        "table": table,
        "state": state,
        "versions": sentences,
        "settled": report.settled,
        "open": not report.settled,
    }


def _reporter_name(phones: Phones, member: int | None) -> str:
    return "The tablet" if member is None else phones.evening.public.at(member)


def _table_values(phones: Phones, table: int) -> dict[str, Any]:
    tonight, public = phones.evening.tonight, phones.evening.tables[table].public
    return {
        "table": table,
        "code": tonight.codes.get(table, ""),
        "read": tonight.at(table).read,
        "previews": phones.evening.tables[table].previews,
        "rules": bool(public and not public.result_only),
        "phones": [
            {
                "id": phone.id,
                "number": phone.number,
                "writes": phone.writes,
                "who": _reporter_name(phones, phone.member),
            }
            for phone in report_settlement.phones_at(tonight, table)
        ],
    }


def _find_match(phones: Phones, table: str) -> int:
    seated_table = phones.evening.tonight.seated(int(table))
    if seated_table is None:
        raise ClubFault(f"There is no table {table} tonight.")
    return seated_table.number.id


def _finish_all(phones: Phones) -> None:
    if unfinished := report_settlement.finish_agreed(phones.club, phones.evening.session).left:
        raise ClubFault(" ".join(unfinished))


def _switch_action(change: Callable[[Switches], Switches], everywhere: str = "") -> _Action:
    return lambda phones, table, _id, _version: pairing.switch(
        phones.club, phones.evening.session, everywhere or int(table), change
    )


_Action = Callable[[Phones, str, str, int], object]
_TABLE_ACTIONS: Final = frozenset(
    ("coming", "done", "record", "withdraw", "finish", "new code", "read", "write", "previews on", "previews off")
)
_ACTIONS: Final[Mapping[str, _Action]] = {
    "coming": lambda phones, table, _id, _version: calls.mark_coming(phones.club, phones.evening.session, int(table)),
    "done": lambda phones, table, _id, _version: calls.end_call(phones.club, phones.evening.session, int(table)),
    "record": lambda phones, table, _id, version: reports.record(
        phones.club, phones.evening.session, _find_match(phones, table), version
    ),
    "withdraw": lambda phones, table, _id, _version: reports.withdraw(
        phones.club, phones.evening.session, _find_match(phones, table)
    ),
    "finish": lambda phones, table, _id, _version: finish(phones.club, _find_match(phones, table)),
    "finish all": lambda phones, _table_values, _id, _version: _finish_all(phones),
    "new code": lambda phones, table, _id, _version: pairing.renew_code(
        phones.club, phones.evening.session, int(table)
    ),
    "read": _switch_action(lambda switches: replace(switches, read=True)),
    "write": _switch_action(lambda switches: replace(switches, read=False)),
    "previews on": _switch_action(lambda switches: replace(switches, previews=True)),
    "previews off": _switch_action(lambda switches: replace(switches, previews=False)),
    "off": _switch_action(lambda switches: replace(switches, off=True), EVERYWHERE),
    "on": _switch_action(lambda switches: replace(switches, off=False), EVERYWHERE),
    "let write": lambda phones, _table_values, id, _version: pairing.let_write(phones.club, phones.evening.session, id),
    "unpair": lambda phones, _table_values, id, _version: pairing.unpair(phones.club, phones.evening.session, id),
}
