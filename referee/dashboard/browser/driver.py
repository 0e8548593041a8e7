"""Textual's driver for a desk in a browser. It limits unread input, and ends the desk with the server."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator, Sequence
from queue import Empty, Queue
from typing import Any, Final

from textual.app import App
from textual.drivers.web_driver import WebDriver
from textual.events import Callback, Resize
from textual.geometry import Size
from textual.message import Message
from textual.message_pump import MessagePump
from textual.messages import ExitApp

from referee.dashboard.browser.limits import KEYS_AHEAD, clamp_window

_RETRY_SECONDS: Final = 0.02


class PipeReader:
    """An iterator over chunks of standard input. It yields empty bytes after `timeout` seconds without input.

    On Windows, Textual's own reader yields nothing while it waits. Escape would then be taken for the start of a longer
    key until the next key is pressed.
    """

    def __init__(self, timeout: float = 0.1) -> None:
        assert sys.__stdin__ is not None
        self._file = sys.__stdin__.fileno()
        self._timeout = timeout
        self._chunks: Queue[bytes] = Queue(maxsize=1)
        self._closed = threading.Event()

    def close(self) -> None:
        """Stop the iteration."""
        self._closed.set()

    def __iter__(self) -> Iterator[bytes]:
        """Yield chunks of bytes, empty ones while no input arrives."""
        # A daemon: Windows has no way to wait for a pipe and something else, and the desk may end by itself.
        threading.Thread(target=self._read, name="standard-input", daemon=True).start()
        while not self._closed.is_set():
            try:
                chunk = self._chunks.get(timeout=self._timeout)
            except Empty:
                yield b""
                continue
            if not chunk:
                return
            yield chunk

    def _read(self) -> None:
        chunk = b"unread"
        while chunk:
            try:
                chunk = os.read(self._file, 1024)
            except OSError:  # the server is gone
                chunk = b""
            self._chunks.put(chunk)


class BrowserDriver(WebDriver):
    """A driver that reads keys only as fast as the screens handle them. Unread keys wait in the browser."""

    def __init__(self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: Any = None) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._size = clamp_window(*self._size) if self._size else None
        self._input_reader = PipeReader()  # type: ignore[assignment]  # it is closed and iterated over, no more
        self._sent = 0

    def report_letter_scale(self, scale: float, columns: int, rows: int) -> None:
        """Send the page the largest factor for its letter size, and the window size it is valid for."""
        self.write_meta({"type": "letters", "times": round(scale, 3), "columns": columns, "rows": rows})

    def run_input_thread(self) -> None:
        """Read input until the server closes it, then exit the application."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            super().send_message(ExitApp())

    def send_message(self, message: Message) -> None:
        """Pass a message to the application, and regularly wait until its queues are empty."""
        if self.exit_event.is_set():
            return
        if isinstance(message, Resize):  # a terminal may tell its size by keys, too
            size = Size(*clamp_window(*message.size))
            message = Resize(size, size, size, message.pixel_size)
        super().send_message(message)
        self._sent += 1
        if self._sent % KEYS_AHEAD == 0:
            event = threading.Event()
            super().send_message(Callback(callback=lambda: _signal_when_handled(self._app, event)))
            while not event.wait(0.1) and not self.exit_event.is_set():
                pass


def _signal_when_handled(app: App[Any], event: threading.Event) -> None:
    """Set the event once the application and its screen have handled all keys so far."""
    key_queue = getattr(app, "key_queue", None)
    if key_queue is not None and key_queue.keys:
        app.set_timer(_RETRY_SECONDS, lambda: _signal_when_handled(app, event))
        return
    _visit_queues([app.focused or app.screen, app.screen, app], event)


def _visit_queues(pumps: Sequence[MessagePump], event: threading.Event) -> None:
    if not pumps:
        event.set()
    elif not pumps[0].call_later(_visit_queues, pumps[1:], event):  # it is closed, and takes nothing any more
        _visit_queues(pumps[1:], event)
