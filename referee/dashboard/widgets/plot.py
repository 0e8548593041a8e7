"""Plots in letters, so that a terminal shows them beside any text: a figure over time, and scores between 0 and 1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Final

from textual.content import Content

_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a letter of Braille, which has four rows of two dots."""
_BRAILLE: Final = 0x2800
_APART: Final = 3
_INK: Final = "$text-accent"
_QUIET: Final = "$text-muted"


def curve(points: Sequence[tuple[date, float]], width: int, height: int) -> Iterator[Content]:
    """Yield a line through two figures or more, the lowest at the bottom and the latest to the right."""
    figures = [figure for _, figure in points]
    low, high = min(figures), max(figures)
    marks = {0: f"{high:.1f}", height - 1: f"{low:.1f}"}
    room = width - _beside(marks)
    down, across, spread = 4 * height - 1, 2 * room, (high - low) or 1.0
    ys = [round((high - figure) / spread * down) for figure in _at_each(points, across)]
    letters = [[0] * room for _ in range(height)]
    for x, (before, y) in enumerate(pairwise([ys[0], *ys])):
        for dot in range(min(before, y), max(before, y) + 1):
            letters[dot // 4][x // 2] |= _DOTS[dot % 4][x % 2]
    rows = ["".join(chr(_BRAILLE + bits) if bits else " " for bits in row) for row in letters]
    yield from _framed(rows, marks, str(points[0][0]), str(points[-1][0]), room)


def dots(scores: Sequence[tuple[date, float, str]], width: int, height: int) -> Iterator[Content]:
    """Yield a sign for each score, from 0 at the bottom to 1 at the top, the latest to the right.

    If there is no room for all of them, the latest are shown: `visible_count` returns how many.
    """
    marks = {0: "1.0", height // 2: "0.5", height - 1: "0.0"}
    seen = scores[-visible_count(len(scores), width) :]
    room = min(width - _beside(marks), max(_APART * len(seen), len("2026-11-16  2026-11-16")))
    letters = [[" "] * room for _ in range(height)]
    for at, (_, score, sign) in enumerate(seen):
        letters[round((1 - score) * (height - 1))][_APART * at + 1] = sign
    last = str(seen[-1][0]) if len(seen) > 1 else ""
    yield from _framed(["".join(row) for row in letters], marks, str(seen[0][0]), last, room)


def visible_count(many: int, width: int) -> int:
    """Return of how many scores a plot of a width has room for."""
    return min(many, max(1, (width - _beside({0: "0.0"})) // _APART))


def _beside(marks: Mapping[int, str]) -> int:
    return max(map(len, marks.values())) + 1


def _at_each(points: Sequence[tuple[date, float]], columns: int) -> Iterator[float]:
    """Yield the figure of each column: on a day between two, one between theirs."""
    days = [day.toordinal() for day, _ in points]
    at = 0
    for column in range(columns):
        day = days[0] + (days[-1] - days[0]) * column / max(1, columns - 1)
        while at < len(days) - 2 and day > days[at + 1]:
            at += 1
        gone = (day - days[at]) / ((days[at + 1] - days[at]) or 1)
        yield points[at][1] + gone * (points[at + 1][1] - points[at][1])


def _framed(rows: Sequence[str], marks: Mapping[int, str], first: str, last: str, room: int) -> Iterator[Content]:
    edge = _beside(marks) - 1
    for at, row in enumerate(rows):
        yield Content.assemble((f"{marks.get(at, ''):>{edge}}│", _QUIET), (row.rstrip(), _INK))
    yield Content.styled(f"{'':{edge}}└{first}{last:>{max(0, room - len(first))}}", _QUIET)
