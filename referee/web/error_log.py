"""Log faults of the server by where they occurred; nothing of what anybody sent or typed gets into the log."""

from __future__ import annotations

import logging
import sys
import traceback
from typing import Final

from aiohttp.http_exceptions import HttpProcessingError

_FRAMES: Final = 3


def location(error: BaseException) -> str:
    """Return an error's class and the innermost frames of its traceback, but not its message."""
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    places = [f"{frame.name} ({frame.filename}:{frame.lineno})" for frame in reversed(frames)]
    return " from ".join([f"{type(error).__name__} in {places[0]}" if places else type(error).__name__, *places[1:]])


class _LocationOnly(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        error = record.exc_info[1] if record.exc_info else None
        # What a log says besides may be made of what was sent; how it begins is not, until something is put into it.
        told = location(error) if error else str(record.msg).partition("\n")[0].partition(":")[0]
        return f"referee: internal error in {record.name}, the server continues: {told}"


def _is_fault(record: logging.LogRecord) -> bool:
    """Tell whether a record is of a fault of the server; a malformed request is answered, and not worth a line."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


def log_faults_without_content() -> None:
    """Let the server's libraries log only where a fault occurred, and to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_LocationOnly())
    handler.addFilter(_is_fault)
    logging.basicConfig(level=logging.ERROR, handlers=[handler])
    # A desk that cannot begin says itself why; one whose browser was gone before it had begun is no fault.
    logging.getLogger("textual-serve").setLevel(logging.CRITICAL)
