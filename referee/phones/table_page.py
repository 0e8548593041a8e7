"""The page of a table: turn, buttons for acts, the ruling on a line in advance, and the record."""

from __future__ import annotations

import secrets
from typing import Any, Final

from aiohttp import web
from markupsafe import Markup

from referee.cards.immutable import frozen
from referee.club.match.view import MatchView
from referee.club.match_prompt import MatchPrompt
from referee.club.phones import line_entry
from referee.club.phones.evening_state import Phone
from referee.club.text.faults import ClubFault, MisreadLine
from referee.phones.evening import TableNow
from referee.phones.line_entry import Continuations, can_continue, find_continuations, name_completions
from referee.phones.pages import render
from referee.phones.responses import paired_phone
from referee.phones.results import visible_report
from referee.phones.state import Phones
from referee.phones.wording import ASK_AN_OFFICER, state_in_words, title_of
from referee.rules import Ruling, Verdict
from referee.rules.records.messages import render_all
from referee.web.answers import page

LONGEST_LINE: Final = 300
"""The largest number of characters in a line."""
_MAX_LINES: Final = 15
"""The number of lines of the record shown at first."""
_EMPTY_VALUES: Final[dict[str, Any]] = {
    "asked": None,
    "begun": None,
    "over": "",
    "likely": (),
    "others": (),
    "typed": "",
}
"""The empty values for the part of the page with buttons."""


@frozen
class IncompleteLine:
    """An incomplete line with its continuations."""

    lead: str
    next: Continuations


@frozen
class LineToRecord:
    """A line ready to record, with its ruling if that may be shown. `more` says whether words may follow.

    If it `is_reworded`, it was entered in other words or without a name. A `note` explains a missing ruling.
    """

    text: str
    is_reworded: bool
    key: str
    steps: int
    ruling: Ruling | None
    illegal: bool
    more: bool
    note: str = ""


async def table_page(request: web.Request) -> web.Response:
    """Return the page of a table, with an incomplete or previewed line if the request has one."""
    phones, phone = paired_phone(request)
    phones.page_rate.refuse(phone.id)
    query = request.query
    text = query.get("line", "")
    if "go" in query:
        text = f"{query.get('say', '')} {' '.join(query.getall('c', []))}".strip()
    begins = "" if text else query.get("say", "")
    everything = "all" in query
    if len(text) > LONGEST_LINE or len(begins) > LONGEST_LINE:
        raise web.HTTPBadRequest(text=f"A line has at most {LONGEST_LINE} characters.")
    if "X-Part" in request.headers:
        return page(render_entry_part(phones, phone, line=text, begins=begins))
    message = _recorded_text(phones, phone, query.get("did", ""))
    return page(render_page(phones, phone, line=text, begins=begins, told=message, everything=everything))


def render_page(
    phones: Phones,
    phone: Phone,
    *,
    line: str = "",
    begins: str = "",
    told: str = "",
    typed: str = "",
    everything: bool = False,
) -> str:
    """Return the page of a table with all of its parts."""
    parts = render_parts(phones, phone)
    if everything:
        table = phones.table_of(phone)
        parts["record"] = _record_part(table, _own_last_line(phones, phone, table), everything=True)
    if line or begins or told:
        parts["say"] = render_entry_part(phones, phone, line=line, begins=begins, told=told, typed=typed)
    table = phones.table_of(phone)
    return render(
        "table.html",
        **_heading_values(phones, table),
        **{name: Markup(html) for name, html in parts.items()},
        me=_own_name(phones, phone, table),
        tablet=phone.tablet,
        number=phone.number,
    )


def page_dependencies(phones: Phones, phone: Phone) -> tuple[object, ...]:
    """Return the values that the parts of a phone's page depend on."""
    table = phones.table_of(phone)
    number = table.seated.number.id if table else 0
    tonight = phones.evening.tonight
    call = tonight.call_at(table.seated.table) if table else None
    return id(table), table, call, tonight.reports.get(number), phones.why_not(phone)


def render_parts(phones: Phones, phone: Phone) -> dict[str, str]:
    """Return the changing parts of a table's page by name, for a new line."""
    table = phones.table_of(phone)
    number = table.seated.table if table else 0
    own_line = _own_last_line(phones, phone, table)
    return {
        "now": _now_part(phones, phone, table),
        "say": phones.render_once(lambda: render_entry_part(phones, phone), "say", number, phones.why_not(phone)),
        "record": phones.render_once(lambda: _record_part(table, own_line), "record", number, own_line),
    }


def _heading_values(phones: Phones, table: TableNow | None) -> dict[str, Any]:
    public = table.public if table else None
    return {
        "table": table.seated.table if table else 0,
        "title": title_of(public, phones.evening.public) if public else phones.evening.club,
        "results": phones.settings.results,
    }


def _own_name(phones: Phones, phone: Phone, table: TableNow | None) -> str:
    if phone.member is None:
        return "the tablet"
    return (table.names.get(phone.member) if table else None) or phones.evening.public.at(phone.member)


def _now_part(phones: Phones, phone: Phone, table: TableNow | None) -> str:
    public = table.public if table else None
    turn, is_awaited = "", False
    facts: list[tuple[str, str]] = []
    if table and table.are_withheld and public and not public.finished_at:
        turn = ASK_AN_OFFICER
    elif table and public and not public.finished_at and not public.result_only:
        awaited = MatchPrompt(public).awaited
        is_awaited = bool(awaited) and phone.member is not None and table.names.get(phone.member) == awaited
        turn = f"Your turn, {awaited}" if is_awaited else f"{awaited}'s turn" if awaited in public.names else awaited
        for fact in render_all(public.book.facts(public.sheet.table), public.names):
            facts.append((fact.label if fact.seat < 0 else public.names[fact.seat], fact.text))
    elif public:
        turn = "This table is finished." if public.finished_at else "Only the result is recorded here."
    report = visible_report(phones, table) if table else None
    state_text = ""
    if report and table and phones.settings.results and not table.seated.finished:
        state_text = state_in_words(report)
    return render(
        "now.html",
        table=table,
        damaged=bool(table and table.damaged),
        turn=turn[:1].upper() + turn[1:] if turn else "Anybody may enter what happened.",
        mine=is_awaited,
        facts=facts,
        call=phones.evening.tonight.call_at(table.seated.table) if table else None,
        report=state_text,
    )


def _own_last_line(phones: Phones, phone: Phone, table: TableNow | None) -> int:
    """Return the number of the line that a phone may undo, or 0 for none."""
    return line_entry.own_last(table.log, phone) if table and table.log and not phones.why_not(phone) else 0


def _record_part(table: TableNow | None, own_line: int, *, everything: bool = False) -> str:
    lines = list(reversed(table.public.log)) if table and table.public else []
    shown_lines = lines if everything else lines[:_MAX_LINES]
    return render("record.html", lines=shown_lines, older=len(lines) - len(shown_lines), own=own_line)


def render_refused_part(message: str) -> str:
    """Return the part of the page for a tap that was refused before it reached a table, with the reason."""
    return render("say.html", **{**_EMPTY_VALUES, "told": message, "why_not": "Reload the page to go on."})


def render_entry_part(
    phones: Phones, phone: Phone, *, line: str = "", begins: str = "", told: str = "", typed: str = ""
) -> str:
    """Return the part with buttons for a new line, continuations of an incomplete one, or the line to record.

    Text that was `typed` and not recorded stays in the input, even while the phone may not write.
    """
    table = phones.table_of(phone)
    public = table.public if table else None
    why_not = phones.why_not(phone) if public else " "
    context: dict[str, Any] = {**_EMPTY_VALUES, "told": told, "why_not": why_not, "typed": typed}
    if public is None or table is None or context["why_not"]:
        return render("say.html", **{**context, "typed": typed or line})
    if public.finished_at or public.result_only:
        end_text = (
            "This table is finished, so no line can be added."
            if public.finished_at
            else "Report the result when it is over."
        )
        return render("say.html", **{**context, "over": end_text})
    if line:
        try:
            context["asked"] = _preview(table, public, line)
        except ClubFault as fault:
            lacks_name = isinstance(fault, MisreadLine) and fault.fault.lacks_name
            suggestions = name_completions(public, line) if lacks_name else find_continuations(public, line)
            if (
                suggestions.cards or suggestions.number or suggestions.acts
            ):  # an incomplete line: the rest can be tapped
                context["begun"] = IncompleteLine(line.strip(), suggestions)
            else:
                context["told"], context["typed"] = str(fault), line
    elif begins:
        context["begun"] = IncompleteLine(begins.strip(), find_continuations(public, begins))
    if context["asked"] is None and context["begun"] is None:
        context["likely"], context["others"] = table.acts.likely, table.acts.others
    return render("say.html", **context)


def _preview(table: TableNow, public: MatchView, text_entered: str) -> LineToRecord:
    lines, seats = line_entry.read_lines(public, text_entered), public.sheet.record.seats
    text = ", ".join(f"{public.book.write(line.act, seats)}{line.remark}" for line in lines)
    is_ruled = table.previews and not table.are_withheld
    ruling = MatchPrompt(public).preview(text, None).ruling if is_ruled else None
    illegal = ruling is not None and ruling.verdict is Verdict.ILLEGAL
    key, has_more = secrets.token_urlsafe(12), len(lines) == 1 and can_continue(public, text)
    note = ASK_AN_OFFICER if table.are_withheld else ""
    return LineToRecord(text, any(line.read_as for line in lines), key, public.steps, ruling, illegal, has_more, note)


def _recorded_text(phones: Phones, phone: Phone, line_text: str) -> str:
    """Return the message on a recorded line after a reload, with the line's current ruling."""
    table = phones.table_of(phone)
    lines = table.public.log if table and table.public else ()
    if line_text.isdecimal() and len(line_text) < 9 and 0 < int(line_text) <= len(lines):
        return recorded_in_words(table, int(line_text))
    return ""


def recorded_in_words(table: TableNow | None, line: int) -> str:
    """Return the message that a line is recorded, with its current ruling."""
    log = table.public.log if table and table.public else ()
    if not 0 < line <= len(log):
        return f"Line {line} is recorded."
    log_line = log[line - 1]
    ruling_text = f": {log_line.ruling.says}" if log_line.ruling else ""
    note = f" {ASK_AN_OFFICER}" if table and table.are_withheld else ""
    return f"Line {line} is recorded{ruling_text}.{note}"
