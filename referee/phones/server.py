"""The phone server: its routes and headers, its start and its end."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from io import BytesIO
from typing import Final

from aiohttp import web
from markupsafe import Markup

from referee.club.folder import Club
from referee.club.phones import serving
from referee.club.phones.serving import PhoneServer
from referee.club.text.faults import ClubFault, StoreFault
from referee.phones import actions, evening, evening_page, joining, officers, results, rulebook_page, table_page
from referee.phones.limits import ALL_STREAMS, ALL_STREAMS_OF_STRANGERS, STREAMS, STREAMS_OF_AN_ADDRESS
from referee.phones.pages import KINDS, STATIC, render, static
from referee.phones.responses import status_of
from referee.phones.state import STATE, Phones, ServerSettings
from referee.phones.streams import Streams, stream
from referee.web.answers import page
from referee.web.error_log import log_faults_without_content
from referee.web.forms import ARRIVING, LONGEST_BODY, SENDER
from referee.web.headers import headers_of_own_pages
from referee.web.hosts import host_in_url, is_loopback, reachable_address
from referee.web.logins import Logins, style
from referee.web.origins import own_origin, refuse_other_origins
from referee.web.qr import qr
from referee.web.running import run

_SERVER_NAME: Final = "referee's server"
_LOG: Final = logging.getLogger(__name__)
_STREAMS: Final = web.AppKey("streams", Streams)
_STRANGERS: Final = web.AppKey("strangers", Streams)
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def create_state(club: Club, settings: ServerSettings) -> Phones:
    """Return the initial state of the server. Raise `ClubFault` if no session is open."""
    session = serving.session_to_serve(club)
    logins = None
    if settings.password is not None:
        logins = Logins("officers' page", f"officer-{settings.port}", settings.password, "/officer")
    return Phones(club, settings, evening.read(club, session.id), logins=logins)


def serve(phones: Phones, ready: Callable[[PhoneServer], None]) -> None:
    """Serve the phones until the process is interrupted or the session closes.

    Raise `ClubFault` if the address is not available.
    """
    log_faults_without_content()
    asyncio.run(_serve(phones, ready))


async def _serve(phones: Phones, ready: Callable[[PhoneServer], None]) -> None:
    watch_task = asyncio.create_task(phones.watch())
    club, session, phone_server = phones.club, phones.evening.session, find_address(phones.settings)
    announced = []

    def announce() -> None:
        serving.announce_server(club, session, phone_server)
        announced.append(phone_server)
        ready(phone_server)

    try:
        await run(
            build_app(phones),
            phones.settings.host,
            phones.settings.port,
            answering=phones.active_handlers,
            ready=announce,
            tls=phones.settings.tls,
            end_event=phones.end_event,
        )
    finally:
        watch_task.cancel()
        with suppress(asyncio.CancelledError):
            await watch_task
        with suppress(StoreFault):  # the server ends anyway
            for address in announced:
                serving.withdraw_server(club, session, address)


def find_address(settings: ServerSettings) -> PhoneServer:
    """Return the address at which phones reach the server.

    If only this computer can reach it, there is no QR code.
    """
    url = reachable_address(f"{settings.scheme}://{host_in_url(settings.host)}:{settings.port}", settings.host)
    if settings.address:
        url = f"{settings.scheme}://{host_in_url(settings.address)}:{settings.port}"
    name = re.sub(r"^https?://|:\d+$", "", url).strip("[]")
    no_code_reason = f"only this computer can reach {name}."
    no_code_reason = no_code_reason if is_loopback(name) else ""
    return PhoneServer(url, no_code_reason, settings.results, settings.read_only, settings.tls is not None)


def build_app(phones: Phones) -> web.Application:
    """Return the aiohttp application with its routes."""
    app = web.Application(client_max_size=LONGEST_BODY, middlewares=[_handle])
    app[STATE] = phones
    app[_STREAMS], app[_STRANGERS] = Streams(ALL_STREAMS), Streams(ALL_STREAMS_OF_STRANGERS)
    app[ARRIVING] = Counter()
    app.on_response_prepare.append(_add_headers)
    app.on_shutdown.append(_end_streams)
    app.add_routes(
        [
            web.get("/", joining.first_page),
            web.get("/j", joining.who_are_you),
            web.get("/j/{code}", joining.who_are_you),
            web.post("/j", joining.join),
            web.post("/leave", joining.leave),
            web.get("/t", table_page.table_page),
            web.post("/line", actions.record_line),
            web.post("/undo", actions.undo_line),
            web.get("/result", results.result_page),
            web.post("/result", results.report_result),
            web.post("/answer", results.answer_result),
            web.get("/call", actions.call_page),
            web.post("/call", actions.call),
            web.get("/events", _handle_events, allow_head=False),
            web.get("/e", evening_page.evening_page),
            web.get("/e/rules/{table}", rulebook_page.rulebook_page),
            web.get("/qr/{table}.svg", _qr),
            web.get("/officer", officers.officer_page),
            web.get("/officer/cards", _cards),
            web.post("/officer/login", officers.log_in),
            web.get("/officer/login.css", style),
            web.post("/officer/logout", officers.log_out),
            web.post("/officer/do", officers.run_action),
            web.get("/static/{name}", _static),
        ]
    )
    return app


@web.middleware
async def _handle(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Handle a request from the server's own pages. Turn refusals into responses with a sentence."""
    phones = request.app[STATE]
    phones.active_handlers.add(request.protocol)
    try:
        origin = own_origin(request, [phones.settings.address.lower()] if phones.settings.address else [], _SERVER_NAME)
        if request.method == "POST":
            refuse_other_origins(request, origin, _SERVER_NAME, is_required=True)
            if phone := phones.phone(request):
                request[SENDER] = phone.id
        return await handler(request)
    except web.HTTPRequestEntityTooLarge:
        return _refusal_response(request, f"The form is larger than {LONGEST_BODY} bytes.", 413)
    except web.HTTPException as response:
        if response.status < 400:
            raise
        return _refusal_response(request, _refusal_text(response), response.status, dict(response.headers))
    except StoreFault:
        return _refusal_response(request, "The club cannot be read or written at this moment. Try again.", 503)
    except ClubFault as fault:
        return _refusal_response(request, str(fault), status_of(fault))
    except ConnectionError:  # the phone is gone, so nobody needs an answer
        raise
    except Exception:
        _LOG.exception("a fault of the server")
        return _refusal_response(request, "The server made a mistake. Tell an officer what you tapped.", 500)
    finally:
        phones.active_handlers.discard(request.protocol)


def _refusal_text(response: web.HTTPException) -> str:
    if response.status == 404:
        return "There is no such page."
    if response.status == 405:
        return "That page takes no such request."
    return response.text or "That cannot be done."


def _refusal_response(
    request: web.Request, text: str, status: int, headers: dict[str, str] | None = None
) -> web.StreamResponse:
    kept_headers = {name: value for name, value in (headers or {}).items() if name in ("Retry-After", "Allow")}
    if "X-Part" in request.headers:
        html = table_page.render_refused_part(text)
    else:
        back_path = "/officer" if request.path.startswith("/officer") else "/"
        html = render("told.html", heading="Not done", told=text, back=back_path)
    return web.Response(text=html, status=status, content_type="text/html", headers=kept_headers)


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(headers_of_own_pages())
    if not request.path.startswith("/static/"):
        response.headers["Cache-Control"] = "no-store"


async def _end_streams(app: web.Application) -> None:
    """End every stream, so that the server does not wait for them."""
    phones = app[STATE]
    phones.end_event.set()
    async with phones.changed:
        phones.changed.notify_all()


async def _handle_events(request: web.Request) -> web.StreamResponse:
    phones, streams = request.app[STATE], request.app[_STREAMS]
    part_name, phone = request.query.get("of", ""), phones.phone(request)
    if part_name == "officer":
        if not officers.is_officer(request, phones):
            raise web.HTTPUnauthorized(text="Log in first.")
        return await stream(
            request,
            phones,
            streams,
            "officer",
            lambda: (phones.evening.version,) if officers.is_officer(request, phones) else None,
            lambda: {"officer": officers.render_part(phones)},
        )
    if part_name == "tonight":
        return await stream(
            request,
            phones,
            streams if phone else request.app[_STRANGERS],
            f"e {phone.id if phone else request.remote}",
            lambda: evening_page.part_dependencies(phones, request),
            lambda: {"evening": evening_page.render_part(phones, request)},
            STREAMS if phone else STREAMS_OF_AN_ADDRESS,
        )
    if phone is None:
        raise web.HTTPUnauthorized(text="This phone is no longer paired.")

    def drawn_from() -> tuple[object, ...] | None:
        current_phone = phones.phone(request)
        return None if current_phone is None else table_page.page_dependencies(phones, current_phone)

    def parts() -> dict[str, str]:
        current_phone = phones.phone(request)
        if current_phone is None:
            return {}
        return {
            **table_page.render_parts(phones, current_phone),
            "reported": results.render_report_part(phones, current_phone),
        }

    return await stream(request, phones, streams, phone.id, drawn_from, parts)


async def _qr(request: web.Request) -> web.Response:
    """Return the QR code of a table, for officers."""
    phones = request.app[STATE]
    if not officers.is_officer(request, phones):
        raise web.HTTPUnauthorized(text="Log in first.")
    table = request.match_info["table"]
    code = phones.evening.tonight.codes.get(int(table)) if table.isdecimal() and len(table) < 6 else None
    if code is None:
        raise web.HTTPNotFound
    phone_server = find_address(phones.settings)
    if phone_server.undrawn:
        raise web.HTTPConflict(text=f"No code to scan: {phone_server.undrawn}")
    image = BytesIO()
    qr(f"{phone_server.url}/j/{code}").save(image, kind="svg", scale=8, border=4, light="#fff", xmldecl=False)
    return web.Response(body=image.getvalue(), content_type="image/svg+xml")


async def _cards(request: web.Request) -> web.Response:
    """Return a page to print, with a card for each table and a poster for the evening's page."""
    phones = request.app[STATE]
    if not officers.is_officer(request, phones):
        raise web.HTTPUnauthorized(text="Log in first.")
    address = find_address(phones.settings)

    def drawn(path: str, title: str) -> Markup:
        code = qr(f"{address.url}{path}")
        return Markup("" if address.undrawn else code.svg_inline(omitsize=True, light="#fff", title=title))

    tables = phones.evening.tonight.codes
    cards = [
        {
            "heading": f"Table {table}",
            "code": code,
            "drawn": drawn(f"/j/{code}", f"Code to scan at table {table}"),
            "says": "Scan this, or type the six characters at the address below. They are valid tonight only.",
        }
        for table, code in sorted(tables.items())
    ]
    poster = {
        "heading": "Tonight",
        "code": "",
        "drawn": drawn("/e", "Code to scan for tonight's tables"),
        "says": "Tables, rulings and standings.",
    }
    html = render(
        "cards.html", club=phones.evening.club, cards=[*cards, poster], url=address.url, undrawn=address.undrawn
    )
    return page(html)


async def _static(request: web.Request) -> web.Response:
    name = request.match_info["name"]
    files = {path.name: path for path in STATIC.iterdir() if path.suffix in KINDS}.get(name)
    if files is None:
        raise web.HTTPNotFound
    return web.Response(
        body=static(name),
        content_type=KINDS[files.suffix],
        charset="utf-8",
        headers={"Cache-Control": "public, max-age=31536000, immutable"},
    )
