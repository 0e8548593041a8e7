"""Edit a line of several answers with separators, such as names in finishing order."""

from __future__ import annotations

import re
from typing import Final

PLACES: Final = " > "
TIED: Final = " = "
AND: Final = ", "
_BETWEEN: Final = re.compile(r"\s*[,;>]\s*|\s+=\s+")
_ENDS: Final = re.compile(r"[\s,;>]+$|\s=\s*$")


def parts(line: str) -> tuple[str, str]:
    """Return the line up to its last separator, and the text after it."""
    ends = [found.end() for found in _BETWEEN.finditer(line)]
    at = ends[-1] if ends else 0
    return line[:at], line[at:].strip()


def with_pick(line: str, pick: str, between: str, *, last: bool) -> str:
    """Return the line with its last part replaced by a pick. A separator follows unless it is the last pick."""
    before, _ = parts(line)
    return f"{before}{pick}{'' if last else between}"


def tied(line: str) -> str | None:
    """Return the line with a tie as its last separator, or None if it does not end with a place separator."""
    before, part = parts(line)
    return f"{before.rstrip(' >')}{TIED}" if not part and before.endswith(PLACES) else None


def without_last(line: str) -> str | None:
    """Return the line without its last answer, or None if text follows the last separator."""
    before, part = parts(line)
    return parts(_ENDS.sub("", before))[0] if before and not part else None


def answers(line: str) -> list[str]:
    """Return the answers in a line."""
    return [each.strip() for each in _BETWEEN.split(line) if each.strip()]


def whole(line: str) -> str:
    """Return the line without a trailing separator."""
    return _ENDS.sub("", line).strip()
