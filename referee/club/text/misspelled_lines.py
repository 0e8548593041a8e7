"""Lines as they are typed at a club's table: who is named otherwise than the record has it is named in full.

The notation itself knows names, and beginnings of them, letter by letter; it has nothing but the standard library.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from referee.club.text.name_similarity import Fit, best
from referee.rules import Fault

Read = TypeVar("Read")


def reread(read: Callable[[str, list[Fault]], Read], text: str, names: Sequence[str]) -> tuple[Read, list[Fault]]:
    """Read a line; where it cannot be read, and a player can be meant there and only one, read it with the full name.

    A line that cannot be read all the same is refused as it was typed, for what follows the names that were meant.
    Nobody is guessed at: a slip of the keys is refused too.
    """
    first: list[Fault] = []
    line = read(text, first)
    faults, tried, reached = first, text, 0
    while faults and faults[0].column > reached:
        reached = faults[0].column
        tried, faults = _with_the_name(tried, reached, names), []
        found = read(tried, faults)
        if not faults:
            return found, []
    grown = len(tried) - len(text)
    if faults and faults[0].column > max(first[0].column, grown + first[0].column):
        return line, [replace(faults[0], column=faults[0].column - grown, text=text), *first[1:]]
    return line, first


def _with_the_name(text: str, column: int, names: Sequence[str]) -> str:
    """Return a line with a player's full name for the words at a place, if they name anybody."""
    words = list(re.finditer(r"\S+", text))
    at = next((at for at, word in enumerate(words) if word.start() <= column - 1 < word.end()), len(words))
    for last in range(min(len(words), at + 4), at, -1):
        start, end = words[at].start(), words[last - 1].end()
        typed = text[start:end]
        fits = best(typed, dict(enumerate(names)), Fit.WORDS)
        if len(fits) == 1:
            return f"{text[:start]}{names[fits[0]]}{text[end:]}"
    return text
