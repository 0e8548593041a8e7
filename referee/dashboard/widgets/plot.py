"""Draw text plots of a rating over time and of scores between 0 and 1."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Final

from textual.content import Content

_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a Braille character, which has four rows of two dots."""
_BRAILLE: Final = 0x2800
_DOT_SPACING: Final = 3
_INK: Final = "$text-accent"
_QUIET: Final = "$text-muted"


def draw_curve(points: Sequence[tuple[date, float]], width: int, height: int) -> Iterator[Content]:
    """Yield the rows of a curve through two or more values. The latest is on the right."""
    figures = [figure for _, figure in points]
    low, high = min(figures), max(figures)
    marks = {0: f"{high:.1f}", height - 1: f"{low:.1f}"}
    room = width - _label_width(marks)
    dot_rows, dot_columns, spread = 4 * height - 1, 2 * room, (high - low) or 1.0
    ys = [round((high - figure) / spread * dot_rows) for figure in _interpolate(points, dot_columns)]
    letters = [[0] * room for _ in range(height)]
    for x, (previous_y, y) in enumerate(pairwise([ys[0], *ys])):
        for dot in range(min(previous_y, y), max(previous_y, y) + 1):
            letters[dot // 4][x // 2] |= _DOTS[dot % 4][x % 2]
    rows = ["".join(chr(_BRAILLE + bits) if bits else " " for bits in row) for row in letters]
    yield from _draw_frame(rows, marks, str(points[0][0]), str(points[-1][0]), room)


def draw_dots(scores: Sequence[tuple[date, float, str]], width: int, height: int) -> Iterator[Content]:
    """Yield the rows of a plot with a sign for each score from 0 to 1. The latest is on the right.

    Only the latest scores are drawn if the width is too small. `visible_count` returns their number.
    """
    marks = {0: "1.0", height // 2: "0.5", height - 1: "0.0"}
    shown_scores = scores[-visible_count(len(scores), width) :]
    room = min(width - _label_width(marks), max(_DOT_SPACING * len(shown_scores), len("2026-11-16  2026-11-16")))
    letters = [[" "] * room for _ in range(height)]
    for index, (_, score, sign) in enumerate(shown_scores):
        letters[round((1 - score) * (height - 1))][_DOT_SPACING * index + 1] = sign
    last = str(shown_scores[-1][0]) if len(shown_scores) > 1 else ""
    yield from _draw_frame(["".join(row) for row in letters], marks, str(shown_scores[0][0]), last, room)


def visible_count(score_count: int, width: int) -> int:
    """Return the number of scores that fit into a plot of this width."""
    return min(score_count, max(1, (width - _label_width({0: "0.0"})) // _DOT_SPACING))


def _label_width(marks: Mapping[int, str]) -> int:
    return max(map(len, marks.values())) + 1


def _interpolate(points: Sequence[tuple[date, float]], columns: int) -> Iterator[float]:
    """Yield the value at each column, interpolated between the days of the points."""
    days = [day.toordinal() for day, _ in points]
    index = 0
    for column in range(columns):
        day = days[0] + (days[-1] - days[0]) * column / max(1, columns - 1)
        while index < len(days) - 2 and day > days[index + 1]:
            index += 1
        fraction = (day - days[index]) / ((days[index + 1] - days[index]) or 1)
        yield points[index][1] + fraction * (points[index + 1][1] - points[index][1])


def _draw_frame(rows: Sequence[str], marks: Mapping[int, str], first: str, last: str, room: int) -> Iterator[Content]:
    edge = _label_width(marks) - 1
    for index, row in enumerate(rows):
        yield Content.assemble((f"{marks.get(index, ''):>{edge}}│", _QUIET), (row.rstrip(), _INK))
    yield Content.styled(f"{'':{edge}}└{first}{last:>{max(0, room - len(first))}}", _QUIET)
