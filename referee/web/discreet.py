"""Faults of the program told by where they were, and by nothing of what anybody sent or typed."""

from __future__ import annotations

import logging
import sys
import traceback
from typing import Final

from aiohttp.http_exceptions import HttpProcessingError

_LINES: Final = 3


def where(error: BaseException) -> str:
    """Return an error's kind and the last places that it came through, but not what it says."""
    frames = traceback.extract_tb(error.__traceback__)[-_LINES:]
    places = [f"{frame.name} ({frame.filename}:{frame.lineno})" for frame in reversed(frames)]
    return " from ".join([f"{type(error).__name__} in {places[0]}" if places else type(error).__name__, *places[1:]])


class _Told(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        error = record.exc_info[1] if record.exc_info else None
        # What a log says besides may be made of what was sent; how it begins is not, until something is put into it.
        told = where(error) if error else str(record.msg).partition("\n")[0].partition(":")[0]
        return f"referee: the server goes on after a fault in {record.name}: {told}"


def _ours(record: logging.LogRecord) -> bool:
    """Tell whether a fault is the server's; a request that is none at all is answered, and not worth a line."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


def log_discreetly() -> None:
    """Let what the server's libraries log say only where a fault was."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Told())
    handler.addFilter(_ours)
    logging.basicConfig(level=logging.ERROR, handlers=[handler])
    # A desk that cannot begin says itself why; one whose browser was gone before it had begun is no fault.
    logging.getLogger("textual-serve").setLevel(logging.CRITICAL)
