"""A line of several answers that are picked: which part of it is typed, and the line with another pick in it."""

from __future__ import annotations

import re
from typing import Final

PLACES: Final = " > "
TIED: Final = " = "
AND: Final = ", "
_BETWEEN: Final = re.compile(r"\s*[,;>]\s*|\s+=\s+")
_ENDS: Final = re.compile(r"[\s,;>]+$|\s=\s*$")


def parts(line: str) -> tuple[str, str]:
    """Return a line up to what was put last between two answers, and the part after it."""
    ends = [found.end() for found in _BETWEEN.finditer(line)]
    at = ends[-1] if ends else 0
    return line[:at], line[at:].strip()


def with_pick(line: str, pick: str, between: str, *, last: bool) -> str:
    """Return a line with a pick as its last part, ready for the next unless it is the last."""
    before, _ = parts(line)
    return f"{before}{pick}{'' if last else between}"


def tied(line: str) -> str | None:
    """Return a line of places whose next part shares the place of the last one; None where there is none yet."""
    before, part = parts(line)
    return f"{before.rstrip(' >')}{TIED}" if not part and before.endswith(PLACES) else None


def without_last(line: str) -> str | None:
    """Return a line without its last pick, where nothing is typed after it; None where something is."""
    before, part = parts(line)
    return parts(_ENDS.sub("", before))[0] if before and not part else None


def answers(line: str) -> list[str]:
    """Return what is answered so far, a part each."""
    return [each.strip() for each in _BETWEEN.split(line) if each.strip()]


def whole(line: str) -> str:
    """Return a line as it is answered: without what stands ready for one more."""
    return _ENDS.sub("", line).strip()
