"""A bracket as SVG that stands in a page: it takes the page's colour of text, and its letters stay letters.

Boxes and lines have the places that they have in a terminal; see `referee.tournaments.bracket_layout`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

from referee.export.charts import COLOURS
from referee.export.measured import width_of
from referee.rules.plain_text import shown
from referee.tournaments.bracket_layout import Box, Bracket, Slot, Way

_ROW: Final = 22
_HEAD: Final = 30
_PAD: Final = 8
_EDGE: Final = 2
_PLACE: Final = 20
_STUB: Final = 14
_TRACK: Final = 12
_DOT: Final = 2.6


def bracket_svg(found: Bracket, names: Mapping[int, str], title: str) -> str:
    """Return a bracket as an element of a page; whoever goes on stands in bold letters."""
    if not found.boxes:
        return ""
    lefts, rights = _edges(found, names)
    width, height = rights[-1] + _EDGE, _HEAD + found.height * _ROW + _EDGE
    heads = (
        f'<text x="{left}" y="16" font-weight="700">{_text(name)}</text>'
        for left, name in zip(lefts, found.titles, strict=True)
    )
    ways = (
        each
        for way in found.ways
        for each in _way(way, rights[way.column], lefts[way.column + 1], COLOURS[way.to_box % len(COLOURS)])
    )
    boxes = (each for box in found.boxes for each in _box(box, names, lefts[box.column], rights[box.column]))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="drawn" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="{_text(title)}" fill="currentColor" font-size="14" '
        'font-family="system-ui, sans-serif">\n' + "\n".join([*heads, *ways, *boxes]) + "\n</svg>"
    )


def _edges(found: Bracket, names: Mapping[int, str]) -> tuple[list[int], list[int]]:
    """Return the left and the right edge of each column."""
    lefts, rights, at = list[int](), list[int](), _EDGE
    for column, title in enumerate(found.titles):
        boxes = [box for box in found.boxes if box.column == column]
        wide = max(
            (_PLACE + width_of(slot.text or names[slot.entry], bold=True) for box in boxes for slot in box.slots),
            default=0,
        )
        wide = max(wide, *(width_of(text, bold=True) for text in (title, *(box.title for box in boxes)))) + 2 * _PAD
        lefts.append(at)
        rights.append(at + wide)
        at += wide + 2 * _STUB + _TRACK * max(0, found.tracks(column) - 1)
    return lefts, rights


def _box(box: Box, names: Mapping[int, str], left: int, right: int) -> Iterator[str]:
    top = _HEAD + box.top * _ROW
    yield (
        f'<rect x="{left}" y="{top}" width="{right - left}" height="{(box.end - box.top) * _ROW}" rx="5" '
        'fill="none" stroke="currentColor" stroke-opacity="0.45"/>'
    )
    yield f'<text x="{left + _PAD}" y="{top + 16}" font-size="12" fill-opacity="0.75">{_text(box.title)}</text>'
    for slot in box.slots:
        yield _slot(slot, slot.text or names[slot.entry], left + _PAD, _HEAD + box.row_of(slot.entry) * _ROW + 16)


def _slot(slot: Slot, name: str, left: int, base: int) -> str:
    place = f'<tspan fill-opacity="0.75">{slot.rank}</tspan>' if slot.place else ""
    bold = ' font-weight="700"' if slot.through else ""
    return (
        f'<text x="{left}" y="{base}"{bold}>{place}<tspan x="{left + _PLACE}">{_text(name)}</tspan></text>'
        if place
        else f'<text x="{left + _PLACE}" y="{base}"{bold}>{_text(name)}</text>'
    )


def _way(way: Way, left: int, right: int, colour: str) -> Iterator[str]:
    """Draw the lines into one box in one colour: dashed from who lost, with a dot where lines join."""
    upright = left + _STUB + way.track * _TRACK
    for entry, row in zip(way.entries, way.rows, strict=True):
        dashes = "" if entry in way.through else ' stroke-dasharray="4 3"'
        yield f'<path d="M{left} {_middle(row)}H{upright}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>'
        if way.first < row < way.last:
            yield f'<circle cx="{upright}" cy="{_middle(row)}" r="{_DOT}" fill="{colour}"/>'
    yield (
        f'<path d="M{upright} {_middle(way.first)}V{_middle(way.last)}M{upright} {_middle(way.to_row)}H{right}" '
        f'fill="none" stroke="{colour}" stroke-width="2" stroke-linecap="square"/>'
    )
    if way.first < way.to_row < way.last:
        yield f'<circle cx="{upright}" cy="{_middle(way.to_row)}" r="{_DOT}" fill="{colour}"/>'


def _middle(row: int) -> int:
    return _HEAD + row * _ROW + _ROW // 2


def _text(text: str) -> str:
    return escape(shown(text))
