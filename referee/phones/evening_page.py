"""The public page of the evening, with tables, results and standings under public names."""

from __future__ import annotations

from aiohttp import web
from markupsafe import Markup

from referee.cards.words import join_words
from referee.club.disputes.view import DisputeView
from referee.phones.evening import TableNow
from referee.phones.pages import render
from referee.phones.state import STATE, Phones
from referee.phones.wording import places_in_words, title_of
from referee.tournaments.clocks.clock import ClockState, describe_now
from referee.web.answers import page


async def evening_page(request: web.Request) -> web.Response:
    """Return the page of the evening, which is open to anybody."""
    phones = request.app[STATE]
    phones.page_rate.refuse(f"e {request.remote}")
    await phones.read_standings()
    return page(
        render(
            "tonight.html",
            club=phones.evening.club,
            day=f"{phones.evening.tonight.session.held_on:%A %d %B %Y}",
            paired=phones.phone(request) is not None,
            part=Markup(render_part(phones, request)),
        )
    )


def render_part(phones: Phones, request: web.Request) -> str:
    """Return the changing part of the page. For a paired phone it includes the player's next seat."""
    return render(
        "tonight_part.html",
        next=_next_seat(phones, request),
        clock=_clock_values(phones),
        rulings=[_describe_ruling(ruling) for ruling in phones.evening.rulings],
        tables=_table_values(phones),
        standings=[
            (row.place or "–", row.name, f"{float(row.score):.3f}")
            for row in (phones.standings.rows if phones.standings else ())
        ],
    )


def part_dependencies(phones: Phones, request: web.Request) -> tuple[object, ...]:
    """Return the values that the changing part depends on. A new line at a table changes none of them."""
    evening = phones.evening
    return _next_seat(phones, request), evening.clock, evening.rulings, _table_values(phones), id(phones.standings)


def _table_values(phones: Phones) -> list[dict[str, object]]:
    return [
        {
            "table": table,
            "game": _title_of_game(phones, table_now),
            "text": _describe_table(phones, table_now),
            "rules": bool(table_now.public and not table_now.public.result_only),
        }
        for table, table_now in phones.evening.tables.items()
    ]


def _clock_values(phones: Phones) -> dict[str, object] | None:
    """Return the reading of the public clock, or None.

    `left` is the number of remaining seconds while it runs, for a script to count down.
    """
    clock = phones.evening.clock
    clock_reading = clock.reading_at(phones.club.clock()) if clock else None
    if clock is None or clock_reading is None:
        return None
    seconds = clock_reading.seconds if clock_reading.state is ClockState.RUNNING else None
    return {"digits": clock_reading.digits, "left": seconds, "says": describe_now(clock.name, clock_reading)}


def _describe_ruling(dispute: DisputeView) -> str:
    """Return an officer's decision without any typed text."""
    line = f", line {dispute.line}" if dispute.line else ""
    table = f"Table {dispute.match.table}{line}" if dispute.match else "No table"
    decision = dispute.decided
    return f"{table}: {dispute.verdict} by {dispute.clause}{f', {decision.kind}' if decision else ''}."


def _next_seat(phones: Phones, request: web.Request) -> str:
    phone = phones.phone(request)
    seated_table = phones.evening.tonight.table_of(phone) if phone and phone.member is not None else None
    if phone is None or seated_table is None or seated_table.finished or phone.member not in seated_table.members:
        return ""
    return f"Your table: {seated_table.table}, seat {seated_table.members.index(phone.member) + 1}"


def _title_of_game(phones: Phones, table: TableNow) -> str:
    return title_of(table.public, phones.evening.public) if table.public else "cannot be read"


def _describe_table(phones: Phones, table: TableNow) -> str:
    public, names = table.public, phones.evening.public
    if public and public.void:
        return "void"
    if public and public.finished_at and public.places:
        shown_names = dict(zip(public.names, (names.at(member) for member in public.members), strict=True))
        return places_in_words([[shown_names[name] for name in group] for group in public.places])
    return join_words(names.at(member) for member in table.seated.members)
