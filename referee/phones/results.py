"""Report the result of a match from a phone, and confirm or dispute it from others."""

from __future__ import annotations

from collections.abc import Sequence

from aiohttp import web
from markupsafe import Markup

from referee.club.phones import reports
from referee.club.phones.evening_state import Phone, Places, ResultReport
from referee.club.text.faults import ClubFault
from referee.phones.evening import TableNow
from referee.phones.pages import render
from referee.phones.responses import paired_phone, status_of
from referee.phones.state import Phones
from referee.phones.wording import reported_in_words, state_in_words
from referee.web.answers import page, see_other
from referee.web.forms import fields


async def result_page(request: web.Request) -> web.Response:
    """Return the page with the reported result and the names to tap in finishing order."""
    phones, phone = paired_phone(request)
    return _result_response(phones, phone, request.query.get("o", ""))


def _result_response(phones: Phones, phone: Phone, order_text: str, text: str = "", status: int = 200) -> web.Response:
    table = phones.table_of(phone)
    if table is None or table.log is None or table.public is None or not phones.settings.results:
        return see_other("/t")
    members, public = table.seated.members, phones.evening.public
    seats = [seat for seat, name in enumerate(table.public.names) if name in table.public.remaining_names]
    picked_seats = [seat for group in _parse_places(order_text, len(members)) for seat in group if seat in seats]
    of_record = _places_of_record(table)
    return page(
        render(
            "result.html",
            table=table.seated.table,
            told=text,
            reported=Markup(render_report_part(phones, phone)),
            pick=_can_report(phones, phone, table),
            picked=[table.public.names[seat] for seat in picked_seats],
            left=[
                (table.public.names[seat], _write_order([*picked_seats, seat]))
                for seat in seats
                if seat not in picked_seats
            ],
            order=_write_order(picked_seats),
            shorter=_write_order(picked_seats[:-1]),
            of_record=_write_places(of_record, members) if of_record else "",
            of_record_said=reported_in_words(of_record, table, public),
        ),
        status,
    )


def visible_report(phones: Phones, table: TableNow) -> ResultReport | None:
    """Return the reported result of a table for its players, or None."""
    report = phones.evening.tonight.reports.get(table.seated.number.id)
    if report is None or table.log is None or table.public is None:
        return report
    return reports.public_report(report, _places_of_record(table))


def _places_of_record(table: TableNow) -> Places:
    """Return the places by the record, or none if they depend on what only the referee was told."""
    return (
        reports.places_of_record(table.log, table.public.sheet)
        if table.log and table.public and not table.are_withheld
        else ()
    )


def render_report_part(phones: Phones, phone: Phone) -> str:
    """Return the part of the page with the reported result and the player's possible answers."""
    table = phones.table_of(phone)
    if table is None:
        return ""
    report = visible_report(phones, table)
    versions = report.versions if report else ()
    is_own = any(
        version.member == phone.member if phone.member is not None else version.phone == phone.number
        for version in versions
    )
    answers = report and _can_report(phones, phone, table) and not is_own and phone.member not in {None, *report.yes}
    return render(
        "reported.html",
        finished=table.seated.finished,
        versions=[
            {
                "who": _reporter_text(table, phones, version.member),
                "places": reported_in_words(version.places, table, phones.evening.public),
            }
            for version in versions
        ],
        state=state_in_words(report) if report else phones.why_not(phone),
        answer=_write_places(report.places, table.seated.members) if answers and report else "",
    )


def _can_report(phones: Phones, phone: Phone, table: TableNow) -> bool:
    report = phones.evening.tonight.reports.get(table.seated.number.id)
    return not phones.why_not(phone) and not table.seated.finished and not (report and report.settled)


async def report_result(request: web.Request) -> web.Response:
    """Report a result."""
    return await _handle_report(request)


async def answer_result(request: web.Request) -> web.Response:
    """Confirm or dispute a reported result."""
    return await _handle_report(request, answering=True)


async def _handle_report(request: web.Request, *, answering: bool = False) -> web.Response:
    phones, phone = paired_phone(request)
    form = await fields(request, "places", *(["yes"] if answering else []))
    phones.write_rate.refuse(phone.id)
    table = phones.table_of(phone)
    if answering and form["yes"] not in ("yes", "no"):
        raise web.HTTPBadRequest(text="The answer is yes or no. Reload the page, then try again.")
    try:
        if not phones.settings.results:
            raise ClubFault("Results are not reported by phone tonight.")
        if table is None or (refusal := phones.why_not(phone)):
            raise ClubFault(refusal if table else "You are not at a table now.")
        members = table.seated.members
        seats = _parse_places(form["places"], len(members))
        places = tuple(tuple(members[seat] for seat in group) for group in seats)
        club, session = phones.club, phones.evening.session
        async with phones.locks[table.seated.table]:
            if answering:
                yes = form["yes"] == "yes"
                await phones.run_change(lambda: reports.answer(club, session, phone, yes=yes, places=places))
            else:
                await phones.run_change(lambda: reports.report_result(club, session, phone, places))
    except ClubFault as fault:
        return _result_response(phones, phone, "", f"Not recorded: {fault}", status_of(fault))
    return see_other("/result")


def _parse_places(text: str, players: int) -> list[list[int]]:
    """Return the seats by place in a link or a form: ``2.0_3`` is seat 2, then seats 0 and 3 tied.

    Raise aiohttp's exception with status 400 for anything else.
    """
    if not text:
        return []
    try:
        groups = [[int(seat) for seat in group.split("_")] for group in text[:200].split(".")]
    except ValueError:
        groups = [[-1]]
    if any(not 0 <= seat < players for group in groups for seat in group):
        raise web.HTTPBadRequest(text="There is no such seat. Tap the names again.")
    return groups


def _write_order(seats: Sequence[int]) -> str:
    return ".".join(map(str, seats))


def _write_places(places: Places, members: Sequence[int]) -> str:
    seats_by_member = {member: seat for seat, member in enumerate(members)}
    return ".".join("_".join(str(seats_by_member.get(member, 0)) for member in group) for group in places)


def _reporter_text(table: TableNow, phones: Phones, member: int | None) -> str:
    if member is None:
        return "The tablet says"
    return f"{table.names.get(member) or phones.evening.public.at(member)} says"
