"""Edit a line of several answers with separators, such as names in finishing order."""

from __future__ import annotations

import re
from typing import Final

PLACE_SEPARATOR: Final = " > "
TIE_SEPARATOR: Final = " = "
NAME_SEPARATOR: Final = ", "
_SEPARATOR_PATTERN: Final = re.compile(r"\s*[,;>]\s*|\s+=\s+")
_TRAILING_SEPARATOR: Final = re.compile(r"[\s,;>]+$|\s=\s*$")


def split_last(line: str) -> tuple[str, str]:
    """Return the line up to its last separator, and the text after it."""
    ends = [match.end() for match in _SEPARATOR_PATTERN.finditer(line)]
    end = ends[-1] if ends else 0
    return line[:end], line[end:].strip()


def with_pick(line: str, pick: str, separator: str, *, is_last: bool) -> str:
    """Return the line with its last part replaced by a pick. A separator follows unless it is the last pick."""
    before, _ = split_last(line)
    return f"{before}{pick}{'' if is_last else separator}"


def with_tie(line: str) -> str | None:
    """Return the line with a tie as its last separator, or None if it does not end with a place separator."""
    before, last_answer = split_last(line)
    return f"{before.rstrip(' >')}{TIE_SEPARATOR}" if not last_answer and before.endswith(PLACE_SEPARATOR) else None


def without_last(line: str) -> str | None:
    """Return the line without its last answer, or None if text follows the last separator."""
    before, last_answer = split_last(line)
    return split_last(_TRAILING_SEPARATOR.sub("", before))[0] if before and not last_answer else None


def answers(line: str) -> list[str]:
    """Return the answers in a line."""
    return [answer.strip() for answer in _SEPARATOR_PATTERN.split(line) if answer.strip()]


def without_separator(line: str) -> str:
    """Return the line without a trailing separator."""
    return _TRAILING_SEPARATOR.sub("", line).strip()
