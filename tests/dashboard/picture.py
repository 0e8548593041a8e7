"""Pictures of screens that show in any browser, and that say what is seen and nothing else.

They are drawn here, from the rows as Textual lays them out, and not by Rich's own export: that one names its parts
after a checksum of everything, fetches a font from elsewhere, and looks otherwise with every new template. What is
written here is text with its place, its colours and its weight; so two pictures are equal when the screens are.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import ndiff
from html import escape, unescape
from importlib.metadata import version
from io import StringIO
from itertools import groupby
from typing import Any

from rich.cells import cell_len
from rich.color import Color
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.app import App

_WIDE, _HIGH, _EDGE = 8.4, 18, 8
_BASE = 13
# Fonts that terminals and code-hosting sites have; each has the signs of the suits as text.
_FONT = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace"
_LOOK = "font-size: 14px; font-variant-emoji: text; white-space: pre"
_TEXT = re.compile(r'^<text x="([\d.]+)" y="(\d+)"[^>]*>(.*)</text>$', re.MULTILINE)
_LAID_OUT_BY = re.compile(r"<!-- laid out by Textual (.*) -->")


@dataclass(frozen=True, slots=True)
class Cell:
    """One character as it is seen; the second half of a wide one is empty."""

    text: str
    ground: str
    ink: str
    bold: bool
    italic: bool
    lines: str

    @property
    def blank(self) -> bool:
        return not self.text.strip() and not self.lines

    @property
    def look(self) -> tuple[str, ...]:
        """How it is written, as attributes of a text."""
        looks = [f'fill="{self.ink}"', 'font-weight="bold"' * self.bold, 'font-style="italic"' * self.italic]
        return tuple(filter(None, [*looks, f'text-decoration="{self.lines}"' if self.lines else ""]))


def picture(app: App[Any]) -> str:
    """Draw what is on the screen of a program."""
    width, height = app.size
    back = app.current_theme.background or "#000000"
    wide, high = round(width * _WIDE + 2 * _EDGE), height * _HIGH + 2 * _EDGE
    rows = [list(_cells(row, app)) for row in _rows_of(app)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">',
            f"<!-- laid out by Textual {version('textual')} -->",
            f"<style>text {{ font-family: {_FONT}; {_LOOK} }}</style>",
            f'<rect width="{wide}" height="{high}" rx="6" fill="{back}"/>',
            *(line for index, row in enumerate(rows) for line in _grounds(row, index, back)),
            *(line for index, row in enumerate(rows) for line in _texts(row, index)),
            "</svg>\n",
        ]
    )


def difference(before: str, after: str) -> str:
    """Return how two pictures differ: the rows of text before and after, else where the colours do; or nothing."""
    was, now = rows(before), rows(after)
    if was != now:
        return "\n".join(row for row in ndiff(was, now) if row.startswith(("- ", "+ ")))
    lines = [_LAID_OUT_BY.sub("", drawn).splitlines() for drawn in (before, after)]
    apart = set(lines[0]) ^ set(lines[1])
    if not apart:
        return ""
    places = sorted({(int(y) - _EDGE) // _HIGH + 1 for y in re.findall(r' y="(\d+)"', "\n".join(apart))})
    return f"the text is the same; colours or weight differ in the rows {', '.join(map(str, places))}"


def laid_out_by(drawn: str) -> str:
    """Return the version of Textual that laid a screen out."""
    found = _LAID_OUT_BY.search(drawn)
    return found[1] if found else ""


def rows(drawn: str) -> list[str]:
    """Return the text of a picture, row by row."""
    by_key: dict[int, str] = {}
    for x, y, text in _TEXT.findall(drawn):
        row, column = (int(y) - _EDGE) // _HIGH, round((float(x) - _EDGE) / _WIDE)
        by_key[row] = by_key.get(row, "").ljust(column) + unescape(text)
    return [by_key.get(row, "").rstrip() for row in range(max(by_key, default=-1) + 1)]


def _rows_of(app: App[Any]) -> Iterator[list[Segment]]:
    """Yield the rows on the screen, with what shines through from a screen behind it."""
    width, height = app.size
    console = Console(width=width, height=height, file=StringIO(), force_terminal=True, color_system="truecolor")
    lay_out = app.screen._compositor.render_update(full=True, screen_stack=app._background_screens)
    assert lay_out is not None
    text = (Segment(segment.text, segment.style) for segment in console.render(lay_out) if not segment.control)
    yield from Segment.split_lines(text)


def _cells(row: list[Segment], app: App[Any]) -> Iterator[Cell]:
    theme = app.current_theme
    for text, style, _ in row:
        style = style or Style()
        ink, ground = _hex(style.color, theme.foreground), _hex(style.bgcolor, theme.background)
        if style.reverse:
            ink, ground = ground, ink
        lines = " ".join(["underline"] * bool(style.underline) + ["line-through"] * bool(style.strike))
        for char in text:
            yield Cell(char, ground, ink, bool(style.bold), bool(style.italic), lines)
            if cell_len(char) == 2:
                yield Cell("", ground, ink, bool(style.bold), bool(style.italic), lines)


def _hex(color: Color | None, otherwise: str | None) -> str:
    return otherwise or "#000000" if color is None or color.is_default else color.get_truecolor().hex


def _grounds(row: list[Cell], at: int, back: str) -> Iterator[str]:
    column = 0
    for ground, run in groupby(row, key=lambda cell: cell.ground):
        length = len(list(run))
        if ground != back:
            x, y = column * _WIDE + _EDGE, at * _HIGH + _EDGE
            yield f'<rect x="{x:.1f}" y="{y}" width="{length * _WIDE:.1f}" height="{_HIGH}" fill="{ground}"/>'
        column += length


def _texts(row: list[Cell], at: int) -> Iterator[str]:
    """Yield the runs of one look; a blank between two words has no look of its own, several part two runs."""
    begin = 0
    while begin < len(row):
        if row[begin].blank:
            begin += 1
            continue
        look, end = row[begin].look, begin + 1
        while (
            end < len(row)
            and (row[end].look == look or row[end].blank)
            and not all(cell.blank for cell in row[end - 1 : end + 1])
        ):
            end += 1
        while row[end - 1].blank:
            end -= 1
        text = "".join(cell.text for cell in row[begin:end])
        # The length keeps the columns in line whatever font there is.
        yield (
            f'<text x="{begin * _WIDE + _EDGE:.1f}" y="{at * _HIGH + _EDGE + _BASE}" {" ".join(look)}'
            f' textLength="{(end - begin) * _WIDE:.1f}" lengthAdjust="spacingAndGlyphs">'
            f"{escape(text, quote=False)}</text>"
        )
        begin = end
