"""Log server errors by their location, without any content that users sent."""

from __future__ import annotations

import logging
import math
import sys
import time
import traceback
from collections.abc import Callable
from typing import Final

from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.web import RequestPayloadError

_MAX_FRAMES: Final = 3
_REPEAT_SECONDS: Final = 60.0
_IGNORED_ERRORS: Final = (HttpProcessingError, RequestPayloadError, ConnectionError)


def location(error: BaseException) -> str:
    """Return an error's class and the innermost frames of its traceback, without its message."""
    frames = traceback.extract_tb(error.__traceback__)[-_MAX_FRAMES:]
    places = [f"{frame.name} ({frame.filename}:{frame.lineno})" for frame in reversed(frames)]
    return " from ".join([f"{type(error).__name__} in {places[0]}" if places else type(error).__name__, *places[1:]])


class _LocationFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        error = record.exc_info[1] if record.exc_info else None
        # A message may contain what was sent. The start of its template, up to a colon or line end, does not.
        text = location(error) if error else str(record.msg).partition("\n")[0].partition(":")[0]
        return f"referee: internal error in {record.name}, the server continues: {text}"


class _FaultFilter(logging.Filter):
    """A log filter that passes errors of the server itself, each location once a minute.

    Malformed requests and lost connections are left out, as a client could otherwise fill the terminal.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.now = now
        self._told: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log the record."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, _IGNORED_ERRORS):
            return False
        description = location(error) if error else str(record.msg)
        if self.now() - self._told.get(description, -math.inf) < _REPEAT_SECONDS:
            return False
        self._told[description] = self.now()
        return True


def log_faults_without_content() -> None:
    """Make the server's libraries log only the location of errors, on standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_LocationFormatter())
    handler.addFilter(_FaultFilter())
    logging.basicConfig(level=logging.ERROR, handlers=[handler])
