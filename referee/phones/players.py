"""The pages of a player: joining, the table, a line, the result, and a call."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from aiohttp import web
from markupsafe import Markup

from referee.cards.words import ordinal
from referee.club.match.view import MatchView
from referee.club.on_match import OnMatch
from referee.club.phones import calls, pairing, reports, speaking
from referee.club.phones.codes import typed_code
from referee.club.phones.tonight import Phone, Places, Reason, Report
from referee.club.text.faults import ClubFault, Meanwhile, Misread, StoreFault
from referee.phones.evening import TableNow
from referee.phones.gate import COOKIE, fields, number
from referee.phones.pages import render
from referee.phones.saying import Next, begun, offered
from referee.phones.state import STATE, Phones
from referee.rules import Ruling, Verdict
from referee.rules.reading.said import all_named

_LINES: Final = 15
"""How many lines of the record are shown at first."""
_LONGEST_LINE: Final = 300


@dataclass(frozen=True, slots=True)
class Begun:
    """A line that was begun, and what comes next in it."""

    lead: str
    next: Next


@dataclass(frozen=True, slots=True)
class Previewed:
    """A line as it would be recorded; without a ruling where those are not told beforehand."""

    text: str
    key: str
    steps: int
    ruling: Ruling | None
    illegal: bool


def page(html: str, status: int = 200) -> web.Response:
    """Return a page, or a part of one."""
    return web.Response(text=html, status=status, content_type="text/html")


def see_other(to: str) -> web.Response:
    """Send a browser on after a form: what is reloaded then is sent once."""
    return web.Response(status=303, headers={"Location": to})


def status_of(fault: ClubFault) -> int:
    """Return the status of an answer that something was refused."""
    if isinstance(fault, StoreFault):
        return 503
    if isinstance(fault, pairing.WrongCode):
        return 404
    return 400 if isinstance(fault, Misread) else 409


# -- joining ----------------------------------------------------------------------------------------------------


async def first_page(request: web.Request) -> web.Response:
    """Ask for the code of a table; who is paired is sent to it."""
    phones = request.app[STATE]
    if phones.phone(request):
        return see_other("/t")
    return page(render("join.html", club=phones.evening.club, told=""))


async def who_are_you(request: web.Request) -> web.Response:
    """Ask who somebody is who has the code of a table. Nothing is used up by that: cameras look ahead."""
    phones = request.app[STATE]
    typed = request.match_info.get("code") or request.query.get("code", "")
    try:
        table = phones.evening.tables[_table_of_code(request, phones, typed)]
    except pairing.WrongCode as wrong:
        return page(render("join.html", club=phones.evening.club, told=str(wrong)), 404)
    return page(_who(phones, table, typed))


async def join(request: web.Request) -> web.Response:
    """Pair a phone with a seat."""
    phones = request.app[STATE]
    given = await fields(request, "code", "seat")
    phones.writes.refuse(f"join {request.remote}")
    try:
        table = phones.evening.tables[_table_of_code(request, phones, given["code"])]
        member = None
        if given["seat"] != "tablet":
            seat = number(given["seat"], "a seat")
            if seat >= len(table.seated.members):
                raise ClubFault("There is no such seat at this table.")
            member = table.seated.members[seat]
        before = request.cookies.get(COOKIE, "")
        club, session = phones.club, phones.evening.session
        token = await phones.do(lambda: pairing.pair(club, session, given["code"], member, before))
    except pairing.WrongCode as wrong:
        return page(render("join.html", club=phones.evening.club, told=str(wrong)), 404)
    except ClubFault as fault:
        return page(render("join.html", club=phones.evening.club, told=str(fault)), status_of(fault))
    answer = see_other("/t")
    secure = phones.asked.tls is not None
    answer.set_cookie(COOKIE, token, httponly=True, samesite="Strict", path="/", secure=secure)
    return answer


async def leave(request: web.Request) -> web.Response:
    """Unpair the own phone: its player is another, or lends it."""
    phones, phone = _paired(request)
    await fields(request)
    club, session = phones.club, phones.evening.session
    await phones.do(lambda: pairing.unpair(club, session, phone.id))
    answer = see_other("/")
    answer.del_cookie(COOKIE, path="/")
    return answer


def _table_of_code(request: web.Request, phones: Phones, typed: str) -> int:
    """Return the table of a code. Each wrong one costs time; every wrong one gets the same answer."""
    address = request.remote or ""
    if wait := phones.guesses.wait(address):
        raise web.HTTPTooManyRequests(
            text=f"Too many wrong codes. Wait {wait} s, then try again.", headers={"Retry-After": str(wait)}
        )
    table = phones.evening.tonight.with_code(typed_code(typed))
    if table is None:
        phones.guesses.failed(address)
        raise pairing.WrongCode
    phones.guesses.succeeded(address)
    return table.table


def _who(phones: Phones, table: TableNow, typed: str) -> str:
    taken = {each.member for each in phones.evening.tonight.phones if each.writes and not each.ended}
    players = [
        (seat, table.names.get(member, f"Player {member}"), member in taken)
        for seat, member in enumerate(table.seated.members)
    ]
    return render("who.html", table=table.seated.table, players=players, typed=typed_code(typed), told="")


# -- the table --------------------------------------------------------------------------------------------------


async def table_page(request: web.Request) -> web.Response:
    """Show the table, with a line that is begun or previewed where one is asked for."""
    phones, phone = _paired(request)
    phones.looks.refuse(phone.id)
    query = request.query
    typed = query.get("line", "")
    if "go" in query:
        typed = f"{query.get('say', '')} {' '.join(query.getall('c', []))}".strip()
    begins = "" if typed else query.get("say", "")
    everything = "all" in query
    if len(typed) > _LONGEST_LINE or len(begins) > _LONGEST_LINE:
        raise web.HTTPBadRequest(text=f"A line has at most {_LONGEST_LINE} characters.")
    if "X-Part" in request.headers:
        return page(say_part(phones, phone, line=typed, begins=begins))
    told = _told(phones, phone, query.get("did", ""))
    return page(whole_page(phones, phone, line=typed, begins=begins, told=told, everything=everything))


def whole_page(
    phones: Phones,
    phone: Phone,
    *,
    line: str = "",
    begins: str = "",
    told: str = "",
    everything: bool = False,
) -> str:
    """Return the page of a table, with all of its parts."""
    parts = parts_of(phones, phone, everything=everything)
    if line or begins or told:
        parts["say"] = say_part(phones, phone, line=line, begins=begins, told=told)
    table = phones.table_of(phone)
    return render(
        "table.html",
        **_heading(phones, table),
        **{name: Markup(html) for name, html in parts.items()},
        me=_me(phones, phone, table),
        tablet=phone.tablet,
        number=phone.number,
    )


def drawn_from(phones: Phones, phone: Phone) -> tuple[object, ...]:
    """Return all that the parts of a phone's page are drawn from: while it is the same, so are they."""
    table = phones.table_of(phone)
    number = table.seated.number.id if table else 0
    tonight = phones.evening.tonight
    call = tonight.call_at(table.seated.table) if table else None
    return id(table), table, call, tonight.reports.get(number), phones.why_not(phone)


def parts_of(phones: Phones, phone: Phone, *, everything: bool = False) -> dict[str, str]:
    """Return what changes of a table's page, part by part, as nobody has begun anything."""
    table = phones.table_of(phone)
    return {
        "now": _now_part(phones, phone, table),
        "say": say_part(phones, phone),
        "record": _record_part(phones, phone, table, everything=everything),
    }


def _heading(phones: Phones, table: TableNow | None) -> dict[str, Any]:
    public = table.public if table else None
    return {
        "table": table.seated.table if table else 0,
        "title": _title(phones, public) if public else phones.evening.club,
        "results": phones.asked.results,
    }


def _title(phones: Phones, public: MatchView) -> str:
    return phones.evening.public.named(public.book.title) if public.result_only else public.book.title


def _me(phones: Phones, phone: Phone, table: TableNow | None) -> str:
    if phone.member is None:
        return "the tablet"
    return (table.names.get(phone.member) if table else None) or phones.evening.public.at(phone.member)


def _now_part(phones: Phones, phone: Phone, table: TableNow | None) -> str:
    public = table.public if table else None
    turn, mine = "", False
    facts: list[tuple[str, str]] = []
    if table and public and not public.finished_at and not public.result_only:
        awaited = OnMatch(public).awaited
        mine = bool(awaited) and phone.member is not None and table.names.get(phone.member) == awaited
        turn = f"Your turn, {awaited}" if mine else f"{awaited}'s turn" if awaited in public.names else awaited
        for fact in all_named(public.book.facts(public.sheet.state), public.names):
            facts.append((fact.label if fact.seat < 0 else public.names[fact.seat], fact.text))
    elif public:
        turn = "This table is finished." if public.finished_at else "Only the result is recorded here."
    report = phones.evening.tonight.reports.get(table.seated.number.id) if table else None
    return render(
        "now.html",
        table=table,
        damaged=bool(table and table.damaged),
        turn=turn[:1].upper() + turn[1:] if turn else "Anybody may say what happened.",
        mine=mine,
        facts=facts,
        call=phones.evening.tonight.call_at(table.seated.table) if table else None,
        report=_state(report) if report and phones.asked.results and not (public and public.finished_at) else "",
    )


def _record_part(phones: Phones, phone: Phone, table: TableNow | None, *, everything: bool) -> str:
    lines = list(reversed(table.public.log)) if table and table.public else []
    shown = lines if everything else lines[:_LINES]
    own = speaking.own_last(table.log, phone) if table and table.log and not phones.why_not(phone) else 0
    return render("record.html", lines=shown, older=len(lines) - len(shown), own=own)


def say_part(phones: Phones, phone: Phone, *, line: str = "", begins: str = "", told: str = "") -> str:
    """Return what a player can do: tap the likeliest acts, go on with one that was begun, or record one."""
    table = phones.table_of(phone)
    public = table.public if table else None
    given: dict[str, Any] = {
        "told": told,
        "why_not": phones.why_not(phone) if public else " ",
        "asked": None,
        "begun": None,
        "over": "",
        "likely": (),
        "others": (),
        "typed": "",
    }
    if public is None or table is None or given["why_not"]:
        return render("say.html", **given)
    if public.finished_at or public.result_only:
        over = "No line is added to a finished table." if public.finished_at else "Report the result when it is over."
        return render("say.html", **{**given, "over": over})
    if line:
        try:
            given["asked"] = _previewed(table, public, line)
        except ClubFault as fault:
            given["told"], given["typed"] = str(fault), line
    elif begins:
        given["begun"] = Begun(begins.strip(), begun(public, begins))
    if given["asked"] is None and given["begun"] is None:
        acts = offered(public)
        given["likely"], given["others"] = acts.likely, acts.others
    return render("say.html", **given)


def _previewed(table: TableNow, public: MatchView, typed: str) -> Previewed:
    on_match = OnMatch(public)
    whole = on_match.whole(typed, None)
    text = public.book.write(speaking.read_line(public, whole).act, public.sheet.record.seats)
    ruling = on_match.preview(whole, None).ruling if table.previews else None
    illegal = ruling is not None and ruling.verdict is Verdict.ILLEGAL
    return Previewed(text, secrets.token_urlsafe(12), public.steps, ruling, illegal)


def _told(phones: Phones, phone: Phone, did: str) -> str:
    """Return what is said after a line was recorded and the page was loaded again: of the line, as it is by now."""
    table = phones.table_of(phone)
    lines = table.public.log if table and table.public else ()
    if did.isdecimal() and len(did) < 9 and 0 < int(did) <= len(lines):
        return _recorded(table, int(did))
    return ""


def _recorded(table: TableNow | None, line: int) -> str:
    log = table.public.log if table and table.public else ()
    if not 0 < line <= len(log):
        return f"Line {line} is recorded."
    shown = log[line - 1]
    says = f": {shown.ruling.says}" if shown.ruling else ""
    return f"Line {line} is recorded{says}."


# -- recording --------------------------------------------------------------------------------------------------


async def record_line(request: web.Request) -> web.Response:
    """Record a line, after what was seen and nothing else; the same key once."""
    phones, phone = _paired(request)
    given = await fields(request, "line", "key", "steps")
    phones.writes.refuse(phone.id)
    steps = number(given["steps"], "steps")
    if not given["key"].isprintable() or not 0 < len(given["key"]) <= 64:
        raise web.HTTPBadRequest(text="The form has no key. Reload the page, then try again.")
    if len(given["line"]) > _LONGEST_LINE:
        raise web.HTTPBadRequest(text=f"A line has at most {_LONGEST_LINE} characters.")
    table = phones.table_of(phone)
    try:
        if table is None or table.log is None or table.public is None or (why := phones.why_not(phone)):
            raise ClubFault(why if table and table.public else "You sit at no table now.")
        log, public, club = table.log, table.public, phones.club
        line = speaking.read_line(public, given["line"])
        async with phones.locks[table.seated.table]:
            recorded = await phones.do(lambda: speaking.say(club, phone, log, line, key=given["key"], only_after=steps))
    except ClubFault as fault:
        return _refused(request, phones, phone, _instead(phones, phone, fault), status_of(fault))
    if "X-Part" in request.headers:
        return page(say_part(phones, phone, told=_recorded(phones.table_of(phone), recorded)))
    return see_other(f"/t?did={recorded}")


async def take_back(request: web.Request) -> web.Response:
    """Take back the own last line."""
    phones, phone = _paired(request)
    given = await fields(request, "line", "how")
    phones.writes.refuse(phone.id)
    line = number(given["line"], "a line")
    if given["how"] not in ("mistake", "taken back"):
        raise web.HTTPBadRequest(text="A line was typed by mistake, or taken back. Reload the page, then try again.")
    table = phones.table_of(phone)
    try:
        if table is None or (why := phones.why_not(phone)):
            raise ClubFault(why if table else "You sit at no table now.")
        club, match, mistake = phones.club, table.seated.number.id, given["how"] == "mistake"
        async with phones.locks[table.seated.table]:
            await phones.do(lambda: speaking.take_back(club, phone, match, line, mistake=mistake))
    except ClubFault as fault:
        return _refused(request, phones, phone, _instead(phones, phone, fault), status_of(fault))
    told = f"Line {line} is taken back."
    return page(say_part(phones, phone, told=told)) if "X-Part" in request.headers else see_other("/t")


def _instead(phones: Phones, phone: Phone, fault: ClubFault) -> str:
    """Return why nothing was recorded; of what came meanwhile, what it says, to be compared with what was meant."""
    table = phones.table_of(phone)
    if isinstance(fault, Meanwhile) and fault.lines and table and table.public:
        line = next((each for each in table.public.log if each.number == fault.lines[-1]), None)
        if line:
            return (
                f"Not recorded: meanwhile line {line.number} was written down: {line.text}. "
                "Look, and say it again if it is not the same."
            )
    return f"Not recorded: {fault}"


def _refused(request: web.Request, phones: Phones, phone: Phone, told: str, status: int) -> web.Response:
    if "X-Part" in request.headers:
        return page(say_part(phones, phone, told=told), status)
    return page(whole_page(phones, phone, told=told), status)


# -- calls and results ------------------------------------------------------------------------------------------


async def call_page(request: web.Request) -> web.Response:
    """Ask why an officer is called."""
    phones, phone = _paired(request)
    table = phones.table_of(phone)
    if table is None:
        return see_other("/t")
    call = phones.evening.tonight.call_at(table.seated.table)
    return page(render("call.html", table=table.seated.table, call=call, reasons=[*Reason], told=""))


async def call(request: web.Request) -> web.Response:
    """Call an officer, or say that nobody minds any more. Reading phones may, too."""
    phones, phone = _paired(request)
    given = await fields(request, "reason")
    phones.writes.refuse(phone.id)
    table = phones.table_of(phone)
    if given["reason"] not in (*Reason.__members__, "none"):
        raise web.HTTPBadRequest(text="There is no such reason. Reload the page, then try again.")
    if table is None:
        return see_other("/t")
    club, session, reason = phones.club, phones.evening.session, given["reason"]
    if reason == "none":
        await phones.do(lambda: calls.done(club, session, table.seated.table))
    else:
        await phones.do(lambda: calls.call(club, session, phone, Reason[reason]))
    return see_other("/t")


async def result_page(request: web.Request) -> web.Response:
    """Show what was reported, and let the names be tapped in order."""
    phones, phone = _paired(request)
    return _result(phones, phone, request.query.get("o", ""))


def _result(phones: Phones, phone: Phone, typed: str, told: str = "", status: int = 200) -> web.Response:
    table = phones.table_of(phone)
    if table is None or table.log is None or table.public is None or not phones.asked.results:
        return see_other("/t")
    members = table.seated.members
    there = [seat for seat, name in enumerate(table.public.names) if name in table.public.there]
    picked = [seat for group in _typed_places(typed, len(members)) for seat in group if seat in there]
    report = phones.evening.tonight.reports.get(table.seated.number.id)
    why = phones.why_not(phone)
    may = not why and not table.seated.finished and not (report and report.settled)
    of_record = reports.places_of_record(table.log)
    own = report is not None and any(
        each.member == phone.member if phone.member is not None else each.phone == phone.number
        for each in report.versions
    )
    answers = may and report is not None and not own and phone.member is not None and phone.member not in report.yes
    left = [(table.public.names[seat], _written([*picked, seat])) for seat in there if seat not in picked]
    return page(
        render(
            "result.html",
            table=table.seated.table,
            told=told,
            finished=table.seated.finished,
            versions=[
                {"who": _says(table, phones, each.member), "places": in_words(each.places, table, phones)}
                for each in (report.versions if report else ())
            ],
            state=_state(report) if report else why,
            answer=_seats_of(report.places, members) if answers and report else "",
            pick=may,
            picked=[table.public.names[seat] for seat in picked],
            left=left,
            order=_written(picked),
            shorter=_written(picked[:-1]),
            of_record=_seats_of(of_record, members) if of_record else "",
            of_record_said=in_words(of_record, table, phones),
        ),
        status,
    )


async def report_result(request: web.Request) -> web.Response:
    """Report a result."""
    return await _reported(request)


async def answer_result(request: web.Request) -> web.Response:
    """Say that a reported result is right, or that it is not."""
    return await _reported(request, answering=True)


async def _reported(request: web.Request, *, answering: bool = False) -> web.Response:
    phones, phone = _paired(request)
    given = await fields(request, "places", *(["yes"] if answering else []))
    phones.writes.refuse(phone.id)
    table = phones.table_of(phone)
    if answering and given["yes"] not in ("yes", "no"):
        raise web.HTTPBadRequest(text="The answer is yes or no. Reload the page, then try again.")
    try:
        if not phones.asked.results:
            raise ClubFault("Results are not reported by phone tonight.")
        if table is None or (why := phones.why_not(phone)):
            raise ClubFault(why if table else "You sit at no table now.")
        members = table.seated.members
        seats = _typed_places(given["places"], len(members))
        places = tuple(tuple(members[seat] for seat in group) for group in seats)
        club, session = phones.club, phones.evening.session
        async with phones.locks[table.seated.table]:
            if answering:
                yes = given["yes"] == "yes"
                await phones.do(lambda: reports.answer(club, session, phone, yes=yes, places=places))
            else:
                await phones.do(lambda: reports.say(club, session, phone, places))
    except ClubFault as fault:
        return _result(phones, phone, "", f"Not recorded: {fault}", status_of(fault))
    return see_other("/result")


def _typed_places(typed: str, players: int) -> list[list[int]]:
    """Read seats by place, as a link or a form has them: ``2.0_3.1`` is the third seat, then the first with the last.

    Raises aiohttp's error for the answer (400).
    """
    if not typed:
        return []
    try:
        found = [[int(seat) for seat in group.split("_")] for group in typed[:200].split(".")]
    except ValueError:
        found = [[-1]]
    if any(not 0 <= seat < players for group in found for seat in group):
        raise web.HTTPBadRequest(text="There is no such seat. Tap the names again.")
    return found


def _written(seats: Sequence[int]) -> str:
    return ".".join(map(str, seats))


def _seats_of(places: Places, members: Sequence[int]) -> str:
    at = {member: seat for seat, member in enumerate(members)}
    return ".".join("_".join(str(at.get(member, 0)) for member in group) for group in places)


def in_words(places: Places, table: TableNow, phones: Phones) -> str:
    """Return a result as a sentence has it: ``1st Ann, 2nd Cal and Dee``."""
    words, place = [], 1
    for group in places:
        names = [table.names.get(member) or phones.evening.public.at(member) for member in group]
        words.append(f"{ordinal(place)} {' and '.join(names)}")
        place += len(group)
    return ", ".join(words)


def _says(table: TableNow, phones: Phones, member: int | None) -> str:
    if member is None:
        return "The tablet says"
    return f"{table.names.get(member) or phones.evening.public.at(member)} says"


def _state(report: Report) -> str:
    if report.settled:
        return "The result is recorded. An officer finishes the table."
    if report.disputed:
        return "The result is not agreed. An officer settles it."
    return "The result waits until another player says so too."


def _paired(request: web.Request) -> tuple[Phones, Phone]:
    """Return the phone that asks; one that is not paired is sent to where it can be."""
    phones = request.app[STATE]
    phone = phones.phone(request)
    if phone is None:
        if request.method == "GET" and "X-Part" not in request.headers:
            raise web.HTTPSeeOther("/")
        raise web.HTTPUnauthorized(text="This phone is not paired any more. Type the code of your table.")
    return phones, phone
