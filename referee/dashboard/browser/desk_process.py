"""Run a desk as a child process of the web server, and forward its input and output.

A desk draws on its standard output and reads its standard input, both in packets of Textual's web driver: one letter
for the kind, four bytes for the length, then the content. It ends when its standard input is closed, on every system.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from asyncio import IncompleteReadError, LimitOverrunError, StreamReader, StreamWriter
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from enum import IntEnum
from typing import Any, Final

from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from referee.dashboard.browser.limits import clamp_window
from referee.web.limits import GRACE

_DRIVER: Final = "referee.dashboard.browser.driver:BrowserDriver"
_PREAMBLE: Final = b"__GANGLION__\n"
"""The bytes that Textual's web driver writes before its first packet."""
_DATA: Final = b"D"
_META: Final = b"M"
if sys.platform == "win32":
    # Ctrl+C would otherwise interrupt every process that shares the server's console.
    _FLAGS: Final = subprocess.CREATE_NEW_PROCESS_GROUP
else:
    _FLAGS: Final = 0


class CloseCode(IntEnum):
    """The codes with which the server closes a connection. The page shows a sentence for each."""

    CLOSED = 4000
    LOGGED_OUT = 4001
    FAILED = 4002


async def run_desk(
    command: Sequence[str], window: tuple[int, int], websocket: web.WebSocketResponse
) -> CloseCode | None:
    """Run the command until the desk or its browser ends. Return why the desk ended, or None if the browser left.

    `window` is the browser's size in columns and rows.
    """
    desk = await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, env=_environment(window), creationflags=_FLAGS
    )
    assert desk.stdin is not None
    assert desk.stdout is not None
    output_task = asyncio.create_task(_forward_output(desk.stdout, websocket))
    input_task = asyncio.create_task(_forward_input(websocket, desk.stdin))
    try:
        await asyncio.wait((output_task, input_task), return_when=asyncio.FIRST_COMPLETED)
        browser_left = input_task.done()
    finally:
        try:
            await _cancel(output_task, input_task)
        finally:
            failed = await _end(desk)
    if browser_left:
        return None
    return CloseCode.FAILED if failed else CloseCode.CLOSED


def _environment(window: tuple[int, int]) -> dict[str, str]:
    """Return the environment variables from which Textual takes its driver, colours and initial size."""
    columns, rows = clamp_window(*window)
    return {
        **os.environ,
        "TEXTUAL_DRIVER": _DRIVER,
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "TERM": "xterm-256color",
        "COLUMNS": str(columns),
        "ROWS": str(rows),
    }


async def _forward_output(output: StreamReader, websocket: web.WebSocketResponse) -> None:
    """Send what the desk draws to the browser until the desk ends or the connection breaks."""
    with suppress(IncompleteReadError, LimitOverrunError, OSError):
        await output.readuntil(_PREAMBLE)
        while True:
            kind = await output.readexactly(1)
            content = await output.readexactly(int.from_bytes(await output.readexactly(4), "big"))
            if kind == _DATA:
                await websocket.send_bytes(content)
            elif kind == _META:
                meta = json.loads(content)
                match meta.pop("type"):
                    case "exit":
                        return
                    case "letters":
                        await websocket.send_json(["letters", meta])


async def _forward_input(websocket: web.WebSocketResponse, desk: StreamWriter) -> None:
    """Send the browser's input to the desk until the connection ends. Close it at an invalid message."""
    with suppress(OSError):  # the desk has ended
        async for message in websocket:
            match _parse_message(message):
                case ["stdin", str(keys)]:
                    await _send(desk, _DATA, keys.encode(errors="ignore"))
                case ["resize", {"width": int(width), "height": int(height)}]:
                    columns, rows = clamp_window(width, height)
                    await _send_meta(desk, type="resize", width=columns, height=rows)
                case ["focus" | "blur" as focus]:
                    await _send_meta(desk, type=focus)
                case _:
                    await websocket.close(code=WSCloseCode.POLICY_VIOLATION)


def _parse_message(message: WSMessage) -> Any:
    try:
        return json.loads(message.data) if message.type is WSMsgType.TEXT else None
    except (ValueError, RecursionError):
        return None


async def _send_meta(desk: StreamWriter, **meta: str | int) -> None:
    await _send(desk, _META, json.dumps(meta).encode())


async def _send(desk: StreamWriter, kind: bytes, content: bytes) -> None:
    desk.write(kind + len(content).to_bytes(4, "big") + content)
    await desk.drain()


async def _cancel(*tasks: asyncio.Task[None]) -> None:
    """Cancel tasks and wait for them. Raise the exception of a task that failed."""
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    for task in tasks:
        if not task.cancelled():
            task.result()


async def _end(desk: Process) -> bool:
    """Close the desk's standard input, and kill the desk if it does not end in time.

    Return whether it had ended with an error of its own.
    """
    assert desk.stdin is not None
    assert desk.stdout is not None
    desk.stdin.close()
    # A desk that cannot write does not end. What it still draws is nobody's any more.
    discard_task = asyncio.create_task(_discard(desk.stdout))
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                await desk.wait()
    finally:
        failed = bool(desk.returncode)
        if desk.returncode is None:
            with suppress(ProcessLookupError):
                desk.kill()
        await desk.wait()
        discard_task.cancel()
    return failed


async def _discard(output: StreamReader) -> None:
    with suppress(OSError):
        while await output.read(64 * 1024):
            pass
