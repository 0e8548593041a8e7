"""A cross table as SVG that stands in a page: a square in which each cell says what came of each meeting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

from referee.export.charts import COLOURS
from referee.export.measured import width_of
from referee.rules.plain_text import shown
from referee.tournaments.scores.cross_table import AHEAD, BEHIND, CrossTable

MOST: Final = 64
"""Of how many players a square can still be read; of more it would be a wall of dots."""
_ROW: Final = 24
_PAD: Final = 6
_FILLS: Final = {AHEAD: COLOURS[0], BEHIND: COLOURS[1]}
_PRINTED: Final = str.maketrans({BEHIND: "\N{MINUS SIGN}"})


def cross_table_svg(cross: CrossTable, names: Mapping[int, str], title: str) -> str:
    """Return a cross table as an element of a page; empty where nobody met, or where too many did for a square.

    A cell is coloured where it was won or lost on the whole, and says in words whose it is when one points at it.
    """
    many = len(cross.order)
    if not cross.met or many > MOST:
        return ""
    cell = max(_ROW, 10 + 9 * max(map(len, cross.met.values())))
    number = width_of(str(many)) + 2 * _PAD
    side = number + max(width_of(names[entry]) for entry in cross.order) + 2 * _PAD
    sums = [width_of("888") + _PAD] * 3
    width, height = side + many * cell + sum(sums) + _PAD, _ROW * (many + 1) + 2
    parts = [*_grid(many, side, cell), *_heads(many, side, cell, sums[0])]
    for row, entry in enumerate(cross.order, 1):
        base = row * _ROW + 17
        parts.append(f'<text x="{number - _PAD}" y="{base}" text-anchor="end" fill-opacity="0.75">{row}</text>')
        parts.append(f'<text x="{number}" y="{base}">{_text(names[entry])}</text>')
        for column, other in enumerate(cross.order):
            if signs := cross.met.get((entry, other)):
                parts.append(_met(signs, f"{names[entry]} – {names[other]}", side + column * cell, row * _ROW, cell))
        parts.append(f'<path d="{_crossed(side + (row - 1) * cell, row * _ROW, cell)}" opacity="0.3"/>')
        for at, total in enumerate(cross.sums(entry), 1):
            x = side + many * cell + at * sums[0]
            parts.append(f'<text x="{x}" y="{base}" text-anchor="end">{total}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="drawn" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="{_text(title)}" fill="currentColor" font-size="14" '
        'font-family="system-ui, sans-serif">\n' + "\n".join(parts) + "\n</svg>"
    )


def _grid(many: int, side: int, cell: int) -> Iterator[str]:
    across, down = side + many * cell, _ROW * (many + 1)
    lines = [f"M0 {_ROW * at}H{across}" for at in range(1, many + 2)]
    lines += [f"M{side + cell * at} {_ROW}V{down}" for at in range(many + 1)]
    yield f'<path d="{"".join(lines)}" fill="none" stroke="currentColor" stroke-opacity="0.25"/>'


def _heads(many: int, side: int, cell: int, wide: int) -> Iterator[str]:
    for at in range(many):
        x = side + at * cell + cell // 2
        yield f'<text x="{x}" y="17" text-anchor="middle" fill-opacity="0.75">{at + 1}</text>'
    for at, sign in enumerate((AHEAD, "=", BEHIND), 1):
        x = side + many * cell + at * wide
        yield f'<text x="{x}" y="17" text-anchor="end" fill-opacity="0.75">{sign.translate(_PRINTED)}</text>'


def _met(signs: str, who: str, x: int, y: int, cell: int) -> str:
    gained = signs.count(AHEAD) - signs.count(BEHIND)
    fill = _FILLS[AHEAD if gained > 0 else BEHIND] if gained else ""
    ground = f'<rect x="{x}" y="{y}" width="{cell}" height="{_ROW}" fill="{fill}" fill-opacity="0.22"/>' if fill else ""
    said = signs.translate(_PRINTED)
    return (
        f"<g><title>{_text(who)}: {said}</title>{ground}"
        f'<text x="{x + cell // 2}" y="{y + 17}" text-anchor="middle">{said}</text></g>'
    )


def _crossed(x: int, y: int, cell: int) -> str:
    return f"M{x} {y}h{cell}v{_ROW}h-{cell}z"


def _text(text: str) -> str:
    return escape(shown(text))
