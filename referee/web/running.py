"""Run a web server until a signal or an event stops it."""

from __future__ import annotations

import asyncio
import signal
import ssl
import sys
from collections.abc import Callable, Container
from contextlib import suppress
from typing import Final

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from referee.club.text.faults import ClubFault
from referee.web.hosts import why_not_served
from referee.web.idle_connections import close_idle_connections, record_answer_times
from referee.web.limits import GRACE

_OPEN_FILES: Final = 8192


async def run(
    app: web.Application,
    host: str,
    port: int,
    *,
    answering: Container[RequestHandler],
    ready: Callable[[], None],
    tls: ssl.SSLContext | None = None,
    end_event: asyncio.Event | None = None,
) -> None:
    """Serve pages until a signal arrives or the event `end_event` is set. Call `ready` once the server listens.

    `answering` has the connections with a request in progress, which are never closed as idle. Raise `ClubFault` if the
    address is not available.
    """
    end_event = end_event or asyncio.Event()
    _end_at_signals(end_event)
    _allow_open_files()
    answer_times = record_answer_times(app)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=2 * GRACE)
    await runner.setup()
    assert runner.server is not None
    closing_idle = asyncio.create_task(close_idle_connections(runner.server, answering, answer_times))
    try:
        await _listen(runner, host, port, tls)
        ready()
        await end_event.wait()
    finally:
        closing_idle.cancel()
        await runner.cleanup()


def _end_at_signals(end_event: asyncio.Event) -> None:
    """Set the event on Ctrl+C and on other signals that end a program."""
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
        number = getattr(signal, name, None)
        # An ignored signal stays ignored, as under nohup.
        if number is None or signal.getsignal(number) is signal.SIG_IGN:
            continue
        try:
            loop.add_signal_handler(number, end_event.set)
        except NotImplementedError:  # on Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(end_event.set))


def _allow_open_files() -> None:
    """Raise the process's limit on open files, as each connection needs one."""
    if sys.platform == "win32":  # has no such limit
        return
    import resource

    with suppress(OSError, ValueError):
        soft_limit, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        limit = _OPEN_FILES if hard_limit == resource.RLIM_INFINITY else min(hard_limit, _OPEN_FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft_limit, limit), hard_limit))


async def _listen(runner: web.AppRunner, host: str, port: int, tls: ssl.SSLContext | None) -> None:
    try:
        await web.TCPSite(runner, host, port, ssl_context=tls).start()
    except (OSError, ValueError) as error:
        raise ClubFault(why_not_served(error, host, port)) from None
