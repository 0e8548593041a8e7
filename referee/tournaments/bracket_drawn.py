"""A bracket in the letters of a terminal: boxes as rows of names, lines between the columns that can be followed.

Where two lines cross there is a ┼, and a ┼ is never anything else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.cards.cells import cells, padded
from referee.tournaments.bracket_layout import Box, Bracket, Slot, Way

_LEFT, _RIGHT, _UP, _DOWN = 1, 2, 4, 8
_DRAWN: Final = {
    0: " ",
    _LEFT | _RIGHT: "─",
    _UP | _DOWN: "│",
    _LEFT | _DOWN: "┐",
    _LEFT | _UP: "┘",
    _RIGHT | _DOWN: "┌",
    _RIGHT | _UP: "└",
    _LEFT | _UP | _DOWN: "┤",
    _RIGHT | _UP | _DOWN: "├",
    _LEFT | _RIGHT | _DOWN: "┬",
    _LEFT | _RIGHT | _UP: "┴",
    _LEFT | _RIGHT | _UP | _DOWN: "┼",
}
_LOST: Final = "╌"
THROUGH: Final = "›"


def drawn(found: Bracket, names: Mapping[int, str], width: int) -> list[str] | None:
    """Return the rows of a bracket, in parts below each other where it is too wide; None if no two columns fit."""
    wide = [
        max(map(cells, [title, *(text for box in boxes for text in _texts(box, names))]), default=0)
        for title, boxes in zip(found.titles, _columns(found), strict=True)
    ]
    parts = _parts(wide, [_gutter(found, column) for column in range(len(wide))], width)
    if parts is None:
        return None
    rows: list[str] = []
    for first, last in parts:
        rows += [*([""] if rows else []), *_part(found, names, wide, first, last)]
    return rows


def slot_text(slot: Slot, names: Mapping[int, str], place: int) -> str:
    """Return how somebody stands in a box: place, name, and a sign if they go on."""
    rank = f"{slot.rank:>{place}} " if place else ""
    return f"{rank}{slot.text or names[slot.entry]}{f' {THROUGH}' if slot.through else ''}"


def _texts(box: Box, names: Mapping[int, str]) -> list[str]:
    place = max(len(slot.rank) for slot in box.slots) if box.slots else 0
    return [box.title, *(slot_text(slot, names, place) for slot in box.slots)]


def _columns(found: Bracket) -> list[list[Box]]:
    return [[box for box in found.boxes if box.column == column] for column in range(len(found.titles))]


def _gutter(found: Bracket, column: int) -> int:
    return 2 * found.tracks(column) + 2


def _parts(wide: Sequence[int], gutters: Sequence[int], width: int) -> list[tuple[int, int]] | None:
    """Return the first and last column of each part; a part begins with the column that ended the one before."""
    if len(wide) == 1:
        return [(0, 0)] if wide[0] <= width else None
    parts, first = [], 0
    while first < len(wide) - 1:
        last, used = first, wide[first]
        while last + 1 < len(wide) and used + gutters[last] + wide[last + 1] <= width:
            used += gutters[last] + wide[last + 1]
            last += 1
        if last == first:
            return None
        parts.append((first, last))
        first = last
    return parts


def _part(found: Bracket, names: Mapping[int, str], wide: Sequence[int], first: int, last: int) -> list[str]:
    """Draw some columns under their titles."""
    heads = [padded(found.titles[at], wide[at] + _gutter(found, at)) for at in range(first, last + 1)]
    rows = ["".join(heads).rstrip(), ""]
    columns = _columns(found)
    laid = {
        at: {box.top + down: text for box in columns[at] for down, text in enumerate(_texts(box, names))}
        for at in range(first, last + 1)
    }
    lines = {at: _lines(found, at) for at in range(first, last)}
    body = []
    for row in range(found.height):
        text = ""
        for at in range(first, last + 1):
            gutter = lines[at][row] if at in lines else ""
            text += _filled(laid[at].get(row, ""), wide[at], gutter) + gutter
        body.append(text.rstrip())
    while body and not body[-1]:
        body.pop()
    while body and not body[0]:
        body.pop(0)
    return rows + body


def _filled(text: str, wide: int, gutter: str) -> str:
    """Fill a name up to its column's width, with its line where one begins."""
    left = wide - cells(text)
    begun = gutter[:1]
    if not text or begun not in ("─", _LOST) or not left:
        return padded(text, wide)
    return text + begun * left if text.endswith(THROUGH) else f"{text} {begun * (left - 1)}"


def _lines(found: Bracket, column: int) -> list[str]:
    """Return what stands in each row between a column and the next."""
    across = _gutter(found, column)
    grid = [[0] * across for _ in range(found.height)]
    lost = set()
    for way in (way for way in found.ways if way.column == column):
        _draw(grid, way, across)
        lost |= {row for entry, row in zip(way.entries, way.rows, strict=True) if entry not in way.through}
    rows = ["".join(_DRAWN[mask] for mask in row) for row in grid]
    return [_LOST + text[1:] if row in lost else text for row, text in enumerate(rows)]


def _draw(grid: list[list[int]], way: Way, across: int) -> None:
    """Add the lines of a way to a grid in which each cell knows to which sides lines leave it."""
    upright = 1 + 2 * way.track
    for row in way.rows:
        for at in range(upright):
            grid[row][at] |= _LEFT | _RIGHT
        grid[row][upright] |= _LEFT
    for row in range(way.first, way.last):
        grid[row][upright] |= _DOWN
        grid[row + 1][upright] |= _UP
    grid[way.to_row][upright] |= _RIGHT
    for at in range(upright + 1, across - 1):
        grid[way.to_row][at] |= _LEFT | _RIGHT
