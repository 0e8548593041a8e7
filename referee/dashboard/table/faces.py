"""Draw playing cards with frames, ranks and suit signs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Final

from textual.content import Content
from textual.style import Style

from referee.cards import UNSEEN
from referee.cards.screen import split_at_cards
from referee.dashboard.rendering import CARD_STOCK, CARD_STYLES

_STEP: Final = 4
_GAP: Final = 2
_EDGE: Final = f"#6b6350 on {CARD_STOCK}"
_BACK: Final = f"#2b4a7a on {CARD_STOCK}"


def insert_on_click(content: Content, text: str) -> Content:
    """Return content that inserts the text into the line editor when clicked."""
    return content.stylize(Style.from_meta({"types": text}))


def draw_faces(cards: Iterable[str], width: int) -> list[Content]:
    """Return rows of overlapping cards, as many in a row as fit into the width."""
    all_cards = tuple(cards)
    cards_per_row = max(1, (width - 1) // _STEP)
    return [
        row
        for start in range(0, len(all_cards), cards_per_row)
        for row in draw_fan(all_cards[start : start + cards_per_row])
    ]


def lay_side_by_side(blocks: Iterable[Sequence[Content]], width: int) -> Iterator[Content]:
    """Yield the rows of blocks placed side by side, with as many in a row as fit into the width."""
    abreast: list[Sequence[Content]] = []
    used_width = 0
    for block in blocks:
        width_of_block = max(row.cell_length for row in block)
        if abreast and used_width + width_of_block > width:
            yield from _join_blocks(abreast)
            abreast, used_width = [], 0
        abreast.append(block)
        used_width += width_of_block + _GAP
    yield from _join_blocks(abreast)


def _join_blocks(blocks: Sequence[Sequence[Content]]) -> Iterator[Content]:
    widths = [max(row.cell_length for row in block) + _GAP for block in blocks]
    for rows in zip_longest(*blocks, fillvalue=Content("")):
        yield Content.assemble(
            *(row.pad_right(width - row.cell_length) for row, width in zip(rows, widths, strict=True))
        )


def split_leading_cards(text: str) -> tuple[list[str], str]:
    """Return the cards at the start of the text, and the rest of the text."""
    words = text.split(" ")
    card_count = next((index for index, word in enumerate(words) if not _is_card(word)), len(words))
    return words[:card_count], " ".join(words[card_count:])


def _is_card(word: str) -> bool:
    return word == str(UNSEEN) or [bool(suit) for _, suit in split_at_cards(word)] == [True]


@lru_cache(maxsize=512)  # the same are drawn again at each line, and for each size that is tried
def draw_fan(cards: tuple[str, ...]) -> tuple[Content, Content, Content]:
    """Return the three rows of overlapping cards. Only the last card is drawn completely."""
    top, middle, foot = Content(""), Content(""), Content("")
    for index, card in enumerate(cards):
        [(sign, suit)] = split_at_cards(card)
        is_hidden = card == str(UNSEEN)
        face = Content.styled("░░░" if is_hidden else f"{sign:3}", _BACK if is_hidden else CARD_STYLES.get(suit, _EDGE))
        is_last = index == len(cards) - 1
        card_rows = (
            Content.styled(f"╭───{'╮' * is_last}", _EDGE),
            Content.assemble(Content.styled("│", _EDGE), face, Content.styled("│" * is_last, _EDGE)),
            Content.styled(f"╰───{'╯' * is_last}", _EDGE),
        )
        clickable = card_rows if is_hidden else tuple(insert_on_click(row, card) for row in card_rows)
        top, middle, foot = (
            Content.assemble(row, row_end) for row, row_end in zip((top, middle, foot), clickable, strict=True)
        )
    return top, middle, foot
