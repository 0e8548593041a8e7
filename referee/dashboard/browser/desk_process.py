"""The process of one desk in a browser: how it starts, what the browser sends it, and how it ends."""

from __future__ import annotations

import asyncio
import json
import shlex
from collections.abc import Sequence
from typing import Any, Final

from aiohttp import WSCloseCode, WSMsgType, web
from textual_serve.app_service import AppService

from referee.dashboard.browser.limits import in_bounds
from referee.web.limits import GRACE

_DRIVER: Final = "referee.dashboard.browser.driver:BrowserDriver"


def command(words: Sequence[str]) -> str:
    """Return the words as a command for the shell, which makes way for it: else its end would not be the desk's."""
    return f"exec {shlex.join(words)}"


class BrowserDesk(AppService):
    """A desk, or a board, that ends with its browser, and at the latest when it was given a moment to."""

    async def run(self) -> None:
        """Show the desk until it ends; then the browser's connection does."""
        try:
            await super().run()
        finally:
            await self.remote_close()

    async def stop(self) -> None:
        """End the desk; one that is too busy to hear of it is ended for it."""
        process = self._process
        if process is None:  # it could not be begun
            return
        # Not under a timeout: what is waited for here takes being cancelled for its own end, and we would wait on.
        ended = [asyncio.create_task(super().stop()), asyncio.create_task(process.wait())]
        try:
            await asyncio.wait(ended, timeout=GRACE)
        finally:
            if process.returncode is None:
                process.kill()
            await asyncio.gather(*ended)

    async def listen(self, websocket: web.WebSocketResponse) -> None:
        """Hand on what the browser says, until it has nothing more to say or says what no page of ours would."""
        async for message in websocket:
            if message.type is not WSMsgType.TEXT:
                continue
            match _parsed(message.data):
                case ["stdin", str(keys)]:
                    await self.send_bytes(keys.encode(errors="ignore"))
                case ["resize", {"width": int(width), "height": int(height)}]:
                    await self.set_terminal_size(*in_bounds(width, height))
                case ["ping", str(sent)]:
                    await websocket.send_json(["pong", sent])
                case ["focus"]:
                    await self.focus()
                case ["blur"]:
                    await self.blur()
                case _:
                    await websocket.close(code=WSCloseCode.POLICY_VIOLATION)

    async def on_meta(self, data: bytes) -> None:
        """Hand on what the desk says besides what it draws; how large its letters could be goes to the page."""
        told = json.loads(data)
        if told.pop("type") == "letters":
            await self.remote_write_str(json.dumps(["letters", told]))
        else:
            await super().on_meta(data)

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        return {**super()._build_environment(*in_bounds(width, height)), "TEXTUAL_DRIVER": _DRIVER}


def _parsed(message: str) -> Any:
    try:
        return json.loads(message)
    except (ValueError, RecursionError):
        return None
