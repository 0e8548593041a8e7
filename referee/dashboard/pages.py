"""Rows that do not all fit on a screen, laid out on pages which are turned; nothing of them is cut off."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from textual.content import Content
from textual.widgets import Static

Block: TypeAlias = Sequence[Content]
"""Rows that belong together."""

_GAP: Final = 3
_ROOMY: Final = 3
_LEAST_WIDTH: Final = 10


@dataclass(frozen=True, slots=True)
class Part:
    """Something on pages of its own: what heads them, the row that stands on top of each, and what is on them.

    The row and the blocks are asked for by the width that they have.
    """

    title: str
    blocks: Callable[[int], Sequence[Block]]
    columns: Callable[[int], Block] = lambda _: ()


class Pages(Static):
    """One part or several, a page at a time; above it stands which page of how many it is, where there are several."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.parts: tuple[Part, ...] = ()
        self.laid_out: list[Block] = []
        self.at = 0

    def show(self, *parts: Part) -> None:
        """Show these, on the page that was open where there still is one."""
        self.parts = parts
        self._lay_out()

    def turn(self) -> None:
        """Turn to the next page, or after the last to the first again."""
        self.at += 1
        if self.at >= len(self.laid_out):
            self.at = 0
        self._open()

    def on_resize(self) -> None:
        """Lay out anew: rows have another width, and pages another height."""
        self._lay_out()

    def _lay_out(self) -> None:
        width, height = max(self.content_size.width, _LEAST_WIDTH), self.content_size.height
        if not height:
            return
        laid_out = [(part, page) for part in self.parts for page in _pages_of(part, width, height)]
        many = len(laid_out)
        self.laid_out = [
            [*_head(part, f"{number} of {many}" if many > 1 else "", width, height), *page]
            for number, (part, page) in enumerate(laid_out, 1)
        ]
        self.at = max(0, min(self.at, many - 1))
        self._open()

    def _open(self) -> None:
        self.update(Content("\n").join(self.laid_out[self.at]) if self.laid_out else "")


def paged(blocks: Iterable[Block], height: int, gap: int = 1) -> list[list[Content]]:
    """Lay blocks out on pages with empty rows between; one is parted only where it is higher than a whole page."""
    pages: list[list[Content]] = [[]]
    for block in blocks:
        if pages[-1] and len(pages[-1]) + gap + len(block) > height:
            pages.append([])
        elif pages[-1]:
            pages[-1] += [Content("")] * gap
        for row in block:
            if len(pages[-1]) >= height:
                pages.append([])
            pages[-1].append(row)
    return pages


def side_by_side(pieces: Iterable[Content], width: int) -> list[Content]:
    """Set pieces into rows with room between them; one that is longer than a row is wrapped at its words."""
    rows: list[Content] = []
    for piece in pieces:
        if rows and rows[-1].cell_length + _GAP + piece.cell_length <= width:
            rows[-1] = Content.assemble(rows[-1], " " * _GAP, piece)
        else:
            rows += piece.wrap(width)
    return rows


def _pages_of(part: Part, width: int, height: int) -> list[list[Content]]:
    """Lay a part out with room between its blocks, unless it would be turning for long."""
    # The widest count there can be, so that a page never turns out higher than the screen.
    room = height - len(_head(part, "888 of 888", width, height))
    blocks = part.blocks(width)
    roomy = paged(blocks, room)
    return roomy if len(roomy) <= _ROOMY else paged(blocks, room, gap=0)


def _head(part: Part, count: str, width: int, height: int) -> list[Content]:
    """Return what stands above each page: title, count and columns; nothing where it would leave no room for more."""
    rows = Content.styled(part.title, "bold $text-accent").wrap(width)
    if count:
        if rows[-1].cell_length + _GAP + len(count) > width:
            rows.append(Content(""))
        rows[-1] = Content.assemble(rows[-1], " " * (width - rows[-1].cell_length - len(count)), (count, "bold"))
    rows = [*rows, Content(""), *part.columns(width)]
    return rows if len(rows) < height else []
