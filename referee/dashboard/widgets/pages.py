"""Lay rows out on pages that turn, so that nothing is cut off."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final, TypeAlias

from textual.content import Content
from textual.widgets import Static

Block: TypeAlias = Sequence[Content]
"""Rows that belong together."""

_GAP: Final = 3
_AIR: Final = 2
_DENSE: Final = 1.5
"""How many pages more it may take to have air between the rows, where not all fit on one."""
_LEAST_WIDTH: Final = 10
_LARGE_FROM: Final = 30
"""From which width on there is room for large signs beside the words."""


@dataclass(frozen=True, slots=True)
class PageSection:
    """A section with pages of its own: its title, the head of its columns, and its blocks.

    `columns` and `blocks` get the width in columns. `min_width` is that of a section beside another one. `large`
    returns the same blocks in larger signs, for a screen that has room for them.
    """

    title: str
    blocks: Callable[[int], Sequence[Block]]
    columns: Callable[[int], Block] = lambda _: ()
    min_width: int = 40
    large: Callable[[int], Sequence[Block]] | None = None


class Pages(Static):
    """One part or several, a page at a time; above it stands which page of how many it is, where there are several."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.parts: tuple[PageSection, ...] = ()
        self.laid_out: list[Block] = []
        self.at = 0
        self._foot: Block = ()
        self.more = ""
        """What is said beside the count of the pages."""
        self.beneath: Block = ()
        """What stands at the foot of each page, if that takes no page more."""

    def show(self, *parts: PageSection) -> None:
        """Show these, on the page that was open where there still is one."""
        self.parts = parts
        self._lay_out()

    def turn(self, by: int = 1) -> None:
        """Turn to the next page, or after the last to the first again; or back."""
        self.at = (self.at + by) % max(1, len(self.laid_out))
        self._open()

    def _lay_out(self) -> None:
        width, height = max(self.content_size.width, _LEAST_WIDTH), self.content_size.height
        if not height:
            return
        self.laid_out = lay_out(self.parts, width, height, self.more)
        self._foot = self._room_beneath(width, height)
        self.at = max(0, min(self.at, len(self.laid_out) - 1))
        self._open()

    on_resize = _lay_out

    def _room_beneath(self, width: int, height: int) -> Block:
        """Lay out for what stands beneath, where there is room for it, and return it."""
        room = height - len(self.beneath) - 1
        if not self.beneath or room < 1 or max(row.cell_length for row in self.beneath) > width:
            return ()
        blocks = lay_out(self.parts, width, room, self.more)
        if len(blocks) > len(self.laid_out):
            return ()
        self.laid_out = [[*page, *[Content("")] * (room + 1 - len(page))] for page in blocks]
        return self.beneath

    def _open(self) -> None:
        self.update(Content("\n").join([*self.laid_out[self.at], *self._foot]) if self.laid_out else "")


def lay_out(parts: Iterable[PageSection], width: int, height: int, more: str = "") -> list[Block]:
    """Return the pages of parts, each with its head; on several stands which of them it is, and what `more` says."""
    found = [(part, side, page) for part in parts for side, page in _pages_of(part, width, height, more)]
    many = len(found)
    return [
        [*_head(part, f"{number} of {many}{more}" if many > 1 else "", width, height, side), *page]
        for number, (part, side, page) in enumerate(found, 1)
    ]


def paginate(blocks: Iterable[Block], height: int, gap: int = 1) -> list[list[Content]]:
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


def _pages_of(part: PageSection, width: int, height: int, more: str) -> list[tuple[int, Block]]:
    """Lay a part out on as few pages as it takes, and say in how many columns.

    On one page it is as large as it fits: with large signs, with air between the rows, with few columns. Where it takes
    more than one, air is given up only where it would be turning for long.
    """
    most = max(1, (width + _GAP) // (part.min_width + _GAP))
    ways: list[tuple[float, int, list[Block]]] = []
    for large in (True, False) if part.large else (False,):
        for side in range(1, most + 1):
            wide = (width - _GAP * (side - 1)) // side
            if large and wide < _LARGE_FROM:
                break
            # The widest count there can be, so that a page never turns out higher than the screen.
            room = height - len(_head(part, f"888 of 888{more}", width, height, side))
            blocks = part.large(wide) if large and part.large else part.blocks(wide)
            for gap in range(_AIR, 0 if large else -1, -1):
                columns = paginate(blocks, room, gap)
                pages = [_abreast(columns[at : at + side], wide) for at in range(0, len(columns), side)]
                if len(pages) == 1 and gap:
                    return [(side, page) for page in pages]
                if not large:
                    ways.append((len(pages) + (0 if gap else _DENSE if len(pages) > 1 else 0.5), side, pages))
    _, side, pages = min(ways, key=lambda way: way[:2])
    return [(side, page) for page in pages]


def _abreast(columns: Sequence[Block], width: int) -> Block:
    """Return columns side by side, each of them so wide."""
    return [
        Content.assemble(*(cell.pad_right(width + _GAP - cell.cell_length) for cell in row[:-1]), row[-1])
        for row in zip_longest(*columns, fillvalue=Content(""))
    ]


def _head(part: PageSection, count: str, width: int, height: int, side: int) -> list[Content]:
    """Return what stands above each page: title, count and columns; nothing where it would leave no room for more."""
    rows = Content.styled(part.title, "bold $text-accent").wrap(width)
    if count:
        if rows[-1].cell_length + _GAP + len(count) > width:
            rows.append(Content(""))
        rows[-1] = Content.assemble(rows[-1], " " * (width - rows[-1].cell_length - len(count)), (count, "bold"))
    wide = (width - _GAP * (side - 1)) // side
    rows = [*rows, Content(""), *_abreast([part.columns(wide)] * side, wide)]
    return rows if len(rows) < height else []
