"""Lay out blocks of rows on pages that turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from typing import Final, TypeAlias

from textual.content import Content
from textual.widgets import Static

from referee.cards.immutable import frozen

Block: TypeAlias = Sequence[Content]
"""Rows that stay together on a page."""

_GAP: Final = 3
_MAX_GAP: Final = 2
_DENSE_PENALTY: Final = 1.5
"""The number of further pages that blank rows between blocks may cost."""
_MIN_WIDTH: Final = 10
_MIN_LARGE_WIDTH: Final = 30
"""The least width for large type."""


@frozen
class PageSection:
    """A section with pages of its own: its title, its column titles and its blocks.

    `columns` and `blocks` get the width in columns. `min_width` is the least width beside another section. `large`
    returns the same blocks in large type.
    """

    title: str
    blocks: Callable[[int], Sequence[Block]]
    columns: Callable[[int], Block] = lambda _: ()
    min_width: int = 40
    large: Callable[[int], Sequence[Block]] | None = None


class Pages(Static):
    """A widget that shows sections page by page. The page number is shown if there are several."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.sections: tuple[PageSection, ...] = ()
        self.pages: list[Block] = []
        self.page_index = 0
        self._page_footer: Block = ()
        self.count_suffix = ""
        """The text after the page number."""
        self.footer: Block = ()
        """The rows at the bottom of each page, if they need no further page."""

    def show(self, *sections: PageSection) -> None:
        """Show the sections, and stay on the same page if it still exists."""
        self.sections = sections
        self._lay_out()

    def turn(self, step: int = 1) -> None:
        """Turn the pages by a number of steps, in a circle."""
        self.page_index = (self.page_index + step) % max(1, len(self.pages))
        self._show_page()

    def _lay_out(self) -> None:
        width, height = max(self.content_size.width, _MIN_WIDTH), self.content_size.height
        if not height:
            return
        self.pages = lay_out(self.sections, width, height, self.count_suffix)
        self._page_footer = self._lay_out_footer(width, height)
        self.page_index = max(0, min(self.page_index, len(self.pages) - 1))
        self._show_page()

    on_resize = _lay_out

    def _lay_out_footer(self, width: int, height: int) -> Block:
        """Make room for the footer if that needs no further page. Return the footer, or no rows."""
        room = height - len(self.footer) - 1
        if not self.footer or room < 1 or max(row.cell_length for row in self.footer) > width:
            return ()
        blocks = lay_out(self.sections, width, room, self.count_suffix)
        if len(blocks) > len(self.pages):
            return ()
        self.pages = [[*page, *[Content("")] * (room + 1 - len(page))] for page in blocks]
        return self.footer

    def _show_page(self) -> None:
        self.update(Content("\n").join([*self.pages[self.page_index], *self._page_footer]) if self.pages else "")


def lay_out(sections: Iterable[PageSection], width: int, height: int, count_suffix: str = "") -> list[Block]:
    """Return the pages of the sections with their headings. `count_suffix` follows the page number."""
    section_pages = [
        (section, column_count, page)
        for section in sections
        for column_count, page in _lay_out_section(section, width, height, count_suffix)
    ]
    page_count = len(section_pages)
    return [
        [
            *_render_head(
                section,
                f"{number} of {page_count}{count_suffix}" if page_count > 1 else "",
                width,
                height,
                column_count,
            ),
            *page,
        ]
        for number, (section, column_count, page) in enumerate(section_pages, 1)
    ]


def paginate(blocks: Iterable[Block], height: int, gap: int = 1) -> list[list[Content]]:
    """Return pages of blocks with blank rows between. Only a block taller than a page is split."""
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


def flow_pieces(pieces: Iterable[Content], width: int) -> list[Content]:
    """Return the pieces arranged in rows with gaps. A piece longer than a row is wrapped."""
    rows: list[Content] = []
    for piece in pieces:
        if rows and rows[-1].cell_length + _GAP + piece.cell_length <= width:
            rows[-1] = Content.assemble(rows[-1], " " * _GAP, piece)
        else:
            rows += piece.wrap(width)
    return rows


def _lay_out_section(section: PageSection, width: int, height: int, count_suffix: str) -> list[tuple[int, Block]]:
    """Return a section's pages, each with its number of columns, on as few pages as possible.

    On one page, large type, blank rows and few columns are preferred. On several, blank rows are dropped only if that
    saves many pages.
    """
    max_columns = max(1, (width + _GAP) // (section.min_width + _GAP))
    layouts: list[tuple[float, int, list[Block]]] = []
    for large in (True, False) if section.large else (False,):
        for column_count in range(1, max_columns + 1):
            column_width = (width - _GAP * (column_count - 1)) // column_count
            if large and column_width < _MIN_LARGE_WIDTH:
                break
            # The widest count there can be, so that a page never turns out higher than the screen.
            room = height - len(_render_head(section, f"888 of 888{count_suffix}", width, height, column_count))
            blocks = section.large(column_width) if large and section.large else section.blocks(column_width)
            for gap in range(_MAX_GAP, 0 if large else -1, -1):
                columns = paginate(blocks, room, gap)
                pages = [
                    _join_columns(columns[index : index + column_count], column_width)
                    for index in range(0, len(columns), column_count)
                ]
                if len(pages) == 1 and gap:
                    return [(column_count, page) for page in pages]
                if not large:
                    layouts.append(
                        (len(pages) + (0 if gap else _DENSE_PENALTY if len(pages) > 1 else 0.5), column_count, pages)
                    )
    _, column_count, pages = min(layouts, key=lambda layout: layout[:2])
    return [(column_count, page) for page in pages]


def _join_columns(columns: Sequence[Block], width: int) -> Block:
    """Return the rows of columns placed side by side, each of the same width."""
    return [
        Content.assemble(*(cell.pad_right(width + _GAP - cell.cell_length) for cell in row[:-1]), row[-1])
        for row in zip_longest(*columns, fillvalue=Content(""))
    ]


def _render_head(section: PageSection, count: str, width: int, height: int, column_count: int) -> list[Content]:
    """Return a page's title, number and column titles, or no rows if they would fill the page."""
    rows = Content.styled(section.title, "bold $text-accent").wrap(width)
    if count:
        if rows[-1].cell_length + _GAP + len(count) > width:
            rows.append(Content(""))
        rows[-1] = Content.assemble(rows[-1], " " * (width - rows[-1].cell_length - len(count)), (count, "bold"))
    column_width = (width - _GAP * (column_count - 1)) // column_count
    rows = [*rows, Content(""), *_join_columns([section.columns(column_width)] * column_count, column_width)]
    return rows if len(rows) < height else []
