"""A cross table as text: a square if it fits, else a row for each entry with its opponents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.cards.terminal_width import pad, text_width
from referee.cards.words import quantity
from referee.tournaments.scores.cross_table import CrossTable

_SELF: Final = "×"
_NEVER: Final = "·"


def square_rows(cross: CrossTable, names: Mapping[int, str], width: int) -> list[str] | None:
    """Return the rows of the square; None if it is wider than `width`.

    Each row has the place, the entry number and the name. Each column is headed by an entry number, written downwards.
    A row ends with how often the entry finished ahead of, level with and behind its opponents.
    """
    heading_height = max(len(str(entry)) for entry in cross.order) if cross.order else 0
    cell_width = max((len(signs) for signs in cross.met.values()), default=1)
    labels = _labels(cross, names, heading_height)
    label_width = max(map(text_width, labels), default=0)
    sums = {entry: tuple(map(str, cross.sums(entry))) for entry in cross.order}
    sum_widths = [max(len(head), *(len(row[index]) for row in sums.values())) for index, head in enumerate("+=-")]
    if label_width + 1 + len(cross.order) * (cell_width + 1) + 1 + sum(sum_widths) + len(sum_widths) > width:
        return None
    rows = []
    for digit in range(heading_height):
        cells = "".join(f" {str(entry).rjust(heading_height)[digit]:>{cell_width}}" for entry in cross.order)
        tail = _format_sums("+=-", sum_widths) if digit == heading_height - 1 else ""
        rows.append(f"{' ' * (label_width + 1)}{cells} {tail}".rstrip())
    for entry, name in zip(cross.order, labels, strict=True):
        cells = "".join(f" {_format_cell(cross, entry, opponent):>{cell_width}}" for opponent in cross.order)
        rows.append(f"{pad(name, label_width)} {cells} {_format_sums(sums[entry], sum_widths)}")
    return rows


def listed_rows(cross: CrossTable, names: Mapping[int, str]) -> list[str]:
    """Return a row for each entry: place, number, name, sums, and each opponent with the results."""
    rows = []
    for entry in cross.order:
        sums = " ".join(f"{sign}{count}" for sign, count in zip("+=-", cross.sums(entry), strict=True))
        meetings = ", ".join(
            f"{opponent} {names[opponent]} {cross.met[entry, opponent]}" for opponent in cross.opponents(entry)
        )
        rows.append(f"{_entry_label(cross, names, entry)}  {sums}: {meetings or 'met nobody'}")
    return rows


def describe_meetings(cross: CrossTable) -> str:
    """Return a sentence on the number of pairs for each number of meetings."""
    parts: list[str] = []
    for meeting_count, pair_count in cross.meetings().items():
        pairs = f"{pair_count}" if parts else quantity(pair_count, "pair")
        times = {1: "once", 2: "twice"}.get(meeting_count, f"{meeting_count} times")
        parts.append(f"{pairs} met {times}" if meeting_count else f"{pairs} never met")
    return f"{', '.join(parts)}." if parts else ""


def _labels(cross: CrossTable, names: Mapping[int, str], heading_height: int) -> list[str]:
    """Return the place, number and name of each entry, aligned. A shared place ends with ``=``."""
    places = [cross.places.get(entry, "") for entry in cross.order]
    if any(place.endswith("=") for place in places):
        places = [place if place.endswith("=") else f"{place} " for place in places]
    place_width = max(map(len, places), default=0)
    labels = zip(places, cross.order, strict=True)
    return [f"{place.rjust(place_width)}  {entry:>{heading_height}} {names[entry]}" for place, entry in labels]


def _entry_label(cross: CrossTable, names: Mapping[int, str], entry: int) -> str:
    return f"{cross.places.get(entry, '')}  {entry} {names[entry]}".lstrip()


def _format_cell(cross: CrossTable, entry: int, opponent: int) -> str:
    return _SELF if entry == opponent else cross.met.get((entry, opponent), _NEVER)


def _format_sums(sums: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(f" {value:>{width}}" for value, width in zip(sums, widths, strict=True))
