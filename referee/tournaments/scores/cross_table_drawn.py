"""A cross table as text: a square if it fits, else a row for each entry with the opponents met."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.cards.terminal_width import pad, text_width
from referee.cards.words import quantity
from referee.tournaments.scores.cross_table import CrossTable

_SELF: Final = "×"
_NEVER: Final = "·"


def square(cross: CrossTable, names: Mapping[int, str], width: int) -> list[str] | None:
    """Return the rows of the square, or None if it is wider than `width`.

    Each row has the place, the entry number and the name; each column is headed by an entry number, written downwards.
    A row ends with how often the entry finished before, level with and after its opponents.
    """
    deep = max(len(str(entry)) for entry in cross.order) if cross.order else 0
    wide = max((len(signs) for signs in cross.met.values()), default=1)
    called = _columns(cross, names, deep)
    lead = max(map(text_width, called), default=0)
    sums = {entry: tuple(map(str, cross.sums(entry))) for entry in cross.order}
    over = [max(len(head), *(len(row[at]) for row in sums.values())) for at, head in enumerate("+=-")]
    if lead + 1 + len(cross.order) * (wide + 1) + 1 + sum(over) + len(over) > width:
        return None
    rows = []
    for digit in range(deep):
        across = "".join(f" {str(entry).rjust(deep)[digit]:>{wide}}" for entry in cross.order)
        tail = _sums("+=-", over) if digit == deep - 1 else ""
        rows.append(f"{' ' * (lead + 1)}{across} {tail}".rstrip())
    for entry, name in zip(cross.order, called, strict=True):
        across = "".join(f" {_cell(cross, entry, other):>{wide}}" for other in cross.order)
        rows.append(f"{pad(name, lead)} {across} {_sums(sums[entry], over)}")
    return rows


def listed_rows(cross: CrossTable, names: Mapping[int, str]) -> list[str]:
    """Return a row for each entry: place, number, name, sums, and each opponent with the results."""
    rows = []
    for entry in cross.order:
        sums = " ".join(f"{sign}{count}" for sign, count in zip("+=-", cross.sums(entry), strict=True))
        met = ", ".join(f"{other} {names[other]} {cross.met[entry, other]}" for other in cross.opponents(entry))
        rows.append(f"{_called(cross, names, entry)}  {sums}: {met or 'met nobody'}")
    return rows


def describe_meetings(cross: CrossTable) -> str:
    """Return a sentence on how many pairs met how often."""
    said: list[str] = []
    for often, many in cross.meetings().items():
        pairs = f"{many}" if said else quantity(many, "pair")
        times = {1: "once", 2: "twice"}.get(often, f"{often} times")
        said.append(f"{pairs} met {times}" if often else f"{pairs} never met")
    return f"{', '.join(said)}." if said else ""


def _columns(cross: CrossTable, names: Mapping[int, str], deep: int) -> list[str]:
    """Return place, number and name of each entry, aligned. A shared place ends with ``=``."""
    places = [cross.places.get(entry, "") for entry in cross.order]
    if any(place.endswith("=") for place in places):
        places = [place if place.endswith("=") else f"{place} " for place in places]
    across = max(map(len, places), default=0)
    numbered = zip(places, cross.order, strict=True)
    return [f"{place.rjust(across)}  {entry:>{deep}} {names[entry]}" for place, entry in numbered]


def _called(cross: CrossTable, names: Mapping[int, str], entry: int) -> str:
    return f"{cross.places.get(entry, '')}  {entry} {names[entry]}".lstrip()


def _cell(cross: CrossTable, entry: int, other: int) -> str:
    return _SELF if entry == other else cross.met.get((entry, other), _NEVER)


def _sums(sums: Sequence[str], over: Sequence[int]) -> str:
    return "".join(f" {value:>{wide}}" for value, wide in zip(sums, over, strict=True))
